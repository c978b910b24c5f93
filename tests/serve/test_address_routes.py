"""The address for phones in the room; its QR code is read back here module by module."""

from __future__ import annotations

import re
from base64 import b64decode
from html import escape
from itertools import pairwise
from pathlib import Path

import httpx
import pytest

from croupier.serve.process.address import qr_code, room_address
from croupier.serve.security.origin import is_this_machine
from tests.support.qr_code import BORDER, SIZE, read_grid
from tests.support.server.contestants import opened_tournament
from tests.support.server.real_server import server
from tests.support.server.wire import House, in_house


def modules(svg: str) -> list[list[bool]]:
    """The dark modules of the picture, without the quiet zone around them."""
    grid = [[False] * SIZE for _ in range(SIZE)]
    (path,) = re.findall(r'stroke="#000" d="([^"]+)"', svg)
    x = y = 0
    for command, one, other in re.findall(r"([Mmh])(-?\d+)(?: (-?\d+)(?:\.5)?)?", path):
        if command == "h":
            for place in range(x, x + int(one)):
                grid[y - BORDER][place - BORDER] = True
            x += int(one)
        elif command == "m":
            x, y = x + int(one), y + int(other)
        else:
            x, y = int(one), int(other)
    return grid


def read_qr(svg: str) -> str:
    return read_grid(modules(svg))


@pytest.mark.parametrize("address", ["http://192.168.1.20:8421", "http://10.0.0.7:80", "http://[fd00::17]:8421"])
def test_the_code_says_the_address(address: str) -> None:
    assert read_qr(qr_code(address).decode()) == address


def test_whoever_came_from_outside_is_given_the_address_by_which_they_came(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        found = (await house.ask("GET", "/api/v1/address", headers={"Host": "192.168.1.20:8421"})).json()
        assert found == {"address": "http://192.168.1.20:8421", "qr": "/api/v1/address.svg", "why": ""}
        code = await house.ask("GET", found["qr"], headers={"Host": "192.168.1.20:8421"})
        assert code.headers["content-type"].startswith("image/svg+xml")
        assert read_qr(code.text) == "http://192.168.1.20:8421"
        for host in ("localhost:8421", "127.0.0.1:8421", "[::1]:8421"):
            found = (await house.ask("GET", "/api/v1/address", headers={"Host": host})).json()
            assert (found["address"], found["qr"]) == ("", "")
            assert "--host" in found["why"]
            refused = await house.ask("GET", "/api/v1/address.svg", headers={"Host": host})
            assert (refused.status_code, refused.json()["refusal"]["code"]) == (404, "only_here")

    in_house(tmp_path, scenario)


def test_where_a_server_is_reached_from_the_room() -> None:
    assert room_address("127.0.0.1", 8421) == ""
    assert room_address("localhost", 8421) == ""
    assert room_address("::1", 8421) == ""
    assert room_address("192.168.1.20", 8421) == "http://192.168.1.20:8421"
    assert room_address("fd00::17", 8421) == "http://[fd00::17]:8421"
    own = room_address("0.0.0.0", 8421)  # noqa: S104
    assert own == "" or not is_this_machine(own.removeprefix("http://").removesuffix(":8421"))


def test_a_real_server_that_hears_the_room_can_be_reached_by_what_it_says(tmp_path: Path) -> None:
    with server(tmp_path / "house", "--host", "0.0.0.0") as running:  # noqa: S104
        found = running.client().get("/api/v1/address").json()
        if not found["address"]:
            pytest.skip("this machine is in no network")
        assert httpx.get(f"{found['address']}/health", timeout=60).status_code == 200


def test_the_reader_reads_nothing_into_a_code() -> None:
    """Each differs from the next in the text alone, and is read as what it is."""
    addresses = [f"http://10.0.0.{last}:8421" for last in range(5, 9)]
    codes = [qr_code(address).decode() for address in addresses]
    assert all(modules(one) != modules(other) for one, other in pairwise(codes))
    assert [read_qr(code) for code in codes] == addresses


def test_links_that_are_handed_over_lead_to_an_address_that_a_phone_reaches(tmp_path: Path) -> None:
    """Whoever directs from the very laptop works at localhost, and the people at the door have phones."""
    with server(tmp_path / "house", "--host", "0.0.0.0") as running:  # noqa: S104
        room = running.client().get("/api/v1/address").json()["address"]
        if not room:
            pytest.skip("this machine is in no network")
        operator = running.operator()
        id = opened_tournament(running, runs_itself=False)
        [bea] = operator.ask("POST", f"/api/v1/tournaments/{id}/walk-ups", {"list": "Bea"}).json()["people"]
        assert bea["link"].startswith(f"{room}/walk-up#then=/tournaments/{id}&token=")
        picture = b64decode(bea["qr"].removeprefix("data:image/svg+xml;base64,")).decode()
        assert f"<title>{escape(bea['link'])}</title>" in picture
        invited = operator.ask("POST", "/api/v1/invitations/dealer").json()
        assert invited["link"].startswith(f"{room}/join#token=")
        lost = operator.ask("POST", f"/api/v1/people/{bea['id']}/reset-link").json()
        assert lost["link"].startswith(f"{room}/reset#token=")


def test_where_no_phone_reaches_the_server_a_walk_up_has_a_link_and_no_code(tmp_path: Path) -> None:
    with server(tmp_path / "house") as running:
        id = opened_tournament(running, runs_itself=False)
        answer = running.operator().ask("POST", f"/api/v1/tournaments/{id}/walk-ups", {"list": "Bea"})
        [bea] = answer.json()["people"]
        assert (bea["link"].startswith(running.url), bea["qr"]) == (True, "")
