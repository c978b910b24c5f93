"""How many keys a round takes a dealer, counted for each game; and a whole round of blackjack, prompt by prompt."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.support.page.browser import Arrive
from tests.support.page.consoles import act, due, live_table, next_step, staff
from tests.support.page.dealing import at_console, before_the_cards, dealt_by_request
from tests.support.server.real_server import Running

BETS: dict[str, tuple[dict[str, object], dict[str, object]]] = {
    "roulette": ({"kind": "straight up", "numbers": [17]}, {"kind": "red"}),
    "money-wheel": ({"kind": "A"}, {"kind": "B"}),
    "tai-sai": ({"kind": "small"}, {"kind": "big"}),
}


FIRST = {"roulette": "spin ball", "money-wheel": "no more bets", "tai-sai": "tumble"}


FIXED = ("call-supervisor", "take-back", "do")
"""Nothing moves under the finger: these keys keep their places, whatever the step."""
PLACES_NOW = """ids => ids.flatMap(id => [...document.querySelectorAll(`[data-testid=${id}]`)].map(each => {
  const { x, bottom } = each.getBoundingClientRect();
  return `${id} ${Math.round(x)} ${Math.round(bottom)}`;
}))"""


class Keys:
    """Presses keys, and counts them; sees where the fixed keys are whenever a step has come."""

    def __init__(self, page: Page) -> None:
        self.page, self.count = page, 0
        self.places: set[str] = set()

    def press(self, keys: str) -> None:
        for key in keys.split():
            if key == "Enter":
                # After something that went by itself, an Enter that comes late is not taken for the next step.
                expect(self.page.get_by_test_id("do")).to_have_attribute("aria-disabled", "false")
            self.page.keyboard.press(key)
            self.count += 1

    def then(self, keys: str, awaited: str) -> None:
        """And the step that follows stands there."""
        self.press(keys)
        expect(next_step(self.page)).to_have_attribute("data-act", awaited)
        self.look()

    def look(self) -> None:
        self.places |= set(self.page.evaluate(PLACES_NOW, FIXED))


@pytest.mark.parametrize(
    ("game", "keys", "most"),
    [
        ("roulette", (("Enter", "no more bets"), ("Enter", "spin"), ("1 7", "collect")), 5),
        ("money-wheel", (("Enter", "spin wheel"), ("Enter", "spin"), ("5 2", "collect")), 5),
        (
            "tai-sai",
            (
                ("Enter", "no more bets"),
                ("Enter", "uncover"),
                ("Enter", "roll"),
                ("1 2 4", "key in"),
                ("Enter", "collect"),
            ),
            8,
        ),
    ],
)
def test_a_round_of_a_layout_game_takes_few_keys(
    arrive: Arrive, floor: Running, game: str, keys: tuple[tuple[str, str], ...], most: int
) -> None:
    table, first = live_table(floor, game), FIRST[game]
    dealt_by_request(floor, table, ("open table", {}))
    ana = floor.guest()
    act(ana, table, "buy in", amount=100_00)
    for position in BETS[game]:
        act(ana, table, "wager", position=position, amount=10_00)
    if game == "tai-sai":
        act(staff(floor, "game-supervisor", "Sue"), table, "inspect dice", office="game supervisor")
    _, page = at_console(arrive, floor, table, first)
    dealer = Keys(page)
    for pressed, awaited in keys:
        dealer.then(pressed, awaited)
    dealer.then("Enter", first)
    assert dealer.count == most
    assert len(dealer.places) == len(FIXED), dealer.places


SIX = (1, 2, 3, 4, 5, 6)
PLACES = ["box 1", "box 2", "box 3", "box 4", "box 5", "box 6", "the dealer", *(f"box {box}" for box in SIX)]


def test_six_boxes_with_a_split_a_double_and_insurance_by_keys_alone(arrive: Arrive, floor: Running) -> None:
    """Each prompt as Division 2 has it: where the card goes, by which clause, and what may be decided."""
    _, page = before_the_cards(arrive, floor, SIX, is_called=False)
    dealer = Keys(page)
    dealer.then("Enter", "deal")
    for place, card in zip(
        PLACES, ["kd", "9c", "8c", "5h", "0d", "as", "ah", "qc", "0s", "8h", "6c", "7d", "9d"], strict=True
    ):
        expect(page.locator("#next-title")).to_have_text(f"Card to {place}")
        lit = page.locator("[data-testid=table-state] [data-lit]")
        expect(lit).to_have_count(1)
        dealer.press(" ".join(card))
    # The ace asks for insurance: box 2 takes it, for half of its wager.
    due(page, "Call “Insurance” and run a hand along the insurance line", "D2 9.2(a)")
    dealer.then("Enter", "close insurance")
    dealer.press("2")
    expect(page.get_by_test_id("payouts")).to_contain_text("$5.00 at 2 to 1")
    dealer.press("Enter")
    _decides(dealer, 1, ["stand", "draw", "double", "split"], "hard 20")
    dealer.press("s")
    _decides(dealer, 2, ["stand", "draw", "double"], "hard 19")
    dealer.press("s")
    _decides(dealer, 3, ["stand", "draw", "double", "split"], "hard 16")
    dealer.press("p")
    due(page, "Card to box 3, hand 1", "D2 12.3")
    dealer.press("0 c")
    _decides(dealer, 3, ["stand", "draw", "double"], "hard 18")
    dealer.press("s")
    due(page, "Card to box 3, hand 2", "D2 12.3")
    dealer.press("9 h")
    _decides(dealer, 3, ["stand", "draw", "double"], "hard 17")
    dealer.press("s")
    _decides(dealer, 4, ["draw", "double"], "hard 11")
    dealer.press("d")
    due(page, "Card to box 4", "D2 8.4")
    expect(page.get_by_test_id("then")).to_have_text("Then Box 5, box 6, the dealer")
    dealer.press("0 h")
    _decides(dealer, 5, ["stand", "draw", "double"], "hard 17")
    dealer.press("s")
    _decides(dealer, 6, ["stand", "draw"], "soft 20")
    dealer.press("s")
    due(page, "Card to the dealer", "D2 8.5")
    dealer.press("7 s")
    # Soft 18 stands. 20, 19, 21 and soft 20 win, 18 stands off, the 17s lose, and so did the insurance.
    due(page, "Settle the boxes", "D2 5.7")
    sheet = page.get_by_test_id("payouts")
    expect(sheet.get_by_test_id("pays")).to_have_text("$50.00")
    expect(sheet.get_by_test_id("to-pay")).to_have_text(["$10.00", "$10.00", "$20.00", "$10.00"])
    expect(sheet.get_by_test_id("collects")).to_have_text("$20.00")
    expect(sheet.locator("[data-state=collected]")).to_contain_text("Insurance")
    dealer.press("Enter")
    due(page, "Call “No more bets”", "D2 8.2")
    dealer.look()
    assert len(dealer.places) == len(FIXED), dealer.places
    assert dealer.count == 47
    # Without the insurance, the split and the double: their keys and cards less, and two more that stand.
    assert dealer.count - len("NIC p 0c s 9h d 0h".replace(" ", "")) + 1 <= 40


def _decides(dealer: Keys, box: int, signals: list[str], total: str) -> None:
    page = dealer.page
    dealer.look()
    shown = page.get_by_test_id("signals")
    expect(shown.locator("strong")).to_contain_text(f"box {box}")
    assert [each.get_attribute("data-signal") for each in shown.locator("[data-signal]").all()] == signals
    expect(page.locator(f"[data-testid=table-state] [data-box='{box}'] [data-lit]")).to_contain_text(total)
