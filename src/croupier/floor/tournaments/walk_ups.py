"""People who come to the door of a tournament, one by one or as a list: all of them are entered, or nobody is.

Each gets an account under their name, with a password that nobody knows: a link lets them take it over on a phone.
Somebody who has an account already enters by it: nobody else may spend from that wallet.
"""

from __future__ import annotations

import csv
import io
import secrets
from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.people.accounts import Person, make_account, person_called
from croupier.floor.people.names import name_key, refuses_name
from croupier.floor.people.responsible_play.grants import welcome
from croupier.floor.store.port import Connection
from croupier.games.refusal import Refusal
from croupier.games.tournament.at_the_door import acts_of_entry
from croupier.games.tournament.state import TournamentState

HEADING = "name"
MOST_ROWS = 500
SECRET_BYTES = 32

Also = Callable[[Connection, str], None]


class WalkUp(Struct, frozen=True):
    """One line of a list."""

    line: int
    name: str


def read_walk_ups(text: str) -> tuple[WalkUp, ...]:
    """A name in the first column of each line; the first line may be a heading. Raises `NotAccepted`."""
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    except csv.Error as error:
        raise HouseRule.BAD_ROW.refused(line=1, what_is_wrong=f"This is not a CSV file ({error}).") from None
    named = [WalkUp(line, row[0].strip()) for line, row in enumerate(rows, start=1) if row and row[0].strip()]
    if named and named[0].name.casefold() == HEADING:
        named = named[1:]
    if not named:
        raise HouseRule.BAD_ROW.refused(line=1, what_is_wrong="The list names nobody.")
    if len(named) > MOST_ROWS:
        raise HouseRule.BAD_ROW.refused(
            line=named[MOST_ROWS].line, what_is_wrong=f"A list can have at most {MOST_ROWS} names."
        )
    return tuple(named)


def check_names(connection: Connection, rows: Iterable[WalkUp]) -> None:
    """That each of them may be called so, and nobody is yet; raises `NotAccepted` with the line."""
    lines: dict[str, int] = {}
    for row in rows:
        refusal = refuses_name(row.name)
        if refusal is None and person_called(connection, row.name) is not None:
            why = f"{row.name}, or somebody whose name looks like that, has an account here. They enter themselves."
            raise HouseRule.BAD_ROW.refused(line=row.line, what_is_wrong=why)
        if refusal is not None:
            raise HouseRule.BAD_ROW.refused(line=row.line, what_is_wrong=refusal.why)
        before = lines.setdefault(name_key(row.name), row.line)
        if before != row.line:
            why = f"{row.name}, or a name that looks like it, is in line {before} already."
            raise HouseRule.BAD_ROW.refused(line=row.line, what_is_wrong=why)


def check_entries(state: TournamentState, rows: Sequence[WalkUp], *, is_operator: bool) -> None:
    """That the rules take all of them, one after the other; raises `NotAccepted` with the line."""
    for row in rows:
        player = f"walkup{row.line}"
        if (state.conditions.entry_fee or 0) > welcome(player).amount:
            why = "The entry fee is more than a newcomer has. They enter themselves, once they have it."
            raise HouseRule.BAD_ROW.refused(line=row.line, what_is_wrong=why)
        for act in acts_of_entry(state, player, "" if is_operator else None):
            refusal: Refusal | None = state.refuses(act)
            if refusal is not None:
                why = refusal.why.replace(player, row.name)
                raise NotAccepted(HouseRule.BAD_ROW.refusal(line=row.line, what_is_wrong=f"{why} ({refusal.rule})"))
            state = state.play(act)


def make_accounts(connection: Connection, rows: Sequence[WalkUp], hashed: str, now: int, also: Also) -> list[Person]:
    """All in one transaction: a name that somebody took a moment ago undoes every one of them."""
    made = []
    for row in rows:
        try:
            person = make_account(connection, row.name, hashed, now)
        except NotAccepted as refused:
            raise HouseRule.BAD_ROW.refused(line=row.line, what_is_wrong=refused.refusal.why) from None
        also(connection, person.id)
        made.append(person)
    return made


def unknown_secret() -> str:
    """A password that nobody is told."""
    return secrets.token_hex(SECRET_BYTES)
