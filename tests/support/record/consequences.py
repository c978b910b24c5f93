"""What follows from a record by the rules that are here, in words that are kept beside it for ever."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from croupier.games.money import dollars
from croupier.games.position import Settled
from croupier.record import read
from croupier.record.audits.audit import auditor
from croupier.record.journals.journal import FIRST_LINE, read_journal
from croupier.record.text.notation import Statement, stated_line


def follows(text: str) -> dict[str, Any]:
    """Every settlement, and what is left in the end; of a journal every account of its ledger, too."""
    is_journal = text.startswith(f"# {FIRST_LINE} ")
    if is_journal and not _has_acts(text):
        return {"ledger": _ledger(text)}
    return _played(text) | ({"ledger": _ledger(text)} if is_journal else {})


def _has_acts(text: str) -> bool:
    return "\ngame " in text


def _played(text: str) -> dict[str, Any]:
    record = read(text)
    table: Any = record.header.table()
    settled: list[str] = []
    told: tuple[Any, ...] = table.settled
    acts = 0
    for entry in record.entries:
        if isinstance(entry, Statement):
            continue
        table = table.play(entry.act)
        acts += 1
        if table.settled is not told and table.settled != told:
            settled += [f"{acts}: {_words(line)}" for line in table.settled if line not in told]
        told = table.settled
    return {"acts": acts, "settled": settled} | _left(table)


def _words(line: Any) -> str:
    """One settlement to the letter: who, on what, how it ended, by which rule."""
    reason = line.reason if isinstance(line, Settled) else ""
    return stated_line(line).removeprefix("= ") + (f", {reason}" if reason else "")


def _left(table: Any) -> dict[str, Any]:
    """What everybody holds, and what the house has won."""
    general = getattr(table, "general", None)
    if general is None:
        return {}
    purses = {purse.player: f"{dollars(purse.value)} and {dollars(purse.colour)}" for purse in general.purses}
    return {"purses": purses, "house": dollars(general.house), "round": table.round, "step": table.step}


def _ledger(text: str) -> dict[str, Any]:
    """The journal judged anew, entry by entry, with all that it moved. Raises where one does not follow."""
    journal = read_journal(text)
    following = auditor(journal.stream)
    accounts: dict[str, int] = defaultdict(int)
    for number, entry in enumerate(journal.entries):
        for moved in following.add(entry, number).moved:
            accounts[moved.debit] -= moved.amount
            accounts[moved.credit] += moved.amount
    following.end()
    report = following.report()
    counts = {name: getattr(report, name) for name in ("entries", "rounds", "draws", "transfers")}
    return counts | {"hash": journal.entries[-1].hash.hex(), "accounts": dict(sorted(accounts.items()))}
