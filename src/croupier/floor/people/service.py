"""The office: everything that can be asked about people, over store and hasher. Times come in with the questions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from croupier.floor.house_rules.not_accepted import NotAccepted, accept
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.people import accounts, closing, roles
from croupier.floor.people.accounts import Person, Which
from croupier.floor.people.closing import Closing
from croupier.floor.people.ids import SYSTEM_ENTROPY, Entropy, is_person_id
from croupier.floor.people.names import LONGEST, name_key, refuses_name
from croupier.floor.people.responsible_play import play
from croupier.floor.people.responsible_play.exclusions import SelfExclusion, TimeOut
from croupier.floor.people.responsible_play.limits import Limit, LimitKind
from croupier.floor.people.responsible_play.standing import PersonStanding
from croupier.floor.people.roles import HouseRole, Roles
from croupier.floor.people.sign_in import links, lockout, sign_ins
from croupier.floor.people.sign_in.links import LinkKind
from croupier.floor.people.sign_in.passwords import Passwords, refuses_password
from croupier.floor.people.sign_in.sign_ins import SEEN_EVERY_SECONDS, SessionNote, Visitor
from croupier.floor.store.port import Connection, Store

T = TypeVar("T")

Also = Callable[[Connection, str], None]
"""What the casino does about that person in the same transaction; whatever it raises undoes the whole."""


def nothing_more(_connection: Connection, _person: str) -> None: ...


class Entrance(Struct, frozen=True):
    """Somebody who has just come in, and the token of the new session. It is shown once and stored nowhere."""

    person: Person
    token: str


def wrong_credentials() -> NotAccepted:
    return HouseRule.WRONG_CREDENTIALS.refused()


class People:
    """
    Every refusal is raised as `NotAccepted`. Standings that are loaded here are renewed by every change made here: the
    table asks `standing(person)` and never waits.
    """

    def __init__(self, store: Store, passwords: Passwords | None = None, entropy: Entropy = SYSTEM_ENTROPY) -> None:
        self._store = store
        self._passwords = Passwords() if passwords is None else passwords
        self._entropy = entropy
        self._standings: dict[str, PersonStanding] = {}
        self._unsaved: set[str] = set()

    async def prepare(self) -> None:
        """Once, at the start."""
        await self._passwords.prepare()

    async def tidy(self, now: int) -> None:
        """Now and then: what is over goes."""

        def tidied(connection: Connection) -> None:
            lockout.forget_old(connection, now)
            links.forget_old(connection, now)
            sign_ins.forget_ended(connection, now)

        await self._store.write(tidied)

    # Coming in

    async def arrive(self, now: int, *, also: Also = nothing_more) -> Entrance:
        """A guest, with a session of her own."""

        def arrived(connection: Connection) -> Entrance:
            guest = accounts.make_guest(connection, now, self._entropy)
            also(connection, guest.id)
            return self._entered(connection, guest, now)

        return await self._store.write(arrived)

    async def sign_up(self, name: str, password: str, now: int, *, also: Also = nothing_more) -> Entrance:
        """An account without having been a guest."""
        hashed = await self._new_password(name, password)

        def signed_up(connection: Connection) -> Entrance:
            account = accounts.make_account(connection, name, hashed, now, self._entropy)
            also(connection, account.id)
            return self._entered(connection, account, now)

        return await self._store.write(signed_up)

    async def become_account(self, person: str, name: str, password: str, now: int) -> Entrance:
        """The guest keeps her id. Her sessions end and a new one begins: what was worth little is now worth more."""
        hashed = await self._new_password(name, password)

        def became(connection: Connection) -> Entrance:
            account = accounts.become_account(connection, person, name, hashed, now)
            sign_ins.end_all(connection, person)
            return self._entered(connection, account, now)

        return await self._store.write(became)

    async def sign_in(self, name: str, password: str, now: int) -> Entrance:
        """Whether the name is unknown or the password wrong, the answer and the work are the same."""
        await self._store.write(lambda connection: lockout.attempt(connection, name, now))
        found = (
            await self._store.read(lambda connection: accounts.credentials(connection, name_key(name)))
            if _findable(name)
            else None
        )
        person, stored = (None, None) if found is None else found
        verdict = await self._passwords.judged(password, stored)
        if person is None or stored is None or not verdict.right:
            raise wrong_credentials()
        renewed = await self._passwords.hashed(password) if verdict.outdated else None

        def signed_in(connection: Connection) -> Entrance:
            if accounts.is_open(connection, person):
                accounts.changing(connection, person, now)
            if accounts.password_of(connection, person) != stored:
                raise wrong_credentials()
            if renewed is not None:
                accounts.replace_password(connection, person, stored, renewed)
            lockout.forgive(connection, name)
            account = accounts.person_of(connection, person)
            if account is None:
                raise wrong_credentials()
            return self._entered(connection, account, now)

        return await self._store.write(signed_in)

    def _entered(self, connection: Connection, person: Person, now: int) -> Entrance:
        return Entrance(person, sign_ins.open_session(connection, person.id, now, self._entropy))

    async def _new_password(self, name: str, password: str) -> str:
        """Hashed; refused before the work where the name or the password is."""
        accept(refuses_name(name))
        accept(refuses_password(password, name))
        return await self._passwords.hashed(password)

    # Sessions

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
        await self._store.write(lambda connection: sign_ins.end_token(connection, token))

    async def sign_out_everywhere(self, person: str, *, but: str | None = None) -> None:
        """`but` is the token of the session that stays."""
        await self._store.write(lambda connection: sign_ins.end_all(connection, person, but=but))

    async def end_session(self, person: str, session: str) -> bool:
        """By its name in the list; whether there was one."""
        return await self._store.write(lambda connection: sign_ins.end_named(connection, person, session))

    async def sessions(self, person: str, now: int) -> list[SessionNote]:
        return await self._store.read(lambda connection: sign_ins.sessions_of(connection, person, now))

    # Passwords and links

    async def proves(self, person: str, password: str, now: int) -> None:
        """Raises unless it is her password: asked before what cannot be undone. It counts as a sign-in would."""
        stored = await self._attempted(person, now)
        verdict = await self._passwords.judged(password, stored)
        if not verdict.right:
            raise wrong_credentials()
        await self._store.write(lambda connection: self._forgiven(connection, person))

    async def _attempted(self, person: str, now: int) -> str | None:
        def attempted(connection: Connection) -> str | None:
            found = accounts.person_of(connection, person)
            if found is None or found.closed is not None:
                raise accounts.unknown_person()
            lockout.attempt(connection, found.name, now)
            return accounts.password_of(connection, person)

        return await self._store.write(attempted)

    @staticmethod
    def _forgiven(connection: Connection, person: str) -> None:
        found = accounts.person_of(connection, person)
        if found is not None:
            lockout.forgive(connection, found.name)

    async def change_password(self, person: str, old: str, new: str, now: int, *, keep: str | None = None) -> None:
        """Ends her sessions but the one with the token `keep`, and the links that were waiting."""
        await self.proves(person, old, now)
        name = await self._name(person)
        hashed = await self._new_password_of(name, new)
        await self._store.write(lambda connection: self._put_password(connection, person, hashed, now, keep))

    async def _name(self, person: str) -> str:
        found = await self.person(person)
        if found is None:
            raise accounts.unknown_person()
        return found.name

    async def _new_password_of(self, name: str, password: str) -> str:
        accept(refuses_password(password, name))
        return await self._passwords.hashed(password)

    @staticmethod
    def _put_password(connection: Connection, person: str, hashed: str, now: int, keep: str | None) -> None:
        accounts.set_password(connection, person, hashed, now)
        sign_ins.end_all(connection, person, but=keep)
        links.forget_of(connection, person)

    async def operator_link(self, now: int) -> str:
        """The token of a link that makes its bearer an operator; for the server's own console."""
        return await self._store.write(lambda connection: links.make_operator_link(connection, now, self._entropy))

    async def reset_link(self, person: str, now: int, *, by: str, also: Also = nothing_more) -> str:
        """The token of a link by which she chooses a new password; the operator hands it to her."""

        def made(connection: Connection) -> str:
            roles.require_operator(connection, by)
            token = links.make_reset_link(connection, person, now, by=by, entropy=self._entropy)
            also(connection, person)
            return token

        return await self._store.write(made)

    async def use_operator_link(self, token: str, name: str, password: str, now: int) -> Entrance:
        """A new account with the role. A refused name or password leaves the link as it was."""
        await self._store.read(lambda connection: links.link_owner(connection, token, LinkKind.OPERATOR, now))
        hashed = await self._new_password(name, password)

        def used(connection: Connection) -> Entrance:
            links.use_link(connection, token, LinkKind.OPERATOR, now)
            account = accounts.make_account(connection, name, hashed, now, self._entropy)
            roles.put_role(connection, account.id, HouseRole.OPERATOR, now, by=None)
            return self._entered(connection, account, now)

        return await self._store.write(used)

    async def invitation(self, role: HouseRole, now: int, *, by: str, also: Also = nothing_more) -> str:
        """The token of a link by which somebody new takes an account with that office. `also` is told who invites."""

        def made(connection: Connection) -> str:
            token = links.make_invitation(connection, role, now, by=by, entropy=self._entropy)
            also(connection, by)
            return token

        return await self._store.write(made)

    async def use_invitation(
        self, token: str, name: str, password: str, now: int, *, also: Callable[[Connection, str, HouseRole, str], None]
    ) -> Entrance:
        """A new account with the office. `also` is told who it is, the office, and who invited."""
        await self._store.read(lambda connection: links.invited(connection, token, now))
        hashed = await self._new_password(name, password)

        def used(connection: Connection) -> Entrance:
            role, by = links.invited(connection, token, now)
            links.use_link(connection, token, links.invitation(role), now)
            account = accounts.make_account(connection, name, hashed, now, self._entropy)
            roles.put_role(connection, account.id, role, now, by=by)
            also(connection, account.id, role, by)
            return self._entered(connection, account, now)

        return await self._store.write(used)

    async def use_reset_link(self, token: str, password: str, now: int) -> Entrance:
        """A new password, every session ended, the lock off the name."""
        owner = await self._store.read(lambda connection: links.link_owner(connection, token, LinkKind.RESET, now))
        if owner is None:
            raise links.dead_link()
        hashed = await self._new_password_of(await self._name(owner), password)

        def used(connection: Connection) -> Entrance:
            links.use_link(connection, token, LinkKind.RESET, now)
            self._put_password(connection, owner, hashed, now, None)
            self._forgiven(connection, owner)
            account = accounts.person_of(connection, owner)
            if account is None:
                raise links.dead_link()
            return self._entered(connection, account, now)

        return await self._store.write(used)

    # Looking up

    async def person(self, person: str) -> Person | None:
        """Closed ones too."""
        if not is_person_id(person):
            return None
        return await self._store.read(lambda connection: accounts.person_of(connection, person))

    async def person_called(self, name: str) -> Person | None:
        return await self._store.read(lambda connection: accounts.person_called(connection, name))

    async def people_after(
        self, person: str = "", most: int = 50, which: Which = Which.EVERYBODY
    ) -> list[tuple[Person, Roles]]:
        """A page of those who are here, in the order of ids: for the operator."""

        def page(connection: Connection) -> list[tuple[Person, Roles]]:
            found = accounts.people_after(connection, person, most, which)
            return [(each, roles.roles_of(connection, each.id)) for each in found]

        return await self._store.read(page)

    async def names(self, people: Iterable[str]) -> dict[str, str]:
        """What each is called; who is gone is not among them."""
        return await self._store.read(lambda connection: accounts.names_of(connection, people))

    async def held_about(self, person: str, now: int) -> dict[str, Any]:
        return await self._store.read(lambda connection: closing.held_about(connection, person, now))

    # Roles

    async def roles(self, person: str) -> Roles:
        return await self._store.read(lambda connection: roles.roles_of(connection, person))

    async def has_operator(self) -> bool:
        return await self._store.read(roles.has_operator)

    async def give_role(
        self, person: str, role: HouseRole, now: int, *, by: str, has_chips: bool, also: Also = nothing_more
    ) -> Roles:
        def given(connection: Connection) -> Roles:
            done = roles.give_role(connection, person, role, now, by=by, has_chips=has_chips)
            also(connection, person)
            return done

        return await self._changed(person, given)

    async def take_role(self, person: str, role: HouseRole, now: int, *, by: str, also: Also = nothing_more) -> Roles:
        def taken(connection: Connection) -> Roles:
            done = roles.take_role(connection, person, role, now, by=by)
            also(connection, person)
            return done

        return await self._changed(person, taken)

    # Closing

    async def close(self, person: str, now: int, *, has_chips: bool, also: Also = nothing_more) -> Closing:
        """Erases. By `also` the casino gives what lay in the wallet back to the house, and looks again for chips."""

        def closed(connection: Connection) -> Closing:
            done = closing.close(connection, person, now, has_chips=has_chips)
            also(connection, person)
            return done

        return await self._changed(person, closed)

    # Responsible play

    async def set_limit(self, person: str, kind: LimitKind, amount: int | None, now: int) -> PersonStanding:
        return await self._with_standing(
            person, lambda connection: play.set_limit(connection, person, kind, amount, now)
        )

    async def exclude(self, person: str, length: TimeOut | SelfExclusion, now: int) -> PersonStanding:
        return await self._with_standing(person, lambda connection: play.exclude(connection, person, length, now))

    async def set_reality_minutes(self, person: str, minutes: int, now: int) -> PersonStanding:
        return await self._with_standing(
            person, lambda connection: play.set_reality_minutes(connection, person, minutes, now)
        )

    async def load_standing(self, person: str) -> PersonStanding:
        """Before she sits down; from then on `standing` knows her. Also where another process may have changed her."""
        return self._renewed(await self._store.read(lambda connection: play.standing_of(connection, person)))

    async def looked_at(self, person: str, day: int) -> int:
        """Renews her standing where another server may have changed her; what she has lost on that day."""
        present = self._standings.get(person)

        def looked(connection: Connection) -> tuple[play.Glance, PersonStanding | None]:
            seen = play.glance(connection, person, day)
            is_known = present is not None and present.revision == seen.revision
            return seen, None if is_known else play.standing_of(connection, person)

        seen, standing = await self._store.read(looked)
        if standing is not None:
            self._renewed(standing)
        elif present is not None:
            # It may have moved on while we looked, or have been let go.
            present = self._standings.get(person, present)
            self._standings[person] = replace(present, clock=present.clock.merged(seen.clock))
        return seen.lost

    def standing(self, person: str) -> PersonStanding:
        """At once, without the store; a KeyError for somebody who was not loaded."""
        return self._standings[person]

    def has_limit(self, person: str, kind: LimitKind) -> bool:
        """Whether somebody who was loaded has set one of that kind, in force or not yet."""
        standing = self._standings.get(person)
        if standing is None:
            return False
        limits = {LimitKind.DEPOSIT: standing.deposit, LimitKind.LOSS: standing.loss, LimitKind.TIME: standing.time}
        return limits[kind] != Limit()

    def acted(self, person: str, now: int) -> PersonStanding:
        """Called after every act of a player that a table accepted: it moves the clock of play."""
        return self._move_clock(self._standings[person].acted(now))

    def reality_checked(self, person: str, now: int) -> PersonStanding:
        """She has seen the reality check."""
        return self._move_clock(self._standings[person].checked(now))

    async def save_clocks(self) -> None:
        """Every minute or so, and at the stop: what a crash loses is so much of the clock of play."""
        waiting, self._unsaved = self._unsaved, set()
        clocks = {person: self._standings[person].clock for person in waiting if person in self._standings}

        def saved(connection: Connection) -> None:
            for person, clock in sorted(clocks.items()):
                play.keep_clock(connection, person, clock)

        try:
            if clocks:
                await self._store.write(saved)
        except BaseException:
            self._unsaved |= waiting
            raise

    async def forget_standing(self, person: str) -> None:
        """When she has left the last table."""
        await self.save_clocks()
        if person not in self._unsaved:
            self._standings.pop(person, None)

    def _move_clock(self, standing: PersonStanding) -> PersonStanding:
        self._standings[standing.person] = standing
        self._unsaved.add(standing.person)
        return standing

    def _renewed(self, stored: PersonStanding) -> PersonStanding:
        """The clock of play runs here, ahead of what was stored."""
        present = self._standings.get(stored.person)
        renewed = (
            stored if present is None or stored.closed else replace(stored, clock=stored.clock.merged(present.clock))
        )
        self._standings[stored.person] = renewed
        return renewed

    async def _with_standing(self, person: str, function: Callable[[Connection], object]) -> PersonStanding:
        def changed(connection: Connection) -> PersonStanding:
            function(connection)
            return play.standing_of(connection, person)

        return self._put(await self._store.write(changed))

    async def _changed(self, person: str, function: Callable[[Connection], T]) -> T:
        def changed(connection: Connection) -> tuple[T, PersonStanding]:
            return function(connection), play.standing_of(connection, person)

        result, standing = await self._store.write(changed)
        self._put(standing)
        return result

    def _put(self, standing: PersonStanding) -> PersonStanding:
        """Renewed where it was loaded: others are not kept."""
        return self._renewed(standing) if standing.person in self._standings else standing


def _findable(name: str) -> bool:
    return len(name) <= LONGEST and accounts.is_storable(name)
