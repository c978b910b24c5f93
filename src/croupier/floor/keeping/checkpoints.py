"""Checkpoints of the house: made every few minutes, signed, kept in a file beside the database, and served.

The key follows from the house key, so there is no second secret to keep. Workers of one house share its folder: the
first whose turn comes writes, and the others find that it is done.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import threading
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from hashlib import sha256
from hmac import digest
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from filelock import FileLock, Timeout
from msgspec import Struct

from croupier.floor.keeping.checkpoint_index import CheckpointIndex, DamagedFile
from croupier.floor.store import statements
from croupier.floor.store.engines.sqlite_file import PRIVATE
from croupier.floor.store.port import Connection, Store, StoreError
from croupier.record.journals.checkpoint import (
    NO_CHECKPOINT,
    Checkpoint,
    HeadTree,
    JournalTip,
    VerifierKey,
    Verify,
    block_of,
    check_chain,
    head_of_file,
    leaves_of,
    note_of,
    read_checkpoints,
)
from croupier.record.journals.private_names import public_name
from croupier.record.text.fault import Unreadable

LOG = logging.getLogger("croupier.floor")
FILE = "checkpoints.txt"
LOCK = "checkpoints.lock"
EVERY_SECONDS = 300
_LABEL = b"croupier checkpoint key 1"
_PATIENCE = 5.0
"""Seconds that a reader waits for whoever writes."""
_TREES = 4
"""Checkpoints whose heads are kept in memory for proofs."""


class CheckpointKey:
    def __init__(self, house_key: bytes) -> None:
        self._private = Ed25519PrivateKey.from_private_bytes(digest(house_key, _LABEL, sha256))
        public = self._private.public_key().public_bytes_raw()
        self.verifier = VerifierKey(f"croupier-{sha256(public).hexdigest()[:8]}", public)

    def sign(self, text: bytes) -> bytes:
        return self._private.sign(text)


def verifying(key: VerifierKey) -> Verify:
    public = Ed25519PublicKey.from_public_bytes(key.public)

    def is_signed(signature: bytes, text: bytes) -> bool:
        try:
            public.verify(signature, text)
        except InvalidSignature:
            return False
        return True

    return is_signed


class Inclusion(Struct, frozen=True):
    """That an entry is under a checkpoint: from the journal's head at that time up to the signed root."""

    note: str
    index: int
    path: tuple[str, ...]
    """In hex, from the leaf up."""
    tip: JournalTip


class _HeadsThen(Struct, frozen=True):
    """All journals under one checkpoint."""

    tips: dict[str, JournalTip]
    places: dict[str, int]
    tree: HeadTree


