"""“Check this round”: worked out in the browser from the published record; every alteration on the way is named."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from croupier.cli import main
from tests.support.page.browser import Arrive, Visitor
from tests.support.page.played_rounds import PLACES, Played, Player, play_side_by_side, quick_table
from tests.support.server.real_server import Running

ALL = ("chain", "receipts", "nonces", "seal", "draws", "rules")
pytestmark = pytest.mark.xdist_group("proof")
"""Its rounds are played once, for all of its tests."""
Alter = Callable[[dict[str, Any]], None]


@pytest.fixture(scope="module")
def played(floor: Running) -> dict[str, Played]:
    """The second round of two at each game."""
    players = [Player(floor, floor.guest(), quick_table(floor, game), game) for game in PLACES]
    return {game: rounds[1] for game, rounds in zip(PLACES, play_side_by_side(players, 2), strict=True)}


def at_round(visitor: Visitor, played: Played, *, receipts: bool = True) -> Page:
    page = visitor.go("/about")
    if receipts:
        page.evaluate("kept => localStorage.setItem('croupier.receipts', kept)", played.kept())
    page = visitor.go(f"/tables/{played.table}/rounds/{played.round}")
    page.get_by_role("button", name="Check this round").click()
    page.get_by_test_id("verdict").wait_for()
    return page


def verdicts(page: Page) -> dict[str, str]:
    return {name: page.locator(f'[data-check="{name}"]').get_attribute("data-verdict") or "" for name in ALL}


@pytest.mark.parametrize("game", PLACES)
def test_an_honest_round_holds_in_every_part(arrive: Arrive, played: dict[str, Played], game: str) -> None:
    page = at_round(arrive(), played[game])
    assert verdicts(page) == dict.fromkeys(ALL, "held")
    expect(page.get_by_test_id("verdict")).to_have_attribute("data-verdict", "held")
    page.get_by_text("Results, drawn again").click()
    page.get_by_text("Line by line").click()
    assert page.locator("[data-follows=true]").count() == page.get_by_test_id("judged").locator("li").count() > 0


def test_a_stranger_checks_the_same_round_by_its_link(arrive: Arrive, played: dict[str, Played]) -> None:
    page = at_round(arrive(), played["roulette"], receipts=False)
    assert verdicts(page) == dict.fromkeys(ALL, "held") | {"receipts": "absent", "nonces": "absent"}
    expect(page.get_by_test_id("command")).not_to_contain_text("--receipts")


def rewritten(proof: dict[str, Any]) -> None:
    """Every hash made again, as by a house that wrote its journal anew."""
    previous = bytes.fromhex(proof["previous"])
    for entry in proof["entries"]:
        previous = hashlib.sha256(previous + entry["text"].encode()).digest()
        entry["hash"] = previous.hex()


def digit(found: re.Match[str]) -> str:
    return found[1] + ("1" if found[2] == "0" else "0")


def in_line(pattern: str, *, anew: bool) -> Alter:
    """One digit in the line where that stands, after the first; with all hashes made again or as they were."""

    def alter(proof: dict[str, Any]) -> None:
        entry = next(each for each in proof["entries"][1:] if re.search(pattern, each["text"]))
        entry["text"] = re.sub(pattern, digit, entry["text"], count=1)
        if anew:
            rewritten(proof)

    return alter


def hash_flipped(proof: dict[str, Any]) -> None:
    entry = proof["entries"][2]
    entry["hash"] = ("1" if entry["hash"][0] == "0" else "0") + entry["hash"][1:]


def swapped(proof: dict[str, Any]) -> None:
    entries = proof["entries"]
    entries[1], entries[2] = entries[2], entries[1]
    rewritten(proof)


def another_number(proof: dict[str, Any]) -> None:
    """Another number in the last line, and all that the server says of it in accord."""
    entry, step = proof["entries"][-1], proof["steps"][-1]
    came = step["draw"]["came"]
    other = next(each["words"] for each in step["draw"]["outcomes"] if each["words"] != came)
    entry["text"] = entry["text"].replace(came, other)
    step["draw"]["came"] = other
    rewritten(proof)


ALTERATIONS: dict[str, tuple[Alter, str, str]] = {
    "a wager": (in_line(r"(wager )(\d)", anew=False), "chain", "its hash does not match its line"),
    "a nonce": (in_line(r"( nonce )(.)", anew=True), "nonces", "not the one your browser sent"),
    "a nonce, by the receipt": (in_line(r"( nonce )(.)", anew=True), "receipts", "the journal was rewritten"),
    "a secret": (in_line(r"( reveal )(.)", anew=True), "seal", "does not match the seal of entry"),
    "a hash": (hash_flipped, "chain", "its hash does not match its line"),
    "two entries": (swapped, "chain", "is out of order"),
    "a number": (another_number, "draws", "but the seal gives"),
}


@pytest.mark.parametrize("what", ALTERATIONS)
def test_an_alteration_is_named(arrive: Arrive, played: dict[str, Played], what: str) -> None:
    alter, check, why = ALTERATIONS[what]
    visitor = arrive()
    here = played["roulette"]

    def on_the_way(route: Route) -> None:
        proof = route.fetch().json()
        alter(proof)
        route.fulfill(json=proof)

    visitor.context.route(f"**/api/v1/tables/{here.table}/rounds/{here.round}", on_the_way)
    page = at_round(visitor, here)
    expect(page.get_by_test_id("verdict")).to_have_attribute("data-verdict", "failed")
    row = page.locator(f'[data-check="{check}"]')
    expect(row).to_have_attribute("data-verdict", "failed")
    expect(row).to_contain_text(why)
    expect(row).to_contain_text("Entry ")


def test_no_crypto_subtle_is_needed(arrive: Arrive, played: dict[str, Played]) -> None:
    """A phone in the room comes by plain http, where a browser has none."""
    visitor = arrive()
    visitor.context.add_init_script("Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined })")
    page = at_round(visitor, played["blackjack"])
    assert page.evaluate("crypto.subtle === undefined")
    assert verdicts(page) == dict.fromkeys(ALL, "held")


def test_what_is_saved_passes_the_one_command(
    arrive: Arrive, played: dict[str, Played], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = at_round(arrive(), played["tai-sai"])
    for name in ("Download journal", "Download receipts"):
        with page.expect_download() as download:
            page.get_by_text(name).click()
        download.value.save_as(tmp_path / download.value.suggested_filename)
    program, *arguments = page.get_by_test_id("command").inner_text().split()
    assert program == "croupier"
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 0
    first = json.loads(played["tai-sai"].kept())[0]
    (tmp_path / "receipts.txt").write_text(f"{first['table']} {first['number']} {'0' * 64}\n")
    assert main(arguments) != 0


def test_a_round_that_never_was_is_refused_in_words(arrive: Arrive, played: dict[str, Played]) -> None:
    visitor = arrive()
    page = visitor.go(f"/tables/{played['roulette'].table}/rounds/9999")
    expect(page.get_by_test_id("refusal")).to_contain_text("no finished round with that number")
    assert [each for each in visitor.complaints if "404" not in each] == []
    visitor.complaints.clear()
