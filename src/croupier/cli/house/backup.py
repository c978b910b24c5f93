"""`croupier backup`, `croupier restore` and `croupier export`: a house kept apart, put back, and read elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from croupier.cli.console.exit_codes import DONE
from croupier.cli.console.parameters import Data, Database
from croupier.cli.house.configuration import configured, database_of
from croupier.cli.house.one_line import in_one_line
from croupier.floor.house_key import NAME
from croupier.floor.store.engines.backup_file import NotKept

KEY_APART = (
    "The house key is not in the backup. Keep a copy of {key} in another place: whoever has both can predict open "
    "rounds."
)
KEY_KEPT = "{key}: the house key. Keep it in another place: whoever has both can predict open rounds."
WITH_KEY = (
    "Rounds that were open in the backup continue under their seals. If the house was open after the backup, their "
    "secrets may be known: then restore without the key."
)
WITHOUT_KEY = (
    "No key was given, so the server will make a new one. Rounds that were open in the backup are void; nothing else "
    "is lost."
)


def backup(
    file: Annotated[Path, Parameter(help="The backup file to write. An existing file is never overwritten.")],
    /,
    *,
    data: Data = None,
    database: Database = None,
    key: Annotated[
        Path | None, Parameter(metavar="FILE", help="Also write the house key to this file, readable by you only.")
    ] = None,
) -> int:
    """Back up a house to one file while its server runs.

    The file holds the house as it was at one moment. The house key is never in it: --key writes the key to a file of
    its own. `croupier restore` reads the backup.

    For example:

    - `croupier backup house.backup --data house --key house-backup.key`
    - `croupier backup monday.backup --data house`
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
    file: Annotated[Path, Parameter(help="The backup, a file made by `croupier backup`.")],
    /,
    *,
    data: Annotated[Path, Parameter(metavar="FOLDER", help="The folder for the house: new or empty.")],
    database: Annotated[
        str | None,
        Parameter(metavar="URL", help="Restore into this empty PostgreSQL database instead of a SQLite file."),
    ] = None,
    key: Annotated[Path | None, Parameter(metavar="FILE", help="The house key that belongs to the backup.")] = None,
) -> int:
    """Restore a house from a backup.

    All checks of `croupier verify` run first. A backup that is incomplete, altered or newer than this program is
    refused, and the folder stays as it was. To move a house from SQLite to PostgreSQL or back, restore it there.

    Without the key, rounds that were open in the backup are void. Leave the key out if the house was open after the
    backup: the secrets of those rounds have been revealed since.

    For example:

    - `croupier restore house.backup --data restored`
    - `croupier restore house.backup --data restored --key house-backup.key`
    """

    def work() -> int:
        from croupier.floor.keeping.backup import restore as put_back

        found = put_back(file, data, key, database_of(configured(data, database=database)))
        entries = sum(report.entries for report in found.reports)
        print(f"{data}: {len(found.reports):,} journals, {entries:,} entries, {found.accounts:,} accounts")
        if unknown := [report.stream for report in found.reports if report.unknown]:
            print(
                f"This version does not know the rules of {', '.join(unknown)}: only numbers and hashes were checked."
            )
        else:
            print("All checks passed.")
        print(WITHOUT_KEY if key is None else WITH_KEY)
        return DONE

    return in_one_line(work, _obstacles)


def export(
    *,
    out: Annotated[Path, Parameter(metavar="FOLDER", help="The folder to write to: new or empty.")],
    data: Data = None,
    database: Database = None,
    join: Annotated[
        bool, Parameter(negative=(), help="Also write join.csv: which person each player's id stands for.")
    ] = False,
) -> int:
    """Export every journal as text and the ledger as CSV.

    The server may be running; everything is from one moment. The folder `journals` has a file for each table, which
    `croupier verify` and `croupier replay` read. `transfers.csv`, `balances.csv` and `rounds.csv` are in dollars. No
    file holds a person's name.

    A player has another id in each journal. --join also writes which person each id stands for, for an inspector who
    has to follow somebody from table to table. Keep that file apart from the others.

    For example:

    - `croupier export --data house --out exported`
    - `croupier export --data house --out monday --join`
    """

    def work() -> int:
        from croupier.floor.keeping.export import BALANCES, JOIN, JOURNALS, ROUNDS, TRANSFERS
        from croupier.floor.keeping.export import export as written

        folder, url = _house(data, database)
        found = written(folder, out, url, join=join)
        print(f"{out / JOURNALS}: {found.journals:,} journals, {found.entries:,} entries")
        print(f"{out / TRANSFERS}: {found.transfers:,} transfers")
        print(f"{out / BALANCES}: {found.accounts:,} accounts")
        print(f"{out / ROUNDS}: {found.rounds:,} rounds")
        if found.joined is not None:
            print(f"{out / JOIN}: {found.joined:,} ids. With this file a person can be followed from table to table.")
        return DONE

    return in_one_line(work, _obstacles)


def _house(data: Path | None, database: str | None) -> tuple[Path, str | None]:
    """The folder, and the database where the house is not in the folder."""
    said = configured(data, database=database)
    return said.folder.value, database_of(said)


def _obstacles() -> tuple[type[Exception], ...]:
    from croupier.floor.store.engines.lock import FolderInUse

    return NotKept, FolderInUse
