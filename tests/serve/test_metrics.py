"""Figures for Prometheus: at an address of their own, and what they say is what happened."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from tests.support.process import in_this_process
from tests.support.server.figures import figures_at, free_port
from tests.support.server.real_server import server

pytestmark = pytest.mark.xdist_group("metrics")


def test_they_tell_what_happened(tmp_path: Path) -> None:
    port = free_port()
    with server(tmp_path / "house", "--metrics", str(port)) as running:
        before = figures_at(port)
        guest = running.guest()
        path = "/api/v1/tables/roulette-1/acts"
        for number in range(3):
            act = {"act": "buy in", "amount": 10_00}
            assert guest.ask("POST", path, {"act": act, "key": f"k{number}"}).status_code == 201
        assert guest.ask("POST", path, {"act": {"act": "buy in", "amount": 10**9}, "key": "no"}).status_code == 409
        now = figures_at(port)
    assert now["croupier_acts_total accepted"] == 3
    assert now["croupier_acts_total refused"] == 1
    assert now["croupier_act_seconds_count"] == 3
    assert now["croupier_entries_total"] - before["croupier_entries_total"] == 3
    assert now["croupier_requests_total /api/v1/tables/{id}/acts 201 POST"] == 3
    assert now["croupier_requests_total /api/v1/tables/{id}/acts 409 POST"] == 1
    assert now["croupier_tables in order roulette"] == 2
    assert now["croupier_tables_played_at"] == 1
    assert now["croupier_store_failures_total"] == 0
    assert now["croupier_commit_units_sum"] > before["croupier_commit_units_sum"]
    assert now["croupier_waiting_acts"] == 0


def test_the_players_port_shows_none(tmp_path: Path) -> None:
    with server(tmp_path / "house", "--metrics", str(free_port())) as running:
        assert running.client().get("/metrics").status_code == 404


def test_a_port_that_is_taken_is_named_in_one_line(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        done = in_this_process("serve", "--data", str(tmp_path / "house"), "--port", "0", "--metrics", str(port))
    assert done.status == 2
    assert f"the figures cannot be shown at 127.0.0.1 port {port}" in done.errors
    assert "Traceback" not in done.errors
