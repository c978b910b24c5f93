"""The ledger's words: accounts by name, and the transfers that follow from an act.

Nothing is told twice. What an act moved is the difference between the table before it and after it, so a transfer
cannot say otherwise than the rules did, and an audit makes the same transfers again from the acts alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum

from msgspec import Struct

from croupier.games.acts import (
    Act,
    BuyIn,
    CashOut,
    FreeSeat,
    HoldUnclaimed,
    MakeGood,
    RemoveHousePlayer,
    SeatHousePlayer,
)
from croupier.games.chips import Chips, Purse, Purses
from croupier.games.journalled import Journalled
from croupier.games.table import Table
from croupier.games.tournament.session_table.session import SessionTable
from croupier.games.tournament.state import Entry, Phase, TournamentState

HOUSE = "house"


class Currency(StrEnum):
    """What an account is kept in. Nothing is ever changed from one into the other."""

    MONEY = "money"
    TOURNAMENT_CHIPS = "tournament chips"


class Transfer(Struct, frozen=True):
    """A transfer of cents from one account to another."""

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


# Chips and cash of live tables, as the house counts them (house_journal/chip_slips.py). No settlement moves these.


def cage() -> str:
    """Where chips come from and counted cash goes. No table has this name: theirs begin with their game."""
    return "float:cage"


def tray(table: str) -> str:
    """The chips that were brought to a table's tray, less those that were taken back."""
    return f"float:tray:{table}"


def box(table: str) -> str:
    """A table's drop box: below nothing by the cash that was counted."""
    return f"float:box:{table}"


# A tournament's money: fees and contributions in its pool, what was paid for chips apart from them (D7 3.4)


def pool(tournament: str) -> str:
    return f"pool:{tournament}"


def chip_money(tournament: str) -> str:
    return f"chip-money:{tournament}"


# The chips of a tournament's tables are worth nothing outside: they are issued to a table, and go back when counted


def chip_stack(table: str, person: str, _chips: Chips = Chips.VALUE) -> str:
    return f"chips:stack:{table}:{person}"


def chip_layout(table: str) -> str:
    return f"chips:layout:{table}"


def chip_float(table: str) -> str:
    return f"float:chips:{table}"


def chips_issued(table: str) -> str:
    """Where a session's chips come from and go to: below nothing by what is at the table."""
    return f"float:chips:{table}:issued"


OF_CHIPS = ("chips:", "float:chips:")
"""How accounts begin that are kept in tournament chips, and not in money."""


def currency_of(account: str) -> Currency:
    return Currency.TOURNAMENT_CHIPS if account.startswith(OF_CHIPS) else Currency.MONEY


def mixes(transfer: Transfer) -> bool:
    """Whether it would make money of tournament chips, or chips of money."""
    return currency_of(transfer.debit) is not currency_of(transfer.credit)


class AccountNames(Struct, frozen=True):
    """The names of a table's accounts, by what its chips are."""

    stack: Callable[[str, str, Chips], str]
    layout: Callable[[str], str]
    float: Callable[[str], str]


_FOR_MONEY = AccountNames(stack, layout, float_of)
_FOR_CHIPS = AccountNames(chip_stack, chip_layout, chip_float)


def accounts_of(table: Journalled) -> AccountNames:
    return _FOR_MONEY if table.is_for_money else _FOR_CHIPS


def may_owe(account: str) -> bool:
    """Whether the account may go below nothing: the house's own may, a person's never."""
    return account == HOUSE or account.startswith("float:")


