"""`croupier solve count`: the best index plays of a count, and what a spread of stakes gains with it."""

from __future__ import annotations

from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter
from msgspec.structs import asdict, replace
from rich.console import Console

from croupier.cli.console.exit_codes import DONE
from croupier.cli.console.files import refuses_targets, write_files
from croupier.cli.console.input import faults_of, impossible, refused, unclear, unreadable
from croupier.cli.console.numbers import whole
from croupier.cli.console.output import grid, indented, print_json, screen
from croupier.cli.console.parameters import Json
from croupier.cli.console.readings import GAZETTED, Decks, HouseReading, reading_in_words
from croupier.cli.console.wagers_asked import amount_of
from croupier.cli.exact.solve import missing
from croupier.games.money import dollars
from croupier.odds.blackjack import is_there
from croupier.odds.counting.figures import SpreadRisk
from croupier.record.text.fault import Unreadable

if TYPE_CHECKING:
    from croupier.odds.counting.figures import CountStudy, IndexPlay
    from croupier.simulate.blackjack.setup import Setup
    from croupier.simulate.counting.gain import SpreadGain

MOST_SPREAD = 100
SHOWN = 25
"""Index plays on the screen; the rest gain next to nothing. JSON and `--write` have all of them."""
NAMES = {1: "A", 10: "T"}
WORDS = {"S": "stand", "H": "hit", "D": "double", "d": "double", "P": "split"}


def count(
    file: Annotated[Path, Parameter(help="A strategy file with a [count].")],
    /,
    *,
    decks: Decks = 6,
    cut: Annotated[
        int | None,
        Parameter(
            converter=whole,
            metavar="CARDS",
            help="Cards before the cutting card; three quarters of the shoe if left out.",
        ),
    ] = None,
    spread: Annotated[
        int | None,
        Parameter(
            converter=whole,
            metavar="UNITS",
            help="Find the best stakes from 1 to this many units. Without it the file's own stakes are taken, or 1 to "
            "8 units if it has none.",
        ),
    ] = None,
    stake: Annotated[str, Parameter(metavar="DOLLARS", help="The size of one unit.")] = "10",
    bankroll: Annotated[
        str, Parameter(metavar="DOLLARS", help="The money you start with, for the chance of ruin.")
    ] = "10000",
    rounds: Annotated[
        int, Parameter(converter=whole, metavar="NUMBER", help="Rounds to simulate; 0 for calculation only.")
    ] = 20_000_000,
    seed: Annotated[int, Parameter(converter=whole, metavar="NUMBER", help="Seed of the simulation.")] = 1,
    write: Annotated[
        Path | None, Parameter(metavar="FILE", help="Write the strategy with the indices and stakes that were found.")
    ] = None,
    force: Annotated[bool, Parameter(negative="", help="Overwrite the file if it exists.")] = False,
    reading: HouseReading = GAZETTED,
    json: Json = False,
) -> int:
    """Find the best index plays of a count, and what a spread of stakes gains.

    The indices come from the exact chances of the cards to come at each count. The gain is calculated from them, and
    simulated beside it, with its error. You see N0, SCORE and the chance of ruin.

    For example:

    - `croupier solve count examples/strategies/hi-lo.toml --rounds 0`
    - `croupier solve count examples/strategies/hi-lo.toml --decks 8 --spread 12 --write indices.toml`
    """
    if not is_there():
        return missing(json=json)
    from croupier.simulate.blackjack.setup import Setup, refuses_setup
    from croupier.simulate.blackjack.strategies.strategy_file import open_strategy, write_strategy

    try:
        strategy = open_strategy(file)
        unit, money = amount_of("--stake", stake), amount_of("--bankroll", bankroll)
    except (OSError, UnicodeDecodeError, Unreadable) as error:
        return unreadable(str(file), faults_of(error), json=json)
    except ValueError as error:
        return unclear(str(error), json=json)
    if strategy.count is None:
        return unclear(f"{file} has no count", json=json)
    if why := _refuses(rounds, seed, spread, money, strategy.count.values):
        return impossible(why, json=json)
    if write is not None and (status := refuses_targets([write], [".toml"], force=force)) is not None:
        return status
    setup = Setup(reading.options(decks), strategy, stake=unit, cut=cut)
    if refusal := refuses_setup(setup):
        return refused("", refusal, json=json)
    study, setups = _studied(setup, spread)
    gains = {name: _gain(each, study, money, rounds, seed) for name, each in setups.items()}
    if json:
        print_json(_as_json(study, setups["indices"], gains, money))
    else:
        _show(screen(), study, setups["indices"], gains, money)
    if write is None:
        return DONE
    return write_files({write: write_strategy(setups["indices"].strategy).encode()}, force=force)


