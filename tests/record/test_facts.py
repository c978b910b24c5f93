"""What a journal line says, as columns: the act, who did it, whom it is about, which session."""

from __future__ import annotations

import pytest

from croupier.games.acts import Act, Admit, BuyIn, OpenTable, Purpose, ReserveTable
from croupier.games.blackjack.acts import Cut, StaffCut
from croupier.games.people import Actor, Role
from croupier.games.tournament.acts import RecallSession, StartSession
from croupier.games.tournament.session_table.table_acts import BeginSession
from croupier.games.wagers import NoMoreBets
from croupier.record.journals.facts import NO_FACTS, Facts, facts_of
from croupier.record.journals.journal import read_line
from croupier.record.text.notation import act_line

DIRECTOR = Actor(Role.TOURNAMENT_DIRECTOR, "dee")


@pytest.mark.parametrize(
    ("game", "act", "facts"),
    [
        ("roulette", BuyIn("ana", 500), Facts("buy in", "ana", "ana")),
        ("roulette", BuyIn("ana", 500, by=Actor(Role.DEALER, "dan")), Facts("buy in", "dan", "ana")),
        ("roulette", NoMoreBets(), Facts("no more bets")),
        ("roulette", OpenTable(by=Actor(Role.DEALER, "dan")), Facts("open table", "dan")),
        ("roulette", Admit("ana"), Facts("admit", None, "ana")),
        ("roulette", ReserveTable(Purpose.PRIVATE_USE, ("ana", "ben")), Facts("reserve table")),
        ("blackjack", Cut("ana", 20), Facts("cut", "ana", "ana")),
        ("blackjack", StaffCut(20), Facts("staff cut")),
        ("tournament", StartSession(3, by=DIRECTOR), Facts("start session", "dee", None, 3)),
        ("tournament", RecallSession(3, by=DIRECTOR), Facts("recall session", "dee", None, 3)),
        ("tournament-table", BeginSession(by=DIRECTOR), Facts("begin session", "dee")),
    ],
)
def test_facts_are_the_same_from_the_act_and_from_its_line(game: str, act: Act, facts: Facts) -> None:
    assert facts_of(act) == facts
    assert facts_of(read_line(game, act_line(game, act))) == facts
    assert facts.act == act.words()


def test_a_line_without_an_act_says_nothing() -> None:
    assert facts_of(None) == NO_FACTS == Facts()
