"""`croupier rulebook`: the Gazette clause by clause, and which tests hold it."""

from __future__ import annotations

from typing import Annotated, Any

from cyclopts import Parameter
from rich.console import Console

from croupier.cli.console.exit_codes import DONE, REFUSED
from croupier.cli.console.input import unclear
from croupier.cli.console.output import grid, indented, print_json, screen
from croupier.cli.console.parameters import Json
from croupier.rulebook import (
    EDITION,
    Clause,
    ClauseStanding,
    Source,
    UnknownClause,
    clauses_at,
    divisions,
    ruling,
    rulings,
    sources,
)
from croupier.rulebook.held import BUILT_NEEDS, DivisionCoverage, coverage, held

_STYLES = {
    ClauseStanding.ENFORCED: "bold green",
    ClauseStanding.PROCEDURE: "bold cyan",
    ClauseStanding.CONFIG: "bold magenta",
    ClauseStanding.INFO: "dim",
}
_SOURCES = {
    Source.GAZETTE: "from the Gazette, in our words",
    Source.PUBLIC: "from another public source, not the Gazette's own text",
    Source.ADOPTED: "an adopted default: the Gazette's own text or figure was not found",
}


def _note() -> str:
    """Which rules these are, and how much of them is not the Gazette's own text."""
    counts = sources()
    found, adopted = counts[Source.PUBLIC], counts[Source.ADOPTED]
    return (
        f"These are the rules as gazetted from 1998 to 2001, and today's rules may differ. Of {sum(counts.values())} "
        f"clauses {found + adopted} are not the Gazette's own text: {found} were found in other public sources, and "
        f"{adopted} are adopted defaults, because no text was found."
    )


def rulebook(
    *clause: Annotated[
        str,
        Parameter(
            help="A clause (D8 3.6), a section (D8 3), a division (D8) or a ruling (R17). Without it: all divisions."
        ),
    ],
    coverage: Annotated[
        bool, Parameter(name="--coverage", negative="", help="Show how many clauses have tests.")
    ] = False,
    json: Json = False,
) -> int:
    """Read the rules clause by clause, in our own words.

    Each clause comes with its rulings and with the tests that check it.

    For example:

    - `croupier rulebook "D8 3.6"`
    - `croupier rulebook D9 --json`
    """
    if coverage:
        return _coverage(json=json)
    if not clause:
        return _list(json=json)
    name = " ".join(clause)
    try:
        if name in rulings():
            return _show_ruling(name, json=json)
        return _show_clauses(clauses_at(name), json=json)
    except UnknownClause as unknown:
        return unclear(str(unknown), told=f"{unknown} Use `croupier rulebook` to list the divisions.", json=json)


def _list(*, json: bool) -> int:
    if json:
        print_json(
            {
                "edition": EDITION,
                "note": _note(),
                "sources": sources(),
                "divisions": [
                    {
                        "id": each.id,
                        "title": each.title,
                        "gazette": each.gazette,
                        "built": each.built,
                        "clauses": len(each.clauses),
                        "sources": sources(each.clauses),
                    }
                    for each in divisions()
                ],
            }
        )
        return DONE
    right = ("clauses", *Source)
    table = grid("", "division", *right, "", "New Zealand Gazette", title=f"Rules edition {EDITION}", right=right)
    for each in divisions():
        state = "[green]built[/]" if each.built else "[yellow]open[/]"
        counts = map(str, sources(each.clauses).values())
        table.add_row(each.id, each.title, str(len(each.clauses)), *counts, state, each.gazette)
    out = screen()
    out.print(table)
    out.print(f"\n{_note()}")
    out.print('\nA clause and those below it: croupier rulebook "D8 3.6"', style="dim")
    return DONE


def _show_clauses(found: tuple[Clause, ...], *, json: bool) -> int:
    by_clause = held()
    if json:
        print_json([_as_json(each, by_clause.get(each.id, [])) for each in found])
        return DONE
    out = screen()
    for each in found:
        _show_clause(out, each, by_clause.get(each.id, []))
    return DONE


def _as_json(clause: Clause, tests: list[str]) -> dict[str, Any]:
    return {
        "id": clause.id,
        "class": clause.standing,
        "gist": clause.gist,
        "source": clause.source,
        "needs": clause.needs,
        "rulings": [_ruling_as_json(id) for id in clause.rulings],
        "tests": tests,
    }


def _ruling_as_json(id: str) -> dict[str, Any]:
    found = ruling(id)
    return {"id": found.id, "reads": found.reads, "question": found.question, "answer": found.answer}


def _show_clause(out: Console, clause: Clause, tests: list[str]) -> None:
    out.print(f"[bold]{clause.id}[/]  [{_STYLES[clause.standing]}]{clause.standing}[/]")
    _indented(out, clause.gist)
    _indented(out, f"({_SOURCES[clause.source]})", style="dim" if clause.source is Source.GAZETTE else "yellow")
    if clause.needs is not None and clause.needs not in BUILT_NEEDS:
        _indented(out, f"Not applied yet: it needs {clause.needs}.", style="yellow")
    for id in clause.rulings:
        _indented(out, f"{id}: {ruling(id).question} {ruling(id).answer}", style="dim")
    for test in tests:
        _indented(out, f"tested by {test}", style="dim")
    out.print()


def _indented(out: Console, text: str, style: str = "") -> None:
    out.print(indented(text, out), style=style, markup=False)


def _show_ruling(id: str, *, json: bool) -> int:
    found = ruling(id)
    if json:
        print_json(_ruling_as_json(id))
        return DONE
    out = screen()
    out.print(f"[bold]{found.id}[/]  reads {', '.join(found.reads)}")
    _indented(out, found.question)
    _indented(out, found.answer)
    return DONE


def _coverage(*, json: bool) -> int:
    found = coverage()
    if json:
        print_json({"divisions": [_coverage_as_json(each) for each in found]})
    else:
        _show_coverage(found)
    return REFUSED if any(each.is_open for each in found) else DONE


def _coverage_as_json(each: DivisionCoverage) -> dict[str, Any]:
    return {"id": each.id, "built": each.built, "clauses": each.clauses, "held": each.held, "unheld": each.unheld}


def _show_coverage(found: list[DivisionCoverage]) -> None:
    counts = tuple(ClauseStanding)
    table = grid("", "division", *counts, "held", "of", "", right=(*counts, "held", "of"))
    for each in found:
        due = each.held + len(each.unheld)
        state = "open" if not each.built else "held" if not each.unheld else "NOT HELD"
        table.add_row(
            each.id, each.title, *(str(each.clauses[standing]) for standing in counts), str(each.held), str(due), state
        )
    out = screen()
    out.print(table)
    for each in found:
        if each.is_open:
            out.print(f"\n{each.id}, no test holds: {', '.join(each.unheld)}", style="bold red")
        if each.built and each.awaiting:
            out.print(f"\n{each.id}, awaiting what they need: {', '.join(each.awaiting)}", style="dim")
