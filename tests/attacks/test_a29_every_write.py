"""A kill between any two writes of every path that writes (A29). The paths are found in the sources, not by hand.

A new path without a change here fails `test_A29_every_path_that_writes_is_killed_somewhere`, and a change that does not
come by its path fails its own test.
"""

from __future__ import annotations

import asyncio
import base64
import hmac
import struct
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.house_rules.request import Request
from croupier.floor.keeping.audits.audit import inspect
from croupier.floor.people.responsible_play.days import DAY
from croupier.floor.people.responsible_play.exclusions import HouseExclusion
from croupier.floor.people.roles import HouseRole
from croupier.floor.people.services.second_factors import Prover
from croupier.floor.people.sign_in.second_factors import STEP_SECONDS, FactorProof, PasskeyPlace
from croupier.floor.school_office import DrillDone
from croupier.floor.store.port import StoreError
from croupier.floor.tables.opening import TableDevice
from croupier.floor.tournaments.opening import TournamentSpec
from croupier.games.acts import BuyIn, HoldUnclaimed
from croupier.games.people import Actor, Role
from croupier.record.house_journal.chip_slips import Pieces, SlipKind
from croupier.school.drill import DrillAnswer
from croupier.school.lessons import lessons
from tests.support.floor.faults import Fuse, connections
from tests.support.floor.tournaments import TERMS
from tests.support.floor.writing_paths import writing_paths
from tests.support.server import changes
from tests.support.server.steady_clock import Steady
from tests.support.server.wire import PASSWORD, House, buy_in, in_house

Change = Callable[[House], Awaitable[Any]]
Prepared = Callable[[House], Awaitable[Change]]
PLACE = PasskeyPlace("house.example", "https://house.example")


def _always(change: Change) -> Prepared:
    """A change that needs nothing before it."""

    async def prepared(_house: House) -> Change:
        return change

    return prepared


# Money and tables


async def grant(house: House) -> Change:
    ana = await house.guest()
    return lambda house: house.casino.grant(ana.id, 100_00)


async def claim(house: House) -> Change:
    table, ana = await house.table(), await house.guest()
    await house.casino.act(table, Request(person=ana.id, act=BuyIn(house.id_at(table, ana), 60_00)))
    hold = HoldUnclaimed(house.id_at(table, ana), by=Actor(Role.OPERATOR, "pboss"))
    await house.casino.act(table, Request(person="pboss", act=hold))
    return lambda house: house.casino.claim(ana.id)


async def bought_chips(house: House) -> Change:
    table, ana = await house.table(), await house.guest()
    return lambda house: house.act(table, ana, "buy", buy_in(50_00))


async def retired(house: House) -> Change:
    table, boss = await house.table(), await house.operator()

    async def change(house: House) -> None:
        if table in house.casino.actors:  # a server that was killed opens it when it starts again
            await house.casino.retire(table, "worn out", by=boss.id)

    return change


async def wound_up(house: House) -> Change:
    table, ana, boss = await house.table(), await house.guest(), await house.operator()
    await house.act(table, ana, "buy", buy_in(50_00))

    house.casino.actor(table).trouble = "out of order"
    return lambda house: house.casino.wind_up(table, "out of order", by=boss.id)


async def walk_ups(house: House) -> Change:
    spec = TournamentSpec(conditions=TERMS, runs_itself=False, decide=5)
    cup, boss = (await house.casino.make_tournament(spec, id="cup")).id, await house.operator()
    return lambda house: house.casino.enter_walk_ups(cup, "name\nAna\nBea\n", by=boss.id, is_operator=True)


async def on_duty(house: House, change: Callable[[House, str, str], Awaitable[Any]]) -> Change:
    dora, table = await house.staff(HouseRole.DEALER, "Dora"), await house.table(live=True, betting_seconds=None)
    await house.casino.take_duty(table, dora.id)
    return lambda house: change(house, table, dora.id)


async def left_duty(house: House) -> Change:
    return await on_duty(house, lambda house, table, dealer: house.casino.duties.leave(table, dealer))


async def relieved(house: House) -> Change:
    return await on_duty(house, lambda house, table, _dealer: house.casino.duties.relieve(table, "pboss"))


async def jumped(house: House) -> Change:
    house.time += DAY
    return lambda house: house.casino.note_jump()


async def verified(house: House) -> Change:
    boss = await house.operator()
    return lambda house: house.casino.book.note(f"verified by {boss.id}: all checks passed")


