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
from croupier.floor.tables.commands import kinds
from croupier.games.acts import Act
from croupier.games.chips import Purse
from croupier.games.occasions import Sort
from croupier.games.people import Role
from croupier.games.table import Table
from croupier.rulebook import Cite
from croupier.serve.security.errors import Problem
from croupier.serve.views.lookup import working
from croupier.serve.views.occasions import grounds_of, offers_of, rule_of, sort_of
from croupier.serve.views.offers import MOST_OFFERS, OfferShown, field_shown
from croupier.serve.wire.channel import people_at

WORKERS = frozenset((HouseRole.DEALER, HouseRole.GAME_SUPERVISOR, HouseRole.OPERATOR))
LONGEST_ACT = 40

As = Annotated[Role, QueryParameter(name="as")]
Named = Annotated[str, QueryParameter(name="act", max_length=LONGEST_ACT)]


class ByRule(Struct, frozen=True):
    """A rule, its clause alone, and what that says in our words."""

    rule: str
    clause: str
    gist: str


class Due(Struct, frozen=True):
    """What comes next, and from whom."""

    what: str
    role: str
    by: ByRule


class StepOfRound(Struct, frozen=True):
    """One step of the procedure, in its order."""

    name: str
    words: str
    role: str
    by: ByRule
    due: bool
    act: str | None
    """The act that takes it, where it needs nothing more to be said; out of order it is refused."""


class Doable(Struct, frozen=True):
    """A kind of act that is offered to this office now."""

    act: str
    sort: Sort
    by: ByRule | None


class GroundShown(Struct, frozen=True):
    ground: str
    words: str
    by: ByRule


class Work(Struct, frozen=True):
    """What the people of one office have before them at a table."""

    number: int
    """After the entry of this number."""
    round: int
    dealer: str
    """Who is on duty; nobody where it is empty."""
    names: dict[str, str]
    due: tuple[Due, ...]
    steps: tuple[OfferShown, ...]
    """The next steps that are this office's, the one that is due first."""
    doable: tuple[Doable, ...]
    procedure: tuple[StepOfRound, ...]
    purses: tuple[Purse, ...]
    """The chips that lie before the players."""


class Offers(Struct, frozen=True):
    """Every offer of one kind of act, and the grounds that it may have."""

    number: int
    by: ByRule | None
    offers: tuple[OfferShown, ...]
    grounds: tuple[GroundShown, ...]


def by_rule(cite: Cite) -> ByRule:
    said = cite.clauses
    return ByRule(str(cite), cite.clause, said[0].gist if said else "")


def _in_office(visitor: Visitor, role: Role) -> None:
    if role is Role.PLAYER or role not in map(in_rules, visitor.roles):
        raise Problem(403, HouseRule.WRONG_ROLE.refusal(role=role))


def _offered(actor: TableActor, kind: type[Act], role: Role) -> tuple[OfferShown, ...]:
    found = islice(offers_of(actor.head.state, kind, role), MOST_OFFERS)
    return tuple(
        OfferShown(kind.words(), role, {name: field_shown(field) for name, field in offer.fields.items()})
        for offer in found
    )


def _procedure(state: Table, known: dict[str, type[Act]]) -> tuple[StepOfRound, ...]:
    return tuple(
        StepOfRound(
            name=step.name,
            words=step.words,
            role=step.role,
            by=by_rule(step.rule),
            due=state.is_open and step.name == state.step,
            act=step.name if step.name in known and _is_plain(known[step.name]) else None,
        )
        for step in state.steps.values()
    )


def _is_plain(kind: type[Act]) -> bool:
    return all(field.default is not NODEFAULT for field in fields(kind))


@get("/api/v1/tables/{id:str}/working", who=WORKERS, gives=Work, query={"as": Role})
async def at_work(casino: Casino, person: Visitor, id: str, acting: As) -> Work:
    """What comes next at a table, by which clause, and what you may do there in your office."""
    _in_office(person, acting)
    actor = working(casino, id)
    state = actor.head.state.known_as(Table)
    mine = [kind for kind in kinds(actor.setting.game) if acting in state.handlers[kind].roles]
    steps = [offer for kind in mine if sort_of(state, kind) is Sort.STEP for offer in _offered(actor, kind, acting)]
    dealer = casino.on_duty.get(id, "")
    names = await casino.people.accounts.names({*people_at(state), *filter(None, (dealer,))})
    return Work(
        number=actor.head.number,
        round=state.round,
        dealer=dealer,
        names=names,
        due=tuple(Due(each.what, each.role, by_rule(each.rule)) for each in state.awaits),
        steps=tuple(sorted(steps, key=lambda offer: offer.act != state.step)),
        doable=tuple(_doable(actor, kind) for kind in mine if _is_doable(actor, kind, acting)),
        procedure=_procedure(state, {kind.words(): kind for kind in mine}),
        purses=state.general.purses,
    )


def _is_doable(actor: TableActor, kind: type[Act], role: Role) -> bool:
    state = actor.head.state
    return sort_of(state, kind) is not Sort.STEP and next(offers_of(state, kind, role), None) is not None


def _doable(actor: TableActor, kind: type[Act]) -> Doable:
    state = actor.head.state
    rule = rule_of(state, kind)
    return Doable(kind.words(), sort_of(state, kind), None if rule is None else by_rule(rule))


@get("/api/v1/tables/{id:str}/working/offers", who=WORKERS, gives=Offers, query={"as": Role, "act": str})
async def offers(casino: Casino, person: Visitor, id: str, acting: As, act: Named) -> Offers:
    """One kind of act at a table: what each of its fields may be now, for you in your office."""
    _in_office(person, acting)
    actor = working(casino, id)
    state = actor.head.state
    kind = next((each for each in kinds(actor.setting.game) if each.words() == act), None)
    if kind is None:
        raise Problem(404, HouseRule.NO_SUCH_ACT.refusal())
    rule = rule_of(state, kind)
    return Offers(
        number=actor.head.number,
        by=None if rule is None else by_rule(rule),
        offers=_offered(actor, kind, acting),
        grounds=tuple(
            GroundShown(name, each.words, by_rule(each.rule)) for name, each in grounds_of(state, kind).items()
        ),
    )


ROUTES: list[ControllerRouterHandler] = [at_work, offers]
