"""Random tournaments of every size, with players who leave, are disqualified or never come, and ties everywhere."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier import Conditions, Duration, Issue, Measure, Prize, Sign, Stage
from croupier.dealing.tournaments import random_tournament
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
from croupier.games.tournament.game import Tournament, open_tournament
from croupier.games.tournament.state import Phase, Session, Status
from croupier.games.tournament.table_acts import Attendance, Disqualify
from croupier.games.tournament.tally import Count, Tally
from croupier.record import read, record_of, replay, write

CHUNKS = 4
IN_CHUNK, IN_LONG_CHUNK = 50, 5_000
STARTS = 1_000_000
SHORT = Duration(Measure.ROUNDS, 5)
SHARES = ((1,), (3, 2), (5, 3, 2), (4, 3, 2, 1), (7, 5, 3, 2, 1, 1, 1))
FATES = {
    Status.REFUSED,
    Status.WITHDRAWN,
    Status.DISQUALIFIED,
    Status.OUT,
    Status.PLACED,
    Status.SENT_HOME,
}
FORWARD = (SetTables, BuyChips, StartSession, ReportSession, IssueAgain, DeclineIssue, PayPrizes, Redeem)
"""What brings a tournament forward; the draw comes apart, as chance does."""


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


def tally_of(chance: Random, session: Session) -> Tally:
    """Few different figures, so that players tie; now and then nobody has anything left."""
    rounds = chance.randint(1, 5)
    if chance.random() < 0.15:
        return Tally(rounds, 10_00, tuple(Count(player, 0, rounds) for player in session.seats))
    counts = []
    for player in session.seats:
        chips = chance.choice((0, 0, 5_00, 10_00, 10_00, 1_000_00, 1_500_00, 50 * chance.randint(0, 4_000)))
        fell = 0 if chips >= 10_00 else chance.choice((rounds, chance.randint(1, rounds)))
        counts.append(Count(player, chips, fell, chance.random() < 0.05))
    able = [count for count in counts if count.chips >= 10_00 and not count.disqualified]
    # Where two or more could go on, the session had all its rounds (ruling T43).
    return Tally(rounds if len(able) <= 1 else SHORT.count, 10_00, tuple(counts))


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
        return chance.choice(corrections).act(reason="a stack was overlooked")
    offers = [offer for kind in FORWARD for offer in state._handlers[kind].offers(state)]
    if not offers:
        starts = state.starts or STARTS
        return SetTime(starts) if state.now < starts else CancelTournament("too few")
    offer = chance.choice(offers)
    if offer.kind is ReportSession:
        session = state.session_here(offer.fields["session"].values[0])  # type: ignore[union-attr]
        return ReportSession(session.number, tally_of(chance, session))
    return offer.act(**{name: filled(chance, field) for name, field in offer.fields.items()})


def check_money(state: Tournament, fees: int) -> None:
    """Prizes and refunds are the fees and the contributions; what nobody may have back stays in the pool."""
    refunds = sum(entry.refunded for entry in state.entries)
    prizes = sum(award.money for award in state.awards)
    kept = sum(entry.paid for entry in state.entries)
    assert refunds + kept == fees
    if state.phase is Phase.OVER:
        assert prizes + refunds == fees + state.contributed
        assert prizes == state.pool
    else:
        assert not state.awards
        assert kept == sum(entry.paid for entry in state.entries if entry.status is Status.DISQUALIFIED)


def check_fates(state: Tournament) -> None:
    assert {entry.status for entry in state.entries} <= FATES
    placed = sorted(player for placing in state.placings for player in placing.players)
    assert placed == sorted(state.of_status(Status.PLACED))
    for entry in state.entries:
        assert entry.rule is not None
        assert entry.working


def check_chips(state: Tournament, bought: int) -> None:
    """Chips that were sold were paid for, once each; chips that were given are nobody's afterwards."""
    assert sum(entry.chip_money for entry in state.entries) == bought
    if state.conditions.issue is Issue.FREE:
        assert all(entry.holding == entry.redeemed == 0 for entry in state.entries)


