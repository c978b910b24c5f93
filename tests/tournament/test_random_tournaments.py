"""Random tournaments of every size, with players who leave, are disqualified or never come, and ties everywhere."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier import Conditions, Duration, Issue, Measure, Prize, Sign, Stage
from croupier.dealing.tournaments import random_tournament
from croupier.games.tournament.acts import CorrectTally, PayFee, ReportSession
from croupier.games.tournament.game import Tournament, open_tournament
from croupier.games.tournament.state import Phase, Status
from croupier.record import read, record_of, replay, write
from tests.support.rules.random_tournaments import STARTS, another_tally, entered, lawful_conditions, next_act

CHUNKS = 4
IN_CHUNK, IN_LONG_CHUNK = 50, 5_000
FATES = {
    Status.REFUSED,
    Status.WITHDRAWN,
    Status.DISQUALIFIED,
    Status.OUT,
    Status.PLACED,
    Status.SENT_HOME,
}


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
    start = open_tournament(lawful_conditions(chance))
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


# A miscount that is corrected


def standings(state: Tournament) -> dict[str, object]:
    """All that follows from the tallies, but for the numbers of play-offs and the words that explain it."""
    return {
        "phase": (state.phase, state.stage, state.starts),
        "people": [(each.player, each.status, each.paid, each.holding, each.chip_money) for each in state.entries],
        "through": sorted(each.player for each in state.through),
        "to be seated": sorted(draw.pool for draw in state.draws),
        "lots": [contest.lot for contest in state.lots],
        "asked": [contest.reissue for contest in state.contests if contest.reissue],
        "places": [(placing.place, placing.players) for placing in state.placings],
        "money": ([(award.player, award.money) for award in state.awards], state.pool),
    }


def correct_each_tally(chance: Random, entrants: int) -> int:
    """At every tally of a whole tournament: a wrong one that is put right leads to the same as the right one."""
    start = open_tournament(lawful_conditions(chance))
    state, corrections = start.play(*entered(start, chance, entrants)), 0
    while state.phase not in (Phase.OVER, Phase.OFF):
        act = next_act(state, chance)
        if isinstance(act, ReportSession):
            wrong = another_tally(chance, act.tally, state.session_here(act.session).seats)
            reported = replace(act, tally=wrong, reason="the clock stopped")
            after = state.play(act)
            # Who is gone since an earlier tally is out of that one too, though what it had decided stands.
            is_whole = after.gone.isdisjoint(player for each in state.sessions for player in each.seats)
            if is_whole and wrong != act.tally and state.refuses(reported) is None:
                right = state.play(reported, CorrectTally(act.session, act.tally, "a stack was overlooked"))
                assert standings(right) == standings(after), (wrong, act.tally)
                corrections += 1
        state = state.play(act)
    return corrections


@pytest.mark.clause("D7 6.4")
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_D7_6_4_T43_a_miscount_that_is_corrected_leads_to_what_the_right_tally_would_have(
    chunk: int, request: pytest.FixtureRequest
) -> None:
    long = bool(request.config.getoption("--long"))
    count = IN_LONG_CHUNK if long else IN_CHUNK
    sizes = (4, 5, 8, 9, 13, 16)
    corrections = sum(correct_each_tally(Random(f"{chunk} {each}"), sizes[each % len(sizes)]) for each in range(count))
    assert corrections > count
