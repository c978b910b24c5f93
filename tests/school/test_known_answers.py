"""What drills say is right, beside answers that were not computed with this code."""

from __future__ import annotations

import re
from fractions import Fraction
from math import ceil

import pytest

from croupier.school import Drill, lesson, lessons_of
from croupier.school.chip_cutting import cut_in_colour, cut_in_value
from croupier.school.drill import DrillKind

ROULETTE = {
    "straight up": 35,
    "split": 17,
    "street": 11,
    "neighbour": 11,
    "corner": 8,
    "six-line": 5,
    "column": 2,
    "dozen": 2,
    **dict.fromkeys(("low", "high", "even", "odd", "red", "black"), 1),
}
MONEY_WHEEL = {"A": 1, "B": 3, "C": 5, "D": 11, "E": 23, "F": 47, "G": 47}
RED = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}


def wins_at_roulette(kind: str, numbers: list[int], spun: int) -> bool:
    match kind:
        case "column":
            return spun > 0 and (spun - 1) % 3 + 1 == numbers[0]
        case "dozen":
            return spun > 0 and (spun - 1) // 12 + 1 == numbers[0]
        case "low" | "high" | "even" | "odd" | "red" | "black":
            ways = {
                "low": spun <= 18,
                "high": spun > 18,
                "even": spun % 2 == 0,
                "odd": spun % 2 == 1,
                "red": spun in RED,
                "black": spun not in RED,
            }
            return spun > 0 and ways[kind]
        case _:
            return spun in numbers


def paid(drill: Drill, odds: dict[str, int], spun: str) -> tuple[int, ...]:
    """What each player is paid, worked out by hand from the picture."""
    totals: dict[str, int] = {}
    for wager in drill.picture.layout["wagers"]:
        kind, numbers = wager["position"]["kind"], wager["position"].get("numbers", [])
        won = wins_at_roulette(kind, numbers, int(spun)) if spun.isdecimal() else kind == spun
        if won:
            totals[wager["player"]] = totals.get(wager["player"], 0) + wager["stake"] * odds[kind]
    return tuple(totals.values())


@pytest.mark.parametrize("name", [each.name for each in lessons_of("roulette", DrillKind.PAY)])
def test_roulette_payments_are_the_published_odds(name: str) -> None:
    for seed in range(25):
        drill = lesson(name).drill(seed)
        spun = drill.question.split()[0]
        assert drill.solution.amounts == paid(drill, ROULETTE, spun)


@pytest.mark.parametrize("name", [each.name for each in lessons_of("money-wheel", DrillKind.PAY)])
def test_money_wheel_payments_are_the_published_odds(name: str) -> None:
    for seed in range(25):
        drill = lesson(name).drill(seed)
        assert drill.solution.amounts == paid(drill, MONEY_WHEEL, drill.question[0])


TOTALS = {4: 62, 5: 31, 6: 18, 7: 12, 8: 8, 9: 7, 10: 6, 11: 6, 12: 7, 13: 8, 14: 12, 15: 18, 16: 31, 17: 62}


def tai_sai_odds(kind: str, numbers: list[int], dice: tuple[int, int, int]) -> int:
    """The odds to 1 on these dice, 0 where the wager loses, written from rules 4.1 and 4.10."""
    total, faces = sum(dice), [dice.count(number) for number in numbers]
    is_triple = len(set(dice)) == 1
    ways = {
        "small": int(not is_triple and total <= 10),
        "big": int(not is_triple and total >= 11),
        "odd": int(not is_triple and total % 2 == 1),
        "even": int(not is_triple and total % 2 == 0),
        "triple": 180 * (faces[:1] == [3]),
        "any triple": 31 * is_triple,
        "double": 11 * (faces[:1] in ([2], [3])),
        "total": TOTALS.get(total, 0) * (numbers == [total]),
        "pair": 6 * all(faces),
        "face": sum(faces[:1]),
        "three": (30 if len(set(numbers)) == 3 else 60) * (sorted(dice) == sorted(numbers)),
        "four": 7 * (len(set(dice)) == 3 and set(dice) <= set(numbers)),
    }
    return ways[kind]


@pytest.mark.parametrize("name", [each.name for each in lessons_of("tai-sai", DrillKind.PAY)])
def test_tai_sai_payments_are_the_published_odds(name: str) -> None:
    for seed in range(25):
        drill = lesson(name).drill(seed)
        one, two, three = map(int, drill.question.split(",")[0].split("-"))
        totals: dict[str, int] = {}
        for wager in drill.picture.layout["wagers"]:
            position = wager["position"]
            odds = tai_sai_odds(position["kind"], list(position.get("numbers", [])), (one, two, three))
            if odds:
                totals[wager["player"]] = totals.get(wager["player"], 0) + wager["stake"] * odds
        assert drill.solution.amounts == tuple(totals.values())


