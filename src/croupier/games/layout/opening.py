"""A new table of a layout game."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.games.general.checks import MOST_SECONDS
from croupier.games.layout.game import OPEN_TABLE, Game
from croupier.games.layout.table import LayoutTable
from croupier.games.money import is_whole
from croupier.games.refusal import Refusal, Refused
from croupier.games.sign import LIMITS, Sign
from croupier.games.table import General
from croupier.rulebook import Cite

LIVE: frozenset[str] = frozenset()
"""No step happens by itself: a dealer takes each of them."""


def new_table(
    game: Game,
    sign: Sign,
    automation: Iterable[str] | None,
    betting_seconds: int | None,
    colours: tuple[str, ...],
) -> LayoutTable:
    """A table before anybody came. Without `automation` it takes all of the dealer's steps by itself."""
    steps = game.automatic if automation is None else frozenset(automation)
    refusal = _refuses_table(game, sign, steps, betting_seconds, colours)
    if refusal is not None:
        raise Refused(refusal)
    table = LayoutTable(
        general=General(sign=sign, is_open=OPEN_TABLE in steps, colours=colours),
        game=game,
        automation=steps,
        betting_seconds=betting_seconds,
        step=game.first_step,
        equipment=game.equipment,
    )
    return table.opened() if table.general.is_open else table


def _refuses_table(
    game: Game, sign: Sign, steps: frozenset[str], betting_seconds: int | None, colours: tuple[str, ...]
) -> Refusal | None:
    if unknown := steps - game.automatic:
        why = f"{game.title} has no step {min(unknown)!r} that could happen by itself."
        return Refusal(game.clauses.application, "no_such_step", why)
    if kinds := [own.kind for own in sign.by_kind if own.kind not in game.kinds]:
        return Refusal(LIMITS, "bad_limits", f"The sign names a kind of wager that this game has not: {kinds[0]}.")
    if betting_seconds is not None and (not is_whole(betting_seconds) or not 1 <= betting_seconds <= MOST_SECONDS):
        why = "Betting stays open for a whole number of seconds, at least 1."
        return Refusal(game.clauses.application, "bad_window", why)
    words = all(name.isascii() and name.isalpha() and name != "none" for name in colours)
    if len(set(colours)) != len(colours) or not words:
        return Refusal(Cite("D1 1.1 Chips", "R16"), "bad_colours", "Each colour of chips is a word of its own.")
    return None
