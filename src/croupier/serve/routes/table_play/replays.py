"""Any round of any table: its entries as they were stored and hashed, all that its draws hang on, and the round played
again by the rules, step by step. A browser re-computes the chain, the seal and the draws from it and trusts nobody.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any

import msgspec
from litestar import get
from litestar.params import QueryParameter
from litestar.types import ControllerRouterHandler
from msgspec import Struct
from msgspec.structs import replace

from croupier.floor.casino import Casino
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.keeping.reports.table_states import States, StillReading, states_of
from croupier.floor.store.engines.sqlite_file import suspecting
from croupier.floor.store.port import Connection, Row
from croupier.floor.store.rounds import count_rounds, latest_rounds, round_called
from croupier.floor.store.statements import tail
from croupier.games.acts import Act
from croupier.games.journalled import Journalled
from croupier.games.position import Settled
from croupier.games.refusal import Refused
from croupier.record.journals.journal import SECRET_LOST, ReadEntry, hash_after, read_entry, read_stamp
from croupier.record.journals.rounds import EndedRound
from croupier.record.journals.seal import in_order, outcome, seal_of, words_of
from croupier.record.text.notation import act_line
from croupier.rulebook import Cite
from croupier.serve.routes.table_play.history import MOST_ROUNDS, OneRound, SettledShown
from croupier.serve.security.auth import ANYBODY, RequestContext
from croupier.serve.security.errors import Problem
from croupier.serve.views.lookup import working
from croupier.serve.wire.channel import plain

FOLDED_A_REQUEST = 20_000
"""Entries that one request plays again at most to come to a round; the next request goes on from there."""
MOST_ENTRIES = 3000
"""Of one round that are given: the journal has the rest of a longer one."""
LARGEST_ROUND = 2**53
MOST_SHOWN = 20_000
"""Wagers and settlement lines in all the tables that are shown; steps after that show none, but for the last."""


class StoredEntry(Struct, frozen=True):
    """An entry as it is stored. Its hash is the SHA-256 of the hash before it and of this text, in UTF-8; that of
    entry 0 is of `croupier journal 1`, the table's id and the text, a newline between each."""

    number: int
    time: int
    text: str
    hash: str


class Place(Struct, frozen=True):
    """One outcome that could have come."""

    words: str
    places: int


class DrawShown(Struct, frozen=True):
    """All that one outcome depends on, beside the secret and the table's id."""

    round: int
    """The number of the entry that carries the seal."""
    k: int
    """How many outcomes the round had before."""
    nonces: tuple[str, ...]
    """Those that had come by then, in the order in which they came; the arithmetic sorts them."""
    size: str
    """How many places there are, in all."""
    outcomes: tuple[Place, ...]
    """In the order by which they are counted through."""
    came: str


class LineShown(SettledShown, frozen=True):
    player: str = ""


class StepShown(Struct, frozen=True):
    """One entry of the round, judged again."""

    number: int
    time: int
    line: str
    """The act in the notation; empty where the entry has none."""
    act: dict[str, Any] | None
    rule: str
    """Of the step that was due from whoever acted; empty where none was."""
    clause: str
    settled: tuple[LineShown, ...]
    """The settlement lines that this step brought."""
    draw: DrawShown | None
    follows: bool
    """Its hash follows from the one before, the rules accept it, and what it drew is what the secret draws."""
    view: dict[str, Any] | None
    """The table after it, as everybody may see it."""


class RoundProof(OneRound, frozen=True):
    previous: str
    """The hash before the first of the entries given; empty where that is entry 0."""
    entries: tuple[StoredEntry, ...]
    """From the one before the round, which carries its seal."""
    seal: str
    """Empty at a table with a dealer."""
    sealed_by: int
    """The entry that carries it."""
    reveal: str
    """The secret, in hex."""
    is_lost: bool
    """The secret was lost with the house key: such a round can only be void, and nothing that it drew counts."""
    before: dict[str, Any]
    """The table before the first step."""
    steps: tuple[StepShown, ...]
    follows: bool
    """Every step does, and the secret is the one that was sealed."""
    why: str
    """What does not follow, in words."""
    names: dict[str, str]
    player: str
    """Your own id at this table; empty where nobody is signed in."""
    is_whole: bool
    """Otherwise the round has more entries than are given here."""
    journal: str
    """Where the whole journal is."""
    command: str
    """Checks all of it, on any machine that has this program."""


class RoundNote(Struct, frozen=True):
    round: int
    first: int
    last: int
    time: int
    result: str
    wagers: int
    """How many were settled."""


class RoundNotes(Struct, frozen=True):
    rounds: tuple[RoundNote, ...]
    """The latest first."""
    total: int
    """How many there were since the table was made."""


# The round played again


