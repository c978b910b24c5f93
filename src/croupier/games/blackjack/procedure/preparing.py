"""The cards before play: inspection, spread, shuffle, cut, shoe (sections 6, 7 and 8.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from msgspec.structs import replace

from croupier.games.acts import Act
from croupier.games.blackjack.acts import (
    Burn,
    Cut,
    DeclineCut,
    InsertCuttingCard,
    InspectCards,
    Riffle,
    Shuffle,
    SpreadCards,
    Stack,
    StaffCut,
    TurnCards,
    Wash,
)
from croupier.games.blackjack.cards import DECK_SIZE, decks
from croupier.games.blackjack.flow import BURN, due_rule, resumed
from croupier.games.blackjack.state import BlackjackTable, TableShoe
from croupier.games.blackjack.step_names import (
    CARD,
    CUT,
    CUTTING_CARD,
    DEALER_INSPECTS,
    INSERT,
    RIFFLE,
    SHUFFLE,
    SPREAD,
    STACK,
    SUPERVISOR_INSPECTS,
    TURN,
    WASH,
)
from croupier.games.general.checks import refuses_closed
from croupier.games.machine import Handler, Handlers
from croupier.games.money import is_whole
from croupier.games.occasions import Occasion, Sort
from croupier.games.offers import Bounds, Choices, Offer
from croupier.games.people import DEALER, GAME_SUPERVISOR, Role
from croupier.games.refusal import Refusal
from croupier.rulebook import Cite


def refuses_not_due(table: BlackjackTable, *names: str) -> Refusal | None:
    """A step is taken when it is due, and not before."""
    if refusal := refuses_closed(table):
        return refusal
    if table.step in names:
        return None
    words = table.steps[table.step].words
    return Refusal(due_rule(table), "out_of_order", f"Not now: the next step is to {words}.")


def refuses_while_owed(table: BlackjackTable) -> Refusal | None:
    """Nothing comes before a card that is owed, and the clause by which it is owed says so (ruling B57)."""
    return refuses_not_due(table) if table.step in (CARD, CUTTING_CARD) else None


def prepared(table: BlackjackTable, step: str) -> BlackjackTable:
    """The table with that step behind it."""
    left = tuple(name for name in table.preparation if name != step)
    return resumed(replace(table, preparation=left))


def _inspection(act: InspectCards) -> str:
    return SUPERVISOR_INSPECTS if act.by.role is Role.GAME_SUPERVISOR else DEALER_INSPECTS


def _refuses_inspection(table: BlackjackTable, act: InspectCards) -> Refusal | None:
    """Dealer and supervisor inspect independently of each other, in either order (6.1)."""
    if refusal := refuses_closed(table):
        return refusal
    if _inspection(act) in table.preparation:
        return None
    return Refusal(Cite("D2 6.1"), "inspected_already", f"The {act.by.role} has no cards to inspect now.")


def _after_inspection(table: BlackjackTable, act: InspectCards) -> BlackjackTable:
    return prepared(table, _inspection(act))


def _offers_inspection(table: BlackjackTable) -> Iterator[Offer]:
    for name, actor in ((DEALER_INSPECTS, DEALER), (SUPERVISOR_INSPECTS, GAME_SUPERVISOR)):
        if table.general.is_open and name in table.preparation:
            yield Offer(InspectCards, actor.role, {"by": Choices((actor,))})


def step_handler(name: str, kind: type[Act], after: Callable[[BlackjackTable, Any], BlackjackTable]) -> Handler:
    """A step of the dealer's that only has to be taken, when it is due."""
    return Handler(partial(_refuses_step, name), after, partial(_offers_step, name, kind), (Role.DEALER,))


def _refuses_step(name: str, table: BlackjackTable, _act: Act) -> Refusal | None:
    return refuses_not_due(table, name)


def _offers_step(name: str, kind: type[Act], table: BlackjackTable) -> Iterator[Offer]:
    if refuses_not_due(table, name) is None:
        yield Offer(kind, Role.DEALER, {})


def _preparing(name: str, kind: type[Act]) -> Handler:
    return step_handler(name, kind, partial(_after_preparing, name))


def _after_preparing(name: str, table: BlackjackTable, _act: Act) -> BlackjackTable:
    return prepared(table, name)


