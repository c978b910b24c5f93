"""Tables of what a simulation came to, for people."""

from __future__ import annotations

from collections.abc import Iterable

from rich.table import Table

from croupier.cli.console.output import grid
from croupier.cli.simulate.subject import ResultRow, percent, places_of
from croupier.games.money import dollars

MOST_ROWS = 30
"""More results than that are for files."""
SCARCE = 0.0001


def summary(lines: Iterable[tuple[str, str]]) -> Table:
    """Words, and the figure beside them."""
    table = grid("", "")
    table.show_header = False
    table.columns[0].style = "dim"
    for words, said in lines:
        table.add_row(words, said)
    return table


def edge_lines(edge: float, error: float) -> tuple[str, str]:
    who = "the house keeps" if edge >= 0 else "the player gains"
    if error <= 0:
        return (
            who,
            f"[bold]{abs(edge):.4f} %[/] of the initial wagers; all rounds had the same result, so no error is known",
        )
    places = places_of(error)
    return who, f"[bold]{abs(edge):.{places}f} ± {error:.{places}f} %[/] of the initial wagers"


def signed(cents: int) -> str:
    whole, rest = divmod(abs(cents), 100)
    sign = "" if cents == 0 else "+" if cents > 0 else "-"
    return f"{sign}{whole:,}.{rest:02}" if rest else f"{sign}{whole:,}"


def share(part: float) -> str:
    """In percent; what came is not shown as if it had not."""
    shown = 100 * part
    return f"{shown:.4f}" if shown >= SCARCE or part == 0 else f"{shown:.1e}"


def histogram(rows: tuple[ResultRow, ...], title: str) -> Table:
    """How often each result came, the worst first; the most frequent only, where there are very many."""
    whole = sum(row.times for row in rows)
    kept = sorted(rows, key=lambda row: -row.times)[:MOST_ROWS]
    has_exact = any(row.exact is not None for row in rows)
    columns = ("result, $", "times", "%", *(("exactly",) if has_exact else ()))
    table = grid(*columns, title=title, right=columns)
    for row in sorted(kept):
        exact = (share(row.exact),) if has_exact and row.exact is not None else ()
        table.add_row(signed(row.cents), f"{row.times:,}", share(row.times / whole), *exact)
    if len(rows) > len(kept):
        table.caption = f"and {len(rows) - len(kept)} rarer results: --json and --out have all"
        table.caption_justify = "left"
    return table


def measured(edge: float, error: float | None) -> str:
    """An edge with its error, where that is known."""
    return f"{edge:.4f}" if error is None else f"{percent(edge, error)} ± {percent(error, error)}"


def money(cents: int) -> str:
    """With thousands separated."""
    text = dollars(abs(cents))
    whole, dot, rest = text.partition(".")
    return f"{'-' if cents < 0 else ''}{int(whole):,}{dot}{rest}"
