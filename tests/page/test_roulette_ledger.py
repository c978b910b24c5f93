"""Screen = ledger at roulette (A14, T39, T40): all 37 pockets, by recorded messages, against the settlement lines."""

from __future__ import annotations

from typing import Any

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
    keys = {
        each["name"]: " ".join((each["kind"], "-".join(map(str, each["numbers"])))).strip()
        for each in floor.client().get(f"/api/v1/tables/{table}/game").json()["positions"]
    }
    feed = Feed(arrive(), table, "roulette")
    page = feed.open(OTHER)
    for number in range(37):
        feed.play(
            Wager(feed.me, straight_up(number), 5_00 + 50 * number),
            Wager(feed.me, straight_up((number + 1) % 37), 10_00),
            Wager(feed.me, red, 25_00),
            Wager(OTHER, split(17, 20), 5_00),
            Wager(OTHER, corner(0, 1, 2, 3), 15_00),
            Wager(feed.me, dozen(2), 5_00),
        )
        feed.play(Clock(20), Spin(number))
        state = feed.state
        page.wait_for_function(
            "number => document.querySelector('[data-testid=result][data-stage=paid]')"
            " && document.querySelector('[data-testid=dolly]')?.dataset.number === number",
            arg=str(number),
        )
        seen = page.evaluate(SEEN)
        mine = [line for line in state.settled if line.wager.player == feed.me]
        words = f"{number} {colour(number)}"
        assert state.view().public.result == words
        assert (seen["words"], seen["outcome"]) == (words, outcome(mine))
        assert seen["said"] == f"{words}. {outcome(mine)}"
        assert seen["lit"] == sorted(keys[name] for name in state.view().public.lit)
        assert (seen["dolly"], seen["pocket"]) == (str(number), str(number))
        assert seen["newest"].split() == words.split()
        assert f"Round {state.round + 1}" in seen["round"]
        assert len(seen["lines"]) == len(state.settled) == 6
        for line in state.settled:
            [shown] = [each for each in seen["lines"] if _is_of(each, line, feed.me)]
            assert money(line.wager.stake) in shown
            assert ("wins" in shown, "loses" in shown) == (line.outcome == "win", line.outcome == "lose")
            assert (f"pays {money(line.pays)}" in shown) == (line.pays > 0)
            assert str(line.rule) in shown


def _is_of(shown: str, line: Any, me: str) -> bool:
    position = line.wager.position
    name = {
        "red": "Red",
        "split": "Split 17 and 20",
        "corner": "Corner 0, 1, 2 and 3",
        "dozen": "Dozen 13 to 24",
    }.get(position.kind) or f"{position.numbers[0]} {colour(position.numbers[0])}"
    return shown.startswith(f"{'' if line.wager.player == me else 'Somebody else: '}{name} ")
