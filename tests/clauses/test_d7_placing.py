"""Who goes on from a session, and who takes which place in the tournament (Division 7, 4.7, 4.8, 6.5 to 6.11)."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.games.tournament.progress.placing import (
    PLAY_OFF,
    Needs,
    Placing,
    Selection,
    Through,
    decide_final,
    reissue_among,
    select,
)
from croupier.games.tournament.tally import Count, Tally
from croupier.rulebook import Cite

ROUNDS = 9


def tally(text: str, rounds: int = ROUNDS, minimum: int = 10_00) -> Tally:
    """`"ana 500, ben 0@3, cat 400!"`: ben fell in round 3, cat was disqualified."""
    counts = []
    for entry in text.split(", "):
        player, figures = entry.split()
        chips, _, fell = figures.rstrip("!").partition("@")
        counts.append(Count(player, int(chips) * 100, int(fell or 0), figures.endswith("!")))
    return Tally(rounds, minimum, tuple(counts))


def through(selection: Selection) -> list[str]:
    return [one.player for one in selection.through]


def summary(selection: Selection) -> tuple[list[str], tuple[str, ...], int]:
    return through(selection), selection.tied, selection.places


def final(
    text: str,
    winner: tuple[str, ...] = (),
    runner_up: tuple[str, ...] = (),
    *,
    gives_runner_up: bool = True,
    gone: str = "",
    nil_by_round: bool = False,
) -> Needs | tuple[Placing, ...]:
    return decide_final(
        tally(text),
        tuple(tally(session) for session in winner),
        tuple(tally(session) for session in runner_up),
        gives_runner_up=gives_runner_up,
        gone=frozenset(gone.split()),
        nil_by_round=nil_by_round,
    )


def placings(decided: Needs | tuple[Placing, ...]) -> tuple[Placing, ...]:
    assert isinstance(decided, tuple), decided
    return decided


def places(decided: Needs | tuple[Placing, ...]) -> list[str]:
    """`["1 ana", "2 ben", "3 cat dan"]`."""
    return [f"{placing.place} {' '.join(placing.players)}" for placing in placings(decided)]


def at(decided: Needs | tuple[Placing, ...], place: int) -> Placing:
    return next(placing for placing in placings(decided) if placing.place == place)


def needed(decided: Needs | tuple[Placing, ...]) -> tuple[str, tuple[str, ...]]:
    assert isinstance(decided, Needs), decided
    return decided.purpose, decided.players


# The winner of a session, and those who go on


@pytest.mark.clause("D7 6.5")
def test_D7_6_5_the_winner_holds_the_most_chips() -> None:
    selection = select((tally("ben 900, ana 1250, cat 0@4, dan 30"),), 1)
    assert selection == Selection((Through("ana", Cite("D7 6.5"), "ana 1250: the most of 4 at the table"),))


@pytest.mark.clause("D7 6.5", "D7 1.0 Play-Off")
def test_D7_6_5_who_ties_for_the_win_plays_off() -> None:
    selection = select((tally("cat 700, ana 700, ben 650, dan 700"),), 1)
    assert selection == Selection(
        (), ("ana", "cat", "dan"), 1, PLAY_OFF, "ana 700, cat 700, dan 700: 3 tied for 1 place"
    )


@pytest.mark.clause("D7 6.5")
def test_D7_6_5_one_cent_more_is_more() -> None:
    counts = (Count("ana", 700_00), Count("ben", 700_01))
    selection = select((Tally(ROUNDS, 10_00, counts),), 1)
    assert selection.through[0].working == "ben 700.01: the most of 2 at the table"
    assert not selection.tied


@pytest.mark.clause("D7 6.5", "D7 6.6(b)")
@pytest.mark.parametrize(
    ("places", "goes_on", "tied", "left"),
    [
        (1, ["ana"], (), 0),
        (2, ["ana"], ("ben", "cat"), 1),
        (3, ["ana", "ben", "cat"], (), 0),
        (4, ["ana", "ben", "cat"], ("dan", "eve", "fay"), 1),
        (5, ["ana", "ben", "cat"], ("dan", "eve", "fay"), 2),
        (6, ["ana", "ben", "cat", "dan", "eve", "fay"], (), 0),
        (7, ["ana", "ben", "cat", "dan", "eve", "fay"], (), 0),
        (0, [], (), 0),
    ],
)
def test_D7_6_6_only_a_tie_that_does_not_fit_is_played_off(
    places: int, goes_on: list[str], tied: tuple[str, ...], left: int
) -> None:
    table = tally("ana 900, ben 500, cat 500, dan 200, eve 200, fay 200")
    assert summary(select((table,), places)) == (goes_on, tied, left)


@pytest.mark.clause("D7 6.6(b)", "D7 6.7")
def test_D7_6_6_the_working_of_those_who_go_on_by_the_terms() -> None:
    selection = select((tally("ana 900, ben 500, cat 500, dan 200"),), 4)
    assert selection.through == (
        Through("ana", Cite("D7 6.6"), "ana 900: the most of 4 at the table"),
        Through("ben", Cite("D7 6.6", "T24"), "ben 500: place 2 of 4 at the table, equal with 1 other"),
        Through("cat", Cite("D7 6.6", "T24"), "cat 500: place 2 of 4 at the table, equal with 1 other"),
        Through("dan", Cite("D7 6.6"), "dan 200: place 4 of 4 at the table"),
    )
    assert (selection.rule, selection.working) == (None, "")


@pytest.mark.clause("D7 6.6(b)")
def test_D7_6_6_several_who_tie_at_the_top_and_fit() -> None:
    selection = select((tally("ana 900, ben 900, cat 900, dan 200"),), 3)
    assert selection.through[0].working == "ana 900: the most of 4 at the table, equal with 2 others"


@pytest.mark.clause("D7 6.6(b)")
def test_D7_6_6_the_working_of_a_tie_for_several_places() -> None:
    selection = select((tally("ana 900, ben 500, cat 500, dan 500"),), 3)
    assert selection.working == "ben 500, cat 500, dan 500: 3 tied for 2 places"
    assert selection.rule == PLAY_OFF


@pytest.mark.clause("D7 6.6(b)", "D7 6.7")
def test_D7_6_6_the_best_losers_are_found_over_all_tables() -> None:
    tables = (tally("ana 900, ben 500, cat 100"), tally("dan 800, eve 600, fay 500"))
    losers = frozenset({"ben", "cat", "eve", "fay"})
    assert summary(select(tables, 1, candidates=losers)) == (["eve"], (), 0)
    tied = select(tables, 2, candidates=losers)
    assert summary(tied) == (["eve"], ("ben", "fay"), 1)
    assert tied.through[0] == Through("eve", Cite("D7 6.6", "T16"), "eve 600: the most of 4 in question")
    assert tied.rule == Cite("D7 6.5", "T16")
    assert summary(select(tables, 3, candidates=losers)) == (["eve", "ben", "fay"], (), 0)


@pytest.mark.clause("D7 6.5", "D7 6.6(b)")
def test_D7_6_5_a_play_off_at_several_tables_is_one() -> None:
    tables = (tally("ana 900, ben 500"), tally("cat 700, dan 0@3"))
    selection = select(tables, 2, rule=PLAY_OFF)
    assert selection.through == (
        Through("ana", PLAY_OFF, "ana 900: the most of 4 at 2 tables"),
        Through("cat", PLAY_OFF, "cat 700: place 2 of 4 at 2 tables"),
    )


@pytest.mark.clause("D7 6.5")
def test_D7_6_5_a_rule_that_is_given_keeps_its_ruling() -> None:
    table = tally("ana 900, ben 900, cat 0@2")
    assert {one.rule for one in select((table,), 2, rule=PLAY_OFF).through} == {PLAY_OFF}
    assert {one.rule for one in select((table,), 2, rule=Cite("D7 6.5")).through} == {Cite("D7 6.5", "T24")}


# Those who are gone


@pytest.mark.clause("D7 3.3(b)(i)", "D7 5.12", "D7 6.5")
def test_D7_5_12_who_is_disqualified_is_out_of_the_tally_and_those_behind_move_up() -> None:
    table = tally("ana 900!, ben 500, cat 300, dan 300")
    assert select((table,), 1).through[0].working == "ben 500: the most of 3 at the table"
    assert summary(select((table,), 1, gone=frozenset({"ben"}))) == ([], ("cat", "dan"), 1)
    assert summary(select((table,), 1, gone=frozenset({"ben", "cat"}))) == (["dan"], (), 0)
    assert summary(select((table,), 1, gone=frozenset({"ben", "cat", "dan"}))) == ([], (), 0)


# Those who hold nothing


@pytest.mark.clause("D7 4.7", "D7 6.5")
def test_D7_4_7_where_all_hold_nothing_only_those_who_fell_last_may_win() -> None:
    alone = select((tally("ana 0@3, ben 0@9, cat 0@7"),), 1)
    rule = Cite("D7 6.5", "T20")
    assert alone.through == (Through("ben", rule, "ben 0 (fell in round 9): place 1 of 3 at the table"),)
    tied = select((tally("ana 0@9, ben 0@9, cat 0@7"),), 1)
    assert summary(tied) == ([], ("ana", "ben"), 1)
    assert tied.working == "ana 0 (fell in round 9), ben 0 (fell in round 9): 2 tied for 1 place"


@pytest.mark.clause("D7 4.7", "D7 6.6(b)")
@pytest.mark.parametrize(
    ("places", "goes_on", "tied", "left"),
    [
        (1, [], ("ana", "ben"), 1),
        (2, ["ana", "ben"], (), 0),
        (3, ["ana", "ben"], ("cat", "dan"), 1),
        (4, ["ana", "ben", "cat", "dan"], (), 0),
    ],
)
def test_D7_4_7_below_them_all_who_hold_nothing_tie(
    places: int, goes_on: list[str], tied: tuple[str, ...], left: int
) -> None:
    table = tally("ana 0@9, ben 0@9, cat 0@7, dan 0@3")
    assert summary(select((table,), places)) == (goes_on, tied, left)


@pytest.mark.clause("D7 4.7", "D7 6.6(b)")
def test_D7_4_7_rounds_are_not_told_where_they_decide_nothing() -> None:
    selection = select((tally("ana 0@9, cat 0@7, dan 0@3"),), 2)
    assert selection.working == "cat 0, dan 0: 2 tied for 1 place"
    together = select((tally("ana 0@9, cat 0@9"),), 2)
    assert together.through[0].working == "ana 0: place 1 of 2 at the table, equal with 1 other"
    assert together.through[0].rule == Cite("D7 6.6", "T24")


@pytest.mark.clause("D7 4.7", "D7 6.6(b)")
def test_D7_4_7_nothing_is_a_value_where_somebody_holds_chips() -> None:
    table = tally("ana 5@9, ben 0@9, cat 0@7")
    assert summary(select((table,), 1)) == (["ana"], (), 0)
    assert summary(select((table,), 2)) == (["ana"], ("ben", "cat"), 1)
    # She is gone: now all hold nothing, and ben outlasted cat.
    assert summary(select((table,), 1, gone=frozenset({"ana"}))) == (["ben"], (), 0)


@pytest.mark.clause("D7 4.7", "D7 6.5")
def test_D7_4_7_the_last_round_is_that_of_those_who_still_count() -> None:
    table = tally("ana 500, ben 0@3, cat 0@7, dan 400!")
    assert summary(select((table,), 1, gone=frozenset({"ana"}))) == (["cat"], (), 0)


@pytest.mark.clause("D7 4.7", "D7 6.6(b)")
def test_D7_4_7_the_conditions_may_rank_those_who_hold_nothing_by_round() -> None:
    table = tally("ana 500, ben 0@3, cat 0@7, dan 0@7")
    assert summary(select((table,), 2)) == (["ana"], ("ben", "cat", "dan"), 1)
    ranked = select((table,), 2, nil_by_round=True)
    assert summary(ranked) == (["ana"], ("cat", "dan"), 1)
    assert ranked.working == "cat 0 (fell in round 7), dan 0 (fell in round 7): 2 tied for 1 place"
    assert summary(select((table,), 3, nil_by_round=True)) == (["ana", "cat", "dan"], (), 0)
    # Only at nothing: who keeps some chips is told by them alone.
    kept = tally("ana 500, ben 5@3, cat 5@7")
    assert summary(select((kept,), 2, nil_by_round=True)) == (["ana"], ("ben", "cat"), 1)


@pytest.mark.clause("D7 4.7", "D7 6.6(b)")
def test_D7_4_7_between_tables_nothing_is_merely_nothing() -> None:
    tables = (tally("ana 0@9, ben 0@3"), tally("cat 0@8, dan 0@5"))
    assert summary(select(tables, 1)) == ([], ("ana", "ben", "cat", "dan"), 1)
    assert summary(select(tables, 2, nil_by_round=True)) == (["ana", "cat"], (), 0)


# A new issue of chips


@pytest.mark.clause("D7 4.8(a)", "D7 4.8(b)")
@pytest.mark.parametrize(
    ("text", "among"),
    [
        ("ana 0@9, ben 0@9, cat 0@9", ("ana", "ben", "cat")),
        ("ana 5@9, ben 9@9", ("ana", "ben")),
        # Both kinds together.
        ("ben 0@9, ana 5@9", ("ana", "ben")),
        # Eliminated before: no participant any more.
        ("ana 0@9, ben 5@9, cat 0@4", ("ana", "ben")),
        # Fell before but still holds chips: not all in the same round.
        ("ana 0@9, ben 5@9, cat 5@4", ()),
        # Somebody holds the minimum.
        ("ana 0@9, ben 0@9, cat 10", ()),
        ("ana 0@9, ben 10@9", ()),
        # One alone has nobody to play off against.
        ("ana 0@9, ben 0@4", ()),
        ("ana 5@9", ()),
        ("ana 500, ben 400", ()),
        # The disqualified are out of it.
        ("ana 0@9, ben 0@9, cat 500!", ("ana", "ben")),
        ("ana 0@9, ben 0@9!", ()),
    ],
)
def test_D7_4_8_new_chips_only_where_all_participants_fell_in_one_round(text: str, among: tuple[str, ...]) -> None:
    assert reissue_among(tally(text)) == among


@pytest.mark.clause("D7 4.8(a)", "D7 3.3(b)(i)")
def test_D7_4_8_who_is_gone_neither_gets_chips_nor_stands_in_the_way() -> None:
    table = tally("ana 0@9, ben 0@9, cat 5@4, dan 0@9")
    assert reissue_among(table) == ()
    assert reissue_among(table, frozenset({"cat"})) == ("ana", "ben", "dan")
    assert reissue_among(table, frozenset({"cat", "dan"})) == ("ana", "ben")
    assert reissue_among(table, frozenset({"cat", "dan", "ben"})) == ()


# The final without a play-off


@pytest.mark.clause("D7 6.8", "D7 6.10(c)", "D7 6.4")
def test_D7_6_8_the_places_go_by_the_chips_at_the_end_of_the_final() -> None:
    assert final("dan 0@4, ben 800, ana 1250, cat 30") == (
        Placing(1, ("ana",), Cite("D7 6.8"), "ana 1250: the most of 4 in the final"),
        Placing(2, ("ben",), Cite("D7 6.8"), "ben 800: next after ana in the final"),
        Placing(3, ("cat",), Cite("D7 6.10(c)", "T25"), "cat 30 in the final: place 3"),
        Placing(4, ("dan",), Cite("D7 6.10(c)", "T25"), "dan 0 in the final: place 4"),
    )


@pytest.mark.clause("D7 6.8")
def test_D7_6_8_without_a_prize_for_the_runner_up_the_second_place_goes_by_the_tally() -> None:
    decided = final("ana 900, ben 800, cat 500", gives_runner_up=False)
    assert places(decided) == ["1 ana", "2 ben", "3 cat"]
    assert at(decided, 2) == Placing(2, ("ben",), Cite("D7 6.8"), "ben 800 in the final: place 2")
    shared = final("ana 900, ben 500, cat 500", gives_runner_up=False)
    assert places(shared) == ["1 ana", "2 ben cat"]


@pytest.mark.clause("D7 6.8", "D7 6.9")
def test_D7_6_9_without_a_prize_for_the_runner_up_the_play_off_still_ranks() -> None:
    decided = final("ana 900, ben 900, cat 900", ("ana 500, ben 100, cat 300",), gives_runner_up=False)
    assert places(decided) == ["1 ana", "2 cat", "3 ben"]
    assert at(decided, 2).rule == Cite("D7 6.9")
    assert at(decided, 3).rule == Cite("D7 6.10(b)", "T25")


@pytest.mark.clause("D7 6.8")
def test_D7_6_8_who_alone_is_left_wins_and_nobody_is_second() -> None:
    decided = final("ana 0@4, ben 900!, cat 500", gone="cat")
    assert decided == (
        Placing(1, ("ana",), Cite("D7 6.8", "T20"), "ana 0 (fell in round 4): the only player left in the final"),
    )
    assert final("ana 900!, ben 800", gone="ben") == ()


# Shared places


@pytest.mark.clause("D7 6.11(a)")
def test_D7_6_11_a_two_who_are_equal_share_and_use_up_two_places() -> None:
    decided = final("ana 900, ben 800, cat 300, dan 300, eve 100")
    assert places(decided) == ["1 ana", "2 ben", "3 cat dan", "5 eve"]
    assert at(decided, 3) == Placing(
        3, ("cat", "dan"), Cite("D7 6.11(a)", "T26"), "cat and dan each 300 in the final: share places 3 and 4"
    )


@pytest.mark.clause("D7 6.11(b)")
def test_D7_6_11_b_three_and_more_share_and_use_up_as_many_places() -> None:
    decided = final("ana 900, ben 800, cat 300, dan 300, eve 300, fay 100")
    assert places(decided) == ["1 ana", "2 ben", "3 cat dan eve", "6 fay"]
    assert at(decided, 3).rule == Cite("D7 6.11(b)", "T26")
    assert at(decided, 3).working == "cat, dan and eve each 300 in the final: share places 3, 4 and 5"
    four = final("ana 900, ben 800, cat 300, dan 300, eve 300, fay 300, gus 1")
    assert places(four) == ["1 ana", "2 ben", "3 cat dan eve fay", "7 gus"]
    assert at(four, 3).rule == Cite("D7 6.11(b)", "T26")


@pytest.mark.clause("D7 6.11(a)", "D7 6.11(b)", "D7 4.7")
def test_D7_6_11_those_who_hold_nothing_share_whenever_they_fell_unless_the_conditions_rank_them() -> None:
    text = "ana 900, ben 800, cat 0@3, dan 0@5, eve 0@5"
    assert places(final(text)) == ["1 ana", "2 ben", "3 cat dan eve"]
    assert at(final(text), 3).working == "cat, dan and eve each 0 in the final: share places 3, 4 and 5"
    ranked = final(text, nil_by_round=True)
    assert places(ranked) == ["1 ana", "2 ben", "3 dan eve", "5 cat"]
    assert at(ranked, 3).working == "dan and eve each 0 (fell in round 5) in the final: share places 3 and 4"
    assert at(ranked, 5).working == "cat 0 (fell in round 3) in the final: place 5"


# The play-off for winner


@pytest.mark.clause("D7 6.9", "D7 6.11(a)")
def test_D7_6_9_a_tie_for_winner_is_played_off_and_never_shared() -> None:
    assert final("ana 900, ben 300, cat 900") == Needs(
        "winner", ("ana", "cat"), Cite("D7 6.9"), "ana 900, cat 900: tied for winner in the final"
    )
    assert needed(final("ana 900, ben 300, cat 900", gives_runner_up=False)) == ("winner", ("ana", "cat"))


@pytest.mark.clause("D7 6.9")
def test_D7_6_9_the_play_off_gives_winner_and_runner_up() -> None:
    decided = final("ana 900, ben 300, cat 900", ("ana 450, cat 600",))
    assert decided == (
        Placing(1, ("cat",), Cite("D7 6.9"), "cat 600: the most of 2 in the play-off for winner"),
        Placing(2, ("ana",), Cite("D7 6.9"), "ana 450: next after cat in the play-off for winner"),
        Placing(3, ("ben",), Cite("D7 6.10(c)", "T25"), "ben 300 in the final: place 3"),
    )
    fell = placings(final("ana 900, ben 300, cat 900", ("ana 0@7, cat 600",)))
    assert fell[1].working == "ana 0 (fell in round 7): next after cat in the play-off for winner"


@pytest.mark.clause("D7 6.9", "D7 1.0 Play-Off")
def test_D7_6_9_a_tie_in_the_play_off_takes_another_session_of_those_still_tied() -> None:
    text = "ana 900, ben 900, cat 900, dan 100"
    first = "ana 600, ben 200, cat 600"
    assert final(text, (first,)) == Needs(
        "winner", ("ana", "cat"), Cite("D7 6.9"), "ana 600, cat 600: tied for winner in the play-off for winner"
    )
    decided = final(text, (first, "ana 10, cat 700"))
    assert places(decided) == ["1 cat", "2 ana", "3 ben", "4 dan"]
    assert at(decided, 1).working == "cat 700: the most of 2 in session 2 of the play-off for winner"
    assert at(decided, 3).rule == Cite("D7 6.10(b)", "T25")
    assert at(decided, 3).working == "ben 200 in session 1 of the play-off for winner: place 3"


@pytest.mark.clause("D7 6.9", "D7 4.7")
def test_D7_6_9_where_all_lose_everything_in_the_play_off_the_last_to_fall_wins() -> None:
    decided = final("ana 900, ben 900, cat 900, dan 100", ("ana 0@3, ben 0@9, cat 0@5",), gives_runner_up=False)
    assert places(decided) == ["1 ben", "2 ana cat", "4 dan"]
    assert at(decided, 1) == Placing(
        1,
        ("ben",),
        Cite("D7 6.9", "T20"),
        "ben 0 (fell in round 9): the last to fall of 3 in the play-off for winner, where nobody holds chips",
    )


@pytest.mark.clause("D7 4.8(a)", "D7 4.8(b)", "D7 6.9", "D7 6.10(c)")
def test_D7_4_8_a_new_issue_in_the_final_is_decided_by_all_who_had_it() -> None:
    text = "ana 5@9, ben 3@9, cat 0@9, dan 0@4"
    assert places(final(text, ("ana 100, ben 300, cat 900",))) == ["1 cat", "2 ben", "3 ana", "4 dan"]


@pytest.mark.clause("D7 6.8", "D7 4.7")
def test_D7_6_8_a_final_in_which_all_lose_everything_is_won_by_who_fell_last() -> None:
    assert needed(final("ana 0@9, ben 0@9, cat 0@5")) == ("winner", ("ana", "ben"))
    decided = final("ana 0@9, ben 0@5, cat 0@3", nil_by_round=True)
    assert places(decided) == ["1 ana", "2 ben", "3 cat"]
    assert at(decided, 1).rule == Cite("D7 6.8", "T20")
    # For second place all who hold nothing tie, whenever they fell.
    assert needed(final("ana 0@9, ben 0@5, cat 0@3")) == ("runner-up", ("ben", "cat"))


# The play-off for runner-up


@pytest.mark.clause("D7 6.9", "D7 6.11(a)")
def test_D7_6_9_a_tie_behind_a_sole_winner_is_played_off_for_runner_up() -> None:
    text = "ana 900, ben 500, cat 500, dan 500, eve 100"
    assert final(text) == Needs(
        "runner-up",
        ("ben", "cat", "dan"),
        Cite("D7 6.9", "T12"),
        "ben 500, cat 500, dan 500: tied for runner-up in the final",
    )
    decided = final(text, (), ("ben 100, cat 700, dan 300",))
    assert places(decided) == ["1 ana", "2 cat", "3 dan", "4 ben", "5 eve"]
    assert at(decided, 2) == Placing(
        2, ("cat",), Cite("D7 6.9", "T12"), "cat 700: the most of 3 in the play-off for runner-up"
    )
    assert at(decided, 3) == Placing(
        3, ("dan",), Cite("D7 6.10(a)", "T25"), "dan 300 in the play-off for runner-up: place 3"
    )
    assert at(decided, 5) == Placing(5, ("eve",), Cite("D7 6.10(c)", "T25"), "eve 100 in the final: place 5")


@pytest.mark.clause("D7 6.9")
def test_D7_6_9_a_play_off_for_winner_that_leaves_the_runner_up_open_takes_a_further_one() -> None:
    text = "ana 900, ben 900, cat 900, dan 500"
    first = ("ana 700, ben 200, cat 200",)
    assert final(text, first) == Needs(
        "runner-up",
        ("ben", "cat"),
        Cite("D7 6.9"),
        "ben 200, cat 200: tied for runner-up in the play-off for winner",
    )
    decided = final(text, first, ("ben 50, cat 60",))
    assert places(decided) == ["1 ana", "2 cat", "3 ben", "4 dan"]
    assert at(decided, 2).rule == Cite("D7 6.9")


@pytest.mark.clause("D7 6.9", "D7 1.0 Play-Off")
def test_D7_6_9_a_tie_in_the_play_off_for_runner_up_takes_another_session() -> None:
    text = "ana 900, ben 500, cat 500, dan 500"
    first = "ben 400, cat 100, dan 400"
    assert needed(final(text, (), (first,))) == ("runner-up", ("ben", "dan"))
    decided = final(text, (), (first, "ben 1, dan 2"))
    assert places(decided) == ["1 ana", "2 dan", "3 ben", "4 cat"]
    assert at(decided, 2).working == "dan 2: the most of 2 in session 2 of the play-off for runner-up"
    assert at(decided, 4).working == "cat 100 in session 1 of the play-off for runner-up: place 4"


@pytest.mark.clause("D7 6.9", "D7 4.7")
def test_D7_6_9_where_all_lose_everything_in_the_play_off_for_runner_up_the_last_to_fall_is_second() -> None:
    decided = final("ana 900, ben 500, cat 500, dan 500", (), ("ben 0@2, cat 0@9, dan 0@4",))
    assert places(decided) == ["1 ana", "2 cat", "3 ben dan"]


@pytest.mark.clause("D7 6.9", "D7 4.7")
def test_D7_6_9_after_the_winner_of_a_play_off_all_who_hold_nothing_tie() -> None:
    text = "ana 900, ben 900, cat 900"
    session = ("ana 600, ben 0@2, cat 0@9",)
    assert needed(final(text, session)) == ("runner-up", ("ben", "cat"))
    assert places(final(text, session, nil_by_round=True)) == ["1 ana", "2 cat", "3 ben"]
    lost = ("ana 0@9, ben 0@2, cat 0@4",)
    assert needed(final(text, lost)) == ("runner-up", ("ben", "cat"))


# The places after the runner-up


@pytest.mark.clause("D7 6.10(a)", "D7 6.10(b)", "D7 6.10(c)")
def test_D7_6_10_the_lists_go_from_the_last_play_off_back_to_the_final() -> None:
    decided = final(
        "ana 900, ben 900, cat 900, dan 900, eve 900, fay 800, gus 700",
        ("ana 500, ben 300, cat 300, dan 300, eve 200",),
        ("ben 600, cat 100, dan 200",),
    )
    assert places(decided) == ["1 ana", "2 ben", "3 dan", "4 cat", "5 eve", "6 fay", "7 gus"]
    assert [placing.rule.clause for placing in placings(decided)] == [
        "D7 6.9",
        "D7 6.9",
        "D7 6.10(a)",
        "D7 6.10(a)",
        "D7 6.10(b)",
        "D7 6.10(c)",
        "D7 6.10(c)",
    ]


@pytest.mark.clause("D7 6.10(b)", "D7 6.10(c)")
def test_D7_6_10_more_chips_in_the_final_do_not_outrank_a_place_in_a_play_off() -> None:
    decided = final("ana 900, ben 900, cat 900, dan 899", ("ana 500, ben 300, cat 0@1",))
    assert places(decided) == ["1 ana", "2 ben", "3 cat", "4 dan"]


@pytest.mark.clause("D7 6.10(a)", "D7 6.10(b)", "D7 6.10(c)")
def test_D7_6_10_a_tie_in_one_list_goes_to_the_next_that_has_both() -> None:
    # A new issue in the final: they did not hold the same there, so its tally can part them.
    decided = final(
        "ana 9@9, ben 8@9, cat 7@9, dan 6@9, eve 5@9",
        ("ana 700, ben 200, cat 200, dan 200, eve 100",),
        ("ben 400, cat 100, dan 100",),
    )
    assert places(decided) == ["1 ana", "2 ben", "3 cat", "4 dan", "5 eve"]
    assert at(decided, 3) == Placing(
        3,
        ("cat",),
        Cite("D7 6.10(c)", "T25"),
        "cat 100 in the play-off for runner-up, then 200 in the play-off for winner, then 7 in the final: place 3",
    )
    assert at(decided, 5).rule == Cite("D7 6.10(b)", "T25")
    assert at(decided, 5).working == "eve 100 in the play-off for winner: place 5"


@pytest.mark.clause("D7 6.10(b)", "D7 6.11(a)", "D7 4.8(b)")
def test_D7_6_10_T25_after_a_new_issue_inside_a_play_off_the_later_session_ranks_those_in_it() -> None:
    """All fell in round 3 of the play-off for winner and got new chips (4.8): what they kept there comes after."""
    tied = "ana 900, ben 900, cat 900, dan 900, eve 100"
    first = "ana 5@3, ben 4@3, cat 0@3, dan 0@3"
    decided = final(tied, (first, "ana 100, ben 200, cat 500, dan 700"))
    assert places(decided) == ["1 dan", "2 cat", "3 ben", "4 ana", "5 eve"]
    assert at(decided, 3).rule == Cite("D7 6.10(b)", "T25")
    # A tie in the later session goes to the next list that has both: the earlier session, then the final.
    parted = final(tied, (first, "ana 200, ben 200, cat 500, dan 700"))
    assert places(parted) == ["1 dan", "2 cat", "3 ana", "4 ben", "5 eve"]
    shared = final(tied, ("ana 4@3, ben 4@3, cat 0@3, dan 0@3", "ana 200, ben 200, cat 500, dan 700"))
    assert places(shared) == ["1 dan", "2 cat", "3 ana ben", "5 eve"]
    # Whoever is not in the later session stands by the earlier one, behind those who are.
    fewer = final(tied, ("ana 700, ben 700, cat 30, dan 10", "ana 0@2, ben 5@2", "ana 100, ben 300"))
    assert places(fewer) == ["1 ben", "2 ana", "3 cat", "4 dan", "5 eve"]


@pytest.mark.clause("D7 6.10(b)", "D7 6.11(a)")
def test_D7_6_11_who_is_equal_in_every_list_shares() -> None:
    decided = final("ana 900, ben 900, cat 900, dan 900, eve 100", ("ana 700, ben 300, cat 200, dan 200",))
    assert places(decided) == ["1 ana", "2 ben", "3 cat dan", "5 eve"]
    assert at(decided, 3).working == (
        "cat and dan each 200 in the play-off for winner, then 900 in the final: share places 3 and 4"
    )


# Those who are gone from the final


@pytest.mark.clause("D7 5.12", "D7 6.8")
def test_D7_5_12_in_the_final_too_those_behind_a_disqualified_player_move_up() -> None:
    assert places(final("ana 900!, ben 800, cat 300, dan 100")) == ["1 ben", "2 cat", "3 dan"]
    assert places(final("ana 900, ben 800, cat 300, dan 100", gone="ana ben")) == ["1 cat", "2 dan"]
    assert needed(final("ana 900, ben 300, cat 300", gone="ana")) == ("winner", ("ben", "cat"))


@pytest.mark.clause("D7 5.12", "D7 6.9")
def test_D7_5_12_a_tie_of_which_one_is_left_needs_no_play_off() -> None:
    assert places(final("ana 900, ben 900, cat 300", gone="ana")) == ["1 ben", "2 cat"]
    assert places(final("ana 900, ben 300, cat 300, dan 100", gone="cat")) == ["1 ana", "2 ben", "3 dan"]


@pytest.mark.clause("D7 5.12", "D7 6.9")
def test_D7_5_12_who_is_disqualified_in_a_play_off_is_out_of_the_final_too() -> None:
    decided = final("ana 900, ben 900, cat 300, dan 100", ("ana 100, ben 700!",))
    assert places(decided) == ["1 ana", "2 cat", "3 dan"]
    assert at(decided, 1).working == "ana 100: the only player left in the play-off for winner"
    assert at(decided, 2).rule == Cite("D7 6.8")


@pytest.mark.clause("D7 5.12", "D7 6.9")
def test_D7_5_12_a_play_off_of_which_nobody_is_left_gives_way_to_the_list_before() -> None:
    text = "ana 900, ben 900, cat 900, dan 500, eve 100"
    sessions = ("ana 600, ben 600, cat 100", "ana 300, ben 200")
    assert places(final(text, sessions, gone="ana")) == ["1 ben", "2 cat", "3 dan", "4 eve"]
    assert places(final(text, sessions, gone="ana ben")) == ["1 cat", "2 dan", "3 eve"]
    assert places(final(text, sessions, gone="ana ben cat")) == ["1 dan", "2 eve"]
    assert places(final(text, sessions, gone="ben")) == ["1 ana", "2 cat", "3 dan", "4 eve"]


@pytest.mark.clause("D7 5.12", "D7 6.9")
def test_D7_5_12_a_runner_up_who_is_gone_is_followed_by_the_next_of_that_play_off() -> None:
    text = "ana 900, ben 500, cat 500, dan 500, eve 300"
    session = ("ben 700, cat 200, dan 200",)
    assert needed(final(text, (), session, gone="ben")) == ("runner-up", ("cat", "dan"))
    assert places(final(text, (), session, gone="ben cat")) == ["1 ana", "2 dan", "3 eve"]
    assert places(final(text, (), session, gone="ben cat dan")) == ["1 ana", "2 eve"]


@pytest.mark.clause("D7 5.12", "D7 6.9")
def test_D7_5_12_if_the_winner_is_gone_those_who_played_off_to_follow_move_up() -> None:
    text = "ana 900, ben 500, cat 500, dan 500, eve 300"
    decided = final(text, (), ("ben 700, cat 200, dan 100",), gone="ana")
    assert places(decided) == ["1 ben", "2 cat", "3 dan", "4 eve"]
    assert at(decided, 1) == Placing(
        1, ("ben",), Cite("D7 6.9", "T21"), "ben 700: the most of 3 in the play-off for runner-up"
    )
    assert at(decided, 2).working == "cat 200: next after ben in the play-off for runner-up"
    # What that play-off left open is still open, now for winner.
    assert needed(final(text, (), ("ben 700, cat 700, dan 100",), gone="ana")) == ("winner", ("ben", "cat"))
    again = final(text, (), ("ben 700, cat 700, dan 100", "ben 1, cat 2"), gone="ana")
    assert places(again) == ["1 cat", "2 ben", "3 dan", "4 eve"]
    held = final(text, ("ben 5, cat 6",), ("ben 700, cat 700, dan 100",), gone="ana")
    assert places(held) == ["1 cat", "2 ben", "3 dan", "4 eve"]
    # The next tie for second place is a new one.
    assert needed(final(text, (), ("ben 700, cat 200, dan 200",), gone="ana")) == ("runner-up", ("cat", "dan"))


@pytest.mark.clause("D7 5.12", "D7 6.9")
def test_D7_5_12_a_play_off_for_runner_up_does_not_part_those_who_were_not_all_in_it() -> None:
    # Ben and cat played off for second place and are gone with the winner: dan and eve never met.
    decided = final("ana 900, ben 500, cat 500, dan 300, eve 300", (), ("ben 700, cat 200",), gone="ana ben cat")
    assert needed(decided) == ("winner", ("dan", "eve"))


@pytest.mark.clause("D7 5.12", "D7 4.7", "D7 6.9")
def test_D7_5_12_who_won_the_play_off_moves_up_even_if_he_had_fallen_earlier() -> None:
    text = "ana 900, ben 0@9, cat 0@7, dan 0@5"
    assert needed(final(text)) == ("runner-up", ("ben", "cat", "dan"))
    session = ("ben 100, cat 600, dan 600",)
    again = (*session, "cat 200, dan 300")
    assert places(final(text, (), again)) == ["1 ana", "2 dan", "3 cat", "4 ben"]
    assert places(final(text, (), again, gone="ana")) == ["1 dan", "2 cat", "3 ben"]
    assert needed(final(text, (), session, gone="ana")) == ("winner", ("cat", "dan"))
    # Without such a play-off the tally of those who are left decides.
    assert places(final(text, gone="ana", nil_by_round=True)) == ["1 ben", "2 cat", "3 dan"]


@pytest.mark.clause("D7 5.12", "D7 6.9")
def test_D7_5_12_who_moved_up_stays_ahead_of_a_later_play_off_for_second_place() -> None:
    text = "ana 900, ben 500, cat 500, dan 300, eve 300"
    decided = final(text, (), ("ben 700, cat 100", "dan 50, eve 800"), gone="ana cat")
    assert places(decided) == ["1 ben", "2 eve", "3 dan"]
    rest = final(text, (), ("ben 700, cat 100", "dan 50, eve 800"), gone="ana cat ben")
    assert places(rest) == ["1 eve", "2 dan"]


# Whatever the tallies


@st.composite
def counted(draw: st.DrawFn, players: tuple[str, ...]) -> Tally:
    """Few values, so that ties are common; nobody has nothing without having fallen."""
    counts = []
    for player in players:
        chips = draw(st.sampled_from((0, 0, 5_00, 50_00, 90_00)))
        fell = draw(st.integers(ROUNDS - 2, ROUNDS)) if chips < 10_00 else 0
        counts.append(Count(player, chips, fell, draw(st.integers(0, 9)) == 0))
    return Tally(ROUNDS, 10_00, tuple(counts))


SEVEN = ("ana", "ben", "cat", "dan", "eve", "fay", "gus")
tables = st.integers(1, 7).flatmap(lambda number: counted(SEVEN[:number]))
leaving = st.frozensets(st.sampled_from(SEVEN), max_size=2)


@pytest.mark.clause("D7 6.5", "D7 6.6(b)")
@given(table=tables, places=st.integers(0, 7), gone=leaving, nil_by_round=st.booleans(), data=st.data())
def test_D7_6_6_every_place_is_filled_or_played_for_however_they_sat(
    table: Tally, places: int, gone: frozenset[str], nil_by_round: bool, data: st.DataObject
) -> None:
    selection = select((table,), places, gone=gone, nil_by_round=nil_by_round)
    chips = {count.player: count.chips for count in table.standing if count.player not in gone}
    assert len(selection.through) + selection.places == min(places, len(chips))
    assert len(selection.tied) > selection.places or not selection.tied
    named = [*through(selection), *selection.tied]
    assert len(set(named)) == len(named)
    assert set(named) <= set(chips)
    ranked = [chips[player] for player in named]
    assert all(one >= other for one, other in pairwise(ranked))
    assert all(chips[player] <= min(ranked, default=0) for player in set(chips) - set(named)) or not named
    seated_otherwise = Tally(table.rounds, table.minimum, tuple(data.draw(st.permutations(table.counts))))
    assert select((seated_otherwise,), places, gone=gone, nil_by_round=nil_by_round) == selection


@pytest.mark.clause("D7 6.6(b)")
@given(first=counted(SEVEN[:4]), second=counted(SEVEN[4:]), places=st.integers(0, 7), gone=leaving)
def test_D7_6_6_two_tables_in_either_order_give_the_same(
    first: Tally, second: Tally, places: int, gone: frozenset[str]
) -> None:
    one = select((first, second), places, gone=gone)
    other = select((second, first), places, gone=gone)
    assert (set(through(one)), set(one.tied), one.places) == (set(through(other)), set(other.tied), other.places)


@pytest.mark.clause("D7 4.8(a)", "D7 4.8(b)")
@given(table=tables, gone=leaving)
def test_D7_4_8_new_chips_are_only_for_those_below_the_minimum(table: Tally, gone: frozenset[str]) -> None:
    among = reissue_among(table, gone)
    assert len(among) != 1
    standing = {count.player: count for count in table.standing if count.player not in gone}
    for player in among:
        assert standing[player].chips < table.minimum
        assert standing[player].fell == table.rounds


@pytest.mark.clause("D7 6.8", "D7 6.9", "D7 6.10(a)", "D7 6.10(b)", "D7 6.10(c)", "D7 6.11(a)", "D7 6.11(b)")
@given(
    table=tables,
    gives_runner_up=st.booleans(),
    nil_by_round=st.booleans(),
    leavers=st.lists(st.sampled_from(("", *SEVEN, "", "", "")), min_size=6, max_size=6),
    data=st.data(),
)
def test_D7_6_9_a_final_played_off_to_its_end_places_everybody_once(
    table: Tally, gives_runner_up: bool, nil_by_round: bool, leavers: list[str], data: st.DataObject
) -> None:
    sessions: dict[str, tuple[Tally, ...]] = {"winner": (), "runner-up": ()}
    gone: frozenset[str] = frozenset()
    for leaver in (*leavers, *[""] * 30):
        gone |= {leaver}
        decided = decide_final(
            table,
            sessions["winner"],
            sessions["runner-up"],
            gives_runner_up=gives_runner_up,
            gone=gone,
            nil_by_round=nil_by_round,
        )
        played = (table, *sessions["winner"], *sessions["runner-up"])
        out = gone | {count.player for it in played for count in it.counts if count.disqualified}
        left = {count.player for count in table.counts} - out
        if isinstance(decided, tuple):
            placed = [player for placing in decided for player in placing.players]
            assert sorted(placed) == sorted(left)
            ends = [placing.place + len(placing.players) for placing in decided]
            assert [placing.place for placing in decided] == [1, *ends][: len(decided)]
            alone = decided[: 2 if gives_runner_up else 1]
            assert all(len(placing.players) == 1 for placing in alone)
            assert all(placing.players[0] in placing.working for placing in decided)
        else:
            assert len(decided.players) > 1
            assert set(decided.players) <= left
            assert decided.purpose == "winner" or gives_runner_up
            sessions[decided.purpose] += (data.draw(counted(decided.players)),)


@pytest.mark.clause("D7 5.12", "D7 6.9", "D7 6.10(a)", "D7 6.10(b)", "D7 6.10(c)")
@given(table=tables, nil_by_round=st.booleans(), data=st.data())
def test_D7_5_12_who_leaves_a_decided_final_turns_round_nobody_else(
    table: Tally, nil_by_round: bool, data: st.DataObject
) -> None:
    sessions: dict[str, tuple[Tally, ...]] = {"winner": (), "runner-up": ()}

    def decide(gone: frozenset[str]) -> Needs | tuple[Placing, ...]:
        return decide_final(
            table,
            sessions["winner"],
            sessions["runner-up"],
            gives_runner_up=True,
            gone=gone,
            nil_by_round=nil_by_round,
        )

    before = decide(frozenset())
    while isinstance(before, Needs):
        sessions[before.purpose] += (data.draw(counted(before.players)),)
        before = decide(frozenset())
    place = {player: placing.place for placing in before for player in placing.players}
    for leaver in place:
        after = decide(frozenset({leaver}))
        if isinstance(after, Needs):
            assert len({place[player] for player in after.players}) == 1
        else:
            order = [place[player] for placing in after for player in placing.players]
            assert order == sorted(order)
