"""What every simulation is asked: how many rounds, by what means, until when, and where the results go."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from croupier.cli.exit_codes import UNREADABLE
from croupier.cli.files import refuses_targets
from croupier.cli.input import unclear
from croupier.cli.numbers import many, percent
from croupier.cli.output import complain, print_json
from croupier.cli.readings import Json
from croupier.cli.simulate import parquet
from croupier.record.simulation import MOST_SEED
from croupier.report import plots
from croupier.report.typst import INSTALL as INSTALL_PLOTS

MOST_ROUNDS = 10**13
MOST_THREADS = 1024
ROUNDS = 100_000_000
TABLES = (".json", ".csv", ".parquet")
PICTURES = (".svg", ".png")
CLUSTERS = ("dask", "ray")


@Parameter(name="*", group="The run")
@dataclass(frozen=True, kw_only=True)
class Running:
    """The options that all simulations share."""

    rounds: Annotated[int, Parameter(converter=many(1, MOST_ROUNDS), help="How many rounds: 1e9, 1_000_000, 5000.")] = (
        ROUNDS
    )
    seed: Annotated[
        int,
        Parameter(converter=many(0, MOST_SEED), help="The same seed and options give the same totals, to the cent."),
    ] = 1
    until: Annotated[
        float | None,
        Parameter(converter=percent, help="Stop as soon as the standard error is as small as that: 0.001%."),
    ] = None
    engine: Annotated[
        Literal["threads", "processes", "dask", "ray"], Parameter(help="Who works: this machine, or a cluster.")
    ] = "threads"
    threads: Annotated[
        int | None,
        Parameter(converter=many(1, MOST_THREADS), help="How many threads or processes; all cores by default."),
    ] = None
    address: Annotated[str | None, Parameter(help="Where the cluster is: tcp://HOST:8786.")] = None
    checkpoint: Annotated[
        Path | None, Parameter(help="Keep what is done in this file, and go on from it where it is there.")
    ] = None
    audit: Annotated[
        int | None,
        Parameter(
            converter=many(1, MOST_ROUNDS),
            help="Play so many of the first rounds again at the real table, act by act, and compare to the cent.",
        ),
    ] = None
    json: Json = False
    out: Annotated[
        list[Path] | None,
        Parameter(
            help="Write the results: .json has all of them, .csv and .parquet how often each came. May come again.",
            negative="",
        ),
    ] = None
    paths: Annotated[Path | None, Parameter(help="Draw some bankrolls, .svg or .png.")] = None
    distribution: Annotated[Path | None, Parameter(help="Draw how often each result came.")] = None
    convergence: Annotated[Path | None, Parameter(help="Draw how the edge settled.")] = None
    force: Annotated[bool, Parameter(negative="", help="Write over files that are there.")] = False

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
    """Say what cannot be done, before anything is worked out; `None` where all can."""
    if why := _contradiction(running):
        return failed(why, UNREADABLE, json=running.json)
    pictures = tuple(running.pictures.values())
    for paths, suffixes in ((running.tables, TABLES), (pictures, PICTURES)):
        status = refuses_targets(paths, suffixes, force=running.force)
        if status is not None:
            return status
    if pictures and not plots.is_there():
        return failed(f"A plot needs what draws it: {INSTALL_PLOTS}", UNREADABLE, json=running.json)
    if any(path.suffix.lower() == ".parquet" for path in running.tables) and not parquet.is_there():
        return failed(f"A Parquet file needs what writes it: {parquet.INSTALL}", UNREADABLE, json=running.json)
    return None


def _contradiction(running: Running) -> str:
    if running.address is not None and running.engine not in CLUSTERS:
        return f"--address: {running.engine} run on this machine; a cluster is --engine dask or --engine ray"
    if running.threads is not None and running.engine == "dask":
        return "--threads: a Dask cluster has the workers that it has"
    if running.audit is not None and running.audit > running.rounds:
        return f"--audit: the run has {running.rounds:,} rounds, not {running.audit:,}"
    written = {path.resolve() for path in (*running.tables, *running.pictures.values())}
    if running.checkpoint is not None and running.checkpoint.resolve() in written:
        return f"--checkpoint: {running.checkpoint} is written as a result too"
    return ""


def failed(why: str, status: int, *, json: bool) -> int:
    """One line, and in JSON what a program looks for."""
    if status == UNREADABLE:
        return unclear(why, json=json)
    if json:
        print_json({"refused": {"why": why}})
    complain(why)
    return status
