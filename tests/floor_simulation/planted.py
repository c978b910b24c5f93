"""Bugs planted on purpose: each is a slip that somebody could make, and the simulation must find every one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from croupier.floor.cluster.members import Colleagues
from croupier.floor.house_rules.guard import HouseGuard
from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.schedules.cash import draws_now
from croupier.floor.store import statements
from croupier.floor.store.port import Batch
from croupier.floor.tables.actor import TableActor
from croupier.floor.tables.answers import Answers, WaitingRequest, refuse_all
from croupier.floor.tables.chance import Sealed
from croupier.floor.tables.draft import Draft
from croupier.floor.tables.recovery import Folded
from croupier.record.journals.journal import read_stamp
from croupier.serve.relay import relay
from croupier.serve.relay.front import Front
from croupier.serve.relay.link import Link
from tests.floor_simulation.runs import run_seed
from tests.floor_simulation.world import Outcome

Patches = Iterator[tuple[Any, str, Any]]
Bug = Callable[[], Patches]


def number_not_checked() -> Patches:
    """Who comes second with a number takes the next one, without looking at what the first wrote."""
    put = statements.put

    def renumbered(connection: Any, batches: Any) -> None:
        put(connection, [_after_the_last(connection, batch) for batch in batches])

    yield statements, "put", renumbered


def _after_the_last(connection: Any, batch: Batch) -> Batch:
    (last,) = connection.execute("SELECT max(number) FROM journal WHERE stream = ?", (batch.stream,)).fetchone()
    behind = 0 if last is None else last + 1 - batch.entries[0].number
    return replace(batch, entries=tuple(replace(entry, number=entry.number + behind) for entry in batch.entries))


def answer_before_commit() -> Patches:
    """A receipt is given before the act is stored."""
    settle = TableActor._settle

    async def hasty(actor: TableActor, draft: Draft, accepted: Any) -> None:
        actor._answers.give(accepted, draft.time)
        await asyncio.sleep(0.05)
        await settle(actor, draft, accepted)

    yield TableActor, "_settle", hasty


def told_before_commit() -> Patches:
    """Watchers hear of an entry while it is being stored."""
    stored = TableActor._stored

    async def chatty(actor: TableActor, draft: Draft, players: Any = ()) -> None:
        told = Folded(draft.head, tuple(draft.shown))
        actor._tell(told)
        await stored(actor, draft, players)

    yield TableActor, "_stored", chatty


def draw_before_close_is_durable() -> Patches:
    """The outcome is drawn in the same breath as "No more bets"."""
    let_time_pass = Draft.let_time_pass

    def eager(draft: Draft) -> None:
        let_time_pass(draft)
        while draws_now(draft.head, draft.setting.pace, draft.time) and draft.draw():
            pass

    yield Draft, "let_time_pass", eager


def draw_that_hangs_on_arrival() -> Patches:
    """The order in which players' random bytes came goes into the outcome."""
    drawn = Sealed.drawn

    def ordered(source: Sealed, stream: str, round: Any, chance: Any) -> Any:
        return drawn(source, stream, round.after("00" * 16, is_draw=False) if round.nonces else round, chance)

    yield Sealed, "drawn", ordered


def unknown_counts_as_not_done() -> Patches:
    """A commit whose answer was lost counts as one that failed."""

    async def careless(actor: TableActor, accepted: Any) -> None:
        await actor._look_again()
        refuse_all((each for each, _ in accepted), HouseRule.NOT_DONE.refusal("stored"))

    yield TableActor, "_after_failure", careless


def unknown_counts_as_done() -> Patches:
    """A commit whose answer was lost counts as one that passed."""

    async def hopeful(actor: TableActor, accepted: Any) -> None:
        for each, entry in accepted:
            actor._answers.give([(each, entry)], read_stamp(entry.line)[1].time)
        await actor._look_again()

    yield TableActor, "_after_failure", hopeful


def key_not_kept() -> Patches:
    """The client's key is not stored, so that a repeated request acts twice."""
    enter = Draft._enter

    def forgetful(draft: Draft, *arguments: Any, **more: Any) -> Any:
        return enter(draft, *arguments, **(more | {"key": None}))

    yield Draft, "_enter", forgetful


