"""The door at which other workers call: whoever has not proved the house key waits here, and only a few at a time."""

from __future__ import annotations

import asyncio
import logging
import time

from croupier.serve.relay.messages import HANDSHAKE_SECONDS, NotOneOfUs, answer_call

LOG = logging.getLogger("croupier.relay")
MOST_WAITING = 32
"""Callers that have proved nothing yet. A worker proves itself within milliseconds, so the oldest goes first."""
QUIET_SECONDS = 60.0
"""Between two lines of the log about callers who were refused: nobody fills the disk by calling."""


class Door:
    steady = staticmethod(time.monotonic)

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._waiting: dict[asyncio.StreamWriter, None] = {}
        self._refused = 0
        self._silent_until = 0.0

    async def admit(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, own: str) -> str | None:
        """Who calls; nobody where they have not our key, or take too long, or too many call at once."""
        if len(self._waiting) >= MOST_WAITING:
            oldest = next(iter(self._waiting))
            del self._waiting[oldest]
            oldest.transport.abort()
        self._waiting[writer] = None
        try:
            async with asyncio.timeout(HANDSHAKE_SECONDS):
                return await answer_call(reader, writer, self._key, own)
        except (OSError, EOFError, NotOneOfUs) as error:
            self._complain(error)
            return None
        finally:
            self._waiting.pop(writer, None)

    def _complain(self, error: Exception) -> None:
        self._refused += 1
        now = self.steady()
        if now >= self._silent_until:
            LOG.warning("%d calls from other workers were refused, the last: %s", self._refused, error or "no answer")
            self._refused, self._silent_until = 0, now + QUIET_SECONDS
