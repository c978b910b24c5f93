"""Journals: lines with their hashes, what proves them, and what follows from them."""
