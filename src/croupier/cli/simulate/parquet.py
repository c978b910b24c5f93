"""A run's results as a Parquet file."""

from __future__ import annotations

import io
from collections.abc import Iterable
from importlib.util import find_spec
from typing import Any

import msgspec

INSTALL = "pip install 'croupier[parquet]'"


def is_there() -> bool:
    return find_spec("pyarrow") is not None


def table(names: tuple[str, ...], rows: Iterable[tuple[int, int, float, float | None]], document: Any) -> bytes:
    """The rows; all the rest of the results goes with them as the file's metadata."""
    import pyarrow as pa
    from pyarrow import parquet

    types = (pa.int64(), pa.int64(), pa.float64(), pa.float64())
    schema = pa.schema(list(zip(names, types, strict=True)), metadata={"croupier": msgspec.json.encode(document)})
    columns = [list(column) for column in zip(*rows, strict=True)]
    made = pa.table(dict(zip(names, columns, strict=True)), schema=schema)
    file = io.BytesIO()
    parquet.write_table(made, file)
    return file.getvalue()
