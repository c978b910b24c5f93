"""The shape of all that has a journal: a table, a table of a tournament, and a tournament.

The floor, the server and the record know a state by this class. What only one kind of journal has, they ask for by its
own class.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, TypeVar

from msgspec import Struct

from croupier.games.acts import Act
from croupier.games.chips import Chips, Purse
from croupier.games.machine import Machine
from croupier.games.sign import Sign
from croupier.games.waiting import Waiting
from croupier.rulebook import EDITION


class Origin(Struct, frozen=True):
    """What a table was opened with, beside its sign."""

    game: str
    options: Any
    automation: frozenset[str] | None
    """The steps that happen by themselves; `None` for all of them."""
    betting_seconds: int | None
    colours: tuple[str, ...]
    edition: int = EDITION
    """Of the rules."""


Kind = TypeVar("Kind", bound=Machine)


class Journalled(Machine, frozen=True, kw_only=True):
    """A machine whose acts are written down one after the other."""

    def known_as(self, kind: type[Kind]) -> Kind:
        """The same, where it is known of which kind it is; raises `TypeError` where it is of another."""
        if not isinstance(self, kind):
            raise TypeError(f"a {type(self).__name__} is no {kind.__name__}")
        return self

    # What a record states

    @property
    def origin(self) -> Origin:
        """What it was opened with."""
        raise NotImplementedError

    @property
    def edition(self) -> int:
        """The edition of the rules by which it is judged now."""
        raise NotImplementedError

    @property
    def sign(self) -> Sign | None:
        """The limits on its sign; a tournament has none, its tables have."""
        raise NotImplementedError

    # Rounds

    @property
    def round(self) -> int:
        """How many rounds there have been."""
        raise NotImplementedError

    @property
    def is_between_rounds(self) -> bool:
        """Whether no round is open: a table takes wagers, and a tournament draws no seats."""
        raise NotImplementedError

    @property
    def settled(self) -> tuple[Any, ...]:
        """What the last round has settled, line by line."""
        raise NotImplementedError

    @property
    def has_settled(self) -> bool:
        """Whether the settlement shown is one of a whole round, and not still growing."""
        raise NotImplementedError

    def chance(self) -> Mapping[Act, Fraction]:
        """Every outcome that may come next, each with its probability; nothing where none is due."""
        raise NotImplementedError

    # People and money

    @property
    def players(self) -> tuple[str, ...]:
        """Everyone who takes part."""
        raise NotImplementedError

    @property
    def engaged(self) -> frozenset[str]:
        """Everyone who has anything at stake in it: chips, wagers, an entry."""
        raise NotImplementedError

    @property
    def is_for_money(self) -> bool:
        """Whether its chips are worth money; a tournament's are a currency of their own."""
        return True

    @property
    def money(self) -> int:
        """All the money in it: only what comes from outside, or leaves, changes it."""
        raise NotImplementedError

    def at_stake(self, player: str, chips: Chips) -> int:
        """What the player has on the layout, or had there until a result that is not yet final."""
        raise NotImplementedError

    def undecided(self, player: str) -> int:
        """What of the player's money is neither won nor lost yet: wagers that lie there, or a fee that was paid."""
        raise NotImplementedError

    def purse(self, player: str) -> Purse:
        """The chips of a player here: all zero for somebody without chips."""
        if not isinstance(player, str):
            raise TypeError(f"a player is named by a str, not {player!r}")
        return self.purse_if_any(player) or Purse(player)

    def purse_if_any(self, player: Any) -> Purse | None:
        """The same, and `None` for somebody who never had chips here."""
        raise NotImplementedError

    def view(self, person: str | None = None) -> Any:
        """What may be seen of it: by everybody, and by that person alone."""
        raise NotImplementedError

    # Time

    @property
    def clock(self) -> int:
        """Its own clock, in seconds."""
        raise NotImplementedError

    @property
    def is_automated(self) -> bool:
        """Whether it deals by itself; a live table waits for its dealer with every step."""
        raise NotImplementedError

    @property
    def window_ends(self) -> int | None:
        """When the betting window ends that was announced, by its clock."""
        return None

    @property
    def closes_at(self) -> int | None:
        """When its clock closes betting, where the call is all that is missing."""
        return None

    @property
    def is_agreed(self) -> bool:
        """Whether everyone with a wager in the round has asked to go on before the announced end of betting."""
        return False

    @property
    def waiting(self) -> Waiting:
        """What it waits for from its players while a round is open."""
        return Waiting(self)

    def begins_play(self, act: Act) -> bool:
        """Whether the act begins or adds to play, rather than ending what an open round has begun."""
        raise NotImplementedError

    def takes_back_call(self, _act: Act) -> bool:
        """Whether the act opens betting again although it was closed: the way out where no outcome can be drawn."""
        return False
