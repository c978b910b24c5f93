"""The shape all games share: a table with its sign, its chips and its clock, and how wagers end there."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import Any, Self

from msgspec import Struct
from msgspec.structs import replace

from croupier.games.acts import Act, BuyIn, Purpose
from croupier.games.chips import Chips, Purse, Purses, purse_of
from croupier.games.journalled import Journalled
from croupier.games.money import rounded_up
from croupier.games.people import HousePlayer
from croupier.games.sign import Sign
from croupier.games.steps import Steps
from croupier.rulebook import EDITION, Cite

PROMISED = (
    *("awaits", "betting_is_open", "chance", "clock", "edition", "is_open", "legal", "play", "players", "purse"),
    *("refuses", "round", "settled", "sign", "view"),
)
"""What users of the library may rely on at a table of any game. The rest of a state is the rules' own."""


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


class Reservation(Struct, frozen=True):
    """The table is closed to the public, and its “private table” sign is up."""

    purpose: Purpose
    admitted: tuple[str, ...] = ()
    """Who may buy in, in the order of their names."""


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
    reserved: Reservation | None = None
    ready: tuple[str, ...] = ()
    """Who has asked to go on before the announced end of betting, in the order of their names."""
    house_players: tuple[HousePlayer, ...] = ()
    """Players of the house's own, in the order of their names."""
    is_supervisor_called: bool = False
    """The dealer has called the game supervisor, who has not come yet."""
    edition: int = EDITION
    """Of the rules: a table keeps the one it was opened under until it is closed and opened again."""


class PublicView(Struct, frozen=True):
    """What everyone may see at a table of any game."""

    game: str
    is_open: bool
    betting: bool
    """Whether wagers are taken now."""
    step: str
    round: int
    clock: int
    window_ends: int | None
    sign: Sign
    closing: Notice | None
    limits: LimitsNotice | None
    reserved: Purpose | None
    """What the table is reserved for, while its “private table” sign is up."""
    ready: tuple[str, ...]
    """Who has asked to go on before the announced end of betting."""
    house_players: tuple[HousePlayer, ...]
    """Players of the house's own, with the strategies they play by."""


class Table(Journalled, frozen=True, kw_only=True):
    """The state of one table: the open round and what carries over, never the past."""

    general: General

    @property
    def not_final(self) -> Cite:
        """The clause by which a result may still prove void."""
        raise NotImplementedError

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of wager for which a sign may state limits of their own."""
        raise NotImplementedError

    @property
    def step(self) -> str:
        """What comes next, by its name."""
        raise NotImplementedError

    @property
    def steps(self) -> Steps:
        """Every step that may be due, by name."""
        raise NotImplementedError

    @property
    def is_open(self) -> bool:
        """Whether the table is open for play."""
        return self.general.is_open

    @property
    def betting_is_open(self) -> bool:
        """Whether wagers are taken now."""
        raise NotImplementedError

    @property
    def automation(self) -> frozenset[str]:
        """The steps that happen by themselves."""
        raise NotImplementedError

    @property
    def strategies(self) -> tuple[str, ...]:
        """By which players of the house's own may play here."""
        raise NotImplementedError

    def _without_seat(self, _player: str) -> Self:
        """The same with nobody of that name in a seat, where the game has seats."""
        return self

    def house_player(self, player: Any) -> HousePlayer | None:
        return next((each for each in self.general.house_players if each.player == player), None)

    @property
    def seated(self) -> tuple[str, ...]:
        """Who has a seat, where the game has seats."""
        return ()

    @property
    def idle_window(self) -> int | None:
        """For how many seconds without a wager the table's clock has to go on, where that counts for anybody (D1 6)."""
        return None

    @property
    def wagers_lying(self) -> Any:
        """Every wager on the layout, as a value that changes when any of them does."""
        raise NotImplementedError

    @property
    def wagerers(self) -> frozenset[str]:
        """Everyone who has a wager on the layout."""
        raise NotImplementedError

    @property
    def is_agreed(self) -> bool:
        ready = self.general.ready
        return bool(ready) and self.closes_at is not None and self.wagerers <= set(ready)

    def _since(self, before: Self, _act: Act) -> Self:
        """Whoever asked to go on agreed to these wagers and this company. When either changes, they are asked anew."""
        if not self.general.ready:
            return self
        is_same = self.betting_is_open and self.wagers_lying == before.wagers_lying
        if is_same and set(self.players) <= set(before.players):
            return self
        return self._with_general(replace(self.general, ready=()))

    @property
    def engaged(self) -> frozenset[str]:
        """Everyone who has chips here, or wagers."""
        return frozenset(self.players)

    def __dir__(self) -> list[str]:
        """What is promised: completion in a notebook offers this, and not what the rules alone use."""
        return sorted({*PROMISED, *(name for name in super().__dir__() if name.startswith("__"))})

    def begins_play(self, act: Act) -> bool:
        return isinstance(act, BuyIn) or (self.is_between_rounds and not self._handlers[type(act)].leaves)

    @property
    def final_round(self) -> int:
        """The number of the last round whose result is final; 0 where there is none."""
        return self.round if self.is_between_rounds else self.round - 1

    def held(self, player: str, chips: Chips) -> int:
        """What the player was paid or took up in a round whose result is not yet final."""
        raise NotImplementedError

    @property
    def lying(self) -> int:
        """All that lies on the layout."""
        raise NotImplementedError

    @property
    def money(self) -> int:
        """All there is at the table: only what comes from outside, or leaves, changes it."""
        held = sum(purse.value + purse.colour for purse in self.general.purses)
        return held + self.lying + self.general.house

    def _with_general(self, general: General) -> Self:
        raise NotImplementedError

    def _opened(self) -> Self:
        """The table just after it opened."""
        raise NotImplementedError

    def _closed(self) -> Self:
        """The table just after it closed, every wager returned."""
        raise NotImplementedError

    def _ticked(self) -> Self:
        """The table just after its clock moved."""
        raise NotImplementedError

    @property
    def edition(self) -> int:
        return self.general.edition

    @property
    def sign(self) -> Sign:
        return self.general.sign

    @property
    def clock(self) -> int:
        return self.general.clock

    @property
    def reserved_for(self) -> Purpose | None:
        """What the table is reserved for, while it is."""
        reserved = self.general.reserved
        return None if reserved is None else reserved.purpose

    @property
    def players(self) -> tuple[str, ...]:
        """Everyone with chips at the table."""
        return tuple(purse.player for purse in self.general.purses)

    def _public_parts(self, game: str) -> dict[str, Any]:
        """What `PublicView` has of a table of any game."""
        general = self.general
        return {
            "game": game,
            "is_open": general.is_open,
            "betting": self.betting_is_open,
            "step": self.step,
            "round": self.round,
            "clock": general.clock,
            "window_ends": self.window_ends,
            "sign": general.sign,
            "closing": general.closing,
            "limits": general.limits,
            "reserved": self.reserved_for,
            "ready": general.ready,
            "house_players": general.house_players,
        }

    def purse_if_any(self, player: Any) -> Purse | None:
        return purse_of(self.general.purses, player)

    def purse_here(self, player: str) -> Purse:
        """The purse of a player who is known to have one, because `refuses` has seen to it."""
        purse = purse_of(self.general.purses, player)
        if purse is None:
            raise LookupError(player)
        return purse
