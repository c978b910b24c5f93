"""A shoe at the dealer's console: a table of house players, stateless as practice is. The client keeps the acts."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import post
from litestar.datastructures import State
from litestar.types import ControllerRouterHandler
from msgspec import Meta, Struct
from msgspec.structs import asdict

from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.tables.commands import act_of, kinds, read_command
from croupier.games.acts import Act
from croupier.games.machine import handlers_of
from croupier.games.people import Role
from croupier.games.refusal import Refused
from croupier.games.table import Table
from croupier.record.journals.journal import read_line
from croupier.record.text.notation import act_line
from croupier.school.drill import Drill
from croupier.school.live_shoe import ROUNDS, LiveShoe
from croupier.school.shoe import SHOE_GAMES
from croupier.serve.security.auth import ANYBODY, RequestContext, weigh
from croupier.serve.views.games import known_game
from croupier.serve.views.staff_actions import work_at
from croupier.serve.wire.channel import plain
from croupier.serve.wire.work import Work

MOST_ACTS = 500
LONGEST_LINE = 200
ACTS_PLAYED_AGAIN = 500
YOU = "you"


class LiveShoeAsked(Struct, frozen=True, forbid_unknown_fields=True):
    seed: Annotated[int, Meta(ge=0, lt=2**31)]
    """Makes the same players, wagers, cards and results again."""
    acts: Annotated[tuple[Annotated[str, Meta(max_length=LONGEST_LINE)], ...], Meta(max_length=MOST_ACTS)] = ()
    """All that was done so far, as the last answer gave it; none to begin."""
    act: dict[str, Any] | None = None
    """What you do next, as at a table."""


class ShoeEntry(Struct, frozen=True):
    line: str
    """The act in the notation."""
    act: dict[str, Any]


class LiveShoeShown(Struct, frozen=True):
    acts: tuple[str, ...]
    """To be sent with the next request."""
    entries: tuple[ShoeEntry, ...]
    """What is new of it: what you did, and what the house players then did."""
    view: dict[str, Any]
    work: Work
    fallen: dict[str, Any] | None
    """The act that enters what chance has brought: a card, a number, dice. Nothing where it has brought nothing."""
    mistaken: bool
    """You entered something else than what chance has brought: nothing was done."""
    payment: Drill | None
    """What the next step pays, as a question; nothing where it pays nothing."""
    rounds: int
    of: int
    seconds: int
    """The house's standard for all that you have done."""
    is_over: bool


def _read(game: str, line: str) -> Act:
    try:
        return read_line(game, line)
    except ValueError as error:
        raise HouseRule.UNREADABLE.refused(line=line, what_is_wrong=error) from None


def _values(act: Act) -> dict[str, Any]:
    """What the act says, whoever did it."""
    return {name: value for name, value in asdict(act).items() if name != "by"}


def _dealt(game: str, asked: LiveShoeAsked) -> LiveShoeShown:
    shoe = LiveShoe(game, asked.seed, [_read(game, line) for line in asked.acts])
    before, is_mistaken = len(shoe.acts), False
    if asked.act is not None and not shoe.is_over:
        act = act_of(read_command(game, msgspec.json.encode(asked.act)), YOU, None)
        fallen = shoe.fallen
        is_mistaken = fallen is not None and type(act) is type(fallen) and _values(act) != _values(fallen)
        if not is_mistaken:
            shoe.deal(act)
    shoe.go_on()
    return _shown(shoe, before if asked.acts else 0, is_mistaken=is_mistaken)


def _shown(shoe: LiveShoe, before: int, *, is_mistaken: bool) -> LiveShoeShown:
    game = shoe.game
    table: Table = shoe.table
    handlers = handlers_of(table)
    mine = [kind for kind in kinds(game) if Role.DEALER in handlers[kind].roles]
    lines = tuple(act_line(game, act) for act in shoe.acts)
    fallen = shoe.fallen
    return LiveShoeShown(
        acts=lines,
        entries=tuple(
            ShoeEntry(line, msgspec.to_builtins(plain(act)))
            for line, act in zip(lines[before:], shoe.acts[before:], strict=True)
        ),
        view=table.view().public,
        work=work_at(
            table,
            mine,
            Role.DEALER,
            number=len(lines),
            dealer=YOU,
            names={name: name.capitalize() for name in shoe.names},
        ),
        fallen=None if fallen is None else msgspec.to_builtins(plain(fallen)),
        mistaken=is_mistaken,
        payment=shoe.payment,
        rounds=min(shoe.rounds, ROUNDS),
        of=ROUNDS,
        seconds=shoe.seconds,
        is_over=shoe.is_over or len(lines) >= MOST_ACTS,
    )


@post(
    "/api/v1/school/console/{name:str}",
    who=ANYBODY,
    takes=LiveShoeAsked,
    gives=LiveShoeShown,
    status_code=200,
    choices={"name": SHOE_GAMES},
)
async def live_shoe(state: State, entry: RequestContext, name: str, asked: LiveShoeAsked) -> LiveShoeShown:
    """Deal at a table of house players, as at the dealer's console. Nothing is stored, and no money moves.

    Begin with a seed and no acts. Send the answer's `acts` back with the next `act`.
    """
    game = known_game(name)
    weigh(state.rates, entry, len(asked.acts) / ACTS_PLAYED_AGAIN)
    try:
        return await asyncio.to_thread(_dealt, game, asked)
    except Refused as refused:
        raise NotAccepted(refused.refusal) from None


ROUTES: list[ControllerRouterHandler] = [live_shoe]
