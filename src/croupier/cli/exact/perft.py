"""`croupier perft`: count the sequences of acts, a fingerprint of the rules."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from cyclopts import Parameter

from croupier.cli.console.exit_codes import DONE
from croupier.cli.console.numbers import many
from croupier.cli.console.output import print_json
from croupier.cli.console.parameters import Json, game_of_names
from croupier.games.perft import perft as counted
from croupier.games.perft import starting_table

CountedGame = Literal["roulette", "money-wheel", "tai-sai", "blackjack", "tournament-table"]
MOST = 12


def perft(
    game: Annotated[CountedGame, Parameter(help="The game.", converter=game_of_names(get_args(CountedGame)))],
    /,
    *,
    depth: Annotated[
        int, Parameter(converter=many(1, MOST), metavar="NUMBER", help="How many acts in a row to count, at most.")
    ] = 2,
    json: Json = False,
) -> int:
    """Count the sequences of acts from a fresh table: a fingerprint of the rules.

    It counts wagers, withdrawals, the call, players' decisions and every result of chance that the rules accept, with
    the smallest and the largest of all amounts. Each further act multiplies the time.

    For example:

    - `croupier perft money-wheel --depth 4`
    - `croupier perft blackjack --depth 3 --json`
    """
    table = starting_table(game)
    counts = [counted(table, acts) for acts in range(1, depth + 1)]
    if json:
        print_json({"game": game, "sequences": counts})
        return DONE
    for acts, count in enumerate(counts, start=1):
        print(f"{acts} {'act' if acts == 1 else 'acts'}: {count:,}")
    return DONE
