"""Lines of a journal, the transfers of an act and the notes of the house: written, read, and true to one another."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier import BuyColour, BuyIn, CashOut, Chips, Favour, Position
from croupier.games.acts import Act
from croupier.games.people import Actor, Role
from croupier.record import Unreadable, read, replay
from croupier.record.house_journal import house
from croupier.record.journals.journal import (
    HOUSE_STREAM,
    KEY,
    Journal,
    Stamp,
    Written,
    entry_text,
    exported,
    first_hash,
    first_text,
    hash_after,
    next_hash,
    read_entry,
    read_first,
    read_journal,
    read_stamp,
)
from croupier.record.journals.ledger import HOUSE, Transfer, float_of, kept, layout, may_owe, stack, transfers, wallet
from croupier.record.text.forms import FORMS, Mismatch, read_act
from croupier.record.text.notation import act_line
from tests.support.project import ROOT
from tests.support.record.honest_journals import GAMES, Writer, house_rows
from tests.support.record.record_texts import LINES
from tests.support.rules.games import GAMES as LAYOUT_GAMES
from tests.support.rules.games import Played
from tests.support.rules.random_blackjack import drawn_act, opened
from tests.support.rules.random_play import moves, seated, setups

HEX = "0123456789abcdef"
LATEST = 4_000_000_000
NOTES = (
    "",
    "tables made",
    "grant 1000 to p7",
    "forfeit 12.50 of p7",
    "claim 3 by p7",
    "role dealer of p7",
    "a-b: c, é 裁",
)


def _hex(length: int) -> st.SearchStrategy[str]:
    return st.one_of(st.just(""), st.text(HEX, min_size=length, max_size=length))


def stamps(notes: tuple[str, ...] = ("",)) -> st.SearchStrategy[Stamp]:
    return st.builds(
        Stamp,
        number=st.integers(0, 10**18 - 1),
        time=st.integers(0, LATEST),
        note=st.sampled_from(notes),
        key=st.one_of(st.just(""), st.from_regex(KEY, fullmatch=True)),
        nonce=_hex(32),
        closes=st.one_of(st.none(), st.integers(0, LATEST)),
        reveal=_hex(128),
        seal=_hex(64),
    )


@cache
def acts() -> tuple[tuple[str, Act], ...]:
    """Acts of every game: those of the notation's own tests, and of every record that is kept as a file."""
    files = [*(ROOT / "examples").glob("*.txt"), *(ROOT / "tests" / "blackjack" / "rounds").glob("*.txt")]
    records = [read(path.read_text("utf-8")) for path in sorted(files)]
    filed = [(record.header.game, act) for record in records for act in record.acts]
    return tuple(dict.fromkeys((*((line.game, line.act) for line in LINES), *filed)))


# Lines


@given(stamps(NOTES))
def test_a_stamp_is_read_as_it_was_written(stamp: Stamp) -> None:
    assert read_stamp(str(stamp)) == ("", stamp)
    entered = read_entry("roulette", str(stamp))
    assert (entered.act, entered.stamp) == (None, stamp)


@given(data=st.data())
def test_an_act_of_any_game_is_read_as_it_was_written(data: st.DataObject) -> None:
    game, act = data.draw(st.sampled_from(acts()))
    stamp = data.draw(stamps())
    entered = read_entry(game, entry_text(game, act, stamp))
    assert (entered.act, entered.stamp) == (act, stamp)


def test_every_game_is_among_them() -> None:
    assert {game for game, _ in acts()} == set(FORMS)


def test_all_acts_that_are_known_are_read_with_a_stamp_behind_them() -> None:
    stamp = Stamp(number=12, time=1_794_700_800, key="k-1", nonce="00" * 16, reveal="1" * 128, seal="2" * 64)
    for game, act in acts():
        assert read_entry(game, entry_text(game, act, stamp)).act == act


REASONS = (
    "a # b",
    "#",
    "# 3",
    "x # 3 2026-11-15T08:09:10Z",
    "# 3 2026-11-15T08:09:10Z key k seal " + "0" * 64,
    "he said: hash " + "0" * 64,
    "because because",
    "é # 裁定 \u2028 #",
)


