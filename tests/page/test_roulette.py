"""Roulette in the browser: by mouse, by keys alone, on a phone, by two at one table, and over a broken line."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.support.page.browser import Arrive
from tests.support.page.layouts import keys_of, lit, small_targets, strangers
from tests.support.page.player import (
    CALM,
    again_and_double_by_keys,
    close_betting,
    handle_chips_by_keys,
    handle_chips_by_mouse,
    own_table,
    settled_by,
    sit_down,
    sit_down_by_keys,
    spot,
    staked,
    tab_to,
    told,
)
from tests.support.server.real_server import Running

WORDS = r"(\d+) (red|black|green)"


def test_chips_by_mouse(arrive: Arrive, floor: Running) -> None:
    page = sit_down(arrive(), own_table(floor, "roulette", **CALM))
    handle_chips_by_mouse(page, ("straight up 17", "split 17-20", "corner 1-2-4-5", "red", "street 0-1-2"))


def test_a_full_round_by_mouse(arrive: Arrive, floor: Running) -> None:
    page = sit_down(arrive(), own_table(floor, "roulette"))
    spot(page, "corner 1-2-4-5").click()
    close_betting(floor, page)
    told(page, WORDS)
    settled_by(page, "D8", 1)
    page.get_by_role("button", name="Again").click()
    staked(page, "$5.00")


def test_chips_by_keys_alone(arrive: Arrive, floor: Running) -> None:
    page = sit_down_by_keys(arrive(), own_table(floor, "roulette", **CALM))
    way = (
        (("Enter",), "straight up 17"),
        (("ArrowRight", "Enter"), "split 17-20"),
        (("ArrowUp", "Enter"), "corner 17-18-20-21"),
        (("ArrowLeft", "Enter"), "split 17-18"),
    )
    handle_chips_by_keys(page, "17 black", way)


def test_a_full_round_by_keys_alone(arrive: Arrive, floor: Running) -> None:
    page = sit_down_by_keys(arrive(), own_table(floor, "roulette"))
    tab_to(page, "17 black")
    page.keyboard.press("Enter")
    close_betting(floor, page)
    told(page, WORDS)
    again_and_double_by_keys(page)


@pytest.mark.parametrize("width", [390, 320])
def test_a_full_round_on_a_phone(arrive: Arrive, floor: Running, width: int) -> None:
    page = sit_down(arrive(width=width, height=844), own_table(floor, "roulette"))
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert small_targets(page) == []
    spot(page, "six-line 1-2-3-4-5-6").tap()
    close_betting(floor, page)
    told(page, WORDS)


def test_every_position_of_the_server_is_a_target_of_its_own(arrive: Arrive, floor: Running) -> None:
    table = own_table(floor, "roulette", options={"neighbours": True})
    page = sit_down(arrive(), table)
    positions = floor.client().get(f"/api/v1/tables/{table}/game").json()["positions"]
    wanted = {" ".join((each["kind"], "-".join(map(str, each["numbers"])))).strip() for each in positions}
    assert len(positions) == 157 + 12
    assert sorted(keys_of(page)) == sorted(wanted)
    # No two lie at one place, and the middle of each is its own and nobody else's.
    assert strangers(page) == []


def test_a_neighbour_group_can_be_wagered_on(arrive: Arrive, floor: Running) -> None:
    page = sit_down(arrive(), own_table(floor, "roulette", options={"neighbours": True}))
    page.get_by_role("button", name="Neighbour 17, 25 and 34").click()
    close_betting(floor, page)
    told(page, WORDS)


def test_a_refusal_stands_next_to_what_was_refused(arrive: Arrive, floor: Running) -> None:
    page = sit_down(arrive(), own_table(floor, "roulette", **CALM))
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
    page = sit_down(arrive(still=False), own_table(floor, "roulette"))
    spot(page, "red").click()
    spot(page, "black").click()
    close_betting(floor, page, wagers=2)
    page.locator("[data-testid=result][data-stage=rolling]").wait_for(timeout=20_000)
    seat = page.get_by_test_id("seat")
    expect(page.get_by_test_id("countdown")).to_contain_text("The ball is in play")
    assert seat.locator("strong").inner_text() == page.get_by_test_id("held").inner_text() == "$90.00"
    assert page.locator("[data-testid=dolly], [data-lit]").count() == 0
    assert page.get_by_test_id("last-numbers").count() == 0
    page.locator("[data-testid=result][data-stage=number]").wait_for()
    number = int(page.get_by_test_id("dolly").get_attribute("data-number") or "")
    assert page.get_by_test_id("held").inner_text() == ("$100.00" if number else "$90.00")
    told(page, WORDS)


def test_two_at_one_table_see_the_same(arrive: Arrive, floor: Running) -> None:
    table = own_table(floor, "roulette")
    hers, his = sit_down(arrive(), table), sit_down(arrive(), table)
    spot(hers, "straight up 17").click()
    spot(his, "red").click()
    expect(spot(his, "straight up 17")).to_have_attribute("aria-label", re.compile("others have \\$5.00"))
    expect(spot(hers, "red")).to_have_attribute("aria-label", re.compile("others have \\$5.00"))
    close_betting(floor, hers, his, wagers=2)
    assert told(hers, WORDS)[1] == told(his, WORDS)[1]
    assert sorted(lit(hers)) == sorted(lit(his)) != []
    assert hers.get_by_test_id("last-numbers").inner_text() == his.get_by_test_id("last-numbers").inner_text()


def test_a_line_that_breaks_in_mid_round_says_what_became_of_the_wagers(arrive: Arrive, floor: Running) -> None:
    visitor = arrive()
    table = own_table(floor, "roulette")
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
    expect(line).to_contain_text("Connection lost")
    expect(line).to_contain_text("stay on the layout: $5.00")
    visitor.page.route_web_socket(f"**/tables/{table}/socket*", through)
    expect(line).to_contain_text("Back online.", timeout=30_000)
    close_betting(floor, page)
    told(page, WORDS)


def test_a_favourite_is_kept_and_put_down_again(arrive: Arrive, floor: Running) -> None:
    visitor = arrive()
    page = sit_down(visitor, table := own_table(floor, "roulette", **CALM))
    for key in ("red", "split 17-20", "straight up 0"):
        spot(page, key).click()
    staked(page, "$15.00")
    page.get_by_role("button", name="Save the chips on the layout").click()
    page.get_by_role("button", name="Clear").click()
    staked(page, "$0.00")
    page = visitor.go(f"/tables/{table}")
    page.get_by_test_id("favourites").get_by_role("button", name="Place $15.00").click()
    staked(page, "$15.00")
    expect(spot(page, "split 17-20")).to_have_attribute("aria-label", re.compile("you have \\$5.00"))
    page.get_by_role("button", name="Remove $15.00").click()
    expect(page.get_by_test_id("favourites").get_by_role("listitem")).to_have_count(0)