def _refuses_turn(table: BlackjackTable, _act: TurnCards) -> Refusal | None:
    if refusal := refuses_not_due(table, TURN):
        return refusal
    if not any(table.seats):
        return Refusal(Cite("D2 6.2"), "nobody_here", "The cards stay spread until the first player has seen them.")
    return None


def _offers_turn(table: BlackjackTable) -> Iterator[Offer]:
    if _refuses_turn(table, TurnCards()) is None:
        yield Offer(TurnCards, Role.DEALER, {})


def _after_shuffle(table: BlackjackTable, _act: Shuffle) -> BlackjackTable:
    """All of the cards between rounds; in the middle of one, what lies in the rack (16.7)."""
    if table.refilled:
        pile = table.shoe.pile.with_cards(table.rack)
        shoe = replace(table.shoe, pile=pile, unseen=0, until_cutting_card=None)
        return prepared(replace(table, shoe=shoe, rack=(), is_refilled=True), SHUFFLE)
    fresh = TableShoe(decks(table.options.decks))
    table = replace(table, unseen=False)
    nobody: frozenset[str] = frozenset()
    return prepared(replace(table, shoe=fresh, rack=(), began=nobody, wagered=nobody, skipped=nobody), SHUFFLE)


# The cut


def cut_order(table: BlackjackTable) -> tuple[str, ...]:
    """Who is offered the cut, in order: the one whom 7.3 names, then clockwise (7.4)."""
    places = enumerate(table.seats, start=1)
    seated = [(box, player) for box, player in places if player and table.may_cut(player)]
    if not seated:
        return ()
    first = _first_to_cut(table, seated)
    clockwise = [*(each for each in seated if each[0] >= first), *(each for each in seated if each[0] < first)]
    return tuple(player for _, player in clockwise if player not in table.declined)


def _first_to_cut(table: BlackjackTable, seated: list[tuple[int, str]]) -> int:
    """The box from which the cut is offered clockwise (7.3, rulings B13, B14)."""
    if table.cut_after == "start":
        return next((box for box, player in seated if player == table.arrived), seated[0][0])
    if table.cut_after == "new cards":
        return seated[0][0]
    if table.cut_after == "0":
        return seated[-1][0]
    return int(table.cut_after)


def cut_bounds(table: BlackjackTable) -> Bounds:
    """A deck in from either end (7.5); anywhere inside where a refilled stack is too small for it (ruling B46)."""
    stack = table.shoe.left
    inside = DECK_SIZE if stack >= 2 * DECK_SIZE else 1
    return Bounds(lowest=inside, highest=stack - inside)


def _refuses_place(table: BlackjackTable, at: Any) -> Refusal | None:
    bounds = cut_bounds(table)
    if not is_whole(at) or at not in bounds:
        is_whole_deck = bounds.lowest == DECK_SIZE
        where = f"Cut {bounds.lowest} to {bounds.highest} cards in"
        why = f"{where}, at least a deck from either end." if is_whole_deck else f"{where}."
        return Refusal(Cite("D2 7.5", "B15" if is_whole_deck else "B46"), "bad_cut", why)
    return None


def _refuses_cutter(table: BlackjackTable, player: Any) -> Refusal | None:
    order = cut_order(table)
    if not order or order[0] != player:
        if not order:
            why = "No seated player is left to cut. A casino employee cuts."
            return Refusal(Cite("D2 7.4"), "not_your_cut", why)
        return Refusal(Cite("D2 7.3", "B13"), "not_your_cut", f"It is {order[0]}'s turn to cut.")
    return None


def _refuses_cut(table: BlackjackTable, act: Cut) -> Refusal | None:
    return refuses_not_due(table, CUT) or _refuses_cutter(table, act.player) or _refuses_place(table, act.at)


def _after_cut(table: BlackjackTable, _act: Cut | StaffCut) -> BlackjackTable:
    return prepared(replace(table, declined=()), CUT)


def _offers_cut(table: BlackjackTable) -> Iterator[Offer]:
    if table.general.is_open and table.step == CUT and (order := cut_order(table)):
        yield Offer(Cut, Role.PLAYER, {"player": Choices(order[:1]), "at": cut_bounds(table)})


