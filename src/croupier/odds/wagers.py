"""Every kind of wager of a layout game, by enumerating the machine's own results: no formula, no float."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from croupier.games.layout.game import Game
from croupier.games.position import Position
from croupier.games.table import Odds
from croupier.rulebook import Cite, Source


class WagerOdds(Struct, frozen=True):
    """One kind of wager that has odds of its own."""

    wager: str
    positions: int
    """On how many places of the layout it can be made."""
    odds: tuple[Odds, ...]
    """What it pays; several where that depends on the result."""
    win_ways: int
    """On how many results one such wager wins."""
    ways: int
    """How many results there are, all equally likely."""
    edge: Fraction
    """What the house keeps on average of each unit staked."""
    variance: Fraction
    """Of the player's result, for a stake of one."""
    rule: Cite
    """The clause that makes it a wager."""
    odds_rule: Cite
    """The clause that says what it pays."""
    source: Source
    """Whether the odds are the Gazette's or adopted."""

    @property
    def hit_rate(self) -> Fraction:
        return Fraction(self.win_ways, self.ways)

    @property
    def odds_text(self) -> str:
        """`35 to 1`; `1, 2 or 3 to 1`."""
        *first, last = self.odds
        if not first:
            return str(last)
        same_unit = all(each.to == last.to for each in first)
        return f"{', '.join(str(each.pays) if same_unit else str(each) for each in first)} or {last}"


def odds_of_game(game: Game) -> tuple[WagerOdds, ...]:
    """A row for each kind of wager that has odds of its own, whatever this table's layout offers of them.

    Blackjack has no such rows: what a hand is worth depends on the cards. `croupier.odds.blackjack.solve` works
    that out, and `croupier.odds.super_sevens` the Super Sevens wager.
    """
    if not isinstance(game, Game):
        raise TypeError(_no_layout(game))
    whole = game.with_every_wager()
    kinds: dict[str, list[Position]] = {}
    for position in whole.areas:
        kinds.setdefault(whole.odds_kind(position), []).append(position)
    return tuple(_row(whole, kind, positions) for kind, positions in kinds.items())


def _no_layout(given: object) -> str:
    """What to call for blackjack, and what to pass for the other games."""
    if "blackjack" in (given, getattr(getattr(given, "origin", None), "game", "")):
        return (
            "blackjack has no fixed odds: they depend on the cards and on how hands are played. Use "
            "croupier.odds.blackjack.solve(BlackjackOptions()) for the house edge"
        )
    return f"expected a game with a layout, such as croupier.roulette(sign).game, not {type(given).__name__}"


def _row(game: Game, kind: str, positions: list[Position]) -> WagerOdds:
    """All positions of a kind are worth the same: the first stands for them, and the others must agree."""
    first, *others = [_results(game, position) for position in positions]
    if any(sorted(other) != sorted(first) for other in others):
        raise AssertionError(f"The wagers called {kind} do not share their odds.")
    position = positions[0]
    mean = sum(first, Fraction(0)) / len(first)
    paid = {result for result in first if result > 0}
    return WagerOdds(
        wager=kind,
        positions=len(positions),
        odds=tuple(Odds(value.numerator, value.denominator) for value in sorted(paid)),
        win_ways=sum(result > 0 for result in first),
        ways=len(first),
        edge=-mean,
        variance=sum(((result - mean) ** 2 for result in first), Fraction(0)) / len(first),
        rule=game.wager_rule(position),
        odds_rule=game.clauses.odds,
        source=game.odds_source(position),
    )


def _results(game: Game, position: Position) -> list[Fraction]:
    """What a stake of one comes to, for every result."""
    verdicts = (game.verdict(position, outcome) for outcome in game.outcomes)
    return [Fraction(-1) if each.odds is None else Fraction(each.odds.pays, each.odds.to) for each in verdicts]
