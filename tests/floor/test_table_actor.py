"""Whole rounds at every game, and that nobody is told of anything before it is durable."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from fractions import Fraction
from pathlib import Path

import pytest

from croupier.floor.schedules.cash import draws_now, due
from croupier.floor.store.engines.sqlite import FILE, SqliteStore
from croupier.floor.store.port import Batch
from croupier.floor.tables.actor import TableActor, Told
from croupier.floor.tables.chance import ChanceSource, Round, Sealed
from croupier.floor.tables.draft import Draft
from croupier.floor.tables.opening import Settings
from croupier.games.acts import Act, BuyIn, CashOut, Clock
from croupier.games.roulette.acts import Spin
from croupier.record.journals.journal import read_stamp
from croupier.record.journals.ledger import layout, wallet
from tests.support.floor.casino import (
    AUTOMATED,
    BETTING,
    LIVE_BLACKJACK,
    REST,
    WALLET,
    House,
    begun,
    decided,
    in_casino,
    wager,
)
from tests.support.floor.states import state_of
from tests.support.floor.table_acts import SPIN_BALL


@pytest.mark.parametrize("game", AUTOMATED)
def test_rounds_at_a_table_that_deals_itself(tmp_path: Path, game: str) -> None:
    async def play(house: House) -> None:
        actor = await house.table(game)
        ana = await house.seated(actor, 200_00)
        purse = None
        for _ in range(3):
            before, _ = await house.play_of(ana)
            await begun(house, actor, ana)
            await decided(house, actor)
            staked, returned = await house.play_of(ana)
            assert staked >= before + 10_00
            purse = state_of(actor).purse(ana)
            assert purse is not None
            assert purse.value == 200_00 - staked + returned
            assert state_of(actor).general.house == staked - returned
            assert await house.store.balance(layout(actor.id)) == 0
            await house.later(actor, REST)
        assert purse is not None
        await house.act(actor, CashOut(ana, purse.value))
        assert state_of(actor).purse_if_any(ana) is None
        assert await house.store.balance(wallet(ana)) == WALLET - staked + returned
        ends = [read_stamp(line)[1] for line in await house.lines(actor) if " reveal " in line]
        assert len(ends) == (await house.audited(actor)).rounds == 3
        assert all(stamp.seal for stamp in ends)

    in_casino(tmp_path, play)


def test_a_round_at_a_live_roulette_table(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        actor = await house.table("roulette", live=True)
        ana = await house.player()
        assert await house.refused(actor, BuyIn(ana, 200_00)) == "table_closed"
        await house.say(actor, "dealer: open table\nana: buy in 200\nana: wager 10 on 17\nana: wager 5 on 18", ana=ana)
        steps = (
            *(SPIN_BALL, "dealer: no more bets", "dealer: spin 17", "dealer: announce 17 black"),
            *("dealer: dolly 17", "dealer: collect", "dealer: pay", "dealer: open betting"),
        )
        await in_order(house, actor, steps, ana=ana)
        purse = state_of(actor).purse(ana)
        assert purse is not None
        # The stake rides on: at a live table it lies until it is taken up.
        assert purse.value == 200_00 - 15_00 + 350_00
        assert state_of(actor).general.house == 5_00 - 350_00
        assert await house.store.balance(layout(actor.id)) == 10_00
        assert not any(" seal " in line or " reveal " in line for line in await house.lines(actor))

    in_casino(tmp_path, play)


def test_a_round_at_a_live_blackjack_table(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        actor = await house.table("blackjack", live=True)
        ana = await house.player()
        await house.say(actor, "dealer: open table\nana: buy in 200\nana: sit at box 1", ana=ana)
        await in_order(house, actor, LIVE_BLACKJACK, ana=ana)
        purse = state_of(actor).purse(ana)
        assert purse is not None
        assert purse.value == 200_00 + 10_00
        assert await house.store.balance(layout(actor.id)) == 0

    in_casino(tmp_path, play)


async def in_order(house: House, actor: TableActor, steps: tuple[str, ...], **who: str) -> None:
    """Every step where it belongs; and whichever other step is tried there is refused by a rule, with the next one."""
    for place, step in enumerate(steps):
        for other in steps[place + 1 :]:
            if other.startswith("dealer: ") and other.split()[1] != step.split()[1] and "wager" not in step:
                number = actor.head.number
                assert await house.refused(actor, other, **who), f"{other} before {step}"
                assert actor.head.number == number
        await house.say(actor, step, **who)


def test_a_step_out_of_order_is_refused_with_the_next_one(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        actor = await house.table("roulette", live=True)
        ana = await house.player()
        await house.say(actor, "dealer: open table\nana: buy in 200\nana: wager 10 on 17", ana=ana)
        why = await house.why(actor, "dealer: spin 17")
        assert "the next step is to spin the ball" in why
        await house.say(actor, f"{SPIN_BALL}\ndealer: no more bets\ndealer: spin 17")
        assert "the next step is to announce" in await house.why(actor, "dealer: pay")

    in_casino(tmp_path, play)


def test_only_the_dealer_on_duty_deals_and_a_table_that_deals_itself_has_none(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        live, own = await house.table("roulette", live=True), await house.table("roulette")
        await house.casino.duties.leave(live.id, "pdealer")
        assert await house.refused(live, "dealer: open table") == "not_on_duty"
        await house.casino.take_duty(live.id, "pdealer")
        await house.say(live, "dealer: open table")
        assert await house.refused(own, "dealer: no more bets") == "deals_itself"
        assert await house.refused(own, "dealer: spin 17") == "deals_itself"
        assert await house.refused(own, Clock(20)) == "own_clock"

    in_casino(tmp_path, play)


# Order: close durable, then drawn, then durable, then told (TRUST.md T6)


class Watched(Sealed):
    """Looks at the database by a connection of its own whenever it is asked for an outcome."""

    def __init__(self, key: bytes, look: Callable[[], None]) -> None:
        super().__init__(key)
        self._look = look

    def drawn(self, stream: str, round: Round, chance: Mapping[Act, Fraction]) -> Act | None:
        self._look()
        return super().drawn(stream, round, chance)


class Careless(SqliteStore):
    """A planted fault: it says that all is stored before it is."""

    waiting: list[Batch]

    async def append(self, batch: Batch) -> None:
        if batch.stream == "house":
            await super().append(batch)
        else:
            self.waiting.append(batch)


@pytest.mark.parametrize("planted", [False, True])
@pytest.mark.parametrize("game", AUTOMATED)
def test_the_close_is_durable_before_the_draw_and_the_draw_before_it_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, *, planted: bool
) -> None:
    """The planted fault: what is due is drawn with the close, and both are stored together."""
    if planted:
        monkeypatch.setattr(Draft, "let_time_pass", hasty)
    draws: list[str] = []

    def look() -> None:
        with closing(sqlite3.connect(tmp_path / FILE)) as connection:
            sql = "SELECT line FROM journal WHERE stream = ? ORDER BY number DESC LIMIT 1"
            draws.extend(line for (line,) in connection.execute(sql, (f"t-{game}-0",)))

    def source(_settings: Settings, key: bytes) -> ChanceSource:
        return Watched(key, look)

    async def play(house: House) -> None:
        actor = await house.table(game)
        ana = await house.seated(actor)
        await begun(house, actor, ana)
        # What was drawn first was drawn when the last line that another program saw was the close itself.
        assert ("clock" in draws[0]) != planted
        # The witness has compared each told entry with the database; no outcome was told before its line was there.
        witness = house.witnesses[actor.id]
        closed = next(place for place, told in enumerate(witness.told) if any(is_clock(told)))
        outcomes = [
            place
            for place, told in enumerate(witness.told)
            for entry in told.entries
            if entry.act in (state_of(told).chance() or {}) or isinstance(entry.act, Spin)
        ]
        assert all(place > closed for place in outcomes) or planted
        told_with_it = [entry for entry in witness.told[closed].entries if entry.line.startswith("dealer: ")]
        assert bool(told_with_it) == planted

    in_casino(tmp_path, play, sources=source)


def hasty(draft: Draft) -> None:
    while (act := due(draft.head, draft.setting.pace, draft.time)) is not None:
        draft._append(act)
    while draws_now(draft.head, draft.setting.pace, draft.time) and draft.draw():
        pass


def is_clock(told: Told) -> list[bool]:
    return [isinstance(entry.act, Clock) for entry in told.entries]


def test_the_witness_sees_what_is_told_too_early(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        actor = await house.table("roulette")
        house.store.__class__ = Careless
        house.store.waiting = []  # type: ignore[attr-defined]
        ana = await house.player()
        await house.act(actor, BuyIn(ana, 50_00))
        assert "told of entry 1" in house.witnesses[actor.id].faults[0]
        assert "stacks {}" in house.witnesses[actor.id].faults[1]
        house.witnesses.clear()
        house.store.__class__ = SqliteStore

    in_casino(tmp_path, play, audited=False)


# A stake is never freed (TRUST.md A7)


@pytest.mark.parametrize("game", AUTOMATED)
def test_no_chip_leaves_the_table_twice_in_any_state_of_a_round(tmp_path: Path, game: str) -> None:
    """At every entry of a round all that the purse holds may be cashed out or not, but never a cent more."""

    async def play(house: House) -> None:
        actor = await house.table(game)
        ana = await house.seated(actor, 100_00)
        seen: set[str] = set()

        async def tried() -> None:
            purse = state_of(actor).purse(ana)
            held = 0 if purse is None else purse.value
            seen.add(str(state_of(actor).step))
            for more in (50, 10_00, 100_00):
                assert await house.refused(actor, CashOut(ana, held + more)) in ("not_enough_chips", "no_chips")
            before = await house.store.balance(wallet(ana))
            if held and not await house.refused(actor, CashOut(ana, held)):
                assert await house.store.balance(wallet(ana)) == before + held
                assert await house.refused(actor, CashOut(ana, 5_00))
                await house.act(actor, BuyIn(ana, held))
            assert await house.fortune(ana) == WALLET - await house.won()

        await tried()
        if game == "blackjack":
            await house.say(actor, "ana: sit at box 1", ana=ana)
        await house.act(actor, wager(actor, ana, 60_00))
        await tried()
        await house.later(actor, BETTING)
        await tried()
        await decided(house, actor, tried)
        await tried()
        assert len(seen) >= (2 if game == "blackjack" else 1)

    in_casino(tmp_path, play)
