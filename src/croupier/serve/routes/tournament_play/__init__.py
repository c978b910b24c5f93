"""Requests about tournaments and leagues."""
