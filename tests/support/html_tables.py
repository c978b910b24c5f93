"""Pages of HTML read back, with a complaint about whatever is not well formed."""

from __future__ import annotations

from html.parser import HTMLParser


class _Page(HTMLParser):
    """Reads a page, and objects to anything that is not closed where it should be."""

    EMPTY = frozenset({"meta", "br", "hr", "img", "link"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.cells: list[str] = []
        self.widths: list[int] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert not {"src", "href", "onclick", "style"} & {name for name, _value in attrs}, (tag, attrs)
        self.tags.append(tag)
        if tag not in self.EMPTY:
            self.open.append(tag)
        if tag == "tr":
            self.widths.append(0)
        if tag in {"th", "td"}:
            self.cells.append("")
            self.widths[-1] += 1

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
        if tag == "table":
            assert len(set(self.widths)) == 1, self.widths
            self.widths = []

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in {"th", "td"}:
            self.cells[-1] += data


def page_of(text: str) -> _Page:
    page = _Page()
    page.feed(text)
    page.close()
    assert page.open == []
    return page
