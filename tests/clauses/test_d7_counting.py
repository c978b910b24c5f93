"""Tallies that cannot be, and miscounts that are corrected (D7 6.4, ruling T43)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from croupier import Role, Sign
from croupier.games.offers import Choices, Offer, Words
from croupier.games.refusal import Refusal
from croupier.games.tournament.acts import (
    AlterStart,
    BreakOff,
    CancelTournament,
    Contribute,
    CorrectTally,
    DeclineIssue,
    Determine,
    DrawLot,
    DrawSeat,
    IssueAgain,
    PayPrizes,
    PlaceAt,
    Redeem,
    ReportSession,
    SetTables,
    StartSession,
    WithdrawEntry,
)
from croupier.games.tournament.conditions import Duration, Issue, Measure, Prize, TieBreak
from croupier.games.tournament.game import Tournament
from croupier.games.tournament.progress.counting import most_winnable
from croupier.games.tournament.state import IssueAnswer, LotDrawn, Phase, Status
from croupier.games.tournament.tally import Count, Tally
from croupier.rulebook import Cite
from tests.support.rules.whole_tournaments import (
    FEE,
    NAMES,
    START,
    counted,
    drawn,
    field,
    is_balanced,
    offered,
    out,
    places,
    played,
    playing,
    prizes,
    report,
    roles,
    seated,
    stage,
    started,
)

RULE = Cite("D7 6.4", "T43")
FOUR = NAMES[:4]


def counts(**chips: int | tuple[int, int]) -> tuple[Count, ...]:
    """In dollars; a pair says in which round one fell."""
    return tuple(
        Count(player, held * 100) if isinstance(held, int) else Count(player, held[0] * 100, held[1])
        for player, held in chips.items()
    )


def impossible(why: str) -> Refusal:
    return Refusal(RULE, "impossible_tally", why)


# What cannot be: a session of 10 rounds, minimum 5, chips of 50 cents


@pytest.mark.clause("D7 6.4")
@pytest.mark.parametrize(
    ("tally", "why"),
    [
        (Tally(11, 5_00, counts(ana=900, ben=10, cat=10, dan=10)), "The session has 10 rounds, not 11."),
        (
            Tally(9, 5_00, counts(ana=900, ben=10, cat=10, dan=10)),
            "The session has 10 rounds; after 9 nobody was out, and no reason is given.",
        ),
        (
            Tally(10, 5_00, counts(ana=900, ben=4, cat=10, dan=10)),
            "ben $4: below the minimum of $5, but the tally names no round in which it fell.",
        ),
        (
            Tally(10, 5_00, counts(ana=900, ben=(5, 3), cat=10, dan=10)),
            "ben $5: enough for the minimum of $5, but below it since round 3.",
        ),
        (
            Tally(10, 5_00, (Count("ana", 900_25), *counts(ben=10, cat=10, dan=10))),
            "ana $900.25: chips of $0.50 cannot make that.",
        ),
        *(
            (
                Tally(10, minimum, counts(ana=900, ben=10, cat=10, dan=10)),
                "The minimum at the end was $5, or as low as the conditions of entry let it fall.",
            )
            for minimum in (0, 4_50, 5_50)
        ),
    ],
)
def test_D7_6_4_T43_a_tally_that_cannot_be_is_refused_with_what_is_impossible(tally: Tally, why: str) -> None:
    assert playing(8).refuses(ReportSession(1, tally)) == impossible(why)
    assert playing(8, edition=1).refuses(ReportSession(1, tally)) is None


@pytest.mark.clause("D7 6.4", "D7 6.1", "D7 6.2")
@pytest.mark.parametrize(
    ("tally", "wishes"),
    [
        (Tally(10, 5_00, counts(ana=900, ben=10, cat=(4, 2), dan=(0, 10))), {}),
        (Tally(3, 5_00, counts(ana=900, ben=(4, 3), cat=(0, 2), dan=(0, 1))), {}),
        (Tally(9, 5_00, counts(ana=900, ben=10, cat=10, dan=(0, 9))), {}),
        (Tally(9, 5_00, (*counts(ana=900, ben=10, cat=10), Count("dan", 10_00, 0, True))), {}),
        (Tally(3, 5_00, counts(ana=(0, 3), ben=(4, 3), cat=(0, 2), dan=(0, 1))), {}),
        (Tally(3, 5_00, (Count("ana", 900_00), *(Count(name, 900_00, 0, True) for name in FOUR[1:]))), {}),
        (Tally(10, 2_50, counts(ana=900, ben=4, cat=10, dan=10)), {"lowest_minimum": 2_50}),
        (
            Tally(2, 5_00, counts(ana=900, ben=10, cat=10, dan=10)),
            {"stages": stage(duration=Duration(Measure.SECONDS, 600))},
        ),
        (
            Tally(400, 5_00, counts(ana=900, ben=10, cat=10, dan=10)),
            {"stages": stage(duration=Duration(Measure.SHOES, 1))},
        ),
    ],
)
def test_D7_6_4_T43_a_tally_that_can_be(tally: Tally, wishes: dict[str, Any]) -> None:
    assert playing(8, **wishes).refuses(ReportSession(1, tally)) is None


@pytest.mark.clause("D7 6.4")
def test_D7_6_4_T43_a_reason_accounts_for_a_session_that_was_cut_short() -> None:
    short = Tally(7, 5_00, counts(ana=900, ben=800, cat=10, dan=10))
    assert playing(8).refuses(ReportSession(1, short, reason="fire alarm")) is None
    for bad in (5, " x", "a\nb", "a" * 201):
        refusal = playing(8).refuses(ReportSession(1, short, reason=bad))  # type: ignore[arg-type]
        assert refusal == Refusal(RULE, "no_reason", "Give the reason on one line."), bad


@pytest.mark.clause("D7 6.4")
def test_D7_6_4_T43_more_than_could_have_been_won_is_remarked_and_not_refused() -> None:
    """In one round with a maximum of 500 a player of 1000 doubles it at best: three hands, each doubled."""
    assert most_winnable(1_000_00, 1, 500_00) == 2_000_00
    assert most_winnable(1_000_00, 2, 500_00) == 4_000_00
    assert most_winnable(1_000_00, 3, 500_00) == 7_000_00
    assert most_winnable(10_00, 1, 500_00) == 25_00
    assert most_winnable(1_000_00, 0, 500_00) == 1_000_00
    much = Tally(1, 5_00, counts(ana=2001, ben=(0, 1), cat=(0, 1), dan=(0, 1)))
    state = playing(8).play(ReportSession(1, much))
    assert state.remarks == ("ana $2001: more than the $2000 that 1 rounds can make of $1000.",)
    less = Tally(1, 5_00, counts(ana=2000, ben=(0, 1), cat=(0, 1), dan=(0, 1)))
    assert playing(8).play(ReportSession(1, less)).remarks == ()


# Corrections


def corrected(state: Tournament, number: int, **chips: int) -> Tournament:
    return state.play(correction(state, number, **chips))


def correction(state: Tournament, number: int, **chips: int) -> CorrectTally:
    sessions = state.last_stage.sessions if state.last_stage else state.sessions
    tally = next(each.tally for each in sessions if each.number == number)
    assert tally is not None
    fixed = tuple(replace(each, chips=chips.get(each.player, each.chips // 100) * 100) for each in tally.counts)
    return CorrectTally(number, replace(tally, counts=fixed), "a stack was overlooked")


def through(state: Tournament) -> list[str]:
    return sorted(each.player for each in state.through)


@pytest.mark.clause("D7 6.4", "D7 6.5")
def test_D7_6_4_T43_a_miscount_is_corrected_while_the_stage_is_played() -> None:
    state = counted(playing(8), "ana 900, ben 800, cat 700, dan 600")
    assert through(state) == ["ana", "ben"]
    right = corrected(state, 1, cat=850)
    assert through(right) == ["ana", "cat"]
    assert right.session_here(1).tally == correction(state, 1, cat=850).tally
    assert roles(state, correction(state, 1, cat=850)) == {Role.TOURNAMENT_DIRECTOR}
    was = correction(state, 1).tally
    one_more = replace(was, counts=(replace(was.counts[0], chips=900_50), *was.counts[1:]))
    assert offered(state, CorrectTally) == [
        Offer(
            CorrectTally,
            Role.TOURNAMENT_DIRECTOR,
            {"session": Choices((1,)), "tally": Choices((one_more,)), "reason": Words()},
        )
    ]
    for offer in offered(state, CorrectTally):
        assert state.refuses(offer.act(reason="x")) is None
    # One chip more for the first who could still wager: with the minimum, too.
    least = counted(playing(8), "ana 4@9, ben 5, cat 700, dan 600")
    (offer,) = offered(least, CorrectTally)
    (more,) = offer.fields["tally"].values  # type: ignore[union-attr]
    assert [each.chips for each in more.counts] == [4_00, 5_50, 700_00, 600_00]


@pytest.mark.clause("D7 6.4", "D7 6.7")
def test_D7_6_4_T43_until_the_next_stage_is_drawn() -> None:
    over = played(seated(8), "ana 900, ben 800, cat 700, dan 600", "eve 700, fay 600, gil 500, hal 400")
    assert (over.players, over.entry_here("cat").status) == (("ana", "ben", "eve", "fay"), Status.OUT)
    right = corrected(over, 1, cat=850)
    assert right.players == ("ana", "cat", "eve", "fay")
    assert right.entry_here("ben").status is Status.OUT
    assert right.entry_here("cat").rule is None
    # The tables are set and nobody has a seat: the stage is not drawn yet.
    tables = right.play(SetTables((4,)))
    back = corrected(tables, 1, ben=860)
    assert (back.stage, back.is_final, back.sessions, back.draws) == (1, False, (), ())
    assert (back.players, back.awaits_tables) == (("ana", "ben", "eve", "fay"), True)
    assert back.play(SetTables((4,))).stage == tables.stage
    tied = corrected(tables, 1, ben=850)
    assert (tied.stage, tied.draws[0].pool) == (1, ("ben", "cat"))
    final = tables.play(DrawSeat("eve"))
    assert offered(final, CorrectTally) == []
    placed = tables.play(PlaceAt("eve", tables.sessions[0].number, 2))
    assert placed.refuses(correction(over, 1, cat=900)) is not None
    refusal = final.refuses(correction(over, 1, cat=900))
    assert refusal is not None
    assert (refusal.rule, refusal.code) == (RULE, "no_such_session")
    assert places(played(final, "ana 900, cat 800, eve 700, fay 600")) == ["1 ana", "2 cat", "3 eve", "4 fay"]


@pytest.mark.clause("D7 6.4", "D7 6.5", "D7 1.0 Play-Off")
def test_D7_6_4_T43_a_play_off_that_is_no_longer_needed_falls_away_and_one_that_is_stays() -> None:
    tied = counted(playing(8), "ana 900, ben 800, cat 800, dan 600")
    assert tied.draws[0].pool == ("ben", "cat")
    without = corrected(tied, 1, ben=850)
    assert (without.draws, [session.number for session in without.sessions]) == ((), [1, 2])
    assert through(without) == ["ana", "ben"]
    same = corrected(tied, 1, ana=950)
    assert (same.draws, same.last_session) == (tied.draws, tied.last_session)
    played_off = played(tied, "ben 500, cat 400")
    assert through(played_off) == ["ana", "ben"]
    assert through(corrected(played_off, 1, ana=950)) == ["ana", "ben"]
    assert through(corrected(played_off, 3, cat=600)) == ["ana", "cat"]
    anew = corrected(played_off, 1, dan=800)
    assert anew.draws[0].pool == ("ben", "cat", "dan")
    assert [session.number for session in anew.sessions] == [1, 2, 4]


@pytest.mark.clause("D7 6.4", "D7 6.9")
def test_D7_6_4_T43_in_the_final_until_the_prizes_are_paid() -> None:
    tied = counted(playing(4), "ana 900, ben 900, cat 700, dan 600")
    right = corrected(tied, 1, ben=890)
    assert (right.phase, places(right)) == (Phase.DECIDED, ["1 ana", "2 ben", "3 cat", "4 dan"])
    assert (prizes(right), right.players, right.fund) == ({"ana": 120_00, "ben": 60_00, "cat": 20_00}, FOUR, 4 * FEE)
    assert right.draws == ()
    assert [session.number for session in right.sessions] == [1]
    assert len(offered(right, CorrectTally)) == 1
    again = corrected(right, 1, ben=910)
    assert (again.phase, places(again)) == (Phase.DECIDED, ["1 ben", "2 ana", "3 cat", "4 dan"])
    assert corrected(again, 1, ben=900).draws[0].pool == ("ana", "ben")
    over = again.play(PayPrizes())
    assert (over.phase, places(over), over.fund) == (Phase.OVER, places(again), 0)
    assert prizes(over) == {"ben": 120_00, "ana": 60_00, "cat": 20_00}
    assert is_balanced(over, 4 * FEE)
    late = Refusal(RULE, "prizes_paid", "The prizes are paid: it is too late to correct a tally.")
    assert over.refuses(correction(over, 1, ben=900)) == late
    assert not offered(over, CorrectTally)


@pytest.mark.clause("D7 6.4", "D7 6.9")
def test_D7_6_4_T43_a_play_off_of_the_final_stands_through_a_correction_that_leaves_the_tie() -> None:
    tied = counted(playing(4), "ana 900, ben 900, cat 700, dan 600")
    state = started(tied)
    decided = state.play(report(state, "ana 500, ben 400"))
    assert (decided.phase, places(decided)) == (Phase.DECIDED, ["1 ana", "2 ben", "3 cat", "4 dan"])
    other = corrected(decided, 1, cat=650)
    assert (other.phase, places(other)) == (Phase.DECIDED, ["1 ana", "2 ben", "3 cat", "4 dan"])
    play_off = corrected(decided, 2, ben=600)
    assert (play_off.phase, places(play_off)) == (Phase.DECIDED, ["1 ben", "2 ana", "3 cat", "4 dan"])
    third = corrected(decided, 1, cat=900)
    assert (third.phase, third.placings, third.awards, third.draws[0].pool) == (
        Phase.PLAY,
        (),
        (),
        ("ana", "ben", "cat"),
    )


@pytest.mark.clause("D7 6.4", "D7 3.4", "D7 6.8")
def test_D7_3_4_T43_who_pays_the_prizes_and_when() -> None:
    rule = Cite("D7 3.4", "T43")
    state = playing(4)
    early = Refusal(Cite("D7 6.8", "T43"), "not_decided", "Prizes are paid when everybody has a place.")
    assert state.refuses(PayPrizes()) == early
    assert not offered(state, PayPrizes)
    decided = state.play(report(state, "ana 900, ben 800, cat 700, dan 600"))
    assert roles(decided, PayPrizes()) == {Role.TOURNAMENT_DIRECTOR, Role.OPERATOR}
    assert offered(decided, PayPrizes) == [Offer(PayPrizes, Role.TOURNAMENT_DIRECTOR, {})]
    more = decided.play(Contribute(100_00))
    assert (more.phase, prizes(more)) == (Phase.DECIDED, prizes(more.play(PayPrizes())))
    assert prizes(more) == {"ana": 180_00, "ben": 90_00, "cat": 30_00}
    over = decided.play(PayPrizes())
    assert over.refuses(PayPrizes()) == Refusal(rule, "prizes_paid", "The prizes are paid.")
    off = field(4).play(CancelTournament("no room"))
    assert off.refuses(PayPrizes()) == Refusal(Cite("D7 3.5(b)"), "tournament_over", "The tournament did not proceed.")


@pytest.mark.clause("D7 6.4", "D7 6.8")
def test_D7_6_8_T43_play_is_over_once_everybody_has_a_place() -> None:
    state = playing(4)
    decided = state.play(report(state, "ana 900, ben 800, cat 700, dan 600"))
    won = Refusal(Cite("D7 6.8"), "final_decided", "The tournament is won. Its prizes are to be paid.")
    for act in (
        WithdrawEntry("dan"),
        BreakOff("rain"),
        CancelTournament("rain"),
        AlterStart(START + 10_000),
        SetTables((4,)),
        Determine(decided.conditions),
    ):
        assert decided.refuses(act) == won, act
    assert all(decided.undecided(name) == FEE for name in FOUR)
    assert decided.engaged == frozenset(FOUR)


@pytest.mark.clause("D7 3.3(b)(i)", "D7 3.6", "D7 6.8")
def test_D7_3_3_b_T21_who_is_disqualified_before_the_prizes_are_paid_has_no_place() -> None:
    state = playing(4)
    decided = state.play(report(state, "ana 900, ben 800, cat 700, dan 600")).play(out("ben"))
    assert (decided.phase, places(decided)) == (Phase.DECIDED, ["1 ana", "2 cat", "3 dan"])
    assert decided.play(PayPrizes()).entry_here("ben").paid == FEE
    tied = state.play(report(state, "ana 900, ben 800, cat 700, dan 700")).play(out("ana"))
    assert (tied.phase, tied.placings, tied.draws[0].pool) == (Phase.PLAY, (), ("cat", "dan"))
    assert tied.contests[0].purpose == "runner-up"
    assert places(played(tied, "cat 100, dan 90")) == ["1 ben", "2 cat", "3 dan"]


@pytest.mark.clause("D7 6.4", "D7 6.8")
def test_D7_6_4_T43_in_the_first_edition_the_last_tally_pays() -> None:
    state = playing(4, edition=1)
    over = state.play(report(state, "ana 900, ben 800, cat 700, dan 600"))
    assert (over.phase, prizes(over)) == (Phase.OVER, {"ana": 120_00, "ben": 60_00, "cat": 20_00})


@pytest.mark.clause("D7 6.4")
def test_D7_6_4_T43_best_losers_are_found_anew() -> None:
    terms = {"stages": stage(advance=1, best_losers=2), "prizes": (Prize(share=1),)}
    over = played(seated(8, **terms), "ana 900, ben 800, cat 100, dan 90", "eve 700, fay 600, gil 80, hal 70")
    assert over.players == ("ana", "ben", "eve", "fay")
    assert corrected(over, 2, gil=650).players == ("ana", "ben", "eve", "gil")


@pytest.mark.clause("D7 6.4", "D7 6.12(b)")
def test_D7_6_4_T43_chips_that_were_bought_follow_the_correction() -> None:
    state = counted(playing(8, issue=Issue.SOLD), "ana 900, ben 800, cat 700, dan 600")
    right = corrected(state, 1, cat=850)
    assert [right.entry_here(name).holding for name in FOUR] == [900_00, 800_00, 850_00, 600_00]
    redeemed = state.play(Redeem("dan", 600_00))
    refusal = redeemed.refuses(correction(redeemed, 1, dan=500))
    assert refusal == Refusal(RULE, "redeemed_already", "Chips of that tally were redeemed already.")
    assert redeemed.refuses(correction(redeemed, 1, dan=700)) is None


@pytest.mark.clause("D7 6.4")
def test_D7_6_4_T43_why_a_tally_is_not_corrected() -> None:
    state = counted(playing(8), "ana 900, ben 800, cat 800, dan 600")
    good = correction(state, 1, cat=850)
    for bad in ("", None, 5, "a\nb"):
        refusal = state.refuses(replace(good, reason=bad))
        assert refusal == Refusal(RULE, "no_reason", "Give the reason on one line."), bad
    none = "No session with this number was counted in this stage. Earlier stages can no longer be corrected."
    for number in (2, 9, None, True, "1"):
        assert state.refuses(replace(good, session=number)) == Refusal(RULE, "no_such_session", none)
    assert state.refuses(correction(state, 1)) == Refusal(RULE, "no_change", "The tally says that already.")
    assert state.refuses(correction(state, 1, cat=4)) == impossible(
        "cat $4: below the minimum of $5, but the tally names no round in which it fell."
    )
    first, *others = good.tally.counts
    disqualified = replace(good.tally, counts=(replace(first, disqualified=True), *others))
    about = "Only a count of chips can be corrected in a tally, not who is disqualified."
    assert state.refuses(replace(good, tally=disqualified)) == Refusal(RULE, "not_a_miscount", about)
    begun = drawn(state)
    begun = begun.play(StartSession(3))
    on = Refusal(RULE, "play_off_on", "A play-off that depends on this tally is being played.")
    assert begun.refuses(good) == on


ON = Refusal(RULE, "play_off_on", "A play-off that depends on this tally is being played.")
ALL_FELL = "ana 4@9, ben 0@9, cat 0@9, dan 0@9"


@pytest.mark.clause("D7 6.4", "D7 4.8(a)")
def test_D7_6_4_T43_where_new_chips_were_issued_on_a_wrong_tally_the_operator_is_asked_anew() -> None:
    asked = counted(playing(8), ALL_FELL)
    issued = asked.play(IssueAgain(1, 500_00))
    anew = corrected(issued, 1, ana=3)
    assert (anew.contests[0].reissue, anew.contests[0].answers) == (FOUR, ())
    assert ([session.number for session in anew.sessions], anew.draws) == ([1, 2], ())
    # One had the minimum after all: nobody is asked, and the play-off falls away, though it was played.
    for state in (asked, issued, played(issued, "ana 600, ben 500, cat 400, dan 0@3")):
        was = correction(state, 1).tally
        (ana,) = (replace(each, chips=6_00, fell=0) for each in was.counts if each.player == "ana")
        tally = replace(was, counts=tuple(ana if each.player == "ana" else each for each in was.counts))
        right = state.play(CorrectTally(1, tally, "a chip had fallen off the table"))
        assert through(right) == ["ana"]
        assert right.draws[0].pool == ("ben", "cat", "dan")
    begun = started(issued)
    assert begun.refuses(correction(begun, 1, ana=3)) == ON


@pytest.mark.clause("D7 6.4", "D7 4.8(a)")
def test_D7_6_4_T43_what_was_issued_stands_while_the_play_off_itself_is_corrected() -> None:
    issued = counted(playing(8), ALL_FELL).play(IssueAgain(1, 500_00))
    state = played(issued, "ana 600, ben 500, cat 400, dan 300")
    assert through(state) == ["ana", "ben"]
    right = corrected(state, 3, cat=550)
    assert through(right) == ["ana", "cat"]
    assert (right.contests[0].answers, right.contests[0].issued) == ((IssueAnswer(1, 500_00),), 500_00)
    tied = corrected(state, 3, cat=500)
    assert (tied.draws[0].pool, tied.session_here(4).chips) == (("ben", "cat"), 1_000_00)
    # Nothing was issued: that stands too, and nobody is asked again.
    declined = played(counted(playing(8), "ana 0@9, ben 0@9, cat 0@9, dan 0@9").play(DeclineIssue(1)), SECOND)
    assert through(declined) == ["ana", "ben"]
    assert through(corrected(declined, 3, cat=550)) == ["ana", "cat"]


SECOND = "ana 600, ben 500, cat 400, dan 300"


@pytest.mark.clause("D7 6.4", "D7 6.9", "D7 4.8(a)")
def test_D7_6_4_T43_in_the_final_too_what_was_issued_stands() -> None:
    state = played(counted(playing(4), ALL_FELL).play(IssueAgain(1, 500_00)), SECOND)
    assert (state.phase, places(state)) == (Phase.OVER, ["1 ana", "2 ben", "3 cat", "4 dan"])
    decided = started(counted(playing(4), ALL_FELL).play(IssueAgain(1, 500_00)))
    decided = decided.play(report(decided, SECOND))
    right = corrected(decided, 2, cat=700)
    assert (right.phase, places(right)) == (Phase.DECIDED, ["1 cat", "2 ana", "3 ben", "4 dan"])


BEST = {"stages": stage(advance=1, best_losers=1), "prizes": (Prize(share=1),)}
"""The best of all losers goes on too."""


def best_losers_tie() -> Tournament:
    return played(seated(8, **BEST), "ana 900, ben 800, cat 100, dan 90", "eve 900, fay 800, gil 80, hal 70")


@pytest.mark.clause("D7 6.4", "D7 6.6")
def test_D7_6_4_T43_a_play_off_between_tables_stands_as_far_as_the_same_players_tie() -> None:
    tied = best_losers_tie()
    assert tied.draws[0].pool == ("ben", "fay")
    same = corrected(tied, 1, cat=110)
    assert (same.draws, same.sessions[2:]) == (tied.draws, tied.sessions[2:])
    none = corrected(tied, 1, ben=790)
    assert (through(none), none.sessions) == (["ana", "eve", "fay"], ())
    other = corrected(tied, 1, ben=790, cat=800)
    assert other.draws[0].pool == ("cat", "fay")
    assert [session.number for session in other.sessions] == [1, 2, 4]
    begun = started(tied)
    assert begun.refuses(correction(begun, 1, cat=110)) == ON
    assert begun.refuses(correction(begun, 2, gil=90)) == ON


@pytest.mark.clause("D7 6.4", "D7 6.6")
def test_D7_6_4_T43_a_play_off_between_tables_is_corrected_itself_and_outlasts_its_tables() -> None:
    over = played(best_losers_tie(), "ben 500, fay 400")
    assert through(over) == ["ana", "ben", "eve"]
    assert through(corrected(over, 3, fay=600)) == ["ana", "eve", "fay"]
    assert through(corrected(over, 1, cat=110)) == ["ana", "ben", "eve"]
    again = corrected(over, 3, fay=500)
    assert again.draws[0].pool == ("ben", "fay")


@pytest.mark.clause("D7 6.4", "D7 6.6", "D7 6.5")
def test_D7_6_4_T43_a_play_off_between_tables_waits_for_a_table_that_is_to_be_played_off() -> None:
    """The table of ana and ben is undecided again: what was set up between the tables goes, what was played is kept."""
    tied = best_losers_tie()
    undecided = corrected(tied, 1, ben=900)
    assert [each.pool for each in undecided.draws] == [("ana", "ben")]
    assert [session.number for session in undecided.sessions] == [1, 2, 4]
    # Who is gone meanwhile is gone from the play-off that is there.
    assert through(undecided.play(out("ben"))) == ["ana", "eve", "fay"]
    played_off = played(tied, "ben 500, fay 400")
    waiting = corrected(played_off, 1, ana=890, ben=890)
    assert [session.number for session in waiting.sessions] == [1, 2, 3, 4]
    # Whoever loses it ties with fay no more.
    assert through(played(waiting, "ana 500, ben 400")) == ["ana", "ben", "eve"]
    back = corrected(waiting, 1, ana=900, ben=800)
    assert through(back) == ["ana", "ben", "eve"]


@pytest.mark.clause("D7 6.4", "D7 6.6")
def test_D7_6_4_T43_the_best_losers_play_off_of_one_table_is_no_play_off_of_that_table() -> None:
    tied = played(seated(8, **BEST), "ana 900, ben 800, cat 800, dan 90", "eve 900, fay 700, gil 80, hal 70")
    over = played(tied, "ben 500, cat 400")
    assert through(over) == ["ana", "ben", "eve"]
    assert through(corrected(over, 3, cat=600)) == ["ana", "cat", "eve"]
    assert through(corrected(over, 2, fay=850)) == ["ana", "eve", "fay"]


@pytest.mark.clause("D7 6.4", "D7 6.6")
def test_D7_6_4_T43_a_lot_stands_as_long_as_the_same_players_tie_for_as_many_places() -> None:
    terms = {"tie_break": TieBreak.LOT, "prizes": (Prize(share=1),)}
    tied = counted(playing(8, stages=stage(advance=2), **terms), "ana 900, ben 900, cat 900, dan 100")
    drawn = tied.play(DrawLot("cat"), DrawLot("ana"))
    assert through(drawn) == ["ana", "cat"]
    assert drawn.contests[0].drawn == (LotDrawn(("ana", "ben", "cat"), 2, "cat"), LotDrawn(("ana", "ben"), 1, "ana"))
    other = corrected(drawn, 1, dan=110)
    assert (other.through, other.lots) == (drawn.through, ())
    half = corrected(tied.play(DrawLot("cat")), 1, dan=110)
    assert (through(half), half.lots[0].lot) == (["cat"], ("ana", "ben"))
    assert through(half.play(DrawLot("ben"))) == ["ben", "cat"]
    # Another tie is another lot.
    fewer = corrected(drawn, 1, cat=890)
    assert (through(fewer), fewer.lots) == (["ana", "ben"], ())
    more = corrected(drawn, 1, dan=900)
    assert more.lots[0].lot == FOUR
    # The lot between ana and ben fell as well.
    one = corrected(drawn, 1, cat=950)
    assert (through(one), one.lots) == (["ana", "cat"], ())


@pytest.mark.clause("D7 6.4", "D7 3.8")
def test_D7_6_4_T43_with_the_stage_its_own_time_comes_back() -> None:
    """A play-off that a correction asks for need not wait for the hour of the next stage."""
    over = played(
        seated(8, final_starts=START + 7_200), "ana 900, ben 800, cat 700, dan 600", "eve 9, fay 8, gil 7, hal 6"
    )
    assert over.starts == START + 7_200
    tied = corrected(over, 1, cat=800)
    assert (tied.starts, tied.draws[0].pool) == (START, ("ben", "cat"))
    assert played(tied, "ben 500, cat 400").starts == START + 7_200


@pytest.mark.clause("D7 6.4", "D7 6.12(b)")
def test_D7_6_4_T43_all_of_a_miscount_may_have_been_redeemed() -> None:
    state = counted(playing(8, issue=Issue.SOLD), "ana 900, ben 800, cat 700, dan 600").play(Redeem("dan", 500_00))
    assert corrected(state, 1, dan=500).entry_here("dan").holding == 0
    assert state.refuses(correction(state, 1, dan=499)) is not None


@pytest.mark.clause("D7 6.4")
def test_D7_6_4_T43_a_correction_may_say_why_the_session_was_shorter() -> None:
    state = counted(playing(8), "ana 900, ben 800, cat 700, dan 600")
    tally = correction(state, 1, cat=850).tally
    shorter = CorrectTally(1, replace(tally, rounds=tally.rounds - 1), "the last round was void")
    assert state.refuses(shorter) is None


@pytest.mark.clause("D7 6.4", "D7 3.2(e)")
def test_D7_6_4_T43_the_limits_are_those_of_the_sessions_own_table() -> None:
    own = Sign(20_00, 100_00, smallest_chip=5_00)
    state = started(seated(8, stages=stage(sign=own)))
    refusal = state.refuses(ReportSession(1, Tally(10, 20_00, counts(ana=900, ben=22, cat=20, dan=20))))
    assert refusal == impossible("ben $22: chips of $5 cannot make that.")


@pytest.mark.clause("D7 6.4", "D7 6.7")
@pytest.mark.parametrize("go", [out, WithdrawEntry])
def test_D7_6_4_T43_who_left_after_the_stage_still_went_on_from_it(go: Any) -> None:
    """A qualifier who stays away is not replaced because somebody's chips at that table are counted again (T30)."""
    over = played(seated(8), "ana 900, ben 800, cat 700, dan 600", "eve 700, fay 600, gil 500, hal 400")
    left = over.play(go("ana"))
    assert left.players == ("ben", "eve", "fay")
    right = corrected(left, 1, ben=790)
    assert right.players == ("ben", "eve", "fay")
    assert right.entry_here("ana") == left.entry_here("ana")
    assert right.entry_here("cat").status is Status.OUT
    # Nor where ana did not go on after all: then cat did, in the first place.
    other = corrected(left, 1, ana=650)
    assert (other.players, other.entry_here("ana").status) == (
        ("ben", "cat", "eve", "fay"),
        left.entry_here("ana").status,
    )
    # Where the table is to be played off, whoever is gone is out of that.
    tied = corrected(left, 1, cat=800)
    assert (tied.players, tied.draws) == (("ben", "cat", "eve", "fay"), ())


@pytest.mark.clause("D7 6.4", "D7 6.7")
def test_D7_6_4_T43_a_substitute_stays_where_the_place_is_still_empty() -> None:
    over = played(
        seated(8, substitutes=True), "ana 900, ben 800, cat 700, dan 600", "eve 700, fay 600, gil 750, hal 400"
    )
    left = over.play(out("ana"))
    assert left.players == ("ben", "cat", "eve", "gil")
    assert corrected(left, 1, ben=790).players == left.players
    # eve, who is out now, has no more than cat, and sat behind.
    assert corrected(left, 2, fay=720).players == ("ben", "cat", "fay", "gil")
    assert corrected(left, 2, eve=740).players == ("ben", "cat", "eve", "gil")
