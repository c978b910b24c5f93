"""The state of a tournament table: blackjack for one session, by the rules of Division 7."""

from __future__ import annotations

from enum import StrEnum
from typing import Self

from msgspec import Struct, structs
from msgspec.structs import replace

from croupier.games.acts import Act
from croupier.games.blackjack.boxes import BOX
from croupier.games.blackjack.cards import decks
from croupier.games.blackjack.state import BlackjackPublicView, BlackjackTable, BlackjackView, TableShoe
from croupier.games.blackjack.step_names import CALL, CUT, INSERT, RIFFLE, STACK, WASH
from croupier.games.refusal import Refusal
from croupier.games.tournament.conditions import Duration, Measure
from croupier.games.tournament.session_table.table_acts import TallyChips
from croupier.games.tournament.session_table.terms import SessionOptions
from croupier.games.tournament.tally import Count, Tally
from croupier.rulebook import Cite

DIRECTOR_DISQUALIFIES = 2
"""From this edition on the director disqualifies for a missed wager where a dealer calls (ruling T47)."""
MARKER_GOES_ON_AT_ONCE = 2
"""From this edition on the marker of a holder who is disqualified between rounds goes on at once (ruling T42)."""

GAME = "tournament-table"

DISAPPLIED = frozenset(
    {"D1 9", "D1 10.2", "D1 10.4", "D2 5.3", "D2 5.8", "D2 7.1", "D2 8.7", "D2 8.8", "D2 14", "D2 15"}
)
"""What rule 2.2 switches off."""

SHUFFLE_STEPS = (WASH, STACK, RIFFLE, CUT, INSERT)
"""Every shuffle of a tournament, but for a refill in mid-round, goes by D2 6.3 (5.8)."""

ALLOCATE, BEGIN, WAGER, TALLY, OVER = "allocate boxes", "begin session", "wager", "tally chips", "over"


class Standing(StrEnum):
    """How a player stands in a session."""

    PLAYING = "playing"
    UNABLE = "unable to wager"
    ELIMINATED = "eliminated"
    DISQUALIFIED = "disqualified"


class Fall(Struct, frozen=True, order=True):
    """A player no longer held the minimum when a round ended."""

    player: str
    round: int


class Mistakable(Struct, frozen=True):
    """What a disqualification has changed that may still be taken back (ruling T47)."""

    player: str
    marker: int = 0
    """The box from which the betting marker moved on, where it did (ruling T42)."""
    wager: int = 0
    """What was returned."""
    round: int = 0
    """The last round that had begun: with the next one the disqualification stands."""


class PlayerStack(Struct, frozen=True):
    """One player's chips in clear view of all (5.11)."""

    box: int
    player: str
    chips: int
    standing: Standing


class SessionPublic(BlackjackPublicView, frozen=True, kw_only=True):
    """What everyone at a tournament table may see: all chips (5.11), the marker, the turn, how long it lasts."""

    stacks: tuple[PlayerStack, ...]
    marker: int
    """The box with the betting marker; 0 before the session."""
    in_turn: tuple[str, ...]
    turn_ends: int | None
    shoe: int | None
    """The shoe number indicator, where the session is measured in shoes (2.3(b))."""
    rounds: int
    duration: Duration
    session_ends: int | None
    ended: Cite | None
    tally: Tally | None
    writing: str | None
    is_paused: bool = False


class SessionView(BlackjackView, frozen=True):
    public: SessionPublic


