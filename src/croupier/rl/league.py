"""A league of agents at tournament tables: who goes on how often."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from math import sqrt
from typing import Any

import numpy as np
from msgspec import Struct

from croupier.games.blackjack.options import BlackjackOptions
from croupier.rl.agents import Agent, LastRounds, basic_agent, random_agent
from croupier.rl.session_run import SessionSetup
from croupier.rl.tournament import TournamentEnv


class LeagueRow(Struct, frozen=True):
    """How one agent did over all sessions of a league."""

    name: str
    seats: int
    """How many seats it had in all sessions together."""
    share: float
    """How much of a place it won for each seat."""
    error: float
    """The standard error of that."""


def baselines(setup: SessionSetup, seed: int = 0) -> dict[str, Agent]:
    """The agents that come with Croupier."""
    return {
        "last rounds": LastRounds(setup),
        "basic": basic_agent(BlackjackOptions(decks=setup.decks)),
        "random": random_agent(seed),
    }


def play_session(environment: TournamentEnv, agents: Mapping[str, Agent], seed: int) -> dict[str, float]:
    """One session: what each player of the table won of a place."""
    environment.reset(seed=seed)
    while not all(environment.terminations.values()):
        player = environment.agent_selection
        shown = environment.observe(player)
        environment.step(agents[player](shown["observation"], shown["action_mask"]))
    return dict(environment.rewards)


def play_league(
    setup: SessionSetup,
    agents: Mapping[str, Agent],
    sessions: int,
    seed: int = 0,
    told: Callable[[int], Any] = lambda _number: None,
) -> tuple[LeagueRow, ...]:
    """A number of sessions. The agents share the seats evenly, in a new order each time. The best row comes first."""
    random = np.random.default_rng(seed)
    environment = TournamentEnv(**{name: getattr(setup, name) for name in setup.__struct_fields__})
    names, won = list(agents), defaultdict[str, list[float]](list)
    for number in range(sessions):
        start = number * setup.players
        drawn = [names[(start + place) % len(names)] for place in range(setup.players)]
        seated = [drawn[place] for place in random.permutation(setup.players)]
        by_player = dict(zip(environment.possible_agents, seated, strict=True))
        shares = play_session(environment, {each: agents[name] for each, name in by_player.items()}, seed + number)
        for player, name in by_player.items():
            won[name].append(shares[player])
        told(number + 1)
    rows = [_row(name, shares) for name, shares in won.items()]
    return tuple(sorted(rows, key=lambda row: -row.share))


def _row(name: str, shares: list[float]) -> LeagueRow:
    error = float(np.std(shares)) / sqrt(len(shares))
    return LeagueRow(name, len(shares), float(np.mean(shares)), error)
