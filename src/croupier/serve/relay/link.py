"""One connection between two workers: what each has to say is gathered for a turn of the loop, and sent at once."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable

from croupier.serve.relay.messages import Message, NotOneOfUs, ShowClients, StillHere, packet, read_packet

LOG = logging.getLogger("croupier.relay")
BEAT_SECONDS = 1.0
LOST_SECONDS = 3.0
"""Of silence: the life of a lease. A worker that hangs loses its tables and its link at about the same time."""
MOST_UNSENT = 64 << 20
"""Bytes that the other side may leave unread."""

Heard = Callable[["Link", Message], None]


class Link:
    steady = staticmethod(time.monotonic)

    def __init__(self, worker: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, heard: Heard) -> None:
        self.worker = worker
        self._reader, self._writer, self._heard = reader, writer, heard
        self._waiting: list[Message] = []
        self._places: dict[int, int] = {}
        """For each socket, where among what waits the last word for it stands."""
        self._shown: dict[int, tuple[str, int]] = {}
        """By the identity of a text, the text and where it stands."""
        self._heard_at = self.steady()
        self.is_open = True

    # Speaking

    def send(self, message: Message) -> None:
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._flush)
        self._waiting.append(message)

    def show(self, socket: int, text: str) -> None:
        """The same text for many sockets goes once. Never ahead of something that was said to that socket before."""
        known = self._shown.get(id(text))
        if known is not None and self._places.get(socket, -1) < known[1]:
            message = self._waiting[known[1]]
            assert isinstance(message, ShowClients)  # noqa: S101  we have put it there
            message.sockets.append(socket)
            self._places[socket] = known[1]
            return
        place = len(self._waiting)
        self._shown[id(text)] = text, place
        self.send(ShowClients([socket], text))
        self._places[socket] = place

    def send_to(self, socket: int, message: Message) -> None:
        """In its turn among what is shown to that socket."""
        self._places[socket] = len(self._waiting)
        self.send(message)

    def _flush(self) -> None:
        waiting, self._waiting = self._waiting, []
        self._places, self._shown = {}, {}
        if not waiting or not self.is_open:
            return
        if self._writer.transport.get_write_buffer_size() > MOST_UNSENT:
            LOG.warning("worker %s does not read: the link is given up", self.worker)
            self.close()
            return
        self._writer.write(packet(waiting))

    # Hearing

    async def run(self) -> None:
        """Until it is lost."""
        watching = asyncio.create_task(self._watch(), name=f"link to {self.worker}")
        try:
            while self.is_open:
                for message in await read_packet(self._reader):
                    self._heard(self, message)
                self._heard_at = self.steady()
        except (OSError, EOFError, NotOneOfUs) as error:
            LOG.info("the link to %s is lost: %s", self.worker, error)
        finally:
            watching.cancel()
            self.close()

    async def _watch(self) -> None:
        while self.steady() - self._heard_at < LOST_SECONDS:
            self.send(StillHere())
            await asyncio.sleep(BEAT_SECONDS)
        LOG.warning("worker %s says nothing: the link is given up", self.worker)
        self.close()

    def close(self) -> None:
        """At once, with what the other side has not read: it may never read again."""
        self.is_open = False
        with contextlib.suppress(Exception):
            self._writer.transport.abort()
