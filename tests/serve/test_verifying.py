"""The house verified at a click, while it is at work: and what was altered is named."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from croupier.floor.store.engines.sqlite import FILE
from tests.support.floor import postgres
from tests.support.server.real_server import Person, Running, server

pytestmark = pytest.mark.xdist_group("verifying")

VERIFY = "/api/v1/audit/verification"


def _played(running: Running) -> Person:
    guest = running.guest()
    act = {"act": {"act": "buy in", "amount": 100_00}, "key": "in"}
    assert guest.ask("POST", "/api/v1/tables/roulette-1/acts", act).status_code == 201
    return guest


@pytest.mark.parametrize("on_postgresql", [False, True])
def test_an_inspector_verifies_the_house_at_a_click(tmp_path: Path, *, on_postgresql: bool) -> None:
    options = ("--database", postgres.url_of(postgres.fresh())) if on_postgresql else ()
    with server(tmp_path / "house", *options) as running:
        _played(running)
        inspector = running.staff("inspector", "Ines")
        found = inspector.ask("POST", VERIFY).json()
        assert (found["follows"], found["total"], found["breaches"], found["has_key"]) == (True, 0, [], True)
        assert {each["stream"] for each in found["journals"]} >= {"house", "roulette-1", "blackjack-live-1"}
        told = inspector.client.get("/api/v1/house/journal").text
        assert f"verified by {inspector.id}: everything follows, " in told


def test_a_planted_alteration_is_named(tmp_path: Path) -> None:
    with server(tmp_path / "house") as running:
        guest = _played(running)
        inspector = running.staff("inspector", "Ines")
        # As somebody with the file in his hands would: a bigger stack, in books that still add up.
        with closing(sqlite3.connect(tmp_path / "house" / FILE)) as books:
            books.execute("UPDATE balances SET amount = amount + 100 WHERE account = ?", (f"wallet:{guest.id}",))
            books.execute("UPDATE balances SET amount = amount - 100 WHERE account = 'house'")
            books.commit()
        found = inspector.ask("POST", VERIFY).json()
        assert not found["follows"]
        assert found["total"] == 0, "the sum alone would not have shown it"
        house, wallet = found["breaches"]
        assert house["stream"] == wallet["stream"] == "balances"
        assert house["why"].startswith("house has ")
        assert wallet["why"].startswith(f"wallet:{guest.id} has "), "both accounts are named"
        assert "does not follow" in inspector.client.get("/api/v1/house/journal").text
