"""`croupier tour`: a minute at each table that is built."""

from __future__ import annotations

import secrets
import sys
import time
from fractions import Fraction
from typing import Annotated, Any, NamedTuple

from cyclopts import Parameter
from msgspec import Struct
from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from croupier.cli.console.exit_codes import DONE, REFUSED
from croupier.cli.console.output import WIDTH, decimal, grid, indented, print_json, screen
from croupier.cli.console.parameters import Json
from croupier.cli.records.replay import line_as_json, settlement_table
from croupier.games.acts import Act, BuyIn
from croupier.games.blackjack import hand
from croupier.games.blackjack.acts import CloseInsurance, Deal, Draw, Sit, Stand
from croupier.games.blackjack.cards import DECK, Card, code
from croupier.games.blackjack.flow import DECIDE, hand_in_turn
from croupier.games.blackjack.options import BlackjackOptions
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.layout.table import LayoutTable
from croupier.games.money import dollars
from croupier.games.money_wheel import symbol
from croupier.games.position import Position, Settled
from croupier.games.refusal import Refusal
from croupier.games.registry import blackjack, money_wheel, roulette, tai_sai, tournament_table
from croupier.games.roulette import column, corner, red, split, straight_up
from croupier.games.sign import Sign
from croupier.games.tai_sai import any_triple, face, four, small, total
from croupier.games.tournament.conditions import Duration, Measure
from croupier.games.tournament.session_table.session import OVER
from croupier.games.tournament.session_table.table_acts import AllocateBoxes, Attendance, BeginSession
from croupier.games.tournament.session_table.terms import SessionOptions
from croupier.games.wagers import NoMoreBets, Wager
from croupier.odds import odds_of_game
from croupier.record import read, record_of, replay, write
from croupier.rulebook import Cite, division

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
    fast: Annotated[bool, Parameter(negative="", help="Do not pause between the steps.")] = False,
    json: Json = False,
) -> int:
    """Watch one round of every game, settled line by line.

    It takes about a minute. Each round is then replayed from its record, to show that the record is complete.

    For example:

    - `croupier tour --fast`
    - `croupier tour --json`
    """
    rounds = [*map(_dealt, stops()), _dealt_blackjack(), _dealt_session()]
    if json:
        print_json([_as_json(each) for each in rounds])
    else:
        pause = PAUSE_SECONDS if sys.stdout.isatty() and not fast else 0.0
        _show_all(screen(), rounds, pause)
    return DONE if all(each.agrees for each in rounds) else REFUSED


class OddsRow(NamedTuple):
    """What one kind of wager is worth, in words."""

    wager: str
    pays: str
    wins: int
    of: int
    edge: Fraction


class Dealt(Struct, frozen=True):
    """One round of the tour."""

    title: str
    refusal: Refusal | None
    """Why some wager would not be taken, as an example."""
    result: str
    done: Any
    """The table after the round."""
    odds: tuple[OddsRow, ...]
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
    return Dealt(
        stop.table.game.title,
        betting.refuses(Wager(betting.players[0], stop.refused, 5_00)),
        stop.table.game.outcome_words(done.result),
        done,
        _layout_odds(done),
        *_checked(stop.table, [*acts, NoMoreBets(), result], done),
    )


def _checked(start: Any, acts: list[Act], done: Any) -> tuple[str, bool]:
    """The record of these acts, and whether it leads to the same table again."""
    text = write(record_of(start, acts))
    played = replay(read(text))
    return text, played.is_in_order and played.table == done


def _layout_odds(table: LayoutTable) -> tuple[OddsRow, ...]:
    """What each kind of wager that was made here is worth."""
    made = {table.game.odds_kind(line.wager.position) for line in table.settled}
    rows = (row for row in odds_of_game(table.game) if row.wager in made)
    return tuple(OddsRow(row.wager, row.odds_text, row.win_ways, row.ways, row.edge) for row in rows)


# Blackjack has no one result: cards are drawn until the round is over.


def _dealt_blackjack() -> Dealt:
    """Two players, three wagers, every card drawn from what is left in the shoe; both draw to 17."""
    start = blackjack(SIGN, BlackjackOptions(layout=2, super_sevens=5_00))
    box, other, sevens = Position("box", (3,)), Position("box", (5,)), Position("super sevens", (3,))
    acts: list[Act] = [BuyIn("ana", 200_00), BuyIn("ben", 200_00), Sit("ana", 3), Sit("ben", 5)]
    acts += [Wager("ana", box, 25_00), Wager("ana", sevens, 5_00), Wager("ben", other, 15_00)]
    betting = start.play(*acts)
    acts.append(NoMoreBets())
    table = betting.play(NoMoreBets())
    dealer: tuple[Card, ...] = ()
    while not table.is_between_rounds:
        act = _next_act(table)
        acts.append(act)
        dealer = table.dealer.cards
        table = table.play(act)
        dealer = table.dealer.cards or (*dealer, act.card) if isinstance(act, Deal) else dealer
    return Dealt(
        "Blackjack",
        betting.refuses(Wager("ana", sevens, 5_00)),
        f"the dealer's hand is {' '.join(map(str, dealer))}",
        table,
        (_insurance_odds(betting),),
        *_checked(start, acts, table),
    )


