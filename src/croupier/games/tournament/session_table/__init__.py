"""A tournament's table: one session of blackjack by the rules of Division 7."""
