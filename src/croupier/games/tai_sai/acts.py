"""The acts that Tai-Sai alone has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args, overload

from msgspec import StructMeta

from croupier.games.acts import StaffAct, SupervisorsAct
from croupier.games.people import Actor
from croupier.games.tai_sai.positions import Dice


class ReplaceDice(SupervisorsAct, frozen=True):
    """Another set of dice is taken into use, and is inspected before it is tumbled."""

    mark: str
    """Which one: its number or mark."""
    reason: str


class InspectDice(SupervisorsAct, frozen=True):
    """The game supervisor inspects the dice before the first roll of an opened table."""


class Tumble(StaffAct, frozen=True):
    """The covered tumbler turns this number of times."""

    tumbles: int


class Uncover(StaffAct, frozen=True):
    """The cover comes off the tumbler."""


class ThreeFaces(StructMeta):
    """Lets an act that takes three dice be written `Roll(1, 2, 4)` as well as `Roll((1, 2, 4))`."""

    def __call__(self, *parts: Any, **named: Any) -> Any:
        if len(parts) > 1 and not isinstance(parts[0], tuple | list):
            faces = parts[: len(get_args(Dice))]
            if len(faces) < len(get_args(Dice)) or any(type(face) is not int for face in faces):
                raise TypeError(f"{self.__name__} takes three faces, such as {self.__name__}(1, 2, 4), not {parts!r}")
            parts = (faces, *parts[len(faces) :])
        return super().__call__(*parts, **named)


class Roll(StaffAct, frozen=True, metaclass=ThreeFaces):
    """The three uppermost faces, `Roll(1, 2, 4)`, and whether all dice lie flat."""

    dice: Dice
    flat: bool = True

    if TYPE_CHECKING:

        @overload
        def __init__(self, dice: Dice, flat: bool = True, *, by: Actor = ...) -> None: ...
        @overload
        def __init__(self, first: int, second: int, third: int, /, *, flat: bool = True, by: Actor = ...) -> None: ...
        def __init__(self, *parts: Any, **named: Any) -> None: ...


class AnnounceDice(StaffAct, frozen=True, tag="announce"):
    """The dealer calls the faces from lowest to highest, and their total."""

    dice: Dice
    total: int


class KeyIn(StaffAct, frozen=True):
    """Three buttons pressed on the terminal, whose display reads them back."""

    dice: Dice


class Enter(StaffAct, frozen=True):
    """The displayed numbers are entered, and every winning area lights."""


class NoRoll(StaffAct, frozen=True):
    """A void roll announced. The ground may be left out while there is no result yet (rulings R10, S14)."""

    ground: str = ""


class CorrectDice(StaffAct, frozen=True):
    """The dice were entered wrongly: this is how they lie."""

    dice: Dice
    reason: str
