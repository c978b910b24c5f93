"""A client that openapi-python-client makes from our OpenAPI document plays a round."""

from __future__ import annotations

import importlib
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from croupier.client import CasinoClient
from tests.support.server.real_server import server
from tools.site import http_api

SIGN = {"minimum": 500, "maximum": 100_000}
NAME = "generated_casino"
NOT_READ = {
    "GET /api/v1/address.svg",
    "GET /api/v1/checkpoints/latest.svg",
    "GET /api/v1/report/pdf",
    "GET /api/v1/tables/{id}/address.svg",
    "GET /api/v1/tournaments/{id}/address.svg",
}
"""Pictures and a PDF: the generator knows JSON and text only."""
ALIASES = {"LayoutView", "BlackjackView"}
"""Second names of other shapes, for the messages of sockets."""


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The folder with the generated package, and what the generator said."""
    folder = tmp_path_factory.mktemp("generated")
    (folder / "openapi.json").write_text(json.dumps(http_api.document()), "utf-8")
    command = (sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none")
    done = subprocess.run(
        (*command, "--path", "openapi.json", "--output-path", NAME),
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder, done.stdout + done.stderr


def test_the_generator_reads_every_request_and_every_shape(generated: tuple[Path, str]) -> None:
    _, said = generated
    assert set(re.findall(r"WARNING parsing (\S+ \S+) within", said)) == NOT_READ
    assert set(re.findall(r"Unable to \w+ schema /components/schemas/(\w+)", said)) == ALIASES


def test_a_generated_client_plays_a_round(
    generated: tuple[Path, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(generated[0]))

    def part(name: str) -> Any:
        return importlib.import_module(f"{NAME}.{name}")

    models, client = part("models"), part("client")

    def asked(key: str, act: dict[str, Any]) -> Any:
        return models.ActRequest(act=models.ActRequestAct.from_dict(act), key=key)

    with server(tmp_path / "house") as running:
        table = {"name": "Quick", "game": "roulette", "sign": SIGN, "betting_seconds": 1, "rest": 0}
        id = running.operator().ask("POST", "/api/v1/tables", table).json()["id"]
        guest = part("api.guests.arrive").sync(client=client.Client(base_url=running.url))
        casino = client.AuthenticatedClient(base_url=running.url, token=guest.token)
        act = part("api.tables.act").sync
        assert act(id, client=casino, body=asked("1", {"act": "buy in", "amount": 50_00})).number == 1
        position = {"kind": "straight up", "numbers": [17]}
        wager = {"act": "wager", "position": position, "amount": 10_00}
        wagered = act(id, client=casino, body=asked("2", wager))
        refused = act(id, client=casino, body=asked("3", {**wager, "amount": 500_00}))
        assert refused.refusal.code == "not_enough_chips"
        with CasinoClient(running.url, guest.token).table(id) as seen:
            seen.until(lambda message: message.reveal != "")
        [line] = part("api.tables.table").sync(id, client=casino).view.to_dict()["settled"]
    assert wagered.number > 1
    assert line["wager"]["player"] == seen.player
