"""Roulette, the money wheel and Tai-Sai as simulations."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.markup import escape

from croupier.cli.console.output import grid
from croupier.cli.console.wagers_asked import UNUSABLE, WagersAsked, say_unusable, wagers_of
from croupier.cli.exact.odds import game_or_status
from croupier.cli.exact.odds_wagers import ADOPTED, is_adopted
from croupier.cli.simulate.shares import edge_lines, histogram, measured, money, summary
from croupier.cli.simulate.subject import Audited, ResultRow, RunReport, figure
from croupier.games.money import dollars

if TYPE_CHECKING:
    from croupier.simulate.api import Ran
    from croupier.simulate.job import Totals
    from croupier.simulate.layout import LayoutFigures, LayoutJob, Measured, WagerMeasured

MOST_NAMED = 4
"""How many wagers a title names one by one."""


def prepare(name: str, table: Path | None, asked: WagersAsked, *, json: bool) -> LayoutSubject | int:
    """What is to be run, or the status with which the command ends because it cannot be."""
    from croupier.simulate.layout import layout_job

    chosen = game_or_status(name, table, json=json)
    if isinstance(chosen, int):
        return chosen
    game = chosen.with_every_wager()
    try:
        return LayoutSubject(layout_job(game, wagers_of(game, asked)))
    except UNUSABLE as error:
        return say_unusable(asked, error, json=json)


class LayoutSubject:
    def __init__(self, job: LayoutJob) -> None:
        self.job = job

    @property
    def title(self) -> str:
        wagers = self.job.wagers
        if len(wagers) > MOST_NAMED:
            return f"{self.job.game.title}, {len(wagers)} wagers, {money(self.job.stake)} in all"
        return f"{self.job.game.title}, {self._wagers()}"

    @property
    def axis(self) -> str:
        return "what a round gained, $"

    def _wagers(self) -> str:
        return ", ".join(
            f"{money(stake)} on {position}{'*' if is_adopted(self.job.game, position) else ''}"
            for position, stake in self.job.wagers
        )

    @property
    def _has_adopted(self) -> bool:
        return any(is_adopted(self.job.game, position) for position, _stake in self.job.wagers)

    def gains(self, seed: int, chunk: int, rounds: int) -> list[int]:
        from croupier.simulate.job import Task

        return [self.job.nets[result] for result in self.job.results(seed, Task(chunk, rounds))]

    # As JSON

    def nothing(self) -> dict[str, Any]:
        figures = ("edge_percent", "standard_error_percent", "variance", "z", "exact_percent")
        return {"game": self.job.game.id, "rounds": 0, **dict.fromkeys(figures), "stake": self.job.stake}

    def told(self, seed: int, found: Ran) -> RunReport:
        from croupier.simulate.layout import figures as figures_of

        del seed
        figures = figures_of(self.job, found.done.totals)
        document = {
            "game": self.job.game.id,
            "rounds": figures.whole.rounds,
            **_as_json(figures.whole),
            "note": "",
            "stake": self.job.stake,
            "chip": self.job.sign.smallest_chip,
            "histogram": {str(cents): times for cents, times in figures.histogram.items()},
            "wagers": [self._wager_as_json(each) for each in figures.wagers],
            "gazetted": not self._has_adopted,
        }
        rows = tuple(self._rows(figures))
        exact = float(figures.whole.exact.edge * 100)
        return RunReport(document, rows, exact, "exactly", lambda out: self._show(out, figures, rows))

    def _wager_as_json(self, each: WagerMeasured) -> dict[str, Any]:
        return {
            "wager": str(each.position),
            "stake": each.measured.stake,
            "won": each.won,
            "lost": each.lost,
            "stood_off": each.stood_off,
            "net": each.measured.net,
            **_as_json(each.measured),
            "rule": self.job.game.wager_rule(each.position).clause,
            "adopted": is_adopted(self.job.game, each.position),
        }

    def _rows(self, figures: LayoutFigures) -> Iterator[ResultRow]:
        exact = {result.net: Fraction(result.ways, figures.whole.exact.ways) for result in figures.whole.exact.results}
        for cents, times in sorted(figures.histogram.items()):
            yield ResultRow(cents, times, float(exact.get(cents, 0)))

    # Proved

    def audited(self, seed: int, rounds: int) -> Audited:
        from croupier.simulate.layout import played

        at_table = played(self.job, seed, rounds)
        if at_table == self._simulated(seed, rounds):
            return Audited(rounds, self._acts(at_table), None, "")
        number = self._first_departure(seed, rounds)
        before = played(self.job, seed, number - 1).net, self._simulated(seed, number - 1).net
        settled, simulated = played(self.job, seed, number).net, self._simulated(seed, number).net
        settled, simulated = settled - before[0], simulated - before[1]
        why = f"round {number:,}: simulated {dollars(simulated)}, at the table {dollars(settled)}"
        said = {"round": number, "simulated": simulated, "settled": settled}
        return Audited(rounds, self._acts(at_table), said, why)

    def _simulated(self, seed: int, rounds: int) -> Totals:
        from croupier.simulate.job import tasks

        totals = self.job.totals((0,) * len(self.job.nets))
        for task in tasks(rounds):
            totals += self.job.run(seed, task).totals
        return totals

    def _first_departure(self, seed: int, rounds: int) -> int:
        """A round up to which all agrees, and with which it no longer does."""
        from croupier.simulate.layout import played

        agrees, departs = 0, rounds
        while departs - agrees > 1:
            middle = (agrees + departs) // 2
            if played(self.job, seed, middle) == self._simulated(seed, middle):
                agrees = middle
            else:
                departs = middle
        return departs

    def _acts(self, totals: Totals) -> int:
        """Buying in, each wager, the call and the result; cashing out, where anything is left."""
        left = sum(times for times, net in zip(totals.counts, self.job.nets, strict=True) if net + self.job.stake > 0)
        return totals.rounds * (len(self.job.wagers) + 3) + left

    # For people

    def _show(self, out: Console, figures: LayoutFigures, rows: tuple[ResultRow, ...]) -> None:
        whole = figures.whole
        out.print(escape(f"{self.job.game.title}: {self._wagers()}"), style="bold")
        out.print()
        out.print(summary(_lines(whole)))
        out.print()
        out.print(histogram(rows, "What a round gained"))
        if len(figures.wagers) > 1:
            out.print()
            columns = ("wager", "stake", "won", "house keeps, %", "exactly")
            table = grid(*columns, title="Each wager", right=columns[1:])
            for each in figures.wagers:
                star = "*" if is_adopted(self.job.game, each.position) else ""
                found = each.measured
                edge = measured(found.edge_percent, found.standard_error_percent)
                exact = f"{float(found.exact.edge * 100):.4f}"
                table.add_row(f"{each.position}{star}", money(found.stake), f"{each.won:,}", edge, exact)
            out.print(table)
        if self._has_adopted:
            out.print(ADOPTED, style="dim")


def _as_json(found: Measured) -> dict[str, Any]:
    return {
        "edge_percent": figure(found.edge_percent),
        "standard_error_percent": found.standard_error_percent,
        "variance": float(found.variance),
        "exact_percent": float(found.exact.edge * 100),
        "z": figure(found.z),
    }


def _lines(found: Measured) -> list[tuple[str, str]]:
    return [
        ("rounds", f"{found.rounds:,}"),
        edge_lines(found.edge_percent, found.standard_error_percent),
        ("exactly", f"{float(found.exact.edge * 100):.6f} % ({found.exact.edge})"),
        ("z", f"{found.z:+.2f} standard errors from the exact figure"),
        ("variance", f"{float(found.variance):.5f}, for a stake of 1"),
        ("standard deviation", f"{float(found.variance) ** 0.5:.5f}"),
    ]
