"""What is said, offered and changed at every step before play: inspection, shuffle, cut, shoe (Division 2, 6 to 8.1).

Refusals, offers and what follows are compared whole: the clause with its ruling, the code, the words, every field.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from croupier import NoMoreBets, Refusal, Role
from croupier.games.acts import Act
from croupier.games.blackjack.acts import (
    Burn,
    Cut,
    CuttingCard,
    DeclineCut,
    DrawnUnseen,
    InsertCuttingCard,
    InspectCards,
    LeaveSeat,
    ReplaceCards,
    ReportCuttingCard,
    ReportNoCuttingCard,
    Riffle,
    Shuffle,
    SpreadCards,
    Stack,
    StaffCut,
    Stand,
    TurnCards,
    VoidRound,
    Wash,
)
from croupier.games.blackjack.cards import decks
from croupier.games.blackjack.state import BlackjackTable, TableShoe
from croupier.games.machine import Awaited
from croupier.games.offers import Bounds, Choices, Offer
from croupier.games.people import DEALER, GAME_SUPERVISOR
from croupier.rulebook import Cite
from tests.support.rules.blackjack import (
    TO_THE_CUT,
    allowed_roles,
    blackjack,
    cards,
    changed,
    deal,
    live,
    only_left,
    opened,
    staked,
)

SHUFFLING = ("shuffle", "cut", "insert cutting card")
OPENING = (
    "dealer inspects",
    "supervisor inspects",
    "spread cards",
    "turn cards",
    "wash",
    "stack",
    "riffle",
    "cut",
    "insert cutting card",
)
NOBODY: frozenset[str] = frozenset()
BOTH = frozenset({"ana", "ben"})
SUPERVISOR_INSPECTS = InspectCards(by=GAME_SUPERVISOR)
PLACE_WAGERS = Awaited("place wagers", Role.PLAYER, Cite("D2 5.1"))
CLOSED = Refusal(Cite("D1 8"), "table_closed", "The table is closed.")
DEALERS_INSPECTION = Offer(InspectCards, Role.DEALER, {"by": Choices((DEALER,))})
SUPERVISORS_INSPECTION = Offer(InspectCards, Role.GAME_SUPERVISOR, {"by": Choices((GAME_SUPERVISOR,))})

EVERY: tuple[Act, ...] = (
    InspectCards(),
    SUPERVISOR_INSPECTS,
    SpreadCards(),
    TurnCards(),
    Wash(),
    Stack(),
    Riffle(),
    Shuffle(),
    Cut("ana", 104),
    DeclineCut("ana"),
    StaffCut(104),
    InsertCuttingCard(100),
    Burn(),
)
KINDS = frozenset(type(act) for act in EVERY)


def offered(table: BlackjackTable) -> list[Offer]:
    """What is offered of the acts that make the cards ready."""
    return [offer for offer in table.legal if offer.kind in KINDS]


def dealers(kind: type[Act]) -> Offer:
    return Offer(kind, Role.DEALER, {})


def cut_by(name: str, lowest: int = 52, highest: int = 156) -> list[Offer]:
    return [
        Offer(Cut, Role.PLAYER, {"player": Choices((name,)), "at": Bounds(lowest, highest)}),
        Offer(DeclineCut, Role.PLAYER, {"player": Choices((name,))}),
    ]


def not_now(rule: str, words: str) -> Refusal:
    return Refusal(Cite(rule), "out_of_order", f"Not now: the next step is to {words}.")


def closed_now(table: BlackjackTable) -> BlackjackTable:
    """The same moment at a table that is closed."""
    return table._with_general(replace(table.general, is_open=False))


def loaded(*names: str, **options: object) -> BlackjackTable:
    """Four decks loaded with the cutting card 100 from the back; the shuffle, cut and loading are the dealer's."""
    table = blackjack(*names, manual=SHUFFLING, decks=4, **options)  # type: ignore[arg-type]
    return table.play(Cut(names[0], 104), InsertCuttingCard(100))


def dry(*, burn: bool = False) -> BlackjackTable:
    """In the middle of a round, after box 1 stood, no card is left for the dealer: the rack is to be shuffled."""
    left = "8c 2c" if burn else "8c"
    shoe = loaded("ana", "ben", burn=burn)
    if burn:
        assert shoe.shoe.unseen == 1
    table = only_left(opened(shoe, "Th 9d"), left).play(CuttingCard())
    return deal(table, "8c").play(Stand("ana", 1))


