"""How a server is set: by flag, then by the environment, then by croupier.toml in its folder."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from msgspec import Struct

from croupier.cli.console.input import why_not
from croupier.record.files.toml_keys import spots_of
from croupier.record.files.toml_text import Decimal, Reader, Reading, document, words
from croupier.record.text.fault import TextFault, Unreadable
from croupier.serve.security.origin import own_origin

FILE = "croupier.toml"
PREFIX = "CROUPIER_"
DATA = "data"
HOST, PORT, LAST_PORT = "127.0.0.1", 8421, 65_535
PROXIES = ("127.0.0.1", "::1")
MOST_TIMES = 1_000_000
MOST_WORKERS = 64


class NotConfigured(Exception):  # noqa: N818  said in a line for each fault
    """A setting that cannot be read: where it is, and what is wrong with it."""

    def __init__(self, place: str, faults: Iterable[TextFault]) -> None:
        self.place, self.faults = place, tuple(faults)
        super().__init__("\n".join(self.lines))

    @property
    def lines(self) -> list[str]:
        return [
            f"{self.place}:{each.line}:{each.column}: {each.why}" if each.line else f"{self.place}: {each.why}"
            for each in self.faults
        ]


# Single values, as TOML has them


def _host(value: Any) -> str:
    if not words(value) or re.search(r"\s", value):
        raise ValueError("expected an address, such as 127.0.0.1")
    return str(value)


def _database(value: Any) -> str:
    if not words(value).startswith(("postgresql://", "postgres://")):
        raise ValueError("expected a PostgreSQL database: write it as postgresql://user@host/name")
    return str(value)


def _port(value: Any) -> int:
    if type(value) is not int or not 0 <= value <= LAST_PORT:
        raise ValueError(f"port {value} does not exist; choose 0 to {LAST_PORT}")
    return value


def _workers(value: Any) -> int:
    if type(value) is not int or not 1 <= value <= MOST_WORKERS:
        raise ValueError(f"expected a number of workers from 1 to {MOST_WORKERS}")
    return value


def _metrics(value: Any) -> str:
    """A port of this machine, or an address and a port: both, in the end."""
    host, _, port = str(value).rpartition(":")
    try:
        return f"{_host(host or HOST)}:{_port(_whole_number(port))}"
    except ValueError:
        raise ValueError(f"{value} is not an address for metrics: write it as 9421 or 127.0.0.1:9421") from None


def _file(value: Any) -> str:
    if not words(value).strip():
        raise ValueError("expected the name of a file")
    return str(value)


def _yes_or_no(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("expected true or false")  # noqa: TRY004  a fault of the text
    return value


def _factor(value: Any) -> float:
    try:
        factor = 0.0 if isinstance(value, bool) else float(value)
    except (TypeError, ValueError):
        factor = 0.0
    if not 0 < factor <= MOST_TIMES:
        raise ValueError("expected a number above 0")
    return factor


def _origin(value: Any) -> str:
    scheme, _, host = words(value).partition("://")
    if scheme not in {"http", "https"} or own_origin(scheme, host) != value:
        raise ValueError(f"{value} is not an origin: write it as https://casino.example or http://host:8421")
    return str(value)


def _no_folder(_value: Any) -> Any:
    raise ValueError(f"remove this key; {flag(DATA)} or {variable(DATA)} sets the folder, in which this file lies")


def _list_of(read: Reader) -> Reader:
    def read_all(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple):
            raise ValueError("expected a list in brackets")  # noqa: TRY004  a fault of the text
        return tuple(read(each) for each in value)

    return read_all


# As the environment has them: text, made into what TOML would have


def _whole_number(text: str) -> int | str:
    return int(text) if re.fullmatch(r"-?[0-9]{1,18}", text) else text


def _truth(text: str) -> bool | str:
    return {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}.get(text.lower(), text)


def _parts(text: str) -> list[str]:
    return text.replace(",", " ").split()


class ConfigOption(Struct, frozen=True):
    read: Reader
    from_text: Callable[[str], Any]
    default: Any


OPTIONS: dict[str, ConfigOption] = {
    "database": ConfigOption(_database, str, None),
    "workers": ConfigOption(_workers, _whole_number, 1),
    "host": ConfigOption(_host, str, HOST),
    "port": ConfigOption(_port, _whole_number, PORT),
    "origin": ConfigOption(_list_of(_origin), _parts, ()),
    "trust_proxy": ConfigOption(_list_of(_host), _parts, PROXIES),
    "metrics": ConfigOption(_metrics, str, None),
    "peers": ConfigOption(_host, str, HOST),
    "peer_certificate": ConfigOption(_file, str, None),
    "peer_key": ConfigOption(_file, str, None),
    "rate_factor": ConfigOption(_factor, Decimal, 1.0),
    "staff_second_factor": ConfigOption(_yes_or_no, _truth, False),
    "four_eyes": ConfigOption(_yes_or_no, _truth, False),
    "browser": ConfigOption(_yes_or_no, _truth, True),
}
"""What may be set beside the folder, by its name in croupier.toml."""


class Value(Struct, frozen=True):
    value: Any
    source: str
    """The flag, the variable or the line that says so; `default` where none does."""


class Configuration(Struct, frozen=True):
    folder: Value
    values: dict[str, Value]

    def __getitem__(self, name: str) -> Any:
        return self.values[name].value


def variable(name: str) -> str:
    return PREFIX + name.upper()


def flag(name: str) -> str:
    return "--" + name.replace("_", "-")


def folder_value(given: Path | None) -> Value:
    """The folder of the house: all other settings may stand in it, so it cannot."""
    if given is not None:
        return Value(given, flag(DATA))
    if named := os.environ.get(variable(DATA)):
        return Value(Path(named), variable(DATA))
    try:
        from platformdirs import user_data_dir
    except ImportError:  # which comes with the server
        raise NotConfigured(flag(DATA), [TextFault(0, 0, "name the house's folder")]) from None
    return Value(Path(user_data_dir("croupier", appauthor=False)), "default")


def folder_of(given: Path | None) -> Path:
    folder: Path = folder_value(given).value
    return folder


def configured(data: Path | None = None, **flags: Any) -> Configuration:
    """All settings; a flag that is None or empty was not given. Raises `NotConfigured`.

    A fault in the file is one even where a flag outranks it: else it would come to light on another day.
    """
    folder = folder_value(data)
    values = {name: Value(option.default, "default") for name, option in OPTIONS.items()}
    values |= _from_file(folder.value / FILE)
    values |= _from_environment()
    given = {name: value for name, value in flags.items() if value is not None and value != ()}
    values |= {name: Value(_read(name, value, flag(name)), flag(name)) for name, value in given.items()}
    return Configuration(folder, values)


def _read(name: str, value: Any, place: str) -> Any:
    try:
        return OPTIONS[name].read(value)
    except ValueError as error:
        raise NotConfigured(place, [TextFault(0, 0, str(error))]) from None


def _from_environment() -> dict[str, Value]:
    """An empty variable is one that is not set."""
    found = {name: (variable(name), os.environ.get(variable(name), "").strip()) for name in OPTIONS}
    return {
        name: Value(_read(name, OPTIONS[name].from_text(text), place), place)
        for name, (place, text) in found.items()
        if text
    }


def _from_file(path: Path) -> dict[str, Value]:
    try:
        text = path.read_bytes().decode("utf-8").removeprefix("\ufeff").replace("\r\n", "\n")
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except UnicodeDecodeError:
        raise NotConfigured(str(path), [TextFault(1, 1, "this is not a text file in UTF-8")]) from None
    except OSError as error:
        raise NotConfigured(str(path), [TextFault(0, 0, why_not(error))]) from None
    try:
        said = document(text)
    except Unreadable as unreadable:
        raise NotConfigured(str(path), unreadable.faults) from None
    spots = spots_of(text)
    reading = Reading(spots)
    fields = reading.fields((), said, {DATA: _no_folder} | {name: option.read for name, option in OPTIONS.items()})
    if reading.faults:
        raise NotConfigured(str(path), reading.faults)
    return {name: Value(value, _line_of(path, spots, name)) for name, value in fields.items()}


def _line_of(path: Path, spots: Mapping[Any, tuple[int, int]], name: str) -> str:
    spot = spots.get((name,))
    return str(path) if spot is None else f"{path}:{spot[0]}"


def without_secrets(value: Any) -> Any:
    """The address of a database may hold a password, which is for nobody to see."""
    if not isinstance(value, str):
        return value
    return re.sub(r"((?:^|[?&])password=)[^&]*", r"\1...", re.sub(r"(://[^:/@]*):[^/]*@", r"\1:...@", value))


def database_of(said: Configuration) -> str | None:
    """The database that is set, where this installation can speak to it; raises `NotConfigured`."""
    found = said.values["database"]
    if faults := without_driver(found.value):
        raise NotConfigured(found.source, faults)
    url: str | None = found.value
    return url


def without_driver(database: str | None) -> list[TextFault]:
    """What is wrong with naming a database here: nothing, where this installation can speak to it."""
    if database is None or find_spec("psycopg") is not None:
        return []
    return [TextFault(0, 0, "PostgreSQL needs its extra: pip install 'croupier[cli,serve,postgres]'")]


SERVER_PACKAGES = (
    *("argon2", "filelock", "granian", "litestar"),
    *("platformdirs", "prometheus_client", "segno", "sqlalchemy", "websockets"),
)
"""What the extra `serve` installs."""


def without_server() -> list[TextFault]:
    """What keeps this installation from opening a house: nothing, where the extra `serve` is installed."""
    if all(find_spec(name) is not None for name in SERVER_PACKAGES):
        return []
    return [TextFault(0, 0, "The server and its data need their extra: pip install 'croupier[cli,serve]'")]


OTHERS = {variable(DATA), "CROUPIER_CACHE"}
"""Variables of ours that set no server."""


def unread_variables() -> list[str]:
    """Those that look like ours, and that nothing reads."""
    known = OTHERS | {variable(name) for name in OPTIONS}
    return sorted(name for name in os.environ if name.startswith(PREFIX) and name not in known)
