"""`croupier config`, and that what it shows is what the commands go by: flag, environment, file."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.cli.house.configuration import OPTIONS, PROXIES, configured, variable
from croupier.floor.store.engines.sqlite import FILE
from croupier.floor.store.engines.sqlite_file import opened
from croupier.serve.process.settings import DEFAULT_HOST, DEFAULT_PORT, ServerSettings
from tests.support.process import Ended, in_this_process, python, run_command
from tests.support.project import ROOT


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("data", *OPTIONS):
        monkeypatch.delenv(variable(name), raising=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def _write(folder: Path, text: str) -> Path:
    path = folder / "croupier.toml"
    path.write_text(text, "utf-8")
    return path


def _config(folder: Path, *options: str) -> Ended:
    return in_this_process("config", "--data", str(folder), *options)


def _settings(folder: Path) -> dict[str, tuple[object, str]]:
    done = _config(folder, "--json")
    assert (done.status, done.errors) == (0, "")
    return {name: (each["value"], each["source"]) for name, each in done.document["settings"].items()}


# What comes first


def test_what_is_usual(folder: Path) -> None:
    assert _settings(folder) == {
        "data": (str(folder), "--data"),
        "database": (None, "default"),
        "workers": (1, "default"),
        "host": ("127.0.0.1", "default"),
        "port": (8421, "default"),
        "origin": ([], "default"),
        "trust_proxy": (["127.0.0.1", "::1"], "default"),
        "rate_factor": (1.0, "default"),
        "staff_second_factor": (False, "default"),
        "four_eyes": (False, "default"),
        "browser": (True, "default"),
        "metrics": (None, "default"),
        "peers": ("127.0.0.1", "default"),
        "peer_certificate": (None, "default"),
        "peer_key": (None, "default"),
    }


def test_the_server_has_the_same_defaults() -> None:
    found = configured()
    assert (found["host"], found["port"], PROXIES) == (DEFAULT_HOST, DEFAULT_PORT, ServerSettings().trusted)


def test_the_file_then_the_environment_then_the_flag(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = _write(folder, '# ours\nport = 9000\norigin = ["https://casino.example"]\nrate_factor = 2.5\nhost = "::1"\n')
    found = _settings(folder)
    assert found["port"] == (9000, f"{path}:2")
    assert found["origin"] == (["https://casino.example"], f"{path}:3")
    assert found["rate_factor"] == (2.5, f"{path}:4")
    monkeypatch.setenv("CROUPIER_PORT", "9001")
    monkeypatch.setenv("CROUPIER_ORIGIN", "https://a.example, http://b.example:81")
    monkeypatch.setenv("CROUPIER_RATE_FACTOR", "3")
    monkeypatch.setenv("CROUPIER_HOST", "")  # as good as not set
    found = _settings(folder)
    assert found["port"] == (9001, "CROUPIER_PORT")
    assert found["origin"] == (["https://a.example", "http://b.example:81"], "CROUPIER_ORIGIN")
    assert found["rate_factor"] == (3.0, "CROUPIER_RATE_FACTOR")
    assert found["host"] == ("::1", f"{path}:5")
    given = configured(folder, port=9002, origin=("https://c.example",), host=None, trust_proxy=()).values
    assert (given["port"].value, given["port"].source) == (9002, "--port")
    assert (given["origin"].value, given["origin"].source) == (("https://c.example",), "--origin")
    assert given["host"].source == f"{path}:5"


def test_the_folder_by_the_environment(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = _write(folder, "port = 9000\n")
    monkeypatch.setenv("CROUPIER_DATA", str(folder))
    document = in_this_process("config", "--json").document
    assert document["settings"]["data"] == {"value": str(folder), "source": "CROUPIER_DATA"}
    assert document["settings"]["port"] == {"value": 9000, "source": f"{path}:1"}


def test_for_people(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = _write(folder, "port = 9000\n")
    monkeypatch.setenv("CROUPIER_PROT", "9001")
    done = _config(folder)
    assert (done.status, done.errors) == (0, "")
    assert ["port", "9000", f"{path}:1"] in [line.split() for line in done.out.splitlines()]
    assert "CROUPIER_PROT is set, but no setting has that name." in done.out


def test_a_password_is_not_shown(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _write(folder, 'database = "postgresql://olga:very@secret@db.example:5433/house?password=secret&sslmode=require"\n')
    shown = "postgresql://olga:...@db.example:5433/house?password=...&sslmode=require"
    assert _settings(folder)["database"][0] == shown
    for text in (_config(folder).out, _config(folder, "--json").out):
        assert shown in text
        assert "secret" not in text
    monkeypatch.setenv("CROUPIER_DATABASE", "postgresql://db/house")
    assert _settings(folder)["database"] == ("postgresql://db/house", "CROUPIER_DATABASE")


@pytest.mark.parametrize("words", [("backup", "file"), ("export", "--out", "file")])
def test_a_house_on_postgresql_is_not_mistaken_for_the_file(folder: Path, words: tuple[str, ...]) -> None:
    _write(folder, 'database = "postgresql://db/house"\n')
    done = in_this_process(*words, "--data", str(folder))
    assert (done.status, done.out, len(done.error_lines)) == (2, "", 1)
    assert "the database house at db" in done.errors


@pytest.mark.parametrize(
    ("said", "meant"), [("9421", "127.0.0.1:9421"), ("'0.0.0.0:9421'", "0.0.0.0:9421"), ("'[::1]:9'", "[::1]:9")]
)
def test_where_the_figures_are_shown(folder: Path, said: str, meant: str) -> None:
    _write(folder, f"metrics = {said}\n")
    assert _settings(folder)["metrics"][0] == meant


# What cannot be read

_BAD = {
    "port = 1\nprot = 8\n": ["2:1: unknown setting 'prot'; did you mean 'port'?"],
    'data = "elsewhere"\n': [
        "1:1: data: remove this key; --data or CROUPIER_DATA sets the folder, in which this file lies"
    ],
    "port = 65536\n": ["1:1: port: port 65536 does not exist; choose 0 to 65535"],
    "port = true\n": ["1:1: port: port True does not exist; choose 0 to 65535"],
    "\n  port = '1'\n": ["2:3: port: port 1 does not exist; choose 0 to 65535"],
    "metrics = 70000\n": ["1:1: metrics: 70000 is not an address for metrics: write it as 9421 or 127.0.0.1:9421"],
    "metrics = 'here'\n": ["1:1: metrics: here is not an address for metrics: write it as 9421 or 127.0.0.1:9421"],
    "host = 7\n": ["1:1: host: expected words in quotation marks"],
    "host = ''\n": ["1:1: host: expected an address, such as 127.0.0.1"],
    "origin = 'https://a.example'\n": ["1:1: origin: expected a list in brackets"],
    "origin = ['casino.example']\n": [
        "1:1: origin: casino.example is not an origin: write it as https://casino.example or http://host:8421"
    ],
    "database = 'mysql://a'\n": [
        "1:1: database: expected a PostgreSQL database: write it as postgresql://user@host/name"
    ],
    "rate_factor = 0\n": ["1:1: rate_factor: expected a number above 0"],
    "rate_factor = nan\n": ["1:1: rate_factor: expected a number above 0"],
    "browser = 1\n": ["1:1: browser: expected true or false"],
    "rate_factor = true\n": ["1:1: rate_factor: expected a number above 0"],
    "host = 1\nport = -1\n": [
        "1:1: host: expected words in quotation marks",
        "2:1: port: port -1 does not exist; choose 0 to 65535",
    ],
    "port = \n": ["1:8: Invalid value"],
}


@pytest.mark.parametrize("text", _BAD, ids=lambda text: text.replace("\n", ";"))
def test_a_file_with_faults(folder: Path, text: str) -> None:
    path = _write(folder, text)
    expected = [f"{path}:{each}" for each in _BAD[text]]
    done = _config(folder)
    assert (done.status, done.out, done.error_lines) == (2, "", expected)
    document = _config(folder, "--json").document
    assert [f"{path}:{each['line']}:{each['column']}: {each['why']}" for each in document["errors"]] == expected
    served = in_this_process("serve", "--data", str(folder), "--port", "0")
    assert (served.status, served.out, served.error_lines) == (2, "", expected)


def test_a_file_that_is_no_text(folder: Path) -> None:
    (folder / "croupier.toml").write_bytes(b"port = 1 # \xff")
    assert "not a text file in UTF-8" in _config(folder).errors
    (folder / "croupier.toml").unlink()
    (folder / "croupier.toml").mkdir()
    assert "this is a folder" in _config(folder).errors


@pytest.mark.parametrize(
    ("name", "text"), [("CROUPIER_PORT", "many"), ("CROUPIER_ORIGIN", "nowhere"), ("CROUPIER_RATE_FACTOR", "-1")]
)
def test_a_variable_that_cannot_be_read(folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str) -> None:
    monkeypatch.setenv(name, text)
    for done in (_config(folder), in_this_process("serve", "--data", str(folder))):
        assert (done.status, done.out) == (2, "")
        (line,) = done.error_lines
        assert line.startswith(f"{name}: ")
    assert list(folder.iterdir()) == []


# The commands go by it


@pytest.fixture
def taken() -> Iterator[str]:
    """A port at which somebody else listens: a server that names it was about to take it."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield str(other.getsockname()[1])