class Checkpoints:
    def __init__(self, folder: Path, store: Store, house_key: bytes, now: Callable[[], int]) -> None:
        self._path, self._store, self._now = folder / FILE, store, now
        self._lock = FileLock(folder / LOCK, timeout=0, thread_local=False)
        self._turn = threading.Lock()
        """Of this process: the lock of the file is one for all its threads."""
        self.key = CheckpointKey(house_key)
        self._index = CheckpointIndex(self._path, self.key.verifier)
        self._trees: OrderedDict[tuple[int, int], _HeadsThen] = OrderedDict()
        self._task: asyncio.Task[None] | None = None

    # Making them

    def start(self) -> None:
        self._task = asyncio.create_task(self._go_on(), name="checkpoints")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _go_on(self) -> None:
        while True:
            await asyncio.sleep(EVERY_SECONDS)
            try:
                await self.add()
            except (StoreError, OSError, Unreadable):
                LOG.exception("no checkpoint could be made")

    async def add(self) -> bool:
        """One more, over all that is durable now; whether anything had moved."""
        tips = await self._store.read(_tips)
        return await asyncio.to_thread(self._add, tips)

    def _add(self, tips: dict[str, JournalTip]) -> bool:
        try:
            with self._turn, self._lock:
                return self._add_locked(tips)
        except Timeout:
            return False  # another worker is at it

    def _add_locked(self, tips: dict[str, JournalTip]) -> bool:
        try:
            self._index.catch_up()
        except DamagedFile:
            self._lay_aside()
        key, index = self.key.verifier, self._index
        last, known = index.last(), index.heads()
        moved = [tip for stream, tip in sorted(tips.items()) if known.get(stream) != tip]
        _warn_of_cuts(known, tips)
        if not moved:
            return False
        # A journal that is gone stays under the root, as it was last seen.
        number, previous = (0, NO_CHECKPOINT) if last is None else (last.number + 1, last.hash)
        note = note_of(key, self.key.sign, known | tips, number=number, time=self._now(), previous=previous)
        self._append(head_of_file(key) * (last is None) + block_of(note, moved), 0 if last is None else index.whole())
        index.catch_up()
        return True

    def _append(self, text: str, at: int) -> None:
        """What a crash left half written behind the last whole one goes."""
        descriptor = os.open(self._path, os.O_WRONLY | os.O_CREAT, PRIVATE)
        with os.fdopen(descriptor, "wb") as file:
            file.truncate(at)
            file.seek(at)
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())

    def _lay_aside(self) -> None:
        """Those that another house key signed, or that cannot be read: they begin anew, and the old ones stay."""
        number = 1
        while (other := self._path.with_name(f"checkpoints-{number}.txt")).exists():
            number += 1
        LOG.warning("%s has another key or is damaged; it is %s now, and checkpoints begin anew", FILE, other.name)
        self._path.rename(other)
        self._index.forget()

    # Showing them

    def _ready(self) -> CheckpointIndex:
        """The index, with all that is in the file; without its end while another worker is long at it."""
        if not self._index.is_current():
            with contextlib.suppress(Timeout, DamagedFile), self._turn, self._lock.acquire(timeout=_PATIENCE):
                self._index.catch_up()
        return self._index

    async def pages(self, after: int = -1) -> AsyncIterator[str]:
        """As they are kept, a page at a time: all of them behind the key, or those after a number."""
        if after < 0:
            yield head_of_file(self.key.verifier)
        while page := await asyncio.to_thread(self._page, after):
            after, text = page
            yield text

    def _page(self, after: int) -> tuple[int, str] | None:
        return self._ready().page(after)

    async def latest(self) -> Checkpoint | None:
        return await asyncio.to_thread(lambda: self._ready().last())

    async def inclusion(self, stream: str, number: int) -> Inclusion | None:
        """Under the first checkpoint after that entry; none where the next has not come yet."""
        return await asyncio.to_thread(self._inclusion, public_name(stream), number)

    def _inclusion(self, stream: str, number: int) -> Inclusion | None:
        index = self._ready()
        found = index.first_over(stream, number)
        if found is None:
            return None
        then = self._heads_then(index, found)
        place = then.places[stream]
        path = tuple(part.hex() for part in then.tree.path(place))
        return Inclusion(index.checkpoint(found).note, place, path, then.tips[stream])

    def _heads_then(self, index: CheckpointIndex, number: int) -> _HeadsThen:
        """Kept for a while: a round's readers ask about the same checkpoint."""
        key = (index.inode(), number)
        then = self._trees.pop(key, None)
        if then is None:
            tips = index.heads(number)
            then = _HeadsThen(tips, {each: at for at, each in enumerate(sorted(tips))}, HeadTree(leaves_of(tips)))
        self._trees[key] = then
        while len(self._trees) > _TREES:
            self._trees.popitem(last=False)
        return then


def _tips(connection: Connection) -> dict[str, JournalTip]:
    heads = statements.heads(connection)
    tips = (JournalTip(public_name(stream), number, hash.hex()) for stream, number, hash in heads)
    return {tip.stream: tip for tip in tips}


def _warn_of_cuts(known: dict[str, JournalTip], tips: dict[str, JournalTip]) -> None:
    for stream, before in known.items():
        now = tips.get(stream)
        if now is None or now.number < before.number or (now.number == before.number and now.hash != before.hash):
            LOG.error("the journal %s is not what the last checkpoint has: verify the house with it", stream)


def read_signed(text: str) -> tuple[VerifierKey, list[Checkpoint]]:
    """Checkpoints that somebody kept, each with its signature and its root checked; raises `Unreadable`."""
    key, found = read_checkpoints(text)
    check_chain(key, found, verifying(key))
    return key, found
