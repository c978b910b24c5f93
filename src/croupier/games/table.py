"""The shape all games share: a frozen state, acts, refusals, settlements.

`refuses` is the only check there is. `play` raises what it answers, `legal` is made from the functions it reads, and
every act, a player's or chance's, comes through it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Any, NamedTuple, Self

from msgspec import Struct

from croupier.games.acts import Act, PlayersAct, is_well_made
from croupier.games.chips import Chips, Purse, Purses, purse_of
from croupier.games.money import rounded_up
from croupier.games.offers import Legal, Offer
from croupier.games.people import Actor, Role, is_name
from croupier.games.refusal import Refusal, Refused
from croupier.games.sign import Sign
from croupier.rulebook import Cite

DEALER_RULE = Cite("D1 1.1 Dealer")
GAME_SUPERVISOR_RULE = Cite("D1 1.1 Game Supervisor")
NO_HANDLING_RULE = Cite("D1 10.4")


class Outcome(StrEnum):
    """How a wager ends, in the Gazette's words."""

    WIN = "win"
    LOSE = "lose"
    STAND_OFF = "stand off"
    VOID = "void"


class Odds(Struct, frozen=True):
    """`Odds(35)` is 35 to 1, `Odds(3, 2)` is 3 to 2."""

    pays: int
    to: int = 1

    def __str__(self) -> str:
        return f"{self.pays} to {self.to}"


def winnings(stake: int, odds: Odds, chip: int) -> int:
    """What a winning stake is paid, without the stake: rounded up to what the chips can pay (D1 11.3)."""
    return rounded_up(Fraction(stake * odds.pays, odds.to), chip)


def handed_back(outcome: Outcome, stake: int, pays: int) -> int:
    """What the player holds after the settlement, the stake included."""
    match outcome:
        case Outcome.WIN:
            return stake + pays
        case Outcome.LOSE:
            return 0
        case Outcome.STAND_OFF | Outcome.VOID:
            return stake


class Notice(Struct, frozen=True):
    """A sign that announces a change: when it was put up and when the change comes, by the table's clock."""

    posted: int
    at: int


class LimitsNotice(Struct, frozen=True):
    sign: Sign
    notice: Notice
    agreed: tuple[str, ...] = ()
    """The players who agreed, in the order of their names."""


class General(Struct, frozen=True, kw_only=True):
    """What Division 1 asks of any table: its sign, its chips, its clock, its notices."""

    sign: Sign
    is_open: bool
    colours: tuple[str, ...] = ()
    """The colours of non-value chips in use; none where the table has value chips only."""
    purses: Purses = ()
    house: int = 0
    """What the house has won at this table, less what it has paid."""
    clock: int = 0
    closing: Notice | None = None
    limits: LimitsNotice | None = None


class Origin(Struct, frozen=True):
    """What a table was opened with, beside its sign."""

    game: str
    options: Any
    automation: frozenset[str] | None
    """The steps that happen by themselves; `None` for all of them."""
    betting_seconds: int | None
    colours: tuple[str, ...]


class Handler(NamedTuple):
    """How one kind of act is judged and what it does. Its judge is the only one."""

    refuses: Callable[[Any, Any], Refusal | None]
    after: Callable[[Any, Any], Any]
    offers: Callable[[Any], Iterator[Offer]]
    roles: tuple[Role, ...] = ()
    """Who may do it; a player's own act needs no role named here."""


Handlers = Mapping[type[Act], Handler]


class Awaited(Struct, frozen=True):
    """What may come next, from whom, and by which clause."""

    what: str
    role: Role
    rule: Cite


