"""`croupier risk`: what becomes of a bankroll that is played with the same wagers round after round, exactly."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Parameter
from msgspec import Struct
from rich.console import Console

from croupier.cli import DONE, REFUSED, UNREADABLE
from croupier.cli.input import LineRefused, check_lines, faults_of, refused, text_of, unreadable
from croupier.cli.numbers import whole
from croupier.cli.odds import layout_game
from croupier.cli.odds_wagers import ADOPTED, is_adopted
from croupier.cli.output import complain, decimal, grid, indented, print_json, root, screen
from croupier.games.layout.game import Game
from croupier.games.money import dollars
from croupier.games.position import Position
from croupier.games.refusal import Refused
from croupier.odds import (
    Combination,
    Fate,
    Spread,
    TooMuch,
    combination,
    fate,
    fate_within,
    longest_losing_run,
    quantile,
    result_after,
    spread_of,
)
from croupier.record import Unreadable, read_wagers
from croupier.record.wagers import read_amount, read_place

PLACES = 6
SHORT = 40
"""A fraction is shown where neither of its numbers has more bits than that: twelve digits or so."""
QUANTILES = tuple(Fraction(percent, 100) for percent in (1, 5, 25, 50, 75, 95, 99))
ASSUMES = (
    "The same wagers lie in every round, and rounds do not depend on each other. Play stops at the goal, and when the "
    "bankroll no longer covers the stake: that is ruin, whatever is left. What the wagers come to after all the "
    "rounds, and their longest losing run, are told as if nobody had to stop. No sign limits the stakes; winnings are "
    "rounded up to chips of 50 cents (D1 11.3)."
)


class Plan(Struct, frozen=True):
    """What is asked, read and judged."""

    game: Game
    wagers: Combination
    bankroll: int
    goal: int
    rounds: int


class Found(Struct, frozen=True):
    """All the figures."""

    within: Fate
    at_last: Fate | None
    """Without a limit of rounds; `None` where that is too much to solve."""
    after: dict[int, Fraction]
    spread: Spread
    quantiles: tuple[tuple[Fraction, int], ...]
    longest_run: Fraction


def risk(
    game: Literal["roulette", "money-wheel", "tai-sai"],
    *,
    bankroll: Annotated[str, Parameter(help="What the player begins with, in dollars.")],
    goal: Annotated[str, Parameter(help="At how much the player stops.")],
    rounds: Annotated[int, Parameter(converter=whole, help="How many rounds there are at most.")] = 500,
    on: Annotated[str | None, Parameter(help="The position that is wagered on: red, 17, split 17-20.")] = None,
    wager: Annotated[str | None, Parameter(help="The stake on it, in dollars.")] = None,
    wagers: Annotated[
        str | None,
        Parameter(
            allow_leading_hyphen=True,
            help="Several wagers instead: a file with one a line, `20 on split 17-20`, or - for standard input.",
        ),
    ] = None,
    table: Annotated[Path | None, Parameter(help='Tai-Sai odds of a house, as JSON: {"any-triple": "24 to 1"}')] = None,
    json: Annotated[bool, Parameter(negative="", help="One JSON document.")] = False,
) -> int:
    """What becomes of a bankroll: ruin, the goal, the spread of results, the longest losing run.

    The same wagers are made round after round. Every figure is exact: no round is simulated.

    Example: `croupier risk roulette --on red --wager 10 --bankroll 200 --goal 400`
    """
    plan = _plan(game, table, Asked(on, wager, wagers), (bankroll, goal, rounds), json=json)
    if isinstance(plan, int):
        return plan
    if why := _refuses(plan):
        return _say_no(why, json=json)
    try:
        found = _find(plan)
    except TooMuch as too_much:
        return _say_no(str(too_much), json=json)
    if json:
        print_json(_as_json(plan, found))
    else:
        _show(screen(), plan, found)
    return DONE


# What is asked


class Asked(Struct, frozen=True):
    """The wagers as they were named: one position with its stake, or a file."""

    on: str | None
    wager: str | None
    file: str | None


def _plan(name: str, table: Path | None, asked: Asked, figures: tuple[str, str, int], *, json: bool) -> Plan | int:
    """What is asked, or the status with which the command ends because it cannot be."""
    try:
        game = layout_game(name, table).with_every_wager()
    except Refused as bad:
        return refused(str(table), bad.refusal, json=json)
    except (OSError, ValueError) as error:
        return _cannot_read(f"{table}: {error}", json=json)
    bankroll, goal, rounds = figures
    try:
        laid = combination(game, _wagers(game, asked))
        return Plan(game, laid, _amount("--bankroll", bankroll), _amount("--goal", goal), rounds)
    except LineRefused as bad:
        return refused(str(asked.file), bad.refusal, line=bad.line, json=json)
    except Refused as bad:
        return refused(asked.file or f"--on {asked.on} --wager {asked.wager}", bad.refusal, json=json)
    except (OSError, UnicodeDecodeError, Unreadable) as error:
        return unreadable(str(asked.file), faults_of(error), json=json)
    except ValueError as error:
        return _cannot_read(str(error), json=json)


def _wagers(game: Game, asked: Asked) -> list[tuple[Position, int]]:
    if asked.file is not None:
        if asked.on is not None or asked.wager is not None:
            raise ValueError("--wagers: the file says what is wagered, so leave out --on and --wager")
        lines = read_wagers(text_of(asked.file))
        check_lines(game, lines)
        return [(each.position, each.stake) for each in lines]
    if asked.on is None or asked.wager is None:
        raise ValueError("say what is wagered: --on red --wager 10, or --wagers FILE")
    try:
        position = read_place(asked.on)
    except ValueError as error:
        raise ValueError(f"--on: {error}") from None
    return [(position, _amount("--wager", asked.wager))]


def _amount(option: str, text: str) -> int:
    try:
        return read_amount(text)
    except ValueError as error:
        raise ValueError(f"{option}: {error}") from None


def _refuses(plan: Plan) -> str:
    """Why there is nothing to work out; empty where there is."""
    stake = plan.wagers.stake
    if plan.bankroll < stake:
        return f"the bankroll of {dollars(plan.bankroll)} does not cover the stake of {dollars(stake)}"
    if plan.goal <= plan.bankroll:
        return f"the goal of {dollars(plan.goal)} does not lie above the bankroll of {dollars(plan.bankroll)}"
    return "" if plan.rounds > 0 else f"{plan.rounds} rounds are no play: at least 1 is needed"


def _cannot_read(why: str, *, json: bool) -> int:
    if json:
        print_json({"errors": [{"why": why}]})
    complain(why)
    return UNREADABLE


def _say_no(why: str, *, json: bool) -> int:
    """Refused by arithmetic: no clause says so."""
    if json:
        print_json({"refused": {"why": why}})
    complain(f"Refused: {why}.")
    return REFUSED


# The figures


def _find(plan: Plan) -> Found:
    stake, results = plan.wagers.stake, plan.wagers.distribution
    after = result_after(results, plan.rounds)
    return Found(
        within=fate_within(results, stake=stake, bankroll=plan.bankroll, goal=plan.goal, rounds=plan.rounds),
        at_last=_at_last(plan),
        after=after,
        spread=spread_of(after),
        quantiles=tuple((share, quantile(after, share)) for share in QUANTILES),
        longest_run=longest_losing_run(results, plan.rounds),
    )


def _at_last(plan: Plan) -> Fate | None:
    try:
        return fate(plan.wagers.distribution, stake=plan.wagers.stake, bankroll=plan.bankroll, goal=plan.goal)
    except TooMuch:
        return None


def _exact(value: Fraction) -> str | None:
    """The fraction itself, where it is short enough for eyes."""
    return str(value) if max(value.numerator.bit_length(), value.denominator.bit_length()) <= SHORT else None


def _as_chance(value: Fraction) -> str:
    """To six places; what is possible is not shown as impossible, and what is not certain not as certain."""
    shown = decimal(value, PLACES)
    least = Decimal(1).scaleb(-PLACES)
    if shown == 0 and value:
        return f"under {least}"
    return f"over {1 - least}" if shown == 1 and value != 1 else str(shown)


# As JSON


def _as_json(plan: Plan, found: Found) -> dict[str, Any]:
    laid = plan.wagers
    return {
        "game": plan.game.id,
        "wagers": [
            {"wager": str(position), "stake": stake, "adopted": is_adopted(plan.game, position)}
            for position, stake in laid.wagers
        ],
        "stake": laid.stake,
        "bankroll": plan.bankroll,
        "goal": plan.goal,
        "rounds": plan.rounds,
        "round": {
            "mean": _number(laid.mean),
            "edge": _number(laid.edge),
            "variance": _number(laid.variance),
            "standard_deviation": root(laid.variance, PLACES),
            "ahead": _number(laid.ahead),
            "even": _number(laid.even),
            "behind": _number(laid.behind),
        },
        "within": {
            **_fate_as_json(found.within),
            "playing": _number(found.within.playing),
            "rounds_played": _number(found.within.rounds or Fraction(0)),
        },
        "without_limit": None if found.at_last is None else _fate_as_json(found.at_last),
        "after": {
            "mean": _number(laid.mean * plan.rounds),
            "variance": _number(laid.variance * plan.rounds),
            "standard_deviation": root(laid.variance * plan.rounds, PLACES),
            "ahead": _number(found.spread.ahead),
            "even": _number(found.spread.even),
            "behind": _number(found.spread.behind),
            "quantiles": [{"share": str(share), "net": net} for share, net in found.quantiles],
            "distribution": [
                {"net": net, "chance": shown}
                for net, chance in found.after.items()
                if (shown := decimal(chance, PLACES))
            ],
        },
        "longest_losing_run": _number(found.longest_run),
        "assumes": ASSUMES,
    }


def _number(value: Fraction) -> dict[str, Any]:
    return {"exact": _exact(value), "decimal": decimal(value, PLACES)}


def _fate_as_json(ends: Fate) -> dict[str, Any]:
    return {"goal": _number(ends.goal), "ruin": _number(ends.ruin)}


# For people


def _show(out: Console, plan: Plan, found: Found) -> None:
    adopted = {position for position, _stake in plan.wagers.wagers if is_adopted(plan.game, position)}
    laid = ", ".join(
        f"{dollars(stake)} on {position}{'*' if position in adopted else ''}" for position, stake in plan.wagers.wagers
    )
    out.print(f"{plan.game.title}: {laid}", style="bold")
    out.print(f"From {dollars(plan.bankroll)} to {dollars(plan.goal)}, {_rounds(plan)} at most.\n")
    for title, lines in _tables(plan, found).items():
        table = grid(title, "", "exact", right=("",))
        for words, shown, exact in lines:
            table.add_row(words, shown, exact or "")
        out.print(table)
        out.print()
    if found.at_last is None:
        out.print("Play without a limit of rounds is not worked out: too many bankrolls can come about.\n")
    out.print(indented(ASSUMES, out), style="dim")
    if adopted:
        out.print(ADOPTED, style="dim")


Shown = tuple[str, str, str | None]
"""Words, the figure to so many places, and the fraction where it is short."""


def _rounds(plan: Plan) -> str:
    return "1 round" if plan.rounds == 1 else f"{plan.rounds} rounds"


def _tables(plan: Plan, found: Found) -> dict[str, list[Shown]]:
    laid = plan.wagers
    tables = {
        "one round": [
            _share("edge", laid.edge),
            *_money(laid.mean, laid.variance),
            *_spread(Spread(laid.ahead, laid.even, laid.behind)),
        ],
        f"{_rounds(plan)} at most": [
            *_ends(plan, found.within),
            _share("neither yet", found.within.playing),
            _plain("rounds played on average", found.within.rounds or Fraction(0)),
        ],
    }
    if found.at_last is not None:
        tables["however long it takes"] = list(_ends(plan, found.at_last))
    tables[f"after {_rounds(plan)}, if nobody stops"] = [
        *_money(laid.mean * plan.rounds, laid.variance * plan.rounds),
        *_spread(found.spread),
        *((f"{share * 100} % end at or below", dollars(net), None) for share, net in found.quantiles),
        _plain("longest losing run on average", found.longest_run),
    ]
    return tables


def _ends(plan: Plan, ends: Fate) -> Iterator[Shown]:
    yield _share(f"reaches {dollars(plan.goal)}", ends.goal)
    yield _share("is ruined before", ends.ruin)


def _spread(spread: Spread) -> Iterator[Shown]:
    yield _share("ahead", spread.ahead)
    yield _share("even", spread.even)
    yield _share("behind", spread.behind)


def _money(mean: Fraction, variance: Fraction) -> Iterator[Shown]:
    """In dollars, of cents and cents squared."""
    yield _plain("net result on average", mean / 100)
    yield _plain("variance, in dollars squared", variance / 10_000)
    yield "standard deviation", str(root(variance / 10_000, PLACES)), None


def _share(words: str, value: Fraction) -> Shown:
    return words, _as_chance(value), _exact(value)


def _plain(words: str, value: Fraction) -> Shown:
    return words, str(decimal(value, PLACES)), _exact(value)
