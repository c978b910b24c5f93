"""Lists as CSV files: the one place where a row becomes text that a spreadsheet takes for no formula."""

from __future__ import annotations

import csv
import io
from collections.abc import AsyncIterator, Iterable, Iterator

from litestar import Response
from litestar.response import Stream

from croupier.report.tabular import safe

CSV = "text/csv"
Row = tuple[object, ...]
Rows = Iterator[Row]
"""The names of the columns first."""


def csv_text(rows: Iterable[Row]) -> str:
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\r\n").writerows(map(safe, row) for row in rows)
    return text.getvalue()


def csv_file(name: str, rows: Iterable[Row]) -> Response[str]:
    return Response(csv_text(rows), media_type=CSV, headers=_named(name))


def csv_pages(name: str, pages: AsyncIterator[Iterable[Row]]) -> Stream:
    """A list of any length, a page at a time."""

    async def texts() -> AsyncIterator[str]:
        async for rows in pages:
            yield csv_text(rows)

    return Stream(texts(), media_type=CSV, headers=_named(name))


def _named(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}.csv"'}
