"""The examples in the documents."""

from __future__ import annotations

import re
from pathlib import Path


def blocks(path: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", path.read_text("utf-8"), re.MULTILINE | re.DOTALL)


def links(text: str) -> list[str]:
    """The files that a document links to or shows, without what follows a #."""
    return re.findall(r"""(?:\]\(|src=")(?!\w+:)([^)#"\s]+)""", text)
