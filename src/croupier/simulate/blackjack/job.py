"""Blackjack as a job: tables made once from the hand machine, walked chunk by chunk by compiled code."""

from __future__ import annotations

import gc
import hashlib
import time
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from croupier.games.refusal import Refused
from croupier.simulate import store
from croupier.simulate.blackjack.chunk import ChunkRun
from croupier.simulate.blackjack.kernels import one_box
from croupier.simulate.blackjack.prepared import SCHEME, PreparedBlackjack, boxes_of, is_whole, made_of
from croupier.simulate.blackjack.setup import Setup, refuses_setup
from croupier.simulate.blackjack.tabulated.tables_cache import MadeTables, packed, unpacked
from croupier.simulate.job import Chunk, Task


class BlackjackJob(PreparedBlackjack):
    """A setup, ready to run."""

    def run(self, seed: int, task: Task) -> Chunk:
        run = ChunkRun(self, seed, task)
        began = time.perf_counter()
        if self.goes_whole:
            self._run_whole(run)
        else:
            run.play()
        return Chunk(run.totals(), time.perf_counter() - began)

    def _run_whole(self, run: ChunkRun) -> None:
        table, ends, rounds = self.made.whole, len(self.made.whole_outcomes), run.task.rounds
        if self.setup.fresh:
            found = one_box.from_fresh_shoes(table, ends, self.template, run.base, rounds)
        else:
            depth = (self.setup.burnt, self.setup.before_cut)
            found = one_box.from_shoes(table, ends, self.template, depth, run.base, rounds)
        run.count_whole(found)

    def recorded(self, seed: int, task: Task) -> ChunkRun:
        """The same rounds box by box, each one kept."""
        run = ChunkRun(self, seed, task, task.rounds)
        run.play()
        return run


def blackjack_job(setup: Setup) -> BlackjackJob:
    """The job of a setup; raises `Refused` where there is none."""
    refusal = refuses_setup(setup)
    if refusal is not None:
        raise Refused(refusal)
    return BlackjackJob(setup, _kept(setup) or _made(setup))


def _key(setup: Setup) -> str:
    """Of all that the tables hang on: how often and from which shoe they are walked is no part of it."""
    told = (SCHEME, store.sources(), setup.options, setup.strategy, setup.stakes, setup.detail, is_whole(setup))
    return hashlib.sha256(msgspec.msgpack.encode(told)).hexdigest()


@contextmanager
def _without_collector() -> Iterator[None]:
    """Tables are made of some hundred thousand tuples, all kept: to look through them for garbage takes a fifth."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _made(setup: Setup) -> MadeTables:
    with _without_collector():
        made = made_of(setup, boxes_of(setup))
    store.save("tables", _key(setup), packed(made))
    return made


def _kept(setup: Setup) -> MadeTables | None:
    body = store.saved("tables", _key(setup))
    return None if body is None else unpacked(body)
