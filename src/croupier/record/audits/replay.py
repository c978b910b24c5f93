"""A record played again: what it settles, where it is refused, and where it states what does not follow."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from croupier.games.journalled import Journalled
from croupier.games.position import Settled
from croupier.games.refusal import Refusal, Refused
from croupier.games.tournament.state import PlaceTaken
from croupier.record.text.notation import Record, Statement, stated_line


class RefusedAt(Struct, frozen=True):
    line: int
    refusal: Refusal


class Discrepancy(Struct, frozen=True):
    """A stated settlement that does not follow from the acts before it."""

    line: int
    stated: tuple[str, ...]
    follows: tuple[str, ...]


class Replay(Struct, frozen=True):
    """What came of playing a record again."""

    table: Any
    """The state after the last act that was accepted; `None` where the rules refuse the table itself."""
    settled: tuple[Any, ...]
    """Every settlement of the record, the last word on each round: wagers, or the places of a tournament."""
    refused: RefusedAt | None = None
    discrepancies: tuple[Discrepancy, ...] = ()

    @property
    def is_in_order(self) -> bool:
        return self.refused is None and not self.discrepancies


def replay(record: Record) -> Replay:
    """Play the record as far as it goes."""
    try:
        table = record.header.table()
    except Refused as refused:
        return Replay(None, (), RefusedAt(record.line, refused.refusal))
    rounds: dict[int, tuple[Settled | PlaceTaken, ...]] = {}
    discrepancies: list[Discrepancy] = []
    refused_at: RefusedAt | None = None
    for entry in record.entries:
        if isinstance(entry, Statement):
            discrepancies += _discrepancies(entry, table)
            continue
        refusal = table.refuses(entry.act)
        if refusal is not None:
            refused_at = RefusedAt(entry.line, refusal)
            break
        table = table.play(entry.act)
        rounds[table.round] = table.settled
    settled = tuple(line for lines in rounds.values() for line in lines)
    return Replay(table, settled, refused_at, tuple(discrepancies))


def _discrepancies(statement: Statement, table: Journalled) -> list[Discrepancy]:
    unmatched: list[Settled | PlaceTaken] = list(table.settled)
    wrong = []
    for stated in statement.lines:
        line = next((each for each in unmatched if stated.says(each)), None)
        if line is None:
            wrong.append(stated)
        else:
            unmatched.remove(line)
    if not wrong and not unmatched:
        return []
    return [Discrepancy(statement.line, tuple(map(stated_line, wrong)), tuple(map(stated_line, unmatched)))]
