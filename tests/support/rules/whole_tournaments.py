"""Short words for tests of a whole tournament: entries, draws, sessions with tallies chosen by hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from croupier import Role, Sign
from croupier.games.acts import Act
from croupier.games.offers import Offer
from croupier.games.people import Actor
from croupier.games.tournament.acts import (
    AcceptEntry,
    Apply,
    BuyChips,
    DrawSeat,
    NotifyApplicant,
    PayFee,
    PayPrizes,
    ReportSession,
    SetTables,
    SetTime,
    StartSession,
)
from croupier.games.tournament.conditions import Conditions, Duration, Issue, Measure, Prize, Stage, tables_for
from croupier.games.tournament.game import Tournament, open_tournament
from croupier.games.tournament.session_table.table_acts import Attendance, Disqualify
from croupier.games.tournament.state import Phase
from croupier.games.tournament.tally import Count, Tally
from croupier.rulebook import EDITION

NAMES = (
    *("ana", "ben", "cat", "dan", "eve", "fay", "gil", "hal"),
    *("ivy", "jon", "kim", "leo", "mia", "ned", "oli", "pam"),
)
FEE, CHIPS, MINIMUM, ROUNDS = 50_00, 1_000_00, 5_00, 9
START = 10_000_000
"""When play begins; the clock of a new tournament stands at 0."""
SIGN = Sign(minimum=MINIMUM, maximum=500_00)
STAFF_ROLES = tuple(role for role in Role if role is not Role.PLAYER)


def rounds(count: int) -> Duration:
    return Duration(Measure.ROUNDS, count)


TERMS = Conditions(
    name="Spring Cup",
    entry_form="Name and address",
    entry_fee=FEE,
    chips=CHIPS,
    issue=Issue.FREE,
    sign=SIGN,
    stages=(Stage(rounds(10), advance=2),),
    final=rounds(12),
    play_off=rounds(5),
    prizes=(Prize(share=60), Prize(share=30), Prize(share=10)),
    starts=START,
)


def stage(**wishes: Any) -> tuple[Stage, ...]:
    return (replace(TERMS.stages[0], **wishes),)


def opened(edition: int = EDITION, **wishes: Any) -> Tournament:
    return open_tournament(replace(TERMS, **wishes), edition)


def entered(state: Tournament, *names: str) -> Tournament:
    """These people as players: told the conditions, the fee paid, accepted."""
    for name in names:
        state = state.play(Apply(name), NotifyApplicant(name))
        if state.conditions.entry_fee:
            state = state.play(PayFee(name, state.conditions.entry_fee))
        state = state.play(AcceptEntry(name))
    return state


def field(count: int, **wishes: Any) -> Tournament:
    """So many players accepted, before the tables are set."""
    return entered(opened(**wishes), *NAMES[:count])


def drawing(count: int, *sizes: int, **wishes: Any) -> Tournament:
    """So many players, the tables set, no seat drawn yet."""
    return field(count, **wishes).play(SetTables(sizes or tables_for(count)))


def drawn(state: Tournament) -> Tournament:
    """Every seat that is drawn for goes to the first by name of those who have none."""
    while state.draws:
        state = state.play(DrawSeat(state.draws[0].pool[0]))
    return state


def seated(count: int, *sizes: int, **wishes: Any) -> Tournament:
    return drawn(drawing(count, *sizes, **wishes))


def ready(state: Tournament) -> Tournament:
    """The director is there, the hour has come, and chips that are sold are bought."""
    state = drawn(state)
    if not state.director_present:
        state = state.play(Attendance(present=True))
    if state.starts is not None and state.now < state.starts:
        state = state.play(SetTime(state.starts))
    for player in state.players:
        if state.price_for(player) is not None:
            state = state.play(BuyChips(player))
    return state


def started(state: Tournament, *numbers: int) -> Tournament:
    """These sessions begun, or all that wait."""
    state = ready(state)
    waiting = tuple(session.number for session in state.sessions if session.is_waiting)
    return state.play(*(StartSession(number) for number in numbers or waiting))


def playing(count: int, *sizes: int, **wishes: Any) -> Tournament:
    """So many players at tables that have all begun."""
    return started(seated(count, *sizes, **wishes))


def tally(seats: Iterable[str], text: str, minimum: int = MINIMUM) -> Tally:
    """`"ana 500, ben 0@3, cat 400!"`: ben fell in round 3, cat was disqualified; all others hold 10."""
    counts = {player: Count(player, 10_00) for player in seats}
    for entry in text.split(", "):
        player, figures = entry.split()
        chips, _, fell = figures.rstrip("!").partition("@")
        assert player in counts, player
        counts[player] = Count(player, int(chips) * 100, int(fell or 0), figures.endswith("!"))
    return Tally(ROUNDS, minimum, tuple(counts.values()))


def report(state: Tournament, text: str) -> ReportSession:
    """The tally of the session in which the first player named is playing."""
    session = state.session_of(text.partition(" ")[0])
    assert session is not None, text
    sign, length = state.sign_of(session.number), state.duration_of(session.number)
    return ReportSession(session.number, lasting(tally(session.seats, text, sign.minimum), length))


def lasting(found: Tally, length: Duration) -> Tally:
    """The tally as a session of that length can end with it (ruling T43): round 9 stands for the last of them.

    Where two or more can still wager it had all its rounds. Who holds too little, and of whom nothing is said, fell in
    the last.
    """
    able = [count for count in found.standing if count.chips >= found.minimum]
    if length.measure is not Measure.ROUNDS:
        return found
    back = max(0, ROUNDS - length.count)
    counts = tuple(replace(count, fell=max(1, count.fell - back)) if count.fell else count for count in found.counts)
    latest = max((count.fell for count in counts), default=0)
    last = length.count if len(able) > 1 else latest or length.count
    unsaid = [count for count in counts if count.chips < found.minimum and not count.fell and not count.disqualified]
    return Tally(last, found.minimum, tuple(replace(each, fell=last) if each in unsaid else each for each in counts))


def counted(state: Tournament, *texts: str) -> Tournament:
    """Sessions that are being played end with these tallies; where that decides the final, its prizes are paid."""
    for text in texts:
        state = paid(state.play(report(state, text)))
    return state


def paid(state: Tournament) -> Tournament:
    """The prizes paid where everybody has a place."""
    return state.play(PayPrizes()) if state.phase is Phase.DECIDED else state


def played(state: Tournament, *texts: str) -> Tournament:
    """The sessions that wait are drawn, started and end with these tallies."""
    return counted(started(state), *texts)


def next_stage(state: Tournament) -> Tournament:
    """The tables of the next stage set as they are offered, the seats drawn, the sessions begun."""
    return started(state.play(SetTables(tables_for(len(state.players)))))


def out(player: str, ground: str = "broke the rules", reason: str = "as seen") -> Disqualify:
    return Disqualify(player, ground, reason)


def offered(state: Tournament, kind: type[Act]) -> list[Offer]:
    return [offer for offer in state.legal if offer.kind is kind]


def roles(state: Tournament, act: Any) -> set[Role]:
    """Which of the staff may do the act, which is accepted of somebody."""
    found: set[Role] = set()
    for role in STAFF_ROLES:
        refused = state.refuses(replace(act, by=Actor(role)))
        if refused is None:
            found.add(role)
        else:
            assert refused.code in ("not_your_act", "not_yours"), refused
    return found


def changed(before: Any, after: Any) -> dict[str, Any]:
    """Every field that is not what it was; of entries, which of their fields."""
    names = [name for name in after.__struct_fields__ if name != "entries"]
    found = {name: getattr(after, name) for name in names if getattr(after, name) != getattr(before, name)}
    for entry in getattr(after, "entries", ()):
        old = before.entry(entry.player)
        if old is None:
            found[entry.player] = entry
        elif entry != old:
            found[entry.player] = changed(old, entry)
    return found


def line_up(state: Tournament) -> dict[int, tuple[str, ...]]:
    """The sessions that have not been counted, and who sits where."""
    return {session.number: session.seats for session in state.sessions if session.tally is None}


def prizes(state: Tournament) -> dict[str, int]:
    return {award.player: award.money for award in state.awards}


def places(state: Tournament) -> list[str]:
    """`["1 ana", "2 ben", "3 cat dan"]`."""
    return [f"{placing.place} {' '.join(placing.players)}" for placing in state.placings]


def refunds(state: Tournament) -> dict[str, int]:
    return {entry.player: entry.refunded for entry in state.entries if entry.refunded}


def is_balanced(state: Tournament, fees: int, contributions: int = 0) -> bool:
    """Whether every cent that came in has gone to a winner or back: the contributions at the end are counted too."""
    added = state.contributed
    assert added >= contributions
    return sum(prizes(state).values()) + sum(refunds(state).values()) == fees + added
