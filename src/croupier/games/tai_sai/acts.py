"""The acts that Tai-Sai alone has."""

from __future__ import annotations

from croupier.games.acts import StaffAct, SupervisorsAct
from croupier.games.tai_sai.positions import Dice


class InspectDice(SupervisorsAct, frozen=True):
    """The game supervisor inspects the dice before the first roll of an opened table."""


class Tumble(StaffAct, frozen=True):
    """The covered tumbler turns so many times."""

    tumbles: int


class Uncover(StaffAct, frozen=True):
    """The cover comes off the tumbler."""


class Roll(StaffAct, frozen=True):
    """The three uppermost faces, and whether all dice lie flat."""

    dice: Dice
    flat: bool = True


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
