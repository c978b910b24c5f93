"""What every table promises, whatever its game."""

from __future__ import annotations

import pickle
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from fractions import Fraction
from itertools import chain, count, cycle, islice, product
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier import (
    LIVE,
    Actor,
    Admit,
    BuyColour,
    BuyIn,
    CallEarly,
    CashOut,
    CloseTable,
    Consent,
    Favour,
    HandIn,
    HoldUnclaimed,
    OpenTable,
    OpenToPublic,
    Outcome,
    Purpose,
    Ready,
    Refusal,
    Refused,
    RemoveHousePlayer,
    ReserveTable,
    Role,
    SeatHousePlayer,
    TakeUpEdition,
    Wager,
    Withdraw,
)
from croupier.games.acts import Act, PlayersAct
from croupier.games.chips import Purse
from croupier.games.layout.game import Game
from croupier.games.machine import handlers_of
from croupier.games.offers import Bounds, Choices, Field, Legal, Offer
from croupier.games.registry import LAYOUT_GAMES
from croupier.games.table import General, Table
from croupier.rulebook import clauses_at, rulings
from tests.support.rules.games import GAMES, Played, State
from tests.support.rules.random_play import (
    COLOURS,
    GARBAGE,
    MANAGEMENT,
    NOT_ACTS,
    PLAYERS,
    automations,
    awaits_result,
    brought_in,
    dealt_until,
    first,
    fortunes,
    is_well_typed,
    money,
    moves,
    next_step,
    offers_of,
    picker,
    read_back,
    rulings_of,
    seated,
    setups,
    spoilt,
    taken,
    walked,
    won,
)

every_game = pytest.mark.parametrize("game", GAMES, ids=str)


def test_no_game_is_left_out() -> None:
    played = [game.table(game.signs[0]).game.id for game in GAMES]
    forgotten = [name for name in LAYOUT_GAMES if name not in played]
    assert not forgotten, f"tests/support/rules/games.py: `GAMES` has no entry for {forgotten}"
    assert played == list(LAYOUT_GAMES)


# Offers


