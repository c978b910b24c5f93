"""What axe finds on a page."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.support.page.browser import resize

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
EVERYTHING = {"type": "tag", "values": TAGS}
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
CHECKS: tuple[tuple[Any, dict[str, Any]], ...] = (("dark", EVERYTHING), ("light", COLOURS))
PHONE = 390
FOUND = "only => axe.run({ runOnly: only, resultTypes: ['violations'] }).then(found => found.violations)"


def faults(page: Page) -> list[str]:
    """In both themes: the page is the same, only its colours change, so the second is asked about colours alone."""
    # Half a megabyte of script: a page that has it is not given it again.
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    found: list[str] = []
    for scheme, only in CHECKS:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found += [
            f"{scheme} {each['id']}: {node['target']} {node['failureSummary']}"
            for each in page.evaluate(FOUND, only)
            for node in each["nodes"]
        ]
    return found


def faults_at_both_widths(page: Page) -> list[str]:
    """On a desk and on a phone, where nothing may be wider than the screen: one load for both.

    Not for pages that ask whether there is a pointer to hover with: a browser that was touched goes on to say no.
    """
    size = page.viewport_size
    assert size is not None
    found = faults(page) + too_wide(page)
    resize(page, PHONE, size["height"])
    found += [f"{PHONE} wide, {each}" for each in faults(page) + too_wide(page)]
    resize(page, size["width"], size["height"])
    return found


def too_wide(page: Page) -> list[str]:
    return ["wider than the screen"] if page.evaluate("document.documentElement.scrollWidth > innerWidth") else []
