"""Blackjack in the browser: a table dealt by hand, seats, decisions and what a round brought."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.support.page.player import OUTCOME as A_SUM
from tests.support.page.player import own_table
from tests.support.server.real_server import SECONDS, Person, Running

OUTCOME = re.compile(rf"^({A_SUM}|You broke even\.)$")
READY = "[data-testid=decisions][data-ready]"
OVER = "[data-testid=result][data-stage=paid][data-round='{}']"


def told(page: Page) -> str:
    """What the round has brought: the same on the screen and to a screen reader."""
    page.locator("[data-testid=result][data-stage=paid]").wait_for()
    words = page.get_by_test_id("outcome").text_content() or ""
    assert OUTCOME.match(words), words
    said(page, re.compile(f"{re.escape(words)}$"))
    return words


class Dealt:
    """A live table with a dealer and a supervisor, and players in browsers."""

    def __init__(self, floor: Running, name: str) -> None:
        self.table = own_table(floor, "blackjack", live=True, options={"layout": 2, "super_sevens": 2_00, "decks": 6})
        self.dealer = floor.staff("dealer", f"Dora {name}")
        self.supervisor = floor.staff("game-supervisor", f"Sven {name}")
        assert self.dealer.ask("POST", f"/api/v1/tables/{self.table}/duty").status_code in {200, 201}
        self._keys = 0
        self.does("open table")

    def does(self, *acts: str, by: Person | None = None, role: str = "dealer", **fields: Any) -> None:
        for act in acts:
            self._keys += 1
            body = {"act": {"act": act, **fields}, "key": f"d{self._keys}", "as": role}
            answer = (by or self.dealer).ask("POST", f"/api/v1/tables/{self.table}/acts", body)
            assert answer.status_code == 201, f"{act}: {answer.text}"

    def prepare(self, page: Page) -> None:
        """Up to the loaded shoe; the player who came first cuts, on the page."""
        self.does("inspect cards")
        self.does("inspect cards", by=self.supervisor, role="game supervisor")
        self.does("spread cards", "turn cards", "wash", "stack", "riffle")
        page.get_by_role("slider", name="Cards from the front").fill("100")
        page.get_by_role("button", name="Cut here").click()
        expect(page.get_by_role("button", name="Cut here")).to_have_count(0)
        self.does("insert cutting card", from_back=78)

    def deals(self, text: str) -> None:
        for each in text.split():
            self.does("deal", card={"rank": each[0], "suit": each[1]})


def take_seat(page: Page, box: int) -> None:
    page.get_by_role("button", name=f"Sit at box {box}").click()
    expect(page.locator(f"[data-box='{box}']")).to_contain_text("your seat")


def said(page: Page, words: str | re.Pattern[str]) -> None:
    expect(page.locator("[data-announcer=urgent]")).to_have_text(words)


def asked(page: Page) -> list[str]:
    """The choices there are now, once something can be done."""
    page.locator(":is([data-choice], [data-testid=deal])[aria-disabled=false]").first.wait_for()
    return [button.get_attribute("data-choice") or "" for button in page.locator("[data-choice]").all()]


def until_a_hand_is_asked_for(page: Page) -> None:
    """A blackjack is over when it is dealt, and before an ace stands the question of insurance."""
    while "stand" not in (choices := asked(page)) and "draw" not in choices:
        page.keyboard.press("n")


def decide_until_over(page: Page, press: Any, round: int = 1) -> None:
    """Every hand stands where it may, and draws where it must; insurance is let pass."""
    over = page.locator(OVER.format(round))
    answered = ""
    for _ in range(40):
        # What was answered may stand there for a moment more: only what came after it is asked anew.
        fresh = page.locator(f"{READY}:not([data-number='{answered}'])")
        fresh.or_(over).first.wait_for(timeout=SECONDS * 1000)
        if over.count():
            return
        number = page.get_by_test_id("decisions").get_attribute("data-number") or ""
        asked = page.locator("[data-decision]:enabled")
        names = [each.get_attribute("data-decision") for each in asked.all()]
        chosen = next((each for each in ("stand", "draw", "pass") if each in names), None)
        if chosen:
            press(chosen)
            answered = number
    raise AssertionError("the round does not end")


def click(page: Page) -> Any:
    return lambda decision: page.locator(f"[data-decision={decision}]").first.click()
