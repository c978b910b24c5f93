"""What a line of the house's own journal is about, as a value that a database can look for.

The house's journal has no acts. A few of its lines are looked for again, and each of these gets a kind in the column
`act`. It follows from the line, so an audit can make it again.
"""

from __future__ import annotations

from enum import StrEnum

from croupier.record.house_journal.chip_slips import is_about_chips
from croupier.record.house_journal.house_register import BEGINS, WHOLE
from croupier.record.house_journal.incidents import noted_incident
from croupier.record.house_journal.leagues import is_about_league
from croupier.record.house_journal.staff_log import is_about_settings
from croupier.record.journals.facts import NO_FACTS, Facts


class HouseLine(StrEnum):
    """The kinds of lines that are looked for."""

    REGISTER = "register"
    """From here on the journal has the register of people, roles, limits and tables."""
    WHOLE_REGISTER = "whole register"
    """From here on also recovery codes, approvals and proofs."""
    SETTINGS = "settings"
    """How the server was started."""
    CHIPS = "chips"
    """Slips, and the chips and cash that they move."""
    LEAGUE = "league"
    INCIDENT = "incident"
    """What went wrong before it came to a table's journal, and exclusions."""


_BEGINNINGS = {BEGINS: HouseLine.REGISTER, WHOLE: HouseLine.WHOLE_REGISTER}
_KINDS = (
    (is_about_chips, HouseLine.CHIPS),
    (is_about_league, HouseLine.LEAGUE),
    (is_about_settings, HouseLine.SETTINGS),
    (noted_incident, HouseLine.INCIDENT),
)


def house_facts(note: str) -> Facts:
    """Most lines are looked for by nobody, and have none."""
    kind = _BEGINNINGS.get(note)
    if kind is None:
        kind = next((kind for says, kind in _KINDS if says(note)), None)
    return NO_FACTS if kind is None else Facts(kind.value)
