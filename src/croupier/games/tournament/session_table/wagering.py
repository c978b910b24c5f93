"""Wagers at a tournament table: in turn, of tournament chips, within the limits, final when placed (section 4, 5.9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from croupier.games.blackjack.acts import SettleEarly
from croupier.games.blackjack.boxes import BOX, INSURANCE, SUPER_SEVENS
from croupier.games.blackjack.flow import resumed
from croupier.games.blackjack.procedure.betting import BETTING, ORAL, box_of
from croupier.games.blackjack.procedure.dealing import DEALING
from croupier.games.blackjack.step_names import CALL
from croupier.games.chips import Chips
from croupier.games.general.checks import refuses_amount, refuses_chips, refuses_closed
from croupier.games.layout.acts import WrongLimits
from croupier.games.machine import Handler, Handlers
from croupier.games.money import is_whole, priced
from croupier.games.occasions import Occasion, Sort
from croupier.games.offers import Bounds, Choices, Field, Offer
from croupier.games.people import Role
from croupier.games.position import Position
from croupier.games.refusal import Refusal
from croupier.games.tournament.conditions import MOST_WAGER_SECONDS as MOST_SECONDS
from croupier.games.tournament.grounds import NO_WAGER
from croupier.games.tournament.session_table.session import SessionTable
from croupier.games.tournament.session_table.table_acts import LimitTime
from croupier.games.tournament.session_table.wager_amounts import amounts_beside, bounds_up_to
from croupier.games.wagers import NoMoreBets, Wager
from croupier.rulebook import Cite

TOURNAMENT_CHIPS = Cite("D7 4.1")
LIMITS = Cite("D7 4.5")


# Whose turn it is


def _refuses_bettor(table: SessionTable, act: Any) -> Refusal | None:
    """Whether this player may place this box's wager now, whatever its amount."""
    if refusal := refuses_closed(table) or _refuses_time(table):
        return refusal
    player = act.player
    if player not in table.seated:
        return Refusal(Cite("D7 1.0 Player"), "not_playing", f"{player} does not play in this session.")
    if player in table.disqualified:
        return Refusal(Cite("D7 3.3(b)(i)", "T21"), "disqualified", f"{player} is disqualified.")
    if box_of(table, act.position) != table.box_number(player):
        why = f"{player} may wager only on box {table.box_number(player)}."
        return Refusal(Cite("D7 5.2"), "not_your_box", why)
    if table.staked(player):
        return Refusal(Cite("D7 4.2", "T19"), "wagered_already", "A wager is final when it is placed.")
    if player in table.away:
        return Refusal(Cite("D7 5.7", "T35"), "away", f"{player} is away. Wagers are placed at the table.")
    if player in table.asked:
        return Refusal(Cite("D7 5.3"), "name_asked", "The game supervisor has asked for your name.")
    return None


def _refuses_time(table: SessionTable) -> Refusal | None:
    if table.ended is not None:
        return Refusal(table.ended, "session_over", "The session is over.")
    if not table.begun:
        return Refusal(Cite("D7 5.8(a)"), "not_begun", "The session has not begun.")
    if table.preparation:
        return Refusal(Cite("D7 5.8"), "cards_not_ready", "The cards are being made ready.")
    if not table.betting_is_open:
        return Refusal(Cite("D2 8.2"), "too_late", "No wager can be placed now.")
    return None


def _refuses_turn(table: SessionTable, player: str) -> Refusal | None:
    if player not in table.able:
        if table.chips_of(player):
            left = priced(table.chips_of(player))
            why = f"{player} has {left} left. That is less than the minimum, so no wager is possible."
            return Refusal(Cite("D7 4.5", "T3"), "unable", why)
        return Refusal(Cite("D7 4.7"), "eliminated", f"{player} has no tournament chips left.")
    if player in table.in_turn:
        return None
    return Refusal(_order(table), "not_in_turn", f"It is {table.in_turn[0]}'s turn to wager.")


def _order(table: SessionTable) -> Cite:
    """The clause by which players wager one after the other: in the first round, and in every other."""
    return Cite("D7 5.9") if table.rounds == 0 else Cite("D7 5.10")