def repeated_request_refused() -> Patches:
    """A request that was done at another server is refused here because its key is used."""

    async def refusing(_: Answers, each: WaitingRequest) -> None:
        each.refuse(HouseRule.KEY_USED.refusal())

    yield Answers, "repeat_from_store", refusing


def limits_not_looked_at_again() -> Patches:
    """What a player changed at another server is not looked at when their wager is stored."""
    yield HouseGuard, "terms", lambda *_: ()

    async def once(guard: HouseGuard, persons: Any, time: int, *, anew: bool = True) -> None:
        del anew
        for person in persons:
            if person not in guard._lost:
                await guard._look_again(person, time)

    yield HouseGuard, "load", once


def time_passes_after_the_act() -> Patches:
    """An act is judged before what time has brought about."""
    request, let_time_pass = Draft.request, Draft.let_time_pass

    def late(draft: Draft, asked: Any) -> Any:
        entry = request(draft, asked)
        let_time_pass(draft)
        return entry

    yield Draft, "request", late
    yield Draft, "let_time_pass", lambda *_: None


def lost_race_counts_as_done() -> Patches:
    """Who loses the race for a number believes that their own entry is there."""

    put = statements.put

    def forgiving(connection: Any, batches: Any) -> None:
        fresh = [
            batch
            for batch in batches
            if not connection.execute(statements.EXISTS, (batch.stream, batch.entries[0].number)).fetchone()
        ]
        if fresh:
            put(connection, fresh)

    yield statements, "put", forgiving


def relay_that_reorders() -> Patches:
    """What a turn of the loop has to say to another server goes out last word first."""
    flush = Link._flush

    def reversed_flush(link: Link) -> None:
        link._waiting.reverse()
        flush(link)

    yield Link, "_flush", reversed_flush


def home_that_does_not_look() -> Patches:
    """A new home shows what it knows, and does not read what others stored before."""

    async def hasty(_: TableActor) -> None: ...

    yield relay, "_abreast", hasty


def socket_left_at_a_table_that_is_gone() -> Patches:
    """A home that does not know the table any more says that it cannot hold the socket now."""

    def is_held_later(_: NotAccepted) -> tuple[int, str]:
        return relay.NOT_HELD, ""

    yield relay, "close_of", is_held_later


def second_home_speaks_for_the_first() -> Patches:
    """An act that was asked at two homes is called not done because the second has not done it."""

    def forgetful(front: Front, text: str, key: str) -> str:
        front._unanswered.pop(key, None)
        return text

    yield Front, "_answered", forgetful


def lease_by_local_clock() -> Patches:
    """A server goes by its own clock when it takes a lease, and believes in it for an hour."""
    renew = Colleagues._renew

    async def believing(cluster: Colleagues) -> None:
        held = cluster.spread.held
        await renew(cluster)
        cluster.spread = replace(cluster.spread, held=cluster.spread.held | held)
        cluster._held_until += 3600

    yield Colleagues, "_renew", believing


BUGS: dict[str, Bug] = {
    bug.__name__: bug
    for bug in (
        number_not_checked,
        answer_before_commit,
        told_before_commit,
        draw_before_close_is_durable,
        draw_that_hangs_on_arrival,
        unknown_counts_as_not_done,
        unknown_counts_as_done,
        key_not_kept,
        repeated_request_refused,
        limits_not_looked_at_again,
        time_passes_after_the_act,
        lost_race_counts_as_done,
        relay_that_reorders,
        home_that_does_not_look,
        socket_left_at_a_table_that_is_gone,
        second_home_speaks_for_the_first,
        lease_by_local_clock,
    )
}


@contextmanager
def planted(bug: Bug) -> Iterator[None]:
    with ExitStack() as stack:
        for target, name, value in bug():
            stack.enter_context(patch.object(target, name, value))
        yield


def run_with(seed: int, bug: str | None = None) -> Outcome:
    """One run, with that bug where one is named."""
    with planted(BUGS[bug]) if bug else nullcontext():
        return run_seed(seed)
