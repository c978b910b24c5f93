"""`croupier solve`: the whole game of blackjack, and one hand."""

from __future__ import annotations

import pytest

from croupier.odds import blackjack
from tests.support.process import in_this_process


def test_the_whole_game_for_people() -> None:
    done = in_this_process("solve", "blackjack", "--decks", "6")
    assert (done.status, done.errors) == (0, "")
    assert "6 decks, as gazetted" in done.out
    assert "the house keeps 0.5" in done.out
    assert [
        line.split()[0] for line in done.out.splitlines() if line.strip().startswith(("hard", "soft", "pairs"))
    ] == [
        "hard",
        "soft",
        "pairs",
    ]
    assert "insure against an ace" in done.out


def test_the_whole_game_for_programs() -> None:
    done = in_this_process("solve", "blackjack", "--json")
    found = done.document
    assert done.status == 0
    assert found["edge_percent"] == pytest.approx(100 * found["edge"])
    assert found["edge"] == pytest.approx(0.005410865051688, abs=1e-12)
    assert (found["strategy"], found["decks"], found["gazetted"]) == ("total", 8, True)
    assert found["chart"]["hard"]["16"]["T"] == "H"
    assert found["chart"]["pairs"]["88"]["A"] == "P"
    assert found["seconds"] > 0
    assert found["standard_deviation"] == pytest.approx(1.1319, abs=5e-5)
    assert sum(found["spread"].values()) == pytest.approx(1)


def test_the_readings_of_other_houses() -> None:
    """Six decks, the dealer draws on soft 17, no hole card, everything lost: published as -0.0072705."""
    options = ("--decks", "6", "--soft-17", "draw", "--dealer-blackjack", "all", "--hands", "4", "--double-with-ace")
    found = in_this_process("solve", "blackjack", *options, "--strategy", "cdp", "--json").document
    assert found["edge"] == pytest.approx(0.0072705, abs=3e-6)
    assert found["gazetted"] is False
    assert found["chart"]["hands"]["88"]["6"] == "P"
    shown = in_this_process("solve", "blackjack", *options)
    assert "with other house rules" in shown.out
    fewer = in_this_process("solve", "blackjack", "--no-double-after-split", "--json").document
    assert fewer["edge"] > 0.0055


def test_one_hand() -> None:
    done = in_this_process("solve", "hand", "8s 8h", "--against", "Td", "--decks", "6")
    assert (done.status, done.errors) == (0, "")
    assert "309 cards left of 6 decks" in done.out
    assert [line.split()[0] for line in done.out.splitlines()[2:6]] == ["split", "hit", "stand", "double"]
    found = in_this_process("solve", "hand", "As Kd", "--against", "Ah", "--seen", "Tc Tc Tc", "--json").document
    assert found["best"] == "stand"
    assert found["insurance"] == pytest.approx(2 * 124 / 410 - 286 / 410, abs=1e-12)


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (("solve", "blackjack", "--decks", "3"), 1, "[D2 3.3(a), bad_decks]"),
        (("solve", "blackjack", "--decks", "9"), 1, "[D2 3.3(a), bad_decks]"),
        (("solve", "hand", "8s 8h", "--against", "Td", "--decks", "3"), 1, "bad_decks"),
        (("solve", "hand", "8s 1x", "--against", "Td"), 2, "1x"),
        (("solve", "hand", "8s 8h", "--against", "Td 9c"), 2, "one card"),
        (("solve", "hand", "Ts Th 5c", "--against", "Td"), 1, "no_such_hand"),
        (("solve", "hand", "8s 8h", "--against", "Td", "--seen", "8c 8d 8h 8s " * 8), 1, "not_in_shoe"),
        (("solve", "blackjack", "--hands", "5"), 2, "5"),
        (
            ("solve", "hand", "As Ah", "--against", "Ac", "--seen", "As " * 8),
            1,
            "8 decks have 8 times As, but it is named 9 times.",
        ),
        (("solve", "blackjack", "--decks", "4", "--seen", "As " * 5), 1, "not_in_shoe"),
        (("solve", "super-sevens", "--bankroll", "100"), 2, "--goal"),
    ],
)
def test_what_is_refused(arguments: tuple[str, ...], status: int, said: str) -> None:
    done = in_this_process(*arguments)
    assert (done.status, done.out) == (status, "")
    assert said in done.errors


def test_without_its_compiled_parts_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blackjack, "NEEDED", ("no_such_package",))
    for arguments in (("solve", "blackjack"), ("solve", "hand", "8s 8h", "--against", "Td")):
        done = in_this_process(*arguments)
        assert (done.status, done.out) == (2, "")
        assert done.errors == "The solver needs the extra `math`: pip install 'croupier[math]'\n"


def test_super_sevens() -> None:
    """Six decks, a third card always: 11.40 %, as published for this wager."""
    found = in_this_process("solve", "super-sevens", "--decks", "6", "--json").document
    always, best = found["edges"].values()
    assert always["edge"] == pytest.approx(0.1140, abs=5e-5)
    assert best["edge"] == pytest.approx(0.2277, abs=5e-5)
    assert found["draws_against"] == [1, 8, 9, 10]
    shown = in_this_process("solve", "super-sevens", "--seen", "7c 7c 7d")
    assert "413 cards left, sevens 6 7 8 8 by suit" in shown.out
    for arguments, status in ((("--decks", "5"), 1), (("--seen", "7x"), 2), (("--seen", "7c " * 9), 1)):
        assert in_this_process("solve", "super-sevens", *arguments).status == status


def test_what_becomes_of_a_bankroll_on_super_sevens() -> None:
    """One round with a bankroll of one wager: it is lost where the first card is no seven, else the goal is reached."""
    options = ("--decks", "6", "--wager", "5", "--bankroll", "5", "--goal", "10", "--rounds", "1")
    found = in_this_process("solve", "super-sevens", *options, "--json").document["risk"]
    assert found["goal"] == pytest.approx(1 / 13)
    assert found["ruin"] == pytest.approx(12 / 13)
    assert found["longest_losing_run"] == pytest.approx(12 / 13)
    shown = in_this_process("solve", "super-sevens", *options)
    assert "longest losing run" in shown.out
    for bankroll, goal in (("5", "4"), ("1", "9"), ("x", "9")):
        assert in_this_process("solve", "super-sevens", "--bankroll", bankroll, "--goal", goal).status == 2


FIVES, ACES = "5c 5d 5h 5s " * 8, "Ac Ad Ah As " * 8


def test_a_shoe_of_which_some_cards_are_gone() -> None:
    """Thorp showed in 1962 how fives favour the house and aces the player: by over two in a hundred here."""
    fives = in_this_process("solve", "blackjack", "--seen", FIVES, "--json").document
    aces = in_this_process("solve", "blackjack", "--seen", ACES, "--json").document
    assert (fives["cards"], aces["cards"]) == (384, 384)
    assert fives["edge"] < -0.02 < 0.02 < aces["edge"]
    assert "8 decks less 32 cards" in in_this_process("solve", "blackjack", "--seen", FIVES).out
    assert in_this_process("solve", "blackjack", "--seen", "5c " * 33).status == 1
    assert in_this_process("solve", "blackjack", "--seen", "5x").status == 2
