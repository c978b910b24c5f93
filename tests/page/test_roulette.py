"""Roulette in the browser: by mouse, by keys alone, on a phone, by two at one table, and over a broken line."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import Arrive
from tests.page.playing import announced, own_table, result, seated, sit_down, spot, staked
from tests.serve.running import Running

WORDS = re.compile(r"^(\d+) (red|black|green)\. You (won \$[\d,.]+( and lost \$[\d,.]+)?|lost \$[\d,.]+)\.$")


def told(page: Page) -> str:
    """The result with one's own winnings: the same on the screen and to a screen reader."""
    line = result(page)
    words = f"{line.locator('strong').first.inner_text()}. {line.get_by_test_id('outcome').inner_text()}"
    assert WORDS.match(words), words
    assert announced(page) == words
    return words


def test_a_full_round_by_mouse(arrive: Arrive, floor: Running) -> None:
    page = sit_down(arrive(), own_table(floor, "roulette", betting_seconds=6))
    for key in ("straight up 17", "split 17-20", "corner 1-2-4-5", "red", "street 0-1-2"):
        spot(page, key).click()
    staked(page, "$25.00")
    spot(page, "red").click(button="right")
    staked(page, "$20.00")
    page.get_by_role("button", name="Undo").click()
    staked(page, "$25.00")
    page.get_by_role("button", name="Double").click()
    staked(page, "$50.00")
    expect(page.get_by_test_id("countdown")).to_contain_text("Wagers close")
    told(page)
    settlement = page.get_by_test_id("settlement")
    expect(settlement.locator("li")).to_have_count(5)
    expect(settlement.locator("a").first).to_have_attribute("href", re.compile("^/rulebook/D8"))
    page.get_by_role("button", name="Again").click()
    staked(page, "$50.00")
    page.get_by_role("button", name="Clear").click()
    staked(page, "$0.00")
    page.get_by_test_id("seat").get_by_role("button", name="Leave").click()
    expect(page.get_by_test_id("seat").get_by_role("button", name="Sit down")).to_be_visible()


def test_a_full_round_by_keys_alone(arrive: Arrive, floor: Running) -> None:
    visitor = arrive()
    page = visitor.go(f"/tables/{own_table(floor, 'roulette', betting_seconds=6)}")
    sit = page.get_by_role("button", name="Sit down")
    sit.wait_for()
    _tab_to(page, "Sit down")
    page.keyboard.press("Enter")
    seated(page)
    _tab_to(page, "17 black")
    for keys, key in (
        (("Enter",), "straight up 17"),
        (("ArrowRight", "Enter"), "split 17-20"),
        (("ArrowUp", "Enter"), "corner 17-18-20-21"),
        (("ArrowLeft", "Enter"), "split 17-18"),
    ):
        for each in keys:
            page.keyboard.press(each)
        focused = page.locator(":focus")
        expect(focused).to_have_attribute("data-key", key)
    staked(page, "$20.00")
    page.keyboard.press("Backspace")
    staked(page, "$15.00")
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    staked(page, "$25.00")
    page.keyboard.press("Delete")
    staked(page, "$15.00")
    told(page)
    page.keyboard.press("r")
    staked(page, "$15.00")
    page.keyboard.press("d")
    staked(page, "$30.00")


def _tab_to(page: Page, label: str) -> None:
    for _ in range(60):
        page.keyboard.press("Tab")
        focused = page.locator(":focus")
        name = focused.get_attribute("aria-label") or focused.inner_text()
        if name.startswith(label):
            return
    raise AssertionError(f"no way by Tab to {label}")


@pytest.mark.parametrize("width", [390, 320])
def test_a_full_round_on_a_phone(arrive: Arrive, floor: Running, width: int) -> None:
    page = sit_down(arrive(width=width, height=844), own_table(floor, "roulette", betting_seconds=6))
    for key in ("straight up 17", "split 17-20", "six-line 1-2-3-4-5-6", "dozen 2"):
        spot(page, key).tap()
    staked(page, "$20.00")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    small = page.evaluate(
        "() => [...document.querySelectorAll('[data-key]')]"
        ".map(each => [each.dataset.key, each.getBoundingClientRect()])"
        ".filter(([, box]) => box.width < 24 || box.height < 24).map(([key]) => key)"
    )
    assert small == []
    told(page)


