"""People: guests, accounts, sessions, roles, links, closing; what is asked of names, and what is stored of them."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import unicodedata
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from argon2 import PasswordHasher
from hypothesis import given
from hypothesis import strategies as st

from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.people import accounts, closing, ids
from croupier.floor.people.names import LONGEST, canonical, name_key, refuses_name
from croupier.floor.people.responsible_play.days import DAY, HOUR, MINUTE
from croupier.floor.people.responsible_play.exclusions import SelfExclusion, TimeOut
from croupier.floor.people.responsible_play.limits import LimitKind
from croupier.floor.people.roles import STAFF, HouseRole, in_rules, may_play
from croupier.floor.people.services.people import People
from croupier.floor.people.sign_in import links
from croupier.floor.people.sign_in.links import LinkKind
from croupier.floor.people.sign_in.lockout import ATTEMPTS, LOCKED_SECONDS
from croupier.floor.people.sign_in.passwords import Passwords, refuses_password
from croupier.floor.store.engines.sqlite import FILE, SqliteStore
from croupier.floor.store.people_schema import add_people
from croupier.floor.store.port import Connection
from croupier.games.people import Role
from tests.support.floor.house import (
    NOON,
    PASSWORD,
    QUICK,
    answer,
    bytes_on_disk,
    in_house,
    no_line,
    operator,
    refused,
)
from tests.support.hostile_names import hostile_texts

OTHER = "quite another one"


class Counting(PasswordHasher):
    """Counts what it is asked to do, and with which hash."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)
        self.verified: list[str] = []

    def verify(self, hash: str | bytes, password: str | bytes) -> Any:
        self.verified.append(str(hash))
        return super().verify(hash, password)


# Guests and accounts


def test_a_guest_becomes_an_account_and_keeps_the_id(tmp_path: Path) -> None:
    async def scenario(people: People, _store: SqliteStore) -> None:
        guest = await people.sign_in.arrive(NOON)
        assert ids.is_person_id(guest.person.id)
        assert re.fullmatch(r"Guest [a-z]+-\d{4}", guest.person.name)
        account = await people.sign_in.become_account(guest.person.id, "Ana", PASSWORD, NOON + 5)
        assert account.person == accounts.Person(guest.person.id, "Ana", guest=False, made=NOON)
        assert await people.sessions.visitor(guest.token, NOON + 6) is None, "the guest's session was worth less"
        again = await people.sign_in.sign_in("aNA", PASSWORD, NOON + 7)
        assert again.person.id == guest.person.id
        assert await refused(people.sign_in.become_account(guest.person.id, "Bea", PASSWORD, NOON)) == "already_account"
        assert await people.accounts.names([guest.person.id, "paaaaaaaaaaaa"]) == {guest.person.id: "Ana"}

    in_house(tmp_path, scenario)


def test_guests_have_different_names_and_ids(tmp_path: Path) -> None:
    async def scenario(people: People, _store: SqliteStore) -> None:
        guests = [await people.sign_in.arrive(NOON) for _ in range(200)]
        assert len({guest.person.id for guest in guests}) == len({guest.person.name for guest in guests}) == 200

    in_house(tmp_path, scenario)


def test_a_stuck_random_source_is_noticed_and_a_full_set_of_guest_names_is_survived(tmp_path: Path) -> None:
    async def scenario(_people: People, store: SqliteStore) -> None:
        stuck = People(store, Passwords(QUICK), entropy=bytes)
        await stuck.sign_in.arrive(NOON)
        with pytest.raises(RuntimeError, match="again and again"):
            await stuck.sign_in.arrive(NOON)
        served = iter(range(10**6))

        def repeating(count: int) -> bytes:
            """Names of four digits always the same, others not."""
            number = next(served)
            return (number * 37 * 10**4).to_bytes(count, "big") if count == 8 else number.to_bytes(count, "little")

        crowded = People(store, Passwords(QUICK), entropy=repeating)
        names = [(await crowded.sign_in.arrive(NOON)).person.name for _ in range(3)]
        assert len(set(names)) == 3

    in_house(tmp_path, scenario)


def test_the_password_is_hashed_by_the_real_argon2(tmp_path: Path) -> None:
    async def scenario(people: People, store: SqliteStore) -> None:
        await people.passwords.hasher.prepare()
        await people.sign_in.sign_up("Ana", PASSWORD, NOON)
        (stored,) = await store.read(lambda connection: connection.execute("SELECT password FROM names").fetchone())
        assert stored.startswith("$argon2id$")
        assert (await people.sign_in.sign_in("Ana", PASSWORD, NOON)).person.name == "Ana"
        assert await refused(people.sign_in.sign_in("Ana", OTHER, NOON)) == "wrong_credentials"
        assert await refused(people.sign_in.sign_in("Nobody", OTHER, NOON)) == "wrong_credentials"

    in_house(tmp_path, scenario, hasher=None)


def test_an_outdated_hash_is_made_anew_at_sign_in(tmp_path: Path) -> None:
    stronger = PasswordHasher(time_cost=2, memory_cost=16, parallelism=1)

    async def scenario(people: People, store: SqliteStore) -> None:
        await people.sign_in.sign_up("Ana", PASSWORD, NOON)
        later = People(store, Passwords(stronger))
        await later.sign_in.sign_in("Ana", PASSWORD, NOON)
        (stored,) = await store.read(lambda connection: connection.execute("SELECT password FROM names").fetchone())
        assert not stronger.check_needs_rehash(stored)
        await later.sign_in.sign_in("Ana", PASSWORD, NOON)

    in_house(tmp_path, scenario)


