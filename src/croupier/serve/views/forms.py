"""What a table can be made with, so that a form can be made from it: every option that the rules leave to the operator,
what it may be, and by which clause. Bounds are found by asking the rules themselves, and so are most clauses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import UnionType
from typing import Any, Literal, get_args, get_type_hints

import msgspec
from litestar import get
from litestar.types import ControllerRouterHandler
from msgspec import Struct
from msgspec.structs import replace

from croupier.floor.schedules.cash import Pace
from croupier.floor.tables.opening import (
    BETTING_SECONDS,
    LONGEST_AWAY,
    LONGEST_NAME,
    LONGEST_PACE,
    SHORTEST_AWAY,
    SHORTEST_DECIDE,
    TABLE_GAMES,
)
from croupier.games.blackjack import options as blackjack
from croupier.games.general.checks import MOST_SECONDS
from croupier.games.money_wheel import rules as money_wheel
from croupier.games.refusal import Refusal
from croupier.games.registry import GAMES, table_of
from croupier.games.roulette import rules as roulette
from croupier.games.sign import CHIPS, DEFAULT_SMALLEST_CHIP, INCREMENT, LIMITS, Sign
from croupier.games.tai_sai import rules as tai_sai
from croupier.rulebook import Cite
from croupier.serve.process.new_house import SIGN
from croupier.serve.security.auth import OPERATORS
from croupier.serve.wire.work import ByRule, by_rule

TRIED = 1000
"""No option that counts something goes further."""

Kind = Literal["flag", "whole", "amount", "words"]
Refuses = Callable[[Any], Refusal | None]

REFUSES: Mapping[str, Refuses] = {
    "roulette": roulette.refuses_options,
    "blackjack": blackjack.refuses_options,
    "tai-sai": tai_sai.refuses_options,
    "money-wheel": money_wheel.refuses_options,
}
CLAUSES = {
    ("roulette", "neighbours"): Cite("D8 2.2(b)"),
    ("roulette", "chipping_machine"): Cite("D8 2.6(f)"),
    ("blackjack", "burn"): Cite("D2 8.1"),
    ("blackjack", "holds_absent"): Cite("D2 5.8(a)"),
    ("blackjack", "holds_skipping"): Cite("D2 5.8(b)"),
    ("blackjack", "writing"): Cite("D2 8.10"),
    ("money-wheel", "name"): Cite("D10 1.2"),
}
"""Of what is on or off: the rules refuse neither, so they cannot be asked."""
READINGS = frozenset(("double_with_ace", "double_after_split", "hands", "soft_17", "dealer_blackjack"))
"""Of other houses: a floor opens no table by them."""


class FormField(Struct, frozen=True):
    """One thing that may be said of a table."""

    name: str
    kind: Kind
    default: bool | int | str | None
    """Amounts in cents; null is none."""
    lowest: int | None = None
    highest: int | None = None
    longest: int | None = None
    by: ByRule | None = None


class GameForm(Struct, frozen=True):
    game: str
    kinds: tuple[str, ...]
    """Kinds of wager for which the sign may state limits of their own."""
    options: tuple[FormField, ...]


class TableForm(Struct, frozen=True):
    """What `POST /tables` takes."""

    longest_name: int
    games: tuple[GameForm, ...]
    sign: tuple[FormField, ...]
    """The limits of a wager."""
    pace: tuple[FormField, ...]
    """Seconds, at an automatic table."""


def _fields(game: str) -> Iterator[FormField]:
    default, refuses = GAMES[game].options, REFUSES[game]
    for name, kind in get_type_hints(type(default)).items():
        if name in READINGS:
            continue
        value = getattr(default, name)
        if kind is bool:
            yield FormField(name, "flag", value, by=by_rule(CLAUSES[game, name]))
        elif kind is int:
            yield _whole(name, value, lambda tried, name=name: refuses(replace(default, **{name: tried})))  # type: ignore[misc]
        elif isinstance(kind, UnionType) and int in get_args(kind):
            refusal = refuses(replace(default, **{name: -1}))
            yield FormField(name, "amount", value, by=_rule(refusal))
        elif kind is str and (game, name) in CLAUSES:
            yield FormField(name, "words", value, longest=LONGEST_NAME, by=by_rule(CLAUSES[game, name]))


def _whole(name: str, value: int, refuses: Refuses) -> FormField:
    taken = [tried for tried in range(TRIED + 1) if refuses(tried) is None]
    return FormField(name, "whole", value, lowest=taken[0], highest=taken[-1], by=_rule(refuses(-1)))


def _rule(refusal: Refusal | None) -> ByRule | None:
    return None if refusal is None else by_rule(refusal.rule)


def _game(game: str) -> GameForm:
    kinds = table_of(game, msgspec.convert(SIGN, Sign)).kinds
    return GameForm(game, tuple(sorted(kinds)), tuple(_fields(game)))


def _sign() -> tuple[FormField, ...]:
    return (
        FormField("minimum", "amount", SIGN["minimum"], by=by_rule(LIMITS)),
        FormField("maximum", "amount", SIGN["maximum"], by=by_rule(LIMITS)),
        FormField("increment", "amount", None, by=by_rule(INCREMENT)),
        FormField("smallest_chip", "amount", DEFAULT_SMALLEST_CHIP, by=by_rule(CHIPS)),
    )


def _pace() -> tuple[FormField, ...]:
    pace = Pace()
    return (
        FormField("betting_seconds", "whole", BETTING_SECONDS, lowest=1, highest=MOST_SECONDS),
        FormField("decide", "whole", pace.decide, lowest=SHORTEST_DECIDE, highest=LONGEST_PACE),
        FormField("rest", "whole", pace.rest, lowest=0, highest=LONGEST_PACE),
        FormField("away", "whole", pace.away, lowest=SHORTEST_AWAY, highest=LONGEST_AWAY),
    )


@cache
def table_form() -> TableForm:
    return TableForm(LONGEST_NAME, tuple(map(_game, TABLE_GAMES)), _sign(), _pace())


@get("/api/v1/table-form", who=OPERATORS, gives=TableForm)
async def form() -> TableForm:
    """What a table can be made with: the games, their options with bounds and clauses, limits and pace."""
    return table_form()


ROUTES: list[ControllerRouterHandler] = [form]
