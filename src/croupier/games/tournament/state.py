"""The state of a tournament: who has entered, who plays where, what is decided, where the money is."""

from __future__ import annotations

from bisect import bisect_left
from enum import StrEnum
from typing import Any, Self

from msgspec import Struct
from msgspec.structs import replace

from croupier.games.acts import Act
from croupier.games.chips import Chips
from croupier.games.journalled import Journalled, Origin
from croupier.games.people import HousePlayer
from croupier.games.sign import Sign
from croupier.games.tournament.acts import Apply, BuyChips, PayFee
from croupier.games.tournament.conditions import MOST_AT_TABLE, Conditions, Duration, Issue, Measure
from croupier.games.tournament.planning.prizes import Award
from croupier.games.tournament.progress.counting import remarks
from croupier.games.tournament.progress.placing import Placing, Through
from croupier.games.tournament.tally import Tally
from croupier.rulebook import EDITION, Cite

PLAY_OFFS_HAVE_STAGE_LIMITS = 2
"""From this edition on the play-offs of a stage have its limits (ruling T44)."""


class Status(StrEnum):
    """What has become of someone who applied. Every one but the first two is a fate."""

    APPLICANT = "applicant"
    PLAYER = "player"
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"
    DISQUALIFIED = "disqualified"
    OUT = "out"
    PLACED = "placed"
    SENT_HOME = "sent home"
    """The tournament did not proceed."""


class Entry(Struct, frozen=True, order=True):
    player: str
    status: Status = Status.APPLICANT
    notified: bool = False
    paid: int = 0
    """The entry fee that was paid and not given back."""
    forfeited: int = 0
    """Fees of earlier entries that were withdrawn too late to get them back, before a second application (T40)."""
    refunded: int = 0
    rule: Cite | None = None
    """The clause by which the status is what it is."""
    working: str = ""
    applied: int = 0
    """The how-manieth application it was, where there is a waiting list (ruling T46)."""
    stage: int = 0
    """The last stage that was played, from 1."""
    has_chips: bool = False
    """The chips for the next session are paid for, where they are sold."""
    chip_money: int = 0
    """What was paid for chips so far: no part of the fee (3.4)."""
    holding: int = 0
    """Chips that were bought and kept after a session (6.12(b))."""
    redeemed: int = 0
    strategy: str = ""
    """By which a player of the house's own plays; nothing for anybody else."""

    @property
    def held(self) -> int:
        """Every fee of this person that the casino holds, of whatever entry."""
        return self.paid + self.forfeited


class Session(Struct, frozen=True):
    """One session at one table, of a stage or of a play-off."""

    number: int
    stage: int
    seats: tuple[str, ...]
    """By box, from the dealer's left; empty until drawn."""
    chips: int
    play_off: bool = False
    begun: bool = False
    tally: Tally | None = None
    record: str = ""
    """The hash of its table's record."""

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(player for player in self.seats if player)

    @property
    def is_waiting(self) -> bool:
        return not self.begun and self.tally is None


class Seat(Struct, frozen=True):
    session: int
    box: int


class SeatDraw(Struct, frozen=True):
    """Players to be seated by lot, and the seats in the order in which they are drawn for."""

    pool: tuple[str, ...]
    seats: tuple[Seat, ...]


class PlaceTaken(Struct, frozen=True):
    """One player's place in the end, and the money that went with it."""

    place: int
    player: str
    money: int
    rule: Cite


TABLE, BEST_LOSERS, FINAL = "table", "best losers", "final"


class IssueAnswer(Struct, frozen=True):
    """What the operator said to new chips after a session in which all fell together (4.8)."""

    session: int
    amount: int
    """Nothing where none were issued."""


class LotDrawn(Struct, frozen=True):
    """A lot that fell: among whom it was drawn, for how many places, and on whom it fell (ruling T46)."""

    tied: tuple[str, ...]
    places: int
    player: str


