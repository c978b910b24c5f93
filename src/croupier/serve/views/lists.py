"""Lists as CSV files."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator

from litestar import Response
from litestar.response import Stream

from croupier.report.tabular import csv_text

CSV = "text/csv"
Row = tuple[object, ...]
Rows = Iterator[Row]
"""The names of the columns first."""


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
