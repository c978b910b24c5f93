"""What one person may do at a table now."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice, takewhile
from operator import attrgetter

from croupier.floor.casino import Casino
from croupier.floor.people.roles import in_rules, is_staff
from croupier.floor.people.sign_in.sign_ins import Visitor
from croupier.floor.tables.actor import TableActor
from croupier.floor.tables.commands import kinds
from croupier.floor.tables.head import JournalHead
from croupier.games.acts import Act, BuyIn, PlayersAct
from croupier.games.journalled import Journalled
from croupier.games.layout.table import LayoutTable
from croupier.games.machine import handlers_of
from croupier.games.offers import Bounds, Choices, Offer
from croupier.games.people import Role
from croupier.games.position import Wagers
from croupier.games.table import Table
from croupier.games.tournament.acts import Apply
from croupier.games.tournament.state import TournamentState
from croupier.record.journals.ledger import wallet
from croupier.serve.wire.offers import MOST_OFFERS, LegalShown, OfferShown, field_shown


def _is_for(offer: Offer, person: str, roles: frozenset[Role | None]) -> bool:
    """A player's offers are that player's alone: their bounds tell what is in the purse."""
    if offer.role not in roles:
        return False
    named = offer.fields.get("player")
    return offer.role is not Role.PLAYER or (isinstance(named, Choices) and named.values == (person,))


def _enters(state: Journalled, person: str) -> Iterator[Offer]:
    """A newcomer is not known to a tournament either: but applications are taken from them."""
    if Apply(person) in state.legal:
        yield Offer(Apply, Role.PLAYER, {"player": Choices((person,))})


def _buys_in(state: Table, person: str) -> Iterator[Offer]:
    """A newcomer is not known to the table, which offers nothing to strangers: but chips are sold to them."""
    chip = state.sign.smallest_chip
    if state.purse_if_any(person) is None and BuyIn(person, chip) in state.legal:
        # As for a player with an empty purse: asked of the table itself, so that the bounds are its own.
        known = state.play(BuyIn(person, chip))
        for offer in handlers_of(known)[BuyIn].offers(known):
            if offer.fields["player"] == Choices((person,)):
                top = offer.fields["amount"]
                highest = top.highest if isinstance(top, Bounds) else chip
                yield Offer(BuyIn, Role.PLAYER, {**offer.fields, "amount": Bounds(chip, highest + chip, chip)})


def _within(offer: Offer, cents: int) -> Offer | None:
    """Chips are sold for what is in the wallet: the table does not know how much that is."""
    amount = offer.fields.get("amount")
    if offer.kind is not BuyIn or not isinstance(amount, Bounds):
        return offer
    highest = min(amount.highest, cents - (cents - amount.lowest) % amount.step)
    fields = {**offer.fields, "amount": Bounds(amount.lowest, highest, amount.step)}
    return Offer(BuyIn, offer.role, fields) if highest >= amount.lowest else None


def _by_now(head: JournalHead, time: int) -> Journalled:
    """A tournament's clock is the time of day: what hangs on it is offered as soon as it would be accepted."""
    state = head.state
    if not isinstance(state, TournamentState):
        return state
    clock = head.schedule.clock(head, time)
    return state if state.refuses(clock) is not None else state.play(clock)


def _offers_to(actor: TableActor, head: JournalHead, visitor: Visitor, time: int) -> Iterator[Offer]:
    state, person = _by_now(head, time), actor.player_id(visitor.person.id)
    roles = frozenset(map(in_rules, visitor.roles))
    if Role.PLAYER in roles:
        yield from _buys_in(state, person) if isinstance(state, Table) else _enters(state, person)
    asked = _kinds_for(actor.setting.game, has_staff=roles != {Role.PLAYER})
    yield from (offer for offer in state.offers(asked) if _is_for(offer, person, roles))


@lru_cache(maxsize=16)
def _kinds_for(game: str, *, has_staff: bool) -> frozenset[type[Act]]:
    """A player may do players' acts alone: the table need not go through all those of its staff for each of them."""
    return frozenset(kind for kind in kinds(game) if has_staff or issubclass(kind, PlayersAct))


async def legal_of(casino: Casino, actor: TableActor, head: JournalHead, person: Visitor) -> LegalShown:
    """What that person may do where the journal stands so."""
    shown: list[OfferShown] = []
    cents = await casino.store.balance(wallet(person.person.id))
    offered = _offers_to(actor, head, person, casino.time())
    for offer in filter(None, (_within(each, cents) for each in offered)):
        if len(shown) > MOST_OFFERS:
            break
        fields = {name: field_shown(field) for name, field in offer.fields.items()}
        shown.append(OfferShown(offer.kind.words(), offer.role, fields))
    awaits = tuple(f"{each.role}: {each.what}" for each in head.state.awaits)
    return LegalShown(
        number=head.number,
        round=head.state.round,
        offers=tuple(shown[:MOST_OFFERS]),
        awaits=awaits,
        more=len(shown) > MOST_OFFERS,
        may_pass=actor.player_id(person.person.id) in head.schedule.may_pass(head.state) - head.passed.keys(),
    )


def basis_of(actor: TableActor, head: JournalHead, person: Visitor) -> tuple[object, ...]:
    """What the offers to that person rest on: while it stays the same, so do they.

    Others' chips on a layout change nothing for a player, and no round for somebody who has no part in it. So a crowd
    that watches costs a comparison for each frame.
    """
    state, id = head.state, actor.player_id(person.person.id)
    if not isinstance(state, Table) or is_staff(person.roles):
        return (head.number,)
    general = state.general
    if state.purse_if_any(id) is None and id not in getattr(state, "seats", ()):
        return general.is_open, general.sign, general.reserved
    if not isinstance(state, LayoutTable):
        return (head.number,)
    taken = {purse.colour_name for purse in general.purses}
    own = state.purse_if_any(id), _wagers_of(state, id), taken - {""}, id in general.ready
    announced = general.closing, general.limits, general.reserved, general.clock
    played = state.round, state.step, state.closed_early, state.progress
    return *played, general.is_open, general.sign, announced, own


def _wagers_of(state: LayoutTable, person: str) -> Wagers:
    """They lie in the order of their players."""
    first = bisect_left(state.wagers, person, key=attrgetter("player"))
    return tuple(takewhile(lambda wager: wager.player == person, islice(state.wagers, first, None)))
