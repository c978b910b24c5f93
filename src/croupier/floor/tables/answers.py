"""Requests that wait for their answer, and the answers that were given: the same key is the same request."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Iterable

from croupier.floor import metrics
from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.house_rules.refusal import HouseRefusal
from croupier.floor.house_rules.request import Request
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.store.port import NewEntry, Store
from croupier.floor.store.statements import used
from croupier.floor.tables.receipt import Receipt
from croupier.record.journals.journal import read_stamp

KEPT_KEYS = 2048
"""Answers kept in mind; older ones are in the store."""


class WaitingRequest:
    """A request and its answer to come."""

    __slots__ = ("answer", "request")

    def __init__(self, request: Request, answer: asyncio.Future[Receipt]) -> None:
        self.request, self.answer = request, answer

    @property
    def mark(self) -> tuple[str, str]:
        return self.request.person, self.request.key

    def accept(self, receipt: Receipt) -> None:
        if not self.answer.done():
            self.answer.set_result(receipt)

    def refuse(self, refusal: HouseRefusal) -> None:
        self.fail(NotAccepted(refusal))

    def fail(self, error: Exception) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)


def refuse_all(waiting: Iterable[WaitingRequest], refusal: HouseRefusal) -> None:
    for each in waiting:
        each.refuse(refusal)


Accepted = list[tuple[WaitingRequest, NewEntry]]
"""Requests that are on their way into the journal, with their entries."""
Refused = list[tuple[WaitingRequest, NotAccepted]]


class Answers:
    def __init__(self, table: str, store: Store) -> None:
        self._table, self._store = table, store
        self._given: OrderedDict[tuple[str, str], tuple[bytes, Receipt]] = OrderedDict()

    def is_answered(self, each: WaitingRequest, before: dict[tuple[str, str], WaitingRequest]) -> bool:
        """A request that was made before gets the answer that it got, or is about to get."""
        request = each.request
        if not request.key:
            return False
        if (known := self._given.get(each.mark)) is not None:
            body, receipt = known
            self._repeat(each, receipt if body == request.body else None)
            return True
        other = before.setdefault(each.mark, each)
        if other is each:
            return False
        if other.request.body == request.body:
            other.answer.add_done_callback(lambda done: _pass_on(done, each.answer))
        else:
            self._repeat(each, None)
        return True

    def give(self, accepted: Iterable[tuple[WaitingRequest, NewEntry]], time: int) -> None:
        for each, entry in accepted:
            self._give(each, Receipt(self._table, entry.number, entry.hash.hex(), time))

    async def repeat_from_store(self, each: WaitingRequest) -> None:
        """The answer of a request whose key the store knows."""
        request = each.request
        found = await self._store.key(request.person, request.key)
        if found is None or found.stream != self._table or found.body != request.body:
            self._repeat(each, None)
            return
        row = (await self._store.tail(self._table, found.number - 1, 1))[0]
        self._give(each, Receipt(self._table, row.number, row.hash.hex(), read_stamp(row.line)[1].time))

    async def refuse_unless_done(self, refused: Refused) -> None:
        """What was done once is often refused the second time: then it gets the answer that it got."""
        for each, error in refused:
            if not each.request.key:
                each.fail(error)
        refused = [(each, error) for each, error in refused if each.request.key]
        if not refused:
            return
        marks = [each.mark for each, _ in refused]
        found = await self._store.read(lambda connection: [used(connection, *mark) for mark in marks])
        for (each, error), earlier in zip(refused, found, strict=True):
            if earlier is None:
                each.fail(error)
            else:
                await self.repeat_from_store(each)

    def _give(self, each: WaitingRequest, receipt: Receipt) -> None:
        if each.request.key:
            self._given[each.mark] = each.request.body, receipt
            while len(self._given) > KEPT_KEYS:
                self._given.popitem(last=False)
        each.accept(receipt)

    @staticmethod
    def _repeat(each: WaitingRequest, receipt: Receipt | None) -> None:
        if receipt is None:
            each.refuse(HouseRule.KEY_USED.refusal())
        else:
            each.accept(receipt)


def _pass_on(done: asyncio.Future[Receipt], to: asyncio.Future[Receipt]) -> None:
    """Give a repeated request the answer of the first."""
    if to.done():
        return
    error = None if done.cancelled() else done.exception()
    if done.cancelled() or error is not None:
        to.set_exception(error or HouseRule.STOPPING.refused())
    else:
        to.set_result(done.result())


async def counted(answer: asyncio.Future[Receipt]) -> Receipt:
    """The answer, which counts in the metrics."""
    began = time.perf_counter()
    try:
        receipt = await answer
    except NotAccepted:
        metrics.ACTS.labels("refused").inc()
        raise
    metrics.ACTS.labels("accepted").inc()
    metrics.ACT_SECONDS.observe(time.perf_counter() - began)
    return receipt
