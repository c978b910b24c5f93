"""`croupier chance house`: whether the wheels, dice and shoes of a house are fair."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from cyclopts import Parameter
from rich.table import Table

from croupier.cli.console.exit_codes import DONE, REFUSED
from croupier.cli.console.output import print_json, screen
from croupier.cli.console.parameters import Data, Database, Json
from croupier.cli.house.configuration import configured, database_of
from croupier.cli.house.one_line import folder_named, in_one_line
from croupier.floor.keeping.reports.results import houses_fairness
from croupier.report.fairness import ALARM, WATCH, Fairness

if TYPE_CHECKING:
    from croupier.floor.keeping.reports.results import TableFairness


def house(
    *,
    data: Data = None,
    database: Database = None,
    table: Annotated[
        str | None, Parameter(metavar="ID", help="Only the table with this ID, with how often each result came.")
    ] = None,
    json: Json = False,
) -> int:
    """Say whether the wheels, dice and shoes of a house are fair.

    You may look at the e-value every day: it reaches 100 for at most one fair device in a hundred, over its whole
    life. P-values are for this look alone, corrected together (Holm). The exit code is 0 if no device has reached 100,
    and 1 if one has. The server may be running.

    For example:

    - `croupier chance house --data house`
    - `croupier chance house --data house --json`
    """

    def work() -> int:
        from croupier.floor.keeping.read_only import house_viewed

        said = configured(data, database=database)
        folder, url = said.folder.value, database_of(said)
        with folder_named(folder, url), house_viewed(folder, url) as rows:
            found = [each for each in houses_fairness(rows.execute) if table in {None, each.table}]
        if json:
            print_json({_key(each): _named(each) | _plain(each.found) for each in found})
        else:
            _show([(_key(each), each.name, each.found) for each in found], is_one=table is not None)
        return REFUSED if any(each.found.is_alarm for each in found) else DONE

    return in_one_line(work, _obstacles, json=json)


def _key(each: TableFairness) -> str:
    """The table's name, and the device's where it took another one's place."""
    return f"{each.table} {each.device}".rstrip()


def _named(each: TableFairness) -> dict[str, Any]:
    return {"name": each.name, "game": each.game, "device": each.device}


def _plain(found: Fairness) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(found)
    return plain | {"is_alarm": found.is_alarm}


def _show(found: list[tuple[str, str, Fairness]], *, is_one: bool) -> None:
    out = screen()
    if not found:
        out.print("No table has that name." if is_one else "This house has no tables.")
    listed = Table("table", "device", "results", "e-value", "highest", "smallest p", "a bias of 10 % is seen after")
    for id, name, each in found:
        smallest = min((test.corrected for test in each.tests), default=1.0)
        figures = (f"{each.results:,}", f"{each.e_value:.3g}", _marked(each.peak), f"{smallest:.3f}")
        listed.add_row(f"{name} ({id})", each.device.kind, *figures, f"{each.power[0].results:,} results")
    if found:
        out.print(listed)
    for _, _, each in found if is_one else ():
        cells = Table("result", "came", "expected", "standard errors")
        for cell in each.cells:
            cells.add_row(cell.name, f"{cell.count:,}", f"{cell.expected:.1f}", f"{cell.errors:+.1f}")
        out.print(cells)
        for test in each.tests:
            out.print(f"{test.name}: p = {test.p:.4f}, corrected {test.corrected:.4f}")


def _marked(peak: float) -> str:
    if peak >= ALARM:
        return f"[bold red]{peak:.3g}: look at it[/]"
    return f"{peak:.3g}: watch" if peak >= WATCH else f"{peak:.3g}"


def _obstacles() -> tuple[type[Exception], ...]:
    from croupier.floor.keeping.read_only import NoData

    return (NoData,)
