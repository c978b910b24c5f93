"""A house of several workers, seen from outside: their processes, their leases, and what `verify` says of it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import psycopg

from tests.support.process import in_this_process

WORKERS = ("--workers", "2")


def workers_of(parent: int) -> list[int]:
    return [int(pid) for pid in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def signed_on(url: str) -> set[str]:
    """The workers whose sign-on holds; one that was killed is among them for some seconds yet."""
    with psycopg.connect(url) as connection:
        sql = "SELECT id FROM workers WHERE until > extract(epoch FROM clock_timestamp()) * 1000"
        return {id for (id,) in connection.execute(sql.encode()).fetchall()}


def at_work(url: str) -> int:
    return len(signed_on(url))


def verified(folder: Path, url: str, told: Mapping[tuple[str, int], str]) -> None:
    """Every journal, balance and seal follows; and so does the hash of every entry that anybody was told of."""
    receipts = folder.parent / "receipts"
    receipts.write_text("".join(f"{table} {number} {hash}\n" for (table, number), hash in told.items()))
    ended = in_this_process("verify", str(folder), "--database", url, "--receipts", str(receipts), "--json")
    assert ended.status == 0, ended.out
    checked = ended.document["checked"]
    assert (checked["total"], checked["receipts"]) == (0, len(told))
