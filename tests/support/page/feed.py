"""A table whose messages a test sends itself: recorded from the rules, read by the page as any other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from playwright.sync_api import Page, WebSocketRoute

from croupier.games.acts import Act, BuyIn
from croupier.games.registry import table_of
from croupier.games.sign import Sign
from tests.support.page.browser import Visitor

OTHER = "pother"
NOW = 1_800_000_000


class Feed:
    """The rules play, and every act goes to the page as an entry with the view after it."""

    def __init__(self, visitor: Visitor, table: str, game: str, options: Any = None) -> None:
        self.visitor, self.table = visitor, table
        self.me = ""
        self.state: Any = table_of(game, Sign(5_00, 500_00), options, betting_seconds=20)
        self.number = 0
        self.names = {OTHER: "Somebody else"}
        self.due: float | None = None
        """When betting closes by itself, on the feed's own clock."""
        self._sockets: list[WebSocketRoute] = []

    @property
    def page(self) -> Page:
        return self.visitor.page

    def open(self, *people: str, chips: int = 50_000_00) -> Page:
        """A guest comes in at the real house; from then on its table's socket is ours."""
        self.visitor.go("/")
        entered = "(await (await fetch('/api/v1/guests', {method: 'POST'})).json()).id"
        self.me = str(self.page.evaluate(f"async () => {entered}"))
        for person in (self.me, *people):
            self.state = self.state.play(BuyIn(person, chips))
        self.page.route_web_socket(f"**/api/v1/tables/{self.table}/socket*", self._joined)
        page = self.visitor.go(f"/tables/{self.table}")
        page.get_by_test_id("countdown").wait_for()
        return page

    def _joined(self, socket: WebSocketRoute) -> None:
        self._sockets.append(socket)
        socket.on_message(lambda _message: None)
        socket.send(_text(self._snapshot()))

    def hang_up(self) -> None:
        """The line is lost, and every new one with it."""
        self.page.route_web_socket(f"**/api/v1/tables/{self.table}/socket*", lambda socket: socket.close())
        self._sockets[-1].close()

    def _snapshot(self) -> dict[str, Any]:
        names = {self.me: "Me", **self.names}
        return {
            "type": "snapshot",
            "table": self.table,
            "due": self.due,
            "names": names,
            "player": self.me,
            "now": NOW,
        } | self._place()

    def _place(self) -> dict[str, Any]:
        view = self.state.view(self.me)
        return {
            "number": self.number,
            "hash": f"{self.number:064x}",
            "time": NOW,
            "seal": "",
            "view": view.public,
            "you": view.purse,
        }

    def play(self, *acts: Act | Callable[[Any], Act]) -> None:
        """Done by the rules, and told in one message."""
        entries = []
        for each in acts:
            act = each if isinstance(each, Act) else each(self.state)
            self.state = self.state.play(act)
            self.number += 1
            entries.append({"number": self.number, "time": NOW, "hash": f"{self.number:064x}", "line": "", "act": act})
        place = self._place()
        own = {"type": "you", "number": self.number, "purse": place.pop("you")}
        for socket in self._sockets[-1:]:
            socket.send(_text({"type": "acts", "entries": entries, "due": self.due} | place))
            socket.send(_text(own))


def _text(message: Any) -> str:
    return msgspec.json.encode(message).decode()
