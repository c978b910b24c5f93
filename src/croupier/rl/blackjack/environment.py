"""Blackjack as a Gymnasium environment: one player, one box or several, at the real table."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from croupier.games.blackjack.options import BlackjackOptions
from croupier.games.money import dollars
from croupier.rl.blackjack.choices import NUMBER, WIDTH, Question, SeenAt, highest
from croupier.rl.blackjack.run import Cards, ShuffledCards, TableRun
from croupier.rl.blackjack.setup import TableSetup, setup_of

Array = Any
Info = dict[str, Any]
PLAYER = "player"
EPISODES = ("round", "shoe")


def observation_space(setup: TableSetup) -> spaces.Box:
    most = highest(len(setup.wagers), setup.options.decks)
    return spaces.Box(np.zeros(WIDTH, NUMBER), most, dtype=NUMBER)


def action_space(setup: TableSetup) -> spaces.Discrete[np.int64]:
    return spaces.Discrete(setup.actions)


def check_episode(episode: str) -> bool:
    """Whether an episode lasts a whole shoe."""
    if episode not in EPISODES:
        raise ValueError(f"episode is {' or '.join(EPISODES)}, not {episode!r}")
    return episode == "shoe"


class BlackjackEnv(gymnasium.Env[Array, np.int64]):
    """See docs/reference/environments.md for what is seen, what may be answered, and what is gained."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  Gymnasium asks for a plain attribute

    def __init__(
        self,
        options: BlackjackOptions | dict[str, Any] | None = None,
        *,
        boxes: int = 1,
        wagers: tuple[int, ...] = (10_00,),
        cut: int | None = None,
        episode: str = "round",
        refusal_reward: float = 0.0,
        cards: Cards | None = None,
        render_mode: str | None = None,
    ) -> None:
        """`cards` puts your own cards in the place of shuffled ones."""
        self.setup = setup_of(options, boxes=boxes, wagers=tuple(wagers), cut=cut)
        self._whole_shoe = check_episode(episode)
        if self._whole_shoe and cut is None:
            raise ValueError("an episode of a whole shoe needs a cutting card: pass cut")
        self.observation_space = observation_space(self.setup)
        self.action_space = action_space(self.setup)
        self.refusal_reward, self.render_mode, self._cards = refusal_reward, render_mode, cards
        self._run: TableRun | None = None

    @property
    def table(self) -> Any:
        """The real table as it stands."""
        return self._here.table

    @property
    def _here(self) -> TableRun:
        if self._run is None:
            raise gymnasium.error.ResetNeeded("call reset before anything else")
        return self._run

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, Info]:
        super().reset(seed=seed, options=options)
        if self._run is None or seed is not None:
            cards = self._cards or ShuffledCards(self.np_random)
            self._run = TableRun(self.setup, cards, (PLAYER,) * self.setup.boxes)
        elif self._whole_shoe:
            self._run.fresh_shoe()
        self._run.begin_round()
        return self._run.observation(), self._info()

    def step(self, action: np.int64) -> tuple[Array, float, bool, bool, Info]:
        run = self._here
        if run.is_round_over:
            raise gymnasium.error.ResetNeeded("the episode is over: call reset")
        refusal = run.take(int(action))
        if refusal is not None:
            told = {"refusal": refusal.code, "why": refusal.why, "clause": str(refusal.rule)}
            return run.observation(), self.refusal_reward, False, False, {**self._info(), **told}
        if not run.is_round_over:
            return run.observation(), 0.0, False, False, self._info()
        gained = run.gains()[PLAYER]
        is_over = not self._whole_shoe or run.is_shuffle_due
        if not is_over:
            run.begin_round()
        return run.observation(), gained / self.setup.wagers[0], is_over, False, {**self._info(), "gained": gained}

    def _info(self) -> Info:
        return {"action_mask": self._here.mask()}

    def action_masks(self) -> Array:
        """Which actions are legal, as sb3-contrib asks for it."""
        return self._here.mask().astype(bool)

    def render(self) -> str | None:
        if self.render_mode is None:
            return None
        seen, table = self._here.observation(), self.table
        dealer = " ".join(f"{card.rank}{card.suit}" for card in table.dealer.cards) or "no card"
        lines = [f"{Question(int(seen[SeenAt.QUESTION])).name.lower()}, box {seen[SeenAt.BOX]}; dealer: {dealer}"]
        for box in table.boxes:
            hands = " / ".join(" ".join(f"{card.rank}{card.suit}" for card in each.cards) for each in box.hands)
            staked = sum(stake.amount for stake in box.stakes)
            lines.append(f"box {box.number}: {hands or 'no card'} ({dollars(staked)})")
        return "\n".join(lines)
