"""A drill asked in the terminal: what is seen, the question, the answer read, and why."""

from __future__ import annotations

from typing import Any

from rich.console import Console

from croupier.games.money import dollars
from croupier.record.text.codecs import read_dollars
from croupier.school import Drill, DrillAnswer, is_right


class DrillAsking:
    """Asks one drill after the other; the end of the input ends it."""

    def __init__(self, out: Console, *, is_exam: bool = False) -> None:
        self._out, self._is_exam = out, is_exam
        self.asked = self.right = 0

    def all(self, drills: tuple[Drill, ...]) -> tuple[DrillAnswer, ...]:
        answers = []
        for number, drill in enumerate(drills, start=1):
            try:
                answers.append(self._one(drill, f"{number} of {len(drills)}"))
            except EOFError:
                self._out.print()
                break
        return tuple(answers)

    def _one(self, drill: Drill, place: str) -> DrillAnswer:
        self._out.print(f"\n[bold]{place}[/]  {drill.lesson}, level {drill.level}, {drill.seconds} s", style="dim")
        for line in picture_lines(drill):
            self._out.print(f"    {line}", markup=False)
        self._out.print(drill.question, style="bold", markup=False)
        answer = self._amounts(drill) if drill.amounts else self._choice(drill)
        well = is_right(drill, answer)
        self.asked += 1
        self.right += well
        if not self._is_exam:
            self._tell(drill, answer, well=well)
        return answer

    def _choice(self, drill: Drill) -> DrillAnswer:
        for number, words in enumerate(drill.choices, start=1):
            self._out.print(f"  {number}  {words}", markup=False)
        while True:
            said = input("> ").strip()
            if not said:
                return DrillAnswer()
            if said.isdecimal() and 1 <= int(said) <= len(drill.choices):
                return DrillAnswer(choice=int(said) - 1)
            self._out.print(f"Type a number from 1 to {len(drill.choices)}.")

    def _amounts(self, drill: Drill) -> DrillAnswer:
        return DrillAnswer(amounts=tuple(self._amount(each) for each in drill.amounts))

    def _amount(self, asked: Any) -> int:
        in_chips = asked.unit > 1
        unit = f"{asked.unit_words} chips" if in_chips else "dollars"
        while True:
            said = input(f"{asked.label}, in {unit}> ").strip()
            if not said:
                return -1
            try:
                return int(said) * asked.unit if in_chips else read_dollars(said)
            except ValueError:
                self._out.print("Type a whole number." if in_chips else "Type an amount such as 87.50.")

    def _tell(self, drill: Drill, answer: DrillAnswer, *, well: bool) -> None:
        self._out.print("Right." if well else "Not right.", style="bold green" if well else "bold red")
        for line in told(drill, answer):
            self._out.print(f"    {line}", markup=False)


def told(drill: Drill, answer: DrillAnswer) -> list[str]:
    """Why the answer is right or wrong, and what follows."""
    solution = drill.solution
    if drill.amounts:
        cut = [f"{asked.label}: {chips}" for asked, chips in zip(drill.amounts, solution.cut, strict=True)]
        return [*solution.working, *cut]
    right = next(place for place, each in enumerate(solution.choices) if each.is_right)
    lines = [solution.choices[right].why]
    if answer.choice is not None and answer.choice != right:
        lines = [solution.choices[answer.choice].why, f"Right: {drill.choices[right]}", *lines]
    return [*dict.fromkeys(filter(None, (*lines, solution.then)))]


def picture_lines(drill: Drill) -> list[str]:
    """What is to be seen, as text: chips on a layout, or cards."""
    picture = drill.picture
    lines = list(picture.lines)
    for hand in picture.hands:
        notes = f"  ({', '.join(hand.notes)})" if hand.notes else ""
        lines.append(f"{hand.label}: {' '.join(hand.cards) or '-'}{notes}")
    if picture.layout is not None:
        lines += [_wager_line(each, picture.layout["rack"]) for each in picture.layout["wagers"]]
    return lines


def _wager_line(wager: dict[str, Any], rack: list[Any]) -> str:
    kind, numbers = wager["position"]["kind"], "-".join(map(str, wager["position"].get("numbers", ())))
    chips = next(
        (f" ({wager['stake'] // value} {colour})" for colour, player, value in rack if player == wager["player"]), ""
    )
    own = chips if wager.get("chips") == "colour" else ""
    return f"{wager['player'].capitalize()}: ${dollars(wager['stake'])}{own} on {f'{kind} {numbers}'.strip()}"
