"""Results as they come in, as they are put right, and as they prove void."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from croupier.games.chips import Chips
from croupier.games.general.checks import refuses_closed, too_few_chips
from croupier.games.layout.acts import CorrectGround
from croupier.games.layout.game import Ground
from croupier.games.layout.lines import adjudicated, undone
from croupier.games.layout.step_names import RESULT
from croupier.games.layout.steps import refuses_out_of_order
from croupier.games.layout.table import LayoutTable, OverturnedResult
from croupier.games.layout.wagering import staked, unstaked, wager_here
from croupier.games.machine import Handler
from croupier.games.occasions import Occasion, Sort
from croupier.games.offers import Choices, Offer, Words
from croupier.games.offers import is_reason as is_reason  # noqa: PLC0414  others import it from here
from croupier.games.people import Role
from croupier.games.position import Placed, Settled
from croupier.games.refusal import Refusal
from croupier.games.table import Outcome
from croupier.rulebook import Cite

ANNOUNCERS = (Role.DEALER, Role.GAME_SUPERVISOR)
RULERS = (Role.GAME_SUPERVISOR, Role.OPERATOR)
KEEPS_FAVOURS = 2
"""The edition since which a correction applies rulings in players' favour anew (ruling R25)."""


# A result comes in. A ground for a void that is on record voids it, announced or not.


def _refuses_result(table: LayoutTable, act: Any) -> Refusal | None:
    return table.game.refuses_result(act) or refuses_out_of_order(table, RESULT)


def _after_result(table: LayoutTable, act: Any) -> LayoutTable:
    ground, outcome = table.game.ground_of_result(table, act), table.game.outcome_of(act)
    return adjudicated(table, outcome) if ground is None else voided(table, ground, outcome)


def _offers_result(table: LayoutTable) -> Iterator[Offer]:
    if refuses_out_of_order(table, RESULT) is None:
        acts = tuple(table.chance())
        field = acts[0].__struct_fields__[0]
        yield Offer(type(acts[0]), Role.DEALER, {field: Choices(tuple(getattr(act, field) for act in acts))})


RESULT_HANDLER = Handler(_refuses_result, _after_result, _offers_result, (Role.DEALER,))


# A result that was entered wrongly is put right: what was done about it is undone first (D1 11.1).


def _refuses_correction(table: LayoutTable, act: Any) -> Refusal | None:
    if not table.has_result:
        return Refusal(table.not_final, "final", "There is no result to correct, or it is final.")
    return table.game.refuses_result(act) or refuses_no_reason(table, act.reason)


def _after_correction(table: LayoutTable, act: Any) -> LayoutTable:
    back = undone(table)
    if table.edition < KEEPS_FAVOURS:
        return adjudicated(without_favours(back), table.game.outcome_of(act))
    anew = tuple(replace(made, is_anew=True) for made in back.favours)
    return adjudicated(replace(back, favours=anew), table.game.outcome_of(act))


def without_favours(table: LayoutTable) -> LayoutTable:
    """The layout as it lay at the call, before anything was ruled: a wager that came late is with its player again."""
    for made in table.favours:
        if made.late is not None:
            wager = wager_here(table.wagers, made.player, made.position)
            table = unstaked(table, wager)
            table = replace(table, voided=(*table.voided, replace(made.late, wager=wager)))
    return replace(table, favours=())


def _offers_correction(table: LayoutTable) -> Iterator[Offer]:
    if table.has_result:
        kind = table.game.correction
        field = kind.__struct_fields__[0]
        role = table._handlers[kind].roles[0]
        yield Offer(kind, role, {field: Choices(table.game.outcomes), "reason": Words()})


def correction_handler(*roles: Role) -> Handler:
    return Handler(
        _refuses_correction, _after_correction, _offers_correction, roles, Occasion(Sort.RULING, Cite("D1 11.1"))
    )


def refuses_no_reason(table: LayoutTable, reason: Any) -> Refusal | None:
    if not is_reason(reason):
        return Refusal(table.game.clauses.favour, "no_reason", "Give the reason on one line of plain text.")
    return None


# Void results


def _refuses_void(table: LayoutTable, act: Any) -> Refusal | None:
    ground = act.ground
    clauses = table.game.clauses
    if refusal := refuses_closed(table):
        return refusal
    if table.step not in table.game.void_steps and not table.closed_early:
        why = "No spin or roll is under way, and the last result is final."
        return Refusal(clauses.not_final, "nothing_to_void", why)
    if ground == "" and not table.game.needs_ground(table):
        return None
    if not isinstance(ground, str) or ground not in table.game.grounds:
        known = ", ".join(table.game.grounds)
        return Refusal(clauses.void, "no_such_ground", f"A result is void only on one of these grounds: {known}.")
    return None


