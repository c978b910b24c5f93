"""A round as text, or many: read with every fault named, and written so that it reads the same again."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from croupier.games.acts import Act, PlayersAct
from croupier.games.chips import Chips
from croupier.games.journalled import Journalled
from croupier.games.money import dollars
from croupier.games.people import Actor, Role
from croupier.games.position import Placed, Settled
from croupier.games.table import Outcome
from croupier.games.tournament.state import PlaceTaken
from croupier.record.text.codecs import AMOUNT, NAME, POSITION, read_dollars, read_position
from croupier.record.text.fault import TextFault, Unreadable
from croupier.record.text.forms import FORMS, Form, Mismatch, read_act
from croupier.record.text.header import (
    CONDITIONS,
    END_OF_CONDITIONS,
    TOURNAMENT,
    Block,
    Header,
    Line,
    find_game,
    game_named,
    header_lines,
    header_of,
    read_header,
)
from croupier.rulebook import Cite, UnknownClause

_ROLES = {
    "dealer": Role.DEALER,
    "supervisor": Role.GAME_SUPERVISOR,
    "casino supervisor": Role.CASINO_SUPERVISOR,
    "director": Role.TOURNAMENT_DIRECTOR,
    "operator": Role.OPERATOR,
    "player": Role.PLAYER,
}
_ROLE_WORDS = {role: words for words, role in _ROLES.items()}
_WORDS_OF_ROLES = frozenset(" ".join(_ROLES).split())
_STAFF = "|".join(words for words in _ROLES if words != "player")
_ACTOR = re.compile(rf"(?:(?P<role>{_STAFF})(?: (?P<named>{NAME}))?|(?:player )?(?P<player>{NAME}))\Z")

_OUTCOMES = {
    Outcome.WIN: "wins",
    Outcome.LOSE: "loses",
    Outcome.STAND_OFF: "stands off",
    Outcome.VOID: "is void",
}
_SETTLED = re.compile(
    rf"= ?(?P<player>{NAME}): (?P<stake>{AMOUNT})(?P<chips> in colour)? on (?P<position>{POSITION.pattern})"
    rf" (?:wins (?P<pays>{AMOUNT})|(?P<outcome>loses|stands off|is void))"
    r"(?:, *(?P<clause>D[0-9]+ .+?)(?: \((?P<ruling>[A-Z][0-9]+)\))?)?"
)


_PLACE = re.compile(
    rf"= ?place (?P<place>[0-9]{{1,5}}): (?P<player>{NAME}) takes (?P<money>{AMOUNT})"
    r"(?:, *(?P<clause>D[0-9]+ .+?)(?: \((?P<ruling>[A-Z][0-9]+)\))?)?"
)


STAMP = re.compile(
    r"(?:(?<=\S) |\A)"
    r"(?P<stamp># [0-9]{1,18} [0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z(?: [^#]*)?)\Z"
)
"""Behind an act of a journal. It ends a reason too, which no other comment does."""


class Stated(Struct, frozen=True):
    """One line of a settlement as the record states it; the clause may be left out."""

    wager: Placed
    outcome: Outcome
    pays: int
    rule: Cite | None = None

    def says(self, line: Settled | PlaceTaken) -> bool:
        if isinstance(line, PlaceTaken):
            return False
        same = (self.wager, self.outcome, self.pays) == (line.wager, line.outcome, line.pays)
        return same and (self.rule is None or self.rule in (line.rule, Cite(line.rule.clause)))


class StatedPlace(Struct, frozen=True):
    """One place of a tournament as the record states it."""

    taken: PlaceTaken
    has_rule: bool = True

    def says(self, line: Settled | PlaceTaken) -> bool:
        if isinstance(line, Settled):
            return False
        mine = self.taken
        same = (mine.place, mine.player, mine.money) == (line.place, line.player, line.money)
        return same and (not self.has_rule or mine.rule in (line.rule, Cite(line.rule.clause)))


class Played(Struct, frozen=True):
    act: Act
    line: int = 0


class Statement(Struct, frozen=True):
    """What the record says was settled, at this point of it."""

    lines: tuple[Stated | StatedPlace, ...]
    line: int = 0


Entry = Played | Statement


class Record(Struct, frozen=True):
    """A table and its acts, as they were read from text."""

    header: Header
    entries: tuple[Entry, ...]
    line: int = 0
    """Where the game is named: a table that the rules refuse is refused there."""

    @property
    def acts(self) -> tuple[Act, ...]:
        return tuple(entry.act for entry in self.entries if isinstance(entry, Played))


# Reading


def read(text: str) -> Record:
    """The record that the text is; raises `Unreadable` with all its faults."""
    faults: list[TextFault] = []
    text, conditions = _without_conditions(text)
    lines = lines_of(text)
    body = next((place for place, line in enumerate(lines) if _is_entry(line)), len(lines))
    game = find_game(lines[:body], faults)
    if game is None:
        raise Unreadable(faults)
    header = read_header(lines[:body], game, conditions, faults)
    entries = _read_entries(game_named(game), lines[body:], faults)
    if header is None or faults:
        raise Unreadable(faults)
    return Record(header, entries, game.number)


def _without_conditions(text: str) -> tuple[str, Block | None]:
    """The text with its conditions of entry left out, line for line, and what they say."""
    lines = text.replace("\r\n", "\n").split("\n")
    bare = [line.strip() for line in lines]
    if CONDITIONS not in bare or END_OF_CONDITIONS not in bare[bare.index(CONDITIONS) :]:
        return text, None
    first = bare.index(CONDITIONS)
    last = bare.index(END_OF_CONDITIONS, first)
    kept = [*lines[:first], *("",) * (last - first + 1), *lines[last + 1 :]]
    return "\n".join(kept), Block("\n".join(lines[first + 1 : last]), first + 2)


def _is_entry(line: Line) -> bool:
    """The header ends where somebody acts."""
    who, colon, _ = line.text.partition(":")
    return line.text.startswith("=") or (bool(colon) and _ACTOR.match(who) is not None)


def lines_of(text: str) -> list[Line]:
    """The lines that say something, each without its comment. What follows `because` is a reason to its end, and what
    follows `, finding` is what was found.
    """
    found = []
    for number, stamped in enumerate(text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n"), start=1):
        whole = STAMP.sub("", stamped)
        said, because, reason = _parted(whole)
        without = re.split(r"(?:^|\s)#(?=\s|$)", said, maxsplit=1)[0]
        bare = (without if without != said else said + because + reason).rstrip()
        if bare.strip():
            found.append(_line(number, bare))
    return found


_FREE_TEXT = re.compile(r" because |,\s+finding ")


def _parted(line: str) -> tuple[str, str, str]:
    found = _FREE_TEXT.search(line)
    return (line[: found.start()], found[0], line[found.end() :]) if found else (line, "", "")


def _line(number: int, bare: str) -> Line:
    """Runs of blanks made one, but for those of a reason and of a name, which stand as they were written."""
    kept = re.search(rf"{_FREE_TEXT.pattern}|^\s*(?:name|symbols)\s+(?=\S)", bare)
    free = kept.end() if kept else len(bare)
    text, columns = "", []
    for column, letter in enumerate(bare, start=1):
        blank = letter.isspace() and column <= free
        if blank and (not text or text[-1] == " "):
            continue
        text += " " if blank else letter
        columns.append(column)
    return Line(number, text, (*columns, len(bare) + 1))


def _read_entries(game: str, lines: list[Line], faults: list[TextFault]) -> tuple[Entry, ...]:
    forms = tuple(FORMS[game].values())
    entries: list[Entry] = []
    stated: list[Stated | StatedPlace] = []
    first = 0
    for line in lines:
        if line.text.startswith("="):
            first = first if stated else line.number
            read_line = _read_place if game == TOURNAMENT else _read_settled
            if (settled := read_line(line, faults)) is not None:
                stated.append(settled)
            continue
        if stated:
            entries.append(Statement(tuple(stated), first))
            stated = []
        if (act := read_act_line(forms, line, faults)) is not None:
            entries.append(Played(act, line.number))
    if stated:
        entries.append(Statement(tuple(stated), first))
    return tuple(entries)


def _read_settled(line: Line, faults: list[TextFault]) -> Stated | None:
    found = _SETTLED.fullmatch(line.text)
    if found is None:
        why = "expected a settlement, such as: = ana: 20 on split 17-20 wins 340, D8 3.9"
        faults.append(line.fault(0, why))
        return None
    try:
        rule = Cite(found["clause"], found["ruling"]) if found["clause"] else None
        wager = Placed(
            found["player"],
            read_position(found["position"]),
            read_dollars(found["stake"]),
            Chips.COLOUR if found["chips"] else Chips.VALUE,
        )
        pays = read_dollars(found["pays"]) if found["pays"] else 0
    except UnknownClause as unknown:
        faults.append(line.fault(found.start("clause"), str(unknown)))
        return None
    except ValueError as error:
        faults.append(line.fault(found.start("position"), str(error)))
        return None
    outcome = next((each for each, words in _OUTCOMES.items() if words == found["outcome"]), Outcome.WIN)
    return Stated(wager, outcome, pays, rule)


def _read_place(line: Line, faults: list[TextFault]) -> StatedPlace | None:
    found = _PLACE.fullmatch(line.text)
    if found is None:
        faults.append(line.fault(0, "expected a place, such as: = place 1: ana takes 500, D7 6.8"))
        return None
    try:
        rule = Cite(found["clause"] or "D7 6.8", found["ruling"])
    except UnknownClause as unknown:
        faults.append(line.fault(found.start("clause"), str(unknown)))
        return None
    taken = PlaceTaken(int(found["place"]), found["player"], read_dollars(found["money"]), rule)
    return StatedPlace(taken, found["clause"] is not None)


def read_act_line(forms: tuple[Form, ...], line: Line, faults: list[TextFault]) -> Act | None:
    """Who acts, and what he does; `None` where that cannot be read, with the fault added to the others."""
    who, colon, _words = line.text.partition(":")
    actor = _ACTOR.match(who)
    if not colon or actor is None:
        faults.append(line.fault(0, "expected who acts, a colon, and the act: ana: wager 20 on split 17-20"))
        return None
    start = len(who) + 1
    start += len(line.text[start:]) - len(line.text[start:].lstrip())
    try:
        kind, values = read_act(forms, line.text, start)
        return _act(kind, values, _actor(actor), start)
    except Mismatch as mismatch:
        faults.append(line.fault(mismatch.at, str(mismatch)))
        return None


def _actor(found: re.Match[str]) -> Actor:
    if found["role"]:
        return Actor(_ROLES[found["role"]], found["named"] or "")
    return Actor(Role.PLAYER, found["player"])


def _act(kind: type[Act], values: dict[str, Any], actor: Actor, start: int) -> Act:
    """A player's act names the player as its actor; done by somebody else it says for whom."""
    if not issubclass(kind, PlayersAct):
        return kind(**values, by=actor)
    if "player" in values:
        return kind(**values, by=actor)
    if actor.role is not Role.PLAYER:
        raise Mismatch(start, "the player for whom this is done, at the end: for ana")
    return kind(player=actor.name, **values)


