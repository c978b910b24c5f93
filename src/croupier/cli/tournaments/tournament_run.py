"""`croupier tournament run`: a whole tournament from its conditions of entry, with simulated players."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.rule import Rule

from croupier.cli.console.exit_codes import DONE
from croupier.cli.console.input import refused, unclear, why_not
from croupier.cli.console.numbers import whole
from croupier.cli.console.output import WIDTH, grid, indented, print_json, screen
from croupier.cli.console.parameters import Json
from croupier.cli.records.replay_folder import TOURNAMENT, session_file
from croupier.dealing.tournaments import (
    PLAY,
    WAYS,
    PlayedSession,
    PlayedTournament,
    random_tournament,
    sessions_expected,
)
from croupier.games.money import dollars
from croupier.games.refusal import Refusal
from croupier.games.tournament.conditions import (
    FEWEST_AT_TABLE,
    MOST_AT_TABLE,
    Conditions,
    can_sit,
    missing,
    refuses_cap,
    warnings,
)
from croupier.games.tournament.state import Phase, Status
from croupier.record import Unreadable, write
from croupier.record.files.conditions import read_conditions
from croupier.record.text.wagers import read_amount
from croupier.rulebook import Cite

DEFAULT_ENTRANTS = 48
SEED_BITS = 32


def run(
    file: Annotated[str, Parameter(help="The conditions of entry, a file made by `croupier tournament plan --out`.")],
    /,
    *,
    players: Annotated[
        int | None,
        Parameter(converter=whole, metavar="NUMBER", help="Players who enter; as many as allowed if left out."),
    ] = None,
    added: Annotated[str, Parameter(metavar="DOLLARS", help="What the operator adds to the prizes.")] = "0",
    seed: Annotated[
        int | None,
        Parameter(
            converter=whole, metavar="NUMBER", help="The same seed gives the same tournament; random if left out."
        ),
    ] = None,
    record: Annotated[
        str | None,
        Parameter(metavar="FOLDER", help="Write the records of the tournament and its tables to this new folder."),
    ] = None,
    json: Json = False,
) -> int:
    """Play a whole tournament with simulated players.

    You see every session, who qualifies, the final places with their working, and the prize money.

    For example:

    - `croupier tournament run examples/conditions.toml --seed 7`
    - `croupier tournament run examples/conditions.toml --added 200 --json`
    """
    try:
        conditions = _conditions(file)
        contribution = 0 if added == "0" else read_amount(added)
        entrants = players if players is not None else conditions.most or DEFAULT_ENTRANTS
        if refusal := _refuses_run(conditions, entrants):
            return refused("", refusal, json=json)
        if record is not None:
            _new_folder(record)
    except _Faulty as faulty:
        return unclear(*faulty.faults, json=json)
    except ValueError as error:
        return unclear(f"--added: {error}", json=json)
    for warning in warnings(conditions):
        Console(stderr=True).print(f"{file}: {warning}", markup=False, highlight=False, soft_wrap=True)
    chosen = secrets.randbits(SEED_BITS) if seed is None else seed
    done = _with_progress(conditions, entrants, chosen, contribution)
    if record is not None:
        _write_records(Path(record), done)
    if json:
        print_json(as_json(done, chosen))
    else:
        show(screen(), done, chosen, record)
    return DONE


class _Faulty(Exception):  # noqa: N818  an answer to what was asked
    """What cannot be read or written."""

    def __init__(self, *faults: str) -> None:
        super().__init__(*faults)
        self.faults = faults


def _conditions(file: str) -> Conditions:
    try:
        return read_conditions(Path(file).read_text("utf-8"))
    except OSError as error:
        raise _Faulty(f"{file}: {why_not(error)}") from None
    except UnicodeDecodeError:
        raise _Faulty(f"{file}:1:1: this is not a text file in UTF-8") from None
    except Unreadable as unreadable:
        raise _Faulty(*(f"{file}:{each.line}:{each.column}: {each.why}" for each in unreadable.faults)) from None


def _new_folder(name: str) -> None:
    """The folder is made before anything is played: nothing is lost where it cannot be."""
    try:
        Path(name).mkdir(parents=True)
    except FileExistsError:
        raise _Faulty(f"{name} exists already: name a new folder") from None
    except OSError as error:
        raise _Faulty(f"{name}: {why_not(error)}") from None


def _refuses_run(conditions: Conditions, entrants: int) -> Refusal | None:
    if lacking := missing(conditions):
        return Refusal(Cite("D7 3.2"), "incomplete", f"These conditions are missing: {', '.join(lacking)}.")
    fewest = max(conditions.fewest or FEWEST_AT_TABLE, FEWEST_AT_TABLE)
    if entrants < fewest:
        return Refusal(
            Cite("D7 3.2(f)"), "too_few_players", f"{entrants} players would enter, but at least {fewest} are needed."
        )
    if conditions.most is not None and entrants > conditions.most:
        return Refusal(Cite("D7 3.2(f)"), "full", f"{entrants} players would enter, but at most {conditions.most} may.")
    if not can_sit(entrants, conditions.seats):
        return refuses_cap(entrants, conditions.seats)
    if entrants > MOST_AT_TABLE and not conditions.stages:
        return Refusal(
            Cite("D7 3.2(g)"),
            "incomplete",
            f"{entrants} players need a stage before the final: at most {MOST_AT_TABLE} sit at one table.",
        )
    return None


def _with_progress(conditions: Conditions, entrants: int, seed: int, added: int) -> PlayedTournament:
    columns = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TextColumn("sessions"))
    err = Console(stderr=True)
    with Progress(*columns, console=err, transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("sessions", total=sessions_expected(conditions, entrants))
        return random_tournament(conditions, entrants, seed, lambda _what: bar.advance(task), added=added)


def _write_records(folder: Path, done: PlayedTournament) -> None:
    (folder / TOURNAMENT).write_text(write(done.record), "utf-8", newline="\n")
    for sat in done.sessions:
        (folder / session_file(sat.session.number)).write_text(write(sat.record), "utf-8", newline="\n")


# For people


def show(out: Console, done: PlayedTournament, seed: int, record: str | None) -> None:
    state = done.tournament
    out.print(f"[bold]{escape(state.conditions.name)}[/]  {len(done.ways)} players, seed {seed}")
    _show_ways(out)
    stage = 0
    for sat in done.sessions:
        if sat.session.stage != stage:
            stage = sat.session.stage
            _rule(out, "Final" if sat.is_final else f"Stage {stage}")
        _show_session(out, sat)
    _show_bracket(out, done)
    _show_standings(out, done)
    _show_prizes(out, done)
    if record is not None:
        out.print(f"\nThe records are in {escape(record)}: check them all with [bold]croupier replay FOLDER[/].")


def _rule(out: Console, title: str) -> None:
    out.print()
    out.print(Rule(title, style="dim", align="left"), width=min(WIDTH, out.width))


def _show_ways(out: Console) -> None:
    ways = "; ".join(f"{name}, {words}" for name, (words, _) in WAYS.items())
    out.print(indented(f"The players take turns in four ways to wager: {ways}.", out), style="dim")
    out.print(indented(f"All play their hands alike: {PLAY}.", out), style="dim")


def _show_session(out: Console, sat: PlayedSession) -> None:
    kind = "Play-off" if sat.session.play_off else "Session"
    table = sat.table
    ended = f"{table.rounds} round{'' if table.rounds == 1 else 's'}, ended by {table.ended}"
    out.print(f"\n[bold]{kind} {sat.session.number}[/]  {ended}")
    rows = grid("box", "player", "chips", "", right=("box", "chips"))
    through = {each.player for each in sat.through}
    for box, count in enumerate(table.tally.counts if table.tally else (), start=1):
        goes_on = "[green]qualifies[/]" if count.player in through else ""
        fell = f"{'below the minimum' if count.chips else 'out'} after round {count.fell}" if count.fell else ""
        rows.add_row(str(box), count.player, dollars(count.chips), goes_on or fell)
    out.print(rows)
    for each in sat.through:
        out.print(indented(f"{each.working} ({each.rule})", out), style="dim")


def _show_bracket(out: Console, done: PlayedTournament) -> None:
    """Every stage at a glance: its tables from the most chips down, those who went on marked."""
    _rule(out, "Bracket")
    rows = grid("stage", "", "from the most chips down; * qualifies, or has won")
    placed = {player for placing in done.tournament.placings[:1] for player in placing.players}
    for sat in done.sessions:
        later = {player for other in done.sessions if _is_after(other, sat) for player in other.session.seats}
        counts = sorted(sat.table.tally.counts, key=lambda count: -count.chips) if sat.table.tally else []
        marked = placed if sat.is_final else later
        names = "  ".join(f"{count.player}{'*' if count.player in marked else ''}" for count in counts)
        kind = "play-off" if sat.session.play_off else "session"
        rows.add_row("final" if sat.is_final else str(sat.session.stage), f"{kind} {sat.session.number}", names)
    out.print(rows)


def _is_after(other: PlayedSession, sat: PlayedSession) -> bool:
    return other.session.stage > sat.session.stage


def _show_standings(out: Console, done: PlayedTournament) -> None:
    state = done.tournament
    _rule(out, "Standings")
    if state.phase is Phase.OFF:
        out.print(f"The tournament did not proceed: {state.reason}.")
        return
    rows = grid("place", "player", "clause", "working", right=("place",))
    for placing in state.placings:
        rows.add_row(str(placing.place), ", ".join(placing.players), str(placing.rule), placing.working)
    out.print(rows)
    out.print(_fates(done), style="dim")


def _fates(done: PlayedTournament) -> str:
    counted = {status: len(done.tournament.of_status(status)) for status in Status}
    said = ", ".join(f"{number} {status}" for status, number in counted.items() if number)
    return f"All entrants: {said}."


def _show_prizes(out: Console, done: PlayedTournament) -> None:
    state = done.tournament
    _rule(out, "Prizes")
    rows = grid("place", "player", "takes", "working", right=("place", "takes"))
    for award in state.awards:
        takes = " and ".join(filter(None, (dollars(award.money) if award.money else "", award.goods))) or "0"
        rows.add_row(str(award.place), award.player, takes, award.working)
    out.print(rows)
    fees = sum(entry.held for entry in state.entries)
    paid = sum(award.money for award in state.awards)
    added = dollars(state.contributed)
    out.print(f"Fees {dollars(fees)} and the operator's {added} make the pool; paid out: {dollars(paid)}.", style="dim")


# For programs


def as_json(done: PlayedTournament, seed: int) -> dict[str, Any]:
    state = done.tournament
    return {
        "name": state.conditions.name,
        "seed": seed,
        "players": len(done.ways),
        "sessions": [_session_as_json(sat) for sat in done.sessions],
        "placings": [
            {
                "place": placing.place,
                "players": placing.players,
                "rule": placing.rule.clause,
                "working": placing.working,
            }
            for placing in state.placings
        ],
        "prizes": [
            {
                "player": award.player,
                "place": award.place,
                "money": award.money,
                "goods": award.goods,
                "rule": award.rule.clause,
                "working": award.working,
            }
            for award in state.awards
        ],
        "fees": sum(entry.held for entry in state.entries),
        "contributed": state.contributed,
        "record": write(done.record),
    }


def _session_as_json(sat: PlayedSession) -> dict[str, Any]:
    tally = sat.table.tally
    return {
        "session": sat.session.number,
        "stage": sat.session.stage,
        "final": sat.is_final,
        "play_off": sat.session.play_off,
        "rounds": sat.table.rounds,
        "ended_by": None if sat.table.ended is None else sat.table.ended.clause,
        "tally": [
            {"player": count.player, "chips": count.chips, "fell": count.fell, "disqualified": count.disqualified}
            for count in (tally.counts if tally else ())
        ],
        "through": [{"player": each.player, "rule": each.rule.clause, "working": each.working} for each in sat.through],
    }
