"""Blackjack as a simulation: what was asked for, read and judged."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from croupier.cli.console.exit_codes import UNREADABLE
from croupier.cli.console.input import faults_of, refused, unreadable
from croupier.cli.console.output import complain
from croupier.cli.console.parameters import listed
from croupier.cli.console.wagers_asked import amount_of
from croupier.cli.simulate.blackjack_subject import PLAYED, BlackjackSubject
from croupier.cli.simulate.options import failed
from croupier.games.blackjack.options import BlackjackOptions
from croupier.games.refusal import Refused
from croupier.games.sign import Sign
from croupier.record import Unreadable

if TYPE_CHECKING:
    from croupier.simulate.blackjack.setup import Setup
    from croupier.simulate.blackjack.strategies.strategy import PlayStrategy


class BlackjackAsked(Struct, frozen=True):
    """The options as they were typed."""

    options: BlackjackOptions
    strategy: str
    boxes: int
    stake: str
    chip: str
    super_sevens: str | None
    cut: int | None
    fresh: bool
    insurance: str | None
    early: bool
    by: str | None


def prepare(asked: BlackjackAsked, *, json: bool) -> BlackjackSubject | int:
    """What is to be run, or the status with which the command ends because it cannot be."""
    from croupier.simulate.blackjack.job import blackjack_job
    from croupier.simulate.blackjack.setup import refuses_setup

    try:
        setup = _setup(asked)
    except (OSError, UnicodeDecodeError, Unreadable) as error:
        return unreadable(asked.strategy, faults_of(error), json=json)
    except Refused as bad:
        return refused("", bad.refusal, json=json)
    except ValueError as error:
        return failed(str(error), UNREADABLE, json=json)
    if refusal := refuses_setup(setup):
        return refused("", refusal, json=json)
    if setup.runs_out:
        complain(
            f"Note: with {setup.from_back} cards behind the cutting card shoes run out in the middle of rounds. Such "
            "rounds are played at the real table, at some thousands a second, so the run takes longer."
        )
    return BlackjackSubject(blackjack_job(setup), asked.strategy)


def _setup(asked: BlackjackAsked) -> Setup:
    from croupier.simulate.blackjack.setup import Setup
    from croupier.simulate.blackjack.tabulated.boxes import Detail

    stake, chip = amount_of("--stake", asked.stake), amount_of("--chip", asked.chip)
    sevens = None if asked.super_sevens is None else amount_of("--super-sevens", asked.super_sevens)
    Sign(minimum=max(chip, 1), maximum=max(chip, 1), smallest_chip=chip)  # refuses what is no chip
    return Setup(
        options=replace(asked.options, super_sevens=sevens),
        strategy=_overlaid(_strategy(asked.strategy), asked),
        boxes=asked.boxes,
        stake=stake,
        chip=chip,
        cut=asked.cut,
        fresh=asked.fresh,
        detail=Detail.NONE if asked.by is None else Detail(asked.by),
    )


def _strategy(told: str) -> PlayStrategy:
    from croupier.simulate.api import strategy_of
    from croupier.simulate.blackjack.strategies.strategy_file import strategy_of as strategy_in
    from croupier.simulate.blackjack.strategies.strategy_toml import LONGEST_TEXT

    if told == "-":
        return strategy_in(sys.stdin.buffer.read(LONGEST_TEXT + 1))
    if told not in PLAYED and not Path(told).exists():
        raise ValueError(f"--strategy: there is no file {told!r}; name a file, or choose {listed(tuple(PLAYED))}")
    return strategy_of(told)


def _overlaid(strategy: PlayStrategy, asked: BlackjackAsked) -> PlayStrategy:
    """What the command line says goes before what the file says; what it leaves out does not."""
    if asked.insurance is not None:
        strategy = replace(strategy, insures=asked.insurance == "always", insures_at=None)
    return replace(strategy, early=True) if asked.early else strategy
