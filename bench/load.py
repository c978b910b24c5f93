"""Players at tables over sockets, and how long their acts wait: one load for every kind of house."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from functools import partial
from time import perf_counter

from msgspec import Struct

from bench.house import Player, cpu_seconds, guests, in_groups, memory_megabytes
from tests.support.server.real_server import Running

EVERY_SECONDS = 10
ARRIVING = 50
LEAST_SECONDS = 0.055
"""A socket may say twenty things a second in the long run; who says more is cut."""


class Measured(Struct, frozen=True):
    acts: int
    refused: int
    seconds: float
    messages: int
    """To all clients."""
    cores: float
    """Processor time of the server's own processes, as a share of one core."""
    megabytes: float
    """Of all of them together."""
    waits: tuple[float, ...]
    """Milliseconds from an act to its receipt, in order."""

    def within(self, share: float) -> float:
        return self.waits[min(int(len(self.waits) * share), len(self.waits) - 1)]

    def __str__(self) -> str:
        half, most, nearly, last = (self.within(share) for share in (0.5, 0.95, 0.99, 1))
        return (
            f"{self.acts / self.seconds:,.0f} acts/s ({self.refused} refused), "
            f"{self.messages / self.seconds:,.0f} messages/s; "
            f"receipt after {half:.1f} ms (50 %), {most:.1f} (95 %), {nearly:.1f} (99 %), {last:.1f} (all); "
            f"{self.cores:.2f} cores, {self.megabytes:.0f} MB"
        )


async def seated(running: Running, tables: list[str], count: int) -> list[Player]:
    """So many newcomers with chips, spread over the tables."""
    tokens = await guests(running.url, count)
    jobs = [partial(Player.at, running.url, tables[each % len(tables)], token) for each, token in enumerate(tokens)]
    players: list[Player] = await in_groups(ARRIVING, jobs)
    await in_groups(ARRIVING, [partial(player.act, {"act": "buy in", "amount": 500_00}) for player in players])
    return players


async def measured(running: Running, players: list[Player], plays: Callable[[Player], Awaitable[None]]) -> Measured:
    for player in players:
        player.waits.clear()
        player.refused = player.messages = 0
    process = running.process.pid
    spent, began = cpu_seconds(process), perf_counter()
    await asyncio.gather(*map(plays, players))
    seconds = perf_counter() - began
    waits = tuple(sorted(1000 * wait for player in players for wait in player.waits))
    return Measured(
        len(waits),
        sum(each.refused for each in players),
        seconds,
        sum(each.messages for each in players),
        (cpu_seconds(process) - spent) / seconds,
        memory_megabytes(process),
        waits,
    )


def now_and_then(until: float, seed: int = 20261115) -> Callable[[Player], Awaitable[None]]:
    """Each wagers every ten seconds, beginning somewhere in the first ten."""
    seeds = random.Random(seed)

    async def plays(player: Player) -> None:
        rng = random.Random(seeds.random())
        await asyncio.sleep(rng.random() * EVERY_SECONDS)
        while perf_counter() < until:
            began = perf_counter()
            await wagered(player, rng)
            await asyncio.sleep(max(0.0, EVERY_SECONDS - (perf_counter() - began)))

    return plays


def without_pause(until: float, seed: int = 20261115) -> Callable[[Player], Awaitable[None]]:
    """Each wagers again as soon as the receipt has come, but no oftener than the house lets one socket speak."""
    seeds = random.Random(seed)

    async def plays(player: Player) -> None:
        rng = random.Random(seeds.random())
        while perf_counter() < until:
            began = perf_counter()
            await wagered(player, rng)
            await asyncio.sleep(max(0.0, LEAST_SECONDS - (perf_counter() - began)))

    return plays


async def wagered(player: Player, rng: random.Random) -> None:
    position = {"kind": "straight up", "numbers": [rng.randrange(37)]}
    await player.act({"act": "wager", "position": position, "amount": 1_00})


async def gone(players: list[Player]) -> None:
    await asyncio.gather(*(player.leave() for player in players))
