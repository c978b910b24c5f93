"""How the battery plays: legal play that moves rounds along, and acts that no table may accept."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import islice
from typing import Any, NamedTuple, Union

import msgspec
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
    ChangeLimits,
    Chips,
    Clock,
    CloseTable,
    Consent,
    Favour,
    HandIn,
    HoldUnclaimed,
    KindLimits,
    OpenTable,
    OpenToPublic,
    Outcome,
    Position,
    PostClosing,
    PostLimits,
    Ready,
    ReserveTable,
    Role,
    Settled,
    Sign,
    Wager,
    Withdraw,
    WrongLimits,
)
from croupier.games.acts import Act
from croupier.games.offers import Bounds, Choices, Field, Offer
from croupier.games.people import DEALER
from tests.support.rules.games import GAMES, Played, State

PLAYERS = ("ana", "bo", "kiri")
NEWCOMERS = ("aroha", "moana", "zoe")
COLOURS = ("red", "white")
REASONS = ("a leaning stack", "x", "w" * 200, "é, 裁定")
EXCHANGES = (BuyIn, CashOut, BuyColour, HandIn, Withdraw)
MANAGEMENT = (
    *(Clock, PostClosing, CloseTable, PostLimits, Consent, ChangeLimits, Ready, CallEarly),
    *(ReserveTable, OpenToPublic, HoldUnclaimed),
)
FEW = 30
"""How many steps above the lowest amount a modest player goes."""

Pick = Callable[[Field], Any]
"""Chooses a value for a field of an offer."""


# Money


def fortunes(table: State) -> dict[str, int]:
    """What each player has at the table, on the layout and off it."""
    held = Counter({purse.player: purse.value + purse.colour for purse in table.general.purses})
    for wager in table.wagers:
        held[wager.player] += wager.stake
    return {player: amount for player, amount in held.items() if amount}


def money(table: State) -> int:
    """All there is at the table: only buying in, cashing out and holding what is unclaimed may change it."""
    return sum(fortunes(table).values()) + table.general.house


def brought_in(table: State, act: Act) -> int:
    """What an act brings to the table from outside, or takes away from it."""
    match act:
        case BuyIn(amount=amount):
            return amount
        case CashOut(amount=amount):
            return -amount
        case HoldUnclaimed(player=player):
            # All of the purse and what was left on the layout; a wager that is in play is played (ruling R22).
            in_play = sum(wager.stake for wager in table.play(act).wagers if wager.player == player)
            return in_play - fortunes(table)[player]
        case _:
            return 0


def won(settled: Iterable[Settled]) -> Counter[str]:
    """What each player has won by a settlement, or lost."""
    result: Counter[str] = Counter()
    for line in settled:
        if line.outcome is Outcome.WIN:
            result[line.wager.player] += line.pays
        if line.outcome is Outcome.LOSE:
            result[line.wager.player] -= line.wager.stake
    return result


# Tables


def setups(game: Played) -> st.SearchStrategy[State]:
    """New tables: automated, live, and in between; with and without colour chips and a betting window."""
    return st.builds(
        game.table,
        st.sampled_from(game.signs),
        st.sampled_from(game.options),
        automation=automations(game),
        betting_seconds=st.sampled_from((None, 1, 30)),
        colours=st.sampled_from((COLOURS, ())),
    )


def automations(game: Played) -> st.SearchStrategy[frozenset[str] | None]:
    steps = sorted(game.table(game.signs[0]).game.automatic)
    some = st.sets(st.sampled_from(steps)).map(frozenset)
    return st.one_of(st.just(LIVE), st.just(LIVE), st.none(), some)


def seated(table: State) -> State:
    """The table opened, with players; where there are colours, one of them has chips of one."""
    if not table.general.is_open:
        table = table.play(OpenTable())
    table = table.play(*(BuyIn(player, 600_00) for player in PLAYERS))
    if table.general.colours:
        table = table.play(BuyColour(PLAYERS[0], table.general.colours[0], table.sign.smallest_chip * 2, 150_00))
    return table


# Dealing


def offers_of(table: State, kinds: Iterable[type[Act]]) -> Iterator[Offer]:
    """Those of the table's offers that are of these kinds, without working out the others."""
    for kind in kinds:
        if kind in table._handlers:
            yield from table._handlers[kind].offers(table)


def first(field: Field) -> Any:
    match field:
        case Bounds(lowest=lowest):
            return lowest
        case Choices(values=values):
            return values[0]
        case _:
            return REASONS[0]


