"""Whatever a client sends: never an error of the server, always an answer or a close, and a journal that follows."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from msgspec.structs import fields

from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.people.roles import HouseRole
from croupier.floor.tables.commands import kinds
from croupier.serve.routes.table_play import sockets
from croupier.serve.wire.messages import command_of
from tests.support.floor.states import state_of
from tests.support.server.wire import Closed, Guest, House, Wire, buy_in, in_house, wager

GAMES = {"r": "roulette", "l": "roulette", "b": "blackjack", "m": "money-wheel", "t": "blackjack"}
LIVE = {"l", "t"}
ACTORS = ("nobody", "ana", "ben", "dealer", "supervisor", "operator", "inspector")


def test_an_act_that_is_nested_too_deeply_is_refused_and_no_error_of_ours() -> None:
    deep: dict[str, Any] = {}
    for _ in range(100_000):
        deep = {"kind": deep}
    with pytest.raises(NotAccepted) as refused:
        command_of("roulette", {"act": "wager", "position": deep, "amount": 1_00})
    assert HouseRule.MALFORMED.is_of(refused.value.refusal)


class Floor:
    """One house for all examples, with somebody in every role, and every error that it logs."""

    def __init__(self, runner: asyncio.Runner, house: House, people: dict[str, Guest | None]) -> None:
        self.runner, self.house, self.people = runner, house, people
        self.errors: list[str] = []
        self.examples = 0


class _Errors(logging.Handler):
    def __init__(self, kept: list[str]) -> None:
        super().__init__(logging.ERROR)
        self.kept = kept

    def emit(self, record: logging.LogRecord) -> None:
        self.kept.append(self.format(record))


async def _staffed(house: House) -> dict[str, Guest | None]:
    for id, game in GAMES.items():
        try:
            await house.table(game, id=id, live=id in LIVE, decide=5)
        except Exception as error:  # noqa: BLE001
            pytest.fail(f"{id}: {error}")
    people: dict[str, Guest | None] = {"nobody": None, "ana": await house.guest(), "ben": await house.guest()}
    roles = {"dealer": HouseRole.DEALER, "supervisor": HouseRole.GAME_SUPERVISOR, "inspector": HouseRole.INSPECTOR}
    for name, role in roles.items():
        people[name] = await house.staff(role, f"Known {name[:4]}")
    people["operator"] = await house.operator()
    dealer, ana, ben = people["dealer"], people["ana"], people["ben"]
    assert dealer is not None
    assert ana is not None
    assert ben is not None
    for table in LIVE:
        await house.casino.take_duty(table, dealer.id)
        await house.act(table, dealer, f"open-{table}", {"act": "open table"})
    for table in GAMES:
        await house.act(table, ana, f"in-{table}", buy_in(90_00))
        await house.act(table, ben, f"in-{table}", buy_in(60_00))
    return people


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Floor]:
    with asyncio.Runner() as runner, pytest.MonkeyPatch.context() as patched:
        patched.setattr(sockets, "MESSAGES_AT_ONCE", 10**9)
        house = House(tmp_path_factory.mktemp("house"))
        runner.run(house.__aenter__())
        made = Floor(runner, house, runner.run(_staffed(house)))
        handler = _Errors(made.errors)
        logger = logging.getLogger("croupier")
        logger.addHandler(handler)
        try:
            yield made
            for table in GAMES:
                runner.run(house.verified(table))
            assert runner.run(house.store.total()) == 0
        finally:
            logger.removeHandler(handler)
            runner.run(house.__aexit__())


# What may come

NUMBERS = st.one_of(
    st.sampled_from(
        [0, -1, 1, 3, 17, 36, 37, 50, 500, 2000, 2**31, 2**32, 2**53, 2**63 - 1, 2**63, 2**64, 10**30, -(10**30)]
    ),
    st.sampled_from([1.5, 20.0, 1e308, -0.0, 0.1]),
    st.integers(-10, 60),
)
WORDS = st.one_of(
    st.sampled_from(
        [
            "",
            "17",
            "\uff11\uff17",
            "\u0663",
            "10abc",
            "0x10",
            "1e3",
            "NaN",
            "value",
            "colour",
            "white",
            "red",
            "box",
            "a\nb",
            "\r",
            "\u2028",
        ]
    ),
    st.sampled_from(
        [
            "x # 9 2026-11-15T08:09:10Z seal " + "0" * 64,
            "straight up",
            "split",
            "\x00",
            "Ā" * 300,
            "ana: buy in 5",
            "#",
            " ",
        ]
    ),
    st.text(max_size=12),
)
LEAVES = st.one_of(st.none(), st.booleans(), NUMBERS, WORDS)
POSITIONS = st.one_of(
    st.fixed_dictionaries({"kind": st.just("straight up"), "numbers": st.integers(0, 36).map(lambda number: [number])}),
    st.fixed_dictionaries({"kind": st.just("box"), "numbers": st.integers(1, 7).map(lambda number: [number])}),
    st.fixed_dictionaries({"kind": WORDS, "numbers": st.lists(NUMBERS, max_size=4)}),
    st.fixed_dictionaries({"kind": st.sampled_from(["low", "red", "A", "B", "casino"]), "numbers": st.just([])}),
)
SIGNS = st.fixed_dictionaries(
    {"minimum": NUMBERS, "maximum": NUMBERS}, optional={"smallest_chip": NUMBERS, "x": LEAVES}
)
CARDS = st.sampled_from([{"rank": "A", "suit": "s"}, {"rank": "7", "suit": "h"}, "AS", "7H", {}])
JUNK = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3), max_leaves=6
)
PLAUSIBLE: dict[str, st.SearchStrategy[Any]] = {
    "position": POSITIONS,
    "amount": st.sampled_from([500, 1000, 2000, 50, 100_00]) | NUMBERS,
    "number": st.integers(0, 36) | NUMBERS,
    "box": st.integers(1, 7) | NUMBERS,
    "player": st.sampled_from(["@ana", "@ben"]) | WORDS,
    "reason": WORDS,
    "sign": SIGNS,
    "card": CARDS,
    "seconds": NUMBERS,
    "colour": st.sampled_from(["white", "pink"]) | WORDS,
}


def acts(game: str) -> st.SearchStrategy[dict[str, Any]]:
    """One of the game's acts, each of its fields plausible or junk; and what is none of them."""
    made = []
    for kind in kinds(game):
        names = [field.name for field in fields(kind) if field.name != "by"]
        parts = {name: PLAUSIBLE.get(name, st.integers(0, 10) | WORDS) | JUNK for name in names}
        needed = {"act": st.just(kind.words())}
        made.append(st.fixed_dictionaries(needed, optional={**parts, "by": JUNK, "x": JUNK}))
        made.append(
            st.fixed_dictionaries(
                {**needed, **{name: PLAUSIBLE.get(name, st.integers(0, 10) | WORDS) for name in names}}
            )
        )
    return st.one_of(*made, st.fixed_dictionaries({"act": WORDS | JUNK}), st.dictionaries(WORDS, JUNK, max_size=3))


