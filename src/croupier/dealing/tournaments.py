"""A whole tournament played from end to end, with simple players whose ways are stated.

Nothing here decides anything: every step is an act that the machines accept. Chance comes from one seed, so that the
same seed gives the same tournament.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from croupier.games.acts import Act, Clock
from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.acts import CloseInsurance, Double, Draw, Split, Stand
from croupier.games.blackjack.boxes import BOX, Playing
from croupier.games.blackjack.flow import DECIDE, hand_in_turn
from croupier.games.blackjack.step_names import CARD, CUTTING_CARD
from croupier.games.offers import Bounds
from croupier.games.position import Position
from croupier.games.tournament.acts import (
    AcceptEntry,
    Apply,
    BuyChips,
    Contribute,
    IssueAgain,
    NotifyApplicant,
    PayFee,
    PayPrizes,
    SetTables,
    SetTime,
    StartSession,
)
from croupier.games.tournament.conditions import MOST_AT_TABLE, Conditions, Measure, going_on, tables_for
from croupier.games.tournament.game import Tournament, open_tournament, report_of
from croupier.games.tournament.progress.placing import Through
from croupier.games.tournament.session_table.session import OVER, WAGER, SessionTable
from croupier.games.tournament.session_table.table import Division7Table, open_session
from croupier.games.tournament.session_table.table_acts import Attendance, BeginSession
from croupier.games.tournament.session_table.wagering import wager_bounds
from croupier.games.tournament.state import Phase, Session
from croupier.games.wagers import Wager
from croupier.record import Record, record_of, write

DAY = 24 * 60 * 60
LAST_ROUNDS = 3
SECONDS_A_ROUND = 60

# How players wager: each takes the table, the player and the bounds, and names an amount within them


def _least(_table: SessionTable, _player: str, bounds: Bounds) -> int:
    return bounds.lowest


def _tenth(table: SessionTable, player: str, bounds: Bounds) -> int:
    return _within(bounds, table.chips_of(player) // 10)


def _quarter(table: SessionTable, player: str, bounds: Bounds) -> int:
    return _within(bounds, table.chips_of(player) // 4)


def _chaser(table: SessionTable, player: str, bounds: Bounds) -> int:
    """As the tenth, until the last rounds: then what overtakes the leader, or all that is allowed."""
    left = _rounds_left(table)
    if left is None or left > LAST_ROUNDS:
        return _tenth(table, player, bounds)
    others = max(table.chips_of(each) + table.staked(each) for each in table.contenders if each != player)
    behind = others - table.chips_of(player)
    return _within(bounds, behind + bounds.step) if behind >= 0 else bounds.lowest


def _rounds_left(table: SessionTable) -> int | None:
    duration = table.terms.duration
    return duration.count - table.rounds if duration.measure is Measure.ROUNDS else None


def _within(bounds: Bounds, wanted: int) -> int:
    steps = (min(max(wanted, bounds.lowest), bounds.highest) - bounds.lowest) // bounds.step
    return bounds.lowest + steps * bounds.step


WAYS: dict[str, tuple[str, Callable[[SessionTable, str, Bounds], int]]] = {
    "least": ("always the minimum", _least),
    "tenth": ("a tenth of the chips", _tenth),
    "quarter": ("a quarter of the chips", _quarter),
    "chaser": ("a tenth, and in the last rounds what overtakes the leader", _chaser),
}
"""How players wager, in words and as what they do."""

STANDS_AGAINST = range(2, 7)
PLAY = "stand on 12 or more against 2 to 6 and on 17 or more else, double 10 and 11, split aces and eights"
"""How all of them play their hands."""


class PlayedTournament(Struct, frozen=True):
    """A tournament from its first act to its last, and everything that came of it."""

    tournament: Tournament
    ways: dict[str, str]
    sessions: tuple[PlayedSession, ...]
    acts: tuple[Act, ...]

    @property
    def record(self) -> Record:
        return record_of(open_tournament(self.tournament.conditions, self.tournament.edition), self.acts)


class PlayedSession(Struct, frozen=True):
    """One session that was played."""

    session: Session
    is_final: bool
    table: Division7Table
    through: tuple[Through, ...]
    """Who qualifies by its tally at once, without a play-off."""
    record: Record


class TournamentPlayer:
    """Plays a tournament act by act, and keeps what was played."""

    def __init__(self, conditions: Conditions, entrants: int, seed: int, told: Callable[[str], None]) -> None:
        self._chance = random.Random(seed)  # noqa: S311  the same seed must give the same tournament
        self._told = told
        self._tournament = open_tournament(conditions)
        self._acts: list[Act] = []
        self._sat: list[PlayedSession] = []
        self._timed = (0, 0)
        width = len(str(entrants))
        self._names = tuple(f"p{number:0{width}}" for number in range(1, entrants + 1))
        kinds = list(WAYS)
        self._ways = {name: kinds[place % len(kinds)] for place, name in enumerate(self._names)}

    def play(self, added: int = 0) -> PlayedTournament:
        self._entered()
        if added:
            self._act(Contribute(added))
        while not self._tournament.is_over:
            self._next()
        return PlayedTournament(self._tournament, self._ways, tuple(self._sat), tuple(self._acts))

    def _act(self, *acts: Act) -> None:
        self._tournament = self._tournament.play(*acts)
        self._acts += acts

    def _entered(self) -> None:
        conditions = self._tournament.conditions
        starts = conditions.starts or 0
        self._act(SetTime(max(starts - 3 * DAY, 0)))
        for name in self._names:
            self._act(Apply(name), NotifyApplicant(name))
            if conditions.entry_fee:
                self._act(PayFee(name, conditions.entry_fee))
            self._act(AcceptEntry(name))
        self._act(SetTime(starts), Attendance(present=True))

    def _next(self) -> None:
        state = self._tournament
        if state.phase is Phase.DECIDED:
            self._act(PayPrizes())
        elif state.is_drawing:
            self._act(self._chance.choice(list(state.chance())))
        elif state.awaits_tables:
            self._act(SetTables(tables_for(len(state.players), state.conditions.seats)))
        elif asked := next((contest for contest in state.contests if contest.reissue), None):
            self._act(IssueAgain(asked.sessions[0], state.stage_chips))
        else:
            self._play_session(next(session for session in state.sessions if session.is_waiting))

    def _play_session(self, session: Session) -> None:
        state = self._tournament
        if state.starts is not None and state.now < state.starts:
            self._act(SetTime(state.starts))
        unpaid = [player for player in session.seats if state.price_for(player) is not None]
        self._act(*(BuyChips(player) for player in unpaid), StartSession(session.number))
        table, record = self._at_table(session.number)
        text = write(record)
        is_final = self._tournament.is_final
        before = self._tournament.through
        self._act(report_of(session.number, table, hashlib.sha256(text.encode()).hexdigest()))
        through = tuple(each for each in self._tournament.through if each not in before)
        reported = replace(session, begun=True, tally=table.tally)
        self._sat.append(PlayedSession(reported, is_final, table, through, record))
        self._told(f"session {session.number}")

    def _at_table(self, number: int) -> tuple[Division7Table, Record]:
        state = self._tournament
        start = open_session(
            state.sign_of(number), state.session_options(number), None, None, (), edition=state.edition
        )
        acts: list[Act] = [*state.opening_acts(number), BeginSession()]
        table = start.play(*acts)
        while table.step != OVER:
            act = self._at_step(table)
            acts.append(act)
            table = table.play(act)
        return table, record_of(start, acts)

    def _at_step(self, table: Division7Table) -> Act:
        if self._timed != (table.round, table.rounds) and not table.is_final:
            # A round takes its time, which counts where a session is measured in it.
            self._timed = (table.round, table.rounds)
            return Clock(SECONDS_A_ROUND)
        if table.step == WAGER:
            player = table.in_turn[0]
            bounds = wager_bounds(table, player)
            amount = WAYS[self._ways[player]][1](table, player, bounds)
            return Wager(player, Position(BOX, (table.box_number(player),)), amount)
        if table.step in (CARD, CUTTING_CARD):
            return _drawn(table, self._chance)
        if table.step == DECIDE:
            return _decision(table)
        return CloseInsurance()


def _drawn(table: Division7Table, chance: random.Random) -> Act:
    chances = table.chance()
    size = table.shoe.pile.size
    return chance.choices(list(chances), [int(share * size) for share in chances.values()])[0]


def _decision(table: Division7Table) -> Act:
    """What every player does with a hand, whoever it is."""
    turn = hand_in_turn(table)
    if turn is None:
        raise LookupError(table.step)
    box, playing = turn
    player = table.seats[box.number - 1]
    up = machine.total(table.dealer.hand)
    for act in _wishes(table, player, box.number, playing, up):
        if table.refuses(act) is None:
            return act
    raise LookupError(player)


def _wishes(table: SessionTable, player: str, box: int, playing: Playing, up: int) -> Iterator[Act]:
    """From the dearest wish to what is always allowed."""
    points = machine.total(playing.hand)
    own = table.box(box)
    stake = 0 if own is None else max((each.amount for each in own.on_hand(playing.id)), default=0)
    if playing.cards[0].rank in ("A", "8") and playing.hand.pair:
        yield Split(player, box)
    if points in (10, 11):
        yield Double(player, box, stake)
    stands_on = 12 if up in STANDS_AGAINST else 17
    if points >= stands_on:
        yield Stand(player, box)
    yield Draw(player, box)
    yield Stand(player, box)


def random_tournament(
    conditions: Conditions,
    entrants: int,
    seed: int,
    told: Callable[[str], None] = lambda _what: None,
    *,
    added: int = 0,
) -> PlayedTournament:
    """The tournament that this seed gives, with this addition by the operator to the pool."""
    return TournamentPlayer(conditions, entrants, seed, told).play(added)


def sessions_expected(conditions: Conditions, entrants: int) -> int:
    """How many sessions there will be without play-offs."""
    sessions, stage = 1, 1
    while entrants > MOST_AT_TABLE:
        sessions += len(tables_for(entrants, conditions.seats))
        entrants = going_on(entrants, conditions.stage(stage), conditions.seats)
        stage += 1
    return sessions
