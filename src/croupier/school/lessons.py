"""The syllabus: every lesson by name, with the clauses that it teaches and what makes its drills."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

from msgspec import Struct

from croupier.games.acts import Act
from croupier.games.blackjack.acts import Draw
from croupier.games.blackjack.cards import Card
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.registry import game_of
from croupier.games.roulette import RouletteOptions
from croupier.rulebook import ClauseStanding, clauses_at
from croupier.school.citing import IN_CHIPS, STANDS_OFF
from croupier.school.drill import Drill, DrillKind, DrillMade
from croupier.school.mistakes import wrong_line
from croupier.school.paying import chips_round
from croupier.school.paying_blackjack import against, double_or_stand, drawn, one_box, split_or_stand
from croupier.school.procedure import does_the_dealer_draw, next_step, who_is_next
from croupier.school.reading import hand_total, which_wins, who_wins
from croupier.school.scenes import FILES, scene_drill, scenes
from croupier.school.tables import GAMES

CARRIED_OUT = (ClauseStanding.ENFORCED, ClauseStanding.PROCEDURE)
DIVISIONS = {"blackjack": "D2", "tournament-table": "D7", "roulette": "D8", "tai-sai": "D9", "money-wheel": "D10"}


class UnknownLesson(LookupError):  # noqa: N818  it is what it says
    """No lesson has this name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"The school has no lesson {name!r}.")


class Lesson(Struct, frozen=True):
    """One thing to learn. A seed makes a drill of it, the same one every time."""

    name: str
    """The game, the kind and what it is about, as `roulette/pay/one-number`."""
    kind: DrillKind
    game: str
    clauses: tuple[str, ...]
    make: Callable[[Random], DrillMade]

    def drill(self, seed: int) -> Drill:
        made = self.make(Random(f"{self.name}:{seed}"))  # noqa: S311  a drill is no secret
        return made.drill(self.name, seed, self.kind, self.game)


def _under(*names: str) -> tuple[str, ...]:
    """Every clause at or below these names that somebody carries out."""
    own = (each for name in names for each in clauses_at(name))
    return tuple(dict.fromkeys(each.id for each in own if each.standing in CARRIED_OUT))


def _lesson(kind: DrillKind, game: str, about: str, clauses: tuple[str, ...], make: Any) -> Lesson:
    return Lesson(f"{game}/{kind}/{about}", kind, game, clauses, make)


INSIDE = ("straight up", "split", "street", "corner", "six-line")
OUTSIDE = ("column", "dozen", "low", "high", "even", "odd", "red", "black")
PAID = (IN_CHIPS,)
_WINS_ON_LAYOUT = tuple(f"D8 3.1({letter})" for letter in "abcdefghijklm")


def _paying() -> Iterator[Lesson]:
    inside = (*_under("D8 3.9"), *_under(*_WINS_ON_LAYOUT[:5]), *PAID)
    pay = DrillKind.PAY
    for kind in INSIDE:
        about = kind.replace(" ", "-")
        yield _lesson(pay, "roulette", about, inside, chips_round("roulette", kinds=(kind,)))
    several = chips_round("roulette", positions=(2, 3), kinds=INSIDE)
    yield _lesson(pay, "roulette", "two-or-three-positions", inside, several)
    whole = chips_round("roulette", positions=(4, 8), kinds=INSIDE)
    yield _lesson(pay, "roulette", "whole-number", inside, whole)
    mixed = chips_round("roulette", positions=(2, 4), players=3, kinds=INSIDE)
    yield _lesson(pay, "roulette", "mixed-colours", (*inside, "D1 1.1 Chips"), mixed)
    zero = chips_round("roulette", positions=(1, 4), results=(0,), losers=2)
    yield _lesson(pay, "roulette", "zero", (*inside, "D8 3.10"), zero)
    outside = (*_under("D8 3.9"), *_under(*_WINS_ON_LAYOUT[5:]), *PAID)
    yield _lesson(pay, "roulette", "outside", outside, chips_round("roulette", positions=(1, 3), kinds=OUTSIDE))
    with_areas = RouletteOptions(neighbours=True)
    groups = chips_round("roulette", kinds=("neighbour",), options=with_areas)
    yield _lesson(pay, "roulette", "neighbours", ("D8 3.9", *_under("D8 3.2"), *PAID), groups)
    dice = (*_under("D9 4.1", "D9 4.10"), *PAID)
    for kind in sorted(game_of("tai-sai").kinds):
        yield _lesson(pay, "tai-sai", kind.replace(" ", "-"), dice, chips_round("tai-sai", kinds=(kind,)))
    triples = tuple((each, each, each) for each in range(1, 7))
    paid_once = chips_round("tai-sai", kinds=("double",), results=triples)
    yield _lesson(pay, "tai-sai", "double-on-a-triple", dice, paid_once)
    yield _lesson(pay, "tai-sai", "several", dice, chips_round("tai-sai", positions=(2, 5)))
    yield _lesson(pay, "tai-sai", "two-players", dice, chips_round("tai-sai", positions=(1, 3), players=2, losers=1))
    wheel = ("D10 3.8", "D10 3.1", "D10 3.1(a)", *PAID)
    yield _lesson(pay, "money-wheel", "one-symbol", wheel, chips_round("money-wheel"))
    yield _lesson(pay, "money-wheel", "several-players", wheel, chips_round("money-wheel", players=3, losers=1))


