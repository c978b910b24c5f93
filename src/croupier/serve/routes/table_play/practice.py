"""A practice table: no clock, no money, nobody else, and nothing kept. A round is its list of acts, and the client
keeps that list: each request brings it along, with what is to be done next.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any

import msgspec
from litestar import post
from litestar.datastructures import State
from litestar.types import ControllerRouterHandler
from msgspec import Meta, Struct

from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.tables.commands import act_of, read_command
from croupier.floor.tables.opening import TABLE_GAMES, options_of
from croupier.games.acts import Act, BuyIn, PlayersAct
from croupier.games.blackjack.acts import CloseInsurance, Sit
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.chips import Purse
from croupier.games.journalled import Journalled
from croupier.games.layout.table import LayoutTable
from croupier.games.refusal import Refused
from croupier.games.registry import table_of
from croupier.games.sign import Sign
from croupier.games.table import Table
from croupier.games.wagers import NoMoreBets
from croupier.odds import combination
from croupier.record.journals.journal import read_line
from croupier.record.journals.seal import in_order, picked
from croupier.record.text.notation import act_line
from croupier.serve.routes.learning.odds import OddsShown, odds_shown
from croupier.serve.security.auth import ANYBODY, RequestContext, weigh
from croupier.serve.security.rates import address_key
from croupier.serve.views.games import known_game
from croupier.serve.views.hints import Hint, hints_of
from croupier.serve.wire.channel import plain
from croupier.serve.wire.offers import FieldShown, OfferShown, field_shown

YOU = "you"
CHIPS = 10_000_00
SIGN = Sign(minimum=5_00, maximum=1_000_00)
MOST_ACTS = 500
"""About twenty-five rounds of blackjack, or a hundred of roulette: then a new practice begins."""
LONGEST_LINE = 200
ACTS_PLAYED_AGAIN = 500
"""So many in a fiftieth of a second."""
OWN_STEPS = (NoMoreBets, CloseInsurance)
"""What a dealer would do or time would bring about: in practice it is the player who says that all is laid."""


class PracticeAsked(Struct, frozen=True, forbid_unknown_fields=True):
    acts: Annotated[tuple[Annotated[str, Meta(max_length=LONGEST_LINE)], ...], Meta(max_length=MOST_ACTS)] = ()
    """All that was done so far, as the last answer gave it; none to begin."""
    act: dict[str, Any] | None = None
    """What you do next, as at a table; `no more bets` and `close insurance` are yours to say here."""
    options: dict[str, Any] = {}
    """The game's own, by name: the same in every request of one practice."""
    hints: bool = True
    """Whether each choice's worth is to be reckoned."""


class PracticeEntry(Struct, frozen=True):
    line: str
    """The act in the notation."""
    act: dict[str, Any]


class PracticeShown(Struct, frozen=True):
    acts: tuple[str, ...]
    """To be sent with the next request."""
    entries: tuple[PracticeEntry, ...]
    """What is new of it: what you did, and what chance then brought."""
    view: dict[str, Any]
    you: Purse | None
    legal: tuple[OfferShown, ...]
    awaits: tuple[str, ...]
    odds: OddsShown | None
    """What lies on the layout, exactly; nothing at blackjack, and where nothing lies."""
    hints: tuple[Hint, ...]
    """What each choice of the hand in turn is worth; at the call of insurance, of every box."""
    no_hint: str
    """Why there is no hint where one was asked for and could be expected."""
    is_over: bool
    """No further act is taken: begin a new practice."""


Settings = tuple[str, str]
"""The game, and its options as JSON: by which a practice is found again."""


@lru_cache(maxsize=64)
def _opened(settings: Settings) -> Table:
    game, options = settings
    table: Table = table_of(game, SIGN, options_of(game, msgspec.json.decode(options)))
    return table


