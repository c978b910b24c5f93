"""What each act is beside the steps of a round, by which clause it is done, and how it is reported."""

from __future__ import annotations

from pathlib import Path

import pytest

import croupier
from croupier import NoMoreBets, Role, Sign
from croupier.games.acts import Act
from croupier.games.blackjack.acts import CorrectCard, RestateCards
from croupier.games.blackjack.cards import DECK
from croupier.games.blackjack.in_words import hands_in_words, table_in_words
from croupier.games.blackjack.options import BlackjackOptions, PlayerMaximum, Soft17, Takes
from croupier.games.layout.acts import WrongLimits
from croupier.games.occasions import Sort
from croupier.games.offers import Bounds, Choices, Offer, Words
from croupier.games.table import Table
from tests.support.rules.blackjack import blackjack, box, cards, deal, staked

SIGN = Sign(minimum=5_00, maximum=1_000_00)
TABLES: dict[str, Table] = {
    "blackjack": croupier.blackjack(SIGN),
    "roulette": croupier.roulette(SIGN),
    "money-wheel": croupier.money_wheel(SIGN),
    "tai-sai": croupier.tai_sai(SIGN),
}
GROUPS = {"all": tuple(TABLES), "layouts": ("roulette", "money-wheel", "tai-sai")}


def listed(game: str) -> dict[str, tuple[str, str]]:
    """Sort and clause of each act of a game, as the list beside this file has them."""
    found = {}
    for line in (Path(__file__).parent / "occasions.txt").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            games, act, sort, clause = line.split(" | ")
            if game in GROUPS.get(games, (games,)):
                found[act] = (sort, clause)
    return found


@pytest.mark.parametrize("game", TABLES)
def test_every_act_beside_the_steps_has_its_sort_and_its_clause(game: str) -> None:
    table = TABLES[game]
    found = {
        kind.words(): (handler.occasion.sort.value, str(handler.occasion.rule_at(table)))
        for kind, handler in table._handlers.items()
        if handler.occasion.sort is not Sort.STEP
    }
    assert found == listed(game)


def reported(table: Table, kind: type[Act], role: Role) -> list[Offer]:
    report = table._handlers[kind].occasion.reported
    assert report is not None
    return list(report(table, kind, role))


@pytest.mark.clause("D2 16.5")
def test_B53_any_card_of_the_round_may_be_corrected_and_all_of_them_restated() -> None:
    table = blackjack("ana")
    assert reported(table, CorrectCard, Role.GAME_SUPERVISOR) == []
    assert reported(table, RestateCards, Role.GAME_SUPERVISOR) == []
    dealt = deal(staked(table, ("ana", 1, 10_00)).play(NoMoreBets()), "5h Td 6s")
    assert reported(dealt, CorrectCard, Role.GAME_SUPERVISOR) == [
        Offer(
            CorrectCard,
            Role.GAME_SUPERVISOR,
            {"place": Choices((1, 2, 3)), "card": Choices(tuple(DECK)), "reason": Words()},
        )
    ]
    assert reported(dealt, RestateCards, Role.GAME_SUPERVISOR) == [
        Offer(
            RestateCards,
            Role.GAME_SUPERVISOR,
            {"cards": Choices((tuple(cards("5h Td 6s")),)), "reason": Words()},
        )
    ]


@pytest.mark.clause("D1 9 (breach)")
def test_B55_a_wager_outside_the_limits_is_offered_over_the_maximum_and_reported_at_any_amount() -> None:
    table = blackjack("ana", "ben")
    over = SIGN.maximum + table.sign.smallest_chip
    offered = [offer for offer in table.legal if offer.kind is WrongLimits]
    assert offered == [
        Offer(
            WrongLimits,
            Role.DEALER,
            {"player": Choices((who,)), "position": Choices((box(1),)), "amount": Choices((over,))},
        )
        for who in ("ana", "ben")
    ]
    chip, most = table.sign.smallest_chip, SIGN.maximum * 10
    assert reported(table, WrongLimits, Role.DEALER) == [
        Offer(
            WrongLimits,
            Role.DEALER,
            {
                "player": Choices(("ana", "ben")),
                "position": Choices(tuple(box(number) for number in range(1, 8))),
                "amount": Bounds(chip, most, chip),
            },
        )
    ]
    assert reported(blackjack(), WrongLimits, Role.DEALER) == []


def told(rules: object) -> list[tuple[str, str, str]]:
    return [(rule.title, rule.words, str(rule.rule)) for rule in rules]  # type: ignore[attr-defined]


def test_what_a_hand_hangs_on_is_told_with_its_clauses() -> None:
    assert told(hands_in_words(BlackjackOptions())) == [
        ("Decks", "8, 416 cards", "D2 3.3(a)"),
        ("Dealer on soft 17", "stands", "D2 13.3"),
        ("Hands a box may be split into", "3", "D2 12.4(a)"),
        ("Doubling", "any two cards without an ace", "D2 11.1"),
        ("Doubling after a split", "yes", "D2 11.1"),
        ("A dealer's blackjack takes", "the original wager only, not what was added", "D2 11.5 (B4)"),
        ("Blackjack pays", "3 to 2", "D2 5.4"),
    ]
    other = BlackjackOptions(
        decks=4,
        soft_17=Soft17.DRAW,
        hands=2,
        double_with_ace=True,
        double_after_split=False,
        dealer_blackjack=Takes.ALL,
    )
    assert [words for _, words, _ in told(hands_in_words(other))] == [
        "4, 208 cards",
        "draws",
        "2",
        "any two cards",
        "no",
        "everything wagered, also what was added",
        "3 to 2",
    ]
    peeking = told(hands_in_words(BlackjackOptions(dealer_blackjack=Takes.PEEK)))[5]
    assert peeking[1] == "the original wager only: the dealer looks for it before anybody plays"


def test_what_else_the_operator_chose_is_told_with_its_clauses() -> None:
    plain = BlackjackOptions()
    titles = [
        ("Boxes", "7", "D2 3.1"),
        ("Players on one box", f"up to {plain.bettors}", "D2 14.1"),
        ("Boxes of one player", f"up to {plain.extra_boxes + 1}", "D2 14.4"),
        ("Most on one box, all players together", "as the table's sign says", "D2 14.2"),
        ("Most of one player on one box", "as the table's sign says", "D2 14.2"),
        ("Super Sevens", "not offered", "D2 15.1"),
        ("Cutting cards", str(plain.cutting_cards), "D2 3.3(b)"),
        ("First card of a shoe discarded", "no", "D2 8.1"),
        ("Held to the minimum after missing the first round", "no", "D2 5.8(a)"),
        ("Held to the minimum after sitting out a round", "no", "D2 5.8(b)"),
    ]
    assert told(table_in_words(plain)) == titles
    chosen = BlackjackOptions(
        layout=2,
        super_sevens=2_50,
        burn=True,
        box_maximum=500_00,
        player_maximum=200_00,
        player_maxima=(PlayerMaximum("ana", 50_00),),
        holds_absent=True,
    )
    words = {title: words for title, words, _ in told(table_in_words(chosen))}
    assert words["Super Sevens"] == "$2.50 a wager"
    assert words["First card of a shoe discarded"] == "yes"
    assert words["Most on one box, all players together"] == "$500"
    assert words["Most of one player on one box"] == "$200"
    assert words["Most of ana on one box"] == "$50"
    assert words["Held to the minimum after missing the first round"] == "yes"
    assert words["Held to the minimum after sitting out a round"] == "no"
