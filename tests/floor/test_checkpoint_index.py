"""Checkpoints for years: what is asked of them costs the same however many there are; the index follows the file."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from croupier.floor.keeping import checkpoint_index
from croupier.floor.keeping.checkpoint_index import NAME, CheckpointIndex
from croupier.floor.keeping.checkpoints import FILE, CheckpointKey, Checkpoints, read_signed
from croupier.floor.store.port import Store
from croupier.record.journals.checkpoint import NO_CHECKPOINT, JournalTip, block_of, head_of_file, note_of
from tests.support.record.merkle import climbed

HOUSE_KEY = bytes(range(32))
KEY = CheckpointKey(HOUSE_KEY)
JOURNALS = 5


def tip(journal: int, number: int) -> JournalTip:
    return JournalTip(f"t-{journal}", number, hashlib.sha256(f"{journal} {number}".encode()).hexdigest())


def heads_at(checkpoint: int) -> dict[str, JournalTip]:
    """The first journal moves by ten entries each time, and one of the others in turn by one."""
    others = {f"t-{at}": (checkpoint + JOURNALS - at) // JOURNALS for at in range(1, JOURNALS)}
    found = {stream: tip(int(stream[2:]), number) for stream, number in others.items()}
    return found | {"t-0": tip(0, 10 * checkpoint)}


def written(count: int) -> str:
    text, previous, before = head_of_file(KEY.verifier), NO_CHECKPOINT, dict[str, JournalTip]()
    for number in range(count):
        heads = heads_at(number)
        note = note_of(KEY.verifier, KEY.sign, heads, number=number, time=1_794_700_800 + number, previous=previous)
        text += block_of(note, [heads[stream] for stream in sorted(heads) if before.get(stream) != heads[stream]])
        previous, before = hashlib.sha256(note.encode()).hexdigest(), heads
    return text


@pytest.fixture(scope="module")
def long_file() -> str:
    return written(1500)


def house(folder: Path, heads: dict[str, JournalTip]) -> Checkpoints:
    """Checkpoints of a house whose journals stand there."""

    async def read(_work: object) -> dict[str, JournalTip]:
        return heads

    return Checkpoints(folder, cast("Store", SimpleNamespace(read=read)), HOUSE_KEY, lambda: 1_800_000_000)


async def text_of(kept: Checkpoints, after: int = -1) -> str:
    return "".join([page async for page in kept.pages(after)])


class Meter:
    """What the index is asked to do: steps of its database, and bytes that are read from the file."""

    def __init__(self, patched: pytest.MonkeyPatch) -> None:
        self.steps = self.bytes = 0
        plain, read = CheckpointIndex._opened, CheckpointIndex._bytes

        @contextmanager
        def opened(index: CheckpointIndex) -> Iterator[sqlite3.Connection]:
            with plain(index) as connection:
                connection.set_progress_handler(self._step, 1)
                yield connection

        def counted(index: CheckpointIndex, start: int, end: int) -> bytes:
            found = read(index, start, end)
            self.bytes += len(found)
            return found

        patched.setattr(CheckpointIndex, "_opened", opened)
        patched.setattr(CheckpointIndex, "_bytes", counted)

    def _step(self) -> int:
        self.steps += 1
        return 0

    async def cost_of(self, work: Callable[[], Awaitable[Any]]) -> tuple[int, int]:
        self.steps = self.bytes = 0
        await work()
        return self.steps, self.bytes


def test_nothing_costs_more_after_many_checkpoints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, long_file: str
) -> None:
    meter = Meter(monkeypatch)

    async def costs(count: int) -> dict[str, tuple[int, int]]:
        folder = tmp_path / str(count)
        folder.mkdir()
        text = "".join(f"{block}\n\n" for block in long_file.split("\n\n")[: 1 + 3 * count])
        (folder / FILE).write_text(text)
        kept = house(folder, heads_at(count))
        assert await kept.latest() is not None, "the index is made now, once"
        monkeypatch.setattr(Path, "read_bytes", None)
        monkeypatch.setattr(Path, "read_text", None)
        found = {
            "the latest": await meter.cost_of(kept.latest),
            "a proof": await meter.cost_of(lambda: kept.inclusion("t-0", 777)),
            "those since": await meter.cost_of(lambda: text_of(kept, count - 10)),
            "one more": await meter.cost_of(kept.add),
        }
        monkeypatch.undo()
        Meter.__init__(meter, monkeypatch)
        return found

    async def play() -> None:
        few, many = await costs(150), await costs(1499)
        for what, (steps, read) in few.items():
            assert steps > 0
            assert many[what][0] < 1.3 * steps, what
            assert many[what][1] < 1.1 * read + 500, what

    asyncio.run(play())


def test_every_head_is_proved_under_the_first_checkpoint_that_has_it(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(written(40))
    kept = house(tmp_path, heads_at(40))
    _, found = read_signed((tmp_path / FILE).read_text())

    async def play() -> None:
        for journal in range(JOURNALS):
            for number in range(heads_at(39)[f"t-{journal}"].number + 1):
                proof = await kept.inclusion(f"t-{journal}", number)
                assert proof is not None
                first = next(at for at in range(40) if heads_at(at)[f"t-{journal}"].number >= number)
                assert (proof.note, proof.index) == (found[first].note, journal)
                assert proof.tip == heads_at(first)[f"t-{journal}"]
                leaf = hashlib.sha256(b"\x00" + str(proof.tip).encode()).digest()
                root = climbed(leaf, proof.index, JOURNALS, [bytes.fromhex(part) for part in proof.path])
                assert base64.b64encode(root).decode() == proof.note.split("\n")[2]
        assert await kept.inclusion("t-0", 391) is None
        assert await kept.inclusion("t-9", 0) is None

    asyncio.run(play())


def test_what_comes_after_a_number_is_what_one_has_not_got_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = written(30)
    (tmp_path / FILE).write_text(text)
    kept = house(tmp_path, heads_at(30))
    monkeypatch.setattr(checkpoint_index, "PAGE", 2000)  # some pages, as of a file of years

    async def play() -> None:
        assert len([page async for page in kept.pages()]) > 5
        assert await text_of(kept) == text
        for number in range(30):
            have = "".join(f"{block}\n\n" for block in text.split("\n\n")[: 1 + 3 * (number + 1)])
            assert have + await text_of(kept, number) == text
        assert await text_of(kept, 29) == await text_of(kept, 1_000) == ""
        assert await kept.add()
        assert read_signed(text + await text_of(kept, 29))[1][-1].number == 30

    asyncio.run(play())


def _gone(index: Path) -> None:
    index.unlink()


def _spoilt(index: Path) -> None:
    index.write_bytes(b"no database at all" * 100)


def _cut(index: Path) -> None:
    index.write_bytes(index.read_bytes()[:5000])


def _empty(index: Path) -> None:
    index.write_bytes(b"")


def _of_another_file(index: Path) -> None:
    """The folder was put back from elsewhere: the same bytes in another file."""
    file = index.with_name(FILE)
    text = file.read_bytes()
    other = file.with_name("other")
    other.write_bytes(text)
    other.replace(file)


@pytest.mark.parametrize("harm", [_gone, _spoilt, _cut, _empty, _of_another_file])
def test_an_index_is_made_anew_from_the_file(tmp_path: Path, harm: Callable[[Path], None]) -> None:
    """Also the file of an older version, which had none."""
    (tmp_path / FILE).write_text(written(20))

    async def play() -> None:
        await house(tmp_path, heads_at(20)).add()
        assert (tmp_path / NAME).stat().st_mode & 0o077 == 0
        harm(tmp_path / NAME)
        kept = house(tmp_path, heads_at(21))
        latest = await kept.latest()
        assert latest is not None
        assert latest.number == 20
        harm(tmp_path / NAME)
        assert await kept.add()
        assert await kept.inclusion("t-0", 210) is not None
        _, found = read_signed(await text_of(kept))
        assert [each.number for each in found] == list(range(22))

    asyncio.run(play())


def test_a_kill_between_the_file_and_its_index_costs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Killed(Exception):  # noqa: N818
        pass

    def dies(*_: object) -> None:
        raise Killed

    async def play() -> None:
        for number in range(3):
            kept = house(tmp_path, heads_at(number))
            with monkeypatch.context() as patched:
                patched.setattr(checkpoint_index, "_insert", dies)
                with pytest.raises(Killed):
                    await kept.add()
            assert not await kept.add(), "it is there already"
        _, found = read_signed(await text_of(kept))
        assert [each.number for each in found] == [0, 1, 2]

    asyncio.run(play())


@pytest.mark.parametrize(
    "spoilt",
    [
        lambda text: text.replace("number 7\n", "number 8\n"),
        lambda text: text.replace("t-0 70 ", "t-0 seventy "),
        lambda text: text.replace("\nnumber 7\n", "\n\n\n\nnumber 7\n"),
        lambda text: text.replace("previous", "prev\udcffious").replace("\udcff", "ÿ"),
    ],
)
def test_a_file_that_cannot_be_read_is_laid_aside_and_the_house_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, spoilt: Callable[[str], str]
) -> None:
    """What can be read is served until then, and nothing of it is ever overwritten."""
    text = spoilt(written(10))
    (tmp_path / FILE).write_text(text)

    async def play() -> None:
        kept = house(tmp_path, heads_at(10))
        before = await text_of(kept)
        assert text.startswith(before)
        assert "seventy" not in before
        assert await kept.add()
        assert (tmp_path / "checkpoints-1.txt").read_text() == text
        _, found = read_signed(await text_of(kept))
        assert [each.number for each in found] == [0]

    asyncio.run(play())
    assert "checkpoints-1.txt" in caplog.text
