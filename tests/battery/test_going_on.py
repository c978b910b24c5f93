"""Going on before the announced end of betting: who may ask for it, what takes consents back, who closes."""

from __future__ import annotations

from typing import Any

import pytest

from croupier import LIVE, BuyIn, CallEarly, CashOut, Clock, OpenTable, Position, Ready, Sign, Wager, Withdraw
from croupier.games.acts import Act
from croupier.games.blackjack.acts import Sit
from croupier.games.people import Actor, Role
from croupier.games.registry import table_of
from tests.support.rules.tournament_tables import session

SIGN = Sign(minimum=5_00, maximum=1_000_00)
PLACES = {
    "roulette": (Position("red"), Position("black")),
    "money-wheel": (Position("A"), Position("B")),
    "tai-sai": (Position("small"), Position("big")),
    "blackjack": (Position("box", (1,)), Position("box", (2,))),
}
every_game = pytest.mark.parametrize("game", PLACES)
CALLS = {"roulette": "D8 4.3", "money-wheel": "D10 4.3", "tai-sai": "D9 6", "blackjack": "D2 8.2"}


def company(game: str, **settings: Any) -> Any:
    """Ana and Ben with chips, at boxes of their own where there are boxes."""
    table = table_of(game, SIGN, None, **({"betting_seconds": 20} | settings))
    table = table.play(BuyIn("ana", 200_00), BuyIn("ben", 200_00))
    return table.play(Sit("ana", 1), Sit("ben", 2)) if game == "blackjack" else table


def wager(game: str, player: str, amount: int = 10_00) -> Wager:
    return Wager(player, PLACES[game][("ana", "ben").index(player)], amount)


def both_in(game: str, **settings: Any) -> Any:
    return company(game, **settings).play(wager(game, "ana"), wager(game, "ben"))


def code(table: Any, act: Act) -> str:
    refusal = table.refuses(act)
    return "" if refusal is None else refusal.code


@every_game
def test_when_all_have_asked_betting_closes_early_and_the_close_names_them(game: str) -> None:
    table = both_in(game)
    assert not table.is_agreed
    table = table.play(Ready("ben"))
    assert (table.view().public.ready, table.is_agreed) == (("ben",), False)
    assert code(table, CallEarly(("ben",))) == "not_agreed"
    table = table.play(Ready("ana"))
    assert (table.view().public.ready, table.is_agreed) == (("ana", "ben"), True)
    closed = table.play(CallEarly(("ana", "ben")))
    assert not closed.betting_is_open
    assert closed.window_ends is None
    # The same as the announced end brings about, but for the clock.
    ended = both_in(game).play(Clock(20))
    assert closed == ended._with_general(closed.general)
    assert closed.general.ready == ()
    assert closed.chance() == ended.chance()
    assert code(closed, Ready("ana")) == "too_late"
    assert code(closed, CallEarly(("ana", "ben"))) == "too_late"


@every_game
@pytest.mark.parametrize("agreed", [(), ("ana",), ("ana", "ben", "cat"), ("ben", "ana"), ("ana", "ana", "ben")])
def test_an_early_close_that_names_others_is_refused(game: str, agreed: tuple[str, ...]) -> None:
    table = both_in(game).play(Ready("ana"), Ready("ben"))
    assert code(table, CallEarly(agreed)) == "wrong_names"


@every_game
def test_only_the_house_closes_and_only_a_player_asks(game: str) -> None:
    table = both_in(game)
    assert code(table, Ready("ana", by=Actor(Role.PLAYER, "ben"))) == "not_yours"
    assert code(table, Ready("ana", by=Actor(Role.OPERATOR))) == "not_yours"
    agreed = table.play(Ready("ana"), Ready("ben"))
    assert code(agreed, CallEarly(("ana", "ben"), by=Actor(Role.DEALER))) == "not_your_act"
    assert code(agreed, CallEarly(("ana", "ben"), by=Actor(Role.PLAYER, "ana"))) == "not_your_act"


@every_game
def test_any_change_of_wagers_or_company_takes_the_consents_back(game: str) -> None:
    table = both_in(game).play(Ready("ana"), Ready("ben"))
    first, _second = PLACES[game]
    for act in (wager(game, "ana", 5_00), Withdraw("ana", first), BuyIn("cat", 50_00)):
        changed = table.play(act)
        assert (changed.general.ready, changed.is_agreed) == ((), False), act
    # Nothing of this concerns anybody else's wager.
    for other in (BuyIn("ana", 50_00), CashOut("ben", 5_00), Clock(3)):
        assert table.play(other).general.ready == ("ana", "ben"), other


@every_game
def test_consents_do_not_outlive_their_round(game: str) -> None:
    table = both_in(game).play(Ready("ana"))
    assert table.play(Clock(20)).general.ready == ()


@every_game
def test_without_a_wager_there_is_nothing_to_ask_for(game: str) -> None:
    table = company(game)
    assert code(table, Ready("ana")) == "no_window"
    one = table.play(wager(game, "ana"))
    assert code(one, Ready("ben")) == "no_wager"
    assert code(one.play(Ready("ana")), Ready("ana")) == "ready_already"
    # One alone agrees alone.
    assert one.play(Ready("ana")).is_agreed


@every_game
def test_where_a_dealer_calls_nobody_else_closes(game: str) -> None:
    table = table_of(game, SIGN, None, automation=LIVE, betting_seconds=20).play(OpenTable(), BuyIn("ana", 200_00))
    assert code(table, Ready("ana")) == "dealer_calls"
    assert code(table, CallEarly(())) == "dealer_calls"


@every_game
def test_a_refusal_names_the_clause_of_the_call(game: str) -> None:
    refusal = company(game).refuses(Ready("ana"))
    assert refusal is not None
    assert str(refusal.rule) == CALLS[game]


def test_in_a_session_everybody_wagers_in_turn() -> None:
    """No window runs there that could end early (D7 5.9)."""
    table = session()
    for act in (Ready("ana"), CallEarly(("ana",))):
        refusal = table.refuses(act)
        assert refusal is not None
        assert (refusal.code, str(refusal.rule)) == ("disapplied", "D7 5.9")
