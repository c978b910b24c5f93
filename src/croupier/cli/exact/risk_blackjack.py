"""`croupier risk blackjack`: what becomes of a bankroll, by the results of a simulated run."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from msgspec import Struct
from rich.console import Console

from croupier.cli.console.exit_codes import DONE
from croupier.cli.console.input import unclear
from croupier.cli.console.output import indented, print_json, root, screen
from croupier.cli.console.wagers_asked import amount_of
from croupier.cli.exact.risk_figures import (
    NOT_AT_LAST,
    PLACES,
    RepeatedPlay,
    RiskFigures,
    RoundWorth,
    Shown,
    as_json,
    ends_of,
    fate_as_json,
    find,
    refuses,
    say_no,
    show_tables,
    tables_of,
    within,
)
from croupier.cli.simulate.results_file import open_simulation
from croupier.games.money import dollars
from croupier.odds import Fate, TooMuch, coarsened, spread_of
from croupier.record.files.simulation import Simulation

RESOLUTION = 10**9
"""In such parts chances are counted. A run of a billion rounds knows a chance to some tens of thousands of them."""
ASSUMES = (
    "One box is played with the same initial wager in every round, as in the simulated run. Rounds are taken as "
    "independent of each other, which is nearly true in a real shoe. Super Sevens is left out. Play stops at the goal. "
    "It also stops when the bankroll no longer covers the initial wager: that is ruin, whatever is left. You are "
    "assumed to find the money for every double, split and insurance once a round has begun; if such a round takes the "
    "bankroll below zero, that is ruin too."
)


class Careful(Struct, frozen=True):
    """The same for somebody who begins no round whose additions the bankroll might not pay.

    Whoever is ruined by any way of doing without additions came below this mark before, so this chance of ruin is not
    exceeded.
    """

    needed: int
    within: Fate


class Errors(Struct, frozen=True):
    """How far one standard error of the run's edge moves the chances of goal and ruin within the rounds."""

    goal: float
    ruin: float


class Answer(Struct, frozen=True):
    found: RiskFigures
    careful: Careful
    errors: Errors | None
    """`None` where there are too few rounds to tell."""


def risk_of_blackjack(file: str | None, wager: str | None, figures: tuple[str, str, int], *, json: bool) -> int:
    if file is None:
        return unclear(
            "blackjack needs --simulation FILE: make the file with `croupier simulate blackjack --json > FILE`",
            json=json,
        )
    bankroll, goal, rounds = figures
    try:
        run = open_simulation(file)
        stake = run.stake if wager is None else amount_of("--wager", wager)
        money = amount_of("--bankroll", bankroll), amount_of("--goal", goal)
    except ValueError as error:
        return unclear(str(error), json=json)
    play = RepeatedPlay(coarsened(run.results, RESOLUTION), run.stake, *money, rounds)
    if why := _refuses_wager(run, stake) or refuses(play):
        return say_no(why, json=json)
    try:
        answer = Answer(find(play), _careful(run, play), errors_of(run, play))
    except TooMuch as too_much:
        return say_no(str(too_much), json=json)
    if json:
        print_json(_as_json(run, play, answer))
    else:
        _show(screen(), run, play, answer)
    return DONE


def _refuses_wager(run: Simulation, stake: int) -> str:
    """Winnings are rounded up to chips, so that the results for one stake are not those for another."""
    if stake == run.stake:
        return ""
    played = f"the run was played with a stake of {dollars(run.stake)}, not {dollars(stake)}"
    return f"{played}: simulate with --stake {dollars(stake)}"


def most_laid(run: Simulation) -> int:
    """What a box may have to lay in one round: every hand, doubled where that is allowed, or what the run lost once."""
    doubled = 2 if run.readings.double_after_split else 1
    return max(run.stake * run.readings.hands * doubled, -min(run.results))


def _careful(run: Simulation, play: RepeatedPlay) -> Careful:
    needed = most_laid(run)
    return Careful(needed, within(play, needed))


def _one_round(run: Simulation) -> RoundWorth:
    """As counted: nothing is rounded here."""
    return RoundWorth(run.edge, run.mean, run.variance_of_counts * run.stake**2, spread_of(run.results))


# How well it is known


def errors_of(run: Simulation, play: RepeatedPlay) -> Errors | None:
    """A share of the likeliest gain becomes the likeliest loss, so that the edge moves by its standard error.

    An error needs few digits, so this is in doubles.
    """
    shares = {net: float(share) for net, share in play.results.items()}
    gains, losses = [net for net in shares if net > 0], [net for net in shares if net < 0]
    if not gains or not losses:
        return None
    gain, loss = max(gains, key=shares.__getitem__), max(losses, key=shares.__getitem__)
    moved = run.standard_error_percent / 100 * run.stake / (gain - loss)
    if moved >= shares[gain]:
        return None
    worse = {**shares, gain: shares[gain] - moved, loss: shares[loss] + moved}
    (goal, ruin), (less, more) = ends_in_doubles(shares, play), ends_in_doubles(worse, play)
    return Errors(abs(goal - less), abs(more - ruin))


