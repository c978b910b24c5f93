"""`croupier backup` and `croupier restore`: a house copied while people play in it, put back only where it is whole."""

from __future__ import annotations

import asyncio
import hashlib
import os
import shutil
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from msgspec import Struct

from croupier.floor.keeping import backup
from croupier.floor.keeping.audits.audit import Inspection
from croupier.floor.store.engines import backup_file
from croupier.floor.store.engines.sqlite import FILE
from croupier.floor.store.engines.sqlite_file import OURS
from tests.support.process import SECONDS, Ended, environment, in_this_process, python
from tests.support.project import ROOT
from tests.support.server.gamblers import Floor, Shift
from tests.support.server.real_server import Running, server

pytestmark = pytest.mark.xdist_group("backup-command")

KEY_BYTES = 64


class Copied(Struct, frozen=True):
    """A house that was copied while people played in it, and went on after that."""

    house: Path
    backup: Path
    key: Path
    receipts: Path
    """Of all that anybody had seen when the copying began."""
    said: str
    token: str
    """Of somebody who was there."""


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Copied:
    place = tmp_path_factory.mktemp("copied")
    house, backup, key, receipts = (place / name for name in ("house", "house.backup", "kept.key", "receipts.txt"))
    with server(house) as running:
        guest = running.guest()
        floor = Floor(running, "backup", ("roulette", "blackjack", "tai-sai"))
        said: list[str] = []

        async def until(shift: Shift) -> None:
            await _played_on(shift, 100)
            told = dict(shift.memory.told)
            said.append(await _backed_up(running, backup, key))
            assert len(shift.memory.told) > len(told), "nobody played while it was copied"
            receipts.write_text("".join(f"{table} {number} {hash}\n" for (table, number), hash in told.items()))
            await _played_on(shift, 20)
            running.process.kill()

        floor.play(running, until)
        assert not floor.memory.faults
    return Copied(house, backup, key, receipts, said[0], guest.token)


async def _played_on(shift: Shift, entries: int) -> None:
    """Until people have seen so many more."""
    enough = len(shift.memory.told) + entries
    async with asyncio.timeout(SECONDS):
        while len(shift.memory.told) < enough:  # noqa: ASYNC110  nobody rings a bell for it
            await asyncio.sleep(0.02)


async def _backed_up(running: Running, backup: Path, key: Path) -> str:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "croupier", "backup", str(backup)),
        *("--data", str(running.folder), "--key", str(key)),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        cwd=ROOT,
        env=environment(),
    )
    async with asyncio.timeout(SECONDS):
        out, errors = await process.communicate()
    assert (process.returncode, errors) == (0, b"")
    return out.decode()


def _restore(file: Path, folder: Path, *options: str) -> Ended:
    return in_this_process("restore", str(file), "--data", str(folder), *options)


def _backup(house: Path, file: Path, *options: str) -> Ended:
    return in_this_process("backup", str(file), "--data", str(house), *options)


def _one_line(done: Ended) -> str:
    assert (done.status, done.out) == (2, "")
    (line,) = done.error_lines
    return line


def _refused(file: Path, folder: Path, *options: str) -> str:
    """Why; and the folder is as it was."""
    before = sorted(folder.rglob("*")) if folder.exists() else None
    line = _one_line(_restore(file, folder, *options))
    assert (sorted(folder.rglob("*")) if folder.exists() else None) == before
    return line


# Copied while it is played at, put back, judged


@pytest.mark.parametrize("with_key", [True, False])
def test_what_anybody_saw_before_the_backup_is_in_it(copied: Copied, tmp_path: Path, *, with_key: bool) -> None:
    folder = tmp_path / "deep" / "restored"
    done = _restore(copied.backup, folder, *(("--key", str(copied.key)) if with_key else ()))
    assert (done.status, done.errors) == (0, "")
    assert "All checks passed." in done.out
    assert ("continue under their seals" if with_key else "void") in done.out
    assert {each.name for each in folder.iterdir()} - {"croupier.lock"} == {FILE, *(["house.key"] if with_key else [])}
    verified = in_this_process("verify", str(folder), "--receipts", str(copied.receipts), "--json")
    assert verified.status == 0, verified.out
    checked = verified.document["checked"]
    assert checked["receipts"] == len(copied.receipts.read_text().splitlines()) > 20
    after = in_this_process("verify", str(copied.house), "--json").document["checked"]
    assert checked["entries"] < after["entries"], "the house went on after the backup"


