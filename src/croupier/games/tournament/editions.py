"""The editions of the rules that a tournament or one of its tables asks for."""

from __future__ import annotations

SECOND = 2
"""Rulings T42 to T45 and T47: the same acts lead elsewhere than in the first edition (docs/editions.md)."""