# Signing in


def test_an_unknown_name_and_a_wrong_password_cannot_be_told_apart(tmp_path: Path) -> None:
    hasher = Counting()

    async def scenario(people: People, _store: SqliteStore) -> None:
        await people.sign_in.sign_up("Ana", PASSWORD, NOON)
        guest = await people.sign_in.arrive(NOON)
        said = []
        for name in ("Ana", "Nobody", guest.person.name, "x" * 5000, "\ud800", "a\0b", ""):
            hasher.verified.clear()
            with pytest.raises(NotAccepted) as caught:
                await people.sign_in.sign_in(name, OTHER, NOON)
            said.append((caught.value.refusal, [hash.rsplit("$", 2)[0] for hash in hasher.verified]))
        assert len(said[0][1]) == 1
        assert all(each == said[0] for each in said)

    in_house(tmp_path, scenario, hasher)


@pytest.mark.parametrize("password", ["", "x" * 201, "\ud800" * 12, "x" * 100_000])
def test_a_password_that_nobody_can_have_is_wrong_at_the_same_cost(tmp_path: Path, password: str) -> None:
    hasher = Counting()

    async def scenario(people: People, _store: SqliteStore) -> None:
        await people.sign_in.sign_up("Ana", PASSWORD, NOON)
        hasher.verified.clear()
        assert await refused(people.sign_in.sign_in("Ana", password, NOON)) == "wrong_credentials"
        assert len(hasher.verified) == 1

    in_house(tmp_path, scenario, hasher)


async def answers(people: People, name: str) -> list[str]:
    """What somebody hears who tries wrong passwords, and after a quarter of an hour again."""
    heard = []
    for moment in [NOON] * 7 + [NOON + LOCKED_SECONDS - 1] + [NOON + LOCKED_SECONDS] * 6 + [NOON - DAY]:
        with pytest.raises(NotAccepted) as caught:
            await people.sign_in.sign_in(name, OTHER, moment)
        heard.append(str(caught.value.refusal))
    return heard


def test_a_name_is_locked_after_five_failures_whether_or_not_anybody_has_it(tmp_path: Path) -> None:
    async def scenario(people: People, _store: SqliteStore) -> None:
        await people.sign_in.sign_up("Ana", PASSWORD, NOON)
        known, unknown = await answers(people, "Ana"), await answers(people, "Nobody")
        assert known == unknown
        codes = ["locked" if "locked_out" in words else "wrong" for words in known]
        assert codes == ["wrong"] * 5 + ["locked"] * 3 + ["wrong"] * 5 + ["locked"] * 2

    in_house(tmp_path, scenario)


def test_while_locked_the_right_password_does_not_help_and_other_names_are_free(tmp_path: Path) -> None:
    async def scenario(people: People, _store: SqliteStore) -> None:
        ana = await people.sign_in.sign_up("Ana", PASSWORD, NOON)
        await people.sign_in.sign_up("Bea", PASSWORD, NOON)
        for _ in range(ATTEMPTS):
            await refused(people.sign_in.sign_in("ANA", OTHER, NOON))
        assert await refused(people.sign_in.sign_in("Ana", PASSWORD, NOON + 1)) == "locked_out"
        assert await people.sessions.visitor(ana.token, NOON + 1) is not None, "a session that is open goes on"
        await people.sign_in.sign_in("Bea", PASSWORD, NOON + 1)
        await people.sign_in.sign_in("Ana", PASSWORD, NOON + LOCKED_SECONDS)

    in_house(tmp_path, scenario)


def test_a_success_forgives_the_failures_before_it(tmp_path: Path) -> None:
    async def scenario(people: People, _store: SqliteStore) -> None:
        await people.sign_in.sign_up("Ana", PASSWORD, NOON)
        for _ in range(4):
            for _ in range(ATTEMPTS - 1):
                await refused(people.sign_in.sign_in("Ana", OTHER, NOON))
            await people.sign_in.sign_in("Ana", PASSWORD, NOON)

    in_house(tmp_path, scenario)


def test_a_hundred_guesses_at_once_are_five(tmp_path: Path) -> None:
    hasher = Counting()

    async def scenario(people: People, _store: SqliteStore) -> None:
        await people.sign_in.sign_up("Ana", PASSWORD, NOON)
        hasher.verified.clear()
        heard = await asyncio.gather(*(refused(people.sign_in.sign_in("Ana", OTHER, NOON)) for _ in range(100)))
        assert heard.count("wrong_credentials") == len(hasher.verified) == ATTEMPTS

    in_house(tmp_path, scenario, hasher)


# Names