class Contest(Struct, frozen=True):
    """What some sessions decide: who qualifies from a table, the best losers of a stage, or the places of the final."""

    kind: str
    places: int
    sessions: tuple[int, ...] = ()
    """The sessions whose tallies decide next."""
    purpose: str = ""
    """What they are for: nothing for the sessions of the stage itself, else which play-off."""
    tied: tuple[str, ...] = ()
    """Who plays off."""
    reissue: tuple[str, ...] = ()
    """To whom new chips may be issued: the operator is asked (4.8)."""
    issued: int = 0
    """What was issued anew for the play-off, where it was (4.8)."""
    answers: tuple[IssueAnswer, ...] = ()
    """What the operator has said so far: it stands for as long as the tally that it rests on (T43)."""
    lot: tuple[str, ...] = ()
    """Among whom lots are drawn for the places that are left, where the terms break ties so (ruling T46)."""
    drawn: tuple[LotDrawn, ...] = ()
    """The lots that fell: they stand for as long as the same players tie for as many places (T43)."""
    play_offs: tuple[tuple[int, ...], ...] = ()
    """Every play-off that was set up for it, in order, by its sessions: one between many may need two tables."""
    spare: tuple[tuple[int, ...], ...] = ()
    """Play-offs that were set up before a tally was corrected: used again as far as the same players tie (T43)."""
    through: tuple[Through, ...] = ()
    final: Tally | None = None
    winner: tuple[Tally, ...] = ()
    runner_up: tuple[Tally, ...] = ()
    decided: bool = False

    def answer_on(self, session: int) -> int | None:
        """What was issued anew after that session; nothing where the operator has not been asked."""
        return next((each.amount for each in self.answers if each.session == session), None)

    def with_answer(self, session: int, amount: int) -> Contest:
        return replace(self, answers=(*self.answers, IssueAnswer(session, amount)))

    @property
    def is_laid_aside(self) -> bool:
        """The best losers are found when every table is decided, and found anew after a correction (T43)."""
        return self.kind == BEST_LOSERS and not self.sessions and not self.decided


class LastStage(Struct, frozen=True):
    """A stage that is over, for as long as a miscount in it may be corrected (ruling T43)."""

    sessions: tuple[Session, ...]
    contests: tuple[Contest, ...]
    starts: int | None
    players: tuple[str, ...] = ()
    """Who was in the tournament when it was over."""


class Phase(StrEnum):
    ENTRY = "entry"
    PLAY = "play"
    DECIDED = "decided"
    """Everybody has a place, and no prize is paid yet: a miscount in the final may still be corrected (T43)."""
    OVER = "over"
    OFF = "did not proceed"


class PublicTournament(Struct, frozen=True):
    """What everybody may know of a tournament."""

    name: str
    phase: Phase
    now: int
    starts: int | None
    director_present: bool
    stage: int
    is_final: bool
    players: tuple[tuple[str, Status], ...]
    sessions: tuple[Session, ...]
    through: tuple[Through, ...]
    pool: int
    placings: tuple[Placing, ...]
    awards: tuple[Award, ...]
    house_players: tuple[HousePlayer, ...]
    """Players of the house's own, with the strategies they play by."""


class TournamentView(Struct, frozen=True):
    public: PublicTournament
    entry: Entry | None
    """One's own entry, with what one has paid."""


