"""Sessions: who stands behind a token, and how a session ends."""

from __future__ import annotations

from croupier.floor.people.services.also import Also
from croupier.floor.people.services.session_ends import SessionEnds
from croupier.floor.people.sign_in import sign_ins
from croupier.floor.people.sign_in.sign_ins import SEEN_EVERY_SECONDS, EndedSession, SessionNote, Visitor
from croupier.floor.store.port import Connection, Store


class SessionService:
    def __init__(self, store: Store, ends: SessionEnds) -> None:
        self._store, self._ends = store, ends

    async def visitor(self, token: str, now: int) -> Visitor | None:
        """
        Who stands behind the token; nobody where it is unknown or over, and what is over goes, so that no clock brings
        it back. The session's last use is written down once a minute.
        """
        found = await self._store.read(lambda connection: sign_ins.holder(connection, token))
        if found is None or now >= found.until:
            await self._forget_over(found, token)
            return None
        if now - found.seen < SEEN_EVERY_SECONDS:
            return found
        await self._store.write(lambda connection: sign_ins.touch(connection, token, now))
        return sign_ins.touched(found, now)

    async def _forget_over(self, found: Visitor | None, token: str) -> None:
        """Writes only where there is something: strangers with made-up tokens cost a look."""
        if found is not None:
            await self.sign_out(token)

    async def sign_out(self, token: str) -> None:
        person = await self._store.write(lambda connection: sign_ins.end_token(connection, token))
        if person is not None:
            self._ends.tell(person)

    async def sign_out_everywhere(self, person: str, *, but: str | None = None) -> None:
        """`but` is the token of the session that stays."""
        await self._store.write(lambda connection: sign_ins.end_all(connection, person, but=but))
        self._ends.tell(person)

    async def end(self, person: str, session: str) -> bool:
        """By its name in the list; whether there was one."""
        has_ended = await self._store.write(lambda connection: sign_ins.end_named(connection, person, session))
        self._ends.tell(person)
        return has_ended

    async def end_by_staff(self, person: str, session: str | None, also: Also) -> bool:
        """One of somebody else, or all; whether there was one. `also` puts it on record."""

        def ended(connection: Connection) -> bool:
            if session is None:
                sign_ins.end_all(connection, person)
            elif not sign_ins.end_named(connection, person, session):
                return False
            also(connection, person)
            return True

        has_ended = await self._store.write(ended)
        self._ends.tell(person)
        return has_ended

    async def ended(self, token: str) -> EndedSession | None:
        """Of a browser that does not know yet that it is over."""
        return await self._store.read(lambda connection: sign_ins.owner_of_ended(connection, token))

    async def listed(self, person: str, now: int) -> list[SessionNote]:
        return await self._store.read(lambda connection: sign_ins.sessions_of(connection, person, now))