@pytest.mark.parametrize("reason", REASONS)
def test_a_reason_may_look_like_a_stamp(reason: str) -> None:
    act = Favour("ana", Position("red"), reason)
    stamp = Stamp(number=12, time=1_794_700_800, key="k")
    text = entry_text("roulette", act, stamp)
    entered = read_entry("roulette", text)
    assert (entered.act, entered.stamp) == (act, stamp)
    hash = bytes(range(32))
    first = Written(first_text(Stamp(number=0, time=0), "croupier 1\ngame roulette\nminimum 5\nmaximum 10"), hash)
    lines = "".join(exported("t-1", [first, Written(text, hash)]))
    assert read(lines).acts == (act,)
    assert read_journal(lines).entries[1] == Written(text, hash)


@given(st.text(st.characters(exclude_characters="\n\r", exclude_categories=["Cs"]), min_size=1, max_size=60), stamps())
def test_any_reason_at_all(reason: str, stamp: Stamp) -> None:
    act = Favour("ana", Position("red"), reason.strip() or "x")
    assert read_entry("roulette", entry_text("roulette", act, stamp)).act == act


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ana: buy in 5",
        "# 3",
        "# 03 2026-11-15T08:09:10Z",
        "# 3 2026-11-15T08:09:10",
        "# 3 2026-13-15T08:09:10Z",
        "# 3 2026-11-15T25:09:10Z",
        "# 3 2026-11-15T08:09:10Z ",
        "# 3 2026-11-15T08:09:10Z Key",
        "ana: dances # 3 2026-11-15T08:09:10Z",
        "ana # 3 2026-11-15T08:09:10Z",
        "ana: buy in 5# 3 2026-11-15T08:09:10Z",
    ],
)
def test_what_is_no_entry_is_said_to_be_none(text: str) -> None:
    with pytest.raises(ValueError, match=r"[Ee]xpected"):
        read_entry("roulette", text)


@pytest.mark.parametrize("words", ["key", "seal 12", f"seal {'0' * 64} seal {'0' * 64}", f"seal {'0' * 64} nonce 12"])
def test_what_is_no_part_of_a_stamp_is_a_note(words: str) -> None:
    """So that nothing is lost; an audit asks no further of a note that begins with a stamp's own words."""
    _, stamp = read_stamp(f"# 3 2026-11-15T08:09:10Z {words}")
    assert stamp.note == words.removesuffix(f" seal {'0' * 64}")


def test_the_first_entry_has_the_header_below_it() -> None:
    stamp = Stamp(number=0, time=7, seal="0" * 64)
    assert read_first(first_text(stamp, "croupier 1\ngame roulette")) == (stamp, "croupier 1\ngame roulette")
    for text in ("ana: buy in 5 # 0 2026-11-15T08:09:10Z\nx", "# 1 2026-11-15T08:09:10Z\nx", "x"):
        with pytest.raises(ValueError, match="entry"):
            read_first(text)


# The chain


def test_hashes_as_anybody_can_compute_them() -> None:
    first = hashlib.sha256("croupier journal 1\nt-1\nerste Zeile: é".encode()).digest()
    assert first_hash("t-1", "erste Zeile: é") == hash_after("t-1", None, "erste Zeile: é") == first
    second = hashlib.sha256(first + "裁".encode()).digest()
    assert next_hash(first, "裁") == hash_after("t-1", first, "裁") == second


# A journal as a file


@pytest.mark.parametrize(("game", "sealed"), tuple(product(GAMES, (True, False))))
def test_what_reads_records_reads_exported_journals(game: str, *, sealed: bool) -> None:
    writer = Writer(game, sealed=sealed, seed=5).go_on(80)
    text = "".join(exported(writer.stream, writer.written))
    record = read(text)
    assert record.acts == tuple(row.act for row in writer.rows if row.act is not None)
    played = replay(record)
    assert played.is_in_order
    assert played.table == writer.state
    assert read_journal(text) == Journal(writer.stream, tuple(writer.written))


