"""A supervisor's rulings in a player's favour: when they may be made, what they do, and how they are taken back.

A ruling stands beside the wager it is about. It never costs the player anything: where the strict rule is as good, that
is how the wager is settled (rulings R12, R25).
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.games.acts import Act
from croupier.games.chips import Chips, Purse, with_purse
from croupier.games.general.checks import too_few_chips
from croupier.games.general.exchange import free_to_leave, without_idle_purses
from croupier.games.layout.acts import Favour, TakeBackFavour
from croupier.games.layout.lawful import refuses_lawless
from croupier.games.layout.lines import favoured, found_void, line_of, ruled, strict_line, with_line, worth
from croupier.games.layout.results import RULERS, refuses_no_reason
from croupier.games.layout.table import FavourMade, LayoutTable
from croupier.games.layout.wagering import staked, unstaked, wager_here, wager_on
from croupier.games.machine import Handler, Handlers
from croupier.games.occasions import Occasion, Sort
from croupier.games.offers import Choices, Field, Offer, Words
from croupier.games.people import Role
from croupier.games.position import Placed, Position, Settled
from croupier.games.refusal import Refusal
from croupier.games.table import Outcome, handed_back
from croupier.rulebook import Cite


def _refuses_favour(table: LayoutTable, act: Favour) -> Refusal | None:
    if refusal := refuses_no_reason(table, act.reason) or refuses_lawless(table, act.position):
        return refusal
    if act.settle_as is not None and (refusal := refuses_lawless(table, act.settle_as)):
        return refusal
    if table.is_between_rounds:
        return _refuses_final_favour(table, act)
    if (place := line_of(table, act.player, act.position)) is not None:
        return _refuses_unless_better(table, act, table.settled[place])
    if wager_on(table.wagers, act.player, act.position) is not None:
        if table.favour_for(act.player, act.position) is not None:
            why = "There is a ruling on this wager already. Take it back first."
            return Refusal(table.game.clauses.favour, "ruled_already", why)
        return None
    return _refuses_late_favour(table, act)


def _no_wager_there(table: LayoutTable, player: str, position: Position) -> Refusal:
    why = f"{player} has no wager on {position} in a round that is not final."
    return Refusal(table.game.clauses.favour, "no_wager_there", why)


def _refuses_unless_better(table: LayoutTable, act: Favour, line: Settled) -> Refusal | None:
    is_better = worth(favoured(table, line.wager, _made(act), table.result)) > worth(line)
    return None if is_better else _not_in_favour(table)


def _not_in_favour(table: LayoutTable) -> Refusal:
    why = "A ruling against the strict rule may only favour the player."
    return Refusal(table.game.clauses.favour, "not_in_favour", why)


def _refuses_final_favour(table: LayoutTable, act: Favour) -> Refusal | None:
    """Betting is open again: until somebody begins the next round, the last one may be ruled on (ruling R25)."""
    line = _last_line(table, act.player, act.position)
    return (
        _no_wager_there(table, act.player, act.position) if line is None else _refuses_unless_better(table, act, line)
    )


def _last_line(table: LayoutTable, player: str, position: Position) -> Settled | None:
    """The wager's line in a settlement that has just become final; a lawful wager before chips that came late."""
    lines = table.settled if table.is_just_final else ()
    found = [line for line in lines if line.wager.player == player and line.wager.position == position]
    return found[-1] if found else None


def _refuses_late_favour(table: LayoutTable, act: Favour) -> Refusal | None:
    """A wager that was found void goes back to its place on the layout: its player must still have the chips."""
    line = _late_line(table, act.player, act.position)
    if line is None:
        return _no_wager_there(table, act.player, act.position)
    if act.settle_as is None:
        return _not_in_favour(table)
    if table.has_result and (refusal := _refuses_unless_better(table, act, line)):
        return refusal
    purse, wager = table.purse_if_any(act.player), line.wager
    if purse is None or free_to_leave(table, purse, wager.chips) < wager.stake:
        return too_few_chips(purse, act.player, wager.stake, wager.chips, table.game.clauses.favour)
    return None


def _late_line(table: LayoutTable, player: str, position: Position) -> Settled | None:
    """The line by which a wager was found void on a ground of the rules, before betting opened again."""
    grounds = {ground.rule for ground in table.game.wager_grounds.values()}
    for line in table.voided:
        if line.wager.player == player and line.wager.position == position and line.rule in grounds:
            return line
    return None


