"""The examples in the documents."""

from __future__ import annotations

import re
from pathlib import Path


def blocks(path: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", path.read_text("utf-8"), re.MULTILINE | re.DOTALL)
