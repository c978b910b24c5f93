"""Whatever the API's own document says may be sent, and whatever it says may not: asked of a real server.

Every operation is asked by somebody without a session, by a player and by the operator; none is left out. Those that
end the session of whoever asks are asked by somebody new each time, or the rest of the run would be without one. For
the same reason the operator gives and takes the roles of others, among them of another operator, and not her own.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import SystemRandom
from typing import Any, ClassVar

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import APIOperation, Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import Failure, FailureGroup
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.support.process import in_this_process
from tests.support.server.api import own_document
from tests.support.server.real_server import SECONDS, Person, Running, server

pytestmark = pytest.mark.xdist_group("serve-schemathesis")

ACTORS = ("anonymous", "player", "operator")
ENDS_THE_SESSION = frozenset(("DELETE /api/v1/sessions", "DELETE /api/v1/sessions/current", "DELETE /api/v1/me"))
REFUSALS = frozenset((400, 401, 403, 404, 405, 409, 413, 415, 429, 503))
"""Whatever is no success is one of these, in the one shape that every refusal has."""
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
EXAMPLES = {"plain": 5, "long": 60}
"""Of each operation, for each actor: so many that fit the document, and as many that do not."""
TABLES = ("roulette-1", "blackjack-1", "tai-sai-1", "money-wheel-1", "roulette-live-1", "blackjack-live-1")


class House:
    def __init__(self, running: Running) -> None:
        self.running = running
        self.operator = running.operator()
        self.player = running.account("Pania")
        self.others = (self.player.id, running.account("Hinemoa").id, running.staff("operator", "Tui").id)
        for table in TABLES[:4]:
            act = {"act": {"act": "buy in", "amount": 100_00}, "key": f"in-{table}"}
            assert self.player.ask("POST", f"/api/v1/tables/{table}/acts", act).status_code == 201
        self.asked: dict[str, int] = {}
        """How often each status came."""
        self.operations = loaded_from(running.client().get("/api/v1/openapi.json").json(), running.url)
        self.drawn: dict[tuple[str, bool], list[Case[Any]]] = {}
        self._new = 0

    def token(self, actor: str, operation: str) -> str:
        if actor == "anonymous":
            return ""
        if operation in ENDS_THE_SESSION:
            return str(self._somebody_new(actor).token)
        return str((self.player if actor == "player" else self.operator).token)

    def _somebody_new(self, actor: str) -> Person:
        if actor == "player":
            return self.running.guest()
        self._new += 1
        return self.running.staff("operator", f"Tui {self._new}")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with server(tmp_path_factory.mktemp("schemathesis") / "house") as running:
        yield House(running)


def loaded_from(found: dict[str, Any], url: str) -> list[APIOperation[Any, Any, Any, Any]]:
    # A request for an act holds any object; which ones a table knows, the document says in its part about the socket.
    acts = list(found["x-websocket"]["acts"].values())
    found["components"]["schemas"]["ActRequest"]["properties"]["act"] = {"anyOf": acts}
    loaded = schemathesis.openapi.from_dict(found)
    loaded.config.update(base_url=url)
    made = [each.ok() for each in loaded.get_all_operations() if isinstance(each, Ok)]
    assert len(made) == sum(len(methods) for methods in found["paths"].values())
    return made


def known_ids(house: House, path: str) -> st.SearchStrategy[str]:
    """Ids that there are: of any other the answer would be that there is none."""
    return st.sampled_from(TABLES if "/tables/" in path else house.others)


def judged(house: House, actor: str, case: Case[Any], *, fits: bool) -> None:
    token = house.token(actor, case.operation.label)
    response = case.call(headers={"Authorization": f"Bearer {token}"} if token else {}, timeout=SECONDS)
    house.asked[str(response.status_code)] = house.asked.get(str(response.status_code), 0) + 1
    case.validate_response(response, checks=CHECKS if fits else [*CHECKS, negative_data_rejection])
    documented = {int(code) for code in case.operation.definition.raw["responses"] if code.isdigit()}
    assert response.status_code in documented | REFUSALS, response.status_code
    if response.status_code not in documented:
        assert response.json()["refusal"]["code"]
    assert response.headers["x-content-type-options"] == ["nosniff"]


def cases(house: House, operation: APIOperation[Any, Any, Any, Any], examples: int, *, fits: bool) -> list[Case[Any]]:
    """The same for every actor, who would draw the same from the same seed; in a long run others for each."""
    if examples > EXAMPLES["plain"]:
        return drawn(house, operation, SystemRandom().randrange(2**32), examples, fits=fits)
    kind = operation.label, fits
    if kind not in house.drawn:
        house.drawn[kind] = drawn(house, operation, 27, examples, fits=fits)
    return house.drawn[kind]


def drawn(
    house: House, operation: APIOperation[Any, Any, Any, Any], chance: int, examples: int, *, fits: bool
) -> list[Case[Any]]:
    mode = GenerationMode.POSITIVE if fits else GenerationMode.NEGATIVE
    changes_id = "{id}" in operation.path and fits
    found: list[Case[Any]] = []

    @seed(chance)
    @settings(
        max_examples=examples,
        database=None,
        deadline=None,
        derandomize=False,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(mode), id=known_ids(house, operation.path) if changes_id else st.none())
    def draw(case: Case[Any], id: str | None) -> None:
        if id is not None:
            case.path_parameters["id"] = id
        found.append(case)

    draw()
    return found


def faults(house: House, actor: str, operation: APIOperation[Any, Any, Any, Any], examples: int, *, fits: bool) -> str:
    """What was wrong with an answer; nothing where all were right."""
    try:
        for case in cases(house, operation, examples, fits=fits):
            judged(house, actor, case, fits=fits)
    except (Failure, FailureGroup, AssertionError) as error:
        return f"{actor}: {operation.label}: {error!r}\n{error}"
    return ""


def can_be_wrong(operation: APIOperation[Any, Any, Any, Any]) -> bool:
    """An id in the address is any text at all: no request is against the document by it alone."""
    return bool(operation.body or operation.query) or "enum" in str(operation.definition.raw["parameters"])


@pytest.mark.parametrize("actor", ACTORS)
def test_every_operation_answers_as_the_document_says(house: House, actor: str, request: pytest.FixtureRequest) -> None:
    examples = EXAMPLES["long" if request.config.getoption("--long") else "plain"]
    found = [
        fault
        for operation in house.operations
        for fits in (True, False)
        if (fits or can_be_wrong(operation)) and (fault := faults(house, actor, operation, examples, fits=fits))
    ]
    assert not found, "\n\n".join(found)


def test_afterwards_the_log_has_no_error_and_every_record_follows(house: House) -> None:
    assert {"200", "201", "204", "400", "401", "403", "404", "409"} <= house.asked.keys(), "the run went deep enough"
    assert house.running.stop() == 0
    said = [json.loads(line) for line in house.running.log().splitlines()]
    assert [line for line in said if line["level"] in ("error", "critical")] == []
    ended = in_this_process("verify", str(house.running.folder))
    assert ended.status == 0, ended.out


# That such answers would be found


class Planted(BaseHTTPRequestHandler):
    """A server with one fault: it answers everything in the same way."""

    status: ClassVar[int]
    kind: ClassVar[str]
    body: ClassVar[bytes]

    def answer(self) -> None:
        self.send_response(self.status)
        for name, value in (("Content-Type", self.kind), ("X-Content-Type-Options", "nosniff")):
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(self.body)))
        self.end_headers()
        self.wfile.write(self.body)

    do_GET = do_POST = answer  # noqa: N815  the names that the library asks for

    def log_message(self, *_words: object) -> None: ...


JSON = "application/json"
REFUSAL = b'{"refusal": {"rule": "house: a", "code": "b", "why": "c"}}'
TABLES_SHOWN = b'{"tables": []}'
PLANTED: dict[str, tuple[str, int, str, bytes]] = {
    "an error of the server": ("GET /api/v1/tables", 500, JSON, REFUSAL),
    "an undocumented success": ("GET /api/v1/tables", 207, JSON, TABLES_SHOWN),
    "an undocumented refusal": ("GET /api/v1/tables", 418, JSON, REFUSAL),
    "another shape": ("GET /api/v1/tables", 200, JSON, b'{"tables": [{"id": 1}]}'),
    "another kind of content": ("GET /api/v1/tables", 200, "text/html", b"<p>tables</p>"),
    "a refusal without its shape": ("GET /api/v1/tables", 404, JSON, b'{"detail": "no"}'),
    "nonsense that is taken": ("POST /api/v1/guests", 201, JSON, b'{"id": "", "name": "", "guest": true, "csrf": ""}'),
}


class Nobody(House):
    """Stands in for a house: nobody has to come in where every answer is the same."""

    def __init__(self) -> None:
        self.asked, self.drawn = {}, {}

    def token(self, actor: str, operation: str) -> str:
        del actor, operation
        return ""


@pytest.mark.parametrize("planted", [None, *PLANTED])
def test_a_planted_fault_is_found(planted: str | None) -> None:
    label, status, kind, body = PLANTED[planted] if planted else ("GET /api/v1/tables", 200, JSON, TABLES_SHOWN)
    answers = type("Answers", (Planted,), {"status": status, "kind": kind, "body": body})
    with ThreadingHTTPServer(("127.0.0.1", 0), answers) as fake:
        threading.Thread(target=fake.serve_forever, daemon=True).start()
        try:
            loaded = loaded_from(own_document(), f"http://127.0.0.1:{fake.server_address[1]}")
            operation = next(each for each in loaded if each.label == label)
            fits = not label.startswith("POST")
            assert bool(faults(Nobody(), "anonymous", operation, 3, fits=fits)) == (planted is not None)
        finally:
            fake.shutdown()
