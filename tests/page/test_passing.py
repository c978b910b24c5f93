"""Whoever wants no insurance says so, and waits for nobody: by the API, by mouse and by key, with known cards.

The time to decide is ten minutes, so that nothing here goes on by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.support.page.accessibility import faults
from tests.support.page.blackjack import READY, take_seat, told
from tests.support.page.browser import Arrive
from tests.support.page.consoles import act
from tests.support.page.player import QUICK, close_betting, own_table, sit_down, spot
from tests.support.server.real_server import Person, Running, server, wait_until
from tests.support.server.taped_server import command

ONE_BOX = "Th Ad 9c Kd"
"""For one box: 19 against an ace, and the dealer has a blackjack."""
TWO_BOXES = "Th 8h Ad 9c 9h Kd"
PATIENT = {"decide": 600}


@pytest.fixture
def dealt(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Running]:
    """A house whose blackjack comes from a list. It stands before the test lets anybody arrive, and longer."""
    with server(tmp_path / "house", command=command(request.param)) as running:
        yield running


def legal(person: Person, table: str) -> dict[str, object]:
    found: dict[str, object] = person.get(f"/api/v1/tables/{table}/legal")
    return found


@pytest.mark.parametrize("dealt", [ONE_BOX], indirect=True)
def test_who_is_alone_goes_on_at_once(dealt: Running) -> None:
    table, ana = own_table(dealt, "blackjack", **PATIENT), dealt.guest()
    act(ana, table, "buy in", amount=100_00)
    act(ana, table, "sit", box=1)
    refused = ana.ask("POST", f"/api/v1/tables/{table}/pass")
    assert (refused.status_code, refused.json()["refusal"]["code"]) == (409, "nothing_to_pass")
    act(ana, table, "wager", position={"kind": "box", "numbers": [1]}, amount=10_00)
    dealt.move_on(QUICK["betting_seconds"])
    wait_until(lambda: legal(ana, table)["may_pass"])
    answer = ana.ask("POST", f"/api/v1/tables/{table}/pass")
    assert (answer.status_code, answer.json()) == (200, {"waits_for": 0})
    wait_until(lambda: any(each["act"] == "stand" for each in legal(ana, table)["offers"]))  # type: ignore[attr-defined]
    assert legal(ana, table)["may_pass"] is False
    act(ana, table, "stand", box=1)
    journal = dealt.client().get(f"/api/v1/tables/{table}/journal").text
    assert "dealer: insurance closed" in journal
    assert "pass" not in journal
    # The receipt of the decision comes before the dealer's card, and the round ends with that card.
    wait_until(lambda: ana.get("/api/v1/me/rounds")["rounds"])
    [round] = ana.get("/api/v1/me/rounds")["rounds"]
    assert (round["staked"], round["returned"]) == (10_00, 0)


def two(arrive: Arrive, dealt: Running, **options: int) -> tuple[Page, Page]:
    """Two at one table, each with a wager on the box of their own."""
    table = own_table(dealt, "blackjack", **PATIENT)
    pages = [sit_down(arrive(url=dealt.url, **options), table) for _ in range(2)]
    for box, page in enumerate(pages, start=1):
        take_seat(page, box)
    for box, page in enumerate(pages, start=1):
        spot(page, f"box {box}").click()
    close_betting(dealt, *pages, wagers=2)
    return pages[0], pages[1]


@pytest.mark.parametrize("dealt", [TWO_BOXES], indirect=True)
def test_the_house_goes_on_when_both_have_said_so(dealt: Running, arrive: Arrive) -> None:
    hers, his = two(arrive, dealt)
    panel = hers.locator(READY)
    expect(panel).to_contain_text("The dealer shows an ace. Insurance?")
    expect(panel.locator("[data-decision=pass]")).to_contain_text("No insurance")
    assert faults(hers) == []
    panel.locator("[data-decision=pass]").click()
    expect(hers.locator("[data-decision=pass]")).to_have_count(0)
    expect(panel).to_contain_text("when the others have answered too")
    assert faults(hers) == []
    his.locator(READY).wait_for()
    his.keyboard.press("n")
    expect(hers.locator(f"{READY} [data-decision=stand]")).to_be_enabled()
    hers.keyboard.press("s")
    his.locator(f"{READY} [data-decision=stand]").click()
    assert told(hers) == told(his) == "−$5.00"


@pytest.mark.parametrize("dealt", [TWO_BOXES], indirect=True)
def test_who_has_insured_says_that_is_all(dealt: Running, arrive: Arrive) -> None:
    hers, his = two(arrive, dealt, width=390, height=844)
    his.locator(f"{READY} [data-decision=pass]").tap()
    hers.locator(f"{READY} [data-decision=insurance]").tap()
    all_of_it = hers.locator(f"{READY} [data-decision=pass]")
    expect(all_of_it).to_contain_text("Done")
    all_of_it.tap()
    hers.locator(f"{READY} [data-decision=stand]").tap()
    his.locator(f"{READY} [data-decision=stand]").tap()
    assert told(hers) == "$0.00, won $5.00, lost $5.00"
    assert told(his) == "−$5.00"