def _refuses(rounds: int, seed: int, spread: int | None, bankroll: int, values: tuple[int, ...]) -> str:
    if rounds < 0 or seed < 0:
        return "--rounds and --seed must be 0 or more."
    if spread is not None and not 1 <= spread <= MOST_SPREAD:
        return f"--spread must be 1 to {MOST_SPREAD} units, not {spread}."
    if bankroll <= 0:
        return "--bankroll must be more than 0."
    return (
        ""
        if len(set(values)) > 1
        else "This count adds the same for every card, so it says nothing. Give some cards other numbers."
    )


def _studied(setup: Setup, spread: int | None) -> tuple[CountStudy, dict[str, Setup]]:
    """The study, and the ways of playing that are compared: by the chart, and by the indices that were found."""
    from croupier.simulate.counting.gain import DEFAULT_SPREAD, with_ramp
    from croupier.simulate.counting.lab import study, with_indices

    found = study(setup)
    staked = setup
    if spread is not None or not setup.strategy.ramp:
        staked = with_ramp(setup, found, spread or DEFAULT_SPREAD)
    plain = replace(staked.strategy, deviations=(), insures_at=None, insures=False)
    return found, {
        "chart": replace(staked, strategy=plain),
        "indices": replace(staked, strategy=with_indices(staked.strategy, found)),
    }


def _gain(setup: Setup, study: CountStudy, bankroll: int, rounds: int, seed: int) -> SpreadGain | SpreadRisk:
    from croupier.simulate.counting.gain import calculated, spread_gain
    from croupier.simulate.engines import Threads

    if not rounds:
        return calculated(setup, study)
    return spread_gain(setup, study, bankroll=bankroll, rounds=rounds, seed=seed, engine=Threads())


# As JSON


def _as_json(
    study: CountStudy, setup: Setup, gains: dict[str, SpreadGain | SpreadRisk], bankroll: int
) -> dict[str, Any]:
    strategy = setup.strategy
    return {
        "count": study.count.name,
        "decks": study.decks,
        "betting_correlation": study.betting_correlation,
        "cutting_card_percent": 100 * study.cutting_card,
        "insurance": {"at": study.insurance.at, "turns": study.insurance.turns, "gain": study.insurance.gain},
        "indices": [asdict(play) for play in study.plays],
        "by_count": [{**asdict(each), "stake": strategy.stake(each.count, setup.stake)} for each in study.worths],
        "gains": {name: _gain_as_json(gain, bankroll) for name, gain in gains.items()},
    }


def _gain_as_json(gain: SpreadGain | SpreadRisk, bankroll: int) -> dict[str, Any]:
    if isinstance(gain, SpreadRisk):
        return {"calculated": _risk_as_json(gain, bankroll)}
    return {
        "calculated": _risk_as_json(gain.calculated, bankroll),
        "simulated": {**_risk_as_json(gain.simulated, bankroll), "rounds": gain.rounds, "standard_error": gain.error},
        "z": gain.z,
        "ruin_by_results": gain.ruin,
    }


def _risk_as_json(risk: SpreadRisk, bankroll: int) -> dict[str, Any]:
    """Amounts in cents a round."""
    lead = risk.rounds_to_lead
    return {
        "wagered": risk.wagered,
        "gain": risk.gain,
        "standard_deviation": risk.deviation,
        "score": risk.score,
        "n0": lead if isfinite(lead) else None,
        "ruin": risk.ruin(bankroll),
    }


