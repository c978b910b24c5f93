"""The sheet as a value: its figures are the odds', and everything it rests on is named."""

from __future__ import annotations

import shutil
import subprocess
from fractions import Fraction
from pathlib import Path

import pytest

from croupier.games.registry import game_of
from croupier.odds import odds_of_game
from croupier.report.digest import CHECK, PACKAGE, digest_of
from croupier.report.figures import decimal, root
from croupier.report.sheet import PLACES, Sheet, percent
from croupier.rulebook import Source
from tests.support.report_sheets import GAMES, LAYOUT_GAMES, house_sheet, sheet

pytestmark = pytest.mark.xdist_group("sheets")

# Figures


@pytest.mark.parametrize("game", LAYOUT_GAMES)
def test_the_figures_are_those_of_the_odds(game: str) -> None:
    rows = odds_of_game(game_of(game))
    for each, row in zip(sheet(game).wagers, rows, strict=True):
        assert (each.name, each.places, each.pays) == (row.wager, row.positions, row.odds_text)
        assert (each.edge, each.variance, each.hit_rate) == (row.edge, row.variance, row.hit_rate)
        assert (each.rule, each.odds_rule) == (str(row.rule), str(row.odds_rule))


@pytest.mark.parametrize("game", [*GAMES, "the house's own Tai-Sai"])
def test_the_ways_make_the_figures(game: str) -> None:
    """Edge and variance by hand, from how often each of the odds is paid."""
    wagers: tuple[object, ...] = (sheet(game) if game in GAMES else house_sheet()).wagers
    for each in wagers:
        ways, lose, payments = each.ways, each.lose_ways, each.payments  # type: ignore[attr-defined]
        assert each.win_ways + lose + each.stand_off_ways == ways  # type: ignore[attr-defined]
        assert sum(count for _odds, count in payments) == each.win_ways  # type: ignore[attr-defined]
        gains = [(Fraction(*map(int, odds.split(" to "))), count) for odds, count in payments] + [(Fraction(-1), lose)]
        mean = sum((gain * count for gain, count in gains), Fraction(0)) / ways
        squares = sum((gain**2 * count for gain, count in gains), Fraction(0)) / ways
        assert (each.edge, each.variance) == (-mean, squares - mean**2)  # type: ignore[attr-defined]


def test_roulette_in_known_figures() -> None:
    """Red: 18 of 37, variance 1 - 1/1369; its deviation is the root of that, the index 1.65 times it."""
    (red,) = [each for each in sheet("roulette").wagers if each.name == "red"]
    assert (red.win_ways, red.lose_ways, red.stand_off_ways, red.ways) == (18, 19, 0, 37)
    assert (red.edge, red.variance) == (Fraction(1, 37), Fraction(1368, 1369))
    assert (percent(red.edge), str(red.standard_deviation), str(red.volatility_index)) == (
        "2.702703",
        "0.999635",
        "1.649397",
    )


def test_a_die_face_is_paid_in_three_ways() -> None:
    (face,) = [each for each in sheet("tai-sai").wagers if each.name == "face"]
    assert face.payments == (("1 to 1", 75), ("2 to 1", 15), ("3 to 1", 1))


def test_results_after_many_rounds_are_those_of_the_wagers() -> None:
    found = sheet("roulette")
    assert [each.wager for each in found.results] == ["low", "straight up (0)"]
    for each in found.results:
        assert sum(each.after.values()) == 1
        mean = sum(net * chance for net, chance in each.after.items())
        assert mean == -each.rounds * 10_000 * Fraction(1, 37)


def test_insurance_is_exact() -> None:
    """Six decks: 96 tens among the 311 cards that are not the ace."""
    wager = sheet("blackjack").wagers[0]
    assert (wager.win_ways, wager.lose_ways, wager.ways) == (96, 215, 311)
    assert wager.edge == 1 - 3 * Fraction(96, 311)
    assert wager.variance == 9 * Fraction(96, 311) * Fraction(215, 311)


def test_super_sevens_is_on_the_sheet_where_it_may_be_offered() -> None:
    from croupier.odds.super_sevens import SevensShoe, super_sevens
    from croupier.report.blackjack import sevens

    found = super_sevens(SevensShoe.of_decks(6))
    _insurance, wager = sheet("blackjack").wagers
    assert wager == sevens(6)
    assert (wager.edge, wager.variance) == (found.edge, found.variance)
    assert (wager.pays, wager.hit_rate) == ("3, 50, 100, 500 or 5000 to 1", Fraction(1, 13))
    few = blackjack_sheet_of(decks=5)
    assert [each.name for each in few.wagers] == ["insurance"]
    assert not [each.id for each in few.clauses if each.id.startswith("D2 15")]


def blackjack_sheet_of(decks: int) -> Sheet:
    from croupier.games.blackjack.options import BlackjackOptions
    from croupier.report.blackjack import blackjack_sheet

    return blackjack_sheet(BlackjackOptions(decks=decks))


