"""`croupier school`: drills for dealers in the terminal."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from time import monotonic
from typing import Annotated, Any, Literal

from cyclopts import Parameter
from msgspec.structs import asdict

from croupier.cli.console.exit_codes import DONE, REFUSED
from croupier.cli.console.input import unclear
from croupier.cli.console.output import grid, print_json, screen
from croupier.cli.console.parameters import Json
from croupier.cli.records.school_asking import DrillAsking
from croupier.school import (
    Drill,
    DrillKind,
    UnknownLesson,
    deal_shoe,
    drilled,
    exam,
    grade,
    judge,
    lesson,
    lessons_of,
    school_coverage,
)

SchoolGame = Literal["roulette", "blackjack", "tai-sai", "money-wheel", "tournament-table"]
ShoeGame = Literal["roulette", "blackjack", "tai-sai", "money-wheel"]
KindName = Literal["pay", "read", "next", "now", "mistake"]
Game = Annotated[SchoolGame | None, Parameter(help="Only this game.")]
Kind = Annotated[
    KindName | None,
    Parameter(help="Only this kind: pay it, read it, what is next, what now, find the mistake."),
]
Seed = Annotated[
    int | None, Parameter(metavar="NUMBER", help="The same seed gives the same drills; random if left out.")
]
MOST = 200


def _seed(given: int | None) -> int:
    return secrets.randbelow(2**31) if given is None else given


def lessons(
    game: Annotated[SchoolGame | None, Parameter(help="The game.")] = None, /, *, kind: Kind = None, json: Json = False
) -> int:
    """List the lessons, with the clauses that each teaches.

    For example:

    - `croupier school lessons roulette`
    - `croupier school lessons --kind now --json`
    """
    found = lessons_of(game, None if kind is None else DrillKind(kind))
    if json:
        print_json(
            [{"name": each.name, "kind": each.kind, "game": each.game, "clauses": each.clauses} for each in found]
        )
        return DONE
    table = grid("lesson", "clauses", title=f"{len(found)} lessons")
    for each in found:
        table.add_row(each.name, ", ".join(each.clauses[:4]) + (" …" if len(each.clauses) > 4 else ""))  # noqa: PLR2004
    screen().print(table)
    return DONE


def drill(
    name: Annotated[
        str | None, Parameter(help="A lesson, such as roulette/pay/whole-number. Without it: any lesson.")
    ] = None,
    *,
    game: Game = None,
    kind: Kind = None,
    count: Annotated[int, Parameter(metavar="NUMBER", help="How many drills.")] = 5,
    seed: Seed = None,
    json: Json = False,
) -> int:
    """Answer drills, and see why with the clause.

    Type the number of a choice, or an amount. An empty line gives up a drill, and Ctrl-D ends.

    For example:

    - `croupier school drill --game roulette --kind pay`
    - `croupier school drill blackjack/read/soft-totals --count 2 --seed 7 --json`
    """
    if not 1 <= count <= MOST:
        return unclear(f"--count must be 1 to {MOST}, not {count}.", json=json)
    number = _seed(seed)
    try:
        found = (lesson(name),) if name else lessons_of(game, None if kind is None else DrillKind(kind))
    except UnknownLesson as unknown:
        return unclear(str(unknown), told=f"{unknown} Use `croupier school lessons` to list them.", json=json)
    if not found:
        return unclear(f"{game} has no lesson of the kind {kind!r}.", json=json)
    step = max(1, len(found) // count)
    drills = [found[(place * step + number) % len(found)].drill(number + place) for place in range(count)]
    return _asked(drills, number, json=json)


def shoe(
    game: Annotated[ShoeGame, Parameter(help="The game.")],
    /,
    *,
    rounds: Annotated[int, Parameter(metavar="NUMBER", help="How many rounds.")] = 1,
    seed: Seed = None,
    json: Json = False,
) -> int:
    """Deal rounds to bots: every step, every payment, against the clock.

    For example:

    - `croupier school shoe roulette`
    - `croupier school shoe blackjack --rounds 3 --seed 7`
    """
    try:
        dealt = deal_shoe(game, _seed(seed), rounds)
    except ValueError as error:
        return unclear(f"{error}.", json=json)
    if json:
        print_json(dealt)
        return DONE
    out = screen()
    out.print(f"[bold]{len(dealt.drills)} questions, {dealt.seconds} seconds at the house's standard.[/]\n")
    asking, begun = DrillAsking(out), monotonic()
    answers = asking.all(dealt.drills)
    result = grade(dealt, answers, int(monotonic() - begun))
    out.print(
        f"\nSteps {result.steps_right} of {result.steps}, payments {result.payments_right} of {result.payments}, "
        f"{result.seconds} seconds of {result.standard}: {'passed' if result.is_passed else 'not passed'}."
    )
    return DONE if result.is_passed else REFUSED


def sit_exam(
    game: Annotated[SchoolGame, Parameter(help="The game.")], /, *, seed: Seed = None, json: Json = False
) -> int:
    """Sit an exam of twenty questions, marked at the end.

    This one is for practice. Exams that count are sat at the house's server, which marks and records them.

    For example:

    - `croupier school exam roulette`
    - `croupier school exam blackjack --seed 7 --json`
    """
    number = _seed(seed)
    drills = exam(game, number)
    if json:
        print_json({"game": game, "seed": number, "drills": drills})
        return DONE
    out = screen()
    answers = DrillAsking(out, is_exam=True).all(drills)
    result = judge(drills, answers)
    out.print(
        f"\n{result.right} of {result.of} right: {'passed' if result.is_passed else 'not passed'} (seed {number})."
    )
    for name in result.wrong:
        out.print(f"  practise {name}", style="dim")
    return DONE if result.is_passed else REFUSED


def coverage(*, json: Json = False) -> int:
    """Show which clauses have a drill.

    For example:

    - `croupier school coverage`
    - `croupier school coverage --json`
    """
    found = school_coverage()
    if json:
        print_json({"divisions": [asdict(each) for each in found], "clauses": drilled()})
    else:
        _show_coverage(found)
    return REFUSED if any(each.is_open for each in found) else DONE


def _show_coverage(found: list[Any]) -> None:
    right = ("drilled", "of", "not the dealer's")
    table = grid("", "division", *right, "", right=right)
    for each in found:
        state = "NOT DRILLED" if each.undrilled else "drilled"
        table.add_row(each.id, each.title, str(each.drilled), str(each.due), str(each.others), state)
    out = screen()
    out.print(table)
    for each in found:
        if each.undrilled:
            out.print(f"\n{each.id}, no drill teaches: {', '.join(each.undrilled)}", style="bold red")


def _asked(drills: Iterable[Drill], seed: int, *, json: bool) -> int:
    if json:
        print_json({"seed": seed, "drills": list(drills)})
        return DONE
    out = screen()
    asking = DrillAsking(out)
    asking.all(tuple(drills))
    out.print(f"\n{asking.right} of {asking.asked} right (seed {seed}).")
    return DONE