class _Seal:
    """The open seal, what has gone into it and how often it was drawn from."""

    def __init__(self, number: int, seal: str) -> None:
        self.number, self.seal = number, seal
        self.nonces: list[str] = []
        self.draws = 0

    def drawn(self, act: Act, chance: Mapping[Act, Fraction]) -> DrawShown | None:
        if not self.seal or act not in chance:
            return None
        acts, counts = in_order(chance)
        outcomes = tuple(Place(words_of(each), count) for each, count in zip(acts, counts, strict=True))
        k, self.draws = self.draws, self.draws + 1
        return DrawShown(self.number, k, tuple(self.nonces), str(sum(counts)), outcomes, words_of(act))


class _Replay:
    """One round, entry by entry, from the state before it."""

    def __init__(self, stream: str, game: str, state: Journalled, before: Row, last: int) -> None:
        self.stream, self.game, self.state, self._last = stream, game, state, last
        self.hash = before.hash
        stamp = read_stamp(before.line.partition("\n")[0])[1]
        self.seal = _Seal(before.number, stamp.seal)
        self.reveal = ""
        self.is_lost = False
        self.steps: list[StepShown] = []
        self._chances: dict[int, tuple[Act, Mapping[Act, Fraction]]] = {}
        self.why = ""
        self._room = MOST_SHOWN

    def add(self, row: Row) -> None:
        entered = read_entry(self.game, row.line)
        before, act, stamp = self.state, entered.act, entered.stamp
        chance = {} if act is None else before.chance()
        draw = None if act is None else self.seal.drawn(act, chance)
        if draw is not None and act is not None:
            self._chances[row.number] = act, chance
        follows = hash_after(self.stream, self.hash, row.line) == row.hash
        if not follows:
            self._breach(row.number, "its hash does not match its text and the hash before it")
        self.state = before if act is None else before.play(act)
        self.hash = row.hash
        self.steps.append(self._step(row, entered, before, draw, follows=follows))
        if stamp.nonce:
            self.seal.nonces.append(stamp.nonce)
        if stamp.reveal:
            self.reveal = stamp.reveal
            self._open(stamp.reveal)
        elif row.number == self._last and self.seal.seal:
            self.is_lost = stamp.note == SECRET_LOST
            if not self.is_lost:
                self._breach(row.number, "the round ends, and its secret is not revealed")
        if stamp.seal and row.number != self._last:
            # One that came late, or after a call that was taken back. That on the last line is the next round's.
            self.seal, self.reveal = _Seal(row.number, stamp.seal), ""

    def _breach(self, number: int, why: str) -> None:
        self.why = self.why or f"Entry {number}: {why}."

    def _open(self, reveal: str) -> None:
        """The secret is there: is it the one that was sealed, and does it draw what came?"""
        secret = bytes.fromhex(reveal)
        if seal_of(secret) != self.seal.seal:
            self._breach(self.steps[-1].number, "the secret is not the one that was sealed")
        for place, step in enumerate(self.steps):
            if step.draw is None or step.draw.round != self.seal.number:
                continue
            act, chance = self._chances[step.number]
            nonces = [bytes.fromhex(nonce) for nonce in step.draw.nonces]
            due = outcome(secret, self.stream, step.draw.round, step.draw.k, nonces, chance)
            if due != act:
                self._breach(step.number, f"“{words_of(act)}” came, and the secret draws “{words_of(due)}”")
                self.steps[place] = replace(step, follows=False)

    def _step(
        self, row: Row, entered: ReadEntry, before: Journalled, draw: DrawShown | None, *, follows: bool
    ) -> StepShown:
        act = entered.act
        rule = None if act is None else _rule(before, act)
        return StepShown(
            number=row.number,
            time=entered.stamp.time,
            line="" if act is None else act_line(self.game, act),
            act=None if act is None else msgspec.to_builtins(plain(act)),
            rule="" if rule is None else str(rule),
            clause="" if rule is None else rule.clause,
            settled=tuple(map(_line, _new_lines(before, self.state))),
            draw=draw,
            follows=follows,
            view=self._view(),
        )

    def _view(self) -> Any:
        """The table as it is now, while there is room for it."""
        view = self.state.view().public
        self._room -= 1 + len(view.settled) + len(getattr(view, "wagers", ()))
        return view if self._room > 0 else None


def _rule(state: Journalled, act: Act) -> Cite | None:
    """The clause of the step that is due from the role in which the act is done."""
    role = act.actor.role
    return next((awaited.rule for awaited in state.awaits if awaited.role is role), None)


def _new_lines(before: Journalled, after: Journalled) -> tuple[Settled, ...]:
    """The settlement lines that an act added; all of them where it began another settlement, or put one right."""
    old, new = before.settled, after.settled
    if new is old:
        return ()
    is_longer = before.round == after.round and new[: len(old)] == old
    return tuple(new[len(old) :] if is_longer else new)


def _line(line: Settled) -> LineShown:
    wager, rule = line.wager, line.rule
    return LineShown(
        position=str(wager.position),
        stake=wager.stake,
        chips=wager.chips,
        outcome=line.outcome,
        pays=line.pays,
        rule=str(rule),
        reason=line.reason,
        clause=rule.clause,
        player=wager.player,
    )


