"""A strategy as a TOML text that people can read, and that reads back as the same strategy."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.games.money import dollars
from croupier.odds.counting.count import CardCount
from croupier.record.files.toml_text import quoted
from croupier.simulate.blackjack.strategies.chart_rows import (
    CARD_NAMES,
    CARDS,
    SECTION_OF_ROW,
    SECTIONS,
    UP_NAMES,
    ChartSection,
)
from croupier.simulate.blackjack.strategies.strategy import Chart, Deviation, PlayStrategy, StakeStep
from croupier.simulate.blackjack.strategies.strategy_toml import ALWAYS, NEVER, RUNNING, TRUE

_LETTERS = "# S stand, H hit, D double (hit where it may not be), d double (stand where it may not be), P split"


def write_strategy(strategy: PlayStrategy | Chart) -> str:
    """Where a chart stands, it alone says how to play: what the solver would find is then not written."""
    whole = PlayStrategy(chart=strategy) if isinstance(strategy, Chart) else strategy
    return "\n\n".join(_blocks(whole)) + "\n"


def _blocks(strategy: PlayStrategy) -> Iterator[str]:
    play = [] if strategy.chart else [f"play = {quoted(strategy.source)}"]
    yield "\n".join([*play, f"insurance = {_insurance(strategy)}", f"early = {str(strategy.early).lower()}"])
    if strategy.chart:
        yield _LETTERS
        yield from (_section(section, strategy.chart) for section in SECTIONS)
    if strategy.count:
        yield _count(strategy.count)
        yield _values(strategy.count)
    yield from map(_step, strategy.ramp)
    yield from map(_deviation, strategy.deviations)


def _insurance(strategy: PlayStrategy) -> str:
    if strategy.insures:
        return quoted(ALWAYS)
    return quoted(NEVER) if strategy.insures_at is None else str(strategy.insures_at)


def _section(section: ChartSection, chart: Chart) -> str:
    rows: dict[int, str] = getattr(chart, section.name)
    width = max(map(len, section.totals))
    heading = f"[chart.{section.name}]\n#{' ' * (width + 3)}{' '.join(UP_NAMES)}"
    lines = (f'{name:>{width}} = "{" ".join(rows[total])}"' for name, total in section.totals.items())
    return "\n".join([heading, *lines])


def _count(count: CardCount) -> str:
    kind = TRUE if count.true else RUNNING
    return "\n".join(
        [
            "[count]",
            f"name = {quoted(count.name)}",
            f"kind = {quoted(kind)}",
            f"rounding = {quoted(count.rounding)}",
            f"start = {count.start}",
        ]
    )


def _values(count: CardCount) -> str:
    lines = (f"{card} = {value}" for card, value in zip(CARDS, count.values, strict=True))
    return "\n".join(["[count.values]", *lines])


def _step(step: StakeStep) -> str:
    stake = dollars(step.stake)
    return f"[[stakes]]\nat = {step.at}\nstake = {stake if step.stake % 100 == 0 else quoted(stake)}"


def _deviation(each: Deviation) -> str:
    section = SECTION_OF_ROW[each.row]
    name = next(name for name, total in section.totals.items() if total == each.total)
    lines = [
        "[[deviations]]",
        f'hand = "{each.row} {name}"',
        f'against = "{CARD_NAMES[each.up]}"',
        f"{'below' if each.below else 'at'} = {each.at}",
        f'play = "{each.play}"',
    ]
    return "\n".join(lines)
