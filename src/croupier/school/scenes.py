"""*What now*: something out of the ordinary, read from the files in data/.

A scene is a table as far as some acts brought it, and an event in words. Either somebody asks for something (`asks`),
and the table accepts or refuses it. Or something went wrong, and one act puts it right (`do`). The table judges every
choice. A scene says only what happened, and which act it is about.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from croupier.games.acts import Act
from croupier.games.blackjack.acts import RemoveFaceUp
from croupier.games.blackjack.cards import DECK, card
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.machine import Awaited, handlers_of
from croupier.games.money import dollars
from croupier.games.people import Role
from croupier.games.refusal import Refusal
from croupier.games.registry import GAMES, table_of
from croupier.games.sign import Sign
from croupier.games.table import Outcome, Table
from croupier.record.journals.journal import read_line
from croupier.record.text.notation import act_line
from croupier.school.citing import because
from croupier.school.drill import NAMES, ChoiceVerdict, Difficulty, DrillMade, DrillSolution
from croupier.school.tables import picture

DATA = Path(__file__).resolve().parent / "data"
FILES = {
    "roulette": "scenes-roulette.txt",
    "money-wheel": "scenes-money-wheel.txt",
    "tai-sai": "scenes-tai-sai.txt",
    "blackjack": "scenes-blackjack.txt",
    "tournament-table": "scenes-tournament-table.txt",
}
ALLOW = "Allow it."
CHOICES = 4
SIGN = Sign(minimum=5_00, maximum=1_000_00)
_ACTORS = ("ana", "ben", "cat", "dan")
_CARD = re.compile(r"\b([2-9TJQKA])([cdhs])\b")


class Scene(Struct, frozen=True):
    name: str
    game: str
    clauses: tuple[str, ...]
    event: str
    lines: tuple[str, ...]
    """The acts that led to it, in the notation."""
    options: str
    """The table's options as JSON."""
    is_live: bool
    do: str = ""
    asks: str = ""
    others: tuple[str, ...] = ()
    """Acts that somebody might take by mistake."""


@cache
def scenes(game: str) -> tuple[Scene, ...]:
    """All scenes of a game, in the order of its file."""
    return tuple(_read(game, (DATA / FILES[game]).read_text("utf-8")))


def _read(game: str, text: str) -> Iterator[Scene]:
    setups: dict[str, list[str]] = {}
    for block in re.split(r"\n(?=== |setup )", text):
        lines = [line for line in block.splitlines() if line and not line.startswith("#")]
        if not lines:
            continue
        head, body = lines[0], lines[1:]
        if head.startswith("setup "):
            setups[head.removeprefix("setup ")] = _expanded(body, setups)
        else:
            yield _scene(game, head.removeprefix("== "), _expanded(body, setups))


def _expanded(body: list[str], setups: dict[str, list[str]]) -> list[str]:
    """A line `from NAME` stands for the lines of that setup."""
    found = []
    for line in body:
        found += setups[line.removeprefix("from ")] if line.startswith("from ") else [line]
    return found


def _scene(game: str, name: str, body: list[str]) -> Scene:
    said: dict[str, list[str]] = {}
    acts = []
    for line in body:
        if line.startswith(("- ", "~ ")):
            acts.append(line.removeprefix("- "))
            continue
        key, _, value = line.partition(": ")
        said.setdefault(key, []).append(value)
    return Scene(
        name=name,
        game=game,
        clauses=tuple(said["clauses"][-1].split("; ")),
        event=said["event"][-1],
        lines=tuple(acts),
        options=said.get("options", ["{}"])[-1],
        is_live=said.get("table", ["live"])[-1] == "live",
        do=said.get("do", [""])[-1],
        asks=said.get("asks", [""])[-1],
        others=tuple(said.get("not", ())),
    )


