"""The shape of anything that runs by acts: a table, or a tournament beside its tables.

`refuses` is the only check there is. `play` raises what it answers, `legal` is made from the functions it reads, and
every act, a player's or chance's, comes through it.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from typing import Any, NamedTuple, Self, TypeVar

from msgspec import Struct

from croupier.games.acts import Act, PlayersAct, check_types, is_well_made
from croupier.games.occasions import A_STEP, Occasion
from croupier.games.offers import Legal, Offer
from croupier.games.people import Actor, Role, is_name
from croupier.games.refusal import Refusal, Refused
from croupier.rulebook import Cite

DEALER_RULE = Cite("D1 1.1 Dealer")
GAME_SUPERVISOR_RULE = Cite("D1 1.1 Game Supervisor")
DIRECTOR_RULE = Cite("D7 1.0 Tournament Director")
NO_HANDLING_RULE = Cite("D1 10.4")


class Handler(NamedTuple):
    """How one kind of act is judged and what it does. Its judge is the only one."""

    refuses: Callable[[Any, Any], Refusal | None]
    after: Callable[[Any, Any], Any]
    offers: Callable[[Any], Iterator[Offer]]
    roles: tuple[Role, ...] = ()
    """Who may do it; a player's own act needs no role named here."""
    occasion: Occasion = A_STEP
    """What it is beside the steps of a round, and by which clause it is done."""
    is_never_sealed: bool = False
    """Whether it has no place where outcomes are drawn from a seal (rulings B53, B60)."""
    leaves: bool = False
    """Whether it takes up what is the player's own, or gives up a place: nobody begins to play by it."""


Handlers = Mapping[type[Act], Handler]


def no_offers(_state: Any) -> Iterator[Offer]:
    """Of an act that is accepted when it happens, or never, and that nobody is asked for."""
    return iter(())


StateType = TypeVar("StateType", bound="Machine")


def unchanged(state: StateType, _act: Act) -> StateType:
    """Of an act that leaves the state as it is."""
    return state


class Awaited(Struct, frozen=True):
    """What may come next, from whom, and by which clause."""

    what: str
    role: Role
    rule: Cite


class Machine(Struct, frozen=True, kw_only=True):
    """A state and what may be done in it. The state holds the present, never the past."""

    @property
    def _handlers(self) -> Handlers:
        """Each kind of act that is known here. Other packages ask `handlers_of`; users of the library need neither."""
        raise NotImplementedError

    @property
    def application(self) -> Cite:
        """The clause that says which rules apply here."""
        raise NotImplementedError

    @property
    def handling(self) -> Cite:
        """The clause by which nobody acts with what is another player's."""
        return NO_HANDLING_RULE

    @property
    def awaits(self) -> tuple[Awaited, ...]:
        """What may come next, and from whom."""
        raise NotImplementedError

    def refuses(self, act: object) -> Refusal | None:
        """Why the act is not accepted, or `None`."""
        handler = self._handlers.get(type(act))  # type: ignore[arg-type]
        if handler is None:
            return Refusal(self.application, "unknown_act", "This game does not know that act.")
        try:
            return _refuses_actor(handler, act, self.handling) or handler.refuses(self, act)
        except Exception:
            # The rules look at well-made acts. What broke them is either an act that is none, which is refused like
            # anything else a client may send, or an error of ours, which must not pass for a refusal.
            if is_well_made(act):
                raise
            return Refusal(self.application, "ill_made", "A part of this act has a value that is not allowed.")

    def play(self, *acts: Act) -> Self:
        """The state after these acts, all of them; raises `Refused` at the first that is not accepted.

        Raises `TypeError` for what is not an act, and for an act with a part of the wrong type.
        """
        table = self
        for act in acts:
            refusal = table.refuses(act)
            if refusal is not None:
                check_types(act)
                raise Refused(refusal)
            table = table._handlers[type(act)].after(table, act)._since(table, act)
        return table

    def _since(self, _before: Self, _act: Act) -> Self:
        """The same with what follows from any act, whichever it was."""
        return self

    @property
    def legal(self) -> Legal:
        """What may be done now: each kind of act with its choices and bounds. `act in table.legal` asks `refuses`."""
        return Legal(self)

    def offers(self, kinds: Container[type[Act]] | None = None) -> Iterator[Offer]:
        """All that may be done now, or what is of these kinds alone."""
        for kind, handler in self._handlers.items():
            if kinds is None or kind in kinds:
                yield from handler.offers(self)


def handlers_of(state: Machine) -> Handlers:
    """How each kind of act is judged in this state: for the record, the floor and the school, not for the library."""
    return state._handlers


def _refuses_actor(handler: Handler, act: Any, handling: Cite) -> Refusal | None:
    by = act.by
    if by is None and isinstance(act, PlayersAct):
        return None
    if not isinstance(by, Actor) or not (by.name == "" or is_name(by.name)):
        return Refusal(DEALER_RULE, "bad_actor", "Say who does it, by role and name.")
    if by.role in handler.roles:
        return None
    if isinstance(act, PlayersAct):
        if by.role is Role.PLAYER and by.name == act.player:
            return None
        return Refusal(handling, "not_yours", f"Only {act.player} may do this.")
    who = " or ".join(handler.roles)
    rule = _rule_of_roles(handler.roles)
    return Refusal(rule, "not_your_act", f"This is for the {who} to do, not for a {by.role}.")


def _rule_of_roles(roles: tuple[Role, ...]) -> Cite:
    if Role.TOURNAMENT_DIRECTOR in roles:
        return DIRECTOR_RULE
    return GAME_SUPERVISOR_RULE if Role.GAME_SUPERVISOR in roles else DEALER_RULE
