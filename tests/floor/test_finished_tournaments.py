"""Tournaments that are over: a start leaves them unread, whoever looks finds them as they were, and later they go."""

from __future__ import annotations

from pathlib import Path

from croupier.floor.keeping.audits.audit import inspect
from croupier.floor.store.port import Connection
from croupier.floor.tournaments.finished import KEPT_SECONDS
from croupier.games.tournament.state import Phase
from tests.support.floor.casino import House, in_casino
from tests.support.floor.states import state_of
from tests.support.floor.tournaments import STARTS, at, entered, played_to_the_end, tournament


def _loaded(house: House) -> list[str]:
    return sorted(id for id in house.casino.actors if id.startswith("cup"))


def _noted(connection: Connection) -> int:
    (count,) = connection.execute("SELECT count(*) FROM tables WHERE ended = 2").fetchone()
    return int(count)


def test_a_start_leaves_it_unread_and_a_look_finds_it_as_it_was(tmp_path: Path, store: str | None) -> None:
    heads: dict[str, bytes] = {}

    async def played(house: House) -> None:
        await played_to_the_end(house)
        heads.update({id: house.casino.actors[id].head.hash for id in _loaded(house)})
        assert len(heads) >= 2, "the tournament and the tables of its sessions: who is equal plays off"
        assert await house.store.read(_noted) == len(heads)

    async def looked_at(house: House) -> None:
        casino = house.casino
        assert _loaded(house) == []
        assert await casino.finished.newest(10) == ["cup"]
        assert await casino.finished.newest(10, "cup") == []
        assert await casino.finished.names(("cup", "cap")) == {"cup": "Weta Cup"}
        table = min(id for id in heads if id != "cup")
        await casino.find(table)
        assert {id: casino.actors[id].head.hash for id in _loaded(house)} == heads
        assert casino.tournaments.tables_of("cup")[1] == table
        assert state_of(casino.actors["cup"]).phase is Phase.OVER

    in_casino(tmp_path, played, database=store)
    in_casino(tmp_path, looked_at, database=store)


def test_one_that_goes_on_is_loaded_at_every_start(tmp_path: Path) -> None:
    async def begun(house: House) -> None:
        await entered(house, await tournament(house), 4)
        await at(house, STARTS)
        assert await house.store.read(_noted) == 0

    async def goes_on(house: House) -> None:
        assert len(_loaded(house)) == 2

    in_casino(tmp_path, begun)
    in_casino(tmp_path, goes_on)


def test_it_goes_again_when_nobody_has_looked_for_a_while(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        actor = await played_to_the_end(house)
        finished, now, journals = house.casino.finished, 1_000.0, _loaded(house)
        finished.steady = lambda: now
        house.casino.finished.note_look(actor.id)
        now += KEPT_SECONDS - 1
        await finished.put_away_unseen()
        assert _loaded(house) == journals
        actor.followers += 1
        now += 2
        await finished.put_away_unseen()
        assert _loaded(house) == journals, "somebody watches it"
        actor.followers -= 1
        await finished.put_away_unseen()
        assert _loaded(house) == []
        await house.casino.find(actor.id)
        assert _loaded(house) == journals

    in_casino(tmp_path, scenario)


def test_an_audit_names_what_is_noted_as_over_and_is_not(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        await played_to_the_end(house)
        going_on = await house.table("roulette")
        assert not inspect(tmp_path).breaches

        def note_wrongly(connection: Connection) -> None:
            connection.execute("UPDATE tables SET ended = 2 WHERE id = ?", (going_on.id,))

        await house.store.write(note_wrongly)
        (breach,) = inspect(tmp_path).breaches
        assert (breach.stream, breach.why) == (
            going_on.id,
            "it is noted as part of a tournament that is over, and that is not so",
        )

    in_casino(tmp_path, scenario)
