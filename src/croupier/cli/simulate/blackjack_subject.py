"""Blackjack as a simulation: what a run came to, as JSON and for people, and its proof."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from rich.console import Console
from rich.markup import escape

from croupier.cli.console.output import grid, indented
from croupier.cli.console.readings import reading_in_words
from croupier.cli.simulate.shares import edge_lines, histogram, measured, money, summary
from croupier.cli.simulate.subject import Audited, ResultRow, RunReport, figure
from croupier.games.money import dollars

if TYPE_CHECKING:
    from croupier.simulate.api import Ran
    from croupier.simulate.blackjack.job import BlackjackJob
    from croupier.simulate.blackjack.results import Figures, ResultShare
    from croupier.simulate.blackjack.setup import Setup
    from croupier.simulate.blackjack.strategies.strategy import PlayStrategy

PLAYED = {
    "total": "by totals",
    "composition": "by the cards of the hand",
    "cdp1": "by the cards of the hand, after a split too",
}
OWN = "Figures for Super Sevens are shares of its own wager. All others are shares of the initial wager."
READINGS = ("double_with_ace", "double_after_split", "hands", "soft_17", "dealer_blackjack")
TOGETHER = (
    "No error is given by wager or by hand: all boxes of a round play against the same dealer's hand, so their results "
    "are not independent."
)


class BlackjackSubject:
    def __init__(self, job: BlackjackJob, strategy: str) -> None:
        self.job, self._strategy = job, strategy

    @property
    def setup(self) -> Setup:
        return self.job.setup

    @property
    def title(self) -> str:
        boxes = "1 box" if self.setup.boxes == 1 else f"{self.setup.boxes} boxes"
        count = self.setup.strategy.count
        counted = "" if count is None else f", {count.name}"
        return f"Blackjack, {self.setup.options.decks} decks, {boxes}{counted}"

    @property
    def axis(self) -> str:
        return f"what a box gained in a round, ${', Super Sevens apart' if self.setup.options.super_sevens else ''}"

    def gains(self, seed: int, chunk: int, rounds: int) -> list[int]:
        from croupier.simulate.job import Task

        record = self.job.recorded(seed, Task(chunk, rounds)).record
        nets = [outcome.net for outcome in self.job.made.outcomes]
        return [sum(nets[place] for place in places) for places in record[:, 3:].tolist()]

    # As JSON

    def nothing(self) -> dict[str, Any]:
        figures = ("edge_percent", "standard_error_percent", "variance", "z", "exact_percent")
        return {"game": "blackjack", "rounds": 0, **dict.fromkeys(figures), **self._setup_as_json()}

    def told(self, seed: int, found: Ran) -> RunReport:
        from croupier.simulate.api import result_of

        figures = result_of(self.job, seed, found).figures
        rounds = found.done.totals.rounds
        document = {
            "game": "blackjack",
            "rounds": rounds,
            **self._figures_as_json(figures),
            **self._setup_as_json(),
        }
        rows = tuple(ResultRow(cents, times, None) for cents, times in figures.histogram.items())
        name = "exactly" if figures.note == "" else "off the top, exactly"
        return RunReport(
            document, rows, figures.exact_percent, name, lambda out: self._show(out, rounds, figures, rows)
        )

    def _setup_as_json(self) -> dict[str, Any]:
        setup, strategy = self.setup, self.setup.strategy
        return {
            "decks": setup.options.decks,
            "boxes": setup.boxes,
            "stake": setup.stake,
            "stakes": list(setup.levels),
            "chip": setup.chip,
            "super_sevens": setup.options.super_sevens,
            "fresh_shoe": setup.fresh,
            "cut": None if setup.fresh else setup.before_cut,
            "burn": setup.options.burn,
            "strategy": {
                "name": self._strategy,
                "insurance": _insurance(strategy),
                "early": strategy.early,
                "count": None if strategy.count is None else strategy.count.name,
            },
            "readings": {name: getattr(setup.options, name) for name in READINGS},
            "gazetted": setup.options.gazetted,
        }

    def _figures_as_json(self, figures: Figures) -> dict[str, Any]:
        alone = self.setup.boxes == 1
        return {
            "edge_percent": figure(figures.edge_percent),
            "standard_error_percent": figures.standard_error_percent,
            "variance": figures.variance,
            "exact_percent": figures.exact_percent,
            "z": _z(figures),
            "note": figures.note,
            "histogram": {str(cents): times for cents, times in figures.histogram.items()},
            "wagers": [_share_as_json(each, has_error=alone) for each in figures.wagers],
            "hands": [_share_as_json(each, has_error=alone) for each in _in_order(figures.hands)],
            "box_results": [_share_as_json(each, has_error=True) for each in figures.boxes],
        }

    # Proved

    def audited(self, seed: int, rounds: int) -> Audited:
        from croupier.simulate.blackjack.audit import audit
        from croupier.simulate.job import tasks

        before = acts = 0
        for task in tasks(rounds):
            found = audit(self.job, seed, task.rounds, task.number)
            acts += found.acts
            if found.departure is not None:
                number, box = before + found.departure.round, found.departure.box
                simulated, settled = sum(found.departure.simulated), sum(found.departure.settled)
                why = f"round {number:,}, box {box}: simulated {dollars(simulated)}, at the table {dollars(settled)}"
                said = {"round": number, "box": box, "simulated": simulated, "settled": settled}
                return Audited(before + found.rounds, acts, said, why)
            before += found.rounds
            if not found.totals_agree:
                return Audited(before, acts, None, f"the first {before:,} rounds do not add up to what the run counts")
        return Audited(before, acts, None, "")

    # For people

    def _show(self, out: Console, rounds: int, figures: Figures, rows: tuple[ResultRow, ...]) -> None:
        options = self.setup.options
        out.print(f"[bold]Blackjack[/], {options.decks} decks, {escape(reading_in_words(options))}")
        for line in self._said():
            out.print(escape(line))
        out.print()
        out.print(summary(_lines(rounds, figures)))
        if figures.note:
            out.print()
            out.print(indented(figures.note, out), style="dim")
        out.print()
        out.print(histogram(rows, "What a box gained in a round"))
        alone = self.setup.boxes == 1
        tables = (("By wager", "wager", figures.wagers, alone), ("By box", "box", figures.boxes, True))
        for title, column, shares, has_error in (
            *tables,
            ("By hand", "first two cards", _in_order(figures.hands), alone),
        ):
            if len(shares) > 1:
                _show_shares(out, title, column, shares, has_error=has_error)
        notes = [TOGETHER] if not alone and (len(figures.wagers) > 1 or figures.hands) else []
        notes += [OWN] if self.setup.options.super_sevens else []
        if notes:
            out.print()
            out.print(indented(" ".join(notes), out), style="dim")

    def _said(self) -> list[str]:
        setup, strategy = self.setup, self.setup.strategy
        stakes = " to ".join(money(each) for each in dict.fromkeys((setup.levels[0], setup.levels[-1])))
        sevens = f", Super Sevens {money(setup.options.super_sevens)}" if setup.options.super_sevens else ""
        boxes = "1 box" if setup.boxes == 1 else f"{setup.boxes} boxes"
        shoe = (
            "every round from a full shoe"
            if setup.fresh
            else f"{setup.before_cut} of {setup.size} cards before the cutting card"
        )
        played = PLAYED.get(self._strategy, f"as {self._strategy} says")
        more = [f"count {strategy.count.name}"] if strategy.count is not None else []
        if strategy.insures or strategy.insures_at is not None:
            more.append("insured" if strategy.insures else f"insured from a count of {strategy.insures_at} on")
        more += ["early settlement"] if strategy.early else []
        return [
            f"{boxes} at {stakes}{sevens}, chips of {money(setup.chip)}; {shoe}",
            f"Played {', '.join((played, *more))}",
        ]


def _insurance(strategy: PlayStrategy) -> str | int:
    """Always, never, or the count from which on it is taken."""
    if strategy.insures:
        return "always"
    return "never" if strategy.insures_at is None else strategy.insures_at


def _z(figures: Figures) -> float | None:
    """Where every round came to the same there is no error to measure by."""
    return figures.z if figures.standard_error_percent > 0 else None


def _in_order(hands: tuple[ResultShare, ...]) -> tuple[ResultShare, ...]:
    """Hard, soft and pairs, each by the total or the card, which charts call A and T."""

    def place(each: ResultShare) -> tuple[str, int]:
        kind, _, number = each.name.rpartition(" ")
        return kind.removesuffix(" of").replace("pair", "~"), int(number) if kind else 0

    letters = {"pair of 1": "pair of A", "pair of 10": "pair of T"}
    return tuple(replace(each, name=letters.get(each.name, each.name)) for each in sorted(hands, key=place))


def _share_as_json(each: ResultShare, *, has_error: bool) -> dict[str, Any]:
    return {
        "name": each.name,
        "times": each.times,
        "net": each.net,
        "edge_percent": figure(each.edge_percent),
        "standard_error_percent": each.standard_error_percent if has_error else None,
        "exact_percent": each.exact_percent,
        "z": each.z if has_error and each.standard_error_percent > 0 else None,
    }


def _lines(rounds: int, figures: Figures) -> list[tuple[str, str]]:
    lines = [("rounds", f"{rounds:,}"), edge_lines(figures.edge_percent, figures.standard_error_percent)]
    if figures.exact_percent is not None:
        lines.append(("exactly" if figures.note == "" else "off the top", f"{figures.exact_percent:.6f} %"))
    z = _z(figures)
    if z is not None:
        lines.append(("z", f"{z:+.2f} standard errors from the exact figure"))
    lines.append(("variance", f"{figures.variance:.5f} of a box, for a wager of 1"))
    lines.append(("standard deviation", f"{figures.variance**0.5:.5f}"))
    return lines


def _show_shares(out: Console, title: str, column: str, shares: tuple[ResultShare, ...], *, has_error: bool) -> None:
    has_exact = any(each.exact_percent is not None for each in shares)
    columns = (column, "times", "house keeps, %", *(("exactly",) if has_exact else ()))
    table = grid(*columns, title=title, right=columns[1:])
    for each in shares:
        edge = measured(figure(each.edge_percent) or 0.0, each.standard_error_percent if has_error else None)
        exact = "" if each.exact_percent is None else f"{each.exact_percent:.4f}"
        table.add_row(each.name, f"{each.times:,}", edge, *((exact,) if has_exact else ()))
    out.print()
    out.print(table)
