"""The games there are, by name, and a new table of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from croupier.games.blackjack.options import BlackjackOptions
from croupier.games.layout.game import Game
from croupier.games.layout.opening import new_table
from croupier.games.layout.table import LayoutTable
from croupier.games.money_wheel import MoneyWheelOptions, money_wheel_game
from croupier.games.refusal import Refusal, Refused
from croupier.games.roulette import DEFAULT_COLOURS, RouletteOptions, roulette_game
from croupier.games.sign import Sign
from croupier.games.tai_sai import TaiSaiOptions, tai_sai_game
from croupier.games.tournament.conditions import Conditions
from croupier.games.tournament.session_table.terms import SessionOptions
from croupier.rulebook import EDITION, Cite

if TYPE_CHECKING:
    from croupier.games.blackjack.state import BlackjackTable
    from croupier.games.tournament.game import Tournament
    from croupier.games.tournament.session_table.table import Division7Table


class Kind(Struct, frozen=True):
    """One game: its options, what opens a table of it, and the colours of chips its tables have by default."""

    options: Any
    opens: Callable[..., Any]
    """Called with the sign, the options, the automation, the betting seconds, the colours and the edition."""
    colours: tuple[str, ...] = ()


def _on_layout(make: Callable[[Any], Game]) -> Callable[..., LayoutTable]:
    def opens(sign: Sign, options: Any, *settings: Any, edition: int) -> LayoutTable:
        return new_table(make(options), sign, *settings, edition=edition)

    return opens


# Blackjack and its tournament are many parts: they are loaded when somebody opens a table.


def _opens_blackjack(*settings: Any, edition: int) -> BlackjackTable:
    from croupier.games.blackjack.game import open_blackjack

    return open_blackjack(*settings, edition=edition)


def _opens_session(*settings: Any, edition: int) -> Division7Table:
    from croupier.games.tournament.session_table.table import open_session

    return open_session(*settings, edition=edition)


def _opens_tournament(_sign: None, conditions: Conditions, *_settings: Any, edition: int) -> Tournament:
    """A tournament has no table of its own, and so no sign, no steps and no chips of any colour."""
    from croupier.games.tournament.game import open_tournament

    return open_tournament(conditions, edition)


LAYOUT_GAMES: dict[str, Callable[[Any], Game]] = {
    "roulette": roulette_game,
    "money-wheel": money_wheel_game,
    "tai-sai": tai_sai_game,
}
GAMES: dict[str, Kind] = {
    "roulette": Kind(RouletteOptions(), _on_layout(roulette_game), DEFAULT_COLOURS),
    "money-wheel": Kind(MoneyWheelOptions(), _on_layout(money_wheel_game)),
    "tai-sai": Kind(TaiSaiOptions(), _on_layout(tai_sai_game)),
    "blackjack": Kind(BlackjackOptions(), _opens_blackjack),
    "tournament-table": Kind(SessionOptions(), _opens_session),
    "tournament": Kind(Conditions(name="tournament"), _opens_tournament),
}


def game_of(name: str, options: Any = None) -> Game:
    """The layout game of that name, by its options or as it is by default."""
    return LAYOUT_GAMES[name](GAMES[name].options if options is None else options)


def table_of(
    game: str,
    sign: Sign | None,
    options: Any = None,
    *,
    automation: Iterable[str] | None = None,
    betting_seconds: int | None = None,
    colours: tuple[str, ...] | None = None,
    edition: int = EDITION,
) -> Any:
    """A new table of the game of that name. What is left out is as the game has it by default."""
    kind = GAMES[game]
    if not isinstance(sign, Sign) and game != "tournament":
        raise TypeError(f"expected a sign, such as Sign(minimum=5_00, maximum=500_00), not {sign!r}")
    chosen = kind.options if options is None else options
    if type(chosen) is not type(kind.options):
        raise Refused(Refusal(Cite("D1 9.1"), "bad_options", f"These options do not belong to {game}."))
    own = kind.colours if colours is None else colours
    return kind.opens(sign, chosen, automation, betting_seconds, own, edition=edition)


def tournament(conditions: Conditions) -> Tournament:
    """A tournament in blackjack (Division 7), before anybody applied."""
    opened: Tournament = table_of("tournament", None, conditions)
    return opened


def tournament_table(
    sign: Sign, options: SessionOptions | None = None, *, automation: Iterable[str] | None = None
) -> Division7Table:
    """A table for one session of a tournament (Division 7)."""
    table: Division7Table = table_of("tournament-table", sign, options, automation=automation)
    return table


def roulette(
    sign: Sign,
    options: RouletteOptions | None = None,
    *,
    automation: Iterable[str] | None = None,
    betting_seconds: int | None = None,
    colours: tuple[str, ...] | None = None,
) -> LayoutTable:
    """A roulette table (Division 8).

    It is automatic, but for the steps left out of `automation`; `LIVE` leaves out all of them.
    """
    table: LayoutTable = table_of(
        "roulette", sign, options, automation=automation, betting_seconds=betting_seconds, colours=colours
    )
    return table


def money_wheel(
    sign: Sign,
    options: MoneyWheelOptions | None = None,
    *,
    automation: Iterable[str] | None = None,
    betting_seconds: int | None = None,
    colours: tuple[str, ...] | None = None,
) -> LayoutTable:
    """A money wheel (Division 10). Colour chips are optional here (ruling M12)."""
    table: LayoutTable = table_of(
        "money-wheel", sign, options, automation=automation, betting_seconds=betting_seconds, colours=colours
    )
    return table


def tai_sai(
    sign: Sign,
    options: TaiSaiOptions | None = None,
    *,
    automation: Iterable[str] | None = None,
    betting_seconds: int | None = None,
    colours: tuple[str, ...] | None = None,
) -> LayoutTable:
    """A Tai-Sai table (Division 9). Colour chips are optional here (ruling S14)."""
    table: LayoutTable = table_of(
        "tai-sai", sign, options, automation=automation, betting_seconds=betting_seconds, colours=colours
    )
    return table


def blackjack(
    sign: Sign,
    options: BlackjackOptions | None = None,
    *,
    automation: Iterable[str] | None = None,
    betting_seconds: int | None = None,
) -> BlackjackTable:
    """A blackjack table (Division 2)."""
    table: BlackjackTable = table_of("blackjack", sign, options, automation=automation, betting_seconds=betting_seconds)
    return table