def test_every_position_of_the_server_is_a_target_of_its_own(arrive: Arrive, floor: Running) -> None:
    table = own_table(floor, "roulette", options={"neighbours": True})
    page = sit_down(arrive(), table)
    positions = floor.client().get(f"/api/v1/tables/{table}/game").json()["positions"]
    wanted = {" ".join((each["kind"], "-".join(map(str, each["numbers"])))).strip() for each in positions}
    shown = page.evaluate("() => [...document.querySelectorAll('[data-key]')].map(each => each.dataset.key)")
    assert len(positions) == 157 + 12
    assert sorted(shown) == sorted(wanted)
    # No two lie at one place, and the middle of each is its own and nobody else's.
    strangers = page.evaluate(
        "() => [...document.querySelectorAll('[data-key]')].filter(each => { each.scrollIntoView({block: 'center'});"
        "const box = each.getBoundingClientRect();"
        "const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);"
        "return hit?.closest('[data-key]') !== each }).map(each => each.dataset.key)"
    )
    assert strangers == []


def test_a_neighbour_group_can_be_wagered_on(arrive: Arrive, floor: Running) -> None:
    page = sit_down(arrive(), own_table(floor, "roulette", options={"neighbours": True}))
    page.get_by_role("button", name="Neighbour 17, 25 and 34").click()
    staked(page, "$5.00")
    told(page)


def test_a_refusal_stands_next_to_what_was_refused(arrive: Arrive, floor: Running) -> None:
    page = sit_down(arrive(), own_table(floor, "roulette", betting_seconds=30))
    page.get_by_text("$250.00", exact=False).first.wait_for(state="attached")
    page.keyboard.press("6")
    spot(page, "red").click()
    refusal = page.get_by_test_id("refusal")
    expect(refusal).to_be_visible()
    box, there = refusal.bounding_box(), spot(page, "red").bounding_box()
    assert box is not None
    assert there is not None
    assert abs(box["y"] - there["y"]) < 120
    assert refusal.get_attribute("data-code")
    refusal.get_by_role("button").click()
    expect(refusal).to_be_hidden()


def test_no_figure_tells_the_result_before_the_ball_does(arrive: Arrive, floor: Running) -> None:
    page = sit_down(arrive(still=False), own_table(floor, "roulette", betting_seconds=4))
    spot(page, "red").click()
    spot(page, "black").click()
    staked(page, "$10.00")
    page.locator("[data-testid=result][data-stage=rolling]").wait_for(timeout=20_000)
    seat = page.get_by_test_id("seat")
    expect(page.get_by_test_id("countdown")).to_contain_text("The ball is rolling")
    assert seat.locator("strong").inner_text() == page.get_by_test_id("held").inner_text() == "$90.00"
    assert page.locator("[data-testid=dolly], [data-lit]").count() == 0
    assert page.get_by_test_id("last-numbers").count() == 0
    page.locator("[data-testid=result][data-stage=number]").wait_for()
    number = int(page.get_by_test_id("dolly").get_attribute("data-number") or "")
    assert page.get_by_test_id("held").inner_text() == ("$100.00" if number else "$90.00")
    told(page)


def test_two_at_one_table_see_the_same(arrive: Arrive, floor: Running) -> None:
    table = own_table(floor, "roulette", betting_seconds=8)
    ana, ben = arrive(), arrive()
    hers, his = sit_down(ana, table), sit_down(ben, table)
    spot(hers, "straight up 17").click()
    expect(spot(his, "straight up 17")).to_have_attribute("aria-label", re.compile("others have \\$5.00"))
    spot(his, "red").click()
    expect(spot(hers, "red")).to_have_attribute("aria-label", re.compile("others have \\$5.00"))
    one, other = told(hers), told(his)
    assert one.split(".")[0] == other.split(".")[0]
    lit = "() => [...document.querySelectorAll('[data-lit]')].map(each => each.dataset.key).sort()"
    assert hers.evaluate(lit) == his.evaluate(lit) != []
    assert hers.get_by_test_id("last-numbers").inner_text() == his.get_by_test_id("last-numbers").inner_text()


def test_a_line_that_breaks_in_mid_round_says_what_became_of_the_wagers(arrive: Arrive, floor: Running) -> None:
    visitor = arrive()
    table = own_table(floor, "roulette", betting_seconds=5)
    servers: list[object] = []

    def through(socket: object) -> None:
        servers.append(socket.connect_to_server())  # type: ignore[attr-defined]
        sockets.append(socket)

    sockets: list[object] = []
    visitor.page.route_web_socket(f"**/tables/{table}/socket*", through)
    page = sit_down(visitor, table)
    spot(page, "straight up 17").click()
    staked(page, "$5.00")
    # The line goes, and every new one with it, until the network is back.
    visitor.page.route_web_socket(f"**/tables/{table}/socket*", lambda socket: socket.close())
    sockets[-1].close()  # type: ignore[attr-defined]
    line = page.get_by_test_id("line")
    expect(line).to_contain_text("The line is broken")
    expect(line).to_contain_text("$5.00 on the layout")
    visitor.page.route_web_socket(f"**/tables/{table}/socket*", through)
    expect(line).to_contain_text("The line stands again.", timeout=30_000)
    told(page)