def taken(offer: Offer, pick: Pick) -> Act:
    return offer.act(**{name: pick(field) for name, field in offer.fields.items()})


def next_step(game: Played, table: State, pick: Pick = first) -> Act | None:
    """What carries the round on, if anything does."""
    for offer in offers_of(table, game.dealing):
        answer = game.answers.get(offer.kind)
        return taken(offer, pick) if answer is None else answer(table)
    return None


def dealt_until(game: Played, table: State, is_there: Callable[[State], bool]) -> State:
    """The table dealt on to where it is wanted."""
    for _ in range(2 * len(game.dealing)):
        if is_there(table):
            return table
        act = next_step(game, table)
        assert act is not None, f"nothing carries the round on from {table.step!r}"
        table = table.play(act)
    raise AssertionError(f"dealing goes round and round without getting there from {table.step!r}")


def awaits_result(game: Played) -> Callable[[State], bool]:
    return lambda table: table.refuses(game.result) is None


# Legal play


class Move(NamedTuple):
    before: State
    act: Act
    after: State


def moves(data: st.DataObject, game: Played, table: State, most: int = 25) -> Iterator[Move]:
    """Random legal play; every other time it comes to a result first."""
    hurried = data.draw(st.booleans(), label="to a result first")
    haste: tuple[Mood, ...] = (*(wager,) * 5, *(deal,) * data.draw(st.integers(1, 9))) if hurried else ()
    for mood in (*haste, *(legal_act,) * data.draw(st.integers(0, most), label="acts")):
        act = mood(data, game, table) or Clock(1)
        after = table.play(act)
        yield Move(table, act, after)
        table = after


def walked(data: st.DataObject, game: Played, most: int = 15) -> State:
    """Where random legal play from a random table comes to."""
    table = seated(data.draw(setups(game), label="table"))
    for move in moves(data, game, table, most):
        table = move.after
    return table


def legal_act(data: st.DataObject, game: Played, table: State) -> Act:
    """One act in some mood, or else the next step, or else time goes by."""
    mood = data.draw(st.sampled_from(_moods(table)))
    return mood(data, game, table) or deal(data, game, table) or Clock(1)


def _moods(table: State) -> tuple[Mood, ...]:
    """What people are likely to do now: wager first, then see the result, then argue about it."""
    if table.betting_is_open and len(table.wagers) < len(PLAYERS):
        return BEFORE_WAGERS
    if table.betting_is_open:
        return AFTER_WAGERS
    return AFTER_RESULT if table.has_result else BEFORE_RESULT


def picker(data: st.DataObject) -> Pick:
    """Chooses at random, with modest amounts mostly."""

    def pick(field: Field) -> Any:
        match field:
            case Bounds(lowest=lowest, highest=highest, step=step):
                steps = (highest - lowest) // step
                few = data.draw(st.integers(-1, min(steps, FEW)))
                return highest if few < 0 else lowest + few * step
            case Choices(values=values):
                return data.draw(st.sampled_from(values)) if len(values) > 1 else values[0]
            case _:
                return data.draw(st.sampled_from(REASONS))

    return pick


def _offered(data: st.DataObject, table: State, kinds: Iterable[type[Act]]) -> Act | None:
    """Any kind of what is offered, then any offer of the kind, then any values."""
    by_kind: dict[type[Act], list[Offer]] = defaultdict(list)
    for offer in offers_of(table, kinds):
        by_kind[offer.kind].append(offer)
    if not by_kind:
        return None
    offers = by_kind[data.draw(st.sampled_from(tuple(by_kind)))]
    return taken(data.draw(st.sampled_from(offers)), picker(data))


def deal(data: st.DataObject, game: Played, table: State) -> Act | None:
    """The next step. A result suits somebody's wager as often as not."""
    if table.wagers and table.chance() and data.draw(st.booleans()):
        position = data.draw(st.sampled_from(table.wagers)).position
        suiting = [outcome for outcome in table.game.outcomes if table.game.verdict(position, outcome).odds]
        return table.game.result_act(data.draw(st.sampled_from(suiting)))
    return next_step(game, table, picker(data))


def wager(data: st.DataObject, _game: Played, table: State) -> Act | None:
    """One of the first few offers, since working out all of them takes a while."""
    few = tuple(islice(offers_of(table, (Wager,)), data.draw(st.integers(1, 6))))
    return taken(few[-1], picker(data)) if few else None


