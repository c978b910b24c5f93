"""Drive one rival's blackjack by a plain loop: `rivals_child.py NAME`, run by the Python of the rivals' environment.

Standard library and the rival itself, nothing else: Croupier is not installed there. Prints a JSON line for each way of
driving it. The player sticks at 17 and more, unless the line says otherwise.
"""

from __future__ import annotations

import importlib
import json
import random
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import version
from time import process_time
from typing import Any, NamedTuple

STICKS_AT = 17
REPEATS = 5
SECONDS = 0.4
"""How long each repeat lasts, about."""
BATCHES = (256, 1024, 4096)
"""How many of EnvPool's tables play at once: the best of them counts."""


class Played(NamedTuple):
    rounds: int
    steps: int | None
    """How often the player decided; none where the package does not say."""


class Way(NamedTuple):
    """One way of driving a rival."""

    note: str
    play: Callable[[int], Played]
    """Plays about as many rounds as it is asked for."""


def best_rates(play: Callable[[int], Played]) -> tuple[float, float | None]:
    """Rounds and steps a second of processor time, best of five; a first run shows how many rounds fill a repeat."""
    rounds, best, steps = 1_000, 0.0, None
    for _ in range(1 + REPEATS):
        began = process_time()
        played = play(rounds)
        seconds = process_time() - began
        now = played.rounds / seconds
        if now > best:
            best, steps = now, None if played.steps is None else played.steps / seconds
        rounds = max(1, int(now * SECONDS))
    return best, steps


def gymnasium() -> Iterator[Way]:
    module: Any = importlib.import_module("gymnasium")
    # Without the wrappers that check every step: as fast as it can be driven.
    env = module.make("Blackjack-v1").unwrapped
    env.reset(seed=1)

    def play(rounds: int) -> Played:
        steps = 0
        for _ in range(rounds):
            seen, _ = env.reset()
            over = False
            while not over:
                seen, _, over, _, _ = env.step(int(seen[0] < STICKS_AT))
                steps += 1
        return Played(rounds, steps)

    yield Way(
        "cards with replacement, no doubles, no splits, no insurance, every win 1 to 1, hole card; "
        "its plain environment, without checks, in a Python loop",
        play,
    )


def envpool() -> Iterator[Way]:
    module: Any = importlib.import_module("envpool")
    numpy: Any = importlib.import_module("numpy")
    yield from (_envpool_way(module, numpy, tables) for tables in BATCHES)


def _envpool_way(module: Any, numpy: Any, tables: int) -> Way:
    env = module.make("Blackjack-v1", env_type="gymnasium", num_envs=tables, batch_size=tables, num_threads=1, seed=1)
    seen = [env.reset()[0]]

    def play(rounds: int) -> Played:
        played = steps = 0
        while played < rounds:
            # A table whose round is over begins anew with the next step, whatever is decided for it.
            seen[0], _, over, _, _ = env.step((seen[0][:, 0] < STICKS_AT).astype(numpy.int32))
            played += int(numpy.count_nonzero(over))
            steps += tables
        return Played(played, steps)

    return Way(
        "cards with replacement, no doubles, no splits, no insurance, every win 1 to 1, hole card; "
        f"compiled, one thread of its own, {tables} tables a batch",
        play,
    )


def rlcard() -> Iterator[Way]:
    module: Any = importlib.import_module("rlcard")
    env = module.make("blackjack", config={"seed": 1})
    names = {name: number for number, name in enumerate(env.actions)}
    draw, stand = names["hit"], names["stand"]

    def play(rounds: int) -> Played:
        steps = 0
        for _ in range(rounds):
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(draw if state["obs"][0] < STICKS_AT else stand)
                steps += 1
        return Played(rounds, steps)

    yield Way(
        "one deck, new for each round, no doubles, no splits, no insurance, every win 1 to 1, hole card, "
        "the dealer draws even when the player is bust; in a Python loop",
        play,
    )


def open_spiel() -> Iterator[Way]:
    module: Any = importlib.import_module("pyspiel")
    game = module.load_game("blackjack")
    rules = (
        "one deck, new for each round, no doubles, no splits, no insurance, no better pay for a blackjack, hole card; "
    )

    def play(rounds: int) -> Played:
        return Played(rounds, sum(_open_spiel_round(game.new_initial_state()) for _ in range(rounds)))

    bot = module.make_uniform_random_bot(0, 1)

    def play_itself(rounds: int) -> Played:
        for seed in range(rounds):
            module.evaluate_bots(game.new_initial_state(), [bot], seed)
        return Played(rounds, None)

    yield Way(rules + "in a Python loop", play)
    yield Way(rules + "each round by its own compiled loop, the player at random", play_itself)


def _open_spiel_round(state: Any) -> int:
    """How many decisions a round takes. The first two cards are the player's, the next two the dealer's."""
    cards: list[int] = []
    steps = 0
    while not state.is_terminal():
        if state.is_chance_node():
            card = random.choice(state.legal_actions())
            cards.append(card)
            state.apply_action(card)
        else:
            state.apply_action(0 if _points(cards[:2] + cards[4:]) < STICKS_AT else 1)
            steps += 1
    return steps


def _points(cards: list[int]) -> int:
    values = [min(card % 13 + 1, 10) for card in cards]
    hard = sum(values)
    return hard + 10 if 1 in values and hard <= 11 else hard


RIVALS: dict[str, Callable[[], Iterator[Way]]] = {
    "gymnasium": gymnasium,
    "envpool": envpool,
    "rlcard": rlcard,
    "open_spiel": open_spiel,
}


def main() -> None:
    name = sys.argv[1]
    random.seed(1)
    for way in RIVALS[name]():
        rounds, steps = best_rates(way.play)
        line = {"name": name, "version": version(name), "note": way.note}
        print(json.dumps({**line, "rounds_per_second": rounds, "steps_per_second": steps}), flush=True)


if __name__ == "__main__":
    main()
