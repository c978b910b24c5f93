"""Random tournaments: their conditions, and one act after the other until they are over."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from croupier import Conditions, Duration, Issue, Measure, Prize, Sign, Stage
from croupier.games.acts import Act
from croupier.games.offers import Bounds, Choices, Words
from croupier.games.tournament.acts import (
    AcceptEntry,
    Apply,
    BuyChips,
    CancelTournament,
    Contribute,
    CorrectTally,
    DeclineIssue,
    IssueAgain,
    NotifyApplicant,
    PayFee,
    PayPrizes,
    PlaceAt,
    Redeem,
    RefuseEntry,
    ReportSession,
    SetTables,
    SetTime,
    StartSession,
    WithdrawEntry,
)
from croupier.games.tournament.conditions import TieBreak, refuses_conditions
from croupier.games.tournament.game import Tournament
from croupier.games.tournament.session_table.table_acts import Attendance, Disqualify
from croupier.games.tournament.state import Status
from croupier.games.tournament.tally import Count, Tally

STARTS = 1_000_000
SHORT = Duration(Measure.ROUNDS, 5)
SHARES = ((1,), (3, 2), (5, 3, 2), (4, 3, 2, 1), (7, 5, 3, 2, 1, 1, 1))
FORWARD = (SetTables, BuyChips, StartSession, ReportSession, IssueAgain, DeclineIssue, PayPrizes, Redeem)
"""What brings a tournament forward; the draw comes apart, as chance does."""


def lawful_conditions(chance: Random) -> Conditions:
    found = conditions(chance)
    while refuses_conditions(found) is not None:
        found = conditions(chance)
    return found


def conditions(chance: Random) -> Conditions:
    stages = tuple(
        Stage(SHORT, chance.choice((1, 2, 3)), chance.choice((0, 0, 0, 1, 2))) for _ in range(chance.choice((1, 2, 3)))
    )
    goods = Prize(goods="a trophy", value=99_99)
    prizes = tuple(Prize(share=share) for share in chance.choice(SHARES))
    if chance.random() < 0.2:
        prizes = (Prize(amount=1_000_01, goods="a trophy", value=50_00), *prizes[1:], goods)[:7]
    return Conditions(
        name="at random",
        entry_form="name",
        entry_fee=chance.choice((0, 50_00, 33_33, 1)),
        chips=1_000_00,
        issue=chance.choice((Issue.FREE, Issue.SOLD)),
        sign=Sign(10_00, 500_00),
        stages=stages,
        final=SHORT,
        play_off=SHORT,
        prizes=prizes,
        starts=STARTS,
        nil_by_round=chance.random() < 0.2,
        tie_break=chance.choice((TieBreak.PLAY_OFF, TieBreak.PLAY_OFF, TieBreak.LOT, TieBreak.ALL)),
        substitutes=chance.random() < 0.3,
        late_entries=chance.random() < 0.4,
        break_seconds=chance.choice((0, 0, 600)),
        final_chips=chance.choice((None, 2_000_00)),
    )


def tally_of(chance: Random, seats: tuple[str, ...]) -> Tally:
    """Few different figures, so that players tie; now and then nobody has anything left."""
    rounds = chance.randint(1, 5)
    if chance.random() < 0.15:
        return Tally(rounds, 10_00, tuple(Count(player, 0, rounds) for player in seats))
    counts = []
    for player in seats:
        chips = chance.choice((0, 0, 5_00, 10_00, 10_00, 1_000_00, 1_500_00, 50 * chance.randint(0, 4_000)))
        fell = 0 if chips >= 10_00 else chance.choice((rounds, chance.randint(1, rounds)))
        counts.append(Count(player, chips, fell, chance.random() < 0.05))
    able = [count for count in counts if count.chips >= 10_00 and not count.disqualified]
    # Where two or more could go on, the session had all its rounds (ruling T43).
    return until_it_was_over(Tally(rounds if len(able) <= 1 else SHORT.count, 10_00, tuple(counts)))


def until_it_was_over(tally: Tally) -> Tally:
    """A session ends when all but one have fallen (6.1): who is said to fall later fell in that round."""
    falls = sorted(count.fell for count in tally.counts if count.fell and not count.disqualified)
    all_but_one = len(tally.counts) - 1
    if len(falls) < all_but_one:
        return tally
    last = falls[all_but_one - 1]
    return Tally(last, tally.minimum, tuple(replace(each, fell=min(each.fell, last)) for each in tally.counts))


def another_tally(chance: Random, right: Tally, seats: tuple[str, ...]) -> Tally:
    """Another tally of the same players, which has the same people disqualified."""
    other = tally_of(chance, seats)
    counts = zip(other.counts, right.counts, strict=True)
    counted = (replace(wrong, disqualified=was.disqualified, ground=was.ground) for wrong, was in counts)
    return until_it_was_over(replace(other, counts=tuple(counted)))


def entered(state: Tournament, chance: Random, entrants: int) -> list[Act]:
    acts: list[Act] = [SetTime(STARTS - 400_000), Attendance(present=True), Contribute(123_45)]
    fee = state.conditions.entry_fee
    for number in range(entrants):
        name = f"p{number:03}"
        acts += [Apply(name), NotifyApplicant(name)]
        acts += [PayFee(name, fee)] if fee else []
        is_refused = number >= 8 and chance.random() < 0.05
        acts.append(RefuseEntry(name, "barred") if is_refused else AcceptEntry(name))
    return acts


def filled(chance: Random, field: Any) -> Any:
    match field:
        case Bounds(lowest, highest, step):
            return lowest + step * chance.randint(0, (highest - lowest) // step)
        case Choices(values):
            return chance.choice(values)
        case Words():
            return "so it was"


MOST_LATE = 4


def late_act(state: Tournament) -> Act | None:
    """The next step of somebody who enters late, or the first of the next who does (ruling T46): a few at most."""
    entry = next((entry for entry in state.entries if entry.status is Status.APPLICANT), None)
    if entry is None:
        came = sum(each.player.startswith("late") for each in state.entries)
        return Apply(f"late{came}") if came < MOST_LATE else None
    fee = state.conditions.entry_fee or 0
    if not entry.notified:
        return NotifyApplicant(entry.player)
    return AcceptEntry(entry.player) if entry.paid == fee else PayFee(entry.player, fee)


def corrected(state: Tournament, chance: Random, offered: Act) -> Act:
    """All of the counts otherwise, where that can be; or the one chip more that is offered."""
    assert isinstance(offered, CorrectTally)
    seats = tuple(count.player for count in offered.tally.counts)
    other = replace(offered, tally=another_tally(chance, offered.tally, seats))
    return offered if state.refuses(other) else other


def next_act(state: Tournament, chance: Random) -> Act:
    """Somebody drops out now and then; else what brings the tournament forward."""
    if chance.random() < 0.03 and state.players:
        player = chance.choice(state.players)
        act: Act = chance.choice((Disqualify(player, "did not attend", "late"), WithdrawEntry(player)))
        if state.refuses(act) is None:
            return act
    if state.late_table is not None and chance.random() < 0.2 and (late := late_act(state)) is not None:
        return late
    if state.is_drawing:
        if not state.draws or chance.random() < 0.95:
            return chance.choice(list(state.chance()))
        draw = state.draws[0]
        seat = chance.choice(draw.seats)
        return PlaceAt(chance.choice(draw.pool), seat.session, seat.box)
    corrections = [*state._handlers[CorrectTally].offers(state)] if chance.random() < 0.05 else []
    if corrections:
        return corrected(state, chance, chance.choice(corrections).act(reason="a stack was overlooked"))
    offers = [offer for kind in FORWARD for offer in state._handlers[kind].offers(state)]
    if not offers:
        starts = state.starts or STARTS
        return SetTime(starts) if state.now < starts else CancelTournament("too few")
    offer = chance.choice(offers)
    if offer.kind is ReportSession:
        session = state.session_here(offer.fields["session"].values[0])  # type: ignore[union-attr]
        return ReportSession(session.number, tally_of(chance, session.seats))
    return offer.act(**{name: filled(chance, field) for name, field in offer.fields.items()})
