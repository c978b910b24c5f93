"""What is done at a table beside the steps of a round: its sort, its clause, and what may be said of it.

`legal` asks nobody for an irregularity. Whoever works at a table must be able to report one, so it is offered here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from croupier.games import acts as general
from croupier.games import wagers
from croupier.games.acts import Act
from croupier.games.blackjack import acts as blackjack
from croupier.games.blackjack.cards import DECK
from croupier.games.layout import acts as layout
from croupier.games.layout.game import Ground
from croupier.games.money_wheel.acts import CorrectSection
from croupier.games.offers import Bounds, Choices, Field, Offer, Words
from croupier.games.people import Role
from croupier.games.roulette.acts import BallRests, ChangeBall, CorrectNumber
from croupier.games.tai_sai.acts import CorrectDice, NoRoll
from croupier.rulebook import Cite


class Sort(StrEnum):
    STEP = "step"
    """The next thing by the rules."""
    WAGER = "wager"
    """Something that is done for one player: an oral wager, one wager paid by itself."""
    IRREGULARITY = "irregularity"
    RULING = "ruling"
    """Decided by a supervisor: a void, a correction, a dispute."""
    TABLE = "table"
    """The table itself: its hours, its limits, its cards."""


class Occasion(NamedTuple):
    sort: Sort
    rule: Cite | str
    """The clause, or the name by which the layout games each have their own."""


OCCASIONS: Mapping[type[Act], Occasion] = {
    wagers.Wager: Occasion(Sort.WAGER, "oral"),
    layout.PayWager: Occasion(Sort.WAGER, "odds"),
    layout.NoSpin: Occasion(Sort.IRREGULARITY, "void"),
    NoRoll: Occasion(Sort.IRREGULARITY, "void"),
    BallRests: Occasion(Sort.IRREGULARITY, "closes_by_itself"),
    layout.WrongLimits: Occasion(Sort.IRREGULARITY, Cite("D1 9 (breach)")),
    layout.VoidWager: Occasion(Sort.IRREGULARITY, "no_wager_after_call"),
    blackjack.RemoveFaceUp: Occasion(Sort.IRREGULARITY, Cite("D2 16.1")),
    blackjack.DrawnUnseen: Occasion(Sort.IRREGULARITY, Cite("D2 16.2")),
    blackjack.DiscardExtra: Occasion(Sort.IRREGULARITY, Cite("D2 16.3")),
    blackjack.ExposeCard: Occasion(Sort.IRREGULARITY, Cite("D2 16.4")),
    blackjack.ReportCuttingCard: Occasion(Sort.IRREGULARITY, Cite("D2 16.9")),
    blackjack.ReportNoCuttingCard: Occasion(Sort.IRREGULARITY, Cite("D2 16.10")),
    blackjack.ShowBurnt: Occasion(Sort.IRREGULARITY, Cite("D2 8.1")),
    blackjack.ReopenBetting: Occasion(Sort.IRREGULARITY, Cite("D2 8.2", "B1")),
    layout.Favour: Occasion(Sort.RULING, "favour"),
    CorrectNumber: Occasion(Sort.RULING, Cite("D1 11.1")),
    CorrectSection: Occasion(Sort.RULING, Cite("D1 11.1")),
    CorrectDice: Occasion(Sort.RULING, Cite("D1 11.1")),
    blackjack.VoidRound: Occasion(Sort.RULING, Cite("D2 16.5")),
    blackjack.VoidHand: Occasion(Sort.RULING, Cite("D2 16.5")),
    blackjack.DrawForAbsent: Occasion(Sort.RULING, Cite("D2 16.6")),
    blackjack.StandForAbsent: Occasion(Sort.RULING, Cite("D2 16.6")),
    general.PostClosing: Occasion(Sort.TABLE, Cite("D1 8")),
    general.CloseTable: Occasion(Sort.TABLE, Cite("D1 8")),
    general.PostLimits: Occasion(Sort.TABLE, Cite("D1 9.3(a)")),
    general.ChangeLimits: Occasion(Sort.TABLE, Cite("D1 9.1")),
    general.HoldUnclaimed: Occasion(Sort.TABLE, Cite("D1 12")),
    general.ReserveTable: Occasion(Sort.TABLE, Cite("D1 7.1")),
    general.OpenToPublic: Occasion(Sort.TABLE, Cite("D1 7.1")),
    ChangeBall: Occasion(Sort.TABLE, Cite("D8 4.7")),
    blackjack.ReplaceCards: Occasion(Sort.TABLE, Cite("D2 7.7")),
    blackjack.ReplaceDamaged: Occasion(Sort.TABLE, Cite("D2 16.8")),
    blackjack.FullPatronage: Occasion(Sort.TABLE, Cite("D2 14.5")),
    blackjack.VacateSeat: Occasion(Sort.TABLE, Cite("D1 6")),
}
"""Whatever is not here is a step."""

ORAL_AT_BLACKJACK = Cite("D2 5.3")


def sort_of(kind: type[Act]) -> Sort:
    found = OCCASIONS.get(kind)
    return Sort.STEP if found is None else found.sort


def rule_of(state: Any, kind: type[Act]) -> Cite | None:
    """The clause that it is done by; a step has the one that is due."""
    found = OCCASIONS.get(kind)
    if found is None:
        return None
    if isinstance(found.rule, Cite):
        return found.rule
    clauses = getattr(getattr(state, "game", None), "clauses", None)
    rule: Cite = ORAL_AT_BLACKJACK if clauses is None else getattr(clauses, found.rule)
    return rule


def grounds_of(state: Any, kind: type[Act]) -> Mapping[str, Ground]:
    """Why it may be, by name: each with its clause and in words."""
    game = getattr(state, "game", None)
    if kind is layout.VoidWager:
        return game.wager_grounds if game else {}
    return game.grounds if kind in (layout.NoSpin, NoRoll) and game else {}


# Offers of what nobody is asked for


def offers_of(state: Any, kind: type[Act], role: Role) -> Iterator[Offer]:
    """Every offer of that kind to somebody in that role."""
    handler = state.handlers.get(kind)
    if handler is None or role not in handler.roles:
        return
    if (made := _MADE.get(kind)) is not None:
        yield from made(state, kind, role)
        return
    for offer in handler.offers(state):
        own = offer.fields.get("by")
        if own is None or any(actor.role is role for actor in getattr(own, "values", ())):
            yield Offer(kind, role, {name: field for name, field in offer.fields.items() if name != "by"})


_Make = Callable[[Any, type[Act], Role], Iterator[Offer]]


def _with(**fields: Field) -> _Make:
    """One offer with those of its choices that would be accepted, each taken by itself."""

    def made(state: Any, kind: type[Act], role: Role) -> Iterator[Offer]:
        left: dict[str, Field] = {}
        for name, field in fields.items():
            choices = getattr(field, "values", ())
            open_ = tuple(each for each in choices if state.refuses(kind(**{name: each})) is None)
            if not open_:
                return
            left[name] = Choices(open_)
        if left or state.refuses(kind()) is None:
            yield Offer(kind, role, left)

    return made


def _wrong_limits(state: Any, kind: type[Act], role: Role) -> Iterator[Offer]:
    """Any amount on any position: whether it is outside the limits is for the rules to say."""
    players, areas = tuple(purse.player for purse in state.general.purses), tuple(state.game.areas)
    chip, most = state.sign.smallest_chip, state.sign.maximum * 10
    found = (kind(player=player, position=areas[0], amount=each) for player in players for each in (chip, most))
    if any(state.refuses(act) is None for act in found):
        fields: dict[str, Field] = {
            "player": Choices(players),
            "position": Choices(areas),
            "amount": Bounds(chip, most, chip),
        }
        yield Offer(kind, role, fields)


def _favour(state: Any, kind: type[Act], role: Role) -> Iterator[Offer]:
    """As if it lay on another position, or given back where none is named."""
    for offer in state.handlers[kind].offers(state):
        yield Offer(kind, role, {**offer.fields, "settle_as": Choices((None, *state.game.areas)), "reason": Words()})


_CARDS = Choices(tuple(DECK))
_BOXES = Choices(tuple(range(10)))

_MADE: Mapping[type[Act], _Make] = {
    layout.WrongLimits: _wrong_limits,
    layout.Favour: _favour,
    blackjack.RemoveFaceUp: _with(card=_CARDS),
    blackjack.DiscardExtra: _with(card=_CARDS),
    blackjack.ExposeCard: _with(card=_CARDS),
    blackjack.ShowBurnt: _with(card=_CARDS),
    blackjack.ReplaceDamaged: _with(card=_CARDS),
    blackjack.ReportCuttingCard: _with(box=_BOXES),
    blackjack.DrawnUnseen: _with(),
    blackjack.ReportNoCuttingCard: _with(),
}
