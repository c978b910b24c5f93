"""The games there are, by name, and a new table of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from croupier.games.layout.game import Game
from croupier.games.layout.opening import new_table
from croupier.games.layout.table import LayoutTable
from croupier.games.money_wheel import MoneyWheelOptions, money_wheel_game
from croupier.games.refusal import Refusal, Refused
from croupier.games.roulette import DEFAULT_COLOURS, RouletteOptions, roulette_game
from croupier.games.sign import Sign
from croupier.games.tai_sai import TaiSaiOptions, tai_sai_game
from croupier.rulebook import Cite


class Kind(Struct, frozen=True):
    """One game: its options, what makes it of them, and the colours of chips its tables have by default."""

    options: Any
    make: Callable[[Any], Game]
    colours: tuple[str, ...] = ()


GAMES: dict[str, Kind] = {
    "roulette": Kind(RouletteOptions(), roulette_game, DEFAULT_COLOURS),
    "money-wheel": Kind(MoneyWheelOptions(), money_wheel_game),
    "tai-sai": Kind(TaiSaiOptions(), tai_sai_game),
}


def table_of(
    game: str,
    sign: Sign,
    options: Any = None,
    *,
    automation: Iterable[str] | None = None,
    betting_seconds: int | None = None,
    colours: tuple[str, ...] | None = None,
) -> LayoutTable:
    """A new table of the game of that name. What is left out is as the game has it by default."""
    kind = GAMES[game]
    chosen = kind.options if options is None else options
    if type(chosen) is not type(kind.options):
        raise Refused(Refusal(Cite("D1 9.1"), "bad_options", f"Those are no options of {game}."))
    return new_table(kind.make(chosen), sign, automation, betting_seconds, kind.colours if colours is None else colours)


def roulette(
    sign: Sign,
    options: RouletteOptions | None = None,
    *,
    automation: Iterable[str] | None = None,
    betting_seconds: int | None = None,
    colours: tuple[str, ...] | None = None,
) -> LayoutTable:
    """A roulette table (Division 8).

    It deals itself, but for the steps left out of `automation`; `LIVE` leaves out all of them.
    """
    return table_of("roulette", sign, options, automation=automation, betting_seconds=betting_seconds, colours=colours)


def money_wheel(
    sign: Sign,
    options: MoneyWheelOptions | None = None,
    *,
    automation: Iterable[str] | None = None,
    betting_seconds: int | None = None,
    colours: tuple[str, ...] | None = None,
) -> LayoutTable:
    """A money wheel (Division 10). Colour chips are optional here (ruling M12)."""
    return table_of(
        "money-wheel", sign, options, automation=automation, betting_seconds=betting_seconds, colours=colours
    )


def tai_sai(
    sign: Sign,
    options: TaiSaiOptions | None = None,
    *,
    automation: Iterable[str] | None = None,
    betting_seconds: int | None = None,
    colours: tuple[str, ...] | None = None,
) -> LayoutTable:
    """A Tai-Sai table (Division 9). Colour chips are optional here (ruling S14)."""
    return table_of("tai-sai", sign, options, automation=automation, betting_seconds=betting_seconds, colours=colours)
