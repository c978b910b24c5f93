"""The commands, and one manner for all of them."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

from cyclopts import App, CycloptsError

from croupier import EDITION, __version__
from croupier.cli.backup import backup, export, restore
from croupier.cli.config import config
from croupier.cli.exit_codes import DONE, UNREADABLE
from croupier.cli.odds import odds
from croupier.cli.output import complain
from croupier.cli.par import par
from croupier.cli.plot import plot
from croupier.cli.replay import replay
from croupier.cli.risk import risk
from croupier.cli.rulebook import rulebook
from croupier.cli.serve import operator_link, reset_link, serve
from croupier.cli.simulate.command import simulate
from croupier.cli.solve import solve
from croupier.cli.solve_sevens import super_sevens
from croupier.cli.tour import tour
from croupier.cli.tournament_plan import plan
from croupier.cli.tournament_run import run as run_tournament
from croupier.cli.verify import verify

app = App(
    name="croupier",
    version=f"croupier {__version__}, rules edition {EDITION}",
    help="New Zealand casino table games exactly as gazetted: rules, record, odds.",
    help_format="markdown",
    result_action="return_value",
    suppress_keyboard_interrupt=False,
)
for command in (tour, rulebook, replay, verify, odds, risk, par):
    app.command(command)
tournament = App(name="tournament", help="Tournament blackjack (Division 7): plan one, play one.")
tournament.command(plan)
tournament.command(run_tournament)
app.command(tournament)
solve.command(super_sevens, name="super-sevens")
app.command(solve)
app.command(simulate)
app.command(plot)
app.command(serve)
app.command(operator_link)
app.command(reset_link)
app.command(config)
app.command(backup)
app.command(restore)
app.command(export)


def run(arguments: list[str]) -> int:
    for name in ("stdout", "stderr"):
        # Closed by whoever started us: what is said goes nowhere, and is no error.
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115  as long as we run
    for stream in (sys.stdout, sys.stderr):
        # A pipe may know few letters: what it cannot show becomes a question mark, not an error.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        status = app(arguments, exit_on_error=False, print_error=False)
        sys.stdout.flush()
    except CycloptsError as error:
        complain(f"{error}\nTry: croupier --help")
        return UNREADABLE
    except (BrokenPipeError, SystemExit):
        # The reader went away, as `croupier … | head` does (rich says so by exiting). Nothing more can be written, not
        # even on the way out.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    return status if isinstance(status, int) else DONE
