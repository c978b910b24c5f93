"""What tests ask of a layout in the browser."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tests.support.page.feed import Feed
from tests.support.page.outcome_words import money, outcome

TOUCHED = 900
"""Up to this width a screen is a phone's or a tablet's."""

SEEN = """() => ({
  words: document.querySelector('[data-testid=result] strong')?.textContent ?? '',
  outcome: document.querySelector('[data-testid=outcome]')?.textContent ?? '',
  said: document.querySelector('[data-announcer=urgent]').textContent.trim(),
  lit: [...document.querySelectorAll('[data-testid=layout] [data-lit]')].map(each => each.dataset.key),
  winning: document.querySelector('[data-testid=winning]')?.innerText ?? '',
  lines: [...document.querySelectorAll("[data-testid=settlement] li")].map(
    each => each.textContent.replace(/\\s+/g, " ").trim()),
})"""


def wait_for_result(page: Page, shown: str, name: str, value: str) -> None:
    """The whole result is shown, and the wheel or the tumbler has that value. In one go: it is asked often."""
    page.wait_for_function(
        "([shown, name, value]) => document.querySelector('[data-testid=result][data-stage=paid]')?.checkVisibility()"
        " && document.querySelector(`[data-testid=${shown}]`)?.dataset[name] === value",
        arg=[shown, name, value],
    )


def check_ledger(feed: Feed, words: str) -> dict[str, Any]:
    """The text, the announcement, the lit areas and every settlement line are those of the ledger; what is shown."""
    seen, state = feed.page.evaluate(SEEN), feed.state
    brought = outcome([line for line in state.settled if line.wager.player == feed.me])
    assert (seen["words"], seen["outcome"], seen["said"]) == (words, brought, f"{words}. {brought}")
    assert sorted(seen["lit"]) == sorted(state.view().public.lit)
    assert len(seen["lines"]) == len(state.settled)
    left = list(seen["lines"])
    for line in state.settled:
        left.remove(_line(line, feed.me))
    assert left == []
    return dict(seen)


def _line(line: Any, me: str) -> str:
    who = "" if line.wager.player == me else "Somebody else: "
    ended = f"wins, pays {money(line.pays)}" if line.pays else "loses"
    return f"{who}{label(line.wager.position)} {money(line.wager.stake)} {ended} {line.rule}"


def label(position: Any) -> str:
    """What the page calls a position of the money wheel or of Tai-Sai."""
    kind, numbers = position.kind, [str(each) for each in position.numbers]
    if kind in set("ABCDEFG"):
        return f"Symbol {kind}"
    name = {"face": "Single", "three": "Three dice", "four": "Four numbers"}.get(kind, kind.capitalize())
    return f"{name} {', '.join(numbers[:-1])} and {numbers[-1]}" if len(numbers) > 1 else " ".join((name, *numbers))


def keys_of(page: Page) -> list[str]:
    """The targets, in their order."""
    return list(page.evaluate("() => [...document.querySelectorAll('[data-key]')].map(each => each.dataset.key)"))


def lit(page: Page) -> list[str]:
    """The areas that are lit."""
    return list(page.evaluate("() => [...document.querySelectorAll('[data-lit]')].map(each => each.dataset.key)"))


def strangers(page: Page) -> list[str]:
    """Those whose middle is somebody else's."""
    found = page.evaluate(
        "() => [...document.querySelectorAll('[data-key]')].filter(each => { each.scrollIntoView({block: 'center'});"
        "const box = each.getBoundingClientRect();"
        "const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);"
        "return hit?.closest('[data-key]') !== each }).map(each => each.dataset.key)"
    )
    return list(found)


def small_targets(page: Page) -> list[str]:
    """Those with less than 24 pixels either way that cannot be placed by name instead (WCAG 2.2, 2.5.8).

    On such a screen the whole cloth is in sight, a finger slides to the place that it means, and a list has every
    position: the very place, not only one of its kind.
    """
    by_name = listed_places(page)
    found = page.evaluate(
        "() => [...document.querySelectorAll('[data-key]')]"
        ".map(each => [each.dataset.key, each.getBoundingClientRect()])"
        ".filter(([, box]) => box.width < 24 || box.height < 24).map(([key]) => key)"
    )
    is_narrow = page.viewport_size is not None and page.viewport_size["width"] < TOUCHED
    return [key for key in found if not (is_narrow and key in by_name)]


def listed_places(page: Page) -> set[str]:
    """Every place that the list offers, kind by kind."""
    listed: set[str] = set()
    kinds = page.locator("[data-testid=by-name] select").first
    if not kinds.count():
        return listed
    before = kinds.input_value()
    for kind in kinds.locator("option").evaluate_all("all => all.map(each => each.value)"):
        kinds.evaluate("(each, kind) => { each.value = kind; each.dispatchEvent(new Event('change')) }", kind)
        places = page.locator("[data-testid=by-name] select").nth(1).locator("option")
        listed |= set(places.evaluate_all("all => all.map(each => each.value)"))
    kinds.evaluate("(each, kind) => { each.value = kind; each.dispatchEvent(new Event('change')) }", before)
    return listed
