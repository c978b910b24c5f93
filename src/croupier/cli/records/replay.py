"""`croupier replay`: play a record again, and say what follows from it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from rich.console import Console
from rich.markup import escape

from croupier.cli.console.exit_codes import DONE, REFUSED
from croupier.cli.console.input import faults_of, text_of, unreadable
from croupier.cli.console.output import grid, print_json, screen
from croupier.cli.console.parameters import Json
from croupier.cli.records.replay_folder import TOURNAMENT, TableCheck, checked_tables
from croupier.games.chips import Chips
from croupier.games.money import dollars
from croupier.games.position import Settled
from croupier.games.table import Outcome
from croupier.games.tournament.state import PlaceTaken
from croupier.record import Replay, TextFault, Unreadable, read
from croupier.record import replay as replay_record

HOUSE = "croupier.sqlite"
"""A server's database, named here because the server may not be installed."""
_STYLES = {Outcome.WIN: "green", Outcome.LOSE: "red", Outcome.STAND_OFF: "yellow", Outcome.VOID: "yellow"}


def replay(
    file: Annotated[
        str,
        Parameter(
            allow_leading_hyphen=True,
            help="A record, or the folder that `croupier tournament run --record` wrote; - reads standard input.",
        ),
    ],
    /,
    *,
    json: Json = False,
) -> int:
    """Replay a record: every settlement with its clause.

    The exit code is 0 if every act was accepted, 1 if an act was refused or a settlement in the record is wrong, and 2
    if the file cannot be read.

    For example:

    - `croupier replay examples/roulette.txt`
    - `croupier replay examples/blackjack.txt --json`
    """
    folder = Path(file) if file != "-" and Path(file).is_dir() else None
    if folder is not None and not (folder / TOURNAMENT).is_file():
        return unreadable(file, (TextFault(0, 0, _other_folder(folder)),), json=json)
    name = str(folder / TOURNAMENT) if folder is not None else file
    try:
        record = read(text_of(name))
    except (OSError, UnicodeDecodeError, Unreadable) as error:
        return unreadable(name, faults_of(error), json=json)
    played = replay_record(record)
    tables = () if folder is None else checked_tables(folder, record)
    if json:
        print_json(as_json(played) | ({"tables": tables} if folder is not None else {}))
    else:
        show(screen(), played)
        _show_tables(screen(), tables)
    return DONE if played.is_in_order and not any(table.wrong for table in tables) else REFUSED


def _other_folder(folder: Path) -> str:
    """What to do with a folder that holds no tournament."""
    if (folder / HOUSE).is_file():
        return f"this is the folder of a server; check it with `croupier verify {folder}`"
    return f"this folder has no {TOURNAMENT}; name a record in it, or a folder that `croupier tournament run` wrote"


def _show_tables(out: Console, tables: tuple[TableCheck, ...]) -> None:
    for table in tables:
        if table.wrong:
            out.print(f"[bold red]Session {table.session}[/], {table.file}: {escape(table.wrong)}.")
    if tables and not any(table.wrong for table in tables):
        named = f"The records of all {len(tables)} tables are the ones that the tournament names"
        out.print(f"{named}, and give its tallies.")


def as_json(played: Replay) -> dict[str, Any]:
    refused = played.refused
    found = {
        "settled": [line_as_json(line) for line in played.settled],
        "refusal": None
        if refused is None
        else {
            "line": refused.line,
            "rule": refused.refusal.rule.clause,
            "code": refused.refusal.code,
            "why": refused.refusal.why,
        },
    }
    if played.discrepancies:
        found["discrepancies"] = [
            {"line": each.line, "stated": each.stated, "follows": each.follows} for each in played.discrepancies
        ]
    return found


def line_as_json(line: Settled | PlaceTaken) -> dict[str, Any]:
    if isinstance(line, PlaceTaken):
        return {"player": line.player, "place": line.place, "takes": line.money, "rule": line.rule.clause}
    return {
        "player": line.wager.player,
        "wager": str(line.wager.position),
        "stake": line.wager.stake,
        "outcome": line.outcome,
        "pays": line.pays,
        "rule": line.rule.clause,
    }


def show(out: Console, played: Replay) -> None:
    out.print(_settled_table(played.settled) if played.settled else "Nothing was settled.")
    if played.refused is not None:
        refusal = played.refused.refusal
        out.print(f"\n[bold red]Line {played.refused.line} is refused[/] by {refusal.rule}: {escape(refusal.why)}")
    for each in played.discrepancies:
        out.print(f"\n[bold red]Line {each.line}: the settlement in the record is wrong.[/]")
        for line in each.stated:
            out.print(f"  in the record:    {line}")
        for line in each.follows:
            out.print(f"  by the rules:     {line}")
    if played.is_in_order:
        out.print("\nEvery act was accepted, and every settlement in the record is right.")


def _settled_table(settled: tuple[Settled | PlaceTaken, ...]) -> Any:
    wagers = tuple(line for line in settled if isinstance(line, Settled))
    if wagers:
        return settlement_table(wagers)
    table = grid("place", "player", "takes", "clause", right=("place", "takes"))
    for line in settled:
        if isinstance(line, PlaceTaken):
            table.add_row(str(line.place), line.player, dollars(line.money), escape(str(line.rule)))
    return table


def settlement_table(settled: tuple[Settled, ...]) -> Any:
    table = grid("player", "wager", "stake", "outcome", "pays", "clause", right=("stake", "pays"))
    for line in settled:
        table.add_row(
            line.wager.player,
            str(line.wager.position),
            dollars(line.wager.stake) + (" in colour" if line.wager.chips is Chips.COLOUR else ""),
            f"[{_STYLES[line.outcome]}]{line.outcome}[/]",
            dollars(line.pays) if line.outcome is Outcome.WIN else "",
            escape(str(line.rule) + (f", {line.reason}" if line.reason else "")),
        )
    return table
