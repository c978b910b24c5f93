"""Blackjack: Division 2."""
