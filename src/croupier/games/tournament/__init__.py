"""Tournament blackjack: Division 7."""
