"""Which browser the page is tested with, and that no test ever installs one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import browser
from tools.browser import NAMES, VARIABLE, NoBrowser


def put(folder: Path, *names: str) -> str:
    folder.mkdir(exist_ok=True)
    for name in names:
        program = folder / name
        program.write_text("#!/bin/sh\n")
        program.chmod(0o755)
    return str(folder)


def test_the_environments_browser_comes_before_all_others(tmp_path: Path) -> None:
    path = put(tmp_path / "bin", *NAMES, "my-browser")
    named = str(tmp_path / "bin" / "my-browser")
    assert browser.find({VARIABLE: named, "PATH": path}) == named


def test_a_browser_that_is_named_must_be_there(tmp_path: Path) -> None:
    path = put(tmp_path / "bin", *NAMES)
    with pytest.raises(NoBrowser, match="TEST_BROWSER names '/nowhere/chromium', and no program is there"):
        browser.find({VARIABLE: "/nowhere/chromium", "PATH": path})


def test_names_on_the_path_are_tried_in_order(tmp_path: Path) -> None:
    for number, name in enumerate(NAMES):
        folder = tmp_path / str(number)
        assert browser.find({"PATH": put(folder, *NAMES[number:])}) == str(folder / name)


def test_one_line_says_what_to_do_where_none_can_be_had() -> None:
    assert "\n" not in browser.MISSING
    assert "apt-get install -y chromium" in browser.MISSING
    assert VARIABLE in browser.MISSING
