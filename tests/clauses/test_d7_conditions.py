"""The conditions of entry: what must be settled before the first application, and what may not be so settled."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from croupier import BlackjackOptions, Role, Sign
from croupier.games.offers import Choices, Offer
from croupier.games.refusal import Refusal, Refused
from croupier.games.sign import KindLimits
from croupier.games.tournament.acts import Apply, CancelTournament, Determine, SetTables
from croupier.games.tournament.conditions import (
    Conditions,
    Duration,
    Issue,
    Measure,
    Prize,
    Stage,
    going_on,
    missing,
    players_in_final,
    refuses_conditions,
    tables_for,
)
from croupier.games.tournament.game import Tournament, open_tournament
from croupier.games.tournament.state import Phase, Status
from croupier.rulebook import Cite
from tests.support.rules.whole_tournaments import (
    SIGN,
    TERMS,
    changed,
    drawing,
    field,
    next_stage,
    offered,
    opened,
    played,
    playing,
    roles,
    rounds,
    seated,
    stage,
)

MOST = 10_000_000_000_000
YEAR_10000 = 253_402_300_800
OPTIONS = BlackjackOptions(bettors=1, extra_boxes=0)


def why_not(**wishes: Any) -> Refusal | None:
    return refuses_conditions(replace(TERMS, **wishes))


# What must be settled (3.2)

LACKING: dict[str, tuple[Any, str]] = {
    "entry_form": ("", "the entry form (a)"),
    "entry_fee": (None, "the entry fee (b)"),
    "chips": (None, "the chips of each player (c)"),
    "issue": (None, "whether chips are given or sold (d)"),
    "sign": (None, "the limits (e)"),
    "stages": ((), "the stages before the final (g)"),
    "final": (None, "the length of the final (g)"),
    "play_off": (None, "the length of play-offs (g)"),
    "prizes": ((), "the prize list (h)"),
    "starts": (None, "when play begins"),
}


@pytest.mark.clause(
    "D7 3.2", "D7 3.2(a)", "D7 3.2(b)", "D7 3.2(c)", "D7 3.2(d)", "D7 3.2(e)", "D7 3.2(g)", "D7 3.2(h)", "D7 3.1"
)
@pytest.mark.parametrize("matter", LACKING)
def test_D7_3_2_no_application_is_taken_while_a_matter_is_open(matter: str) -> None:
    value, words = LACKING[matter]
    state = opened(**{matter: value})
    assert missing(state.conditions) == (words,)
    refusal = Refusal(Cite("D7 3.2"), "incomplete", f"Not settled yet: {words}.")
    assert state.refuses(Apply("ana")) == refusal
    assert not offered(state, Apply)
    assert state.play(Determine(TERMS)).refuses(Apply("ana")) is None


@pytest.mark.clause("D7 3.2")
def test_D7_3_2_all_that_is_open_is_named_in_order() -> None:
    state = open_tournament(Conditions(name="Open"))
    names = [words for _, words in LACKING.values()]
    assert missing(state.conditions) == tuple(names)
    refusal = Refusal(Cite("D7 3.2"), "incomplete", f"Not settled yet: {', '.join(names)}.")
    assert state.refuses(Apply("ana")) == refusal
    assert state.refuses(SetTables(())) == refusal
    assert missing(TERMS) == ()
    assert opened().refuses(Apply("ana")) is None


@pytest.mark.clause("D7 3.2(g)", "D7 3.2(f)")
@pytest.mark.parametrize(("most", "needed"), [(4, False), (7, False), (8, True), (None, True)])
def test_D7_3_2_stages_are_needed_where_one_table_does_not_seat_all(most: int | None, *, needed: bool) -> None:
    conditions = replace(TERMS, stages=(), most=most)
    assert missing(conditions) == (("the stages before the final (g)",) if needed else ())


@pytest.mark.clause("D7 3.2(f)", "D7 3.2(b)", "D7 3.1")
def test_D7_3_2_numbers_are_optional_and_no_fee_is_a_fee_that_is_settled() -> None:
    conditions = replace(TERMS, fewest=None, most=None, entry_fee=0)
    assert (missing(conditions), refuses_conditions(conditions)) == ((), None)


# What may not be so settled

BAD_NAME = Refusal(Cite("D7 1.0 Tournament"), "bad_name", "Give the tournament a name on one line, at most 80 letters.")
BAD_FORM = Refusal(Cite("D7 3.2(a)"), "bad_entry_form", "Describe the entry form on one line.")
BAD_FEE = Refusal(Cite("D7 3.2(b)"), "bad_fee", "The entry fee must be $0 or a whole number of cents.")
BAD_CHIPS = Refusal(Cite("D7 3.2(c)"), "bad_chips", "The chips of each player must be worth more than $0.")
BAD_ISSUE = Refusal(Cite("D7 3.2(d)"), "bad_issue", "Chips are given free or sold at their face value.")
BAD_NUMBERS = Refusal(Cite("D7 3.2(f)"), "bad_numbers", "A tournament has 4 to 10000 players.")
TURNED_ROUND = Refusal(Cite("D7 3.2(f)"), "bad_numbers", "The smallest number of players is above the largest.")
BAD_LENGTH = Refusal(
    Cite("D7 3.2(g)", "T1"), "bad_length", "Give the length of a session in rounds, in shoes or as a time."
)
BAD_SEATS = Refusal(Cite("D7 5.4"), "bad_seats", "A table seats 4 to 7 players.")
BAD_STAGES = Refusal(Cite("D7 3.2(g)"), "bad_stages", "There are at most 16 stages before the final.")
BAD_ADVANCE = Refusal(Cite("D7 6.6"), "bad_advance", "From 1 to 7 players can qualify from each table.")
BAD_LOSERS = Refusal(Cite("D7 6.6"), "bad_advance", "The number of best losers is 0 or more.")
BAD_PRIZE = Refusal(
    Cite("D7 3.2(h)", "T31"), "bad_prizes", "A prize is an amount, a share of the pool, or goods and their value."
)
NO_PRIZE = Refusal(Cite("D7 3.2(h)", "T31"), "bad_prizes", "Every place on the list needs a prize.")
NO_MONEY = Refusal(Cite("D7 3.4"), "bad_prizes", "Entry fees go to the winners, so at least one prize must be money.")
BAD_START = Refusal(Cite("D7 3.5(a)(i)"), "bad_start", "Play begins at a time in seconds since 1970 (UTC).")
BAD_TIME = Refusal(Cite("D7 4.9"), "bad_time", "The time for a wager is 1 to 3600 seconds.")
BAD_NOTICE = Refusal(Cite("D7 3.8"), "bad_time", "The notice of a changed start can be at most a week.")
BAD_OPTION = Refusal(Cite("D7 3.2"), "bad_option", "A condition that is on or off must be true or false.")
BAD_ZONE = Refusal(Cite("D7 3.8"), "bad_zone", "Name the time zone.")
BAD_LINES: tuple[Any, ...] = (None, 5, "a\nb", " a", "a" * 201)
RUBBISH: tuple[Any, ...] = (None, True, "1", 1.0, -1, 10**30)


@pytest.mark.clause("D7 1.0 Tournament", "D7 3.2(a)")
@pytest.mark.parametrize(
    ("field", "value", "refusal"),
    [
        *(("name", bad, BAD_NAME) for bad in ("", None, 5, "a" * 81, "a\nb", " a", "a ", "\t", b"a", True)),
        *(("name", good, None) for good in ("a", "a" * 80, "Ō te rā")),
        *(("entry_form", bad, BAD_FORM) for bad in (None, 5, "a" * 201, "a\nb", " a", "a ", True)),
        *(("entry_form", good, None) for good in ("", "a", "a" * 200)),
    ],
)
def test_D7_3_2_a_the_name_and_the_entry_form(field: str, value: Any, refusal: Refusal | None) -> None:
    assert why_not(**{field: value}) == refusal


@pytest.mark.clause("D7 3.1", "D7 3.2(b)", "D7 3.2(c)", "D7 3.2(d)")
@pytest.mark.parametrize(
    ("field", "value", "refusal"),
    [
        *(("entry_fee", bad, BAD_FEE) for bad in (-1, MOST + 1, True, False, "5", 5.0, 10**30)),
        *(("entry_fee", good, None) for good in (0, 1, MOST)),
        *(("chips", bad, BAD_CHIPS) for bad in (0, -1, MOST + 1, True, "5", 5.0, 10**30)),
        *(("chips", good, None) for good in (MOST, 1_000_00)),
        *(("issue", bad, BAD_ISSUE) for bad in ("gift", 0, True, "", "SOLD")),
        *(("issue", good, None) for good in (Issue.FREE, Issue.SOLD)),
    ],
)
def test_D7_3_2_b_to_d_the_fee_and_the_chips(field: str, value: Any, refusal: Refusal | None) -> None:
    assert why_not(**{field: value}) == refusal


@pytest.mark.clause("D7 3.2(c)")
def test_D7_3_2_c_a_single_cent_of_chips_is_worth_something() -> None:
    assert why_not(chips=1, sign=None) is None


@pytest.mark.clause("D7 3.2(d)", "D7 6.12(b)")
def test_D7_3_2_d_the_word_sold_is_either_no_issue_or_means_what_it_says() -> None:
    """A word that merely looks like the choice must not be taken in and then pass for free chips."""
    if why_not(issue="sold") is None:
        state = seated(4, issue="sold")
        assert state.price_for("ana") == 1_000_00


@pytest.mark.clause("D7 3.2(e)", "D7 3.2(c)", "D7 4.3", "D7 4.4")
@pytest.mark.parametrize(
    ("wishes", "rule", "code", "why"),
    [
        (
            {"sign": Sign(5_00, 500_00, by_kind=(KindLimits("box", 5_00, 50_00),))},
            Cite("D7 3.2(e)"),
            "bad_limits",
            "The sign of a tournament table states one minimum and one maximum.",
        ),
        (
            {"chips": 4_50},
            Cite("D7 3.2(e)"),
            "bad_limits",
            "Every player must hold the minimum at the beginning of a session.",
        ),
        (
            {"chips": 1_000_01},
            Cite("D7 3.2(c)"),
            "bad_chips",
            "The chips of each player must be payable in the chips in use.",
        ),
        *(
            (
                {"lowest_minimum": low},
                Cite("D7 4.3", "T17"),
                "bad_limits",
                "The lowest minimum is above the minimum, or cannot be paid in chips.",
            )
            for low in (5_50, 0, -50, 4_75, True, "1", 2.5, 10**30)
        ),
        *(
            (
                {"highest_maximum": high},
                Cite("D7 4.3", "T17"),
                "bad_limits",
                "The highest maximum is below the maximum, or cannot be paid in chips.",
            )
            for high in (499_50, 500_25, MOST + 50, True, "1", 600_00.0, 10**30)
        ),
    ],
)
def test_D7_3_2_e_limits_that_cannot_be(wishes: dict[str, Any], rule: Cite, code: str, why: str) -> None:
    assert why_not(**wishes) == Refusal(rule, code, why)
    if "sign" in wishes:
        own = stage(sign=wishes["sign"])
        assert why_not(stages=own) == Refusal(rule, code, why)


@pytest.mark.clause("D7 3.2(e)", "D7 4.3", "D7 4.4")
@pytest.mark.parametrize(
    "wishes",
    [
        {"chips": 5_00},
        {"chips": None},
        {"sign": None, "chips": 1_000_01},
        {"sign": Sign(20_00, 500_00, increment=10_00)},
        {"sign": Sign(25_00, 500_00, increment=10_00)},
        {"lowest_minimum": 5_00},
        {"lowest_minimum": 50},
        {"highest_maximum": 500_00},
        {"highest_maximum": MOST},
        {"highest_maximum": 500_50, "lowest_minimum": 4_50},
        {"stages": stage(sign=Sign(10_00, 100_00)), "lowest_minimum": 5_00},
    ],
)
def test_D7_3_2_e_limits_that_can_be(wishes: dict[str, Any]) -> None:
    assert why_not(**wishes) is None


@pytest.mark.clause("D7 3.2(e)", "D7 4.4")
def test_D7_3_2_e_a_lower_minimum_is_no_less_than_the_increment() -> None:
    """It need be no multiple of it (ruling T41)."""
    sign = Sign(20_00, 500_00, increment=10_00)
    assert why_not(sign=sign, lowest_minimum=10_00) is None
    assert why_not(sign=sign, lowest_minimum=15_00) is None
    refusal = Refusal(
        Cite("D7 4.3", "T17"), "bad_limits", "The lowest minimum is above the minimum, or cannot be paid in chips."
    )
    assert why_not(sign=sign, lowest_minimum=5_00) == refusal


@pytest.mark.clause("D7 3.2(e)")
def test_D7_3_2_e_the_limits_of_each_stage_are_looked_at() -> None:
    refusal = Refusal(
        Cite("D7 3.2(e)"), "bad_limits", "Every player must hold the minimum at the beginning of a session."
    )
    two = (*stage(), *stage(sign=Sign(1_000_50, 2_000_00)))
    assert why_not(stages=two) == refusal
    assert why_not(stages=(*stage(), *stage(sign=Sign(1_000_00, 2_000_00)))) is None


@pytest.mark.clause("D7 3.2(f)")
@pytest.mark.parametrize("field", ["fewest", "most"])
def test_D7_3_2_f_numbers_of_players(field: str) -> None:
    for bad in (3, 10_001, 0, True, "8", 8.0, 10**30, -4):
        assert why_not(**{field: bad}) == BAD_NUMBERS, bad
    for good in (4, 10_000, None):
        assert why_not(**{field: good, "prizes": (Prize(share=1),)}) is None, good


@pytest.mark.clause("D7 3.2(f)")
def test_D7_3_2_f_the_smallest_number_is_not_above_the_largest() -> None:
    assert why_not(fewest=21, most=20) == TURNED_ROUND
    assert why_not(fewest=20, most=20) is None
    assert why_not(fewest=4, most=20) is None


@pytest.mark.clause("D7 3.2(g)", "D7 1.0 Session")
@pytest.mark.parametrize("field", ["final", "play_off", "stages"])
@pytest.mark.parametrize(
    ("measure", "count", "is_good"),
    [
        *((measure, count, False) for measure in Measure for count in (0, -1, True, "5", 5.0, None, 10**30)),
        *((measure, 1, True) for measure in Measure),
        (Measure.ROUNDS, 10_000, True),
        (Measure.ROUNDS, 10_001, False),
        (Measure.SHOES, 1_000, True),
        (Measure.SHOES, 1_001, False),
        (Measure.SECONDS, 604_800, True),
        (Measure.SECONDS, 604_801, False),
        ("hands", 5, False),
        (None, 5, False),
    ],
)
def test_D7_3_2_g_lengths_by_time_shoes_or_rounds(field: str, measure: Any, count: Any, *, is_good: bool) -> None:
    length = Duration(measure, count)
    value = stage(duration=length) if field == "stages" else length
    assert why_not(**{field: value}) == (None if is_good else BAD_LENGTH)


@pytest.mark.clause("D7 3.2(g)")
def test_D7_3_2_g_a_stage_without_a_length_is_not_settled() -> None:
    unsettled = replace(TERMS, stages=stage(duration=None))
    assert refuses_conditions(unsettled) == BAD_LENGTH or "the stages before the final (g)" in missing(unsettled)


@pytest.mark.clause("D7 1.0 Session")
@pytest.mark.parametrize(
    ("length", "words"),
    [
        (Duration(Measure.ROUNDS, 1), "1 round"),
        (Duration(Measure.ROUNDS, 20), "20 rounds"),
        (Duration(Measure.ROUNDS, 60), "60 rounds"),
        (Duration(Measure.SHOES, 1), "1 shoe"),
        (Duration(Measure.SHOES, 2), "2 shoes"),
        (Duration(Measure.SECONDS, 1), "1 second"),
        (Duration(Measure.SECONDS, 59), "59 seconds"),
        (Duration(Measure.SECONDS, 60), "1 minute"),
        (Duration(Measure.SECONDS, 90), "90 seconds"),
        (Duration(Measure.SECONDS, 2700), "45 minutes"),
    ],
)
def test_D7_1_0_Session_a_length_in_words(length: Duration, words: str) -> None:
    assert str(length) == words


@pytest.mark.clause("D7 5.4", "D7 6.6")
@pytest.mark.parametrize(
    ("wishes", "refusal"),
    [
        *(({"seats": bad}, BAD_SEATS) for bad in (3, 8, None, True, "7", 7.0, 10**30)),
        *(({"seats": good}, None) for good in (4, 5, 6, 7)),
        ({"stages": stage() * 17}, BAD_STAGES),
        ({"stages": stage() * 16}, None),
        *(({"stages": stage(advance=bad)}, BAD_ADVANCE) for bad in (0, 8, None, True, "2", -1, 10**30)),
        *(({"stages": stage(advance=good)}, None) for good in (1, 2, 3)),
        *(({"stages": stage(best_losers=bad)}, BAD_LOSERS) for bad in (-1, 10_001, None, True, "2", 10**30)),
        *(({"stages": (*stage(), *stage(advance=bad))}, BAD_ADVANCE) for bad in (0, 8)),
    ],
)
def test_D7_6_6_terms_of_stages(wishes: dict[str, Any], refusal: Refusal | None) -> None:
    assert why_not(**wishes) == refusal


@pytest.mark.clause("D7 6.6")
@pytest.mark.parametrize(
    ("advance", "losers", "seats", "most", "stuck"),
    [
        (2, 3, 7, None, 0),
        (2, 4, 7, None, 8),
        (1, 5, 7, None, 0),
        (1, 6, 7, None, 8),
        (3, 1, 7, None, 0),
        (3, 2, 7, None, 8),
        (3, 2, 7, 8, 8),
        (3, 2, 7, 7, 0),
        (2, 10_000, 7, 20, 8),
        (3, 1, 4, None, 0),
        (4, 0, 7, None, 8),
        (7, 0, 7, None, 8),
        (4, 0, 7, 7, 0),
    ],
)
def test_D7_6_6_a_stage_must_send_somebody_home(
    advance: int, losers: int, seats: int, most: int | None, stuck: int
) -> None:
    why = f"Of {stuck} players all would qualify, so the stage would never end."
    refusal = Refusal(Cite("D7 6.6"), "bad_advance", why) if stuck else None
    one = (Prize(share=1),)
    assert why_not(stages=stage(advance=advance, best_losers=losers), seats=seats, most=most, prizes=one) == refusal


@pytest.mark.clause("D7 6.6")
@pytest.mark.parametrize("advance", [4, 5, 6, 7])
def test_D7_6_6_T39_from_an_earlier_stage_any_number_goes_on_up_to_all_of_a_table(advance: int) -> None:
    """Only the last stage, which is repeated, must send somebody home."""
    many = Stage(rounds(3), advance)
    assert why_not(stages=(many, Stage(rounds(4), 2))) is None
    refusal = why_not(stages=(Stage(rounds(4), 2), many))
    assert refusal is not None
    assert (refusal.rule, refusal.code) == (Cite("D7 6.6"), "bad_advance")


@pytest.mark.clause("D7 6.6", "D7 6.7")
def test_D7_6_6_T39_four_of_each_table_go_on_and_a_table_of_four_sends_all() -> None:
    wide = seated(9, stages=(Stage(rounds(10), 4), Stage(rounds(10), 2)), prizes=(Prize(share=1),))
    assert [len(session.seats) for session in wide.sessions] == [5, 4]
    done = played(wide, "ana 900, ben 800, cat 700, dan 600, eve 500", "fay 400, gil 300, hal 200, ivy 100")
    assert done.players == ("ana", "ben", "cat", "dan", "fay", "gil", "hal", "ivy")
    assert done.entry_here("eve").status is Status.OUT


@pytest.mark.clause("D7 5.4")
@pytest.mark.parametrize(
    ("players", "seats", "sizes"),
    [
        (4, 7, (4,)),
        (7, 7, (7,)),
        (8, 7, (4, 4)),
        (9, 7, (5, 4)),
        (13, 7, (7, 6)),
        (14, 7, (7, 7)),
        (15, 7, (5, 5, 5)),
        (22, 7, (6, 6, 5, 5)),
        (8, 4, (4, 4)),
        (9, 4, (5, 4)),
        (11, 5, (6, 5)),
        (12, 5, (4, 4, 4)),
        (7, 6, (7,)),
    ],
)
def test_D7_5_4_the_fewest_tables_as_even_as_can_be(players: int, seats: int, sizes: tuple[int, ...]) -> None:
    assert tables_for(players, seats) == sizes


@pytest.mark.clause("D7 5.4")
def test_D7_5_4_every_number_from_4_can_be_seated_in_tables_of_4_to_7() -> None:
    for seats in (4, 5, 6, 7):
        for players in range(4, 200):
            sizes = tables_for(players, seats)
            assert sum(sizes) == players
            assert all(4 <= size <= 7 for size in sizes)


@pytest.mark.clause("D7 6.6")
def test_D7_6_6_how_many_go_on_by_the_terms() -> None:
    terms = Stage(rounds(5), 2, 1)
    assert [going_on(players, terms) for players in (8, 14, 15, 21)] == [5, 5, 7, 7]
    assert going_on(8, Stage(rounds(5), 3, 9)) == 8
    assert going_on(9, terms, 5) == 5
    conditions = replace(TERMS, stages=(Stage(rounds(5), 3), Stage(rounds(5), 1)))
    assert [players_in_final(players, conditions) for players in (7, 8, 14, 20, 28)] == [7, 6, 6, 2, 2]
    assert players_in_final(100, replace(TERMS, stages=())) == 7
    assert conditions.stage(1) == conditions.stages[0]
    assert conditions.stage(2) == conditions.stage(3) == conditions.stages[1]


@pytest.mark.clause("D7 3.2(h)")
@pytest.mark.parametrize(
    ("most", "listed", "finalists"), [(None, 7, 0), (None, 8, 7), (8, 4, 0), (8, 5, 4), (7, 7, 0), (7, 8, 7), (5, 6, 5)]
)
def test_D7_3_2_h_no_more_prizes_than_finalists(most: int | None, listed: int, finalists: int) -> None:
    why = f"The final has {finalists} players, so at most {finalists} places can have prizes."
    refusal = Refusal(Cite("D7 3.2(h)", "T31"), "bad_prizes", why) if finalists else None
    assert why_not(most=most, prizes=(Prize(share=1),) * listed) == refusal


@pytest.mark.clause("D7 3.2(h)", "D7 3.4")
@pytest.mark.parametrize(
    ("prize", "refusal"),
    [
        *((Prize(amount=bad, share=1), BAD_PRIZE) for bad in (*RUBBISH, MOST + 1)),
        *((Prize(share=bad, amount=1), BAD_PRIZE) for bad in (*RUBBISH, MOST + 1)),
        *((Prize(share=1, goods="car", value=bad), BAD_PRIZE) for bad in (*RUBBISH, MOST + 1)),
        *((Prize(share=1, goods=bad), BAD_PRIZE) for bad in BAD_LINES),
        (Prize(), NO_PRIZE),
        (Prize(value=5), NO_PRIZE),
        (Prize(goods="car", value=5), NO_MONEY),
        (Prize(amount=1), None),
        (Prize(share=1), None),
        (Prize(amount=MOST, share=MOST, goods="a" * 200, value=MOST), None),
    ],
)
def test_D7_3_2_h_what_a_prize_may_be(prize: Prize, refusal: Refusal | None) -> None:
    assert why_not(prizes=(prize,)) == refusal


@pytest.mark.clause("D7 3.4", "D7 3.2(h)")
def test_D7_3_4_fees_need_a_prize_of_money() -> None:
    cup = Prize(goods="Cup")
    assert why_not(prizes=(cup,)) == NO_MONEY
    assert why_not(prizes=(cup, Prize(amount=1))) is None
    assert why_not(prizes=(cup, Prize(share=1))) is None
    assert why_not(prizes=(cup,), entry_fee=0) is None
    assert why_not(prizes=(cup,), entry_fee=None) is None
    assert why_not(prizes=()) is None
    assert why_not(prizes=(Prize(share=1), Prize())) == NO_PRIZE


@pytest.mark.clause("D7 6.9")
def test_D7_6_9_a_second_prize_is_the_runner_ups() -> None:
    assert [replace(TERMS, prizes=(Prize(share=1),) * number).gives_runner_up for number in (0, 1, 2, 3)] == [
        False,
        False,
        True,
        True,
    ]


DISAPPLIED = Refusal(
    Cite("D7 2.2(b)"),
    "disapplied",
    "Super Sevens, shared boxes and holding players to the minimum do not apply in a tournament.",
)


@pytest.mark.clause("D7 2.2(b)", "D7 2.1(b)", "D7 5.4")
@pytest.mark.parametrize(
    ("wishes", "refusal"),
    [
        ({"decks": 3}, Refusal(Cite("D2 3.3(a)"), "bad_decks", "Blackjack is played with 4 to 8 decks.")),
        (
            {"double_with_ace": True},
            Refusal(Cite("D7 2.1(b)"), "not_gazetted", "Tournaments are played only by the rules of the Gazette."),
        ),
        ({"super_sevens": 1_00, "layout": 2}, DISAPPLIED),
        ({"holds_absent": True}, DISAPPLIED),
        ({"holds_skipping": True}, DISAPPLIED),
        ({"bettors": 2}, DISAPPLIED),
        ({"extra_boxes": 1}, DISAPPLIED),
        ({"box_maximum": 100_00}, DISAPPLIED),
        ({"player_maximum": 100_00}, DISAPPLIED),
        ({"boxes": 6}, Refusal(Cite("D7 5.4"), "bad_boxes", "A tournament table has 7 boxes.")),
        ({"decks": 4, "cutting_cards": 2, "layout": 2, "burn": True}, None),
        ({}, None),
    ],
)
def test_D7_2_2_b_the_table_of_a_tournament(wishes: dict[str, Any], refusal: Refusal | None) -> None:
    assert why_not(options=replace(OPTIONS, **wishes)) == refusal


@pytest.mark.clause("D7 3.5(a)(i)", "D7 4.9", "D7 3.8", "D7 3.2")
@pytest.mark.parametrize(
    ("wishes", "refusal"),
    [
        *(({"starts": bad}, BAD_START) for bad in (-1, YEAR_10000, True, "1", 1.0, 10**30)),
        *(({"starts": good}, None) for good in (0, YEAR_10000 - 1, None)),
        *(({"wager_seconds": bad}, BAD_TIME) for bad in (0, -1, 3601, True, "1", 1.0, 10**30)),
        *(({"wager_seconds": good}, None) for good in (1, 3600, None)),
        *(({"notice_seconds": good}, None) for good in (0, 1, 604_800)),
        *(({"late_is_minimum": bad}, BAD_OPTION) for bad in (None, 0, 1, "yes")),
        *(({"nil_by_round": bad}, BAD_OPTION) for bad in (None, 0, 1, "yes")),
        *(({"late_is_minimum": good, "nil_by_round": not good}, None) for good in (True, False)),
        *(({"zone": bad}, BAD_ZONE) for bad in ("", None, 5, " a", "a\nb", "a" * 65)),
        *(({"zone": good}, None) for good in ("a", "a" * 64)),
    ],
)
def test_D7_3_2_times_and_options(wishes: dict[str, Any], refusal: Refusal | None) -> None:
    assert why_not(**wishes) == refusal


@pytest.mark.clause("D7 3.8")
@pytest.mark.parametrize("notice", [-1, 604_801, True, "1", 1.0, 10**30, None])
def test_D7_3_8_the_notice_is_a_number_of_seconds(notice: Any) -> None:
    assert why_not(notice_seconds=notice) == BAD_NOTICE


@pytest.mark.clause("D7 3.2")
def test_D7_3_2_a_tournament_is_not_opened_on_conditions_that_contradict_the_rules() -> None:
    with pytest.raises(Refused) as refused:
        open_tournament(replace(TERMS, chips=0))
    assert refused.value.refusal == BAD_CHIPS
    state = open_tournament(TERMS)
    assert state == Tournament(conditions=TERMS, starts=TERMS.starts)
    assert (state.phase, state.stage, state.now, state.players, state.pool) == (Phase.ENTRY, 0, 0, (), 0)


# Settled, and settled anew


@pytest.mark.clause("D7 3.2")
def test_D7_3_2_the_operator_settles_the_conditions_until_the_first_application() -> None:
    state = open_tournament(Conditions(name="Open"))
    settled = state.play(Determine(TERMS))
    assert changed(state, settled) == {"conditions": TERMS, "starts": TERMS.starts}
    later = replace(TERMS, starts=20_000_000)
    assert settled.play(Determine(later)).starts == 20_000_000
    assert settled.play(Determine(replace(TERMS, starts=None))).starts is None
    assert roles(state, Determine(TERMS)) == {Role.OPERATOR}
    assert offered(settled, Determine) == [Offer(Determine, Role.OPERATOR, {"conditions": Choices((TERMS,))})]
    assert settled.refuses(Determine(replace(TERMS, entry_fee=-1))) == BAD_FEE


@pytest.mark.clause("D7 3.2", "D7 3.7", "D7 6.6(a)", "D7 6.6(b)")
def test_D7_3_2_the_conditions_stand_from_the_first_application_on() -> None:
    refusal = Refusal(
        Cite("D7 3.2"), "entries_taken", "The conditions of entry cannot change after the first application."
    )
    once = next_stage(played(seated(8), "ana 900, ben 800", "eve 700, fay 600"))
    for state in (
        opened().play(Apply("ana")),
        field(4),
        drawing(4),
        playing(8),
        once,
    ):
        assert state.refuses(Determine(TERMS)) == refusal
        assert not offered(state, Determine)
    cancelled = opened().play(CancelTournament("nobody came"))
    assert cancelled.refuses(Determine(TERMS)) is not None
    assert not offered(cancelled, Determine)


@pytest.mark.clause("D7 3.2")
@pytest.mark.parametrize("rubbish", [None, 5, "conditions", True, 10**30, ()])
def test_D7_3_2_rubbish_is_no_condition(rubbish: Any) -> None:
    refusal = opened().refuses(Determine(rubbish))
    assert refusal is not None
    assert refusal.code == "ill_made"


@pytest.mark.clause("D7 3.2")
@pytest.mark.parametrize("field", [name for name in Conditions.__struct_fields__ if name not in ("options", "sign")])
@pytest.mark.parametrize("rubbish", [object(), 10**30, -1, b"x", [5], {"a": 1}])
def test_D7_3_2_rubbish_in_any_field_is_refused(field: str, rubbish: Any) -> None:
    conditions = Conditions(**{**{name: getattr(TERMS, name) for name in TERMS.__struct_fields__}, field: rubbish})
    assert opened().refuses(Determine(conditions)) is not None


# What the tables are told


@pytest.mark.clause("D7 3.2(e)", "D7 3.2(g)", "D7 3.2(c)", "D7 1.0 Session", "D7 5.14")
def test_D7_3_2_g_each_session_has_the_length_limits_and_chips_of_its_kind() -> None:
    own = Sign(10_00, 100_00)
    state = seated(
        16,
        stages=(Stage(rounds(3), 2, 1, own), Stage(rounds(4), 2)),
        lowest_minimum=2_50,
        highest_maximum=900_00,
        wager_seconds=30,
        late_is_minimum=False,
        options=replace(OPTIONS, decks=6, cutting_cards=2, layout=2, burn=True, writing=True),
    )
    assert (state.sign_of(1), str(state.duration_of(1))) == (own, "3 rounds")
    options = state.session_options(1)
    assert (options.chips, options.duration, options.play_off) == (1_000_00, rounds(3), False)
    assert (options.lowest_minimum, options.highest_maximum) == (2_50, 900_00)
    assert (options.wager_seconds, options.late_is_minimum) == (30, False)
    assert (options.decks, options.cutting_cards, options.layout, options.burn) == (6, 2, 2, True)
    assert options.writing is True
    assert seated(4).session_options(1).writing is False


@pytest.mark.clause("D7 3.2(e)", "D7 3.2(g)", "D7 1.0 Play-Off")
def test_D7_3_2_g_final_and_play_off_have_their_own_length_and_in_edition_1_the_common_limits() -> None:
    own = Sign(10_00, 100_00)
    first = seated(8, edition=1, stages=(Stage(rounds(3), 1, 1, own),), prizes=(Prize(share=1),))
    tied = played(first, "ana 900, ben 900", "eve 800, fay 100")
    number = tied.last_session
    assert (tied.sign_of(number), tied.duration_of(number)) == (SIGN, rounds(5))
    assert tied.session_options(number).play_off is True
    final = played(tied, "ana 900, ben 100")
    assert final.players == ("ana", "ben", "eve")
    final = next_stage(final)
    number = final.last_session
    assert (final.sign_of(number), final.duration_of(number)) == (SIGN, rounds(12))
    assert final.session_options(number).play_off is True
    tied = counted_final(final)
    assert tied.duration_of(tied.last_session) == rounds(5)


@pytest.mark.clause("D7 3.2(e)", "D7 3.7", "D7 1.0 Play-Off")
def test_D7_3_2_e_T44_a_stages_play_offs_have_its_limits_unless_the_conditions_name_others() -> None:
    own, others = Sign(10_00, 100_00), Sign(20_00, 200_00)
    terms = {"stages": (Stage(rounds(3), 1, 1, own),), "prizes": (Prize(share=1),)}
    tied = played(seated(8, **terms), "ana 900, ben 900", "eve 800, fay 100")
    number = tied.last_session
    assert (tied.sign_of(number), tied.duration_of(number)) == (own, rounds(5))
    named = played(seated(8, play_off_sign=others, **terms), "ana 900, ben 900", "eve 800, fay 100")
    assert named.sign_of(named.last_session) == others
    final = played(next_stage(played(tied, "ana 900, ben 100")), "ana 500, ben 500")
    assert final.sign_of(final.last_session) == SIGN


@pytest.mark.clause("D7 3.2(e)")
def test_D7_3_2_e_T44_limits_of_play_offs_are_judged_like_any() -> None:
    refusal = Refusal(
        Cite("D7 3.2(e)"), "bad_limits", "Every player must hold the minimum at the beginning of a session."
    )
    assert why_not(play_off_sign=Sign(1_000_50, 2_000_00)) == refusal
    assert why_not(play_off_sign=Sign(1_000_00, 2_000_00)) is None


def counted_final(state: Tournament) -> Tournament:
    return played(state, "ana 500, ben 500")


@pytest.mark.clause("D7 5.4", "D7 5.2")
def test_D7_5_4_a_table_of_4_is_an_ordinary_session() -> None:
    state = playing(4)
    assert state.session_options(1).play_off is False
    table = state.table(1)
    assert table.seated == ("ana", "ben", "cat", "dan")
