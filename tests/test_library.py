"""What programmers meet first: names, types, purses, random rounds, and one vocabulary for every part."""

from __future__ import annotations

import runpy
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from importlib.util import find_spec
from random import Random
from typing import Any

import pytest

import croupier
from croupier import BuyIn, NoMoreBets, Position, Sign, Wager, simulate
from croupier.dealing import draw, random_round, round_acts
from croupier.games.acts import Act
from croupier.games.blackjack import BlackjackOptions, Deal, Sit, box, card, super_sevens
from croupier.games.refusal import Refused
from croupier.games.roulette import Spin, red, six_line, split, straight_up
from croupier.games.table import PROMISED
from croupier.games.tai_sai import Roll, pair, small
from croupier.odds import odds_of_game
from croupier.odds.blackjack import Shoe, solve
from croupier.record import audit_journal, read, read_journal, record_of, replay, write
from tests.support.project import ROOT

SIGN = Sign(minimum=5_00, maximum=1_000_00)
GAMES: dict[str, Callable[[Sign], Any]] = {
    "roulette": croupier.roulette,
    "money wheel": croupier.money_wheel,
    "Tai-Sai": croupier.tai_sai,
    "blackjack": croupier.blackjack,
}


# Names


def test_a_box_is_named_as_a_split_is() -> None:
    assert (box(3), super_sevens(3)) == (Position("box", (3,)), Position("super sevens", (3,)))
    table = croupier.blackjack(SIGN).play(BuyIn("ana", 100_00), Sit("ana", 3), Wager("ana", box(3), 20_00))
    assert table.boxes


def test_dice_are_written_one_after_the_other() -> None:
    assert Roll(1, 2, 4) == Roll((1, 2, 4)) == Roll(dice=(1, 2, 4))
    assert Roll(1, 2, 4, flat=False) == Roll((1, 2, 4), flat=False)
    table = croupier.tai_sai(SIGN).play(BuyIn("ana", 100_00), Wager("ana", small, 10_00), NoMoreBets())
    assert table.play(Roll(1, 2, 4)).settled[0].pays == 10_00


def test_every_public_name_is_there_and_no_module_is_in_its_way() -> None:
    for name in croupier.__all__:
        assert getattr(croupier, name) is not None
        assert find_spec(f"croupier.{name}") is None
    assert croupier.odds.odds_of_game is odds_of_game
    assert set(croupier.__all__) <= set(dir(croupier))
    with pytest.raises(AttributeError, match="no attribute 'bingo'"):
        croupier.bingo  # noqa: B018  it is asked for


# Types