def _refuses_decline(table: BlackjackTable, act: DeclineCut) -> Refusal | None:
    return refuses_not_due(table, CUT) or _refuses_cutter(table, act.player)


def _after_decline(table: BlackjackTable, act: DeclineCut) -> BlackjackTable:
    return replace(table, declined=(*table.declined, act.player))


def _offers_decline(table: BlackjackTable) -> Iterator[Offer]:
    if table.general.is_open and table.step == CUT and (order := cut_order(table)):
        yield Offer(DeclineCut, Role.PLAYER, {"player": Choices(order[:1])})


def _refuses_staff_cut(table: BlackjackTable, act: StaffCut) -> Refusal | None:
    if refusal := refuses_not_due(table, CUT) or _refuses_place(table, act.at):
        return refusal
    order = cut_order(table)
    if order and CUT not in table.automation:
        return Refusal(Cite("D2 7.4"), "offer_first", f"The cut must first be offered to {order[0]}.")
    return None


def _offers_staff_cut(table: BlackjackTable) -> Iterator[Offer]:
    if _refuses_staff_cut(table, StaffCut(cut_bounds(table).lowest)) is None:
        yield Offer(StaffCut, Role.DEALER, {"at": cut_bounds(table)})


# The shoe


def _refuses_insert(table: BlackjackTable, act: InsertCuttingCard) -> Refusal | None:
    if refusal := refuses_not_due(table, INSERT):
        return refusal
    highest = max(1, table.shoe.left // 2)
    if not is_whole(act.from_back) or not 1 <= act.from_back <= highest:
        why = f"The cutting card goes in 1 to {highest} cards from the back, no more than half way."
        return Refusal(Cite("D2 7.6", "B15"), "bad_depth", why)
    return None


def _after_insert(table: BlackjackTable, act: InsertCuttingCard) -> BlackjackTable:
    shoe = replace(table.shoe, until_cutting_card=table.shoe.left - act.from_back, came_out_at=None)
    burns = table.options.burn and not table.refilled
    loaded = replace(table, shoe=shoe, refilled=False)
    left = tuple(name for name in table.preparation if name != INSERT)
    return resumed(replace(loaded, preparation=(BURN, *left) if burns else left))


def _offers_insert(table: BlackjackTable) -> Iterator[Offer]:
    if refuses_not_due(table, INSERT) is None:
        yield Offer(InsertCuttingCard, Role.DEALER, {"from_back": Bounds(1, max(1, table.shoe.left // 2))})


def _after_burn(table: BlackjackTable, _act: Burn) -> BlackjackTable:
    """Nobody sees the card: which it was stays as open as the order of those behind it."""
    shoe = table.shoe
    before = shoe.until_cutting_card
    burnt = replace(shoe, unseen=1, until_cutting_card=None if before is None else before - 1)
    return prepared(replace(table, shoe=burnt), BURN)


PREPARING: Handlers = {
    InspectCards: Handler(
        _refuses_inspection, _after_inspection, _offers_inspection, (Role.DEALER, Role.GAME_SUPERVISOR)
    ),
    SpreadCards: _preparing(SPREAD, SpreadCards),
    TurnCards: Handler(_refuses_turn, partial(_after_preparing, TURN), _offers_turn, (Role.DEALER,)),
    Wash: _preparing(WASH, Wash),
    Stack: _preparing(STACK, Stack),
    Riffle: _preparing(RIFFLE, Riffle),
    Shuffle: step_handler(SHUFFLE, Shuffle, _after_shuffle),
    Cut: Handler(_refuses_cut, _after_cut, _offers_cut),
    # Who neither cuts nor declines does not hold the table up: the dealer goes on to the next (7.4).
    DeclineCut: Handler(
        _refuses_decline,
        _after_decline,
        _offers_decline,
        (Role.DEALER, Role.GAME_SUPERVISOR),
        Occasion(Sort.WAGER, Cite("D2 7.4")),
        leaves=True,
    ),
    StaffCut: Handler(_refuses_staff_cut, _after_cut, _offers_staff_cut, (Role.DEALER, Role.GAME_SUPERVISOR)),
    InsertCuttingCard: Handler(_refuses_insert, _after_insert, _offers_insert, (Role.DEALER,)),
    Burn: step_handler(BURN, Burn, _after_burn),
}
