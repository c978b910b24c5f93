"""The ledger as an inspector reads it: every account with its balance, every transfer of an account or of a journal."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial
from typing import Annotated

from litestar import get
from litestar.params import QueryParameter
from litestar.response import Stream
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from croupier.floor.casino import Casino
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.keeping.export import BALANCE_COLUMNS, TRANSFER_COLUMNS, in_dollars
from croupier.floor.people.accounts import is_storable
from croupier.floor.people.ids import is_person_id
from croupier.floor.people.sign_in.sign_ins import Visitor
from croupier.floor.store.engines.sqlite_file import suspecting
from croupier.floor.store.port import Connection
from croupier.record.journals.journal import stamp_of
from croupier.record.journals.ledger import currency_of
from croupier.record.text.moments import utc
from croupier.serve.routes.inspection.inspector import INSPECTORS, IS_CHIPS, KINDS, OF_KIND, bounds_of
from croupier.serve.security.errors import Problem
from croupier.serve.views.lists import CSV, Row, csv_pages

MOST_ACCOUNTS = MOST_TRANSFERS = 500
SCANNED = 200_000
"""Transfers that one request looks through: those of one account lie among those of all others."""
LONGEST = 200
_LARGEST = 2**53

Words = Annotated[str, QueryParameter(max_length=LONGEST)]
MostAccounts = Annotated[int, QueryParameter(name="most", ge=1, le=MOST_ACCOUNTS)]
MostTransfers = Annotated[int, QueryParameter(name="most", ge=1, le=MOST_TRANSFERS)]
Number = Annotated[int, QueryParameter(ge=0, le=_LARGEST)]

_LIKE = r"(lower(account) LIKE lower(?) ESCAPE '\' OR account LIKE ? ESCAPE '\')"
"""Not every database takes capitals for small letters by itself."""
_SUMS = f"""SELECT count(*), coalesce(sum(CASE WHEN {IS_CHIPS} THEN 0 ELSE amount END), 0),
    sum(CASE WHEN {IS_CHIPS} THEN amount END) FROM balances"""  # noqa: S608  our own words
_PARTS = "SELECT stream, number, part, debit, credit, amount FROM transfers"
_AFTER = f"{_PARTS} WHERE (stream, number, part) > (?, ?, ?) ORDER BY stream, number, part LIMIT ?"
_LINE = "SELECT line FROM journal WHERE stream = ? AND number = ?"
_OF_ACCOUNT = f"SELECT * FROM ({_AFTER}) AS looked_at WHERE debit = ? OR credit = ? LIMIT ?"  # noqa: S608  likewise
_LAST_SEEN = (
    f"SELECT stream, number, part FROM ({_AFTER}) AS looked_at"  # noqa: S608  likewise
    " ORDER BY stream DESC, number DESC, part DESC LIMIT 1"
)
_OF_JOURNAL = (
    f"{_PARTS} WHERE stream = ? AND number >= ? AND number <= ? AND (number, part) > (?, ?)"
    " ORDER BY number, part LIMIT ?"
)


# Accounts

_ABOUT = {"about": str, "kind": str}


class AccountShown(Struct, frozen=True):
    account: str
    cents: int
    currency: str
    """Money, or tournament chips; nothing is ever changed from one into the other."""
    person: str
    """Whose it is; empty where it is the house's, or a table's."""


class Accounts(Struct, frozen=True):
    accounts: tuple[AccountShown, ...]
    count: int
    """Of all that were asked for, on other pages too."""
    total: int
    """What those hold together that are kept in money, in cents: nothing, where all of the house's are asked for."""
    chips: int | None
    """What those hold together that are kept in tournament chips, which are no money; null where there are none."""
    names: dict[str, str]
    next: str | None
    """Ask again with `after` for those that follow."""


def _person_of(account: str) -> str:
    return next((part for part in account.split(":") if is_person_id(part)), "")


def _pattern(about: str) -> str:
    for letter in ("\\", "%", "_"):
        about = about.replace(letter, f"\\{letter}")
    return f"%{about}%"


class _Wanted(Struct, frozen=True):
    """Which accounts are asked for: a condition, and what its marks stand for."""

    condition: str
    marks: tuple[str, ...]

    def page(self, connection: Connection, after: str, most: int) -> list[tuple[str, int]]:
        sql = f"SELECT account, amount FROM balances WHERE {self.condition} AND account > ? ORDER BY account LIMIT ?"  # noqa: S608
        return connection.execute(sql, (*self.marks, after, most)).fetchall()

    def sums(self, connection: Connection) -> tuple[int, int, int | None]:
        """How many they are, and what they hold in money, and in chips."""
        count, money, chips = connection.execute(f"{_SUMS} WHERE {self.condition}", self.marks).fetchone()
        return int(count), int(money), None if chips is None else int(chips)