def play_one(chance: Random, entrants: int) -> None:
    found = conditions(chance)
    while refuses_conditions(found) is not None:
        found = conditions(chance)
    start = open_tournament(found)
    acts = entered(start, chance, entrants)
    state = start.play(*acts)
    bought, advanced = 0, state.stage
    # Each who drops out before a stage has begun sends it back to the draw, so the draws may be entrants squared.
    for _ in range(entrants * (entrants + 40) + 1_000):
        if state.phase in (Phase.OVER, Phase.OFF):
            break
        assert next(iter(state.legal), None) is not None
        act = next_act(state, chance)
        before = state
        state = state.play(act)
        acts.append(act)
        bought += sum(entry.chip_money for entry in state.entries) - sum(entry.chip_money for entry in before.entries)
        if state.stage > max(advanced, 1) and state.contests and not state.draws:
            # Nobody plays a further stage who did not go on from the last by a clause.
            advanced = state.stage
            assert {player for session in state.sessions for player in session.players} <= {
                each.player for each in state.went_on
            }
    assert state.phase in (Phase.OVER, Phase.OFF), "it never ends"
    check_money(state, sum(act.amount for act in acts if isinstance(act, PayFee)))
    check_fates(state)
    check_chips(state, bought)
    text = write(record_of(start, acts))
    again = replay(read(text))
    assert again.is_in_order
    assert again.table == state


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_tournaments_end_with_every_cent_and_every_player_accounted_for(
    chunk: int, request: pytest.FixtureRequest
) -> None:
    long = bool(request.config.getoption("--long"))
    small = st.sampled_from((4, 5, 7, 8, 9, 13, 14, 15, 29))
    sizes = st.one_of(small, small, small, st.sampled_from((48, 60)))

    @settings(
        max_examples=IN_LONG_CHUNK if long else IN_CHUNK,
        deadline=None,
        database=None,
        derandomize=not long,
        suppress_health_check=list(HealthCheck),
    )
    @given(seed=st.integers(0, 2**64 - 1), entrants=sizes)
    def plays(seed: int, entrants: int) -> None:
        play_one(Random(f"{chunk} {seed}"), entrants)

    plays()


@pytest.mark.parametrize("entrants", [4, 7, 8, 29, 48, 333])
def test_tournaments_of_every_size(entrants: int) -> None:
    play_one(Random(entrants), entrants)


@pytest.mark.parametrize("measure", [Measure.ROUNDS, Measure.SECONDS, Measure.SHOES])
@pytest.mark.parametrize("entrants", [5, 16])
def test_with_real_tables_no_chip_appears_or_vanishes(measure: Measure, entrants: int) -> None:
    """Every tally is what was issued, less what the house won at that table."""
    length = Duration(measure, {Measure.ROUNDS: 6, Measure.SECONDS: 400, Measure.SHOES: 1}[measure])
    found = Conditions(
        name="real tables",
        entry_form="name",
        entry_fee=20_00,
        chips=500_00,
        issue=Issue.FREE,
        sign=Sign(10_00, 200_00),
        stages=(Stage(length, 2),),
        final=length,
        play_off=Duration(Measure.ROUNDS, 2),
        prizes=(Prize(share=2), Prize(share=1)),
        starts=STARTS,
    )
    done = random_tournament(found, entrants, seed=entrants)
    for sat in done.sessions:
        tally = sat.table.tally
        assert tally is not None
        issued = len(sat.session.seats) * sat.session.chips
        assert sum(count.chips for count in tally.counts) + sat.table.general.house == issued
        again = replay(read(write(sat.record)))
        assert again.is_in_order
        assert again.table == sat.table
    assert replay(read(write(done.record))).table == done.tournament
    assert random_tournament(found, entrants, seed=entrants).tournament == done.tournament
