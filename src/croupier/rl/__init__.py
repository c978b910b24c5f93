"""Environments for learning programs, on the real rules. Needs the extra `rl`.

```python
import gymnasium

environment = gymnasium.make("croupier.rl:croupier/Blackjack-v0")
```

Importing this package registers the environments. `croupier.rl.blackjack_table` and `croupier.rl.tournament` are the
PettingZoo ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gymnasium.envs.registration import register, registry

from croupier.lazy import loader

if TYPE_CHECKING:
    from croupier.rl.agents import basic_agent, random_agent
    from croupier.rl.blackjack.choices import Action, Question, SeenAt
    from croupier.rl.blackjack.environment import BlackjackEnv
    from croupier.rl.blackjack.vector import BlackjackVectorEnv
    from croupier.rl.blackjack_table import BlackjackTableEnv
    from croupier.rl.layout import MoneyWheelEnv, RouletteEnv, TaiSaiEnv
    from croupier.rl.league import LeagueRow, play_league
    from croupier.rl.tournament import TournamentEnv

__all__ = [
    "Action",
    "BlackjackEnv",
    "BlackjackTableEnv",
    "BlackjackVectorEnv",
    "LeagueRow",
    "MoneyWheelEnv",
    "Question",
    "RouletteEnv",
    "SeenAt",
    "TaiSaiEnv",
    "TournamentEnv",
    "basic_agent",
    "play_league",
    "random_agent",
]

_ENVIRONMENTS = {
    "croupier/Blackjack-v0": (
        "croupier.rl.blackjack.environment:BlackjackEnv",
        "croupier.rl.blackjack.vector:BlackjackVectorEnv",
    ),
    "croupier/Roulette-v0": ("croupier.rl.layout:RouletteEnv", None),
    "croupier/TaiSai-v0": ("croupier.rl.layout:TaiSaiEnv", None),
    "croupier/MoneyWheel-v0": ("croupier.rl.layout:MoneyWheelEnv", None),
}

for _name, (_entry, _vector) in _ENVIRONMENTS.items():
    if _name not in registry:
        register(id=_name, entry_point=_entry, vector_entry_point=_vector)

_load = loader(
    __name__,
    {
        "agents": ("basic_agent", "random_agent"),
        "blackjack.choices": ("Action", "Question", "SeenAt"),
        "blackjack.environment": ("BlackjackEnv",),
        "blackjack.vector": ("BlackjackVectorEnv",),
        "blackjack_table": ("BlackjackTableEnv",),
        "layout": ("MoneyWheelEnv", "RouletteEnv", "TaiSaiEnv"),
        "league": ("LeagueRow", "play_league"),
        "tournament": ("TournamentEnv",),
    },
)


def __getattr__(name: str) -> Any:
    """Each environment is loaded when it is asked for."""
    return _load(name)
