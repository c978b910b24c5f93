"""The handlers of blackjack's acts, section by section."""
