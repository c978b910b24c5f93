"""*What is next*: a live table in the middle of a round, and the step that it waits for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

from croupier.games.blackjack.flow import DEALERS, DECIDE, SETTLE, card_target, hand_in_turn
from croupier.games.blackjack.positions import box
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.blackjack.step_names import CARD, RIFFLE
from croupier.games.layout.game import Game
from croupier.games.layout.table import LayoutTable
from croupier.games.position import Position
from croupier.games.wagers import Wager
from croupier.school.citing import because
from croupier.school.drill import ChoiceVerdict, Difficulty, DrillMade, DrillSolution
from croupier.school.tables import LiveMoment, SchoolTable, dealt, live_table, people, picture, seat

CHOICES = 4
OFTEN = 7
INITIAL_CARDS = 2


def whole_round(game: str, random: Random, players: int = 2, options: Any = None) -> list[LiveMoment]:
    """A round at a live table, moment by moment, from the preparation of the cards to the last step."""
    names = people(random, players)
    table = seat(live_table(game, options), names)
    return list(dealt(with_wagers(table, random, names), random))


def with_wagers(table: SchoolTable, random: Random, names: list[str]) -> SchoolTable:
    if not isinstance(table, BlackjackTable):
        for wager in layout_wagers(table, random, names):
            table = table.play(wager)
        return table
    for number, player in enumerate(names, start=1):
        table = table.play(Wager(player, box(number), 5_00 * random.randint(1, 8)))
    return table


def layout_wagers(table: LayoutTable, random: Random, names: list[str]) -> Iterator[Wager]:
    """For each player a few positions of the layout."""
    for player in names:
        for position in _wishes(table, random):
            yield Wager(player, position, 5_00 * random.randint(1, 4))


def _wishes(table: LayoutTable, random: Random) -> list[Position]:
    """Two positions that often win and one more, so that most rounds have something to collect and something to pay."""
    often = by_chance(table.game)
    first = random.sample(often[:OFTEN], 2)
    return [*first, random.choice([each for each in often if each not in first])]


@cache
def by_chance(game: Game) -> tuple[Position, ...]:
    """Every position of a layout, those first that most results pay."""
    wins = Counter(position for outcome in game.outcomes for position in game.positions_won_by(outcome))
    return tuple(sorted(game.areas, key=lambda position: (-wins[position], position)))


def step_words(table: SchoolTable) -> str:
    """The step that the table waits for, in words."""
    due = table.awaits[-1]
    return f"{due.what[0].upper()}{due.what[1:]}" + ("" if due.role == "dealer" else f" ({due.role})")


def next_step(game: str, steps: tuple[str, ...], *, options: Any = None) -> Callable[[Random], DrillMade]:
    """Drills about these steps of a round."""

    def make(random: Random) -> DrillMade:
        wanted = random.choice(steps)
        for _ in range(60):
            moments = [each for each in whole_round(game, random, options=options) if is_dealers(each)]
            places = [place for place, each in enumerate(moments) if each.table.step == wanted]
            if places:
                return step_drill(moments, random.choice(places), random)
        raise LookupError(f"no round of {game} came to the step {wanted!r}")

    return make


def is_dealers(moment: LiveMoment) -> bool:
    """Whether the dealer has something to do: not where a player decides for a hand."""
    return bool(moment.table.step != DECIDE)


def step_drill(moments: list[LiveMoment], place: int, random: Random) -> DrillMade:
    """The step at that moment among other steps of the same round; the table says why each of those is wrong."""
    table, act = moments[place]
    rule = table.awaits[-1].rule.clause
    verdicts = {step_words(table): ChoiceVerdict(True, because(rule), rule)}
    for other in random.sample(moments, len(moments)):
        words = step_words(other.table)
        refusal = table.refuses(other.act)
        if words not in verdicts and refusal is not None and len(verdicts) < CHOICES:
            verdicts[words] = ChoiceVerdict(False, refusal.why, refusal.rule.clause)
    choices = random.sample(list(verdicts), len(verdicts))
    following = table.play(act).awaits
    return DrillMade(
        clauses=(rule, "D2 7.1(a)") if table.step == RIFFLE else (rule,),
        question="What comes next?",
        picture=picture(table, *situation(table)),
        choices=tuple(choices),
        solution=DrillSolution(
            choices=tuple(verdicts[each] for each in choices), then=f"Then: {following[-1].what}." if following else ""
        ),
        difficulty=Difficulty(positions=len(choices), operations=0),
    )


def situation(table: SchoolTable) -> tuple[str, ...]:
    """What a picture does not show: whether wagers are taken, what has come up, how the cards stand."""
    if isinstance(table, BlackjackTable):
        betting = "“No more bets” was called." if table.is_called else "Wagers are being taken."
        said = ["Cards are being made ready." if table.preparation else betting]
        said.append(f"Insurance is {table.insurance}." if table.insurance else "")
        return tuple(filter(None, said))
    said = ["Wagers are being taken." if table.betting_is_open else "Betting is closed."]
    if table.result is not None and table.has_result:
        said.append(f"Result: {table.game.outcome_words(table.result)}")
    return tuple(said)


def who_is_next(random: Random) -> DrillMade:
    """To whom the next card of a round at blackjack goes."""
    players = random.randint(2, 4)
    moments = [each for each in whole_round("blackjack", random, players) if each.table.step == CARD]
    table = random.choice(moments).table.known_as(BlackjackTable)
    target = card_target(table)
    right = "The dealer" if target is None or target == DEALERS else f"Box {target.box}"
    choices = (*(f"Box {each.number}" for each in table.boxes), "The dealer")
    rule = table.awaits[-1].rule.clause
    return DrillMade(
        clauses=(rule, "D2 1.0 Initial Deal") if _is_initial_deal(table) else (rule,),
        question="Who gets the next card?",
        picture=picture(table),
        choices=choices,
        solution=DrillSolution(choices=tuple(ChoiceVerdict(each == right, because(rule), rule) for each in choices)),
        difficulty=Difficulty(positions=len(choices), operations=0),
    )


def _is_initial_deal(table: BlackjackTable) -> bool:
    """Two cards to every player, one to the dealer."""
    return not table.dealer.cards or any(len(each.hands[0].cards) < INITIAL_CARDS for each in table.boxes if each.hands)


def does_the_dealer_draw(random: Random) -> DrillMade:
    """Whether the dealer's hand takes another card, once every player has finished."""
    while True:
        moments = [each for each in whole_round("blackjack", random, random.randint(1, 3)) if _is_dealers_hand(each)]
        if moments:
            break
    table = random.choice(moments).table.known_as(BlackjackTable)
    is_drawn = table.step == CARD
    rule = "D2 13.3" if is_drawn else table.awaits[-1].rule.clause
    verdicts = {
        "Draw a card": ChoiceVerdict(is_drawn, because(rule), rule),
        "Take no more cards": ChoiceVerdict(not is_drawn, because("D2 13.3" if is_drawn else "D2 13.4"), rule),
    }
    return DrillMade(
        clauses=(rule,) if is_drawn else (rule, "D2 13.4"),
        question="All players have finished. Do you draw?",
        picture=picture(table),
        choices=tuple(verdicts),
        solution=DrillSolution(choices=tuple(verdicts.values()), then=f"Next: {table.awaits[-1].what}."),
        difficulty=Difficulty(positions=len(table.boxes), operations=len(table.dealer.cards)),
    )


def _is_dealers_hand(moment: LiveMoment) -> bool:
    table = moment.table.known_as(BlackjackTable)
    is_played = table.is_dealt and hand_in_turn(table) is None and len(table.dealer.cards) > 1
    return bool(is_played and table.step in (CARD, SETTLE))
