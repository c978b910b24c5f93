"""One's own rounds on the page: sorted out, added up, and replayed step by step."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.page.accessibility import faults
from tests.support.page.browser import Arrive, Visitor
from tests.support.page.played_rounds import PLACES, Played, Player, play_side_by_side, quick_table
from tests.support.page.player import close_betting, own_table, result, sit_down, spot, staked
from tests.support.server.real_server import PASSWORD, Person, Running

MONEY_OF = "${:,.2f}"
PHONE = 600


def dollars(cents: int) -> str:
    sign = "−" if cents < 0 else ""
    return f"{sign}{MONEY_OF.format(abs(cents) / 100)}"


pytestmark = pytest.mark.xdist_group("history")
"""Its rounds are played once, for all of its tests."""


@pytest.fixture(scope="module")
def person(floor: Running) -> Person:
    return floor.account("Hemi of the history")


@pytest.fixture(scope="module")
def rounds(floor: Running, person: Person) -> list[Played]:
    """Two rounds of each game."""
    players = [Player(floor, person, quick_table(floor, game), game) for game in PLACES]
    return [played for each in play_side_by_side(players, 2) for played in each]


def signed_in(visitor: Visitor, person: Person) -> Visitor:
    answer = visitor.context.request.post(
        "/api/v1/sessions", data={"name": person.name, "password": PASSWORD}, headers={"Origin": visitor.url}
    )
    assert answer.status == 201, answer.text()
    return visitor


def test_the_rounds_add_up_to_what_the_server_says(arrive: Arrive, person: Person, rounds: list[Played]) -> None:
    page = signed_in(arrive(), person).go("/history")
    rows = page.get_by_test_id("round")
    rows.first.wait_for()
    said = person.get("/api/v1/me/rounds")["rounds"]
    assert rows.count() == len(said) == len(rounds)
    for row, round in zip(rows.all(), said, strict=True):
        net = round["returned"] - round["staked"]
        assert row.get_attribute("data-ending") == ("won" if net > 0 else "lost" if net < 0 else "even")
        expect(row).to_contain_text(dollars(round["staked"]))
        expect(row).to_contain_text(("+" if net > 0 else "") + dollars(net))
    sums = page.get_by_test_id("sums")
    staked = sum(round["staked"] for round in said)
    expect(sums).to_contain_text(dollars(staked))


def test_filters_leave_what_they_say(arrive: Arrive, person: Person, rounds: list[Played]) -> None:
    page = signed_in(arrive(), person).go("/history")
    page.get_by_label("Game").select_option("tai-sai")
    expect(page.get_by_test_id("round")).to_have_count(len([each for each in rounds if "tai-sai" in each.table]))
    lost = [each for each in person.get("/api/v1/me/rounds")["rounds"] if each["returned"] < each["staked"]]
    page.get_by_label("Game").select_option("")
    page.get_by_label("Result").select_option("lost")
    expect(page.get_by_test_id("round")).to_have_count(len(lost))
    # The filter is the address: whoever opens it sees the same, with the line of just these rounds.
    assert page.url.endswith("/history?result=lost")
    page.reload()
    expect(page.get_by_test_id("round")).to_have_count(len(lost))
    net = sum(each["returned"] - each["staked"] for each in lost)
    expect(page.get_by_test_id("balance")).to_have_attribute("data-net", str(net))
    expect(page.get_by_test_id("sitting")).to_contain_text(dollars(net))
    page.go_back()
    expect(page.get_by_test_id("round")).to_have_count(len(rounds))


def test_a_round_is_replayed_by_keys_with_its_clauses(
    arrive: Arrive, person: Person, floor: Running, rounds: list[Played]
) -> None:
    visitor = signed_in(arrive(), person)
    for played in rounds[1::2]:
        page = visitor.go(f"/tables/{played.table}/rounds/{played.round}")
        replay = page.get_by_test_id("replay")
        replay.wait_for()
        steps = floor.client().get(f"/api/v1/tables/{played.table}/rounds/{played.round}").json()["steps"]
        expect(replay).to_have_attribute("data-step", "1")
        replay.get_by_role("button", name="Forward").focus()
        for number, step in enumerate(steps[1:], start=2):
            page.keyboard.press("ArrowRight")
            expect(replay).to_have_attribute("data-step", str(number))
            expect(replay).to_contain_text(f"Entry {step['number']}")
            if step["rule"]:
                expect(replay.get_by_role("link", name=step["rule"], exact=True).first).to_be_visible()
        page.keyboard.press("ArrowRight")
        expect(replay).to_have_attribute("data-step", str(len(steps)))
        page.keyboard.press("ArrowLeft")
        expect(replay).to_have_attribute("data-step", str(len(steps) - 1))
        page.keyboard.press("Home")
        expect(replay).to_have_attribute("data-step", "1")
        page.keyboard.press("End")
        expect(replay).to_have_attribute("data-step", str(len(steps)))
        for line in steps[-1]["settled"]:
            expect(replay).to_contain_text(line["rule"])
        if "lit" in steps[-1]["view"]:
            _seen_on_the_layout(page, steps)


def _seen_on_the_layout(page: Page, steps: list[dict[str, Any]]) -> None:
    """The winning areas light at the end; before, the chips lie where they were put."""
    layout = page.get_by_test_id("replay-layout")
    assert steps[-1]["view"]["lit"]
    expect(layout.locator("[data-lit]")).to_have_count(len(steps[-1]["view"]["lit"]))
    wagered = max(place for place, step in enumerate(steps, start=1) if step["view"]["wagers"])
    for _ in range(len(steps) - wagered):
        page.keyboard.press("ArrowLeft")
    expect(page.get_by_test_id("replay")).to_have_attribute("data-step", str(wagered))
    expect(layout.locator("[data-lit]")).to_have_count(0)
    for wager in steps[wagered - 1]["view"]["wagers"]:
        key = " ".join((wager["position"]["kind"], "-".join(map(str, wager["position"]["numbers"])))).strip()
        expect(layout.locator(f'[data-key="{key}"]')).to_have_attribute("aria-label", re.compile("you have \\$10.00"))


def test_a_guest_finds_the_round_just_played_from_the_table(arrive: Arrive, floor: Running) -> None:
    page = sit_down(arrive(), own_table(floor, "roulette"))
    spot(page, "red").click()
    staked(page, "$5.00")
    close_betting(floor, page)
    result(page)
    page.get_by_test_id("check-round").click()
    expect(page.locator("main h1")).to_have_text("Round 1")
    expect(page.get_by_test_id("own")).to_contain_text("$5.00")
    _checks(page, {"chain": "held", "receipts": "held", "nonces": "held", "seal": "held", "draws": "held"})


def test_who_has_not_come_in_is_told_so(arrive: Arrive) -> None:
    page = arrive().go("/history")
    expect(page.locator("main")).to_contain_text("Sign in or play as a guest")


@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_nothing(arrive: Arrive, person: Person, rounds: list[Played], width: int) -> None:
    visitor = signed_in(arrive(width=width), person)
    page = visitor.go("/history")
    page.get_by_test_id("round").first.wait_for()
    assert faults(page) == []
    for played in rounds[:1] if width > PHONE else rounds[-1:]:
        page = visitor.go(f"/tables/{played.table}/rounds/{played.round}")
        page.get_by_role("button", name="Check this round").click()
        page.get_by_test_id("verdict").wait_for()
        for summary in page.locator("[data-testid=proof] summary").all():
            summary.click()
        assert faults(page) == []
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")


def _checks(page: Page, wanted: dict[str, str]) -> None:
    page.get_by_role("button", name="Check this round").click()
    for name, verdict in wanted.items():
        expect(page.locator(f'[data-check="{name}"]')).to_have_attribute("data-verdict", verdict)
