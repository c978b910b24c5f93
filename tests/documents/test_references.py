"""The generated references have everything: every command, exported name, refusal code and request."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from croupier.cli.commands import command_names, complete_command_line
from tests.support.documents import blocks
from tests.support.process import in_this_process
from tests.support.project import ROOT
from tools.site import commands, generated, http_api, python_api, refusal_codes

PAGES = sorted((ROOT / "docs").rglob("*.md"))
OPENAPI = "/api/v1/openapi.json"
"""Where a running server describes its API."""
PAGES_OWN = {"no_line", "undo_too_late"}
"""Codes that the page itself has, and no server sends."""
EXPORTED = [(package.__name__, name) for package in python_api.packages() for name in python_api.exported(package)]


def test_every_command_is_in_the_reference() -> None:
    text = commands.markdown()
    called = list(command_names(complete_command_line()))
    assert {"serve", "odds", "tournament plan"} <= set(called)
    assert [name for name in called if f" croupier {name}\n" not in text] == []


def test_the_usage_of_a_command_names_nothing_but_the_command() -> None:
    usages = re.findall(r"```console\n(.*?)\n", commands.markdown())
    assert usages
    assert [usage for usage in usages if not re.fullmatch(r"croupier [a-z -]+(?: [A-Z[].*)?", usage)] == []


@pytest.mark.parametrize(("package", "name"), EXPORTED, ids=str)
def test_every_exported_name_has_a_docstring(package: str, name: str) -> None:
    [module] = [each for each in python_api.packages() if each.__name__ == package]
    assert python_api.docstring(module, name), f"{package}.{name} has no docstring"


def test_every_exported_name_is_in_the_reference() -> None:
    text = python_api.markdown()
    for package, name in EXPORTED:
        section = text.split(f"## {package}\n", 1)[1].split("\n## ", 1)[0]
        assert f"### `{name}`\n" in section


def test_every_refusal_code_is_in_the_reference() -> None:
    page = (ROOT / "docs" / "reference" / "refusals.md").read_text("utf-8")
    listed = set(re.findall(r"`(\w+)` \|", page + refusal_codes.markdown()))
    words = (ROOT / "web" / "src" / "words" / "refusals.ts").read_text("utf-8")
    # tests/page/test_words.py holds that the page has words for every code of the sources.
    worded = set(re.findall(r"^  (\w+):", words.split("export const refusals = {")[1].split("\n};")[0], re.MULTILINE))
    assert "not_adjoining" in worded
    assert sorted(worded - listed - PAGES_OWN) == []


def test_every_request_is_in_the_reference() -> None:
    text = http_api.requests()
    document = http_api.document()
    for path, operations in document["paths"].items():
        for method in operations:
            assert f"### `{method.upper()} {path}`\n" in text
    shapes = http_api.shapes()
    assert [name for name in document["components"]["schemas"] if f"**`{name}`**" not in shapes] == []


def test_every_generated_part_stands_on_a_page() -> None:
    pages = "".join(path.read_text("utf-8") for path in (ROOT / "docs").rglob("*.md"))
    assert [name for name in generated.PARTS if f"```{{generated}} {name}\n" not in pages] == []


@pytest.mark.parametrize(
    "path", sorted((ROOT / "docs").rglob("*.md")), ids=lambda path: path.relative_to(ROOT).as_posix()
)
def test_a_page_on_the_api_says_where_the_openapi_document_is(path: Path) -> None:
    text = path.read_text("utf-8")
    assert OPENAPI in text or not re.search(r"/api/v1/|\]\((?:\.\./reference/)?http\.md", text)


def test_the_refusal_in_the_reference_is_what_the_command_prints() -> None:
    page = (ROOT / "docs" / "reference" / "json-output.md").read_text("utf-8")
    assert "`croupier replay README.md --json`" in page
    [shown] = blocks(ROOT / "docs" / "reference" / "json-output.md", "json")
    answered = in_this_process("replay", str(ROOT / "README.md"), "--json")
    assert (answered.status, answered.document) == (2, json.loads(shown))