def _suited(*ranks: str) -> Callable[[Random], tuple[Card, ...]]:
    """Sevens in one suit, then other cards."""

    def cards(random: Random) -> tuple[Card, ...]:
        suit = random.choice("cdhs")
        return tuple(Card("7", suit) if rank == "7" else drawn(random, rank)[0] for rank in ranks)

    return cards


def _mixed(*ranks: str) -> Callable[[Random], tuple[Card, ...]]:
    """Sevens in different suits, then other cards."""

    def cards(random: Random) -> tuple[Card, ...]:
        suits = iter(random.sample("cdhs", 4))
        return tuple(Card("7", next(suits)) if rank == "7" else drawn(random, rank)[0] for rank in ranks)

    return cards


def _draws(table: BlackjackTable) -> Act:
    """Another card for the hand in turn, where the rules allow one."""
    box = next(each for each in table.boxes if each.stakes)
    act = Draw(box.stakes[0].player, box.number)
    return act if table.refuses(act) is None else split_or_stand(table)


def _paying_blackjack() -> Iterator[Lesson]:
    pay, game = DrillKind.PAY, "blackjack"
    ends = _under("D2 5.1")
    even = ("D2 5.4", "D2 13.2", STANDS_OFF, *ends, *PAID)
    naturals = ("D2 5.4", "D2 10.1", "D2 1.0 Blackjack", "D1 11.3", *PAID)
    yield _lesson(pay, game, "three-to-two", naturals, one_box(against("23456789"), step=50))
    waits = ("D2 10.2", *even, "D2 1.0 Blackjack", "D1 11.3")
    yield _lesson(pay, game, "blackjack-against-a-ten", waits, one_box(against("TJQK", "A23456789"), step=2_50))
    wins = one_box(lambda random: drawn(random, "T", "6", "T", "T"))
    yield _lesson(pay, game, "even-money", even, wins)
    doubled = one_box(lambda random: drawn(random, "6", "56", "5"), decide=double_or_stand)
    yield _lesson(pay, game, "doubled", ("D2 11.3", "D2 11.4", *even), doubled)
    against_blackjack = one_box(lambda random: drawn(random, "6", "T", "5", "9", "A"), decide=double_or_stand)
    yield _lesson(pay, game, "doubled-against-a-blackjack", ("D2 11.4", "D2 11.5", *even), against_blackjack)
    split = one_box(lambda random: drawn(random, "8", "56", "8", "T", "9"), decide=split_or_stand)
    yield _lesson(pay, game, "split", ("D2 12.5", "D2 12.3", *even), split)
    aces = one_box(lambda random: drawn(random, "A", "56", "A", "T", "9"), decide=split_or_stand)
    yield _lesson(pay, game, "split-aces", ("D2 12.5", "D2 12.4(b)", "D2 12.4(c)", "D2 13.1(c)", *even), aces)
    lost_split = one_box(lambda random: drawn(random, "8", "T", "8", "T", "9", "A"), decide=split_or_stand)
    yield _lesson(pay, game, "split-against-a-blackjack", ("D2 12.5", "D2 12.6", *even), lost_split)
    insured = ("D2 9.1", "D2 9.4", "D2 9.5", "D2 1.0 Insurance Wager", *even)
    won = one_box(lambda random: drawn(random, "T9", "A", "T9", "T"), insured=True)
    yield _lesson(pay, game, "insurance-wins", insured, won)
    lost = one_box(lambda random: drawn(random, "T", "A", "T9", "6"), insured=True)
    yield _lesson(pay, game, "insurance-loses", insured, lost)
    sevens = ("D2 15.6", "D2 12.5", *_under("D2 15.4"), "D2 15.5", "D2 1.0 Super Sevens Wager", *even, "D2 10.1")
    each = {
        "one-seven": one_box(lambda random: drawn(random, "7", "6", "T"), sevens=True),
        "two-sevens": one_box(_mixed("7", "6", "7", "T"), sevens=True, decide=_draws),
        "two-in-one-suit": one_box(_suited("7", "6", "7", "T"), sevens=True, decide=_draws),
        "three-sevens": one_box(_mixed("7", "6", "7", "7"), sevens=True, decide=_draws),
        "three-in-one-suit": one_box(_suited("7", "6", "7", "7"), sevens=True, decide=_draws),
        "no-seven": one_box(lambda random: drawn(random, "T", "6", "9"), sevens=True),
        "split-sevens": one_box(_mixed("7", "6", "7"), sevens=True, decide=split_or_stand),
    }
    for about, make in each.items():
        yield _lesson(pay, game, f"super-sevens-{about}", sevens, make)


