"""A table as those see it who work at it: what comes next and by which clause, and what is theirs to do."""

from __future__ import annotations

from itertools import islice
from typing import Annotated

from litestar import get
from litestar.params import QueryParameter
from litestar.types import ControllerRouterHandler
from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

from croupier.floor.casino import Casino
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.people.roles import HouseRole, in_rules
from croupier.floor.people.sign_in.sign_ins import Visitor
from croupier.floor.tables.actor import TableActor
from croupier.floor.tables.commands import kinds, words_of
from croupier.floor.tables.head import JournalHead, everybody_at
from croupier.games.acts import Act
from croupier.games.dealers_view import dealers_view
from croupier.games.machine import Handler, Machine, handlers_of
from croupier.games.occasions import Sort
from croupier.games.offers import Choices, Offer
from croupier.games.people import Role
from croupier.games.steps import Step
from croupier.games.table import Table
from croupier.serve.security.errors import Problem
from croupier.serve.views.lookup import working
from croupier.serve.views.occasions import grounds_of, offers_of, rule_of, sort_of
from croupier.serve.wire.offers import MOST_OFFERS, OfferShown, field_shown
from croupier.serve.wire.work import ByRule, Doable, Due, StepOfRound, Work, by_rule

WORKERS = frozenset((HouseRole.DEALER, HouseRole.GAME_SUPERVISOR, HouseRole.OPERATOR))
LONGEST_ACT = 40

As = Annotated[Role, QueryParameter(name="as")]
Named = Annotated[str, QueryParameter(name="act", max_length=LONGEST_ACT)]


class GroundShown(Struct, frozen=True):
    ground: str
    words: str
    by: ByRule


class Offers(Struct, frozen=True):
    """Every offer of one kind of act, and the grounds that it may have."""

    number: int
    by: ByRule | None
    offers: tuple[OfferShown, ...]
    grounds: tuple[GroundShown, ...]


def is_in_office(visitor: Visitor, role: Role) -> bool:
    return role is not Role.PLAYER and role in map(in_rules, visitor.roles)


def _in_office(visitor: Visitor, role: Role) -> None:
    if not is_in_office(visitor, role):
        raise Problem(403, HouseRule.WRONG_ROLE.refusal(role=role))


def _offered(state: Machine, kind: type[Act], role: Role) -> tuple[OfferShown, ...]:
    return tuple(map(_shown, islice(offers_of(state, kind, role), MOST_OFFERS)))


def _shown(offer: Offer) -> OfferShown:
    shown = {name: field_shown(field) for name, field in offer.fields.items()}
    return OfferShown(offer.kind.words(), offer.role, shown)


def _as_offered(act: Act) -> OfferShown:
    """An act that is known to the last field, each with the one value that it has."""
    own = {field.name: Choices((getattr(act, field.name),)) for field in fields(type(act)) if field.name != "by"}
    return _shown(Offer(type(act), act.actor.role, own))


def _procedure(state: Table, known: dict[str, type[Act]]) -> tuple[StepOfRound, ...]:
    return tuple(_step_of_round(state, step, known.get(step.name)) for step in state.steps.values())


def _step_of_round(state: Table, step: Step, kind: type[Act] | None) -> StepOfRound:
    is_due = state.is_open and step.name == state.step
    is_plain = kind is not None and _is_plain(kind)
    refusal = state.refuses(kind()) if kind is not None and is_plain and is_due else None
    return StepOfRound(
        name=step.name,
        words=step.words,
        role=step.role,
        by=by_rule(step.rule),
        due=is_due,
        act=step.name if is_plain else None,
        movement=step.movement,
        refused="" if refusal is None else refusal.why,
    )


def _is_plain(kind: type[Act]) -> bool:
    return all(field.default is not NODEFAULT for field in fields(kind))


@get("/api/v1/tables/{id:str}/working", who=WORKERS, gives=Work, query={"as": Role})
async def at_work(casino: Casino, person: Visitor, id: str, acting: As) -> Work:
    """What comes next at a table, by which clause, and what you may do there in your role."""
    _in_office(person, acting)
    actor = working(casino, id)
    return await work_of(casino, actor, actor.head, acting)


async def work_of(casino: Casino, actor: TableActor, head: JournalHead, role: Role) -> Work:
    """What comes next at the table where its journal stands so, and what is that office's to do."""
    state = head.state.known_as(Table)
    handlers = handlers_of(state)
    mine = [kind for kind in kinds(actor.setting.game) if _is_theirs(actor, handlers[kind], role)]
    dealer = casino.duties.on_duty.get(actor.id, "")
    names = await casino.names_at(actor, {*everybody_at(state), *filter(None, (dealer,))})
    return work_at(state, mine, role, number=head.number, dealer=dealer, names=names)


def work_at(
    state: Table, mine: list[type[Act]], role: Role, *, number: int, dealer: str, names: dict[str, str]
) -> Work:
    """The same of a state alone, whoever keeps it; these kinds of acts are that office's."""
    steps = [offer for kind in mine if sort_of(state, kind) is Sort.STEP for offer in _offered(state, kind, role)]
    seen = dealers_view(state)
    return Work(
        number=number,
        round=state.round,
        dealer=dealer,
        names=names,
        due=tuple(Due(each.what, each.role, by_rule(each.rule)) for each in state.awaits),
        steps=tuple(sorted(steps, key=lambda offer: offer.act != state.step)),
        doable=tuple(_doable(state, kind) for kind in mine if _is_doable(state, kind, role)),
        procedure=_procedure(state, {kind.words(): kind for kind in mine}),
        purses=state.general.purses,
        is_supervisor_called=state.general.is_supervisor_called,
        lying=state.lying,
        movement=tuple(map(_as_offered, seen.movement)) if role is Role.DEALER else (),
        payouts=seen.payouts,
        cards=seen.cards,
        then=seen.then,
        signals=tuple(map(_shown, seen.signals)) if role is Role.DEALER else (),
    )


def _is_theirs(actor: TableActor, handler: Handler, role: Role) -> bool:
    """An act of that office, which the table's chance leaves room for."""
    return role in handler.roles and not (actor.setting.source.is_sealed and handler.is_never_sealed)


def _is_doable(state: Table, kind: type[Act], role: Role) -> bool:
    return sort_of(state, kind) is not Sort.STEP and next(offers_of(state, kind, role), None) is not None


def _doable(state: Table, kind: type[Act]) -> Doable:
    rule = rule_of(state, kind)
    return Doable(kind.words(), sort_of(state, kind), None if rule is None else by_rule(rule))


@get("/api/v1/tables/{id:str}/working/offers", who=WORKERS, gives=Offers, query={"as": Role, "act": str})
async def offers(casino: Casino, person: Visitor, id: str, acting: As, act: Named) -> Offers:
    """One kind of act at a table: what each of its fields may be now, for you in your role."""
    _in_office(person, acting)
    actor = working(casino, id)
    state = actor.head.state
    kind = next((each for each in kinds(actor.setting.game) if each.words() == act), None)
    if kind is None:
        raise Problem(
            404, HouseRule.NO_SUCH_ACT.refusal("named", act=act[:40], acts=", ".join(words_of(actor.setting.game)))
        )
    rule = rule_of(state, kind)
    return Offers(
        number=actor.head.number,
        by=None if rule is None else by_rule(rule),
        offers=_offered(state, kind, acting),
        grounds=tuple(
            GroundShown(name, each.words, by_rule(each.rule)) for name, each in grounds_of(state, kind).items()
        ),
    )


ROUTES: list[ControllerRouterHandler] = [at_work, offers]
