"""`croupier plot`: what the odds come to, drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Annotated, cast

from cyclopts import Parameter

from croupier.cli.console.exit_codes import REFUSED, UNREADABLE
from croupier.cli.console.files import refuses_targets, write_files
from croupier.cli.console.input import why_not
from croupier.cli.console.numbers import whole
from croupier.cli.console.output import complain
from croupier.cli.console.parameters import Force, LayoutGame, OddsTable
from croupier.cli.exact.odds import layout_game
from croupier.cli.exact.odds_wagers import is_adopted
from croupier.games.blackjack.options import DEFAULT
from croupier.games.money import dollars
from croupier.games.refusal import Refused
from croupier.odds import Combination, TooMuch, combination, fate_within, result_after
from croupier.odds import blackjack as solver
from croupier.record.text.wagers import read_amount, read_place
from croupier.report import plots
from croupier.report.plots import Format, Panel, RuinCurve
from croupier.report.typst import INSTALL

SUFFIXES = (".svg", ".png")
POINTS = 20
"""For how many bankrolls ruin is worked out."""
MOST_CURVES = 3

On = Annotated[
    str,
    Parameter(
        metavar="POSITION",
        help="What you wager on, such as red or 'split 17-20'; small at Tai-Sai, A at the money wheel.",
    ),
]
Stake = Annotated[str, Parameter(metavar="DOLLARS", help="The stake, such as 10 or 2.50.")]
Out = Annotated[Path, Parameter(metavar="FILE", help="The file to write: .svg or .png.")]


def edge_by_decks(*, out: Out, force: Force = False) -> int:
    """Draw the house edge of blackjack for 4 to 8 decks.

    There is a line for each of the three strategies that `croupier solve blackjack` knows.

    For example:

    - `croupier plot edge-by-decks --out edge.svg`
    - `croupier plot edge-by-decks --out edge.png --force`
    """
    if not solver.is_there():
        complain(f"The solver needs the extra `math`: {solver.INSTALL}")
        return UNREADABLE

    def draws(format: Format) -> bytes:
        from croupier.report.blackjack import edges_by_decks

        return plots.edge_by_decks(edges_by_decks(DEFAULT), format)

    return _drawn(out, draws, force=force)


def results(
    game: LayoutGame,
    /,
    *,
    on: On,
    wager: Stake = "10",
    rounds: Annotated[int, Parameter(converter=whole, metavar="NUMBER", help="The number of rounds.")] = 100,
    table: OddsTable = None,
    out: Out,
    force: Force = False,
) -> int:
    """Draw the chance of each net result after a number of rounds.

    The chances are exact. The same wager is made in every round.

    For example:

    - `croupier plot results roulette --on red --rounds 100 --out red.svg`
    - `croupier plot results tai-sai --on small --wager 5 --rounds 30 --out small.png`
    """
    if rounds < 1:
        complain(f"--rounds is {rounds}: at least 1 round is needed.")
        return UNREADABLE

    def draws(format: Format) -> bytes:
        title, laid = _laid(game, on, wager, table)
        after = result_after(laid.distribution, rounds)
        title = f"{title}: net result after {_rounds(rounds)}"
        return plots.results([Panel(title, after, 100, "net result, $")], format)

    return _drawn(out, draws, force=force)


def ruin(
    game: LayoutGame,
    /,
    *,
    on: On,
    wager: Stake = "10",
    rounds: Annotated[
        list[int] | None,
        Parameter(
            metavar="NUMBER",
            negative="",
            help="The number of rounds. Give it up to three times for several curves; 100 and 300 if left out.",
        ),
    ] = None,
    up_to: Annotated[
        str | None, Parameter(metavar="DOLLARS", help="The largest bankroll to draw; 40 stakes if left out.")
    ] = None,
    table: OddsTable = None,
    out: Out,
    force: Force = False,
) -> int:
    """Draw the chance of losing a bankroll, by its size.

    The chances are exact. The same wager is made in every round, and winning is no reason to stop.

    For example:

    - `croupier plot ruin roulette --on red --wager 10 --out ruin.svg`
    - `croupier plot ruin money-wheel --on A --rounds 50 --rounds 200 --out ruin.png`
    """
    many = tuple(rounds or (100, 300))
    if len(many) > MOST_CURVES or min(many) < 1:
        complain(f"--rounds: give 1 to {MOST_CURVES} numbers, each at least 1.")
        return UNREADABLE

    def draws(format: Format) -> bytes:
        title, laid = _laid(game, on, wager, table)
        most = 40 * laid.stake if up_to is None else read_amount(up_to)
        return plots.ruin(f"{title} in every round", _curves(laid, most, many), format)

    return _drawn(out, draws, force=force)


def _curves(laid: Combination, most: int, many: Sequence[int]) -> list[RuinCurve]:
    if most < laid.stake:
        raise ValueError(f"--up-to: the bankroll of {dollars(most)} does not cover the stake of {dollars(laid.stake)}")
    step = max(most // POINTS // laid.stake, 1) * laid.stake
    bankrolls = range(step, most + 1, step)
    return [
        RuinCurve(_rounds(rounds), tuple((money, _ruin(laid, money, rounds)) for money in bankrolls)) for rounds in many
    ]


def _ruin(laid: Combination, money: int, rounds: int) -> Fraction:
    """Nobody stops for having won: the goal is beyond what can be won."""
    beyond = money + max(laid.best.net, 0) * rounds + 1
    return fate_within(laid.distribution, stake=laid.stake, bankroll=money, goal=beyond, rounds=rounds).ruin


def _laid(game: str, on: str, wager: str, table: Path | None) -> tuple[str, Combination]:
    """The wager in words and in figures. Whether the odds are the Gazette's is told in the picture itself."""
    whole = layout_game(game, table).with_every_wager()
    laid = combination(whole, [(read_place(on), read_amount(wager))])
    ((position, stake),) = laid.wagers
    adopted = " (odds not the Gazette's)" if is_adopted(whole, position) else ""
    return f"{whole.title}, {dollars(stake)} on {position}{adopted}", laid


def _rounds(rounds: int) -> str:
    return "1 round" if rounds == 1 else f"{rounds} rounds"


def _drawn(out: Path, draws: Callable[[Format], bytes], *, force: bool) -> int:
    status = refuses_targets((out,), SUFFIXES, force=force)
    if status is not None:
        return status
    if not plots.is_there():
        complain(f"A plot needs the extra `report`: {INSTALL}")
        return UNREADABLE
    try:
        made = draws(cast("Format", out.suffix.lower().removeprefix(".")))
    except Refused as refused:
        complain(str(refused.refusal))
        return REFUSED
    except TooMuch as too_much:
        complain(f"{too_much}.")
        return REFUSED
    except OSError as error:
        complain(f"{error.filename}: {why_not(error)}.")
        return UNREADABLE
    except ValueError as error:
        complain(f"{error}.")
        return UNREADABLE
    return write_files({out: made}, force=force)
