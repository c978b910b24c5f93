"""The words of the page: refusals stand by their codes, acts of the staff by their tags.

Every code that the server can refuse with has words, and no others have.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from build_page import WEB
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.tables.opening import TABLE_GAMES
from croupier.games.acts import Act
from croupier.games.blackjack.options import _RANGES
from croupier.games.machine import Handler
from croupier.games.occasions import Sort
from croupier.games.people import Role
from croupier.games.registry import table_of
from croupier.games.roulette import rules as roulette
from croupier.games.sign import Sign
from croupier.games.tai_sai import rules as tai_sai
from croupier.record.text.forms import FORMS
from tests.support.project import ROOT

OWN = {"no_line", "undo_too_late"}
"""The page's own: a broken line has no server to refuse, and an undo of two acts is not begun when it is late."""
CODE_AT = {"Refusal": 1, "HouseRefusal": 1}
"""Which of their arguments is the code."""
IN_SERVE = {"Fault": 1}
"""What is called so elsewhere is a fault in a file, with its line."""
ELSEWHERE = {
    *(code for code, _ in roulette.NO_WAGER_THERE.values()),
    *(f"no_such_{kind}" for kind in tai_sai.NO_WAGER_THERE),
    *(f"bad_{name}" for name in _RANGES),
    roulette.EXAMINATION.name,
    tai_sai.INSPECTION.name,
}
"""Codes that are not written where the refusal is made."""
MADE = {
    "floor/house_rules/rules.py: self.code",
    "games/blackjack/options.py: f'bad_{name}'",
    "games/layout/game.py: first.name",
    "games/roulette/game.py: code",
    "games/tai_sai/game.py: f'no_such_{kind}'",
    "serve/security/errors.py: refusal.code",
}
"""Where a refusal is made with a code from elsewhere: from `ELSEWHERE`, or handed on by one of the functions above."""
SOURCES = ROOT / "src" / "croupier"


ID = re.compile(r"(?:^|\.)player$|^\w+(?:\.\w+)*\[(?:0|act\.box - 1)\]$")
"""Where a refusal of the rules names a player by the id: `act.player`, `waiting[0]`."""
TURNED = {"has", "is", "does", "was", "decides"}
"""What the page turns where the reader is that player: “You have”, “You are” (`web/src/table/addressed.ts`)."""
THE_SAME = {"may", "must", "did"}
STEP_FIELDS = {"dollars": "5.00", "number": "3", "present": "absent", "permit": "permit"}
"""What stands for a field in the words of an act; a name or a word for every other."""


def _calls(path: Path) -> Iterator[ast.expr]:
    """What stands as the code, wherever a refusal is made."""
    for call in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name | ast.Attribute):
            name = call.func.id if isinstance(call.func, ast.Name) else call.func.attr
            place = (CODE_AT | IN_SERVE if "serve" in path.parts else CODE_AT).get(name, len(call.args))
            if place < len(call.args):
                yield call.args[place]


def _spoken() -> tuple[set[str], set[str]]:
    """The codes that are written out, the house's in their one list, and where one is made otherwise."""
    codes = {rule.code for rule in HouseRule}
    made: set[str] = set()
    for path in sorted(SOURCES.rglob("*.py")):
        for code in _calls(path):
            for each in (code.body, code.orelse) if isinstance(code, ast.IfExp) else (code,):
                if isinstance(each, ast.Constant) and isinstance(each.value, str):
                    codes.add(each.value)
                else:
                    made.add(f"{path.relative_to(SOURCES).as_posix()}: {ast.unparse(each)}")
    return codes, made


def _worded() -> set[str]:
    text = (WEB / "src" / "words" / "refusals.ts").read_text("utf-8")
    section = text.split("export const refusals = {")[1].split("\n};")[0]
    return set(re.findall(r"^  (\w+):", section, re.MULTILINE))


