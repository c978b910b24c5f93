"""`croupier odds`: what every wager of a game is worth, exactly."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter

from croupier.cli.console.exit_codes import DONE
from croupier.cli.console.input import faults_of, refused, unclear, unreadable
from croupier.cli.console.output import decimal, grid, print_json, screen
from croupier.cli.console.parameters import Json, LayoutGame, OddsTable
from croupier.games.layout.game import Game
from croupier.games.refusal import Refused
from croupier.games.registry import game_of
from croupier.games.table import Odds
from croupier.games.tai_sai import TaiSaiOdds, TaiSaiOptions
from croupier.odds import WagerOdds, odds_of_game
from croupier.rulebook import Source

PERCENT_PLACES = 4


def odds(
    game: LayoutGame,
    /,
    *,
    table: OddsTable = None,
    wagers: Annotated[
        str | None,
        Parameter(
            allow_leading_hyphen=True,
            metavar="FILE",
            help="Show what these wagers are worth together. One wager a line, such as `20 on split 17-20`; - reads "
            "standard input.",
        ),
    ] = None,
    json: Json = False,
) -> int:
    """Show what every wager pays, how often it wins and what the house keeps.

    Every figure is an exact fraction, counted from all results of the game. With `--wagers` you see what several wagers
    of one player come to together on one spin or roll.

    For example:

    - `croupier odds tai-sai`
    - `croupier odds roulette --json`
    """
    chosen = game_or_status(game, table, json=json)
    if isinstance(chosen, int):
        return chosen
    if wagers is not None:
        from croupier.cli.exact.odds_wagers import odds_of_wagers

        return odds_of_wagers(chosen, wagers, json=json)
    rows = odds_of_game(chosen)
    if json:
        print_json([_as_json(row) for row in rows])
    else:
        _show(game, rows)
    return DONE


def layout_game(game: str, table: Path | None) -> Game:
    """The game of that name, with a house's own odds where a table of them is given."""
    if table is None:
        return game_of(game)
    if game != "tai-sai":
        raise ValueError("only Tai-Sai has odds that a house may choose")
    return game_of(game, TaiSaiOptions(odds=read_odds_table(table.read_text("utf-8"))))


def game_or_status(game: str, table: Path | None, *, json: bool) -> Game | int:
    """The same, or the status with which a command ends because the table of odds cannot be used."""
    try:
        return layout_game(game, table)
    except Refused as bad:
        return refused(str(table), bad.refusal, json=json)
    except OSError as error:
        return unreadable(str(table), faults_of(error), json=json)
    except ValueError as error:
        return unclear(str(error), told=f"{table}: {error}", json=json)


def read_odds_table(text: str) -> TaiSaiOdds:
    """A house's table: figures that are left out stay as they are by default."""
    figures = msgspec.json.decode(text, type=dict[str, str])
    unknown = [name for name in figures if name.replace("-", "_") not in TaiSaiOdds.__struct_fields__]
    if unknown:
        raise ValueError(f"Tai-Sai has no odds called {unknown[0]!r}; choose {', '.join(_odds_names())}")
    return TaiSaiOdds(**{name.replace("-", "_"): _as_odds(said) for name, said in figures.items()})


def _odds_names() -> list[str]:
    return [name.replace("_", "-") for name in TaiSaiOdds.__struct_fields__]


def _as_odds(text: str) -> Odds:
    pays, to, unit = text.partition(" to ")
    if not to or not (pays + unit).isascii() or not (pays + unit).isdigit():
        raise ValueError(f"expected odds such as 24 to 1, not {text!r}")
    return Odds(int(pays), int(unit))


def _as_json(row: WagerOdds) -> dict[str, Any]:
    return {
        "wager": row.wager,
        "positions": row.positions,
        "odds": row.odds_text,
        "adopted": row.source is Source.ADOPTED,
        "win_ways": row.win_ways,
        "ways": row.ways,
        "edge": str(row.edge),
        "edge_percent": decimal(row.edge * 100, PERCENT_PLACES),
        "variance": str(row.variance),
        "hit_rate": str(row.hit_rate),
        "rule": row.rule.clause,
    }


NUMBERS = ("places", "wins", "of", "edge", "%", "variance", "hit %")
NARROW = ("wager", "pays", "edge", "%")
"""What a screen shows that has no room for all the columns."""
ROOM_FOR_ALL = 100


def _cells(row: WagerOdds) -> dict[str, str]:
    return {
        "wager": row.wager,
        "places": str(row.positions),
        "pays": row.odds_text + ("*" if row.source is Source.ADOPTED else ""),
        "wins": str(row.win_ways),
        "of": str(row.ways),
        "edge": str(row.edge),
        "%": str(decimal(row.edge * 100, 2)),
        "variance": str(decimal(row.variance, 2)),
        "hit %": str(decimal(row.hit_rate * 100, 2)),
        "clause": str(row.rule),
    }


def _show(game: str, rows: tuple[WagerOdds, ...]) -> None:
    out = screen()
    columns = tuple(_cells(rows[0])) if out.width >= ROOM_FOR_ALL else NARROW
    right = tuple(column for column in columns if column in NUMBERS)
    table = grid(*columns, title=f"{game_of(game).title}: every kind of wager", right=right)
    for row in rows:
        cells = _cells(row)
        table.add_row(*(cells[column] for column in columns))
    out.print(table)
    out.print(f"Odds by {rows[0].odds_rule}.", style="dim")
    if any(row.source is Source.ADOPTED for row in rows):
        out.print("* An adopted default: the Gazette's own figure was not found.", style="dim")