GOOD_NAMES = (
    "Ana", "Tāne Mahuta", "José", "Jose\u0301", "李小龙", "Анна", "Νίκος", "محمد", "עדי", "O'Brien", "x", "7",
    "Zoë-Marie", "a" * 40, "Mr. 5%", "<b>bold</b>", "Jürgen 🎲", "नमस्ते", "สวัสดี", "Deal", "Ropes & Co",
)  # fmt: skip
BAD_NAMES = {
    "name_length": ("", "a" * 41, "x" * 100_000),
    "name_unseen": (
        "a\u202eb", "a\u2066b", "a\u200bb", "a\u200db", "a\ufeffb", "a\0b", "a\nb", "a\tb", "a\x7fb", "a\u2028b",
        "a\u00a0b", "\ud800", "a\ue000", "a\u0378", "\u3164", "\u115f", "a\ufe0f", "a\u034fb", "\u2800", "a\U000e0041",
        "a\u061cb", "\u3000a", "a\u00adb",
    ),
    "name_form": ("\ufb01n", "\uff21\uff4e\uff41", "①", "\U0001d4d0na", "x²", "ﷺ", "Ⅷ"),
    "name_spaces": (" Ana", "Ana ", "A  na"),
    "name_letters": ("...", "<>", "\u0301a", "a" + "\u0335" * 4, "🎲"),
    "name_reserved": (
        "operator", "OPERATOR", "The Operator", "0perator", "\u043eperator", "Op-erator", "Dealer 5", "inspect0r",
        "house", "Game_Supervisor", "Guest kauri-1234", "guest", "Pabcdefgh2345", "pabcdefgh2345", "t-roulette-1",
        "wallet:x", "pool:", "Chip-Money:x", "chips:x", "tabcdefgh2345", "ADM1N", "Croupier", "o p e r a t o r",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", GOOD_NAMES)
def test_names_that_people_have(name: str) -> None:
    assert refuses_name(name) is None


@pytest.mark.parametrize(("code", "name"), [(code, name) for code, names in BAD_NAMES.items() for name in names])
def test_names_that_are_refused(code: str, name: str) -> None:
    refusal = refuses_name(name)
    assert refusal is not None
    assert (refusal.rule, refusal.code) == ("house: names", code)


@pytest.mark.parametrize("name", ["Olive Operator", "Ian Inspector", "Dora the dealer", "Sue (supervisor)"])
def test_who_works_here_may_have_an_office_beside_a_name_of_their_own(name: str) -> None:
    assert refuses_name(name, is_staff=True) is None
    refusal = refuses_name(name)
    assert refusal is not None
    assert refusal.code == "name_reserved"


@pytest.mark.parametrize(
    "name", ["Operator", "o p e r a t o r", "Dealer", "House Operator", "Guest Operator", "Olive Admin"]
)
def test_nobody_is_called_by_an_office_alone_or_like_the_house(name: str) -> None:
    refusal = refuses_name(name, is_staff=True)
    assert refusal is not None
    assert refusal.code == "name_reserved"


@given(st.text(max_size=50))
def test_a_name_is_refused_or_kept_as_it_is_seen(name: str) -> None:
    if refuses_name(name) is None:
        kept = canonical(name)
        assert unicodedata.normalize("NFD", kept) == unicodedata.normalize("NFD", name)
        assert unicodedata.normalize("NFKC", kept) == kept
        assert refuses_name(kept) is None
        assert 1 <= len(kept) <= LONGEST
        assert name_key(kept) == name_key(name) == name_key(kept.upper().lower()) == name_key(name_key(kept))


def test_payloads_in_names_stay_text_or_are_refused(tmp_path: Path) -> None:
    async def scenario(people: People, _store: SqliteStore) -> None:
        kept = 0
        for payload in hostile_texts():
            refusal = refuses_name(payload)
            if refusal is not None:
                assert payload not in refusal.why
                assert await refused(people.sign_in.sign_up(payload, PASSWORD, NOON)) == refusal.code
                continue
            entrance = await people.sign_in.sign_up(payload, PASSWORD, NOON)
            found = await people.accounts.called(payload)
            assert found is not None
            assert (found.name, found.id) == (payload, entrance.person.id)
            kept += 1
        assert len(hostile_texts()) >= 200
        assert kept >= 150

    in_house(tmp_path, scenario)


def test_one_name_goes_to_one_person_however_many_ask_at_once(tmp_path: Path) -> None:
    spellings = ["Ana", "ANA", "ana", "aNa", "\u0410na", "An\u0430"] * 8

    async def scenario(people: People, store: SqliteStore) -> None:
        guest = await people.sign_in.arrive(NOON)
        heard = await asyncio.gather(*(answer(people.sign_in.sign_up(name, PASSWORD, NOON)) for name in spellings))
        assert sorted(heard) == ["done"] + ["name_taken"] * (len(spellings) - 1)
        assert await refused(people.sign_in.become_account(guest.person.id, "Ana", PASSWORD, NOON)) == "name_taken"
        still = await people.accounts.person(guest.person.id)
        assert still is not None
        assert still.guest
        assert still.name == guest.person.name, "a refused name leaves the old one"
        (count,) = await store.read(lambda connection: connection.execute("SELECT count(*) FROM people").fetchone())
        assert count == 2, "nobody is left behind without a name"

    in_house(tmp_path, scenario)


# Passwords


@pytest.mark.parametrize(
    ("password", "code"),
    [
        ("short", "password_length"),
        ("x" * 201, "password_length"),
        ("Password123", "password_common"),
        ("QWERTYUIOP", "password_common"),
        ("ababababababab", "password_common"),
        ("AnnaMagdalena", "password_common"),
        ("\ud800 half a pair", "password_text"),
    ],
)
def test_passwords_that_are_refused(password: str, code: str) -> None:
    refusal = refuses_password(password, "annamagdalena")
    assert refusal is not None
    assert refusal.code == code
    assert password not in refusal.why


def test_passwords_that_are_accepted_and_typed_on_another_keyboard(tmp_path: Path) -> None:
    async def scenario(people: People, _store: SqliteStore) -> None:
        for number, password in enumerate(
            ("cafe\u0301 au lait", "ten digits", "x" * 190 + "0123456789", "🎲🎰🃏♠ and dice")
        ):
            await people.sign_in.sign_up(f"Ana {number}", password, NOON)
            await people.sign_in.sign_in(f"Ana {number}", unicodedata.normalize("NFC", password), NOON)

    in_house(tmp_path, scenario)


def test_a_changed_password_ends_the_other_sessions(tmp_path: Path) -> None:
    async def scenario(people: People, _store: SqliteStore) -> None:
        first = await people.sign_in.sign_up("Ana", PASSWORD, NOON)
        second = await people.sign_in.sign_in("Ana", PASSWORD, NOON)
        person = first.person.id
        assert await refused(people.passwords.change(person, OTHER, OTHER, NOON)) == "wrong_credentials"
        assert await refused(people.passwords.change(person, PASSWORD, "short", NOON)) == "password_length"
        await people.passwords.change(person, PASSWORD, OTHER, NOON, keep=second.token)
        assert await people.sessions.visitor(first.token, NOON) is None
        assert await people.sessions.visitor(second.token, NOON) is not None
        assert await refused(people.sign_in.sign_in("Ana", PASSWORD, NOON)) == "wrong_credentials"
        await people.sign_in.sign_in("Ana", OTHER, NOON)
        for _ in range(ATTEMPTS):
            await refused(people.passwords.proves(person, PASSWORD, NOON))
        assert await refused(people.passwords.proves(person, OTHER, NOON)) == "locked_out", (
            "a stolen session is no place to guess"
        )

    in_house(tmp_path, scenario)


# Sessions


def test_sessions_end_by_themselves(tmp_path: Path) -> None:
    async def scenario(people: People, _store: SqliteStore) -> None:
        staff, ana, guest = (
            await operator(people),
            await people.sign_in.sign_up("Ana", PASSWORD, NOON),
            await people.sign_in.arrive(NOON),
        )

        async def here(token: str, now: int) -> bool:
            return await people.sessions.visitor(token, now) is not None

        assert await here(staff.token, NOON + 30 * MINUTE - 1)
        assert not await here(staff.token, NOON + 60 * MINUTE)
        assert not await here(staff.token, NOON), "what is over stays over, though the clock goes back"
        assert await here(ana.token, NOON + 8 * HOUR - 1)
        assert await here(ana.token, NOON + 16 * HOUR - 2), "it was used meanwhile"
        assert not await here(ana.token, NOON + 24 * HOUR)
        assert await here(guest.token, NOON + 29 * DAY)
        assert not await here(guest.token, NOON + 30 * DAY), "used or not"

    in_house(tmp_path, scenario)


def test_who_works_here_signs_in_anew_after_twelve_hours(tmp_path: Path) -> None:
    async def scenario(people: People, _store: SqliteStore) -> None:
        staff = await operator(people)
        for now in range(NOON, NOON + 12 * HOUR, 20 * MINUTE):
            visitor = await people.sessions.visitor(staff.token, now)
            assert visitor is not None
            assert now < visitor.until <= NOON + 12 * HOUR
        assert await people.sessions.visitor(staff.token, NOON + 12 * HOUR) is None

    in_house(tmp_path, scenario)


def test_a_role_shortens_the_sessions_that_are_open(tmp_path: Path) -> None:
    async def scenario(people: People, _store: SqliteStore) -> None:
        boss, ana = await operator(people), await people.sign_in.sign_up("Ana", PASSWORD, NOON)
        await people.roles.give(ana.person.id, HouseRole.DEALER, NOON, by=boss.person.id, has_chips=False)
        visitor = await people.sessions.visitor(ana.token, NOON)
        assert visitor is not None
        assert (visitor.roles, visitor.until) == (frozenset((HouseRole.DEALER,)), NOON + 30 * MINUTE)
        assert await people.sessions.visitor(ana.token, NOON + HOUR) is None

    in_house(tmp_path, scenario)


def test_signing_out_here_there_and_everywhere(tmp_path: Path) -> None:
    async def scenario(people: People, _store: SqliteStore) -> None:
        await people.sign_in.sign_up("Ana", PASSWORD, NOON)
        entrances = [await people.sign_in.sign_in("Ana", PASSWORD, NOON + number) for number in range(4)]
        bea = await people.sign_in.sign_up("Bea", PASSWORD, NOON)
        person = entrances[0].person.id
        listed = await people.sessions.listed(person, NOON + 9)
        assert [note.made for note in listed] == [NOON + 3, NOON + 2, NOON + 1, NOON, NOON]
        assert not await people.sessions.end(bea.person.id, listed[0].session), "only one's own"
        assert await people.sessions.end(person, listed[0].session)
        assert await people.sessions.visitor(entrances[3].token, NOON + 9) is None
        await people.sessions.sign_out(entrances[2].token)
        assert await people.sessions.visitor(entrances[2].token, NOON + 9) is None
        await people.sessions.sign_out_everywhere(person, but=entrances[1].token)
        alive = [await people.sessions.visitor(entrance.token, NOON + 9) is not None for entrance in entrances]
        assert alive == [False, True, False, False]
        await people.sessions.sign_out_everywhere(person)
        assert await people.sessions.listed(person, NOON + 9) == []
        assert await people.sessions.visitor(bea.token, NOON + 9) is not None
        for token in ("", "x", "\ud800", "x" * 10_000, "\0"):
            assert await people.sessions.visitor(token, NOON) is None

    in_house(tmp_path, scenario)


def test_the_guard_against_forged_requests_follows_from_the_session() -> None:
    token, other = ids.new_token(), ids.new_token()
    guard = ids.csrf_token(token)
    assert ids.csrf_matches(token, guard)
    assert not ids.csrf_matches(other, guard)
    assert not ids.csrf_matches(token, guard[:-1])
    assert not ids.csrf_matches(token, "é\ud800")
    assert guard != ids.token_hash(token).hex(), "what is stored must not let anybody make it"


def test_what_is_over_is_tidied_away(tmp_path: Path) -> None:
    async def scenario(people: People, store: SqliteStore) -> None:
        guest = await people.sign_in.arrive(NOON)
        await people.links.make_operator_link(NOON)
        await refused(people.sign_in.sign_in("Nobody", OTHER, NOON))
        await people.sign_in.tidy(NOON + HOUR)
        assert await people.sessions.visitor(guest.token, NOON + HOUR) is not None

        def counted(connection: Connection) -> list[int]:
            tables = ("sessions", "links", "failures")
            return [connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in tables]  # noqa: S608

        assert await store.read(counted) == [1, 1, 1]
        await people.sign_in.tidy(NOON + 40 * DAY)
        assert await store.read(counted) == [0, 0, 0]

    in_house(tmp_path, scenario)


# Links


def test_an_operators_link_serves_once(tmp_path: Path) -> None:
    async def scenario(people: People, _store: SqliteStore) -> None:
        assert not await people.roles.has_operator()
        token = await people.links.make_operator_link(NOON)
        await people.sign_in.sign_up("Ana", PASSWORD, NOON)
        assert await refused(people.links.use_operator_link(token, "ana", PASSWORD, NOON, also=no_line)) == "name_taken"
        assert (
            await refused(people.links.use_operator_link(token, "Olga", "short", NOON, also=no_line))
            == "password_length"
        )
        assert await refused(people.links.use_reset_link(token, PASSWORD, NOON, also=no_line)) == "dead_link", (
            "each kind opens its own door"
        )
        boss = await people.links.use_operator_link(token, "Olga", PASSWORD, NOON + DAY - 1, also=no_line)
        assert await people.roles.of(boss.person.id) == {HouseRole.OPERATOR}
        assert await people.roles.has_operator()

    in_house(tmp_path, scenario)


def test_a_link_that_is_used_expired_or_unknown_has_one_answer(tmp_path: Path) -> None:
    async def scenario(people: People, _store: SqliteStore) -> None:
        used, expired = await people.links.make_operator_link(NOON), await people.links.make_operator_link(NOON - DAY)
        await people.links.use_operator_link(used, "Olga", PASSWORD, NOON, also=no_line)
        said = set()
        for token in (used, expired, ids.new_token(), "", "\ud800", "\0"):
            with pytest.raises(NotAccepted) as caught:
                await people.links.use_operator_link(token, "Oscar", PASSWORD, NOON, also=no_line)
            said.add(str(caught.value))
        assert len(said) == 1

    in_house(tmp_path, scenario)


def test_the_statement_that_uses_a_link_up_asks_everything_itself(tmp_path: Path) -> None:
    """A look comes first, and time goes by while the password is hashed."""

    async def scenario(people: People, store: SqliteStore) -> None:
        token = await people.links.make_operator_link(NOON)

        def use(kind: LinkKind, now: int) -> Awaitable[object]:
            return store.write(lambda connection: links.use_link(connection, token, kind, now))

        assert await answer(use(LinkKind.RESET, NOON)) == "dead_link"
        assert await answer(use(LinkKind.OPERATOR, NOON + DAY)) == "dead_link"
        assert await answer(use(LinkKind.OPERATOR, NOON + DAY - 1)) == "done"
        assert await answer(use(LinkKind.OPERATOR, NOON)) == "dead_link"

    in_house(tmp_path, scenario)


def test_of_many_who_use_a_link_at_once_one_succeeds(tmp_path: Path) -> None:
    async def scenario(people: People, _store: SqliteStore) -> None:
        token = await people.links.make_operator_link(NOON)
        uses = (
            people.links.use_operator_link(token, f"Olga {number}", PASSWORD, NOON, also=no_line)
            for number in range(20)
        )
        heard = await asyncio.gather(*(answer(use) for use in uses))
        assert sorted(heard) == ["dead_link"] * 19 + ["done"]
        assert len(await people.accounts.after()) == 1

    in_house(tmp_path, scenario)


def test_a_forgotten_password_is_reset_by_the_operators_link(tmp_path: Path) -> None:
    async def scenario(people: People, _store: SqliteStore) -> None:
        boss, ana = await operator(people), await people.sign_in.sign_up("Ana", PASSWORD, NOON)
        guest = await people.sign_in.arrive(NOON)
        by, person = boss.person.id, ana.person.id
        assert await refused(people.links.make_reset_link(person, NOON, by=person)) == "not_operator"
        assert await refused(people.links.make_reset_link(guest.person.id, NOON, by=by)) == "no_such_person"
        assert await refused(people.links.make_reset_link("paaaaaaaaaaaa", NOON, by=by)) == "no_such_person"
        earlier, token = (
            await people.links.make_reset_link(person, NOON, by=by),
            await people.links.make_reset_link(person, NOON, by=by),
        )
        assert await refused(people.links.use_reset_link(earlier, OTHER, NOON, also=no_line)) == "dead_link", (
            "the later one takes its place"
        )
        for _ in range(ATTEMPTS):
            await refused(people.sign_in.sign_in("Ana", OTHER, NOON))
        assert await refused(people.links.use_reset_link(token, "short", NOON, also=no_line)) == "password_length"
        entrance = await people.links.use_reset_link(token, OTHER, NOON, also=no_line)
        assert entrance.person.id == person
        assert await people.sessions.visitor(ana.token, NOON) is None
        assert await people.sessions.visitor(entrance.token, NOON) is not None
        assert (await people.sign_in.sign_in("Ana", OTHER, NOON)).person.id == person, "the lock is off"
        assert await refused(people.links.use_reset_link(token, OTHER, NOON, also=no_line)) == "dead_link"

    in_house(tmp_path, scenario)


def test_a_password_changed_by_its_owner_kills_the_waiting_link(tmp_path: Path) -> None:
    async def scenario(people: People, _store: SqliteStore) -> None:
        boss, ana = await operator(people), await people.sign_in.sign_up("Ana", PASSWORD, NOON)
        token = await people.links.make_reset_link(ana.person.id, NOON, by=boss.person.id)
        await people.passwords.change(ana.person.id, PASSWORD, OTHER, NOON)
        assert await refused(people.links.use_reset_link(token, PASSWORD, NOON, also=no_line)) == "dead_link"

    in_house(tmp_path, scenario)


# Roles


def test_roles_are_given_and_taken_by_the_operator_alone(tmp_path: Path) -> None:
    async def scenario(people: People, _store: SqliteStore) -> None:
        boss, guest = await operator(people), await people.sign_in.arrive(NOON)
        workers = {
            role: await people.sign_in.sign_up(f"Ana {n}", PASSWORD, NOON) for n, role in enumerate(sorted(STAFF))
        }
        by = boss.person.id

        async def give(person: str, role: HouseRole, by: str, *, has_chips: bool = False) -> object:
            return await people.roles.give(person, role, NOON, by=by, has_chips=has_chips)

        for role, worker in workers.items():
            assert await people.roles.of(worker.person.id) == {HouseRole.PLAYER}
            assert await refused(give(worker.person.id, role, by, has_chips=True)) == "chips_on_table"
            assert await give(worker.person.id, role, by) == {role}
        for role, worker in workers.items():
            if role is not HouseRole.OPERATOR:
                assert await refused(give(guest.person.id, HouseRole.DEALER, worker.person.id)) == "not_operator"
                taking = people.roles.take(by, HouseRole.OPERATOR, NOON, by=worker.person.id)
                assert await refused(taking) == "not_operator"
        assert await refused(give(guest.person.id, HouseRole.DEALER, by)) == "guest_has_no_role"
        assert await refused(give(by, HouseRole.PLAYER, by)) == "player_is_no_office"
        assert await refused(give("paaaaaaaaaaaa", HouseRole.DEALER, by)) == "no_such_person"
        assert await refused(give(by, HouseRole.INSPECTOR, by)) == "inspector_alone"
        inspector = workers[HouseRole.INSPECTOR].person.id
        assert await refused(give(inspector, HouseRole.DEALER, by)) == "inspector_alone"
        dealer = workers[HouseRole.DEALER].person.id
        assert await give(dealer, HouseRole.GAME_SUPERVISOR, by) == {HouseRole.DEALER, HouseRole.GAME_SUPERVISOR}
        assert await people.roles.take(dealer, HouseRole.DEALER, NOON, by=by) == {HouseRole.GAME_SUPERVISOR}
        assert await people.roles.take(dealer, HouseRole.GAME_SUPERVISOR, NOON, by=by) == {HouseRole.PLAYER}

    in_house(tmp_path, scenario)


def test_the_last_operator_stays(tmp_path: Path) -> None:
    async def scenario(people: People, _store: SqliteStore) -> None:
        olga, oscar = [(await operator(people, name)).person.id for name in ("Olga", "Oscar")]
        taken = await asyncio.gather(
            people.roles.take(olga, HouseRole.OPERATOR, NOON, by=oscar),
            people.roles.take(oscar, HouseRole.OPERATOR, NOON, by=olga),
            return_exceptions=True,
        )
        assert sum(isinstance(each, NotAccepted) for each in taken) == 1
        last = oscar if HouseRole.OPERATOR in await people.roles.of(oscar) else olga
        assert await refused(people.roles.take(last, HouseRole.OPERATOR, NOON, by=last)) == "last_operator"
        assert await refused(people.accounts.close(last, NOON, has_chips=False)) == "last_operator"
        assert await people.roles.has_operator()

    in_house(tmp_path, scenario)


def test_who_works_here_does_not_play_here() -> None:
    assert may_play({HouseRole.PLAYER})
    for role in STAFF:
        assert not may_play({role})
        assert not may_play({HouseRole.PLAYER, role})


def test_the_houses_roles_are_those_of_the_rules() -> None:
    assert {in_rules(role) for role in HouseRole} == {None, *Role} - {Role.CASINO_SUPERVISOR}
    assert [role for role in HouseRole if in_rules(role) is None] == [HouseRole.INSPECTOR]


# Closing, and what is held


async def live_a_full_life(people: People) -> str:
    """Somebody of whom every table holds something."""
    boss = await operator(people)
    ana = await people.sign_in.become_account(
        (await people.sign_in.arrive(NOON)).person.id, "Anastasia Īpōnī", PASSWORD, NOON
    )
    person = ana.person.id
    await people.standings.set_limit(person, LimitKind.DEPOSIT, 100_00, NOON)
    await people.standings.set_limit(person, LimitKind.DEPOSIT, 200_00, NOON)
    await people.standings.set_limit(person, LimitKind.TIME, 3600, NOON)
    await people.standings.set_limit(person, LimitKind.LOSS, 3600, NOON)
    await people.standings.set_reality_minutes(person, 45, NOON)
    await people.standings.load(person)
    people.standings.acted(person, NOON + 10)
    people.standings.acted(person, NOON + 70)
    people.standings.reality_checked(person, NOON + 80)
    await people.standings.save_clocks()
    await people.standings.exclude(person, TimeOut.DAY, NOON)
    await people.standings.exclude(person, SelfExclusion.YEAR, NOON)
    await people.links.make_reset_link(person, NOON, by=boss.person.id)
    await people.roles.give(person, HouseRole.DEALER, NOON, by=boss.person.id, has_chips=False)
    await refused(people.sign_in.sign_in("Anastasia Īpōnī", OTHER, NOON))
    return person


def rows_of(path: Path) -> list[tuple[str, Any]]:
    connection = sqlite3.connect(path)
    names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    found = [(name, row) for name in names for row in connection.execute(f"SELECT * FROM {name}")]  # noqa: S608
    connection.close()
    return found


def test_closing_leaves_no_trace_of_name_and_credentials(tmp_path: Path) -> None:
    async def scenario(people: People, store: SqliteStore) -> str:
        person = await live_a_full_life(people)
        assert await refused(people.accounts.close(person, NOON + 100, has_chips=True)) == "chips_on_table"
        done = await people.accounts.close(person, NOON + 100, has_chips=False)
        assert done == closing.Closing(person, NOON + 100)
        assert await people.sessions.listed(person, NOON + 100) == []
        assert people.standings.known(person).closed
        failures = await store.read(lambda connection: connection.execute("SELECT * FROM failures").fetchall())
        assert failures == []
        assert await refused(people.sign_in.sign_in("Anastasia Īpōnī", PASSWORD, NOON + 100)) == "wrong_credentials"
        assert await refused(people.accounts.close(person, NOON, has_chips=False)) == "no_such_person"
        assert await refused(people.standings.set_limit(person, LimitKind.LOSS, 1, NOON)) == "no_such_person"
        people.standings.acted(person, NOON + 200)
        await people.standings.save_clocks()
        gone = await people.accounts.person(person)
        assert gone == accounts.Person(person, accounts.CLOSED_NAME, guest=True, made=NOON, closed=NOON + 100)
        assert await people.accounts.names([person]) == {}
        await people.sign_in.tidy(NOON + 3 * DAY)
        return person

    person = in_house(tmp_path, scenario)
    left = [row for row in rows_of(tmp_path / FILE) if person in str(row)]
    assert {name for name, _ in left} == {"people", "journal"}, "the id, that it is closed, and what was done under it"
    everything = bytes_on_disk(tmp_path)
    for name in ("Anastasia", "anastasia", "Īpōnī", name_key("Īpōnī")):
        assert name.encode() not in everything
    assert person.encode() in everything


def test_the_bytes_of_erased_names_are_gone_from_a_file_that_many_came_and_left(tmp_path: Path) -> None:
    """Rows move between pages as a table grows and shrinks, and leave copies behind unless the database wipes them."""
    random = Random(7)

    async def scenario(people: People, _store: SqliteStore) -> tuple[list[str], list[str]]:
        here: list[accounts.Person] = []
        gone: list[str] = []
        for number in range(200):
            name = f"Zorro {random.randrange(10**12)} {number}"
            here.append((await people.sign_in.sign_up(name, PASSWORD, NOON)).person)
            if random.random() < 0.4:
                leaving = here.pop(random.randrange(len(here)))
                await people.accounts.close(leaving.id, NOON, has_chips=False)
                gone.append(leaving.name)
        return [person.name for person in here], gone

    here, gone = in_house(tmp_path, scenario)
    everything = bytes_on_disk(tmp_path).lower()
    assert all(name.lower().encode() in everything for name in here)
    assert not [name for name in gone if name.lower().encode() in everything]


def test_a_closed_name_is_free_again_and_belongs_to_somebody_else(tmp_path: Path) -> None:
    async def scenario(people: People, _store: SqliteStore) -> None:
        first = await people.sign_in.sign_up("Ana", PASSWORD, NOON)
        await people.accounts.close(first.person.id, NOON, has_chips=False)
        second = await people.sign_in.sign_up("Ana", PASSWORD, NOON)
        assert second.person.id != first.person.id
        assert await people.sessions.visitor(first.token, NOON) is None

    in_house(tmp_path, scenario)


def test_what_the_casino_does_beside_it_is_done_with_it_or_not_at_all(tmp_path: Path) -> None:
    async def scenario(people: People, store: SqliteStore) -> None:
        seen: list[str] = []

        def fails(_connection: Connection, person: str) -> None:
            seen.append(person)
            raise LookupError

        ana = await people.sign_in.sign_up("Ana", PASSWORD, NOON)
        works: list[Callable[[], Awaitable[object]]] = [
            lambda: people.sign_in.arrive(NOON, also=fails),
            lambda: people.sign_in.sign_up("Bea", PASSWORD, NOON, also=fails),
            lambda: people.accounts.close(ana.person.id, NOON, has_chips=False, also=fails),
        ]
        for work in works:
            with pytest.raises(LookupError):
                await work()
        assert len(seen) == 3
        assert seen[2] == ana.person.id
        (count,) = await store.read(lambda connection: connection.execute("SELECT count(*) FROM people").fetchone())
        assert count == 1
        await people.sign_in.sign_in("Ana", PASSWORD, NOON)

    in_house(tmp_path, scenario)


def test_a_person_can_read_all_that_is_held(tmp_path: Path) -> None:
    """Every column of every table that knows people, but for tokens and hashes: a new one must find its place here."""
    shown_as: dict[str, dict[str, str | None]] = {
        "people": {"id": "id", "made": "made", "closed": "closed", "latest": "last_changed", "revision": "changes",
                   "reality_minutes": "reality_check_minutes"},
        "names": {"person": "id", "name": "name", "key": None, "password": "has_password", "chosen": "name_since"},
        "failures": {"name": None, **dict.fromkeys(("attempts", "last", "locked_until"), "failed_sign_ins")},
        "second_factors": {
            "person": "id",
            **dict.fromkeys(("id", "kind", "name", "secret", "counter", "made", "used"), "second_factors"),
        },
        "recovery_codes": {"person": "id", "code": "second_factors"},
        # What was asked a moment ago, and gone within an hour.
        "challenges": {"person": "id", **dict.fromkeys(("purpose", "secret", "until"), "second_factors")},
        "approvals": {
            "person": "id",
            **dict.fromkeys(("id", "what", "asked", "approver", "approved"), "second_factors"),
        },
        "sessions": {
            "person": "id",
            **dict.fromkeys(("token", "made", "seen", "device", "address", "proved"), "sessions"),
        },
        "ended_sessions": {
            "token": None,
            # What an account that was closed leaves to its browsers: then nothing says whose they were.
            **dict.fromkeys(("excluded", "barred")),
            **dict.fromkeys(("person", "until"), "ended_sessions"),
        },
        "roles": dict.fromkeys(("person", "role", "since", "given_by"), "roles"),
        "links": {"token": None, **dict.fromkeys(("kind", "person", "until", "made_by"), "links")},
        "limits": dict.fromkeys(("person", "kind", "amount", "next_amount", "next_from"), "limits"),
        "exclusions": dict.fromkeys(("person", "kind", "since", "until", "reason", "ordered_by"), "exclusions"),
        "play_clocks": dict.fromkeys(("person", "day", "played", "began", "last", "reminded"), "play_clock"),
        "school_progress": {
            "person": "id",
            **dict.fromkeys(
                ("lesson", "box", "due", "answers", "correct", "milliseconds", "fastest"), "school"
            ),
        },
        "school_exams": {
            "person": "id",
            **dict.fromkeys(
                ("id", "game", "seed", "begun", "until", "ended", "correct", "passed"), "school"
            ),
        },
        # The house's own: in which games it asks for an exam.
        "school_requirements": {"game": None, "since": None},
    }  # fmt: skip

    async def scenario(people: People, _store: SqliteStore) -> dict[str, Any]:
        person = await live_a_full_life(people)
        held = await people.accounts.held_about(person, NOON)
        assert await refused(people.accounts.held_about("paaaaaaaaaaaa", NOON)) == "no_such_person"
        await people.accounts.close(person, NOON, has_chips=False)
        bare = await people.accounts.held_about(person, NOON)
        assert bare["name"] is None
        assert not any(bare[part] for part in ("roles", "sessions", "links", "limits", "exclusions", "play_clock"))
        return held

    from sqlalchemy import MetaData

    tables = {table.name: set(table.columns.keys()) for table in add_people(MetaData())}
    assert {name: set(columns) for name, columns in shown_as.items()} == tables
    held = in_house(tmp_path, scenario)
    assert set(held) == {shown for columns in shown_as.values() for shown in columns.values() if shown} | {"guest"}
    assert held["name"] == "Anastasia Īpōnī"
    assert held["limits"]["deposit"] == {
        "amount": 100_00,
        "waiting": {"amount": 200_00, "begins": "2026-11-16T00:00:00Z"},
    }
    assert held["failed_sign_ins"]["attempts"] == 1
    assert held["play_clock"]["played_seconds"] == 60
    assert [role["role"] for role in held["roles"]] == ["dealer"]
    assert set(held["exclusions"]) == {"time-out", "self-exclusion"}
    assert len(held["sessions"]) == len(held["links"]) == 1
    assert "argon2" not in str(held)


def test_only_hashes_are_stored(tmp_path: Path) -> None:
    async def scenario(people: People, _store: SqliteStore) -> list[str]:
        boss, ana = await operator(people), await people.sign_in.sign_up("Ana", OTHER, NOON)
        reset = await people.links.make_reset_link(ana.person.id, NOON, by=boss.person.id)
        link, guest = await people.links.make_operator_link(NOON), await people.sign_in.arrive(NOON)
        await refused(people.sign_in.sign_in(PASSWORD, "a name in the wrong field", NOON))
        tokens = [boss.token, ana.token, guest.token, reset, link]
        assert {len(token) for token in tokens} == {43}
        secrets = [*tokens, *(ids.csrf_token(token) for token in tokens), PASSWORD, OTHER, "wrong field"]
        on_disk = bytes_on_disk(tmp_path)
        assert ana.person.id.encode() in on_disk, "the log lies open beside the file"
        assert not [secret for secret in secrets if secret.encode() in on_disk]
        return secrets

    secrets = in_house(tmp_path, scenario)
    on_disk = bytes_on_disk(tmp_path)
    assert not [secret for secret in secrets if secret.encode() in on_disk]


def test_the_operator_can_page_through_all_who_are_here(tmp_path: Path) -> None:
    async def scenario(people: People, _store: SqliteStore) -> None:
        boss = await operator(people)
        guests = [(await people.sign_in.arrive(NOON)).person.id for _ in range(7)]
        await people.accounts.close(guests[0], NOON, has_chips=False)
        seen, after = [], ""
        while page := await people.accounts.after(after, 3):
            seen += [(person.id, roles) for person, roles in page]
            after = page[-1][0].id
        expected = {guest: {HouseRole.PLAYER} for guest in guests[1:]}
        assert dict(seen) == {boss.person.id: {HouseRole.OPERATOR}} | expected
        assert await people.accounts.person("not an id\0") is None
        assert await people.accounts.called("\ud800") is None
        assert await people.accounts.called("nobody") is None

    in_house(tmp_path, scenario)