def _reading() -> Iterator[Lesson]:
    read, game = DrillKind.READ, "blackjack"
    totals = ("D2 1.0 Hard Total", "D2 1.0 Soft Total", "D2 1.0 Blackjack", *_under("D2 4.1"), "D2 8.3", "D2 8.4")
    yield _lesson(
        read,
        game,
        "hard-totals",
        totals,
        hand_total(lambda random: drawn(random, "23456789", "23456789TJQK", "23456789")),
    )
    yield _lesson(read, game, "soft-totals", totals, hand_total(lambda random: drawn(random, "A", "234567", "23")))
    yield _lesson(read, game, "an-ace-as-one", totals, hand_total(lambda random: drawn(random, "A", "56789", "6789T")))
    yield _lesson(read, game, "two-cards", totals, hand_total(lambda random: drawn(random, "A9T", "AKQJT")))
    long = hand_total(lambda random: drawn(random, "234", "A23", "A234", "2345", "A2"))
    yield _lesson(read, game, "many-cards", totals, long)
    ends = (*_under("D2 5.1"), "D2 5.4", "D2 13.2", "D2 10.1", STANDS_OFF)
    rounds = {
        "dealer-breaks": ("T", "6", "T", "T", "T"),
        "player-is-higher": ("T", "8", "T9", "T"),
        "dealer-is-higher": ("T", "T", "8", "9"),
        "stand-off": ("T", "T", "8", "8"),
        "player-breaks": ("T", "T", "6", "T"),
        "21-against-blackjack": ("7", "T", "7", "7", "A"),
        "any-round": (),
    }
    for about, ranks in rounds.items():
        yield _lesson(read, game, about, ends, who_wins(*ranks))
    # The dealer draws on because of the other box.
    beaten = who_wins("A", "T", "T", "T", "9", "6", "5", boxes=2)
    yield _lesson(read, game, "blackjack-against-21", ends, beaten)
    for kind in INSIDE + OUTSIDE:
        own = next(each for each, name in zip(_WINS_ON_LAYOUT, INSIDE + OUTSIDE, strict=True) if name == kind)
        clauses = (*_under(own), *_under("D8 3.1"), "D8 3.10")
        yield _lesson(read, "roulette", kind.replace(" ", "-"), clauses, which_wins("roulette", kind))
    yield _lesson(
        read,
        "roulette",
        "neighbours",
        (*_under("D8 3.2"), *_under("D8 3.1"), "D8 3.10"),
        which_wins("roulette", "neighbour"),
    )
    for kind in sorted(game_of("tai-sai").kinds):
        yield _lesson(read, "tai-sai", kind.replace(" ", "-"), _under("D9 4.1"), which_wins("tai-sai", kind))
    symbols = ("D10 3.1", "D10 3.1(a)", "D10 3.1(b)", *_under("D10 2.3"))
    yield _lesson(read, "money-wheel", "symbols", symbols, which_wins("money-wheel"))


