"""Short words for tests of blackjack tables: tables as they are mostly needed, cards by name, what was settled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from croupier import EDITION, LIVE, BlackjackOptions, BuyIn, NoMoreBets, OpenTable, Outcome, Position, Role, Sign, Wager
from croupier.games.acts import Act
from croupier.games.blackjack.acts import (
    Cut,
    Deal,
    InsertCuttingCard,
    InspectCards,
    RemoveFaceUp,
    Riffle,
    Sit,
    SpreadCards,
    Stack,
    TurnCards,
    Wash,
)
from croupier.games.blackjack.cards import DECK, Card, card
from croupier.games.blackjack.flow import AUTOMATIC
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.people import GAME_SUPERVISOR, Actor
from croupier.games.registry import table_of

SIGN = Sign(minimum=5_00, maximum=1_000_00)
PURSE = 5_000_00
STAFF_ROLES = tuple(role for role in Role if role is not Role.PLAYER)


def box(number: int) -> Position:
    return Position("box", (number,))


def insurance(number: int) -> Position:
    return Position("insurance", (number,))


def super_sevens(number: int) -> Position:
    return Position("super sevens", (number,))


def cards(text: str) -> tuple[Card, ...]:
    return tuple(card(name) for name in text.split())


def seated(table: BlackjackTable, *names: str, amount: int = PURSE) -> BlackjackTable:
    """These players with chips, seated from the dealer's left; a name of `-` leaves its box free."""
    for number, name in enumerate(names, start=1):
        if name != "-":
            table = table.play(BuyIn(name, amount), Sit(name, number))
    return table


def blackjack(
    *names: str, manual: Iterable[str] = (), sign: Sign = SIGN, edition: int = EDITION, **options: Any
) -> BlackjackTable:
    """A table that takes the dealer's steps by itself, but for those named, with its players seated."""
    automation = AUTOMATIC - frozenset(manual)
    chosen = BlackjackOptions(**options)
    return seated(table_of("blackjack", sign, chosen, automation=automation, edition=edition), *names)


def live(*names: str, sign: Sign = SIGN, edition: int = EDITION, **options: Any) -> BlackjackTable:
    """A table at which the dealer takes every step, just opened."""
    table = table_of("blackjack", sign, BlackjackOptions(**options), automation=LIVE, edition=edition)
    return seated(table.play(OpenTable()), *names)


TO_THE_CUT: tuple[Act, ...] = (
    InspectCards(),
    InspectCards(by=GAME_SUPERVISOR),
    SpreadCards(),
    TurnCards(),
    Wash(),
    Stack(),
    Riffle(),
)


def ready(table: BlackjackTable, cutter: str, from_back: int = 100) -> BlackjackTable:
    """A live table with its shoe loaded."""
    return table.play(*TO_THE_CUT, Cut(cutter, 104), InsertCuttingCard(from_back))


def staked(table: BlackjackTable, *wagers: tuple[str, int, int]) -> BlackjackTable:
    """Initial wagers: player, box, amount."""
    return table.play(*(Wager(player, box(number), amount) for player, number, amount in wagers))


def deal(table: BlackjackTable, text: str) -> BlackjackTable:
    return table.play(*(Deal(each) for each in cards(text)))


def opened(table: BlackjackTable, text: str, *wagers: tuple[str, int, int]) -> BlackjackTable:
    """The wagers, the call, and these cards; ana has 10 on box 1 where no wager is named."""
    return deal(staked(table, *(wagers or (("ana", 1, 10_00),))).play(NoMoreBets()), text)


def only_left(table: BlackjackTable, text: str) -> BlackjackTable:
    """The shoe with these cards left and no other: the rest were found face up and removed."""
    kept = Counter(cards(text))
    pile = table.shoe.pile
    return table.play(*(RemoveFaceUp(each) for each in DECK for _ in range(pile.count(each) - kept[each])))


def until_cutting_card(table: BlackjackTable, left: int) -> BlackjackTable:
    """So many cards before the cutting card: others were found face up, of each kind about as many."""
    while table.shoe.until_cutting_card is not None and table.shoe.until_cutting_card > left:
        most = max(DECK, key=table.shoe.pile.count)
        table = table.play(RemoveFaceUp(most))
    return table


def purse(table: BlackjackTable, player: str) -> int:
    return table.purse_here(player).value


def gain(table: BlackjackTable, player: str) -> int:
    """What the player has won or lost of what everyone bought in with, wagers that still lie counted as lost."""
    return purse(table, player) - PURSE


def total_money(table: BlackjackTable) -> int:
    """Everything at the table: purses, boxes and house."""
    lying = sum(stake.amount for each in table.boxes for stake in each.stakes)
    return sum(each.value for each in table.general.purses) + lying + table.general.house


Line = tuple[Outcome, int, str]


def lines(table: BlackjackTable) -> dict[tuple[str, str], Line]:
    """What this round or the last one settled: by player and position the outcome, the winnings and the clause."""
    return {
        (line.wager.player, str(line.wager.position)): (line.outcome, line.pays, line.rule.clause)
        for line in table.settled
    }


def refusal(table: BlackjackTable, act: Any) -> tuple[str, str]:
    """Code and clause with which an act is refused; it must be."""
    found = table.refuses(act)
    assert found is not None, act
    return found.code, found.rule.clause


def why(table: BlackjackTable, act: Any) -> str:
    found = table.refuses(act)
    assert found is not None, act
    return found.why


def allowed_roles(table: BlackjackTable, act: Any) -> set[Role]:
    """Which of the staff may do the act, as far as their role goes."""
    found: set[Role] = set()
    for role in STAFF_ROLES:
        refused = table.refuses(replace(act, by=Actor(role)))
        if refused is None:
            found.add(role)
        else:
            assert refused.code in ("not_your_act", "not_yours"), refused
    return found


def offers(table: BlackjackTable, kind: type[Act]) -> list[str]:
    """What the table offers of one kind of act, in words."""
    return [str(offer) for offer in table.legal if offer.kind is kind]


def changed(before: BlackjackTable, after: BlackjackTable) -> dict[str, Any]:
    """Every field that is not what it was, those of Division 1 by name."""
    names = [name for name in after.__struct_fields__ if name != "general"]
    found = {name: getattr(after, name) for name in names if getattr(after, name) != getattr(before, name)}
    for name in before.general.__struct_fields__:
        if getattr(after.general, name) != getattr(before.general, name):
            found[name] = getattr(after.general, name)
    return found