class SceneCast:
    """Who plays in a scene this time, and in which suits: the rules are the same for all of them."""

    def __init__(self, random: Random) -> None:
        self.number = random.randint(1, 16)
        self._names = dict(zip(_ACTORS, random.sample(NAMES, len(_ACTORS)), strict=True))
        self._suits = dict(zip("cdhs", random.sample("cdhs", 4), strict=True))

    def said(self, text: str) -> str:
        text = text.replace("{number}", str(self.number))
        text = _CARD.sub(lambda found: found[1] + self._suits[found[2]], text)
        return re.sub(r"\b([aA]na|[bB]en|[cC]at|[dD]an)\b", self._name, text)

    def _name(self, found: re.Match[str]) -> str:
        name = self._names[found[0].lower()]
        return name.capitalize() if found[0][0].isupper() else name


def stage(scene: Scene, cast: SceneCast) -> Any:
    """The table at which the scene takes place."""
    kind = type(GAMES[scene.game].options)
    options = msgspec.json.decode(scene.options, type=kind)
    table = table_of(scene.game, SIGN, options, automation=() if scene.is_live else None)
    for line in scene.lines:
        said = cast.said(line)
        table = _shoe_run_down(table, said) if said.startswith("~ ") else table.play(read_line(scene.game, said))
    return table


def _shoe_run_down(table: BlackjackTable, said: str) -> BlackjackTable:
    """The shoe as it is late in its life: other cards have come out, of each kind about as many.

    `~ until cutting card 2` leaves two cards before the cutting card, `~ only left Th 9d` leaves these cards.
    """
    if found := re.fullmatch(r"~ until cutting card (\d+)", said):
        while (table.shoe.until_cutting_card or 0) > int(found[1]):
            table = table.play(RemoveFaceUp(max(DECK, key=table.shoe.pile.count)))
        return table
    kept = Counter(map(card, said.removeprefix("~ only left").split()))
    pile = table.shoe.pile
    return table.play(*(RemoveFaceUp(each) for each in DECK for _ in range(pile.count(each) - kept[each])))


def scene_drill(scene: Scene) -> Callable[[Random], DrillMade]:
    def make(random: Random) -> DrillMade:
        cast = SceneCast(random)
        table = stage(scene, cast)
        asked = _asked(scene, table, cast, random) if scene.asks else _remedy(scene, table, cast, random)
        verdicts, act = asked
        choices = random.sample(list(verdicts), len(verdicts))
        return DrillMade(
            clauses=scene.clauses,
            question=cast.said(scene.event) + (" Do you allow it?" if scene.asks else " What now?"),
            picture=picture(table, *_beside(table)),
            choices=tuple(choices),
            solution=DrillSolution(
                choices=tuple(verdicts[each] for each in choices), then="" if act is None else follows(table, act)
            ),
            difficulty=Difficulty(positions=len(choices), operations=0),
        )

    return make


def _beside(table: Table) -> tuple[str, ...]:
    due: tuple[Awaited, ...] = table.awaits
    return (f"Due next: {due[-1].what}.",) if due else ()


# Somebody asks for something


def _asked(scene: Scene, table: Table, cast: SceneCast, random: Random) -> tuple[dict[str, ChoiceVerdict], Act | None]:
    act = read_line(scene.game, cast.said(scene.asks))
    refusal = table.refuses(act)
    rule = scene.clauses[0]
    if refusal is None:
        verdicts = {ALLOW: ChoiceVerdict(True, f"The table accepts it. {because(rule)}", rule)}
    else:
        no = _refusing(refusal)
        verdicts = {ALLOW: ChoiceVerdict(False, f"{refusal.why} {because(refusal.rule.clause)}", refusal.rule.clause)}
        also = "" if rule == refusal.rule.clause else f" {because(rule)}"
        verdicts[no] = ChoiceVerdict(True, because(refusal.rule.clause) + also, refusal.rule.clause)
    told = "The table accepts it." if refusal is None else f"That is not why: {refusal.why}"
    shown = rule if refusal is None else refusal.rule.clause
    for other in random.sample(reasons(scene.game), len(reasons(scene.game))):
        if len(verdicts) < CHOICES and (refusal is None or other.code != refusal.code):
            verdicts.setdefault(_refusing(other), ChoiceVerdict(False, told, shown))
    return verdicts, act if refusal is None else None


