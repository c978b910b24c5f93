"""What a page must know of a game and must not hold itself: positions, what they pay, odds, wheels and dice."""

from __future__ import annotations

import asyncio
import gzip
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any

import msgspec
from litestar import MediaType, Request, Response, get
from litestar.datastructures import State
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from croupier.floor.casino import Casino
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.tables.opening import TABLE_GAMES
from croupier.games.layout.game import Game
from croupier.games.money_wheel.game import MoneyWheel
from croupier.games.position import Position
from croupier.games.registry import GAMES, LAYOUT_GAMES, game_of
from croupier.games.roulette.game import Roulette
from croupier.games.roulette.positions import COLUMNS, DOZENS, ROWS
from croupier.games.roulette.wheel import POCKETS, colour_of
from croupier.games.tai_sai.game import TaiSai
from croupier.games.tai_sai.positions import FACES, FIRST_LAYOUT, SECOND_LAYOUT, TOTALS, Dice
from croupier.games.tournament.session_table.session import GAME as TOURNAMENT_TABLE
from croupier.games.tournament.session_table.session import SessionTable
from croupier.odds import WagerOdds, odds_of_game
from croupier.report.figures import root
from croupier.report.sheet import DIVISIONS
from croupier.rulebook import division
from croupier.serve.security.auth import ANYBODY
from croupier.serve.security.errors import Problem
from croupier.serve.views.blackjack import TITLE, BlackjackShown, blackjack_shown
from croupier.serve.views.lookup import working
from croupier.serve.wire.figures import Share

MOST_KEPT = 64
"""Games with their options that are worked out once."""
Asked = Request[Any, Any, State]


class WagerShown(Struct, frozen=True):
    """Wagers that share one set of odds."""

    wager: str
    pays: str
    """In words: `35 to 1`; `1, 2 or 3 to 1`."""
    places: int
    """On how many positions of the whole layout it can be made."""
    ways: int
    """On how many results it wins."""
    of: int
    """How many results there are, all equally likely."""
    chance: Share
    """To win anything."""
    edge: Share
    """What the house keeps on average of each unit staked."""
    deviation: str
    """The standard deviation of a stake of one, rounded."""
    source: str
    """`gazette`, or `adopted` where the Gazette's own figure was not found."""
    rule: str
    """The clause that makes it a wager, as refusals and settlement lines name theirs."""
    clause: str
    odds_clause: str
    offered: bool
    """Whether this table's layout has it."""


class PositionShown(Struct, frozen=True):
    """A place on the layout. Kind and numbers are what the act `wager` takes as its position."""

    kind: str
    numbers: tuple[int, ...]
    name: str
    """As settlement lines and lit areas name it."""
    area: str
    """The wagering area that it lies in."""
    wager: str
    """Which of the wagers it is. The limits of a sign are by `kind`."""
    covers: tuple[int, ...]
    """The pockets or sections on which it wins; empty at dice."""
    clause: str


class Pocket(Struct, frozen=True):
    number: int
    colour: str


class RouletteShown(Struct, frozen=True, tag_field="game", tag="roulette"):
    title: str
    clause: str
    options: dict[str, Any]
    """The operator's own choices, by name: as a practice takes them."""
    wagers: tuple[WagerShown, ...]
    positions: tuple[PositionShown, ...]
    pockets: tuple[Pocket, ...]
    """Clockwise from zero."""
    rows: tuple[tuple[int, ...], ...]
    """The layout below zero, three numbers across."""
    columns: tuple[tuple[int, ...], ...]
    dozens: tuple[tuple[int, ...], ...]
    neighbours: tuple[tuple[int, ...], ...]
    """The groups of the Neighbour areas; empty where the cloth has none."""
    layout: int
    """The drawing of Appendix 1 or 2."""
    display: int
    """How many of the latest numbers are on display."""


class Section(Struct, frozen=True):
    section: int
    symbol: str
    """A to G, by which the wager is made."""
    name: str
    """What that symbol is called at this wheel."""
    words: str
    """As a table's results name it."""


class MoneyWheelShown(Struct, frozen=True, tag_field="game", tag="money-wheel"):
    title: str
    clause: str
    options: dict[str, Any]
    """The operator's own choices, by name: as a practice takes them."""
    wagers: tuple[WagerShown, ...]
    positions: tuple[PositionShown, ...]
    sections: tuple[Section, ...]
    """Clockwise; a peg stands after each."""
    layout: int
    """The drawing of Appendix 2, 3 or 4: options 1, 2 and 3."""


class RollShown(Struct, frozen=True):
    """One way in which three dice can lie, whichever of them shows what."""

    dice: tuple[int, int, int]
    """From lowest to highest."""
    words: str
    """As a table's results name it."""
    wins: tuple[str, ...]
    """Every position that wins, by its name."""


class TaiSaiShown(Struct, frozen=True, tag_field="game", tag="tai-sai"):
    title: str
    clause: str
    options: dict[str, Any]
    """The operator's own choices, by name: as a practice takes them."""
    wagers: tuple[WagerShown, ...]
    positions: tuple[PositionShown, ...]
    faces: tuple[int, ...]
    totals: tuple[int, ...]
    layout: int
    """The layout of Appendix 1 or of Appendix 2."""
    appendices: dict[str, tuple[str, ...]]
    """Which kinds of wagers the layout of each appendix has, in the order of the rule."""
    rolls: tuple[RollShown, ...]