class Table(Struct, frozen=True, kw_only=True):
    """The state of one table: the open round and what carries over, never the past."""

    general: General

    @property
    def handlers(self) -> Handlers:
        raise NotImplementedError

    @property
    def origin(self) -> Origin:
        raise NotImplementedError

    @property
    def application(self) -> Cite:
        """The clause that says which rules apply to this game."""
        raise NotImplementedError

    @property
    def not_final(self) -> Cite:
        """The clause by which a result may still prove void."""
        raise NotImplementedError

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of wager for which a sign may state limits of their own."""
        raise NotImplementedError

    @property
    def is_between_rounds(self) -> bool:
        """Whether betting is open, and no result is pending."""
        raise NotImplementedError

    @property
    def has_settled(self) -> bool:
        """Whether the settlement shown is one of a whole round, and not still growing."""
        raise NotImplementedError

    def at_stake(self, player: str, chips: Chips) -> int:
        """What the player has on the layout, or had there until a result that is not yet final."""
        raise NotImplementedError

    def held(self, player: str, chips: Chips) -> int:
        """What the player was paid or took up in a round whose result is not yet final."""
        raise NotImplementedError

    def with_general(self, general: General) -> Self:
        raise NotImplementedError

    def opened(self) -> Self:
        """The table just after it opened."""
        raise NotImplementedError

    def closed(self) -> Self:
        """The table just after it closed, every wager returned."""
        raise NotImplementedError

    def ticked(self) -> Self:
        """The table just after its clock moved."""
        raise NotImplementedError

    @property
    def sign(self) -> Sign:
        return self.general.sign

    @property
    def clock(self) -> int:
        return self.general.clock

    @property
    def players(self) -> tuple[str, ...]:
        """Everyone with chips at the table."""
        return tuple(purse.player for purse in self.general.purses)

    def purse(self, player: Any) -> Purse | None:
        return purse_of(self.general.purses, player)

    def purse_here(self, player: str) -> Purse:
        """The purse of a player who is known to have one, because `refuses` has seen to it."""
        purse = purse_of(self.general.purses, player)
        if purse is None:
            raise LookupError(player)
        return purse

    def refuses(self, act: object) -> Refusal | None:
        """Why the act is not accepted, or `None`."""
        handler = self.handlers.get(type(act))  # type: ignore[arg-type]
        if handler is None:
            return Refusal(self.application, "unknown_act", "This game knows no such act.")
        try:
            return _refuses_actor(handler, act) or handler.refuses(self, act)
        except Exception:
            # The rules look at well-made acts. What broke them is either an act that is none, which is refused like
            # anything else a client may send, or an error of ours, which must not pass for a refusal.
            if is_well_made(act):
                raise
            return Refusal(self.application, "ill_made", "A part of this act is not what such a part can be.")

    def play(self, *acts: Act) -> Self:
        """The state after these acts, all of them; raises `Refused` at the first that is not accepted."""
        table = self
        for act in acts:
            refusal = table.refuses(act)
            if refusal is not None:
                raise Refused(refusal)
            table = table.handlers[type(act)].after(table, act)
        return table

    @property
    def legal(self) -> Legal:
        return Legal(self)

    def offers(self) -> Iterator[Offer]:
        for handler in self.handlers.values():
            yield from handler.offers(self)


def _refuses_actor(handler: Handler, act: Any) -> Refusal | None:
    by = act.by
    if by is None and isinstance(act, PlayersAct):
        return None
    if not isinstance(by, Actor) or not (by.name == "" or is_name(by.name)):
        return Refusal(DEALER_RULE, "bad_actor", "An act names who does it by role and name.")
    if by.role in handler.roles:
        return None
    if isinstance(act, PlayersAct):
        if by.role is Role.PLAYER and by.name == act.player:
            return None
        return Refusal(NO_HANDLING_RULE, "not_yours", f"Only {act.player} may do this with {act.player}'s chips.")
    who = " or ".join(handler.roles)
    rule = GAME_SUPERVISOR_RULE if Role.GAME_SUPERVISOR in handler.roles else DEALER_RULE
    return Refusal(rule, "not_your_act", f"This is for the {who} to do, not for a {by.role}.")