class TournamentState(Journalled, frozen=True, kw_only=True):
    conditions: Conditions
    edition: int = EDITION
    """Of the rules, from the first application to the prizes, and at all its tables."""
    now: int = 0
    """Seconds of UTC since 1970."""
    starts: int | None = None
    """When the sessions that have not begun may start."""
    phase: Phase = Phase.ENTRY
    director_present: bool = False
    entries: tuple[Entry, ...] = ()
    """In the order of names."""
    contributed: int = 0
    """What the operator has added to the pool, and at the end what rounding and the prize list ask for."""
    stage: int = 0
    is_final: bool = False
    sessions: tuple[Session, ...] = ()
    """The sessions of this stage, play-offs too."""
    last_session: int = 0
    """The highest number that a session was given."""
    draws: tuple[SeatDraw, ...] = ()
    contests: tuple[Contest, ...] = ()
    went_on: tuple[Through, ...] = ()
    """Who went on from the last stage that is over."""
    last_stage: LastStage | None = None
    """That stage itself, until the first seat of the next is drawn."""
    reserves: tuple[str, ...] = ()
    """Who is out since that stage and would take a qualifier's place, the best first (ruling T46)."""
    placings: tuple[Placing, ...] = ()
    awards: tuple[Award, ...] = ()
    """What each place brings: due when everybody has a place, and paid once it is over."""
    returned: tuple[str, ...] = ()
    """Goods of the prize list that go back to the operator."""
    reason: str = ""
    """Why it did not proceed."""

    @property
    def application(self) -> Cite:
        return Cite("D7 2.1(a)")

    @property
    def handling(self) -> Cite:
        return Cite("D7 1.0 Player")

    # What a record states

    @property
    def origin(self) -> Origin:
        return Origin("tournament", self.conditions, None, None, (), self.edition)

    @property
    def sign(self) -> None:
        """A tournament has none: its tables have."""
        return

    @property
    def round(self) -> int:
        return 0

    @property
    def clock(self) -> int:
        """The time of day, as it was told last."""
        return self.now

    @property
    def is_automated(self) -> bool:
        """Somebody conducts it, or the house does what needs no judgement."""
        return False

    def begins_play(self, act: Act) -> bool:
        """Whether somebody enters by it, or pays for it."""
        return isinstance(act, (Apply, PayFee, BuyChips))

    @property
    def has_settled(self) -> bool:
        return self.phase is Phase.OVER

    @property
    def settled(self) -> tuple[PlaceTaken, ...]:
        """Every place, with its prize in money."""
        money = {award.player: award.money for award in self.awards}
        return tuple(
            PlaceTaken(placing.place, player, money.get(player, 0), placing.rule)
            for placing in self.placings
            for player in placing.players
        )

    # People

    def entry(self, player: Any) -> Entry | None:
        if not isinstance(player, str):
            return None
        place = bisect_left(self.entries, player, key=lambda entry: entry.player)
        if place < len(self.entries) and self.entries[place].player == player:
            return self.entries[place]
        return None

    def entry_here(self, player: str) -> Entry:
        """The entry of someone who is known to have one, because `refuses` has seen to it."""
        entry = self.entry(player)
        if entry is None:
            raise LookupError(player)
        return entry

    def _with_entry(self, entry: Entry) -> Self:
        place = bisect_left(self.entries, entry.player, key=lambda each: each.player)
        rest = place + 1 if self.entry(entry.player) is not None else place
        return replace(self, entries=(*self.entries[:place], entry, *self.entries[rest:]))

    def _with_fate(self, player: str, status: Status, rule: Cite, working: str) -> Self:
        return self._with_entry(replace(self.entry_here(player), status=status, rule=rule, working=working))

    def of_status(self, *statuses: Status) -> tuple[str, ...]:
        return tuple(entry.player for entry in self.entries if entry.status in statuses)

    @property
    def players(self) -> tuple[str, ...]:
        """Everyone who is in the tournament still."""
        return self.of_status(Status.PLAYER)

    @property
    def gone(self) -> frozenset[str]:
        """Who is out of every tally, placing and play-off (ruling T21)."""
        return frozenset(self.of_status(Status.DISQUALIFIED, Status.WITHDRAWN))

    @property
    def through(self) -> tuple[Through, ...]:
        """Who goes on, as far as this stage is decided; between two stages who went on from the last."""
        found = self.went_on if not self.contests else (each for contest in self.contests for each in contest.through)
        return tuple(each for each in found if each.player not in self.gone)

    @property
    def house_players(self) -> tuple[HousePlayer, ...]:
        """Players of the house's own, whatever has become of them."""
        return tuple(HousePlayer(entry.player, entry.strategy) for entry in self.entries if entry.strategy)

    # Sessions

    @property
    def has_begun(self) -> bool:
        """Whether tournament play has begun: a stage is over, or a session of the first was started."""
        if self.stage != 1 or not self.sessions:
            return self.stage > 0
        return any(session.begun for session in self.sessions)

    @property
    def awaits_tables(self) -> bool:
        """Whether the next stage waits for its tables."""
        return self.phase in (Phase.ENTRY, Phase.PLAY) and not self.sessions

    @property
    def entries_are_open(self) -> bool:
        """Before the tables are set: for as long as everybody may enter."""
        return self.phase is Phase.ENTRY and not self.sessions

    @property
    def takes_late_entries(self) -> bool:
        """Whether the first stage is on and its notified terms let people enter late (ruling T46)."""
        return self.conditions.late_entries and self.phase is Phase.PLAY and self.stage == 1

    @property
    def tables_to_begin(self) -> tuple[Session, ...]:
        """The tables of this stage that have not begun; nobody is added to a play-off."""
        return tuple(each for each in self.sessions if each.is_waiting and not each.play_off)

    @property
    def late_table(self) -> Session | None:
        """At which table a late entrant sits: of those with a seat the one with fewest players (3.3(c)(ii), 5.4)."""
        tables = self.tables_to_begin if self.takes_late_entries else ()
        free = (each for each in tables if len(each.seats) < self.conditions.seats)
        return min(free, key=lambda each: (len(each.seats), each.number), default=None)

    @property
    def takes_entries(self) -> bool:
        return self.entries_are_open or self.late_table is not None

    def session(self, number: Any) -> Session | None:
        return next((each for each in self.sessions if type(number) is int and each.number == number), None)

    def session_here(self, number: int) -> Session:
        session = self.session(number)
        if session is None:
            raise LookupError(number)
        return session

    def _with_session(self, changed: Session) -> Self:
        sessions = tuple(changed if each.number == changed.number else each for each in self.sessions)
        return replace(self, sessions=sessions)

    def session_of(self, player: str) -> Session | None:
        """The session for which the player is seated and which has not been counted."""
        return next((each for each in self.sessions if each.tally is None and player in each.seats), None)

    def price_for(self, player: str) -> int | None:
        """What the player's chips for the next session cost, where they are sold and not yet paid for."""
        session = self.session_of(player)
        sold = self.conditions.issue is Issue.SOLD
        if not sold or session is None or session.begun or self.entry_here(player).has_chips:
            return None
        return session.chips

    @property
    def stage_chips(self) -> int:
        """What each player holds at the beginning of a session of this stage, play-offs too (rulings T23, T46)."""
        return self.conditions.chips_of(self.stage, is_final=self.is_final)

    def sign_of(self, number: int) -> Sign:
        """The limits at the table of that session."""
        session = self.session_here(number)
        of_stage = self.conditions.sign_of(session.stage, is_final=self.is_final)
        sign = self.play_off_sign if session.play_off else of_stage
        if sign is None:
            raise LookupError(number)
        return sign

    def duration_of(self, number: int) -> Duration:
        """How long that session lasts."""
        session = self.session_here(number)
        conditions = self.conditions
        if session.play_off:
            length = conditions.play_off
        else:
            length = conditions.final if self.is_final else conditions.stage(session.stage).duration
        return length or Duration(Measure.ROUNDS, 1)

    @property
    def remarks(self) -> tuple[str, ...]:
        """What somebody should look at in the tallies of this stage, though it is not refused (ruling T43)."""
        return tuple(
            remark
            for session in self.sessions
            if session.tally is not None and session.tally.minimum
            for remark in remarks(session.tally, session.chips, self._highest_maximum(session.number))
        )

    def _highest_maximum(self, number: int) -> int:
        maximum = self.sign_of(number).maximum
        return max(maximum, self.conditions.highest_maximum or maximum)

    @property
    def play_off_sign(self) -> Sign | None:
        """The limits of this stage's play-offs: the stage's own, unless the conditions name others (ruling T44)."""
        conditions = self.conditions
        if conditions.play_off_sign is not None or self.edition < PLAY_OFFS_HAVE_STAGE_LIMITS:
            return conditions.play_off_sign or conditions.sign
        return conditions.sign_of(self.stage, is_final=self.is_final)

    @property
    def lots(self) -> tuple[Contest, ...]:
        """The ties for which lots are being drawn."""
        return tuple(contest for contest in self.contests if contest.lot)

    @property
    def is_drawing(self) -> bool:
        """Whether chance is asked next: for a seat, or for a lot."""
        return bool(self.draws or self.lots)

    @property
    def fits_one_table(self) -> bool:
        """Whoever is left can play the final."""
        return len(self.players) <= MOST_AT_TABLE

    # Money

    @property
    def pool(self) -> int:
        """The prize pool: every fee that was paid by a player and not given back, and what the operator added."""
        no_players = (Status.APPLICANT, Status.REFUSED)
        fees = sum(entry.forfeited if entry.status in no_players else entry.held for entry in self.entries)
        return fees + self.contributed

    @property
    def fund(self) -> int:
        """What the casino holds of fees and contributions; nothing once it was paid out or given back."""
        if self.is_over:
            return 0
        return sum(entry.held for entry in self.entries) + self.contributed

    @property
    def chip_fund(self) -> int:
        """What it holds of the money for chips, apart from the fees (3.4).

        Chips are redeemed from it as far as it goes, and beyond that by the house, which has lost them at the tables.
        In the end it holds what is still to be redeemed, and no more.
        """
        left = max(0, sum(entry.chip_money - entry.redeemed for entry in self.entries))
        if self.is_over:
            return min(left, sum(entry.holding for entry in self.entries))
        return left

    @property
    def money(self) -> int:
        """All there is of the tournament's money: only what comes from outside, or leaves, changes it."""
        return self.fund + self.chip_fund

    @property
    def is_over(self) -> bool:
        """Whether it has ended, or was called off."""
        return self.phase in (Phase.OVER, Phase.OFF)

    @property
    def is_done_with(self) -> bool:
        """Whether nothing comes of it any more, and nobody has anything at stake in it."""
        return self.is_over and not self.engaged

    @property
    def engaged(self) -> frozenset[str]:
        """Everyone to whom something may still be owed: a place, a fee that may go back, chips to redeem."""
        is_on = not self.is_over
        return frozenset(
            entry.player
            for entry in self.entries
            if entry.holding
            or entry.status in (Status.APPLICANT, Status.PLAYER)
            or (is_on and entry.held and entry.status is not Status.DISQUALIFIED)
        )

    # What anybody asks of whatever runs by acts: a draw of seats is to a tournament what a round is to a table

    @property
    def is_between_rounds(self) -> bool:
        return not self.is_drawing

    def at_stake(self, _player: str, _chips: Chips) -> int:
        """Nothing lies on a layout here."""
        return 0

    def undecided(self, player: str) -> int:
        """The fee of whoever may still win a prize, and the price of chips that are in play or may be redeemed."""
        entry = self.entry(player)
        if entry is None:
            return 0
        is_in = not self.is_over and entry.status in (Status.APPLICANT, Status.PLAYER)
        has_chips = entry.has_chips or entry.holding > 0
        return entry.paid * is_in + max(0, entry.chip_money - entry.redeemed) * has_chips

    def purse_if_any(self, _player: Any) -> None:
        """Chips are at the tables."""
        return

    def view(self, person: str | None = None) -> TournamentView:
        public = PublicTournament(
            name=self.conditions.name,
            phase=self.phase,
            now=self.now,
            starts=self.starts,
            director_present=self.director_present,
            stage=self.stage,
            is_final=self.is_final,
            players=tuple((entry.player, entry.status) for entry in self.entries),
            sessions=self.sessions,
            through=self.through,
            pool=self.pool,
            placings=self.placings,
            awards=self.awards,
            house_players=self.house_players,
        )
        return TournamentView(public, self.entry(person))