def transfers(stream: str, before: Journalled, act: Act, after: Journalled) -> tuple[Transfer, ...]:
    """What the act moved at this table, or in this tournament."""
    if isinstance(after, TournamentState):
        return _in_tournament(stream, before.known_as(TournamentState), after)
    old, new = before.known_as(Table).general, after.known_as(Table).general
    if old.purses is new.purses and old.house == new.house:
        return ()
    moved, house = _moved(old.purses, new.purses), new.house - old.house
    if not after.is_for_money:
        return _of_session(stream, before.known_as(SessionTable), after.known_as(SessionTable), moved, house)
    if isinstance(act, HoldUnclaimed):
        tables = before.known_as(Table), after.known_as(Table)
        return tuple(_held(stream, *tables, act.player, moved))
    if isinstance(act, MakeGood):
        return (Transfer(float_of(stream), stack(stream, act.player, Chips.VALUE), act.amount),)
    if isinstance(act, SeatHousePlayer):
        return (Transfer(float_of(stream), stack(stream, act.player, Chips.VALUE), act.chips),)
    if isinstance(act, RemoveHousePlayer):
        return _given_back(stream, house, act.player)
    from_outside = tuple(_from_outside(stream, act, moved))
    exchanged = tuple(_exchanged(stream, moved))
    return (*from_outside, *exchanged, *_over_the_layout(stream, moved, house, _FOR_MONEY))


def _given_back(stream: str, amount: int, player: str) -> tuple[Transfer, ...]:
    """What is left of a loan to a house player."""
    return (Transfer(stack(stream, player, Chips.VALUE), float_of(stream), amount),) if amount else ()


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
        case FreeSeat(player=player):
            amount = -moved[player][Chips.VALUE]
            moved[player][Chips.VALUE] = 0
            yield Transfer(stack(table_id, player, Chips.VALUE), wallet(player), amount)


def _held(table_id: str, before: Table, after: Table, player: str, moved: _Moved) -> Iterator[Transfer]:
    """What nobody claims: wagers that were left lying come back to their player first, as any wager does."""
    for chips, more in moved[player].items():
        lifted = before.at_stake(player, chips) - after.at_stake(player, chips)
        own = stack(table_id, player, chips)
        if lifted:
            yield Transfer(layout(table_id), own, lifted)
        if lifted - more:
            yield Transfer(own, kept(player), lifted - more)


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


def _over_the_layout(table_id: str, moved: _Moved, house: int, accounts: AccountNames) -> Iterable[Transfer]:
    """Wagers, winnings and losses. What comes to the layout comes first, so that nothing leaves it before."""
    lying, own = accounts.layout(table_id), accounts.stack
    changes = [(own(table_id, player, kind), more) for player, each in moved.items() for kind, more in each.items()]
    changes.append((accounts.float(table_id), house))
    coming = [Transfer(account, lying, -more) for account, more in changes if more < 0]
    leaving = [Transfer(lying, account, more) for account, more in changes if more > 0]
    return (*coming, *leaving)


# A session's table


def _of_session(
    table_id: str, before: SessionTable, after: SessionTable, moved: _Moved, house: int
) -> tuple[Transfer, ...]:
    """Chips are issued when the boxes are allocated and go back when they are counted; between that nothing comes."""
    issued = chips_issued(table_id)
    given: list[Transfer] = []
    counted: list[Transfer] = []
    if not any(before.seats) and any(after.seats):
        given = [Transfer(issued, chip_stack(table_id, purse.player), purse.value) for purse in after.general.purses]
        moved = {}
    if before.tally is None and after.tally is not None:
        for count in after.tally.counts:
            if count.chips:
                moved.setdefault(count.player, {Chips.VALUE: 0})[Chips.VALUE] += count.chips
                counted.append(Transfer(chip_stack(table_id, count.player), issued, count.chips))
    return (*given, *_over_the_layout(table_id, moved, house, _FOR_CHIPS), *counted)


# A tournament


