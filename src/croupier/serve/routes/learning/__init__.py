"""Requests for what can be learned: odds, the rulebook, the coach, the dealer school."""
