"""Points of a league, by figures worked out by hand."""

from __future__ import annotations

import pytest

from croupier.games.tournament.planning.league_points import PointsFormula, points
from croupier.record.house_journal.leagues import (
    League,
    LeagueBook,
    counts_words,
    drops_words,
    opened_words,
    points_mark,
)

SIXTEEN = {
    PointsFormula.PLACES: {1: 25, 2: 18, 3: 15, 4: 12, 5: 10, 10: 1, 11: 0, 16: 0},
    PointsFormula.FIELD: {1: 16, 2: 15, 3: 14, 4: 13, 5: 12, 10: 7, 11: 6, 16: 1},
    # 10 times the root of 16, 8, 5.33, 4, 3.2, 1.6, 1.45 and 1.
    PointsFormula.ROOT: {1: 40, 2: 28, 3: 23, 4: 20, 5: 17, 10: 12, 11: 12, 16: 10},
}


@pytest.mark.parametrize("formula", list(PointsFormula))
def test_the_points_of_places_in_a_field_of_sixteen(formula: PointsFormula) -> None:
    assert {place: points(formula, place, 16) for place in SIXTEEN[formula]} == SIXTEEN[formula]


def test_a_league_is_its_lines() -> None:
    league = League("league-a", "Autumn, and winter", PointsFormula.ROOT, 5)
    book = LeagueBook()
    marks = [points_mark({"qa": 3}), points_mark({"qa": 4})]
    lines = (
        opened_words(league, "pone"),
        counts_words("league-a", "cup-1", marks[0], "pone"),
        counts_words("league-a", "cup-1", marks[1], "ptwo"),
        counts_words("league-a", "cup-2", marks[1], "ptwo"),
        counts_words("league-b", "cup-2", marks[1], "ptwo"),
        opened_words(League("league-a", "Other", PointsFormula.FIELD, 0), "ptwo"),
        drops_words("league-a", "cup-2", "pone"),
    )
    for number, line in enumerate(lines):
        book.follow(number, line)
    assert list(book.leagues) == ["league-a"]
    found = book.leagues["league-a"]
    assert (found.name, found.formula, found.best) == ("Autumn, and winter", PointsFormula.ROOT, 5)
    assert [(each.tournament, each.mark, each.number) for each in found.evenings] == [("cup-1", marks[0], 1)]
