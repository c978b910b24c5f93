"""An hour of play: whether the server's memory stays flat, and whether every cent is there at the end."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from time import perf_counter

from bench.house import Player, guests, in_groups, memory_megabytes, tables_made
from tests.support.server.real_server import Running

MINUTES = 60
TABLES, SOCKETS, EVERY_SECONDS, BETTING_SECONDS = 20, 200, 4, 3


async def _wagering(player: Player, until: float, rng: random.Random) -> None:
    """Small wagers on even chances, and now and then the stack is changed at the wallet."""
    while perf_counter() < until:
        await asyncio.sleep(rng.random() * 2 * EVERY_SECONDS)
        kind = rng.choice(("red", "black", "odd", "even", "low", "high"))
        await player.act({"act": "wager", "position": {"kind": kind}, "amount": 1_00})
        if rng.random() < 0.05:
            await player.act({"act": rng.choice(("buy in", "cash out")), "amount": 1_00})


async def _watched(process: int, until: float) -> list[float]:
    found = []
    while perf_counter() < until:
        await asyncio.sleep(60)
        found.append(memory_megabytes(process))
        print(f"{len(found)} min: {found[-1]:.1f} MB", flush=True)
    return found


async def _hour(running: Running, tables: list[str]) -> tuple[list[float], int]:
    tokens = await guests(running.url, SOCKETS)
    jobs = [partial(Player.at, running.url, tables[each % TABLES], token) for each, token in enumerate(tokens)]
    players: list[Player] = await in_groups(50, jobs)
    await in_groups(50, [partial(player.act, {"act": "buy in", "amount": 900_00}) for player in players])
    until = perf_counter() + MINUTES * 60
    rng = random.Random(20261115)
    watching = asyncio.create_task(_watched(running.process.pid, until))
    await asyncio.gather(*(_wagering(player, until, random.Random(rng.random())) for player in players))
    memory = await watching
    acts = sum(len(player.waits) for player in players)
    await asyncio.gather(*(player.leave() for player in players))
    return memory, acts


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "house"
        running = Running(folder)
        try:
            memory, acts = asyncio.run(_hour(running, tables_made(running, TABLES, BETTING_SECONDS)))
        finally:
            running.stop()
        quarter = max(1, len(memory) // 4)
        early, late = sum(memory[quarter : 2 * quarter]) / quarter, sum(memory[-quarter:]) / quarter
        print(f"{acts:,} acts in {len(memory)} minutes on {TABLES} tables")
        print(f"memory: {early:.1f} MB in the second quarter, {late:.1f} MB in the last ({late / early - 1:+.1%})")
        command = (sys.executable, "-m", "croupier", "verify", str(folder))
        verdict = subprocess.run(command, capture_output=True, text=True, check=False, timeout=3600)
        print(verdict.stdout.strip() if verdict.returncode else verdict.stdout.strip().splitlines()[-1])
