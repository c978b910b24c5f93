"""`croupier chance`: samples of what tables draw, and tests of randomness over them."""

from __future__ import annotations

import os
import re
from array import array
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter
from rich.table import Table

from croupier.cli.console.exit_codes import DONE, REFUSED
from croupier.cli.console.input import faults_of, unreadable
from croupier.cli.console.output import print_json, screen
from croupier.cli.console.parameters import AnyGame, Force, Json
from croupier.cli.house.configuration import without_server
from croupier.floor.tables import sampling
from croupier.games.registry import GAMES
from croupier.record import TextFault, Unreadable
from croupier.report.chance_tests import ALPHA, ChanceTest, bit_tests, sample_tests

_FIRST = "croupier chance sample 1"
_HEAD = re.compile(rf"# {_FIRST}: (?P<game>[a-z-]+), (?P<size>\d+) outcomes(?:, (?P<decks>\d+) decks)?\n")
_LINES_AT_ONCE = 10_000


def sample(
    game: AnyGame,
    /,
    *,
    draws: Annotated[int, Parameter(metavar="NUMBER", help="How many results; at blackjack cards, in whole shoes.")],
    out: Annotated[
        Path, Parameter(metavar="FILE", help="Write the results to this file, one a line, as numbers from 0.")
    ],
    raw: Annotated[
        Path | None, Parameter(metavar="FILE", help="Write the random bits behind them to this file, 32 bytes a draw.")
    ] = None,
    force: Force = False,
) -> int:
    """Write a sample of results, drawn by the code that tables draw with.

    Each spin, roll or shoe is a round of its own, with fresh random bytes of this machine and a house key made for the
    sample. The places are those of the fairness page: a roulette number, a money wheel section less one, three dice
    read in base 6, a kind of card. Test them with `croupier chance test`, or with any tool that you trust.

    For example:

    - `croupier chance sample roulette --draws 1000000 --out spins.txt --raw spins.bin`
    - `croupier chance sample blackjack --draws 166400 --out shoes.txt`
    """
    if faults := without_server():
        return unreadable(str(out), tuple(faults), json=False)
    try:
        _write(game, draws, out, raw, "w" if force else "x")
    except (OSError, Unreadable) as error:
        return unreadable(str(out), faults_of(error), json=False)
    return DONE


def _write(game: str, draws: int, out: Path, raw: Path | None, mode: str) -> None:
    if draws < 1:
        raise Unreadable([TextFault(0, 0, "--draws must be 1 or more")])
    decks = f", {GAMES[game].options.decks} decks" if game == sampling.BLACKJACK else ""
    found = sampling.sample(game, draws, os.urandom(64))
    hidden = Path(os.devnull)
    with out.open(mode, encoding="ascii") as places, (raw or hidden).open(f"{mode if raw else 'w'}b") as bits:
        places.write(f"# {_FIRST}: {game}, {len(sampling.chance_of(game))} outcomes{decks}\n")
        while part := list(islice(found, _LINES_AT_ONCE)):
            places.write("".join(f"{each.place}\n" for each in part))
            bits.write(b"".join(each.bits for each in part))


def judge(
    file: Annotated[Path, Parameter(help="A sample that `croupier chance sample` wrote.")],
    /,
    *,
    raw: Annotated[Path | None, Parameter(metavar="FILE", help="The random bits of that sample, tested too.")] = None,
    json: Json = False,
) -> int:
    """Test a sample for randomness: frequencies, pairs, runs and gaps.

    The p-values of all tests are corrected together (Holm). The sample fails if one of them is below 0.01; of a
    hundred honest samples about one fails. The exit code is 0 if it passes, and 1 if it fails.

    For example:

    - `croupier chance test spins.txt --raw spins.bin`
    - `croupier chance test shoes.txt --json`
    """
    try:
        name, places, size, decks = _read(file)
        found = {name: sample_tests(places, size, decks)}
        if raw is not None:
            found["random bits"] = bit_tests(raw.read_bytes())
    except (OSError, UnicodeDecodeError, Unreadable) as error:
        return unreadable(str(file), faults_of(error), json=json)
    passes = all(each.passes for tests in found.values() for each in tests)
    if json:
        print_json({"draws": len(places), "alpha": ALPHA, "passes": passes, "tests": msgspec.to_builtins(found)})
    else:
        _show(found, len(places), passes=passes)
    return DONE if passes else REFUSED


def _read(file: Path) -> tuple[str, array[int], int, int]:
    text = file.read_text("ascii")
    head = _HEAD.match(text)
    if head is None:
        raise Unreadable([TextFault(1, 1, f"expected a sample: # {_FIRST}: game, size")])
    size = int(head["size"])
    places = array("H")
    for number, line in enumerate(text[head.end() :].splitlines(), start=2):
        if not line.isdecimal() or int(line) >= size:
            raise Unreadable([TextFault(number, 1, f"expected a place from 0 to {size - 1}")])
        places.append(int(line))
    return head["game"], places, size, int(head["decks"] or 0)


def _show(found: dict[str, tuple[ChanceTest, ...]], draws: int, *, passes: bool) -> None:
    out = screen()
    for name, tests in found.items():
        table = Table("test", "statistic", "freedom", "p", "corrected", title=f"{name}, {draws:,} draws")
        for each in tests:
            cells: tuple[Any, ...] = (each.name, f"{each.statistic:.2f}", each.freedom or "z", f"{each.p:.4f}")
            table.add_row(*map(str, cells), f"{each.corrected:.4f}" + ("" if each.passes else " fails"))
        out.print(table if tests else f"{name}: too few draws for any test.")
    out.print(f"[green]Passes[/] at {ALPHA}." if passes else f"[bold red]Fails[/] at {ALPHA}.")
