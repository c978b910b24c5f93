"""Blackjack on a phone: the strip of small seats shows cards, total, chips and name of each, one beside the other."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.support.page.blackjack import Dealt
from tests.support.page.browser import Arrive
from tests.support.page.player import sit_down, spot, staked
from tests.support.server.real_server import Running

HIDDEN = """() => {
  const seat = document.querySelector("[data-box='5']");
  const of = (each) => each.getBoundingClientRect();
  const over = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
  const [cell, total, who] = [of(seat), of(seat.querySelector('[data-testid=total]')), seat.querySelector('.who')];
  const spots = [...seat.querySelectorAll('[data-key]')].map(of);
  return [
    ...(total.left < cell.left || total.right > cell.right ? ['the total is cut off'] : []),
    ...(spots.some(each => over(each, total)) ? ['chips on the total'] : []),
    ...(who.scrollHeight > who.clientHeight ? ['words are cut off'] : []),
  ];
}"""


def test_nothing_in_a_small_seat_hides_anything_else(arrive: Arrive, floor: Running) -> None:
    dealt = Dealt(floor, "of the strip")
    page = sit_down(arrive(width=390, height=844), dealt.table)
    page.get_by_role("button", name="Sit at box 3").click()
    dealt.prepare(page)
    spot(page, "box 3").click()
    staked(page, "$5.00")
    mere = floor.account("Mere of the strip")
    dealt.does("buy in", by=mere, role="player", amount=200_00)
    dealt.does("sit", by=mere, role="player", box=5)
    for kind, amount in (("box", 50_00), ("super sevens", 2_00)):
        dealt.does("wager", by=mere, role="player", position={"kind": kind, "numbers": [5]}, amount=amount)
    expect(spot(page, "super sevens 5")).to_have_attribute("data-others", "200")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    dealt.does("no more bets")
    dealt.deals("Kc 7h 6d Qh As")
    expect(page.locator("[data-box='5']").get_by_test_id("total")).to_have_text("soft 18")
    expect(page.locator("[data-box='5']")).not_to_contain_text("seat of")
    assert page.evaluate(HIDDEN) == []
