"""Whatever is played can be written and read; whatever is read is a record, or unreadable with faults that exist."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier import BuyColour, BuyIn, OpenTable
from croupier.games.acts import Act
from croupier.record import Record, TextFault, Unreadable, read, record_of, replay, write
from tests.support.record.record_texts import LINES, POSITIONS, header
from tests.support.rules.games import GAMES, Played, State
from tests.support.rules.random_play import PLAYERS, legal_act, setups

every_game = pytest.mark.parametrize("game", GAMES, ids=str)


# What was played


def _seating(table: State) -> tuple[Act, ...]:
    """The acts that open a table and bring players to it."""
    opens = () if table.general.is_open else (OpenTable(),)
    buys = tuple(BuyIn(player, 600_00) for player in PLAYERS)
    colours = table.general.colours[:1]
    return (*opens, *buys, *(BuyColour(PLAYERS[0], colour, 1_00, 150_00) for colour in colours))


def _play(data: st.DataObject, game: Played, most: int = 10) -> tuple[State, tuple[Act, ...], State]:
    """A new table, what was done at it, and how it stands afterwards."""
    start = data.draw(setups(game))
    acts = list(_seating(start))
    table = start.play(*acts)
    for _ in range(data.draw(st.integers(0, most))):
        acts.append(legal_act(data, game, table))
        table = table.play(acts[-1])
    return start, tuple(acts), table


@every_game
@given(data=st.data())
def test_what_was_played_is_written_read_and_played_the_same(game: Played, data: st.DataObject) -> None:
    start, acts, end = _play(data, game)
    record = record_of(start, acts)
    text = write(record)
    again = read(text)
    assert again.header == record.header
    assert again.header.table() == start
    assert again.acts == acts
    assert write(again) == text
    played = replay(again)
    assert played.is_in_order
    assert played.table == end


# What was written otherwise

_PIECES = (
    *(
        " ",
        "  ",
        "\t",
        "\n",
        "\r\n",
        "\ufeff",
        "#",
        " # ",
        ":",
        ",",
        "=",
        "-",
        ".",
        "0",
        "7",
        "999",
        "-5",
        "2.555",
        "1e3",
    ),
    *("٣", "é", "\x00", "\u2028", "[", "{", "because", " because ", " for ana", " to ", " as ", "in colour", "none"),
    *("croupier 1", "game tai-sai", "edition 1", "minimum 5", "limits red 5 to 10", "odds small 0 to 1", "layout 2"),
    *("automation ,", "player", "dealer", "casino supervisor", "ana: buy in 5", "= ana: 5 on red is void, D8 3.9"),
)


@st.composite
def _edited(draw: st.DrawFn, text: str) -> str:
    """The text with pieces cut out, put in, doubled and moved."""
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 30)))
        put = draw(st.one_of(st.just(""), st.sampled_from(_PIECES), st.text(max_size=5), st.just(text[start:end] * 2)))
        place = draw(st.one_of(st.just(start), st.integers(0, len(text))))
        text = text[:start] + text[end:]
        text = text[:place] + put + text[place:]
    return text


@st.composite
def _good(draw: st.DrawFn) -> str:
    """A readable text of a few lines, with things that the rules would refuse."""
    game = draw(st.sampled_from(sorted(_BY_GAME)))
    acts = draw(st.lists(st.sampled_from(_BY_GAME[game]), min_size=1, max_size=3))
    settled = draw(st.lists(st.sampled_from(_SETTLED), max_size=2))
    options = draw(st.lists(st.sampled_from(_OPTIONS[game]), max_size=2, unique=True))
    return header(game, *options) + "\n".join((*acts, *settled))


_BY_GAME = {game: [line.text for line in LINES if line.game == game] for game in ("roulette", "money-wheel", "tai-sai")}
_SETTLED = [f"= ana: 20 on {position} wins 20.50, D8 3.9" for position in POSITIONS] + [
    "= ana: 20 in colour on red loses",
    "= ana: 20 on red stands off",
    "= ana: 20 on red is void, D8 5.1 (R17)",
]
_OPTIONS = {
    "roulette": ["layout 2", "neighbours yes", "neighbour group 32-15-19", "display 3", "colours red, sky"],
    "money-wheel": ["layout 3", "name Big Six", "symbols 1, 3, 5, 11, 23, Kiwi, Fern", "automation pay, collect"],
    "tai-sai": ["layout 1", "odds any triple 24 to 1", "odds small 97 to 100", "limits small 5 to 10", "increment 5"],
}


def _lines_of(text: str) -> list[str]:
    return text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")


def _assert_read_or_unreadable(text: str) -> None:
    try:
        record = read(text)
    except Unreadable as unreadable:
        _assert_exist(unreadable.faults, text)
    else:
        _assert_written_as_read(record)


def _assert_exist(faults: tuple[TextFault, ...], text: str) -> None:
    """Each fault stands somewhere in the text, or at most one place past the end of its line."""
    lines = _lines_of(text)
    assert faults
    assert list(faults) == sorted(faults)
    for fault in faults:
        assert 1 <= fault.line <= len(lines)
        assert 1 <= fault.column <= len(lines[fault.line - 1]) + 1
        assert fault.why


def _assert_written_as_read(record: Record) -> None:
    written = write(record)
    again = read(written)
    assert again.header == record.header
    assert [(type(act), act.actor) for act in again.acts] == [(type(act), act.actor) for act in record.acts]
    assert write(again) == written
    one, other = replay(record), replay(again)
    assert (one.table, one.settled, one.is_in_order) == (other.table, other.settled, other.is_in_order)


@given(data=st.data())
def test_an_edited_record_is_read_or_unreadable(data: st.DataObject) -> None:
    for _ in range(2):
        _assert_read_or_unreadable(data.draw(_edited(data.draw(_good()))))


@pytest.mark.parametrize(
    "who",
    [
        *("player", "dealer", "supervisor", "casino supervisor", "director", "operator", "casino", "player player"),
        *("dealer dealer", "casino supervisor casino", "player 17", "operator operator", "player  ana", "-", "="),
    ],
)
@pytest.mark.parametrize("act", ["buy in 5", "no more bets", "wager 5 on red for ana", "agree", "examine ball"])
def test_an_act_of_anybody_is_read_or_unreadable(who: str, act: str) -> None:
    _assert_read_or_unreadable(f"{header('roulette')}{who}: {act}\n")


_WORDS = sorted({word for line in LINES for word in line.text.replace(":", " :").split()} | set(POSITIONS))


@given(st.sampled_from(sorted(_BY_GAME)), st.lists(st.lists(st.sampled_from(_WORDS), max_size=9), max_size=4))
def test_words_of_the_notation_in_any_order_are_read_or_unreadable(game: str, lines: list[list[str]]) -> None:
    _assert_read_or_unreadable(header(game) + "\n".join("ana: " + " ".join(words) for words in lines))
    _assert_read_or_unreadable(header(game) + "\n".join("dealer: " + " ".join(words) for words in lines))


_KEYS = (
    *("layout", "neighbours", "neighbour group", "display", "chipping machine", "name", "order", "symbols", "odds"),
    *("minimum", "maximum", "increment", "smallest chip", "limits", "automation", "betting seconds", "colours"),
    *("edition", "game", "bingo"),
)
_VALUES = (
    *("yes", "no", "none", "all", "1", "2", "0", "-1", "2.50", "red", "small 1 to 1", "small 0 to 1", "red 5 to 10"),
    *(
        "32-15-19",
        "pay",
        "pay, collect",
        ",",
        "a,,b",
        "any triple 24 to 1",
        "999999999",
        "é",
        "ABC",
        "#",
        ":",
        "roulette",
    ),
)


def _header_lines() -> st.SearchStrategy[list[str]]:
    line = st.builds(lambda key, values: " ".join((key, *values)), st.sampled_from(_KEYS), _values())
    return st.lists(line, max_size=4)


def _values() -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(_VALUES), min_size=1, max_size=2)


@pytest.mark.parametrize("key", _KEYS)
@pytest.mark.parametrize("game", sorted(_BY_GAME))
def test_every_key_of_a_header_is_read_or_unreadable_with_any_value(game: str, key: str) -> None:
    for value in _VALUES:
        _assert_read_or_unreadable(header(game, f"{key} {value}"))
        _assert_read_or_unreadable(header(game, f"  {key}   {value}  # so"))
        _assert_read_or_unreadable(f"croupier 1\ngame {game}\n{key} {value}")


@pytest.mark.parametrize(
    ("game", "lines"),
    [
        ("roulette", ("neighbour group none", "neighbour group none")),
        ("roulette", ("neighbour group none", "neighbour group 32-15-19")),
        ("roulette", ("limits red 5 to 10", "limits black 5 to 10", "increment 5")),
        ("roulette", ("minimum 5", "maximum 5")),
        ("money-wheel", ("name  a  b ", "symbols  a  b,c  d ,e")),
        ("money-wheel", ("name because", "name")),
        ("money-wheel", ("name a because b # c",)),
        ("money-wheel", ("name\ta\tb", "symbols\ta,\tb")),
        ("tai-sai", ("odds small 1 to 1", "odds big 0 to 0", "odds small 2 to 1")),
    ],
)
def test_lines_of_a_header_that_do_not_go_together(game: str, lines: tuple[str, ...]) -> None:
    _assert_read_or_unreadable(header(game, *lines))


@given(st.sampled_from(sorted(_BY_GAME)), _header_lines())
def test_any_words_of_a_header_are_read_or_unreadable(game: str, lines: list[str]) -> None:
    _assert_read_or_unreadable(header(game, *lines))
    _assert_read_or_unreadable("\n".join(("croupier 1", f"game {game}", *lines)))


@given(st.text())
def test_any_text_is_read_or_unreadable(text: str) -> None:
    _assert_read_or_unreadable(text)
    _assert_read_or_unreadable(f"croupier 1\n{text}")
    _assert_read_or_unreadable(f"{header('roulette')}{text}")
    _assert_read_or_unreadable(f"{header('money-wheel', f'name {text}')}")
    _assert_read_or_unreadable(f"{header('money-wheel', f'symbols {text}')}ana: {text}\n= {text}\n")


@given(st.binary(max_size=200))
def test_any_bytes_that_are_text_are_read_or_unreadable(raw: bytes) -> None:
    _assert_read_or_unreadable(raw.decode("latin-1"))
    _assert_read_or_unreadable(header("tai-sai") + raw.decode("latin-1"))
