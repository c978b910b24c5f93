"""Several servers on one database: one journal a table, no wrong act, no limit passed, whoever is asked."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.cluster.members import GRACE_SECONDS, Alone, Colleagues
from croupier.floor.house_key import BadKey
from croupier.floor.people.responsible_play.exclusions import SelfExclusion
from croupier.floor.people.responsible_play.limits import LimitKind
from croupier.floor.people.roles import HouseRole
from croupier.floor.store.engines.postgres_doorbell import LONGEST, payloads
from croupier.floor.store.leases import LeaseSpread
from croupier.floor.store.port import Connection, Store
from croupier.floor.tables import actor as actors
from croupier.floor.tables.actor import TableActor, Told
from croupier.floor.tables.recovery import Broken, Folded, caught_up
from croupier.games.acts import BuyIn, CashOut
from croupier.record.journals.journal import HOUSE_STREAM
from tests.support.floor import postgres
from tests.support.floor.casino import BETTING, DECIDE, REST, WALLET, Hand, House, begun, code_of, decided, wager
from tests.support.floor.house import PASSWORD
from tests.support.floor.servers import server, table, together, until
from tests.support.floor.states import state_of


def rounds(actor: TableActor) -> int:
    """Those that have ended there, as far as is known."""
    return int(actor.head.ended > 0)


# One table


@pytest.mark.parametrize("game", ["roulette", "blackjack"])
def test_two_servers_run_the_timers_of_one_table_and_both_draw(tmp_path: Path, game: str) -> None:
    """Neither leaves anything to the other: every step is a race, and one journal comes of it."""

    async def play(one: House, two: House) -> None:
        id = await table(one, two, game=game)
        houses = (one, two)
        for house in houses:
            house.casino.actor(id).cluster = Alone()
        people = [await house.seated(house.casino.actor(id), 400_00) for house in houses]
        told: list[list[int]] = [[], []]
        for house, heard in zip(houses, told, strict=True):
            house.casino.actor(id).listen(lambda news, heard=heard: heard.extend(each.number for each in news.entries))  # type: ignore[misc]
        for _ in range(4):
            await begun(one, one.casino.actor(id), *people)
            one.hand.time += DECIDE
            for house in houses:
                house.casino.actor(id).hear()
            await asyncio.gather(*(house.quiet(house.casino.actor(id)) for house in houses))
            await asyncio.gather(*(decided(house, house.casino.actor(id)) for house in houses[:1]))
            await one.later(one.casino.actor(id), REST)
            await two.quiet(two.casino.actor(id))
        await asyncio.gather(*(house.casino.actor(id).abreast() for house in houses))
        places = [house.casino.actor(id).head for house in houses]
        assert places[0].hash == places[1].hash
        assert places[0].state == places[1].state
        for heard in told:
            assert heard == list(range(heard[0], places[0].number + 1)), "told twice, out of order, or not at all"
        assert (await one.audited(one.casino.actor(id))).rounds >= 4

    together(tmp_path, play)


def test_an_act_at_one_server_is_told_at_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the doorbell: nobody acts at the other, its table is not polled, and no lease changes hands."""
    for name in ("POLL_SECONDS", "RENEW_SECONDS"):
        monkeypatch.setattr(f"croupier.floor.cluster.members.{name}", 3600.0)

    async def play(one: House, two: House) -> None:
        id = await table(one, two)
        news: list[Told] = []
        two.casino.actor(id).listen(news.append)
        ana = await one.player()
        receipt = await one.act(one.casino.actor(id), BuyIn(ana, 50_00))
        await until(lambda: bool(news))
        assert [(entry.number, entry.hash) for entry in news[0].entries] == [(receipt.number, receipt.hash)]
        assert state_of(news[0]).purse(one.casino.actor(id).player_id(ana)).value == 50_00
        made = await one.table("tai-sai", id="t-new")
        await until(lambda: made.id in two.casino.actors)

    together(tmp_path, play)


def test_a_lost_doorbell_costs_time_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.floor.store.engines.postgres_doorbell.PostgresBell.ring", lambda *_: None)

    async def play(one: House, two: House) -> None:
        id = await table(one, two)
        ana = await one.player()
        await one.act(one.casino.actor(id), BuyIn(ana, 50_00))
        await until(lambda: two.casino.actor(id).number == one.casino.actor(id).number)
        made = await one.table("tai-sai", id="t-new")
        await until(lambda: made.id in two.casino.actors)

    together(tmp_path, play)