async def private_copies(house: House) -> Change:
    table, boss = await house.table(), await house.operator()
    return lambda house: house.casino.allow_private_copies(table, is_allowed=False, by=boss.id)


# Slips of chips and cash


FLOAT = (Pieces(25_00, 400),)


async def drop_box(house: House) -> Change:
    table = await house.table(live=True, betting_seconds=None)
    return lambda house: house.casino.chips.take_box(table, "pboss")


async def box_counted(house: House) -> Change:
    table = await house.table(live=True, betting_seconds=None)
    box = await house.casino.chips.take_box(table, "pboss")
    return lambda house: house.casino.chips.count_box(box.number, (Pieces(20_00, 3),), "pboss")


async def slip_asked(house: House) -> Change:
    table = await house.table(live=True, betting_seconds=None)
    return lambda house: house.casino.chips.ask(table, SlipKind.OPENING, FLOAT, "pboss")


def _of_slip(change: Callable[[House, int], Awaitable[Any]]) -> Prepared:
    """`change` has the number of an opening float that waits for its second name."""

    async def prepared(house: House) -> Change:
        table = await house.table(live=True, betting_seconds=None)
        slip = await house.casino.chips.ask(table, SlipKind.OPENING, FLOAT, "pboss")
        return lambda house: change(house, slip.number)

    return prepared


slip_signed = _of_slip(lambda house, number: house.casino.chips.sign(number, "pother"))
slip_withdrawn = _of_slip(lambda house, number: house.casino.chips.withdraw(number, "pother"))


# Devices


async def device_made(house: House) -> Change:
    table = await house.table(live=True, betting_seconds=None)
    return lambda house: house.casino.devices.make(table, "Wheel", "pboss")


def _of_device(change: Callable[[House, str, TableDevice, str], Awaitable[Any]]) -> Prepared:
    """`change` has the table, its device and the token."""

    async def prepared(house: House) -> Change:
        table = await house.table(live=True, betting_seconds=None)
        device, token = await house.casino.devices.make(table, "Wheel", "pboss")
        return lambda house: change(house, table, device, token)

    return prepared


async def house_pace(house: House) -> Change:
    table = await house.table(live=True, betting_seconds=None)
    return lambda house: house.casino.pit.set_pace(table, 60, "pboss")


device_revoked = _of_device(lambda house, table, device, _: house.casino.devices.revoke(table, device.id, "pboss"))
device_admitted = _of_device(lambda house, table, _, token: house.casino.devices.admit(table, token, 1))
device_refused = _of_device(lambda house, table, device, _: house.casino.devices.note_refusal(device, table, "repeat"))


# People


async def house_exclusion(house: House) -> Change:
    ana, boss = await house.guest(), await house.operator()
    now = house.casino.time()
    order = HouseExclusion(now, now + DAY, "asked for it", boss.id)
    book = house.casino.book

    def also(connection: Any, person: str) -> None:
        book.put(connection, f"looked at {person}")

    return lambda house: house.casino.people.standings.order_exclusion(ana.id, order, now, also)


async def saved_clocks(house: House) -> Change:
    table, ana = await house.table(), await house.guest()
    await house.act(table, ana, "buy", buy_in(50_00))

    async def change(house: House) -> None:
        standings = house.casino.people.standings
        standings.acted(ana.id, house.casino.time())
        await standings.save_clocks()

    return change


async def proved_password(house: House) -> Change:
    ana = await changes.account(house, "Ana")
    return lambda house: house.casino.people.passwords.proves(ana.id, PASSWORD, house.casino.time(), place="here")


def _of_sessions(change: Callable[[House, Any, str], Awaitable[Any]]) -> Prepared:
    async def prepared(house: House) -> Change:
        ana = await house.guest()
        (session,) = await house.casino.people.sessions.listed(ana.id, house.casino.time())
        house.time += 120
        return lambda house: change(house, ana, session.session)

    return prepared


def _seen(house: House, connection: Any, person: str) -> None:
    house.casino.book.put(connection, f"{person} was seen")


async def wrong_password(house: House) -> Change:
    await house.staff(HouseRole.DEALER, "Dora")

    async def change(house: House) -> None:
        house.time += 3600
        await house.ask("POST", "/api/v1/sessions", json={"name": "Dora", "password": "a wrong password"})
        await asyncio.sleep(0.01)  # who asks is not kept waiting for the line

    return change


async def tidied(house: House) -> Change:
    await house.casino.people.links.make_operator_link(house.casino.time())
    house.time += 40 * DAY
    return lambda house: house.casino.people.sign_in.tidy(house.casino.time())