def test_every_refusal_of_the_server_has_words_and_no_word_is_for_nobody() -> None:
    codes, made = _spoken()
    assert len(codes) > 300
    assert made == MADE
    assert codes | ELSEWHERE == _worded() - OWN


ACT_WORDS = re.compile(r"^    '?([a-z ]+?)'?: \{ name: '([^']+)', when: '([^']*)' \},$", re.MULTILINE)
AT_THE_TABLE = {Role.DEALER, Role.GAME_SUPERVISOR}


def _acts_of_staff() -> Iterator[tuple[type[Act], Handler]]:
    """What dealers and supervisors do at a table of the house, and what the operator does beside the steps."""
    for game in TABLE_GAMES:
        for kind, handler in table_of(game, Sign(minimum=5_00, maximum=500_00))._handlers.items():
            if AT_THE_TABLE & {*handler.roles} or handler.occasion.sort is not Sort.STEP:
                yield kind, handler


def test_every_act_of_the_staff_has_a_name_and_all_but_steps_say_when() -> None:
    text = (WEB / "src" / "words" / "dealing.ts").read_text("utf-8")
    section = text.split("\n  acts: {")[1].split("\n  } as Record<string, ActWords>")[0]
    when_used = {tag: when for tag, _name, when in ACT_WORDS.findall(section)}
    acts = dict(_acts_of_staff())
    nameless = {kind.words() for kind in acts} - {*when_used}
    assert not nameless, f"web/src/words/dealing.ts: `acts` has no name for {sorted(nameless)}"
    beside = {kind.words() for kind, handler in acts.items() if handler.occasion.sort is not Sort.STEP}
    silent = {tag for tag in beside if not when_used[tag]}
    assert not silent, f"web/src/words/dealing.ts: `acts` does not say when to use {sorted(silent)}"


def _after_an_id(path: Path) -> Iterator[str]:
    """What a refusal says right behind a player's id."""
    for part in ast.walk(ast.parse(path.read_text("utf-8"))):
        is_made = isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id == "Refusal"
        is_words = isinstance(part, ast.Assign) and ast.unparse(part.targets[0]) == "why"
        if is_made or is_words:
            for text in (each for each in ast.walk(part) if isinstance(each, ast.JoinedStr)):
                for value, after in zip(text.values, text.values[1:], strict=False):
                    if isinstance(value, ast.FormattedValue) and ID.search(ast.unparse(value.value)):
                        yield str(after.value) if isinstance(after, ast.Constant) else ""


def test_a_refusal_that_names_its_reader_can_be_said_to_them() -> None:
    said = (WEB / "src" / "table" / "addressed.ts").read_text("utf-8")
    assert all(f"{word}\\b/" in said for word in TURNED)
    found = [text for path in sorted((SOURCES / "games").rglob("*.py")) for text in _after_an_id(path)]
    assert len(found) > 40
    for text in found:
        verb = re.match(r"^ (?:(?:already|still) )?([a-z]+)", text)
        is_said = verb is not None and verb[1] in TURNED | THE_SAME
        assert is_said or re.match(r"^'s |^ on |^[.,:]", text), text


def test_every_act_on_record_has_a_sentence() -> None:
    """What the page says of a step, by `web/src/words/steps.ts`: its patterns are plain enough to be ours too."""
    said = (WEB / "src" / "words" / "steps.ts").read_text("utf-8")
    patterns = [re.compile(pattern) for pattern in re.findall(r"^  \[/(.+)/, '", said, re.MULTILINE)]
    acts = {form.text for forms in FORMS.values() for form in forms.values()}
    for form in sorted(each for each in acts if not each.startswith("clock ")):
        shortest = re.sub(r"\[[^\]]*\]", "", form)
        line = re.sub(r"\{\w+:([\w ]+)\}", lambda field: STEP_FIELDS.get(field[1], "x"), shortest)
        assert any(pattern.search(line) for pattern in patterns), line