@pytest.mark.parametrize("is_new_home", [False, True])
def test_who_looks_at_a_table_sees_what_is_durable_without_a_doorbell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_new_home: bool
) -> None:
    """The server that was asked has no link to the table's home, or has become its home a moment ago."""
    monkeypatch.setattr("croupier.floor.store.engines.postgres_doorbell.PostgresBell.ring", lambda *_: None)
    for name in ("POLL_SECONDS", "RENEW_SECONDS"):
        monkeypatch.setattr(f"croupier.floor.cluster.members.{name}", 3600.0)

    async def play(one: House, two: House) -> None:
        id = await table(one, two)
        ana = await one.player()
        for _ in range(3):
            receipt = await one.act(one.casino.actor(id), BuyIn(ana, 50_00))
            assert two.casino.actor(id).number < receipt.number
            if is_new_home:
                assert isinstance(two.casino.cluster, Colleagues)
                two.casino.cluster.spread = LeaseSpread()
                two.casino.cluster.take_up(id)
            await two.casino.present(id)
            assert two.casino.actor(id).number == receipt.number

    together(tmp_path, play)


def test_a_ring_has_room_for_any_number_of_tables() -> None:
    streams = {f"roulette-{number:05}" for number in range(2000)}
    sent = list(payloads("own", streams))
    assert all(len(text.encode()) <= LONGEST for text in sent)
    assert all(text.startswith("own ") for text in sent)
    assert [stream for text in sent for stream in text.split(" ")[1:]] == sorted(streams)
    assert list(payloads("own", ())) == ["own"]


def test_nothing_is_refused_because_a_server_is_behind(tmp_path: Path) -> None:
    """What was bought at one is wagered at the other at once, and back: each refusal is judged on what is durable."""

    async def play(one: House, two: House) -> None:
        id = await table(one, two)
        ana = await one.player()
        for turn in range(15):
            here, there = (one, two) if turn % 2 else (two, one)
            await here.act(here.casino.actor(id), BuyIn(ana, 20_00))
            assert await there.refused(there.casino.actor(id), CashOut(ana, 20_00)) == ""
        assert (await one.casino.money(ana)).wallet == WALLET

    together(tmp_path, play)


def test_a_table_made_or_wound_up_elsewhere_is_known(tmp_path: Path) -> None:
    async def play(one: House, two: House) -> None:
        made = await one.table("money-wheel", id="t-new")
        ana = await two.player()
        actor = two.casino.actor(made.id) if made.id in two.casino.actors else made
        assert await two.refused(actor, BuyIn(ana, 20_00)) == ""
        one.casino.actor(made.id).put_out_of_order("as if its rules were gone")
        await one.casino.wind_up(made.id, "a test", by="poperator")
        await until(lambda: made.id not in two.casino.actors)
        assert (await two.casino.money(ana)).wallet == WALLET

    together(tmp_path, play)


# Leases


def holders(database: str) -> Counter[str]:
    rows = postgres.execute("SELECT holder FROM leases WHERE until > extract(epoch FROM now()) * 1000", database)
    return Counter(holder for (holder,) in rows)


def test_leases_spread_and_a_server_that_stops_gives_them_back(tmp_path: Path) -> None:
    database = postgres.fresh()

    async def play(one: House) -> None:
        for number in range(6):
            await one.table("roulette", id=f"t-{number}")
        await until(lambda: list(holders(database).values()) == [6])
        async with server(tmp_path, database, one.hand) as two:
            await until(lambda: sorted(holders(database).values()) == [3, 3])
            assert isinstance(two.casino.cluster, Colleagues)
            # As a server does first when it stops: from then on the other counts it no more, and takes all.
            await two.casino.cluster.hand_over()
            assert postgres.execute("SELECT count(*) FROM workers", database) == [(1,)]
            await until(lambda: list(holders(database).values()) == [6])
        await until(lambda: list(holders(database).values()) == [6])

    together(tmp_path, play, servers=1, database=database)
    assert not holders(database)
    assert postgres.execute("SELECT count(*) FROM workers", database) == [(0,)]


