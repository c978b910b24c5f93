"""A new table of a layout game."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.games.general.checks import refuses_kinds, refuses_window
from croupier.games.layout.game import Game
from croupier.games.layout.table import LayoutTable
from croupier.games.refusal import Refusal, Refused
from croupier.games.sign import Sign
from croupier.games.steps import OPEN_TABLE
from croupier.games.table import General
from croupier.rulebook import EDITION, Cite

LIVE: frozenset[str] = frozenset()
"""No step happens by itself: a dealer takes each of them."""


def new_table(
    game: Game,
    sign: Sign,
    automation: Iterable[str] | None,
    betting_seconds: int | None,
    colours: tuple[str, ...],
    *,
    edition: int = EDITION,
) -> LayoutTable:
    """A table before anybody came. Without `automation` it takes all of the dealer's steps by itself."""
    steps = game.automatic if automation is None else frozenset(automation)
    refusal = _refuses_table(game, sign, steps, betting_seconds, colours)
    if refusal is not None:
        raise Refused(refusal)
    table = LayoutTable(
        general=General(sign=sign, is_open=OPEN_TABLE in steps, colours=colours, edition=edition),
        game=game,
        automation=steps,
        betting_seconds=betting_seconds,
        step=game.first_step,
        equipment=game.equipment,
    )
    return table._opened() if table.general.is_open else table


def _refuses_table(
    game: Game, sign: Sign, steps: frozenset[str], betting_seconds: int | None, colours: tuple[str, ...]
) -> Refusal | None:
    if unknown := steps - game.automatic:
        why = f"{game.title} has no step {min(unknown)!r} to automate."
        return Refusal(game.clauses.application, "no_such_step", why)
    if refusal := refuses_kinds(sign, game.kinds) or refuses_window(betting_seconds, game.clauses.application):
        return refusal
    words = all(name.isascii() and name.isalpha() and name != "none" for name in colours)
    if len(set(colours)) != len(colours) or not words:
        return Refusal(
            Cite("D1 1.1 Chips", "R16"), "bad_colours", "Each colour of chips needs a name of its own, in one word."
        )
    return None
