"""Practice: stateless, without clock and money, with the exact cost of each choice."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from croupier.serve.routes.table_play import practice
from tests.support.server.api import fraction
from tests.support.server.wire import House, in_house

Asks = Callable[..., Awaitable[Any]]
BOX = {"act": "wager", "position": {"kind": "box", "numbers": [1]}, "amount": 10_00}


def practising(tmp_path: Path, scenario: Callable[[Asks], Awaitable[None]]) -> None:
    async def main(house: House) -> None:
        async def ask(name: str, status: int = 200, **body: Any) -> Any:
            answer = await house.ask("POST", f"/api/v1/practice/{name}", json=body)
            assert answer.status_code == status, answer.text
            return answer.json()

        await scenario(ask)

    in_house(tmp_path, main)


def test_a_round_of_each_layout_game(tmp_path: Path) -> None:
    edges = {"roulette": Fraction(1, 37), "money-wheel": Fraction(1, 13), "tai-sai": Fraction(1, 36)}
    games = {name: (kind, edges[name]) for name, kind in zip(edges, ("red", "A", "small"), strict=True)}

    async def scenario(ask: Asks) -> None:
        for name, (kind, edge) in games.items():
            found = await ask(name)
            assert (found["acts"], found["you"]["value"], found["odds"]) == (["you: buy in 10000"], 10_000_00, None)
            laid = {"act": "wager", "position": {"kind": kind, "numbers": []}, "amount": 10_00}
            found = await ask(name, acts=found["acts"], act=laid)
            assert fraction(found["odds"]["edge"]) == edge
            assert "no more bets" in {offer["act"] for offer in found["legal"]}
            found = await ask(name, acts=found["acts"], act={"act": "no more bets"})
            # The call, and what chance then brought; the stake is settled and nothing lies there any more.
            assert len(found["entries"]) == 2
            (line,) = found["view"]["settled"]
            assert found["you"]["value"] == 10_000_00 + (10_00 if line["outcome"] == "win" else -10_00)
            assert found["odds"] is None

    practising(tmp_path, scenario)


def test_a_table_s_own_rules_can_be_practised(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        await house.table("blackjack", id="b1", options={"decks": 6, "layout": 2, "super_sevens": 500})
        options = (await house.ask("GET", "/api/v1/tables/b1/game")).json()["options"]
        found = (await house.ask("POST", "/api/v1/practice/blackjack", json={"options": options})).json()
        assert found["view"]["left_in_shoe"] == 6 * 52

    in_house(tmp_path, scenario)


def test_nothing_is_kept_that_the_lines_do_not_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same lines lead to the same table, asked of a server that has never seen them."""

    async def scenario(ask: Asks) -> None:
        found = await ask("blackjack", hints=False)
        for _ in range(6):
            found = await ask("blackjack", acts=found["acts"], act=BOX, hints=False)
            found = await ask("blackjack", acts=found["acts"], act={"act": "no more bets"}, hints=False)
            while found["view"]["step"] in {"decide", "close insurance"}:
                act = (
                    {"act": "close insurance"}
                    if found["view"]["step"] == "close insurance"
                    else {"act": "draw", "box": 1}
                )
                found = await ask("blackjack", acts=found["acts"], act=act, hints=False)
        monkeypatch.setattr(practice, "KEPT", practice.PracticeCache(1))
        again = await ask("blackjack", acts=found["acts"], hints=False)
        assert (again["entries"], again["acts"], again["view"], again["you"]) == (
            [],
            found["acts"],
            found["view"],
            found["you"],
        )

    practising(tmp_path, scenario)


DEALT = ["you: buy in 10000", "you: sit at box 1", "you: wager 10 on box 1", "dealer you: no more bets"]


def with_cards(*cards: str) -> list[str]:
    return [*DEALT, *(f"dealer: card {card}" for card in cards)]


def costs(found: Any) -> dict[str, float]:
    (hint,) = found["hints"]
    return {each["choice"]: float(each["value"]) for each in hint["choices"]}


def test_hints_are_the_solver_s_figures_with_the_cards_seen(tmp_path: Path) -> None:
    async def scenario(ask: Asks) -> None:
        found = await ask("blackjack", acts=with_cards("8s", "Td", "8h"))
        (hint,) = found["hints"]
        assert (hint["box"], hint["hand"], hint["cards"], hint["total"]) == (1, "a", ["8s", "8h"], 16)
        assert (hint["against"], hint["left"]) == ("Td", 413)
        # As `croupier solve hand "8s 8h" --against Td` has them, which the tests of the solver hold.
        names = [each["choice"] for each in hint["choices"]]
        assert names[0] == "split"
        assert set(names) == {"split", "draw", "stand", "double"}
        assert (hint["choices"][0]["cost"], hint["choices"][0]["is_best"]) == ("0.000000", True)
        # Doubling stakes twice as much on one card: on sixteen against a ten that costs half a wager and more.
        assert float(hint["choices"][-1]["cost"]) > 0.5

    practising(tmp_path, scenario)