def _accepted_values(field: Field) -> tuple[Any, ...]:
    """Every value, or the lowest, the highest and two between; words of every length that is allowed."""
    match field:
        case Bounds(lowest=lowest, highest=highest, step=step):
            steps = (highest - lowest) // step
            return tuple(lowest + some * step for some in sorted({0, min(1, steps), steps // 2, steps}))
        case Choices(values=values):
            return values
        case _:
            return ("w", "w" * field.longest)


def _refused_values(field: Field) -> tuple[Any, ...]:
    """One step below the lowest and above the highest, and between two steps."""
    match field:
        case Bounds(lowest=lowest, highest=highest, step=step):
            return (lowest - step, highest + step, *((lowest + 1,) if step > 1 else ()))
        case Choices():
            return ()
        case _:
            return ("", " ", "w" * (field.longest + 1))


def _with_one_field(offer: Offer, values: Any) -> Iterator[Act]:
    """Each field at each of its values in turn, the others at their lowest and at their highest."""
    ends = [(accepted[0], accepted[-1]) for accepted in map(_accepted_values, offer.fields.values())]
    others = [dict(zip(offer.fields, end, strict=True)) for end in zip(*ends, strict=True)] or [{}]
    for name, field in offer.fields.items():
        for value in values(field):
            for rest in others:
                yield offer.kind(**{**rest, name: value})


@every_game
@given(data=st.data())
def test_every_offer_is_accepted_and_tight(game: Played, data: st.DataObject) -> None:
    table = walked(data, game)
    offers = tuple(table.legal)
    assert len(table.legal) == len(offers)
    own_kinds = {kind for kind in handlers_of(table) if issubclass(kind, PlayersAct)}
    # Who may do players' acts alone is asked nothing else: no offer to a player may be of another kind.
    assert [each for each in offers if each.kind in own_kinds] == list(table.offers(own_kinds))
    for offer in offers:
        assert offer.role is not Role.PLAYER or offer.kind in own_kinds
        any_of_it = taken(offer, picker(data))
        for act in (any_of_it, *_with_one_field(offer, _accepted_values)):
            assert table.refuses(act) is None, f"offered and refused: {act}"
            assert act in table.legal
        for act in _with_one_field(offer, _refused_values):
            assert table.refuses(act) is not None, f"outside the offer and accepted: {act}"
            assert act not in table.legal
        table.play(any_of_it)


# Play and replay


@every_game
@given(data=st.data())
def test_random_legal_play_keeps_its_promises(game: Played, data: st.DataObject) -> None:
    table = start = seated(data.draw(setups(game)))
    acts: list[Act] = []
    kept = [(table, pickle.dumps(table))]
    for before, act, table in moves(data, game, start):
        assert act in before.legal
        _assert_read_back(before, act)
        _assert_money_conserved(before, act, table)
        _assert_chance(game, table)
        acts.append(act)
        kept.append((table, pickle.dumps(table)))
    _assert_replay(start, acts, table)
    for old, written in kept:
        _assert_same(pickle.loads(written), old)  # noqa: S301  written above


def _assert_read_back(table: State, act: Act) -> None:
    again = read_back(table, act)
    assert again == act
    assert type(again) is type(act)


def _assert_money_conserved(before: State, act: Act, after: State) -> None:
    assert money(after) - money(before) == brought_in(before, act)
    assert all(purse.value >= 0 and purse.colour >= 0 for purse in after.general.purses)
    assert all(wager.stake > 0 for wager in after.wagers)
    assert all(line.pays >= 0 for line in after.settled)


def _assert_chance(game: Played, table: State) -> None:
    chance = table.chance()
    if not awaits_result(game)(table):
        assert not chance
        return
    assert all(type(share) is Fraction and share > 0 for share in chance.values())
    assert sum(chance.values()) == 1
    assert all(table.refuses(act) is None for act in chance)


def _assert_replay(start: State, acts: list[Act], end: State) -> None:
    """A round is its list of acts, as played and as read from JSON: folding it from the start comes to the same."""
    _assert_same(start.play(*acts), end)
    _assert_same(start.play(*(read_back(start, act) for act in acts)), end)


def _assert_same(one: State, other: State) -> None:
    assert one == other
    assert hash(one) == hash(other)


# The order of wagers


def _wagers(data: st.DataObject, table: State) -> list[list[Act]]:
    """For each player, wagers that could be made one after the other."""
    offers: dict[str, list[Offer]] = defaultdict(list)
    for offer in offers_of(table, (Wager,)):
        offers[first(offer.fields["player"])].append(offer)
    return [_in_a_row(data, table, own) for own in offers.values()]


def _in_a_row(data: st.DataObject, table: State, offers: list[Offer]) -> list[Act]:
    acts: list[Act] = []
    for offer in data.draw(st.lists(st.sampled_from(offers), min_size=1, max_size=3)):
        act = taken(offer, picker(data))
        if table.refuses(act) is None:
            table = table.play(act)
            acts.append(act)
    return acts


def _interleaved(data: st.DataObject, queues: list[list[Act]]) -> list[Act]:
    """All the wagers in some order that keeps each player's own."""
    turns = [place for place, queue in enumerate(queues) for _ in queue]
    waiting = [iter(queue) for queue in queues]
    return [next(waiting[place]) for place in data.draw(st.permutations(turns))]


@every_game
@given(data=st.data())
def test_the_order_of_different_players_wagers_leaves_no_trace(game: Played, data: st.DataObject) -> None:
    table = dealt_until(game, walked(data, game), lambda table: table.betting_is_open)
    queues = _wagers(data, table)
    one = table.play(*chain(*queues))
    other = table.play(*_interleaved(data, queues))
    _assert_same(other, one)


# Views

_SECRET = 8_642_097_531_50


def _richer(table: State, player: str) -> State:
    """The same table, but for what that player holds."""
    purses = tuple(
        replace(purse, value=purse.value + _SECRET, colour=purse.colour and purse.colour + _SECRET)
        if purse.player == player
        else purse
        for purse in table.general.purses
    )
    return table._with_general(replace(table.general, purses=purses))


def _parts(value: Any) -> Iterator[Any]:
    """The value and everything inside it."""
    yield value
    if isinstance(value, msgspec.Struct):
        value = [getattr(value, name) for name in value.__struct_fields__]
    if isinstance(value, list | tuple | set | frozenset):
        for each in value:
            yield from _parts(each)


@every_game
@given(data=st.data())
def test_a_view_names_what_it_shows_and_shows_no_other_purse(game: Played, data: st.DataObject) -> None:
    table = walked(data, game)
    for watcher in (None, "nobody.here", *table.players):
        _assert_names_all(game, table, watcher)
        for player in table.players:
            if player != watcher:
                _assert_hides(table, player, watcher)


def _assert_names_all(game: Played, table: State, watcher: str | None) -> None:
    seen = table.view(watcher)
    assert seen.__struct_fields__ == game.view
    assert seen.public.__struct_fields__ == game.public_view
    assert seen.public == table.view().public
    assert not any(isinstance(part, Table | General | Game | Legal) for part in _parts(seen))
    purses = [part for part in _parts(seen) if isinstance(part, Purse)]
    assert purses == [purse for purse in table.general.purses if purse.player == watcher]


def _assert_hides(table: State, player: str, watcher: str | None) -> None:
    rich = _richer(table, player)
    seen, seen_before = rich.view(watcher), table.view(watcher)
    assert seen == seen_before
    assert msgspec.json.encode(seen) == msgspec.json.encode(seen_before)
    purse = rich.purse(player)
    assert purse is not None
    texts = (str(seen), repr(seen), msgspec.json.encode(seen).decode())
    for amount in (purse.value, purse.colour):
        assert amount < _SECRET or not any(str(amount) in text for text in texts)


# The size of a state


def _rounds(game: Played, table: State) -> Iterator[State]:
    """Round after round with the same wagers and ever other results, and every third time the house has its say."""
    outcomes = table.game.outcomes
    positions = tuple(table.game.areas)[:: max(1, len(table.game.areas) // 6)]
    wagers = tuple(Wager(player, position, 10_00) for player in PLAYERS for position in positions)
    for number in count():
        table = table.play(*(Withdraw(wager.player, wager.position) for wager in table.wagers), *wagers)
        table = dealt_until(game, table, awaits_result(game))
        table = table.play(table.game.result_act(outcomes[number * 7 % len(outcomes)]))
        if number % 3 == 0:
            kinds = {*rulings_of(game, table), *MANAGEMENT} - {HoldUnclaimed}
            offers = tuple(offers_of(table, (kind for kind in table._handlers if kind in kinds)))
            table = table.play(taken(offers[number // 3 % len(offers)], first))
        table = dealt_until(game, table, lambda table: table.betting_is_open)
        yield table


@every_game
@pytest.mark.parametrize("automation", [None, LIVE], ids=["automated", "live"])
def test_a_state_does_not_grow_with_the_past(game: Played, automation: frozenset[str] | None) -> None:
    table = seated(game.table(game.signs[0], automation=automation, colours=COLOURS))
    table = table.play(*(BuyIn(player, 1_000_000_00) for player in PLAYERS))
    table = table.play(ReserveTable(Purpose.PRIVATE_USE, PLAYERS))
    table = dealt_until(game, table, lambda table: table.betting_is_open)
    sizes = [len(pickle.dumps(state)) for state in islice(_rounds(game, table), 300)]
    # In the first half the house has said everything that it may: a ruling's words are in a state until the next round.
    assert max(sizes[150:]) <= max(sizes[:150]) + 100


# Illegal acts


def _is_sentence(why: str) -> bool:
    return re.search(r"\w.*[.!?]\Z", why, re.DOTALL) is not None


def _assert_refused(table: State, act: Any) -> None:
    written = pickle.dumps(table)
    refusal = table.refuses(act)
    assert isinstance(refusal, Refusal)
    assert clauses_at(refusal.rule.clause)
    assert refusal.rule.ruling is None or refusal.rule.ruling in rulings()
    assert re.fullmatch("[a-z_]+", refusal.code)
    assert _is_sentence(refusal.why), refusal.why
    assert act not in table.legal
    with pytest.raises((Refused, TypeError)) as raised:
        table.play(act)
    # A part of another type is an error of the program that made the act: then `play` says so.
    if isinstance(raised.value, Refused):
        assert raised.value.refusal == refusal
    assert pickle.dumps(table) == written


def _phases(game: Played, table: State) -> Iterator[State]:
    """A table at each step of one round in which somebody wins and somebody loses."""
    table = table.play(*(BuyIn(player, 5_000_00) for player in PLAYERS))
    table = dealt_until(game, table, lambda table: table.betting_is_open)
    for player, position in zip(cycle(PLAYERS), table.game.areas, strict=False):
        table = table.play(Wager(player, position, 20_00))
    while not table.settled or table.progress or not table.betting_is_open:
        yield table
        act = next_step(game, table)
        assert act is not None
        table = table.play(act)
    yield table


def _put_right(game: Played, phases: list[State]) -> Iterator[State]:
    """Tables at which something may be taken back: a ground for a void, and a ruling in somebody's favour."""
    awaiting = next(table for table in phases if awaits_result(game)(table))
    yield awaiting.play(game.spoil(game.result))
    yield awaiting.play(*(taken(offer, first) for offer in islice(offers_of(awaiting, (Favour,)), 1)))


def _one_of_each_kind(game: Played, phases: list[State]) -> tuple[Act, ...]:
    """One well-made act of every kind the game knows, as it was offered at some phase."""
    acts: dict[type[Act], Act] = {OpenTable: OpenTable(), CloseTable: CloseTable(), Consent: Consent(PLAYERS[0])}
    acts |= {Admit: Admit(PLAYERS[0]), OpenToPublic: OpenToPublic(), HoldUnclaimed: HoldUnclaimed(PLAYERS[0])}
    acts |= {Ready: Ready(PLAYERS[0]), CallEarly: CallEarly(PLAYERS)}
    acts |= {SeatHousePlayer: SeatHousePlayer("bot-a", "red", 50_00), RemoveHousePlayer: RemoveHousePlayer("bot-a")}
    acts |= {type(act): act for act in game.unasked} | {TakeUpEdition: TakeUpEdition(2)}
    for table in phases:
        acts |= {offer.kind: taken(offer, first) for offer in table.legal}
    never = {kind.__name__ for kind in phases[0]._handlers} - {kind.__name__ for kind in acts}
    assert not never, f"no offer names {sorted(never)}: give one of each to `unasked` in tests/support/rules/games.py"
    assert set(acts) == set(phases[0]._handlers)
    return tuple(acts.values())


def _fault(table: State, act: Act) -> str | None:
    """What is wrong with the answer to an act that may be ill-made, if anything is."""
    try:
        refusal = table.refuses(act)
    except Exception as error:  # noqa: BLE001  any error at all is the fault that this looks for
        return f"raises {type(error).__name__}"
    if refusal is None:
        return None if is_well_typed(table, act) else "is accepted"
    return None if _is_sentence(refusal.why) else f"is answered with no sentence: {refusal.why!r}"


@every_game
def test_rubbish_in_any_field_of_any_act_is_refused(game: Played) -> None:
    phases = list(_phases(game, seated(game.table(game.signs[0], automation=LIVE, colours=COLOURS))))
    phases += _put_right(game, phases)
    faults: dict[str, set[str]] = defaultdict(set)
    for table, act in product(phases, _one_of_each_kind(game, phases)):
        for field, garbage in product(act.__struct_fields__, GARBAGE):
            if fault := _fault(table, spoilt(act, field, garbage)):
                faults[f"{act.words()} {fault} when {field} is"].add(garbage)
    assert not faults, "\n".join(f"{fault} {', '.join(sorted(names))}" for fault, names in sorted(faults.items()))


@every_game
def test_nobody_does_what_is_for_others_to_do(game: Played) -> None:
    for table in _phases(game, seated(game.table(game.signs[0], automation=LIVE, colours=COLOURS))):
        for offer in {offer.kind: offer for offer in table.legal}.values():
            act = taken(offer, first)
            for stranger in (Actor(Role.PLAYER, "nobody.here"), Actor(Role.PLAYER), Actor(Role.TOURNAMENT_DIRECTOR)):
                _assert_refused(table, replace(act, by=stranger))


@every_game
@given(data=st.data())
def test_what_is_no_act_or_an_ill_made_one_is_refused_at_any_time(game: Played, data: st.DataObject) -> None:
    table = walked(data, game)
    for thing in NOT_ACTS:
        if type(thing) not in table._handlers:
            _assert_refused(table, thing)
    for offer in data.draw(st.lists(st.sampled_from(tuple(table.legal)), min_size=1, max_size=4)):
        act = taken(offer, picker(data))
        for field in data.draw(st.lists(st.sampled_from(act.__struct_fields__), min_size=1, max_size=2)):
            act = spoilt(act, field, data.draw(st.sampled_from(sorted(GARBAGE))))
        if table.refuses(act) is None:
            assert is_well_typed(table, act)
        else:
            _assert_refused(table, act)


# Results


def _with_wagers(data: st.DataObject, game: Played, table: State) -> tuple[State, tuple[Act, ...]]:
    table = dealt_until(game, seated(table), lambda table: table.betting_is_open)
    acts = tuple(chain(*_wagers(data, table)))
    return table.play(*acts), acts


@every_game
@given(data=st.data())
def test_live_and_automated_tables_settle_alike(game: Played, data: st.DataObject) -> None:
    sign, options = data.draw(st.sampled_from(game.signs)), data.draw(st.sampled_from(game.options))
    machine = game.table(sign, options, colours=COLOURS)
    other = game.table(sign, options, automation=data.draw(automations(game)), colours=COLOURS)
    for by_hand in (other, game.table(sign, options, automation=LIVE, colours=COLOURS)):
        _assert_settle_alike(data, game, machine, by_hand)


def _assert_settle_alike(data: st.DataObject, game: Played, machine: State, by_hand: State) -> None:
    machine, wagers = _with_wagers(data, game, machine)
    by_hand = dealt_until(game, seated(by_hand), lambda table: table.betting_is_open).play(*wagers)
    machine = dealt_until(game, machine, awaits_result(game))
    by_hand = dealt_until(game, by_hand, awaits_result(game))
    at_call = fortunes(machine)
    assert machine.chance() == by_hand.chance()
    result = data.draw(st.sampled_from(tuple(machine.chance())))
    machine, by_hand = machine.play(result), by_hand.play(result)
    assert machine.settled == by_hand.settled
    assert {(line.wager.player, line.wager.position) for line in machine.settled} == {
        (act.player, act.position) for act in wagers if isinstance(act, Wager)
    }
    by_hand = dealt_until(game, by_hand, lambda table: table.betting_is_open)
    assert machine.settled == by_hand.settled
    assert fortunes(machine) == fortunes(by_hand) == _settled_up(at_call, machine)
    assert machine.general.house == by_hand.general.house == -won(machine.settled).total()


def _settled_up(at_call: dict[str, int], table: State) -> dict[str, int]:
    """What the players had at the call, with what the settlement says of it."""
    gains = won(table.settled)
    return {player: amount + gains[player] for player, amount in at_call.items() if amount + gains[player]}


def _voids(game: Played, table: State) -> Iterator[Act]:
    """Every way in which there may be no result now: announced on each ground, or by what is known of the result."""
    for offer in offers_of(table, (game.no_result,)):
        yield from (offer.act(ground=ground) for ground in _accepted_values(offer.fields["ground"]))
    if awaits_result(game)(table):
        yield game.spoil(game.result)


def _taken_up(table: State) -> State:
    """The table when the players have taken up what they may."""
    while table.progress and (offer := next(offers_of(table, (Withdraw,)), None)):
        table = table.play(taken(offer, first))
    return table


def _gone(table: State, players: Collection[str]) -> tuple[State, Counter[str]]:
    """The table when these players have changed and taken away all the chips they may, and what each of them took."""
    took: Counter[str] = Counter()
    for offer in chain.from_iterable(offers_of(table, (kind,)) for kind in (HandIn, BuyColour, HandIn, CashOut)):
        act = taken(offer, lambda field: _accepted_values(field)[-1])
        player = first(offer.fields["player"])
        if player in players and table.refuses(act) is None:
            took[player] -= brought_in(table, act)
            table = table.play(act)
    return table, took


@every_game
@given(data=st.data())
def test_a_void_result_gives_everyone_back_what_the_call_found(game: Played, data: st.DataObject) -> None:
    table, _ = _with_wagers(data, game, data.draw(setups(game)))
    table, _ = _gone(table, data.draw(st.sets(st.sampled_from(PLAYERS))))
    at_call = dealt_until(game, table, lambda table: not table.betting_is_open)
    table, ways = at_call, 0
    while not table.betting_is_open:
        for now in (table, _taken_up(table)):
            for act in _voids(game, now):
                void = now.play(act)
                _assert_void(at_call, void)
                dealt_until(game, void, awaits_result(game))
                ways += 1
        _assert_void_though_gone(game, at_call, _taken_up(table))
        step = next_step(game, table, picker(data))
        assert step is not None
        table = table.play(step)
    assert ways > len(table.game.grounds)


def _assert_void(at_call: State, table: State) -> None:
    assert table.general.purses == at_call.general.purses
    assert table.general.house == at_call.general.house
    assert table.wagers == at_call.wagers == tuple(line.wager for line in table.settled)
    assert all(line.outcome is Outcome.VOID and line.pays == 0 for line in table.settled)
    assert table.betting_is_open
    assert not table.progress


def _assert_void_though_gone(game: Played, at_call: State, table: State) -> None:
    """Nobody could take away what the void takes back."""
    table, took = _gone(table, PLAYERS)
    for act in islice(_voids(game, table), 1):
        void = table.play(act)
        assert void.wagers == at_call.wagers
        assert Counter(fortunes(void)) + took == Counter(fortunes(at_call))
        assert all(purse.value >= 0 and purse.colour >= 0 for purse in void.general.purses)