class PracticeCache:
    """The latest tables of practices, each by the lines that led to it: a practice goes on where its last answer ended,
    and only one that comes from elsewhere is played again from its first line."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._tables: OrderedDict[bytes, Table] = OrderedDict()

    def has(self, settings: Settings, lines: Sequence[str]) -> bool:
        """Whether that practice need not be played again; so it is with one that begins."""
        return not lines or _mark(settings, lines) in self._tables

    def after(self, settings: Settings, lines: Sequence[str]) -> Table:
        table = self._tables.pop(_mark(settings, lines), None)
        if table is not None:
            return table
        table = _opened(settings)
        for line in lines:
            table = _after(settings[0], table, _read(settings[0], line))
        return table

    def keep(self, settings: Settings, lines: Sequence[str], table: Table) -> None:
        self._tables[_mark(settings, lines)] = table
        if len(self._tables) > self._most:
            self._tables.popitem(last=False)


def _mark(settings: Settings, lines: Sequence[str]) -> bytes:
    return hashlib.sha256(msgspec.json.encode((settings, lines))).digest()


KEPT = PracticeCache(256)


def _read(game: str, line: str) -> Act:
    try:
        return read_line(game, line)
    except ValueError as error:
        raise HouseRule.UNREADABLE.refused(line=line, what_is_wrong=error) from None


def _after(game: str, state: Table, act: Act) -> Table:
    is_yours = act.player == YOU if isinstance(act, PlayersAct) else isinstance(act, OWN_STEPS)
    if not is_yours and act not in state.chance():
        raise HouseRule.NOT_IN_PRACTICE.refused(line=act_line(game, act))
    return state.play(act)


def _drawn(state: Journalled) -> Act | None:
    """What chance brings next, each outcome as likely as the rules say."""
    chance = state.chance()
    return picked(chance, secrets.randbelow(sum(in_order(chance)[1]))) if chance else None


class _Practice:
    """One request's work: the table as it was, and what comes to it."""

    def __init__(self, settings: Settings, lines: tuple[str, ...]) -> None:
        self.game, self.lines = settings[0], list(lines)
        self.new: list[PracticeEntry] = []
        self.state = KEPT.after(settings, lines)
        if not lines:
            self.do(BuyIn(YOU, CHIPS))
            if isinstance(self.state, BlackjackTable):
                # The cards are made ready for whoever sits down first.
                self.do(Sit(YOU, 1))

    def do(self, act: Act) -> None:
        self.state = _after(self.game, self.state, act)
        line = act_line(self.game, act)
        self.lines.append(line)
        self.new.append(PracticeEntry(line, msgspec.to_builtins(plain(act))))

    def go_on(self) -> None:
        while len(self.lines) < MOST_ACTS and (act := _drawn(self.state)) is not None:
            self.do(act)


def _done(settings: Settings, asked: PracticeAsked) -> _Practice:
    practice = _Practice(settings, asked.acts)
    if asked.act is not None:
        if len(asked.acts) >= MOST_ACTS:
            raise HouseRule.PRACTICE_OVER.refused(most=MOST_ACTS)
        command = read_command(settings[0], msgspec.json.encode(asked.act))
        practice.do(act_of(command, YOU, None))
    practice.go_on()
    KEPT.keep(settings, practice.lines, practice.state)
    return practice


def _legal(state: Journalled) -> tuple[OfferShown, ...]:
    offers = [offer for offer in state.legal if issubclass(offer.kind, (PlayersAct, *OWN_STEPS))]
    shown = []
    for offer in offers:
        fields: dict[str, FieldShown] = {name: field_shown(field) for name, field in offer.fields.items()}
        shown.append(OfferShown(offer.kind.words(), offer.role, fields))
    return tuple(shown)


def _odds(state: Journalled) -> OddsShown | None:
    if not isinstance(state, LayoutTable) or not state.wagers:
        return None
    wagers = ((wager.position, wager.stake) for wager in state.wagers)
    return odds_shown(combination(state.game, wagers, state.sign))


@post(
    "/api/v1/practice/{name:str}",
    who=ANYBODY,
    takes=PracticeAsked,
    gives=PracticeShown,
    status_code=200,
    choices={"name": TABLE_GAMES},
)
async def practise(state: State, entry: RequestContext, name: str, asked: PracticeAsked) -> PracticeShown:
    """Practise a game, alone and without a clock, with a hint of what each choice costs.

    Begin with no acts. Send the answer's `acts` back with the next `act`. Nothing is stored, and no money moves.
    """
    settings = (known_game(name), msgspec.json.encode(asked.options, order="sorted").decode())
    if not KEPT.has(settings, asked.acts):
        weigh(state.rates, entry, len(asked.acts) / ACTS_PLAYED_AGAIN)
    try:
        # In a thread: a practice that this server has not seen before is played again from its first line.
        practice = await asyncio.to_thread(_done, settings, asked)
    except Refused as refused:
        raise NotAccepted(refused.refusal) from None
    table = practice.state
    hints: tuple[Hint, ...] = ()
    why = ""
    if asked.hints and isinstance(table, BlackjackTable):
        hints, why = await hints_of(table, address_key(entry.here.client))
    return PracticeShown(
        acts=tuple(practice.lines),
        entries=tuple(practice.new),
        view=table.view().public,
        you=table.purse_if_any(YOU),
        legal=_legal(table),
        awaits=tuple(f"{each.role}: {each.what}" for each in table.awaits),
        odds=await asyncio.to_thread(_odds, table),
        hints=hints,
        no_hint=why,
        is_over=len(practice.lines) >= MOST_ACTS,
    )


ROUTES: list[ControllerRouterHandler] = [practise]
