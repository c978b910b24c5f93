"""Seats (with D1 6), initial wagers, Super Sevens and insurance (sections 5, 9, 14 and 15)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.games.acts import BuyIn, CashOut, FreeSeat, HoldUnclaimed
from croupier.games.blackjack.acts import LeaveSeat, Sit, VacateSeat
from croupier.games.blackjack.boxes import BOX, INSURANCE, SUPER_SEVENS, Box, Stake
from croupier.games.blackjack.flow import resumed
from croupier.games.blackjack.procedure.preparing import refuses_while_owed
from croupier.games.blackjack.state import MOST_SAT_OUT, SEATS_OUTLAST_CHIPS, BlackjackTable
from croupier.games.blackjack.step_names import RESHUFFLE
from croupier.games.chips import Chips
from croupier.games.general.checks import refuses_amount, refuses_chips, refuses_closed, refuses_mid_round
from croupier.games.general.exchange import EXCHANGES
from croupier.games.general.opening import OPENERS
from croupier.games.machine import Handler, Handlers, no_offers
from croupier.games.money import is_whole, priced
from croupier.games.occasions import Occasion, Sort
from croupier.games.offers import Bounds, Choices, Field, Offer
from croupier.games.people import Role
from croupier.games.position import Position
from croupier.games.refusal import Refusal
from croupier.games.sign import INCREMENT, LIMITS
from croupier.games.table import Outcome
from croupier.games.wagers import Wager, Withdraw
from croupier.rulebook import Cite

CHIPS_RULE = Cite("D2 5.2")
BOX_MAXIMUM_IS_THE_TABLES = 2
"""The edition since which the box maximum is the table maximum, or less (ruling B59)."""

# Seats


def _refuses_sit(table: BlackjackTable, act: Sit) -> Refusal | None:
    if refusal := refuses_closed(table):
        return refusal
    rule = Cite("D2 3.1")
    if not is_whole(act.box) or not 1 <= act.box <= table.options.boxes:
        return Refusal(rule, "no_such_box", f"Choose a box from 1 to {table.options.boxes}.")
    if table.purse_if_any(act.player) is None:
        return Refusal(CHIPS_RULE, "no_chips", f"{act.player} has no chips at this table.")
    if act.player in table.seats:
        return Refusal(rule, "seated_already", f"{act.player} is seated already.")
    if not table.is_final and (box := table.box(act.box)) is not None and box.bettors:
        why = f"The hands of box {act.box} are being played. Sit down there after the round."
        return Refusal(Cite("D2 14.3(a)"), "box_in_play", why)
    if table.seats[act.box - 1]:
        return Refusal(rule, "seat_taken", f"{table.seats[act.box - 1]} is seated at box {act.box}.")
    return None


def _after_sit(table: BlackjackTable, act: Sit) -> BlackjackTable:
    seats = (*table.seats[: act.box - 1], act.player, *table.seats[act.box :])
    return resumed(replace(table._with_seats(seats), arrived=table.arrived or act.player))


def _offers_sit(table: BlackjackTable) -> Iterator[Offer]:
    for player in table.players:
        boxes = range(1, table.options.boxes + 1)
        free = tuple(box for box in boxes if _refuses_sit(table, Sit(player, box)) is None)
        if free:
            yield Offer(Sit, Role.PLAYER, {"player": Choices((player,)), "box": Choices(free)})


def _refuses_leave(table: BlackjackTable, act: LeaveSeat) -> Refusal | None:
    if not act.player or act.player not in table.seats:
        return Refusal(Cite("D2 3.1"), "not_seated", f"{act.player} is not seated here.")
    if _has_stake(table, act.player):
        return Refusal(Cite("D2 5.5(b)"), "has_wager", "You cannot leave the seat while you have a wager on the table.")
    return None


def _has_stake(table: BlackjackTable, player: str) -> bool:
    return any(stake.player == player for box in table.boxes for stake in box.stakes)


def _after_leave(table: BlackjackTable, act: LeaveSeat) -> BlackjackTable:
    return table._without_seat(act.player)


def _offers_leave(table: BlackjackTable) -> Iterator[Offer]:
    for player in table.seats:
        if player and _refuses_leave(table, LeaveSeat(player)) is None:
            yield Offer(LeaveSeat, Role.PLAYER, {"player": Choices((player,))})


def _refuses_vacate(table: BlackjackTable, act: VacateSeat) -> Refusal | None:
    """Three rounds in a row without a wager, wherever on the table, while every other seat is in use."""
    rule = Cite("D1 6")
    if refusal := refuses_closed(table):
        return refusal
    if not is_whole(act.box) or not 1 <= act.box <= table.options.boxes:
        return Refusal(Cite("D2 3.1"), "no_such_box", f"Choose a box from 1 to {table.options.boxes}.")
    player, rounds = table.seats[act.box - 1], table.sat_out[act.box - 1]
    if not player:
        return Refusal(rule, "not_seated", f"Nobody is seated at box {act.box}.")
    if refusal := refuses_mid_round(table, rule):
        return refusal
    if rounds < MOST_SAT_OUT or _has_stake(table, player):
        return Refusal(rule, "not_idle", f"{player} has not sat out {MOST_SAT_OUT} rounds in a row.")
    if not all(table.seats):
        return Refusal(rule, "seat_free", "A seat can be asked back only while every other seat is in use.")
    return None


def _after_vacate(table: BlackjackTable, act: VacateSeat) -> BlackjackTable:
    return table._with_seats((*table.seats[: act.box - 1], "", *table.seats[act.box :]))


def _offers_vacate(table: BlackjackTable) -> Iterator[Offer]:
    boxes = range(1, table.options.boxes + 1)
    idle = tuple(box for box in boxes if _refuses_vacate(table, VacateSeat(box)) is None)
    if idle:
        yield Offer(VacateSeat, Role.DEALER, {"box": Choices(idle)})


# A player who has gone from an automatic table (ruling B54)

_GONE = Cite("D1 6", "B54")


def _refuses_free(table: BlackjackTable, act: FreeSeat) -> Refusal | None:
    """That the player has no connection is for the house to know; the rules ask that nothing of theirs is in play."""
    if refusal := refuses_closed(table):
        return refusal
    if not table.is_automated or table.edition < SEATS_OUTLAST_CHIPS:
        return Refusal(_GONE, "not_by_itself", "Only an automatic table frees a seat by itself.")
    if not act.player or act.player not in table.seats:
        return Refusal(Cite("D2 3.1"), "not_seated", f"{act.player} is not seated here.")
    if table.house_player(act.player) is not None:
        return Refusal(_GONE, "house_player", "A bot has this seat. The operator can remove it.")
    if refusal := refuses_mid_round(table, _GONE):
        return refusal
    if _has_stake(table, act.player):
        return Refusal(_GONE, "has_wager", "The seat cannot be given up while a wager is on the table.")
    return None


def _after_free(table: BlackjackTable, act: FreeSeat) -> BlackjackTable:
    """The chips that are there are cashed out."""
    purse = table.purse_if_any(act.player)
    freed = table._without_seat(act.player)
    cashed: BlackjackTable = freed
    if purse is not None:
        cashed = EXCHANGES[CashOut].after(freed, CashOut(act.player, purse.value))
    return cashed


# Initial wagers


def box_of(table: BlackjackTable, position: Position) -> int | None:
    """The number of the box that a position names."""
    numbers = position.numbers
    if len(numbers) == 1 and is_whole(numbers[0]) and 1 <= numbers[0] <= table.options.boxes:
        return numbers[0]
    return None


def _refuses_wager(table: BlackjackTable, act: Wager) -> Refusal | None:
    position = act.position
    if not isinstance(position, Position) or position.kind not in (BOX, SUPER_SEVENS, INSURANCE):
        return Refusal(Cite("D2 5.1"), "no_such_wager", "Wager on a box, on its Super Sevens or on its insurance.")
    number = box_of(table, position)
    if number is None:
        return Refusal(Cite("D2 3.1"), "no_such_box", f"Choose a box from 1 to {table.options.boxes}.")
    if act.chips is not Chips.VALUE:
        return Refusal(CHIPS_RULE, "bad_chips", "Blackjack is played with value chips.")
    if position.kind == INSURANCE:
        return _refuses_insurance(table, act, number)
    if refusal := _refuses_time(table, act):
        return refusal
    if refusal := _refuses_amount(table, act):
        return refusal
    if position.kind == SUPER_SEVENS:
        return _refuses_sevens(table, act, number)
    return refuses_box(table, act.player, number) or _refuses_total(table, act, number)


def _refuses_amount(table: BlackjackTable, act: Wager) -> Refusal | None:
    if refusal := refuses_amount(act.amount, table.sign.smallest_chip, CHIPS_RULE):
        return refusal
    return refuses_chips(table.purse_if_any(act.player), act.player, act.amount, Chips.VALUE, CHIPS_RULE)


def _refuses_time(table: BlackjackTable, act: Wager) -> Refusal | None:
    """Locked at the call; once a card is out nothing reopens it (ruling B1)."""
    if table.betting_is_open:
        return None
    if refusal := refuses_closed(table):
        return refusal
    if act.by is not None and act.by.role is Role.DEALER:
        return Refusal(Cite("D2 5.3"), "too_late", "There is no time to place it: “No more bets” has been called.")
    rule = Cite("D2 8.2", "B1") if table.is_final else Cite("D2 5.5(a)")
    return Refusal(rule, "too_late", "Betting is closed: “No more bets” has been called.")


def refuses_box(table: BlackjackTable, player: str, number: int) -> Refusal | None:
    """How many may wager on one box, and one on how many (14.1, 14.4)."""
    box = table.box(number)
    if box is not None and player not in box.bettors and len(box.bettors) >= table.options.bettors:
        why = f"Box {number} is full: at most {table.options.bettors} may wager on it."
        return Refusal(Cite("D2 14.1"), "box_full", why)
    seated = table.seats[number - 1]
    behind = box is not None and seated in box.bettors
    if table.full_patronage and player in table.seats and player != seated and not behind:
        why = "With full patronage a player seated elsewhere may only wager behind the player of the box."
        return Refusal(Cite("D2 14.5", "B34"), "not_your_box", why)
    others = [other for other in table.boxes if other.number != number and player in other.bettors]
    if len(others) > table.options.extra_boxes:
        return Refusal(
            Cite("D2 14.4"), "too_many_boxes", f"{player} already has as many boxes as one player may have here."
        )
    return None


def is_held(table: BlackjackTable, player: str) -> bool:
    """Whether a person is held to the minimum until the cards are shuffled (5.8, ruling B31)."""
    absent = table.options.holds_absent and table.shoe.rounds > 0 and player not in table.began
    return absent or (table.options.holds_skipping and player in table.skipped)


def _of_others(table: BlackjackTable, player: str, number: int, *, is_decided: bool) -> int:
    """The initial wagers of everybody else on the box, and those that this round has settled, if that is asked."""
    box = table.box(number)
    lying = sum(stake.amount for stake in box.stakes if stake.kind == BOX and stake.player != player) if box else 0
    there = Position(BOX, (number,))
    lines = (line for line in (table.settled if is_decided else ()) if line.outcome is not Outcome.VOID)
    return lying + sum(
        line.wager.stake for line in lines if line.wager.position == there and line.wager.player != player
    )


def most_on_box(table: BlackjackTable, player: str, number: int, *, is_decided: bool = False) -> tuple[int, Cite]:
    """The most that the player may have on the box, and the clause that says so (9 of Division 1, 5.8, 14.2)."""
    others = _of_others(table, player, number, is_decided=is_decided)
    limits = table.sign.limits(BOX)
    bounds = [(limits.maximum, LIMITS)]
    if table.options.player_maximum is not None:
        bounds.append((table.options.player_maximum, Cite("D2 14.2", "B19")))
    bounds += [(each.amount, Cite("D2 14.2", "B59")) for each in table.options.player_maxima if each.player == player]
    if table.options.box_maximum is not None:
        # The box maximum is the table maximum, or less; edition 1 let it be any amount (ruling B59).
        most = table.options.box_maximum
        most = min(most, limits.maximum) if table.edition >= BOX_MAXIMUM_IS_THE_TABLES else most
        bounds.append((most - others, Cite("D2 14.2", "B19")))
    if is_held(table, player):
        skips = table.options.holds_skipping and player in table.skipped
        rule = Cite("D2 5.8(b)") if skips else Cite("D2 5.8(a)")
        bounds.append((limits.minimum, rule))
    return min(bounds, key=lambda bound: bound[0])


def _refuses_total(table: BlackjackTable, act: Wager, number: int) -> Refusal | None:
    box = table.box(number)
    lying = None if box is None else box.stake(act.player, BOX)
    total = act.amount + (0 if lying is None else lying.amount)
    minimum = table.sign.limits(BOX).minimum
    if total < minimum:
        elsewhere = (other for other in table.boxes if other.number != number)
        rule = Cite("D2 14.6") if any(act.player in other.bettors for other in elsewhere) else LIMITS
        return Refusal(rule, "under_minimum", f"The minimum on a box is {priced(minimum)}; this makes {priced(total)}.")
    most, rule = most_on_box(table, act.player, number)
    if total > most:
        return Refusal(rule, "over_maximum", f"The maximum here is {priced(most)}; this makes {priced(total)}.")
    if total % table.sign.step:
        why = f"Wagers go up in steps of {priced(table.sign.step)}; this makes {priced(total)}."
        return Refusal(INCREMENT, "off_increment", why)
    return None


def _refuses_sevens(table: BlackjackTable, act: Wager, number: int) -> Refusal | None:
    amount = table.options.super_sevens
    if amount is None:
        return Refusal(Cite("D2 15.1"), "no_super_sevens", "Super Sevens is not offered here.")
    box = table.box(number)
    if box is None or box.stake(act.player, BOX) is None:
        return Refusal(Cite("D2 15.2", "B41"), "no_wager_there", "Super Sevens needs a wager of yours on the same box.")
    if box.stake(act.player, SUPER_SEVENS) is not None:
        return Refusal(Cite("D2 15.3", "B41"), "once_only", "You already have a Super Sevens wager on this box.")
    if act.amount != amount:
        return Refusal(Cite("D2 15.3", "B20"), "not_the_amount", f"A Super Sevens wager must be {priced(amount)}.")
    return None


def _refuses_insurance(table: BlackjackTable, act: Wager, number: int) -> Refusal | None:
    """Half of one's own initial wager at most, against an ace, before any further card (9.1 to 9.3)."""
    if table.insurance != "closed" and (refusal := refuses_while_owed(table)):
        return refusal
    if not table.shows_ace or not table.is_dealt:
        return Refusal(Cite("D2 9.1"), "no_ace", "Insurance is offered only when the dealer's first card is an ace.")
    if table.insurance != "called" or table.exposed is not None or table.unseen:
        return Refusal(
            Cite("D2 9.2 (closing)"),
            "too_late",
            "Insurance can be placed only after it is called and before the next card.",
        )
    box = table.box(number)
    initial = None if box is None else box.stake(act.player, BOX)
    if box is None or initial is None:
        return Refusal(Cite("D2 9.1"), "no_wager_there", f"{act.player} has no wager on box {number}.")
    if refusal := refuses_amount(act.amount, table.sign.smallest_chip, Cite("D2 9.3(b)", "B10")):
        return refusal
    if refusal := refuses_chips(table.purse_if_any(act.player), act.player, act.amount, Chips.VALUE, CHIPS_RULE):
        return refusal
    lying = box.stake(act.player, INSURANCE)
    total = act.amount + (0 if lying is None else lying.amount)
    if total * 2 > initial.amount:
        why = f"Insurance is at most half of the {priced(initial.amount)} wagered; this makes {priced(total)}."
        return Refusal(Cite("D2 9.3(a)"), "over_half", why)
    return None


