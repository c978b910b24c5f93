"""The page on a slow phone: its processor slowed 4 times, 1.6 Mbit/s, 150 ms. Chromium's own figures.

First load, of the lobby and of each game's table: bytes over the line, packed. Interactive: from the first request
until tables or seat stand there and the main thread has been quiet. Frames: script per frame, from a trace, while
wheels turn, dice are uncovered and cards are dealt, and while a win is celebrated.

A machine with other work to do holds the page's thread up: the line is slowed by a clock, and the thread by that work
too. So what the thread ran is counted by its own processor time, and of a first load it is said what is left once the
time is taken away in which the thread was ready and did not run.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from msgspec import Struct
from playwright.sync_api import Browser, CDPSession, Page

from croupier.games.acts import Act, Clock
from croupier.games.blackjack.acts import Deal, Sit
from croupier.games.blackjack.cards import Card
from croupier.games.money_wheel import IndicatorRests, symbol
from croupier.games.position import Position
from croupier.games.roulette.acts import Spin
from croupier.games.roulette.positions import red, straight_up
from croupier.games.tai_sai import Roll, small
from croupier.games.wagers import NoMoreBets, Wager
from tests.support.built_page import built_page
from tests.support.page.browser import Visitor, chromium
from tests.support.page.feed import Feed
from tests.support.page.player import own_table
from tests.support.server.real_server import Running, server

SLOWER, DOWN, UP, LATENCY = 4, 1_600_000 / 8, 750_000 / 8, 150
TIMES = 5
MOST_BYTES, MOST_MILLISECONDS, MOST_A_FRAME = 200_000, 2000, 8
TABLES = ("roulette", "blackjack", "money-wheel", "tai-sai")
SCRIPT = {
    "FunctionCall",
    "EvaluateScript",
    "FireAnimationFrame",
    "TimerFire",
    "EventDispatch",
    "RunMicrotasks",
    "v8.run",
}
TASK = "RunTask"
TRACED = ["devtools.timeline", "disabled-by-default-devtools.timeline"]
FRAME, LONG = 1_000_000 / 60, 250_000
"""Microseconds: of a frame, and of an animation that is more than a step aside."""
LONG_TASK_MILLISECONDS = 50
MOVING_MILLISECONDS = 12_000
SETTLED_MILLISECONDS = 2500
"""What stands below the fold has been drawn before anything moves."""
READY = """selectors => {
  window.whenReady = new Promise(done => {
    let last = 0;
    new PerformanceObserver(list => {
      for (const each of list.getEntries()) last = Math.max(last, each.startTime + each.duration);
    }).observe({ type: 'longtask', buffered: true });
    const look = () => {
      if (!selectors.every(each => document.querySelector(each))) return setTimeout(look, 20);
      const shown = performance.now();
      setTimeout(() => done([shown, Math.max(shown, last)]), 2500);
    };
    look();
  });
}"""
"""Runs from the first moment of the document, so that it waits for nothing that the page does not wait for."""


def main() -> None:
    built_page()
    with tempfile.TemporaryDirectory() as folder, server(Path(folder) / "house") as running, chromium() as browser:
        _first_load(browser, running, "lobby", "/", ("[data-testid=table]",))
        for game in TABLES:
            _first_load(browser, running, game, f"/tables/{game}-1", ("[data-testid=seat] button", "[data-key]"))
        for motion in MOTIONS:
            _frames(browser, running, motion)


def _slow(page: Page, *, line: bool = True) -> CDPSession:
    devtools = page.context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    if line:
        devtools.send("Network.enable")
        conditions = {"offline": False, "latency": LATENCY, "downloadThroughput": DOWN, "uploadThroughput": UP}
        devtools.send("Network.emulateNetworkConditions", conditions)
    return devtools


def _first_load(browser: Browser, running: Running, name: str, path: str, stands: tuple[str, ...]) -> None:
    loads = [_load(browser, running, path, stands) for _ in range(TIMES)]
    held_up = sorted(each.interactive - each.waited for each in loads)
    print(
        f"first load, {name}: {median(each.bytes for each in loads) / 1000:.1f} kB over the line in "
        f"{median(each.requests for each in loads):.0f} requests (asked: under {MOST_BYTES // 1000} kB)"
    )
    print(
        f"  there after {median(each.shown for each in loads):.0f} ms, interactive after "
        f"{median(each.interactive for each in loads):.0f} ms as the clock has it, "
        f"{median(held_up):.0f} ms without what others took, worst of {TIMES} {held_up[-1]:.0f} ms "
        f"(asked: under {MOST_MILLISECONDS}); main thread {median(each.ran for each in loads):.0f} ms"
    )


class Load(Struct, frozen=True):
    bytes: int
    requests: int
    shown: float
    """Milliseconds from the first request until seat and layout stand there."""
    interactive: float
    """Milliseconds from the first request until what was waited for stands there and the thread is quiet."""
    ran: float
    """Milliseconds that the main thread ran until then."""
    waited: float
    """Milliseconds in which it would have run, and others did."""


def _load(browser: Browser, running: Running, path: str, stands: tuple[str, ...]) -> Load:
    visitor = Visitor(browser, running.url, width=390, height=844, still=False)
    received: list[int] = []
    devtools = _slow(visitor.page)
    visitor.context.add_init_script(f"({READY})({json.dumps(stands)})")
    devtools.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    with _traced(browser, visitor.page) as events:
        visitor.page.goto(path, wait_until="commit")
        shown, interactive = visitor.page.evaluate("window.whenReady")
    visitor.close()
    own = _main_thread(events)
    begun = min(each["ts"] for each in events if each["name"] == "ResourceSendRequest")
    tasks = [
        each for each in own if each["name"] == TASK and "tdur" in each and 0 <= each["ts"] - begun < interactive * 1000
    ]
    ran = sum(each["tdur"] for each in tasks) / 1000
    waited = sum(each["dur"] for each in tasks) / 1000 - ran
    return Load(round(sum(received)), len(received), shown, interactive, ran, waited)


@contextmanager
def _traced(browser: Browser, page: Page) -> Iterator[list[dict[str, Any]]]:
    """The events of the trace, once it is over."""
    events: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as folder:
        trace = Path(folder) / "trace.json"
        browser.start_tracing(page=page, path=trace, categories=TRACED)
        yield events
        browser.stop_tracing()
        events += json.loads(trace.read_text())["traceEvents"]


def _main_thread(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the page's own thread did: of all renderers the one with the most events."""
    named = [each for each in events if each["name"] == "thread_name" and each["args"]["name"] == "CrRendererMain"]
    threads = [[each for each in events if (each["pid"], each["tid"]) == (one["pid"], one["tid"])] for one in named]
    return max(threads, key=len)