@pytest.mark.parametrize("with_key", [True, False])
def test_a_house_that_was_put_back_opens(copied: Copied, tmp_path: Path, *, with_key: bool) -> None:
    folder = tmp_path / "restored"
    assert _restore(copied.backup, folder, *(("--key", str(copied.key)) if with_key else ())).status == 0
    with server(folder) as running:
        client = running.client(Authorization=f"Bearer {copied.token}")
        assert client.get("/api/v1/me").json()["money"]["wallet"] == 1_000_00
        health = running.client().get("/health").json()
        unsealed = set(health["without_seal"])
        assert (health["ok"], health["tables"]) == (not unsealed, 9 - len(unsealed))
        assert running.stop() == 0
    verified = in_this_process("verify", str(folder), "--receipts", str(copied.receipts), "--json").document
    # Without the key, a round with wagers on it waits for the supervisor who voids it.
    assert not (with_key and unsealed)
    assert {each["table"] for each in verified["faults"]} == unsealed
    assert all("the house key" in each["why"] for each in verified["faults"])
    assert verified["checked"]["receipts"] == len(copied.receipts.read_text().splitlines())


def test_what_the_command_says(copied: Copied) -> None:
    first, second = copied.said.splitlines()
    assert first.startswith(f"{copied.backup}: {copied.backup.stat().st_size:,} bytes, ")
    assert second.startswith(f"{copied.key}: the house key. Keep it in another place")


def test_the_house_key_is_not_in_it(copied: Copied) -> None:
    key, content = (copied.house / "house.key").read_bytes(), copied.backup.read_bytes()
    assert len(key) == KEY_BYTES
    assert copied.key.read_bytes() == key
    for part in range(0, KEY_BYTES, 16):
        assert key[part : part + 16] not in content
        assert key[part : part + 16].hex().encode() not in content.lower()


@pytest.mark.skipif(os.name != "posix", reason="permissions of this kind")
def test_nobody_else_can_read_them(copied: Copied, tmp_path: Path) -> None:
    folder = tmp_path / "restored"
    assert _restore(copied.backup, folder, "--key", str(copied.key)).status == 0
    for path in (copied.backup, copied.key, folder, folder / FILE, folder / "house.key"):
        assert path.stat().st_mode & 0o077 == 0, path


