"""Records of every edition that was published, read, replayed and audited by the rules that are here now.

Beside each folder's records stands what followed from them when they were made: every settlement, every purse, every
account. Whatever a later version makes of them must be the same to the letter.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.games.blackjack import hand
from croupier.games.money_wheel.game import MoneyWheel
from croupier.games.refusal import Refused
from croupier.games.roulette.game import Roulette
from croupier.games.table import Odds
from croupier.games.tai_sai.game import TaiSai
from croupier.record import read, replay
from croupier.record.audits.audit import audit_journal
from croupier.record.audits.audit_chain import DoesNotFollow
from croupier.record.journals import seal
from croupier.record.journals.journal import read_journal
from croupier.record.text.forms import FORMS
from croupier.record.text.notation import Played
from tests.support.record.consequences import follows
from tests.support.record.edition_files import FOLDER, FOLLOWS

EDITIONS = sorted((path for path in FOLDER.iterdir() if path.name.isdigit()), key=lambda path: int(path.name))


def _kept() -> Iterator[Any]:
    for folder in EDITIONS:
        for name, kept in json.loads((folder / FOLLOWS).read_text()).items():
            yield pytest.param(folder / name, kept, id=f"{folder.name}/{name}")


def _kept_text(path: Path) -> str:
    """A record that was written by hand names no edition: it is of the one in whose folder it is kept."""
    text = path.read_text()
    edition = path.relative_to(FOLDER).parts[0]
    named = re.search(r"^edition \d+$", text, re.MULTILINE)
    return text if named else re.sub(r"^(game .+)$", rf"\1\nedition {edition}", text, count=1, flags=re.MULTILINE)


def test_the_first_edition_is_kept() -> None:
    assert [path.name for path in EDITIONS][:1] == ["1"]


@pytest.mark.parametrize("folder", EDITIONS, ids=lambda path: path.name)
def test_every_file_has_what_follows_from_it(folder: Path) -> None:
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*.txt")}
    assert files == set(json.loads((folder / FOLLOWS).read_text()))


@pytest.mark.parametrize(("path", "kept"), [*_kept()])
def test_it_follows_to_the_letter(path: Path, kept: dict[str, Any]) -> None:
    assert follows(_kept_text(path)) == kept


@pytest.mark.parametrize("folder", EDITIONS, ids=lambda path: path.name)
def test_every_journal_is_audited(folder: Path) -> None:
    for path in sorted((folder / "journals").glob("*.txt")):
        report = audit_journal(read_journal(path.read_text()))
        assert (report.breach, report.unknown) == (None, "")


@pytest.mark.parametrize("folder", EDITIONS, ids=lambda path: path.name)
def test_every_record_is_in_order(folder: Path) -> None:
    """Also what the records themselves state of their settlements."""
    for path in sorted(folder.rglob("*.txt")):
        if path.name != "server-house.txt":
            assert replay(read(_kept_text(path))).is_in_order, path.name


NOT_KEPT: dict[str, set[str]] = {
    "roulette": set(),
    "money-wheel": {"BuyColour", "HandIn"},
    "blackjack": {"BuyColour", "HandIn"},
    "tournament": {"RecallSession", "SharePrize"},
    "tai-sai": {"BuyColour", "HandIn"},
}
"""Kinds of acts that no record of the first edition has: colour chips are roulette's alone. What happens at a
table of a tournament is what happens at any other."""


SINCE_THEN = {
    *("TakeUpEdition", "RecordDispute", "MakeGood", "CallSupervisor", "AnswerCall"),
    *("TakeBackFavour", "CorrectGround", "CheckWheel", "WheelRests", "VoidChips"),
    *("CorrectCard", "NoteDamage", "OrderShuffle", "RestateCards", "FreeSeat"),
    *("Ready", "CallEarly", "SeatHousePlayer", "RemoveHousePlayer"),
    *("CorrectTally", "PayPrizes", "DrawLot", "Reinstate", "PausePlay", "ResumePlay"),
    *("ReplaceWheel", "ReplaceDice"),
}
"""Kinds of acts that the second edition brought."""
SINCE_THEN_AT = {"blackjack": {"VoidWager", "WrongLimits"}}
"""Kinds that it brought to one game, and that others had before."""


def test_the_first_edition_has_nearly_every_kind_of_act() -> None:
    found: dict[str, set[str]] = {game: set() for game in FORMS}
    for path in sorted((FOLDER / "1").rglob("*.txt")):
        if path.name != "server-house.txt":
            record = read(path.read_text())
            acts = (type(each.act).__name__ for each in record.entries if isinstance(each, Played))
            found[record.header.game] |= {*acts}
    for game, missing in NOT_KEPT.items():
        later = SINCE_THEN | SINCE_THEN_AT.get(game, set())
        new = {kind.__name__ for kind in FORMS[game]} - found[game] - missing - later
        told = f"{game}: records of edition 1 are never made again; name new acts in SINCE_THEN: {sorted(new)}"
        assert not new, told


# It bites


def _changed(where: str) -> list[str]:
    """The files of that game, or of that name, of which something else follows now, or of which an act is refused."""
    changed = []
    for each in _kept():
        path, kept = each.values
        text = path.read_text()
        if f"game {where}\n" not in text and where not in path.name:
            continue
        try:
            same = follows(text) == kept
        except (Refused, DoesNotFollow):
            same = False
        if not same:
            changed.append(path.name)
    return changed


def _other_odds(game: type[Any]) -> Callable[[pytest.MonkeyPatch], None]:
    """A winner there gets one unit more than the rules say."""
    verdict = game.verdict

    def change(monkeypatch: pytest.MonkeyPatch) -> None:
        def other(self: Any, position: Any, outcome: Any) -> Any:
            found = verdict(self, position, outcome)
            return found if found.odds is None else replace(found, odds=Odds(found.odds.pays + 1, found.odds.to))

        monkeypatch.setattr(game, "verdict", other)

    return change


CHANGES: dict[str, tuple[str, Callable[[pytest.MonkeyPatch], None]]] = {
    "roulette pays more": ("roulette", _other_odds(Roulette)),
    "Tai-Sai pays more": ("tai-sai", _other_odds(TaiSai)),
    "the money wheel pays more": ("money-wheel", _other_odds(MoneyWheel)),
    "the dealer stands on 18": ("blackjack", lambda patch: patch.setattr(hand, "DEALER_STANDS", 18)),
    "outcomes are drawn otherwise": ("server-", lambda patch: patch.setattr(seal, "LABEL", b"croupier draw 2")),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_rule_that_was_changed_is_noticed(monkeypatch: pytest.MonkeyPatch, change: str) -> None:
    where, make = CHANGES[change]
    make(monkeypatch)
    assert _changed(where)
