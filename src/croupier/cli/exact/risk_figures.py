"""The figures of `croupier risk`, whatever the game: worked out, as JSON, and for people."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

from msgspec import Struct
from rich.console import Console

from croupier.cli.console.input import impossible
from croupier.cli.console.output import decimal, grid, root
from croupier.games.money import dollars
from croupier.odds import After, Fate, Spread, TooMuch, fate, fate_within, longest_losing_run, ways_after
from croupier.odds.risk import Distribution

PLACES = 6
SHORT = 40
"""A fraction is shown where neither of its numbers has more bits than that: twelve digits or so."""
QUANTILES = tuple(Fraction(percent, 100) for percent in (1, 5, 25, 50, 75, 95, 99))


class RepeatedPlay(Struct, frozen=True):
    """The same wagers round after round, from a bankroll towards a goal."""

    results: Distribution
    stake: int
    bankroll: int
    goal: int
    rounds: int

    @property
    def rounds_said(self) -> str:
        return "1 round" if self.rounds == 1 else f"{self.rounds} rounds"


class RoundWorth(Struct, frozen=True):
    """What one round is worth, in cents."""

    edge: Fraction
    mean: Fraction
    variance: Fraction
    spread: Spread


class RiskFigures(Struct, frozen=True):
    """All the figures of many rounds."""

    within: Fate
    at_last: Fate | None
    """Without a limit of rounds; `None` where that is too much to solve."""
    after: After
    spread: Spread
    quantiles: tuple[tuple[Fraction, int], ...]
    longest_run: Fraction


def refuses(play: RepeatedPlay) -> str:
    """Why there is nothing to work out; empty where there is."""
    if play.bankroll < play.stake:
        return f"the bankroll of {dollars(play.bankroll)} does not cover the stake of {dollars(play.stake)}"
    if play.goal <= play.bankroll:
        return f"the goal of {dollars(play.goal)} must be above the bankroll of {dollars(play.bankroll)}"
    return "" if play.rounds > 0 else f"--rounds is {play.rounds}: at least 1 round is needed"


def say_no(why: str, *, json: bool) -> int:
    """Refused by arithmetic: no clause says so."""
    return impossible(f"{why[:1].upper()}{why[1:]}.", json=json)


# Worked out


def find(play: RepeatedPlay) -> RiskFigures:
    """Raises `TooMuch` where that would take too long."""
    longest_run = longest_losing_run(play.results, play.rounds)  # first: it knows at once when it is too much
    after = ways_after(play.results, play.rounds)
    return RiskFigures(
        within=within(play, play.stake),
        at_last=at_last(play, play.stake),
        after=after,
        spread=after.spread,
        quantiles=tuple((share, after.quantile(share)) for share in QUANTILES),
        longest_run=longest_run,
    )


def within(play: RepeatedPlay, needed: int) -> Fate:
    """How play ends where a round is begun with at least so much."""
    return fate_within(play.results, stake=needed, bankroll=play.bankroll, goal=play.goal, rounds=play.rounds)


def at_last(play: RepeatedPlay, needed: int) -> Fate | None:
    try:
        return fate(play.results, stake=needed, bankroll=play.bankroll, goal=play.goal)
    except TooMuch:
        return None


# As JSON


def as_json(play: RepeatedPlay, one: RoundWorth, found: RiskFigures) -> dict[str, Any]:
    return {
        "round": {"edge": number(one.edge), **_moments(one.mean, one.variance), **_spread_as_json(one.spread)},
        "within": {
            **fate_as_json(found.within),
            "playing": number(found.within.playing),
            "rounds_played": number(found.within.rounds or Fraction(0)),
        },
        "without_limit": None if found.at_last is None else fate_as_json(found.at_last),
        "after": {
            **_moments(one.mean * play.rounds, one.variance * play.rounds),
            **_spread_as_json(found.spread),
            "quantiles": [{"share": str(share), "net": net} for share, net in found.quantiles],
            "distribution": [
                {"net": net, "chance": Decimal(parts).scaleb(-PLACES)}
                for net, parts in found.after.rounded(10**PLACES).items()
            ],
        },
        "longest_losing_run": number(found.longest_run),
    }


def _moments(mean: Fraction, variance: Fraction) -> dict[str, Any]:
    return {"mean": number(mean), "variance": number(variance), "standard_deviation": root(variance, PLACES)}


def _spread_as_json(spread: Spread) -> dict[str, Any]:
    return {"ahead": number(spread.ahead), "even": number(spread.even), "behind": number(spread.behind)}


def number(value: Fraction) -> dict[str, Any]:
    return {"exact": _exact(value), "decimal": decimal(value, PLACES)}


def fate_as_json(ends: Fate) -> dict[str, Any]:
    return {"goal": number(ends.goal), "ruin": number(ends.ruin)}


def _exact(value: Fraction) -> str | None:
    """The fraction itself, where it is short enough for eyes."""
    return str(value) if max(value.numerator.bit_length(), value.denominator.bit_length()) <= SHORT else None


# For people

Shown = tuple[str, str, str | None]
"""Words, the figure to so many places, and the fraction where it is short."""


def show_tables(out: Console, tables: dict[str, list[Shown]], fractions: str = "exact") -> None:
    for title, lines in tables.items():
        table = grid(title, "", fractions, right=("",))
        for words, shown, exact in lines:
            table.add_row(words, shown, exact or "")
        out.print(table)
        out.print()


def tables_of(play: RepeatedPlay, one: RoundWorth, found: RiskFigures) -> dict[str, list[Shown]]:
    tables = {
        "one round": [share("edge", one.edge), *_money(one.mean, one.variance), *_spread(one.spread)],
        f"{play.rounds_said} at most": [
            *ends_of(play, found.within),
            share("neither yet", found.within.playing),
            plain("rounds played on average", found.within.rounds or Fraction(0)),
        ],
    }
    if found.at_last is not None:
        tables["however long it takes"] = list(ends_of(play, found.at_last))
    tables[f"after {play.rounds_said}, if nobody stops"] = [
        *_money(one.mean * play.rounds, one.variance * play.rounds),
        *_spread(found.spread),
        *((f"{part * 100} % end at or below", dollars(net), None) for part, net in found.quantiles),
        plain("longest losing run on average", found.longest_run),
    ]
    return tables


NOT_AT_LAST = "Play without a limit on rounds was not worked out: there are too many possible bankrolls.\n"


def ends_of(play: RepeatedPlay, ends: Fate) -> Iterator[Shown]:
    yield share(f"reaches {dollars(play.goal)}", ends.goal)
    yield share("is ruined before", ends.ruin)


def _spread(spread: Spread) -> Iterator[Shown]:
    yield share("ahead", spread.ahead)
    yield share("even", spread.even)
    yield share("behind", spread.behind)


def _money(mean: Fraction, variance: Fraction) -> Iterator[Shown]:
    """In dollars, of cents and cents squared."""
    yield plain("net result on average", mean / 100)
    yield plain("variance, in dollars squared", variance / 10_000)
    yield "standard deviation", str(root(variance / 10_000, PLACES)), None


def share(words: str, value: Fraction) -> Shown:
    return words, _as_chance(value), _exact(value)


def plain(words: str, value: Fraction) -> Shown:
    return words, str(decimal(value, PLACES)), _exact(value)


def _as_chance(value: Fraction) -> str:
    """To six places; what is possible is not shown as impossible, and what is not certain not as certain."""
    shown = decimal(value, PLACES)
    least = Decimal(1).scaleb(-PLACES)
    if shown == 0 and value:
        return f"under {least}"
    return f"over {1 - least}" if shown == 1 and value != 1 else str(shown)
