"""The codes of the house's own refusals, into docs/reference/refusals.md: `.venv/bin/python -m tools.house_codes`."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import fill

from croupier.floor.house_rules.judges import MOMENTS
from croupier.floor.house_rules.rules import HouseRule

WIDTH = 100
PAGE = Path(__file__).resolve().parent.parent / "docs" / "reference" / "refusals.md"
HEAD = """# Refusals

Every reason why an act may be refused. A refusal has a code, a reason in words, and the rule it
rests on: a clause of the Gazette, or a topic of the house's own rules (`house: limits`). A code
never changes once released; the words may. Words in italics stand for the case at hand.

The house's codes are made from `floor/house_rules/rules.py`, by `.venv/bin/python -m
tools.house_codes`. Those of the rules are made from `games/` when the site is built. In which shape
a program gets a refusal stands in the server's OpenAPI document, `/api/v1/openapi.json`.

## When an act is judged

An act on its way to the journal meets the house's judges at these moments, in this order. The rules
judge it between the third and the fourth. Each judge is a function in
`floor/house_rules/judges.py`.

"""
CODES = """
## Codes of the house

The last column is the field `help` of a refusal over HTTP, for programs. The page does not show it.

| topic | code | words | `help` |
|---|---|---|---|
"""

RULES = """
## Codes of the rules

The clause comes with each refusal.

```{generated} refusal-codes
```
"""


def _said(words: str) -> str:
    """The words as the page shows them: a value that a case brings is in italics."""
    return re.sub(r"\{(\w+)\}", lambda value: f"*{value[1].replace('_', ' ')}*", words).replace("|", "\\|")


def _wordings(rule: HouseRule) -> tuple[str, ...]:
    return (rule.wording, *rule.cases.values())


def _row(rule: HouseRule) -> str:
    return f"| {rule.topic} | `{rule.code}` | {'<br>'.join(map(_said, _wordings(rule)))} | {rule.help} |\n"


def _moments() -> str:
    lines = (
        f"{place}. {moment.when[0].upper()}{moment.when[1:]}: "
        f"{', '.join(f'`{judge.__name__}`' for judge in moment.judges)}."
        for place, moment in enumerate(MOMENTS, 1)
    )
    return "".join(f"{fill(line, WIDTH, subsequent_indent='   ')}\n" for line in lines)


def page() -> str:
    rules = sorted(HouseRule, key=lambda rule: (rule.topic, rule.code))
    return HEAD + _moments() + CODES + "".join(map(_row, rules)) + RULES


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