# The wager


def refuses_wager(table: SessionTable, act: Wager) -> Refusal | None:
    position = act.position
    if not isinstance(position, Position) or position.kind not in (BOX, INSURANCE, SUPER_SEVENS):
        return Refusal(Cite("D2 5.1"), "no_such_wager", "Wager on your own box, or on its insurance.")
    if position.kind == SUPER_SEVENS:
        return Refusal(Cite("D7 2.2(b)"), "disapplied", "There are no Super Sevens in a tournament.")
    if act.chips is not Chips.VALUE:
        return Refusal(TOURNAMENT_CHIPS, "bad_chips", "Only tournament chips are wagered.")
    if position.kind == INSURANCE:
        return _refuses_insurance(table, act)
    if refusal := _refuses_bettor(table, act) or _refuses_turn(table, act.player):
        return refusal
    if refusal := refuses_amount(act.amount, table.sign.smallest_chip, TOURNAMENT_CHIPS):
        return refusal
    return _refuses_amount(table, act)


def _refuses_amount(table: SessionTable, act: Wager) -> Refusal | None:
    sign = table.sign
    if act.amount < sign.minimum:
        return Refusal(LIMITS, "under_minimum", f"The minimum is {priced(sign.minimum)}.")
    if _is_held(table, act.player) and act.amount > sign.minimum:
        why = f"The time for a wager has passed: it is limited to the minimum of {priced(sign.minimum)}."
        return Refusal(Cite("D7 4.9", "T2"), "held_to_minimum", why)
    if act.amount > sign.maximum:
        return Refusal(LIMITS, "over_maximum", f"The maximum is {priced(sign.maximum)}.")
    if act.amount % sign.step and act.amount not in (sign.minimum, sign.maximum):
        return Refusal(Cite("D7 4.4"), "off_increment", f"Wagers go up in steps of {priced(sign.step)}.")
    return refuses_chips(table.purse_if_any(act.player), act.player, act.amount, Chips.VALUE, TOURNAMENT_CHIPS)


def _is_held(table: SessionTable, player: str) -> bool:
    return player in table.passed and (table.terms.late_is_minimum or table.asks_director)


def _refuses_insurance(table: SessionTable, act: Wager) -> Refusal | None:
    if refusal := refuses_absent(table, act.player):
        return refusal
    box = table.box(number) if (number := box_of(table, act.position)) is not None else None
    if box is not None and box.stake(act.player, INSURANCE) is not None:
        return Refusal(Cite("D7 4.2", "T19"), "wagered_already", "A wager is final when it is placed.")
    return BETTING[Wager].refuses(table, act)


def refuses_absent(table: SessionTable, player: Any) -> Refusal | None:
    """No insurance and no even money for a player who is away or disqualified (rulings B26, T21)."""
    if isinstance(player, str) and not table.is_here(player):
        return Refusal(Cite("D2 16.6", "B26"), "absent", f"{player} is not playing, and the hand continues.")
    return None


def _refuses_early(table: SessionTable, act: SettleEarly) -> Refusal | None:
    return refuses_absent(table, act.player) or DEALING[SettleEarly].refuses(table, act)


def _offers_early(table: SessionTable) -> Iterator[Offer]:
    for offer in DEALING[SettleEarly].offers(table):
        if _refuses_early(table, offer.act()) is None:  # type: ignore[arg-type]
            yield offer


def _after_wager(table: SessionTable, act: Wager) -> SessionTable:
    staked: SessionTable = BETTING[Wager].after(table, act)
    return _wagered(staked) if act.position.kind == BOX else staked


def with_wager(table: SessionTable, player: str, amount: int) -> SessionTable:
    """The player's wager lies on the box."""
    staked: SessionTable = BETTING[Wager].after(
        table, Wager(player, Position(BOX, (table.box_number(player),)), amount)
    )
    return staked


def _wagered(table: SessionTable) -> SessionTable:
    return called_if_complete(table._turn_begun())