def test_the_tables_of_a_server_that_is_gone_are_taken_over(tmp_path: Path) -> None:
    """Its leases stand, and nobody renews them: the window closes and the ball falls all the same."""
    database = postgres.fresh()

    async def play(one: House) -> None:
        actor = await one.table("roulette", id="t-one")
        ana = await one.seated(actor)
        await one.act(actor, wager(actor, ana))
        async with server(tmp_path, database, one.hand) as two:
            other = two.casino.actor("t-one")
            await one.casino.stop()  # its work ends, and its leases are put back as a kill would leave them
            postgres.execute("DELETE FROM leases", database)
            sql = "INSERT INTO leases SELECT 't-one', 'gone', extract(epoch FROM now()) * 1000 + 3000"
            postgres.execute(sql, database)
            await until(lambda: other.cluster.grace("t-one") > 0)
            # Long after it was due by the house's clock, and not a moment after it by this server's own.
            one.hand.time += BETTING + GRACE_SECONDS
            other.hear()
            await until(lambda: rounds(other) == 1)
            await until(lambda: list(holders(database)) == [two.casino.cluster.id])  # type: ignore[union-attr]

    together(tmp_path, play, servers=1, database=database)


def test_a_home_that_cannot_read_its_table_gives_it_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It holds the lease and answers nobody: another server may have what it lacks."""

    async def play(one: House, two: House) -> None:
        id = await table(one, two)
        await until(lambda: sorted(house.casino.cluster.grace(id) > 0 for house in (one, two)) == [False, True])
        stuck, other = sorted((one, two), key=lambda house: house.casino.cluster.grace(id))

        async def unreadable(store: Store, *rest: Any) -> Folded:
            if store is stuck.store:
                raise Broken("as if a line were unreadable here")
            return await caught_up(store, *rest)

        with monkeypatch.context() as patched:
            patched.setattr(actors, "caught_up", unreadable)
            stuck.casino.actor(id).hear()
            await until(lambda: other.casino.cluster.grace(id) == 0)
            ana = await other.player()
            await other.act(other.casino.actor(id), BuyIn(ana, 20_00))
            await until(lambda: stuck.casino.cluster.grace(id) > 0)
        await until(lambda: stuck.casino.actor(id).number == other.casino.actor(id).number)

    together(tmp_path, play)


def test_what_is_due_is_left_to_the_one_who_has_the_lease(tmp_path: Path) -> None:
    async def play(one: House, two: House) -> None:
        id = await table(one, two)
        await until(lambda: sorted(house.casino.cluster.grace(id) > 0 for house in (one, two)) == [False, True])
        holder, other = sorted((one, two), key=lambda house: house.casino.cluster.grace(id))
        ana = await other.seated(other.casino.actor(id))
        await holder.act(holder.casino.actor(id), wager(holder.casino.actor(id), ana))
        await other.casino.actor(id).abreast()
        stored: list[int] = []
        append = other.store.append

        async def noted(batch: object) -> None:
            stored.append(1)
            await append(batch)  # type: ignore[arg-type]

        other.store.append = noted  # type: ignore[method-assign]
        one.hand.time += BETTING
        for house in (other, holder):
            house.casino.actor(id).hear()
        await until(lambda: rounds(other.casino.actor(id)) == 1)
        assert not stored

    together(tmp_path, play)


def test_a_server_with_another_house_key_is_refused_while_others_are_at_work(tmp_path: Path) -> None:
    database = postgres.fresh()
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()

    async def play(_one: House) -> None:
        with pytest.raises(BadKey, match="copy theirs here") as said:
            async with server(tmp_path / "two", database, Hand()):
                pass
        assert "\n" not in str(said.value)

    together(tmp_path / "one", play, servers=1, database=database)


def test_a_key_that_was_lost_is_said_plainly(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    database = postgres.fresh()

    async def play(_house: House) -> None: ...

    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        together(tmp_path / name, play, servers=1, database=database)
    assert "the house key is another than before" in caplog.text


# Races


def test_the_last_chips_of_a_wallet_are_spent_once(tmp_path: Path) -> None:
    async def play(*houses: House) -> None:
        ids = [(await houses[0].table("roulette", id=f"t-{number}")).id for number in range(4)]
        for house in houses:
            await house.casino.learn()
        ana = await houses[0].player()
        codes = await asyncio.gather(
            *(house.refused(house.casino.actor(id), BuyIn(ana, WALLET)) for house in houses for id in ids)
        )
        assert Counter(codes) == {"": 1, "not_enough_money": 3 * len(ids) - 1}

    together(tmp_path, play, servers=3)


def test_one_key_is_one_act_wherever_it_is_sent(tmp_path: Path) -> None:
    async def play(one: House, two: House) -> None:
        id = await table(one, two)
        ana = await one.player()
        for turn in range(6):
            key = f"k{turn}"
            receipts = await asyncio.gather(
                *(
                    house.act(house.casino.actor(id), BuyIn(ana, 10_00), key=key, body=b"b")
                    for house in (one, two)
                    for _ in range(3)
                )
            )
            assert len({receipt.number for receipt in receipts}) == 1
            both = [house.casino.grant(ana, 5_00, None) for house in (one, two)]
            await asyncio.gather(*both)
        assert (await one.casino.money(ana)).wallet == WALLET + 12 * 5_00 - 6 * 10_00

    together(tmp_path, play)


def test_a_loss_limit_holds_at_all_servers_together(tmp_path: Path) -> None:
    """At six tables of three servers at once, to the cent; and what is within the limit is not refused."""

    async def play(*houses: House) -> None:
        ids = [(await houses[0].table("roulette", id=f"t-{number}")).id for number in range(6)]
        for house in houses:
            await house.casino.learn()
        ana = await houses[0].player()
        for id in ids:
            await houses[0].act(houses[0].casino.actor(id), BuyIn(ana, 100_00))
        await houses[1].casino.people.standings.set_limit(ana, LimitKind.LOSS, 35_00, houses[0].casino.time())
        asked = [(house, id) for id in ids for house in houses]
        codes = await asyncio.gather(
            *(house.refused(house.casino.actor(id), wager(house.casino.actor(id), ana, 5_00)) for house, id in asked)
        )
        assert Counter(codes) == {"": 7, "loss_limit": len(asked) - 7}
        assert await houses[2].play_of(ana) == (35_00, 0)

    together(tmp_path, play, servers=3)


def test_nobody_plays_after_excluding_herself_at_another_server(tmp_path: Path) -> None:
    """The moment is the database's: no wager has a later place than the exclusion, however close they come."""

    async def play(one: House, two: House) -> None:
        id = await table(one, two)
        actor = two.casino.actor(id)
        for _ in range(6):
            ana = await two.seated(actor, 100_00)
            wagers = [asyncio.create_task(two.refused(actor, wager(actor, ana, 5_00))) for _ in range(6)]
            await asyncio.sleep(0.004)
            await one.casino.people.standings.exclude(ana, SelfExclusion.HALF_YEAR, one.casino.time())
            staked = (await one.play_of(ana))[0]
            later = [await two.refused(actor, wager(actor, ana, 5_00)) for _ in range(2)]
            codes = await asyncio.gather(*wagers)
            assert later == ["self_excluded"] * 2
            assert set(codes) <= {"", "self_excluded"}
            assert (await one.play_of(ana))[0] == staked == 5_00 * codes.count("")
            assert await code_of(two.casino.grant(ana, 5_00)) == "self_excluded"

    together(tmp_path, play)


