"""A refusal by the house's own rules, which stand in no clause: the same three parts as a refusal by the Gazette's."""

from __future__ import annotations

from msgspec import Struct


class HouseRefusal(Struct, frozen=True):
    topic: str
    """Which of the house's rules: `limits`, `names`, `sign-in` …"""
    code: str
    """Never changes once released."""
    why: str
    help: str = ""
    """For programs: which request or field would be right."""

    @property
    def rule(self) -> str:
        return f"house: {self.topic}"

    def __str__(self) -> str:
        return f"{self.why} [{self.rule}, {self.code}]"