GameShown = RouletteShown | MoneyWheelShown | TaiSaiShown | BlackjackShown


class GameNote(Struct, frozen=True):
    name: str
    title: str
    division: str
    """Of the rules, by its id."""
    division_title: str


class GameNotes(Struct, frozen=True):
    games: tuple[GameNote, ...]


def _wager(row: WagerOdds, kinds: frozenset[str]) -> WagerShown:
    return WagerShown(
        wager=row.wager,
        pays=row.odds_text,
        places=row.positions,
        ways=row.win_ways,
        of=row.ways,
        chance=Share.of(row.hit_rate),
        edge=Share.of(row.edge),
        deviation=str(root(row.variance, 4)),
        source=row.source,
        rule=str(row.rule),
        clause=row.rule.clause,
        odds_clause=row.odds_rule.clause,
        offered=row.wager in kinds,
    )


def _position(game: Game, position: Position) -> PositionShown:
    covers = [each for each in game.outcomes if isinstance(each, int) and game.verdict(position, each).odds]
    return PositionShown(
        kind=position.kind,
        numbers=position.numbers,
        name=str(position),
        area=game.areas[position],
        wager=game.odds_kind(position),
        covers=tuple(covers),
        clause=game.wager_rule(position).clause,
    )


def _roll(game: TaiSai, dice: Dice) -> RollShown:
    return RollShown(dice, game.outcome_words(dice), tuple(map(str, game.positions_won_by(dice))))


def _common(game: Game) -> dict[str, Any]:
    offered = frozenset(map(game.odds_kind, game.areas))
    return {
        "title": game.title,
        "clause": game.clauses.application.clause,
        "options": msgspec.to_builtins(game.options),
        "wagers": tuple(_wager(row, offered) for row in odds_of_game(game)),
        "positions": tuple(_position(game, position) for position in game.areas),
    }


@lru_cache(maxsize=MOST_KEPT)
def layout_shown(game: Game) -> RouletteShown | MoneyWheelShown | TaiSaiShown:
    options = game.options
    match game:
        case Roulette():
            return RouletteShown(
                **_common(game),
                pockets=tuple(Pocket(number, colour_of(number)) for number in POCKETS),
                rows=ROWS,
                columns=COLUMNS,
                dozens=DOZENS,
                neighbours=options.neighbour_groups if options.neighbours else (),
                layout=options.layout,
                display=options.display,
            )
        case MoneyWheel():
            letters = [(each, game.letter_at(each)) for each in game.outcomes]
            sections = tuple(
                Section(each, letter, game.name_of(letter), game.outcome_words(each)) for each, letter in letters
            )
            return MoneyWheelShown(**_common(game), sections=sections, layout=options.layout)
        case TaiSai():
            return TaiSaiShown(
                **_common(game),
                faces=FACES,
                totals=TOTALS,
                layout=options.layout,
                appendices={"1": FIRST_LAYOUT, "2": SECOND_LAYOUT},
                rolls=tuple(_roll(game, dice) for dice in combinations_with_replacement(FACES, 3)),
            )
        case _:
            raise AssertionError(game.id)


def game_shown(name: str, options: Any) -> GameShown:
    return blackjack_shown(options) if name == "blackjack" else layout_shown(game_of(name, options))


def _note(name: str) -> GameNote:
    title = game_of(name).title if name in LAYOUT_GAMES else TITLE
    return GameNote(name, title, DIVISIONS[name], division(DIVISIONS[name]).title)


def known_game(name: str) -> str:
    if name not in TABLE_GAMES:
        raise Problem(404, HouseRule.NO_SUCH_GAME.refusal(games=", ".join(TABLE_GAMES)))
    return name


@get("/api/v1/games", who=ANYBODY, gives=GameNotes)
async def games() -> GameNotes:
    """The games that tables play."""
    return GameNotes(tuple(map(_note, TABLE_GAMES)))


@lru_cache(maxsize=MOST_KEPT)
def _written(name: str, options: Any) -> tuple[bytes, bytes]:
    """Plain, and packed: a layout has some 30 kB, and everybody who comes to a table waits for it."""
    text = msgspec.json.encode(game_shown(name, options))
    return text, gzip.compress(text, mtime=0)


async def _answer(request: Asked, name: str, options: Any) -> Response[bytes]:
    plain, packed = await asyncio.to_thread(_written, name, options)
    headers = {"Vary": "Accept-Encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(plain, media_type=MediaType.JSON, headers=headers)
    return Response(packed, media_type=MediaType.JSON, headers={**headers, "Content-Encoding": "gzip"})


@get("/api/v1/games/{name:str}", who=ANYBODY, gives=GameShown, choices={"name": TABLE_GAMES})
async def game(name: str, request: Asked) -> Response[bytes]:
    """A game as it is by default: positions, what they pay, exact odds, and its equipment."""
    return await _answer(request, known_game(name), GAMES[name].options)


@get("/api/v1/tables/{id:str}/game", who=ANYBODY, gives=GameShown)
async def table_game(casino: Casino, id: str, request: Asked) -> Response[bytes]:
    """A table's game with that table's own options."""
    actor = working(casino, id)
    state = actor.head.state
    if actor.setting.game == TOURNAMENT_TABLE:
        # Its record states the terms of the session; what is dealt is blackjack.
        return await _answer(request, "blackjack", state.known_as(SessionTable).options)
    return await _answer(request, actor.setting.game, state.origin.options)


ROUTES: list[ControllerRouterHandler] = [games, game, table_game]