# For people


def _show(
    out: Console,
    study: CountStudy,
    played: Setup,
    gains: dict[str, SpreadGain | SpreadRisk],
    bankroll: int,
) -> None:
    before = f"{played.before_cut} cards before the cutting card"
    out.print(f"[bold]{study.count.name}[/], {study.decks} decks, {before}, {reading_in_words(played.options)}")
    out.print(f"Betting correlation {study.betting_correlation:.4f}")
    out.print()
    _show_counts(out, study, played)
    _show_plays(out, study)
    _show_gains(out, gains, bankroll)
    note = (
        "An index is for a hand of two cards; the cards on the table are counted too. The chances of the cards to come "
        "are exact for each count, and followed less closely after a split. How often: at the moment wagers are placed."
    )
    out.print(indented(note, out), style="dim")


def _show_counts(out: Console, study: CountStudy, played: Setup) -> None:
    heads = ("count", "of 100 rounds", "by the chart", "by the indices", "stake")
    table = grid(*heads, right=heads)
    last = study.worths[-1].count
    for each in study.worths:
        stake = dollars(played.strategy.stake(each.count, played.stake))
        ends = "≤ " if each is study.worths[0] else "≥ " if each.count == last else ""
        gains = (f"{100 * each.basic:+.3f} %", f"{100 * each.best:+.3f} %")
        table.add_row(f"{ends}{each.count:+d}", f"{100 * each.frequency:.2f}", *gains, stake)
    out.print(table)
    out.print()


def _show_plays(out: Console, study: CountStudy) -> None:
    found = study.insurance
    if found.at is not None:
        turns = "" if found.turns is None else f" (turns at {found.turns:+.2f})"
        out.print(
            f"Insure from a count of {found.at:+d}{turns}: it gains {100 * found.gain:.4f} % of the stake a round."
        )
    table = grid("hand", "against", "play", "count", "turns at", "gains a round, % of the stake", right=("turns at",))
    for play in study.plays[:SHOWN]:
        when = f"below {play.at:+d}" if play.is_below else f"from {play.at:+d}"
        words = f"{WORDS[play.play]}, not {WORDS[play.chart]}"
        against = NAMES.get(play.up, str(play.up))
        table.add_row(hand_name(play), against, words, when, f"{play.turns:+.2f}", f"{100 * play.gain:.4f}")
    out.print(table)
    if len(study.plays) > SHOWN:
        out.print(f"{len(study.plays) - SHOWN} more gain less; --json and --write have them.", style="dim")
    out.print()


def hand_name(play: IndexPlay) -> str:
    return f"{play.row} {NAMES.get(play.total, play.total) if play.row == 'pair' else play.total}"


def _show_gains(out: Console, gains: dict[str, SpreadGain | SpreadRisk], bankroll: int) -> None:
    heads = ("", "stake", "gain in 100 rounds", "deviation", "SCORE", "N0", f"ruin with {dollars(bankroll)}")
    table = grid(*heads, right=heads[1:])
    for name, gain in gains.items():
        if isinstance(gain, SpreadRisk):
            table.add_row(f"by the {name}, calculated", *_risk_cells(gain, bankroll))
            continue
        table.add_row(f"by the {name}, calculated", *_risk_cells(gain.calculated, bankroll))
        table.add_row(f"by the {name}, simulated", *_risk_cells(gain.simulated, bankroll))
        error = f"± {gain.error:.2f}"
        table.add_row("  its standard error, z", "", error, "", "", f"{gain.z:+.2f}", f"{gain.ruin:.4f} by results")
    out.print(table)
    out.print()


def _risk_cells(risk: SpreadRisk, bankroll: int) -> tuple[str, ...]:
    lead = f"{risk.rounds_to_lead:,.0f}" if isfinite(risk.rounds_to_lead) else "never"
    return (
        f"{risk.wagered / 100:.2f}",
        f"{risk.gain:+.2f}",
        f"{risk.deviation / 100:.2f}",
        f"{risk.score:.2f}",
        lead,
        f"{risk.ruin(bankroll):.4f}",
    )
