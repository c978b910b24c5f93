"""`croupier tour`: a minute at each table that is built."""

from __future__ import annotations

import secrets
import sys
import time
from typing import Annotated, Any

from cyclopts import Parameter
from msgspec import Struct
from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from croupier.cli import DONE, REFUSED
from croupier.cli.output import WIDTH, decimal, grid, indented, print_json, screen
from croupier.cli.replay import line_as_json, settlement_table
from croupier.games.acts import Act, BuyIn
from croupier.games.layout.acts import NoMoreBets, Wager
from croupier.games.layout.position import Position
from croupier.games.layout.table import LayoutTable
from croupier.games.money_wheel import symbol
from croupier.games.registry import money_wheel, roulette, tai_sai
from croupier.games.roulette import column, corner, red, split, straight_up
from croupier.games.sign import Sign
from croupier.games.tai_sai import any_triple, face, four, small, total
from croupier.odds import odds_of_game
from croupier.record import read, record_of, replay, write
from croupier.rulebook import division

SIGN = Sign(minimum=5_00, maximum=1_000_00)
PAUSE_SECONDS = 1.5


class Stop(Struct, frozen=True):
    """One table of the tour, and what its guests wager."""

    table: LayoutTable
    wagers: tuple[tuple[str, Position, int], ...]
    refused: Position
    """A position on which the table takes no wager, to show why."""


def stops() -> tuple[Stop, ...]:
    return (
        Stop(
            roulette(SIGN),
            (
                ("ana", split(17, 20), 20_00),
                ("ana", red, 50_00),
                ("ben", corner(1, 2, 4, 5), 10_00),
                ("ben", column(2), 25_00),
                ("cleo", straight_up(0), 5_00),
            ),
            split(1, 5),
        ),
        Stop(
            money_wheel(SIGN),
            (("ana", symbol("A"), 20_00), ("ben", symbol("B"), 10_00), ("cleo", symbol("G"), 5_00)),
            Position("A-B"),
        ),
        Stop(
            tai_sai(SIGN),
            (
                ("ana", small, 50_00),
                ("ana", total(9), 10_00),
                ("ben", face(6), 10_00),
                ("ben", four(3, 4, 5, 6), 10_00),
                ("cleo", any_triple, 5_00),
            ),
            total(3),
        ),
    )


def tour(
    *,
    fast: Annotated[bool, Parameter(negative="", help="Without pauses.")] = False,
    json: Annotated[bool, Parameter(negative="", help="One JSON document.")] = False,
) -> int:
    """One minute in which each game is dealt a round, settled line by line, and checked from its record.

    Example: `croupier tour --fast`
    """
    rounds = [_dealt(stop) for stop in stops()]
    if json:
        print_json([_as_json(each) for each in rounds])
    else:
        pause = PAUSE_SECONDS if sys.stdout.isatty() and not fast else 0.0
        _show_all(screen(), rounds, pause)
    return DONE if all(each.agrees for each in rounds) else REFUSED


class Dealt(Struct, frozen=True):
    """One round of the tour."""

    stop: Stop
    betting: LayoutTable
    done: LayoutTable
    record: str
    agrees: bool
    """Whether the record, read back and replayed, comes to the same state."""


def _dealt(stop: Stop) -> Dealt:
    """Guests buy in and wager; the result is drawn from the operating system's own randomness."""
    acts: list[Act] = [BuyIn(player, 200_00) for player in sorted({player for player, _, _ in stop.wagers})]
    acts += [Wager(player, position, amount) for player, position, amount in stop.wagers]
    betting = stop.table.play(*acts)
    called = betting.play(NoMoreBets())
    result = secrets.choice(list(called.chance()))
    done = called.play(result)
    text = write(record_of(stop.table, [*acts, NoMoreBets(), result]))
    played = replay(read(text))
    return Dealt(stop, betting, done, text, played.is_in_order and played.table == done)


def _as_json(dealt: Dealt) -> dict[str, Any]:
    return {
        "game": dealt.done.game.id,
        "result": dealt.done.game.outcome_words(dealt.done.result),
        "settled": [line_as_json(line) for line in dealt.done.settled],
        "record": dealt.record,
        "replayed": dealt.agrees,
    }


def _show_all(out: Console, rounds: list[Dealt], pause: float) -> None:
    out.print(Text("Croupier", style="bold"), "runs New Zealand casino table games exactly as gazetted.")
    for dealt in rounds:
        _show(out, dealt, pause)
    out.print(Rule(style="dim"), width=WIDTH)
    out.print("Next: [bold]croupier odds tai-sai[/], [bold]croupier rulebook D8[/], [bold]croupier replay FILE[/].")


def _show(out: Console, dealt: Dealt, pause: float) -> None:
    table, done = dealt.betting, dealt.done
    out.print()
    out.print(f"[bold]{table.game.title}[/]  ({_division(table)})")
    out.print(Rule(style="dim"), width=WIDTH)
    _show_refusal(out, table, dealt.stop.refused)
    time.sleep(pause)
    out.print(f"“No more bets.” The result: [bold]{table.game.outcome_words(done.result)}[/]")
    time.sleep(pause)
    out.print(settlement_table(done.settled))
    _show_clauses(out, done)
    time.sleep(pause)
    _show_odds(out, done)
    time.sleep(pause)
    out.print("The record of the round, as anyone may mail it:", style="dim")
    out.print(Text(dealt.record.rstrip(), style="cyan"))
    time.sleep(pause)
    said = "[green]Replayed from that text: every chip went where the rules say.[/]"
    out.print(said if dealt.agrees else "[red]Replayed from that text it comes out differently.[/]")


def _show_refusal(out: Console, table: LayoutTable, position: Position) -> None:
    refusal = table.refuses(Wager(table.players[0], position, 5_00))
    if refusal is not None:
        out.print(f"A wager on {position} would be refused: {refusal.why} ({refusal.rule})", style="dim")


def _division(table: LayoutTable) -> str:
    found = division(table.application.clause.split()[0])
    return f"Division {found.id.removeprefix('D')}, Gazette {found.gazette}"


def _show_clauses(out: Console, table: LayoutTable) -> None:
    """What the clauses say by which this round was settled."""
    for rule in dict.fromkeys(line.rule for line in table.settled):
        out.print(indented(f"{rule}: {rule.clauses[0].gist}"), style="dim")


def _show_odds(out: Console, table: LayoutTable) -> None:
    """What each kind of wager that was made here is worth."""
    made = {table.game.odds_kind(line.wager.position) for line in table.settled}
    rows = grid("the odds", "pays", "wins", "of", "the house keeps", right=("wins", "of"))
    for row in odds_of_game(table.game):
        if row.wager in made:
            keeps = f"{row.edge} = {decimal(row.edge * 100, 2)} %"
            rows.add_row(row.wager, row.odds_text, str(row.win_ways), str(row.ways), keeps)
    out.print(rows)
