"""Blackjack for learning programs: Gymnasium's own checks, and the compiled tables against the real one act by act."""

from __future__ import annotations

from collections import Counter
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.acts import Double, Split
from croupier.games.blackjack.cards import DECK, Card, Pile, code
from croupier.games.blackjack.hand import Sevens
from croupier.games.refusal import Refused
from croupier.rl.blackjack.choices import Action, Question, SeenAt, of_sevens
from croupier.rl.blackjack.environment import BlackjackEnv
from croupier.rl.blackjack.vector import BlackjackVectorEnv

NAME = "croupier.rl:croupier/Blackjack-v0"
EVERYTHING: dict[str, Any] = {
    "boxes": 3,
    "wagers": (5_00, 10_00, 12_50),
    "cut": 300,
    "options": {"super_sevens": 5_00, "layout": 2, "burn": True},
}
SETUPS: dict[str, dict[str, Any]] = {
    "gazetted": {},
    "four decks": {"options": {"decks": 4}, "cut": 150},
    "everything": EVERYTHING,
    "whole shoe": {"cut": 312, "episode": "shoe", "boxes": 2},
    "other houses": {
        "options": {"double_with_ace": True, "hands": 4, "soft_17": "draw", "dealer_blackjack": "peek", "decks": 6},
        "boxes": 2,
    },
    "no doubling after splits": {"options": {"double_after_split": False, "hands": 2, "dealer_blackjack": "all"}},
}


class CopiedCards:
    """The cards that one table of the compiled code drew, in whole cards of the pile."""

    def __init__(self, environment: BlackjackVectorEnv, table: int) -> None:
        self.shoe, self.cards = environment._state[1][table], 13 if environment.setup.sevens else 10
        self.place, self.left = 0, Counter[Card]()

    def load(self, pile: Pile, burnt: int) -> None:
        self.place = burnt
        self.left = Counter({card: pile.count(card) for card in DECK})

    def card(self) -> Card:
        wanted = int(self.shoe[self.place])
        self.place += 1
        told_apart = machine.CARDS if self.cards == 13 else tuple(range(1, 11))
        value = told_apart[wanted]
        found = next(card for card in self.left if self.left[card] and value in (code(card), machine.value(code(card))))
        self.left[found] -= 1
        return found


def wild(mask: np.ndarray[Any, Any], random: np.random.Generator) -> int:
    """Any legal action, and what is rarely open more often than not."""
    legal = np.flatnonzero(mask)
    rare = [each for each in legal if each in (Action.SPLIT, Action.DOUBLE, Action.SETTLE_EARLY, Action.INSURE)]
    return int(random.choice(rare if rare and random.random() < 0.6 else legal))


@pytest.mark.parametrize("name", SETUPS)
def test_compiled_tables_play_as_the_real_table_does(name: str, pytestconfig: pytest.Config) -> None:
    """Observation, mask, reward and end of every step, and nothing is refused by one of them alone."""
    setup, tables = SETUPS[name], 4
    steps = 3000 if pytestconfig.getoption("--long") else 400
    many = BlackjackVectorEnv(tables, **setup)
    single = [BlackjackEnv(**setup, cards=CopiedCards(many, table)) for table in range(tables)]
    seen, info = many.reset(seed=7)
    for table, environment in enumerate(single):
        one, told = environment.reset(seed=1)
        assert (one == seen[table]).all()
        assert (told["action_mask"] == info["action_mask"][table]).all()
    random, met = np.random.default_rng(3), Counter[str]()
    for _ in range(steps):
        actions = np.array([wild(mask, random) for mask in info["action_mask"]])
        # Now and then something that is not allowed: both must refuse it.
        actions[0] = random.integers(len(info["action_mask"][0])) if random.random() < 0.1 else actions[0]
        seen, rewards, over, short, info = many.step(actions)
        assert not short.any()
        for table, environment in enumerate(single):
            met[environment.table.step] += 1
            one, reward, is_over, _, told = environment.step(actions[table])
            assert ("refusal" in told) == bool("refused" in info and info["refused"][table])
            assert (reward, is_over) == (rewards[table], over[table])
            if is_over:
                assert (one == info["final_obs"][table]).all()
                one, told = environment.reset()
            assert (one == seen[table]).all(), (one, seen[table])
            assert (told["action_mask"] == info["action_mask"][table]).all()
    assert {"decide", "close insurance"} <= set(met)


@pytest.mark.filterwarnings("ignore:.*render_mode.*")
@pytest.mark.parametrize("setup", [{}, EVERYTHING], ids=["plain", "everything"])
def test_gymnasium_accepts_the_environment(setup: dict[str, Any]) -> None:
    environment = gymnasium.make(NAME, render_mode="ansi", **setup)
    check_env(environment.unwrapped)
    _, info = environment.reset(seed=5)
    assert str(environment.render()).startswith("wager, box 1; dealer: no card")
    assert environment.unwrapped.action_masks().tolist() == info["action_mask"].astype(bool).tolist()  # type: ignore[attr-defined]


class Ranks:
    """Cards of these ranks, one after the other."""

    def __init__(self, *ranks: str) -> None:
        self.ranks = ranks

    def load(self, _pile: Pile, _burnt: int) -> None:
        self.left = list(self.ranks)

    def card(self) -> Card:
        rank = self.left.pop(0)
        return next(card for card in DECK if card.rank == rank)


def played(cards: tuple[str, ...], *actions: int, **setup: Any) -> tuple[list[float], BlackjackEnv]:
    environment = BlackjackEnv(cards=Ranks(*cards), **setup)
    environment.reset(seed=1)
    steps = [environment.step(np.int64(action)) for action in (Action.WAGER, *actions)]
    assert steps[-1][2]
    return [step[1] for step in steps], environment


