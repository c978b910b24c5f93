"""How people come into the house: as guests, with an account, or into an office by invitation."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Mapping

from croupier.floor.house_journal import Book
from croupier.floor.people.responsible_play.exclusions import ExclusionKind
from croupier.floor.people.responsible_play.play import carry_over
from croupier.floor.people.roles import HouseRole
from croupier.floor.people.services.also import Also
from croupier.floor.people.services.entrance import Entrance
from croupier.floor.people.services.people import People
from croupier.floor.people.sign_in.sign_ins import NOWHERE, Whereabouts
from croupier.floor.store.port import Connection
from croupier.record.house_journal.house_register import role_words

LAST_MOMENT = 253_402_300_799
"""Of the year 9999."""
Carried = Mapping[ExclusionKind, int]
"""Until when somebody new is excluded who comes from a device whose last owner was."""
NOTHING_CARRIED: Carried = {}


class FrontDesk:
    """Whoever comes in stands in the house's journal, by a line in the same transaction."""

    def __init__(
        self, people: People, book: Book, key: bytes, time: Callable[[], int], earliest: Callable[[], int]
    ) -> None:
        self._people, self._book, self._key, self._time, self._earliest = people, book, key, time, earliest

    async def arrive(self, where: Whereabouts = NOWHERE, carried: Carried = NOTHING_CARRIED) -> Entrance:
        """A guest, with a newcomer's play money; excluded where the device's last owner is."""
        also = self._newcomer(carried)
        return await self._people.sign_in.arrive(self._time(), where=where, also=also)

    async def sign_up(
        self, name: str, password: str, where: Whereabouts = NOWHERE, carried: Carried = NOTHING_CARRIED
    ) -> Entrance:
        """A new account, likewise."""
        also = self._newcomer(carried)
        return await self._people.sign_in.sign_up(name, password, self._time(), where=where, also=also)

    def _newcomer(self, carried: Carried) -> Also:
        def also(connection: Connection, person: str) -> None:
            self._book.welcome(connection, person)
            for kind, until in carried.items():
                carry_over(connection, person, kind, until, self._earliest())

        return also

    def exclusion_mark(self, until: int, kind: ExclusionKind = ExclusionKind.SELF_EXCLUSION) -> str:
        """For a device: that its owner is excluded until then. Nobody else can write one."""
        by = "" if kind is ExclusionKind.SELF_EXCLUSION else f"{kind.value} "
        return f"{until}.{hmac.new(self._key, f'{by}excluded until {until}'.encode(), 'sha256').hexdigest()}"

    def read_exclusion_mark(self, mark: str, kind: ExclusionKind = ExclusionKind.SELF_EXCLUSION) -> int:
        """Until when; 0 where this house did not write the mark."""
        words = mark.partition(".")[0]
        if not words.isdecimal() or len(words) > len(str(LAST_MOMENT)) or not words.isascii():
            return 0
        is_ours = hmac.compare_digest(self.exclusion_mark(int(words), kind).encode(), mark.encode())
        return int(words) if is_ours else 0

    async def invite(self, role: HouseRole, *, by: str) -> str:
        """The token of an invitation to an office. That there is one stands in the house's journal, and no token."""

        def also(connection: Connection, who: str) -> None:
            self._book.put(connection, f"invitation to role {role} by {who}")

        return await self._people.links.invite(role, self._time(), by=by, also=also)

    async def reset_link(self, person: str, *, by: str) -> str:
        """The token of a link to a new password, made for somebody and put on record in the same way."""

        def also(connection: Connection, who: str) -> None:
            self._book.reset_link_made(connection, who, by)

        return await self._people.links.make_reset_link(person, self._time(), by=by, also=also)

    async def join(self, token: str, name: str, password: str, where: Whereabouts = NOWHERE) -> Entrance:
        """A new account with an office, by an operator's invitation; staff get no play money."""

        def also(connection: Connection, who: str, role: HouseRole, by: str) -> None:
            self._book.put(connection, role_words(role, who, by))

        return await self._people.links.use_invitation(token, name, password, self._time(), also=also, where=where)