def _made(act: Favour, late: Settled | None = None) -> FavourMade:
    return FavourMade(act.player, act.position, act.reason, act.settle_as, late)


def _after_favour(table: LayoutTable, act: Favour) -> LayoutTable:
    if table.is_between_rounds:
        return _after_final_favour(table, act)
    place = line_of(table, act.player, act.position)
    if place is not None:
        line = table.settled[place]
        before = table.favour_for(act.player, act.position)
        made = _made(act, before.late if before else None)
        return ruled(_with_favour(table, made), place, favoured(table, line.wager, made, table.result))
    if wager_on(table.wagers, act.player, act.position) is not None:
        return _with_favour(table, _made(act))
    return _after_late_favour(table, act)


def _with_favour(table: LayoutTable, made: FavourMade) -> LayoutTable:
    others = tuple(each for each in table.favours if not each.is_about(made.player, made.position))
    return replace(table, favours=(*others, made))


def _after_late_favour(table: LayoutTable, act: Favour) -> LayoutTable:
    late = _late_line(table, act.player, act.position)
    if late is None:  # `refuses` has seen to it that there is one
        raise LookupError(act.position)
    place = table.voided.index(late)
    lawful = replace(
        _with_favour(table, _made(act, late)),
        voided=(*table.voided[:place], *table.voided[place + 1 :]),
        settled=table.settled if not table.has_result else (*table.settled[:place], *table.settled[place + 1 :]),
        progress=(*table.progress[:place], *table.progress[place + 1 :]),
    )
    back = staked(lawful, late.wager, late.wager.stake)
    return with_line(back, late.wager) if table.has_result else back


def _after_final_favour(table: LayoutTable, act: Favour) -> LayoutTable:
    """All of the settlement is done: the house pays the difference at once."""
    old = _last_line(table, act.player, act.position)
    if old is None:
        raise LookupError(act.position)
    before = table.favour_for(act.player, act.position)
    made = _made(act, before.late if before else None)
    return _settled_again(_with_favour(table, made), old, favoured(table, old.wager, made, table.result))


def _settled_again(table: LayoutTable, old: Settled, new: Settled) -> LayoutTable:
    """A settlement that is done, with another line in the place of one, and the difference paid or taken back."""
    stake = old.wager.stake
    owed = handed_back(new.outcome, stake, new.pays) - handed_back(old.outcome, stake, old.pays)
    place = len(table.settled) - 1 - table.settled[::-1].index(old)
    general = table.general
    purse = table.purse_if_any(old.wager.player) or Purse(old.wager.player)
    paid = purse.with_more(_chips_of(purse, old.wager, owed), owed)
    return replace(
        table,
        settled=(*table.settled[:place], new, *table.settled[place + 1 :]),
        general=replace(general, purses=with_purse(general.purses, paid), house=general.house - owed),
    )


def _chips_of(purse: Purse, wager: Placed, amount: int) -> Chips:
    """In colour chips only while the player has some of the colour: their value is known only then."""
    is_colour = wager.chips is Chips.COLOUR and purse.chip_value and not amount % purse.chip_value
    return Chips.COLOUR if is_colour else Chips.VALUE


def _ruled_on(table: LayoutTable) -> Iterator[Placed]:
    """Every wager that a ruling may be about now."""
    if table.is_just_final or table.progress:
        yield from dict.fromkeys(line.wager for line in table.settled)
    elif not table.is_between_rounds:
        yield from table.wagers


def _offers_favour(table: LayoutTable) -> Iterator[Offer]:
    for wager in _ruled_on(table):
        act = Favour(wager.player, wager.position, "as offered")
        if _refuses_favour(table, act) is None:
            fields: dict[str, Field] = {
                "player": Choices((wager.player,)),
                "position": Choices((wager.position,)),
                "reason": Words(),
            }
            yield Offer(Favour, Role.GAME_SUPERVISOR, fields)


