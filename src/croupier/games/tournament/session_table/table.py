"""A tournament table: blackjack, what Division 7 disapplies switched off by name, and its own rules put on top."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import Any, Self

from msgspec.structs import replace

from croupier.games.acts import (
    Act,
    Admit,
    AnswerCall,
    BuyColour,
    BuyIn,
    CallEarly,
    CallSupervisor,
    CashOut,
    Clock,
    CloseTable,
    Consent,
    FreeSeat,
    HandIn,
    HoldUnclaimed,
    MakeGood,
    OpenToPublic,
    PostClosing,
    PostLimits,
    Purpose,
    Ready,
    RecordDispute,
    TakeUpEdition,
)
from croupier.games.blackjack.acts import (
    Burn,
    ChooseHand,
    CorrectCard,
    FullPatronage,
    InsertCuttingCard,
    LeaveSeat,
    NoteDamage,
    OrderShuffle,
    ReopenBetting,
    ReplaceCards,
    ReplaceDamaged,
    RestateCards,
    Sit,
    VacateSeat,
    VoidHand,
    VoidRound,
)
from croupier.games.blackjack.cards import decks
from croupier.games.blackjack.flow import AUTOMATIC as BLACKJACK_AUTOMATIC
from croupier.games.blackjack.flow import STEPS as BLACKJACK_STEPS
from croupier.games.blackjack.flow import due_rule, resumed
from croupier.games.blackjack.game import HANDLERS as BLACKJACK
from croupier.games.blackjack.options import BlackjackOptions, refuses_options
from croupier.games.blackjack.showing import round_shown
from croupier.games.blackjack.shown import BlackjackRoundShown
from croupier.games.blackjack.state import TableShoe
from croupier.games.blackjack.step_names import CUTTING_CARD, OPENING, SHUFFLE
from croupier.games.blackjack.waiting import BlackjackWaiting
from croupier.games.journalled import Origin
from croupier.games.layout.acts import VoidWager
from croupier.games.machine import Awaited, Handlers, no_offers, unchanged
from croupier.games.money import is_whole
from croupier.games.offers import Offer
from croupier.games.people import Role
from croupier.games.refusal import Refusal, Refused
from croupier.games.sign import Sign
from croupier.games.steps import OPEN_TABLE, Step, Steps, in_order
from croupier.games.table import General, Reservation
from croupier.games.tournament.conditions import MOST_AT_TABLE, Conditions, Duration, refuses_conditions
from croupier.games.tournament.session_table.company import COMPANY
from croupier.games.tournament.session_table.conduct import CONDUCT
from croupier.games.tournament.session_table.house_players import NAMING_HOUSE_PLAYERS
from croupier.games.tournament.session_table.session import ALLOCATE, BEGIN, GAME, OVER, TALLY, WAGER, SessionTable
from croupier.games.tournament.session_table.table_acts import (
    Attendance,
    ConsentToLeave,
    Disqualify,
    LeaveTable,
    Reinstate,
    ResumePlay,
    TakeSeat,
)
from croupier.games.tournament.session_table.terms import SessionOptions
from croupier.games.tournament.session_table.wagering import WAGERING, ticked
from croupier.games.wagers import Withdraw
from croupier.rulebook import EDITION, Cite

STEPS: Steps = {
    **BLACKJACK_STEPS,
    **in_order(
        Step(SHUFFLE, Cite("D2 16.7"), "shuffle the cards"),
        Step(CUTTING_CARD, Cite("D7 5.8(b)"), "take the cutting card out"),
        Step(ALLOCATE, Cite("D7 5.2"), "allocate the boxes", Role.TOURNAMENT_DIRECTOR),
        Step(BEGIN, Cite("D7 5.1"), "begin the session", Role.TOURNAMENT_DIRECTOR),
        Step(WAGER, Cite("D7 5.9"), "wager in turn", Role.PLAYER),
        Step(TALLY, Cite("D7 6.4"), "count the chips of every player"),
        Step(OVER, Cite("D7 6.4"), "report the tally: the session is over", Role.TOURNAMENT_DIRECTOR),
    ),
}
AUTOMATIC = BLACKJACK_AUTOMATIC | {TALLY}

SWITCHED_OFF: dict[type[Act], Refusal] = {
    BuyIn: Refusal(Cite("D7 5.5"), "no_more_chips", "No more chips are issued during a session."),
    CashOut: Refusal(Cite("D7 5.12"), "chips_stay", "Tournament chips stay on the table until the session has ended."),
    HoldUnclaimed: Refusal(
        Cite("D7 5.12"), "chips_stay", "Tournament chips stay on the table until the session has ended."
    ),
    MakeGood: Refusal(Cite("D7 5.5"), "no_more_chips", "No more chips are issued during a session."),
    BuyColour: Refusal(Cite("D7 4.1"), "tournament_chips", "Only tournament chips are in use."),
    HandIn: Refusal(Cite("D7 4.1"), "tournament_chips", "Only tournament chips are in use."),
    TakeUpEdition: Refusal(
        Cite("D7 2.1(a)"), "disapplied", "A tournament ends under the edition of the rules in which it began."
    ),
    PostLimits: Refusal(
        Cite("D7 2.2(a)"), "disapplied", "In a tournament limits change only as rule 4.3 of Division 7 allows."
    ),
    Consent: Refusal(
        Cite("D7 2.2(a)"), "disapplied", "In a tournament limits change only as rule 4.3 of Division 7 allows."
    ),
    Ready: Refusal(Cite("D7 5.9"), "disapplied", "Players wager in turn here. There is no betting time to end early."),
    CallEarly: Refusal(
        Cite("D7 5.9"), "disapplied", "Players wager in turn here. There is no betting time to end early."
    ),
    PostClosing: Refusal(Cite("D7 6.1"), "session_on", "A session ends by its own rules. It is never closed early."),
    CloseTable: Refusal(Cite("D7 6.1"), "session_on", "A session ends by its own rules. It is never closed early."),
    VoidWager: Refusal(Cite("D7 4.2", "T19"), "final", "A wager is final when it is placed."),
    Withdraw: Refusal(Cite("D7 4.2", "T19"), "final", "A wager is final when it is placed."),
    OrderShuffle: Refusal(
        Cite("D7 5.8"), "own_shuffles", "In a session the cards are shuffled only when rule 5.8 of Division 7 says so."
    ),
    ReopenBetting: Refusal(Cite("D7 4.2", "T19"), "final", "Wagers are final: betting is not opened again."),
    Sit: Refusal(Cite("D7 5.2"), "allocated", "Boxes are allocated at the beginning of the session."),
    LeaveSeat: Refusal(Cite("D7 5.2"), "allocated", "The box that was allocated is kept for the session."),
    FreeSeat: Refusal(Cite("D7 5.2"), "allocated", "The box that was allocated is kept for the session."),
    VacateSeat: Refusal(Cite("D7 5.2"), "allocated", "The box that was allocated is kept for the session."),
    Admit: Refusal(Cite("D7 5.2"), "allocated", "Boxes are allocated at the beginning of the session."),
    OpenToPublic: Refusal(Cite("D7 5.2"), "allocated", "Boxes are allocated at the beginning of the session."),
    ChooseHand: Refusal(Cite("D7 2.2(b)"), "disapplied", "Boxes are not shared in a tournament."),
    FullPatronage: Refusal(Cite("D7 2.2(b)"), "disapplied", "Boxes are not shared in a tournament."),
}
"""What is done elsewhere and not here, with the clause that says so."""

WITHOUT_DIRECTOR = (Attendance, Clock, Disqualify, LeaveTable, CallSupervisor, AnswerCall, RecordDispute)
"""What may be done while the director is away (5.1)."""
_RULINGS = (VoidRound, VoidHand, CorrectCard, RestateCards, NoteDamage)
WHILE_PAUSED = (*WITHOUT_DIRECTOR, *_RULINGS, ResumePlay, Reinstate, ConsentToLeave, TakeSeat)
"""What may be done while the director holds the game: nothing is dealt or wagered, but what went wrong is put right."""


def _refuses_always(refusal: Refusal, _table: SessionTable, _act: Act) -> Refusal:
    return refusal


def _when_ready(kind: type[Act], table: SessionTable, act: Act) -> SessionTable:
    """The cards are in the shoe: the next bettor's time begins."""
    ready: SessionTable = BLACKJACK[kind].after(table, act)
    return ready._turn_begun() if ready.turn_ends is None and not ready.is_called else ready