class SessionTable(BlackjackTable, frozen=True, kw_only=True):
    terms: SessionOptions
    director_present: bool = False
    begun: bool = False
    ended: Cite | None = None
    """The clause by which the session has ended."""
    session_ends: int | None = None
    """When its time is up, where it is measured in time."""
    rounds: int = 0
    """How many rounds were played to their end; a void one does not count (ruling T36)."""
    shoe_number: int = 1
    marker: int = 0
    reached_at: int | None = None
    """Where the cutting card of this shoe came out, once it has."""
    is_overdue: bool = False
    """A shuffle that should have been, or a cutting card that is missing, is made good right after this round."""
    is_last_of_shoe: bool = False
    """The cutting card came out in an earlier round: after this one the cards are shuffled (5.8(b))."""
    falls: tuple[Fall, ...] = ()
    disqualified: tuple[str, ...] = ()
    grounds: tuple[str, ...] = ()
    """Why each of them was."""
    passed: tuple[str, ...] = ()
    """Who let the time for a wager pass in this round (4.9)."""
    turn_ends: int | None = None
    wager_seconds: int | None = None
    coming_seconds: int | None = None
    """A limit of time that the next round begins with; 0 where the limit falls away."""
    came: tuple[str, ...] = ()
    """Who has taken the allocated seat."""
    away: tuple[str, ...] = ()
    excused: tuple[str, ...] = ()
    """Who may leave the table (5.7)."""
    was_vacant: bool = False
    asked: tuple[str, ...] = ()
    """Whose name the supervisor has asked for and not yet got (5.3)."""
    writing: str | None = None
    """The terms on which writing implements are allowed; `None` where they are not."""
    tally: Tally | None = None
    mistakable: tuple[Mistakable, ...] = ()
    """The director's disqualifications, of this round and before the next (ruling T47)."""
    paused_at: int | None = None
    """Since when the director holds the game."""

    # What blackjack asks of the table

    @property
    def is_for_money(self) -> bool:
        return False

    def begins_play(self, _act: Act) -> bool:
        """The entry was the play: whoever has entered may play what was paid for."""
        return False

    @property
    def disapplied(self) -> frozenset[str]:
        return DISAPPLIED

    @property
    def application(self) -> Cite:
        return Cite("D7 2.1(b)")

    @property
    def own_step(self) -> str | None:
        if self.ended is not None:
            return TALLY if self.tally is None else OVER
        if not any(self.seats):
            return ALLOCATE
        if self.preparation or self.is_called:
            return None
        if not self.begun:
            return BEGIN
        return WAGER if self.prompt_bettors else None

    @property
    def own_act(self) -> Act | None:
        return TallyChips() if self.step == TALLY else None

    @property
    def betting_is_open(self) -> bool:
        return self.is_playing and self.step in (WAGER, CALL) and self.is_between_rounds

    def may_decide(self, player: str) -> bool:
        """One who is away or disqualified decides nothing: the hand goes by D2 16.6 (rulings B26, T21, T35)."""
        return self.is_here(player)

    def may_cut(self, player: str) -> bool:
        return self.is_here(player)

    def is_here(self, player: str) -> bool:
        return player not in self.disqualified and player not in self.away

    @property
    def own_box(self) -> Cite:
        return Cite("D7 5.2")

    @property
    def handling(self) -> Cite:
        return Cite("D7 5.2")

    def _cutting_card_out(self, at: int) -> Self:
        return replace(super()._cutting_card_out(at), reached_at=at)

    def _shuffle_overdue(self, at: int) -> Self:
        """A shuffle that was missed, or a cutting card: right after this round (D2 16.9, 16.10, ruling B28)."""
        was_in = at >= 0
        last = self.is_last_of_shoe or was_in
        table = replace(self, reached_at=at if was_in else self.reached_at, is_last_of_shoe=last, is_overdue=True)
        return super(SessionTable, table)._shuffle_overdue(at)

    def _with_shuffle_if_owed(self) -> Self:
        if not self.is_between_rounds or self.preparation or self.ended is not None:
            return self
        return self._with_next_shoe() if self.begun else self._to_be_shuffled("new cards")

    def _with_replacement_if_owed(self) -> Self:
        """While a damaged card is replaced, nobody's time to wager runs."""
        owed = super()._with_replacement_if_owed()
        return owed if owed.preparation == self.preparation else replace(owed, turn_ends=None)

    def _with_next_shoe(self) -> Self:
        """The shuffle of 5.8(b), or the end of the last shoe (6.3); without a cutting card a shoe keeps its number."""
        if self.is_last_of_shoe:
            duration = self.terms.duration
            if duration.measure is Measure.SHOES and self.shoe_number >= duration.count:
                return self._ended_by(Cite("D7 6.3"))
            return replace(self._to_be_shuffled(str(self.reached_at)), shoe_number=self.shoe_number + 1)
        if self.reached_at is None and self.shoe.came_out_at is not None:
            return self._to_be_shuffled("new cards")
        return self

    def _to_be_shuffled(self, cut_after: str) -> Self:
        """All of the cards, by the steps of D2 6.3 (5.8)."""
        table = replace(self, shoe=TableShoe(decks(self.options.decks)), rack=(), unseen=False, turn_ends=None)
        table = replace(table, preparation=SHUFFLE_STEPS, cut_after=cut_after, declined=())
        return replace(table, is_last_of_shoe=False, reached_at=None, is_overdue=False)

    def _round_ended(self, *, void: bool) -> Self:
        """Who fell, whether the session is over, and where the marker goes (4.7, 5.10, section 6)."""
        between = replace(self, passed=(), turn_ends=None, mistakable=self.retractable)
        if void:
            return between._void_ended()._with_vacancy()
        return replace(between, rounds=self.rounds + 1)._with_falls()._ended_or_next_round()

    def _ended_or_next_round(self) -> Self:
        """A round was counted: the session is over, or the shoe, the marker and the betting go on."""
        if end := self.end_of_round:
            return self._ended_by(end)
        if self.is_last_of_shoe or self.reached_at is None:
            table = self._with_next_shoe()
        else:
            table = replace(self, is_last_of_shoe=True)
        if table.ended is not None:
            return table
        return replace(table, marker=table.next_box(table.marker))._round_begun()._with_vacancy()

    def _void_ended(self) -> Self:
        """Not a round (ruling T36); but time has passed, a cutting card was reached, and a shuffle may be due."""
        if len(self.able) <= 1:
            return self._ended_by(Cite("D7 6.1", "T21"))
        if self.is_time_up:
            return self._ended_by(Cite("D7 6.2", "T36"))
        table = self
        if self.is_overdue:
            table = self._with_next_shoe()
        elif self.reached_at is not None:
            table = replace(self, is_last_of_shoe=True)
        return table if table.ended is not None else table._round_begun()

    def _with_vacancy(self) -> Self:
        """A table of which every player is away is vacant; the first to come back cuts (5.8(c), D2 7.3(a))."""
        if not self.is_playing or not set(self.contenders) <= set(self.away):
            return self
        return replace(self, was_vacant=True, arrived="")

    @property
    def is_time_up(self) -> bool:
        """While the game is held no time of the session runs (ruling T35)."""
        now = self.clock if self.paused_at is None else self.paused_at
        return self.session_ends is not None and now >= self.session_ends

    @property
    def has_card_out(self) -> bool:
        """Whether a round is being dealt. A card left over unseen from the last one is none of it (ruling B48)."""
        return not self.is_final or (self.unseen and self.is_called)

    @property
    def retractable(self) -> tuple[Mistakable, ...]:
        """The disqualifications that may be taken back, until the first card of the next round is out (T47)."""
        has_begun = self.is_final and self.has_card_out
        return tuple(each for each in self.mistakable if each.round == self.round and not has_begun)

    @property
    def end_of_round(self) -> Cite | None:
        """The clause by which the session is over when a round ends, but for the shoes."""
        if len(self.able) <= 1:
            return Cite("D7 6.1")
        if self.is_time_up:
            return Cite("D7 6.2")
        duration = self.terms.duration
        if duration.measure is Measure.ROUNDS and self.rounds >= duration.count:
            return Cite("D7 1.0 Session", "T1")
        return None

    def _with_falls(self) -> Self:
        """Who holds less than the minimum now, and since which round (ruling T3)."""
        known = {fall.player: fall.round for fall in self.falls}
        short = [player for player in self.seated if self.chips_of(player) < self.sign.minimum]
        return replace(self, falls=tuple(sorted(Fall(player, known.get(player, self.rounds)) for player in short)))

    def _with_disqualified(self, ground: str, *players: str) -> Self:
        """At once out of everything but the hand in progress (ruling T21)."""
        asked = tuple(player for player in self.asked if player not in players)
        grounds = (*self.grounds, *(ground for _ in players))
        return replace(self, disqualified=(*self.disqualified, *players), grounds=grounds, asked=asked)

    def _ended_by(self, rule: Cite) -> Self:
        """The session is over; wagers for a round that does not come go back (ruling T22)."""
        table = self._with_wagers_returned()
        return replace(
            table, ended=rule, asked=(), is_called=False, passed=(), turn_ends=None, window_ends=None, preparation=()
        )

    def _with_wagers_returned(self, *players: str) -> Self:
        """The wagers of these players, or of all, taken off the boxes while no card is out."""
        table = self
        for box in self.boxes:
            for stake in box.stakes:
                if not players or stake.player in players:
                    table = table._moved(stake.player, stake.amount)
        kept = tuple(box for box in self.boxes if players and not set(box.bettors) & set(players))
        return replace(table, boxes=kept)

    # Who plays

    @property
    def is_playing(self) -> bool:
        return self.general.is_open and self.begun and self.ended is None

    @property
    def is_held_up(self) -> bool:
        """The director is away, or holds the game: play waits (5.1, ruling T35)."""
        return self.is_playing and (not self.director_present or self.is_paused)

    @property
    def is_paused(self) -> bool:
        return self.paused_at is not None

    @property
    def asks_director(self) -> bool:
        """Whether the table waits for the director's word on those who let all their time pass (ruling T47)."""
        is_over = self.wager_seconds is not None and self.turn_ends is None and not self.prompt_bettors
        return (
            self.director_disqualifies
            and self.betting_is_open
            and is_over
            and bool(self.bettors)
            and not self.is_held_up
        )

    @property
    def director_disqualifies(self) -> bool:
        """Whether a director is there to disqualify: a dealer calls, since the second edition, or the terms say so."""
        has_dealer = self.edition >= DIRECTOR_DISQUALIFIES and CALL not in self.automation
        return has_dealer or self.terms.director_decides

    @property
    def seated(self) -> tuple[str, ...]:
        return tuple(player for player in self.seats if player)

    @property
    def contenders(self) -> tuple[str, ...]:
        """Everyone in the session who was not disqualified, from the dealer's left."""
        return tuple(player for player in self.seated if player not in self.disqualified)

    def chips_of(self, player: str) -> int:
        """What the player holds, or presented when the session was over."""
        if self.tally is not None:
            return next((count.chips for count in self.tally.counts if count.player == player), 0)
        purse = self.purse_if_any(player)
        return 0 if purse is None else purse.value

    def staked(self, player: str) -> int:
        """What the player has wagered for the round to come."""
        stakes = (box.stake(player, BOX) for box in self.boxes)
        return sum(stake.amount for stake in stakes if stake is not None)

    @property
    def able(self) -> tuple[str, ...]:
        """Who holds the minimum, what is wagered already counted in (rulings T3, T10)."""
        minimum = self.sign.minimum

        def has_it(player: str) -> bool:
            held = self.chips_of(player)
            return held >= minimum or held + self.staked(player) >= minimum

        return tuple(filter(has_it, self.contenders))

    def box_number(self, player: str) -> int:
        return self.seats.index(player) + 1

    def next_box(self, box: int) -> int:
        """The next box clockwise whose player can wager (5.10, ruling T10)."""
        boxes = [self.box_number(player) for player in self.able]
        return next((each for each in boxes if each > box), boxes[0] if boxes else box)

    def marker_left_by(self, *players: str) -> int:
        """The box from which the marker goes on at once when these are disqualified between rounds, or 0 (T42)."""
        holder = self.seats[self.marker - 1]
        return self.marker if holder in players and self.edition >= MARKER_GOES_ON_AT_ONCE else 0

    # The betting

    @property
    def bettors(self) -> tuple[str, ...]:
        """Who has still to wager, clockwise from the marker (5.9, 5.10)."""
        waiting = [player for player in self.able if not self.staked(player)]
        first = [player for player in waiting if self.box_number(player) >= self.marker]
        return (*first, *(player for player in waiting if player not in first))

    @property
    def prompt_bettors(self) -> tuple[str, ...]:
        """Those of them who have not let their time pass."""
        return tuple(player for player in self.bettors if player not in self.passed)

    @property
    def in_turn(self) -> tuple[str, ...]:
        """Who may wager now: the next in order, or whoever let the time pass when all others have (ruling T37)."""
        return self.prompt_bettors[:1] or self.bettors

    def _round_begun(self) -> Self:
        """Betting for a round begins, with the limit of time that was announced for it (4.9)."""
        if self.coming_seconds is None:
            return self._turn_begun()
        return replace(self, wager_seconds=self.coming_seconds or None, coming_seconds=None)._turn_begun()

    def _turn_begun(self) -> Self:
        """The next bettor's time begins, once the cards are ready."""
        waits = not self.is_playing or bool(self.preparation) or self.is_held_up or not self.bettors
        if self.wager_seconds is None or waits:
            return replace(self, turn_ends=None)
        return replace(self, turn_ends=self.clock + self.wager_seconds)

    def standing_of(self, player: str) -> Standing:
        if player in self.disqualified:
            return Standing.DISQUALIFIED
        fell = any(fall.player == player for fall in self.falls)
        if not fell:
            return Standing.PLAYING
        return Standing.UNABLE if self.chips_of(player) else Standing.ELIMINATED

    def counted(self) -> Tally:
        """The tally (6.4)."""
        fell = {fall.player: fall.round for fall in self.falls}
        grounds = dict(zip(self.disqualified, self.grounds, strict=True))
        counts = (
            Count(player, self.chips_of(player), fell.get(player, 0), player in grounds, grounds.get(player, ""))
            for player in self.seated
        )
        return Tally(self.rounds, self.sign.minimum, tuple(counts))

    def refuses_without_director(self) -> Refusal | None:
        if not self.director_present:
            return Refusal(Cite("D7 5.1"), "no_director", "The tournament director must be present.")
        if self.is_paused:
            return Refusal(Cite("D7 5.7", "T35"), "paused", "The tournament director has paused the game.")
        return None

    def _without_idle_seats(self) -> Self:
        return self

    def _closed(self) -> Self:
        return self

    def view(self, person: str | None = None) -> SessionView:
        return SessionView(self._public(), None if person is None else self.purse_if_any(person))

    def _public(self) -> SessionPublic:
        counts = self.terms.duration.measure is Measure.SHOES
        return SessionPublic(
            **structs.asdict(super().view().public) | {"game": GAME},
            stacks=tuple(
                PlayerStack(box, player, self.chips_of(player), self.standing_of(player))
                for box, player in enumerate(self.seats, start=1)
                if player
            ),
            marker=self.marker,
            in_turn=self.in_turn if self.betting_is_open else (),
            turn_ends=self.turn_ends,
            shoe=self.shoe_number if counts else None,
            rounds=self.rounds,
            duration=self.terms.duration,
            session_ends=self.session_ends,
            ended=self.ended,
            tally=self.tally,
            writing=self.writing,
            is_paused=self.is_paused,
        )