# Second factors


def _code(secret: str, now: int) -> str:
    """RFC 6238, from the document."""
    digest = hmac.digest(base64.b32decode(secret), struct.pack(">Q", now // STEP_SECONDS), "sha1")
    at = digest[-1] & 15
    return f"{(int.from_bytes(digest[at : at + 4]) & 0x7FFFFFFF) % 1_000_000:06}"


def _of_factors(change: Callable[[House, str, str], Awaitable[Any]], *, has_one: bool = True) -> Prepared:
    """`change` has the person and the secret in their app."""

    async def prepared(house: House) -> Change:
        ana, factors = await changes.account(house, "Ana"), house.casino.people.second_factors
        offer = await factors.offer_totp(ana.id, "Ana", house.casino.time())
        if has_one:
            now = house.casino.time()
            await factors.add_totp(ana.id, _code(offer.secret, now), "Phone", now)
        return lambda house: change(house, ana.id, offer.secret)

    return prepared


async def _take(house: House, person: str, _secret: str) -> None:
    factors = house.casino.people.second_factors
    for factor in (await factors.held(person)).factors:
        await factors.take(person, factor.id, house.casino.time())


async def _prove(house: House, person: str, secret: str) -> None:
    house.time += 3600
    now = house.casino.time()
    proof = FactorProof(code=_code(secret, now))
    await house.casino.people.second_factors.prove(Prover(person, "a token", "here", now), PASSWORD, proof, now)


async def _add(house: House, person: str, secret: str) -> None:
    house.time += STEP_SECONDS
    factors, now = house.casino.people.second_factors, house.casino.time()
    if not (await factors.held(person)).factors:
        await factors.add_totp(person, _code(secret, now), "Phone", now)


async def approved(house: House) -> Change:
    boss, other = await house.operator(), await house.staff(HouseRole.OPERATOR, "Otto")
    factors = house.casino.people.second_factors
    await factors.is_approved(boss.id, "role inspector to somebody", house.casino.time())
    (waiting,) = await factors.waiting(house.casino.time())
    book = house.casino.book

    def also(connection: Any, _approval: Any) -> None:
        book.put(connection, f"{other.id} agrees")

    return lambda house: factors.approve(waiting.id, other.id, house.casino.time(), also)


# The school


async def exam_begun(house: House) -> Change:
    ana = await house.guest()
    return lambda house: house.casino.school.begin_exam(ana.id, "roulette")


async def exam_ended(house: House) -> Change:
    ana = await house.guest()
    begun = await house.casino.school.begin_exam(ana.id, "roulette")
    return lambda house: house.casino.school.end_exam(ana.id, begun.record.id, ())


async def lesson_kept(house: House) -> Change:
    ana = await house.guest()
    done = DrillDone(next(iter(lessons())), 7, DrillAnswer(), 1000)
    return lambda house: house.casino.school.keep(ana.id, (done,))


# All of them, by their path


def at(module: str, name: str) -> str:
    return f"croupier.floor.{module} {name}"


BOOK, CASINO, SCHOOL, CHIPS = "house_journal", "casino", "school_office", "chips_office"
DUTIES = "duties"
LINKS, SESSIONS = "people.services.links", "people.services.sessions"
SIGN_IN, STANDINGS, FACTORS = (
    "people.services.sign_in",
    "people.services.standings",
    "people.services.second_factors",
)

KILLED: dict[str, Prepared] = {
    at(CASINO, "Casino.allow_private_copies"): private_copies,
    at(CHIPS, "ChipsOffice._after"): drop_box,
    at(CHIPS, "ChipsOffice.ask"): slip_asked,
    at(CHIPS, "ChipsOffice.count_box"): box_counted,
    at(CHIPS, "ChipsOffice.sign"): slip_signed,
    at(CHIPS, "ChipsOffice.take_box"): drop_box,
    at(CHIPS, "ChipsOffice.withdraw"): slip_withdrawn,
    at(CASINO, "Casino.claim"): claim,
    at(CASINO, "Casino.enter_walk_ups"): walk_ups,
    at(CASINO, "Casino.grant"): grant,
    at(DUTIES, "Duties.leave"): left_duty,
    at(CASINO, "Casino.note_jump"): jumped,
    at(CASINO, "Casino.opened_new"): changes.new_table,
    at(DUTIES, "Duties.relieve"): relieved,
    at(CASINO, "Casino.retire"): retired,
    at(DUTIES, "Duties._change"): changes.taken_duty,
    at(DUTIES, "Duties.take"): changes.taken_duty,
    at(CASINO, "Casino.wind_up"): wound_up,
    at(BOOK, "Book.grant"): grant,
    at(BOOK, "Book.note"): verified,
    at(BOOK, "Book.note_settings"): _always(lambda house: house.casino.book.note_settings("port 1")),
    at(BOOK, "Book.open"): _always(lambda house: house.casino.book.open()),
    at(BOOK, "Book.written"): grant,
    at("devices_office", "DevicesOffice.admit"): device_admitted,
    at("devices_office", "DevicesOffice.make"): device_made,
    at("devices_office", "DevicesOffice.note_refusal"): device_refused,
    at("devices_office", "DevicesOffice.revoke"): device_revoked,
    at("pit", "Pit.set_pace"): house_pace,
    at(LINKS, "LinkService.invite"): changes.new_invitation,
    at(LINKS, "LinkService.make_operator_link"): _always(
        lambda house: house.casino.people.links.make_operator_link(house.casino.time())
    ),
    at(LINKS, "LinkService.make_reset_link"): changes.new_reset_link,
    at(LINKS, "LinkService.use_invitation"): changes.by_invitation,
    at(LINKS, "LinkService.use_operator_link"): changes.by_operator_link,
    at(LINKS, "LinkService.use_reset_link"): changes.by_reset_link,
    at("people.services.passwords", "PasswordService._attempted"): changes.new_password,
    at("people.services.passwords", "PasswordService.change"): changes.new_password,
    at("people.services.passwords", "PasswordService.proves"): proved_password,
    at(FACTORS, "SecondFactorService._added"): _of_factors(_add, has_one=False),
    at(FACTORS, "SecondFactorService.approve"): approved,
    at(FACTORS, "SecondFactorService.ask_passkey"): _of_factors(
        lambda house, person, _: house.casino.people.second_factors.ask_passkey(person, PLACE, house.casino.time())
    ),
    at(FACTORS, "SecondFactorService.drop_all"): _of_factors(
        lambda house, person, _: house.casino.people.second_factors.drop_all(person, house.casino.time())
    ),
    at(FACTORS, "SecondFactorService.is_approved"): _of_factors(
        lambda house, person, _: house.casino.people.second_factors.is_approved(person, "a role", house.casino.time())
    ),
    at(FACTORS, "SecondFactorService.new_recovery_codes"): _of_factors(
        lambda house, person, _: house.casino.people.second_factors.new_recovery_codes(person, house.casino.time())
    ),
    at(FACTORS, "SecondFactorService.offer_passkey"): _of_factors(
        lambda house, person, _: house.casino.people.second_factors.offer_passkey(
            person, "Ana", PLACE, house.casino.time()
        )
    ),
    at(FACTORS, "SecondFactorService.offer_totp"): _of_factors(
        lambda house, person, _: house.casino.people.second_factors.offer_totp(person, "Ana", house.casino.time())
    ),
    at(FACTORS, "SecondFactorService.prove"): _of_factors(_prove),
    at(FACTORS, "SecondFactorService.take"): _of_factors(_take),
    at("people.services.refusals", "Refusals.tell.<locals>.tell"): wrong_password,
    at(SESSIONS, "SessionService.end"): _of_sessions(
        lambda house, ana, session: house.casino.people.sessions.end(ana.id, session)
    ),
    at(SESSIONS, "SessionService.end_by_staff"): _of_sessions(
        lambda house, ana, session: house.casino.people.sessions.end_by_staff(ana.id, session, partial(_seen, house))
    ),
    at(SESSIONS, "SessionService.sign_out"): _of_sessions(
        lambda house, ana, _: house.casino.people.sessions.sign_out(ana.token)
    ),
    at(SESSIONS, "SessionService.sign_out_everywhere"): _of_sessions(
        lambda house, ana, _: house.casino.people.sessions.sign_out_everywhere(ana.id)
    ),
    at(SESSIONS, "SessionService.visitor"): _of_sessions(
        lambda house, ana, _: house.casino.people.sessions.visitor(ana.token, house.casino.time())
    ),
    at(SIGN_IN, "SignInService._judged"): changes.signed_in,
    at(SIGN_IN, "SignInService.arrive"): changes.new_guest,
    at(SIGN_IN, "SignInService.become_account"): changes.guest_with_a_name,
    at(SIGN_IN, "SignInService.sign_in"): changes.signed_in,
    at(SIGN_IN, "SignInService.sign_up"): _always(
        lambda house: house.ask("POST", "/api/v1/accounts", json={"name": "Ana", "password": PASSWORD})
    ),
    at(SIGN_IN, "SignInService.tidy"): tidied,
    at(STANDINGS, "StandingService._with_standing"): changes.new_limit,
    at(STANDINGS, "StandingService.changed"): changes.given_role,
    at(STANDINGS, "StandingService.exclude"): changes.new_time_out,
    at(STANDINGS, "StandingService.order_exclusion"): house_exclusion,
    at(STANDINGS, "StandingService.save_clocks"): saved_clocks,
    at(STANDINGS, "StandingService.set_limit"): changes.new_limit,
    at(STANDINGS, "StandingService.set_reality_minutes"): changes.new_reality_check,
    at("people.services.accounts", "AccountService.close"): changes.closed_account,
    at("people.services.roles", "RoleService.give"): changes.given_role,
    at("people.services.roles", "RoleService.take"): changes.taken_role,
    at(SCHOOL, "SchoolOffice.begin_exam"): exam_begun,
    at(SCHOOL, "SchoolOffice.end_exam"): exam_ended,
    at(SCHOOL, "SchoolOffice.keep"): lesson_kept,
    at(SCHOOL, "SchoolOffice.require"): _always(
        lambda house: house.casino.school.require("roulette", "pboss", is_required=True)
    ),
    at("tables.actor", "TableActor._stored"): bought_chips,
}
ELSEWHERE = {
    at("cluster.members", "Colleagues._renew"): "leases: nothing of people or money",
    at("cluster.members", "Colleagues.hand_over"): "leases: nothing of people or money",
    at("cluster.members", "Colleagues.join"): "leases: nothing of people or money",
    at("casino", "Casino._settle_late"): "the lines of a table that is wound up, which is killed above",
    at("late_wagers", "LateWagers.note"): "one line by Book.note, which is killed above",
    at("tournaments.finished", "FinishedTournaments.note"): "one statement's marks: they spare a start reading",
    at("tournaments.leagues", "LeagueOffice.count"): "killed in tests/floor/test_leagues.py, after an evening",
    at("tournaments.leagues", "LeagueOffice.drop"): "killed in tests/floor/test_leagues.py, after an evening",
    at("tournaments.leagues", "LeagueOffice.open"): "killed in tests/floor/test_leagues.py, after an evening",
    "croupier.serve.routes.inspection.verification verification": "one line by Book.note, which is killed above",
}


def test_A29_every_path_that_writes_is_killed_somewhere() -> None:
    assert writing_paths() == set(KILLED) | set(ELSEWHERE)


class Paths:
    """Which functions stand behind the writes of a store."""

    def __init__(self, store: Any) -> None:
        self.seen: set[str] = set()
        for name in ("write", "append"):
            setattr(store, name, self._noting(getattr(store, name)))

    def _noting(self, plain: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*given: Any) -> Any:
            frame = sys._getframe(1)
            while frame is not None:
                self.seen.add(f"{frame.f_globals.get('__name__')} {frame.f_code.co_qualname}")
                frame = frame.f_back  # type: ignore[assignment]
            return plain(*given)

        return noted


async def _done(change: Change, house: House) -> bool:
    """Whether it was done, or refused because it was done before."""
    try:
        answer = await change(house)
    except (StoreError, NotAccepted) as failed:
        return isinstance(failed, NotAccepted) and failed.refusal.code not in {"not_done", "unknown", "error"}
    return not isinstance(answer, httpx.Response) or answer.status_code not in {500, 503}


BY_CHANGE = {change: [path for path, other in KILLED.items() if other is change] for change in KILLED.values()}


@pytest.mark.parametrize("paths", BY_CHANGE.values(), ids=lambda paths: paths[-1].split(" ")[-1])
def test_A29_whatever_is_killed_the_house_follows(tmp_path: Path, paths: list[str]) -> None:
    """Each call of the database in turn is the last; then an audit of all books."""
    fuse = Fuse()

    async def scenario(house: House) -> None:
        change = await KILLED[paths[0]](house)
        taken = Paths(house.store)
        for call in range(1, 200):
            fuse.arm("killed before", call, stays=True)
            done = await _done(change, house)
            calls = fuse.mend()
            assert inspect(house.casino.folder).breaches == (), f"killed at call {call}"
            if calls < call:
                break
        else:
            raise AssertionError("it is never done")
        assert done
        assert taken.seen >= set(paths)

    in_house(tmp_path, scenario, factory=connections(fuse), steady=Steady())