# Section 6 to 8.1, step by step


class StepTaken:
    """One step of a table just opened: what is awaited, what is offered, the act, and what it changes."""

    def __init__(self, name: str, rule: str, words: str, act: Act, *offers: Offer, role: Role = Role.DEALER) -> None:
        self.name, self.rule, self.words, self.act, self.role = name, rule, words, act, role
        self.offers = list(offers)


SORT = "sort and inspect the cards"
STEPS = (
    StepTaken("dealer inspects", "D2 6.1", SORT, InspectCards(), DEALERS_INSPECTION, SUPERVISORS_INSPECTION),
    StepTaken(
        "supervisor inspects",
        "D2 6.1",
        SORT,
        SUPERVISOR_INSPECTS,
        SUPERVISORS_INSPECTION,
        role=Role.GAME_SUPERVISOR,
    ),
    StepTaken("spread cards", "D2 6.2", "spread the cards face up", SpreadCards(), dealers(SpreadCards)),
    StepTaken("turn cards", "D2 6.3", "turn the cards face down", TurnCards(), dealers(TurnCards)),
    StepTaken("wash", "D2 6.3(a)", "wash the cards", Wash(), dealers(Wash)),
    StepTaken("stack", "D2 6.3(b)", "stack the cards", Stack(), dealers(Stack)),
    StepTaken("riffle", "D2 6.3(c)", "riffle the cards", Riffle(), dealers(Riffle)),
    StepTaken("cut", "D2 7.2", "have the cards cut", Cut("ana", 104), *cut_by("ana")),
    StepTaken(
        "insert cutting card",
        "D2 7.6",
        "insert the cutting card and load the shoe",
        InsertCuttingCard(100),
        Offer(InsertCuttingCard, Role.DEALER, {"from_back": Bounds(1, 104)}),
    ),
    StepTaken("burn", "D2 8.1", "discard the first card face down", Burn(), dealers(Burn)),
)


def before_step(name: str) -> BlackjackTable:
    """Four decks, a burnt card, ana with a wager, and every step before that one taken."""
    table = staked(live("ana", decks=4, burn=True), ("ana", 1, 10_00))
    for step in STEPS:
        if step.name == name:
            break
        table = table.play(step.act)
    return table


@pytest.mark.clause(
    "D2 6.1", "D2 6.2", "D2 6.3", "D2 6.3(a)", "D2 6.3(b)", "D2 6.3(c)", "D2 7.2", "D2 7.6", "D2 8.1", "D2 7.1(a)"
)
@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.name)
def test_D2_6_1_to_8_1_each_step_is_awaited_offered_and_the_only_one_accepted(step: StepTaken) -> None:
    table = before_step(step.name)
    assert table.step == step.name
    assert table.awaits == (PLACE_WAGERS, Awaited(step.words, step.role, Cite(step.rule)))
    assert offered(table) == step.offers
    assert table.refuses(step.act) is None
    for act in (*EVERY, NoMoreBets()):
        if isinstance(act, InspectCards) or type(act) is type(step.act):
            continue
        if step.name == "cut" and isinstance(act, DeclineCut | StaffCut):
            continue
        assert table.refuses(act) == not_now(step.rule, step.words)


@pytest.mark.clause("D2 6.1")
@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.name)
def test_D2_6_1_each_of_the_two_inspects_once_and_before_the_cards_are_spread(step: StepTaken) -> None:
    table = before_step(step.name)
    dealer = Refusal(Cite("D2 6.1"), "inspected_already", "The dealer has no cards to inspect now.")
    supervisor = Refusal(Cite("D2 6.1"), "inspected_already", "The game supervisor has no cards to inspect now.")
    assert table.refuses(InspectCards()) == (None if step.name == "dealer inspects" else dealer)
    before = step.name in ("dealer inspects", "supervisor inspects")
    assert table.refuses(SUPERVISOR_INSPECTS) == (None if before else supervisor)


