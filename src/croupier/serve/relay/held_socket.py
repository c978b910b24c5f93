"""A socket as its conversation sees it where it is held: its client may have reached another worker."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any


class HeldSocket:
    def __init__(self, show: Callable[[str], None], close: Callable[[int, str], None]) -> None:
        self.show, self._close = show, close
        self._said: deque[str | None] = deque()
        self._wake: asyncio.Future[None] | None = None

    def said(self, text: str | None) -> None:
        """By the client; nothing where it has left."""
        self._said.append(text)
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    async def receive(self) -> dict[str, Any]:
        while not self._said:
            self._wake = asyncio.get_running_loop().create_future()
            await self._wake
        text = self._said.popleft()
        return {"type": "websocket.disconnect"} if text is None else {"type": "websocket.receive", "text": text}

    def at_once(self, text: str) -> bool:
        self.show(text)
        return True

    async def send_text(self, text: str) -> None:
        self.show(text)

    async def close(self, code: int, reason: str) -> None:
        self._close(code, reason)
