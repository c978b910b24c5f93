"""Is the wheel fair? What each wheel, set of dice and shoe of the house has brought, and what that says."""

from __future__ import annotations

from litestar import get
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from croupier.floor.casino import Casino
from croupier.floor.keeping.reports.results import TableFairness, houses_fairness
from croupier.floor.store.port import Connection
from croupier.report.fairness import ALARM, WATCH, Fairness
from croupier.serve.routes.inspection.inspector import INSPECTORS

MOST_SAID = 1_000_000.0
"""What is beyond this says no more than this."""
FAIR, WATCHED, ALARMED = "fair", "watch", "alarm"


class FairnessCell(Struct, frozen=True):
    name: str
    count: int
    expected: str
    errors: str
    """How many standard errors it is above what should come."""


class FairnessTestShown(Struct, frozen=True):
    name: str
    p: str
    corrected: str
    """After the correction for all tests of this look."""


class FairnessPower(Struct, frozen=True):
    bias: int
    """Hundredths by which it comes more often."""
    results: int
    """After so many results that is found four times in five."""
    neighbours: int
    """Of so many results side by side; 1 for one result."""


class FairnessShown(Struct, frozen=True):
    table: str
    name: str
    game: str
    device: str
    """The number or mark of what brought these results; empty for what the table opened with."""
    kind: str
    """Wheel, money wheel, dice or shoe."""
    results: int
    verdict: str
    """`fair` where nothing speaks against it, `watch` from an e-value of 10 on, `alarm` from 100 on."""
    e_value: str
    peak: str
    """The highest that the e-value has been: this decides."""
    alarm: int
    cells: tuple[FairnessCell, ...]
    is_ring: bool
    tests: tuple[FairnessTestShown, ...]
    power: tuple[FairnessPower, ...]
    curve: tuple[tuple[int, str], ...]
    """The e-value after so many results."""


@get("/api/v1/fairness", who=INSPECTORS, gives=tuple[FairnessShown, ...])
async def fairness(casino: Casino) -> tuple[FairnessShown, ...]:
    """Every wheel, set of dice and shoe of the house, those first that most speaks against."""

    def found(connection: Connection) -> list[TableFairness]:
        return list(houses_fairness(lambda sql: connection.execute(sql).fetchall()))

    # In the reader's thread: no table waits for the sums of another.
    shown = map(_shown, await casino.store.read(found))
    return tuple(sorted(shown, key=lambda each: (-float(each.peak), each.name, each.device)))


def verdict_of(found: Fairness) -> str:
    return ALARMED if found.peak >= ALARM else WATCHED if found.peak >= WATCH else FAIR


def _shown(each: TableFairness) -> FairnessShown:
    found = each.found
    return FairnessShown(
        table=each.table,
        name=each.name,
        game=each.game,
        device=each.device,
        kind=found.device.kind,
        results=found.results,
        verdict=verdict_of(found),
        e_value=_figure(found.e_value),
        peak=_figure(found.peak),
        alarm=int(ALARM),
        cells=tuple(
            FairnessCell(cell.name, cell.count, f"{cell.expected:.1f}", f"{cell.errors:.1f}") for cell in found.cells
        ),
        is_ring=found.device.is_ring,
        tests=tuple(FairnessTestShown(test.name, f"{test.p:.4f}", f"{test.corrected:.4f}") for test in found.tests),
        power=tuple(FairnessPower(round(100 * said.bias), said.results, said.neighbours) for said in found.power),
        curve=tuple((number, _figure(value)) for number, value in found.curve),
    )


def _figure(value: float) -> str:
    return f"{value:.3g}" if value < ALARM else str(round(min(value, MOST_SAID)))


ROUTES: list[ControllerRouterHandler] = [fairness]
