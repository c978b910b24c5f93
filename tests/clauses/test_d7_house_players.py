"""Players of the house's own in a tournament: where nobody pays, on the same terms as everybody (D7 3.4, 5.2, 5.5)."""

from __future__ import annotations

from typing import Any

import pytest

from croupier import Role, Sign
from croupier.games.acts import RemoveHousePlayer, SeatHousePlayer
from croupier.games.offers import Choices
from croupier.games.people import HousePlayer
from croupier.games.refusal import Refusal
from croupier.games.tournament.acts import SetTables
from croupier.games.tournament.conditions import Issue
from croupier.games.tournament.game import Tournament
from croupier.games.tournament.session_table.wager_amounts import lawful_wagers
from croupier.games.tournament.state import Entry, Status
from croupier.rulebook import Cite
from tests.support.rules import tournament_tables as tables
from tests.support.rules.whole_tournaments import field, offered, opened, roles

STRATEGIES = ("dealer", "cautious", "steady", "bold")
PLAYER = Cite("D7 1.0 Player")


def free(**wishes: Any) -> Tournament:
    """A tournament without a fee, in chips that are given."""
    return opened(entry_fee=0, **wishes)


def bot(strategy: str = "steady", chips: int = 0) -> SeatHousePlayer:
    return SeatHousePlayer(f"bot-{strategy}", strategy, chips)


@pytest.mark.clause("D7 1.0 Player", "D7 3.7")
def test_D7_1_0_Player_a_house_player_enters_as_a_player_who_knows_the_conditions() -> None:
    state = free().play(bot("steady"), bot("bold"))
    assert state.entries == (
        Entry("bot-bold", Status.PLAYER, notified=True, strategy="bold"),
        Entry("bot-steady", Status.PLAYER, notified=True, strategy="steady"),
    )
    assert roles(free(), bot()) == {Role.OPERATOR}


@pytest.mark.clause("D7 3.4", "D7 3.2(f)", "D7 5.5", "D7 1.0 Player")
def test_D7_3_4_why_a_house_player_does_not_enter() -> None:
    paid = "Bots cannot play where people have paid a fee: the prizes are for people."
    assert opened().refuses(bot()) == Refusal(Cite("D7 3.4"), "fees_are_paid", paid)
    assert free(issue=Issue.SOLD).refuses(bot()) == Refusal(Cite("D7 3.4"), "fees_are_paid", paid)
    same = "A bot begins with the same chips as everybody."
    assert free().refuses(bot(chips=5_00)) == Refusal(Cite("D7 5.5"), "no_more_chips", same)
    again = "bot-steady has entered already."
    assert free().play(bot()).refuses(bot()) == Refusal(PLAYER, "applied_already", again)
    full = free(most=4).play(*map(bot, STRATEGIES))
    more = SeatHousePlayer("bot-fifth", "bold")
    why = "The tournament is full: it has its 4 players."
    assert full.refuses(more) == Refusal(Cite("D7 3.2(f)"), "full", why)
    closed = field(4, entry_fee=0).play(SetTables((4,)))
    assert closed.refuses(bot()) == Refusal(Cite("D7 3.2"), "entries_closed", "Entries are closed.")
    lacking = opened(entry_fee=0, entry_form="").refuses(bot())
    assert lacking is not None
    assert (lacking.code, str(lacking.rule)) == ("incomplete", "D7 3.2")
    for bad, code in (
        (SeatHousePlayer("ana", "bold"), "bad_house_name"),
        (SeatHousePlayer("bot-x", "lucky"), "no_such_strategy"),
    ):
        refusal = free().refuses(bad)
        assert refusal is not None
        assert (refusal.code, refusal.rule) == (code, PLAYER)


@pytest.mark.clause("D7 1.0 Player", "D7 3.2")
def test_D7_1_0_Player_house_players_are_offered_and_leave_while_entries_are_open() -> None:
    (offer,) = offered(free().play(bot("dealer")), SeatHousePlayer)
    names = tuple(f"bot-{each}" for each in STRATEGIES[1:])
    assert offer.fields == {"player": Choices(names), "strategy": Choices(STRATEGIES), "chips": Choices((0,))}
    assert offered(opened(), SeatHousePlayer) == []
    state = free().play(bot("dealer"), bot("bold"))
    (offer,) = offered(state, RemoveHousePlayer)
    assert offer.fields == {"player": Choices(("bot-bold", "bot-dealer"))}
    left = state.play(RemoveHousePlayer("bot-bold"))
    assert [each.player for each in left.entries] == ["bot-dealer"]
    why = "ana is not a bot in this tournament."
    assert state.refuses(RemoveHousePlayer("ana")) == Refusal(PLAYER, "no_house_player", why)
    closed = free(most=4).play(*map(bot, STRATEGIES)).play(SetTables((4,)))
    stays = Refusal(Cite("D7 3.2"), "entries_closed", "The players of this tournament can no longer change.")
    assert closed.refuses(RemoveHousePlayer("bot-bold")) == stays
    assert offered(closed, RemoveHousePlayer) == []


@pytest.mark.clause("D7 5.2", "D7 5.5")
def test_D7_5_2_at_its_table_a_house_player_is_named_and_keeps_the_box() -> None:
    table = tables.session("bot-bold", "ana", "ben", "cal")
    rule = Cite("D7 5.2")
    named = table.play(bot("bold"))
    assert named.general.house_players == (HousePlayer("bot-bold", "bold"),)
    assert named.refuses(bot("bold")) == Refusal(rule, "seated_already", "bot-bold is named already.")
    more = Refusal(Cite("D7 5.5"), "no_more_chips", "No more chips are issued during a session.")
    assert table.refuses(bot("bold", 5_00)) == more
    absent = Refusal(rule, "not_playing", "bot-steady does not play in this session.")
    assert table.refuses(bot("steady")) == absent
    kept = Refusal(rule, "allocated", "The box that was allocated is kept for the session.")
    assert named.refuses(RemoveHousePlayer("bot-bold")) == kept
    for bad in (SeatHousePlayer("ana", "bold"), SeatHousePlayer("bot-bold", "lucky")):
        refusal = table.refuses(bad)
        assert refusal is not None
        assert refusal.rule == rule


@pytest.mark.clause("D7 4.3", "D7 4.4", "D7 4.5")
@pytest.mark.parametrize(
    ("chips", "amounts"),
    [
        (24_00, ()),
        (25_00, (25_00,)),
        (29_00, (25_00,)),
        (30_00, (25_00, 30_00)),
        (44_00, (25_00, 30_00, 40_00)),
        (1_000_00, (25_00, 30_00, 40_00, 50_00, 55_00)),
    ],
)
def test_T41_every_amount_that_may_be_wagered(chips: int, amounts: tuple[int, ...]) -> None:
    """Minimum 25, increment 10, maximum 55: the minimum and the maximum are good beside the multiples."""
    assert lawful_wagers(Sign(25_00, 55_00, increment=10_00, smallest_chip=1_00), chips) == amounts
