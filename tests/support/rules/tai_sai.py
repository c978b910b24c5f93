"""Tai sai: every roll and what it wins by a table written by hand, and the steps of a live round."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, NamedTuple

from croupier import Actor, Collect, LayoutTable, NoMoreBets, OpenBetting, Pay, Position, Wager
from croupier.games.acts import Act
from croupier.games.tai_sai import (
    AnnounceDice,
    Enter,
    InspectDice,
    KeyIn,
    Roll,
    Tumble,
    Uncover,
    any_triple,
    big,
    double,
    even,
    face,
    four,
    odd,
    pair,
    small,
    three,
    total,
    triple,
)
from tests.support.project import ROOT
from tests.support.rules.tables import live_tai_sai, tai_sai

Dice = tuple[int, int, int]
FACES = (1, 2, 3, 4, 5, 6)
ROLLS: tuple[Dice, ...] = tuple(product(FACES, FACES, FACES))
STAKE = 7_50


class Win(NamedTuple):
    """One line of the table written by hand: on these dice the position pays these odds."""

    position: str
    figure: str
    odds: int
    ways: int
    dice: frozenset[str]


def _read_wins() -> Iterator[Win]:
    text = (ROOT / "tests" / "clauses" / "d9_positions.txt").read_text("utf-8")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            position, figure, odds, ways, dice = line.split(" | ")
            yield Win(position, figure, int(odds.removesuffix(" to 1")), int(ways), frozenset(dice.split()))


WINS = tuple(_read_wins())
POSITIONS = tuple(dict.fromkeys(win.position for win in WINS))
_MAKERS: dict[str, Callable[..., Position]] = {
    "triple": triple,
    "double": double,
    "total": total,
    "pair": pair,
    "face": face,
    "three": three,
    "four": four,
}
_PLAIN = {"small": small, "big": big, "any triple": any_triple, "odd": odd, "even": even}


def position_named(name: str) -> Position:
    """`three 1-1-2` is the position that `three(1, 1, 2)` makes."""
    if name in _PLAIN:
        return _PLAIN[name]
    kind, numbers = name.split(" ")
    return _MAKERS[kind](*map(int, numbers.split("-")))


def won_by(dice: Dice) -> dict[str, Win]:
    """Every position that wins on these dice, by the table written by hand."""
    key = "".join(map(str, sorted(dice)))
    return {win.position: win for win in WINS if key in win.dice}


WON_BY = {dice: won_by(dice) for dice in ROLLS}


def with_wagers(names: list[str] | tuple[str, ...], stake: int = STAKE, **options: Any) -> LayoutTable:
    """An automated table at which ana has this stake on each of these positions, after the call."""
    table = tai_sai("ana", **options).play(*(Wager("ana", position_named(name), stake) for name in names))
    return table.play(NoMoreBets())


class Step(NamedTuple):
    """One step of a round: how the dealer takes it, by which clause, and a few of its words."""

    name: str
    act: Act
    rule: str
    words: str


ROUND = (
    Step("tumble", Tumble(3), "D9 6", "turn the covered tumbler at least three times"),
    Step("no more bets", NoMoreBets(), "D9 6", "call “No more bets” and ring the bell"),
    Step("uncover", Uncover(), "D9 6", "take the cover off the tumbler"),
    Step("result", Roll((6, 2, 5)), "D9 6", "read the three dice"),
    Step("announce", AnnounceDice((2, 5, 6), 13), "D9 6", "from lowest to highest, and the total"),
    Step("key in", KeyIn((6, 2, 5)), "D9 3.3(a)(iii)", "check the display"),
    Step("enter", Enter(), "D9 3.3(b)", "lights the winning areas"),
    Step("collect", Collect(), "D9 6", "collect the losing wagers"),
    Step("pay", Pay(), "D9 6", "pay the winning wagers"),
    Step("open betting", OpenBetting(), "D9 7", "open betting for the next roll"),
)
NAMES = [step.name for step in ROUND]
AUTOMATIC = frozenset(NAMES) - {"result"} | {"take up", "open table", "inspect dice"}


def inspected() -> LayoutTable:
    """A live table, its dice inspected, with ana on Big and ben on Small."""
    return live_tai_sai("ana", "ben").play(InspectDice(), Wager("ana", big, 10_00), Wager("ben", small, 20_00))


def before(name: str) -> LayoutTable:
    """The live table before that step of the round."""
    return inspected().play(*(step.act for step in ROUND[: NAMES.index(name)]))


def value_of(table: LayoutTable, name: str) -> int:
    purse = table.purse(name)
    assert purse is not None
    return purse.value


def by(act: Act, actor: Actor) -> Act:
    """The same act, done by somebody."""
    fields = {name: getattr(act, name) for name in act.__struct_fields__}
    return type(act)(**{**fields, "by": actor})
