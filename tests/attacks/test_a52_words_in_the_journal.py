"""Words that somebody chose and that the house's journal reads as something else (A52).

Nothing could be written after such a line, so nobody could come in, and no audit read on.
"""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import pytest
from msgspec import structs

from croupier.floor.keeping.audits.audit import inspect
from croupier.floor.people.roles import HouseRole
from croupier.floor.store import house_lines
from croupier.record.house_journal import leagues
from croupier.record.house_journal.staff_log import event_of
from croupier.record.journals.journal import HOUSE_STREAM
from croupier.serve.routes.inspection.verification import _words as verdict_words
from tests.support.server.wire import FREE, Guest, House, in_house

NAMES = (
    "Evening #1",
    "Florida key west",
    "Closes 2027-01-01T00:00:00Z",
    "Finals # 7 2027-01-01T00:00:00Z key k",
    f"Nonce nonce {'ab' * 16}",
    'The "best" of \\n',
)
OPEN = {"formula": "places", "best": 0}


async def _opened(house: House, name: str) -> int:
    director = await house.staff(HouseRole.TOURNAMENT_DIRECTOR, "Tess")
    return (await house.ask("POST", "/api/v1/leagues", director, json={**OPEN, "name": name})).status_code


async def _goes_on(house: House) -> bool:
    """Whether somebody can come in, and an audit finds nothing."""
    came = await house.ask("POST", "/api/v1/guests", json={"session": "token"})
    return came.status_code == 201 and inspect(house.casino.folder).breaches == ()


@pytest.mark.parametrize("name", NAMES)
def test_A52_a_league_may_be_called_anything(tmp_path: Path, name: str) -> None:
    async def scenario(house: House) -> None:
        assert await _opened(house, name) == 201
        assert await _goes_on(house)
        (league,) = (await house.ask("GET", "/api/v1/leagues")).json()["leagues"]
        assert league["name"] == name

    in_house(tmp_path, scenario)


def test_A52_a_name_on_a_line_of_an_older_version_is_read_as_it_is() -> None:
    book = leagues.LeagueBook()
    book.follow(3, "league winter opened by p1, points by places, best 0, called The best of 12")
    assert book.leagues["winter"].name == "The best of 12"


@pytest.mark.parametrize("reason", ["we lost the key k1", "worn, seal " + "a" * 64, 'it is "old"'])
def test_A52_a_table_may_end_for_any_reason(tmp_path: Path, reason: str) -> None:
    async def scenario(house: House) -> None:
        table, boss = await house.table(), await house.operator()
        ended = await house.ask("POST", f"/api/v1/tables/{table}/retire", boss, json={"reason": reason})
        assert ended.status_code == 201, ended.text
        assert await _goes_on(house)

    in_house(tmp_path, scenario)


async def _asked_for(house: House, boss: Guest, path: str) -> int:
    return (await house.ask("POST", path, boss, json={"reason": "old"})).status_code


@pytest.mark.parametrize("name", ["x # 9", "x\nrole operator to pother by a link", "x\0y", "x by pother", "a" * 3_000])
def test_A52_two_operators_agree_to_nothing_that_has_no_name(tmp_path: Path, name: str) -> None:
    async def scenario(house: House) -> None:
        boss = await house.operator()
        other = await house.staff(HouseRole.OPERATOR, "Otto")
        assert await _asked_for(house, boss, f"/api/v1/tables/{quote(name, safe='')}/wind-up") == 404
        assert (await house.ask("GET", "/api/v1/approvals", other)).json() == {"approvals": []}
        assert await _asked_for(house, boss, "/api/v1/tables/roulette-9/wind-up") == 403
        ((waiting,),) = (await house.ask("GET", "/api/v1/approvals", other)).json().values()
        assert (await house.ask("POST", f"/api/v1/approvals/{waiting['id']}", other)).status_code == 204
        assert await _goes_on(house)

    in_house(tmp_path, scenario, settings=structs.replace(FREE, four_eyes=True))


def test_A52_what_an_audit_says_of_an_odd_journal_is_no_line_of_its_own(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        boss = await house.operator()
        await house.store.write(
            lambda connection: connection.execute(
                "INSERT INTO journal (stream, number, line, hash) VALUES ('a # 1', 0, 'x', x'00')"
            )
        )
        found = inspect(house.casino.folder)
        words = verdict_words(found, follows=False)
        assert "#" not in words
        await house.casino.book.note(f"verified by {boss.id}: {words}")

    in_house(tmp_path, scenario)


def test_A52_a_line_that_would_be_read_as_another_is_not_written(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        before = await house.store.tail(HOUSE_STREAM, -1, 100)
        for words in ("words # 1", "words key k", "two\nlines", "Capital"):
            with pytest.raises(ValueError, match="could not be read again"):
                await house.casino.book.note(words)
        assert await house.store.tail(HOUSE_STREAM, -1, 100) == before

    in_house(tmp_path, scenario)


def test_A52_a_journal_that_takes_any_words_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leagues, "quoted", lambda words: words)
    monkeypatch.setattr(house_lines, "_checked_text", str)

    async def scenario(house: House) -> None:
        boss = await house.operator()
        assert await _opened(house, NAMES[0]) == 201
        assert not await _goes_on(house)
        # That line is for an audit to name. It keeps nobody out any more, and the staff log is read past it.
        assert (await house.ask("POST", "/api/v1/guests", json={"session": "token"})).status_code == 201
        assert (await house.ask("GET", "/api/v1/audit/staff-log", boss)).status_code == 200
        assert (await house.ask("GET", "/api/v1/leagues")).json() == {"leagues": []}

    in_house(tmp_path, scenario)


def test_A52_a_reason_lays_nothing_at_another_door(tmp_path: Path) -> None:
    """The staff log says who ended a table, whoever its reason names."""

    async def scenario(house: House) -> None:
        table, boss, other = await house.table(), await house.operator(), await house.guest()
        ended = {"reason": f"ordered by {other.id}"}
        assert (await house.ask("POST", f"/api/v1/tables/{table}/retire", boss, json=ended)).status_code == 201
        rows = await house.store.tail(HOUSE_STREAM, -1, 100)
        (line,) = [row.line for row in rows if " retired by " in row.line]
        event = event_of(line.split(" ", 3)[3])
        assert event is not None
        assert event.who == boss.id

    in_house(tmp_path, scenario)


def test_A52_settings_may_have_any_signs_in_them(tmp_path: Path) -> None:
    """As a path of a certificate may."""
    from croupier.record.house_journal.free_words import without_signs

    async def scenario(house: House) -> None:
        await house.casino.book.note_settings(without_signs('{"certificate":"/etc/house #1.pem"}'))
        assert await _goes_on(house)

    in_house(tmp_path, scenario)