def test_known_rounds_gain_what_they_gain() -> None:
    """By hand: a blackjack pays 3 to 2, a double twice, insurance 2 to 1 on half, an early settlement 1 to 1."""
    assert played(("A", "9", "K"))[0] == [1.5]
    assert played(("6", "6", "5", "K", "K", "9"), Action.DOUBLE)[0] == [0.0, 2.0]
    assert played(("K", "A", "9", "K"), Action.INSURE, Action.STAND)[0] == [0.0, 0.0, 0.0]
    assert played(("K", "A", "9", "K"), Action.NO_INSURANCE, Action.STAND)[0] == [0.0, 0.0, -1.0]
    assert played(("K", "A", "A"), Action.SETTLE_EARLY)[0] == [0.0, 1.0]
    # Eights split, drawn and doubled, against a dealer who goes bust with 6, K and K.
    cards = ("8", "6", "8", "3", "K", "K", "K", "K")
    assert played(cards, Action.SPLIT, Action.DOUBLE, Action.STAND)[0] == [0.0, 0.0, 0.0, 3.0]
    # A dealer's blackjack takes the initial wager alone (11.5).
    assert played(("6", "K", "5", "7", "A"), Action.DOUBLE)[0] == [0.0, -1.0]


SEVENS: dict[str, Any] = {"options": {"super_sevens": 5_00, "layout": 2, "decks": 6}}


@pytest.mark.parametrize(
    ("wager", "actions", "seen", "gained"),
    [
        # Three sevens of a suit pay 5000 to 1 on $5, and 21 beats a dealer who goes bust (15.4).
        (Action.WAGER + 1, (Action.DRAW,), 3, 2500.0 + 1.0),
        # A split ends it with two of a suit, 100 to 1 (15.5); both hands stand on 17 and win.
        (Action.WAGER + 1, (Action.SPLIT, Action.STAND, Action.STAND), 3, 50.0 + 2.0),
        # Without a Super Sevens wager the same cards gain the wager on the box alone.
        (Action.WAGER, (Action.DRAW,), 0, 1.0),
    ],
)
def test_D2_15_super_sevens_is_wagered_beside_the_initial_wager(
    wager: int, actions: tuple[int, ...], seen: int, gained: float
) -> None:
    third = ("7",) if Action.DRAW in actions else ("K", "K")
    environment = BlackjackEnv(cards=Ranks("7", "6", "7", *third, "K", "K"), **SEVENS)
    _, info = environment.reset(seed=1)
    assert info["action_mask"].tolist() == [0] * 7 + [1, 1]
    here, *_ = environment.step(np.int64(wager))
    assert here[SeenAt.SEVENS] == seen
    steps = [environment.step(np.int64(action)) for action in actions]
    assert (steps[-1][1], steps[-1][2]) == (gained, True)


def test_D2_11_1_what_may_not_be_doubled_is_not_in_the_mask_and_is_refused_with_its_clause() -> None:
    environment = BlackjackEnv(cards=Ranks("A", "6", "6", "9", "9", "9"))
    environment.reset(seed=1)
    seen, _, _, _, info = environment.step(np.int64(Action.WAGER))
    assert seen[: SeenAt.LEVEL].tolist() == [Question.DECISION, 1, 17, 1, 2, 0, 1, 0, 6]
    assert info["action_mask"].tolist() == [1, 1, 0, 0, 0, 0, 0, 0]
    again, reward, is_over, _, told = environment.step(np.int64(Action.DOUBLE))
    assert (again == seen).all()
    assert (reward, is_over, told["clause"][:7]) == (0.0, False, "D2 11.1")
    assert environment.table.refuses(Double("player", 1, 10_00)) is not None
    assert environment.table.refuses(Split("player", 1)) is not None


def test_what_a_super_sevens_wager_is_seen_as() -> None:
    """By how its hand began: lost or paid at once, two sevens of two suits, two of one suit."""
    assert [of_sevens(each) for each in (Sevens.LOST, Sevens.WON_ONE, Sevens.TWO_MIXED, Sevens.TWO_C)] == [1, 1, 2, 3]


def test_a_setup_that_cannot_be_is_refused_in_words() -> None:
    with pytest.raises(Refused, match="1 to 7 boxes"):
        BlackjackEnv(boxes=8)
    with pytest.raises(Refused, match="smallest first"):
        BlackjackEnv(wagers=(10_00, 5_00))
    with pytest.raises(Refused, match="4 to 8 decks"):
        BlackjackEnv({"decks": 2})
    with pytest.raises(ValueError, match="unknown option 'deck'; did you mean 'decks'"):
        BlackjackEnv({"deck": 6})
    with pytest.raises(Refused, match="runs out"):
        BlackjackVectorEnv(1, cut=410)
    with pytest.raises(ValueError, match="pass cut"):
        BlackjackEnv(episode="shoe")
    with pytest.raises(ValueError, match="round or shoe"):
        BlackjackVectorEnv(1, episode="hand")


def test_many_tables_go_through_gymnasium_and_repeat_themselves() -> None:
    gained = []
    for _ in range(2):
        many = gymnasium.make_vec(NAME, num_envs=64, vectorization_mode="vector_entry_point")
        seen, info = many.reset(seed=11)
        assert seen in many.observation_space
        total, random = 0.0, np.random.default_rng(1)
        for _ in range(200):
            actions = [random.choice(np.flatnonzero(mask)) for mask in info["action_mask"]]
            seen, rewards, _, _, info = many.step(np.array(actions))
            total += float(rewards.sum())
        assert seen in many.observation_space
        gained.append(total)
    assert gained[0] == gained[1] != 0