def _refuses_replace_cards(table: SessionTable, act: Act) -> Refusal | None:
    if table.ended is not None:
        return Refusal(table.ended, "session_over", "The session is over.")
    return BLACKJACK[ReplaceCards].refuses(table, act)


def _offers_replace_cards(table: SessionTable) -> Iterator[Offer]:
    if table.ended is None:
        yield from BLACKJACK[ReplaceCards].offers(table)


def _after_replace_cards(table: SessionTable, act: Act) -> SessionTable:
    """New cards are shuffled and cut: nothing is owed any more, and the shoe keeps its number (ruling T28)."""
    nothing_owed = replace(table, reached_at=None, is_last_of_shoe=False, is_overdue=False, turn_ends=None)
    return BLACKJACK[ReplaceCards].after(nothing_owed, act)  # type: ignore[no-any-return]


HANDLERS: Handlers = {
    **BLACKJACK,
    **{
        kind: BLACKJACK[kind]._replace(refuses=partial(_refuses_always, refusal), after=unchanged, offers=no_offers)
        for kind, refusal in SWITCHED_OFF.items()
    },
    **{
        kind: BLACKJACK[kind]._replace(after=partial(_when_ready, kind))
        for kind in (InsertCuttingCard, Burn, ReplaceDamaged)
    },
    ReplaceCards: BLACKJACK[ReplaceCards]._replace(
        refuses=_refuses_replace_cards, after=_after_replace_cards, offers=_offers_replace_cards
    ),
    **CONDUCT,
    **COMPANY,
    **WAGERING,
    **NAMING_HOUSE_PLAYERS,
}


