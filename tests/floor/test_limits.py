"""Responsible play: limits against a plain model, time-outs, the clock of play, grants, and what the table is told."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.people import accounts
from croupier.floor.people.responsible_play import grants, play
from croupier.floor.people.responsible_play.days import DAY, HOUR, MINUTE, day_of, start_of
from croupier.floor.people.responsible_play.exclusions import SelfExclusion, TimeOut, seconds_of
from croupier.floor.people.responsible_play.limits import HIGHEST_AMOUNT, Limit, LimitKind
from croupier.floor.people.responsible_play.play_clock import GAP_SECONDS, PlayClock
from croupier.floor.people.responsible_play.standing import PersonStanding
from croupier.floor.people.roles import STAFF, HouseRole
from croupier.floor.people.services.people import People
from croupier.floor.store.engines.sqlite import FILE, SqliteStore
from croupier.floor.store.engines.sqlite_file import opened
from croupier.record.text.moments import read_utc
from tests.support.floor.house import NOON, PASSWORD, in_house, operator, refused


@pytest.fixture(scope="module")
def connection(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    made = opened(tmp_path_factory.mktemp("limits") / FILE)
    yield made
    made.close()


ON_ONE_CONNECTION = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


# Days


@pytest.mark.parametrize(
    ("moment", "day", "hours"),
    [
        ("2026-11-15T10:59:59Z", 20_772, 24),
        ("2026-11-15T11:00:00Z", 20_773, 24),
        ("2026-04-04T12:00:00Z", 20_548, 25),
        ("2026-09-26T12:00:00Z", 20_723, 23),
        ("1970-01-01T00:00:00Z", 0, 24),
    ],
)
def test_a_day_goes_from_midnight_to_midnight_in_the_houses_zone(moment: str, day: int, hours: int) -> None:
    assert day_of(read_utc(moment)) == day
    assert start_of(day + 1) - start_of(day) == hours * HOUR


@given(st.integers(0, 4_000_000_000))
def test_a_day_begins_where_the_one_before_it_ends(now: int) -> None:
    day = day_of(now)
    assert start_of(day) <= now < start_of(day + 1)
    assert day_of(start_of(day)) == day
    assert day_of(start_of(day) - 1) == day - 1


# Limits, against a plain model


class Asked(NamedTuple):
    amount: int | None
    now: int
    latest: int
    """The latest time that had been seen when it was asked."""


def size(amount: int | None) -> float:
    return float("inf") if amount is None else amount


def in_force(history: list[Asked], now: int) -> int | None:
    """The model keeps all that was ever asked, and reads it from the beginning each time."""
    if not history:
        return None
    *earlier, last = history
    before = in_force(earlier, last.now)
    if size(last.amount) <= size(before) or now >= last.latest + DAY:
        return last.amount
    return before


AMOUNTS = st.none() | st.sampled_from((0, 1, 50_00, 100_00, 100_01, 500_00)) | st.integers(0, 1000_00)
JUMPS = st.sampled_from((0, 1, HOUR, DAY - 1, DAY, DAY + 1, 3 * DAY, -1, -HOUR, -DAY, -5 * DAY)) | st.integers(
    -3 * DAY, 3 * DAY
)
STEPS = st.lists(st.tuples(JUMPS, st.just("look") | st.tuples(AMOUNTS)), min_size=1, max_size=12)


@given(STEPS)
@ON_ONE_CONNECTION
def test_limits_are_those_of_the_plain_model_whatever_the_clock_does(
    connection: sqlite3.Connection, steps: list[tuple[int, str | tuple[int | None]]]
) -> None:
    now = latest = NOON
    person = accounts.make_guest(connection, now).id
    history: list[Asked] = []
    for jump, step in steps:
        now += jump
        if isinstance(step, tuple):
            latest = max(latest, now)
            history.append(Asked(step[0], now, latest))
            play.set_limit(connection, person, LimitKind.DEPOSIT, step[0], now)
        stored = play.standing_of(connection, person).deposit
        assert stored.at(now) == in_force(history, now)
        for moment in (now - DAY, now + HOUR, now + DAY, now + 9 * DAY):
            assert stored.at(moment) == in_force(history, moment)


@given(STEPS)
def test_a_limit_never_loosens_within_a_day_of_the_last_wish(
    steps: list[tuple[int, str | tuple[int | None]]],
) -> None:
    """Without any model: what is in force grows only when the clock shows a day more than it ever did at the asking."""
    now = latest = NOON
    limit, asked_at, before = Limit(), NOON, size(None)
    for jump, step in steps:
        now += jump
        latest = max(latest, now)
        if size(limit.at(now)) > before:
            assert now >= asked_at + DAY
        before = min(before, size(limit.at(now))) if now < asked_at + DAY else size(limit.at(now))
        if isinstance(step, tuple):
            limit, asked_at = limit.changed(step[0], now, latest), latest
            assert size(limit.at(now)) == min(size(step[0]), before), "tighter at once, looser not yet"
            before = size(limit.at(now))


def test_a_limit_tightens_at_once_and_loosens_after_a_day(tmp_path: Path) -> None:
    async def scenario(people: People, _store: SqliteStore) -> None:
        person = (await people.sign_in.arrive(NOON)).person.id

        async def ask(amount: int | None, now: int) -> Limit:
            return (await people.standings.set_limit(person, LimitKind.LOSS, amount, now)).loss

        assert (await ask(100_00, NOON)).at(NOON) == 100_00
        looser = await ask(300_00, NOON)
        assert [looser.at(NOON + wait) for wait in (0, DAY - 1, DAY)] == [100_00, 100_00, 300_00]
        tighter = await ask(50_00, NOON + HOUR)
        assert [tighter.at(NOON + wait) for wait in (0, DAY, 9 * DAY)] == [50_00] * 3, "the wish before it is given up"
        removed = await ask(None, NOON - 5 * DAY)
        assert removed.at(NOON + HOUR + DAY - 1) == 50_00, "a day from the latest time seen, not from a clock gone back"
        assert removed.at(NOON + HOUR + DAY) is None
        same = await ask(50_00, NOON + 2 * HOUR)
        assert same == Limit(50_00), "asking for what is in force gives up the change that waits"

    in_house(tmp_path, scenario)


@pytest.mark.parametrize("kind", LimitKind)
def test_limits_are_whole_amounts_within_reason(tmp_path: Path, kind: LimitKind) -> None:
    highest = DAY if kind is LimitKind.TIME else HIGHEST_AMOUNT

    async def scenario(people: People, _store: SqliteStore) -> None:
        person = (await people.sign_in.arrive(NOON)).person.id
        for amount in (-1, highest + 1, 2**63, -(2**63)):
            assert await refused(people.standings.set_limit(person, kind, amount, NOON)) == "limit_range"
        await people.standings.set_limit(person, kind, highest, NOON)
        await people.standings.set_limit(person, kind, 0, NOON)
        for minutes in (14, 121, 0, -60):
            assert await refused(people.standings.set_reality_minutes(person, minutes, NOON)) == "reality_range"
        for minutes in (15, 120):
            assert (await people.standings.set_reality_minutes(person, minutes, NOON)).reality_minutes == minutes

    in_house(tmp_path, scenario)


# What the table asks


def code(refusal: object) -> str | None:
    found = getattr(refusal, "code", None)
    assert refusal is None or isinstance(found, str)
    return found


def test_the_loss_limit_counts_what_this_stake_could_lose() -> None:
    standing = PersonStanding("p", loss=Limit(100_00))
    assert standing.refuses_stake(100_00, 0, NOON) is None
    assert code(standing.refuses_stake(100_01, 0, NOON)) == "loss_limit"
    assert standing.refuses_stake(1, 99_99, NOON) is None
    assert code(standing.refuses_stake(1, 100_00, NOON)) == "loss_limit"
    assert standing.refuses_stake(150_00, -50_00, NOON) is None, "what was won today may be staked again"
    assert PersonStanding("p").refuses_stake(10**12, 10**12, NOON) is None
    assert code(PersonStanding("p", loss=Limit(0)).refuses_stake(1, 0, NOON)) == "loss_limit"


def test_the_deposit_limit_counts_what_the_house_gave_today() -> None:
    standing = PersonStanding("p", deposit=Limit(500_00))
    assert standing.refuses_deposit(500_00, 0, NOON) is None
    refusal = standing.refuses_deposit(1, 500_00, NOON)
    assert refusal is not None
    assert (refusal.rule, refusal.code) == ("house: limits", "deposit_limit")
    assert "$500" in refusal.why


def test_play_is_refused_to_who_may_not() -> None:
    assert PersonStanding("p").refuses_play(NOON) is None
    assert code(PersonStanding("p", closed=True).refuses_play(NOON)) == "account_closed"
    for role in STAFF:
        assert code(PersonStanding("p", roles=frozenset((role,))).refuses_play(NOON)) == "staff_may_not_play"
    timed_out = PersonStanding("p", time_out_until=NOON + DAY)
    assert [code(timed_out.refuses_play(NOON + wait)) for wait in (0, DAY - 1, DAY)] == ["timed_out", "timed_out", None]
    excluded = PersonStanding("p", time_out_until=NOON + DAY, excluded_until=NOON + 2 * DAY)
    assert code(excluded.refuses_play(NOON + DAY)) == "self_excluded"


LENGTHS: st.SearchStrategy[TimeOut | SelfExclusion] = st.sampled_from((*TimeOut, *SelfExclusion))


@given(st.lists(st.tuples(JUMPS, LENGTHS), min_size=1, max_size=8))
@ON_ONE_CONNECTION
def test_no_wish_and_no_clock_shortens_an_exclusion(
    connection: sqlite3.Connection, steps: list[tuple[int, TimeOut | SelfExclusion]]
) -> None:
    now = latest = NOON
    person = accounts.make_guest(connection, now).id
    ends = {TimeOut: 0, SelfExclusion: 0}
    for jump, length in steps:
        now += jump
        latest = max(latest, now)
        ends[type(length)] = max(ends[type(length)], latest + seconds_of(length))
        play.exclude(connection, person, length, now)
        standing = play.standing_of(connection, person)
        assert (standing.time_out_until, standing.excluded_until) == (ends[TimeOut], ends[SelfExclusion])
        assert standing.refuses_play(max(ends.values()) - 1) is not None
        assert standing.refuses_play(max(ends.values())) is None


def test_exclusions_are_never_shorter_than_the_calendar_says() -> None:
    for year in range(2026, 2032):
        for month in range(1, 13):
            begin = read_utc(f"{year}-{month:02}-01T00:00:00Z")
            half = (year, month + 6) if month <= 6 else (year + 1, month - 6)
            assert begin + seconds_of(SelfExclusion.HALF_YEAR) >= read_utc(f"{half[0]}-{half[1]:02}-01T00:00:00Z")
            assert begin + seconds_of(SelfExclusion.YEAR) >= read_utc(f"{year + 1}-{month:02}-01T00:00:00Z")
            assert begin + seconds_of(SelfExclusion.FIVE_YEARS) >= read_utc(f"{year + 5}-{month:02}-01T00:00:00Z")


# The clock of play


def plainly_played(acts: list[int], now: int) -> tuple[int, int]:
    """Seconds of play on this day, and when the period began, from all acts: second by second would be slower still."""
    acts = sorted({*acts})
    played, began = 0, acts[0]
    for earlier, later in zip(acts, [*acts[1:], now], strict=True):
        if later - earlier < GAP_SECONDS:
            played += max(later - max(earlier, start_of(day_of(now))), 0)
        else:
            began = later
    return played, began


FORWARD = st.lists(
    st.integers(1, 50 * MINUTE) | st.sampled_from((GAP_SECONDS - 1, GAP_SECONDS, 5 * HOUR)), min_size=1, max_size=40
)


@given(FORWARD, st.integers(0, DAY))
def test_the_clock_of_play_counts_as_the_plain_model_does(waits: list[int], start: int) -> None:
    now, clock, acts = NOON + start, PlayClock(), []
    for wait in waits:
        now += wait
        clock = clock.acted(now)
        acts.append(now)
        later = now + wait
        assert (clock.played_today(now), clock.began) == plainly_played(acts, now)
        assert clock.played_today(later) == plainly_played(acts, later)[0]
        assert clock.period_seconds(later) == (later - clock.began if wait < GAP_SECONDS else 0)


@given(st.lists(JUMPS | st.integers(-HOUR, HOUR), min_size=1, max_size=40))
def test_a_clock_that_goes_back_gives_no_play_back(jumps: list[int]) -> None:
    now, clock = NOON, PlayClock()
    for jump in jumps:
        now += jump
        after = clock.acted(now)
        assert (after.day, after.last) >= (clock.day, clock.last)
        if after.day == clock.day:
            assert after.played >= clock.played
        assert clock.played_today(min(now, clock.last)) >= clock.played
        assert clock.merged(after) == after.merged(clock) == after
        clock = after


def test_the_time_limit_counts_the_minutes_of_today() -> None:
    standing = PersonStanding("p", time=Limit(HOUR))
    for minute in range(0, 60, 10):
        standing = standing.acted(NOON + minute * MINUTE)
        assert standing.refuses_play(NOON + minute * MINUTE) is None
    assert code(standing.refuses_play(NOON + HOUR)) == "time_limit", "the minutes since the last act count too"
    standing = standing.acted(NOON + HOUR)
    assert code(standing.refuses_play(NOON + 9 * HOUR)) == "time_limit"
    assert code(standing.refuses_play(NOON - DAY)) == "time_limit", "yesterday does not come back"
    assert standing.refuses_play(start_of(day_of(NOON) + 1)) is None
    assert code(PersonStanding("p", time=Limit(0)).refuses_play(NOON)) == "time_limit"


def test_the_reality_check_comes_every_hour_of_a_period_of_play() -> None:
    standing = PersonStanding("p")
    due = []
    for minute in range(0, 200, 5):
        now = NOON + minute * MINUTE
        standing = standing.acted(now)
        if standing.check_is_due(now):
            due.append(minute)
            standing = standing.checked(now)
    assert due == [60, 120, 180]
    rested = standing.acted(NOON + 300 * MINUTE)
    assert rested.clock.period_seconds(NOON + 310 * MINUTE) == 10 * MINUTE
    assert not rested.check_is_due(NOON + 310 * MINUTE), "a new period begins anew"


# The office keeps what the table asks


def test_a_loaded_standing_follows_every_change(tmp_path: Path) -> None:
    async def scenario(people: People, store: SqliteStore) -> None:
        boss, ana = await operator(people), await people.sign_in.sign_up("Ana", PASSWORD, NOON)
        person = ana.person.id
        with pytest.raises(KeyError):
            people.standings.known(person)
        await people.standings.set_limit(person, LimitKind.TIME, HOUR, NOON)
        with pytest.raises(KeyError):
            people.standings.known(person)
        assert (await people.standings.load(person)).refuses_play(NOON) is None
        people.standings.acted(person, NOON)
        people.standings.acted(person, NOON + 600)
        await people.standings.set_limit(person, LimitKind.LOSS, 5, NOON)
        assert people.standings.known(person).clock.played == 600, "the clock runs ahead of the store"
        assert code(people.standings.known(person).refuses_stake(6, 0, NOON)) == "loss_limit"
        await people.roles.give(person, HouseRole.DEALER, NOON, by=boss.person.id, has_chips=False)
        assert code(people.standings.known(person).refuses_play(NOON)) == "staff_may_not_play"
        await people.roles.take(person, HouseRole.DEALER, NOON, by=boss.person.id)
        await people.standings.exclude(person, TimeOut.WEEK, NOON)
        assert code(people.standings.known(person).refuses_play(NOON)) == "timed_out"
        people.standings.reality_checked(person, NOON + 700)
        await people.standings.forget(person)
        with pytest.raises(KeyError):
            people.standings.known(person)
        again = await People(store).standings.load(person)
        assert again.clock == PlayClock(day_of(NOON), 600, NOON, NOON + 600, NOON + 700)
        with pytest.raises(NotAccepted):
            await people.standings.load("paaaaaaaaaaaa")

    in_house(tmp_path, scenario)


def test_a_clock_that_could_not_be_saved_is_saved_later(tmp_path: Path) -> None:
    class Failing:
        """A store whose disk is full for a while."""

        def __init__(self, store: SqliteStore) -> None:
            self.store, self.fails = store, False

        def __getattr__(self, name: str) -> object:
            if self.fails and name == "write":
                raise OSError
            return getattr(self.store, name)

    async def scenario(_people: People, store: SqliteStore) -> None:
        failing = Failing(store)
        people = People(failing)  # type: ignore[arg-type]
        person = (await people.sign_in.arrive(NOON)).person.id
        await people.standings.load(person)
        people.standings.acted(person, NOON)
        people.standings.acted(person, NOON + 60)
        failing.fails = True
        with pytest.raises(OSError, match=r"^$"):
            await people.standings.save_clocks()
        failing.fails = False
        await people.standings.save_clocks()
        assert (await People(store).standings.load(person)).clock.played == 60

    in_house(tmp_path, scenario)


# Grants


def test_the_house_gives_within_its_own_bounds_and_the_persons() -> None:
    anybody = PersonStanding("p")
    for amount in (1, 1_000_00):
        assert grants.refuses_grant(anybody, amount, 0, NOON) is None
    for amount in (0, -1, 1_000_01, 10**18):
        assert code(grants.refuses_grant(anybody, amount, 0, NOON)) == "grant_range"
    assert grants.refuses_grant(anybody, 1_000_00, 9_000_00, NOON) is None
    assert code(grants.refuses_grant(anybody, 1, 10_000_00, NOON)) == "grant_day"
    limited = PersonStanding("p", deposit=Limit(300_00))
    assert grants.refuses_grant(limited, 300_00, 0, NOON) is None
    assert code(grants.refuses_grant(limited, 300_01, 0, NOON)) == "deposit_limit"
    assert code(grants.refuses_grant(PersonStanding("p", excluded_until=NOON + 1), 1, 0, NOON)) == "self_excluded"
    assert code(grants.refuses_grant(PersonStanding("p", time_out_until=NOON + 1), 1, 0, NOON)) == "timed_out"
    assert code(grants.refuses_grant(PersonStanding("p", closed=True), 1, 0, NOON)) == "account_closed"
    assert grants.welcome("pabc") == grants.Welcome("pabc", 1_000_00, "welcome-pabc")
