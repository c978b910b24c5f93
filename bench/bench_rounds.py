"""How long a lone player waits, in a real browser and in real time, at the tables of a new house.

A round is counted from “Spin now” or “Deal now” until the next round takes a wager: “Again” is pressed as soon as the
result is shown, and the wager counts once the same key can be pressed again. So nobody is quicker than this player. At
blackjack each decision is made as soon as it is asked for: what is left is what the table itself takes. The house lets
no round be shorter than its pace floor.

`bench rounds` plays each game with motion and with motion shortened.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from statistics import median

from msgspec import Struct
from playwright.sync_api import Browser, Page, expect

from croupier.record.audits.audit_chain import LEAST_ROUND
from tests.support.built_page import built_page
from tests.support.page.browser import Visitor, chromium
from tests.support.page.player import sit_down
from tests.support.server.real_server import Running, server

ROUNDS = 8
MOST_SECONDS = 6
GAMES = {"roulette": "red", "money-wheel": "A", "tai-sai": "small", "blackjack": "box 1"}
MOTIONS = {"auto": "with motion", "short": "with motion shortened"}
DRIVER = """async rounds => {
  const paid = () => document.querySelector('[data-testid=result][data-stage=paid]');
  const now = () => performance.now() / 1000;
  const until = async found => {
    const begun = now();
    for (let at = found(); ; at = found()) {
      if (at) return at;
      if (now() - begun > 60) throw new Error(`waited for ${found}`);
      await new Promise(done => setTimeout(done, 5));
    }
  };
  const enabled = selector => document.querySelector(`${selector}:not(:disabled)`);
  const goes = () => enabled('[data-testid=go-on]');
  const again = () => enabled('.rack [aria-label=Again]');
  const asked = () => ['stand', 'draw', 'pass'].map(each => enabled(`[data-decision=${each}]`)).find(each => each);
  const found = [];
  for (let round = 0; round < rounds; round++) {
    (await until(goes)).click();
    const pressed = now();
    let decisions = 0;
    await until(() => !paid());
    for (;;) {
      const next = await until(() => (paid() && again()) || asked());
      if (next.dataset.decision === undefined) break;
      next.click();
      decisions += 1;
      await until(() => !asked() || paid());
    }
    const shown = now();
    again().click();
    await until(goes);
    found.push({ shown: shown - pressed, taken: now() - pressed, decisions });
  }
  return found;
}"""
"""Plays in the page itself: to ask it from outside would take time too."""


class Round(Struct, frozen=True):
    """Seconds from the press of “Spin now”."""

    shown: float
    """Until the result is shown."""
    taken: float
    """Until the next round has taken a wager."""
    decisions: int


def main() -> None:
    built_page()
    for motion, words in MOTIONS.items():
        with tempfile.TemporaryDirectory() as folder, server(Path(folder) / "house") as running, chromium() as browser:
            for game, place in GAMES.items():
                print(_told(f"{game} {words}", _rounds(browser, running, game, place, motion)))


def _rounds(browser: Browser, running: Running, game: str, place: str, motion: str) -> list[Round]:
    visitor = Visitor(browser, running.url, width=1280, height=860, still=False)
    visitor.context.add_init_script(f"localStorage.setItem('croupier.motion', '{motion}')")
    page = sit_down(visitor, f"{game}-1")
    if game == "blackjack":
        page.get_by_role("button", name="Sit at box 1").click()
    page.locator(f'[data-key="{place}"]').first.click()
    expect(page.get_by_test_id("go-on")).to_be_enabled()
    found = _play(page)
    visitor.close()
    return found


def _play(page: Page) -> list[Round]:
    return [
        Round(shown=each["shown"], taken=each["taken"], decisions=each["decisions"])
        for each in page.evaluate(DRIVER, ROUNDS)
    ]


def _told(name: str, rounds: list[Round]) -> str:
    taken, shown = sorted(each.taken for each in rounds), sorted(each.shown for each in rounds)
    # The house counts whole seconds between the ends of two rounds.
    assert sum(taken) >= (len(taken) - 1) * LEAST_ROUND - 1, "below the pace floor"
    decided = f", {sum(each.decisions for each in rounds) / len(rounds):.1f} decisions a round"
    return (
        f"{name}: result shown after {median(shown):.1f} s ({shown[0]:.1f} to {shown[-1]:.1f}), next wager taken after "
        f"{median(taken):.1f} s ({taken[0]:.1f} to {taken[-1]:.1f}; asked: {MOST_SECONDS})"
        f"{decided if any(each.decisions for each in rounds) else ''}"
    )


if __name__ == "__main__":
    main()
