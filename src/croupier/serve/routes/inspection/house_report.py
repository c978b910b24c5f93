"""The morning report: what each table, dealer and player brought, beside what the exact odds led one to expect."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import Response, get
from litestar.params import QueryParameter
from litestar.types import ControllerRouterHandler
from msgspec.structs import replace

from croupier.floor.casino import Casino
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.keeping.reports.house_report import HouseReportShown, house_report
from croupier.floor.keeping.reports.report_list import report_lines
from croupier.report import typst
from croupier.report.house_paper import paper_pdf
from croupier.serve.routes.inspection.inspector import INSPECTORS
from croupier.serve.security.errors import Problem
from croupier.serve.views.house_paper import paper_of
from croupier.serve.views.house_report import RunningHouse
from croupier.serve.views.lists import CSV, csv_file

PDF = "application/pdf"
LONGEST_DAYS = 366
MOST_OFFSET = 14 * 60
LAST_MINUTE = 24 * 60 - 1
_LARGEST = 2**40
_QUERY = {"since": int, "until": int, "offset": int, "day_begins": int}

Since = Annotated[int, QueryParameter(name="since", ge=0, le=_LARGEST)]
Until = Annotated[int, QueryParameter(name="until", ge=0, le=_LARGEST)]
Offset = Annotated[int, QueryParameter(name="offset", ge=-MOST_OFFSET, le=MOST_OFFSET)]
"""How many minutes the reader's clock is ahead of UTC: days and shifts begin by it."""
DayBegins = Annotated[int, QueryParameter(name="day_begins", ge=0, le=LAST_MINUTE)]
"""How many minutes after midnight the house's day begins: 360 for a day from 6 am to 6 am."""


@get("/api/v1/report", who=INSPECTORS, gives=HouseReportShown, query=_QUERY)
async def report(
    casino: Casino, since: Since, until: Until, offset: Offset = 0, day_begins: DayBegins = 0
) -> HouseReportShown:
    """What the tables brought from one moment to another, in UTC seconds: rounds that ended in this time."""
    _check(since, until)
    return await _shown(casino, since, until, offset, day_begins)


@get("/api/v1/report/list", who=INSPECTORS, gives=CSV, query=_QUERY, noted="exports the report")
async def report_list(
    casino: Casino, since: Since, until: Until, offset: Offset = 0, day_begins: DayBegins = 0
) -> Response[str]:
    """The same as CSV, amounts in dollars: a row for each table, game, dealer, shift, day, hour and player."""
    _check(since, until)
    return csv_file("report", report_lines(await _shown(casino, since, until, offset, day_begins)))


@get("/api/v1/report/pdf", who=INSPECTORS, gives=PDF, query=_QUERY, noted="exports the report")
async def report_pdf(
    casino: Casino, since: Since, until: Until, offset: Offset = 0, day_begins: DayBegins = 0
) -> Response[bytes]:
    """The same as a PDF to print."""
    _check(since, until)
    if not typst.is_there():
        raise Problem(503, HouseRule.NO_PDF.refusal(how_to_install=typst.INSTALL))
    paper = paper_of(await _shown(casino, since, until, offset, day_begins), offset)
    # Setting the type takes a good part of a second, and no table should wait for it.
    document = await asyncio.to_thread(paper_pdf, paper)
    return Response(document, media_type=PDF, headers={"Content-Disposition": 'attachment; filename="report.pdf"'})


async def _shown(casino: Casino, since: int, until: int, offset: int, day_begins: int) -> HouseReportShown:
    shown = await house_report(RunningHouse(casino), since, until, offset, day_begins)
    return replace(shown, has_pdf=typst.is_there())


def _check(since: int, until: int) -> None:
    if not since < until <= since + LONGEST_DAYS * 86_400:
        raise Problem(400, HouseRule.BAD_PERIOD.refusal(most=LONGEST_DAYS))


ROUTES: list[ControllerRouterHandler] = [report, report_list, report_pdf]
