"""*Find the mistake*: a settlement as it was paid, with one line wrong or none."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from msgspec.structs import replace

from croupier.games.blackjack.state import BlackjackTable
from croupier.games.layout.step_names import COLLECT, PAY
from croupier.games.money import dollars
from croupier.games.position import Settled
from croupier.games.table import Outcome
from croupier.school.citing import because, clauses_of_box, losing_at_zero, payment_clauses
from croupier.school.drill import ChoiceVerdict, Difficulty, DrillMade, DrillPicture, DrillSolution
from croupier.school.paying_blackjack import line_words, round_picture
from croupier.school.procedure import whole_round
from croupier.school.tables import SchoolTable, picture

ALL_RIGHT = "All is right"
MOST_LINES = 6


def wrong_line(game: str) -> Callable[[Random], DrillMade]:
    """Drills of one game: in one of four the settlement is as it should be."""

    def make(random: Random) -> DrillMade:
        table, lines = _settlement(game, random)
        chosen = list(random.sample(lines, min(len(lines), MOST_LINES)))
        place = None if random.random() < 1 / 4 else random.randrange(len(chosen))
        told = [as_paid(_spoiled(each, random) if at == place else each) for at, each in enumerate(chosen)]
        verdicts = [_verdict(said, line) for said, line in zip(told, chosen, strict=True)]
        is_clean = not any(each.is_right for each in verdicts)
        summary = "Every line is paid by the rules." if is_clean else "One line is wrong."
        rules = tuple(dict.fromkeys(line.rule.clause for line in chosen))
        return DrillMade(
            clauses=("D1 11.1", *rules, *_shown_by(table, tuple(chosen))),
            question="These wagers were settled so. Which line is wrong?",
            picture=_picture(table),
            choices=(*told, ALL_RIGHT),
            solution=DrillSolution(
                choices=(*verdicts, ChoiceVerdict(is_clean, summary, "D1 11.1")), working=tuple(map(line_words, chosen))
            ),
            difficulty=Difficulty(positions=len(chosen), operations=len(chosen)),
        )

    return make


def _shown_by(table: SchoolTable, lines: tuple[Settled, ...]) -> tuple[str, ...]:
    if isinstance(table, BlackjackTable):
        return (*clauses_of_box(table, lines), *payment_clauses(lines))
    return (*payment_clauses(lines), *losing_at_zero(table.game.id, table.result))


def _settlement(game: str, random: Random) -> tuple[SchoolTable, tuple[Settled, ...]]:
    """A round with at least one winning wager, once its result is in."""
    while True:
        moments = whole_round(game, random, players=3)
        last = moments[-1].table.play(moments[-1].act)
        if any(line.outcome is Outcome.WIN for line in last.settled):
            if isinstance(last, BlackjackTable):
                return last, last.settled
            table = next(each.table for each in moments if each.table.step in (COLLECT, PAY) and each.table.settled)
            return table, table.settled


def _picture(table: SchoolTable) -> DrillPicture:
    if isinstance(table, BlackjackTable):
        return round_picture(table)
    return picture(table, f"Result: {table.game.outcome_words(table.result)}")


def _spoiled(line: Settled, random: Random) -> Settled:
    """The line as somebody in a hurry might have paid it."""
    if line.outcome is not Outcome.WIN:
        return replace(line, outcome=Outcome.WIN, pays=line.wager.stake)
    kinds = [replace(line, pays=line.pays + line.wager.stake), replace(line, outcome=Outcome.LOSE, pays=0)]
    if line.pays > line.wager.stake:
        kinds.append(replace(line, pays=line.pays - line.wager.stake))
    return random.choice(kinds)


def as_paid(line: Settled) -> str:
    """A line as it was paid, without the clause that would tell."""
    wager = line.wager
    ends = {Outcome.LOSE: "lost", Outcome.STAND_OFF: "stand off", Outcome.VOID: "void"}
    end = ends.get(line.outcome, f"paid ${dollars(line.pays)}")
    return f"{wager.player}: ${dollars(wager.stake)} on {wager.position}: {end}"


def _verdict(said: str, line: Settled) -> ChoiceVerdict:
    """Whoever points at a line is right where it was not paid as the settlement has it."""
    is_wrong_line = said != as_paid(line)
    why = f"By the rules: {line_words(line)}. {because(line.rule.clause)}"
    return ChoiceVerdict(is_wrong_line, why, line.rule.clause)
