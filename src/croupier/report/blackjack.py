"""The PAR sheet of blackjack: what the solver finds, and what it does and does not account for. Needs `math`."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

from msgspec import Struct

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.in_words import hands_in_words
from croupier.games.blackjack.options import FEWEST_DECKS, FEWEST_WITH_SEVENS, MOST_DECKS, BlackjackOptions, Takes
from croupier.odds.blackjack.distribution import mean_and_variance, spread_of_round
from croupier.odds.blackjack.report import Chart, Mistake, chart, mistakes
from croupier.odds.blackjack.solver import Shoe, Solution, Strategy, solve
from croupier.odds.super_sevens import SevensShoe, super_sevens
from croupier.record.files.simulation import Simulation
from croupier.report.digest import digest_of
from croupier.report.sheet import DIVISIONS, ROUNDING, VOLATILITY_FACTOR, Sheet, SheetWager, clauses_of
from croupier.report.simulated import DEVIATIONS, deviation_option
from croupier.rulebook import division, ruling

WORDS = {
    Strategy.TOTAL: "by the total, soft or hard, and the up card",
    Strategy.COMPOSITION: "by the cards of the hand, after a split as before it",
    Strategy.CDP1: "by the cards of the hand, after a split as suits a split into two hands",
    Strategy.CDP: "by the cards of the hand, after a split as suits the pair cards that are gone",
}
DECKS = range(FEWEST_DECKS, MOST_DECKS + 1)
RESTS_ON = (
    *("D2 3.3(a)", "D2 5.1", "D2 8.2", "D2 9.1", "D2 9.3(a)", "D2 9.4"),
    *("D2 10.1", "D2 10.2", "D2 11", "D2 12", "D2 13"),
)
SEVENS_REST_ON = ("D2 15.2", "D2 15.4", "D2 15.5")
RULINGS = ("B2", "B4", "B5", "B6")
ACCOUNTS_FOR = (
    "Every card is drawn from what is left in the shoe: nothing is replaced and nothing is approximated.",
    "Splits up to the hands allowed, doubling after a split where it is allowed, one card to split aces.",
    "Hand totals, open decisions, the dealer's draw and every payment are asked of the module by which tables play.",
)
ONE_CARD = (
    "The dealer has one card until the players are done, so every decision carries the risk of a dealer's blackjack."
)
PEEKS = "The dealer looks for a blackjack before anybody plays, so no decision carries the risk of it."
ENDLESS_SHOE = (
    "The standard deviation of a round is that of play by totals over a shoe that never runs down, not of this shoe. "
    "Those of the side wagers are exact."
)
LEAVES_OUT = (
    (
        "The cutting card and later rounds: a figure off the top of a full shoe is that of its first round, and the "
        "average over a shoe differs a little."
    ),
    "Other boxes: cards that others hold and that one could see are not used.",
    "A player's memory of other hands of the same split: play that used it would gain a little more.",
    (
        "Insurance and Super Sevens are separate wagers, with figures of their own. Early settlement of a blackjack is "
        "not in the figures."
    ),
    ENDLESS_SHOE,
    "Rounding of 3 to 2 up to what chips can pay (D1 11.3), which is in the player's favour.",
)


INSURANCE_WORDS = "Insurance: against an ace, off the top, by a player who looks at no other card. Exact."
SEVENS_WORDS = "Super Sevens, where offered: off the top, two sevens always taking a third card. Ways in lowest terms."


class Play(Struct, frozen=True):
    """The whole game by one strategy."""

    strategy: str
    words: str
    edge: float
    """For each unit of the initial wager, in doubles."""


class Blackjack(Struct, frozen=True):
    decks: int
    is_gazetted: bool
    plays: tuple[Play, ...]
    chart: Chart
    """By totals."""
    mistakes: tuple[Mistake, ...]
    """Measured against play by totals."""
    by_decks: dict[int, dict[str, float]]
    """The edge of each strategy in shoes of 4 to 8 decks, by the same options."""
    side_wagers: tuple[str, ...]
    """What the wagers beside the initial one are, in words."""
    accounts_for: tuple[str, ...]
    leaves_out: tuple[str, ...] = LEAVES_OUT
    simulation: Simulation | None = None
    """A run of the same game, where one was given."""


def blackjack_sheet(options: BlackjackOptions, run: Simulation | None = None) -> Sheet:
    """The sheet, with what a run of the same options came to where there is one."""
    solved = {(decks, strategy): _solution(options, decks, strategy) for decks in DECKS for strategy in Strategy}
    by_totals = solved[options.decks, Strategy.TOTAL]
    has_sevens = options.decks >= FEWEST_WITH_SEVENS
    found = Blackjack(
        decks=options.decks,
        is_gazetted=options.gazetted,
        plays=tuple(Play(each, WORDS[each], float(solved[options.decks, each].edge)) for each in Strategy),
        chart=chart(by_totals),
        mistakes=mistakes(by_totals),
        accounts_for=(*ACCOUNTS_FOR, PEEKS if options.dealer_blackjack is Takes.PEEK else ONE_CARD),
        side_wagers=(INSURANCE_WORDS, SEVENS_WORDS) if has_sevens else (INSURANCE_WORDS,),
        by_decks={decks: {str(each): float(solved[decks, each].edge) for each in Strategy} for decks in DECKS},
        leaves_out=LEAVES_OUT if run is None else _with_deviations(LEAVES_OUT),
        simulation=run,
    )
    return Sheet(
        game="blackjack",
        title="Blackjack",
        division=division(DIVISIONS["blackjack"]),
        digest=digest_of(),
        options=(*_options(options), _deviation(by_totals), *(() if run is None else (deviation_option(run),))),
        warnings=()
        if options.gazetted
        else ("These are not the Gazette's rules but readings of other houses: no floor here may open such a table.",),
        wagers=(insurance(options.decks), sevens(options.decks)) if has_sevens else (insurance(options.decks),),
        clauses=clauses_of((*RESTS_ON, *(SEVENS_REST_ON if has_sevens else ()), ROUNDING)),
        rulings=tuple(map(ruling, RULINGS)),
        notes=(
            (
                "Edge: what the house keeps on average of each unit of the initial wager, whatever is added to it by "
                "doubling and splitting."
            ),
            (
                "Edges are sums of doubles. All the digits that a double has are printed, so that they can be compared "
                "(the last two or three may differ between processors). On small shoes they agree with exact fractions "
                "to 10 places. Fractions, where they stand, are exact."
            ),
        ),
        blackjack=found,
    )


def edges_by_decks(options: BlackjackOptions) -> dict[int, dict[str, float]]:
    """The edge of each strategy in shoes of 4 to 8 decks."""
    return {decks: {str(each): float(_solution(options, decks, each).edge) for each in Strategy} for decks in DECKS}


def _solution(options: BlackjackOptions, decks: int, strategy: Strategy) -> Solution:
    return solve(Shoe.of_decks(decks), options.rules, strategy)


def insurance(decks: int) -> SheetWager:
    """Off the top, against an ace, by somebody who looks at no card but that one: an exact figure."""
    ways, wins = 52 * decks - 1, 16 * decks
    pays, to = machine.INSURANCE_PAYS
    gain, chance = Fraction(pays, to), Fraction(wins, ways)
    mean = chance * gain - (1 - chance)
    return SheetWager(
        name="insurance",
        places=1,
        pays=f"{pays} to {to}",
        win_ways=wins,
        lose_ways=ways - wins,
        stand_off_ways=0,
        ways=ways,
        payments=((f"{pays} to {to}", wins),),
        edge=-mean,
        variance=chance * gain**2 + (1 - chance) - mean**2,
        rule="D2 9.1",
        odds_rule="D2 9.4",
    )


def sevens(decks: int) -> SheetWager:
    """Off the top, a third card always taken to two sevens."""
    found = super_sevens(SevensShoe.of_decks(decks))
    ways = lcm(*(chance.denominator for chance in found.chances.values()))
    counts = {machine.SEVENS_PAY[end]: int(chance * ways) for end, chance in found.chances.items()}
    payments = tuple((f"{pays} to {to}", count) for (pays, to), count in sorted(counts.items()) if pays > 0)
    wins = sum(count for _odds, count in payments)
    *some, (most, to) = sorted(ratio for ratio in counts if ratio[0] > 0)
    return SheetWager(
        name="Super Sevens",
        places=1,
        pays=f"{', '.join(str(pays) for pays, _to in some)} or {most} to {to}",
        win_ways=wins,
        lose_ways=counts[machine.LOST],
        stand_off_ways=ways - wins - counts[machine.LOST],
        ways=ways,
        payments=payments,
        edge=found.edge,
        variance=found.variance,
        rule="D2 15.2",
        odds_rule="D2 15.4",
    )


def _with_deviations(left_out: tuple[str, ...]) -> tuple[str, ...]:
    """With a run beside it the sheet has a second deviation, and says which is which."""
    return tuple(DEVIATIONS if each == ENDLESS_SHOE else each for each in left_out)


def _deviation(by_totals: Solution) -> tuple[str, str]:
    _, variance = mean_and_variance(spread_of_round(by_totals))
    deviation = variance**0.5
    index = float(VOLATILITY_FACTOR) * deviation
    a_round = f"{deviation:.6f} initial wagers a round, by totals, endless shoe"
    return "Standard deviation", f"{a_round}; volatility index {index:.6f}"


def _options(options: BlackjackOptions) -> tuple[tuple[str, str], ...]:
    return tuple((told.title, told.words) for told in hands_in_words(options))
