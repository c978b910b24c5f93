"""How a command ends."""

from __future__ import annotations

DONE = 0
REFUSED = 1
"""Refused, or not in order."""
UNREADABLE = 2
"""Input that cannot be read."""
INTERRUPTED = 130
