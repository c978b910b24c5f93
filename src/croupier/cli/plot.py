"""`croupier plot`: what the odds come to, drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Literal, cast

from cyclopts import App, Parameter

from croupier.cli.exit_codes import REFUSED, UNREADABLE
from croupier.cli.files import refuses_targets, write_files
from croupier.cli.numbers import whole
from croupier.cli.odds import layout_game
from croupier.cli.odds_wagers import is_adopted
from croupier.cli.output import complain
from croupier.games.blackjack.options import DEFAULT
from croupier.games.money import dollars
from croupier.games.refusal import Refused
from croupier.odds import Combination, TooMuch, combination, fate_within, result_after
from croupier.odds import blackjack as solver
from croupier.record.wagers import read_amount, read_place
from croupier.report import plots
from croupier.report.plots import Format, Panel, RuinCurve
from croupier.report.typst import INSTALL

SUFFIXES = (".svg", ".png")
POINTS = 20
"""For how many bankrolls ruin is worked out."""
MOST_CURVES = 3

Game = Annotated[Literal["roulette", "money-wheel", "tai-sai"], Parameter(help="The game.")]
On = Annotated[str, Parameter(help="The position that is wagered on: red, 17, split 17-20.")]
Stake = Annotated[str, Parameter(help="The stake on it, in dollars.")]
Out = Annotated[Path, Parameter(help="The file to write, .svg or .png.")]
Force = Annotated[bool, Parameter(negative="", help="Write over a file that is there.")]
Table = Annotated[Path | None, Parameter(help='Tai-Sai odds of a house, as JSON: {"any-triple": "24 to 1"}')]

plot = App(name="plot", help="The odds as pictures, SVG or PNG. Needs the extra `report`.")


@plot.command(name="edge-by-decks")
def edge_by_decks(*, out: Out, force: Force = False) -> int:
    """The house edge of blackjack in shoes of 4 to 8 decks, for the three strategies. Needs the extra `math` too.

    Example: `croupier plot edge-by-decks --out edge.svg`
    """
    if not solver.is_there():
        complain(f"The solver needs its compiled parts: {solver.INSTALL}")
        return UNREADABLE

    def draws(format: Format) -> bytes:
        from croupier.report.blackjack import edges_by_decks

        return plots.edge_by_decks(edges_by_decks(DEFAULT), format)

    return _drawn(out, draws, force=force)


@plot.command
def results(
    game: Game,
    *,
    on: On,
    wager: Stake = "10",
    rounds: Annotated[int, Parameter(converter=whole, help="After how many rounds.")] = 100,
    table: Table = None,
    out: Out,
    force: Force = False,
) -> int:
    """What a wager may have come to after so many rounds: the chance of each net result, exactly.

    Example: `croupier plot results roulette --on red --rounds 100 --out red.svg`
    """
    if rounds < 1:
        complain(f"{rounds} rounds are no play: at least 1 is needed")
        return UNREADABLE

    def draws(format: Format) -> bytes:
        title, laid = _laid(game, on, wager, table)
        after = result_after(laid.distribution, rounds)
        title = f"{title}: net result after {_rounds(rounds)}"
        return plots.results([Panel(title, after, 100, "net result, $")], format)

    return _drawn(out, draws, force=force)


@plot.command
def ruin(
    game: Game,
    *,
    on: On,
    wager: Stake = "10",
    rounds: Annotated[
        list[int] | None,
        Parameter(help="Within how many rounds; may come again, three times at most. 100 and 300 by default."),
    ] = None,
    up_to: Annotated[str | None, Parameter(help="The largest bankroll, in dollars. 40 stakes by default.")] = None,
    table: Table = None,
    out: Out,
    force: Force = False,
) -> int:
    """How likely a bankroll of each size is lost within so many rounds of the same wager, exactly.

    Example: `croupier plot ruin roulette --on red --wager 10 --out ruin.svg`
    """
    many = tuple(rounds or (100, 300))
    if len(many) > MOST_CURVES or min(many) < 1:
        complain(f"--rounds: one to {MOST_CURVES} numbers of rounds, each at least 1")
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
        complain(f"A plot needs what draws it: {INSTALL}")
        return UNREADABLE
    try:
        made = draws(cast("Format", out.suffix.lower().removeprefix(".")))
    except Refused as refused:
        complain(str(refused.refusal))
        return REFUSED
    except TooMuch as too_much:
        complain(f"Refused: {too_much}.")
        return REFUSED
    except (OSError, ValueError) as error:
        complain(str(error))
        return UNREADABLE
    return write_files({out: made}, force=force)