def test_a_backup_is_one_file_that_sqlite_reads_too(copied: Copied) -> None:
    assert sorted(path.name for path in copied.backup.parent.glob(".croupier*")) == []
    assert sorted(path.name for path in copied.backup.parent.glob("house.backup*")) == ["house.backup"]
    with closing(sqlite3.connect(f"file:{copied.backup}?mode=ro", uri=True)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("SELECT sum(amount) FROM balances").fetchone() == (0,)


def test_a_backup_of_what_was_put_back_is_as_good(copied: Copied, tmp_path: Path) -> None:
    """Without a server, and without a key in the folder."""
    assert _restore(copied.backup, tmp_path / "one").status == 0
    done = _backup(tmp_path / "one", tmp_path / "again.backup")
    assert (done.status, done.errors) == (0, "")
    assert "The house key is not in the backup." in done.out
    assert _restore(tmp_path / "again.backup", tmp_path / "two").status == 0
    receipts = ("--receipts", str(copied.receipts))
    assert in_this_process("verify", str(tmp_path / "two"), *receipts).status == 0


# What a backup refuses


def test_nothing_is_written_over(copied: Copied, tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.write_text("somebody needs this")
    assert "this file exists" in _one_line(_backup(copied.house, there))
    assert "this file exists" in _one_line(_backup(copied.house, tmp_path / "new", "--key", str(there)))
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    assert "this file exists" in _one_line(_backup(copied.house, tmp_path / "link"))
    assert there.read_text() == "somebody needs this"
    assert {path.name for path in tmp_path.iterdir()} == {"there", "link"}


def test_what_comes_into_being_meanwhile_is_not_written_over(
    copied: Copied, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, signed = tmp_path / "house.backup", backup_file._signed

    def and_somebody_else(part: Path) -> int:
        target.write_text("somebody was quicker")
        return signed(part)

    monkeypatch.setattr(backup_file, "_signed", and_somebody_else)
    assert "this file exists" in _one_line(_backup(copied.house, target, "--key", str(tmp_path / "key")))
    assert target.read_text() == "somebody was quicker"
    assert list(tmp_path.iterdir()) == [target]


def test_places_where_nothing_can_be_written(copied: Copied, tmp_path: Path) -> None:
    assert "there is no folder" in _one_line(_backup(copied.house, tmp_path / "missing" / "file"))
    assert "this file exists" in _one_line(_backup(copied.house, tmp_path))
    assert "of its own" in _one_line(_backup(copied.house, tmp_path / "a", "--key", str(tmp_path / "a")))
    assert "there is no folder" in _one_line(_backup(copied.house, tmp_path / "a", "--key", str(tmp_path / "b" / "c")))
    assert list(tmp_path.iterdir()) == []


def test_a_folder_without_a_house(tmp_path: Path) -> None:
    assert "no house" in _one_line(_backup(tmp_path, tmp_path / "file"))
    assert "no house" in _one_line(_backup(tmp_path / "missing", tmp_path / "file"))
    (tmp_path / FILE).write_text("this is no database, and somebody needs it" * 100)
    assert FILE in _one_line(_backup(tmp_path, tmp_path / "file"))
    with closing(sqlite3.connect(tmp_path / "other")) as other:
        other.execute("CREATE TABLE journal (line)")
    (tmp_path / "other").replace(tmp_path / FILE)
    assert "another program" in _one_line(_backup(tmp_path, tmp_path / "file"))
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


def test_a_house_without_its_key(copied: Copied, tmp_path: Path) -> None:
    assert _restore(copied.backup, tmp_path / "house").status == 0
    line = _one_line(_backup(tmp_path / "house", tmp_path / "file", "--key", str(tmp_path / "key")))
    assert "house.key" in line
    (tmp_path / "house" / "house.key").write_bytes(b"short")
    assert "5 bytes" in _one_line(_backup(tmp_path / "house", tmp_path / "file", "--key", str(tmp_path / "key")))
    assert [path.name for path in tmp_path.iterdir()] == ["house"]


_WITH_LITTLE_ROOM = """
import resource, sys
from croupier.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), int(sys.argv[1])))
sys.exit(main(sys.argv[2:]))
"""


def _with_little_room(size: int, *arguments: str) -> str:
    return _one_line(python("-c", _WITH_LITTLE_ROOM, str(size), *arguments))


@pytest.mark.skipif(sys.platform != "linux", reason="limits of this kind")
@pytest.mark.parametrize("share", [0.2, 0.5, 1.0])
def test_a_disk_without_room(copied: Copied, tmp_path: Path, share: float) -> None:
    """The last one has room for all but the last line."""
    size = int((copied.backup.stat().st_size - backup.LAST_LINE_BYTES) * share)
    target, folder = tmp_path / "house.backup", tmp_path / "restored"
    assert _with_little_room(size, "backup", str(target), "--data", str(copied.house)).startswith(
        f"croupier: {target}: "
    )
    assert list(tmp_path.iterdir()) == []
    if share < 1:
        _with_little_room(size, "restore", str(copied.backup), "--data", str(folder))
    assert list(tmp_path.iterdir()) == []


# What a restore refuses


def _signed(source: Path, target: Path, change: Callable[[sqlite3.Connection], object]) -> Path:
    """A backup that somebody changed and gave a last line that fits: what is left is what the house itself shows."""
    content = source.read_bytes()[: -backup.LAST_LINE_BYTES]
    target.write_bytes(content)
    with closing(sqlite3.connect(target, isolation_level=None)) as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        change(connection)
    content = target.read_bytes()
    target.write_bytes(content + backup_file.TITLE + hashlib.sha256(content).hexdigest().encode() + b"\n")
    return target


def test_a_folder_that_is_not_empty(copied: Copied, tmp_path: Path) -> None:
    folder = tmp_path / "house"
    folder.mkdir()
    (folder / ".hidden").touch()
    assert "not empty" in _refused(copied.backup, folder)
    assert "not empty" in _refused(copied.backup, copied.house)
    assert "name a folder" in _refused(copied.backup, folder / ".hidden")
    (folder / ".hidden").unlink()
    assert _restore(copied.backup, folder).status == 0
    assert "not empty" in _refused(copied.backup, folder)


def test_a_file_that_was_cut_off(copied: Copied, tmp_path: Path) -> None:
    content = copied.backup.read_bytes()
    short = tmp_path / "short"
    for length in (0, 1, 100, 4096, len(content) // 2, len(content) - backup.LAST_LINE_BYTES, len(content) - 1):
        short.write_bytes(content[:length])
        assert "last line is missing" in _refused(short, tmp_path / "house")
    # Somebody puts the last line back.
    short.write_bytes(content[: len(content) // 2] + content[-backup.LAST_LINE_BYTES :])
    assert "altered" in _refused(short, tmp_path / "house")
    assert not (tmp_path / "house").exists()


def test_a_file_that_was_altered(copied: Copied, tmp_path: Path) -> None:
    content = copied.backup.read_bytes()
    changed = tmp_path / "changed"
    for place in (0, 20, 68, 5000, len(content) // 2, len(content) - backup.LAST_LINE_BYTES - 1, len(content) - 2):
        changed.write_bytes(content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :])
        assert str(changed) in _refused(changed, tmp_path / "house")
    changed.write_bytes(content + b"more")
    assert "its last line" in _refused(changed, tmp_path / "house")


def test_a_house_that_does_not_follow(copied: Copied, tmp_path: Path) -> None:
    def richer(connection: sqlite3.Connection) -> None:
        connection.execute("UPDATE balances SET amount = amount + 1 WHERE account LIKE 'wallet:%'")

    def other_line(connection: sqlite3.Connection) -> None:
        connection.execute("UPDATE journal SET line = line || ' ' WHERE stream = 'house' AND number = 3")

    assert "does not follow: balances" in _refused(_signed(copied.backup, tmp_path / "a", richer), tmp_path / "house")
    line = _refused(_signed(copied.backup, tmp_path / "b", other_line), tmp_path / "house")
    assert "does not follow: house, entry 3" in line


def test_a_newer_house(copied: Copied, tmp_path: Path) -> None:
    newer = _signed(copied.backup, tmp_path / "newer", lambda each: each.execute("PRAGMA user_version = 999"))
    assert "newer version" in _refused(newer, tmp_path / "house")
    (tmp_path / "house").mkdir()
    with closing(sqlite3.connect(tmp_path / "house" / FILE)) as connection:
        connection.execute(f"PRAGMA application_id = {OURS}")
        connection.execute("PRAGMA user_version = 999")
    assert "newer version" in _one_line(_backup(tmp_path / "house", tmp_path / "file"))


def test_files_that_are_no_backup(copied: Copied, tmp_path: Path) -> None:
    other = _signed(copied.backup, tmp_path / "other", lambda each: each.execute("PRAGMA application_id = 7"))
    assert "another program" in _refused(other, tmp_path / "house")
    text = tmp_path / "text"
    text.write_text("nothing of the kind\n")
    assert "not a backup" in _refused(text, tmp_path / "house")
    content = text.read_bytes()
    text.write_bytes(content + backup_file.TITLE + hashlib.sha256(content).hexdigest().encode() + b"\n")
    assert "not a database" in _refused(text, tmp_path / "house")
    assert "not a backup" in _refused(copied.house / FILE, tmp_path / "house")
    assert "missing" in _refused(tmp_path / "missing", tmp_path / "house")
    assert "this is a folder" in _refused(tmp_path, tmp_path / "house")


def test_a_key_that_does_not_fit(copied: Copied, tmp_path: Path) -> None:
    key = tmp_path / "key"
    key.write_bytes(b"short")
    assert "5 bytes" in _refused(copied.backup, tmp_path / "house", "--key", str(key))
    key.write_bytes(os.urandom(KEY_BYTES))
    assert "the house key" in _refused(copied.backup, tmp_path / "house", "--key", str(key))
    key.unlink()
    assert "key" in _refused(copied.backup, tmp_path / "house", "--key", str(key))


def test_no_server_starts_in_a_folder_that_is_being_filled(
    copied: Copied, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, judged, said = tmp_path / "house", backup._judged, []

    def meanwhile(part: Path, name: Path) -> Inspection:
        said.append(in_this_process("serve", "--data", str(folder), "--port", "0"))
        return judged(part, name)

    monkeypatch.setattr(backup, "_judged", meanwhile)
    assert _restore(copied.backup, folder).status == 0
    assert "another server" in _one_line(said[0])


def test_a_copy_of_the_backup_is_as_good(copied: Copied, tmp_path: Path) -> None:
    (tmp_path / "house").mkdir()
    moved = Path(shutil.copy(copied.backup, tmp_path / "another name.db"))
    assert _restore(moved, tmp_path / "house").status == 0