class Division7Table(SessionTable, frozen=True, kw_only=True):
    """A tournament table as Division 7 has it."""

    @property
    def _handlers(self) -> Handlers:
        return HANDLERS

    @property
    def steps(self) -> Steps:
        return STEPS

    @property
    def shown(self) -> BlackjackRoundShown:
        return round_shown(self)

    @property
    def waiting(self) -> BlackjackWaiting:
        return BlackjackWaiting(self)

    @property
    def origin(self) -> Origin:
        automation = None if self.automation == AUTOMATIC else self.automation
        return Origin(GAME, self.terms, automation, None, self.general.colours, self.edition)

    @property
    def awaits(self) -> tuple[Awaited, ...]:
        if not self.general.is_open:
            return (Awaited(OPEN_TABLE, Role.DEALER, self.application),)
        if self.is_held_up and self.director_present:
            return (Awaited("go on with the game", Role.TOURNAMENT_DIRECTOR, Cite("D7 5.7", "T35")),)
        if self.asks_director:
            what = f"decide on {self.bettors[0]}, who has not wagered"
            return (Awaited(what, Role.TOURNAMENT_DIRECTOR, Cite("D7 4.5", "T47")),)
        if self.is_held_up:
            return (Awaited("come to the tournament", Role.TOURNAMENT_DIRECTOR, Cite("D7 5.1")),)
        step = self.steps[self.step]
        return (Awaited(step.words, step.role, due_rule(self)),)

    def refuses(self, act: object) -> Refusal | None:
        is_known = type(act) in self._handlers
        if is_known and self.is_held_up and type(act) not in self._not_held_up:
            return self.refuses_without_director()
        return super().refuses(act)

    @property
    def _not_held_up(self) -> tuple[type[Act], ...]:
        return WHILE_PAUSED if self.director_present else WITHOUT_DIRECTOR

    def offers(self, kinds: Container[type[Act]] | None = None) -> Iterator[Offer]:
        for kind, handler in self._handlers.items():
            if (kinds is None or kind in kinds) and (not self.is_held_up or kind in self._not_held_up):
                yield from handler.offers(self)

    def chance(self) -> Mapping[Act, Fraction]:
        """No card is due while the director is away or holds the game."""
        return {} if self.is_held_up else super().chance()

    def _opened(self) -> Self:
        return resumed(self)

    def _ticked(self) -> Self:
        return ticked(self)  # type: ignore[return-value]


