"""The routes of the application, as they were declared."""

from __future__ import annotations

from typing import Any

from litestar import Litestar
from msgspec import Struct

from croupier.floor.people.roles import Roles


class Declared(Struct, frozen=True):
    method: str
    """`WS` for a socket."""
    path: str
    handler: Any

    @property
    def who(self) -> Roles | None:
        """Whom it is for; `None` is anybody."""
        who: Roles | None = self.handler.opt["who"]
        return who

    @property
    def takes(self) -> Any:
        return self.handler.opt.get("takes")

    @property
    def gives(self) -> Any:
        return self.handler.opt.get("gives")

    @property
    def tag(self) -> str:
        """The part of the house that it belongs to."""
        words = [word for word in self.path.split("/") if word not in {"", "api", "v1"}]
        return words[0] if words else "pages"


def declared(app: Litestar) -> list[Declared]:
    """Every route that somebody wrote, in the order of addresses."""
    found: list[Declared] = []
    for route in app.routes:
        for handler in getattr(route, "route_handlers", None) or [route.route_handler]:  # type: ignore[union-attr]
            methods = getattr(handler, "http_methods", None) or {"WS"}
            found += [Declared(method, route.path_format, handler) for method in methods if method != "OPTIONS"]
    return sorted(found, key=lambda each: (each.path, each.method))
