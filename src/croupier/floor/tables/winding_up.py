"""A table that this version cannot go on with, wound up by the ledger alone: its open round is void, all get theirs.

The rules that the table was opened under are not here, so nothing can be settled. What was moved over the layout since
it last lay empty is moved back, and every stack goes to its owner's wallet. Of a tournament everybody gets back what he
has put into its funds and not had since; its chips are worth nothing outside, and so its tables leave nothing behind.
"""

from __future__ import annotations

from collections import defaultdict

from croupier.floor.store.port import Connection
from croupier.floor.store.statements import held
from croupier.record.house_journal.house import covered, fund_accounts, given_back, paid_out, unwound
from croupier.record.journals.journal import HOUSE_STREAM
from croupier.record.journals.ledger import HOUSE, layout

_TRANSFERS = "SELECT debit, credit, amount FROM transfers WHERE stream = ? ORDER BY number, part"
_BY_THE_HOUSE = (
    "SELECT debit, credit, amount FROM transfers WHERE stream = ? AND (debit = ? OR credit = ?) ORDER BY number, part"
)
_OF_TABLES = (
    "SELECT account FROM balances WHERE amount > 0 AND "
    "(account > 'stack:' AND account < 'stack;' OR account > 'layout:' AND account < 'layout;')"
)
_STACKS = "SELECT account, amount FROM balances WHERE account >= ? AND account < ? AND amount > 0 ORDER BY account"


def unsettled(connection: Connection) -> list[str]:
    """The tables at which something lies that is somebody's."""
    return sorted({account.split(":")[1] for (account,) in connection.execute(_OF_TABLES).fetchall()})


def notes(connection: Connection, table: str) -> list[str]:
    """The lines of the house's journal that wind the table up, each with the money that it stands for."""
    back = _over_the_layout(connection, table)
    # First what comes to the layout, so that nothing leaves it before.
    lines = [unwound(account, table, amount) for account, amount in sorted(back.items(), key=lambda each: each[1])]
    stacks = _stacks(connection, table)
    for account, amount in back.items():
        if account.startswith("stack:"):
            stacks[account] += amount
    paid = [paid_out(account, amount) for account, amount in sorted(stacks.items()) if amount]
    funds = [
        line for fund, account in fund_accounts(table).items() for line in _of_fund(connection, table, fund, account)
    ]
    return [*lines, *paid, *funds]


def _of_fund(connection: Connection, tournament: str, fund: str, account: str) -> list[str]:
    """People first; what is left goes to the house, and what is missing comes from it."""
    net: dict[str, int] = defaultdict(int)
    for debit, credit, amount in connection.execute(_TRANSFERS, (tournament,)).fetchall():
        if credit == account:
            net[debit] += amount
        elif debit == account:
            net[credit] -= amount
    left = held(connection, account)
    due = {each: amount for each, amount in sorted(net.items()) if amount > 0 and each != HOUSE} if left else {}
    rest = left - sum(due.values())
    lines = [covered(tournament, fund, -rest)] if rest < 0 else []
    lines += [given_back(each, tournament, fund, amount) for each, amount in due.items()]
    return [*lines, given_back(HOUSE, tournament, fund, rest)] if rest > 0 else lines


def _over_the_layout(connection: Connection, table: str) -> dict[str, int]:
    """What each account has put on the layout since it last lay empty, less what it has had from it."""
    lying, total = layout(table), 0
    net: dict[str, int] = defaultdict(int)
    for debit, credit, amount in connection.execute(_TRANSFERS, (table,)).fetchall():
        if credit == lying:
            net[debit] += amount
            total += amount
        elif debit == lying:
            net[credit] -= amount
            total -= amount
        if total == 0:
            net.clear()
    # What the house has moved back already, when the table was taken away: something may have come there after that.
    for debit, credit, amount in connection.execute(_BY_THE_HOUSE, (HOUSE_STREAM, lying, lying)).fetchall():
        account, moved = (debit, amount) if credit == lying else (credit, -amount)
        net[account] += moved
    return {account: amount for account, amount in net.items() if amount}


def _stacks(connection: Connection, table: str) -> dict[str, int]:
    first = f"stack:{table}:"
    found = connection.execute(_STACKS, (first, f"stack:{table};")).fetchall()
    return defaultdict(int, found)
