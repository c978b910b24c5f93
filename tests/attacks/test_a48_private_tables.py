"""Guests without end who open private tables without end: rows, journals and leaves that never go (A48)."""

from __future__ import annotations

import json
import secrets
from pathlib import Path

import pytest
from msgspec import structs

from croupier.floor import private_tables
from croupier.floor.devices_office import DevicesOffice
from croupier.floor.people.responsible_play.days import DAY
from croupier.floor.people.roles import HouseRole
from croupier.floor.store.port import Connection
from croupier.serve.process.settings import Rate
from tests.support.floor import postgres
from tests.support.floor.two_servers import at_two_servers
from tests.support.server.wire import FREE, House, in_house

NOW = 1_794_700_800


async def _opened_and_closed(house: House, model: str) -> int:
    """By somebody new; the status of opening."""
    guest = await house.guest()
    made = await house.ask("POST", "/api/v1/private-tables", guest, json={"like": model})
    if made.status_code == 201:
        closed = await house.ask("DELETE", f"/api/v1/private-tables/{made.json()['id']}", guest)
        assert closed.status_code == 204
    return made.status_code


def test_A48_guests_of_one_address_open_so_many_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(private_tables, "MOST_A_DAY_FROM_ADDRESS", 3)

    async def scenario(house: House) -> None:
        model = await house.table(private_copies=True)
        assert [await _opened_and_closed(house, model) for _ in range(5)] == [201, 201, 201, 409, 409]
        refused = (await house.ask("POST", "/api/v1/private-tables", await house.guest(), json={"like": model})).json()
        assert refused["refusal"]["why"].endswith("Come back tomorrow.")
        house.time += DAY - 60
        assert await _opened_and_closed(house, model) == 409
        house.time += 61
        assert await _opened_and_closed(house, model) == 201

    in_house(tmp_path, scenario)


def test_A48_what_is_refused_is_not_counted_against_an_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody with two tables open, or who named no table, shut everybody behind the same address out for a day."""
    monkeypatch.setattr(private_tables, "MOST_A_DAY_FROM_ADDRESS", 3)

    async def scenario(house: House) -> None:
        model, ana = await house.table(private_copies=True), await house.guest()
        asked = [model, model, *[model] * 5, *["nowhere"] * 5]
        answers = [await house.ask("POST", "/api/v1/private-tables", ana, json={"like": each}) for each in asked]
        assert [each.status_code for each in answers] == [201, 201, *[409] * 10]
        assert await _opened_and_closed(house, model) == 201
        assert await _opened_and_closed(house, model) == 409

    in_house(tmp_path, scenario)


@pytest.mark.parametrize("at_most", ["MOST_AT_ONCE", "MOST_A_DAY_FROM_ADDRESS"])
def test_A48_two_servers_count_together(at_most: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each had counts of its own, and two that looked in the same moment both saw room."""
    monkeypatch.setattr(private_tables, at_most, 1)
    url = postgres.url_of(postgres.fresh())
    settings = json.dumps({"host": "pana"})

    def opened(connection: Connection) -> int:
        private_tables._check_room("pana", "192.0.2.1", NOW, connection)
        id = f"roulette-private-{secrets.token_hex(4)}"
        sql = "INSERT INTO tables (id, name, settings, made) VALUES (?, ?, ?, ?)"
        connection.execute(sql, (id, "Ana's", settings, NOW))
        return 1

    assert at_two_servers(url, opened) == [1, "too_many_private"]


def test_A48_the_house_opens_so_many_a_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(private_tables, "MOST_A_DAY_IN_HOUSE", 3)

    async def scenario(house: House) -> None:
        model = await house.table(private_copies=True)
        assert [await _opened_and_closed(house, model) for _ in range(4)] == [201, 201, 201, 409]
        house.time += DAY + 1
        assert await _opened_and_closed(house, model) == 201

    in_house(tmp_path, scenario)


def test_A48_tables_that_are_over_are_not_read_again(tmp_path: Path) -> None:
    """Neither when tables are learned of nor when there is room to be found for one more: nobody could read these."""

    async def scenario(house: House) -> None:
        model = await house.table(private_copies=True)
        for _ in range(3):
            assert await _opened_and_closed(house, model) == 201
        house.time += DAY + 1
        sql = "UPDATE tables SET settings = 'unreadable' WHERE ended = 1 RETURNING id"
        gone = await house.store.write(lambda connection: connection.execute(sql).fetchall())
        assert len(gone) == 3
        await house.casino.learn()
        assert await _opened_and_closed(house, model) == 201

    in_house(tmp_path, scenario)


def test_A48_a_name_that_no_table_has_makes_no_server_read_all_tables(tmp_path: Path) -> None:
    """As where several servers share a database, and another may have made it."""

    async def scenario(house: House) -> None:
        table = await house.table()
        learned: list[int] = []

        async def learn() -> None:
            learned.append(1)

        house.casino.learn = learn  # type: ignore[method-assign]
        house.store.is_shared = True
        try:
            for name in ("roulette-404", "x" * 5_000, "a\x00b", "'; --", "%"):
                await house.casino.find(name)
            assert learned == []
            gone = house.casino.actors.pop(table)
            await house.casino.find(table)
            assert learned == [1]
            house.casino.actors[table] = gone
        finally:
            house.store.is_shared = False

    in_house(tmp_path, scenario)


def test_A48_guessed_tokens_of_devices_are_counted_before_tables_are_looked_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(house: House) -> None:
        dora = await house.staff(HouseRole.DEALER, "Dora")
        table = await house.table(live=True, betting_seconds=None)
        await house.ask("POST", f"/api/v1/tables/{table}/duty", dora)
        searched: list[str] = []
        real = DevicesOffice.admit

        async def admit(self: DevicesOffice, *given: object) -> object:
            *rest, guessed = given

            def counted() -> None:
                guessed()  # type: ignore[operator]
                searched.append("all tables")

            return await real(self, *rest, counted)  # type: ignore[arg-type, call-arg]

        monkeypatch.setattr(DevicesOffice, "admit", admit)
        body = {"number": 1, "act": {"act": "spin", "number": 7}}
        answers = []
        for number in range(5):
            headers = {"authorization": f"Device guess-{number}"}
            path = f"/api/v1/tables/{table}/results"
            answers.append((await house.ask("POST", path, json=body, headers=headers)).status_code)
        assert answers == [401, 401, 429, 429, 429]
        assert len(searched) == 2

    in_house(tmp_path, scenario, settings=structs.replace(FREE, doors=Rate(2, 0.001)))
