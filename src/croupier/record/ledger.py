"""The ledger's words: accounts by name, and the transfers that follow from an act.

Nothing is told twice. What an act moved is the difference between the table before it and after it, so a transfer
cannot say otherwise than the rules did, and an audit makes the same transfers again from the acts alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from croupier.games.acts import Act, BuyIn, CashOut, HoldUnclaimed
from croupier.games.chips import Chips, Purse, Purses

HOUSE = "house"


class Transfer(Struct, frozen=True):
    """So many cents from one account to another."""

    debit: str
    """The account that gives."""
    credit: str
    """The account that takes."""
    amount: int


def wallet(person: str) -> str:
    return f"wallet:{person}"


def kept(person: str) -> str:
    """What the casino keeps for a person who did not claim it (D1 12.2)."""
    return f"held:{person}"


def stack(table: str, person: str, chips: Chips) -> str:
    return f"stack:{table}:{person}:{chips.value}"


def layout(table: str) -> str:
    return f"layout:{table}"


def float_of(table: str) -> str:
    """The table's float: below nothing when the players have won."""
    return f"float:{table}"


def may_owe(account: str) -> bool:
    """Whether the account may go below nothing: the house's own may, a person's never."""
    return account == HOUSE or account.startswith("float:")


def transfers(table_id: str, before: Any, act: Act, after: Any) -> tuple[Transfer, ...]:
    """What the act moved at this table."""
    old, new = before.general, after.general
    if old.purses is new.purses and old.house == new.house:
        return ()
    moved = _moved(old.purses, new.purses)
    from_outside = tuple(_from_outside(table_id, act, moved))
    exchanged = tuple(_exchanged(table_id, moved))
    return (*from_outside, *exchanged, *_over_the_layout(table_id, moved, new.house - old.house))


_Moved = dict[str, dict[Chips, int]]
"""What each purse has more of, or less, by kind of chip."""


def _moved(old: Purses, new: Purses) -> _Moved:
    moved: _Moved = {}
    known = {purse.player: purse for purse in old}
    for purse in new:
        was = known.pop(purse.player, None)
        if was is not purse:
            moved[purse.player] = _difference(was or Purse(purse.player), purse)
    for gone in known.values():
        moved[gone.player] = _difference(gone, Purse(gone.player))
    return moved


def _difference(was: Purse, now: Purse) -> dict[Chips, int]:
    return {Chips.VALUE: now.value - was.value, Chips.COLOUR: now.colour - was.colour}


def _from_outside(table_id: str, act: Act, moved: _Moved) -> Iterator[Transfer]:
    """Money that comes to the table or leaves it, which the layout never sees."""
    match act:
        case BuyIn(player=player, amount=amount):
            moved[player][Chips.VALUE] -= amount
            yield Transfer(wallet(player), stack(table_id, player, Chips.VALUE), amount)
        case CashOut(player=player, amount=amount):
            moved[player][Chips.VALUE] += amount
            yield Transfer(stack(table_id, player, Chips.VALUE), wallet(player), amount)
        case HoldUnclaimed(player=player):
            for chips, more in moved.pop(player).items():
                if more:
                    yield Transfer(stack(table_id, player, chips), kept(player), -more)


def _exchanged(table_id: str, moved: _Moved) -> Iterator[Transfer]:
    """Value chips for colour chips of the same player, and back."""
    for player, by_kind in moved.items():
        value, colour = by_kind[Chips.VALUE], by_kind[Chips.COLOUR]
        amount = min(abs(value), abs(colour)) if value * colour < 0 else 0
        if not amount:
            continue
        accounts = stack(table_id, player, Chips.VALUE), stack(table_id, player, Chips.COLOUR)
        debit, credit = accounts if value < 0 else accounts[::-1]
        sign = 1 if value < 0 else -1
        moved[player] = {Chips.VALUE: value + sign * amount, Chips.COLOUR: colour - sign * amount}
        yield Transfer(debit, credit, amount)


def _over_the_layout(table_id: str, moved: _Moved, house: int) -> Iterable[Transfer]:
    """Wagers, winnings and losses. What comes to the layout comes first, so that nothing leaves it before."""
    lying = layout(table_id)
    changes = [(stack(table_id, player, kind), more) for player, each in moved.items() for kind, more in each.items()]
    changes.append((float_of(table_id), house))
    coming = [Transfer(account, lying, -more) for account, more in changes if more < 0]
    leaving = [Transfer(lying, account, more) for account, more in changes if more > 0]
    return (*coming, *leaving)
