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
from croupier.floor.house_rules.rules import HouseRule
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
    help: str = ""
    """For programs: which request or field would be right. Empty where the words say it."""


class RefusalBody(Struct, frozen=True):
    """The body of every answer that is not a success."""

    refusal: Fault


class Problem(HTTPException):
    """Raised where a request is not in order."""

    def __init__(self, status: int, refusal: HouseRefusal, *, headers: dict[str, str] | None = None) -> None:
        super().__init__(detail=refusal.why, status_code=status, headers=headers)
        self.fault = fault_of(refusal)


_OF_STATUS = {
    400: HouseRule.MALFORMED,
    404: HouseRule.NO_SUCH_PAGE,
    405: HouseRule.NO_SUCH_METHOD,
    413: HouseRule.TOO_LARGE,
}

_STATUS_OF = {
    (rule.topic, rule.code): status
    for rule, status in (
        (HouseRule.NO_SUCH_ACT, 400),
        (HouseRule.WRONG_CREDENTIALS, 401),
        (HouseRule.SECOND_FACTOR, 401),
        (HouseRule.WRONG_CODE, 401),
        (HouseRule.WRONG_PASSKEY, 401),
        (HouseRule.NO_SUCH_FACTOR, 404),
        (HouseRule.NO_SUCH_APPROVAL, 404),
        (HouseRule.NOT_OPERATOR, 403),
        (HouseRule.NO_SUCH_TABLE, 404),
        (HouseRule.NO_SUCH_TOURNAMENT, 404),
        (HouseRule.NO_SUCH_PERSON, 404),
        (HouseRule.LOCKED_OUT, 429),
        (HouseRule.NOT_DONE, 503),
        (HouseRule.UNKNOWN, 503),
        (HouseRule.STOPPING, 503),
        (HouseRule.TABLE_OUT_OF_ORDER, 503),
        (HouseRule.TOURNAMENT_OUT_OF_ORDER, 503),
    )
}
"""A refusal is a 409 unless the house refuses with a code that HTTP has a word of its own for."""

LOCKED_SECONDS = 15 * 60


def status_of(refusal: AnyRefusal) -> int:
    """The rules have codes of their own, and some are spelt like one of the house's."""
    return _STATUS_OF.get((refusal.topic, refusal.code), 409) if isinstance(refusal, HouseRefusal) else 409


def fault_of(refusal: AnyRefusal) -> Fault:
    clause = refusal.rule.clause if isinstance(refusal.rule, Cite) else ""
    help = refusal.help if isinstance(refusal, HouseRefusal) else ""
    return Fault(str(refusal.rule), refusal.code, refusal.why, clause, help)


def malformed(error: msgspec.MsgspecError) -> Fault:
    """With the place in the document, as `$.act.amount`."""
    return fault_of(HouseRule.MALFORMED.refusal("at", what_is_wrong=error))


def answer(status: int, fault: Fault, headers: dict[str, str] | None = None) -> Response[RefusalBody]:
    return Response(RefusalBody(fault), status_code=status, media_type=JSON, headers=headers or {})


def _refused(_request: Request[Any, Any, Any], error: NotAccepted) -> Response[RefusalBody]:
    status = status_of(error.refusal)
    waits = {429: {"Retry-After": str(LOCKED_SECONDS)}, 503: {"Retry-After": "1"}}
    return answer(status, fault_of(error.refusal), waits.get(status))


def _malformed(_request: Request[Any, Any, Any], error: msgspec.MsgspecError) -> Response[RefusalBody]:
    return answer(400, malformed(error))


def _too_deep(_request: Request[Any, Any, Any], _error: RecursionError) -> Response[RefusalBody]:
    return answer(400, fault_of(HouseRule.MALFORMED.refusal("deep_document")))


def wants_page(request: Request[Any, Any, Any]) -> bool:
    """Whether a person in a browser asks, and not a program."""
    return not request.url.path.startswith("/api/") and "text/html" in request.headers.get("accept", "")


def _problem(request: Request[Any, Any, Any], error: HTTPException) -> Response[RefusalBody] | Response[str]:
    if error.status_code == 404 and wants_page(request):  # noqa: PLR2004
        return not_found()
    if isinstance(error, Problem):
        return answer(error.status_code, error.fault, error.headers)
    if isinstance(error, ValidationException):
        return answer(400, fault_of(_of_parameters(error)))
    rule = _OF_STATUS.get(error.status_code, HouseRule.MALFORMED)
    return answer(error.status_code, fault_of(rule.refusal()), error.headers)


def _of_parameters(error: ValidationException) -> HouseRefusal:
    """What is wrong with the parameters in the address."""
    found = [each for each in error.extra or () if isinstance(each, dict)]
    named = [f"`{each.get('key', '')}`: {each.get('message', '')}" for each in found]
    if not named:
        return HouseRule.MALFORMED.refusal()
    return HouseRule.MALFORMED.refusal("at", what_is_wrong="; ".join(named))


def _store(_request: Request[Any, Any, Any], error: StoreError) -> Response[RefusalBody]:
    LOG.error("the store failed", exc_info=error)
    return answer(503, fault_of(HouseRule.NOT_DONE.refusal("request")), {"Retry-After": "1"})


def _unforeseen(_request: Request[Any, Any, Any], error: Exception) -> Response[RefusalBody]:
    LOG.error("unforeseen", exc_info=error)
    return answer(500, fault_of(HouseRule.UNFORESEEN.refusal()))


HANDLERS: ExceptionHandlersMap = {
    NotAccepted: _refused,
    msgspec.ValidationError: _malformed,
    msgspec.DecodeError: _malformed,
    RecursionError: _too_deep,
    HTTPException: _problem,
    StoreError: _store,
    Exception: _unforeseen,
}