def _after_wager(table: BlackjackTable, act: Wager) -> BlackjackTable:
    number = act.position.numbers[0]
    box = table.box(number) or Box(number)
    lying = box.stake(act.player, act.position.kind)
    total = act.amount + (0 if lying is None else lying.amount)
    stake = Stake(act.player, act.position.kind, total)
    stakes = tuple(stake if each is lying else each for each in box.stakes) if lying else (*box.stakes, stake)
    bettors = box.bettors if act.player in box.bettors else (*box.bettors, act.player)
    staked = table._with_box(replace(box, stakes=stakes, bettors=bettors))._moved(act.player, -act.amount)
    return replace(staked, idle_since=None)._with_window_begun() if table.betting_is_open else staked


def _kinds_taken(table: BlackjackTable) -> tuple[str, ...]:
    """The kinds of wager for which it is the time at all: no other needs to be asked about, box by box."""
    if table.betting_is_open:
        return (BOX,) if table.options.super_sevens is None else (BOX, SUPER_SEVENS)
    return (INSURANCE,) if table.insurance == "called" else ()


def _offers_wager(table: BlackjackTable) -> Iterator[Offer]:
    kinds = _kinds_taken(table)
    for purse in table.general.purses if kinds else ():
        for number in range(1, table.options.boxes + 1):
            for kind in kinds:
                bounds = _amounts(table, purse.player, kind, number)
                if bounds is not None:
                    fields: dict[str, Field] = {
                        "player": Choices((purse.player,)),
                        "position": Choices((Position(kind, (number,)),)),
                        "amount": bounds,
                    }
                    yield Offer(Wager, Role.PLAYER, fields)