def called_if_complete(table: SessionTable) -> SessionTable:
    """The next in order may wager; at an automatic table the call comes when nobody is left to."""
    table = resumed(table)
    if table.step == CALL and not table.bettors and CALL in table.automation:
        return _after_call(table, NoMoreBets())
    return table


def wager_bounds(table: SessionTable, player: str) -> Bounds:
    """What a player may wager now: the multiples of the increment within the limits, or the minimum alone (T41)."""
    return bounds_up_to(table.sign, _most(table, player))


def wagers_beside(table: SessionTable, player: str) -> tuple[int, ...]:
    """The minimum and the maximum, where they are good although no multiples of the increment (ruling T41)."""
    return amounts_beside(table.sign, _most(table, player))


def _most(table: SessionTable, player: str) -> int:
    sign = table.sign
    return sign.minimum if _is_held(table, player) else min(sign.maximum, table.chips_of(player))


def _offers_wager(table: SessionTable) -> Iterator[Offer]:
    for player in table.in_turn if table.betting_is_open else ():
        position = Position(BOX, (table.box_number(player),))
        bounds = wager_bounds(table, player)
        if refuses_wager(table, Wager(player, position, bounds.lowest)) is None:
            yield _offer_of_wager(player, position, bounds)
            if beside := wagers_beside(table, player):
                yield _offer_of_wager(player, position, Choices(beside))
    if not table.betting_is_open:
        for offer in BETTING[Wager].offers(table):
            player, position = (offer.fields[name].values[0] for name in ("player", "position"))  # type: ignore[union-attr]
            if _refuses_insurance(table, Wager(player, position, offer.fields["amount"].lowest)) is None:  # type: ignore[union-attr]
                yield offer


def _offer_of_wager(player: str, position: Position, amount: Bounds | Choices) -> Offer:
    fields: dict[str, Field] = {"player": Choices((player,)), "position": Choices((position,)), "amount": amount}
    return Offer(Wager, Role.PLAYER, fields)


# Wagers taken by mistake


def _refuses_wrong_limits(table: SessionTable, act: WrongLimits) -> Refusal | None:
    rule = Cite("D7 4.6(a)")
    if not isinstance(act.position, Position) or act.position.kind != BOX or act.chips is not Chips.VALUE:
        return Refusal(rule, "no_such_wager", "Only a wager on a box, in value chips, can be put right.")
    if refusal := _refuses_bettor(table, act):
        return refusal
    if act.player in table.able and (refusal := _refuses_turn(table, act.player)):
        return refusal
    if refusal := refuses_amount(act.amount, table.sign.smallest_chip, rule):
        return refusal
    if table.sign.minimum <= act.amount <= table.sign.maximum:
        return Refusal(rule, "within_limits", f"{priced(act.amount)} is within the limits.")
    return refuses_chips(table.purse_if_any(act.player), act.player, act.amount, Chips.VALUE, TOURNAMENT_CHIPS)


def _after_wrong_limits(table: SessionTable, act: WrongLimits) -> SessionTable:
    """Raised to the minimum, or void above the maximum; of who cannot raise it all of it goes back (ruling T15)."""
    if act.player not in table.able:
        return table
    stands = table.sign.minimum if act.amount < table.sign.minimum else table.sign.maximum
    if _is_held(table, act.player):
        stands = table.sign.minimum
    return _after_wager(table, Wager(act.player, act.position, stands))


def _offers_wrong_limits(table: SessionTable) -> Iterator[Offer]:
    for player in table.seated:
        position = Position(BOX, (table.box_number(player),))
        amounts = (table.sign.smallest_chip, table.sign.maximum + table.sign.smallest_chip)
        fitting = tuple(
            each for each in amounts if _refuses_wrong_limits(table, WrongLimits(player, position, each)) is None
        )
        if fitting:
            fields: dict[str, Field] = {
                "player": Choices((player,)),
                "position": Choices((position,)),
                "amount": Choices(fitting),
            }
            yield Offer(WrongLimits, Role.DEALER, fields)


# The call