def test_a_time_limit_counts_play_at_every_server(tmp_path: Path) -> None:
    async def play(one: House, two: House) -> None:
        ana = await one.player()
        id = await table(one, two, game="tai-sai")
        await one.casino.people.standings.set_limit(ana, LimitKind.TIME, 3600, one.casino.time())
        for house in (two, one, two):
            assert await house.refused(house.casino.actor(id), BuyIn(ana, 5_00)) == ""
            one.hand.time += 20 * 60
        assert await one.refused(one.casino.actor(id), BuyIn(ana, 5_00)) == "time_limit"
        assert await two.refused(two.casino.actor(id), BuyIn(ana, 5_00)) == "time_limit"

    together(tmp_path, play)


def test_the_houses_one_journal_is_written_by_all(tmp_path: Path) -> None:
    async def play(*houses: House) -> None:
        people = await asyncio.gather(*(house.player() for house in houses for _ in range(8)))
        assert len(set(people)) == 24
        await asyncio.gather(*(house.casino.grant(person, 1_00) for house in houses for person in people))
        rows = await houses[0].store.tail(HOUSE_STREAM, -1, 1000)
        assert [row.number for row in rows] == list(range(3 + 4 * 24 + 72)), "each who came has four lines"
        total = await houses[0].store.balances("wallet:")
        assert set(total.values()) == {WALLET + 3_00}

    together(tmp_path, play, servers=3)


