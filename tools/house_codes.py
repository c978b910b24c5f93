"""The codes of the house's own refusals, into docs/refusals.md: `.venv/bin/python -m tools.house_codes`."""

from __future__ import annotations

import re
from pathlib import Path

from croupier.floor.house_rules.judges import MOMENTS
from croupier.floor.house_rules.rules import HouseRule

PAGE = Path(__file__).resolve().parent.parent / "docs" / "refusals.md"
HEAD = """# What the house refuses

A refusal by the rules names its clause. What the house asks beside the law has no clause: its refusal
names a topic (`house: limits`) and a code. A code never changes once released; the words may. Words in
italics stand for the case at hand.

This page is made from `floor/house_rules/rules.py`: `.venv/bin/python -m tools.house_codes`.

## When an act is judged

An act on its way to the journal meets the house's judges at these moments, in this order. The rules
judge it between the third and the fourth. Each judge is a function in `floor/house_rules/judges.py`.

"""
CODES = """
## Codes

| topic | code | words |
|---|---|---|
"""


def _said(words: str) -> str:
    """The words as the page shows them: a value that a case brings is in italics."""
    return re.sub(r"\{(\w+)\}", lambda value: f"*{value[1].replace('_', ' ')}*", words).replace("|", "\\|")


def _row(rule: HouseRule) -> str:
    return f"| {rule.topic} | `{rule.code}` | {'<br>'.join(map(_said, (rule.wording, *rule.cases.values())))} |\n"


def _moments() -> str:
    lines = (
        f"{place}. {moment.when[0].upper()}{moment.when[1:]}: "
        f"{', '.join(f'`{judge.__name__}`' for judge in moment.judges)}.\n"
        for place, moment in enumerate(MOMENTS, 1)
    )
    return "".join(lines)


def page() -> str:
    rules = sorted(HouseRule, key=lambda rule: (rule.topic, rule.code))
    return HEAD + _moments() + CODES + "".join(map(_row, rules))


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
