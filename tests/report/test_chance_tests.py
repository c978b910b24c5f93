"""Tests of randomness: p-values by published tables, honest samples that pass, and planted faults that do not."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from croupier.floor.tables.sampling import chance_of, sample
from croupier.record.journals.seal import in_order, words_of
from croupier.report.chance_tests import (
    ALPHA,
    ChanceTest,
    bit_tests,
    chi_square_tail,
    holm,
    normal_tails,
    sample_tests,
)
from tests.support.process import run_command

KEY = bytes(range(64))
SIZES = {"roulette": 37, "money-wheel": 52, "tai-sai": 216}
DECKS = 8


# P-values, by tables that have been in print for a century


@pytest.mark.parametrize(
    ("statistic", "freedom", "p"),
    [
        (3.841, 1, 0.05),
        (6.635, 1, 0.01),
        (18.307, 10, 0.05),
        (2.558, 10, 0.99),
        (50.998, 36, 0.05),
        (124.342, 100, 0.05),
        (70.065, 100, 0.99),
        (149.449, 100, 0.001),
    ],
)
def test_a_chi_square_has_the_p_value_of_the_tables(statistic: float, freedom: int, p: float) -> None:
    assert chi_square_tail(statistic, freedom) == pytest.approx(p, rel=2e-3)


def test_two_degrees_of_freedom_are_an_exponential() -> None:
    for statistic in (0.0, 0.1, 1.0, 2.0, 10.0, 50.0):
        assert chi_square_tail(statistic, 2) == pytest.approx(2.718281828459045 ** (-statistic / 2), rel=1e-12)


def test_standard_errors_have_the_p_values_of_the_tables() -> None:
    assert normal_tails(1.959964) == pytest.approx(0.05, rel=1e-5)
    assert normal_tails(-2.575829) == pytest.approx(0.01, rel=1e-5)


def test_holm_by_hand() -> None:
    tests = [ChanceTest(str(p), 0, 1, p) for p in (0.01, 0.04, 0.03, 0.005)]
    assert [each.corrected for each in holm(tests)] == pytest.approx([0.03, 0.06, 0.06, 0.02])


# Samples


def drawn(game: str, draws: int, seed: int = 20) -> list[int]:
    """From random bytes that come again, so that the figures of this run are those of the last."""
    return [each.place for each in sample(game, draws, KEY, Random(seed).randbytes)]


@pytest.mark.parametrize("game", SIZES)
def test_an_honest_sample_passes(game: str) -> None:
    found = sample_tests(drawn(game, 3_700 if game == "roulette" else 5_200), SIZES[game])
    assert [each.name for each in found if not each.passes] == []
    assert found


def test_every_shoe_has_each_card_as_often_as_decks_have_it() -> None:
    places = drawn("blackjack", 416 * 3)
    assert all(sorted(places[at : at + 416]) == sorted([*range(52)] * DECKS) for at in range(0, len(places), 416))
    assert sample_tests(places, 52, DECKS) == (), "three shoes are too few for any test"


def shuffled(shoes: int, random: Random) -> list[int]:
    cards = [*range(52)] * DECKS
    return [card for _ in range(shoes) for card in random.sample(cards, len(cards))]


def test_honest_shoes_pass(request: pytest.FixtureRequest) -> None:
    """Our own with --long; otherwise those of another source, for which the tests must hold as well."""
    is_long = request.config.getoption("--long")
    found = sample_tests(drawn("blackjack", 416 * 400) if is_long else shuffled(400, Random(8)), 52, DECKS)
    assert len(found) == 12
    assert [each.name for each in found if not each.passes] == []


def test_honest_bits_pass_and_a_place_is_its_first_word() -> None:
    """The place by the fairness page alone: the first eight bytes, modulo the number of outcomes."""
    for game, size in SIZES.items():
        found = list(sample(game, 3_000, KEY, Random(5).randbytes))
        assert [each.place for each in found] == [int.from_bytes(each.bits[:8], "big") % size for each in found]
    assert all(each.passes for each in bit_tests(b"".join(each.bits for each in found)))


def test_places_are_in_the_order_of_the_fairness_page() -> None:
    orders = {game: [words_of(act) for act in in_order(chance_of(game))[0]] for game in (*SIZES, "blackjack")}
    assert orders["roulette"] == [f"spin {number}" for number in range(37)]
    assert orders["money-wheel"] == [f"spin {number}" for number in range(1, 53)]
    assert (orders["tai-sai"][0], orders["tai-sai"][215], orders["tai-sai"][6]) == (
        "roll 1-1-1",
        "roll 6-6-6",
        "roll 1-2-1",
    )
    assert orders["blackjack"][:5] == ["card 2c", "card 2d", "card 2h", "card 2s", "card 3c"]


# Planted faults, each of which one of the tests must find


def heavy(random: Random, size: int) -> int:
    """One outcome a tenth likelier than it should be."""
    return 0 if random.random() < 0.1 / size else random.randrange(size)


def off_by_one(random: Random, size: int) -> int:
    """The last outcome never comes."""
    return random.randrange(size - 1)


def narrow(random: Random, size: int) -> int:
    """A byte modulo the size: the low outcomes come too often."""
    return random.randrange(256) % size


PLANTED: dict[str, Callable[[Random, int], int]] = {"heavy": heavy, "off by one": off_by_one, "narrow word": narrow}


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_bias_is_found(name: str) -> None:
    random = Random(3)
    places = [PLANTED[name](random, 37) for _ in range(100_000)]
    assert "every outcome as often" in {each.name for each in sample_tests(places, 37) if not each.passes}


def test_a_planted_memory_is_found() -> None:
    """Every outcome as often, but one in fifty is the one before once more."""
    random, places = Random(4), [0]
    while len(places) < 60_000:
        places.append(places[-1] if random.random() < 0.02 else random.randrange(37))
    failed = {each.name for each in sample_tests(places, 37) if not each.passes}
    assert {"every pair as often", "runs of low and high"} <= failed


def test_a_short_cycle_is_found() -> None:
    places = drawn("roulette", 500) * 60
    assert any(not each.passes for each in sample_tests(places, 37))


def test_a_wheel_that_avoids_its_last_outcome_for_a_while_is_found() -> None:
    random, places = Random(6), [0]
    while len(places) < 60_000:
        place = random.randrange(37)
        if place or 0 not in places[-5:]:
            places.append(place)
    assert "gaps until an outcome comes again" in {each.name for each in sample_tests(places, 37) if not each.passes}


def test_a_shoe_without_some_of_its_cards_is_found() -> None:
    """One kind in the place of another: a shoe that was put together wrongly."""
    random, cards = Random(7), [1, *range(1, 52)] * DECKS
    wrong = [card for _ in range(2_000) for card in random.sample(cards, len(cards))]
    assert any(not each.passes for each in sample_tests(wrong, 52, DECKS))


# The command


def test_the_command_writes_and_judges_a_sample(tmp_path: Path) -> None:
    out, raw = tmp_path / "spins.txt", tmp_path / "spins.bin"
    arguments = ("chance", "sample", "roulette", "--draws", "12345", "--out", str(out))
    assert run_command(*arguments, "--raw", str(raw)).status == 0
    assert out.read_text().count("\n") == 12_346
    assert raw.stat().st_size == 32 * 12_345
    again = run_command(*arguments)
    assert (again.status, again.errors.count("\n")) == (2, 1)
    judged = run_command("chance", "test", str(out), "--json")
    said = json.loads(judged.out)
    assert (said["draws"], said["alpha"]) == (12_345, ALPHA)
    assert judged.status == (0 if said["passes"] else 1)


def test_a_sample_that_fails_ends_with_1(tmp_path: Path) -> None:
    (tmp_path / "stuck.txt").write_text("# croupier chance sample 1: roulette, 37 outcomes\n" + "7\n" * 20_000)
    done = run_command("chance", "test", str(tmp_path / "stuck.txt"))
    assert done.status == 1
    assert "Fails" in done.out


@pytest.mark.parametrize(
    ("text", "where"),
    [("hello\n", ":1:1"), ("# croupier chance sample 1: roulette, 37 outcomes\n1\n37\n", ":3:1"), ("", ":1:1")],
)
def test_what_is_no_sample_is_refused_with_its_line(tmp_path: Path, text: str, where: str) -> None:
    (tmp_path / "bad.txt").write_text(text)
    done = run_command("chance", "test", str(tmp_path / "bad.txt"))
    assert done.status == 2
    assert where in done.errors


def test_no_draws_are_refused(tmp_path: Path) -> None:
    done = run_command("chance", "sample", "roulette", "--draws", "0", "--out", str(tmp_path / "none.txt"))
    assert (done.status, done.errors.count("\n")) == (2, 1)
