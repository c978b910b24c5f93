"""A PAR sheet as a plain value: every figure of a game with what it rests on, before anybody sets it in type.

Nothing here reads a clock or knows a format. What the writers put on paper stands in the value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from typing import Any

from msgspec import Struct, structs

from croupier import __version__
from croupier.games.layout.game import Game
from croupier.games.position import Position
from croupier.games.registry import game_of
from croupier.games.tai_sai import TaiSaiOdds
from croupier.odds import WagerOdds, combination, odds_of_game, result_after
from croupier.report.digest import Digest, digest_of
from croupier.report.figures import decimal, root
from croupier.rulebook import EDITION, Cite, Clause, Division, Ruling, Source, clauses_at, division, ruling

PLACES = 6
"""Of every decimal on the sheet. Beside it stands the fraction, where there is one."""
UNIT = 100_00
"""A stake that odds pay in whole chips: wagers are counted by it, and the sheet tells of units."""
VOLATILITY_FACTOR = Fraction(165, 100)
VOLATILITY = (
    "Volatility index: 1.65 times the standard deviation per unit staked. By the normal approximation, nine in ten "
    "averages of n rounds lie within the volatility index ÷ √n of the expected result."
)
SOURCES = (
    "Gazette: the New Zealand Gazette's own text was read. Public source: another public text of the rules was read. "
    "Adopted default: no text was found, and a default stands in its place."
)
RESULT_ROUNDS = 100
"""After how many rounds the sheet shows what a player may have."""

DIVISIONS = {"roulette": "D8", "money-wheel": "D10", "tai-sai": "D9", "blackjack": "D2"}
EQUALLY_LIKELY = {
    "roulette": ("D8 2.3(a)", "D8 2.5(a)", "D8 2.5(b)"),
    "money-wheel": ("D10 2.2(b)", "D10 2.3", "D10 2.4(a)", "D10 2.4(b)"),
    "tai-sai": (),
}
"""Where each division says which results there are, and that all are equally likely."""
ROUNDING = "D1 11.3"

ADOPTED_ODDS, HOUSE_ODDS, ADOPTED_RULE, ADOPTED_PLACES = "*", "†", "‡", "§"
MARKS = {
    ADOPTED_ODDS: "What it pays is an adopted default: the Gazette's own figure was not found.",
    HOUSE_ODDS: "What it pays is a house's own figure, given when this sheet was made.",
    ADOPTED_RULE: "When it wins is an adopted default: the Gazette's own text was not found.",
    ADOPTED_PLACES: (
        "Which numbers belong to each of these wagers is an adopted default, because the Gazette's drawing was not "
        "found. How many belong to it is the Gazette's, so the figures do not depend on the default."
    ),
}
_PLACES_ADOPTED = {("roulette", "neighbour"): "D8 Appendix 3"}


class SheetWager(Struct, frozen=True):
    """One kind of wager. Chances are counted in ways, all equally likely."""

    name: str
    places: int
    pays: str
    win_ways: int
    lose_ways: int
    stand_off_ways: int
    ways: int
    payments: tuple[tuple[str, int], ...]
    """Each of the odds that it may be paid, and in how many ways."""
    edge: Fraction
    variance: Fraction
    rule: str
    odds_rule: str
    marks: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        return self.name + "".join(self.marks)

    @property
    def hit_rate(self) -> Fraction:
        return Fraction(self.win_ways, self.ways)

    @property
    def standard_deviation(self) -> Decimal:
        return root(self.variance, PLACES)

    @property
    def volatility_index(self) -> Decimal:
        return root(self.variance * VOLATILITY_FACTOR**2, PLACES)


class Results(Struct, frozen=True):
    """What one wager of one unit may have come to after so many rounds."""

    wager: str
    rounds: int
    after: dict[int, Fraction]
    """The chance of each net result, where `UNIT` is the stake of one round."""


class Sheet(Struct, frozen=True):
    game: str
    title: str
    division: Division
    digest: Digest
    options: tuple[tuple[str, str], ...]
    warnings: tuple[str, ...]
    """What somebody must know before any figure."""
    wagers: tuple[SheetWager, ...]
    clauses: tuple[Clause, ...]
    rulings: tuple[Ruling, ...]
    notes: tuple[str, ...]
    results: tuple[Results, ...] = ()
    blackjack: Any = None
    """`croupier.report.blackjack.Blackjack`, on the sheet of that game."""
    edition: int = EDITION
    version: str = __version__

    @property
    def marks(self) -> tuple[str, ...]:
        used = {mark for each in self.wagers for mark in each.marks}
        return tuple(mark for mark in MARKS if mark in used)


def sheet_of(game: Game) -> Sheet:
    """The sheet of a layout game with its options, every kind of wager on it whatever the layout offers."""
    whole = game.with_every_wager()
    rows = odds_of_game(game)
    first = _first_positions(whole)
    usual = {row.wager: row.odds for row in odds_of_game(game_of(game.id))}
    cites = [*(row.rule for row in rows), *(row.odds_rule for row in rows)]
    marked = (name for (id, _wager), name in _PLACES_ADOPTED.items() if id == game.id)
    has_house_odds = any(row.odds != usual[row.wager] for row in rows)
    return Sheet(
        game=game.id,
        title=game.title,
        division=division(DIVISIONS[game.id]),
        digest=digest_of(),
        options=tuple(_options(game, len(whole.outcomes), has_house_odds=has_house_odds)),
        warnings=_warnings(rows, has_house_odds=has_house_odds),
        wagers=tuple(_wager(whole, row, first[row.wager], row.odds == usual[row.wager]) for row in rows),
        clauses=clauses_of((*EQUALLY_LIKELY[game.id], *(cite.clause for cite in cites), *marked, ROUNDING)),
        rulings=_rulings(cites),
        notes=_notes(game),
        results=tuple(_results(whole, row.wager, first[row.wager]) for row in _extremes(rows)),
    )


def clauses_of(names: Iterable[str]) -> tuple[Clause, ...]:
    """Those clauses and what stands below them, each once, in the order in which they were named."""
    found = {each.id: each for name in names for each in clauses_at(name)}
    return tuple(found.values())


def _rulings(cites: Iterable[Cite]) -> tuple[Ruling, ...]:
    found = {cite.ruling: ruling(cite.ruling) for cite in cites if cite.ruling is not None}
    return tuple(found.values())


def _first_positions(game: Game) -> dict[str, Position]:
    found: dict[str, Position] = {}
    for position in game.areas:
        found.setdefault(game.odds_kind(position), position)
    return found


def _wager(game: Game, row: WagerOdds, position: Position, usual: bool) -> SheetWager:
    """The figures are those of the odds; how the wager ends is counted by settling it at a table."""
    settled = combination(game, ((position, UNIT),))
    paid = Counter(verdict.odds for verdict in (game.verdict(position, outcome) for outcome in game.outcomes))
    return SheetWager(
        name=row.wager,
        places=row.positions,
        pays=row.odds_text,
        win_ways=row.win_ways,
        lose_ways=sum(result.ways for result in settled.results if result.net < 0),
        stand_off_ways=sum(result.ways for result in settled.results if result.net == 0),
        ways=row.ways,
        payments=tuple((str(odds), paid[odds]) for odds in row.odds),
        edge=row.edge,
        variance=row.variance,
        rule=str(row.rule),
        odds_rule=str(row.odds_rule),
        marks=tuple(_marks(game, row, usual=usual)),
    )


def _marks(game: Game, row: WagerOdds, *, usual: bool) -> Iterable[str]:
    if row.source is Source.ADOPTED:
        yield ADOPTED_ODDS if usual else HOUSE_ODDS
    if any(each.source is Source.ADOPTED for each in row.rule.clauses):
        yield ADOPTED_RULE
    if (game.id, row.wager) in _PLACES_ADOPTED:
        yield ADOPTED_PLACES


def _options(game: Game, ways: int, *, has_house_odds: bool) -> Iterable[tuple[str, str]]:
    words = {
        "roulette": "numbers of a wheel with a single zero",
        "money-wheel": "sections of the wheel",
        "tai-sai": "throws of three dice, each die told apart",
    }
    yield "Equally likely results", f"{ways}, the {words[game.id]}"
    yield "Wagers", "every kind there is, whether or not a table's layout offers it"
    if has_house_odds:
        odds = structs.asdict(game.options.odds)
        differing = [name for name, pays in structs.asdict(TaiSaiOdds()).items() if odds[name] != pays]
        yield "House odds", ", ".join(f"{name.replace('_', ' ')} {odds[name]}" for name in differing)


def _warnings(rows: tuple[WagerOdds, ...], *, has_house_odds: bool) -> tuple[str, ...]:
    said = []
    adopted = sum(row.source is Source.ADOPTED for row in rows)
    if adopted:
        said.append(
            f"{adopted} of {len(rows)} kinds of wager are paid by figures that are not the Gazette's. They are marked."
        )
    if has_house_odds:
        said.append("A house gave its own odds for this sheet. It holds only for a table that pays them.")
    if any(row.edge < 0 for row in rows):
        said.append("At least one wager pays the player more than it takes: its edge is below zero.")
    return tuple(said)


def _notes(game: Game) -> tuple[str, ...]:
    notes = [
        (
            "Every figure is found by enumerating all results through the rules that also settle a table. Nothing is "
            "simulated and nothing is rounded on the way: fractions are exact, decimals are made from them at the end."
        ),
        (
            "Edge: what the house keeps on average of each unit staked. Return: what goes back to players of it. "
            "Variance and standard deviation are those of the player's net result of one round for a stake of one unit."
        ),
        VOLATILITY,
        (
            "Figures are those of the odds themselves. A table rounds winnings up to what its chips can pay (D1 11.3), "
            "in the player's favour: stakes that the odds pay in whole chips are not touched by it."
        ),
        "Rounds that are declared void are no part of the figures: wagers are neither won nor lost in them.",
    ]
    if game.id == "tai-sai":
        notes.append(
            "That the three dice are fair and independent is taken for granted: the pages of the Gazette that may say "
            "so were not found."
        )
    return tuple(notes)


def _extremes(rows: tuple[WagerOdds, ...]) -> tuple[WagerOdds, ...]:
    """The wager that varies least and the one that varies most."""
    return min(rows, key=lambda row: row.variance), max(rows, key=lambda row: row.variance)


def _results(game: Game, kind: str, position: Position) -> Results:
    name = kind if kind.endswith(str(position)) else f"{kind} ({position})"
    after = result_after(combination(game, ((position, UNIT),)).distribution, RESULT_ROUNDS)
    return Results(name, RESULT_ROUNDS, after)


def percent(value: Fraction) -> str:
    return str(decimal(value * 100, PLACES))
