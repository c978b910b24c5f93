"""Acts as clients send them: closed shapes, made from the acts themselves, without the actor, whom the server knows."""

from __future__ import annotations

import types
from functools import lru_cache, reduce
from operator import or_
from typing import Any, Union, get_args, get_origin

import msgspec
from msgspec import NODEFAULT, UNSET, Struct, UnsetType
from msgspec.structs import fields

from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.schedules.choice import schedule_at
from croupier.games.acts import Act, DirectorsAct, OperatorsAct, PlayersAct, SupervisorsAct
from croupier.games.people import Role
from croupier.games.refusal import Refused
from croupier.record.text.forms import FORMS


def kinds(game: str) -> tuple[type[Act], ...]:
    """Every kind of act that a person may send to a table of that game, or to a tournament."""
    return tuple(kind for kind in FORMS[game] if kind not in schedule_at(game).own_acts)


@lru_cache(maxsize=16)
def words_of(game: str) -> tuple[str, ...]:
    """What may stand in `act`: the acts of players first, then those of the staff."""
    by_players = sorted(kinds(game), key=lambda kind: (own_role(kind) is not Role.PLAYER, kind.words()))
    return tuple(kind.words() for kind in by_players)


@lru_cache(maxsize=16)
def command_type(game: str) -> Any:
    """The closed shape of whatever may be sent to a table of that game, told apart by the word in `act`."""
    return reduce(or_, map(_command, kinds(game)))


@lru_cache(maxsize=16)
def _decoder(game: str) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(command_type(game))


def own_role(kind: type[Act]) -> Role:
    """The role in which such an act is done when nothing else is said."""
    if issubclass(kind, PlayersAct):
        return Role.PLAYER
    if issubclass(kind, SupervisorsAct):
        return Role.GAME_SUPERVISOR
    if issubclass(kind, OperatorsAct):
        return Role.OPERATOR
    return Role.TOURNAMENT_DIRECTOR if issubclass(kind, DirectorsAct) else Role.DEALER


def read_command(game: str, body: bytes | msgspec.Raw) -> Any:
    """The command that the JSON is; raises `msgspec.ValidationError` or `msgspec.DecodeError`."""
    return _decoder(game).decode(body)


def act_of(command: Any, person: str, role: Role | None, player: str = "") -> Act:
    """The act, done by that person in that role, or in the role that the act itself has.

    `player` is the person's id in the journal, where it has one of its own.
    """
    kind = _KINDS[type(command)]
    player = player or person
    acting = role or own_role(kind)
    parts = msgspec.to_builtins(command)
    if acting is Role.PLAYER and issubclass(kind, PlayersAct):
        # A player acts for himself: another's name in the command is refused by the rules, and not overlooked here.
        named = parts.get("player", player)
        parts["player"] = player if named == person else named
        if parts["player"] != player:
            parts["by"] = {"role": acting, "name": player}
    else:
        parts["by"] = {"role": acting, "name": player if acting is Role.PLAYER else person}
        if issubclass(kind, PlayersAct) and "player" not in parts:
            raise msgspec.ValidationError("Object missing required field `player`: for whom is this done?")
    act: Act = converted(parts, kind)
    return act


def converted(parts: Any, kind: Any) -> Any:
    """Of that kind; raises `msgspec.ValidationError`, or `NotAccepted` where the rules refuse a part of it.

    What they refuse while it is read, a sign with its limits the wrong way round, comes wrapped: it keeps its clause.
    """
    try:
        return msgspec.convert(parts, kind)
    except msgspec.ValidationError as error:
        if isinstance(error.__cause__, Refused):
            raise NotAccepted(error.__cause__.refusal) from None
        raise


_KINDS: dict[Any, type[Act]] = {}


@lru_cache(maxsize=1024)
def _command(kind: type[Act]) -> type[Struct]:
    """The act's own fields, closed, without the actor. `player` may be left out: then it is whoever sends it."""
    made: list[Any] = []
    for field in fields(kind):
        if field.name == "by":
            continue
        if field.name == "player" and issubclass(kind, PlayersAct):
            made.append((field.name, Union[str, UnsetType], UNSET))  # noqa: UP007  one that is made while running
        elif field.default is NODEFAULT:
            made.append((field.name, closed(field.type)))
        else:
            made.append((field.name, closed(field.type), field.default))
    command = msgspec.defstruct(
        _command_name(kind),
        made,
        kw_only=True,
        frozen=True,
        tag_field="act",
        tag=kind.words(),
        forbid_unknown_fields=True,
        module=__name__,
        namespace={"__doc__": (kind.__doc__ or "").strip() or None},
    )
    _KINDS[command] = kind
    return command


def _command_name(kind: type[Act]) -> str:
    """By the act's words, which clients see, and not by its class."""
    return "".join(map(str.capitalize, kind.words().split())) + "Command"


@lru_cache(maxsize=1024)
def closed(annotation: Any) -> Any:
    """The same type with every object in it closed: a field that it does not have is refused."""
    if isinstance(annotation, type) and issubclass(annotation, Struct):
        made = [
            (field.name, closed(field.type))
            if field.default is NODEFAULT and field.default_factory is NODEFAULT
            else (field.name, closed(field.type), _default(field))
            for field in fields(annotation)
        ]
        return msgspec.defstruct(
            annotation.__name__,
            made,
            frozen=True,
            forbid_unknown_fields=True,
            rename={field.name: field.encode_name for field in fields(annotation)},
            module=__name__,
        )
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin in (Union, types.UnionType):
        return reduce(or_, map(closed, inner))
    if origin is tuple:
        return tuple[tuple(each if each is Ellipsis else closed(each) for each in inner)]  # type: ignore[misc]
    return annotation


def _default(field: Any) -> Any:
    if field.default is not NODEFAULT:
        return closed_value(field.default)
    return msgspec.field(default_factory=field.default_factory)


def closed_value(value: Any) -> Any:
    """A default of a closed type: plain values stay, structs become their closed kind."""
    if isinstance(value, Struct):
        return msgspec.convert(msgspec.to_builtins(value), closed(type(value)))
    return value