def _after_void(table: LayoutTable, act: Any) -> LayoutTable:
    ground = table.game.grounds.get(act.ground)
    outcome = table.result if table.has_result else None
    return voided(table, ground or Ground(table.game.clauses.void, "announced"), outcome)


def _offers_void(table: LayoutTable) -> Iterator[Offer]:
    kind = table.game.void
    grounds = tuple(table.game.grounds) if table.game.needs_ground(table) else ("", *table.game.grounds)
    if _refuses_void(table, kind(ground=grounds[-1])) is None:
        yield Offer(kind, Role.DEALER, {"ground": Choices(grounds)})


def _rule_of_void(table: LayoutTable) -> Cite:
    return table.game.clauses.void


def _grounds_of_void(table: LayoutTable) -> Mapping[str, Any]:
    return table.game.grounds


VOID_HANDLER = Handler(
    _refuses_void,
    _after_void,
    _offers_void,
    ANNOUNCERS,
    Occasion(Sort.IRREGULARITY, _rule_of_void, grounds=_grounds_of_void),
)


def voided(table: LayoutTable, ground: Ground, outcome: Any) -> LayoutTable:
    """No result: the wagers stand where they lay, and betting opens again (rulings R11, R17, M2).

    The outcome is the one that was entered, where one was: it stands again should the ground prove a mistake.
    """
    back = without_favours(undone(table if table.has_result else table._with_next_begun()))
    lines = tuple(Settled(wager, Outcome.VOID, 0, ground.rule, ground.words) for wager in back.wagers)
    standing = replace(
        back,
        result=None,
        round=back.round if back.has_result else back.round + 1,
        settled=(*back.voided, *lines),
        progress=(),
        voided=(),
        closed_early=False,
        overturned=None if outcome is None else _overturned(table, back, outcome),
        equipment=table.game.equipment_after_void(table.equipment, ground),
    )
    return standing._with_window_begun()._awaiting(table.game.step_after_void(standing))


def _overturned(table: LayoutTable, back: LayoutTable, outcome: Any) -> OverturnedResult:
    """What stands again should the ground prove a mistake; a late wager is with its player, and ruled on anew."""
    favours = tuple(made for made in table.favours if made.late is None)
    return OverturnedResult(outcome, back.voided, favours, table.equipment, back.wagers)


# A ground that was entered by mistake (ruling R28)

_MISTAKEN_GROUND = Cite("D1 11.1", "R28")


def _refuses_ground_correction(table: LayoutTable, act: CorrectGround) -> Refusal | None:
    if refusal := refuses_closed(table):
        return refusal
    if table.overturned is None:
        begun = "somebody has wagered, withdrawn or spun since, or the table was closed"
        why = f"No result was made void by a ground, or {begun}."
        return Refusal(_MISTAKEN_GROUND, "final", why)
    return refuses_no_reason(table, act.reason) or _refuses_cut_gone(table, table.overturned)


def _cut_since(table: LayoutTable, overturned: OverturnedResult) -> dict[Placed, int]:
    """Each wager of that result of which new limits gave something back, and how much (ruling R24)."""
    lying = {(wager.player, wager.position): wager.stake for wager in table.wagers}
    cut = ((wager, wager.stake - lying.get((wager.player, wager.position), 0)) for wager in overturned.wagers)
    return {wager: back for wager, back in cut if back > 0}


def _refuses_cut_gone(table: LayoutTable, overturned: OverturnedResult) -> Refusal | None:
    """What new limits gave back was part of the wager, so its player must still have it."""
    owed: dict[tuple[str, Chips], int] = defaultdict(int)
    for wager, back in _cut_since(table, overturned).items():
        owed[wager.player, wager.chips] += back
    for (player, chips), amount in owed.items():
        purse = table.purse_if_any(player)
        if purse is None or purse.holds(chips) < amount:
            return too_few_chips(purse, player, amount, chips, _MISTAKEN_GROUND)
    return None


def _after_ground_correction(table: LayoutTable, _act: CorrectGround) -> LayoutTable:
    overturned = table.overturned
    if overturned is None:  # `refuses` has seen to it that there is one
        raise LookupError("overturned")
    for wager, back in _cut_since(table, overturned).items():
        table = staked(table, wager, back)
    standing = replace(
        table,
        voided=overturned.voided,
        favours=overturned.favours,
        window_ends=None,
        overturned=None,
        equipment=table.game.equipment_restored(table.equipment, overturned.equipment),
    )
    return adjudicated(standing, overturned.outcome)


def _offers_ground_correction(table: LayoutTable) -> Iterator[Offer]:
    if _refuses_ground_correction(table, CorrectGround("as offered")) is None:
        yield Offer(CorrectGround, Role.GAME_SUPERVISOR, {"reason": Words()})


GROUND_CORRECTION = Handler(
    _refuses_ground_correction,
    _after_ground_correction,
    _offers_ground_correction,
    RULERS,
    Occasion(Sort.RULING, _MISTAKEN_GROUND),
)
