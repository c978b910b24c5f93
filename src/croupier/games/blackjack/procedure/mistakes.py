"""Wagers that should not have been taken: outside the limits, or too late (D1 9 (breach), D2 5.5, ruling B55)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from croupier.games.acts import Act
from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.boxes import BOX, INSURANCE, SUPER_SEVENS, Box, Stake
from croupier.games.blackjack.flow import resumed
from croupier.games.blackjack.procedure.betting import BETTING, box_of, most_on_box, refuses_box
from croupier.games.blackjack.procedure.settling import cards_removed, paid, settled_stake, unsettled
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.chips import Chips
from croupier.games.general.checks import refuses_amount, refuses_chips, refuses_closed
from croupier.games.layout.acts import VoidWager, WrongLimits
from croupier.games.layout.game import Ground
from croupier.games.machine import Handler, Handlers
from croupier.games.money import priced
from croupier.games.occasions import Occasion, Sort
from croupier.games.offers import Bounds, Choices, Field, Offer, only_offer
from croupier.games.people import Role
from croupier.games.position import Placed, Position, Settled
from croupier.games.refusal import Refusal
from croupier.games.table import Outcome, handed_back
from croupier.games.wagers import Wager, Withdraw
from croupier.rulebook import Cite

BREACH = Cite("D1 9 (breach)", "B55")
LATE = Cite("D2 5.5(a)", "B55")
EARLY = "D2 10.3(a)"
GROUNDS: Mapping[str, Ground] = {"late": Ground(LATE, "placed after “No more bets”")}

_SPOTTERS = (Role.DEALER, Role.GAME_SUPERVISOR)


# Outside the limits


def _already(table: BlackjackTable, player: str, number: int) -> int:
    """What the record has of the player's wager on the box, still lying or settled in this round."""
    place = _line_of(table, player, number)
    if place is not None:
        return table.settled[place].wager.stake
    box = table.box(number)
    lying = None if box is None else box.stake(player, BOX)
    return 0 if lying is None else lying.amount


def _line_of(table: BlackjackTable, player: str, number: int) -> int | None:
    """The place of the line that settled the player's initial wager on the box, in the round that is open."""
    lines = () if table.is_final else enumerate(table.settled)
    return next(
        (
            place
            for place, line in lines
            if line.wager.player == player
            and line.wager.position == Position(BOX, (number,))
            and line.outcome is not Outcome.VOID
        ),
        None,
    )


def _fellow_line(table: BlackjackTable, number: int) -> Settled | None:
    """Any wager that was settled with the hand that was dealt to the box; even money is each bettor's own (14.3(g))."""
    lines = zip(table.settled, table.settled_on, strict=True)
    return next(
        (
            line
            for line, where in lines
            if where == (number, 0)
            and line.wager.position.kind == BOX
            and line.outcome is not Outcome.VOID
            and line.rule.clause != EARLY
        ),
        None,
    )


def _refuses_wrong_limits(table: BlackjackTable, act: WrongLimits) -> Refusal | None:
    if refusal := refuses_closed(table):
        return refusal
    number = box_of(table, act.position) if isinstance(act.position, Position) and act.position.kind == BOX else None
    if number is None or act.chips is not Chips.VALUE:
        return Refusal(BREACH, "no_such_wager", "Only a wager on a box, in value chips, can be put right.")
    if refusal := refuses_amount(act.amount, table.sign.smallest_chip, BREACH):
        return refusal
    if refusal := refuses_chips(table.purse_if_any(act.player), act.player, act.amount, Chips.VALUE, Cite("D2 5.2")):
        return refusal
    if _line_of(table, act.player, number) is None and (refusal := _refuses_unrecorded(table, act.player, number)):
        return refusal
    total = _already(table, act.player, number) + act.amount
    if table.sign.limits(BOX).minimum <= total <= _most(table, act.player, number):
        return Refusal(BREACH, "within_limits", f"{priced(total)} is within the limits on the sign.")
    return None