def ends_in_doubles(shares: dict[int, float], play: RepeatedPlay) -> tuple[float, float]:
    """The chances of goal and of ruin within the rounds."""
    playing, goal, ruin = {play.bankroll: 1.0}, 0.0, 0.0
    for _round in range(play.rounds):
        after: dict[int, float] = {}
        for money, weight in playing.items():
            for net, share in shares.items():
                after[money + net] = after.get(money + net, 0.0) + weight * share
        goal += sum(weight for money, weight in after.items() if money >= play.goal)
        ruin += sum(weight for money, weight in after.items() if money < play.stake)
        playing = {money: weight for money, weight in after.items() if play.stake <= money < play.goal}
    return goal, ruin


# What is said of the run


def _known_to(run: Simulation) -> str:
    """The standard error of a share of one half, the widest there is; boxes of one round hang together."""
    return str(root(Fraction(1, 4 * run.rounds), PLACES))


def _simulated(run: Simulation) -> str:
    return (
        f"The chances of one round come from {run.rounds:,} simulated rounds. Each is known to about "
        f"± {_known_to(run)} (one standard error), and the edge to ± {run.standard_error_percent:.6f} %. Everything "
        "else is worked out from them exactly."
    )


def _rounded(run: Simulation, play: RepeatedPlay) -> str:
    if play.results == run.results:
        return "The counts are used as they are."
    return (
        f"The figures of one round use the counts as they are. For many rounds the chances are rounded to multiples "
        f"of 1/{RESOLUTION:,}, which is finer than the run measures them."
    )


# As JSON


def _as_json(run: Simulation, play: RepeatedPlay, answer: Answer) -> dict[str, Any]:
    careful, errors = answer.careful, answer.errors
    return {
        "game": "blackjack",
        "simulation": {
            "rounds": run.rounds,
            "boxes": run.boxes,
            "decks": run.decks,
            "cut": run.cut,
            "fresh_shoe": run.fresh_shoe,
            "seed": run.seed,
            "strategy": str(run.strategy),
            "edge_percent": run.edge_percent,
            "standard_error_percent": run.standard_error_percent,
            "share_standard_error": root(Fraction(1, 4 * run.rounds), PLACES),
            "resolution": None if play.results == run.results else f"1/{RESOLUTION}",
            "words": f"{_simulated(run)} {_rounded(run, play)}",
        },
        "stake": play.stake,
        "bankroll": play.bankroll,
        "goal": play.goal,
        "rounds": play.rounds,
        **as_json(play, _one_round(run), answer.found),
        "within_standard_error": None if errors is None else {"goal": errors.goal, "ruin": errors.ruin},
        "careful": {
            "needed": careful.needed,
            "within": fate_as_json(careful.within),
            "words": _careful_words(careful),
        },
        "assumes": ASSUMES,
    }


# For people


def _show(out: Console, run: Simulation, play: RepeatedPlay, answer: Answer) -> None:
    out.print(f"Blackjack: {dollars(play.stake)} on one box, {run.decks} decks", style="bold")
    out.print(f"From {dollars(play.bankroll)} to {dollars(play.goal)}, {play.rounds_said} at most.\n")
    out.print(indented(_simulated(run), out), markup=False)
    out.print()
    tables = tables_of(play, _one_round(run), answer.found)
    tables[f"{play.rounds_said} at most"] += _known(answer.errors)
    show_tables(out, {**tables, **_careful_tables(play, answer.careful)}, "as counted")
    if answer.found.at_last is None:
        out.print(NOT_AT_LAST)
    for said in (_careful_words(answer.careful), ASSUMES, _rounded(run, play)):
        out.print(indented(said, out), style="dim")


def _known(errors: Errors | None) -> list[Shown]:
    told = {"goal": None, "ruin": None} if errors is None else {"goal": errors.goal, "ruin": errors.ruin}
    shown = {name: "too few rounds" if value is None else f"± {value:.{PLACES}f}" for name, value in told.items()}
    return [(f"{name} known to about", value, None) for name, value in shown.items()]


def _careful_tables(play: RepeatedPlay, careful: Careful) -> dict[str, list[Shown]]:
    lines = list(ends_of(play, careful.within))
    return {f"{play.rounds_said} at most, no round started with less than {dollars(careful.needed)}": lines}


def _careful_words(careful: Careful) -> str:
    return (
        f"A round may cost up to {dollars(careful.needed)} on one box. A player who never starts a round with less can "
        "always pay; here they count as ruined below that amount, so these are the worst figures for ruin."
    )
