"""`croupier tournament plan`: stages, tables, lengths and prizes for so many players, and the conditions of entry."""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from croupier.cli.console.exit_codes import DONE, REFUSED, UNREADABLE
from croupier.cli.console.input import refused, unclear
from croupier.cli.console.numbers import whole
from croupier.cli.console.output import WIDTH, grid, print_json, screen
from croupier.cli.console.parameters import Force, Json
from croupier.games.money import dollars
from croupier.games.refusal import Refusal
from croupier.games.sign import Sign
from croupier.games.tournament.conditions import MOST_AT_TABLE
from croupier.games.tournament.planning.planner import CHIPS, SIGN, Plan, PlannedStage
from croupier.games.tournament.planning.planner import plan as plan_for
from croupier.record.files.conditions import write_conditions
from croupier.record.text.codecs import AMOUNT, read_dollars
from croupier.record.text.moments import local_time, seconds_of, zone_called

SATURDAY, EVENING = 5, 19
DAYS_AHEAD = 7
"""So that applicants still have days in which to withdraw (D7 3.5(a)(i))."""
ORDINALS = ("1st", "2nd", "3rd")


def plan(
    *,
    players: Annotated[int, Parameter(converter=whole, metavar="NUMBER", help="Players when every place is taken.")],
    advance: Annotated[
        int | None,
        Parameter(
            converter=whole, metavar="NUMBER", help="Players who qualify from each table, 1 to 7; chosen if left out."
        ),
    ] = None,
    seats: Annotated[
        int, Parameter(converter=whole, metavar="NUMBER", help="Most players at one table, 4 to 7.")
    ] = MOST_AT_TABLE,
    fee: Annotated[str, Parameter(metavar="DOLLARS", help="The entry fee.")] = "0",
    added: Annotated[str, Parameter(metavar="DOLLARS", help="What the operator adds to the prizes.")] = "0",
    rounds: Annotated[int, Parameter(converter=whole, metavar="NUMBER", help="Rounds in a session.")] = 20,
    name: Annotated[str, Parameter(metavar="NAME", help="The name of the tournament.")] = "Blackjack tournament",
    starts: Annotated[
        str | None,
        Parameter(metavar="TIME", help="When play begins, such as 2026-12-05T19:00; a Saturday evening if left out."),
    ] = None,
    zone: Annotated[str, Parameter(metavar="ZONE", help="The time zone of --starts.")] = "Pacific/Auckland",
    out: Annotated[
        Path | None, Parameter(metavar="FILE", help="Write the conditions of entry to this TOML file.")
    ] = None,
    force: Force = False,
    json: Json = False,
) -> int:
    """Plan a tournament: stages, tables, length of sessions and prizes.

    If no tournament is possible with this number of players, the exit code is 1 and the clause is named.

    For example:

    - `croupier tournament plan --players 48 --fee 50`
    - `croupier tournament plan --players 21 --rounds 15 --added 500 --json`
    """
    try:
        found = plan_for(
            players,
            advance=advance,
            seats=seats,
            fee=_cents(fee, "--fee"),
            added=_cents(added, "--added"),
            rounds=rounds,
            name=name,
            starts=_start(starts, zone),
            zone=zone,
        )
    except ValueError as error:
        return unclear(str(error), json=json, status=UNREADABLE)
    if isinstance(found, Refusal):
        return refused("", found, json=json)
    if out is not None and (status := _write(found, out, force=force, json=json)):
        return status
    if json:
        print_json(as_json(found, out))
    else:
        show(screen(), found, out)
    return DONE


# What was asked for


def _cents(text: str, option: str) -> int:
    if not re.fullmatch(AMOUNT, text, re.ASCII):
        raise ValueError(f"{option}: expected an amount in dollars, such as 20 or 2.50, not {text!r}")
    return read_dollars(text)


def _start(text: str | None, zone: str) -> int:
    place = zone_called(zone)
    if text is None:
        day = datetime.now(UTC).astimezone(place).date() + timedelta(DAYS_AHEAD)
        day += timedelta((SATURDAY - day.weekday()) % 7)
        return seconds_of(datetime(day.year, day.month, day.day, EVENING), zone)  # noqa: DTZ001  of the zone's clocks
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        moment = None
    if moment is None or ":" not in text:  # a day alone would be read as its midnight
        raise ValueError(f"--starts: expected a time such as 2026-12-05T19:00, not {text!r}")
    try:
        return seconds_of(moment, zone)
    except ValueError as error:
        raise ValueError(f"--starts: {error}") from None


def _write(found: Plan, out: Path, *, force: bool, json: bool) -> int:
    """Write the conditions; 0, or the status with which to end."""
    try:
        with out.open("w" if force else "x", encoding="utf-8") as file:
            file.write(write_conditions(found.conditions))
    except FileExistsError:
        return unclear(f"{out}: this file exists; --force overwrites it", json=json, status=REFUSED)
    except OSError as error:
        return unclear(f"{out}: {error.strerror or error}", json=json, status=UNREADABLE)
    return DONE


# What is said


