"""What lines of the house's journal are about: those that are looked for again, and their neighbours that are not."""

from __future__ import annotations

import pytest

from croupier.record.house_journal.house_facts import house_facts
from croupier.record.journals.facts import NO_FACTS, Facts

KINDS = {
    "register": ("register begins",),
    "whole register": ("register has codes, approvals and proofs",),
    "settings": ("settings are host 127.0.0.1, workers 2",),
    "chips": (
        "slip fill at roulette entry 12 by p1: 3x$25",
        "slip 40 counted by p1: 1x$100",
        "chips $75 from the cage to the tray of roulette",
        "cash $20 from the box of roulette to the cage",
    ),
    "league": (
        "league winter opened by p1, points by places, best 0, called Slip of the night",
        "league winter counts cup, points 00112233445566778899aabbccddeeff, by p1",
        "league winter no longer counts cup, by p1",
    ),
    "incident": (
        "self-exclusion of p1 until 2027-01-01T00:00:00Z",
        "house-exclusion of p1 until 2027-01-01T00:00:00Z by p2",
        "late wager of j1 refused at roulette in round 7",
        "device d1 refused at roulette: repeated",
    ),
}
NO_KIND = (
    "opened",
    "grant $100 to p1",
    "register: role dealer to p1 by p2",
    "staff p1 exports slip records until today",
    "staff p1 looks at chips of p2",
    "table league made by p1",
    "tournament slip made by p1",
    "limit loss of p1: $100",
    "",
)


@pytest.mark.parametrize(("kind", "note"), [(kind, note) for kind, notes in KINDS.items() for note in notes])
def test_a_line_that_is_looked_for_says_what_it_is_about(kind: str, note: str) -> None:
    assert house_facts(note) == Facts(act=kind)


@pytest.mark.parametrize("note", NO_KIND)
def test_other_lines_have_no_facts(note: str) -> None:
    assert house_facts(note) == NO_FACTS