def _refusing(refusal: Refusal) -> str:
    return f"Refuse it. {refusal.why}"


@cache
def reasons(game: str) -> tuple[Refusal, ...]:
    """Why the table refuses what people ask for in the scenes of this game: each reason once."""
    found: dict[str, Refusal] = {}
    for scene in scenes(game):
        if scene.asks:
            cast = SceneCast(Random(1))  # noqa: S311  a drill is no secret
            refusal = stage(scene, cast).refuses(read_line(game, cast.said(scene.asks)))
            if refusal is not None:
                found.setdefault(refusal.code, refusal)
    return tuple(found.values())


# Something went wrong


def _remedy(scene: Scene, table: Table, cast: SceneCast, random: Random) -> tuple[dict[str, ChoiceVerdict], Act | None]:
    act = read_line(scene.game, cast.said(scene.do))
    if (refusal := table.refuses(act)) is not None:
        raise ValueError(f"{scene.name}: the table refuses the remedy: {refusal.why}")
    rule = rule_of(table, act) or scene.clauses[0]
    verdicts = {in_words(scene.game, table, act): ChoiceVerdict(True, because(scene.clauses[0]), scene.clauses[0])}
    own = [read_line(scene.game, cast.said(line)) for line in scene.others]
    remedies = [each.do for each in scenes(scene.game) if each.do and each.name != scene.name]
    found = [read_line(scene.game, cast.said(line)) for line in random.sample(remedies, len(remedies))]
    for other in (*own, *found):
        if len(verdicts) >= CHOICES or (type(other) is type(act) and other not in own):
            continue
        verdict = _not_this(table, other, rule)
        if verdict is not None:
            verdicts.setdefault(in_words(scene.game, table, other), verdict)
    return verdicts, act


def _not_this(table: Table, act: Act, rule: str) -> ChoiceVerdict | None:
    """Why another act is not what is asked for: the table refuses it, or it is done by another clause."""
    refusal = table.refuses(act)
    if refusal is not None:
        return ChoiceVerdict(False, f"{refusal.why} {because(refusal.rule.clause)}", refusal.rule.clause)
    other = rule_of(table, act)
    if other is None or other == rule:
        return None
    return ChoiceVerdict(False, f"That is for another case. {because(other)}", other)


def rule_of(table: Table, act: Act) -> str | None:
    """The clause that an act is done by: of its ground, its occasion, or the step that is due."""
    occasion = handlers_of(table)[type(act)].occasion
    ground = occasion.grounds_at(table).get(getattr(act, "ground", ""))
    if ground is not None:
        return str(ground.rule.clause)
    rule = occasion.rule_at(table)
    if rule is None and table.awaits:
        rule = table.awaits[-1].rule
    return None if rule is None else str(rule.clause)


_OF_ROLE = {
    Role.GAME_SUPERVISOR: "Game supervisor: ",
    Role.OPERATOR: "Operator: ",
    Role.TOURNAMENT_DIRECTOR: "Director: ",
}


def in_words(game: str, table: Table, act: Act) -> str:
    """An act as a choice: the notation's words, and a ground in its own."""
    said = act_line(game, act).partition(": ")[2]
    ground = handlers_of(table)[type(act)].occasion.grounds_at(table).get(getattr(act, "ground", ""))
    if ground is not None:
        said = said.replace(act.ground.replace("_", " "), ground.words)  # type: ignore[attr-defined]
    said = said[0].upper() + said[1:]
    return _OF_ROLE.get(act.actor.role, "") + said.replace("_", " ")


def follows(table: Table, act: Act) -> str:
    """What an act leads to: what it settles, and what comes next."""
    after = table.play(act)
    said = []
    new = [line for line in after.settled if line not in table.settled]
    void = sum(line.outcome is Outcome.VOID for line in new)
    if void:
        said.append(f"{void} {'wager is' if void == 1 else 'wagers are'} void.")
    if paid := sum(line.pays for line in new):
        said.append(f"Winnings: ${dollars(paid)}.")
    if after.awaits:
        said.append(f"Next: {after.awaits[-1].what}.")
    return " ".join(said)