async def _wanted(casino: Casino, about: str, kind: str) -> _Wanted:
    """
    The words are a part of an account's name, or a person's name, by whose id accounts are called: both are looked for,
    so that nobody hides accounts by what she is called.
    """
    about = about.strip()
    if not is_storable(about):
        raise Problem(400, HouseRule.BAD_SEARCH.refusal("account"))
    found = await casino.people.accounts.called(about) if about else None
    like = _LIKE, (_pattern(about), _pattern(about if found is None else found.id))
    if not kind:
        return _Wanted(*like)
    if kind not in KINDS:
        raise Problem(400, HouseRule.BAD_SEARCH.refusal("kind", kinds=", ".join(KINDS)))
    return _Wanted(f"{like[0]} AND {OF_KIND}", (*like[1], *bounds_of(kind)))


async def _note_look(casino: Casino, who: Visitor, words: str) -> None:
    """Whose money staff look at stands in the house's journal, as where they look at somebody's account."""
    named = await casino.people.accounts.called(words) if is_storable(words) else None
    about = _person_of(words) if named is None else named.id
    if about and await casino.people.accounts.person(about) is not None:
        await casino.book.note_staff(who.person.id, f"looks at the money of {about}")


@get("/api/v1/audit/accounts", who=INSPECTORS, gives=Accounts, query={**_ABOUT, "after": str, "most": int})
async def accounts(  # noqa: PLR0917  as many as the address has
    casino: Casino, person: Visitor, about: Words = "", kind: Words = "", after: Words = "", most: MostAccounts = 200
) -> Accounts:
    """
    Accounts with their balances: all, or those in whose name the words stand; a person's by the person's name. A kind
    has the accounts that `/api/v1/audit` counts under it.
    """
    wanted = await _wanted(casino, about, kind)
    await _note_look(casino, person, about.strip())
    beyond = after if is_storable(after) else ""

    def read(connection: Connection) -> tuple[list[tuple[str, int]], tuple[int, int, int | None]]:
        return wanted.page(connection, beyond, most + 1), wanted.sums(connection)

    rows, (count, total, chips) = await casino.store.read(suspecting(read))
    shown = tuple(_account(*row) for row in rows[:most])
    names = await casino.people.accounts.names({each.person for each in shown} - {""})
    return Accounts(shown, count, total, chips, names, shown[-1].account if len(rows) > most else None)


def _account(account: str, cents: int) -> AccountShown:
    return AccountShown(account, int(cents), currency_of(account), _person_of(account))


# Transfers


class TransferShown(Struct, frozen=True):
    journal: str
    number: int
    """The entry that moved it."""
    part: int
    time: int
    """Of that entry; 0 where it is gone, or cannot be read."""
    debit: str
    """The account that gives."""
    credit: str
    """The account that takes."""
    cents: int


class Transfers(Struct, frozen=True):
    transfers: tuple[TransferShown, ...]
    """In the order of journals, and of their entries."""
    names: dict[str, str]
    next: str | None
    """Ask again with `after` to look further: there may be more, and there may be none on a page in between."""


class _Place(Struct, frozen=True, order=True):
    """A transfer's place among all."""

    stream: str = ""
    number: int = -1
    part: int = -1

    def __str__(self) -> str:
        return f"{self.stream} {self.number} {self.part}"


def _read_place(text: str) -> _Place:
    match text.split(" "):
        case [""]:
            return _Place()
        case [stream, number, part] if number.isdecimal() and part.isdecimal() and is_storable(stream):
            return _Place(stream, min(int(number), _LARGEST), min(int(part), _LARGEST))
        case _:
            raise Problem(400, HouseRule.BAD_SEARCH.refusal("after"))


_Found = tuple[list[TransferShown], _Place | None]
"""The transfers, and from where to look further."""


def _of_account(connection: Connection, account: str, after: _Place, most: int) -> _Found:
    scanned = (after.stream, after.number, after.part, SCANNED)
    rows = connection.execute(_OF_ACCOUNT, (*scanned, account, account, most)).fetchall()
    found = [_transfer(connection, row) for row in rows]
    if len(found) == most:
        return found, _place(found[-1])
    last = connection.execute(_LAST_SEEN, scanned).fetchone()
    more = last is not None and connection.execute(_AFTER, (*last, 1)).fetchone() is not None
    return found, _Place(*last) if more else None


