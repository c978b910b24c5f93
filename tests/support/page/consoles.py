"""What people who work in the house do at their consoles, for the tests of each."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.support.page.browser import Visitor
from tests.support.page.played_rounds import SIGN
from tests.support.server.real_server import PASSWORD, Person, Running

MOST_STEPS = 20


def staff(floor: Running, role: str, name: str) -> Person:
    """Somebody with that office, made once for all tests of this process."""
    known: dict[str, Person] = floor.__dict__.setdefault("known_staff", {})
    if name not in known:
        known[name] = floor.staff(role, name)
    elif known[name].is_out():
        known[name] = floor.sign_in(name)
    return known[name]


def lone_director(floor: Running) -> Person:
    """A tournament director who is the operator too, as on an evening that one person runs from one laptop."""
    director = staff(floor, "tournament-director", "Tama of the cups")
    floor.give_role(director, "operator")
    return director


def live_table(floor: Running, game: str, name: str = "") -> str:
    """A live table of one's own; its id."""
    body = {"name": name or f"Live {game}", "game": game, "sign": SIGN, "live": True}
    made = floor.operator().ask("POST", "/api/v1/tables", body)
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


def come_in(visitor: Visitor, person: Person) -> Visitor:
    """Signs in as a page does: with a cookie."""
    body = {"name": person.name, "password": PASSWORD}
    answer = visitor.context.request.post(f"{visitor.url}/api/v1/sessions", data=body, headers={"Origin": visitor.url})
    assert answer.ok, answer.text()
    return visitor


def act(person: Person, table: str, kind: str, **fields: Any) -> Any:
    """An act through the API."""
    act.count += 1  # type: ignore[attr-defined]
    office = fields.pop("office", None)
    body = {"act": {"act": kind, **fields}, "key": f"t{act.count}", "as": office}  # type: ignore[attr-defined]
    answer = person.ask("POST", f"/api/v1/tables/{table}/acts", body)
    assert answer.status_code == 201, answer.text
    return answer.json()


act.count = 0  # type: ignore[attr-defined]


def next_step(page: Page) -> Locator:
    return page.get_by_test_id("next")


def due(page: Page, words: str, clause: str) -> None:
    """That is the next step, by that clause, and it can be taken."""
    expect(page.locator("#next-title")).to_have_text(words)
    expect(page.get_by_test_id("next-rule")).to_contain_text(clause)


def at_number(page: Page) -> int:
    """The entry after which the next step stands there."""
    expect(next_step(page)).to_have_attribute("data-number", re.compile(r"\d+"))
    return int(next_step(page).get_attribute("data-number") or 0)


def do(page: Page, press: str = "") -> None:
    """The step, by its one button, or by a key; over when the step after it stands there."""
    before = at_number(page)
    button = page.get_by_test_id("do")
    expect(button).to_have_attribute("aria-disabled", "false")
    if press:
        page.keyboard.press(press)
    else:
        button.click()
    expect(next_step(page)).not_to_have_attribute("data-number", re.compile(f"^({before})?$"))


def dialog(page: Page) -> Locator:
    found = page.get_by_test_id("act-dialog")
    found.wait_for()
    return found


def consequence(page: Page) -> Locator:
    """What the act would do, once it stands there."""
    found = dialog(page).get_by_test_id("consequence")
    found.wait_for()
    return found


def confirm(page: Page) -> None:
    page.get_by_test_id("confirm-act").click()
    expect(page.get_by_test_id("act-dialog")).to_have_count(0)


def step_by_step(page: Page, act: str, press: str = "") -> None:
    """Every step that needs nothing entered, until that one is next."""
    for _ in range(MOST_STEPS):
        at_number(page)
        if (next_step(page).get_attribute("data-act") or "") == act:
            return
        do(page, press)
    raise AssertionError(f"{act} never came")


def with_enter(page: Page) -> None:
    """What is whole waits for Enter, so that a test can look at it as long as it likes."""
    page.get_by_label("Without Enter").uncheck()


def keyed(page: Page, keys: str) -> None:
    """Typed, one key after the other; a blank parts them."""
    for key in keys.split():
        page.keyboard.press(key)


def was_refused(visitor: Visitor, times: int = 1) -> None:
    """So many requests were refused, as the browser also notes, and nothing else was wrong."""
    answers = [each for each in visitor.complaints if each.startswith("409 ")]
    notes = [each for each in visitor.complaints if "409 (Conflict)" in each]
    assert len(answers) == times, visitor.complaints
    assert len(answers) + len(notes) == len(visitor.complaints), visitor.complaints
    visitor.complaints.clear()
