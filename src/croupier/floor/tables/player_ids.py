"""Under which ids people stand at one table, and who stands behind each: the join that only the server makes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, TypeVar, get_args, get_origin

from msgspec import Struct
from msgspec.structs import fields, replace

from croupier.floor.house_rules.request import Request
from croupier.floor.people.ids import is_person_id
from croupier.floor.store.port import Connection
from croupier.games.acts import Act
from croupier.games.people import Role
from croupier.record.journals.aliases import alias_of, facts_as, is_alias, moved_as, round_as
from croupier.record.journals.facts import Facts
from croupier.record.journals.ledger import Transfer
from croupier.record.journals.rounds import EndedRound

_STACKS = "SELECT account FROM balances WHERE account >= ? AND account < ?"
_PERSONS = "SELECT DISTINCT person FROM journal WHERE stream = ? AND person IS NOT NULL"
_MOST_KNOWN = 4096
"""People who only watch, whose ids need not be worked out again for every frame."""


class PlayerIds:
    """Without a key everybody stands under their own id, as in journals of older versions."""

    def __init__(self, key: str = "", home: str = "") -> None:
        self._key, self.home = bytes.fromhex(key), home
        """The journal into which everybody comes one by one: a table's own, or its tournament's."""
        self._aliases: dict[str, str] = {}
        self._people: dict[str, str] = {}
        """Who stands behind each id that plays here."""

    # One by one

    def of(self, person: str) -> str:
        """The id of a person in this journal. The house's own people and players keep theirs."""
        if not self._key or not is_person_id(person):
            return person
        if (known := self._aliases.get(person)) is None:
            if len(self._aliases) >= _MOST_KNOWN:
                self._aliases = {each: alias for alias, each in self._people.items()}
            known = self._aliases[person] = alias_of(self._key, person)
        return known

    def person(self, player: str) -> str:
        """The person behind an id, where it is known."""
        return self._people.get(player, player)

    def is_unknown(self, player: str) -> bool:
        return is_alias(player) and bool(self._key) and player not in self._people

    # What comes in

    def request(self, request: Request) -> Request:
        """The same request in this journal's ids."""
        if not self._key:
            return request
        if request.act.actor.role is Role.PLAYER and is_person_id(request.person):
            self._joined(request.person)
        act = self._in_journal(request.act)
        player = getattr(act, "player", "")
        return replace(request, act=act, behalf=self.person(player) if isinstance(player, str) else "")

    def _in_journal(self, act: Act) -> Act:
        by: Any = getattr(act, "by", None)
        named: Act = self._renamed(act)
        if act.actor.role is Role.PLAYER and by is not None and is_person_id(by.name):
            named = replace(named, by=replace(by, name=self._joined(by.name)))
        return named

    def _renamed(self, value: Any) -> Any:
        """With every player's name in it changed: those of its fields, and those in its lists."""
        if isinstance(value, str):
            return self._joined(value) if is_person_id(value) else value
        if isinstance(value, tuple):
            named = tuple(map(self._renamed, value))
            return named if named != value else value
        if not isinstance(value, Struct):
            return value
        changed = {}
        for field in _naming_fields(type(value)):
            part = getattr(value, field)
            if (named := self._renamed(part)) is not part:
                changed[field] = named
        return replace(value, **changed) if changed else value

    def _joined(self, person: str) -> str:
        alias = self.of(person)
        self._people[alias] = person
        return alias

    def person_named(self, request: Request) -> str | None:
        """The person behind the player whom a request names, in either id."""
        player: str | None = getattr(request.act, "player", None)
        if not self._key or not isinstance(player, str):
            return player
        if request.act.actor.role is Role.PLAYER and is_person_id(request.person):
            self._joined(request.person)
        return player if is_person_id(player) else self.person(player)

    # What goes out to the store, where people stand under their own ids

    def moved(self, transfers: tuple[Transfer, ...]) -> tuple[Transfer, ...]:
        if not self._key:
            return transfers
        return tuple(moved_as(each, self.person) for each in transfers)

    def facts(self, facts: Facts) -> Facts:
        return facts_as(facts, self.person) if self._key else facts

    def round(self, ended: EndedRound) -> EndedRound:
        return round_as(ended, self.person) if self._key else ended

    # After a start, and when another server has written here

    def found(self, connection: Connection, table: str, players: Iterable[str]) -> dict[str, str]:
        """The people behind these ids: found by making the ids of those who were ever here once more.

        Whoever stands in a forged line is nobody else, and is not looked for again.
        """
        wanted = set(players)
        found = self._recognised(wanted, _owners(connection, table))
        if len(found) < len(wanted):
            persons = {person for (person,) in connection.execute(_PERSONS, (self.home,)).fetchall()}
            found |= self._recognised(wanted, persons)
        return {player: player for player in wanted} | found

    def join(self, people: dict[str, str]) -> None:
        self._people |= people

    def _recognised(self, wanted: set[str], persons: Iterable[str]) -> dict[str, str]:
        made = ((alias_of(self._key, person), person) for person in persons if is_person_id(person))
        return {alias: person for alias, person in made if alias in wanted}


@lru_cache(maxsize=1024)
def _naming_fields(kind: type[Struct]) -> tuple[str, ...]:
    """The parts of such a thing in which somebody may be named: most have none but the player."""
    return tuple(
        field.name
        for field in fields(kind)
        if field.name != "by" and (field.name == "player" or _may_name(field.type, in_list=False))
    )


def _may_name(annotation: Any, *, in_list: bool) -> bool:
    """Words alone are no name: those in lists may be."""
    if annotation is str:
        return in_list
    if isinstance(annotation, type) and issubclass(annotation, Struct):
        return bool(_naming_fields(annotation))
    if annotation is Any or isinstance(annotation, TypeVar):
        return True
    is_list = get_origin(annotation) is tuple or annotation is tuple
    return any(_may_name(each, in_list=in_list or is_list) for each in get_args(annotation) if each is not Ellipsis)


def _owners(connection: Connection, table: str) -> Iterable[str]:
    """Everybody who ever had chips at a table for money: each has an account there."""
    accounts = connection.execute(_STACKS, (f"stack:{table}:", f"stack:{table};")).fetchall()
    return {account.split(":")[2] for (account,) in accounts}
