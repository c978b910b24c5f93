"""What players' own decisions at blackjack cost them: the best choice for a hand less the one that was made.

Each hand is weighed off the top of a full shoe, as the theoretical win is. So both figures add up to what the house
would expect of play like this, and the same hand costs the same every day.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from croupier.games.acts import Act
from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.acts import Double, Draw, SettleEarly, Split, Stand
from croupier.games.blackjack.boxes import BOX, Box, Playing
from croupier.games.blackjack.cards import code
from croupier.games.blackjack.flow import DECIDE, hand_in_turn
from croupier.games.blackjack.hand import HandOrigin, value
from croupier.games.blackjack.procedure.deciding import own_stake
from croupier.games.blackjack.state import BlackjackTable
from croupier.odds.blackjack.held import Held

NAMES: Mapping[type[Act], str] = {Stand: "stand", Draw: "draw", Double: "double", Split: "split"}
TENS_IN_DECK, CARDS_IN_DECK = 16, 52


class PlayersDecision(Struct, frozen=True):
    """One choice of somebody for their own wager on a hand."""

    person: str
    box: int
    stake: int
    chosen: str
    held: Held | None = None
    """Nothing where a blackjack was settled early, which needs no solver."""
    added: int = 0
    """What a double added to the stake."""


def decision_of(table: BlackjackTable, act: Act | None) -> PlayersDecision | None:
    """What the act decides at this table; nothing where it is no decision of a player for a hand in turn.

    Who wagers on somebody else's box decides nothing: neither there, nor by following a double or a split.
    """
    if isinstance(act, SettleEarly):
        box = table.box(act.box)
        own = None if box is None else box.stake(act.player, BOX)
        return None if own is None else PlayersDecision(act.player, act.box, own.amount, "early")
    if not isinstance(act, Stand | Draw | Double | Split) or table.step != DECIDE:
        return None
    turn = hand_in_turn(table)
    if turn is None or turn[0].number != act.box or table.pending is not None:
        return None
    box, playing = turn
    own = own_stake(box, act.player, playing.id)
    if own is None:
        return None
    added = act.amount if isinstance(act, Double) else 0
    held = _held(table, box, playing)
    return PlayersDecision(act.player, act.box, own.amount, NAMES[type(act)], held, added)


def _held(table: BlackjackTable, box: Box, playing: Playing) -> Held:
    cards = tuple(sorted(value(code(card)) for card in playing.cards))
    up = value(code(table.dealer.cards[0]))
    is_split = playing.hand.origin != HandOrigin.DEALT
    pair = value(code(playing.cards[0])) if is_split else 0
    has_initial = any(stake.kind == BOX for stake in box.on_hand(playing.id))
    return Held(cards, up, (), pair, len(box.hands), is_added=not has_initial)


def cost_of(decision: PlayersDecision, worths: Mapping[str, Fraction], decks: int) -> Fraction:
    """In cents; `worths` has every choice for the hand, for one unit of the wager."""
    if decision.held is None:
        return decision.stake * (_waiting(decks) - Fraction(*machine.EARLY_PAYS))
    best = max(worths.values(), default=Fraction(0))
    chosen = worths.get(decision.chosen, best)
    if decision.chosen == "double" and decision.added != decision.stake:
        # A double for less wins and loses less: half of a whole double's worth stands on the wager itself.
        chosen = chosen * (decision.stake + decision.added) / (2 * decision.stake)
    return decision.stake * (best - chosen)


def _waiting(decks: int) -> Fraction:
    """A blackjack against an ace that waits for the dealer's second card: an ace and a ten are its own."""
    ten = Fraction(TENS_IN_DECK * decks - 1, CARDS_IN_DECK * decks - 3)
    return (1 - ten) * Fraction(*machine.BLACKJACK_PAYS)