def _refuses_unrecorded(table: BlackjackTable, player: str, number: int) -> Refusal | None:
    """In a round the wager is one on a box that was dealt to, and whose hand has a result or may still have one."""
    if refusal := refuses_box(table, player, number):
        return refusal
    if table.is_final:
        return None
    box = table.box(number)
    if _is_undecided(table, player, number):
        return None
    if _was_returned(table, player, number):
        return Refusal(BREACH, "no_wager_there", f"The wager of {player} on box {number} is void and was returned.")
    if _fellow_line(table, number) is not None:
        return None
    if box is None or box.playing(0).settled or not box.stakes:
        return Refusal(BREACH, "no_wager_there", f"Box {number} has no hand in this round that a wager could be on.")
    return None


def _is_undecided(table: BlackjackTable, player: str, number: int) -> bool:
    """Whether the wager lies there, or its hand is the one that was dealt to the box and has no result yet.

    What is judged here was accepted and settled before the excess on a decided hand was put right at all. Records hold
    such acts, so nothing about them may change.
    """
    box = table.box(number)
    if box is None:
        return False
    if box.stake(player, BOX) is not None:
        return True
    first = box.hands[0]
    return len(box.hands) == 1 and player not in box.bettors and not first.settled and bool(first.cards)


def _most(table: BlackjackTable, player: str, number: int) -> int:
    is_decided = not table.is_final and not _is_undecided(table, player, number)
    return most_on_box(table, player, number, is_decided=is_decided)[0]


def _was_returned(table: BlackjackTable, player: str, number: int) -> bool:
    """Whether the player's whole wager on the box was found void, late or with its hand."""
    return any(
        line.wager.player == player
        and line.wager.position == Position(BOX, (number,))
        and line.outcome is Outcome.VOID
        and line.rule != BREACH
        for line in table.settled
    )


def _after_wrong_limits(table: BlackjackTable, act: WrongLimits) -> BlackjackTable:
    number = act.position.numbers[0]
    already = _already(table, act.player, number)
    total, most = already + act.amount, _most(table, act.player, number)
    if not table.is_final:
        return _put_right_in_round(table, act, number, stands=max(already, min(total, most)))
    stands = _stands_before_round(table, total, most)
    if stands <= already or stands - already > table.purse_here(act.player).value:
        return table
    return BETTING[Wager].after(table, Wager(act.player, act.position, stands - already))  # type: ignore[no-any-return]


def _stands_before_round(table: BlackjackTable, total: int, most: int) -> int:
    """Before the first card a short wager is raised to the minimum, and of too much the excess goes back."""
    minimum, step = table.sign.limits(BOX).minimum, table.sign.step
    stands = minimum if total < minimum else most // step * step
    return stands if minimum <= stands <= most else 0


def _put_right_in_round(table: BlackjackTable, act: WrongLimits, number: int, stands: int) -> BlackjackTable:
    """After the first card the excess is void whatever the result, and a short wager stands as it lies."""
    excess = _already(table, act.player, number) + act.amount - stands
    table, hand = _standing_in_round(table, Placed(act.player, act.position, stands), number)
    if not excess:
        return table
    line = Settled(Placed(act.player, act.position, excess), Outcome.VOID, 0, BREACH)
    return replace(table, settled=(*table.settled, line), settled_on=(*table.settled_on, (number, hand)))


def _standing_in_round(table: BlackjackTable, wager: Placed, number: int) -> tuple[BlackjackTable, int]:
    """What stands, on its hand: as it lies there, or settled where its hand is decided."""
    place = _line_of(table, wager.player, number)
    if place is not None:
        return _settled_like(table, table.settled[place], place, wager), table.settled_on[place][1]
    box, like = table.box(number), _fellow_line(table, number)
    lying = None if box is None else box.stake(wager.player, BOX)
    if box is None or (lying is None and like is not None):
        if like is None:
            raise LookupError(number)
        return _settled_like(table, like, None, wager), 0
    return _staked_in_round(table, box, wager), 0 if lying is None else lying.hand


