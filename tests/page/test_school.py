"""The dealer school in a browser: every kind of drill, a shoe, a whole exam, and practice without a connection."""

from __future__ import annotations

import re
import sqlite3
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from croupier.floor.store.engines.sqlite import FILE
from croupier.school import Drill, exam, lesson
from tests.support.page.accessibility import faults
from tests.support.page.browser import Arrive
from tests.support.page.consoles import come_in
from tests.support.server.real_server import Running, wait_until

PHONE = 390
TALL = "each => parseFloat(getComputedStyle(each).fontSize)"
LEAST_HEIGHT = 150
"""A layout that is lower has lost its shape."""
LESSONS = {
    "pay": (
        "roulette/pay/mixed-colours",
        "tai-sai/pay/several",
        "money-wheel/pay/one-symbol",
        "blackjack/pay/three-to-two",
    ),
    "read": ("blackjack/read/soft-totals", "roulette/read/corner"),
    "next": ("roulette/next/after-the-result",),
    "now": ("blackjack/now/card-exposed", "tournament-table/now/chips-lent"),
    "mistake": ("money-wheel/mistake/settlement",),
}


def typed(drill: Drill) -> list[str]:
    """What a dealer types: chips of a colour, or dollars."""
    each = zip(drill.amounts, drill.solution.amounts, strict=True)
    return [str(paid // asked.unit) if asked.unit > 1 else f"{paid / 100:.2f}" for asked, paid in each]


def place_of(drill: Drill) -> int:
    return [each.is_right for each in drill.solution.choices].index(True)


def shown(page: Page, found: list[dict[str, Any]]) -> Drill:
    """The drill on the screen, made here again from its seed."""
    at = int(page.get_by_test_id("at").inner_text().split()[1]) - 1
    return lesson(found[at]["lesson"]).drill(found[at]["seed"])


def answer(page: Page, drill: Drill, *, well: bool = True) -> None:
    """By keys alone."""
    if drill.amounts:
        for box, text in zip(page.get_by_test_id("amount").all(), typed(drill), strict=True):
            box.fill(text if well else "1")
        page.get_by_test_id("amount").last.press("Enter")
    else:
        place = place_of(drill)
        page.keyboard.press(str((place if well else (place + 1) % len(drill.choices)) + 1))


@pytest.mark.parametrize("kind", LESSONS)
@pytest.mark.parametrize("width", [PHONE, 1280])
def test_each_kind_of_drill_is_answered_by_keys_and_explained(arrive: Arrive, kind: str, width: int) -> None:
    visitor = arrive(width=width, height=844 if width == PHONE else 800)
    batches: list[list[dict[str, Any]]] = []
    visitor.page.on(
        "response", lambda got: batches.append(got.json()["drills"]) if "/school/drills" in got.url else None
    )
    for name in LESSONS[kind] if width > PHONE else LESSONS[kind][:1]:
        page = visitor.go(f"/school/practice?lesson={name}&count=2")
        page.get_by_test_id("drill").wait_for()
        drill = shown(page, batches[-1])
        expect(page.get_by_test_id("question")).to_have_text(drill.question)
        if drill.picture.layout is not None:
            page.locator("[data-testid=drill-layout] svg").first.wait_for()
            assert page.get_by_test_id("drill-layout").evaluate("each => each.clientHeight") > LEAST_HEIGHT
        if drill.amounts:
            # What is no amount is not judged.
            page.get_by_test_id("amount").first.fill("x")
            page.get_by_test_id("amount").first.press("Enter")
            expect(page.get_by_test_id("unclear")).to_be_visible()
            expect(page.get_by_test_id("verdict")).to_have_count(0)
        answer(page, drill)
        expect(page.get_by_test_id("verdict")).to_contain_text("Right")
        expect(page.get_by_test_id("why")).to_contain_text(drill.clauses[0])
        page.keyboard.press("Enter")
        expect(page.get_by_test_id("at")).to_contain_text("Question 2 of 2")
        answer(page, shown(page, batches[-1]), well=False)
        expect(page.get_by_test_id("verdict")).to_have_text("Not right")
        page.get_by_test_id("next").click()
        expect(page.get_by_test_id("done")).to_contain_text("1 of 2 right")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert faults(visitor.page) == []


def test_practice_goes_on_without_a_connection_and_is_kept_when_it_is_back(arrive: Arrive) -> None:
    visitor = arrive()
    page = visitor.go("/school")
    page.get_by_role("button", name="Continue as a guest").click()
    page.get_by_role("button", name="Roulette").click()
    page.locator(".tile[data-kind=pay]").click()
    page.get_by_test_id("drill").wait_for()
    wall, small = page.get_by_test_id("wall"), page.get_by_test_id("at").evaluate(TALL)
    wall.click()
    assert page.get_by_test_id("at").evaluate(TALL) > 1.15 * small
    wall.click()
    assert page.get_by_test_id("at").evaluate(TALL) == small
    page.context.set_offline(True)
    for number in range(3):
        page.get_by_test_id("show").click()
        expect(page.get_by_test_id("verdict")).to_have_text("Not right")
        page.locator("[data-testid=drill-layout] svg").first.wait_for()
        page.get_by_test_id("next").click()
        expect(page.get_by_test_id("at")).to_contain_text(f"Question {number + 2} of")
    expect(page.get_by_test_id("school-offline")).to_be_visible()
    page.context.set_offline(False)
    page.get_by_role("button", name="End").click()
    page.get_by_role("button", name="Roulette").click()
    page.locator("summary", has_text="Pay it").click()
    expect(page.locator(".lessons li", has_text="0 of 1 right")).to_have_count(3)
    # The browser says that it had no connection, and nothing else.
    assert visitor.complaints
    visitor.complaints = [each for each in visitor.complaints if "ERR_INTERNET_DISCONNECTED" not in each]


def test_after_a_reload_without_a_connection_practice_goes_on_and_is_kept(arrive: Arrive) -> None:
    """The whole pack was loaded with the school's first page: drills, layouts, a shoe. Nothing of a person is in it."""
    visitor = arrive(installs=True)
    page = visitor.go("/school")
    page.get_by_role("button", name="Continue as a guest").click()
    page.wait_for_function("() => localStorage.getItem('croupier.school.kept')", timeout=90_000)
    visitor.go("/school/practice?lesson=money-wheel/pay/one-symbol&count=2")
    page.get_by_test_id("show").click()
    page.context.set_offline(True)
    visitor.go("/school")
    expect(page.get_by_test_id("school-alone")).to_be_visible()
    expect(page.locator(".tile[data-exam]")).to_have_count(0)
    page.get_by_role("button", name="Roulette").click()
    page.locator(".tile[data-kind=pay]").click()
    page.locator("[data-testid=drill-layout] svg").first.wait_for()
    assert page.get_by_test_id("drill").get_attribute("data-kind") == "pay"
    lesson_name = page.get_by_test_id("drill").get_attribute("data-lesson") or ""
    page.get_by_test_id("show").click()
    expect(page.get_by_test_id("verdict")).to_have_text("Not right")
    page.reload()
    page.get_by_test_id("drill").wait_for()
    visitor.go("/school/shoe/tai-sai")
    expect(page.get_by_test_id("question")).to_be_visible()
    page.context.set_offline(False)
    visitor.go("/school")
    page.get_by_role("button", name="Roulette").click()
    page.locator("summary", has_text="Pay it").click()
    name = lesson_name.split("/")[2].replace("-", " ")
    expect(page.locator(".lessons li", has_text=name).filter(has_text="0 of 1 right")).not_to_have_count(0)
    held = page.evaluate(
        "async () => (await (await fetch('/api/v1/school')).json()).lessons.filter(each => each.progress)"
    )
    assert len(held) == 2
    visitor.complaints.clear()  # what was asked for without a network


READY = """() => document.querySelector(
    '[data-testid=next]:not([data-number=""]), [data-testid=grade], [data-testid=amount]'
)"""
"""The console waits for its dealer, asks what is paid, or has come to the end."""


def pay(page: Page, payment: dict[str, Any]) -> None:
    for box, cents in zip(page.get_by_test_id("amount").all(), payment["solution"]["amounts"], strict=True):
        box.fill(f"{cents / 100:.2f}")
    page.get_by_test_id("amount").last.press("Enter")
    expect(page.get_by_test_id("verdict")).to_have_text("Right")
    page.get_by_test_id("next-payment").click()
    expect(page.get_by_test_id("amount")).to_have_count(0)


def goes_on(page: Page, heard: list[dict[str, Any]], told: dict[str, Any]) -> bool:
    return page.get_by_test_id("amount").count() > 0 or heard[-1] is not told


def test_a_shoe_is_dealt_at_the_console_and_graded(arrive: Arrive) -> None:
    """Another section than the one that came is not taken, and counts as a mistake."""
    visitor = arrive()
    heard: list[dict[str, Any]] = []
    visitor.page.on(
        "response", lambda got: heard.append(got.json()) if "/school/console/" in got.url and got.ok else None
    )
    page = visitor.go("/school/shoe/money-wheel")
    expect(page.get_by_test_id("wall")).to_be_visible()
    is_first = True
    while True:
        page.wait_for_function(READY)
        told = heard[-1]
        if told["is_over"]:
            break
        if page.get_by_test_id("amount").count():
            expect(page.get_by_test_id("fallen")).to_contain_text("about to pay")
            pay(page, told["payment"])
        elif told["fallen"]:
            section = told["fallen"]["section"]
            with page.expect_response("**/school/console/**"):
                page.keyboard.type(f"{section % 52 + 1 if is_first else section}")
                page.keyboard.press("Enter")
            if is_first:
                expect(page.get_by_test_id("fallen")).to_contain_text("You entered something else")
            is_first = False
        else:
            # Where nothing is to be collected, what is paid is asked at once.
            page.keyboard.press("Enter")
            wait_until(partial(goes_on, page, heard, told))
    expect(page.get_by_test_id("done")).to_contain_text(f"Steps {len_of(heard) - 1}/{len_of(heard)}")
    assert faults(page) == []


def len_of(heard: list[dict[str, Any]]) -> int:
    """The dealer's acts, by the journal's lines."""
    return sum(line.startswith("dealer") for line in heard[-1]["acts"])


def test_a_whole_exam_ends_with_a_certificate(arrive: Arrive, floor: Running) -> None:
    visitor = arrive()
    page = visitor.go("/school")
    page.get_by_role("button", name="Continue as a guest").click()
    page.locator(".tile[data-exam=roulette]").click()
    with page.expect_response("**/school/exams/roulette") as coming:
        page.get_by_test_id("begin-exam").click()
    begun = coming.value.json()
    with sqlite3.connect(f"file:{floor.folder / FILE}?mode=ro", uri=True) as store:
        ((seed,),) = store.execute("SELECT seed FROM school_exams WHERE id = ?", (begun["id"],)).fetchall()
    drills = exam("roulette", seed)
    expect(page.get_by_text(re.compile(r"^\d+:\d\d left$"))).to_be_visible()
    page.get_by_test_id("hand-in").click()
    expect(page.get_by_text("20 questions are not answered.")).to_be_visible()
    expect(page.get_by_test_id("judged")).to_have_count(0)
    for number, drill in enumerate(drills, start=1):
        expect(page.get_by_test_id("at")).to_have_text(f"Question {number} of 20")
        expect(page.get_by_test_id("question")).to_have_text(drill.question)
        expect(page.get_by_test_id("why")).to_have_count(0)
        answer(page, drill, well=number > 2)
    page.get_by_test_id("hand-in").click()
    expect(page.get_by_test_id("judged")).to_have_attribute("data-passed", "true")
    expect(page.get_by_test_id("judged")).to_contain_text("18 of 20 right")
    page.get_by_role("link", name="Certificate").click()
    expect(page.get_by_test_id("certificate")).to_contain_text("18 of 20 right; 17 are needed.")
    expect(page.get_by_test_id("certificate")).to_contain_text(f"croupier school exam roulette --seed {seed}")
    assert faults(page) == []


def test_the_operator_sees_who_may_deal_and_asks_for_an_exam(arrive: Arrive, floor: Running) -> None:
    operator, _ = floor.operator(), floor.staff("dealer", "Doris")
    visitor = arrive()
    come_in(visitor, operator)
    page = visitor.go("/school/dealers")
    row = page.get_by_test_id("dealers").locator("tr", has_text="Doris")
    expect(row).to_contain_text("no exam")
    page.locator("[data-require=money-wheel]").check()
    expect(row).to_contain_text("needs the exam")
    page.locator("[data-require=money-wheel]").uncheck()
    expect(row).not_to_contain_text("needs the exam")
    assert faults(page) == []
