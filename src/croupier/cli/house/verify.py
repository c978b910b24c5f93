"""`croupier verify`: judge every act of every journal anew, and say what does not follow."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from cyclopts import Parameter
from msgspec import Struct, structs
from rich.console import Console
from rich.markup import escape

from croupier.cli.console.exit_codes import DONE, REFUSED, UNREADABLE
from croupier.cli.console.input import faults_of, text_of, unclear, unreadable
from croupier.cli.console.output import print_json, screen
from croupier.cli.console.parameters import Database, Json
from croupier.cli.house.configuration import NotConfigured, configured, without_driver, without_server
from croupier.games.money import dollars
from croupier.record import TextFault, Unreadable
from croupier.record.audits.audit import audit_journal
from croupier.record.journals.checkpoint import receipts_of
from croupier.record.journals.journal import read_journal
from croupier.record.journals.receipts import by_own_names, read_receipts

if TYPE_CHECKING:
    from croupier.floor.keeping.audits.audit import Inspection
    from croupier.record.audits.audit import Breach, Report
    from croupier.record.journals.receipts import Receipts

NO_HOUSE = "There is no house in {} yet. Name a house's folder or a journal: `croupier verify house`."
FOLLOWS, BROKEN, UNKNOWN = "everything follows", "does not follow", "cannot be judged here"


def verify(
    data: Annotated[
        str | None,
        Parameter(
            allow_leading_hyphen=True,
            help="A server's folder, or an exported journal; - reads a journal from standard input. Without it: "
            "CROUPIER_DATA, else your own data folder.",
        ),
    ] = None,
    *,
    receipts: Annotated[
        str | None,
        Parameter(metavar="FILE", help="Receipts to compare: table, number and hash on each line, or their JSON."),
    ] = None,
    database: Database = None,
    checkpoints: Annotated[
        str | None,
        Parameter(metavar="FILE", help="Signed checkpoints kept outside the house, as /api/v1/checkpoints gives them."),
    ] = None,
    json: Json = False,
) -> int:
    """Verify journals: replay every act, check hashes, seals and balances.

    Closing times and transfers are checked too. The server may be running. The exit code is 0 if all checks
    pass, 1 if one fails (the first bad entry of each journal is named), and 2 if something cannot be read or was played
    under rules that this program does not know.

    Only receipts or checkpoints can show that the end of a journal was cut off, or that all of it was rewritten: give
    them with `--receipts` or `--checkpoints`.

    For example:

    - `croupier verify examples/journal.txt`
    - `croupier verify examples/journal.txt --json`
    """
    try:
        if data is None:
            house = configured(database=database)
            data, database = str(house.folder.value), house["database"]
            if database is None and not Path(data).is_dir():
                return unclear(NO_HOUSE.format(data), json=json)
        name = data
    except NotConfigured as error:
        return unreadable(error.place, error.faults, json=json)
    try:
        given: Receipts = {}
        if receipts is not None:
            name = receipts
            given = read_receipts(text_of(receipts))
            name = data
        signed = None
        if checkpoints is not None:
            name = checkpoints
            signed = _signed(text_of(checkpoints))
            given = _merged(given, signed.receipts)
            name = data
        if database is not None or (data != "-" and Path(data).is_dir()):
            found = _of_folder(Path(data), given, database)
        else:
            found = _of_journal(data, given)
        found = structs.replace(found, signed=signed)
    except (OSError, UnicodeDecodeError, Unreadable) as error:
        return unreadable(name, faults_of(error), json=json)
    if json:
        print_json(as_json(found))
    else:
        show(screen(), found)
    return {FOLLOWS: DONE, BROKEN: REFUSED, UNKNOWN: UNREADABLE}[found.verdict]


class SignedHeads(Struct, frozen=True):
    """Checkpoints whose signatures, chain and roots are right."""

    key: str
    count: int
    latest: str
    """The time of the last of them."""
    receipts: Receipts


def _signed(text: str) -> SignedHeads:
    if faults := without_server():
        raise Unreadable(faults)
    from croupier.floor.keeping.checkpoints import read_signed

    key, found = read_signed(text)
    return SignedHeads(str(key), len(found), found[-1].time if found else "", receipts_of(found))


def _merged(one: Receipts, other: Receipts) -> Receipts:
    merged = {stream: {number: set(hashes) for number, hashes in each.items()} for stream, each in one.items()}
    for stream, each in other.items():
        for number, hashes in each.items():
            merged.setdefault(stream, {}).setdefault(number, set()).update(hashes)
    return merged


class Verification(Struct, frozen=True):
    reports: tuple[Report, ...]
    breaches: tuple[Breach, ...]
    books: Inspection | None = None
    """The ledger beside the journals, in a data folder."""
    other_receipts: int = 0
    """Receipts for tables that an exported journal does not hold."""
    signed: SignedHeads | None = None
    """What the checkpoints say that were given."""

    @property
    def verdict(self) -> str:
        if self.breaches:
            return BROKEN
        return UNKNOWN if any(report.unknown for report in self.reports) else FOLLOWS


def _of_folder(folder: Path, receipts: Receipts, database: str | None = None) -> Verification:
    if faults := without_server() or without_driver(database):
        raise Unreadable(faults)
    from croupier.floor.keeping.audits.audit import inspect
    from croupier.floor.keeping.read_only import NoData

    try:
        inspection = inspect(folder, receipts, database)
    except NoData as nothing:
        raise Unreadable([TextFault(0, 0, str(nothing))]) from None
    return Verification(inspection.reports, inspection.breaches, inspection)


def _of_journal(file: str, receipts: Receipts) -> Verification:
    # Read as bytes where it is a file, too: what a line may hold must not end it.
    text = text_of(file) if file == "-" else Path(file).read_bytes().decode("utf-8")
    journal = read_journal(text.removeprefix("\ufeff").replace("\r\n", "\n"))
    given = by_own_names(receipts, (journal.stream,))
    report = audit_journal(journal, given.get(journal.stream))
    others = sum(len(each) for stream, each in given.items() if stream != journal.stream)
    return Verification((report,), () if report.breach is None else (report.breach,), other_receipts=others)


def as_json(found: Verification) -> dict[str, Any]:
    return {
        "verdict": found.verdict,
        "checked": _checked(found),
        "tables": [_report_as_json(report) for report in found.reports],
        "remarks": list(remarks(found)),
        "faults": [
            {"table": each.stream, "number": each.number, "why": each.why, "rule": each.rule or None}
            for each in found.breaches
        ],
    }


def _checked(found: Verification) -> dict[str, int]:
    counts = {
        name: sum(getattr(report, name) for report in found.reports)
        for name in ("entries", "rounds", "draws", "transfers", "receipts")
    }
    books = {} if found.books is None else {"accounts": found.books.accounts, "total": found.books.total}
    return {"journals": len(found.reports)} | counts | books


def _report_as_json(report: Report) -> dict[str, Any]:
    fields = ("stream", "game", "edition", "entries", "rounds", "draws", "transfers", "is_sealed", "waiting")
    return {name: value for name, value in msgspec.to_builtins(report).items() if name in fields}


def remarks(found: Verification) -> Iterator[str]:
    """What is no fault, and what could not be checked."""
    for report in found.reports:
        yield from (f"{report.stream}: {words}" for words in _remarks_on(report))
    if found.other_receipts:
        yield f"Receipts for other tables, not compared: {found.other_receipts}."
    if found.signed is not None:
        until = f", the last of {found.signed.latest}" if found.signed.latest else ""
        yield f"{_counted(found.signed.count, 'checkpoints')}{until}, signed by {found.signed.key}"
    if found.books is not None and not found.books.has_key:
        yield "The house key could not be read, so it was not checked whether open rounds can be finished."
    if found.books is not None and not found.books.has_register:
        yield (
            "An older version wrote the house's journal, so people, roles, limits and tables were not compared with "
            "it. They will be once the server has started again."
        )


def _remarks_on(report: Report) -> Iterator[str]:
    if report.unknown:
        yield f"{report.unknown}. Only numbers, times and hashes were checked, not the acts."
    if report.waiting:
        yield f"{_counted(report.waiting, 'outcomes')} of the open round can be checked once its secret is revealed."
    if report.late_closes:
        yield f"betting closed more than 2 seconds late {_times(report.late_closes)}."
    if report.early_closes:
        yield f"the dealer closed betting before the announced end {_times(report.early_closes)}."
    if report.agreed_closes:
        yield f"betting closed early {_times(report.agreed_closes)}, because all who had wagered agreed."
    if report.lost_secrets:
        yield f"lost secrets: {report.lost_secrets}. The rounds that were open under them are void."
    if report.late_seals:
        yield f"{_counted(report.late_seals, 'rounds')} ended before the next round was sealed."


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number:,} times"


def _counted(number: int, things: str) -> str:
    """`1 entry`, `7 journals`."""
    one = "entry" if things == "entries" else things.removesuffix("s")
    return f"{number:,} {one if number == 1 else things}"


def show(out: Console, found: Verification) -> None:
    checked = _checked(found)
    total = f", balances add up to {dollars(checked['total'])}" if found.books is not None else ""
    counted = ", ".join(_counted(checked[name], name) for name in checked if name not in ("accounts", "total"))
    out.print(f"Checked: {counted}{total}.")
    for remark in remarks(found):
        out.print(escape(remark))
    for each in found.breaches:
        where = each.stream if each.number is None else f"{each.stream}, entry {each.number}"
        rule = f" ({each.rule})" if each.rule else ""
        out.print(f"[bold red]{escape(where)}[/]: {escape(each.why)}{escape(rule)}")
    out.print(_verdict(found))


def _verdict(found: Verification) -> str:
    if found.verdict == FOLLOWS:
        return "[green]All checks passed.[/]"
    if found.verdict == UNKNOWN:
        return "[yellow]Some journals need another version of this program; all other checks passed.[/]"
    return "[bold red]Checks failed.[/]"
