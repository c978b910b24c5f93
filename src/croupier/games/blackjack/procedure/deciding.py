"""Decisions: stand, draw, double, split, and what the other bettors on a box may do (sections 8.3, 11 to 14)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from msgspec.structs import replace

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.acts import ChooseHand, Double, Draw, Split, Stand
from croupier.games.blackjack.boxes import DOUBLE, SPLIT, Box, Playing, Stake
from croupier.games.blackjack.flow import DECIDE, hand_in_turn, resumed
from croupier.games.blackjack.hand import Decision, HandOrigin
from croupier.games.blackjack.procedure.preparing import refuses_not_due, refuses_while_owed
from croupier.games.blackjack.procedure.settling import sevens_settled
from croupier.games.blackjack.state import BlackjackTable, PendingDecision
from croupier.games.chips import Chips
from croupier.games.general.checks import refuses_amount, refuses_chips
from croupier.games.machine import Handler, Handlers
from croupier.games.money import is_whole, priced
from croupier.games.occasions import signal
from croupier.games.offers import Bounds, Choices, Offer
from croupier.games.people import Role
from croupier.games.refusal import Refusal
from croupier.rulebook import Cite

NOBODY = ""
"""With full patronage a box may be left with bettors who are all seated elsewhere: then it is the operator's (16.6)."""


def decider(table: BlackjackTable, box: Box) -> str:
    """Whoever is seated at the box with a wager on it; else whoever wagered first (14.3(a), rulings B17, B34)."""
    seated = table.seats[box.number - 1]
    deciding = [player for player in box.bettors if table.may_decide(player)]
    if seated in deciding:
        return seated
    elsewhere = table.seats if table.full_patronage else ()
    return next((player for player in deciding if player not in elsewhere), NOBODY)


def own_stake(box: Box, player: str, hand: int) -> Stake | None:
    """The player's own wager on a hand, which a double may match: initial, or made by a split."""
    return next((each for each in box.on_hand(hand) if each.player == player and each.kind != DOUBLE), None)


def _turn(table: BlackjackTable, number: Any, player: Any) -> tuple[Box, Playing] | Refusal:
    """The hand in turn, where it is that box's and that player's to decide for."""
    box = table.box(number) if is_whole(number) else None
    if box is not None and box.bettors and _is_21(box) and len(box.hands[0].cards) > 1:
        return Refusal(Cite("D2 13.1(a)"), "is_21", "A hand of 21 takes no card and no decision.")
    if refusal := refuses_not_due(table, DECIDE):
        return refusal
    turn = hand_in_turn(table)
    if turn is None or not is_whole(number) or turn[0].number != number:
        where = "" if turn is None else f" It is box {turn[0].number}'s turn."
        return Refusal(Cite("D2 8.3"), "not_in_turn", f"It is not this box's turn.{where}")
    if decider(table, turn[0]) != player or player == NOBODY:
        return Refusal(
            table.own_box, "not_yours_to_decide", f"{decider(table, turn[0]) or 'Nobody'} decides for box {number}."
        )
    return turn


def _is_21(box: Box) -> bool:
    """Whether every hand of the box stands at 21."""
    return all(machine.total(each.hand) == machine.HIGHEST for each in box.hands)


# Stand and draw


def _refuses_stand(table: BlackjackTable, act: Stand) -> Refusal | None:
    turn = _turn(table, act.box, act.player)
    if isinstance(turn, Refusal):
        return turn
    points = machine.total(turn[1].hand)
    if points < machine.MUST_DRAW_TO:
        return Refusal(Cite("D2 13.1(d)"), "must_draw", f"A hand of {points} must draw until it has 12 or more.")
    return None


def _refuses_draw(table: BlackjackTable, act: Draw) -> Refusal | None:
    turn = _turn(table, act.box, act.player)
    return turn if isinstance(turn, Refusal) else None


def _decided(table: BlackjackTable, decision: Decision) -> BlackjackTable:
    turn = hand_in_turn(table)
    if turn is None:
        raise LookupError(decision)
    box, playing = turn
    changed = replace(playing, hand=machine.after(playing.hand, decision))
    return table._with_box(box.with_hand(changed))


def _after_stand(table: BlackjackTable, act: Stand) -> BlackjackTable:
    table = _decided(table, Decision.STAND)
    return resumed(sevens_ended(table, act.box))


