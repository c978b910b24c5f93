"""A thousand sockets at a hundred tables, each wagering every ten seconds: how long an act waits for its receipt.

Server and clients share this machine's cores. The clients are one process of Python too, so part of what is measured is
theirs.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
from functools import partial
from pathlib import Path
from time import perf_counter

from tests.serve.running import Running

from bench.house import Player, cpu_seconds, guests, in_groups, memory_megabytes, tables_made

TABLES, SOCKETS, EVERY_SECONDS, SECONDS = 100, 1000, 10, 60
BETTING_SECONDS = 15


async def _wagering(player: Player, until: float, rng: random.Random) -> None:
    await asyncio.sleep(rng.random() * EVERY_SECONDS)
    while perf_counter() < until:
        began = perf_counter()
        position = {"kind": "straight up", "numbers": [rng.randrange(37)]}
        await player.act({"act": "wager", "position": position, "amount": 1_00})
        await asyncio.sleep(max(0.0, EVERY_SECONDS - (perf_counter() - began)))


async def _load(running: Running, tables: list[str]) -> None:
    tokens = await guests(running.url, SOCKETS)
    jobs = [partial(Player.at, running.url, tables[each % TABLES], token) for each, token in enumerate(tokens)]
    players: list[Player] = await in_groups(50, jobs)
    await in_groups(50, [partial(player.act, {"act": "buy in", "amount": 500_00}) for player in players])
    for player in players:
        player.waits.clear()
        player.refused = player.messages = 0
    spent, began = cpu_seconds(running.process.pid), perf_counter()
    rng = random.Random(20261115)
    await asyncio.gather(*(_wagering(player, began + SECONDS, random.Random(rng.random())) for player in players))
    seconds = perf_counter() - began
    spent = cpu_seconds(running.process.pid) - spent
    waits = sorted(1000 * wait for player in players for wait in player.waits)
    refused, messages = sum(each.refused for each in players), sum(each.messages for each in players)
    print(f"{SOCKETS} sockets, {TABLES} tables, {seconds:.0f} s: {len(waits)} acts, {refused} of them refused")
    print(f"{messages / seconds:,.0f} messages a second to clients; the server took {spent / seconds:.0%} of a core")
    half, most, nearly = (waits[int(len(waits) * share)] for share in (0.5, 0.95, 0.99))
    print(f"receipt after {half:.1f} ms (50 %), {most:.1f} (95 %), {nearly:.1f} (99 %), {waits[-1]:.1f} (all)")
    print("asked: 99 % under 100 ms")
    print(f"the server holds {memory_megabytes(running.process.pid):.0f} MB")
    await asyncio.gather(*(player.leave() for player in players))


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        running = Running(Path(name) / "house")
        try:
            asyncio.run(_load(running, tables_made(running, TABLES, BETTING_SECONDS)))
        finally:
            running.stop()
