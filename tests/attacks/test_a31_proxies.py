"""A31: the examples for nginx and Caddy in docs/how-to/host.md, run as they stand there but for names and certificates.

Each test runs where its program is installed. Nothing is installed here.
"""

from __future__ import annotations

import json
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from tests.support.documents import blocks
from tests.support.project import ROOT
from tests.support.server.figures import free_port
from tests.support.server.real_server import NO_CERTIFICATES, SECONDS, Running, server, wait_until

pytestmark = pytest.mark.xdist_group("proxies")
NGINX, CADDY = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/bin"), shutil.which("caddy")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with server(tmp_path_factory.mktemp("proxies") / "house") as running:
        yield running


@pytest.mark.skipif(NGINX is None, reason="nginx is not installed")
def test_A31_nginx_lets_play_through_and_cuts_who_is_silent(house: Running, tmp_path: Path) -> None:
    port = free_port()
    example = _example("nginx")
    for old, new in (
        ("listen 443 ssl;", f"listen 127.0.0.1:{port};"),
        ("server_name casino.example;", "server_name 127.0.0.1;"),
        ("http://127.0.0.1:8421", house.url),
    ):
        assert old in example
        example = example.replace(old, new)
    example = re.sub(r"^\s*ssl_certificate\w* .*\n", "", example, flags=re.MULTILINE)
    places = "".join(
        f"{each}_temp_path {tmp_path}/{each};\n" for each in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (tmp_path / "nginx.conf").write_text(
        f"daemon off;\nmaster_process off;\npid {tmp_path}/pid;\nerror_log {tmp_path}/errors;\n"
        f"events {{ worker_connections 8192; }}\nhttp {{\naccess_log off;\n{places}{example}\n}}\n"
    )
    command = (str(NGINX), "-e", str(tmp_path / "errors"), "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf"))
    with _proxy(command, port, tmp_path):
        _plays_and_cuts(house, port)


@pytest.mark.skipif(CADDY is None, reason="caddy is not installed")
def test_A31_caddy_lets_play_through_and_cuts_who_is_silent(house: Running, tmp_path: Path) -> None:
    port = free_port()
    example = _example("caddy")
    for old, new in (
        ("{\n    servers", "{\n    admin off\n    servers"),
        ("casino.example {", f"http://127.0.0.1:{port} {{\n    bind 127.0.0.1"),
        ("reverse_proxy 127.0.0.1:8421", f"reverse_proxy {house.url}"),
    ):
        assert old in example
        example = example.replace(old, new)
    (tmp_path / "Caddyfile").write_text(example)
    command = (str(CADDY), "run", "--adapter", "caddyfile", "--config", str(tmp_path / "Caddyfile"))
    with _proxy(command, port, tmp_path):
        _plays_and_cuts(house, port)


def _example(program: str) -> str:
    """The example for that program in the documents."""
    (found,) = blocks(ROOT / "docs" / "how-to" / "host.md", program)
    return found


@contextmanager
def _proxy(command: tuple[str, ...], port: int, folder: Path) -> Iterator[None]:
    own = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "PATH": "/usr/bin:/bin"}
    with (folder / "said").open("wb") as said:
        process = subprocess.Popen(command, stdout=said, stderr=said, env=own)
    try:
        wait_until(lambda: process.poll() is not None or _listens(port))
        assert process.poll() is None, (folder / "said").read_text()
        yield
    finally:
        process.terminate()
        process.wait(SECONDS)


def _listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True


def _plays_and_cuts(house: Running, port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), SECONDS) as silent:
        _plays(house, f"http://127.0.0.1:{port}")
        assert silent.recv(1000) == b"", "who says nothing is cut"


def _plays(house: Running, url: str) -> None:
    """A guest who comes in through the proxy, watches a table and acts at it; and what is too large."""
    with httpx.Client(base_url=url, timeout=SECONDS, verify=NO_CERTIFICATES, headers={"Origin": url}) as client:
        entered = client.post("/api/v1/guests", json={"session": "token"})
        assert entered.status_code == 201, entered.text
        headers = {"Authorization": f"Bearer {entered.json()['token']}"}
        where = f"ws{url.removeprefix('http')}/api/v1/tables/roulette-1/socket"
        with connect(where, additional_headers=headers, open_timeout=SECONDS) as table:
            assert json.loads(table.recv(SECONDS))["type"] == "snapshot"
            table.send(json.dumps({"type": "act", "key": "k", "act": {"act": "buy in", "amount": 100_00}}))
            while json.loads(table.recv(SECONDS))["type"] != "receipt":
                pass
        large = client.post("/api/v1/guests", content=b"x" * 70_000)
        assert large.status_code in {413, 502}, "the second by Caddy, which breaks off what it was handing on"
        assert client.get("/api/v1/rulebook").status_code == 200
    assert house.client().get("/health").status_code == 200
