"""`croupier tournament last-hand`: every wager, or every decision, of the one to act, by the chance to go on."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter
from rich.console import Console

from croupier.cli.console.exit_codes import DONE
from croupier.cli.console.input import faults_of, refused, text_of, unclear, unreadable, why_not
from croupier.cli.console.numbers import whole
from croupier.cli.console.output import grid, in_players_words, indented, print_json, screen
from croupier.cli.console.parameters import Json
from croupier.games.blackjack.hand import Decision, Hand
from croupier.games.money import dollars
from croupier.games.refusal import Refused
from croupier.games.tournament.planning.prizes import money_prizes
from croupier.games.tournament.session_table.last_hand import BASIC, BEST, LastHand
from croupier.odds.blackjack import INSTALL, is_there
from croupier.record import Unreadable
from croupier.record.files.conditions import read_conditions
from croupier.record.files.last_hand import read_last_hand

MOST_EXACT = 60


def last_hand(
    file: Annotated[str, Parameter(help="The situation as TOML, or `-` for standard input.")],
    /,
    *,
    exact: Annotated[
        int,
        Parameter(
            converter=whole,
            metavar="NUMBER",
            help="Two players: follow the shoe's composition for this many of the best wagers, half a minute each.",
        ),
    ] = 0,
    conditions: Annotated[
        str | None, Parameter(metavar="FILE", help="Conditions of entry: take the prizes of the final from them.")
    ] = None,
    entrants: Annotated[
        int, Parameter(converter=whole, metavar="NUMBER", help="Players who paid the entry fee, for the prize pool.")
    ] = 0,
    prize: Annotated[bool, Parameter(negative="", help="Everybody plays for the expected prize.")] = False,
    json: Json = False,
) -> int:
    """Solve the last hand of a session: what every wager or decision is worth.

    The figures are chances to qualify. Players wager in turn from the marker, and all wagers and cards are open.
    Everybody plays to qualify as well as possible, unless the file says otherwise. A file with the dealer's card and
    everybody's cards asks about the hand in turn.

    For example:

    - `croupier tournament last-hand examples/last-hand/two-players.toml`
    - `croupier tournament last-hand examples/last-hand/free-hit.toml --json`
    """
    if not is_there():
        return unclear(f"The last hand needs the extra `math`: {INSTALL}", json=json)
    try:
        hand = read_last_hand(text_of(file))
        hand = _with_prizes(hand, conditions, entrants)
        models = _models(hand, file)
    except (OSError, UnicodeDecodeError, Unreadable) as error:
        return unreadable(file, faults_of(error), json=json)
    except _NotRead as error:
        return unclear(str(error), json=json)
    if prize and not hand.prizes:
        return unclear("--prize: the file states no prizes, and no conditions were given", json=json)
    from croupier.odds.last_hand.answer import solve_last_hand  # the compiled parts take a second to load

    try:
        answer = solve_last_hand(hand, models, aims_at_prize=prize, exact=min(max(exact, 0), MOST_EXACT))
    except Refused as error:
        return refused(file, error.refusal, json=json)
    if json:
        print_json(msgspec.to_builtins(answer))
    else:
        show(screen(), hand, answer)
    return DONE


class _NotRead(ValueError):  # noqa: N818  an answer to what was asked
    """Another file, which the situation or the command names, cannot be read."""


def _with_prizes(hand: LastHand, conditions: str | None, entrants: int) -> LastHand:
    if conditions is None:
        return hand
    try:
        found = read_conditions(text_of(conditions))
    except Unreadable as error:
        raise _NotRead(
            "\n".join(f"{conditions}:{each.line}:{each.column}: {each.why}" for each in error.faults)
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise _NotRead(f"{conditions}: {faults_of(error)[0].why}") from None
    money, _ = money_prizes(found.prizes, (found.entry_fee or 0) * max(entrants, 0))
    return msgspec.structs.replace(hand, prizes=money[: len(hand.seats)])


class _ChartPlay:
    """A strategy file as a way of playing the last hand: by its chart."""

    def __init__(self, chart: Any) -> None:
        from croupier.simulate.blackjack.strategies.strategy import ByChart

        self._way = ByChart(chart)

    def decide(self, up: int, hand: Hand, open_now: tuple[Decision, ...]) -> Decision:
        from croupier.simulate.blackjack.strategies.strategy import NO_CARDS, HeldHand

        return self._way.decision(HeldHand(up, hand, NO_CARDS, 0, open_now))


def _models(hand: LastHand, file: str) -> dict[str, Any]:
    """The strategy files that the situation names, by name; they lie beside it."""
    from croupier.simulate.blackjack.strategies.strategy_file import open_strategy

    found: dict[str, Any] = {}
    folder = Path() if file == "-" else Path(file).parent
    for seat in hand.seats:
        if seat.plays in (BEST, BASIC):
            continue
        path = folder / seat.plays
        try:
            strategy = open_strategy(path)
        except OSError as error:
            raise _NotRead(f"{path}: {why_not(error)}; plays is best, basic or a strategy file") from None
        except Unreadable as error:
            raise _NotRead("\n".join(f"{path}:{each}" for each in error.faults)) from None
        if strategy.chart is None:
            raise _NotRead(f"{path}: this file has no chart, and plays needs a strategy file that has one")
        found[seat.plays] = _ChartPlay(strategy.chart)
    return found


# What is said


def show(out: Console, hand: LastHand, answer: Any) -> None:
    going = "to win" if hand.advance == 1 else f"to be among the {hand.advance} who qualify"
    if answer.decisions:
        _show_decisions(out, hand, answer)
    else:
        _show_wagers(out, hand, answer, going)
    _show_departures(out, answer)
    out.print()
    out.print(indented(f"How: {answer.method}.", out), style="dim")
    if answer.error is not None:
        out.print(
            indented(f"Calculated on two grids, the answers differ by at most {_percent(answer.error)}.", out),
            style="dim",
        )


def _show_wagers(out: Console, hand: LastHand, answer: Any, going: str) -> None:
    out.print(f"[bold]{answer.player}[/bold] wagers; the chance {going}:")
    out.print()
    is_drawn = any(each.error is not None for each in answer.wagers)
    columns = [
        "wager",
        "chance",
        *(["±"] if is_drawn else []),
        *(["prize"] if hand.prizes else []),
        "then the others",
        "",
    ]
    table = grid(*columns, right=("wager", "chance", "±", "prize"))
    for each in answer.wagers:
        best = "best" if each.wager == answer.best else ""
        bound = [] if not is_drawn else ["" if each.error is None else f"{100 * each.error:.2f}"]
        others = ", ".join(f"{name} {dollars(wager)}" for name, wager in each.others.items())
        prize = [] if each.prize is None else [f"{each.prize / 100:.2f}"]
        style = "bold" if best else None
        table.add_row(dollars(each.wager), _percent(each.chance), *bound, *prize, others, best, style=style)
    out.print(table)
    if is_drawn:
        out.print(indented("99 times in 100 the exact chance lies within the ± beside it.", out), style="dim")
    for method in dict.fromkeys(each.method for each in answer.wagers if each.method != answer.method):
        few = [dollars(each.wager) for each in answer.wagers if each.method == method]
        which = ", ".join(few) if len(few) < len(answer.wagers) / 2 else "most wagers"
        out.print(indented(f"{which}: {method}.", out), style="dim")


def _show_decisions(out: Console, hand: LastHand, answer: Any) -> None:
    out.print(f"[bold]{answer.player}[/bold] decides; the chance to qualify:")
    out.print()
    for found in (answer.insurance, answer.decisions):
        if not found:
            continue
        columns = ["decision", "chance", *(["prize"] if hand.prizes else []), ""]
        table = grid(*columns, right=("chance", "prize"))
        for each in found:
            adds = f" with {dollars(each.amount)}" if each.amount else ""
            prize = [] if each.prize is None else [f"{each.prize / 100:.2f}"]
            table.add_row(
                in_players_words(each.decision) + adds,
                _percent(each.chance),
                *prize,
                "basic play" if each.is_basic else "",
            )
        out.print(table)
        out.print()


def _show_departures(out: Console, answer: Any) -> None:
    if not answer.departures:
        return
    out.print()
    out.print("Play the hand differently from basic play here:")
    out.print()
    table = grid("dealer", "you", "the other", "do", "not", "gain", right=("gain",))
    for each in answer.departures:
        adds = f" with {dollars(each.amount)}" if each.amount else ""
        up = "A" if each.up == 1 else str(each.up)
        table.add_row(
            up,
            each.hand,
            each.other,
            in_players_words(each.decision) + adds,
            in_players_words(each.basic),
            _percent(each.gain),
        )
    out.print(table)


def _percent(chance: float) -> str:
    return f"{100 * abs(chance):.2f} %"