def test_blackjack_is_what_the_solver_finds() -> None:
    from croupier.odds.blackjack.report import chart, mistakes
    from croupier.odds.blackjack.solver import Shoe, Strategy, solve

    found = sheet("blackjack").blackjack
    solved = {each: solve(Shoe.of_decks(6), strategy=each) for each in Strategy}
    assert [(each.strategy, each.edge) for each in found.plays] == [(each, solved[each].edge) for each in Strategy]
    assert found.by_decks[6] == {str(each): solved[each].edge for each in Strategy}
    assert list(found.by_decks) == [4, 5, 6, 7, 8]
    assert found.chart == chart(solved[Strategy.TOTAL])
    assert found.mistakes == mistakes(solved[Strategy.TOTAL])
    (insuring,) = [each for each in found.mistakes if each.name == "insure against an ace"]
    wager = sheet("blackjack").wagers[0]
    assert insuring.costs == pytest.approx(float(wager.edge / 2), abs=1e-12)


def test_readings_of_other_houses_are_called_that() -> None:
    from croupier.games.blackjack.options import BlackjackOptions, Soft17, Takes
    from croupier.report.blackjack import ONE_CARD, PEEKS, blackjack_sheet

    assert sheet("blackjack").warnings == ()
    other = blackjack_sheet(BlackjackOptions(soft_17=Soft17.DRAW, dealer_blackjack=Takes.PEEK))
    assert "not the Gazette's rules" in other.warnings[0]
    assert dict(other.options)["Dealer on soft 17"] == "draws"
    assert (PEEKS in other.blackjack.accounts_for, ONE_CARD in other.blackjack.accounts_for) == (True, False)
    assert ONE_CARD in sheet("blackjack").blackjack.accounts_for
    assert other.blackjack.plays[0].edge > sheet("blackjack").blackjack.plays[0].edge


# What they rest on


def test_adopted_defaults_are_marked_where_they_are() -> None:
    for row, each in zip(odds_of_game(game_of("tai-sai")), sheet("tai-sai").wagers, strict=True):
        assert ("*" in each.marks) == (row.source is Source.ADOPTED)
        assert ("‡" in each.marks) == any(clause.source is Source.ADOPTED for clause in row.rule.clauses)
    assert sheet("tai-sai").marks == ("*", "‡")
    assert "14 of 19" in sheet("tai-sai").warnings[0]
    assert sheet("money-wheel").marks == ()
    assert [each.name for each in sheet("roulette").wagers if each.marks] == ["neighbour"]


def test_odds_of_a_house_are_marked_as_its_own() -> None:
    found = house_sheet()
    marks = {each.name: each.marks for each in found.wagers}
    assert (marks["small"], marks["any triple"], marks["big"], marks["odd"]) == (("†",), ("†",), ("*",), ())
    assert dict(found.options)["House odds"] == "small 3 to 2, any triple 24 to 7"
    assert any("below zero" in said for said in found.warnings)


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_that_a_wager_names_has_its_gist_on_the_sheet(game: str) -> None:
    found = sheet(game)
    named = {each.id for each in found.clauses}
    assert len(named) == len(found.clauses)
    ruled = {each.id for each in found.rulings}
    for wager in found.wagers:
        for cite in (wager.rule, wager.odds_rule):
            clause, _, ruling = cite.removesuffix(")").partition(" (") if cite.endswith(")") else (cite, "", "")
            if ruling and ruling[0].isupper():
                assert ruling in ruled
            assert any(id.startswith(clause) for id in named), cite
    assert "D1 11.3" in named


# The hash


def test_the_hash_is_what_a_shell_finds() -> None:
    if shutil.which("sha256sum") is None:
        pytest.skip("no sha256sum here")
    # The tree may change under the test while somebody works on it: it is hashed before and after.
    before = digest_of().sha256
    done = subprocess.run(("bash", "-c", CHECK), cwd=PACKAGE, check=True, capture_output=True, text=True, timeout=60)
    assert done.stdout.split()[0] in {before, digest_of().sha256}


def test_the_hash_changes_with_any_byte_and_with_any_name(tmp_path: Path) -> None:
    for name in ("games/a.py", "odds/deep/b.py", "rulebook/data/c.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    first = digest_of(tmp_path)
    assert [each.path for each in first.files] == ["games/a.py", "odds/deep/b.py", "rulebook/data/c.txt"]
    (tmp_path / "rulebook/data/held.json").write_text("made when a wheel is built, and no part of the rules")
    assert digest_of(tmp_path) == first
    seen = {first.sha256}
    for path in (tmp_path / each.path for each in first.files):
        path.write_text(path.read_text() + " ")
        seen.add(digest_of(tmp_path).sha256)
    (tmp_path / "games/a.py").rename(tmp_path / "games/d.py")
    seen.add(digest_of(tmp_path).sha256)
    assert len(seen) == 5


def test_the_sheet_names_the_hash_of_this_installation() -> None:
    files = {each.path for each in sheet("roulette").digest.files}
    assert {
        "games/roulette/game.py",
        "odds/wagers.py",
        "odds/blackjack/solver.py",
        "rulebook/data/division-08.txt",
    } <= files


# Decimals


def test_decimals_are_rounded_and_never_cut() -> None:
    assert str(decimal(Fraction(2, 3), 4)) == "0.6667"
    assert str(decimal(Fraction(-1, 3), 2)) == "-0.33"
    assert str(decimal(Fraction(0), PLACES)) == "0.000000"
    assert str(root(Fraction(2), PLACES)) == "1.414214"
    assert str(root(Fraction(0), 2)) == "0.00"
