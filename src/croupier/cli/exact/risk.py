"""`croupier risk`: what becomes of a bankroll that is played with the same wagers round after round, exactly."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from msgspec import Struct
from rich.console import Console

from croupier.cli.console.exit_codes import DONE
from croupier.cli.console.input import unclear
from croupier.cli.console.numbers import whole
from croupier.cli.console.output import indented, print_json, screen
from croupier.cli.console.parameters import AnyGame, Json, OddsTable, SimulationFile
from croupier.cli.console.wagers_asked import UNUSABLE, File, On, Stake, WagersAsked, amount_of, say_unusable, wagers_of
from croupier.cli.exact.odds import game_or_status
from croupier.cli.exact.odds_wagers import ADOPTED, is_adopted
from croupier.cli.exact.risk_blackjack import risk_of_blackjack
from croupier.cli.exact.risk_figures import (
    NOT_AT_LAST,
    RepeatedPlay,
    RiskFigures,
    RoundWorth,
    as_json,
    find,
    refuses,
    say_no,
    show_tables,
    tables_of,
)
from croupier.games.layout.game import Game
from croupier.games.money import dollars
from croupier.odds import Combination, Spread, TooMuch, combination

ASSUMES = (
    "The same wagers are made in every round, and rounds do not depend on each other. Play stops at the goal. It also "
    "stops when the bankroll no longer covers the stake: that is ruin, whatever is left. The results after all rounds, "
    "and the longest losing run, are worked out as if play never stopped. The table's limits are left out. Winnings "
    "are rounded up to chips of 50 cents (D1 11.3)."
)


class RiskPlan(Struct, frozen=True):
    """What is asked, read and judged."""

    game: Game
    wagers: Combination
    play: RepeatedPlay

    @property
    def one_round(self) -> RoundWorth:
        laid = self.wagers
        return RoundWorth(laid.edge, laid.mean, laid.variance, Spread(laid.ahead, laid.even, laid.behind))


def risk(
    game: AnyGame,
    /,
    *,
    bankroll: Annotated[str, Parameter(metavar="DOLLARS", help="The money you start with.")],
    goal: Annotated[str, Parameter(metavar="DOLLARS", help="Stop when the money reaches this.")],
    rounds: Annotated[int, Parameter(converter=whole, metavar="NUMBER", help="Stop after this many rounds.")] = 500,
    on: On = None,
    wager: Stake = None,
    wagers: File = None,
    table: OddsTable = None,
    simulation: SimulationFile = None,
    json: Json = False,
) -> int:
    """Work out what happens to a bankroll: goal, ruin, spread of results.

    You make the same wagers in every round. All figures are exact, the longest losing run too; nothing is simulated.
    Only blackjack needs a simulated run, which gives the chances of one round.

    For example:

    - `croupier risk roulette --on red --wager 10 --bankroll 200 --goal 400`
    - `croupier risk tai-sai --on small --wager 5 --bankroll 100 --goal 150 --rounds 50 --json`
    """
    asked = WagersAsked(on, wager, wagers)
    if game == "blackjack":
        if on is not None or wagers is not None or table is not None:
            return unclear(
                "blackjack takes its wagers from --simulation: leave out --on, --wagers and --table", json=json
            )
        return risk_of_blackjack(simulation, wager, (bankroll, goal, rounds), json=json)
    if simulation is not None:
        return unclear(f"leave out --simulation: the chances of {game} are known exactly", json=json)
    plan = _plan(game, table, asked, (bankroll, goal, rounds), json=json)
    if isinstance(plan, int):
        return plan
    if why := refuses(plan.play):
        return say_no(why, json=json)
    try:
        found = find(plan.play)
    except TooMuch as too_much:
        return say_no(str(too_much), json=json)
    if json:
        print_json(_as_json(plan, found))
    else:
        _show(screen(), plan, found)
    return DONE


# What is asked


def _plan(
    name: str, table: Path | None, asked: WagersAsked, figures: tuple[str, str, int], *, json: bool
) -> RiskPlan | int:
    """What is asked, or the status with which the command ends because it cannot be."""
    chosen = game_or_status(name, table, json=json)
    if isinstance(chosen, int):
        return chosen
    game = chosen.with_every_wager()
    bankroll, goal, rounds = figures
    try:
        laid = combination(game, wagers_of(game, asked))
        money = amount_of("--bankroll", bankroll), amount_of("--goal", goal)
        return RiskPlan(game, laid, RepeatedPlay(laid.distribution, laid.stake, *money, rounds))
    except UNUSABLE as error:
        return say_unusable(asked, error, json=json)


# What is said


def _as_json(plan: RiskPlan, found: RiskFigures) -> dict[str, Any]:
    play = plan.play
    return {
        "game": plan.game.id,
        "wagers": [
            {"wager": str(position), "stake": stake, "adopted": is_adopted(plan.game, position)}
            for position, stake in plan.wagers.wagers
        ],
        "stake": play.stake,
        "bankroll": play.bankroll,
        "goal": play.goal,
        "rounds": play.rounds,
        **as_json(play, plan.one_round, found),
        "assumes": ASSUMES,
    }


def _show(out: Console, plan: RiskPlan, found: RiskFigures) -> None:
    adopted = {position for position, _stake in plan.wagers.wagers if is_adopted(plan.game, position)}
    laid = ", ".join(
        f"{dollars(stake)} on {position}{'*' if position in adopted else ''}" for position, stake in plan.wagers.wagers
    )
    play = plan.play
    out.print(f"{plan.game.title}: {laid}", style="bold")
    out.print(f"From {dollars(play.bankroll)} to {dollars(play.goal)}, {play.rounds_said} at most.\n")
    show_tables(out, tables_of(play, plan.one_round, found))
    if found.at_last is None:
        out.print(NOT_AT_LAST)
    out.print(indented(ASSUMES, out), style="dim")
    if adopted:
        out.print(ADOPTED, style="dim")
