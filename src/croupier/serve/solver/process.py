"""The blackjack solver in a process of its own: a question a line on standard input, its answer a line on standard
output. Its compiled sums would hold up every table of the server; here they hold up nobody.

It is a child process of the server, and ends with it in the middle of a sum.
"""

from __future__ import annotations

import sys
from functools import lru_cache

import msgspec

from croupier import child_process
from croupier.odds.blackjack.distribution import mean_and_variance, spread_of_round
from croupier.odds.blackjack.report import chart, mistakes
from croupier.odds.blackjack.situations import refuses_shoe, worth
from croupier.odds.blackjack.solver import Shoe, Strategy, solve
from croupier.odds.counting.spread import best_ramp, spread_risk
from croupier.odds.last_hand.figures import LastHandAnswer
from croupier.serve.solver.questions import (
    Ask,
    AskChart,
    AskCount,
    AskEdge,
    AskLastHand,
    AskWorth,
    AskWorths,
    ChartFound,
    Choice,
    CountFound,
    EdgeFound,
    MistakeFound,
    WorthFound,
    WorthsFound,
)

KEPT = 512
"""Charts that are kept: more than there are readings, so that nobody who asks for all of them has them solved again."""
KEPT_HANDS = 20_000
"""Hands that are kept. The report asks about the same ones every day, each off the top of a full shoe."""


@lru_cache(maxsize=KEPT)
def chart_of(asked: AskChart) -> ChartFound:
    shoe, rules = Shoe.of_decks(asked.decks), asked.readings.rules
    solved = {each: solve(shoe, rules, each) for each in Strategy}
    by_totals = solved[Strategy.TOTAL]
    found = tuple(MistakeFound(each.name, each.happens, each.costs) for each in mistakes(by_totals))
    edges = {str(each): float(solution.edge) for each, solution in solved.items()}
    return ChartFound(edges[Strategy.TOTAL], edges, chart(by_totals), found)


@lru_cache(maxsize=KEPT)
def edge_of(asked: AskEdge) -> EdgeFound:
    by_totals = solve(Shoe.of_decks(asked.decks), asked.readings.rules, Strategy.TOTAL)
    _, variance = mean_and_variance(spread_of_round(by_totals))
    return EdgeFound(float(by_totals.edge), variance)


def count_of(asked: AskCount) -> CountFound:
    from croupier.simulate.blackjack.setup import Setup
    from croupier.simulate.blackjack.strategies.strategy import PlayStrategy
    from croupier.simulate.counting.lab import study

    found = study(Setup(asked.options, PlayStrategy(count=asked.count), cut=asked.cut))
    stakes = best_ramp(found.worths, asked.spread)
    risks = (spread_risk(found.worths, stakes.__getitem__, is_best=is_best) for is_best in (False, True))
    return CountFound(found, tuple(stakes[each.count] for each in found.worths), *risks)


def answer_to(asked: Ask) -> ChartFound | WorthFound | WorthsFound | EdgeFound | LastHandAnswer | CountFound:
    match asked:
        case AskCount():
            return count_of(asked)
        case AskLastHand():
            from croupier.odds.last_hand.answer import solve_last_hand  # a hint need not wait for these sums to load

            return solve_last_hand(
                asked.hand, also=asked.also, departures=asked.departures, aims_at_prize=asked.aims_at_prize
            )
        case AskChart():
            return chart_of(asked)
        case AskEdge():
            return edge_of(asked)
        case AskWorth():
            return worth_of(asked)
        case AskWorths():
            return WorthsFound(tuple(worth_of(AskWorth(asked.decks, asked.readings, held)) for held in asked.held))


@lru_cache(maxsize=KEPT_HANDS)
def worth_of(asked: AskWorth) -> WorthFound:
    held = asked.held
    shoe = Shoe.of_decks(asked.decks).without(*held.seen, *held.cards, held.up)
    if refusal := refuses_shoe(shoe, asked.decks):
        return WorthFound(why=refusal.why)
    found = worth(held, asked.decks, asked.readings.rules)
    choices = tuple(Choice(option.name, option.value) for option in found.options)
    return WorthFound(choices, found.insurance, found.left)


def main() -> None:
    decoder = msgspec.json.Decoder(Ask)
    for line in child_process.lines():
        sys.stdout.buffer.write(msgspec.json.encode(answer_to(decoder.decode(line))) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