def test_the_house_journal_as_a_file() -> None:
    entries = [row.written for row in house_rows()]
    assert read_journal("".join(exported(HOUSE_STREAM, entries))) == Journal(HOUSE_STREAM, tuple(entries))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("croupier 1\n", 1),
        ("# croupier journal 2 of t-1\n", 1),
        ("# croupier journal 1 of two words\n", 1),
        ("# croupier journal 1 of t-1\n\n", 2),
        ("# croupier journal 1 of t-1\ncroupier 1\n", 2),
        ("# croupier journal 1 of t-1\n# 0 x hash " + "0" * 64 + "\n# 1 x hash " + "0" * 64 + "\nx\n", 4),
    ],
)
def test_what_is_no_journal_is_named_by_its_line(text: str, line: int) -> None:
    with pytest.raises(Unreadable) as unreadable:
        read_journal(text)
    assert unreadable.value.faults[0].line == line


# Reading fast is reading the same


def _slowly(game: str, text: str, at: int) -> Any:
    """The first of all forms that fits, or the fault of the one that fits furthest."""
    furthest: Mismatch | None = None
    for form in FORMS[game].values():
        try:
            return form.kind, form.read(text, at)
        except Mismatch as mismatch:
            if furthest is None or mismatch.at > furthest.at:
                furthest = mismatch
    assert furthest is not None
    return (at, "an act of this game") if furthest.at == at else (furthest.at, furthest.expected)


def _as_read(game: str, text: str, at: int) -> Any:
    try:
        return read_act(tuple(FORMS[game].values()), text, at)
    except Mismatch as mismatch:
        return mismatch.at, mismatch.expected


@given(data=st.data())
def test_the_first_word_leads_to_the_same_form(data: st.DataObject) -> None:
    game, act = data.draw(st.sampled_from(acts()))
    line = act_line(game, act)
    start = line.index(": ") + 2
    place = data.draw(st.integers(start, len(line)))
    put = data.draw(st.sampled_from(("", " ", ",", "x", " for bo", "pay", "0")))
    for text in (line, line[:place] + put + line[place + 1 :], line[:place], line + put):
        assert _as_read(game, text, min(start, len(text))) == _slowly(game, text, min(start, len(text)))


# The ledger


class Books:
    """Balances, from transfers alone."""

    def __init__(self) -> None:
        self.held: dict[str, int] = defaultdict(int)

    def post(self, moved: tuple[Transfer, ...]) -> None:
        for each in moved:
            assert each.amount > 0
            assert each.debit != each.credit
            self.held[each.debit] -= each.amount
            self.held[each.credit] += each.amount
        assert sum(self.held.values()) == 0
        wrong = {account: amount for account, amount in self.held.items() if amount < 0 and not may_owe(account)}
        assert all(account.startswith("wallet:") for account in wrong), wrong

    def assert_shows(self, table: Any) -> None:
        """What the table says of itself: every purse, the house's gain, and what lies there."""
        due = {stack("t", purse.player, kind): purse.holds(kind) for purse in table.general.purses for kind in Chips}
        due[float_of("t")] = table.general.house
        mine = {account: amount for account, amount in self.held.items() if account.startswith(("stack:", "float:"))}
        assert {account: amount for account, amount in mine.items() if amount} == {
            account: amount for account, amount in due.items() if amount
        }
        brought = -sum(amount for account, amount in self.held.items() if account.startswith(("wallet:", "held:")))
        assert self.held[layout("t")] == brought - sum(due.values())


def _played(books: Books, table: Any, *played: Act) -> Any:
    for act in played:
        after = table.play(act)
        moved = transfers("t", table, act, after)
        assert any(
            each.debit.startswith("wallet:") or each.credit.startswith("wallet:") for each in moved
        ) == isinstance(act, BuyIn | CashOut), act
        books.post(moved)
        books.assert_shows(after)
        table = after
    return table


