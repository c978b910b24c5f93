"""One shape for every refusal and error: the rule, a code that never changes, and why."""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.types import ExceptionHandlersMap
from msgspec import Struct

from croupier.floor.house_rules.not_accepted import AnyRefusal, NotAccepted
from croupier.floor.house_rules.refusal import HouseRefusal
from croupier.floor.store.port import StoreError
from croupier.rulebook import Cite
from croupier.serve.wire.html_page import not_found

LOG = logging.getLogger("croupier.serve")
JSON = "application/json"


class Fault(Struct, frozen=True):
    """Why something was not done."""

    rule: str
    """The clause (`D8 3.1(b)`), or which of the house's own rules (`house: limits`)."""
    code: str
    """Never changes once released."""
    why: str
    """In words for people; they may change."""
    clause: str = ""
    """To be looked up under `/api/v1/rulebook/CLAUSE`; empty where it is a rule of the house."""


class RefusalBody(Struct, frozen=True):
    """The body of every answer that is not a success."""

    refusal: Fault


class Problem(HTTPException):
    """Raised where a request is not in order."""

    def __init__(
        self, status: int, code: str, why: str, *, topic: str = "requests", headers: dict[str, str] | None = None
    ) -> None:
        super().__init__(detail=why, status_code=status, headers=headers)
        self.fault = Fault(f"house: {topic}", code, why)


_OF_STATUS = {
    400: ("malformed", "The request cannot be understood."),
    404: ("no_such_page", "There is nothing at this address."),
    405: ("no_such_method", "This address does not know that method."),
    413: ("too_large", "The request is too large."),
}

_STATUS_OF = {
    "wrong_credentials": 401,
    "not_operator": 403,
    "no_such_table": 404,
    "no_such_tournament": 404,
    "no_such_person": 404,
    "locked_out": 429,
    "not_done": 503,
    "unknown": 503,
    "stopping": 503,
    "out_of_order": 503,
}
"""A refusal is a 409 unless the house refuses with a code that HTTP has a word of its own for."""

LOCKED_SECONDS = 15 * 60


def status_of(refusal: AnyRefusal) -> int:
    """The rules have codes of their own, and some are spelt like one of the house's."""
    return _STATUS_OF.get(refusal.code, 409) if isinstance(refusal, HouseRefusal) else 409


def fault_of(refusal: AnyRefusal) -> Fault:
    clause = refusal.rule.clause if isinstance(refusal.rule, Cite) else ""
    return Fault(str(refusal.rule), refusal.code, refusal.why, clause)


def malformed(error: msgspec.MsgspecError) -> Fault:
    """With the place in the document, as `$.act.amount`."""
    return Fault("house: requests", "malformed", str(error))


def answer(status: int, fault: Fault, headers: dict[str, str] | None = None) -> Response[RefusalBody]:
    return Response(RefusalBody(fault), status_code=status, media_type=JSON, headers=headers or {})


def _refused(_request: Request[Any, Any, Any], error: NotAccepted) -> Response[RefusalBody]:
    status = status_of(error.refusal)
    waits = {429: {"Retry-After": str(LOCKED_SECONDS)}, 503: {"Retry-After": "1"}}
    return answer(status, fault_of(error.refusal), waits.get(status))


def _malformed(_request: Request[Any, Any, Any], error: msgspec.MsgspecError) -> Response[RefusalBody]:
    return answer(400, malformed(error))


def _too_deep(_request: Request[Any, Any, Any], _error: RecursionError) -> Response[RefusalBody]:
    return answer(400, Fault("house: requests", "malformed", "The document is nested too deeply."))


def wants_page(request: Request[Any, Any, Any]) -> bool:
    """Whether a person in a browser asks, and not a program."""
    return not request.url.path.startswith("/api/") and "text/html" in request.headers.get("accept", "")


def _problem(request: Request[Any, Any, Any], error: HTTPException) -> Response[RefusalBody] | Response[str]:
    if error.status_code == 404 and wants_page(request):  # noqa: PLR2004
        return not_found()
    if isinstance(error, Problem):
        return answer(error.status_code, error.fault, error.headers)
    if isinstance(error, ValidationException):
        return answer(400, Fault("house: requests", "malformed", _faults(error)))
    code, why = _OF_STATUS.get(error.status_code, ("malformed", "The request cannot be understood."))
    return answer(error.status_code, Fault("house: requests", code, why), error.headers)


def _faults(error: ValidationException) -> str:
    """What is wrong with the parameters in the address."""
    found = [each for each in error.extra or () if isinstance(each, dict)]
    named = [f"`{each.get('key', '')}`: {each.get('message', '')}" for each in found]
    return "; ".join(named) or "The request cannot be understood."


def _store(_request: Request[Any, Any, Any], error: StoreError) -> Response[RefusalBody]:
    LOG.error("the store failed", exc_info=error)
    return answer(503, Fault("house: store", "not_done", "This could not be stored: ask again."), {"Retry-After": "1"})


def _unforeseen(_request: Request[Any, Any, Any], error: Exception) -> Response[RefusalBody]:
    LOG.error("unforeseen", exc_info=error)
    return answer(500, Fault("house: server", "unforeseen", "Something is wrong with the server; it has been noted."))


HANDLERS: ExceptionHandlersMap = {
    NotAccepted: _refused,
    msgspec.ValidationError: _malformed,
    msgspec.DecodeError: _malformed,
    RecursionError: _too_deep,
    HTTPException: _problem,
    StoreError: _store,
    Exception: _unforeseen,
}