@pytest.mark.clause(
    "D2 6.1", "D2 6.2", "D2 6.3", "D2 6.3(a)", "D2 6.3(b)", "D2 6.3(c)", "D2 7.2", "D2 7.6", "D2 8.1", "D2 4.2"
)
@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.name)
def test_D2_6_1_to_8_1_each_step_has_its_people_and_none_at_a_closed_table(step: StepTaken) -> None:
    table = before_step(step.name)
    if isinstance(step.act, Cut):
        assert allowed_roles(table, step.act) == set()
    elif step.name == "dealer inspects":
        assert allowed_roles(table, step.act) == {Role.DEALER, Role.GAME_SUPERVISOR}
    elif step.name != "supervisor inspects":
        assert allowed_roles(table, step.act) == {Role.DEALER}
    closed = closed_now(table)
    assert offered(closed) == []
    assert closed.awaits == (Awaited("open table", Role.DEALER, Cite("D2 2.0")),)
    for act in EVERY:
        assert closed.refuses(act) == CLOSED


@pytest.mark.clause("D2 6.1", "D2 6.2", "D2 6.3", "D2 6.3(a)", "D2 6.3(b)", "D2 6.3(c)", "D2 7.2")
@pytest.mark.parametrize("place", range(8))
def test_D2_6_1_to_7_2_a_step_taken_leaves_those_behind_it_and_changes_nothing_else(place: int) -> None:
    step = STEPS[place]
    table = before_step(step.name)
    assert table.preparation == OPENING[place:]
    after = table.play(step.act)
    assert changed(table, after) == {"step": OPENING[place + 1], "preparation": OPENING[place + 1 :]}


@pytest.mark.clause("D2 6.1")
def test_D2_6_1_a_supervisor_who_inspects_first_leaves_the_dealer_to_inspect() -> None:
    table = before_step("dealer inspects")
    after = table.play(SUPERVISOR_INSPECTS)
    assert changed(table, after) == {"preparation": ("dealer inspects", *OPENING[2:])}
    assert offered(after) == [DEALERS_INSPECTION]
    assert after.awaits == (PLACE_WAGERS, Awaited(SORT, Role.DEALER, Cite("D2 6.1")))
    both = after.play(InspectCards())
    assert changed(after, both) == {"step": "spread cards", "preparation": OPENING[2:]}


@pytest.mark.clause("D2 6.2", "D2 6.3")
def test_D2_6_2_the_cards_are_turned_only_once_somebody_is_seated() -> None:
    table = live(decks=4).play(InspectCards(), SUPERVISOR_INSPECTS, SpreadCards())
    words = "The cards stay spread until the first player has seen them."
    assert table.refuses(TurnCards()) == Refusal(Cite("D2 6.2"), "nobody_here", words)
    assert offered(table) == []
    assert table.awaits == (PLACE_WAGERS, Awaited("turn the cards face down", Role.DEALER, Cite("D2 6.3")))


# Loading and the burnt card


@pytest.mark.clause("D2 7.6", "D2 8.1")
@pytest.mark.parametrize(
    ("from_back", "burn", "until"), [(1, False, 207), (104, False, 104), (1, True, 207), (104, True, 104)]
)
def test_D2_7_6_the_shoe_is_loaded_and_with_the_option_a_card_is_then_burnt(
    from_back: int, burn: bool, until: int
) -> None:
    table = live("ana", decks=4, burn=burn).play(*TO_THE_CUT, Cut("ana", 104))
    after = table.play(InsertCuttingCard(from_back))
    assert changed(table, after) == {
        "step": "burn" if burn else "no more bets",
        "preparation": ("burn",) if burn else (),
        "shoe": TableShoe(decks(4), until_cutting_card=until),
    }


@pytest.mark.clause("D2 8.1")
def test_D2_8_1_the_burnt_card_is_out_of_the_shoe_and_one_less_before_the_cutting_card() -> None:
    table = before_step("burn")
    after = table.play(Burn())
    assert changed(table, after) == {
        "step": "no more bets",
        "preparation": (),
        "shoe": TableShoe(decks(4), until_cutting_card=107, unseen=1),
    }
    assert after.shoe.left == 207
    assert offered(after) == []
    assert after.awaits == (PLACE_WAGERS, Awaited("call “No more bets”", Role.DEALER, Cite("D2 8.2")))
    for act in EVERY:
        if not isinstance(act, InspectCards):
            assert after.refuses(act) == not_now("D2 8.2", "call “No more bets”")


@pytest.mark.clause("D2 8.1", "D2 16.10")
def test_D2_8_1_a_card_is_burnt_where_the_cutting_card_was_found_missing_too() -> None:
    table = before_step("burn").play(ReportNoCuttingCard())
    assert table.shoe == TableShoe(decks(4), until_cutting_card=None, came_out_at=-1)
    after = table.play(Burn())
    assert changed(table, after) == {
        "step": "no more bets",
        "preparation": (),
        "shoe": TableShoe(decks(4), until_cutting_card=None, came_out_at=-1, unseen=1),
    }


