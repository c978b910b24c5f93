"""The house's own rules: each has one code, its words stand in one place, and each is used somewhere."""

from __future__ import annotations

import ast
import string
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.floor.house_rules.judges import MOMENTS, JudgingMoment
from croupier.floor.house_rules.not_accepted import NotAccepted, accept
from croupier.floor.house_rules.refusal import HouseRefusal
from croupier.floor.house_rules.rules import HouseRule
from croupier.serve.security.errors import fault_of
from tests.support.project import ROOT
from tools import house_codes

SOURCES = ROOT / "src" / "croupier"
HOUSE_RULES = SOURCES / "floor" / "house_rules"
MADE_BY = {"refusal", "refused"}


def _trees() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(SOURCES.rglob("*.py")):
        yield path, ast.parse(path.read_text("utf-8"))


def _rule(node: ast.expr) -> str | None:
    """The name of the rule, where the expression is `HouseRule.NAME`."""
    is_rule = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "HouseRule"
    return node.attr if is_rule and isinstance(node, ast.Attribute) else None


def _fields(words: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(words) if name is not None}


def _used() -> Iterator[tuple[HouseRule, ast.Call]]:
    """Every `HouseRule.NAME.refusal(…)` and `HouseRule.NAME.refused(…)`."""
    for _, tree in _trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in MADE_BY:
                name = _rule(node.func.value)
                if name is not None:
                    yield HouseRule[name], node


def _case(call: ast.Call) -> str:
    return call.args[0].value if call.args and isinstance(call.args[0], ast.Constant) else ""  # type: ignore[return-value]


def test_a_code_stands_once_within_its_topic() -> None:
    codes = Counter((rule.topic, rule.code) for rule in HouseRule)
    assert [code for code, times in codes.items() if times > 1] == []
    assert len(codes) == len(HouseRule.__members__) > 100


def test_no_refusal_of_the_house_is_worded_outside_its_rules() -> None:
    found = [
        f"{path.relative_to(SOURCES).as_posix()}:{node.lineno}"
        for path, tree in _trees()
        if HOUSE_RULES not in path.parents
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "HouseRefusal"
    ]
    assert found == []


def test_no_fault_is_made_by_hand() -> None:
    """What the server answers is made from a refusal, in one place."""
    found = [
        path.relative_to(SOURCES).as_posix()
        for path, tree in _trees()
        if path.is_relative_to(SOURCES / "serve")
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Fault"
    ]
    assert found == ["serve/security/errors.py"]


def test_every_rule_is_used() -> None:
    named = {
        name
        for path, tree in _trees()
        if path != HOUSE_RULES / "rules.py"
        for node in ast.walk(tree)
        if isinstance(node, ast.expr) and (name := _rule(node)) is not None
    }
    assert named == set(HouseRule.__members__)


def test_every_case_of_a_rule_is_used() -> None:
    cases = {(rule, _case(call)) for rule, call in _used() if _case(call)}
    assert cases == {(rule, case) for rule in HouseRule for case in rule.cases}


def test_every_use_brings_just_the_values_that_the_words_need() -> None:
    uses = list(_used())
    assert len(uses) > 100
    for rule, call in uses:
        words = rule.cases[_case(call)] if _case(call) else rule.wording
        assert {each.arg for each in call.keywords} == _fields(words), (rule, call.lineno)


def test_a_rule_words_its_refusal() -> None:
    refusal = HouseRule.OTHER_ROUND.refusal(meant=3, round=4)
    assert refusal == HouseRefusal("tables", "other_round", "That was meant for round 3. This is round 4.")
    assert HouseRule.OTHER_ROUND.is_of(refusal)
    assert not HouseRule.OTHER_ROUND.is_of(HouseRule.TABLE_BUSY.refusal())
    to_act = HouseRule.NO_SESSION.refused("to_act").refusal
    assert to_act == HouseRefusal(
        "sessions", "no_session", "Sign in first. A spectator cannot act.", HouseRule.NO_SESSION.help
    )


def test_what_only_a_program_needs_stands_in_the_help() -> None:
    fault = fault_of(HouseRule.WRONG_CSRF.refusal())
    assert fault.why == "Reload the page, then try again."
    assert fault.help == "send the header X-CSRF-Token, which GET /api/v1/me has"
    assert fault_of(HouseRule.NO_SUCH_TABLE.refusal()).help == ""


def test_a_value_with_braces_is_told_as_it_is() -> None:
    assert HouseRule.UNREADABLE.refusal(line="{x}", what_is_wrong="{}").why.startswith("“{x}” cannot be read")


def test_the_first_judge_with_an_objection_is_heard() -> None:
    asked: list[str] = []

    def judge(name: str, refusal: HouseRefusal | None) -> HouseRefusal | None:
        asked.append(name)
        return refusal

    busy, stopping = HouseRule.TABLE_BUSY.refusal(), HouseRule.STOPPING.refusal()
    moment = JudgingMoment[int](
        "now", (lambda _: judge("a", None), lambda _: judge("b", busy), lambda _: judge("c", stopping))
    )
    assert moment.refuses(0) == busy
    assert asked == ["a", "b"]
    with pytest.raises(NotAccepted):
        accept(moment.refuses(0))
    accept(JudgingMoment[int]("now", ()).refuses(0))


def test_each_judge_is_asked_at_one_moment() -> None:
    judges = [judge for moment in MOMENTS for judge in moment.judges]
    assert len(judges) == len(set(judges)) > 10


def test_the_page_of_codes_is_as_the_rules_are() -> None:
    """Write it anew with `.venv/bin/python -m tools.house_codes`."""
    assert house_codes.PAGE.read_text("utf-8") == house_codes.page()
