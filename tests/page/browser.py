"""A real browser: Debian's chromium, or the one that Playwright brings. Found or fetched, never gone without."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"),
    *("--disable-sync", "--no-first-run"),
)
APT = ("apt-get", "install", "-y", "chromium")
SECONDS = 20


@contextmanager
def chromium() -> Iterator[Browser]:
    expect.set_options(timeout=SECONDS * 1000)
    with sync_playwright() as playwright:
        path = shutil.which("chromium") or _from_debian()
        if path is None and not Path(playwright.chromium.executable_path).exists():
            _from_playwright()
        browser = playwright.chromium.launch(executable_path=path, args=[*FLAGS])
        try:
            yield browser
        finally:
            browser.close()


def _from_debian() -> str | None:
    if os.name != "posix" or os.getuid() != 0 or shutil.which("apt-get") is None:
        return None
    subprocess.run(APT, check=False, capture_output=True, timeout=600)
    return shutil.which("chromium")


def _from_playwright() -> None:
    if (
        subprocess.run((sys.executable, "-m", "playwright", "install", "chromium"), check=False, timeout=600).returncode
        != 0
    ):
        raise AssertionError(f"The page's tests need a browser: sudo {' '.join(APT)}")


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
    ) -> None:
        self.url = url
        self.context = browser.new_context(
            base_url=url,
            viewport={"width": width, "height": height},
            reduced_motion="reduce" if still else "no-preference",
            has_touch=width < 600,
            device_scale_factor=points,
        )
        self.context.set_default_timeout(SECONDS * 1000)
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