def open_session(
    sign: Sign,
    terms: SessionOptions,
    automation: Iterable[str] | None,
    betting_seconds: int | None,
    colours: tuple[str, ...],
    *,
    edition: int = EDITION,
) -> Division7Table:
    """A table for one session, before the boxes are allocated (Division 7)."""
    steps = AUTOMATIC if automation is None else frozenset(automation)
    refusal = refuses_terms(sign, terms) or _refuses_table(steps, betting_seconds, colours)
    if refusal is not None:
        raise Refused(refusal)
    options = table_options(terms)
    table = Division7Table(
        general=General(
            sign=sign, is_open=OPEN_TABLE in steps, reserved=Reservation(Purpose.TOURNAMENT), edition=edition
        ),
        options=options,
        terms=terms,
        automation=steps,
        seats=("",) * options.boxes,
        step="",
        preparation=OPENING,
        shoe=TableShoe(decks(options.decks)),
        wager_seconds=terms.wager_seconds,
        writing="" if terms.writing else None,
    )
    return resumed(table)


def table_options(terms: SessionOptions) -> BlackjackOptions:
    """Blackjack as a tournament plays it: one bettor a box, one box a bettor, no Super Sevens (2.2(b), 5.2)."""
    return BlackjackOptions(
        boxes=MOST_AT_TABLE,
        decks=terms.decks,
        cutting_cards=terms.cutting_cards,
        layout=terms.layout,
        burn=terms.burn,
        writing=terms.writing,
        bettors=1,
        extra_boxes=0,
    )


def refuses_terms(sign: Sign, terms: SessionOptions) -> Refusal | None:
    """Terms of one session are judged as the conditions of entry are."""
    options = table_options(terms)
    if refusal := refuses_options(options):
        return refusal
    if not isinstance(terms.play_off, bool):
        return Refusal(Cite("D7 1.0 Play-Off"), "bad_play_off", "Say yes or no: the session is a play-off.")
    if not is_whole(terms.chips):
        return Refusal(Cite("D7 3.2(c)"), "bad_chips", "The chips of each player must be worth more than $0.")
    if not isinstance(terms.duration, Duration):
        return Refusal(
            Cite("D7 3.2(g)"), "bad_length", "Give the length of a session in rounds, in shoes or as a time."
        )
    return refuses_conditions(
        Conditions(
            name="session",
            chips=terms.chips,
            sign=sign,
            lowest_minimum=terms.lowest_minimum,
            highest_maximum=terms.highest_maximum,
            final=terms.duration,
            options=options,
            wager_seconds=terms.wager_seconds,
            late_is_minimum=terms.late_is_minimum,
            director_decides=terms.director_decides,
        )
    )


def _refuses_table(steps: frozenset[str], betting_seconds: int | None, colours: Any) -> Refusal | None:
    if colours:
        return Refusal(Cite("D7 4.1"), "bad_colours", "A tournament is played with tournament chips.")
    if betting_seconds is not None:
        return Refusal(Cite("D7 4.9"), "bad_window", "At a tournament table each player has their own time to wager.")
    if unknown := steps - AUTOMATIC:
        why = f"A tournament table has no step {min(unknown)!r} to automate."
        return Refusal(Cite("D7 2.1(b)"), "no_such_step", why)
    return None