def _staked_in_round(table: BlackjackTable, box: Box, wager: Placed) -> BlackjackTable:
    lying = box.stake(wager.player, BOX)
    already = 0 if lying is None else lying.amount
    stake = Stake(wager.player, BOX, wager.stake, 0 if lying is None else lying.hand)
    stakes = tuple(stake if each is lying else each for each in box.stakes) if lying else (*box.stakes, stake)
    bettors = box.bettors if wager.player in box.bettors else (*box.bettors, wager.player)
    staked = table._with_box(replace(box, stakes=stakes, bettors=bettors))
    return staked._moved(wager.player, already - wager.stake)


def _settled_like(table: BlackjackTable, like: Settled, place: int | None, wager: Placed) -> BlackjackTable:
    """The hand is decided: the whole of the wager is settled as its part on record was, or as its neighbours were."""
    pays = paid(wager.stake, _ratio_of(like), table.sign.smallest_chip)
    line = replace(like, wager=wager, pays=pays)
    if place is None:
        settled_on = (*table.settled_on, (wager.position.numbers[0], 0))
        table = replace(table, settled=(*table.settled, line), settled_on=settled_on)
    else:
        table = unsettled(table, place, like.rule)
        table = replace(table, settled=(*table.settled[:place], line, *table.settled[place + 1 :]))
    house = wager.stake if line.outcome is Outcome.LOSE else -pays
    return table._moved(wager.player, handed_back(line.outcome, wager.stake, pays) - wager.stake, house)


def _ratio_of(line: Settled) -> machine.Ratio:
    """What the initial wager was paid to one: more than even money is a blackjack's 3 to 2 (5.4, 10.1)."""
    if line.outcome is Outcome.WIN:
        return machine.BLACKJACK_PAYS if line.pays > line.wager.stake else machine.EVEN
    return machine.LOST if line.outcome is Outcome.LOSE else machine.NOTHING


def _offers_wrong_limits(table: BlackjackTable) -> Iterator[Offer]:
    """Offered over the maximum, which is where one amount more is always too much."""
    amount = table.sign.limits(BOX).maximum + table.sign.smallest_chip
    for purse in table.general.purses:
        for position in _boxes(table):
            if table.refuses(WrongLimits(purse.player, position, amount)) is None:
                yield only_offer(WrongLimits, Role.DEALER, player=purse.player, position=position, amount=amount)
                break


def _boxes(table: BlackjackTable) -> tuple[Position, ...]:
    return tuple(Position(BOX, (number,)) for number in range(1, table.options.boxes + 1))


def _reported_wrong_limits(table: BlackjackTable, kind: type[Act], role: Role) -> Iterator[Offer]:
    """Any amount on any box: whether it is outside the limits is for the rules to say."""
    chip, most, boxes = table.sign.smallest_chip, table.sign.limits(BOX).maximum * 10, _boxes(table)
    found = (WrongLimits(who, box, each) for who in table.players for box in boxes for each in (chip, most))
    if any(table.refuses(act) is None for act in found):
        fields: dict[str, Field] = {
            "player": Choices(table.players),
            "position": Choices(boxes),
            "amount": Bounds(chip, most, chip),
        }
        yield Offer(kind, role, fields)


# Too late


def _goes_along(kind: str, found: str) -> bool:
    """With the initial wager goes all that rests on it (9.6, 15.7(b))."""
    return found in (kind, BOX)


def _lines_of(table: BlackjackTable, act: VoidWager, number: int) -> tuple[int, ...]:
    """The settled wagers of this round that are found to be late, by their places."""
    if table.is_final:
        return ()
    return tuple(
        place
        for place, line in enumerate(table.settled)
        if line.wager.player == act.player
        and line.wager.position.numbers == (number,)
        and line.outcome is not Outcome.VOID
        and _goes_along(line.wager.position.kind, act.position.kind)
    )


def _stakes_of(box: Box | None, act: VoidWager) -> tuple[Stake, ...]:
    stakes = () if box is None else box.stakes
    return tuple(each for each in stakes if each.player == act.player and _goes_along(each.kind, act.position.kind))