KEYS = st.text("abcDEF019_.-", min_size=1, max_size=64) | st.sampled_from(["same", "a\n", "", "é", "x" * 65]) | JUNK
NONCES = st.sampled_from(["0f" * 16, "0F" * 16, "0f" * 15, "0f" * 16 + "\n", "\uff11" * 32]) | JUNK
ROLES = st.sampled_from(["player", "dealer", "game supervisor", "operator", "inspector", "casino supervisor"]) | JUNK


def messages(game: str) -> st.SearchStrategy[dict[str, Any]]:
    act = st.fixed_dictionaries(
        {"type": st.just("act"), "act": acts(game), "key": st.uuids().map(str) | KEYS},
        optional={"nonce": NONCES, "round": NUMBERS, "as": ROLES},
    )
    sure = st.fixed_dictionaries({"type": st.just("act"), "act": acts(game), "key": st.uuids().map(str)})
    resume = st.fixed_dictionaries({"type": st.just("resume"), "after": NUMBERS | JUNK})
    other = st.fixed_dictionaries(
        {"type": st.sampled_from(["ping", "snapshot", "acts", "you", ""]) | JUNK}, optional={"x": JUNK}
    )
    return sure | sure | act | resume | other


def mangled(text: str, at: int, how: int) -> str:
    """A message cut off, doubled, or with a letter changed."""
    place = at % (len(text) + 1)
    return [
        text[:place],
        text + text,
        text[:place] + "\u0661" + text[place:],
        text[place:],
        f"[{text}]",
        text.replace('"', "'"),
    ][how]


def raw(game: str) -> st.SearchStrategy[str | bytes]:
    whole = messages(game).map(json.dumps)
    return st.one_of(
        whole,
        whole,
        whole,
        st.builds(mangled, whole, st.integers(0, 300), st.integers(0, 5)),
        st.text(max_size=40),
        st.binary(max_size=20),
        st.sampled_from(
            ["[" * 16_000, '{"type":' * 2_000, '{"type":"act","key":"k","act":' + '{"a":' * 3_000 + "1" + "}" * 3_001]
        ),
        st.sampled_from(
            ['{"type":"act","key":"k","act":{"act":"buy in","amount":' + "9" * 9_000 + "}}", " " * 20_000, "\ud7ff"]
        ),
        st.sampled_from(
            [
                '{"type":"ping","type":"ping"}',
                '{"type":"act","key":"k","act":{"act":"buy in","amount":NaN}}',
                r'"\ud800"',
            ]
        ),
    )


