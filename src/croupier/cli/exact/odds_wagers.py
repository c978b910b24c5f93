"""`croupier odds GAME --wagers FILE`: what a player's whole layout is worth."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rich.console import Console
from rich.markup import escape

from croupier.cli.console.exit_codes import DONE
from croupier.cli.console.input import faults_of, refused, text_of, unreadable
from croupier.cli.console.output import decimal, grid, print_json, root, screen
from croupier.cli.console.wagers_asked import LineRefused, check_lines
from croupier.games.layout.game import Game
from croupier.games.money import dollars
from croupier.games.position import Position
from croupier.games.refusal import Refused
from croupier.odds import Combination, CombinationResult, combination
from croupier.record import Unreadable, read_wagers
from croupier.rulebook import Source

PERCENT_PLACES = 4
MOST_OUTCOMES = 6
"""How many spins or rolls are named one by one."""
ADOPTED = "* An adopted default: the Gazette's own figure was not found."


def odds_of_wagers(game: Game, file: str, *, json: bool) -> int:
    """The wagers of the file, each alone and all together, on a layout that offers every wager there is."""
    whole = game.with_every_wager()
    try:
        lines = read_wagers(text_of(file))
        check_lines(whole, lines)
        together = combination(whole, ((each.position, each.stake) for each in lines))
    except LineRefused as bad:
        return refused(file, bad.refusal, line=bad.line, json=json)
    except Refused as bad:
        return refused(file, bad.refusal, json=json)
    except (OSError, UnicodeDecodeError, Unreadable) as error:
        return unreadable(file, faults_of(error), json=json)
    alone = [combination(whole, (wager,)) for wager in together.wagers]
    if json:
        print_json(_as_json(whole, together, alone))
    else:
        _show(screen(), whole, together, alone)
    return DONE


# As JSON


def _as_json(game: Game, together: Combination, alone: list[Combination]) -> dict[str, Any]:
    return {
        "game": game.id,
        "wagers": [_wager_as_json(game, each) for each in alone],
        "combination": {
            **_figures(together),
            "mean": str(together.mean),
            "ahead": str(together.ahead),
            "even": str(together.even),
            "behind": str(together.behind),
            "best": _result_as_json(game, together.best),
            "worst": _result_as_json(game, together.worst),
            "distribution": [
                {"net": each.net, "ways": each.ways, "chance": str(Fraction(each.ways, together.ways))}
                for each in together.results
            ],
        },
    }


def _wager_as_json(game: Game, alone: Combination) -> dict[str, Any]:
    ((position, _stake),) = alone.wagers
    rule = game.wager_rule(position).clause
    return {"wager": str(position), **_figures(alone), "rule": rule, "adopted": is_adopted(game, position)}


def _figures(found: Combination) -> dict[str, Any]:
    return {
        "stake": found.stake,
        "win_ways": found.win_ways,
        "ways": found.ways,
        "edge": str(found.edge),
        "edge_percent": decimal(found.edge * 100, PERCENT_PLACES),
        "variance": str(found.variance),
        "standard_deviation": root(found.variance, PERCENT_PLACES),
        "hit_rate": str(found.hit_rate),
    }


def _result_as_json(game: Game, result: CombinationResult) -> dict[str, Any]:
    return {"net": result.net, "ways": result.ways, "outcomes": [game.outcome_words(each) for each in result.outcomes]}


# For people


def _show(out: Console, game: Game, together: Combination, alone: list[Combination]) -> None:
    wagers = "1 wager" if len(alone) == 1 else f"{len(alone)} wagers, each alone"
    columns = ("wager", "stake", "wins", "of", "edge", "%", "deviation", "clause")
    right = columns[1:-1]
    table = grid(*columns, title=f"{game.title}: {wagers}", right=right)
    for each in alone:
        ((position, stake),) = each.wagers
        table.add_row(
            str(position) + ("*" if is_adopted(game, position) else ""),
            dollars(stake),
            str(each.win_ways),
            str(each.ways),
            str(each.edge),
            str(decimal(each.edge * 100, 2)),
            str(in_dollars(each.variance)),
            escape(str(game.wager_rule(position))),
        )
    out.print(table)
    out.print()
    out.print(_together(together))
    for words, result in (("Best", together.best), ("Worst", together.worst)):
        out.print(f"{words}: {_with_outcomes(game, result)}")
    out.print()
    results = grid("net result", "ways", "chance", "%", title="Possible results", right=("net result", "ways", "%"))
    for result in together.results:
        chance = Fraction(result.ways, together.ways)
        results.add_row(dollars(result.net), str(result.ways), str(chance), str(decimal(chance * 100, 2)))
    out.print(results)
    if any(is_adopted(game, position) for position, _stake in together.wagers):
        out.print(ADOPTED, style="dim")


def is_adopted(game: Game, position: Position) -> bool:
    return game.odds_source(position) is Source.ADOPTED


def _together(found: Combination) -> Any:
    table = grid("all together", "", "%", right=("%",))
    table.add_row("stake", dollars(found.stake))
    table.add_row("net result on average", f"{found.mean / 100}, about {decimal(found.mean / 100, 2)}")
    table.add_row("standard deviation", str(in_dollars(found.variance)))
    shares = {
        "edge": found.edge,
        "a wager wins": found.hit_rate,
        "ahead": found.ahead,
        "even": found.even,
        "behind": found.behind,
    }
    for words, share in shares.items():
        table.add_row(words, str(share), str(decimal(share * 100, PERCENT_PLACES)))
    return table


def _with_outcomes(game: Game, result: CombinationResult) -> str:
    named = "; ".join(map(game.outcome_words, result.outcomes[:MOST_OUTCOMES]))
    more = result.ways - MOST_OUTCOMES
    return escape(f"{dollars(result.net)}, on {named}" + (f"; and {more} more" if more > 0 else ""))


def in_dollars(variance: Fraction) -> Any:
    """The standard deviation in dollars, of a variance in cents squared."""
    return root(variance / 10_000, 2)
