"""What the operator opens a table with, and the table's first entry."""

from __future__ import annotations

import os
from base64 import b32encode
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.schedules.cash import Pace
from croupier.floor.store.house_lines import mark_of
from croupier.floor.store.port import Batch, Connection, NewEntry
from croupier.floor.tables.chance import ChanceSource, Keyed, Round, Sealed
from croupier.floor.tables.commands import closed, converted
from croupier.floor.tables.player_ids import PlayerIds
from croupier.games.journalled import Journalled
from croupier.games.refusal import Refused
from croupier.games.registry import GAMES, table_of
from croupier.games.sign import Sign
from croupier.games.table import Table
from croupier.record.journals.aliases import scope_key
from croupier.record.journals.journal import Stamp, first_hash, first_text
from croupier.record.text.header import header_lines, header_of
from croupier.rulebook import EDITION

TABLE_GAMES = ("roulette", "blackjack", "tai-sai", "money-wheel")
LONGEST_NAME = 60
BETTING_SECONDS = 20
SHORTEST_DECIDE, LONGEST_PACE = 5, 600
SHORTEST_AWAY, LONGEST_AWAY = 60, 3600
"""Seconds that people can live with."""
_ID_BYTES = 5
_PRIVATE = ", private"
Check = Callable[[Connection], None]
"""In the transaction that stores a new journal; it raises where there may be none."""


