"""The options that every simulation shares: rounds, engine, when to stop, where the results go."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from croupier.cli.console.exit_codes import UNREADABLE
from croupier.cli.console.files import refuses_targets
from croupier.cli.console.input import impossible, unclear
from croupier.cli.console.numbers import many, percent
from croupier.cli.console.parameters import THE_RUN, Force, Json
from croupier.cli.simulate import parquet
from croupier.record.files.simulation import MOST_SEED
from croupier.report import plots
from croupier.report.typst import INSTALL as INSTALL_PLOTS

MOST_ROUNDS = 10**13
MOST_THREADS = 1024
ROUNDS = 100_000_000
TABLES = (".json", ".csv", ".parquet")
PICTURES = (".svg", ".png")
CLUSTERS = ("dask", "ray")


@Parameter(name="*", group=THE_RUN)
@dataclass(frozen=True, kw_only=True)
class Running:
    """The options that all simulations share."""

    rounds: Annotated[
        int,
        Parameter(
            converter=many(1, MOST_ROUNDS), metavar="NUMBER", help="Rounds to play, such as 5000, 1_000_000 or 1e9."
        ),
    ] = ROUNDS
    seed: Annotated[
        int,
        Parameter(
            converter=many(0, MOST_SEED), metavar="NUMBER", help="The same seed and options give the same totals."
        ),
    ] = 1
    until: Annotated[
        float | None,
        Parameter(
            converter=percent, metavar="PERCENT", help="Stop once the standard error is this small, such as 0.001%."
        ),
    ] = None
    engine: Annotated[
        Literal["threads", "processes", "cuda", "dask", "ray"],
        Parameter(
            help="What does the work: this machine (threads, processes), its GPUs (cuda) or a cluster (dask, ray)."
        ),
    ] = "threads"
    threads: Annotated[
        int | None,
        Parameter(
            converter=many(1, MOST_THREADS), metavar="NUMBER", help="Threads or processes; all cores if left out."
        ),
    ] = None
    address: Annotated[str | None, Parameter(metavar="URL", help="The cluster's address, such as tcp://HOST:8786.")] = (
        None
    )
    checkpoint: Annotated[
        Path | None, Parameter(metavar="FILE", help="Save progress in this file, and continue from it if it exists.")
    ] = None
    audit: Annotated[
        int | None,
        Parameter(
            converter=many(1, MOST_ROUNDS),
            metavar="NUMBER",
            help="Check this many of the first rounds at a real table, act by act, to the cent.",
        ),
    ] = None
    json: Json = False
    out: Annotated[
        list[Path] | None,
        Parameter(
            metavar="FILE",
            help="Write the results: .json has all figures, .csv and .parquet how often each result came. Give it "
            "again for more files.",
            negative="",
        ),
    ] = None
    paths: Annotated[Path | None, Parameter(metavar="FILE", help="Draw some bankrolls over time, .svg or .png.")] = None
    distribution: Annotated[
        Path | None, Parameter(metavar="FILE", help="Draw how often each result came, .svg or .png.")
    ] = None
    convergence: Annotated[Path | None, Parameter(metavar="FILE", help="Draw how the edge settled, .svg or .png.")] = (
        None
    )
    force: Force = False

    @property
    def tables(self) -> tuple[Path, ...]:
        return tuple(self.out or ())

    @property
    def pictures(self) -> dict[str, Path]:
        """What is to be drawn, with its file."""
        named = {"paths": self.paths, "distribution": self.distribution, "convergence": self.convergence}
        return {name: path for name, path in named.items() if path is not None}


DEFAULTS = Running()


def refuses_running(running: Running) -> int | None:
    """Say what cannot be done, before any work; `None` where all can."""
    if why := _contradiction(running):
        return failed(why, UNREADABLE, json=running.json)
    pictures = tuple(running.pictures.values())
    for paths, suffixes in ((running.tables, TABLES), (pictures, PICTURES)):
        status = refuses_targets(paths, suffixes, force=running.force)
        if status is not None:
            return status
    if pictures and not plots.is_there():
        return failed(f"A plot needs the extra `report`: {INSTALL_PLOTS}", UNREADABLE, json=running.json)
    if any(path.suffix.lower() == ".parquet" for path in running.tables) and not parquet.is_there():
        return failed(f"A Parquet file needs the extra `parquet`: {parquet.INSTALL}", UNREADABLE, json=running.json)
    return None


def _contradiction(running: Running) -> str:
    if running.address is not None and running.engine not in CLUSTERS:
        return f"--address is for a cluster: add --engine dask or --engine ray, as {running.engine} run on this machine"
    if running.threads is not None and running.engine == "dask":
        return "leave out --threads: a Dask cluster has its own workers"
    if running.audit is not None and running.audit > running.rounds:
        return f"--audit {running.audit:,} is more than the {running.rounds:,} rounds of the run"
    written = {path.resolve() for path in (*running.tables, *running.pictures.values())}
    if running.checkpoint is not None and running.checkpoint.resolve() in written:
        return f"--checkpoint: {running.checkpoint} is also named for results; choose another file"
    return ""


def failed(why: str, status: int, *, json: bool) -> int:
    """One line, and in JSON what a program looks for."""
    if status == UNREADABLE:
        return unclear(why, json=json)
    return impossible(why, json=json)
