"""A blackjack table: Division 2, with the general rules of Division 1."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from croupier.games.blackjack.boxes import BOX
from croupier.games.blackjack.cards import decks
from croupier.games.blackjack.flow import AUTOMATIC, STEPS, awaited, called_by_clock, resumed
from croupier.games.blackjack.options import BlackjackOptions, refuses_options
from croupier.games.blackjack.procedure.betting import BETTING, BOX_MAXIMUM_IS_THE_TABLES
from croupier.games.blackjack.procedure.dealing import DEALING
from croupier.games.blackjack.procedure.deciding import DECIDING
from croupier.games.blackjack.procedure.irregularities import IRREGULARITIES
from croupier.games.blackjack.procedure.mistakes import MISTAKES
from croupier.games.blackjack.procedure.new_limits import NEW_LIMITS
from croupier.games.blackjack.procedure.preparing import PREPARING
from croupier.games.blackjack.procedure.reconstruction import RECONSTRUCTION
from croupier.games.blackjack.procedure.settling import SETTLING
from croupier.games.blackjack.procedure.shoe import SHOE
from croupier.games.blackjack.showing import round_shown
from croupier.games.blackjack.shown import BlackjackRoundShown
from croupier.games.blackjack.state import BlackjackTable, TableShoe
from croupier.games.blackjack.step_names import OPENING
from croupier.games.blackjack.waiting import BlackjackWaiting
from croupier.games.general import GENERAL
from croupier.games.general.checks import refuses_window
from croupier.games.journalled import Origin
from croupier.games.machine import Awaited, Handlers
from croupier.games.money import priced
from croupier.games.refusal import Refusal, Refused
from croupier.games.sign import LIMITS, Sign
from croupier.games.steps import OPEN_TABLE, Steps
from croupier.games.table import General
from croupier.rulebook import EDITION, Cite


class Division2Table(BlackjackTable, frozen=True, kw_only=True):
    """A blackjack table as Division 2 has it."""

    @property
    def _handlers(self) -> Handlers:
        return HANDLERS

    @property
    def steps(self) -> Steps:
        return STEPS

    @property
    def shown(self) -> BlackjackRoundShown:
        return round_shown(self)

    @property
    def waiting(self) -> BlackjackWaiting:
        return BlackjackWaiting(self)

    @property
    def origin(self) -> Origin:
        automation = None if self.automation == AUTOMATIC else self.automation
        return Origin("blackjack", self.options, automation, self.betting_seconds, self.general.colours, self.edition)

    @property
    def awaits(self) -> tuple[Awaited, ...]:
        return awaited(self)

    def _opened(self) -> Self:
        return resumed(self)

    def _ticked(self) -> Self:
        return called_by_clock(self._with_idle_windows())


HANDLERS: Handlers = {
    **GENERAL,
    **BETTING,
    **NEW_LIMITS,
    **PREPARING,
    **DEALING,
    **DECIDING,
    **SETTLING,
    **IRREGULARITIES,
    **SHOE,
    **MISTAKES,
    **RECONSTRUCTION,
}


def open_blackjack(
    sign: Sign,
    options: BlackjackOptions,
    automation: Iterable[str] | None,
    betting_seconds: int | None,
    colours: tuple[str, ...],
    *,
    edition: int = EDITION,
) -> BlackjackTable:
    """A blackjack table before anybody came (Division 2)."""
    steps = AUTOMATIC if automation is None else frozenset(automation)
    refusal = refuses_options(options) or _refuses_table(sign, options, steps, betting_seconds, colours)
    refusal = refusal or _refuses_box_maximum(sign, options, edition)
    if refusal is not None:
        raise Refused(refusal)
    table = Division2Table(
        general=General(sign=sign, is_open=OPEN_TABLE in steps, edition=edition),
        options=options,
        automation=steps,
        betting_seconds=betting_seconds,
        seats=("",) * options.boxes,
        sat_out=(0,) * options.boxes,
        step="",
        preparation=OPENING,
        shoe=TableShoe(decks(options.decks)),
    )
    return resumed(table)


def _refuses_box_maximum(sign: Sign, options: BlackjackOptions, edition: int) -> Refusal | None:
    """A direction for the whole box names no more than the table maximum (ruling B59)."""
    most = sign.limits(BOX).maximum
    if edition < BOX_MAXIMUM_IS_THE_TABLES or options.box_maximum is None or options.box_maximum <= most:
        return None
    why = f"The box maximum is the table maximum of {priced(most)}, or less."
    return Refusal(Cite("D2 14.2", "B59"), "bad_maximum", why)


def _refuses_table(
    sign: Sign, options: BlackjackOptions, steps: frozenset[str], betting_seconds: int | None, colours: tuple[str, ...]
) -> Refusal | None:
    if colours:
        return Refusal(Cite("D2 5.2"), "bad_colours", "Blackjack is played with value chips.")
    if refusal := refuses_window(betting_seconds, Cite("D2 2.0")):
        return refusal
    if unknown := steps - AUTOMATIC:
        return Refusal(Cite("D2 2.0"), "no_such_step", f"Blackjack has no step {min(unknown)!r} to automate.")
    if any(own.kind != BOX for own in sign.by_kind):
        return Refusal(LIMITS, "bad_limits", "The sign of a blackjack table states limits for a box.")
    if options.super_sevens is not None and options.super_sevens % sign.smallest_chip:
        return Refusal(Cite("D2 15.3"), "bad_super_sevens", "The Super Sevens amount must be payable in chips.")
    return None