class _Found(Struct, frozen=True):
    """A round read and judged, before anybody is named."""

    replay: _Replay
    before: Journalled
    rows: tuple[Row, ...]
    previous: str


def _found(connection: Connection, states: States, ended: EndedRound) -> _Found:
    before = states.after(connection, ended.first - 1, FOLDED_A_REQUEST)
    most = min(ended.last - ended.first + 1, MOST_ENTRIES)
    # The entry before the round carries its seal, and the hash before that one begins the chain.
    earlier = tail(connection, states.stream, ended.first - 3, 1)
    previous = "".join(row.hash.hex() for row in earlier if row.number == ended.first - 2)
    rows = tail(connection, states.stream, ended.first - 2, most + 1)
    replay = _Replay(states.stream, states.game, before, rows[0], ended.last)
    for row in rows[1:]:
        replay.add(row)
    if replay.steps[-1].view is None:
        replay.steps[-1] = replace(replay.steps[-1], view=replay.state.view().public)
    return _Found(replay, before, tuple(rows), previous)


@get("/api/v1/tables/{id:str}/rounds", who=ANYBODY, heavy=1, gives=RoundNotes, query={"most": int, "before": int})
async def rounds(
    casino: Casino,
    id: str,
    most: Annotated[int, QueryParameter(name="most", ge=1, le=MOST_ROUNDS)] = 20,
    before: Annotated[int, QueryParameter(name="before", ge=1, le=LARGEST_ROUND)] = LARGEST_ROUND,
) -> RoundNotes:
    """The latest rounds of a table; with `before`, those that came before the round of that number."""
    until = working(casino, id).head.number

    def found(connection: Connection) -> RoundNotes:
        notes = (
            RoundNote(each.number, each.first, each.last, each.time, each.result, each.wagers)
            for each in latest_rounds(connection, id, until, most, before)
        )
        return RoundNotes(tuple(notes), count_rounds(connection, id, until))

    return await casino.store.read(found)


async def _replayed(casino: Casino, id: str, round: int) -> tuple[EndedRound, _Found]:
    """Raises where there is no such round, or where it takes more than one request to come to it."""
    actor = working(casino, id)
    states, until = states_of(actor), actor.head.number
    ended = await casino.store.read(lambda connection: round_called(connection, id, round, until))
    if ended is None:
        raise Problem(404, HouseRule.NO_SUCH_ROUND.refusal())
    try:
        async with states.lock:
            # Nobody thins out what is remembered while it is read in the reader's thread.
            return ended, await casino.store.read(suspecting(lambda connection: _found(connection, states, ended)))
    except (ValueError, Refused):
        raise Problem(404, HouseRule.NO_SUCH_ROUND.refusal("broken")) from None
    except StillReading as reading:
        refusal = HouseRule.STILL_READING.refusal(entries=reading.number)
        raise Problem(503, refusal, headers={"Retry-After": "1"}) from None


@get("/api/v1/tables/{id:str}/rounds/{round:int}", who=ANYBODY, heavy=2, gives=RoundProof)
async def round_proof(casino: Casino, entry: RequestContext, id: str, round: int) -> RoundProof:
    """A round that is over: what is needed to check it, and the round judged again step by step."""
    ended, found = await _replayed(casino, id, round)
    replay = found.replay
    people = {line.player for step in replay.steps for line in step.settled}
    people |= {name for step in replay.steps if step.act is not None for name in _named(step.act)}
    actor, visitor = casino.actor(id), entry.visitor
    return RoundProof(
        table=id,
        name=casino.names[id],
        game=replay.game,
        round=round,
        first=ended.first,
        last=ended.last,
        time=replay.steps[-1].time,
        previous=found.previous,
        entries=tuple(map(_stored, found.rows)),
        seal=replay.seal.seal,
        sealed_by=replay.seal.number,
        reveal=replay.reveal,
        is_lost=replay.is_lost,
        before=found.before.view().public,
        steps=tuple(replay.steps),
        follows=not replay.why,
        why=replay.why,
        names=await casino.names_at(actor, people - {""}),
        player="" if visitor is None else actor.player_id(visitor.person.id),
        is_whole=replay.steps[-1].number == ended.last,
        journal=f"/api/v1/tables/{id}/journal",
        command=f"croupier verify {id}.journal.txt --receipts receipts.txt",
    )


def _named(act: dict[str, Any]) -> tuple[str, ...]:
    by = act.get("by")
    return str(act.get("player", "")), str(by.get("name", "")) if isinstance(by, dict) else ""


def _stored(row: Row) -> StoredEntry:
    stamp = read_stamp(row.line.partition("\n")[0])[1]
    return StoredEntry(row.number, stamp.time, row.line, row.hash.hex())


ROUTES: list[ControllerRouterHandler] = [rounds, round_proof]
