"""What the project says of its sources is what the rulebook counts."""

from __future__ import annotations

import re

import pytest

from croupier.rulebook import Source, divisions, sources
from tests.support.project import ROOT

SAID = ("README.md", "web/src/words/pages.ts")
"""Where the figures stand written out."""


def test_the_figures_of_the_rulebook() -> None:
    assert sources() == {Source.GAZETTE: 411, Source.PUBLIC: 21, Source.ADOPTED: 17}
    assert sum(sum(sources(each.clauses).values()) for each in divisions()) == 449


@pytest.mark.parametrize("name", SAID)
def test_the_same_figures_stand_wherever_somebody_reads_which_rules_these_are(name: str) -> None:
    text = " ".join((ROOT / name).read_text("utf-8").replace("\u2019", "'").split())
    counts = sources()
    not_gazette = counts[Source.PUBLIC] + counts[Source.ADOPTED]
    assert re.search(rf"449 clauses {not_gazette} are not the Gazette's own text", text)
    assert f"{counts[Source.PUBLIC]} were found in other public sources" in text
    assert f"{counts[Source.ADOPTED]} are adopted defaults where no text was found" in text
    assert "from 1998 to 2001" in text
    assert re.search("today's rules may differ", text, re.IGNORECASE)
