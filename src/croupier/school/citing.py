"""Which clauses a drill rests on, as the rulebook names them."""

from __future__ import annotations

from typing import Any

from croupier.games.layout.game import Game
from croupier.games.position import Position, Settled
from croupier.games.table import Outcome
from croupier.rulebook import UnknownClause, clauses_at
from croupier.rulebook.book import names


def winning_clause(game: Game, position: Position, outcome: Any) -> str:
    """The clause by which a wager there wins on that result."""
    rule = game.wager_rule(position).clause.removesuffix(" list")
    own = {"street 0-1-2": "(ii)", "street 0-2-3": "(iii)"}.get(str(position), "(i)")
    if position.kind == "double" and len(set(outcome)) == 1:
        own = "(ii)"
    known = names()
    return next((each for each in (f"{rule}{own}", f"{rule}(a)", rule) if each in known), rule)


def clauses_of(game: Game, lines: tuple[Settled, ...], outcome: Any) -> tuple[str, ...]:
    """Those that the lines cite, and those by which the winning wagers win."""
    wins = [winning_clause(game, line.wager.position, outcome) for line in lines if line.outcome is Outcome.WIN]
    return tuple(dict.fromkeys((*(line.rule.clause for line in lines), *wins)))


def gist(name: str) -> str:
    """The clause in our words; nothing for a heading, which has no words of its own."""
    try:
        found = clauses_at(name)
    except UnknownClause:
        return ""
    return found[0].gist if found[0].id == name or len(found) == 1 else ""


def because(name: str) -> str:
    """A clause and its gist, as one line."""
    words = gist(name)
    return f"{name}: {words}" if words else name