def test_who_buys_in_at_one_server_is_not_closed_or_hired_at_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Chips and wagers that this server has not read of yet count; and one of the two happens, never both."""
    monkeypatch.setattr("croupier.floor.store.engines.postgres_doorbell.PostgresBell.ring", lambda *_: None)
    monkeypatch.setattr("croupier.floor.cluster.members.POLL_SECONDS", 3600.0)

    async def play(one: House, two: House) -> None:
        id = await table(one, two)
        boss = await one.casino.people.links.use_operator_link(
            await one.casino.people.links.make_operator_link(one.casino.time()),
            "Olga",
            PASSWORD,
            one.casino.time(),
            also=one.casino.book.operator_came,
        )
        actor = two.casino.actor(id)
        for number in range(4):
            ana = (await one.casino.front_desk.sign_up(f"Ana {number}", PASSWORD)).person.id
            give = one.casino.give_role(ana, HouseRole.DEALER, by=boss.person.id)
            leave = one.casino.close_account(ana)
            await two.act(actor, BuyIn(ana, 20_00))
            await two.act(actor, wager(actor, ana, 20_00))
            assert await code_of(give if number % 2 else leave) == "chips_on_table"
            (leave if number % 2 else give).close()
        for _ in range(4):
            ben = await one.player()
            codes = await asyncio.gather(code_of(one.casino.close_account(ben)), two.refused(actor, BuyIn(ben, 20_00)))
            assert tuple(codes) in {("", "account_closed"), ("", "no_such_person"), ("chips_on_table", "")}

    together(tmp_path, play)


def test_two_dealers_who_take_one_table_are_one(tmp_path: Path) -> None:
    async def play(one: House, two: House) -> None:
        live = await one.table("roulette", live=True, id="t-live")
        await one.casino.duties.leave(live.id, "pdealer")
        await two.casino.find(live.id)
        for _ in range(5):
            codes = await asyncio.gather(
                *(code_of(house.casino.take_duty(live.id, f"p{name}")) for house, name in ((one, "dan"), (two, "dora")))
            )
            assert sorted(codes) == ["", "has_a_dealer"]
            for house in (one, two):
                await house.casino.duties.look()
            (dealer,) = {house.casino.duties.on_duty[live.id] for house in (one, two)}
            await one.casino.duties.leave(live.id, dealer)
        await one.casino.take_duty(live.id, "pdealer")
        assert await two.refused(two.casino.actor(live.id), "dealer: open table") == ""
        await one.casino.duties.relieve(live.id, "pboss")
        assert await two.refused(two.casino.actor(live.id), "dealer: open betting") == "not_on_duty"

    together(tmp_path, play)


def test_the_last_operator_stays_however_many_are_asked(tmp_path: Path) -> None:
    async def play(one: House, two: House) -> None:
        async def operator(name: str) -> str:
            token = await one.casino.people.links.make_operator_link(one.casino.time())
            entrance = await one.casino.people.links.use_operator_link(
                token, name, PASSWORD, one.casino.time(), also=one.casino.book.operator_came
            )
            return entrance.person.id

        olga, otto = await operator("Olga"), await operator("Otto")
        codes = await asyncio.gather(
            code_of(one.casino.take_role(olga, HouseRole.OPERATOR, by=otto)),
            code_of(two.casino.take_role(otto, HouseRole.OPERATOR, by=olga)),
        )
        assert "" in codes
        assert set(codes) <= {"", "last_operator", "not_operator"}
        assert await one.casino.people.roles.has_operator()

    together(tmp_path, play)


def test_two_that_wait_for_each_other_are_both_done(tmp_path: Path) -> None:
    """Functions that come to their rows crosswise: the database undoes one, and its writer does it again."""

    def crosswise(first: str, second: str) -> object:
        def work(connection: Connection) -> None:
            import time

            connection.execute("UPDATE marks SET value = value WHERE name = ?", (first,))
            time.sleep(0.3)
            connection.execute("UPDATE marks SET value = value WHERE name = ?", (second,))
            connection.execute("INSERT INTO marks (name, value) VALUES (?, ?)", (f"done {first}", b""))

        return work

    async def play(one: House, two: House) -> None:
        await asyncio.gather(
            one.store.write(crosswise("house key", "house journal")),  # type: ignore[arg-type]
            two.store.write(crosswise("house journal", "house key")),  # type: ignore[arg-type]
        )
        found = await one.store.read(lambda connection: connection.execute("SELECT name FROM marks").fetchall())
        assert {name for (name,) in found} >= {"done house key", "done house journal"}

    together(tmp_path, play)
