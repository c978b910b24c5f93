"""Screen = ledger at roulette (A14, T39, T40): all 37 pockets, by recorded messages, against the settlement lines."""

from __future__ import annotations

from typing import Any, cast

from croupier.games.acts import Clock
from croupier.games.roulette.acts import Spin
from croupier.games.roulette.positions import corner, dozen, red, split, straight_up
from croupier.games.wagers import Wager
from tests.support.page.browser import Arrive
from tests.support.page.feed import OTHER, Feed
from tests.support.page.outcome_words import money, outcome
from tests.support.page.player import own_table
from tests.support.server.real_server import Running

RED = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
SEEN = """() => ({
  round: document.querySelector('[data-testid=about-table]').textContent,
  words: document.querySelector('[data-testid=result] strong')?.textContent ?? '',
  outcome: document.querySelector('[data-testid=outcome]')?.textContent ?? '',
  said: document.querySelector('[data-announcer=urgent]').textContent.trim(),
  lit: [...document.querySelectorAll('[data-testid=layout] [data-lit]')].map(each => each.dataset.key).sort(),
  dolly: document.querySelector('[data-testid=dolly]')?.dataset.number ?? '',
  pocket: document.querySelector('[data-testid=wheel]').dataset.pocket ?? '',
  newest: document.querySelector('[data-testid=last-numbers] li')?.textContent ?? '',
  lines: [...document.querySelectorAll("[data-testid=settlement] li")].map(
    each => each.textContent.replace(/\\s+/g, " ").trim()),
})"""


def colour(number: int) -> str:
    return "green" if number == 0 else "red" if number in RED else "black"


def test_T39_T40_the_page_shows_what_the_ledger_says_for_every_pocket(arrive: Arrive, floor: Running) -> None:
    table = own_table(floor, "roulette", betting_seconds=20)
    keys = _keys_by_name(floor, table)
    feed = Feed(arrive(), table, "roulette")
    _opened(feed)
    for number in range(37):
        seen = _spun(feed, number)
        assert _differences(seen, feed, keys, number) == []


def test_A14_a_page_that_shows_another_result_is_found(arrive: Arrive, floor: Running) -> None:
    table = own_table(floor, "roulette", betting_seconds=20)
    keys = _keys_by_name(floor, table)
    feed = Feed(arrive(), table, "roulette")
    _opened(feed)
    before = _spun(feed, 16)
    seen = _spun(feed, 17)
    assert _differences(seen, feed, keys, 17) == []
    for part in seen:
        assert _differences(seen | {part: before[part]}, feed, keys, 17) != [], part
    first, *others = seen["lines"]
    for lie in ([], others, [first, *seen["lines"]], [first.replace("$5", "$6"), *others], seen["lines"][::-1][:5]):
        assert _differences(seen | {"lines": lie}, feed, keys, 17) != []
    swapped = [line.replace("wins", "LOST").replace("loses", "wins").replace("LOST", "loses") for line in seen["lines"]]
    assert _differences(seen | {"lines": swapped}, feed, keys, 17) != []


def _opened(feed: Feed) -> None:
    """The settlement is loaded once the table stands, with what else is below the fold."""
    feed.open(OTHER).get_by_test_id("by-name").wait_for()


def _keys_by_name(floor: Running, table: str) -> dict[str, str]:
    return {
        each["name"]: " ".join((each["kind"], "-".join(map(str, each["numbers"])))).strip()
        for each in floor.client().get(f"/api/v1/tables/{table}/game").json()["positions"]
    }


def _spun(feed: Feed, number: int) -> dict[str, Any]:
    """What the page shows when a round with this number has been paid."""
    feed.play(
        Wager(feed.me, straight_up(number), 5_00 + 50 * number),
        Wager(feed.me, straight_up((number + 1) % 37), 10_00),
        Wager(feed.me, red, 25_00),
        Wager(OTHER, split(17, 20), 5_00),
        Wager(OTHER, corner(0, 1, 2, 3), 15_00),
        Wager(feed.me, dozen(2), 5_00),
    )
    feed.play(Clock(20), Spin(number))
    feed.page.wait_for_function(
        "number => document.querySelector('[data-testid=result][data-stage=paid]')"
        " && document.querySelector('[data-testid=dolly]')?.dataset.number === number",
        arg=str(number),
    )
    return cast("dict[str, Any]", feed.page.evaluate(SEEN))


def _differences(seen: dict[str, Any], feed: Feed, keys: dict[str, str], number: int) -> list[str]:
    """The parts of the page that say something else than the settlement."""
    state = feed.state
    mine = [line for line in state.settled if line.wager.player == feed.me]
    words = f"{number} {colour(number)}"
    assert state.view().public.result == words
    assert len(state.settled) == 6
    right = {
        "words": words,
        "outcome": outcome(mine),
        "said": f"{words}. {outcome(mine)}",
        "lit": sorted(keys[name] for name in state.view().public.lit),
        "dolly": str(number),
        "pocket": str(number),
        "newest": words.split(),
    }
    shown = seen | {"newest": seen["newest"].split()}
    wrong = [part for part, expected in right.items() if shown[part] != expected]
    if f"Round {state.round + 1}" not in seen["round"]:
        wrong.append("round")
    if len(seen["lines"]) != len(state.settled):
        wrong.append("lines")
    return wrong + [str(line) for line in state.settled if not _stands_among(seen["lines"], line, feed.me)]


def _stands_among(lines: list[str], line: Any, me: str) -> bool:
    """Whether exactly one line of the page is of this settlement, and says what it says."""
    found = [each for each in lines if _is_of(each, line, me)]
    return len(found) == 1 and (
        money(line.wager.stake) in found[0]
        and ("wins" in found[0], "loses" in found[0]) == (line.outcome == "win", line.outcome == "lose")
        and (f"pays {money(line.pays)}" in found[0]) == (line.pays > 0)
        and str(line.rule) in found[0]
    )


def _is_of(shown: str, line: Any, me: str) -> bool:
    position = line.wager.position
    name = {
        "red": "Red",
        "split": "Split 17 and 20",
        "corner": "Corner 0, 1, 2 and 3",
        "dozen": "Dozen 13 to 24",
    }.get(position.kind) or f"{position.numbers[0]} {colour(position.numbers[0])}"
    return shown.startswith(f"{'' if line.wager.player == me else 'Somebody else: '}{name} ")
