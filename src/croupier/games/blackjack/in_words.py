"""A blackjack table's options in words, each with the clause that leaves it to the operator or settles it."""

from __future__ import annotations

from msgspec import Struct

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.cards import DECK_SIZE
from croupier.games.blackjack.options import BlackjackOptions, Soft17, Takes
from croupier.games.money import dollars
from croupier.rulebook import Cite


class RuleTold(Struct, frozen=True):
    """One thing that holds at a table."""

    title: str
    words: str
    rule: Cite


_TAKES = {
    Takes.ORIGINAL: "the original wager only, not what was added",
    Takes.ALL: "everything wagered, also what was added",
    Takes.PEEK: "the original wager only: the dealer looks for it before anybody plays",
}


def hands_in_words(options: BlackjackOptions) -> tuple[RuleTold, ...]:
    """What changes how a hand is played and paid: all that the odds hang on."""
    return (
        RuleTold("Decks", f"{options.decks}, {DECK_SIZE * options.decks} cards", Cite("D2 3.3(a)")),
        RuleTold("Dealer on soft 17", "stands" if options.soft_17 == Soft17.STAND else "draws", Cite("D2 13.3")),
        RuleTold("Hands a box may be split into", str(options.hands), Cite("D2 12.4(a)")),
        RuleTold("Doubling", "any two cards" + ("" if options.double_with_ace else " without an ace"), Cite("D2 11.1")),
        RuleTold("Doubling after a split", _yes(options.double_after_split), Cite("D2 11.1")),
        RuleTold("A dealer's blackjack takes", _TAKES[options.dealer_blackjack], Cite("D2 11.5", "B4")),
        RuleTold("Blackjack pays", "{} to {}".format(*machine.BLACKJACK_PAYS), Cite("D2 5.4")),
    )


def table_in_words(options: BlackjackOptions) -> tuple[RuleTold, ...]:
    """What else the operator has chosen."""
    sevens = "not offered" if options.super_sevens is None else f"${dollars(options.super_sevens)} a wager"
    held = {"absent": options.holds_absent, "skipping": options.holds_skipping}
    return (
        RuleTold("Boxes", str(options.boxes), Cite("D2 3.1")),
        RuleTold("Players on one box", f"up to {options.bettors}", Cite("D2 14.1")),
        RuleTold("Boxes of one player", f"up to {options.extra_boxes + 1}", Cite("D2 14.4")),
        RuleTold("Most on one box, all players together", _most(options.box_maximum), Cite("D2 14.2")),
        RuleTold("Most of one player on one box", _most(options.player_maximum), Cite("D2 14.2")),
        *(
            RuleTold(f"Most of {each.player} on one box", _most(each.amount), Cite("D2 14.2"))
            for each in options.player_maxima
        ),
        RuleTold("Super Sevens", sevens, Cite("D2 15.1")),
        RuleTold("Cutting cards", str(options.cutting_cards), Cite("D2 3.3(b)")),
        RuleTold("First card of a shoe discarded", _yes(options.burn), Cite("D2 8.1")),
        RuleTold("Held to the minimum after missing the first round", _yes(held["absent"]), Cite("D2 5.8(a)")),
        RuleTold("Held to the minimum after sitting out a round", _yes(held["skipping"]), Cite("D2 5.8(b)")),
    )


def _yes(is_so: bool) -> str:
    return "yes" if is_so else "no"


def _most(cents: int | None) -> str:
    return "as the table's sign says" if cents is None else f"${dollars(cents)}"
