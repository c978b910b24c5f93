"""Commands for tournaments."""
