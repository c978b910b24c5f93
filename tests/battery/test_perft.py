"""The count of all sequences of acts, against a naive one that tries everything and asks what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.games.acts import Act
from croupier.games.blackjack.acts import CloseInsurance, Deal, Double, Draw, SettleEarly, Split, Stand
from croupier.games.blackjack.cards import DECK
from croupier.games.money_wheel import IndicatorRests
from croupier.games.perft import PERFT_GAMES, perft, starting_table
from croupier.games.position import Position
from croupier.games.roulette import Spin
from croupier.games.tai_sai import Roll
from croupier.games.wagers import NoMoreBets, Wager, Withdraw

ROOT = Path(__file__).resolve().parents[2]
AMOUNTS = range(50, 20_51, 50)
PLAYERS = ("ana", "ben", "cid", "dee")

PUBLISHED = {
    "roulette": [315, 25_471, 196_601],
    "money-wheel": [15, 136, 1_886, 17_348],
    "tai-sai": [213, 11_982, 170_982],
    "blackjack": [14, 84, 1_092, 43_022],
    "tournament-table": [2, 4, 8, 16, 832],
}
"""What docs/reference/perft.md has, as far as a plain run goes."""
DEEPER = {"money-wheel": [211_164], "tai-sai": [13_173_060], "blackjack": [2_144_926]}
"""What the page has beyond that: a run with `--long` counts it."""
NAIVE_TO = {"roulette": 2, "money-wheel": 3, "tai-sai": 2, "blackjack": 3, "tournament-table": 5}


def positions(table: Any) -> list[Position]:
    if hasattr(table, "game"):
        return list(table.game.areas)
    return [Position(kind, (box,)) for kind in ("box", "insurance", "super sevens") for box in range(1, 8)]


def results(table: Any) -> list[Act]:
    """Everything that chance could bring at any table."""
    wheel = [IndicatorRests(section) for section in range(1, 53)]
    dice = [Roll(one, two, three) for one in range(1, 7) for two in range(1, 7) for three in range(1, 7)]
    every: dict[str, list[Act]] = {
        "roulette": [Spin(n) for n in range(37)],
        "money-wheel": [*wheel],
        "tai-sai": [*dice],
    }
    return every.get(table.origin.game, [Deal(card) for card in DECK])


def naive_acts(table: Any) -> Iterator[Act]:
    """All that is accepted of all that could be tried."""

    def accepted(*acts: Act) -> list[Act]:
        return [act for act in acts if table.refuses(act) is None]

    yield from accepted(NoMoreBets(), CloseInsurance(), *results(table))
    for player in PLAYERS:
        for position in positions(table):
            yield from accepted(Withdraw(player, position))
            wagers = accepted(*(Wager(player, position, amount) for amount in AMOUNTS))
            yield from {wagers[0], wagers[-1]} if wagers else ()
        for box in range(1, 8):
            yield from accepted(Stand(player, box), Draw(player, box), Split(player, box), SettleEarly(player, box))
            doubles = accepted(*(Double(player, box, amount) for amount in AMOUNTS))
            yield from {doubles[0], doubles[-1]} if doubles else ()


def naive(table: Any, depth: int) -> int:
    if depth == 0:
        return 1
    if depth == 1:
        return sum(1 for _ in naive_acts(table))
    return sum(naive(table.play(act), depth - 1) for act in naive_acts(table))


@pytest.mark.parametrize("game", PERFT_GAMES)
def test_sequences_are_as_many_as_published(game: str, request: pytest.FixtureRequest) -> None:
    table = starting_table(game)
    deeper = DEEPER.get(game, []) if request.config.getoption("--long") else []
    published = [*PUBLISHED[game], *deeper]
    assert [perft(table, depth + 1) for depth in range(len(published))] == published


def test_the_page_has_these_figures() -> None:
    text = (ROOT / "docs" / "reference" / "perft.md").read_text("utf-8")
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ") and line[2].isdigit()]
    for column, game in enumerate(PERFT_GAMES, start=1):
        shown = [int(row[column].replace(",", "")) for row in rows if row[column][0].isdigit()]
        assert shown == [*PUBLISHED[game], *DEEPER.get(game, [])]


@pytest.mark.parametrize("game", ["money-wheel", "blackjack", "tournament-table"])
def test_a_naive_count_finds_as_many(game: str) -> None:
    table = starting_table(game)
    for depth in range(1, NAIVE_TO[game] + 1):
        assert naive(table, depth) == PUBLISHED[game][depth - 1]


def test_the_counts_of_the_large_layouts_follow_by_hand() -> None:
    """One wager of $10 or $20 or the call; then with $10 left any place again, the call, or the wager taken back.

    On the place of the first wager a half dollar is enough too, and after $20 nothing is left to wager.
    """
    for game, places, outcomes in (("roulette", 157, 37), ("tai-sai", 106, 216), ("money-wheel", 7, 52)):
        assert PUBLISHED[game][:2] == [2 * places + 1, places * (places + 3) + 2 * places + outcomes]
        table = starting_table(game)
        assert naive(table, 1) == PUBLISHED[game][0]
