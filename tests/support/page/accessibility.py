"""What axe finds on a page."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
EVERYTHING = {"type": "tag", "values": TAGS}
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
CHECKS: tuple[tuple[Any, dict[str, Any]], ...] = (("dark", EVERYTHING), ("light", COLOURS))


def faults(page: Page) -> list[str]:
    """In both themes: the page is the same, only its colours change, so the second is asked about colours alone."""
    found: list[str] = []
    for scheme, only in CHECKS:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        answer = Axe().run(page, options={"runOnly": only, "resultTypes": ["violations"]}).response["violations"]
        found += [
            f"{scheme} {each['id']}: {node['target']} {node['failureSummary']}"
            for each in answer
            for node in each["nodes"]
        ]
    return found