class TableSpec(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table as the operator asks for it. What is left out is as the game has it by default."""

    name: str
    game: str
    sign: closed(Sign)  # type: ignore[valid-type]
    live: bool = False
    """A dealer enters every step; otherwise the table is automatic."""
    options: dict[str, Any] = {}
    """The game's own options, by name; only what the Gazette leaves to the operator."""
    betting_seconds: int | None = None
    colours: tuple[str, ...] | None = None
    decide: int = Pace().decide
    rest: int = Pace().rest
    away: int = Pace().away
    """Seconds after which a seat is freed whose player has neither a wager nor a connection."""
    private_copies: bool = False
    """Whether people may open private tables like it."""


class Joint(Struct, frozen=True):
    """Which session of which tournament a table plays, and the entry that started it there."""

    tournament: str
    session: int
    started: int


class TableDevice(Struct, frozen=True):
    """A shoe reader or a wheel sensor that reports results at a live table."""

    id: str
    name: str
    hash: str
    """Of its token, which is kept nowhere."""
    made: int
    revoked: int | None = None
    made_by: str = ""
    """The operator who was shown the token; empty where an older version made it."""


class Settings(Struct, frozen=True):
    """What the floor itself keeps about a table or a tournament, beside its journal."""

    live: bool = False
    pace: Pace = Pace()
    wound_up: bool = False
    """Its version's rules are gone, and so is the table; its journal stays."""
    joint: Joint | None = None
    """For the table of a tournament's session."""
    live_tables: bool = False
    """For a tournament: dealers deal at its tables. Its own draw of seats is always sealed."""
    again_after: int = 0
    """For a tournament: when it takes no more entries another opens, that starts so many seconds later."""
    players_key: str = ""
    """Players stand in its journal under ids made with this key; under their own in a journal of an older version."""
    private_copies: bool = False
    """Whether people may open private tables like it."""
    host: str = ""
    """For a private table: who opened it."""
    devices: tuple[TableDevice, ...] = ()
    """What may report results here."""
    rounds_an_hour: int = 0
    """The pace that the house wants of a live table; 0 where it says nothing."""

    def tournament_of(self, id: str) -> str:
        """The tournament whose table it is; itself, where it is no table of another."""
        return id if self.joint is None else self.joint.tournament


def read_settings(text: str) -> Settings:
    """As they stand in a table's row; raises `msgspec.MsgspecError`."""
    return msgspec.json.decode(text, type=Settings)


class Made(Struct, frozen=True):
    """A table that is ready to be stored."""

    id: str
    name: str
    settings: Settings
    batch: Batch


def source_of(settings: Settings, key: bytes) -> ChanceSource:
    return Keyed() if settings.live else Sealed(key)


def player_ids(id: str, settings: Settings) -> PlayerIds:
    """Under which ids people stand in that journal."""
    return PlayerIds(settings.players_key, settings.tournament_of(id))


def id_in(connection: Connection, journal: str, person: str) -> str:
    """Under which id a person stands in that journal; empty where no such journal is known."""
    row = connection.execute("SELECT settings FROM tables WHERE id = ?", (journal,)).fetchone()
    return "" if row is None else player_ids(journal, read_settings(row[0])).of(person)


def held_settings(connection: Connection, table: str) -> Settings:
    """As they are now, and nobody else changes them before this transaction is over; raises `NotAccepted`.

    What a server has in mind may be older: another one may have revoked a device, or retired the table.
    """
    sql = "UPDATE tables SET made = made WHERE id = ? AND ended <> 1 RETURNING settings"
    found = connection.execute(sql, (table,)).fetchall()
    if not found:
        raise HouseRule.NO_SUCH_TABLE.refused()
    return read_settings(found[0][0])


def put_settings(connection: Connection, table: str, settings: Settings) -> str:
    """The mark of the table's row, for the house's journal."""
    words = msgspec.json.encode(settings).decode()
    ended = "ended = 1" if settings.wound_up else "ended = ended"
    sql = f"UPDATE tables SET settings = ?, {ended} WHERE id = ? RETURNING name, settings, made"  # noqa: S608
    return mark_of(*connection.execute(sql, (words, table)).fetchall()[0])


def made(spec: TableSpec, id: str, key: bytes, time: int) -> Made:
    """The table with its first entry; raises `NotAccepted` where neither the rules nor the house know such a table."""
    if spec.live and spec.private_copies:
        raise HouseRule.NO_PRIVATE_COPIES.refused("of_this_kind")
    pace, players_key = Pace(spec.decide, spec.rest, away=spec.away), scope_key(key, id)
    settings = Settings(spec.live, pace, players_key=players_key, private_copies=spec.private_copies)
    return with_first_entry(id, tidy_name(spec.name), settings, _state(spec), key, time, kind_of(settings))


def made_like(  # noqa: PLR0917  all that an opening needs
    state: Journalled, settings: Settings, name: str, id: str, host: str, key: bytes, time: int
) -> Made:
    """A private table with the limits, options and pace of a table of the house; raises `NoEntropy`."""
    own = Settings(pace=settings.pace, players_key=scope_key(key, id), host=host)
    table = replace(header_of(state), edition=EDITION).table()
    named = f"{name[: LONGEST_NAME - len(_PRIVATE)]}{_PRIVATE}"
    return with_first_entry(id, named, own, table, key, time, kind_of(own))


def kind_of(settings: Settings) -> str:
    """Whether a dealer deals at a table, or else by what times it deals itself, as its journal says it."""
    return "live" if settings.live else f"automated decide {settings.pace.decide} rest {settings.pace.rest}"


def with_first_entry(  # noqa: PLR0917  all that an opening needs
    id: str, name: str, settings: Settings, state: Journalled, key: bytes, time: int, note: str
) -> Made:
    """A journal that begins with this state; raises `NoEntropy`."""
    source = source_of(settings, key)
    round = source.opened(0) if source.is_sealed else Round(0)
    stamp = Stamp(number=0, time=time, note=note, seal=round.seal)
    text = first_text(stamp, "\n".join(header_lines(header_of(state))))
    entry = NewEntry(0, text, first_hash(id, text), fresh=round.fresh)
    return Made(id, name, settings, Batch(id, (entry,)))


def new_id(game: str) -> str:
    return f"{game}-{b32encode(os.urandom(_ID_BYTES)).decode().lower()}"


def _state(spec: TableSpec) -> Table:
    if spec.game not in TABLE_GAMES:
        raise HouseRule.NO_TABLE_OF_GAME.refused(games=", ".join(TABLE_GAMES))
    check_pace(spec.decide, spec.rest, spec.away)
    seconds = spec.betting_seconds or (None if spec.live else BETTING_SECONDS)
    try:
        sign = converted(msgspec.to_builtins(spec.sign), Sign)
        options = options_of(spec.game, spec.options)
        automation = frozenset[str]() if spec.live else None
        table: Table = table_of(
            spec.game, sign, options, automation=automation, betting_seconds=seconds, colours=spec.colours
        )
    except Refused as refused:
        raise NotAccepted(refused.refusal) from None
    except msgspec.ValidationError as error:
        raise HouseRule.BAD_TABLE.refused(what_is_wrong=error) from None
    if not getattr(options, "gazetted", True):
        raise HouseRule.NOT_GAZETTED.refused()
    return table


def check_pace(decide: int, rest: int = 0, away: int = Pace().away) -> None:
    is_good = SHORTEST_DECIDE <= decide <= LONGEST_PACE and 0 <= rest <= LONGEST_PACE
    if not is_good or not SHORTEST_AWAY <= away <= LONGEST_AWAY:
        raise HouseRule.BAD_PACE.refused(
            least=SHORTEST_DECIDE, most=LONGEST_PACE, soonest=SHORTEST_AWAY, latest=LONGEST_AWAY
        )


def options_of(game: str, given: dict[str, Any]) -> Any:
    """The game's options, by name; raises `msgspec.ValidationError` or `Refused`."""
    kind: Any = type(GAMES[game].options)
    chosen = msgspec.convert(given, closed(kind))
    return msgspec.convert(msgspec.to_builtins(chosen), kind)


def tidy_name(name: str) -> str:
    tidy = " ".join(name.split())
    if not 1 <= len(tidy) <= LONGEST_NAME or not tidy.isprintable():
        raise HouseRule.BAD_TABLE_NAME.refused(most=LONGEST_NAME)
    return tidy
