"""The draw of seats: sealed before the first application, checkable by anybody, and as likely for each (A23, T37)."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections import Counter
from pathlib import Path
from random import Random, SystemRandom

import pytest

from croupier.floor.tables.chance import Sealed
from croupier.games.tournament.acts import (
    AcceptEntry,
    Apply,
    DrawSeat,
    NotifyApplicant,
    PayFee,
    SetTables,
    WithdrawEntry,
)
from croupier.games.tournament.game import Tournament, open_tournament
from croupier.record.journals.journal import Written, exported
from tests.support.floor.casino import OPERATOR, House, in_casino
from tests.support.floor.states import state_of
from tests.support.floor.tournaments import (
    DECIDE_SECONDS,
    DIRECTOR,
    FEE,
    STARTS,
    TERMS,
    at,
    do,
    entered,
    refusal,
    settled,
    tournament,
)


def test_a_draw_checked_from_the_published_journal_by_hashlib_alone(tmp_path: Path, store: str | None) -> None:
    """Nothing of ours is used: only the text that everybody can have, and docs/explanation/fairness.md."""

    async def scenario(house: House) -> str:
        actor = await tournament(house)
        await entered(house, actor, 11)
        await at(house, STARTS)
        rows = await house.store.tail(actor.id, -1, 10_000)
        return "".join(exported(actor.id, [Written(row.line, row.hash) for row in rows]))

    text = in_casino(tmp_path, scenario, database=store)
    lines = [line for line in text.splitlines() if " # " in line]
    seal = re.search(r"^# 0 .* seal ([0-9a-f]{64})", text, re.MULTILINE)
    assert seal is not None
    assert text.index(seal[1]) < text.index(": apply"), "sealed before the first application"
    drawn = [match[1] for line in lines if (match := re.match(r"director: draw (\S+) #", line))]
    nonces = sorted(bytes.fromhex(nonce) for nonce in re.findall(r" nonce ([0-9a-f]{32})", text))
    pool = sorted(re.findall(r"^(\S+): apply", text, re.MULTILINE))
    assert (len(drawn), len(nonces)) == (11, 11)
    (reveal,) = re.findall(r" reveal ([0-9a-f]{128})", text)
    secret = bytes.fromhex(reveal)
    assert hashlib.sha256(secret).hexdigest() == seal[1]
    for k, player in enumerate(drawn):
        # Shorter words first, then by their bytes; all names are as long here.
        assert pool[_draw(secret, "cup", k, nonces, len(pool))] == player
        pool.remove(player)


def _draw(secret: bytes, stream: str, k: int, nonces: list[bytes], size: int) -> int:
    if size == 1:
        return 0
    block = 0
    while True:
        numbers = [(0).to_bytes(8, "big"), k.to_bytes(8, "big"), block.to_bytes(8, "big")]
        parts = [b"croupier draw 1", stream.encode(), *numbers, *nonces]
        framed = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
        digest = hmac.new(secret, framed, hashlib.sha256).digest()
        for start in range(0, 32, 8):
            word = int.from_bytes(digest[start : start + 8], "big")
            if word < 2**64 - 2**64 % size:
                return word % size
        block += 1


def test_the_next_draw_is_sealed_in_the_line_that_reveals_the_last(tmp_path: Path, store: str | None) -> None:
    async def scenario(house: House) -> None:
        actor = await tournament(house, runs_itself=False)
        people = await entered(house, actor, 8)
        first = actor.head.round.seal
        await do(house, actor, SetTables((4, 4), by=OPERATOR))
        await at(house, house.hand.time + DECIDE_SECONDS)
        assert not state_of(actor).draws
        last = (await house.lines(actor))[-1]
        assert " reveal " in last
        assert f" seal {actor.head.round.seal}" in last
        assert actor.head.round.seal != first
        # Somebody leaves: the tables are set anew, and the seats are drawn under the new seal, not moved by hand.
        await do(house, actor, WithdrawEntry(people[0]))
        assert state_of(actor).sessions == ()
        await do(house, actor, SetTables((7,), by=OPERATOR))
        await at(house, house.hand.time + DECIDE_SECONDS)
        report = await house.audited(actor)
        assert (report.breach, report.draws, report.waiting) == (None, 8 + 7, 0)

    in_casino(tmp_path, scenario, database=store)


def test_nobody_draws_a_seat_by_hand(tmp_path: Path, store: str | None) -> None:
    async def scenario(house: House) -> None:
        actor = await tournament(house, runs_itself=False)
        people = await entered(house, actor, 4)
        await do(house, actor, SetTables((4,), by=OPERATOR))
        for who in (OPERATOR, DIRECTOR):
            assert await refusal(house, actor, DrawSeat(people[0], by=who)) == "own_act"
        await settled(house)
        assert len(state_of(actor).draws[0].pool) == 4

    in_casino(tmp_path, scenario, database=store)


PLAYERS, TABLES = 11, (6, 5)
LIMIT = {100: 149.4}
"""The chi-square of (11 - 1) squared degrees that one fair draw in a thousand goes over."""


def _field() -> Tournament:
    state = open_tournament(TERMS)
    for number in range(PLAYERS):
        player = f"p{number:02}"
        state = state.play(Apply(player), NotifyApplicant(player), PayFee(player, FEE), AcceptEntry(player))
    return state.play(SetTables(TABLES))


@pytest.mark.parametrize("nonced", [True, False])
def test_every_player_comes_to_every_seat_as_often(request: pytest.FixtureRequest, nonced: bool) -> None:
    """Chi-square over whole draws, as the floor makes them: which seat each has, out of all at both tables."""
    is_long = request.config.getoption("--long")
    draws = 1_000_000 // PLAYERS if is_long else 1_000
    random: Random = SystemRandom() if is_long else Random(f"seats {nonced}")
    source = Sealed(random.randbytes(32), random.randbytes)
    start, seen = _field(), Counter[tuple[str, int]]()
    for number in range(draws):
        round, state = source.opened(number), start
        if nonced:
            round = round.after(random.randbytes(16).hex(), is_draw=False)
        for place in range(PLAYERS):
            act = source.drawn("cup", round, state.chance())
            assert isinstance(act, DrawSeat)
            seen[act.player, place] += 1
            state, round = state.play(act), round.after("", is_draw=True)
    expected = draws / PLAYERS
    assert len(seen) == PLAYERS**2
    statistic = sum((count - expected) ** 2 / expected for count in seen.values())
    assert statistic < LIMIT[(PLAYERS - 1) ** 2]
    assert statistic > 50, "too even to be chance"