def as_json(found: Plan, out: Path | None = None) -> dict[str, Any]:
    conditions = found.conditions
    return {
        "name": conditions.name,
        "players": found.players,
        "fewest": conditions.fewest,
        "seats": found.seats,
        "starts": conditions.starts,
        "zone": conditions.zone,
        "stages": [_stage_as_json(stage) for stage in found.stages],
        "fee": conditions.entry_fee,
        "added": found.added,
        "pool": found.pool,
        "play_off": str(conditions.play_off),
        "prizes": [
            {"place": place, "share": prize.share, "goods": prize.goods, "pays": pays}
            for place, (prize, pays) in enumerate(zip(conditions.prizes, found.money, strict=True), 1)
        ],
        "out": None if out is None else str(out),
    }


def _stage_as_json(stage: PlannedStage) -> dict[str, Any]:
    return {
        "final": stage.is_final,
        "players": stage.players,
        "tables": stage.tables,
        "duration": str(stage.duration),
        "advance": stage.advance,
        "best_losers": stage.best_losers,
        "going_on": stage.going_on,
        "why": stage.why,
    }


def show(out: Console, found: Plan, file: Path | None = None) -> None:
    width = min(WIDTH, out.width)
    _paragraph(out, found.conditions.name, f": {found.players:,} players", width)
    out.print(Rule(style="dim"), width=width)
    for number, stage in enumerate(found.stages, 1):
        title = "Final" if stage.is_final else f"Stage {number}"
        _paragraph(out, title, f": {_seating(stage)}", width)
        _paragraph(out, "", f"{_sizes(stage)}{stage.duration}. {stage.why}", width, indent="  ")
    out.print()
    _show_prizes(out, found, width)
    out.print()
    for note in _notes(found, file):
        _paragraph(out, "", note, width, style="dim")


def _paragraph(out: Console, title: str, text: str, width: int, *, indent: str = "", style: str = "") -> None:
    """Broken between words, never within the name of a clause; lines after the first are set in under the title."""
    whole = (title + text).replace("D7 ", "D7\N{NO-BREAK SPACE}")
    lines = textwrap.fill(
        whole,
        width,
        initial_indent=indent,
        subsequent_indent="  ",
        break_on_hyphens=False,
        break_long_words=False,
    )
    shown = Text(lines.replace("\N{NO-BREAK SPACE}", " "), style=style)
    shown.stylize("bold", 0, len(title))
    out.print(shown, soft_wrap=True)


def _seating(stage: PlannedStage) -> str:
    tables = "one table" if len(stage.tables) == 1 else f"{len(stage.tables):,} tables"
    return f"{stage.players:,} players at {tables}"


def _sizes(stage: PlannedStage) -> str:
    """`6 tables of 7 and 1 of 6, `; nothing of the one table that the final has."""
    if len(stage.tables) == 1:
        return ""
    sizes = Counter(stage.tables)
    if len(sizes) == 1:
        return f"{stage.tables[0]} at each, "
    (larger, many), (smaller, few) = sizes.items()
    return f"{many:,} {'table' if many == 1 else 'tables'} of {larger} and {few:,} of {smaller}, "


def _show_prizes(out: Console, found: Plan, width: int) -> None:
    fee = found.conditions.entry_fee or 0
    sources = [f"{found.players:,} fees of {_money(fee)}"] if fee else []
    sources += [f"{_money(found.added)} added"] if found.added else []
    if not sources:
        why = ": a trophy for the winner. With no fee and nothing added there is no money to share."
        _paragraph(out, "Prizes", why, width)
        return
    make = "make" if fee else "makes"
    _paragraph(out, "Prizes", f" of a full field: {' and '.join(sources)} {make} {_money(found.pool)}", width)
    table = grid("place", "share", "takes", right=("share", "takes"))
    for place, (prize, pays) in enumerate(zip(found.conditions.prizes, found.money, strict=True), 1):
        table.add_row(_ordinal(place), f"{prize.share} %", _money(pays))
    out.print(table)


def _money(cents: int) -> str:
    """`1,305` or `21.50`: for eyes, with marks between the thousands."""
    whole, _, rest = dollars(cents).partition(".")
    return f"{int(whole):,}" + (f".{rest}" if rest else "")


def _ordinal(place: int) -> str:
    return ORDINALS[place - 1] if place <= len(ORDINALS) else f"{place}th"


def _notes(found: Plan, file: Path | None) -> list[str]:
    conditions = found.conditions
    notes = [f"Every session begins with {_money(CHIPS)} in chips, given free; {_limits(SIGN)}."]
    notes.append(f"A play-off lasts {conditions.play_off}.")
    if conditions.starts is not None:
        notes.append(f"Play begins {local_time(conditions.starts, conditions.zone)}.")
    if conditions.fewest is not None and conditions.fewest < found.players:
        notes.append(f"The same conditions work with {conditions.fewest:,} players or more.")
    if found.added:
        notes.append(
            f"The {_money(found.added)} added go into the pool. They are not in the conditions of entry (D7 3.4)."
        )
    written = "--out FILE writes the conditions of entry, each with its clause."
    notes.append(written if file is None else f"The conditions of entry are in {file}.")
    return notes


def _limits(sign: Sign) -> str:
    step = f" in steps of {_money(sign.increment)}" if sign.increment else ""
    return f"wagers are {_money(sign.minimum)} to {_money(sign.maximum)}{step}"
