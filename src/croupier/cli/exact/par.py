"""`croupier par`: the PAR sheet of a game, for those who test and approve it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from croupier.cli.console.exit_codes import REFUSED, UNREADABLE
from croupier.cli.console.files import refuses_targets, write_files
from croupier.cli.console.input import faults_of, unreadable
from croupier.cli.console.numbers import whole
from croupier.cli.console.output import complain
from croupier.cli.console.parameters import AnyGame, Force, OddsTable, SimulationFile
from croupier.cli.exact.odds import layout_game
from croupier.cli.simulate.results_file import open_simulation
from croupier.games.blackjack.options import BlackjackOptions, Soft17, Takes, refuses_options
from croupier.games.refusal import Refused
from croupier.odds import blackjack as solver
from croupier.record.files.simulation import Simulation
from croupier.report import typst
from croupier.report.html import as_html
from croupier.report.sheet import Sheet, sheet_of
from croupier.report.simulated import refuses_run
from croupier.report.tabular import as_csv, as_json

WRITERS: dict[str, Callable[[Sheet], bytes]] = {
    ".pdf": typst.as_pdf,
    ".html": as_html,
    ".json": as_json,
    ".csv": as_csv,
}


def par(
    game: AnyGame,
    /,
    *,
    out: Annotated[
        list[Path],
        Parameter(
            negative="",
            metavar="FILE",
            help="The file to write: .pdf, .html, .json or .csv. Give it again for more files.",
        ),
    ],
    force: Force = False,
    table: OddsTable = None,
    decks: Annotated[
        int | None,
        Parameter(converter=whole, metavar="NUMBER", help="Blackjack: decks in the shoe, 4 to 8; 8 if left out."),
    ] = None,
    double_with_ace: Annotated[
        bool, Parameter(negative="", help="Blackjack: allow doubling a hand with an ace.")
    ] = False,
    no_double_after_split: Annotated[
        bool, Parameter(negative="", help="Blackjack: do not allow doubling after a split.")
    ] = False,
    hands: Annotated[
        Literal[2, 3, 4] | None, Parameter(metavar="NUMBER", help="Blackjack: hands that a box may be split into.")
    ] = None,
    soft_17: Annotated[
        Literal["stand", "draw"] | None, Parameter(help="Blackjack: what the dealer does on a soft 17.")
    ] = None,
    dealer_blackjack: Annotated[
        Literal["original", "all", "peek"] | None, Parameter(help="Blackjack: what a dealer's blackjack takes.")
    ] = None,
    simulation: SimulationFile = None,
) -> int:
    """Write the PAR sheet of a game: ways, odds, edge and variance.

    Every wager is listed with its clause. Every page has a hash of the rules and of the code. The sheet holds no date,
    so the same rules always give the same file.

    For example:

    - `croupier par roulette --out par.pdf --out par.json`
    - `croupier par tai-sai --out tai-sai.csv`
    """
    status = refuses_targets(out, WRITERS, force=force)
    if status is not None:
        return status
    if any(path.suffix.lower() == ".pdf" for path in out) and not typst.is_there():
        complain(f"A PDF needs the extra `report`: {typst.INSTALL}")
        return UNREADABLE
    chosen: dict[str, Any] = {
        "decks": decks,
        "double_with_ace": double_with_ace or None,
        "double_after_split": False if no_double_after_split else None,
        "hands": hands,
        "soft_17": None if soft_17 is None else Soft17(soft_17),
        "dealer_blackjack": None if dealer_blackjack is None else Takes(dealer_blackjack),
    }
    given = {name: value for name, value in chosen.items() if value is not None}
    if game == "blackjack":
        sheet = _blackjack(table, given, simulation)
    elif given or simulation is not None:
        complain(f"{game} has no decks, hands or simulated run: leave out the options that the help calls “Blackjack”.")
        return UNREADABLE
    else:
        sheet = _layout(game, table)
    if isinstance(sheet, int):
        return sheet
    return write_files({path: WRITERS[path.suffix.lower()](sheet) for path in out}, force=force)


def _layout(game: str, table: Path | None) -> Sheet | int:
    try:
        return sheet_of(layout_game(game, table))
    except Refused as refused:
        complain(str(refused.refusal))
        return REFUSED
    except OSError as error:
        return unreadable(str(table), faults_of(error), json=False)
    except ValueError as error:
        complain(f"{table}: {error}")
        return UNREADABLE


def _blackjack(table: Path | None, given: dict[str, Any], simulation: str | None) -> Sheet | int:
    if table is not None:
        complain("Leave out --table: only Tai-Sai has odds that a house may choose.")
        return UNREADABLE
    if not solver.is_there():
        complain(f"The solver needs the extra `math`: {solver.INSTALL}")
        return UNREADABLE
    options = BlackjackOptions(**given)
    if refusal := refuses_options(options):
        complain(f"{refusal.why} [{refusal.rule}, {refusal.code}]")
        return REFUSED
    run = None if simulation is None else _run(simulation, options)
    if isinstance(run, int):
        return run
    from croupier.report.blackjack import blackjack_sheet

    sheet = blackjack_sheet(options, run)
    if run is not None and (why := refuses_run(run, {each.strategy: each.edge for each in sheet.blackjack.plays})):
        complain(f"{simulation}: {why}")
        return REFUSED
    return sheet


def _run(file: str, options: BlackjackOptions) -> Simulation | int:
    """The run in that file, where it was played as the sheet says."""
    try:
        run = open_simulation(file)
    except ValueError as error:
        complain(str(error))
        return UNREADABLE
    if differs := run.differs_from(options):
        complain(f"{file}: this run was played with other options: {differs}. Give the same options here.")
        return REFUSED
    return run
