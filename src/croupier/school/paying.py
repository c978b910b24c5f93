"""*Pay it*: chips on a layout or cards before a box, and what the dealer pays."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from croupier.games.acts import BuyColour
from croupier.games.chips import Chips
from croupier.games.layout.step_names import COLLECT, PAY, RESULT
from croupier.games.layout.table import LayoutTable
from croupier.games.money import dollars
from croupier.games.position import Position, Settled
from croupier.games.table import Outcome
from croupier.games.wagers import Wager
from croupier.school.chip_cutting import cut_in_colour, cut_in_value
from croupier.school.citing import clauses_of, losing_at_zero
from croupier.school.drill import AmountAsked, Difficulty, DrillMade, DrillPicture, DrillSolution
from croupier.school.tables import dealt, live_table, people, picture, seat

CHIP_VALUES = (1_00, 2_50, 5_00)
VALUE_CHIP = 2_50
MOST_CHIPS = 12
"""So many chips of one player round one number."""


def chips_round(
    game: str,
    *,
    positions: tuple[int, int] = (1, 1),
    players: int = 1,
    kinds: Iterable[str] = (),
    results: tuple[Any, ...] = (),
    options: Any = None,
    in_colour: bool = True,
    losers: int = 0,
) -> Callable[[Random], DrillMade]:
    """Drills at a layout: a result, and chips on the positions that it pays."""
    wanted = frozenset(kinds)

    def make(random: Random) -> DrillMade:
        table = live_table(game, options)
        outcome = random.choice(results or _results(table, wanted))
        names = people(random, players)
        table = seat(table, names)
        for player, colour in zip(names, random.sample(table.general.colours or ("",) * players, players), strict=True):
            if in_colour and colour:
                value = random.choice(CHIP_VALUES)
                table = table.play(BuyColour(player, colour, value, 400 * value))
            won = [at for at in table.game.positions_won_by(outcome) if not wanted or at.kind in wanted]
            places = random.sample(sorted(won), min(random.randint(*positions), len(won)))
            lost = sorted(set(table.game.areas) - set(table.game.positions_won_by(outcome)))
            table = _with_chips(table, random, player, [*places, *random.sample(lost, losers)])
        settling = settled_table(table, random, outcome)
        return payment_drill(settling, picture(settling, f"Result: {table.game.outcome_words(outcome)}"))

    return make


def _results(table: LayoutTable, kinds: frozenset[str]) -> tuple[Any, ...]:
    won = table.game.positions_won_by
    return tuple(each for each in table.game.outcomes if not kinds or any(at.kind in kinds for at in won(each)))


def _with_chips(table: LayoutTable, random: Random, player: str, places: list[Position]) -> LayoutTable:
    """The player's chips on all of these places, in the player's own colour where there is one."""
    purse = table.purse(player)
    chips, unit = (Chips.COLOUR, purse.chip_value) if purse.colour_name else (Chips.VALUE, VALUE_CHIP)
    for position, number in zip(places, _shares(random, len(places)), strict=True):
        table = table.play(Wager(player, position, number * unit, chips))
    return table


def _shares(random: Random, count: int) -> list[int]:
    """One chip at least for each, and no more than twelve in all."""
    shares = [1] * count
    for _ in range(random.randint(0, max(0, MOST_CHIPS - count))):
        shares[random.randrange(count)] += 1
    return shares


def settled_table(table: LayoutTable, random: Random, outcome: Any) -> LayoutTable:
    """The table with that result, all its chips still on the layout: the dealer is about to collect or to pay."""
    for moment in dealt(table, random):
        now = moment.table.known_as(LayoutTable)
        if now.step in (COLLECT, PAY):
            return now
        if now.step == RESULT:
            return settled_table(now.play(now.game.result_act(outcome)), random, outcome)
    raise LookupError("nothing wins or loses here")


def payment_drill(table: LayoutTable, shown: DrillPicture) -> DrillMade:
    """What each player with a winning wager is paid, as the settlement has it."""
    won = [line for line in table.settled if line.outcome is Outcome.WIN]
    by_player: dict[tuple[str, Chips], list[Settled]] = {}
    for line in won:
        by_player.setdefault((line.wager.player, line.wager.chips), []).append(line)
    asked, amounts, cut = [], [], []
    for (player, chips), lines in by_player.items():
        purse = table.purse(player)
        is_colour = chips is Chips.COLOUR
        amount = sum(line.pays for line in lines)
        asked.append(_asked(player, purse.chip_value, purse.colour_name) if is_colour else _in_dollars(player))
        amounts.append(amount)
        cut.append(cut_in_colour(amount, purse.chip_value, purse.colour_name) if is_colour else cut_in_value(amount))
    words = table.game.outcome_words(table.result)
    return DrillMade(
        clauses=(*clauses_of(table.game, tuple(won), table.result), *_of_losers(table)),
        question=f"{words} wins. What do you pay?",
        picture=shown,
        amounts=tuple(asked),
        solution=DrillSolution(amounts=tuple(amounts), working=tuple(map(working, won)), cut=tuple(cut)),
        difficulty=difficulty_of(won, len(table.settled)),
    )


def _of_losers(table: LayoutTable) -> tuple[str, ...]:
    has_losers = any(line.outcome is Outcome.LOSE for line in table.settled)
    return losing_at_zero(table.game.id, table.result) if has_losers else ()


def _asked(player: str, chip: int, colour: str) -> AmountAsked:
    return AmountAsked(f"{player}, at ${dollars(chip)} a chip", chip, colour)


def _in_dollars(player: str) -> AmountAsked:
    return AmountAsked(f"{player}, value chips", 1, "dollars")


def working(line: Settled) -> str:
    """A line of the settlement in words."""
    wager = line.wager
    return (
        f"{wager.player}: ${dollars(wager.stake)} on {wager.position} pays ${dollars(line.pays)} ({line.rule.clause})"
    )


def difficulty_of(won: list[Settled], seen: int) -> Difficulty:
    """One multiplication for each wager that is not paid even money, and one addition for each but the first."""
    products = sum(line.pays != line.wager.stake for line in won)
    sums = len(won) - len({line.wager.player for line in won})
    return Difficulty(positions=seen, operations=products + sums)