def _stepping() -> Iterator[Lesson]:
    step = DrillKind.NEXT
    spins = ("D8 4.2", "D8 4.3", "D8 4.4", "D8 5.1", "D8 4.4(a)", "D8 4.4(b)", "D8 4.5(a)", "D8 4.5(b)", "D8 2.6(d)")
    yield _lesson(
        step, "roulette", "before-the-result", spins, next_step("roulette", ("spin ball", "no more bets", "result"))
    )
    ends = next_step("roulette", ("announce", "dolly", "collect", "pay", "open betting"))
    yield _lesson(step, "roulette", "after-the-result", spins, ends)
    rolls = ("D9 5", "D9 6", "D9 7", "D9 3.3(a)(iii)", "D9 3.3(b)")
    first = next_step("tai-sai", ("tumble", "no more bets", "uncover", "result"))
    yield _lesson(step, "tai-sai", "before-the-result", rolls, first)
    then = next_step("tai-sai", ("announce", "key in", "enter", "collect", "pay", "open betting"))
    yield _lesson(step, "tai-sai", "after-the-result", rolls, then)
    turns = ("D10 4.2", "D10 4.3", "D10 4.4", "D10 4.4(a)", "D10 4.4(b)", "D10 4.4(c)", "D10 5.4")
    wheel = next_step("money-wheel", tuple(game_of("money-wheel").steps))
    yield _lesson(step, "money-wheel", "the-round", turns, wheel)
    ready = ("D2 6.1", "D2 6.2", *_under("D2 6.3"), "D2 7.1", "D2 7.1(a)", "D2 7.2", "D2 7.6", "D2 8.2")
    names = ("dealer inspects", "spread cards", "turn cards", "wash", "stack", "riffle", "cut", "insert cutting card")
    yield _lesson(step, "blackjack", "cards-made-ready", ready, next_step("blackjack", names))
    deals = (*_under("D2 8.2"), "D2 8.3", "D2 8.4", "D2 8.5", "D2 8.6", "D2 5.7", "D2 12.3", "D2 12.4(b)")
    played = next_step("blackjack", ("no more bets", "card", "settle box", "collect cards"))
    yield _lesson(step, "blackjack", "the-round", deals, played)
    target = (*deals, "D2 1.0 Initial Deal")
    yield _lesson(step, "blackjack", "who-gets-the-card", target, who_is_next)
    yield _lesson(
        step, "blackjack", "does-the-dealer-draw", ("D2 13.3", "D2 13.4", "D2 8.5", "D2 5.7"), does_the_dealer_draw
    )


def _happening() -> Iterator[Lesson]:
    for game in FILES:
        for scene in scenes(game):
            yield _lesson(DrillKind.NOW, game, scene.name, scene.clauses, scene_drill(scene))


def _checking() -> Iterator[Lesson]:
    paid = ("D1 11.1", "D1 11.2")
    own = {
        "roulette": (*_under("D8 3.1"), "D8 3.9", "D8 3.10"),
        "blackjack": (*_under("D2 5.1"), "D2 10.1", "D2 5.4", "D2 13.2", STANDS_OFF),
        "tai-sai": _under("D9 4.1", "D9 4.10"),
        "money-wheel": ("D10 3.1(a)", "D10 3.1(b)", "D10 3.8"),
    }
    for game, clauses in own.items():
        yield _lesson(DrillKind.MISTAKE, game, "settlement", (*paid, *clauses), wrong_line(game))


@cache
def lessons() -> dict[str, Lesson]:
    """Every lesson by its name, game after game and kind after kind."""
    every = (*_paying(), *_paying_blackjack(), *_reading(), *_stepping(), *_happening(), *_checking())
    kinds = list(DrillKind)
    ordered = sorted(every, key=lambda each: (GAMES.index(each.game), kinds.index(each.kind)))
    return {each.name: each for each in ordered}


def lesson(name: str) -> Lesson:
    """The lesson of that name; raises `UnknownLesson`."""
    try:
        return lessons()[name]
    except KeyError:
        raise UnknownLesson(name) from None


def lessons_of(game: str | None = None, kind: DrillKind | None = None) -> tuple[Lesson, ...]:
    """The lessons of one game, of one kind, or of both."""
    found = lessons().values()
    return tuple(each for each in found if game in (None, each.game) and kind in (None, each.kind))
