"""Requests to a server: come in, ask, and open the socket of a table."""

from __future__ import annotations

from typing import Any, Self
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import msgspec

from croupier.client.messages import API, SECONDS, RefusalTold, RequestRefused
from croupier.client.table import TableConnection


class CasinoClient:
    """A session at a server. Make one with `guest`, `sign_in`, or with a token that you have kept.

    Every method raises `RequestRefused` when the server refuses, and `OSError` when it cannot be reached.
    """

    def __init__(self, address: str, token: str, person: str = "") -> None:
        if not address.startswith(("http://", "https://")):
            raise ValueError(f"{address!r} is not an address: write it as http://127.0.0.1:8421")
        self.address = address.rstrip("/")
        self.token = token
        self._person = person

    @classmethod
    def guest(cls, address: str) -> Self:
        """Sign in as a new guest, with play money."""
        return cls._entered(address, "/guests", {})

    @classmethod
    def sign_in(cls, address: str, name: str, password: str) -> Self:
        """Sign in to an account."""
        return cls._entered(address, "/sessions", {"name": name, "password": password})

    @classmethod
    def _entered(cls, address: str, path: str, body: dict[str, Any]) -> Self:
        casino = cls(address, "")
        entered = casino.post(path, body | {"session": "token"})
        casino.token, casino._person = entered["token"], entered["id"]
        return casino

    @property
    def person(self) -> str:
        """Your id, by which tables name you."""
        if not self._person:
            self._person = str(self.get("/me")["id"])
        return self._person

    def get(self, path: str, **query: Any) -> Any:
        """`GET /api/v1` and the path, such as `get("/tables")`: the JSON of the answer."""
        return self._ask("GET", f"{path}?{urlencode(query)}" if query else path)

    def post(self, path: str, body: Any = None) -> Any:
        """`POST` to that path with this body as JSON: the JSON of the answer, `None` where there is none."""
        return self._ask("POST", path, {} if body is None else body)

    def tables(self) -> list[dict[str, Any]]:
        """The tables of the house."""
        return list(self.get("/tables")["tables"])

    def legal(self, table: str) -> dict[str, Any]:
        """What you may do at a table now: each act with what its fields may be."""
        return dict(self.get(f"/tables/{table}/legal"))

    def table(self, id: str, *, legal: bool = False) -> TableConnection:
        """The socket of a table, to be used in a `with` statement. With `legal`, messages say what you may do."""
        return TableConnection(self.address, self.token, id, legal=legal)

    def sign_out(self) -> None:
        """End this session. A guest who signs out cannot come back."""
        if self.token:
            self._ask("DELETE", "/sessions/current")
            self.token = ""

    def _ask(self, method: str, path: str, body: Any = None) -> Any:
        headers = {"Accept": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if body is not None:
            headers["Content-Type"] = "application/json"
        data = None if body is None else msgspec.json.encode(body)
        request = Request(f"{self.address}{API}{path}", data, headers, method=method)  # noqa: S310  http or https
        try:
            with urlopen(request, timeout=SECONDS) as answer:  # noqa: S310  http or https
                text = answer.read()
        except HTTPError as error:
            raise RequestRefused(_refusal_in(error), error.code) from None
        return msgspec.json.decode(text) if text else None


def _refusal_in(error: HTTPError) -> RefusalTold:
    try:
        told = msgspec.json.decode(error.read(), type=dict[str, RefusalTold])
        return told["refusal"]
    except (msgspec.MsgspecError, KeyError):
        # A proxy on the way answers in its own words.
        return RefusalTold("", "http", f"the answer was {error.code} {error.reason}")
