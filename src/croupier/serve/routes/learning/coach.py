"""The coach: which of your decisions at the end of a tournament's sessions cost most, in chance to go on."""

from __future__ import annotations

from fractions import Fraction

from litestar import get
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from croupier.floor.casino import Casino
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.people.sign_in.sign_ins import Visitor
from croupier.odds.last_hand.figures import LastHandAnswer
from croupier.report.coach import WAGER, CoachedDecision, judged
from croupier.report.figures import decimal
from croupier.serve.security.auth import SIGNED_IN
from croupier.serve.solver.client import COACH
from croupier.serve.solver.questions import AskLastHand
from croupier.serve.views.coach import SessionDecisions, decisions_of
from croupier.serve.views.lookup import in_order, tournament_actor

PLACES = 1


class CoachedStack(Struct, frozen=True):
    player: str
    chips: int
    """When the round began."""
    wager: int | None
    cards: tuple[int, ...]
    """By value: an ace is 1, all tens are 10."""


class CoachedShown(Struct, frozen=True):
    """One decision, and how the table lay before it."""

    session: int
    table: str
    is_final: bool
    number: int
    round: int
    """Of the session: void rounds do not count."""
    replay: int
    """The same round as the table counts them; 0 where it cannot be replayed."""
    left: int
    """Rounds left, this one included."""
    choice: str
    amount: int
    stacks: tuple[CoachedStack, ...]
    dealer: int
    """The dealer's first card by value; 0 before the deal."""
    is_slow: bool
    """Whether it may take a minute to work out, and not some seconds."""
    why: str
    """Why it is not worked out; empty where it can be."""


class CoachShown(Struct, frozen=True):
    player: str
    """Your own id in this tournament."""
    names: dict[str, str]
    decisions: tuple[CoachedShown, ...]


class CoachedWorth(Struct, frozen=True):
    """All chances in hundredths."""

    chance: str
    best: str
    best_amount: int
    best_chance: str
    cost: str
    error: str
    """By how much the figures may be off, where a grid of stacks was used; empty otherwise."""
    method: str


@get("/api/v1/tournaments/{id:str}/coach", who=SIGNED_IN, heavy=10, gives=CoachShown)
async def coach(casino: Casino, person: Visitor, id: str) -> CoachShown:
    """Your own last wagers and last hands in the sessions of a tournament that are over."""
    actor = in_order(tournament_actor(casino, id), "This tournament")
    player = actor.player_id(person.person.id)
    sessions = await decisions_of(casino, id, player)
    shown = tuple(_shown(session, made) for session in sessions for made in session.decisions)
    names = await casino.names_at(actor, {stack.player for each in shown for stack in each.stacks})
    return CoachShown(player, names, shown)


def _shown(session: SessionDecisions, made: CoachedDecision) -> CoachedShown:
    lay = made.situation
    seats = () if lay is None else lay.seats
    return CoachedShown(
        session=session.session,
        table=session.table,
        is_final=session.is_final,
        number=made.number,
        round=made.round,
        replay=session.round_of(made),
        left=made.left,
        choice=made.choice,
        amount=made.amount,
        stacks=tuple(CoachedStack(each.name, each.chips, each.wager, each.cards) for each in seats),
        dealer=0 if lay is None else lay.up,
        is_slow=made.is_slow,
        why=made.why,
    )


@get(
    "/api/v1/tournaments/{id:str}/coach/{session_number:int}/{number:int}", who=SIGNED_IN, heavy=10, gives=CoachedWorth
)
async def coached(casino: Casino, person: Visitor, id: str, session_number: int, number: int) -> CoachedWorth:
    """What one of these decisions was worth, beside the best one. It may take a minute to work out."""
    actor = in_order(tournament_actor(casino, id), "This tournament")
    sessions = await decisions_of(casino, id, actor.player_id(person.person.id), session_number)
    own = (made for each in sessions for made in each.decisions if made.number == number)
    made = next(own, None)
    if made is None or made.situation is None:
        raise HouseRule.NO_SUCH_DECISION.refused()
    also = made.amount if made.choice == WAGER else None
    question = AskLastHand(made.situation, also, departures=False)
    answer = await COACH.ask(question, LastHandAnswer, person.person.id)
    found = judged(made, answer)
    return CoachedWorth(
        chance=_percent(found.chance),
        best=found.best,
        best_amount=found.best_amount,
        best_chance=_percent(found.best_chance),
        cost=_percent(found.cost),
        error="" if found.error is None else _percent(found.error),
        method=found.method,
    )


def _percent(chance: float) -> str:
    return str(decimal(Fraction(chance) * 100, PLACES))


ROUTES: list[ControllerRouterHandler] = [coach, coached]
