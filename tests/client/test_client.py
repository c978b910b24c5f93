"""The Python client beside a real server: a guest plays, is refused, loses the connection, and goes on."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier import BuyIn, Wager
from croupier.client import CasinoClient, RequestRefused, seal_fits
from croupier.games.roulette import red, straight_up
from tests.support.server.real_server import PASSWORD, Running, server

SIGN = {"minimum": 500, "maximum": 100_000}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with server(tmp_path_factory.mktemp("house") / "data") as running:
        yield running


@pytest.fixture(scope="module")
def quick(house: Running) -> str:
    """A table at which a round takes a second."""
    asked = {"name": "Quick", "game": "roulette", "sign": SIGN, "betting_seconds": 1, "rest": 0}
    return str(house.operator().ask("POST", "/api/v1/tables", asked).json()["id"])


def test_a_guest_plays_a_round_and_checks_its_seal(house: Running, quick: str) -> None:
    casino = CasinoClient.guest(house.url)
    assert quick in [table["id"] for table in casino.tables()]
    with casino.table(quick) as table:
        assert table.view["game"] == "roulette"
        bought = table.act(BuyIn(casino.person, 50_00))
        seal = table.seal
        wagered = table.act("wager", position=straight_up(17), amount=10_00, nonce=secrets.token_hex(16))
        assert (bought.table, wagered.table) == (quick, quick)
        assert wagered.number > bought.number
        end = table.until(lambda message: message.number > wagered.number and message.reveal != "")
        assert seal_fits(seal, end.reveal)
        assert not seal_fits(seal, "00" * 32)
        [line] = [line for line in table.view["settled"] if line["wager"]["player"] == table.player]
        assert line["pays"] in (0, 350_00)


def test_a_refusal_has_its_clause(house: Running, quick: str) -> None:
    casino = CasinoClient.guest(house.url)
    with casino.table(quick) as table, pytest.raises(RequestRefused) as caught:
        table.act(Wager(casino.person, red, 10_00))
    assert (caught.value.status, caught.value.refusal.code) == (0, "not_enough_chips")
    assert caught.value.refusal.clause == "D8 3.3"
    with pytest.raises(RequestRefused) as missing:
        casino.get("/tables/nowhere")
    assert (missing.value.status, missing.value.refusal.code) == (404, "no_such_table")


def test_an_unknown_act_is_answered_with_those_there_are(house: Running, quick: str) -> None:
    casino = CasinoClient.guest(house.url)
    with casino.table(quick) as table, pytest.raises(RequestRefused) as caught:
        table.act("bet", amount=10_00)
    refusal = caught.value.refusal
    assert refusal.code == "no_such_act"
    assert refusal.why.startswith("This game has no act “bet”. It has: ")
    listed = refusal.why.removesuffix(".").partition("It has: ")[2].split(", ")
    assert {"buy in", "wager", "cash out", "no more bets"} <= set(listed)
    assert listed.index("wager") < listed.index("no more bets"), "what players do comes first"
    by_request = CasinoClient.guest(house.url)
    with pytest.raises(RequestRefused) as asked:
        by_request.post(f"/tables/{quick}/acts", {"key": "one", "act": {"act": "bet"}})
    assert (asked.value.status, asked.value.refusal) == (400, refusal)


def test_a_broken_connection_is_taken_up_where_it_stopped(house: Running, quick: str) -> None:
    casino = CasinoClient.guest(house.url)
    with casino.table(quick) as table:
        first = table.act("buy in", amount=20_00)
        heard = [entry["number"] for entry in table.until(lambda message: message.number >= first.number).entries]
        assert table._socket is not None
        table._socket.close()  # as a network does
        second = table.act("buy in", amount=30_00)
        while heard[-1] < second.number:
            heard += [entry["number"] for entry in table.next().entries]
    assert heard == list(range(heard[0], heard[-1] + 1)), "no entry is missing, and none comes twice"


def test_what_may_be_done_comes_with_the_messages(house: Running, quick: str) -> None:
    casino = CasinoClient.guest(house.url)
    with casino.table(quick, legal=True) as table:
        message = table.until(lambda message: message.legal is not None)
    assert message.legal is not None
    assert "buy in" in {offer["act"] for offer in message.legal["offers"]}
    assert casino.legal(quick)["offers"]


def test_an_account_signs_in(house: Running) -> None:
    house.account("Clio")
    casino = CasinoClient.sign_in(house.url, "Clio", PASSWORD)
    assert casino.get("/me")["name"] == "Clio"
    kept = CasinoClient(house.url, casino.token)
    assert kept.person == casino.person
    casino.sign_out()
    with pytest.raises(RequestRefused) as over:
        kept.get("/me")
    assert over.value.status == 401


@pytest.mark.parametrize("body", [None, b"", b"{}"])
def test_a_program_that_comes_in_without_a_word_has_a_token_and_no_cookie(house: Running, body: bytes | None) -> None:
    """A cookie alone would be half a session: every act would be refused for want of a header."""
    headers = {"Content-Type": "application/json"} if body == b"{}" else {}
    answer = house.client().post("/api/v1/guests", content=body, headers=headers)
    assert (answer.status_code, "set-cookie" in answer.headers) == (201, False)
    assert CasinoClient(house.url, answer.json()["token"]).get("/me")["guest"] is True


def test_an_address_that_is_none() -> None:
    with pytest.raises(ValueError, match="write it as http://"):
        CasinoClient("localhost:8421", "")


def test_the_client_needs_nothing_of_the_server() -> None:
    sources = Path(__file__).resolve().parents[2].joinpath("src/croupier/client").glob("*.py")
    text = "".join(path.read_text("utf-8") for path in sources)
    assert "croupier.serve" not in text
    assert "croupier.floor" not in text
