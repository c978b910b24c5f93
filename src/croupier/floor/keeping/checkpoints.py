"""Checkpoints of the house: made every few minutes, signed, kept in a file beside the database, and served.

The key follows from the house key, so there is no second secret to keep. Workers of one house share its folder: the
first whose turn comes writes, and the others find that it is done.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import re
from collections.abc import Callable
from hashlib import sha256
from hmac import digest
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from filelock import FileLock, Timeout
from msgspec import Struct

from croupier.floor.store import statements
from croupier.floor.store.port import Connection, Store, StoreError
from croupier.floor.store.sqlite_file import PRIVATE
from croupier.record.checkpoint import (
    NO_CHECKPOINT,
    Checkpoint,
    JournalTip,
    VerifierKey,
    Verify,
    block_of,
    check_chain,
    head_of_file,
    leaves_of,
    note_of,
    path_of,
    read_checkpoints,
)
from croupier.record.fault import Unreadable

LOG = logging.getLogger("croupier.floor")
FILE = "checkpoints.txt"
LOCK = "checkpoints.lock"
EVERY_SECONDS = 300
_LABEL = b"croupier checkpoint key 1"
_TIP = re.compile(rb"^(?P<stream>[^ \n]+) (?P<number>[0-9]+) (?P<hash>[0-9a-f]{64})$", re.MULTILINE)
_BLOCK_END = b"\n\n"


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


class Checkpoints:
    def __init__(self, folder: Path, store: Store, house_key: bytes, now: Callable[[], int]) -> None:
        self._path, self._store, self._now = folder / FILE, store, now
        self._lock = FileLock(folder / LOCK, timeout=0, thread_local=False)
        self.key = CheckpointKey(house_key)
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
            with self._lock:
                return self._add_locked(tips)
        except Timeout:
            return False  # another worker is at it

    def _add_locked(self, tips: dict[str, JournalTip]) -> bool:
        kept = self._whole_file()
        key = self.key.verifier
        if kept and not kept.startswith(head_of_file(key).encode()):
            self._lay_aside()
            kept = b""
        last = _last(kept)
        known = _tips_of(kept)
        moved = [tip for stream, tip in sorted(tips.items()) if known.get(stream) != tip]
        _warn_of_cuts(known, tips)
        if not moved:
            return False
        # A journal that is gone stays under the root, as it was last seen.
        number, previous = (0, NO_CHECKPOINT) if last is None else (last.number + 1, last.hash)
        note = note_of(key, self.key.sign, known | tips, number=number, time=self._now(), previous=previous)
        self._append(head_of_file(key) * (not kept) + block_of(note, moved), len(kept))
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
        """Those that another house key signed: they begin anew, and the old ones stay."""
        number = 1
        while (other := self._path.with_name(f"checkpoints-{number}.txt")).exists():
            number += 1
        self._path.rename(other)

    # Showing them

    def _whole_file(self) -> bytes:
        """Up to the last whole checkpoint."""
        with contextlib.suppress(FileNotFoundError):
            kept = self._path.read_bytes()
            return kept[: _whole_length(kept)]
        return b""

    async def text(self) -> str:
        """All of them, as they are kept; the key alone where there is none yet."""
        kept = await asyncio.to_thread(self._whole_file)
        return kept.decode() or head_of_file(self.key.verifier)

    async def latest(self) -> Checkpoint | None:
        return _last(await asyncio.to_thread(self._whole_file))

    async def inclusion(self, stream: str, number: int) -> Inclusion | None:
        """Under the first checkpoint after that entry; none where the next has not come yet."""
        return await asyncio.to_thread(self._inclusion, stream, number)

    def _inclusion(self, stream: str, number: int) -> Inclusion | None:
        kept = self._whole_file()
        tips: dict[str, JournalTip] = {}
        found = None
        for each in _TIP.finditer(kept):
            tip = _tip(each)
            if tip.stream == stream and tip.number >= number:
                found = each.start()
                break
        if found is None:
            return None
        end = kept.index(_BLOCK_END, found) + len(_BLOCK_END)
        tips = _tips_of(kept[:end])
        last = _last(kept[:end])
        assert last is not None  # noqa: S101  a head stands below a note
        index = sorted(tips).index(stream)
        path = tuple(part.hex() for part in path_of(leaves_of(tips), index))
        return Inclusion(last.note, index, path, tips[stream])


def _tips(connection: Connection) -> dict[str, JournalTip]:
    ends = ((stream, statements.last(connection, stream)) for stream in statements.streams(connection))
    return {stream: JournalTip(stream, end.number, end.hash.hex()) for stream, end in ends if end is not None}


def _tip(found: re.Match[bytes]) -> JournalTip:
    return JournalTip(found["stream"].decode(), int(found["number"]), found["hash"].decode())


def _tips_of(kept: bytes) -> dict[str, JournalTip]:
    """The heads at the last checkpoint of that text."""
    tips = map(_tip, _TIP.finditer(kept))
    return {tip.stream: tip for tip in tips}


_LAST_NOTE = re.compile(rb"\n\n(?=[A-Za-z0-9./-]+\n[0-9]+\n[A-Za-z0-9+/=]+\nnumber [0-9]+\n)")


def _last(kept: bytes) -> Checkpoint | None:
    """The last checkpoint of the file, which may be long: what stands before it is not read."""
    starts = list(_LAST_NOTE.finditer(kept))
    if not starts:
        return None
    head, _, _ = kept.partition(_BLOCK_END)
    _, found = read_checkpoints((head + _BLOCK_END + kept[starts[-1].end() :]).decode())
    return found[-1]


def _whole_length(kept: bytes) -> int:
    """Where the last block ends that a crash did not cut short: an empty line stands below its heads."""
    end = kept.rfind(_BLOCK_END)
    while end > 0:
        before = kept[kept.rfind(b"\n", 0, end) + 1 : end]
        if _TIP.fullmatch(before):
            return end + len(_BLOCK_END)
        end = kept.rfind(_BLOCK_END, 0, end + 1)
    return 0


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
