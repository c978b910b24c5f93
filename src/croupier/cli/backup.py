"""`croupier backup`, `croupier restore` and `croupier export`: a house kept apart, put back, and read elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from croupier.cli.configuration import configured, database_of
from croupier.cli.exit_codes import DONE
from croupier.cli.one_line import in_one_line
from croupier.floor.house_key import NAME
from croupier.floor.store.backup_file import NotKept

Data = Annotated[
    Path | None,
    Parameter(help="The folder of the house; by default that of CROUPIER_DATA, or one of the user's own."),
]
Database = Annotated[
    str | None,
    Parameter(help="The database of PostgreSQL that holds the house, where it is not in the folder."),
]
KEY_APART = "The house key is not in it. Keep a copy of {key} too, elsewhere: with both, open rounds can be foreseen."
KEY_KEPT = "{key}: the house key. Keep it away from the backup: with both, open rounds can be foreseen."
WITH_KEY = (
    "Rounds that were open in the backup go on under their seals. If the house played on after the backup was made, "
    "their secrets may be known by now: then restore without the key."
)
WITHOUT_KEY = (
    "No key was given: the server makes a new one. Rounds that were open in the backup cannot be drawn and are void; "
    "nothing else is lost."
)


def backup(
    file: Annotated[Path, Parameter(help="The file to write. One that is there already is left alone.")],
    *,
    data: Data = None,
    database: Database = None,
    key: Annotated[
        Path | None, Parameter(help="Write the house key to this file, which only its owner can read.")
    ] = None,
) -> int:
    """Copy a house into one file, from one moment, while its server goes on working.

    The house key is never in that file; --key writes it to a file of its own. Nothing is written over, and what cannot
    be written whole is not written at all. `croupier restore` puts the house back.

    Example: `croupier backup house.backup --data house --key house-backup.key`
    """

    def work() -> int:
        from croupier.floor.keeping.backup import back_up

        folder, url = _house(data, database)
        kept = back_up(folder, file, key, url)
        print(f"{file}: {kept.bytes:,} bytes, {kept.entries:,} journal entries, whole and readable")
        print(KEY_KEPT.format(key=key) if key is not None else KEY_APART.format(key=folder / NAME))
        return DONE

    return in_one_line(work, _obstacles)


def restore(
    file: Annotated[Path, Parameter(help="A backup of this program.")],
    *,
    data: Annotated[Path, Parameter(help="The folder to put the house into: empty, or not there yet.")],
    database: Annotated[
        str | None, Parameter(help="An empty database of PostgreSQL to put the house into, in place of a file.")
    ] = None,
    key: Annotated[Path | None, Parameter(help="The house key that was kept apart.")] = None,
) -> int:
    """Put a house back from its backup, into an empty or a new folder.

    Every act in it is judged anew first, as `croupier verify` does; a file that was cut off or altered, that is newer
    than this program or that does not follow is refused, and the folder stays as it was.

    One kind of backup serves both: a house moves from a file to PostgreSQL, or back, by being restored there.

    Without the key the rounds that were open are void. That is the right way wherever the house played on after the
    backup: the secrets of those rounds have been revealed since.

    Example: `croupier restore house.backup --data restored`
    """

    def work() -> int:
        from croupier.floor.keeping.backup import restore as put_back

        found = put_back(file, data, key, database_of(configured(data, database=database)))
        entries = sum(report.entries for report in found.reports)
        print(f"{data}: {len(found.reports):,} journals, {entries:,} entries, {found.accounts:,} accounts")
        if unknown := [report.stream for report in found.reports if report.unknown]:
            print(
                f"This program does not know the rules of {', '.join(unknown)}: only numbers and hashes were checked."
            )
        else:
            print("Everything follows.")
        print(WITHOUT_KEY if key is None else WITH_KEY)
        return DONE

    return in_one_line(work, _obstacles)


def export(
    *,
    out: Annotated[Path, Parameter(help="The folder to write to: empty, or not there yet.")],
    data: Data = None,
    database: Database = None,
) -> int:
    """Write every journal as text and the ledger as CSV, from one moment, beside a running server too.

    In `journals` there is a file for each table, which `croupier verify` and `croupier replay` read; `transfers.csv`
    has every transfer, `balances.csv` what each account holds and `rounds.csv` every round that is over, in dollars.
    There are no names in any of them.

    Example: `croupier export --data house --out exported`
    """

    def work() -> int:
        from croupier.floor.keeping.export import BALANCES, JOURNALS, ROUNDS, TRANSFERS
        from croupier.floor.keeping.export import export as written

        folder, url = _house(data, database)
        found = written(folder, out, url)
        print(f"{out / JOURNALS}: {found.journals:,} journals, {found.entries:,} entries")
        print(f"{out / TRANSFERS}: {found.transfers:,} transfers")
        print(f"{out / BALANCES}: {found.accounts:,} accounts")
        print(f"{out / ROUNDS}: {found.rounds:,} rounds")
        return DONE

    return in_one_line(work, _obstacles)


def _house(data: Path | None, database: str | None) -> tuple[Path, str | None]:
    """The folder, and the database where the house is not in the folder."""
    said = configured(data, database=database)
    return said.folder.value, database_of(said)


def _obstacles() -> tuple[type[Exception], ...]:
    from croupier.floor.store.lock import FolderInUse

    return NotKept, FolderInUse
