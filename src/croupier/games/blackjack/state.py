"""The state of a blackjack table: boxes, hands, stakes, shoe, rack."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Self

from msgspec import Struct
from msgspec.structs import replace

from croupier.games.acts import Act
from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.acts import CorrectCard, CuttingCard, Deal, ReopenBetting, RestateCards
from croupier.games.blackjack.boxes import (
    KINDS,
    Box,
    Playing,
    Stake,
)
from croupier.games.blackjack.cards import DECK, Card, Pile, decks
from croupier.games.blackjack.house_strategies import HOUSE_STRATEGIES
from croupier.games.blackjack.options import BlackjackOptions
from croupier.games.blackjack.shown import BlackjackRoundShown
from croupier.games.blackjack.step_names import (
    CALL,
    CARD,
    CUTTING_CARD,
    OPENING,
    REPLACE,
    RESHUFFLE,
)
from croupier.games.chips import Chips, Purse, credited
from croupier.games.general.exchange import without_idle_purses
from croupier.games.position import Settled
from croupier.games.steps import OPEN_TABLE, Steps
from croupier.games.table import General, PublicView, Table, handed_back
from croupier.rulebook import Cite

SEATS_OUTLAST_CHIPS = 2
"""The edition since which a player without chips keeps the seat (ruling B54)."""
IDLE_WINDOWS_COUNT = 2
"""The edition since which a betting window without a wager counts as a round for D1 6 (ruling B54)."""
MOST_SAT_OUT = 3
"""After so many rounds in a row without a wager a player may be required to give up the seat (D1 6)."""


class TableShoe(Struct, frozen=True):
    pile: Pile
    until_cutting_card: int | None = None
    """How many cards come before the cutting card; `None` once it is out, or where none was put in."""
    came_out_at: int | None = None
    """Whose card the cutting card came in place of: a box's number, or 0 for the dealer. Then a shuffle is owed."""
    unseen: int = 0
    """Cards discarded face down: they are out of the shoe, and nobody knows which they are."""
    rounds: int = 0
    """How many rounds were dealt from it."""

    @property
    def left(self) -> int:
        return self.pile.size - self.unseen


class PendingDecision(Struct, frozen=True):
    """A double or a split that was just decided: the other bettors may still follow, until the next card."""

    kind: str
    box: int
    hands: tuple[int, ...]
    done: tuple[str, ...] = ()
    """Who has chosen already."""


class RoundMemory(Struct, frozen=True, eq=False):
    """What an open round can be judged anew from: the table before its first card, and every act since (16.5).

    It is the way to a state and no part of it: two tables are the same however they came to be so.
    """

    beginning: Any = None
    """Nothing between two rounds."""
    acts: tuple[Act, ...] = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RoundMemory)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return 0


NOTHING_REMEMBERED = RoundMemory()


class BlackjackPublicView(PublicView, frozen=True):
    """What everyone at a blackjack table may see: no burnt card, and nobody's own chips."""

    seats: tuple[str, ...]
    boxes: tuple[Box, ...]
    dealer: tuple[Card, ...]
    left_in_shoe: int
    discarded: int
    settled: tuple[Settled, ...]
    shown: BlackjackRoundShown
    """The cards, as they are read; those of the last round too, until the next begins."""


class BlackjackView(Struct, frozen=True):
    public: BlackjackPublicView
    purse: Purse | None