def test_the_server_listens_where_the_file_says(folder: Path, taken: str) -> None:
    _write(folder, f"port = {taken}\n")
    done = run_command("serve", "--data", str(folder))
    assert (done.status, done.error_lines) == (
        2,
        [f"croupier: port {taken} at 127.0.0.1 is taken: choose another with --port"],
    )


def test_the_server_listens_where_the_environment_says(folder: Path, taken: str) -> None:
    done = run_command("serve", CROUPIER_DATA=str(folder), CROUPIER_PORT=taken)
    assert done.status == 2
    assert f"port {taken} at 127.0.0.1 is taken" in done.errors


def test_the_start_leaves_the_folder_to_the_environment(folder: Path) -> None:
    script = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import start; print(start.own_data(sys.argv[1:]))"
    assert python("-c", script, "--port", "1", CROUPIER_DATA=str(folder)).out == "['--port', '1']\n"
    assert "--data" in python("-c", script, "--port", "1", CROUPIER_DATA="").out


def test_verify_judges_the_house_that_is_set(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened(folder / FILE).close()
    monkeypatch.setenv("CROUPIER_DATA", str(folder))
    done = in_this_process("verify")
    assert (done.status, done.out.splitlines()[-1]) == (0, "All checks passed.")


def test_the_folder_of_every_command(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    empty = folder / "empty"
    empty.mkdir()
    monkeypatch.setenv("CROUPIER_DATA", str(empty))
    for words in (["operator-link"], ["backup", str(folder / "x")], ["export", "--out", str(folder / "x")], ["verify"]):
        done = in_this_process(*words)
        assert done.status == 2, words
        assert str(empty) in done.errors, words
