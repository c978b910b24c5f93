"""Make the records of an edition, once, when the edition is published.

The command is `python -m tests.support.record.edition_files 1`.

They are never made again: later versions read, replay and audit what this one wrote. A folder that is there is left
alone.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from croupier import NoMoreBets
from croupier.floor.store.engines.sqlite import FILE
from croupier.games.acts import Act, Clock
from croupier.games.blackjack.acts import CloseInsurance
from croupier.games.offers import Field, Offer, Words
from croupier.games.people import Role
from croupier.record import read, replay
from croupier.record.journals.journal import HOUSE_STREAM, Written, exported
from croupier.record.text.notation import Played
from croupier.rulebook import EDITION
from tests.support.project import ROOT
from tests.support.record.consequences import follows
from tests.support.record.honest_journals import GAMES, PLAYERS, Writer
from tests.support.server.gamblers import TABLES, Floor, Shift
from tests.support.server.real_server import server

FOLDER = ROOT / "tests" / "editions"
FOLLOWS = "follows.json"
PLAY_SECONDS = 6
SEEDS = 24
"""Random plays, of which the one with the most kinds of acts is kept."""
SEALED_ENTRIES, LIVE_ENTRIES = 110, 170


UNUSUAL = (
    *("No", "Void", "Correct", "Favour", "Wrong", "Replace", "Report", "Show", "Hold", "Reserve", "Close", "Post"),
    *("TakeBack", "Make", "Record", "Check"),
    *("Change", "Vacate", "Drawn", "Discard", "Expose", "Refuse", "Remove", "Reopen", "Examine"),
)
"""How the names of acts begin that put something right, or are done once in a while; but for two that only sound so."""


class Wide(Writer):
    """Play in which everything happens that may: what has been done least comes next."""

    def __init__(self, *given: Any, **more: Any) -> None:
        self.done: Counter[type[Act]] = Counter()
        super().__init__(*given, **more)

    def play(self, act: Act, *given: Any, **stamped: Any) -> None:
        super().play(act, *given, **stamped)
        self.done[type(act)] += 1

    def _somebody_acts(self) -> None:
        if self.random.random() < 0.85 and self.state.general.is_open:
            super()._somebody_acts()
            return
        if self.random.random() < 0.1 and not self.sealed:
            # Notices run for minutes, and the table closes at their end.
            self.time += 30 * 60
            self.tick()
        act = self._rare()
        if act is None:
            self.time += 1
            self.tick()
        elif act.actor.role is Role.PLAYER:
            self.tick()
            if self.state.refuses(act) is None:
                self.play(act, key=f"{self.stream}.{len(self.rows)}")
        else:
            self.play(act)

    def _offers(self, kind: type[Act]) -> Iterator[Offer]:
        """In the ordinary course of a round nothing is put right, and nothing is void."""
        if kind in (NoMoreBets, CloseInsurance) or not kind.__name__.startswith(UNUSUAL):
            yield from super()._offers(kind)

    def _rare(self) -> Act | None:
        for kind in sorted(self.state._handlers, key=lambda kind: (self.done[kind], self.random.random())):
            if kind is Clock:
                continue
            # An automatic table takes no dealer's acts.
            offers = [
                offer
                for offer in self.state._handlers[kind].offers(self.state)
                if not (self.sealed and offer.role is Role.DEALER)
            ]
            for offer in self.random.sample(offers, min(len(offers), 3)):
                act: Act = offer.act(**{name: self._filled(name, each) for name, each in offer.fields.items()})
                if self.state.refuses(act) is None and self._can_pay(act):
                    return act
        return None

    def _filled(self, name: str, field: Field) -> Any:
        return self.random.choice(PLAYERS) if name == "player" and isinstance(field, Words) else self._value(field)

    def _can_pay(self, act: Act) -> bool:
        amount = getattr(act, "amount", 0) if type(act).__name__ == "BuyIn" else 0
        return bool(amount <= self.wallets.get(getattr(act, "player", ""), 0))


def journals() -> Iterator[tuple[str, str]]:
    """Of a real server, and of tables at which everything happens."""
    yield from _of_a_server()
    for game in GAMES:
        yield f"sealed-{game}", _wide(game, sealed=True, entries=SEALED_ENTRIES)
        yield f"live-{game}", _wide(game, sealed=False, entries=LIVE_ENTRIES * (2 if game == "blackjack" else 1))


def _wide(game: str, *, sealed: bool, entries: int) -> str:
    stream = f"{'sealed' if sealed else 'live'}-{game}"
    options = {"colours": ("red", "green")} if game == "roulette" else {}
    tries = [Wide(game, stream, sealed=sealed, seed=seed, **options) for seed in range(SEEDS)]
    for each in tries:
        each.go_on(entries)
    best = max(tries, key=lambda writer: (len(writer.done), writer.state.round))
    print(f"{stream}: {len(best.done)} kinds of acts, {best.state.round} rounds")
    return "".join(exported(stream, best.written))


def _of_a_server() -> Iterator[tuple[str, str]]:
    async def some_seconds(_shift: Shift) -> None:
        await asyncio.sleep(PLAY_SECONDS)

    with TemporaryDirectory() as folder:
        data = Path(folder) / "house"
        with server(data) as running:
            floor = Floor(running, "edition", TABLES[:4])
            floor.play(running, some_seconds)
            running.stop()
        with closing(sqlite3.connect(data / FILE)) as connection:
            for stream, name in {**floor.tables, HOUSE_STREAM: HOUSE_STREAM}.items():
                sql = "SELECT line, hash FROM journal WHERE stream = ? ORDER BY number"
                written = [Written(*row) for row in connection.execute(sql, (stream,))]
                yield f"server-{name}", "".join(exported(stream, written))


def records() -> Iterator[Path]:
    """Plain records in the notation: the examples, and of the worked rounds and tournaments what adds anything."""
    seen: set[object] = set()
    folders = (ROOT / "examples", ROOT / "tests" / "blackjack" / "rounds", ROOT / "tests" / "tournament" / "worked")
    for folder in folders:
        for path in sorted(folder.rglob("*.txt")):
            text = path.read_text()
            if path.name != "journal.txt" and not (new := _shown_by(text)) <= seen:
                seen |= new
                yield path


def _shown_by(text: str) -> set[object]:
    """The kinds of acts in a record, and the rules by which its wagers were settled, each with its outcome."""
    record = read(text)
    shown: set[object] = {
        (record.header.game, type(entry.act)) for entry in record.entries if isinstance(entry, Played)
    }
    for line in replay(record).settled:
        shown.add((record.header.game, str(line.rule), getattr(line, "outcome", "")))
    return shown


def by_hand() -> Iterator[tuple[str, str]]:
    """What random play does not come to, and no worked round has."""
    layouts = {"roulette": ("red", "spin 3"), "money-wheel": ("A", "spin 1"), "tai-sai": ("small", "roll 1-2-4")}
    for game, (place, result) in layouts.items():
        yield f"reserved-{game}", _record(game, "", RESERVED.format(place=place, result=result))
    yield "ball-out", _record("roulette", "", BALL_OUT)
    yield "put-right", _record("roulette", "automation none\n", PUT_RIGHT)
    yield "wheel-at-rest", _record("money-wheel", "automation none\n", WHEEL_AT_REST)
    yield "paid-one-by-one", _record("tai-sai", "automation none\n", PAID_ONE_BY_ONE)
    yield "burnt-card", _record("blackjack", "burn yes\n", BURNT_CARD)


def _record(game: str, more: str, acts: str) -> str:
    return f"croupier 1\ngame {game}\nedition {EDITION}\nminimum 5\nmaximum 1000\n{more}\n{acts}"


RESERVED = """\
operator: reserve table for promotion with ana
operator: admit cat
ana: buy in 5000
cat: buy in 100
ana: wager 20 on {place}
cat: wager 20 on {place}
supervisor: wrong limits 990 on {place} for ana
dealer: no more bets
dealer: {result}
operator: open to the public
"""
BALL_OUT = """\
ana: buy in 100
ana: wager 20 on red
dealer: no more bets
dealer: no spin, ball out
supervisor: examine ball
dealer: no more bets
dealer: spin 3
"""
PUT_RIGHT = """\
dealer: open table
supervisor: check wheel with ball 7, finding level and free
ana: buy in 200
ana: wager 10 on red
dealer: spin ball clockwise, wheel anticlockwise
dealer: no more bets
supervisor: favour ana on red as black because a waiter knocked it over
dealer: ball rests
dealer: spin 17 after 3 revolutions
supervisor: correct ground because four turns were counted again
dealer: announce 17 black
dealer: dolly 17
dealer: pay
dealer: open betting
supervisor: favour ana on red as 17 because the film shows it there
ana: withdraw red
ana: wager 30 on black
dealer: spin ball clockwise, wheel anticlockwise
dealer: no more bets
dealer: spin 17
dealer: void 20 of ana on black, late
supervisor: favour ana on black as 17 because it leant
supervisor: take back favour for ana on black because the film shows it
dealer: wrong limits 3 on odd for ana
dealer: announce 17 black
dealer: dolly 17
dealer: pay
dealer: open betting
supervisor: dispute by ana about round 2 because it lay on black
supervisor: make good 20 to ana for round 2 because it lay on black
supervisor: change ball to 8 because it is worn
operator: hold unclaimed chips of ana
"""
WHEEL_AT_REST = """\
dealer: open table
supervisor: check wheel, finding balanced
ana: buy in 200
ana: wager 10 on A
dealer: no more bets
dealer: spin wheel clockwise
dealer: wheel rests
dealer: no spin, malfunction
"""
PAID_ONE_BY_ONE = """\
dealer: open table
supervisor: inspect dice
ana: buy in 100
ben: buy in 100
ana: wager 20 on small
ben: wager 20 on small
ben: wager 20 on big
dealer: tumble 3
dealer: no more bets
dealer: uncover
dealer: roll 1-2-4
dealer: announce 1-2-4 total 7
dealer: key in 1-2-4
dealer: enter
dealer: collect
dealer: pay ana on small
dealer: pay ben on small
dealer: open betting
"""
BURNT_CARD = """\
ana: buy in 100
ana: sit at box 1
ana: wager 10 on box 1
dealer: no more bets
dealer: card Th
dealer: show burnt 5s
dealer: card 9d
dealer: card 8c
ana: stand on box 1
dealer: card Td
supervisor: replace damaged Th
"""


def make(edition: int) -> None:
    if edition != EDITION:
        sys.exit(f"This is edition {EDITION}: the records of another cannot be made here.")
    folder = FOLDER / str(edition)
    if folder.exists():
        sys.exit(f"{folder.name}: the records of an edition are made once.")
    (folder / "journals").mkdir(parents=True)
    (folder / "records").mkdir()
    for name, text in journals():
        (folder / "journals" / f"{name}.txt").write_text(text)
    for path in records():
        shutil.copyfile(path, folder / "records" / f"{path.parent.name}-{path.name}")
    for name, text in by_hand():
        (folder / "records" / f"{name}.txt").write_text(text)
    found = {path.relative_to(folder).as_posix(): follows(path.read_text()) for path in sorted(folder.rglob("*.txt"))}
    (folder / FOLLOWS).write_text(json.dumps(found, indent=1, sort_keys=True, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    make(int(sys.argv[1]))