class BlackjackTable(Table, frozen=True, kw_only=True):
    """A table at which blackjack is played: Division 2 as it stands, or as another division has it played."""

    options: BlackjackOptions
    automation: frozenset[str]
    betting_seconds: int | None = None
    window_ends: int | None = None
    seats: tuple[str, ...]
    """Who sits at each box, from the dealer's left; empty where nobody does."""
    sat_out: tuple[int, ...] = ()
    """For each seat, how many rounds in a row its player has let pass without a wager, three at most, counted from -1
    where the seat was taken in the middle of a round. Empty where a seat is kept for a whole session."""
    idle_since: int | None = None
    """By the table's clock, since when nobody has wagered at a full table, as far as it was counted (ruling B54)."""
    arrived: str = ""
    """The first player to take a seat since the table opened: he cuts first (D2 7.3(a))."""
    step: str
    """What comes next."""
    preparation: tuple[str, ...] = ()
    """What is still to be done with the cards before the next of them is dealt."""
    cut_after: str = "start"
    """Why the cards are shuffled, which says who cuts (7.3): start, new cards, or where the cutting card was."""
    declined: tuple[str, ...] = ()
    """Who has declined the cut."""
    boxes: tuple[Box, ...] = ()
    """The boxes with a wager or with cards, from the dealer's left."""
    gone: tuple[Box, ...] = ()
    """The boxes of this round that are decided and cleared: until it ends they may still prove void (ruling B47)."""
    dealer: Playing = Playing(0)
    seen: tuple[Box, ...] = ()
    """Every hand of this round, or of the last one, with all of its cards, the dealer's as a box of his own: what is to
    be seen of a round after its cards have gone to the rack. Without the stakes."""
    shoe: TableShoe
    rack: tuple[Card, ...] = ()
    """The discard rack, in the order in which it was filled."""
    is_called: bool = False
    is_dealt: bool = False
    """The initial deal is complete."""
    insurance: str = ""
    """`called` while insurance is taken, `closed` afterwards."""
    pending: PendingDecision | None = None
    is_refilled: bool = False
    """The shoe was refilled in this round."""
    refilled: bool = False
    """The shoe ran out in this round, and the rack is being shuffled (D2 16.7)."""
    round: int = 0
    settled: tuple[Settled, ...] = ()
    """What this round, or the last one, has settled, in the order in which it was."""
    settled_on: tuple[tuple[int, int], ...] = ()
    """On which box and hand each of these wagers lay."""
    is_final: bool = True
    """Whether the round of `settled` is over."""
    damaged: tuple[Card, ...] = ()
    """Cards found damaged that are still to be replaced (D2 16.8, ruling B61)."""
    exposed: Card | None = None
    """A card drawn in error and seen, offered on as the next card (D2 16.4)."""
    unseen: bool = False
    """A card drawn in error that nobody saw lies ready as the next card (D2 16.2)."""
    full_patronage: bool = False
    """Whether a player decides only at the box where he is seated (D2 14.5)."""
    began: frozenset[str] = frozenset()
    """Who wagered in the first round of this shoe (D2 5.8(a))."""
    wagered: frozenset[str] = frozenset()
    """Who has wagered in any round of it."""
    skipped: frozenset[str] = frozenset()
    """Who of these has sat out a later round (D2 5.8(b))."""
    memory: RoundMemory = NOTHING_REMEMBERED
    """Of the open round (ruling B53)."""

    def _since(self, before: Self, act: Act) -> Self:
        return super()._since(before, act)._remembering(before, act)

    def _remembering(self, before: Self, act: Act) -> Self:
        """The same with the act remembered, while the round is open that it belongs to."""
        if self.is_final:
            return self if self.memory.beginning is None else replace(self, memory=NOTHING_REMEMBERED)
        if before.is_final:
            return replace(self, memory=RoundMemory(before, (act,)))
        # A round that was judged anew remembers the acts by which it was.
        if isinstance(act, CorrectCard | RestateCards):
            return self
        return replace(self, memory=RoundMemory(before.memory.beginning, (*before.memory.acts, act)))

    @property
    def disapplied(self) -> frozenset[str]:
        """The clauses of Divisions 1 and 2 that do not apply at this table, by name."""
        return frozenset()

    def applies(self, clause: str) -> bool:
        return clause not in self.disapplied

    @property
    def is_automated(self) -> bool:
        return OPEN_TABLE in self.automation

    @property
    def closes_at(self) -> int | None:
        # Only at the call does the clock close anything: cards may still have to be made ready, with wagers there.
        return self.window_ends if self.step == CALL else None

    def takes_back_call(self, act: Act) -> bool:
        return isinstance(act, ReopenBetting)

    @property
    def steps(self) -> Steps:
        """Every step that may be due, by name."""
        raise NotImplementedError

    @property
    def shown(self) -> BlackjackRoundShown:
        """The round as people read it."""
        raise NotImplementedError

    @property
    def own_step(self) -> str | None:
        """A step that comes before any of Division 2's, where one is due."""
        return None

    @property
    def own_act(self) -> Act | None:
        """That step as it is taken, where it happens by itself."""
        return None

    def may_decide(self, _player: str) -> bool:
        """Whether a player with a wager on a box still decides for it."""
        return True

    def may_cut(self, _player: str) -> bool:
        """Whether a seated player is offered the cut."""
        return True

    @property
    def own_box(self) -> Cite:
        """The clause that says who decides for a box."""
        return Cite("D2 14.3(a)")

    @property
    def application(self) -> Cite:
        return Cite("D2 2.0")

    @property
    def not_final(self) -> Cite:
        return Cite("D2 16.5", "B47")

    @property
    def kinds(self) -> frozenset[str]:
        return KINDS

    @property
    def is_between_rounds(self) -> bool:
        return self.is_final and not self.is_called

    @property
    def has_settled(self) -> bool:
        return self.is_final

    @property
    def shows_ace(self) -> bool:
        """Whether the dealer's first card is an ace."""
        return bool(self.dealer.cards) and self.dealer.cards[0].rank == "A"

    @property
    def betting_is_open(self) -> bool:
        return self.general.is_open and self.is_between_rounds

    def box(self, number: int) -> Box | None:
        return next((box for box in self.boxes if box.number == number), None)

    def _with_box(self, box: Box) -> Self:
        others = [other for other in self.boxes if other.number != box.number]
        is_in_play = bool(box.stakes) or any(each.cards for each in box.hands)
        kept = [*others, box] if is_in_play else others
        gone = self.gone if is_in_play or self.is_final else (*self.gone, box)
        return replace(self, boxes=tuple(sorted(kept, key=lambda each: each.number)), gone=gone)

    def _with_seen(self, box: Box) -> Self:
        """A card was laid there, or a hand split: what has gone to the rack meanwhile stays as it was seen last."""
        before = next((each for each in self.seen if each.number == box.number), box)
        last = {each.id: each for each in before.hands}
        hands = tuple(each if each.cards else last[each.id] for each in box.hands)
        others = [each for each in self.seen if each.number != box.number]
        seen = replace(box, stakes=(), hands=hands)
        return replace(self, seen=tuple(sorted((*others, seen), key=lambda each: each.number)))

    def at_stake(self, player: str, _chips: Chips) -> int:
        open_lines = () if self.is_final else self.settled
        return self.undecided(player) + sum(line.wager.stake for line in open_lines if line.wager.player == player)

    def undecided(self, player: str) -> int:
        return sum(stake.amount for box in self.boxes for stake in box.stakes if stake.player == player)

    @property
    def strategies(self) -> tuple[str, ...]:
        return tuple(HOUSE_STRATEGIES)

    @property
    def wagers_lying(self) -> tuple[tuple[int, tuple[Stake, ...]], ...]:
        return tuple((box.number, box.stakes) for box in self.boxes)

    @property
    def wagerers(self) -> frozenset[str]:
        return frozenset(stake.player for box in self.boxes for stake in box.stakes)

    @property
    def lying(self) -> int:
        return sum(stake.amount for box in self.boxes for stake in box.stakes)

    def held(self, player: str, _chips: Chips) -> int:
        if self.is_final:
            return 0
        mine = (line for line in self.settled if line.wager.player == player)
        return sum(handed_back(line.outcome, line.wager.stake, line.pays) for line in mine)

    def _with_general(self, general: General) -> Self:
        return replace(self, general=general)

    def _with_window_begun(self) -> Self:
        """A window runs while wagers lie there and the call is all that is owed; new cards stop it."""
        if self.betting_seconds is None or (self.step == CALL and (self.window_ends is not None or not self.boxes)):
            return self
        return replace(self, window_ends=self.clock + self.betting_seconds if self.step == CALL else None)

    def _without_idle_seats(self) -> Self:
        """In edition 1 whoever has no chip left here has left the seat too; since then the seat stays (ruling B54)."""
        if self.edition >= SEATS_OUTLAST_CHIPS:
            return self
        here = set(self.players)
        return self._with_seats(tuple(player if player in here else "" for player in self.seats))

    @property
    def is_vacant(self) -> bool:
        """Nobody has chips here, and since edition 2 nobody is seated either (7.1(d), rulings B51, B54)."""
        return not self.players and (self.edition < SEATS_OUTLAST_CHIPS or not any(self.seats))

    def _without_seat(self, player: str) -> Self:
        return self._with_seats(tuple("" if seated == player else seated for seated in self.seats))

    def _with_seats(self, seats: tuple[str, ...]) -> Self:
        """These players in the seats. Whoever is new to one has let no round pass there."""
        if seats == self.seats:
            return self
        # A window that has begun already counts no more than a round that has.
        fresh = 0 if self.is_between_rounds and self.idle_since is None else -1
        each = zip(seats, self.seats, self.sat_out, strict=True)
        sat_out = tuple(rounds if now == before else fresh if now else 0 for now, before, rounds in each)
        return replace(self, seats=seats, sat_out=sat_out)

    def _with_round_sat_out(self) -> Self:
        """The round is over: whoever sat it out has let one more pass, and who wagered begins anew (D1 6)."""
        wagered = {"", *(line.wager.player for line in self.settled)}
        each = zip(self.seats, self.sat_out, strict=True)
        sat_out = tuple(0 if player in wagered else min(rounds + 1, MOST_SAT_OUT) for player, rounds in each)
        return self if sat_out == self.sat_out else replace(self, sat_out=sat_out)

    @property
    def seated(self) -> tuple[str, ...]:
        return tuple(filter(None, self.seats))

    @property
    def idle_window(self) -> int | None:
        return self.betting_seconds if self.counts_windows and min(self.sat_out) < MOST_SAT_OUT else None

    @property
    def counts_windows(self) -> bool:
        """Whether time without a wager counts for D1 6: at an automatic table, while every seat is in use."""
        is_due = self.edition >= IDLE_WINDOWS_COUNT and self.betting_seconds is not None and self.is_automated
        return is_due and self.betting_is_open and not self.boxes and bool(self.sat_out) and all(self.seats)

    def _with_idle_windows(self) -> Self:
        """While nobody wagers, the length of a betting window counts as a round that was let pass (ruling B54)."""
        if not self.counts_windows or self.betting_seconds is None:
            return self if self.idle_since is None else replace(self, idle_since=None)
        if self.idle_since is None:
            return replace(self, idle_since=self.clock)
        windows, _ = divmod(self.clock - self.idle_since, self.betting_seconds)
        sat_out = tuple(min(rounds + windows, MOST_SAT_OUT) for rounds in self.sat_out)
        return replace(self, idle_since=self.idle_since + windows * self.betting_seconds, sat_out=sat_out)

    def _cutting_card_out(self, at: int) -> Self:
        """The cutting card came out in place of a card for that box, or for the dealer at 0."""
        return replace(self, shoe=replace(self.shoe, until_cutting_card=None, came_out_at=at))

    def _shuffle_overdue(self, at: int) -> Self:
        """The shuffle comes right after this round: it was missed, or there is no cutting card (16.9, 16.10)."""
        return replace(self, shoe=replace(self.shoe, until_cutting_card=None, came_out_at=at))._with_shuffle_if_owed()

    def _with_shuffle_if_owed(self) -> Self:
        """Between two rounds: a shuffle, where the cutting card has come out or was never in (7.1, 16.9, 16.10)."""
        at = self.shoe.came_out_at
        if at is None or not self.is_between_rounds or self.preparation:
            return self
        return replace(self, preparation=RESHUFFLE, cut_after="new cards" if at < 0 else str(at), declined=())

    def _with_replacement_if_owed(self) -> Self:
        """Between two rounds: before anything else, damaged cards are replaced (D2 16.8, ruling B61)."""
        if not self.damaged or not self.is_between_rounds or REPLACE in self.preparation:
            return self
        return replace(self, preparation=(REPLACE, *self.preparation))

    def _round_ended(self, *, void: bool) -> Self:  # noqa: ARG002  a void round counts as one in Division 2
        """The table between two rounds: purses without a chip are put away, and the cards shuffled where it is due."""
        return without_idle_purses(self._with_shuffle_if_owed())._without_idle_seats()._with_round_sat_out()

    def _moved(self, player: str, amount: int, house: int = 0) -> Self:
        """Chips into a purse, or out of it where the amount is negative, and the house's gain."""
        general = self.general
        purses = credited(general.purses, {(player, Chips.VALUE): amount})
        return replace(self, general=replace(general, purses=purses, house=general.house + house))

    @property
    def rules(self) -> machine.Rules:
        return self.options.rules

    def _closed(self) -> Self:
        table = self
        for box in self.boxes:
            for stake in box.stakes:
                table = table._moved(stake.player, stake.amount)
        fresh = TableShoe(decks(self.options.decks))
        table = table._with_seats(("",) * len(self.seats))
        table = replace(table, boxes=(), window_ends=None, idle_since=None, arrived="", cut_after="start", declined=())
        nobody: frozenset[str] = frozenset()
        table = replace(table, began=nobody, wagered=nobody, skipped=nobody)
        return replace(table, shoe=fresh, rack=(), unseen=False, damaged=(), preparation=OPENING, step=OPENING[0])

    def chance(self) -> Mapping[Act, Fraction]:
        """The exact distribution of the next card from what is left in the shoe; empty where no card is due."""
        if self.step == CUTTING_CARD:
            return {CuttingCard(): Fraction(1)}
        if self.step != CARD:
            return {}
        if self.exposed is not None:
            return {Deal(self.exposed): Fraction(1)}
        pile = self.shoe.pile
        return {Deal(card): Fraction(pile.count(card), pile.size) for card in DECK if pile.count(card)}

    def view(self, person: str | None = None) -> BlackjackView:
        public = BlackjackPublicView(
            **self._public_parts("blackjack"),
            seats=self.seats,
            boxes=self.boxes,
            dealer=self.dealer.cards,
            left_in_shoe=self.shoe.left,
            discarded=len(self.rack) + self.shoe.unseen,
            settled=self.settled,
            shown=self.shown,
        )
        return BlackjackView(public, None if person is None else self.purse_if_any(person))
