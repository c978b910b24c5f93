"""`croupier serve` and `croupier operator-link` as processes: what they say, what they leave, how they end."""

from __future__ import annotations

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from croupier.floor.store.engines.sqlite import FILE
from croupier.games.registry import GAMES
from tests.support.process import Ended, environment, python, run_command
from tests.support.project import ROOT
from tests.support.server.real_server import PASSWORD, SECONDS, Running, server, wait_until
from tests.support.waiting import in_time

STRAIGHT = {"kind": "straight up", "numbers": [17]}

pytestmark = pytest.mark.xdist_group("serve-command")


def _serve(folder: Path, *options: str) -> Ended:
    return run_command("serve", "--data", str(folder), "--port", "0", *options)


def _one_line(done: Ended) -> str:
    assert (done.status, done.out) == (2, "")
    (line,) = done.error_lines
    return line


def _port(running: Running) -> int:
    return int(running.url.rpartition(":")[2])


def _is_free(port: int) -> bool:
    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True


# The first start


def test_the_first_start_opens_a_ready_floor(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "down" / "house"
    with server(folder) as running:
        assert running.url.startswith("http://127.0.0.1:")
        assert running.operator_token
        health = running.client().get("/health").json()
        assert health["ok"]
        assert (health["tables"], health["out_of_order"], health["store"]) == (6, [], True)
        tables = running.client().get("/api/v1/tables").json()["tables"]
        assert {(table["game"], table["live"]) for table in tables} == {
            *((game, False) for game in ("roulette", "blackjack", "tai-sai", "money-wheel")),
            *((game, True) for game in ("roulette", "blackjack")),
        }
        assert {table["game"] for table in tables} <= set(GAMES)
        cup, quick = running.client().get("/api/v1/tournaments").json()["tournaments"]
        assert (cup["id"], cup["is_open"], cup["runs_itself"], cup["entry_fee"]) == ("cup-1", True, True, 20_00)
        assert (quick["id"], quick["is_open"], quick["entry_fee"], quick["house_players"]) == ("quick-1", True, 0, True)
        assert cup["starts"] > running.client().get("/api/v1/tournaments/cup-1").json()["now"]
        assert running.stop() == 0
    with server(folder) as running:
        # The link was not used: there is another, and the tables are the same.
        assert running.operator_token
        assert running.client().get("/health").json()["tables"] == 6
        running.operator()
        assert running.stop() == 0
    with server(folder) as running:
        assert not running.operator_token
        assert running.sign_in("Olga").get("/api/v1/me")["roles"] == ["operator"]


def test_it_listens_on_this_machine_only(tmp_path: Path) -> None:
    with server(tmp_path / "house") as running, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        # No word is sent: this only asks the system which address it would speak from.
        probe.connect(("192.0.2.1", 9)) if _has_route() else probe.bind(("127.0.0.1", 0))
        own = probe.getsockname()[0]
        if own.startswith("127."):
            pytest.skip("this machine has no other address")
        with pytest.raises(OSError):  # noqa: PT011  refused or unreachable
            socket.create_connection((own, _port(running)), timeout=5)


def _has_route() -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return False
        return True


def test_files_of_others_are_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / "house"
    (folder / "sub").mkdir(parents=True)
    others = {folder / "notes.txt": b"mine", folder / "sub" / "house.key": b"mine too", folder / "croupier": b"x"}
    for path, content in others.items():
        path.write_bytes(content)
    with server(folder) as running:
        running.guest()
        assert running.stop() == 0
    assert {path: path.read_bytes() for path in others} == others


@pytest.mark.skipif(os.name != "posix", reason="permissions of this kind")
def test_nobody_else_can_read_what_it_keeps(tmp_path: Path) -> None:
    with server(tmp_path / "house") as running:
        assert running.folder.stat().st_mode & 0o077 == 0
        assert (running.folder / "house.key").stat().st_mode & 0o077 == 0


# What stands in the way is said in one line


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        done = run_command("serve", "--data", str(tmp_path / "house"), "--port", str(port))
        line = _one_line(done)
    assert str(port) in line
    assert "taken" in line


def test_a_port_that_another_croupier_has(tmp_path: Path) -> None:
    with server(tmp_path / "one") as running:
        done = run_command("serve", "--data", str(tmp_path / "two"), "--port", str(_port(running)))
        assert "taken" in _one_line(done)
        assert running.client().get("/health").json()["ok"]


@pytest.mark.parametrize("port", ["65536", "-1"])
def test_no_such_port(tmp_path: Path, port: str) -> None:
    done = run_command("serve", "--data", str(tmp_path / "house"), "--port", port)
    assert port in _one_line(done)


def test_a_folder_that_another_server_uses(tmp_path: Path) -> None:
    with server(tmp_path / "house") as running:
        assert "another server" in _one_line(_serve(running.folder))
        assert running.client().get("/health").json()["ok"]


def test_a_house_made_by_a_newer_version(tmp_path: Path) -> None:
    with server(tmp_path / "house") as running:
        assert running.stop() == 0
    with sqlite3.connect(tmp_path / "house" / FILE) as database:
        database.execute("PRAGMA user_version = 999")
    database.close()
    assert "newer version" in _one_line(_serve(tmp_path / "house"))


def test_a_file_of_another_program_in_our_place(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("this is no database, and somebody needs it")
    assert "another program" in _one_line(_serve(tmp_path))
    assert (tmp_path / FILE).read_text() == "this is no database, and somebody needs it"


def test_a_key_that_is_no_key(tmp_path: Path) -> None:
    with server(tmp_path / "house") as running:
        assert running.stop() == 0
    (tmp_path / "house" / "house.key").write_bytes(b"short")
    assert "house.key" in _one_line(_serve(tmp_path / "house"))


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "file" in _one_line(_serve(tmp_path / "file"))
    assert "file" in _one_line(_serve(tmp_path / "file" / "house"))


@pytest.mark.parametrize("origin", ["casino.example", "https://casino.example/", "https://Casino.Example", "ftp://a"])
def test_an_origin_that_is_none(tmp_path: Path, origin: str) -> None:
    assert origin in _one_line(_serve(tmp_path / "house", "--origin", origin))


# The operator's link


def _operator_link(folder: Path) -> Ended:
    return run_command("operator-link", "--data", str(folder))


def test_another_link_beside_a_running_server(tmp_path: Path) -> None:
    with server(tmp_path / "house") as running:
        done = _operator_link(running.folder)
        assert (done.status, done.errors) == (0, "")
        address, _, token = done.out.strip().partition("#token=")
        assert address == f"{running.url}/operator"
        body = {"token": token, "name": "Otto", "password": PASSWORD, "session": "token"}
        entered = running.client().post("/api/v1/links/operator", json=body)
        assert entered.status_code == 201
        # The first is still good: two operators are no fault.
        assert running.operator().get("/api/v1/me")["roles"] == ["operator"]
        assert running.stop() == 0
    assert "#token=" in _operator_link(tmp_path / "house").out


def test_a_link_needs_a_house(tmp_path: Path) -> None:
    assert "no house" in _one_line(_operator_link(tmp_path))
    assert list(tmp_path.iterdir()) == []


# How it ends


def _children(pid: int) -> str:
    return Path(f"/proc/{pid}/task/{pid}/children").read_text()


def _close_code(watching: ClientConnection) -> int | None:
    try:
        while True:
            watching.recv(timeout=10)
    except ConnectionClosed as closed:
        return None if closed.rcvd is None else closed.rcvd.code


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_in_good_order(tmp_path: Path, number: signal.Signals) -> None:
    with server(tmp_path / "house") as running:
        guest = running.guest()  # its connection stays open
        address = running.url.replace("http", "ws", 1) + "/api/v1/tables/roulette-1/socket"
        with connect(address) as watching:
            watching.recv(timeout=10)
            start = time.monotonic()
            running.process.send_signal(number)
            assert _close_code(watching) == 1001
            assert running.process.wait(SECONDS) == 0
            assert time.monotonic() - start < 6
        assert "Traceback" not in running.log()
        assert not list(running.folder.glob("*-wal")), "the log of the database was cleared away"
        again = Running(running.folder)
        try:
            assert again.client(Authorization=f"Bearer {guest.token}").get("/api/v1/me").status_code == 200
        finally:
            again.kill()


def test_a_slow_client_does_not_hold_up_the_stop(tmp_path: Path) -> None:
    with server(tmp_path / "house") as running, socket.create_connection(("127.0.0.1", _port(running))) as slow:
        slow.sendall(b"POST /api/v1/guests HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{")
        time.sleep(0.3)
        start = time.monotonic()
        assert running.stop() == 0
        assert time.monotonic() - start < 8
        # Cut, but told so in the one shape: it was an error of the server without a word of ours.
        head, _, body = slow.recv(8192).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 503 ")
        assert json.loads(body)["refusal"]["code"] == "unknown"


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_a_kill_leaves_nothing_that_keeps_port_or_folder(tmp_path: Path) -> None:
    folder = tmp_path / "house"
    with server(folder) as running:
        port = _port(running)
        running.guest()
        assert _children(running.process.pid) == ""
        running.kill()
        wait_until(lambda: _is_free(port), 5)
    with server(folder) as again:
        assert again.client().get("/health").json()["ok"]


_START = """
import sys
from pathlib import Path
sys.path.insert(0, {root!r})
import start
environment = start.Environment()
environment.python = Path(sys.executable)
sys.exit(start.run(environment, ["serve", *sys.argv[1:]]))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_the_start_becomes_the_server(tmp_path: Path) -> None:
    """Else a kill of start.py would leave a server behind."""
    with server(tmp_path / "house", command=("-c", _START.format(root=str(ROOT)))) as running:
        assert b"croupier" in Path(f"/proc/{running.process.pid}/cmdline").read_bytes()
        assert _children(running.process.pid) == ""
        port = _port(running)
        running.kill()
        wait_until(lambda: _is_free(port), 5)


def test_the_start_names_the_folder_beside_it() -> None:
    script = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import start; print(start.own_data(sys.argv[1:]))"
    assert python("-c", script, "--port", "1").out == f"['--data', {str(ROOT / 'data')!r}, '--port', '1']\n"
    assert python("-c", script, "--data", "x").out == "['--data', 'x']\n"
    assert python("-c", script, "--data=x").out == "['--data=x']\n"


def test_a_server_whose_parent_has_gone_ends(tmp_path: Path) -> None:
    """The way of systems on which a process cannot become another."""
    process = subprocess.Popen(
        (sys.executable, *("-m", "croupier", "serve", "--with-parent", "--port", "0"), "--data", str(tmp_path)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=ROOT,
        env=environment(),
        text=True,
    )
    assert process.stdout is not None
    assert process.stdin is not None
    try:
        assert "open at" in in_time(process.stdout.readline)
        process.stdin.close()
        assert process.wait(SECONDS) == 0
    finally:
        process.kill()
        process.wait(SECONDS)
        process.stdout.close()


def test_requests_at_the_moment_of_the_stop_are_answered_or_cut_never_wrong(tmp_path: Path) -> None:
    with server(tmp_path / "house") as running:
        guest = running.guest()
        running.process.send_signal(signal.SIGTERM)
        statuses = []
        for number in range(200):
            try:
                body = {"amount": 1_00, "key": f"k{number}"}
                statuses.append(guest.ask("POST", "/api/v1/me/money", body).status_code)
            except httpx.HTTPError:
                break
        assert running.process.wait(SECONDS) == 0
        done = statuses.count(201)
        assert set(statuses) <= {201, 409, 503}
    with server(tmp_path / "house") as again:
        person = again.client(Authorization=f"Bearer {guest.token}")
        assert person.get("/api/v1/me").json()["money"]["wallet"] in {
            1_000_00 + done * 1_00,
            1_000_00 + (done + 1) * 1_00,
        }


def test_a_house_with_another_key_says_which_tables_cannot_draw(tmp_path: Path) -> None:
    with server(tmp_path / "house") as running:
        guest = running.guest()
        acts = {"in": {"act": "buy in", "amount": 50_00}, "on": {"act": "wager", "position": STRAIGHT, "amount": 5_00}}
        for key, act in acts.items():
            answer = guest.ask("POST", "/api/v1/tables/roulette-1/acts", {"act": act, "key": key})
            assert answer.status_code == 201, answer.text
        running.kill()
    (tmp_path / "house" / "house.key").unlink()
    with server(tmp_path / "house") as again:
        health = again.client().get("/health").json()
    # The others had nothing under their seals and were sealed anew.
    assert (health["ok"], health["without_seal"], health["tables"]) == (False, ["roulette-1"], 5)
