"""The battery's promises, kept by blackjack: its table has boxes and a shoe where the others have a layout."""

from __future__ import annotations

import pickle
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import croupier
from croupier import BlackjackOptions, BuyIn, CashOut, HoldUnclaimed, Refused
from croupier.games.acts import Act, PlayersAct
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.offers import Bounds
from croupier.games.people import Role
from croupier.games.position import Position
from croupier.games.wagers import NoMoreBets, Wager
from croupier.record import read, record_of, replay, write
from tests.support.rules.random_blackjack import SIGNS, drawn_act, opened, value_of

ONWARD = ("Deal", "CuttingCard", "Stand", "Draw", "CloseInsurance")


def total_money(table: BlackjackTable) -> int:
    stakes = sum(stake.amount for box in table.boxes for stake in box.stakes)
    return sum(purse.value for purse in table.general.purses) + stakes + table.general.house


def brought_in(table: BlackjackTable, act: Act) -> int:
    """What an act brings to the table from outside, or takes away from it."""
    match act:
        case BuyIn(amount=amount):
            return amount
        case CashOut(amount=amount):
            return -amount
        case HoldUnclaimed(player=player):
            return -table.purse_here(player).value
        case _:
            return 0


@given(st.data())
def test_random_legal_play_keeps_its_promises(data: st.DataObject) -> None:
    start, acts = opened(data)
    table = start.play(*acts)
    for _ in range(data.draw(st.integers(0, 40))):
        act = drawn_act(data, table)
        expected = total_money(table) + brought_in(table, act)
        assert act in table.legal, (act, table.refuses(act))
        table = table.play(act)
        acts.append(act)
        assert total_money(table) == expected
        assert all(-1 <= rounds <= 3 for rounds in table.sat_out)
        assert all(player or not rounds for player, rounds in zip(table.seats, table.sat_out, strict=True))
        assert all(purse.value >= 0 for purse in table.general.purses)
        chance = table.chance()
        assert not chance or sum(chance.values()) == Fraction(1)
        assert all(table.refuses(each) is None for each in chance)
    assert start.play(*acts) == table
    assert hash(start.play(*acts)) == hash(table)
    assert pickle.loads(pickle.dumps(table)) == table  # noqa: S301  our own
    text = write(record_of(start, acts))
    again = read(text)
    assert again.acts == tuple(acts)
    assert write(again) == text
    played = replay(again)
    assert played.is_in_order
    assert played.table == table


@given(st.data())
def test_offers_are_tight(data: st.DataObject) -> None:
    start, acts = opened(data)
    table = start.play(*acts)
    for _ in range(data.draw(st.integers(0, 25))):
        table = table.play(drawn_act(data, table))
    for offer in table.legal:
        assert offer.role is not Role.PLAYER or issubclass(offer.kind, PlayersAct)
        for name, field in offer.fields.items():
            if isinstance(field, Bounds):
                others = {other: value_of(data, each) for other, each in offer.fields.items() if other != name}
                for inside in {field.lowest, field.highest}:
                    assert table.refuses(offer.act(**others, **{name: inside})) is None, (offer, inside)
                outside = offer.act(**others, **{name: field.lowest - field.step})
                assert table.refuses(outside) is not None, (offer, outside)


@given(st.data())
def test_a_view_shows_no_other_purse_and_no_burnt_card(data: st.DataObject) -> None:
    start, acts = opened(data)
    table = start.play(*acts)
    for _ in range(data.draw(st.integers(0, 20))):
        table = table.play(drawn_act(data, table))
    more = BuyIn("ana", 77_00)
    richer = table.play(more) if table.purse_if_any("ana") is not None and table.refuses(more) is None else table
    assert msgspec.json.encode(table.view("ben")) == msgspec.json.encode(richer.view("ben"))
    assert "pile" not in repr(table.view("ben"))


@pytest.mark.parametrize("rubbish", [None, -1, 0, 1.5, "3", True, 10**30, [], (1, 2), Position("box", (9,))])
def test_rubbish_is_refused_and_never_raised(rubbish: Any) -> None:
    table = croupier.blackjack(SIGNS[0]).play(BuyIn("ana", 300_00))
    table = table.play(Wager("ana", Position("box", (1,)), 5_00))
    for kind in table._handlers:
        names = [name for name in kind.__struct_fields__ if name != "by"]
        for spoilt in names:
            fields = {"player": "ana", "box": 1, "amount": 5_00, "position": Position("box", (1,))}
            given_fields = {name: fields.get(name, 1) for name in names} | {spoilt: rubbish}
            act = kind(**given_fields)
            refusal = table.refuses(act)
            if refusal is None:
                continue
            assert refusal.why.rstrip("”").endswith((".", "?"))
            # A part of another type is an error of the program that made the act: then `play` says so.
            with pytest.raises((Refused, TypeError)):
                table.play(act)


def test_a_table_stays_small_over_many_rounds() -> None:
    table = croupier.blackjack(SIGNS[0], BlackjackOptions(decks=4)).play(BuyIn("ana", 300_00))
    table = table.play(croupier.games.blackjack.acts.Sit("ana", 1))
    sizes = []
    for _ in range(120):
        table = table.play(BuyIn("ana", 5_00), Wager("ana", Position("box", (1,)), 5_00), NoMoreBets())
        while not table.is_between_rounds:
            offers = [offer for offer in table.legal if offer.kind.__name__ in ONWARD]
            table = table.play(offers[0].act())
        sizes.append(len(pickle.dumps(table)))
    assert max(sizes[60:]) <= max(sizes[:60]) + 200