def exchange(data: st.DataObject, _game: Played, table: State) -> Act | None:
    return _offered(data, table, EXCHANGES)


def manage(data: st.DataObject, _game: Played, table: State) -> Act | None:
    return _offered(data, table, MANAGEMENT)


def rule(data: st.DataObject, game: Played, table: State) -> Act | None:
    """Voids, corrections, favours, single payments and all else that is on offer now and then."""
    return _offered(data, table, rulings_of(game, table))


def rulings_of(game: Played, table: State) -> tuple[type[Act], ...]:
    """What is neither a player's wager or chips, nor the management's, nor a step of the round."""
    usual = {Wager, *EXCHANGES, *MANAGEMENT, *game.dealing}
    return tuple(kind for kind in table._handlers if kind not in usual)


def newcomer(data: st.DataObject, _game: Played, table: State) -> Act | None:
    act = BuyIn(data.draw(st.sampled_from(NEWCOMERS)), 50_00)
    return act if table.refuses(act) is None else None


def unasked(data: st.DataObject, game: Played, table: State) -> Act | None:
    """Something that nobody offered, where it is accepted."""
    mistakes = (_mistake, _spoilt_result, _oral, _favour, _too_little, _new_sign, _dear_colour, _admission)
    make = data.draw(st.sampled_from(mistakes))
    act = make(data, game, table)
    return act if act is not None and table.refuses(act) is None else None


Mood = Callable[[st.DataObject, Played, State], Act | None]

BEFORE_WAGERS: tuple[Mood, ...] = (*(wager,) * 12, exchange, exchange, manage, unasked, unasked, newcomer, deal)
AFTER_WAGERS: tuple[Mood, ...] = (*(deal,) * 8, wager, wager, exchange, exchange, manage, rule, unasked, unasked)
BEFORE_RESULT: tuple[Mood, ...] = (*(deal,) * 8, rule, rule, exchange, manage, unasked, unasked)
AFTER_RESULT: tuple[Mood, ...] = (*(deal,) * 5, *(rule,) * 6, exchange, exchange, manage, unasked, unasked)


def _mistake(data: st.DataObject, game: Played, _table: State) -> Act | None:
    return data.draw(st.sampled_from(game.unasked))


def _spoilt_result(data: st.DataObject, game: Played, table: State) -> Act | None:
    results = tuple(table.chance())
    return game.spoil(data.draw(st.sampled_from(results))) if results else None


def _oral(data: st.DataObject, game: Played, table: State) -> Act | None:
    act = wager(data, game, table)
    return None if act is None else replace(act, by=DEALER)


def _favour(data: st.DataObject, _game: Played, table: State) -> Act | None:
    """About a wager that lies, that was settled, or that was found void."""
    wagers = tuple(dict.fromkeys((*table.wagers, *(line.wager for line in (*table.voided, *table.settled)))))
    if not wagers:
        return None
    line = data.draw(st.sampled_from(wagers))
    elsewhere = data.draw(st.sampled_from((None, *table.game.areas)))
    return Favour(line.player, line.position, data.draw(st.sampled_from(REASONS)), elsewhere)


def _too_little(data: st.DataObject, _game: Played, table: State) -> Act | None:
    position = data.draw(st.sampled_from(tuple(table.game.areas)))
    chips = data.draw(st.sampled_from(tuple(Chips)))
    return WrongLimits(data.draw(st.sampled_from(PLAYERS)), position, table.sign.smallest_chip * 2, chips)


def _new_sign(data: st.DataObject, game: Played, _table: State) -> Act | None:
    sign = data.draw(st.sampled_from(game.signs))
    return data.draw(st.sampled_from((PostLimits(sign, 0), PostLimits(sign, 1200), ChangeLimits(sign))))


def _dear_colour(data: st.DataObject, _game: Played, table: State) -> Act | None:
    if not table.general.colours:
        return None
    player = data.draw(st.sampled_from(PLAYERS))
    return BuyColour(player, data.draw(st.sampled_from(table.general.colours)), 2_50, 25_00)


def _admission(data: st.DataObject, _game: Played, _table: State) -> Act | None:
    return Admit(data.draw(st.sampled_from(NEWCOMERS)))


# Illegal acts


class _Stranger(Act, frozen=True):
    """An act of no game."""


_LONG = 10**5000
"""Longer than Python is willing to write out."""