# Writing


def write(record: Record) -> str:
    """The text of a record, in the notation."""
    lines = [*header_lines(record.header), ""]
    for entry in record.entries:
        if isinstance(entry, Played):
            lines.append(act_line(record.header.game, entry.act))
        else:
            lines += [*map(stated_line, entry.lines), ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def act_line(game: str, act: Act) -> str:
    """One act as a line: who does it, and what."""
    form = FORMS[game][type(act)]
    return f"{_written_actor(act.actor)}: {_written(form, act)}"


def _written(form: Form, act: Act) -> str:
    if isinstance(act, PlayersAct):
        own = form.write_own(act)
        is_own = act.by is None or act.by == Actor(Role.PLAYER, act.player)
        return own if is_own else f"{own} for {act.player}"
    return form.write(act)


def _written_actor(actor: Actor) -> str:
    if actor.role is Role.PLAYER and actor.name not in _WORDS_OF_ROLES:
        return actor.name
    return f"{_ROLE_WORDS[actor.role]} {actor.name}".rstrip()


def stated_line(line: Stated | StatedPlace | Settled | PlaceTaken) -> str:
    """One line of a settlement, or one place of a tournament."""
    if isinstance(line, StatedPlace):
        said = stated_line(line.taken)
        return said if line.has_rule else said.rpartition(", ")[0]
    if isinstance(line, PlaceTaken):
        return f"= place {line.place}: {line.player} takes {dollars(line.money)}, {line.rule}"
    wager = line.wager
    in_colour = " in colour" if wager.chips is Chips.COLOUR else ""
    paid = f" {dollars(line.pays)}" if line.outcome is Outcome.WIN else ""
    rule = "" if line.rule is None else f", {line.rule}"
    said = f"{dollars(wager.stake)}{in_colour} on {wager.position} {_OUTCOMES[line.outcome]}{paid}{rule}"
    return f"= {wager.player}: {said}"


def record_of(table: Journalled, acts: Iterable[Act]) -> Record:
    """The record of these acts from this new table on, with every settlement stated where it came about."""
    entries: list[Entry] = []
    header = header_of(table)
    stated: tuple[int, tuple[Settled | PlaceTaken, ...]] = (table.round, table.settled)
    for act in acts:
        table = table.play(act)
        entries.append(Played(act))
        settlement = (table.round, table.settled)
        if table.has_settled and table.settled and settlement != stated:
            entries.append(Statement(tuple(map(_stated, table.settled))))
        stated = settlement if table.has_settled else stated
    return Record(header, tuple(entries))


def _stated(line: Settled | PlaceTaken) -> Stated | StatedPlace:
    if isinstance(line, PlaceTaken):
        return StatedPlace(line)
    return Stated(line.wager, line.outcome, line.pays, line.rule)
