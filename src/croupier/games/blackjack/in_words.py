"""A blackjack table's options in words, each with the clause that leaves it to the operator or settles it."""

from __future__ import annotations

from msgspec import Struct

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.cards import DECK_SIZE
from croupier.games.blackjack.options import BlackjackOptions, Soft17, Takes
from croupier.games.money import dollars
from croupier.rulebook import Cite


class Told(Struct, frozen=True):
    """One thing that holds at a table."""

    title: str
    words: str
    rule: Cite


_TAKES = {
    Takes.ORIGINAL: "the original wager only, not what was added",
    Takes.ALL: "everything wagered, also what was added",
    Takes.PEEK: "the original wager only: the dealer looks for it before anybody plays",
}


def hands_in_words(options: BlackjackOptions) -> tuple[Told, ...]:
    """What changes how a hand is played and paid: all that the odds hang on."""
    return (
        Told("Decks", f"{options.decks}, {DECK_SIZE * options.decks} cards", Cite("D2 3.3(a)")),
        Told("Dealer on soft 17", "stands" if options.soft_17 == Soft17.STAND else "draws", Cite("D2 13.3")),
        Told("Hands a box may be split into", str(options.hands), Cite("D2 12.4(a)")),
        Told("Doubling", "any two cards" + ("" if options.double_with_ace else " without an ace"), Cite("D2 11.1")),
        Told("Doubling after a split", _yes(options.double_after_split), Cite("D2 11.1")),
        Told("A dealer's blackjack takes", _TAKES[options.dealer_blackjack], Cite("D2 11.5", "B4")),
        Told("Blackjack pays", "{} to {}".format(*machine.BLACKJACK_PAYS), Cite("D2 5.4")),
    )


def table_in_words(options: BlackjackOptions) -> tuple[Told, ...]:
    """What else the operator has chosen."""
    sevens = "not offered" if options.super_sevens is None else f"${dollars(options.super_sevens)} a wager"
    held = {"absent": options.holds_absent, "skipping": options.holds_skipping}
    return (
        Told("Boxes", str(options.boxes), Cite("D2 3.1")),
        Told("Players on one box", f"up to {options.bettors}", Cite("D2 14.1")),
        Told("Boxes of one player", f"up to {options.extra_boxes + 1}", Cite("D2 14.4")),
        Told("Most on one box, all players together", _most(options.box_maximum), Cite("D2 14.2")),
        Told("Most of one player on one box", _most(options.player_maximum), Cite("D2 14.2")),
        Told("Super Sevens", sevens, Cite("D2 15.1")),
        Told("Cutting cards", str(options.cutting_cards), Cite("D2 3.3(b)")),
        Told("First card of a shoe discarded", _yes(options.burn), Cite("D2 8.1")),
        Told("Held to the minimum after missing the first round", _yes(held["absent"]), Cite("D2 5.8(a)")),
        Told("Held to the minimum after sitting out a round", _yes(held["skipping"]), Cite("D2 5.8(b)")),
    )


def _yes(is_so: bool) -> str:
    return "yes" if is_so else "no"


def _most(cents: int | None) -> str:
    return "as the table's sign says" if cents is None else f"${dollars(cents)}"