GARBAGE: dict[str, Any] = {
    "none": None,
    "true": True,
    "zero": 0,
    "one cent": 1,
    "a negative number": -5_00,
    "a number beyond 64 bits": 10**30 * 5,
    "a negative number beyond 64 bits": -(10**30) * 5,
    "a number of 5,000 digits": _LONG,
    "a negative number of 5,000 digits": -_LONG,
    "a fraction": 2.5,
    "a whole float": 5_00.0,
    "a small whole float": 1.0,
    "not a number": float("nan"),
    "infinity": float("inf"),
    "empty text": "",
    "blank text": "   ",
    "text": "courtesy line",
    "a stranger": "nobody.here",
    "long text": "w" * 201,
    "two lines": "one\ntwo",
    "half a character": "\ud800",
    "bytes": b"ana",
    "a list": [1, 2],
    "a mapping": {"role": "dealer"},
    "an object": object(),
    "a class": int,
    "no dice": (0, 1, 7),
    "float dice": (1.0, 2.0, 3.0),
    "two dice": (1, 2),
    "text for dice": ("1", "2", "3"),
    "a role for an actor": Role.DEALER,
    "an actor without a role": Actor(None),  # type: ignore[arg-type]
    "an actor with a list for a role": Actor([]),  # type: ignore[arg-type]
    "a dealer whose name is a number": Actor(Role.DEALER, 7),  # type: ignore[arg-type]
    "an operator whose name is a list": Actor(Role.OPERATOR, []),  # type: ignore[arg-type]
    "a supervisor with half a name": Actor(Role.GAME_SUPERVISOR, "\ud800"),
    "another player": Actor(Role.PLAYER, "nobody.here"),
    "a tournament director": Actor(Role.TOURNAMENT_DIRECTOR),
    "an unknown position": Position("courtesy line"),
    "a position without a kind": Position(None),  # type: ignore[arg-type]
    "a position whose kind is a number": Position(3, (1,)),  # type: ignore[arg-type]
    "a position whose kind is a list": Position([]),  # type: ignore[arg-type]
    "a split without numbers": Position("split", None),  # type: ignore[arg-type]
    "a split of a list": Position("split", [1, 2]),  # type: ignore[arg-type]
    "a split of floats": Position("split", (1.0, 2.0)),  # type: ignore[arg-type]
    "a split of text": Position("split", ("1", "2")),  # type: ignore[arg-type]
    "a split of long numbers": Position("split", (1, _LONG)),
    "a total that is true": Position("total", (True,)),
    "a pair of floats": Position("pair", (1.0, 2.0)),  # type: ignore[arg-type]
    "a face that is true": Position("face", (True,)),
    "straight up on true": Position("straight up", (True,)),
    "straight up on a float": Position("straight up", (17.0,)),  # type: ignore[arg-type]
    "straight up on a list": Position("straight up", ([],)),  # type: ignore[arg-type]
    "A with a number": Position("A", (1,)),
    "between two symbols": Position("A-B"),
    "red with a list": Position("red", []),  # type: ignore[arg-type]
    "small with a list": Position("small", []),  # type: ignore[arg-type]
    "a sign with an unknown kind": Sign(5_00, 10_00, by_kind=(KindLimits("bingo", 5_00, 10_00),)),
}
"""What might stand where something else is asked for, by names that can be printed."""

NOT_ACTS: tuple[Any, ...] = (
    *(None, 17, float("nan"), "no more bets", [], {"act": "no more bets"}, object()),
    *(BuyIn, Position("red"), _Stranger(), *(game.result for game in GAMES)),
)


def spoilt(act: Act, field: str, garbage: str) -> Act:
    return replace(act, **{field: GARBAGE[garbage]})


@cache
def decoder(kinds: tuple[type[Act], ...]) -> msgspec.json.Decoder[Act]:
    """Reads any act of a game, told apart by its tag."""
    return msgspec.json.Decoder(Union[kinds])  # noqa: UP007  the kinds are known only when the program runs


def read_back(table: State, act: Act) -> Act:
    """The act written as JSON and read again."""
    return decoder(tuple(table._handlers)).decode(msgspec.json.encode(act))


def is_well_typed(table: State, act: Act) -> bool:
    """Whether every field holds what its type says: then, and only then, it comes back from JSON as it was."""
    try:
        return read_back(table, act) == act
    except (TypeError, ValueError, OverflowError, RecursionError):
        return False
