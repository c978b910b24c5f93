"""The log: one JSON object a line, or short lines at a terminal. No names, no secrets, no address as it was asked."""

from __future__ import annotations

import logging
import sys
import traceback
from typing import Any, TextIO

import msgspec

from croupier.floor.store.port import StoreError
from croupier.record.text.moments import utc

_TELLING = (StoreError, OSError)
"""Errors whose words are about the machine. What others say may hold what somebody typed."""


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return msgspec.json.encode(told(record)).decode()


class ShortLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = told(record)
        rest = " ".join(f"{name}={line[name]}" for name in ("ms", "person", "error") if name in line)
        frames = "".join(f"\n    {frame}" for frame in line.get("trace", ()))
        return f"{line['time']} {line['level']} {line['event']}" + (f" {rest}" if rest else "") + frames


def told(record: logging.LogRecord) -> dict[str, Any]:
    line: dict[str, Any] = {
        "time": utc(int(record.created)),
        "level": record.levelname.lower(),
        "part": record.name,
        "event": record.getMessage(),
    }
    line |= getattr(record, "known", {})
    if record.exc_info and record.exc_info[1] is not None:
        line |= error_told(record.exc_info[1])
    return line


def error_told(error: BaseException) -> dict[str, Any]:
    """Its kind and where it happened; its words only where they cannot be somebody's."""
    kind = type(error).__name__
    frames = traceback.extract_tb(error.__traceback__)
    trace = [f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}" for frame in frames]
    return {"error": f"{kind}: {error}" if isinstance(error, _TELLING) else kind, "trace": trace}


def keep_log(stream: TextIO | None = None) -> None:
    """From now on, to standard error."""
    stream = stream or sys.stderr
    handler = logging.StreamHandler(stream)
    handler.setFormatter(ShortLines() if stream.isatty() else JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("croupier").setLevel(logging.INFO)
    if stream.isatty():
        # The address and the operator's link are to stay in sight.
        logging.getLogger("croupier.requests").setLevel(logging.WARNING)
    logging.captureWarnings(capture=True)