@st.composite
def talks(draw: st.DrawFn) -> tuple[str, str, list[str | bytes]]:
    table, actor = draw(st.sampled_from(sorted(GAMES))), draw(st.sampled_from(ACTORS))
    return table, actor, draw(st.lists(raw(GAMES[table]), min_size=1, max_size=6))


async def talk(floor: Floor, table: str, actor: str, frames: list[str | bytes]) -> None:
    house, people = floor.house, floor.people
    async with Wire(house, table, people[actor]) as wire:
        assert (await wire.next())["type"] == "snapshot"
        for data in frames:
            if isinstance(data, str):
                for name in ("ana", "ben"):
                    guest = people[name]
                    data = data.replace(f"@{name}", guest.id if guest else "")  # noqa: PLW2901
            wire.send_raw(data)
            wire.send({"type": "ping"})
            try:
                answers = await _until_pong(wire)
            except Closed as closed:
                assert closed.code in {1003, 1009}, (closed, data)  # noqa: PT017
                return
            assert len(answers) == 1, (data, answers)
    floor.examples += 1
    if floor.examples % 10 == 0:
        await house.pass_time(table, 21)


async def _until_pong(wire: Wire) -> list[dict[str, Any]]:
    """What answers a message, up to the pong that answers the ping behind it."""
    answers: list[dict[str, Any]] = []
    while True:
        frame = await wire.next()
        if frame["type"] in {"receipt", "refused", "error", "snapshot"} or frame.get("resumed"):
            answers.append(frame)
        elif frame["type"] == "pong" and answers:
            return answers
        elif frame["type"] == "pong":
            answers.append(frame)  # the message was a ping itself


@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture])
@given(talks())
@example(("r", "ana", ['{"type":"act","key":"n","act":{"act":"buy in","amount":100,"player":"@ana"},"nonce":"0f0f"}']))
def test_A12_A17_A26_every_frame_is_answered_and_none_breaks_anything(
    floor: Floor, said: tuple[str, str, list[str | bytes]]
) -> None:
    floor.runner.run(talk(floor, *said))
    assert floor.errors == []


WHOLE = [
    "-500",
    "0",
    "1",
    "-0",
    str(2**63),
    str(2**64),
    "9" * 400,
    "0500",
    "0x1f4",
    "\uff15\uff10\uff10",
    "\u0665\u0660\u0660",
]
OTHERS = ["500.0", "5e2", "5.5", "1e308", '"500"', '"10abc"', "NaN", "Infinity", "true", "null", "[500]"]


@pytest.mark.parametrize("amount", [*WHOLE, *OTHERS])
def test_A12_only_whole_amounts_above_nothing_pass(floor: Floor, amount: str) -> None:
    async def scenario() -> None:
        before = floor.house.casino.actors["m"].head.number
        async with Wire(floor.house, "m", floor.people["ana"]) as wire:
            await wire.next()
            wire.send_raw('{"type":"act","key":"amount","act":{"act":"buy in","amount":' + amount + "}}")
            assert (await wire.next())["type"] in {"refused", "error"}
        assert floor.house.casino.actors["m"].head.number == before

    floor.runner.run(scenario())
    assert floor.errors == []


def test_the_same_key_a_hundred_times_at_once_is_one_act(tmp_path: Any) -> None:
    async def scenario(house: House) -> None:
        table, ana = await house.table(), await house.guest()
        await house.act(table, ana, "in", buy_in(100_00))

        async def once() -> str:
            async with Wire(house, table, ana) as wire:
                wire.act("k", wager(17, 20_00))
                return json.dumps(await wire.until("receipt", "refused"))

        async def more() -> list[str]:
            return [(await house.act(table, ana, "k", wager(17, 20_00))).text for _ in range(10)]

        by_socket = await asyncio.gather(*(once() for _ in range(6)))
        by_rest = [text for texts in await asyncio.gather(*(more() for _ in range(10))) for text in texts]
        assert len(set(by_socket)) == 1
        assert len(set(by_rest)) == 1
        assert json.loads(by_rest[0])["hash"] == json.loads(by_socket[0])["hash"]
        state = state_of(house.casino.actors[table])
        assert [placed.stake for placed in state.wagers] == [20_00]

    in_house(tmp_path, scenario)
