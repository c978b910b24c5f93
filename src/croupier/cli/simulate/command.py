"""`croupier simulate`: rounds by the billion, by tables made from the games' own rules."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter
from msgspec.structs import replace

from croupier.cli.console.numbers import whole
from croupier.cli.console.parameters import OddsTable
from croupier.cli.console.readings import GAZETTED, Decks, HouseReading
from croupier.cli.console.wagers_asked import File, On, Stake, WagersAsked
from croupier.cli.simulate import blackjack as subject
from croupier.cli.simulate import layout
from croupier.cli.simulate.options import DEFAULTS, Running
from croupier.cli.simulate.run import simulated


def blackjack(
    *,
    decks: Decks = 8,
    boxes: Annotated[int, Parameter(converter=whole, metavar="NUMBER", help="Boxes in play, 1 to 7.")] = 1,
    cut: Annotated[
        int | None,
        Parameter(
            converter=whole,
            metavar="NUMBER",
            help="Cards before the cutting card; three quarters of the shoe if left out.",
        ),
    ] = None,
    fresh_shoe: Annotated[
        bool, Parameter(negative="", help="Deal every round from a full shoe, to compare with `croupier solve`.")
    ] = False,
    strategy: Annotated[
        str,
        Parameter(
            allow_leading_hyphen=True,
            metavar="NAME|FILE",
            help="total, composition or cdp1, as in `croupier solve`; or a strategy file; - reads standard input.",
        ),
    ] = "total",
    stake: Annotated[str, Parameter(metavar="DOLLARS", help="The wager on each box.")] = "10",
    chip: Annotated[
        str, Parameter(metavar="DOLLARS", help="The smallest chip; winnings are rounded up to it.")
    ] = "0.50",
    super_sevens: Annotated[str | None, Parameter(metavar="DOLLARS", help="A Super Sevens wager on each box.")] = None,
    burn: Annotated[bool, Parameter(negative="", help="Discard the first card of each shoe.")] = False,
    insurance: Annotated[
        Literal["never", "always"] | None, Parameter(help="Take insurance never or always; overrides the strategy.")
    ] = None,
    early: Annotated[bool, Parameter(negative="", help="Take even money for a blackjack against an ace.")] = False,
    by: Annotated[
        Literal["wagers", "hands"] | None,
        Parameter(help="Also show results by kind of wager, or by the first two cards."),
    ] = None,
    reading: HouseReading = GAZETTED,
    running: Running = DEFAULTS,
) -> int:
    """Simulate blackjack: any shoe, 1 to 7 boxes, any strategy or count.

    For example:

    - `croupier simulate blackjack --decks 6 --rounds 1e7`
    - `croupier simulate blackjack --strategy examples/strategies/hi-lo.toml --rounds 1e6 --json`
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


def roulette(*, on: On = None, wager: Stake = None, wagers: File = None, running: Running = DEFAULTS) -> int:
    """Simulate roulette: any wagers, the same on every spin.

    For example:

    - `croupier simulate roulette --on red --wager 10 --rounds 1e7`
    - `croupier simulate roulette --on "split 17-20" --wager 5 --rounds 1e6 --audit 1000`
    """
    return _layout("roulette", None, WagersAsked(on, wager, wagers), running)


def money_wheel(*, on: On = None, wager: Stake = None, wagers: File = None, running: Running = DEFAULTS) -> int:
    """Simulate the money wheel: any wagers, the same on every spin.

    For example:

    - `croupier simulate money-wheel --on A --wager 10 --rounds 1e7`
    - `croupier simulate money-wheel --on G --wager 5 --rounds 1e6 --json`
    """
    return _layout("money-wheel", None, WagersAsked(on, wager, wagers), running)


def tai_sai(
    *,
    on: On = None,
    wager: Stake = None,
    wagers: File = None,
    table: OddsTable = None,
    running: Running = DEFAULTS,
) -> int:
    """Simulate Tai-Sai: any wagers, the same on every roll.

    For example:

    - `croupier simulate tai-sai --on "any triple" --wager 10 --rounds 1e7`
    - `croupier simulate tai-sai --on small --wager 5 --rounds 1e6 --json`
    """
    return _layout("tai-sai", table, WagersAsked(on, wager, wagers), running)


def _layout(name: str, table: Path | None, asked: WagersAsked, running: Running) -> int:
    return simulated(running, lambda: layout.prepare(name, table, asked, json=running.json))
