"""What a count tells: of the cards that come, of the best play, and of what a spread of stakes gains."""