def _amounts(table: BlackjackTable, player: str, kind: str, number: int) -> Bounds | None:
    """What the player may still put there: the bounds that the refusals read."""
    purse = table.purse_here(player)
    box = table.box(number)
    lying = None if box is None else box.stake(player, kind)
    already = 0 if lying is None else lying.amount
    if kind == SUPER_SEVENS:
        amount = table.options.super_sevens or 0
        bounds = Bounds(lowest=amount, highest=amount)
    elif kind == INSURANCE:
        initial = None if box is None else box.stake(player, BOX)
        chip = table.sign.smallest_chip
        half = 0 if initial is None else initial.amount // 2 - already
        bounds = Bounds(lowest=chip, highest=min(half, purse.value) // chip * chip, step=chip)
    else:
        step = table.sign.step
        low = max(-(-table.sign.limits(BOX).minimum // step), already // step + 1) * step - already
        most, _ = most_on_box(table, player, number)
        high = min(most, already + purse.value) // step * step - already
        bounds = Bounds(lowest=low, highest=high, step=step)
    is_good = bounds.lowest <= bounds.highest
    act = Wager(player, Position(kind, (number,)), bounds.lowest)
    return bounds if is_good and _refuses_wager(table, act) is None else None


# Taking wagers back


def _refuses_withdraw(table: BlackjackTable, act: Withdraw) -> Refusal | None:
    position = act.position
    number = box_of(table, position) if isinstance(position, Position) else None
    box = None if number is None else table.box(number)
    if box is None or box.stake(act.player, position.kind) is None:
        return Refusal(Cite("D2 5.1"), "no_wager_there", f"{act.player} has no wager on {position}.")
    if position.kind == INSURANCE:
        if table.insurance == "called":
            return None
        return Refusal(
            Cite("D2 5.6", "B40"), "too_late", "The dealer has closed insurance, so it cannot be taken back."
        )
    if not table.betting_is_open:
        rule = Cite("D2 8.2", "B1") if table.is_final else Cite("D2 5.5(b)")
        return Refusal(rule, "too_late", "Wagers stay where they are after “No more bets”.")
    return None


def _after_withdraw(table: BlackjackTable, act: Withdraw) -> BlackjackTable:
    """Taking the initial wager back takes Super Sevens along (ruling B41)."""
    box = table.box(act.position.numbers[0])
    if box is None:
        raise LookupError(act.position)
    taken = [stake for stake in box.stakes if stake.player == act.player and _goes_along(stake.kind, act.position.kind)]
    left = box.without(*taken)
    if act.position.kind == BOX:
        left = replace(left, bettors=tuple(player for player in left.bettors if player != act.player))
    table = table._with_box(left)._moved(act.player, sum(stake.amount for stake in taken))
    return table if table.boxes else replace(table, window_ends=None)


def _goes_along(kind: str, withdrawn: str) -> bool:
    return kind == withdrawn or (withdrawn == BOX and kind == SUPER_SEVENS)


def _offers_withdraw(table: BlackjackTable) -> Iterator[Offer]:
    for box in table.boxes:
        for stake in box.stakes:
            act = Withdraw(stake.player, Position(stake.kind, (box.number,)))
            if _refuses_withdraw(table, act) is None:
                yield Offer(
                    Withdraw, Role.PLAYER, {"player": Choices((act.player,)), "position": Choices((act.position,))}
                )


# Buying in at a table that was vacant


def _after_buy_in(table: BlackjackTable, act: BuyIn) -> BlackjackTable:
    """Play that resumes after the table was vacant begins with a shuffle (7.1(d), ruling B51)."""
    was_vacant = table.is_vacant and table.shoe.rounds > 0 and not table.preparation
    bought: BlackjackTable = EXCHANGES[BuyIn].after(table, act)
    if not was_vacant:
        return bought
    return resumed(replace(bought, preparation=RESHUFFLE, cut_after="start", arrived="", declined=()))


def _after_cash_out(table: BlackjackTable, act: CashOut) -> BlackjackTable:
    left: BlackjackTable = EXCHANGES[CashOut].after(table, act)
    return left._without_idle_seats()


def _after_hold(table: BlackjackTable, act: HoldUnclaimed) -> BlackjackTable:
    """Whose chips are taken into keeping has left, and the seat is free (D1 12.2, ruling B54)."""
    left: BlackjackTable = EXCHANGES[HoldUnclaimed].after(table, act)
    return left._without_seat(act.player)


ORAL = Occasion(Sort.WAGER, Cite("D2 5.3"))

BETTING: Handlers = {
    CashOut: EXCHANGES[CashOut]._replace(after=_after_cash_out),
    HoldUnclaimed: EXCHANGES[HoldUnclaimed]._replace(after=_after_hold),
    BuyIn: EXCHANGES[BuyIn]._replace(after=_after_buy_in),
    Sit: Handler(_refuses_sit, _after_sit, _offers_sit),
    LeaveSeat: Handler(_refuses_leave, _after_leave, _offers_leave, leaves=True),
    VacateSeat: Handler(_refuses_vacate, _after_vacate, _offers_vacate, OPENERS, Occasion(Sort.TABLE, Cite("D1 6"))),
    FreeSeat: Handler(_refuses_free, _after_free, no_offers, (Role.OPERATOR,)),
    Wager: Handler(_refuses_wager, _after_wager, _offers_wager, (Role.DEALER,), ORAL),
    Withdraw: Handler(_refuses_withdraw, _after_withdraw, _offers_withdraw, leaves=True),
}
