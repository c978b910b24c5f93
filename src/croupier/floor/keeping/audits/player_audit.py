"""The ids under which players stand in journals, made again from the people themselves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from croupier.floor.people.ids import is_person_id
from croupier.floor.register import Execute
from croupier.floor.tables.opening import read_settings
from croupier.record.audits.audit import DoesNotFollow, Followed
from croupier.record.journals.aliases import alias_of, facts_as, is_alias, moved_as, renamed, round_as
from croupier.record.journals.facts import Facts, facts_of
from croupier.record.journals.rounds import EndedRound

_TABLES = "SELECT id, settings FROM tables"
_PEOPLE = "SELECT id FROM people"


def players_keys(execute: Execute) -> dict[str, str]:
    """Of each journal that has one."""
    return {id: key for id, settings in execute(_TABLES) if (key := _key_in(settings))}


def _key_in(settings: str) -> str:
    """Nothing where somebody made it unreadable: the house's journal has the mark of how it was."""
    try:
        key = read_settings(settings).players_key
        bytes.fromhex(key)
    except ValueError:
        return ""
    return key


class PlayerAudit:
    """Whoever shares a scope shares what is known of it: a tournament and its tables."""

    def __init__(self, execute: Execute) -> None:
        self._keys = players_keys(execute)
        self._people = {person for (person,) in execute(_PEOPLE)}
        self._known: dict[str, dict[str, str]] = defaultdict(dict)

    def of(self, stream: str) -> JournalPlayers:
        key = self._keys.get(stream, "")
        return JournalPlayers(key, self._known[key], self._people)


class JournalPlayers:
    def __init__(self, key: str, known: dict[str, str], people: set[str]) -> None:
        self._key, self._known, self._people = bytes.fromhex(key), known, people

    def person(self, player: str) -> str:
        return self._known.get(player, player)

    def follow(self, followed: Followed, kept: str | None) -> Followed:
        """The same in people's own ids, as the ledger has them. `kept` is the person in the column beside the line."""
        if not self._key:
            return followed
        said = facts_of(followed.act).person
        if said is not None and said not in self._known:
            self._join(followed.number, said, kept)
        moved = tuple(moved_as(each, self.person) for each in followed.moved)
        return replace(followed, moved=moved)

    def _join(self, number: int, said: str, kept: str | None) -> None:
        if is_person_id(said):
            raise DoesNotFollow(number, f"{said} is written under their own ID, and not under one of this journal")
        if not is_alias(said):
            return  # a player of the house
        if kept is None or alias_of(self._key, kept) != said:
            raise DoesNotFollow(number, f"{said} is written, but that is not the ID of {kept or 'anybody'}")
        if kept not in self._people:
            raise DoesNotFollow(number, f"{said} is written for {kept}, who has no account")
        self._known[said] = kept

    def facts(self, followed: Followed) -> Facts:
        facts = facts_of(followed.act)
        return facts_as(facts, self.person) if self._key else facts

    def round(self, ended: EndedRound | None) -> EndedRound | None:
        return round_as(ended, self.person) if ended is not None and self._key else ended

    def account(self, account: str) -> str:
        return renamed(account, self.person)


def joined(execute: Execute) -> Iterator[tuple[Any, ...]]:
    """Who stands behind each id of each journal, for those who may put journals together: journal, id, person."""
    keys = players_keys(execute)
    played = "SELECT DISTINCT stream, person FROM journal WHERE person IS NOT NULL ORDER BY stream, person"
    for stream, person in execute(played):
        if (key := keys.get(stream)) and is_person_id(person):
            yield stream, alias_of(bytes.fromhex(key), person), person
