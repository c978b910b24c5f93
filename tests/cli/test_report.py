"""`croupier report`: the morning report of a house at rest is the one that its server shows."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.floor.keeping.reports.house_report import HouseReportShown, house_report
from croupier.floor.store.engines.sqlite import FILE
from croupier.games.position import Position
from croupier.games.wagers import Wager
from croupier.record.text.moments import utc
from croupier.serve.views.house_report import RunningHouse
from tests.support.floor.casino import BETTING, LIVE_BLACKJACK, House, in_casino
from tests.support.floor.house import NOON
from tests.support.process import in_this_process

DAY = utc(NOON)[:10]
MIDNIGHT = NOON - NOON % 86_400


def _played(folder: Path) -> HouseReportShown:
    """Two spins, and a round of blackjack at a table that is then retired: somebody stood on a hard 14 against a 9."""
    found: list[HouseReportShown] = []

    async def play(house: House) -> None:
        wheel, cards = await house.table("roulette"), await house.table("blackjack", live=True)
        ana = await house.seated(wheel, 200_00)
        for _ in range(2):
            await house.act(wheel, Wager(ana, Position("red", ()), 10_00))
            await house.later(wheel, BETTING)
            await house.later(wheel, 10)
        await house.say(cards, "dealer: open table\nana: buy in 200\nana: sit at box 1", ana=ana)
        stands = (line.replace("ana: draw", "ana: stand") for line in LIVE_BLACKJACK if line != "dealer: card 7h")
        await house.say(cards, "\n".join(stands), ana=ana)
        await house.say(cards, "ana: cash out 190", ana=ana)
        await house.casino.retire(cards.id, "the felt is worn", by="operator")
        house.witnesses.pop(cards.id)
        found.append(await house_report(RunningHouse(house.casino), MIDNIGHT, MIDNIGHT + 86_400, 0))

    in_casino(folder, play)
    return found[0]


def _report(folder: Path, *more: str, since: str = DAY) -> Any:
    return in_this_process("report", "--data", str(folder), "--since", since, "--offset", "0", *more)


@pytest.mark.xdist_group("solver")
def test_it_says_what_the_server_says_and_changes_nothing(tmp_path: Path) -> None:
    shown = _played(tmp_path)
    before = (tmp_path / FILE).read_bytes()
    said = _report(tmp_path, "--json")
    assert said.status == 0
    assert msgspec.json.decode(said.out, type=HouseReportShown) == shown
    assert shown.total.rounds == 3
    assert (shown.unpriced, shown.undecided) == ((), ())
    # What the wrong decision cost is known of a table that is gone, too: published tables have -0.543 and -0.431.
    assert shown.total.decisions is not None
    assert 109 <= shown.total.decisions <= 116
    rows = list(csv.DictReader(io.StringIO(_report(tmp_path, "--csv").out)))
    assert (rows[0]["by"], rows[0]["rounds"], rows[0]["game"]) == ("all", "3", "")
    assert {row["by"] for row in rows} == {"all", "table", "game", "dealer", "shift", "day", "hour", "player"}
    assert (tmp_path / FILE).read_bytes() == before


@pytest.mark.xdist_group("solver")
def test_the_screen_has_a_row_for_each_table_and_one_for_all(tmp_path: Path) -> None:
    _played(tmp_path)
    lines = _report(tmp_path).out.splitlines()
    assert len(lines) == 4
    assert lines[-1].split()[:3] == ["all", "3", "30.00"]
    players = _report(tmp_path, "--by", "player").out
    assert "hours" in players.splitlines()[0]
    elsewhere = in_this_process("report", "--data", str(tmp_path), "--since", "2020-01-01")
    assert (elsewhere.status, elsewhere.out) == (0, "No rounds ended in this time.\n")


@pytest.mark.xdist_group("solver")
def test_a_day_that_begins_at_six_has_the_rounds_until_six(tmp_path: Path) -> None:
    """All rounds end soon after a midnight: they are of the day before, where the day goes from six to six."""
    _played(tmp_path)
    assert _report(tmp_path, "--day-begins", "06:00").out == "No rounds ended in this time.\n"
    before = utc(MIDNIGHT - 86_400)[:10]
    said = _report(tmp_path, "--day-begins", "06:00", "--by", "day", since=before).out
    assert f"{before}T06:00:00" in said
    wrong = _report(tmp_path, "--day-begins", "six")
    assert (wrong.status, wrong.out) == (2, "")
    assert "06:00" in wrong.errors


@pytest.mark.parametrize(
    "days",
    [
        ("--since", "yesterday"),
        ("--since", "2026-11-15", "--until", "2026-11-14"),
        ("--since", "2020-01-01", "--until", "2026-11-14"),
        ("--offset", "1000"),
    ],
)
def test_days_that_make_no_period_are_named(tmp_path: Path, days: tuple[str, ...]) -> None:
    said = in_this_process("report", "--data", str(tmp_path), *days)
    assert (said.status, said.out) == (2, "")
    assert any(day in said.errors for day in days[1:])


def test_a_folder_without_a_house_is_named(tmp_path: Path) -> None:
    said = in_this_process("report", "--data", str(tmp_path))
    assert (said.status, said.out) == (2, "")
    assert FILE in said.errors