def _refuses_call(table: SessionTable, _act: NoMoreBets) -> Refusal | None:
    if refusal := refuses_closed(table) or _refuses_time(table):
        return refusal
    if table.prompt_bettors:
        why = f"{table.prompt_bettors[0]} has still to wager."
        return Refusal(_order(table), "still_to_wager", why)
    if table.bettors and table.director_disqualifies:
        why = f"{table.bettors[0]} has not wagered: the tournament director decides, and until then the round waits."
        return Refusal(Cite("D7 4.5", "T47"), "director_decides", why)
    return None


def _after_call(table: SessionTable, act: NoMoreBets) -> SessionTable:
    """Who has not wagered is disqualified (4.5, ruling T2); where that leaves one player or none, no round comes."""
    marker_goes_on = table.marker_left_by(*table.bettors)
    table = replace(table._with_disqualified(NO_WAGER, *table.bettors), turn_ends=None)
    if marker_goes_on:
        table = replace(table, marker=table.next_box(table.marker))
    if len(table.able) <= 1:
        return resumed(table._ended_by(Cite("D7 6.1", "T21")))
    called: SessionTable = DEALING[NoMoreBets].after(table, act)
    return called


def _offers_call(table: SessionTable) -> Iterator[Offer]:
    if _refuses_call(table, NoMoreBets()) is None:
        yield Offer(NoMoreBets, Role.DEALER, {})


# Time


def ticked(table: SessionTable) -> SessionTable:
    """What the clock brings about: the end of the session between two rounds, and of a player's time (4.9, 6.2)."""
    if not table.is_playing or table.is_paused:
        return table
    if table.is_time_up and not table.has_card_out:
        return resumed(table._ended_by(Cite("D7 6.2", "T22")))
    while table.betting_is_open and table.turn_ends is not None and table.clock >= table.turn_ends:
        if not table.prompt_bettors:
            # All who are left have let their time pass, and as much again: the call comes, or the director is asked.
            calls = CALL in table.automation and not table.director_disqualifies
            return _after_call(table, NoMoreBets()) if calls else replace(table, turn_ends=None)
        ends = table.turn_ends
        late = replace(table, passed=(*table.passed, table.prompt_bettors[0]))
        table = resumed(replace(late, turn_ends=ends + (table.wager_seconds or 1)))
    return table


def _refuses_limit_time(table: SessionTable, act: LimitTime) -> Refusal | None:
    rule = Cite("D7 4.9")
    if refusal := refuses_closed(table):
        return refusal
    if table.ended is not None:
        return Refusal(table.ended, "session_over", "The session is over.")
    if not is_whole(act.seconds) or not 0 <= act.seconds <= MOST_SECONDS:
        return Refusal(rule, "bad_time", f"The time for a wager is 1 to {MOST_SECONDS} seconds, or 0 for no limit.")
    return None


def _after_limit_time(table: SessionTable, act: LimitTime) -> SessionTable:
    """Announced in one round and in force from the next: that is the notice."""
    if not table.begun:
        return replace(table, wager_seconds=act.seconds or None)
    return replace(table, coming_seconds=act.seconds)


def _offers_limit_time(table: SessionTable) -> Iterator[Offer]:
    if _refuses_limit_time(table, LimitTime(0)) is None:
        yield Offer(LimitTime, Role.TOURNAMENT_DIRECTOR, {"seconds": Bounds(0, MOST_SECONDS)})


_WRONG_LIMITS = Occasion(Sort.IRREGULARITY, Cite("D1 9 (breach)"))

WAGERING: Handlers = {
    Wager: Handler(refuses_wager, _after_wager, _offers_wager, occasion=ORAL),
    WrongLimits: Handler(
        _refuses_wrong_limits,
        _after_wrong_limits,
        _offers_wrong_limits,
        (Role.DEALER, Role.GAME_SUPERVISOR),
        _WRONG_LIMITS,
    ),
    SettleEarly: Handler(_refuses_early, DEALING[SettleEarly].after, _offers_early),
    NoMoreBets: Handler(_refuses_call, _after_call, _offers_call, (Role.DEALER,)),
    LimitTime: Handler(_refuses_limit_time, _after_limit_time, _offers_limit_time, (Role.TOURNAMENT_DIRECTOR,)),
}
