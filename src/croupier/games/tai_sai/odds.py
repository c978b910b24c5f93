"""What Tai-Sai wagers pay (D9 4.10): five figures from the Gazette, the others defaults until its text is found."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from croupier.games.money import is_whole
from croupier.games.position import Position
from croupier.games.refusal import Refusal, Refused
from croupier.games.table import Odds
from croupier.games.tai_sai.positions import FACE, THREE, TOTAL
from croupier.rulebook import Cite, Source

PAYING_RULE = Cite("D9 4.10")
MOST_ODDS = 1_000_000

GAZETTED = frozenset({"three_with_pair", "three_different", "four", "odd", "even"})


class TaiSaiOdds(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """One figure for each kind of wager that has odds of its own."""

    small: Odds = Odds(1)
    big: Odds = Odds(1)
    triple: Odds = Odds(180)
    double: Odds = Odds(11)
    any_triple: Odds = Odds(31)
    total_4_17: Odds = Odds(62)
    total_5_16: Odds = Odds(31)
    total_6_15: Odds = Odds(18)
    total_7_14: Odds = Odds(12)
    total_8_13: Odds = Odds(8)
    total_9_12: Odds = Odds(7)
    total_10_11: Odds = Odds(6)
    pair: Odds = Odds(6)
    face_once: Odds = Odds(1)
    face_twice: Odds = Odds(2)
    face_three_times: Odds = Odds(3)
    three_with_pair: Odds = Odds(60)
    three_different: Odds = Odds(30)
    four: Odds = Odds(7)
    odd: Odds = Odds(1)
    even: Odds = Odds(1)

    def __post_init__(self) -> None:
        for name in self.__struct_fields__:
            if not are_odds(getattr(self, name)):
                raise Refused(Refusal(PAYING_RULE, "bad_odds", f"Write the odds of {name} like 150 to 1."))


def are_odds(odds: Any) -> bool:
    """Something to something, in whole numbers above nothing and under a million."""
    return isinstance(odds, Odds) and all(is_whole(part) and 0 < part < MOST_ODDS for part in (odds.pays, odds.to))


_SHOWN_TIMES = ("face_once", "face_twice", "face_three_times")


def figure_of(position: Position, times: int = 1) -> str:
    """Which figure of the table a wager is paid by."""
    if position.kind == TOTAL:
        number = min(position.numbers[0], 21 - position.numbers[0])
        return f"total_{number}_{21 - number}"
    if position.kind == FACE:
        return _SHOWN_TIMES[times - 1]
    if position.kind == THREE:
        return "three_different" if len(set(position.numbers)) == len(position.numbers) else "three_with_pair"
    return position.kind.replace(" ", "_")


def odds_of(table: TaiSaiOdds, position: Position, times: int = 1) -> Odds:
    return getattr(table, figure_of(position, times))  # type: ignore[no-any-return]


def source_of(figure: str) -> Source:
    """Whether the default figure is the Gazette's or adopted."""
    return Source.GAZETTE if figure in GAZETTED else Source.ADOPTED
