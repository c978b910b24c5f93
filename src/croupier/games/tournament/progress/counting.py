"""Whether a tally can be what a session ended with (D7 6.4, ruling T43)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from croupier.games.money import MOST, is_whole, priced
from croupier.games.refusal import Refusal
from croupier.games.sign import Sign
from croupier.games.tournament.conditions import Conditions, Duration, Measure
from croupier.games.tournament.grounds import GROUNDS
from croupier.games.tournament.tally import Count, Tally
from croupier.rulebook import Cite

RULE = Cite("D7 6.4")
IMPOSSIBLE = Cite("D7 6.4", "T43")
MOST_HANDS = 3
"""Into how many hands a box can be split at most (D2 12)."""


def is_tally_of(tally: Any, seats: tuple[str, ...]) -> bool:
    """Whether it is a tally of these players at all, in whole figures."""
    if not isinstance(tally, Tally) or tuple(count.player for count in tally.counts) != seats:
        return False
    figures = (tally.rounds, tally.minimum, *(figure for count in tally.counts for figure in (count.chips, count.fell)))
    if not all(is_whole(figure) and 0 <= figure <= MOST for figure in figures):
        return False
    return all(_is_count(count, tally) for count in tally.counts)


def _is_count(count: Count, tally: Tally) -> bool:
    """Who holds nothing has fallen, in some round; only who is disqualified has a ground for it."""
    if not isinstance(count.disqualified, bool) or count.fell > tally.rounds:
        return False
    if count.disqualified:
        return count.ground == "" or count.ground in GROUNDS
    return count.ground == "" and (count.chips > 0 or count.fell > 0)


def refuses_impossible(
    tally: Tally, sign: Sign, duration: Duration, conditions: Conditions, reason: str = ""
) -> Refusal | None:
    """What in the tally cannot be; a reason accounts for a session that was shorter than it should have been."""
    why = next(_impossible(tally, sign, duration, conditions, reason), None)
    return None if why is None else Refusal(IMPOSSIBLE, "impossible_tally", why)


def _impossible(tally: Tally, sign: Sign, duration: Duration, conditions: Conditions, reason: str) -> Iterator[str]:
    if duration.measure is Measure.ROUNDS and tally.rounds > duration.count:
        yield f"The session has {duration}, not {tally.rounds}."
    lowest = sign.minimum if conditions.lowest_minimum is None else min(conditions.lowest_minimum, sign.minimum)
    if not lowest <= tally.minimum <= sign.minimum:
        yield f"The minimum at the end was {priced(sign.minimum)}, or as low as the conditions of entry let it fall."
    is_short = duration.measure is Measure.ROUNDS and tally.rounds < duration.count
    if is_short and not reason and all(_is_in(count, tally) for count in tally.counts):
        yield f"The session has {duration}; after {tally.rounds} nobody was out, and no reason is given."
    for count in tally.counts:
        yield from _impossible_count(count, tally, sign)
    if over := _was_over(tally):
        yield f"After round {over} at most one player still had the minimum: the session was over then (6.1)."


def _is_in(count: Count, tally: Tally) -> bool:
    """Whether the player could still wager."""
    return not count.disqualified and count.chips >= tally.minimum


def _was_over(tally: Tally) -> int:
    """After which round the session was over by 6.1, where rounds were counted after it; else 0.

    Nobody knows how long a disqualified player was in.
    """
    fell = sorted(each.fell for each in tally.counts if not each.disqualified and 0 < each.fell < tally.rounds)
    all_but_one = len(tally.counts) - 1
    return fell[all_but_one - 1] if 0 < all_but_one <= len(fell) else 0


def _impossible_count(count: Count, tally: Tally, sign: Sign) -> Iterator[str]:
    chips = f"{count.player} {priced(count.chips)}"
    if count.chips % sign.smallest_chip:
        yield f"{chips}: chips of {priced(sign.smallest_chip)} cannot make that."
    if count.disqualified:
        return
    if count.chips < tally.minimum and not count.fell:
        yield f"{chips}: below the minimum of {priced(tally.minimum)}, but the tally names no round in which it fell."
    if count.chips >= tally.minimum and count.fell:
        yield f"{chips}: enough for the minimum of {priced(tally.minimum)}, but below it since round {count.fell}."


def remarks(tally: Tally, chips: int, maximum: int) -> tuple[str, ...]:
    """More than anybody could have won is remarked, not refused: somebody should look at the table's record."""
    most = most_winnable(chips, tally.rounds, maximum)
    return tuple(
        f"{count.player} {priced(count.chips)}: more than the {priced(most)} that {tally.rounds} rounds can make"
        f" of {priced(chips)}."
        for count in tally.counts
        if count.chips > most
    )


def most_winnable(chips: int, rounds: int, maximum: int) -> int:
    """What a player holds at most after so many rounds: in each either a blackjack on the largest wager, or every chip
    that can be staked on doubled and split hands won.
    """
    for _ in range(rounds):
        blackjack = min(chips, maximum) * 3 // 2
        hands = min(chips, 2 * MOST_HANDS * maximum)
        chips += max(blackjack, hands)
        if chips > MOST:
            return MOST
    return chips