def test_insurance_is_worth_what_the_tens_left_say(tmp_path: Path) -> None:
    async def scenario(ask: Asks) -> None:
        found = await ask("blackjack", acts=with_cards("9s", "Ad", "7h"))
        assert found["view"]["step"] == "close insurance"
        # 128 tens among 413 cards, at 2 to 1: (3 * 128 - 413) / 413.
        assert costs(found) == {"wait": 0.0, "insure": round(float(Fraction(3 * 128 - 413, 413)), 6)}
        natural = await ask("blackjack", acts=with_cards("Ks", "Ad", "Ah"))
        # 127 tens left: early it is one for sure, else 3 to 2 unless the dealer has the same.
        assert costs(natural) == {
            "settle early": 1.0,
            "wait": round(float(Fraction(3, 2) * Fraction(413 - 127, 413)), 6),
        }

    practising(tmp_path, scenario)


def test_the_hands_of_a_split_are_hinted_at_too(tmp_path: Path) -> None:
    async def scenario(ask: Asks) -> None:
        acts = [*with_cards("8s", "6d", "8h"), "you: split box 1", "dealer: card 3c"]
        found = await ask("blackjack", acts=acts)
        (hint,) = found["hints"]
        assert (hint["hand"], hint["cards"], hint["choices"][0]["choice"]) == ("a", ["8s", "3c"], "double")
        later = [*acts, "you: draw on box 1", "dealer: card Tc", "dealer: card Kd"]
        found = await ask("blackjack", acts=later)
        (hint,) = found["hints"]
        assert (hint["hand"], hint["cards"], hint["choices"][0]["choice"]) == ("b", ["8h", "Kd"], "stand")

    practising(tmp_path, scenario)


def test_no_hint_where_none_is_asked_for_or_the_solver_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(ask: Asks) -> None:
        found = await ask("blackjack", acts=with_cards("8s", "Td", "8h"), hints=False)
        assert (found["hints"], found["no_hint"]) == ([], "")
        monkeypatch.setattr("croupier.odds.blackjack.NEEDED", ("no_such_package",))
        found = await ask("blackjack", acts=with_cards("8s", "Td", "8h"))
        assert found["hints"] == []
        assert "croupier[math]" in found["no_hint"]
        assert {offer["act"] for offer in found["legal"]} >= {"stand", "draw", "double", "split"}

    practising(tmp_path, scenario)


@pytest.mark.parametrize(
    ("name", "body", "status", "code"),
    [
        ("roulette", {"acts": ["nonsense"]}, 409, "unreadable"),
        ("roulette", {"acts": ["you: buy in 100", "bob: buy in 100"]}, 409, "not_in_practice"),
        ("roulette", {"acts": ["you: buy in 100", "dealer: spin 17"]}, 409, "not_in_practice"),
        ("roulette", {"acts": ["you: buy in 100"], "act": {"act": "spin", "number": 17}}, 409, "not_in_practice"),
        ("roulette", {"acts": ["you: buy in 100", "you: wager 500 on red"]}, 409, "not_enough_chips"),
        ("roulette", {"acts": ["you: buy in 100"], "act": {"act": "fly"}}, 400, "malformed"),
        ("roulette", {"acts": ["you: buy in 100"], "act": {"act": "no more bets"}, "more": 1}, 400, "malformed"),
        ("roulette", {"acts": ["x"] * 501}, 400, "malformed"),
        ("roulette", {"acts": ["x" * 201]}, 400, "malformed"),
        ("roulette", {"options": {"layout": 3}}, 409, "no_such_layout"),
        ("roulette", {"options": {"wings": 2}}, 400, "malformed"),
        ("blackjack", {"act": {"act": "open table"}}, 409, "not_in_practice"),
        ("poker", {}, 404, "no_such_game"),
    ],
)
def test_rubbish_is_refused(tmp_path: Path, name: str, body: Any, status: int, code: str) -> None:
    async def scenario(ask: Asks) -> None:
        assert (await ask(name, status, **body))["refusal"]["code"] == code

    practising(tmp_path, scenario)


def test_a_practice_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(practice, "MOST_ACTS", 4)
    lines = ["you: buy in 100", "you: wager 10 on red", "dealer you: no more bets", "dealer: spin 1"]

    async def scenario(ask: Asks) -> None:
        found = await ask("roulette", acts=lines)
        assert found["is_over"]
        refused = await ask("roulette", 409, acts=lines, act={"act": "no more bets"})
        assert refused["refusal"]["code"] == "practice_over"

    practising(tmp_path, scenario)


def test_practice_is_nowhere_in_the_books(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        await house.table(id="r1")
        before = await house.casino.store.streams()
        for _ in range(3):
            await house.ask("POST", "/api/v1/practice/roulette", json={})
        assert await house.casino.store.streams() == before
        assert house.casino.actors["r1"].head.number == 0

    in_house(tmp_path, scenario)
