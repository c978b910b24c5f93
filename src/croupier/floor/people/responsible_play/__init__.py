"""Limits, exclusions, time at play, grants: how people keep themselves from playing too much."""
