"""The steps and the equipment of Division 9."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from croupier.games.general import GENERAL
from croupier.games.general.checks import refuses_closed
from croupier.games.layout.acts import CorrectGround
from croupier.games.layout.favours import FAVOURS
from croupier.games.layout.management import MANAGEMENT
from croupier.games.layout.mistakes import MISTAKES
from croupier.games.layout.motion import MOST_TURNS
from croupier.games.layout.replacing import refuses_replacement, replacement
from croupier.games.layout.results import GROUND_CORRECTION, RESULT_HANDLER, VOID_HANDLER, correction_handler
from croupier.games.layout.settling import SETTLING
from croupier.games.layout.step_names import ANNOUNCE
from croupier.games.layout.steps import proceed, refuses_out_of_order, step_handler
from croupier.games.layout.table import LayoutTable
from croupier.games.layout.wagering import WAGERING
from croupier.games.machine import Handler, Handlers
from croupier.games.money import is_whole
from croupier.games.offers import Choices, Offer
from croupier.games.people import Role
from croupier.games.refusal import Refusal
from croupier.games.tai_sai.acts import (
    AnnounceDice,
    CorrectDice,
    Enter,
    InspectDice,
    KeyIn,
    NoRoll,
    ReplaceDice,
    Roll,
    Tumble,
    Uncover,
)
from croupier.games.tai_sai.positions import (
    ROLLS,
    Dice,
)
from croupier.games.tai_sai.rules import (
    ENTER,
    INSPECT,
    KEY_IN,
    OPERATION,
    TUMBLE,
    UNCOVER,
    refuses_dice,
)
from croupier.rulebook import Cite


class Tumbler(Struct, frozen=True):
    """The tumbler and the dealer's terminal between two acts."""

    inspected: bool = False
    tumbles: int = 0
    keyed: Dice | None = None
    """What the terminal's display reads back."""
    dice_in_use: str = ""
    """The number or mark of the dice, where they took the place of others."""


def _refuses_inspection(table: LayoutTable, _act: InspectDice) -> Refusal | None:
    if refusal := refuses_closed(table):
        return refusal
    if table.equipment.inspected or INSPECT in table.automation:
        return Refusal(Cite("D9 5"), "inspected_already", "The dice have been inspected since the table opened.")
    return None


def _after_inspection(table: LayoutTable, _act: InspectDice) -> LayoutTable:
    return replace(table, equipment=replace(table.equipment, inspected=True))._opened()


def _offers_inspection(table: LayoutTable) -> Iterator[Offer]:
    if _refuses_inspection(table, InspectDice()) is None:
        yield Offer(InspectDice, Role.GAME_SUPERVISOR, {})


def _refuses_dice_set(table: LayoutTable, act: ReplaceDice) -> Refusal | None:
    return refuses_replacement(table, Cite("D9 5"), act.mark, table.equipment.dice_in_use, act.reason)


def _after_dice_set(table: LayoutTable, act: ReplaceDice) -> LayoutTable:
    """They are inspected before they are tumbled, like those that the table opened with."""
    changed = replace(table.equipment, dice_in_use=act.mark, inspected=False)
    return replace(table._with_next_begun(), equipment=changed)


def _refuses_tumbles(_table: LayoutTable, act: Tumble) -> Refusal | None:
    if not is_whole(act.tumbles) or not 1 <= act.tumbles < MOST_TURNS:
        return Refusal(OPERATION, "bad_tumbles", "The tumbler turns a whole number of times.")
    return None


def _after_tumble(table: LayoutTable, act: Tumble) -> LayoutTable:
    turned = replace(table.equipment, tumbles=act.tumbles, keyed=None)
    return replace(table._with_step_begun(TUMBLE), equipment=turned)._proceed()


def _refuses_announcement(table: LayoutTable, act: AnnounceDice) -> Refusal | None:
    if act.dice != table.result or act.total != sum(table.result):
        why = f"Announce the dice from lowest to highest: {table.game.outcome_words(table.result)}."
        return Refusal(OPERATION, "wrong_announcement", why)
    return None


def _refuses_key_in(table: LayoutTable, act: KeyIn) -> Refusal | None:
    """What was keyed may be keyed again until it is entered."""
    if refusal := refuses_dice(act.dice):
        return refusal
    return None if table.step == ENTER else refuses_out_of_order(table, KEY_IN)


def _after_key_in(table: LayoutTable, act: KeyIn) -> LayoutTable:
    keyed = replace(table, equipment=replace(table.equipment, keyed=act.dice))
    return keyed._awaiting(ENTER) if table.step == ENTER else keyed._proceed()


def _offers_key_in(table: LayoutTable) -> Iterator[Offer]:
    if table.step in (KEY_IN, ENTER):
        yield Offer(KeyIn, Role.DEALER, {"dice": Choices(ROLLS)})


def _refuses_enter(table: LayoutTable, _act: Enter) -> Refusal | None:
    keyed = table.equipment.keyed
    if tuple(sorted(keyed)) != table.result:
        why = f"The display reads {'-'.join(map(str, keyed))}; the dice show {table.game.outcome_words(table.result)}."
        return Refusal(Cite("D9 3.3(a)(iii)"), "display_differs", why)
    return None


def _offers_enter(table: LayoutTable) -> Iterator[Offer]:
    if table.step == ENTER and _refuses_enter(table, Enter()) is None:
        yield Offer(Enter, Role.DEALER, {})


_ENTER_STEP = step_handler(ENTER, proceed, also_refuses=_refuses_enter)

HANDLERS: Handlers = {
    **GENERAL,
    **WAGERING,
    **MISTAKES,
    **SETTLING,
    **FAVOURS,
    **MANAGEMENT,
    CorrectGround: GROUND_CORRECTION,
    NoRoll: VOID_HANDLER,
    ReplaceDice: replacement(ReplaceDice, Cite("D9 5"), _refuses_dice_set, _after_dice_set),
    InspectDice: Handler(_refuses_inspection, _after_inspection, _offers_inspection, (Role.GAME_SUPERVISOR,)),
    Tumble: step_handler(TUMBLE, _after_tumble, also_refuses=_refuses_tumbles),
    Uncover: step_handler(UNCOVER, proceed),
    Roll: RESULT_HANDLER,
    CorrectDice: correction_handler(Role.DEALER, Role.GAME_SUPERVISOR),
    AnnounceDice: step_handler(ANNOUNCE, proceed, also_refuses=_refuses_announcement),
    KeyIn: Handler(_refuses_key_in, _after_key_in, _offers_key_in, (Role.DEALER,)),
    Enter: Handler(_ENTER_STEP.refuses, _ENTER_STEP.after, _offers_enter, (Role.DEALER,)),
}