class Motion(Struct, frozen=True):
    """Something that moves: what lies on the table before, and the acts that set it going."""

    name: str
    game: str
    before: Callable[[str], tuple[Act, ...]]
    acts: tuple[Act, ...]
    fewest_frames: int


MOTIONS = (
    Motion("the ball runs", "roulette", lambda me: (Wager(me, red, 5_00),), (Clock(20), Spin(17)), 60),
    Motion(
        "a win is celebrated", "roulette", lambda me: (Wager(me, straight_up(17), 5_00),), (Clock(20), Spin(17)), 60
    ),
    Motion(
        "cards are dealt",
        "blackjack",
        lambda me: (Sit(me, 3), Wager(me, Position("box", (3,)), 5_00), Wager(me, Position("box", (4,)), 5_00)),
        (Clock(20), *(Deal(Card(rank, suit)) for rank, suit in ("9h", "6d", "8c", "Ts", "4h"))),
        15,
    ),
    Motion(
        "the money wheel turns",
        "money-wheel",
        lambda me: (Wager(me, symbol("A"), 5_00),),
        (NoMoreBets(), IndicatorRests(7)),
        60,
    ),
    Motion(
        "dice are uncovered",
        "tai-sai",
        lambda me: (Wager(me, small, 5_00),),
        (NoMoreBets(), Roll((1, 2, 3))),
        30,
    ),
)


def _frames(browser: Browser, running: Running, motion: Motion) -> None:
    """The socket is a feed of ours: what is measured is the page, and what moves comes when it is asked for."""
    visitor = Visitor(browser, running.url, width=390, height=844, still=False)
    feed = Feed(visitor, own_table(running, motion.game, betting_seconds=20), motion.game)
    page = feed.open()
    feed.play(*motion.before(feed.me))
    page.wait_for_timeout(SETTLED_MILLISECONDS)
    _slow(page, line=False)
    with _traced(browser, page) as events:
        feed.play(*motion.acts)
        # Nothing is asked of the page meanwhile: to ask is script too.
        page.wait_for_timeout(MOVING_MILLISECONDS)
    visitor.close()
    own = _main_thread(events)
    frames = sorted(_script_by_frame(own))
    tasks = [each["tdur"] / 1000 for each in own if each["name"] == TASK and "tdur" in each]
    long = [each for each in tasks if each > LONG_TASK_MILLISECONDS]
    above = [each for each in frames if each > MOST_A_FRAME]
    print(
        f"script a frame while {motion.name}: {len(frames)} frames, median {median(frames):.2f} ms, "
        f"99 % under {frames[int(len(frames) * 0.99)]:.2f} ms (asked: under {MOST_A_FRAME}); "
        f"longest {frames[-1]:.1f} ms; {len(above)} above: {', '.join(f'{each:.0f} ms' for each in above) or 'none'}; "
        f"{len(long)} long tasks"
    )
    assert len(frames) >= motion.fewest_frames, "nothing moved"


def _script_by_frame(own: list[dict[str, Any]]) -> list[float]:
    """Milliseconds of processor time that script took in each sixtieth of a second in which something long moved,
    nested calls counted once, with the layouts that script asked for.

    The compositor moves what only changes its transform, so the page's own thread has few frames: hence the clock's.
    """
    calls = _outermost([each for each in own if each["name"] in SCRIPT and "tdur" in each])
    found: list[float] = []
    for start, end in _moving(own):
        frames = [0.0] * int((end - start) // FRAME)
        for call in calls:
            if 0 <= (at := int((call["ts"] - start) // FRAME)) < len(frames):
                frames[at] += call["tdur"] / 1000
        found += frames
    return found


def _outermost(calls: list[dict[str, Any]]) -> list[dict[str, Any]]:
    kept: list[dict[str, Any]] = []
    for call in sorted(calls, key=lambda each: each["ts"]):
        if not kept or call["ts"] >= kept[-1]["ts"] + kept[-1]["dur"]:
            kept.append(call)
    return kept


def _moving(own: list[dict[str, Any]]) -> list[tuple[float, float]]:
    """When at least one long animation ran; each name of an animation serves again once it has ended."""
    begun: dict[str, float] = {}
    spans: list[tuple[float, float]] = []
    for each in sorted((each for each in own if each["name"] == "Animation"), key=lambda each: each["ts"]):
        name = each["id2"]["local"]
        if each["ph"] == "b":
            begun[name] = each["ts"]
        elif each["ph"] == "e" and each["ts"] - begun.get(name, each["ts"]) > LONG:
            spans.append((begun[name], each["ts"]))
    merged: list[tuple[float, float]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


if __name__ == "__main__":
    main()
