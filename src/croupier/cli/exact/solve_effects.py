"""`croupier solve effects`: what each card that is gone is worth, and how well a count goes with it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from croupier.cli.console.exit_codes import DONE
from croupier.cli.console.input import faults_of, refused, unclear, unreadable
from croupier.cli.console.output import grid, print_json, screen
from croupier.cli.console.parameters import Json
from croupier.cli.console.readings import GAZETTED, Decks, HouseReading, reading_in_words
from croupier.cli.exact.solve import missing
from croupier.games.blackjack.options import refuses_options
from croupier.odds.blackjack import is_there
from croupier.record.text.fault import Unreadable

NAMES = ("A", *map(str, range(2, 10)), "T")


def effects(
    *,
    decks: Decks = 8,
    count: Annotated[
        Path | None,
        Parameter(metavar="FILE", help="A strategy file with a count: show how closely the count tracks the cards."),
    ] = None,
    reading: HouseReading = GAZETTED,
    json: Json = False,
) -> int:
    """Work out what each removed card is worth, and how well a count tracks it.

    One card of each value is taken out of a full shoe, and the whole game is solved again by the cards of the
    hand. With `--count` you see the betting correlation of the count in a strategy file: 1 is perfect.

    For example:

    - `croupier solve effects --decks 6`
    - `croupier solve effects --count examples/strategies/hi-lo.toml`
    """
    if not is_there():
        return missing(json=json)
    options = reading.options(decks)
    if refusal := refuses_options(options):
        return refused("", refusal, json=json)
    from croupier.odds.blackjack.effects import effects_of_removal
    from croupier.simulate.blackjack.strategies.strategy_file import open_strategy

    values = None
    if count is not None:
        try:
            counted = open_strategy(count).count
        except (OSError, UnicodeDecodeError, Unreadable) as error:
            return unreadable(str(count), faults_of(error), json=json)
        if counted is None:
            return unclear(f"{count} has no count", json=json)
        values = counted.values
    found = effects_of_removal(decks, options.rules)
    correlation = None if values is None else found.betting_correlation(values)
    if json:
        cards = {name: 100 * gain for name, gain in zip(NAMES, found.by_card, strict=True)}
        print_json(
            {
                "decks": decks,
                "edge_percent": 100 * found.edge,
                "effects_percent": cards,
                "betting_correlation": correlation,
            }
        )
        return DONE
    out = screen()
    out.print(
        f"[bold]Blackjack[/], {decks} decks, {reading_in_words(options)}: the house keeps {100 * found.edge:.6f} %"
    )
    table = grid("card gone", "the player gains", *(("count",) if values else ()), right=("the player gains", "count"))
    for place, (name, gain) in enumerate(zip(NAMES, found.by_card, strict=True)):
        table.add_row(name, f"{100 * gain:+.4f} %", *((f"{values[place]:+d}",) if values else ()))
    out.print(table)
    if correlation is not None:
        out.print(f"Betting correlation of the count: {correlation:.4f}")
    return DONE