def _dealt_session() -> Dealt:
    """Four players of a tournament and a session of one round: in turn they wager, and the chips are counted."""
    start = tournament_table(Sign(10_00, 500_00), SessionOptions(duration=Duration(Measure.ROUNDS, 1)))
    acts: list[Act] = [Attendance(present=True), AllocateBoxes(("ana", "ben", "cleo", "dan")), BeginSession()]
    betting = start.play(*acts)
    acts += [Wager(player, Position("box", (box,)), box * 25_00) for box, player in enumerate(betting.seated, start=1)]
    table = start.play(*acts)
    while table.step != OVER:
        act = _next_act(table)
        acts.append(act)
        table = table.play(act)
    counts = sorted(table.tally.counts if table.tally else (), key=lambda count: -count.chips)
    return Dealt(
        "Tournament blackjack",
        betting.refuses(Wager("cleo", Position("box", (3,)), 50_00)),
        f"the session is over: {', '.join(f'{count.player} {dollars(count.chips)}' for count in counts)}",
        table,
        (),
        *_checked(start, acts, table),
    )


def _next_act(table: BlackjackTable) -> Act:
    if chances := table.chance():
        weights = [int(each * table.shoe.pile.size) for each in chances.values()]
        return secrets.SystemRandom().choices(list(chances), weights)[0]
    turn = hand_in_turn(table)
    if turn is None or table.step != DECIDE:
        return CloseInsurance()
    box, playing = turn
    decide = Stand if hand.total(playing.hand) >= hand.DEALER_STANDS else Draw
    return decide(table.seats[box.number - 1], box.number)


def _insurance_odds(table: BlackjackTable) -> OddsRow:
    """Insurance off the top, from the shoe itself: the dealer shows an ace, and the next card is a ten or it is not."""
    shoe = table.shoe.pile.without(Card("A", "s"))
    tens = sum(shoe.count(card) for card in DECK if code(card) == hand.TEN)
    pays, to = hand.INSURANCE_PAYS
    edge = 1 - Fraction(tens, shoe.size) * (1 + Fraction(pays, to))
    return OddsRow("insurance off the top", f"{pays} to {to}", tens, shoe.size, edge)


def _as_json(dealt: Dealt) -> dict[str, Any]:
    return {
        "game": dealt.done.origin.game,
        "result": dealt.result,
        "settled": [line_as_json(line) for line in dealt.done.settled],
        "record": dealt.record,
        "replayed": dealt.agrees,
    }


def _show_all(out: Console, rounds: list[Dealt], pause: float) -> None:
    out.print(Text("Croupier", style="bold"), "plays New Zealand casino table games exactly as gazetted.")
    for dealt in rounds:
        _show(out, dealt, pause)
    out.print(Rule(style="dim"), width=WIDTH)
    out.print("Next: [bold]croupier odds tai-sai[/], [bold]croupier rulebook D8[/], [bold]croupier replay FILE[/],")
    out.print("      [bold]croupier tournament plan --players 48[/], [bold]croupier simulate blackjack[/].")
    out.print("      In a checkout write [bold]python3 start.py[/] in place of [bold]croupier[/].")


def _show(out: Console, dealt: Dealt, pause: float) -> None:
    out.print()
    out.print(f"[bold]{dealt.title}[/]  ({_division(dealt.done.application)})")
    out.print(Rule(style="dim"), width=WIDTH)
    if dealt.refusal is not None:
        out.print(f"One more wager would be refused: {dealt.refusal.why} ({dealt.refusal.rule})", style="dim")
    time.sleep(pause)
    out.print(f"“No more bets.” The result: [bold]{dealt.result}[/]")
    time.sleep(pause)
    out.print(settlement_table(dealt.done.settled))
    _show_clauses(out, dealt.done.settled)
    time.sleep(pause)
    if dealt.odds:
        _show_odds(out, dealt.odds)
    time.sleep(pause)
    out.print("The record of the round, which anyone can replay:", style="dim")
    out.print(Text(dealt.record.rstrip(), style="cyan"))
    time.sleep(pause)
    said = "[green]Replayed from that text: every chip went where the rules say.[/]"
    out.print(said if dealt.agrees else "[red]Replayed from that text it comes out differently.[/]")


def _division(application: Cite) -> str:
    found = division(application.clause.split()[0])
    return f"Division {found.id.removeprefix('D')}, Gazette {found.gazette}"


def _show_clauses(out: Console, settled: tuple[Settled, ...]) -> None:
    """What the clauses say by which this round was settled."""
    for rule in dict.fromkeys(line.rule for line in settled):
        out.print(indented(f"{rule}: {rule.clauses[0].gist}", out), style="dim")


def _show_odds(out: Console, odds: tuple[OddsRow, ...]) -> None:
    rows = grid("the odds", "pays", "wins", "of", "the house keeps", right=("wins", "of"))
    for row in odds:
        rows.add_row(row.wager, row.pays, str(row.wins), str(row.of), f"{row.edge} = {decimal(row.edge * 100, 2)} %")
    out.print(rows)