def stake_of(drill: Drill, kind: str) -> int:
    notes = [note for hand in drill.picture.hands for note in hand.notes if f" {kind} $" in note]
    return int(Fraction(notes[0].rpartition("$")[2]) * 100)


def test_blackjack_pays_three_to_two_rounded_up_to_the_half_dollar() -> None:
    """D2 5.4 and D1 11.3: a wager of 8.50 is paid 12.75, which half-dollar chips round up to 13."""
    seen = set()
    for seed in range(40):
        drill = lesson("blackjack/pay/three-to-two").drill(seed)
        exact = Fraction(stake_of(drill, "box") * 3, 2)
        assert drill.solution.amounts == (ceil(exact / 50) * 50,)
        seen.add(exact % 50 == 0)
    assert seen == {True, False}


@pytest.mark.parametrize(
    ("name", "odds"),
    [
        ("one-seven", 3),
        ("two-sevens", 50),
        ("two-in-one-suit", 100),
        ("three-sevens", 500),
        ("three-in-one-suit", 5000),
    ],
)
def test_super_sevens_pays_by_its_table(name: str, odds: int) -> None:
    for seed in range(8):
        drill = lesson(f"blackjack/pay/super-sevens-{name}").drill(seed)
        (line,) = [each for each in drill.solution.working if "super sevens" in each]
        assert f"$5 on super sevens 1 pays ${5 * odds} " in line


def test_insurance_pays_two_to_one_when_the_dealer_has_blackjack() -> None:
    for seed in range(10):
        drill = lesson("blackjack/pay/insurance-wins").drill(seed)
        assert drill.solution.amounts == (2 * stake_of(drill, "insurance"),)


def total_by_hand(cards: tuple[str, ...]) -> str:
    values = [11 if card[0] == "A" else 10 if card[0] in "TJQK" else int(card[0]) for card in cards]
    aces = sum(card[0] == "A" for card in cards)
    total = sum(values)
    while total > 21 and aces:
        total, aces = total - 10, aces - 1
    if total == 21 and len(cards) == 2:
        return "Blackjack"
    return f"Bust, {total}" if total > 21 else f"{'Soft' if aces else 'Hard'} {total}"


@pytest.mark.parametrize("about", ["hard-totals", "soft-totals", "an-ace-as-one", "two-cards", "many-cards"])
def test_totals_are_as_counted_by_hand(about: str) -> None:
    for seed in range(30):
        drill = lesson(f"blackjack/read/{about}").drill(seed)
        right = next(c for c, verdict in zip(drill.choices, drill.solution.choices, strict=True) if verdict.is_right)
        assert right == total_by_hand(drill.picture.hands[0].cards)


def test_one_settlement_in_some_is_clean_and_the_others_have_one_mistake() -> None:
    found = [lesson("roulette/mistake/settlement").drill(seed) for seed in range(40)]
    clean = [each.solution.choices[-1].is_right for each in found]
    assert 3 <= sum(clean) <= 20
    for drill in found:
        for words in drill.choices[:-1]:
            stake, _, rest = words.split("$", 1)[1].partition(" on ")
            place, _, end = rest.partition(": ")
            numbers = [int(each) for each in re.findall(r"\d+", place)]
            kind = re.sub(r"[ \d].*", "", place) or "straight up"
            if kind == "six-line":
                numbers = list(range(numbers[0], numbers[1] + 1))
            spun = int(drill.picture.lines[0].split()[1])
            won = wins_at_roulette(kind, numbers, spun)
            pays = Fraction(stake) * ROULETTE[kind]
            whole = f"{pays.numerator}" if pays.denominator == 1 else f"{float(pays):.2f}"
            expected = f"paid ${whole}" if won else "lost"
            is_marked = drill.solution.choices[drill.choices.index(words)].is_right
            assert is_marked == (end != expected), (words, spun)


def test_chips_are_cut_in_stacks_of_twenty_and_from_the_largest_chip() -> None:
    assert cut_in_colour(105_00, 1_00, "sky") == "105 sky (5 x 20 + 5)"
    assert cut_in_colour(40_00, 1_00, "sky") == "40 sky (2 x 20)"
    assert cut_in_colour(17_00, 1_00, "sky") == "17 sky"
    assert cut_in_value(162_50) == "1 x 100, 1 x 50, 1 x 10, 1 x 2.50"
    assert cut_in_value(0) == "nothing"