def _refuses_void_wager(table: BlackjackTable, act: VoidWager) -> Refusal | None:
    if not isinstance(act.ground, str) or act.ground not in GROUNDS:
        return Refusal(LATE, "no_such_ground", f"Give one of these grounds: {', '.join(GROUNDS)}.")
    if refusal := refuses_closed(table):
        return refusal
    kinds = (BOX, INSURANCE, SUPER_SEVENS)
    number = box_of(table, act.position) if isinstance(act.position, Position) and act.position.kind in kinds else None
    if number is None:
        return Refusal(LATE, "no_such_wager", "Wager on a box, on its Super Sevens or on its insurance.")
    if table.betting_is_open:
        return Refusal(LATE, "betting_open", "Betting is open: the wager can simply be taken back.")
    if not _stakes_of(table.box(number), act) and not _lines_of(table, act, number):
        return Refusal(LATE, "no_wager_there", f"{act.player} has no wager on {act.position}.")
    for purse in _after_void_wager(table, act).general.purses:
        if purse.value < 0:
            why = f"{purse.player} is {priced(-purse.value)} short of what was paid. Void the whole round instead."
            return Refusal(Cite("D2 16.5", "B58"), "chips_staked", why)
    return None


def _after_void_wager(table: BlackjackTable, act: VoidWager) -> BlackjackTable:
    number = act.position.numbers[0]
    if table.is_final:
        returned: BlackjackTable = BETTING[Withdraw].after(table, Withdraw(act.player, act.position))
        return resumed(returned if returned.boxes else replace(returned, is_called=False))
    for place in _lines_of(table, act, number):
        table = unsettled(table, place, _rule_of(table.settled[place].wager.position.kind, act))
    for stake in _stakes_of(table.box(number), act):
        box = table.box(number)
        if box is not None:
            table = settled_stake(table, box, stake, machine.NOTHING, _rule_of(stake.kind, act), void=True)
    return resumed(_without_bettor(table, act, number))


def _rule_of(kind: str, act: VoidWager) -> Cite:
    if kind == act.position.kind:
        return LATE
    return {INSURANCE: Cite("D2 9.6"), SUPER_SEVENS: Cite("D2 15.7(b)")}.get(kind, LATE)


def _without_bettor(table: BlackjackTable, act: VoidWager, number: int) -> BlackjackTable:
    """Whose initial wager is void decides nothing any more; a hand on which nobody is left goes to the rack."""
    box = table.box(number)
    if box is None or act.position.kind != BOX:
        return table
    box = replace(box, bettors=tuple(player for player in box.bettors if player != act.player))
    table = table._with_box(box)._with_seen(box)
    for playing in box.hands:
        if not playing.settled and not box.on_hand(playing.id):
            table = replace(cards_removed(table, number, playing.id), pending=None)
    return table


def _offers_void_wager(table: BlackjackTable) -> Iterator[Offer]:
    for box in table.boxes:
        for stake in box.stakes:
            act = VoidWager(stake.player, Position(stake.kind, (box.number,)), "late")
            if _refuses_void_wager(table, act) is None:
                fields: dict[str, Field] = {
                    "player": Choices((act.player,)),
                    "position": Choices((act.position,)),
                    "ground": Choices(tuple(GROUNDS)),
                }
                yield Offer(VoidWager, Role.DEALER, fields)


def _grounds(_table: Any) -> Mapping[str, Ground]:
    return GROUNDS


_WRONG_LIMITS = Occasion(Sort.IRREGULARITY, BREACH, _reported_wrong_limits)
_VOID_WAGER = Occasion(Sort.IRREGULARITY, LATE, grounds=_grounds)

MISTAKES: Handlers = {
    WrongLimits: Handler(_refuses_wrong_limits, _after_wrong_limits, _offers_wrong_limits, _SPOTTERS, _WRONG_LIMITS),
    VoidWager: Handler(_refuses_void_wager, _after_void_wager, _offers_void_wager, _SPOTTERS, _VOID_WAGER),
}