def _reported_favour(table: LayoutTable, kind: type[Act], role: Role) -> Iterator[Offer]:
    """As if it lay on any other position, or given back where none is named; where that could help the player."""
    elsewhere = (None, *table.game.areas)
    late = () if table.is_between_rounds else tuple(line.wager for line in table.voided)
    for wager in dict.fromkeys((*_ruled_on(table), *late)):
        acts = (Favour(wager.player, wager.position, "as offered", settle_as) for settle_as in elsewhere)
        if any(_refuses_favour(table, act) is None for act in acts):
            fields: dict[str, Field] = {"player": Choices((wager.player,)), "position": Choices((wager.position,))}
            yield Offer(kind, role, {**fields, "settle_as": Choices(elsewhere), "reason": Words()})


# Only the supervisor takes a ruling back (R25)


def _refuses_take_back(table: LayoutTable, act: TakeBackFavour) -> Refusal | None:
    rule = table.game.clauses.favour_stands
    if refusal := refuses_no_reason(table, act.reason) or refuses_lawless(table, act.position):
        return refusal
    if table.favour_for(act.player, act.position) is None:
        why = f"{act.player} has no ruling on {act.position} that can still be taken back."
        return Refusal(rule, "no_ruling", why)
    return _refuses_final_take_back(table, act) if table.is_between_rounds else None


def _refuses_final_take_back(table: LayoutTable, act: TakeBackFavour) -> Refusal | None:
    """What the ruling paid is taken back from the chips that its player has here."""
    for purse in _after_final_take_back(table, act).general.purses:
        for chips in Chips:
            if purse.holds(chips) < 0:
                here = table.purse_if_any(purse.player)
                paid = (0 if here is None else here.holds(chips)) - purse.holds(chips)
                return too_few_chips(here, purse.player, paid, chips, table.game.clauses.favour_stands)
    return None


def _after_take_back(table: LayoutTable, act: TakeBackFavour) -> LayoutTable:
    if table.is_between_rounds:
        return without_idle_purses(_after_final_take_back(table, act))
    made = _standing(table, act)
    without = _without_favour(table, made)
    place = line_of(table, act.player, act.position)
    if place is None:
        return without if made.late is None else _late_again(without, made.late)
    strict = strict_line(table, table.settled[place].wager, made, table.result)
    return ruled(without, place, strict) if made.late is None else found_void(without, place, strict)


def _standing(table: LayoutTable, act: TakeBackFavour) -> FavourMade:
    made = table.favour_for(act.player, act.position)
    if made is None:  # `refuses` has seen to it that there is one
        raise LookupError(act.position)
    return made


def _without_favour(table: LayoutTable, made: FavourMade) -> LayoutTable:
    return replace(table, favours=tuple(each for each in table.favours if each != made))


def _after_final_take_back(table: LayoutTable, act: TakeBackFavour) -> LayoutTable:
    """The wager is settled by the strict rule after all; chips of it that were left on the layout are collected."""
    made, old = _standing(table, act), _last_line(table, act.player, act.position)
    if old is None:
        raise LookupError(act.position)
    strict = strict_line(table, old.wager, made, table.result)
    if old.outcome is Outcome.WIN and old.wager in table.wagers and strict.outcome is not Outcome.WIN:
        table = unstaked(table, old.wager)
    return _settled_again(_without_favour(table, made), old, strict)


def _late_again(table: LayoutTable, late: Settled) -> LayoutTable:
    wager = wager_here(table.wagers, late.wager.player, late.wager.position)
    back = unstaked(table, wager)
    return replace(back, voided=(*back.voided, replace(late, wager=wager)))


def _offers_take_back(table: LayoutTable) -> Iterator[Offer]:
    for made in table.favours:
        if _refuses_take_back(table, TakeBackFavour(made.player, made.position, "as offered")) is not None:
            continue
        fields: dict[str, Field] = {
            "player": Choices((made.player,)),
            "position": Choices((made.position,)),
            "reason": Words(),
        }
        yield Offer(TakeBackFavour, Role.GAME_SUPERVISOR, fields)


def _rule_of_favour(table: LayoutTable) -> Cite:
    return table.game.clauses.favour


_FAVOUR = Occasion(Sort.RULING, _rule_of_favour, _reported_favour)
_TAKEN_BACK = Occasion(Sort.RULING, _rule_of_favour)

FAVOURS: Handlers = {
    Favour: Handler(_refuses_favour, _after_favour, _offers_favour, RULERS, _FAVOUR),
    TakeBackFavour: Handler(
        _refuses_take_back, _after_take_back, _offers_take_back, (Role.GAME_SUPERVISOR,), _TAKEN_BACK
    ),
}
