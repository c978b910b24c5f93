"""The promises of a tournament table, kept in random sessions: chips, offers, refusals, the end, replay."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier import Clock, NoMoreBets, OpenTable, Position, Purpose, Refused, Role, Sign, Wager
from croupier.games.acts import Act, CallEarly, PlayersAct, Ready, RemoveHousePlayer, SeatHousePlayer, is_well_made
from croupier.games.blackjack.acts import (
    Cut,
    Deal,
    DiscardExtra,
    DrawnUnseen,
    ExposeCard,
    RemoveFaceUp,
    ReplaceDamaged,
    ReportCuttingCard,
    ReportNoCuttingCard,
    ShowBurnt,
)
from croupier.games.blackjack.cards import DECK
from croupier.games.blackjack.flow import own_act
from croupier.games.blackjack.procedure.preparing import cut_bounds, cut_order
from croupier.games.offers import Bounds, Choices, Field, Offer
from croupier.games.people import DEALER, DIRECTOR, GAME_SUPERVISOR, OPERATOR, Actor, player
from croupier.games.tournament.conditions import Duration, Measure
from croupier.games.tournament.session_table.table import Division7Table, open_session
from croupier.games.tournament.session_table.table_acts import AllocateBoxes, Attendance, BeginSession, ResumePlay
from croupier.games.tournament.session_table.terms import SessionOptions
from croupier.record import read, record_of, replay, write
from tests.support.rules.tournament_tables import called, deal, session, total, wagered

NAMES = ("ana", "ben", "cat", "dan", "eva", "fay", "gus")
SIGNS = (Sign(minimum=5_00, maximum=50_00), Sign(minimum=10_00, maximum=100_00, increment=5_00))
LENGTHS = (Duration(Measure.ROUNDS, 3), Duration(Measure.SHOES, 1), Duration(Measure.SECONDS, 300))
WEIGHTS = {
    "Wager": 10,
    "NoMoreBets": 10,
    "Deal": 14,
    "CuttingCard": 10,
    "Stand": 6,
    "Draw": 3,
    "Split": 4,
    "Double": 3,
    "SettleBox": 10,
    "CollectCards": 10,
    "CloseInsurance": 4,
    "Clock": 2,
    "TakeSeat": 3,
    "GiveName": 4,
    "StandForAbsent": 1,
    "DrawForAbsent": 1,
}
"""How often a kind of act is chosen; 1 where nothing is said."""
UNASKED: tuple[Act, ...] = (
    *(Ready("ana"), CallEarly(("ana",)), SeatHousePlayer("ana", "dealer"), RemoveHousePlayer("ana")),
    DrawnUnseen(),
    ReportNoCuttingCard(),
    *(ReportCuttingCard(number) for number in range(8)),
    *(
        kind(DECK[place])
        for kind in (RemoveFaceUp, DiscardExtra, ExposeCard, ReplaceDamaged, ShowBurnt)
        for place in (0, 30)
    ),
)
"""What nobody offers, because it is an error when it happens."""
ONWARD = (
    *("GiveName", "TakeSeat", "TallyChips", "Wager", "NoMoreBets", "CuttingCard", "Deal", "CloseInsurance"),
    *("CallInsurance", "PayBlackjacks", "Stand", "Draw", "StandForAbsent", "SettleBox", "CollectCards"),
)
PREPARING = {
    "InspectCards",
    "SpreadCards",
    "TurnCards",
    "Wash",
    "Stack",
    "Riffle",
    "Shuffle",
    "InsertCuttingCard",
    "Burn",
}


def prepared_acts(table: Division7Table) -> Iterator[Act]:
    """The acts that make the cards ready, one after the other."""
    while table.preparation and table.ended is None:
        act = own_act(table)
        if table.step == "cut" and cut_order(table):
            act = Cut(cut_order(table)[0], cut_bounds(table).lowest)
        table = table.play(act)
        yield act


def opened(data: st.DataObject) -> tuple[Division7Table, list[Act]]:
    """A table, and the acts with which its session begins."""
    play_off = data.draw(st.booleans())
    count = data.draw(st.integers(2 if play_off else 4, 7))
    options = SessionOptions(
        chips=data.draw(st.sampled_from((20_00, 60_00, 400_00))),
        duration=data.draw(st.sampled_from(LENGTHS)),
        play_off=play_off,
        lowest_minimum=data.draw(st.sampled_from((None, 5_00))),
        highest_maximum=data.draw(st.sampled_from((None, 200_00))),
        wager_seconds=data.draw(st.sampled_from((None, 30))),
        late_is_minimum=data.draw(st.booleans()),
        decks=data.draw(st.sampled_from((4, 8))),
        burn=data.draw(st.booleans()),
    )
    by_hand = data.draw(st.booleans())
    start = open_session(data.draw(st.sampled_from(SIGNS)), options, () if by_hand else None, None, ())
    seats = [*NAMES[:count], *("",) * data.draw(st.integers(0, 7 - count))]
    acts: list[Act] = [OpenTable()] if by_hand else []
    acts += [AllocateBoxes(tuple(data.draw(st.permutations(seats)))), Attendance(True)]
    acts += prepared_acts(start.play(*acts))
    return start, [*acts, BeginSession()]


def value_of(data: st.DataObject, name: str, field: Field) -> Any:
    match field:
        case Bounds(lowest, highest, step):
            most = (highest - lowest) // step
            return lowest + step * data.draw(st.integers(0, min(most, 90) if name == "seconds" else most))
        case Choices(values):
            return data.draw(st.sampled_from(values))
        case _:
            return "as drawn"


def drawn_act(data: st.DataObject, table: Division7Table) -> Act:
    if data.draw(st.integers(0, 14)) == 0:
        act = data.draw(st.sampled_from(UNASKED))
        if table.refuses(act) is None:
            return act
    by_kind: dict[str, list[Offer]] = {}
    for offer in table.legal:
        by_kind.setdefault(offer.kind.__name__, []).append(offer)
    if not table.director_present and data.draw(st.booleans()):
        return Attendance(True)
    kinds = [name for name in by_kind for _ in range(WEIGHTS.get(name, 1))]
    offer = data.draw(st.sampled_from(by_kind[data.draw(st.sampled_from(kinds))]))
    return offer.act(**{name: value_of(data, name, field) for name, field in offer.fields.items()})


def onward(table: Division7Table) -> Act:
    """An act that brings the session nearer to its end."""
    if not table.director_present:
        return Attendance(True)
    if table.is_paused:
        return ResumePlay()
    if table.session_ends is not None and table.clock < table.session_ends and table.ended is None:
        return Clock(table.session_ends - table.clock)
    if table.preparation and table.ended is None:
        return next(prepared_acts(table))
    by_kind = {offer.kind.__name__: offer for offer in table.legal}
    for name in ONWARD:
        if name in by_kind:
            offer = by_kind[name]
            return offer.act(**{key: each.lowest for key, each in offer.fields.items() if isinstance(each, Bounds)})
    raise AssertionError(("nothing leads on", table.step, sorted(by_kind)))


def check(table: Division7Table) -> None:
    """What holds in every state of a session."""
    chips = table.terms.chips * len(table.seated)
    if table.tally is None:
        assert total(table) == chips
    else:
        assert table.general.purses == ()
        assert sum(count.chips for count in table.tally.counts) + table.general.house == chips
    assert all(purse.value >= 0 for purse in table.general.purses)
    assert isinstance(hash(table), int)
    chance = table.chance()
    assert not chance or sum(chance.values()) == Fraction(1)
    public = table.view("ana").public
    assert [stack.player for stack in public.stacks] == list(table.seated)
    assert [stack.chips for stack in public.stacks] == [table.chips_of(name) for name in table.seated]
    assert "pile" not in repr(public)
    assert public.discarded == len(table.rack) + table.shoe.unseen
    assert any(True for _ in table.legal) or table.step == "over"
    assert len(table.awaits) == 1


def played(data: st.DataObject, most: int) -> tuple[Division7Table, list[Act], Division7Table]:
    start, acts = opened(data)
    table = start.play(*acts)
    check(table)
    for _ in range(data.draw(st.integers(0, most))):
        act = drawn_act(data, table)
        assert table.refuses(act) is None, (act, table.refuses(act))
        table = table.play(act)
        acts.append(act)
        check(table)
    return start, acts, table


@given(st.data())
def test_chips_are_conserved_and_replaying_gives_the_same_state(data: st.DataObject) -> None:
    start, acts, table = played(data, 45)
    again = start.play(*acts)
    assert again == table
    assert hash(again) == hash(table)
    text = write(record_of(start, acts))
    record = read(text)
    assert record.acts == tuple(acts)
    assert write(record) == text
    replayed = replay(record)
    assert replayed.is_in_order
    assert replayed.table == table


@given(st.data())
def test_a_session_can_always_be_brought_to_its_end(data: st.DataObject) -> None:
    _, _, table = played(data, 20)
    for _ in range(1500):
        if table.step == "over":
            break
        act = onward(table)
        assert table.refuses(act) is None, (act, table.refuses(act))
        table = table.play(act)
    check(table)
    assert table.step == "over"
    assert table.ended is not None
    assert table.tally is not None


@given(st.data())
def test_offers_are_tight(data: st.DataObject) -> None:
    _, _, table = played(data, 30)
    for offer in table.legal:
        others = {name: value_of(data, name, field) for name, field in offer.fields.items()}
        assert table.refuses(offer.act(**others)) is None, (offer, others)
        for name, field in offer.fields.items():
            if isinstance(field, Bounds):
                for inside in (field.lowest, field.highest):
                    act = offer.act(**others | {name: inside})
                    assert table.refuses(act) is None, (offer, act, table.refuses(act))
                for outside in (field.lowest - field.step, field.highest + field.step):
                    act = offer.act(**others | {name: outside})
                    assert table.refuses(act) is not None, (offer, act)
            if isinstance(field, Choices):
                for value in field.values[:8]:
                    assert table.refuses(offer.act(**others | {name: value})) is None, (offer, value)


@given(st.data())
def test_nobody_wagers_out_of_turn_and_the_marker_lies_before_someone_seated(data: st.DataObject) -> None:
    _, _, table = played(data, 30)
    assume(table.is_playing)
    assert table.seats[table.marker - 1] in table.seated
    allowed = [
        name
        for name in table.seated
        if table.refuses(Wager(name, Position("box", (table.box_number(name),)), table.sign.minimum)) is None
    ]
    assert set(allowed) <= set(table.in_turn)
    if table.prompt_bettors:
        assert len(allowed) <= 1
    assert all(len(each.bettors) == 1 and each.bettors[0] == table.seats[each.number - 1] for each in table.boxes)


# Rubbish


class Stranger(Act, frozen=True):
    """An act of no game."""


RUBBISH: dict[str, Any] = {
    "none": None,
    "true": True,
    "zero": 0,
    "negative": -5_00,
    "huge": 10**30,
    "very long": 10**5000,
    "fraction": 2.5,
    "not a number": float("nan"),
    "empty": "",
    "text": "nobody here",
    "half a character": "\ud800",
    "bytes": b"ana",
    "list": [1, 2],
    "mapping": {"a": 1},
    "object": object(),
    "position": Position("box", (9,)),
    "odd position": Position("box", None),  # type: ignore[arg-type]
    "odd kind": Position([], (1,)),  # type: ignore[arg-type]
    "tuple of rubbish": (None, 1, "ana"),
    "actor without a role": Actor(None),  # type: ignore[arg-type]
    "role": Role.DEALER,
    "sign": SIGNS[1],
}
GOOD: dict[str, Any] = {
    "round": 1,
    "player": "ana",
    "to": "ben",
    "box": 1,
    "hand": 1,
    "amount": 5_00,
    "position": Position("box", (1,)),
    "seconds": 30,
    "sign": SIGNS[0],
    "card": DECK[0],
    "cards": (DECK[0], DECK[1]),
    "place": 1,
    "reason": "x",
    "ground": "took advice",
    "agreed": ("ana",),
    "strategy": "dealer",
    "players": ("ana", "ben", "cat", "dan"),
    "present": False,
    "emergency": True,
    "permitted": True,
    "terms": "",
    "at": 100,
    "edition": 2,
    "from_back": 50,
    "colour": "red",
    "chip_value": 1_00,
    "full": True,
    "purpose": Purpose.PROMOTION,
    "admitted": ("ana", "ben"),
}


def states() -> dict[str, Division7Table]:
    """A table at every stage of its session."""
    table = session()
    return {
        "empty": open_session(SIGNS[0], SessionOptions(), None, None, ()),
        "closed": open_session(SIGNS[0], SessionOptions(), (), None, ()),
        "first wager": table,
        "after a wager": wagered(table, stop="cat"),
        "called": called(session(manual=("no more bets",))),
        "against an ace": deal(called(table), "9c 9d 9h 9s Ac 8c 8d 8h 8s"),
        "deciding": deal(called(table), "4c 9d 9h 9s 6c 4d 8d 8h 8s"),
        "without a director": table.play(Attendance(False)),
        "over": session(seconds=5).play(Clock(5)),
    }


STATES = states()


def made(kind: type[Act]) -> dict[str, Any]:
    """Fields with which an act of that kind may pass."""
    return {name: GOOD[name] for name in kind.__struct_fields__ if name in GOOD}


@pytest.mark.parametrize("stage", STATES)
@pytest.mark.parametrize("rubbish", RUBBISH)
def test_rubbish_is_refused_and_never_raised(stage: str, rubbish: str) -> None:
    table = STATES[stage]
    for kind in table._handlers:
        for spoilt in kind.__struct_fields__:
            act = replace(kind(**made(kind)), **{spoilt: RUBBISH[rubbish]})
            refusal = table.refuses(act)
            if spoilt == "by" and RUBBISH[rubbish] is None and isinstance(act, PlayersAct):
                continue
            if not is_well_made(act):
                assert refusal is not None, (kind.__name__, spoilt)
            if refusal is None:
                table.play(act)
                continue
            assert refusal.why.rstrip("”").endswith((".", "?"))
            # A part of another type is an error of the program that made the act: then `play` says so.
            with pytest.raises((Refused, TypeError)):
                table.play(act)


@pytest.mark.parametrize("stage", STATES)
@pytest.mark.parametrize("act", [None, 17, "no more bets", [], {}, object(), Wager, Stranger()])
def test_what_is_no_act_of_this_table_is_refused(stage: str, act: Any) -> None:
    refusal = STATES[stage].refuses(act)
    assert refusal is not None
    assert refusal.code == "unknown_act"


@pytest.mark.parametrize("stage", STATES)
def test_no_refusal_rests_on_a_rule_that_is_switched_off(stage: str) -> None:
    """What rule 2.2 disapplies refuses nothing here."""
    table = STATES[stage]
    found = set()
    for kind in table._handlers:
        act = kind(**made(kind))
        actors = (DEALER, GAME_SUPERVISOR, OPERATOR, DIRECTOR, player("ana"), player("ben"))
        for each in (act, *(replace(act, by=actor) for actor in actors)):
            refusal = table.refuses(each)
            clause = "" if refusal is None else refusal.rule.clause
            if any(clause == off or clause.startswith((f"{off}.", f"{off}(")) for off in table.disapplied):
                found.add((kind.__name__, clause))
    assert found == set()


def test_the_states_above_are_what_they_are_called() -> None:
    assert STATES["over"].step == "over"
    assert (STATES["called"].step, STATES["deciding"].step) == ("card", "decide")
    assert STATES["against an ace"].step == "close insurance"
    assert STATES["first wager"].refuses(Wager("ana", Position("box", (1,)), 5_00)) is None
    assert STATES["called"].refuses(Deal(DECK[0])) is None
    assert STATES["after a wager"].refuses(NoMoreBets()) is not None