def _of_journal(connection: Connection, span: tuple[str, int, int], after: _Place, most: int) -> _Found:
    rows = connection.execute(_OF_JOURNAL, (*span, after.number, after.part, most + 1)).fetchall()
    found = [_transfer(connection, row) for row in rows[:most]]
    return found, _place(found[-1]) if len(rows) > most else None


def _place(transfer: TransferShown) -> _Place:
    return _Place(transfer.journal, transfer.number, transfer.part)


def _transfer(connection: Connection, row: tuple[str, int, int, str, str, int]) -> TransferShown:
    stream, number, part, debit, credit, amount = row
    line = connection.execute(_LINE, (stream, number)).fetchone()
    stamp = None if line is None else stamp_of(line[0])
    return TransferShown(stream, number, part, 0 if stamp is None else stamp.time, debit, credit, amount)


async def _looked_up(casino: Casino, account: str, span: tuple[str, int, int], after: _Place, most: int) -> _Found:
    if not account and not span[0]:
        raise Problem(400, HouseRule.ACCOUNT_OR_JOURNAL.refusal())
    if not is_storable(account + span[0]):
        raise Problem(400, HouseRule.BAD_SEARCH.refusal())
    if account:
        return await casino.store.read(suspecting(lambda connection: _of_account(connection, account, after, most)))
    return await casino.store.read(suspecting(lambda connection: _of_journal(connection, span, after, most)))


_QUERY = {"account": str, "journal": str, "first": int, "last": int}


@get("/api/v1/audit/transfers", who=INSPECTORS, gives=Transfers, query={**_QUERY, "after": str, "most": int})
async def transfers(  # noqa: PLR0917  as many as the address has
    casino: Casino,
    person: Visitor,
    account: Words = "",
    journal: Words = "",
    first: Number = 0,
    last: Number = _LARGEST,
    after: Words = "",
    most: MostTransfers = 200,
) -> Transfers:
    """What moved: all transfers of an account, or those of some entries of a journal, such as a round."""
    span = journal, first, last
    found, place = await _looked_up(casino, account, span, _read_place(after), most)
    await _note_look(casino, person, account)
    people = {_person_of(each) for transfer in found for each in (transfer.debit, transfer.credit)}
    names = await casino.people.accounts.names(people - {""})
    return Transfers(tuple(found), names, None if place is None else str(place))


# Lists


@get("/api/v1/audit/lists/accounts", who=INSPECTORS, gives=CSV, query=_ABOUT, noted="exports the list of accounts")
async def accounts_list(casino: Casino, about: Words = "", kind: Words = "") -> Stream:
    """The same accounts as a CSV file, as `croupier export` writes them."""
    wanted = await _wanted(casino, about, kind)

    async def pages() -> AsyncIterator[list[Row]]:
        yield [BALANCE_COLUMNS]
        before, after = "", ""
        while rows := await casino.store.read(suspecting(partial(wanted.page, after=after, most=MOST_ACCOUNTS))):
            before, after = after, rows[-1][0]
            if after <= before:
                return  # a name whose letters are none is read as another, that comes before it
            yield [(account, in_dollars(amount)) for account, amount in rows]

    return csv_pages("accounts", pages())


@get("/api/v1/audit/lists/transfers", who=INSPECTORS, gives=CSV, query=_QUERY, noted="exports the list of transfers")
async def transfers_list(
    casino: Casino, account: Words = "", journal: Words = "", first: Number = 0, last: Number = _LARGEST
) -> Stream:
    """The same transfers as a CSV file, as `croupier export` writes them."""
    span = journal, first, last
    # What cannot be asked for is refused before the file begins.
    begun = await _looked_up(casino, account, span, _Place(), MOST_TRANSFERS)

    async def pages() -> AsyncIterator[list[Row]]:
        yield [TRANSFER_COLUMNS]
        (found, place), before = begun, _Place()
        while True:
            yield [_row(each) for each in found]
            if place is None or place <= before:  # as above
                return
            before = place
            found, place = await _looked_up(casino, account, span, place, MOST_TRANSFERS)

    return csv_pages("transfers", pages())


def _row(each: TransferShown) -> Row:
    time = utc(each.time) if each.time else ""
    return each.journal, each.number, each.part, time, each.debit, each.credit, in_dollars(each.cents)


ROUTES: list[ControllerRouterHandler] = [accounts, transfers, accounts_list, transfers_list]
