"""A file that says how a player plays: TOML that people write, or the JSON that the solver prints."""

from __future__ import annotations

from pathlib import Path

from croupier.record.files.toml_keys import spot_at
from croupier.record.text.fault import TextFault, Unreadable
from croupier.simulate.blackjack.strategies.strategy import PlayStrategy
from croupier.simulate.blackjack.strategies.strategy_json import read_solution
from croupier.simulate.blackjack.strategies.strategy_toml import LONGEST_TEXT, check_length, read_strategy
from croupier.simulate.blackjack.strategies.strategy_writing import write_strategy

__all__ = ["open_strategy", "read_solution", "read_strategy", "strategy_of", "write_strategy"]

JSON = ".json"


def open_strategy(path: Path) -> PlayStrategy:
    """The strategy in that file; `OSError` where it cannot be opened, `Unreadable` with every fault of its text."""
    with path.open("rb") as file:
        return strategy_of(file.read(LONGEST_TEXT + 1), path.suffix)


def strategy_of(content: bytes, suffix: str = ".toml") -> PlayStrategy:
    """The strategy that these bytes hold; whether they are the solver's JSON is told by the file's suffix."""
    check_length(content)
    text = _decoded(content)
    return read_solution(text) if suffix.lower() == JSON else read_strategy(text)


def _decoded(content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        good = content[: error.start].decode("utf-8")
        raise Unreadable([TextFault(*spot_at(good, len(good)), "the file is not a text file in UTF-8")]) from None
