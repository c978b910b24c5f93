"""A real browser, driven by Playwright: the one that the set-up found or installed (tools/browser.py)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tools.browser import find

FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"),
    *("--disable-sync", "--no-first-run"),
)
SECONDS = 20
LATER = "seconds => { const before = Date.now.bind(Date); Date.now = () => before() + seconds * 1000; }"
"""The viewer's clock goes so far ahead."""


@contextmanager
def chromium() -> Iterator[Browser]:
    path = find()
    assert path is not None, "There is no browser: `python3 start.py test` finds or installs one."
    expect.set_options(timeout=SECONDS * 1000)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*FLAGS])
        try:
            yield browser
        finally:
            browser.close()


def is_phone(width: int) -> bool:
    return width < 600


class Visitor:
    """Somebody with a browser of their own: cookies, settings, and everything that the browser complained of."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        *,
        width: int = 1280,
        height: int = 900,
        still: bool = True,
        points: float = 1,
        ahead: float = 0,
        installs: bool = False,
        is_new: bool = False,
    ) -> None:
        self.url = url
        self.context = browser.new_context(
            base_url=url,
            viewport={"width": width, "height": height},
            reduced_motion="reduce" if still else "no-preference",
            has_touch=is_phone(width),
            device_scale_factor=points,
        )
        if not is_new:
            # Whoever is new at a game is shown around.
            self.context.add_init_script("localStorage.setItem('croupier.coached', '[\"all\"]')")
        if not installs:
            # A worker fetches all of the page once: only tests that are about it pay for that.
            self.context.add_init_script("delete Navigator.prototype.serviceWorker")
        self.context.set_default_timeout(SECONDS * 1000)
        if ahead:
            # The viewer's clock agrees with that of a house whose time was moved on.
            self.context.add_init_script(f"({LATER})({ahead})")
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.page.on("console", lambda message: self._heard(message.type, message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("requestfailed", lambda request: self._failed(request.url, request.failure or ""))
        self.page.on("response", lambda answer: self._answered(answer.status, answer.url))

    def _heard(self, kind: str, text: str) -> None:
        if kind in {"error", "warning"}:
            self.complaints.append(f"{kind}: {text}")

    def _failed(self, url: str, why: str) -> None:
        # A page that is left breaks off what it asked for.
        if "ERR_ABORTED" not in why:
            self.complaints.append(f"{url}: {why}")

    def _answered(self, status: int, url: str) -> None:
        self.requests.append(url)
        if status >= 400:
            self.complaints.append(f"{status} {url}")

    def go(self, path: str = "/") -> Page:
        self.page.goto(path)
        self.page.locator("main h1").first.wait_for()
        return self.page

    def close(self) -> None:
        self.context.close()


def resize(page: Page, width: int, height: int) -> None:
    """The same page on another screen: a narrow one is a phone's, which is touched."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setTouchEmulationEnabled", {"enabled": is_phone(width), "maxTouchPoints": 1})
    page.set_viewport_size({"width": width, "height": height})
    # What measures itself has measured anew.
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


Arrive = Callable[..., Visitor]
"""Somebody opens a browser: the fixture `arrive` of the page's tests."""
