"""`croupier plot`: pictures as files."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from croupier.odds import blackjack
from croupier.report import plots
from tests.support.process import in_this_process

BEGINS = {".svg": b"<?xml", ".png": b"\x89PNG"}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def kept(monkeypatch: pytest.MonkeyPatch, name: str) -> list[Any]:
    """What is asked of that plot."""
    seen: list[Any] = []

    def keeps(*given: Any) -> bytes:
        seen.append(given)
        return b""

    monkeypatch.setattr(plots, name, keeps)
    return seen


@pytest.mark.parametrize("ending", BEGINS)
@pytest.mark.parametrize(
    "arguments",
    [
        ("edge-by-decks",),
        ("results", "roulette", "--on", "red", "--rounds", "20"),
        ("results", "tai-sai", "--on", "any triple", "--wager", "2.50", "--rounds", "1"),
        ("ruin", "roulette", "--on", "split 17-20", "--rounds", "10", "--rounds", "20", "--up-to", "50"),
        ("ruin", "money-wheel", "--on", "A", "--rounds", "10"),
    ],
)
def test_every_plot_in_both_forms(here: Path, arguments: tuple[str, ...], ending: str) -> None:
    done = in_this_process("plot", *arguments, "--out", f"made{ending}")
    assert (done.status, done.errors) == (0, "")
    assert done.out.startswith(f"made{ending}: ")
    assert (here / f"made{ending}").read_bytes().startswith(BEGINS[ending])


@pytest.mark.usefixtures("here")
def test_ruin_is_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    """With one stake and two rounds of red, ruin is losing the first, or nothing else: 19/37."""
    seen = kept(monkeypatch, "ruin")
    arguments = ("--on", "red", "--wager", "10", "--rounds", "2", "--up-to", "30", "--out", "ruin.svg")
    assert in_this_process("plot", "ruin", "roulette", *arguments).status == 0
    ((title, (curve,), _format),) = seen
    assert title == "Roulette, 10 on red in every round"
    assert curve.chances == ((10_00, Fraction(19, 37)), (20_00, Fraction(19, 37) ** 2), (30_00, Fraction(0)))


@pytest.mark.usefixtures("here")
def test_odds_that_are_not_the_gazettes_are_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = kept(monkeypatch, "results")
    for on in ("small", "odd"):
        assert in_this_process("plot", "results", "tai-sai", "--on", on, "--out", f"{on}.svg").status == 0
    assert [panels[0].title for panels, _format in seen] == [
        "Tai-Sai, 10 on small (odds not the Gazette's): net result after 100 rounds",
        "Tai-Sai, 10 on odd: net result after 100 rounds",
    ]


def test_nothing_is_written_over(here: Path) -> None:
    (here / "red.svg").write_text("mine")
    done = in_this_process("plot", "results", "roulette", "--on", "red", "--rounds", "5", "--out", "red.svg")
    assert (done.status, done.out) == (1, "")
    assert (here / "red.svg").read_text() == "mine"
    done = in_this_process("plot", "results", "roulette", "--on", "red", "--rounds", "5", "--out", "red.svg", "--force")
    assert done.status == 0
    assert (here / "red.svg").read_text() != "mine"


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (("results", "roulette", "--on", "red", "--out", "x.pdf"), 2, ".svg or .png"),
        (("results", "roulette", "--on", "red", "--rounds", "0", "--out", "x.svg"), 2, "at least 1"),
        (("results", "roulette", "--on", "99", "--out", "x.svg"), 1, "no_such_number"),
        (("results", "roulette", "--on", "red", "--wager", "ten", "--out", "x.svg"), 2, "ten"),
        (("results", "roulette", "--on", "red", "--rounds", "100000", "--out", "x.svg"), 1, "too long"),
        (("results", "roulette", "--out", "x.svg"), 2, "--on"),
        (("results", "roulette", "--on", "red", "--table", "x.json", "--out", "x.svg"), 2, "only Tai-Sai"),
        (("ruin", "roulette", "--on", "red", "--rounds", "0", "--out", "x.svg"), 2, "--rounds"),
        (("ruin", "roulette", "--on", "red", *(("--rounds", "9") * 4), "--out", "x.svg"), 2, "--rounds"),
        (("ruin", "roulette", "--on", "red", "--up-to", "5", "--out", "x.svg"), 2, "does not cover"),
        (("pie", "--out", "x.svg"), 2, "pie"),
    ],
)
def test_what_is_refused(here: Path, arguments: tuple[str, ...], status: int, said: str) -> None:
    done = in_this_process("plot", *arguments)
    assert (done.status, done.out) == (status, "")
    assert said in done.errors
    assert list(here.iterdir()) == []


@pytest.mark.usefixtures("here")
def test_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plots, "is_there", lambda: False)
    done = in_this_process("plot", "results", "roulette", "--on", "red", "--out", "red.svg")
    assert (done.status, done.out) == (2, "")
    assert done.errors == "A plot needs the extra `report`: pip install 'croupier[report]'\n"
    monkeypatch.setattr(blackjack, "NEEDED", ("no_such_package",))
    done = in_this_process("plot", "edge-by-decks", "--out", "edge.svg")
    assert done.errors == "The solver needs the extra `math`: pip install 'croupier[math]'\n"
