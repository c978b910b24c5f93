"""Wrong passwords, codes and passkeys for somebody who is here: told to whoever keeps the record of staff."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator

from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.people.services.also import nothing_more
from croupier.floor.store.port import Connection, Store, StoreError

_GUESSES = {
    (rule.topic, rule.code): what
    for rule, what in (
        (HouseRule.WRONG_CREDENTIALS, "wrong password"),
        (HouseRule.WRONG_CODE, "wrong code"),
        (HouseRule.WRONG_PASSKEY, "wrong passkey"),
    )
}


class Refusals:
    def __init__(self, store: Store) -> None:
        self._store = store
        self.note: Callable[[Connection, str, str], None] = nothing_more
        """In a transaction of its own: for whom, and what was wrong."""
        self._telling: set[asyncio.Task[None]] = set()

    @contextlib.contextmanager
    def told(self, person: str, where: str) -> Iterator[None]:
        """What is a guess is told; all other refusals are no business of the record."""
        try:
            yield
        except NotAccepted as refused:
            rule = getattr(refused.refusal, "topic", ""), refused.refusal.code
            if what := _GUESSES.get(rule):
                self.tell(person, f"{what} {where}")
            raise

    def tell(self, person: str, what: str) -> None:
        """Beside the answer, which takes as long for a name that nobody has."""

        async def tell() -> None:
            with contextlib.suppress(StoreError):
                await self._store.write(lambda connection: self.note(connection, person, what))

        telling = asyncio.create_task(tell(), name="refused sign-in")
        self._telling.add(telling)
        telling.add_done_callback(self._telling.discard)
