"""`croupier simulate`: rounds by the billion, by tables made from the games' own rules."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App, Parameter
from msgspec.structs import replace

from croupier.cli.numbers import whole
from croupier.cli.readings import GAZETTED, Decks, HouseReading
from croupier.cli.simulate import blackjack as subject
from croupier.cli.simulate import layout
from croupier.cli.simulate.options import DEFAULTS, Running
from croupier.cli.simulate.run import simulated
from croupier.cli.wagers_asked import File, On, Stake, WagersAsked

simulate = App(
    name="simulate", help="Rounds by the billion, as the rules deal and settle them. Needs the extra `math`."
)


@simulate.command
def blackjack(
    *,
    decks: Decks = 8,
    boxes: Annotated[int, Parameter(converter=whole, help="How many boxes are played, 1 to 7.")] = 1,
    cut: Annotated[
        int | None, Parameter(converter=whole, help="How many cards come before the cutting card; 3 in 4 by default.")
    ] = None,
    fresh_shoe: Annotated[
        bool, Parameter(negative="", help="Every round from a full shoe, so that the solver's figure is comparable.")
    ] = False,
    strategy: Annotated[
        str,
        Parameter(
            allow_leading_hyphen=True,
            help="total, composition or cdp, as the solver plays; or a strategy file; - reads standard input.",
        ),
    ] = "total",
    stake: Annotated[str, Parameter(help="The wager on each box, in dollars.")] = "10",
    chip: Annotated[str, Parameter(help="The smallest chip, in dollars: winnings round up to it.")] = "0.50",
    super_sevens: Annotated[
        str | None, Parameter(help="The Super Sevens wager on each box, in dollars; none by default.")
    ] = None,
    burn: Annotated[bool, Parameter(negative="", help="The first card of each shoe is discarded.")] = False,
    insurance: Annotated[
        Literal["never", "always"] | None, Parameter(help="Whether insurance is taken, whatever a file says.")
    ] = None,
    early: Annotated[
        bool, Parameter(negative="", help="A blackjack against an ace is settled early at even money.")
    ] = False,
    by: Annotated[
        Literal["wagers", "hands"] | None, Parameter(help="Tell results apart by kind of wager, or by first two cards.")
    ] = None,
    reading: HouseReading = GAZETTED,
    running: Running = DEFAULTS,
) -> int:
    """Blackjack: any shoe, 1 to 7 boxes, any strategy, counts from a file.

    Example: `croupier simulate blackjack --decks 6 --rounds 1e7`
    """
    options = reading.options(decks)
    asked = subject.BlackjackAsked(
        options=replace(options, burn=burn),
        strategy=strategy,
        boxes=boxes,
        stake=stake,
        chip=chip,
        super_sevens=super_sevens,
        cut=cut,
        fresh=fresh_shoe,
        insurance=insurance,
        early=early,
        by=by,
    )
    return simulated(running, lambda: subject.prepare(asked, json=running.json))


@simulate.command
def roulette(*, on: On = None, wager: Stake = None, wagers: File = None, running: Running = DEFAULTS) -> int:
    """Roulette: any wagers at once, the same in every spin.

    Example: `croupier simulate roulette --on red --wager 10 --rounds 1e7`
    """
    return _layout("roulette", None, WagersAsked(on, wager, wagers), running)


@simulate.command(name="money-wheel")
def money_wheel(*, on: On = None, wager: Stake = None, wagers: File = None, running: Running = DEFAULTS) -> int:
    """The money wheel: any wagers at once, the same in every spin.

    Example: `croupier simulate money-wheel --on A --wager 10 --rounds 1e7`
    """
    return _layout("money-wheel", None, WagersAsked(on, wager, wagers), running)


@simulate.command(name="tai-sai")
def tai_sai(
    *,
    on: On = None,
    wager: Stake = None,
    wagers: File = None,
    table: Annotated[Path | None, Parameter(help='Odds of a house, as JSON: {"any-triple": "24 to 1"}')] = None,
    running: Running = DEFAULTS,
) -> int:
    """Tai-Sai: any wagers at once, the same in every roll.

    Example: `croupier simulate tai-sai --on "any triple" --wager 10 --rounds 1e7`
    """
    return _layout("tai-sai", table, WagersAsked(on, wager, wagers), running)


def _layout(name: str, table: Path | None, asked: WagersAsked, running: Running) -> int:
    return simulated(running, lambda: layout.prepare(name, table, asked, json=running.json))
