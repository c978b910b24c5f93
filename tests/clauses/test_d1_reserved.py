"""Tables reserved and closed to the public: Division 1, section 7."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import croupier
from croupier import (
    LIVE,
    Admit,
    BuyIn,
    CashOut,
    CloseTable,
    OpenTable,
    OpenToPublic,
    Purpose,
    ReserveTable,
    Role,
)
from croupier.games.offers import Choices, Offer
from croupier.games.table import Table
from tests.support.rules.tables import SIGN, assert_refused, refusal_code
from tests.support.rules.tournament_tables import session

NEW: dict[str, Callable[..., Any]] = {
    "roulette": croupier.roulette,
    "money wheel": croupier.money_wheel,
    "Tai-Sai": croupier.tai_sai,
    "blackjack": croupier.blackjack,
}
every_game = pytest.mark.parametrize("game", NEW)
PRIVATE = ReserveTable(Purpose.PRIVATE_USE)


def new(game: str, **settings: Any) -> Any:
    return NEW[game](SIGN, **settings)


def sign_of(table: Any) -> Purpose | None:
    shown: Purpose | None = table.view().public.reserved
    assert table.view("ana").public.reserved == shown
    return shown


def offers(table: Table, *kinds: type) -> list[Offer]:
    return [offer for offer in table.legal if offer.kind in kinds]


@every_game
@pytest.mark.clause("D1 7.1")
@pytest.mark.parametrize(
    ("purpose", "words"),
    [
        (Purpose.PRIVATE_USE, "private use"),
        (Purpose.PROMOTION, "a promotion"),
        (Purpose.TOURNAMENT, "a tournament"),
    ],
)
def test_D1_7_1_a_reserved_table_is_closed_to_the_public(game: str, purpose: Purpose, words: str) -> None:
    table = new(game).play(ReserveTable(purpose))
    why = f"This table is reserved for {words}, and ana has not been admitted."
    assert_refused(table, BuyIn("ana", 100_00), "private_table", "D1 7.1", why)
    assert set(Purpose) == {"private use", "promotion", "tournament"}


@every_game
@pytest.mark.clause("D1 7.1")
def test_D1_7_1_whom_the_operator_admits_may_play(game: str) -> None:
    table = new(game).play(ReserveTable(Purpose.PROMOTION, ("cal", "ana", "ana")), BuyIn("ana", 100_00))
    assert refusal_code(table, BuyIn("ben", 100_00)) == "private_table"
    assert refusal_code(table, BuyIn("cal", 100_00)) is None
    admitted = table.play(Admit("ben"), BuyIn("ben", 100_00))
    assert admitted.players == ("ana", "ben")
    assert admitted.general.reserved.admitted == ("ana", "ben", "cal")
    assert refusal_code(admitted, BuyIn("dee", 100_00)) == "private_table"
    # Who leaves may come back for as long as the table is reserved.
    assert refusal_code(admitted.play(CashOut("ana", 100_00)), BuyIn("ana", 100_00)) is None


@every_game
@pytest.mark.clause("D1 7.2")
def test_D1_7_2_the_sign_is_up_for_exactly_as_long_as_the_table_is_reserved(game: str) -> None:
    table = new(game)
    assert sign_of(table) is None
    reserved = table.play(ReserveTable(Purpose.PROMOTION))
    assert sign_of(reserved) is Purpose.PROMOTION
    met = reserved.play(Admit("ana"), BuyIn("ana", 100_00), CashOut("ana", 100_00))
    for later in (met, met.play(CloseTable()), met.play(CloseTable(), OpenTable())):
        assert sign_of(later) is Purpose.PROMOTION
        assert refusal_code(later, BuyIn("ben", 100_00)) is not None
    opened = met.play(OpenToPublic())
    assert sign_of(opened) is None
    assert refusal_code(opened, BuyIn("ben", 100_00)) is None


@pytest.mark.clause("D1 7.2")
def test_D1_7_2_the_sign_does_not_name_those_who_are_admitted() -> None:
    table = new("roulette").play(ReserveTable(Purpose.PRIVATE_USE, ("kahurangi",)))
    assert "kahurangi" not in repr(table.view("ana"))


@every_game
@pytest.mark.clause("D1 7.1")
def test_D1_7_1_a_table_may_be_reserved_before_it_opens(game: str) -> None:
    table = new(game, automation=LIVE).play(PRIVATE)
    assert sign_of(table) is Purpose.PRIVATE_USE
    assert refusal_code(table.play(OpenTable()), BuyIn("ana", 100_00)) == "private_table"
    assert refusal_code(table.play(OpenTable(), Admit("ana")), BuyIn("ana", 100_00)) is None


@every_game
@pytest.mark.clause("D1 7.1", "D1 8")
def test_D1_7_1_nobody_who_plays_there_is_turned_out(game: str) -> None:
    table = new(game).play(BuyIn("ana", 100_00), BuyIn("ben", 100_00))
    why = "ben has chips at the table. Admit them, or let them leave first."
    assert_refused(table, ReserveTable(Purpose.PRIVATE_USE, ("ana",)), "players_present", "D1 7.1", why)
    assert refusal_code(table, PRIVATE) == "players_present"
    both = table.play(ReserveTable(Purpose.PRIVATE_USE, ("ben", "ana")))
    assert refusal_code(both, BuyIn("ben", 100_00)) is None
    assert refusal_code(table.play(CashOut("ben", 100_00)), ReserveTable(Purpose.PRIVATE_USE, ("ana",))) is None


@every_game
@pytest.mark.clause("D1 7.1")
def test_D1_7_1_what_the_operator_is_offered(game: str) -> None:
    table = new(game).play(BuyIn("ben", 100_00), BuyIn("ana", 100_00))
    fields = {"purpose": Choices(tuple(Purpose)), "admitted": Choices((("ana", "ben"),))}
    assert offers(table, ReserveTable, Admit, OpenToPublic) == [Offer(ReserveTable, Role.OPERATOR, fields)]
    reserved = table.play(ReserveTable(Purpose.PROMOTION, ("ana", "ben")))
    assert offers(reserved, ReserveTable, Admit, OpenToPublic) == [Offer(OpenToPublic, Role.OPERATOR, {})]


@every_game
@pytest.mark.clause("D1 7.1")
def test_D1_7_1_a_table_is_reserved_once_and_opened_once(game: str) -> None:
    table = new(game)
    for act in (OpenToPublic(), Admit("ana")):
        assert_refused(table, act, "not_reserved", "D1 7.1", "The table is open to the public.")
    reserved = table.play(ReserveTable(Purpose.PRIVATE_USE, ("ana",)))
    again = ReserveTable(Purpose.PROMOTION)
    assert_refused(reserved, again, "reserved_already", "D1 7.1", "The table is reserved already.")
    assert_refused(reserved, Admit("ana"), "admitted_already", "D1 7.1", "ana has been admitted already.")
    assert refusal_code(reserved.play(OpenToPublic()), again) is None
    # A new reservation begins without the guests of the last one.
    assert refusal_code(reserved.play(OpenToPublic(), again), BuyIn("ana", 100_00)) == "private_table"


@pytest.mark.clause("D1 7.1")
@pytest.mark.parametrize("purpose", ["private use", "party", "", None, 1])
def test_D1_7_1_a_table_is_reserved_for_what_the_rule_names(purpose: Any) -> None:
    why = "A table is reserved for private use, a promotion or a tournament."
    assert_refused(new("roulette"), ReserveTable(purpose), "bad_purpose", "D1 7.1", why)


@pytest.mark.clause("D1 7.1")
@pytest.mark.parametrize("name", ["", "ana b", "x" * 65, 5, None, ("ana",)])
def test_D1_7_1_those_admitted_go_by_their_names(name: Any) -> None:
    table = new("roulette")
    why = "List the names of the players who are admitted."
    for admitted in ((name,), ("ana", name)):
        assert_refused(table, ReserveTable(Purpose.PROMOTION, admitted), "bad_name", "D1 7.1", why)
    assert_refused(table, ReserveTable(Purpose.PROMOTION, "ana"), "bad_name", "D1 7.1", why)  # type: ignore[arg-type]
    assert_refused(table.play(PRIVATE), Admit(name), "bad_name", "D1 7.1", "A player is admitted by name.")


@pytest.mark.clause("D1 7.1", "D1 7.2")
def test_D1_7_2_a_tournament_table_is_reserved_for_its_tournament() -> None:
    table = session()
    assert sign_of(table) is Purpose.TOURNAMENT
    assert refusal_code(table, ReserveTable(Purpose.PROMOTION)) == "reserved_already"
    for act in (OpenToPublic(), Admit("zoe")):
        assert_refused(table, act, "allocated", "D7 5.2", "Boxes are allocated at the beginning of the session.")
