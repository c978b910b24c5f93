"""Commands for a house and its server."""
