"""A table keeps the edition it was opened under, and takes up a newer one when it is closed."""

from __future__ import annotations

import pytest

from croupier import EDITION, LIVE, CloseTable, OpenTable, Refused, Sign, TakeUpEdition, blackjack, roulette
from croupier.games.registry import table_of
from croupier.games.tournament.conditions import Conditions
from croupier.games.tournament.game import open_tournament
from croupier.record import read, record_of, replay, write
from croupier.record.text.header import header_of

SIGN = Sign(minimum=5_00, maximum=1_000_00)
NEWER = "operator: take up edition 2\n"


def _of_edition_1(game: str = "roulette") -> str:
    return f"croupier 1\ngame {game}\nedition 1\nminimum 5\nmaximum 1000\nautomation none\n"


@pytest.mark.parametrize("game", ["roulette", "money-wheel", "tai-sai", "blackjack", "tournament-table"])
@pytest.mark.parametrize("edition", [1, 2])
def test_a_table_has_the_edition_of_its_header(game: str, edition: int) -> None:
    table = table_of(game, SIGN, edition=edition)
    assert (table.edition, header_of(table).edition) == (edition, edition)
    assert replay(read(write(record_of(table, ())))).table.edition == edition


def test_a_new_table_has_the_newest() -> None:
    assert roulette(SIGN).edition == blackjack(SIGN).edition == EDITION == 2


def test_a_closed_table_takes_up_the_newer_edition() -> None:
    table = replay(read(_of_edition_1() + NEWER + "dealer: open table\n")).table
    assert (table.edition, table.general.is_open) == (2, True)


def test_a_table_that_is_only_opened_again_keeps_its_own() -> None:
    text = _of_edition_1() + "dealer: open table\noperator: close table\ndealer: open table\n"
    assert replay(read(text)).table.edition == 1


def test_an_open_table_ends_the_day_under_the_edition_it_has() -> None:
    table = table_of("roulette", SIGN, automation=LIVE, edition=1).play(OpenTable())
    with pytest.raises(Refused) as refused:
        table.play(TakeUpEdition(2))
    assert refused.value.refusal.code == "table_open"
    assert table.play(CloseTable(), TakeUpEdition(2), OpenTable()).edition == 2


@pytest.mark.parametrize("edition", [-1, 0, 1, EDITION + 1, True])
def test_only_a_newer_edition_that_is_known_is_taken_up(edition: int) -> None:
    table = table_of("blackjack", SIGN, automation=LIVE, edition=1)
    refusal = table.refuses(TakeUpEdition(edition))
    assert refusal is not None
    assert refusal.code == "no_newer_edition"


def test_it_is_offered_while_there_is_a_newer_one() -> None:
    older = table_of("roulette", SIGN, automation=LIVE, edition=1)
    newest = table_of("roulette", SIGN, automation=LIVE)
    offered = [any(offer.kind is TakeUpEdition for offer in each.legal) for each in (older, newest)]
    assert offered == [True, False]


def test_a_tournament_and_its_tables_keep_the_edition_in_which_it_began() -> None:
    state = open_tournament(Conditions(name="autumn"), edition=1)
    assert (state.edition, header_of(state).edition) == (1, 1)
    table = table_of("tournament-table", SIGN, automation=LIVE, edition=1)
    refusal = table.refuses(TakeUpEdition(2))
    assert refusal is not None
    assert refusal.code == "disapplied"
