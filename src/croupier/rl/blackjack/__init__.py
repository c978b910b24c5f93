"""Blackjack for learning: one player against the house, alone or by the thousand."""
