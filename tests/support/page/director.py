"""What a tournament director does at the console, and live tables dealt so that every result is known beforehand."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Locator, Page, expect

from croupier.games.acts import Act
from croupier.games.blackjack.acts import Deal
from croupier.games.blackjack.cards import Card
from croupier.games.blackjack.flow import DECIDE
from croupier.games.blackjack.step_names import CARD
from croupier.games.people import Role
from croupier.games.position import Position
from croupier.games.tournament.session_table.session import BEGIN, OVER, WAGER
from croupier.games.tournament.session_table.table import Division7Table
from croupier.games.wagers import Wager
from tests.support.floor.tournaments import dealers_act, decision
from tests.support.server.contestants import API, Replica, command
from tests.support.server.real_server import Person, Running, wait_until

PICTURES = os.environ.get("CROUPIER_PICTURES", "")
"""A folder for pictures of what the tests see; nothing is kept where it is empty."""


def picture(page: Page, name: str) -> None:
    """At both widths, in both themes."""
    size = page.viewport_size
    if not PICTURES or size is None:
        return
    for width, height, mark in ((size["width"], size["height"], ""), (390, 844, "-390")):
        page.set_viewport_size({"width": width, "height": height})
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            page.screenshot(path=Path(PICTURES) / f"{name}{mark}-{theme}.png", full_page=True)
    page.set_viewport_size(size)


# The console


def outlook(page: Page) -> Locator:
    """What the act would do, once it stands there."""
    found = page.get_by_test_id("do-dialog").get_by_test_id("outlook")
    found.wait_for()
    return found


def confirm(page: Page) -> None:
    outlook(page)
    page.get_by_test_id("do-confirm").click()
    expect(page.get_by_test_id("do-dialog")).to_have_count(0)


def enter_all(page: Page, people: int) -> None:
    """All are notified and accepted, each by an act of its own."""
    entries = page.get_by_test_id("entries")
    entries.get_by_role("button", name=f"Send conditions to all {people}").click()
    entries.get_by_role("button", name=f"Accept all {people}").click()
    expect(entries.locator("tbody tr[data-status=player]")).to_have_count(people, timeout=60_000)


def start_now(page: Page) -> None:
    page.get_by_role("button", name="The director is present").click()
    page.get_by_test_id("others").locator("[data-act='alter start']").click()
    page.get_by_test_id("do-dialog").get_by_role("button", name="Now", exact=True).click()
    confirm(page)


def set_tables(page: Page, sessions: int, *foreseen: str) -> None:
    page.locator("[data-due='set the tables of the next stage'] [data-act='set tables']").click()
    for words in foreseen:
        expect(outlook(page)).to_contain_text(words)
    confirm(page)
    expect(page.locator("[data-session] [data-act='start session']")).to_have_count(sessions, timeout=60_000)


def pay_prizes(page: Page, *foreseen: str) -> None:
    """Everybody has a place; the money that moves is seen before it does."""
    page.locator("[data-due='pay the prizes'] [data-act='pay prizes']").click(timeout=60_000)
    for words in ("The tournament is over", *foreseen):
        expect(outlook(page)).to_contain_text(words)
    confirm(page)


def at_session(page: Page, number: int, act: str, *foreseen: str) -> None:
    """Start a session, or begin it, having seen what that does."""
    page.locator(f"[data-session='{number}'] [data-act='{act}']").click(timeout=60_000)
    for words in foreseen:
        expect(outlook(page)).to_contain_text(words)
    # There is nothing to choose: Enter confirms what has been read.
    expect(page.get_by_test_id("do-confirm")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("do-dialog")).to_have_count(0)


# Live tables


class Plan(NamedTuple):
    """What a player wagers, and what comes of it."""

    wager: int
    result: str


WINS, STANDS_OFF, LOSES = "win", "push", "lose"
SECOND = {WINS: "Q", STANDS_OFF: "9", LOSES: "8"}
"""Everybody is dealt a king first, and the dealer has 19 in the end."""
DEALERS = "T9"


class Evening:
    """The tables of a tournament: dealer, supervisor and all players but one act through the API."""

    def __init__(self, floor: Running, id: str, people: list[Person], dealer: Person, supervisor: Person) -> None:
        self.floor, self.id, self.people = floor, id, {person.id_at(id): person for person in people}
        self.staff = {Role.DEALER: dealer, Role.GAME_SUPERVISOR: supervisor}
        self._client = floor.client()

    def shown(self) -> Any:
        return self._client.get(f"{API}/tournaments/{self.id}").json()

    def seats(self, session: int) -> list[str]:
        return next(each["seats"] for each in self.shown()["view"]["sessions"] if each["number"] == session)

    def opened(self, session: int) -> str:
        """The table of a session that was started: all but the browser take their seats, the cards are made ready."""
        wait_until(lambda: str(session) in self.shown()["tables"])
        table = str(self.shown()["tables"][str(session)])
        path = f"{API}/tables/{table}"
        wait_until(lambda: self._client.get(path).status_code == 200)
        self._take_duty(table)
        self._ask(self.staff[Role.DEALER], table, {"act": "open table"}, Role.DEALER)
        wait_until(lambda: self._play(session)["stacks"])
        for player in self.seats(session):
            if player in self.people:
                self._ask(self.people[player], table, {"act": "take seat"})
        self.played(table, {}, until=lambda state: state.step == BEGIN)
        return table

    def let_pass(self, session: int, table: str, plans: Mapping[str, Plan], player: str, seat: Page | None) -> None:
        """This player never wagers: the time passes, all others wager, and as much time passes again."""
        self.played(table, plans, seat, until=lambda state: state.in_turn[:1] == (player,))
        self._time_passes(session)
        self.played(table, plans, seat, until=lambda state: player in state.passed and not state.prompt_bettors)
        self._time_passes(session)
        wait_until(lambda: self._play(session)["asks"] == [player])

    def _time_passes(self, session: int) -> None:
        """Until just after what is due at the table."""
        self.floor.move_on(self._play(session)["due"] - self.shown()["now"] + 1)

    def _take_duty(self, table: str) -> None:
        """The evening has one dealer, who goes from table to table."""
        assert self.staff[Role.DEALER].ask("POST", f"{API}/tables/{table}/duty").status_code == 201

    def _play(self, session: int) -> Any:
        return next(each for each in self.shown()["play"] if each["session"] == session)

    def played(
        self,
        table: str,
        plans: Mapping[str, Plan],
        seat: Page | None = None,
        until: Callable[[Division7Table], bool] = lambda state: state.step == OVER,
    ) -> None:
        """To the counted chips, or as far as that, the same in each round. `seat` is the page of whoever has one."""
        self._take_duty(table)
        replica = Replica(self._client, f"{API}/tables/{table}")
        dealt, cards, end = -1, _cards([]), time.monotonic() + 180
        while not until(state := replica.state):
            assert time.monotonic() < end, f"it does not end: {state.step}"
            if state.step == CARD and dealt != state.rounds:
                dealt, cards = (
                    state.rounds,
                    _cards([plans[player].result for player in state.seats if player and state.staked(player)]),
                )
            act = _act(state, plans, cards)
            if act is None:
                time.sleep(0.02)
            elif act.actor.role is Role.PLAYER and act.actor.name not in self.people:
                assert seat is not None
                _in_browser(seat, act, state)
            else:
                who = self.staff.get(act.actor.role) or self.people[act.actor.name]
                self._ask(who, table, {key: each for key, each in command(act).items() if key != "by"}, act.actor.role)
            self._moved(replica, state if act is not None else None)

    @staticmethod
    def _moved(replica: Replica, before: Division7Table | None) -> None:
        """What was done is seen before anything else is."""

        def has_moved() -> bool:
            replica.catch_up()
            return replica.state is not before

        wait_until(has_moved)

    @staticmethod
    def _ask(person: Person, table: str, act: dict[str, Any], role: Role | None = None) -> None:
        body = {"act": act, "key": secrets.token_hex(8), "as": role}
        answer = person.ask("POST", f"{API}/tables/{table}/acts", body)
        assert answer.status_code == 201, f"{act}: {answer.text}"


def _cards(results: list[str]) -> Iterator[Card]:
    """A card to each box and to the dealer, a second to each box, and when all have stood the dealer's."""
    ranks = ["K" for _ in results] + [DEALERS[0]] + [SECOND[each] for each in results] + [DEALERS[1]]
    return iter([Card(rank, "cdhs"[place % 4]) for place, rank in enumerate(ranks)])


def _act(table: Division7Table, plans: Mapping[str, Plan], cards: Iterator[Card]) -> Act | None:
    if table.step == WAGER:
        player = table.in_turn[0]
        return Wager(player, Position("box", (table.box_number(player),)), plans[player].wager)
    if table.step == DECIDE:
        return decision(table)

    def deal(_id: str, state: Division7Table) -> Act:
        return Deal(next(cards)) if state.step == CARD else next(iter(state.chance()))

    return dealers_act("", table, deal)


def _in_browser(seat: Page, act: Act, table: Division7Table) -> None:
    if isinstance(act, Wager):
        seat.get_by_test_id("wager").get_by_label("Amount in dollars").fill(str(act.amount // 100))
        seat.get_by_test_id("place-wager").click()
        return
    assert table.step == DECIDE
    seat.locator("[data-decision=stand]:not([disabled])").click()
