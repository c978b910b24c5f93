"""`croupier tour`."""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier.record import read, replay
from tests.support.process import croupier, in_this_process

_TITLES = {
    "roulette": "Roulette",
    "money-wheel": "Money wheel",
    "tai-sai": "Tai-Sai",
    "blackjack": "Blackjack",
    "tournament-table": "Tournament blackjack",
}
_EDGES = {
    "roulette": {Fraction(1, 37)},
    "money-wheel": {Fraction(1, 13)},
    "tai-sai": {Fraction(1, 36), Fraction(2, 27), Fraction(17, 216), Fraction(1, 9)},
    "blackjack": {Fraction(31, 415)},
    "tournament-table": set(),
}
_PLAYERS = {"blackjack": {"ana", "ben"}, "tournament-table": {"ana", "ben", "cleo", "dan"}}


def _stops() -> dict[str, str]:
    """What the tour says at each of its tables."""
    out = croupier("tour").out
    starts = {game: out.index(f"\n{title}  (Division ") for game, title in _TITLES.items()}
    assert list(starts.values()) == sorted(starts.values())
    ends = [*list(starts.values())[1:], len(out)]
    return {game: out[start:end] for (game, start), end in zip(starts.items(), ends, strict=True)}


def _record(said: str) -> str:
    lines = said.splitlines()
    start = lines.index("croupier 1")
    end = next(place for place, line in enumerate(lines) if line.startswith("Replayed from that text"))
    return "\n".join(lines[start:end])


def test_the_tour_ends_well_and_without_waiting() -> None:
    done = croupier("tour")
    assert (done.status, done.errors) == (0, "")
    assert done.out.count("Replayed from that text: every chip went where the rules say.") == 5


def test_a_fast_tour() -> None:
    done = in_this_process("tour", "--fast")
    assert (done.status, done.errors) == (0, "")
    assert done.out.count("Replayed from that text: every chip went where the rules say.") == 5


@pytest.mark.parametrize("game", _TITLES)
def test_each_record_on_the_way_is_one_that_anyone_can_replay(game: str) -> None:
    text = _record(_stops()[game])
    record = read(text)
    assert record.header.game == game
    played = replay(record)
    assert played.is_in_order
    assert len(played.settled) == text.count("\n= ")
    assert {line.wager.player for line in played.settled} == _PLAYERS.get(game, {"ana", "ben", "cleo"})


@pytest.mark.parametrize("game", _TITLES)
def test_each_round_is_settled_line_by_line_with_its_clauses(game: str) -> None:
    said = _stops()[game]
    words = " ".join(said.split())
    for line in replay(read(_record(said))).settled:
        rows = [row for row in said.splitlines() if row.startswith(line.wager.player) and ":" not in row]
        assert any(f"{line.wager.position} " in row and str(line.rule) in row for row in rows)
        assert line.rule.clauses[0].gist in words


@pytest.mark.parametrize("game", _TITLES)
def test_each_table_shows_the_odds_and_a_refusal(game: str) -> None:
    said = _stops()[game]
    rows = [row.split() for row in said.splitlines() if row.rstrip().endswith(" %")]
    shown = {Fraction(word) for row in rows for word in row if "/" in word}
    assert shown == _EDGES[game]
    assert "would be refused: " in said
