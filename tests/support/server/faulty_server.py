"""A server that is killed at a chosen place of its own code, or has a planted bug.

The command is `python -m tests.support.server.faulty_server`.

A kill from outside seldom falls between a commit and what follows from it; here it falls nowhere else.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from croupier.cli import main
from croupier.floor.schedules.cash import draws_now
from croupier.floor.store import writer
from croupier.floor.tables.actor import TableActor
from croupier.floor.tables.chance import Sealed

PLACES = ("in a transaction", "before an answer", "before a draw", "after a draw", "after telling")
BUGS = ("receipt first", "forgotten keys", "drawn anew", "slow clock")


class Fuse:
    """Burns down by one at each call, and then it is over."""

    def __init__(self, calls: int) -> None:
        self._left = calls

    def burn(self) -> None:
        self._left -= 1
        if self._left <= 0:
            os.kill(os.getpid(), signal.SIGKILL)


def arm(place: str, fuse: Fuse) -> None:
    original: Any
    match place:
        case "in a transaction":
            original = writer._Transaction.do
            _replace(writer._Transaction, "do", lambda *given: _then(original(*given), fuse.burn))
        case "before an answer":
            original = writer._answer

            def answer(units: Any) -> None:
                fuse.burn()
                original(units)

            _replace(writer, "_answer", answer)
        case "before a draw" | "after a draw":
            original = TableActor._draw

            async def draw(actor: TableActor) -> None:
                is_due = draws_now(actor.head, actor.setting.pace, int(actor._now()))
                if is_due and place == "before a draw":
                    fuse.burn()
                await original(actor)
                if is_due and place == "after a draw":
                    fuse.burn()

            _replace(TableActor, "_draw", draw)
        case "after telling":
            original = TableActor._tell
            _replace(TableActor, "_tell", lambda actor, news: _then(original(actor, news), fuse.burn))


def plant(bug: str) -> None:
    original: Any
    match bug:
        case "receipt first":
            original = TableActor._settle

            async def settle(actor: TableActor, draft: Any, accepted: Any) -> None:
                actor._answers.give(accepted, draft.time)
                await original(actor, draft, accepted)

            _replace(TableActor, "_settle", settle)
        case "forgotten keys":
            original = TableActor._stored

            async def stored(actor: TableActor, draft: Any, players: Any = ()) -> None:
                draft.entries = [replace(entry, key=None) for entry in draft.entries]
                await original(actor, draft, players)

            _replace(TableActor, "_stored", stored)
        case "drawn anew":
            _replace(
                Sealed,
                "again",
                lambda source, number, seal, fresh: replace(source.opened(number), seal=seal, fresh=fresh),
            )
        case "slow clock":
            original = TableActor.__init__

            def init(actor: TableActor, setting: Any, store: Any, key: bytes, now: Callable[[], float]) -> None:
                original(actor, setting, store, key, lambda: now() - 2)

            _replace(TableActor, "__init__", init)


def _replace(owner: Any, name: str, other: Callable[..., Any]) -> None:
    setattr(owner, name, other)


def _then(result: Any, act: Callable[[], Any]) -> Any:
    act()
    return result


if __name__ == "__main__":
    _, what, calls, *arguments = sys.argv
    for each in what.split(" + "):
        if each in BUGS:
            plant(each)
        else:
            arm(each, Fuse(int(calls)))
    sys.exit(main(arguments))
