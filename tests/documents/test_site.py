"""The site is built without a warning, asks nobody else for anything, and has every page where people find it."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.support.documents import links
from tests.support.project import ROOT
from tools.site import __main__ as site

pytestmark = [
    pytest.mark.xdist_group("site"),
    pytest.mark.filterwarnings("ignore:.*deprecated. Check CHANGES for Sphinx"),
]
LOADED = {("script", "src"), ("link", "href"), ("img", "src"), ("iframe", "src"), ("source", "src"), ("video", "src")}
"""What a browser fetches by itself. A link that somebody selects is no request of the page."""
ADDRESS = re.compile(r"""^\s*(?:https?:)?//""")
IN_STYLE = re.compile(r"""(?:url\(\s*["']?|@import\s+["'])\s*(?:https?:)?//""")


class Fetched(HTMLParser):
    """Collects what a page fetches from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if (tag, name) in LOADED and value and ADDRESS.match(value)]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    assert site.main("--out", str(folder)) == 0
    return folder


def fetched(page: str) -> list[str]:
    reader = Fetched()
    reader.feed(page)
    return reader.found


def test_nothing_is_fetched_from_elsewhere(built: Path) -> None:
    pages = list(built.rglob("*.html"))
    assert pages
    assert [(page.name, found) for page in pages if (found := fetched(page.read_text("utf-8")))] == []
    assert [style.name for style in built.rglob("*.css") if IN_STYLE.search(style.read_text("utf-8"))] == []


@pytest.mark.parametrize(
    "page", ['<script src="https://cdn.example/x.js">', '<link rel="stylesheet" href="//fonts.example/a.css">']
)
def test_a_request_to_elsewhere_is_seen(page: str) -> None:
    assert len(fetched(page)) == 1
    assert fetched('<a href="https://casino.example">') == []


def test_there_is_a_search_and_a_switch_between_dark_and_light(built: Path) -> None:
    [version] = [path for path in built.iterdir() if path.is_dir() and not path.name.startswith(".")]
    assert (version / "searchindex.js").stat().st_size > 0
    start = (version / "docs" / "index.html").read_text("utf-8")
    assert "theme-toggle" in start
    assert f"Version {version.name}" in start
    assert f'href="{version.name}/docs/index.html"' in (built / "index.html").read_text("utf-8")


def test_pictures_follow_the_switch_except_where_both_are_shown(built: Path) -> None:
    [version] = [path for path in built.iterdir() if path.is_dir() and not path.name.startswith(".")]
    start = (version / "docs" / "index.html").read_text("utf-8")
    for name, shown in (("light", "only-light"), ("dark", "only-dark")):
        [tag] = re.findall(rf"<img [^>]*blackjack-desk-{name}\.webp[^>]*>", start)
        assert f'"{shown}"' in tag
    assert "only-dark" not in (version / "docs" / "gallery.html").read_text("utf-8")


def test_versions_are_listed_from_the_newest_down(tmp_path: Path) -> None:
    for name in ("0.9.0", "0.10.0", "1.0.0"):
        (tmp_path / name / "docs").mkdir(parents=True)
        (tmp_path / name / "docs" / "index.html").touch()
    listed = re.findall(r">([\d.]+)</a>", site.list_of_versions(tmp_path))
    assert listed == ["1.0.0", "0.10.0", "0.9.0"]


def test_every_page_is_on_the_page_of_some_role() -> None:
    starts = sorted((ROOT / "docs" / "start").glob("*.md"))
    listed = {(start.parent / target).resolve() for start in starts for target in links(start.read_text("utf-8"))}
    pages = {path for path in (ROOT / "docs").rglob("*.md") if path.name != "index.md" and path not in starts}
    assert sorted(path.relative_to(ROOT).as_posix() for path in pages - listed) == []
