"""A witness looks at the database, by a plain connection of its own, at the moment that a table tells its listeners.

It notes whatever is not as it should be, so that each commit of a test is checked as another program would see it.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import psycopg

from croupier.floor.store.engines.sqlite import FILE
from croupier.floor.tables.actor import TableActor, Told
from croupier.games.tournament.session_table.session import SessionTable
from croupier.games.tournament.state import Phase, TournamentState
from tests.support.floor.states import with_names


class View:
    """The database as another program sees it: the house's file, or the PostgreSQL at that URL."""

    def __init__(self, folder: Path, url: str | None) -> None:
        self._is_file = url is None
        self._connection: Any = sqlite3.connect(folder / FILE) if url is None else psycopg.connect(url, autocommit=True)

    def all(self, sql: str, *parameters: object) -> list[Any]:
        found: list[Any] = self._connection.execute(
            sql if self._is_file else sql.replace("?", "%s"), parameters
        ).fetchall()
        return found

    def close(self) -> None:
        self._connection.close()


class Witness:
    """Sees each commit of one table as another program would, when the table's listeners are told of it."""

    def __init__(self, view: View, actor: TableActor) -> None:
        self.faults: list[str] = []
        self.told: list[Told] = []
        self._view, self._actor = view, actor
        actor.listen(self)

    def __call__(self, told: Told) -> None:
        self.told.append(told)
        head = told.head
        last = self._view.all(
            "SELECT number, hash FROM journal WHERE stream = ? ORDER BY number DESC LIMIT 1", self._actor.id
        )
        if last != [(head.number, head.hash)]:
            self.faults.append(f"told of entry {head.number}, and the database ends with {last}")
        if told.entries[-1].hash != head.hash.hex():
            self.faults.append(f"entry {head.number} was told with another hash")
        self.faults += unbalanced(
            self._view, self._actor.id, with_names(head.state, self._actor.setting.players.person)
        )

    @property
    def numbers(self) -> list[int]:
        return [entry.number for told in self.told for entry in told.entries]


def unbalanced(view: View, table: str, state: Any) -> list[str]:
    """What the ledger says otherwise than the table, or the tournament."""
    holds = dict(view.all("SELECT account, amount FROM balances WHERE amount <> 0"))
    if isinstance(state, TournamentState):
        return _of_tournament(holds, table, state)
    if isinstance(state, SessionTable):
        return _of_session(holds, table, state)
    stacks = {name: amount for name, amount in holds.items() if name.startswith(f"stack:{table}:")}
    chips = {}
    for purse in state.general.purses:
        for kind, amount in (("value", purse.value), ("colour", purse.colour)):
            if amount:
                chips[f"stack:{table}:{purse.player}:{kind}"] = amount
    faults = [] if sum(holds.values()) == 0 else [f"the ledger's total is {sum(holds.values())}"]
    if stacks != chips:
        faults.append(f"stacks {stacks}, purses {chips}")
    if holds.get(f"float:{table}", 0) != state.general.house:
        faults.append(f"float {holds.get(f'float:{table}', 0)}, the table says {state.general.house}")
    if any(amount < 0 for name, amount in holds.items() if name != "house" and not name.startswith("float:")):
        faults.append(f"an account is overdrawn: {holds}")
    return faults


def _of_tournament(holds: dict[str, int], id: str, state: TournamentState) -> list[str]:
    """The pool is the fees and what was added, until all of it is paid out or given back."""
    is_on = state.phase not in (Phase.OVER, Phase.OFF)
    due = sum(entry.paid + entry.forfeited for entry in state.entries) + state.contributed if is_on else 0
    pool = holds.get(f"pool:{id}", 0)
    return [] if pool == due else [f"pool {pool}, the tournament says {due}"]


def _of_session(holds: dict[str, int], id: str, state: SessionTable) -> list[str]:
    """Tournament chips: what was issued is in front of the players, on the layout or lost; and nothing is money."""
    stacks = {purse.player: purse.value for purse in state.general.purses if purse.value}
    held = {name.split(":")[3]: held for name, held in holds.items() if name.startswith(f"chips:stack:{id}:")}
    faults = [] if held == stacks else [f"stacks {held}, purses {stacks}"]
    names = (f"chips:layout:{id}", f"float:chips:{id}", f"float:chips:{id}:issued")
    if sum(held.values()) + sum(holds.get(name, 0) for name in names) != 0:
        faults.append(f"the chips of {id} do not add up")
    if any(name.startswith(("stack:", "layout:")) and f":{id}" in name for name in holds):
        faults.append(f"money at {id}")
    return faults
