"""Documents, commands and refusals are in plain words: no banned form, and lines that an eye can follow."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.floor.house_rules.rules import HouseRule
from croupier.school.scenes import FILES, scenes
from tests.support.project import ROOT
from tests.support.words import BANNED_IN_SHORT, found, without_code
from tools.site import commands, generated

DOCUMENTS = [
    *sorted(ROOT.glob("*.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
    *(ROOT / name for name in ("tests/README.md", "web/README.md", "locks/README.md")),
]
LONGEST_LINE = 100
UNBREAKABLE = re.compile(r"^\s*(?:\||<img |!\[|\[[^]]*\]\([^)]*\)\S*$|(?:- )?\S+$)")
"""Rows of tables, pictures, and lines that are one link or one word, in a list too."""


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_document_is_in_plain_words(path: Path) -> None:
    assert [str(form) for form in found(without_code(path.read_text("utf-8")))] == []


REFUSING = {"Refusal", "HouseRefusal", "Fault", "TextFault", "NotAccepted", "DoesNotFollow"}
"""What is made where something is refused. In the commands every error counts."""
COMMANDS = ROOT / "src" / "croupier" / "cli"
GAMES = "src/croupier/games/"


def _called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else str(getattr(call.func, "attr", ""))


def _calls(path: Path) -> Iterator[ast.Call]:
    """Wherever words are made that refuse something."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and _called(node) in REFUSING:
            yield node
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and COMMANDS in path.parents:
            yield node.exc


def _texts(node: ast.expr) -> Iterator[str]:
    """The sentences that an expression may be; a value in one is an ellipsis."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield "".join(
            str(getattr(part, "value", "…")) if isinstance(part, ast.Constant) else "…" for part in node.values
        )
    elif isinstance(node, ast.IfExp):
        yield from (*_texts(node.body), *_texts(node.orelse))


def _assigned(path: Path) -> Iterator[str]:
    """The sentences that a function gives a name first: `why = …`, and then `Refusal(rule, code, why)`."""
    for function in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(function, ast.FunctionDef):
            calls = [each for each in ast.walk(function) if isinstance(each, ast.Call) and _called(each) in REFUSING]
            names = {argument.id for call in calls for argument in call.args if isinstance(argument, ast.Name)}
            for node in ast.walk(function):
                if isinstance(node, ast.Assign) and {getattr(target, "id", "") for target in node.targets} & names:
                    yield from _texts(node.value)


def _refusals() -> Iterator[tuple[str, str]]:
    """Every sentence that refuses something, by its file."""
    for path in sorted((ROOT / "src" / "croupier").rglob("*.py")):
        where = path.relative_to(ROOT).as_posix()
        yield from ((where, text) for call in _calls(path) for said in call.args for text in _texts(said))
        yield from ((where, text) for text in _assigned(path))
    for rule in HouseRule:
        yield from ((rule.code, wording) for wording in (rule.wording, *rule.cases.values()))


def test_refusals_are_in_plain_words() -> None:
    said = [*_refusals()]
    assert len(said) > 1400
    assert [f"{where}: “{text}”: {form}" for where, text in said for form in found(text, BANNED_IN_SHORT)] == []


FOR_PROGRAMS = re.compile(r"\b(?:GET|POST|PUT|DELETE) |/api/|\b[a-z]+_[a-z_]+\b|=true|`|X-|Content-Type|Authorization")
"""What only a program can use. It stands in the `help` of a refusal, which the page does not show."""


def test_the_house_refuses_in_sentences_for_people() -> None:
    said = [
        (rule.name, re.sub(r"\{\w+\}", "…", wording))
        for rule in HouseRule
        for wording in (rule.wording, *rule.cases.values())
    ]
    assert len(said) > 200
    assert [each for each in said if not re.fullmatch(r"…|[“…A-Z$].*(?:[.”]|…)", each[1])] == []
    assert [each for each in said if FOR_PROGRAMS.search(each[1])] == []


def test_the_rules_refuse_in_sentences_for_people() -> None:
    said = [text for where, text in _refusals() if " " in text and where.startswith(GAMES)]
    assert len(said) > 400
    assert [text for text in said if not re.fullmatch(r"[“…A-Z$].*[.”…]", text)] == []
    assert [text for text in said if FOR_PROGRAMS.search(text)] == []


@pytest.mark.parametrize("part", sorted({*generated.PARTS} - {"commands"}))
def test_generated_references_are_in_plain_words(part: str) -> None:
    text = re.sub(r"^\(shape-\w+\)=$", "", without_code(generated.PARTS[part]()), flags=re.MULTILINE)
    assert len(text) > 1000
    lines = text.splitlines()
    assert [f"{form}: {lines[form.line - 1].strip()}" for form in found(text)] == []


RULEBOOK = sorted((ROOT / "src" / "croupier" / "rulebook" / "data").glob("*.txt"))
EXAMPLES = sorted(path for path in (ROOT / "examples").rglob("*") if path.suffix in {".txt", ".toml", ".py", ".wagers"})


@pytest.mark.parametrize("path", [*RULEBOOK, *EXAMPLES], ids=lambda path: path.relative_to(ROOT).as_posix())
def test_gists_rulings_and_examples_are_in_plain_words(path: Path) -> None:
    assert [str(form) for form in found(path.read_text("utf-8"))] == []


def test_notebooks_are_in_plain_words() -> None:
    for path in sorted((ROOT / "examples").glob("*.ipynb")):
        for cell in json.loads(path.read_text("utf-8"))["cells"]:
            if cell["cell_type"] == "markdown":
                assert [str(form) for form in found(without_code("".join(cell["source"])))] == [], path.name


def test_the_school_speaks_in_plain_words() -> None:
    said = [scene.event for game in FILES for scene in scenes(game)]
    said += (ROOT / "src" / "croupier" / "school" / "data" / "not-the-dealers.txt").read_text("utf-8").splitlines()
    assert len(said) > 200
    assert [f"{text}: {form}" for text in said for form in found(text, BANNED_IN_SHORT)] == []


def test_commands_speak_in_plain_words() -> None:
    text = without_code(commands.markdown())
    assert "croupier odds" in text
    assert [str(form) for form in found(text, BANNED_IN_SHORT)] == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_lines_of_prose_are_short(path: Path) -> None:
    text = path.read_text("utf-8")
    prose = zip(text.splitlines(), without_code(text).splitlines(), strict=True)
    long = [
        line
        for line, without in prose
        # A line of a block of code is blank without its code.
        if len(line) > LONGEST_LINE and without.strip() and not UNBREAKABLE.match(line)
    ]
    assert long == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("A player may leave when he\nlikes.", ["he"]),
        ("The operator gives\noffices.", ["offices"]),
        ("Why: No such password.", [": No such password"]),
        ("its 99th\nhundredth", ["99th hundredth"]),
        ("They may leave when they like; the theory holds here.", []),
        ("`he` is code, and so is\n```\noffice\n```\n", []),
    ],
)
def test_a_banned_form_is_found_also_across_lines(text: str, words: list[str]) -> None:
    assert [form.words for form in found(without_code(text))] == words


def test_the_changelog_has_each_kind_of_change_once_a_release() -> None:
    """A merge brings a list back easily that was put in order meanwhile."""
    for release in re.split(r"^## ", (ROOT / "CHANGELOG.md").read_text("utf-8"), flags=re.MULTILINE)[1:]:
        kinds = re.findall(r"^### (\w+)$", release, re.MULTILINE)
        order = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]
        assert kinds == [each for each in order if each in kinds], release.splitlines()[0]
