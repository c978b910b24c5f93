"""Names that hope to be read as something else (A27): wherever a name is shown, it is text and nothing more."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx

from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.people.names import refuses_name
from tests.support.hostile_names import hostile_names
from tests.support.server.wire import PASSWORD, Guest, House, Wire, buy_in, in_house

TABLES = 120
"""So many payloads are names of tables too: each is a table of its own."""


def is_inert(answer: httpx.Response) -> bool:
    """Whether a browser takes this for what it is, and runs nothing of it."""
    kind = answer.headers["content-type"].partition(";")[0]
    policy = answer.headers["content-security-policy"]
    return (
        kind in ("application/json", "text/html", "text/plain")
        and answer.headers["x-content-type-options"] == "nosniff"
        and "default-src 'none'" in policy
        and "unsafe-" not in policy
    )


def strings(found: Any) -> list[str]:
    """Every text in a JSON document."""
    if isinstance(found, str):
        return [found]
    if isinstance(found, dict):
        return [text for pair in found.items() for part in pair for text in strings(part)]
    return [text for part in found for text in strings(part)] if isinstance(found, list) else []


async def arrived(house: House, name: str) -> Guest | None:
    try:
        entrance = await house.casino.front_desk.sign_up(name, PASSWORD)
    except NotAccepted:
        return None
    return Guest(entrance.person.id, entrance.token)


def test_A27_a_thousand_payloads_are_shown_as_text(tmp_path: Path) -> None:
    """Kept to the letter or refused; shown in JSON as a string, with a type that no browser sniffs into a page."""

    async def scenario(house: House) -> None:
        table, operator = await house.table(), await house.operator()
        kept: dict[str, str] = {}
        for payload in hostile_names():
            guest = await arrived(house, payload)
            assert (guest is None) or refuses_name(payload) is None
            if guest is not None:
                kept[guest.id] = payload
            if guest is not None and len(kept) % 10 == 0:
                me = await house.ask("GET", "/api/v1/me", guest)
                assert is_inert(me)
                assert me.json()["name"] == payload
                assert payload in strings((await house.ask("GET", "/api/v1/me/data", guest)).json())
                await house.act(table, guest, "in", buy_in(50_00))
        assert len(hostile_names()) >= 1000
        assert len(kept) >= 500
        await _as_the_house_shows_them(house, operator, table, kept)
        await _nowhere_else(house, table, kept)

    in_house(tmp_path, scenario)


async def _as_the_house_shows_them(house: House, operator: Guest, table: str, kept: dict[str, str]) -> None:
    listed: dict[str, str] = {}
    after = ""
    while True:
        page = await house.ask("GET", "/api/v1/people", operator, params={"most": 200, "after": after})
        assert is_inert(page)
        listed |= {each["id"]: each["name"] for each in page.json()["people"]}
        if (after := page.json()["next"]) is None:
            break
    assert kept.items() <= listed.items()
    shown = await house.ask("GET", f"/api/v1/tables/{table}")
    assert is_inert(shown)
    assert len(shown.json()["names"]) >= 50
    players = {house.casino.actor(table).player_id(person): name for person, name in kept.items()}
    assert shown.json()["names"].items() <= players.items()
    async with Wire(house, table) as wire:
        assert (await wire.next())["names"] == shown.json()["names"]


async def _nowhere_else(house: House, table: str, kept: dict[str, str]) -> None:
    """No page has a person's name, and no journal has: nothing that is exported needs a guard against formulas."""
    long = [name for name in kept.values() if len(name) > 8]
    for path in ("/", "/api", f"/api/v1/tables/{table}/journal", f"/api/v1/tables/{table}/acts", "/api/v1/tables"):
        answer = await house.ask("GET", path)
        assert is_inert(answer)
        assert not [name for name in long if name in answer.text], path
    journal = await house.ask("GET", f"/api/v1/tables/{table}/journal")
    assert journal.headers["content-type"] == "text/plain; charset=utf-8"
    assert journal.headers["content-disposition"] == f'attachment; filename="{table}.journal.txt"'


def test_A27_no_name_of_a_table_is_in_a_document_of_ours(tmp_path: Path) -> None:
    """The page asks for names as JSON and writes them as text: tests/page/test_names.py looks at that in a browser."""

    async def scenario(house: House) -> None:
        before = {path: (await house.ask("GET", path)).content for path in ("/", "/api", "/operator", "/tables/x")}
        made = [await _made(house, payload) for payload in hostile_names()[:: len(hostile_names()) // TABLES]]
        names = [name for name in made if name]
        assert len(names) >= TABLES // 2
        listed = (await house.ask("GET", "/api/v1/tables")).json()["tables"]
        assert set(names) <= {table["name"] for table in listed}
        for path, content in before.items():
            answer = await house.ask("GET", path)
            assert is_inert(answer)
            assert answer.content == content

    in_house(tmp_path, scenario)


async def _made(house: House, name: str) -> str:
    try:
        await house.table(name=name)
    except NotAccepted:
        return ""
    return " ".join(name.split())


def test_A27_an_answer_that_a_browser_could_run_is_found() -> None:
    good = {"content-type": "application/json", "x-content-type-options": "nosniff"}
    policy = {"content-security-policy": "default-src 'none'"}
    assert is_inert(httpx.Response(200, headers=good | policy))
    for bad in (
        {"content-type": "image/svg+xml"},
        {"x-content-type-options": "none"},
        {"content-security-policy": "default-src 'none'; script-src 'unsafe-inline'"},
        {"content-security-policy": "default-src *"},
    ):
        assert not is_inert(httpx.Response(200, headers=good | policy | bad))
    assert strings(json.loads('{"a": ["<b>", {"c": 1}]}')) == ["a", "<b>", "c"]