_WRONG: dict[str, tuple[Any, str]] = {
    "no act": ("wager", "expected an act"),
    "a float": (BuyIn("ana", 20.5), "BuyIn: Expected int, got float - at amount"),  # type: ignore[arg-type]
    "a number for a name": (BuyIn(7, 20_00), "BuyIn: Expected str, got int - at player"),  # type: ignore[arg-type]
    "a word for a position": (Wager("ana", "red", 5_00), "Wager: Expected object, got str - at position"),  # type: ignore[arg-type]
    "no number": (Spin("17"), "Spin: Expected int, got str - at number"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("wrong", _WRONG)
@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_type_is_a_type_error_for_a_program_and_a_refusal_for_the_wire(game: str, wrong: str) -> None:
    act, words = _WRONG[wrong]
    table = GAMES[game](SIGN)
    with pytest.raises(TypeError) as caught:
        table.play(act)
    assert words in str(caught.value)
    assert table.refuses(act) is not None


@pytest.mark.parametrize(
    ("called", "said"),
    [
        (lambda: split("17", "20"), "a split is named by whole numbers, such as 17, not by '17'"),  # type: ignore[arg-type]
        (lambda: six_line(None), "a six-line is named by whole numbers, such as 17, not by None"),  # type: ignore[arg-type]
        (lambda: straight_up(True), "a straight up is named by whole numbers, such as 17, not by True"),
        (lambda: box("3"), "a box is named by whole numbers, such as 3, not by '3'"),  # type: ignore[arg-type]
        (lambda: super_sevens(None), "a box is named by whole numbers, such as 3, not by None"),  # type: ignore[arg-type]
        (lambda: pair("1", 2), "a pair is named by whole numbers, such as 4, not by '1'"),  # type: ignore[arg-type]
        (lambda: croupier.roulette(5_00), "expected a sign, such as Sign(minimum=5_00, maximum=500_00), not 500"),  # type: ignore[arg-type]
        (lambda: Roll("a", 2, 3), "Roll takes three faces, such as Roll(1, 2, 4), not ('a', 2, 3)"),  # type: ignore[call-overload]
        (lambda: Roll(1, 2), "Roll takes three faces, such as Roll(1, 2, 4), not (1, 2)"),  # type: ignore[call-overload]
        (lambda: random_round(croupier.roulette(SIGN), 7), "expected a random.Random, such as Random(7), not 7"),  # type: ignore[arg-type]
    ],
)
def test_a_wrong_type_says_what_would_be_right(called: Callable[[], object], said: str) -> None:
    with pytest.raises(TypeError) as caught:
        called()
    assert str(caught.value) == said


def test_completion_offers_what_is_promised_and_no_more() -> None:
    assert {name for name in dir(croupier) if not name.startswith("__")} == set(croupier.__all__)
    assert len(dir(croupier)) == len(set(dir(croupier)))
    for open_table in GAMES.values():
        assert {name for name in dir(open_table(SIGN)) if not name.startswith("__")} == set(PROMISED)


def test_what_the_rules_refuse_is_still_refused() -> None:
    with pytest.raises(Refused):
        croupier.roulette(SIGN).play(Wager("ana", split(1, 5), 5_00))


@pytest.mark.parametrize("game", GAMES)
def test_everybody_has_a_purse(game: str) -> None:
    table = GAMES[game](SIGN)
    assert table.purse("zoe").value == 0
    assert table.play(BuyIn("ana", 50_00)).purse("ana").value == 50_00
    with pytest.raises(TypeError, match="a player is named by a str"):
        table.purse(None)


# Random rounds


@pytest.mark.parametrize("game", GAMES)
def test_a_random_round_is_a_round_that_replays(game: str) -> None:
    table, random = GAMES[game](SIGN), Random(11)
    for _ in range(5):
        acts = list(round_acts(table, Random(random.random())))
        after = table.play(*acts)
        assert after.is_between_rounds
        assert after.settled
        table = after
    start = GAMES[game](SIGN)
    record = record_of(start, list(round_acts(start, Random(3))))
    assert replay(read(write(record))).table == random_round(start, Random(3))


def test_a_random_round_keeps_to_a_sign_that_allows_one_stake() -> None:
    """Else nobody may have a wager, and there would be no round."""
    for seed in range(5):
        done = random_round(croupier.blackjack(Sign(10_00, 10_00)), Random(seed))
        assert {line.wager.stake for line in done.settled if line.wager.position.kind == "box"} == {10_00}


def test_wagers_that_lie_there_are_played() -> None:
    table = croupier.roulette(SIGN).play(BuyIn("eva", 100_00), Wager("eva", red, 10_00))
    done = random_round(table, Random(1))
    assert [(line.wager.player, line.wager.position) for line in done.settled] == [("eva", red)]


def test_a_live_table_does_not_play_by_itself() -> None:
    live = croupier.roulette(SIGN, automation=croupier.LIVE)
    with pytest.raises(ValueError, match="does not play by itself"):
        random_round(live, Random(1))


def test_outcomes_are_drawn_with_their_chances() -> None:
    """A card of which the shoe has twice as many comes twice as often; nothing is rounded."""
    chances: dict[Act, Fraction] = {Spin(1): Fraction(1, 7), Spin(2): Fraction(2, 7), Spin(3): Fraction(4, 7)}
    places = iter(range(7))

    class Counting(Random):
        def randrange(self, *_bounds: Any) -> int:
            return next(places)

    drawn = Counter(draw(chances, Counting()) for _ in range(7))
    assert drawn == {Spin(1): 1, Spin(2): 2, Spin(3): 4}
    with pytest.raises(ValueError, match="nothing is due"):
        draw({}, Random(1))


def test_a_tournament_is_played_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(ROOT / "examples" / "a_tournament.py"), run_name="__main__")
    out = capsys.readouterr().out
    assert "Session 1" in out
    assert [line.split(":")[0] for line in out.splitlines() if line.startswith("Place ")] == [
        f"Place {place}" for place in range(1, 6)
    ]
    assert "wins $50" in out


# One vocabulary


def test_table_solver_and_simulator_take_the_same_options() -> None:
    options = BlackjackOptions(decks=6)
    assert croupier.blackjack(SIGN, options).options == options
    solved = solve(options)
    assert solved.edge == solve(Shoe.of_decks(6), options.rules).edge
    assert simulate.run(options, "total", rounds=64).setup.options == options
    with pytest.raises(Refused, match="decks"):
        solve(BlackjackOptions(decks=3))


def test_every_game_is_simulated_by_run() -> None:
    for game, position in (
        (croupier.roulette(SIGN).game, red),
        (croupier.money_wheel(SIGN).game, next(iter(croupier.money_wheel(SIGN).game.areas))),
        (croupier.tai_sai(SIGN).game, small),
    ):
        found = simulate.run(game, wagers=[(position, 10_00)], rounds=100_000, seed=5)
        assert (found.rounds, found.wagers) == (100_000, ((position, 10_00),))
        assert abs(found.figures.whole.z) < 5
        assert simulate.run(game, wagers=[(position, 10_00)], rounds=100_000, seed=5).figures == found.figures
    with pytest.raises(TypeError, match="needs wagers"):
        simulate.run(croupier.roulette(SIGN).game)  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="pass BlackjackOptions"):
        simulate.run("roulette")  # type: ignore[call-overload]


def test_the_odds_of_blackjack_are_worked_out_elsewhere() -> None:
    for given in (croupier.blackjack(SIGN), "blackjack"):
        with pytest.raises(TypeError, match=r"croupier\.odds\.blackjack\.solve\("):
            odds_of_game(given)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"croupier\.roulette\(sign\)\.game, not LayoutTable|not Roulette"):
        odds_of_game(croupier.roulette(SIGN))  # type: ignore[arg-type]


def test_a_journal_is_read_and_judged() -> None:
    journal = read_journal((ROOT / "examples" / "journal.txt").read_text("utf-8"))
    report = audit_journal(journal)
    assert (report.breach, report.entries) == (None, len(journal.entries))
    cut = read_journal((ROOT / "examples" / "journal.txt").read_text("utf-8").replace("17", "18"))
    assert audit_journal(cut).breach is not None


def test_cards_are_dealt_as_they_are_written() -> None:
    table = croupier.blackjack(SIGN).play(
        BuyIn("ana", 100_00), Sit("ana", 3), Wager("ana", box(3), 20_00), NoMoreBets(), Deal(card("Ts"))
    )
    assert table.chance()