@pytest.mark.parametrize("game", LAYOUT_GAMES, ids=str)
@given(data=st.data())
def test_transfers_tell_all_that_a_layout_game_moves(game: Played, data: st.DataObject) -> None:
    start = seated(data.draw(setups(game)))
    books = Books()
    for purse in start.general.purses:  # they are there already: what they hold came from their wallets
        for kind in Chips:
            if purse.holds(kind):
                books.post((Transfer(wallet(purse.player), stack("t", purse.player, kind), purse.holds(kind)),))
    for before, act, _after in moves(data, game, start, 20):
        _played(books, before, act)


@given(st.data())
def test_transfers_tell_all_that_blackjack_moves(data: st.DataObject) -> None:
    start, first = opened(data)
    books = Books()
    table = _played(books, start, *first)
    for _ in range(data.draw(st.integers(0, 30))):
        table = _played(books, table, drawn_act(data, table))


@pytest.mark.parametrize(("game", "sealed"), tuple(product(GAMES, (True, False))))
def test_transfers_of_whole_rounds(game: str, *, sealed: bool) -> None:
    writer = Writer(game, "t", sealed=sealed, seed=9).go_on(150)
    books = Books()
    for row in writer.rows:
        books.post(row.moved)
    books.assert_shows(writer.state)


def test_what_a_few_acts_move() -> None:
    writer = Writer("roulette", "t-1")
    writer.play(BuyIn("pana", 200_00))
    writer.play(BuyColour("pana", writer.state.general.colours[0], 1_00, 50_00))
    value, colour = stack("t-1", "pana", Chips.VALUE), stack("t-1", "pana", Chips.COLOUR)
    assert (value, colour) == ("stack:t-1:pana:value", "stack:t-1:pana:colour")
    assert writer.rows[1].moved == (Transfer("wallet:pana", value, 200_00),)
    assert writer.rows[2].moved == (Transfer(value, colour, 50_00),)
    writer.play(CashOut("pana", 150_00))
    assert writer.rows[3].moved == (Transfer(value, "wallet:pana", 150_00),)


def test_who_may_owe() -> None:
    assert may_owe(HOUSE)
    assert may_owe(float_of("t-1"))
    for account in (wallet("p7"), kept("p7"), layout("t-1"), stack("t-1", "p7", Chips.VALUE)):
        assert not may_owe(account)


# The house's notes

_PERSON = st.from_regex(r"p[a-z2-7]{12}", fullmatch=True)
_AMOUNT = st.integers(1, 10**12)


@given(_PERSON, _AMOUNT)
def test_notes_of_money_are_read_as_they_were_written(person: str, amount: int) -> None:
    assert house.money_of(house.grant(person, amount)) == (Transfer("house", f"wallet:{person}", amount),)
    assert house.money_of(house.forfeit(person, amount)) == (Transfer(f"wallet:{person}", "house", amount),)
    assert house.money_of(house.claim(person, amount)) == (Transfer(f"held:{person}", f"wallet:{person}", amount),)


@given(_PERSON, _AMOUNT, stamps())
def test_a_note_keeps_its_money_on_a_line(person: str, amount: int, stamp: Stamp) -> None:
    stamp = replace(stamp, note=house.grant(person, amount))
    _, again = read_stamp(str(stamp))
    assert house.money_of(again.note) == house.money_of(stamp.note)
    assert again == stamp


@pytest.mark.parametrize(
    "note", ["", "tables made", "granted 5 to p7", "grant 5", "grant 5 to p7 p8", "grant -5 to p7"]
)
def test_other_notes_move_nothing(note: str) -> None:
    assert house.money_of(note) == ()


def test_actors_of_every_role_stand_on_a_line() -> None:
    stamp = Stamp(number=1, time=0)
    for role in (Role.DEALER, Role.GAME_SUPERVISOR):
        act = Favour("ana", Position("red"), "so", by=Actor(role, "p7"))
        assert read_entry("roulette", entry_text("roulette", act, stamp)).act == act