@pytest.mark.clause("D2 7.6")
@pytest.mark.parametrize(("number", "half"), [(4, 104), (5, 130), (6, 156), (7, 182), (8, 208)])
def test_D2_7_6_the_depth_of_the_cutting_card_in_words(number: int, half: int) -> None:
    table = live("ana", decks=number).play(*TO_THE_CUT, Cut("ana", 60))
    why = f"The cutting card goes in 1 to {half} cards from the back, no more than half way."
    refusal = Refusal(Cite("D2 7.6", "B15"), "bad_depth", why)
    bad: tuple[Any, ...] = (0, -1, half + 1, True, 1.0, "1", None)
    for depth in bad:
        assert table.refuses(InsertCuttingCard(depth)) == refusal
    for depth in (1, 2, half - 1, half):
        assert table.refuses(InsertCuttingCard(depth)) is None
    assert offered(table) == [Offer(InsertCuttingCard, Role.DEALER, {"from_back": Bounds(1, half)})]


def with_stack(table: BlackjackTable, size: int) -> BlackjackTable:
    """The same table with so many cards in the stack."""
    counts = tuple(size // 52 + (place < size % 52) for place in range(52))
    return replace(table, shoe=replace(table.shoe, pile=replace(table.shoe.pile, counts=counts)))


@pytest.mark.clause("D2 16.7", "D2 7.6")
@pytest.mark.parametrize(("size", "half"), [(2, 1), (3, 1), (4, 2), (5, 2), (103, 51)])
def test_D2_16_7_the_depth_in_a_small_stack(size: int, half: int) -> None:
    table = with_stack(live("ana", decks=4).play(*TO_THE_CUT, Cut("ana", 104)), size)
    assert offered(table) == [Offer(InsertCuttingCard, Role.DEALER, {"from_back": Bounds(1, half)})]
    why = f"The cutting card goes in 1 to {half} cards from the back, no more than half way."
    assert table.refuses(InsertCuttingCard(half + 1)) == Refusal(Cite("D2 7.6", "B15"), "bad_depth", why)
    assert table.play(InsertCuttingCard(half)).shoe.until_cutting_card == size - half


# The cut


def at_the_cut(*names: str) -> BlackjackTable:
    return live(*names, decks=4).play(*TO_THE_CUT)


@pytest.mark.clause("D2 7.5")
@pytest.mark.parametrize(("number", "highest"), [(4, 156), (5, 208), (6, 260), (7, 312), (8, 364)])
def test_D2_7_5_the_place_of_the_cut_in_words(number: int, highest: int) -> None:
    table = live("ana", decks=number).play(*TO_THE_CUT)
    why = f"Cut 52 to {highest} cards in, at least a deck from either end."
    refusal = Refusal(Cite("D2 7.5", "B15"), "bad_cut", why)
    declined = table.play(DeclineCut("ana"))
    bad: tuple[Any, ...] = (51, highest + 1, 0, -1, 100.0, "100", None, True)
    for at in bad:
        assert table.refuses(Cut("ana", at)) == refusal
        assert table.refuses(StaffCut(at)) == refusal
        assert declined.refuses(StaffCut(at)) == refusal
    for at in (52, 53, highest - 1, highest):
        assert table.refuses(Cut("ana", at)) is None
        assert declined.refuses(StaffCut(at)) is None
    assert offered(table) == cut_by("ana", 52, highest)
    assert offered(declined) == [Offer(StaffCut, Role.DEALER, {"at": Bounds(52, highest)})]


@pytest.mark.clause("D2 16.7", "D2 7.5")
@pytest.mark.parametrize(
    ("size", "lowest", "highest"), [(105, 52, 53), (104, 52, 52), (103, 1, 102), (3, 1, 2), (2, 1, 1)]
)
def test_D2_16_7_the_place_of_the_cut_in_a_small_stack(size: int, lowest: int, highest: int) -> None:
    table = with_stack(at_the_cut("ana"), size)
    assert offered(table) == cut_by("ana", lowest, highest)
    staff = [Offer(StaffCut, Role.DEALER, {"at": Bounds(lowest, highest)})]
    assert offered(table.play(DeclineCut("ana"))) == staff
    bad: tuple[Any, ...] = (lowest - 1, highest + 1, True, float(lowest))
    for at in bad:
        refusal = table.refuses(Cut("ana", at))
        assert refusal is not None
        assert (refusal.code, refusal.rule.clause) == ("bad_cut", "D2 7.5")
    assert table.refuses(Cut("ana", lowest)) is None
    assert table.refuses(Cut("ana", highest)) is None


@pytest.mark.clause("D2 7.3", "D2 7.3(a)", "D2 7.4")
def test_D2_7_4_the_cut_goes_round_clockwise_and_then_to_staff() -> None:
    table = at_the_cut("ana", "-", "ben", "cal")
    order = ("ana", "ben", "cal")
    for place, name in enumerate(order):
        assert table.declined == order[:place]
        assert offered(table) == cut_by(name)
        not_yours = Refusal(Cite("D2 7.3", "B13"), "not_your_cut", f"It is {name}'s turn to cut.")
        for other in {*order, "dee"} - {name}:
            assert table.refuses(Cut(other, 104)) == not_yours
            assert table.refuses(DeclineCut(other)) == not_yours
        first = Refusal(Cite("D2 7.4"), "offer_first", f"The cut must first be offered to {name}.")
        assert table.refuses(StaffCut(104)) == first
        cut = table.play(Cut(name, 104))
        expected = {"step": "insert cutting card", "preparation": ("insert cutting card",)}
        assert changed(table, cut) == (expected if place == 0 else {**expected, "declined": ()})
        after = table.play(DeclineCut(name))
        assert changed(table, after) == {"declined": order[: place + 1]}
        table = after
    nobody = Refusal(Cite("D2 7.4"), "not_your_cut", "No seated player is left to cut. A casino employee cuts.")
    for name in (*order, "dee"):
        assert table.refuses(Cut(name, 104)) == nobody
        assert table.refuses(DeclineCut(name)) == nobody
    assert table.awaits == (PLACE_WAGERS, Awaited("have the cards cut", Role.DEALER, Cite("D2 7.2")))
    assert allowed_roles(table, StaffCut(104)) == {Role.DEALER, Role.GAME_SUPERVISOR}
    cut = table.play(StaffCut(104))
    assert changed(table, cut) == {
        "step": "insert cutting card",
        "preparation": ("insert cutting card",),
        "declined": (),
    }


@pytest.mark.clause("D2 7.3", "D2 7.3(a)", "D2 7.4")
def test_D2_7_3_a_where_the_first_to_the_table_has_left_the_farthest_left_is_next() -> None:
    table = live("-", "-", "ana", decks=4)
    table = table.play(*TO_THE_CUT)
    assert table.arrived == "ana"
    empty = table.play(LeaveSeat("ana"))
    assert offered(empty) == [Offer(StaffCut, Role.DEALER, {"at": Bounds(52, 156)})]
    gone = at_the_cut("-", "-", "ana", "ben", "cal").play(LeaveSeat("ana"))
    assert offered(gone) == cut_by("ben")
    assert offered(gone.play(DeclineCut("ben"))) == cut_by("cal")


# The shuffle between rounds, and in the middle of one


def reshuffling() -> BlackjackTable:
    """Ben sat out the second round, in which the cutting card was passed over and a card was drawn unseen."""
    table = opened(loaded("ana", "ben"), "Th 9s 9d 8c 8h", ("ana", 1, 10_00), ("ben", 2, 10_00))
    table = deal(table.play(Stand("ana", 1), Stand("ben", 2)), "8d")
    return opened(table, "5h 6d 7c").play(ReportCuttingCard(2), DrawnUnseen(), VoidRound("misdeal"))


@pytest.mark.clause("D2 7.1", "D2 7.1(c)", "D2 5.8(a)", "D2 5.8(b)", "D2 16.2")
def test_D2_7_1_a_shuffle_brings_every_card_back_and_begins_the_shoe_anew() -> None:
    table = reshuffling()
    assert (table.step, table.preparation, table.cut_after) == ("shuffle", SHUFFLING, "2")
    assert table.rack == cards("Th 8c 9s 8h 9d 8d 5h 7c 6d")
    assert (table.began, table.wagered, table.skipped, table.unseen) == (BOTH, BOTH, frozenset({"ben"}), True)
    assert table.awaits == (PLACE_WAGERS, Awaited("shuffle the cards", Role.DEALER, Cite("D2 7.1")))
    assert offered(table) == [dealers(Shuffle)]
    assert offered(closed_now(table)) == []
    assert closed_now(table).refuses(Shuffle()) == CLOSED
    assert allowed_roles(table, Shuffle()) == {Role.DEALER}
    for act in EVERY:
        if not isinstance(act, Shuffle | InspectCards):
            assert table.refuses(act) == not_now("D2 7.1", "shuffle the cards")
    after = table.play(Shuffle())
    assert changed(table, after) == {
        "step": "cut",
        "preparation": ("cut", "insert cutting card"),
        "shoe": TableShoe(decks(4)),
        "rack": (),
        "unseen": False,
        "began": NOBODY,
        "wagered": NOBODY,
        "skipped": NOBODY,
    }
    assert offered(after) == cut_by("ben")
    assert after.refuses(Shuffle()) == not_now("D2 7.2", "have the cards cut")


@pytest.mark.clause("D2 16.7", "D2 8.1")
@pytest.mark.parametrize("burn", [False, True])
def test_D2_16_7_in_a_round_the_rack_alone_is_shuffled_cut_and_loaded_and_no_card_burnt(burn: bool) -> None:
    table = dry(burn=burn)
    assert table.awaits == (Awaited("shuffle the cards", Role.DEALER, Cite("D2 7.1")),)
    assert (table.step, table.preparation, table.cut_after) == ("shuffle", SHUFFLING, "1")
    assert (table.refilled, table.is_refilled, table.is_called, table.is_final) == (True, False, True, False)
    burnt = int(burn)
    assert (table.shoe.left, table.shoe.unseen, table.shoe.came_out_at) == (0, burnt, 1)
    assert len(table.rack) == 205 - burnt
    whole = decks(4).without(cards("Th")[0]).without(cards("9d")[0]).without(cards("8c")[0])
    shuffled = table.play(Shuffle())
    assert changed(table, shuffled) == {
        "step": "cut",
        "preparation": ("cut", "insert cutting card"),
        "shoe": TableShoe(whole, came_out_at=1),
        "rack": (),
        "is_refilled": True,
    }
    assert offered(shuffled) == cut_by("ana", 52, 153)
    assert shuffled.awaits == (Awaited("have the cards cut", Role.DEALER, Cite("D2 7.2")),)
    cut = shuffled.play(Cut("ana", 153))
    assert offered(cut) == [Offer(InsertCuttingCard, Role.DEALER, {"from_back": Bounds(1, 102)})]
    after = cut.play(InsertCuttingCard(100))
    assert changed(cut, after) == {
        "step": "card",
        "preparation": (),
        "shoe": TableShoe(whole, until_cutting_card=105),
        "refilled": False,
    }


@pytest.mark.clause("D2 16.7", "D2 7.3(b)")
def test_D2_16_7_the_cards_run_out_when_a_hand_is_over_and_the_dealer_is_due_one() -> None:
    table = only_left(opened(loaded("ana", "ben"), "Th 9d"), "8c").play(CuttingCard())
    assert (table.step, table.cut_after, table.refilled) == ("card", "start", False)
    full = deal(table, "8c")
    assert (full.step, full.shoe.left, full.preparation) == ("decide", 0, ())
    after = full.play(Stand("ana", 1))
    assert changed(full, after) == {
        "boxes": after.boxes,
        "seen": after.seen,
        "step": "shuffle",
        "preparation": SHUFFLING,
        "refilled": True,
        "cut_after": "1",
    }


@pytest.mark.clause("D2 16.7", "D2 7.3(b)", "D2 7.3(c)", "D2 7.3(d)")
def test_D2_16_7_who_cuts_the_rack_hangs_on_where_the_cutting_card_was() -> None:
    stood = opened(loaded("ana", "ben", "cal"), "Th 9d 8c", ("ben", 2, 10_00)).play(Stand("ben", 2))
    dealers_card = only_left(stood, "").play(CuttingCard())
    assert (dealers_card.step, dealers_card.cut_after, dealers_card.shoe.came_out_at) == ("shuffle", "0", 0)
    assert offered(dealers_card.play(Shuffle())) == cut_by("cal", 52, 153)
    missing = only_left(stood.play(ReportNoCuttingCard()), "")
    assert (missing.step, missing.cut_after, missing.shoe.came_out_at) == ("shuffle", "new cards", -1)
    assert offered(missing.play(Shuffle())) == cut_by("ana", 52, 153)
    second = only_left(stood.play(ReportCuttingCard(2)), "")
    assert (second.step, second.cut_after, second.shoe.came_out_at) == ("shuffle", "2", 2)
    assert offered(second.play(Shuffle())) == cut_by("ben", 52, 153)
    third = only_left(stood.play(ReportCuttingCard(3)), "").play(Shuffle(), DeclineCut("cal"))
    assert offered(third) == cut_by("ana", 52, 153)


@pytest.mark.clause("D2 16.7")
def test_D2_16_7_with_an_empty_rack_too_there_is_nothing_to_shuffle() -> None:
    stood = opened(blackjack("ana", decks=4), "Th 9d 8c").play(ReportNoCuttingCard())
    none = replace(stood.shoe.pile, counts=(0,) * 52)
    bare = replace(stood, shoe=replace(stood.shoe, pile=none)).play(Stand("ana", 1))
    assert (bare.step, bare.preparation, bare.refilled, bare.chance()) == ("card", (), False, {})
    one = replace(stood, shoe=replace(stood.shoe, pile=none.with_cards(cards("8d")))).play(Stand("ana", 1))
    assert (one.step, one.preparation, one.refilled) == ("card", (), False)
    assert len(one.chance()) == 1


@pytest.mark.clause("D2 16.7", "D2 7.5", "D2 7.6")
@pytest.mark.parametrize(("size", "until"), [(2, 1), (3, 2), (4, 3), (5, 4), (7, 6), (8, 6), (104, 78), (105, 79)])
def test_D2_16_7_a_table_that_deals_itself_cuts_half_way_and_loads_a_quarter_from_the_back(
    size: int, until: int
) -> None:
    waiting = opened(blackjack("ana", decks=4), "Th 9d 8c").play(ReportNoCuttingCard())
    none = replace(waiting.shoe.pile, counts=(0,) * 52)
    rack = (cards("2c 3c 4c 5c 6c") * 21)[:size]
    table = replace(waiting, shoe=replace(waiting.shoe, pile=none), rack=rack)
    after = table.play(Stand("ana", 1))
    assert changed(table, after) == {
        "boxes": after.boxes,
        "seen": after.seen,
        "step": "card",
        "cut_after": "new cards",
        "rack": (),
        "is_refilled": True,
        "shoe": TableShoe(none.with_cards(rack), until_cutting_card=until),
    }


@pytest.mark.clause("D2 7.1(a)", "D2 7.5", "D2 7.6", "D2 8.1")
@pytest.mark.parametrize(
    ("number", "until"), [(4, 208 - 52), (5, 260 - 65), (6, 312 - 78), (7, 364 - 91), (8, 416 - 104)]
)
def test_D2_7_6_where_a_table_that_deals_itself_puts_the_cutting_card(number: int, until: int) -> None:
    table = blackjack("ana", decks=number)
    assert (table.step, table.preparation) == ("no more bets", ())
    assert table.shoe == TableShoe(decks(number), until_cutting_card=until)
    burning = blackjack("ana", decks=number, burn=True)
    assert burning.shoe == TableShoe(decks(number), until_cutting_card=until - 1, unseen=1)


@pytest.mark.clause("D2 7.7")
def test_D2_7_7_new_cards_begin_every_step_again() -> None:
    table = reshuffling()
    after = table.play(Shuffle(), DeclineCut("ben"))
    replaced = after.play(ReplaceCards())
    assert (replaced.preparation, replaced.cut_after, replaced.declined) == (
        ("cut", "insert cutting card"),
        "new cards",
        (),
    )
    assert offered(replaced) == cut_by("ana")


@pytest.mark.clause("D2 7.4", "D2 7.1(c)", "D2 16.7")
def test_D2_7_4_whoever_declined_an_earlier_cut_is_offered_the_next() -> None:
    """No play leaves a cut behind that was declined: the state is made so."""
    full = deal(only_left(opened(loaded("ana", "ben"), "Th 9d"), "8c").play(CuttingCard()), "8c")
    in_round = replace(full, declined=("ana",)).play(Stand("ana", 1))
    assert (in_round.step, in_round.declined) == ("shuffle", ())
    between = replace(loaded("ana", "ben"), declined=("ana",)).play(ReportCuttingCard(1))
    assert (between.step, between.declined) == ("shuffle", ())
    stale = dry()
    again = replace(stale, shoe=replace(stale.shoe, until_cutting_card=0)).play(Shuffle())
    assert again.shoe.until_cutting_card is None