def _in_tournament(id: str, before: TournamentState, after: TournamentState) -> tuple[Transfer, ...]:
    """Fees, refunds, contributions and prizes through the pool; money for chips beside it."""
    if before.entries is after.entries and before.contributed == after.contributed and before.phase is after.phase:
        return ()
    changed = [(was, now) for was, now in _entries(before, after) if was is not now]
    through_pool = (*_of_fees(id, changed), *_contributed(id, before, after), *_paid_out(id, before, after))
    moved = (*through_pool, *_for_chips(id, before, after, changed))
    return tuple(sorted((each for each in moved if each.amount), key=lambda each: each.credit.startswith("wallet:")))


_Changed = list[tuple[Entry, Entry]]


def _entries(before: TournamentState, after: TournamentState) -> Iterator[tuple[Entry, Entry]]:
    known = {entry.player: entry for entry in before.entries}
    for entry in after.entries:
        yield known.get(entry.player, Entry(entry.player)), entry


def _of_fees(id: str, changed: _Changed) -> Iterator[Transfer]:
    for was, now in changed:
        fee = now.held + now.refunded - was.held - was.refunded
        yield Transfer(wallet(now.player), pool(id), fee)
        yield Transfer(pool(id), wallet(now.player), now.refunded - was.refunded)


def _contributed(id: str, before: TournamentState, after: TournamentState) -> Iterator[Transfer]:
    """What the operator adds; all of it goes back where the tournament does not proceed."""
    more = after.contributed - before.contributed
    yield Transfer(HOUSE, pool(id), more) if more > 0 else Transfer(pool(id), HOUSE, -more)


def _paid_out(id: str, before: TournamentState, after: TournamentState) -> Iterator[Transfer]:
    """The prizes; and where there is no winner, what the disqualified have paid, which is nobody's prize (3.6)."""
    if before.phase is after.phase:
        return
    if after.phase is Phase.OVER:
        yield from (Transfer(pool(id), _winner(after, award.player), award.money) for award in after.awards)
    elif after.phase is Phase.OFF:
        yield Transfer(pool(id), HOUSE, sum(entry.held for entry in after.entries))


def _winner(state: TournamentState, player: str) -> str:
    """What a house player wins is the house's."""
    return HOUSE if state.entry_here(player).strategy else wallet(player)


def _for_chips(id: str, before: TournamentState, after: TournamentState, changed: _Changed) -> Iterator[Transfer]:
    """Chips sold and redeemed; what the players have won is the house's to pay, and what they have lost is its own."""
    kept, to_house = chip_money(id), before.chip_fund - after.chip_fund
    for was, now in changed:
        sold, redeemed = now.chip_money - was.chip_money, now.redeemed - was.redeemed
        to_house += sold - redeemed
        yield Transfer(wallet(now.player), kept, sold)
        yield Transfer(kept, wallet(now.player), redeemed)
    yield Transfer(kept, HOUSE, to_house) if to_house > 0 else Transfer(HOUSE, kept, -to_house)


# A person's play of a day


def staked(moved: Iterable[Transfer]) -> Iterator[tuple[str, int]]:
    """Who put how much money into play: on a layout, or into a tournament."""
    for transfer in moved:
        if transfer.credit.startswith(_AT_PLAY) and (person := owner(transfer.debit)):
            yield person, transfer.amount


def returned(moved: Iterable[Transfer]) -> Iterator[tuple[str, int]]:
    """Who got how much money back from play."""
    for transfer in moved:
        if transfer.debit.startswith(_AT_PLAY) and (person := owner(transfer.credit)):
            yield person, transfer.amount


_AT_PLAY = ("layout:", "pool:", "chip-money:")


def owner(account: str) -> str:
    """Of `wallet:p7` and `stack:t1:p7:value`; nobody's of the house's own. No name has a colon in it."""
    match account.split(":"):
        case ["wallet", person] | ["stack", _, person, _]:
            return person
        case _:
            return ""


def is_wager(transfer: Transfer) -> bool:
    """Whether it puts something under the seal of a round: on a layout, or into a tournament's pool."""
    return transfer.credit.startswith((*_AT_PLAY, "chips:layout:")) and not may_owe(transfer.debit)