def sevens_ended(table: BlackjackTable, number: int) -> BlackjackTable:
    box = table.box(number)
    if box is None or len(box.hands) > 1:
        return table
    return sevens_settled(table, number, machine.sevens_at_end(box.sevens))


def _after_draw(table: BlackjackTable, _act: Draw) -> BlackjackTable:
    return resumed(_decided(table, Decision.DRAW))


def _offers_plain(kind: type[Stand | Draw], table: BlackjackTable) -> Iterator[Offer]:
    turn = hand_in_turn(table)
    if turn is None:
        return
    act = kind(decider(table, turn[0]), turn[0].number)
    if table._handlers[kind].refuses(table, act) is None:
        yield Offer(kind, Role.PLAYER, {"player": Choices((act.player,)), "box": Choices((act.box,))})


# Doubling


def double_bounds(table: BlackjackTable, own: int) -> Bounds:
    """From the increment, or the smallest chip where there is none, up to one's own wager (11.2, B3, B39)."""
    step = table.sign.step
    return Bounds(lowest=step, highest=own // step * step, step=step)


def _refuses_addition(table: BlackjackTable, act: Double, own: int) -> Refusal | None:
    chip = table.sign.smallest_chip
    if refusal := refuses_amount(act.amount, chip, Cite("D2 11.2(b)")):
        return refusal
    if act.amount > own:
        why = f"Double by at most the {priced(own)} wagered on the hand."
        return Refusal(Cite("D2 11.2(a)"), "over_original", why)
    if act.amount != own and act.amount not in double_bounds(table, own):
        why = f"Double by {priced(table.sign.step)}, by a multiple of it, or by all of the {priced(own)}."
        return Refusal(Cite("D2 11.2(b)", "B39"), "off_increment", why)
    return refuses_chips(table.purse_if_any(act.player), act.player, act.amount, Chips.VALUE, Cite("D2 5.2"))


def _refuses_double(table: BlackjackTable, act: Double) -> Refusal | None:
    if _follows(table, act, DOUBLE):
        return _refuses_following_double(table, act)
    turn = _turn(table, act.box, act.player)
    if isinstance(turn, Refusal):
        return turn
    box, playing = turn
    if not machine.may_double(playing.hand, table.rules):
        return _why_no_double(playing, table.rules)
    return _refuses_addition(table, act, _own_amount(box, act.player, playing.id))


def _why_no_double(playing: Playing, rules: machine.Rules) -> Refusal:
    two_cards = len(playing.cards) == 2  # noqa: PLR2004
    if two_cards and playing.hand.origin != HandOrigin.DEALT and not rules.double_after_split:
        return Refusal(Cite("D2 11.1"), "double_after_split", "This house does not allow doubling after a split.")
    if two_cards and playing.hand.ace:
        return Refusal(Cite("D2 11.1", "B2"), "double_with_ace", "A hand with an ace cannot be doubled.")
    return Refusal(Cite("D2 11.1"), "not_two_cards", "A hand can be doubled only on its first two cards.")


def _follows(table: BlackjackTable, act: Any, kind: str) -> bool:
    """Whether the act is another bettor's, after the decider doubled or split that box: nobody follows themselves."""
    pending, box = table.pending, table.box(act.box)
    is_alone = box is not None and box.bettors == (act.player,)
    is_shared = table.applies("D2 14") and not is_alone
    return is_shared and pending is not None and (pending.kind, pending.box) == (kind, act.box)


def _own_amount(box: Box, player: str, hand: int) -> int:
    """What the player has wagered on that hand of the box, additions left out."""
    own = own_stake(box, player, hand)
    return 0 if own is None else own.amount


def _following_amount(table: BlackjackTable, act: Any) -> int:
    """What another bettor has on the hand that was just doubled or split."""
    pending, box = table.pending, table.box(act.box)
    return 0 if pending is None or box is None else _own_amount(box, act.player, pending.hands[0])


def _refuses_follower(table: BlackjackTable, act: Any, rule: Cite) -> Refusal | None:
    pending = table.pending
    if pending is None or not _following_amount(table, act):
        return Refusal(rule, "no_wager_there", f"{act.player} has no wager on that hand.")
    if act.player in pending.done:
        return Refusal(rule, "chosen_already", f"{act.player} has chosen already.")
    return None


def _refuses_following_double(table: BlackjackTable, act: Double) -> Refusal | None:
    if refusal := _refuses_follower(table, act, Cite("D2 14.3(c)")):
        return refusal
    return _refuses_addition(table, act, _following_amount(table, act))


def _after_double(table: BlackjackTable, act: Double) -> BlackjackTable:
    if table.pending is not None and _follows(table, act, DOUBLE):
        done = replace(table.pending, done=(*table.pending.done, act.player))
        return replace(_added(table, act.box, Stake(act.player, DOUBLE, act.amount, done.hands[0])), pending=done)
    turn = hand_in_turn(table)
    if turn is None:
        raise LookupError(act.box)
    playing = turn[1]
    table = _added(table, act.box, Stake(act.player, DOUBLE, act.amount, playing.id))
    table = _decided(table, Decision.DOUBLE)
    return resumed(replace(table, pending=PendingDecision(DOUBLE, act.box, (playing.id,), (act.player,))))


def _added(table: BlackjackTable, number: int, stake: Stake) -> BlackjackTable:
    box = table.box(number)
    if box is None:
        raise LookupError(number)
    return table._with_box(replace(box, stakes=(*box.stakes, stake)))._moved(stake.player, -stake.amount)


def _hand_to_double(table: BlackjackTable) -> tuple[Box, int] | None:
    """The hand that was just doubled and others may double too, or else the hand in turn."""
    pending = table.pending
    box = table.box(pending.box) if pending is not None and pending.kind == DOUBLE else None
    if pending is not None and box is not None:
        return box, pending.hands[0]
    turn = hand_in_turn(table)
    return None if turn is None else (turn[0], turn[1].id)


def _offers_double(table: BlackjackTable) -> Iterator[Offer]:
    found = _hand_to_double(table)
    if found is None:
        return
    box, hand = found
    for player in box.bettors:
        bounds = double_bounds(table, min(_own_amount(box, player, hand), table.purse_here(player).value))
        act = Double(player, box.number, bounds.lowest)
        if bounds.lowest <= bounds.highest and _refuses_double(table, act) is None:
            where = {"player": Choices((player,)), "box": Choices((box.number,))}
            yield Offer(Double, Role.PLAYER, {**where, "amount": bounds})


# Splitting


def _refuses_split(table: BlackjackTable, act: Split) -> Refusal | None:
    if _follows(table, act, SPLIT):
        return _refuses_following_split(table, act)
    waiting = hand_in_turn(table)
    if waiting and waiting[0].number == act.box and waiting[1].hand.origin == HandOrigin.SPLIT_ACE:
        return Refusal(Cite("D2 12.4(b)"), "aces_once", "Aces can be split only once.")
    turn = _turn(table, act.box, act.player)
    if isinstance(turn, Refusal):
        return turn
    box, playing = turn
    if not machine.may_split(playing.hand, len(box.hands), table.rules):
        return _why_no_split(playing)
    return _refuses_match(table, act.player, _own_amount(box, act.player, playing.id))


def _why_no_split(playing: Playing) -> Refusal:
    hand = playing.hand
    if not hand.pair:
        return Refusal(Cite("D2 12.1", "B5"), "not_a_pair", "Only two cards of the same value can be split.")
    return Refusal(Cite("D2 12.4(a)"), "hands_enough", "This box has as many hands as one box may have.")


def _refuses_match(table: BlackjackTable, player: str, amount: int) -> Refusal | None:
    return refuses_chips(table.purse_if_any(player), player, amount, Chips.VALUE, Cite("D2 12.2"))


def _refuses_following_split(table: BlackjackTable, act: Split) -> Refusal | None:
    if refusal := _refuses_follower(table, act, Cite("D2 14.3(d)", "B18")):
        return refusal
    return _refuses_match(table, act.player, _following_amount(table, act))


def _after_split(table: BlackjackTable, act: Split) -> BlackjackTable:
    pending, box = table.pending, table.box(act.box)
    if box is None:
        raise LookupError(act.box)
    if pending is not None and _follows(table, act, SPLIT):
        done = replace(pending, done=(*pending.done, act.player))
        added = Stake(act.player, SPLIT, _own_amount(box, act.player, pending.hands[0]), pending.hands[1])
        return replace(_added(table, act.box, added), pending=done)
    turn = hand_in_turn(table)
    if turn is None:
        raise LookupError(act.box)
    return _split(table, box, turn[1], act.player)


def _split(table: BlackjackTable, box: Box, playing: Playing, player: str) -> BlackjackTable:
    """Two hands of one card each, the new one played right after the old (12.2, 12.3, ruling B6)."""
    if len(box.hands) == 1:
        ended = machine.sevens_at_end(box.sevens)
        rule = Cite("D2 15.5") if machine.sevens_over(ended) and not machine.sevens_over(box.sevens) else None
        table = sevens_settled(table, box.number, ended, rule)
        box = table.box(box.number) or box
    own = _own_amount(box, player, playing.id)
    half = machine.split_hand(playing.hand)
    first = Playing(playing.id, playing.cards[:1], half)
    second = Playing(len(box.hands), playing.cards[1:], half)
    place = next(place for place, each in enumerate(box.hands) if each.id == playing.id)
    hands = (*box.hands[:place], first, second, *box.hands[place + 1 :])
    split = replace(box, hands=hands)
    table = table._with_box(split)._with_seen(split)
    table = _added(table, box.number, Stake(player, SPLIT, own, second.id))
    return resumed(replace(table, pending=PendingDecision(SPLIT, box.number, (first.id, second.id), (player,))))


def _offers_split(table: BlackjackTable) -> Iterator[Offer]:
    for box in table.boxes:
        for player in box.bettors:
            if _refuses_split(table, Split(player, box.number)) is None:
                yield Offer(Split, Role.PLAYER, {"player": Choices((player,)), "box": Choices((box.number,))})


def _refuses_choice(table: BlackjackTable, act: ChooseHand) -> Refusal | None:
    rule = Cite("D2 14.3(d)", "B18")
    if not _follows(table, act, SPLIT):
        return refuses_while_owed(table) or Refusal(rule, "nothing_split", "That box was not split just now.")
    if not is_whole(act.hand) or act.hand not in (1, 2):
        return Refusal(rule, "no_such_hand", "Choose hand 1 or hand 2 of the split.")
    return _refuses_follower(table, act, rule)


def _after_choice(table: BlackjackTable, act: ChooseHand) -> BlackjackTable:
    """The whole stake goes to that hand, which is then the hand of the initial wager."""
    pending, box = table.pending, table.box(act.box)
    if pending is None or box is None:
        raise LookupError(act.box)
    first, chosen = pending.hands[0], pending.hands[act.hand - 1]
    stakes = tuple(
        replace(each, hand=chosen) if (each.player, each.hand) == (act.player, first) else each for each in box.stakes
    )
    # Super Sevens was decided by the split: it goes with the initial wager all the same (15.7(b), ruling B47).
    settled_on = tuple(
        (act.box, chosen) if line.wager.player == act.player and where == (act.box, first) else where
        for line, where in zip(table.settled, table.settled_on, strict=True)
    )
    table = replace(table, settled_on=settled_on)
    done = replace(pending, done=(*pending.done, act.player))
    return replace(table._with_box(replace(box, stakes=stakes)), pending=done)


def _offers_choice(table: BlackjackTable) -> Iterator[Offer]:
    for box in table.boxes:
        for player in box.bettors:
            if _refuses_choice(table, ChooseHand(player, box.number, 1)) is None:
                fields = {"player": Choices((player,)), "box": Choices((box.number,)), "hand": Choices((1, 2))}
                yield Offer(ChooseHand, Role.PLAYER, fields)


# What a player shows by hand the dealer enters (8.3, 8.4): it is the player's decision all the same.
_DEALER = (Role.DEALER,)

DECIDING: Handlers = {
    Stand: Handler(_refuses_stand, _after_stand, partial(_offers_plain, Stand), _DEALER, signal("D2 8.3")),
    Draw: Handler(_refuses_draw, _after_draw, partial(_offers_plain, Draw), _DEALER, signal("D2 8.3")),
    Double: Handler(_refuses_double, _after_double, _offers_double, _DEALER, signal("D2 11.1")),
    Split: Handler(_refuses_split, _after_split, _offers_split, _DEALER, signal("D2 12.1")),
    ChooseHand: Handler(_refuses_choice, _after_choice, _offers_choice, _DEALER, signal("D2 14.3(d)", "B18")),
}
