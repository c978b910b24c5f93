"""Journals as an honest house writes them: random play at real tables, sealed, stamped, chained, with its ledger."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from croupier import LIVE, BuyIn, CallSupervisor, Clock, Sign
from croupier.games.acts import Act
from croupier.games.blackjack.acts import CloseInsurance, Deal, InspectCards, Sit
from croupier.games.offers import Bounds, Choices, Field, Offer
from croupier.games.people import Role
from croupier.games.registry import table_of
from croupier.games.tai_sai.acts import InspectDice
from croupier.games.wagers import Wager
from croupier.record.house_journal import house
from croupier.record.journals.journal import HOUSE_STREAM, Stamp, Written, entry_text, first_text, hash_after
from croupier.record.journals.ledger import Transfer, transfers
from croupier.record.journals.seal import outcome, seal_of, secret_of
from croupier.record.text.header import header_lines, header_of

SIGN = Sign(minimum=5_00, maximum=1_000_00)
HOUSE_KEY = bytes(range(64))
BEGAN = 1_794_700_800
PLAYERS = ("pana", "pbo", "pkiri")
WEALTH = 5_000_00
GAMES = ("roulette", "money-wheel", "tai-sai", "blackjack")
_RARE = {"CashOut", "Withdraw", "LeaveSeat", "HandIn", "BuyColour", "Consent", "BuyIn", "Sit"}


class Row(Struct, frozen=True):
    """One entry as the store keeps it."""

    number: int
    text: str
    hash: bytes
    act: Act | None
    stamp: Stamp
    moved: tuple[Transfer, ...] = ()
    fresh: bytes | None = None

    @property
    def written(self) -> Written:
        return Written(self.text, self.hash)


class Writer:
    """One table and its journal. What it is told to write it writes, true or not: that is for the audit to find."""

    def __init__(self, game: str, stream: str = "t-1", *, sealed: bool = True, seed: int = 0, **settings: Any) -> None:
        self.game, self.stream, self.sealed = game, stream, sealed
        self.random = Random(f"{game} {stream} {seed}")
        settings = {"betting_seconds": 20, "automation": None if sealed else LIVE} | settings
        self.state: Any = table_of(game, SIGN, settings.pop("options", None), **settings)
        self.time = BEGAN
        self.rows: list[Row] = []
        self.wallets = dict.fromkeys(PLAYERS, WEALTH)
        self._begin()

    @property
    def written(self) -> list[Written]:
        return [row.written for row in self.rows]

    def _begin(self) -> None:
        stamp = Stamp(number=0, time=self.time)
        fresh: bytes | None = None
        if self.sealed:
            stamp, fresh = self._sealing(stamp)
        text = first_text(stamp, "\n".join(header_lines(header_of(self.state))))
        self._append(text, None, stamp, (), fresh)

    def _sealing(self, stamp: Stamp) -> tuple[Stamp, bytes]:
        fresh = self.random.randbytes(64)
        self.secret, self.round = secret_of(HOUSE_KEY, fresh), stamp.number
        self.nonces: list[bytes] = []
        self.draws = 0
        return replace(stamp, seal=seal_of(self.secret)), fresh

    def _append(
        self, text: str, act: Act | None, stamp: Stamp, moved: tuple[Transfer, ...], fresh: bytes | None
    ) -> None:
        hash = hash_after(self.stream, self.rows[-1].hash if self.rows else None, text)
        self.rows.append(Row(len(self.rows), text, hash, act, stamp, moved, fresh))

    def note(self, **changes: Any) -> None:
        """A line without an act."""
        stamp = replace(Stamp(number=len(self.rows), time=self.time), **changes)
        self._append(str(stamp), None, stamp, (), None)

    def play(self, act: Act, changes: Callable[[Stamp], Stamp] = lambda stamp: stamp, **stamped: Any) -> None:
        """The act, with all that must ride on it; `changes` may make it ride otherwise."""
        before, after = self.state, self.state.play(act)
        stamp = Stamp(number=len(self.rows), time=self.time, **stamped)
        fresh: bytes | None = None
        if after.window_ends is not None and after.window_ends != before.window_ends:
            stamp = replace(stamp, closes=BEGAN + after.window_ends)
        if self.sealed and stamp.nonce:
            self.nonces.append(bytes.fromhex(stamp.nonce))
        if self.sealed and act in before.chance():
            self.draws += 1
        if self.sealed and after.is_between_rounds and not before.is_between_rounds:
            stamp, fresh = self._sealing(replace(stamp, reveal=self.secret.hex()))
        stamp = changes(stamp)
        moved = transfers(self.stream, before, act, after)
        for each in moved:
            for account, sign in ((each.debit, -1), (each.credit, 1)):
                if account.startswith("wallet:"):
                    self.wallets[account.removeprefix("wallet:")] += sign * each.amount
        self._append(entry_text(self.game, act, stamp), act, stamp, moved, fresh)
        self.state = after

    def tick(self) -> None:
        """The table's clock brought up to the time; which may close the window."""
        behind = self.time - BEGAN - self.state.clock
        if behind > 0:
            self.play(Clock(behind))

    def go_on(self, acts: int) -> Writer:
        """Random honest play until there are so many entries."""
        while len(self.rows) < acts:
            self._step()
        return self

    def until(self, is_there: Callable[[Any], bool], most: int = 2_000) -> Writer:
        for _ in range(most):
            if is_there(self.state):
                return self
            self._step()
        raise AssertionError("it never came to that")

    def draw(self) -> Act:
        """What comes next by chance: from the seal, or at a live table from anywhere."""
        chance = self.state.chance()
        if not self.sealed:
            acts: tuple[Act, ...] = tuple(chance)
            return self.random.choice(acts)
        return outcome(self.secret, self.stream, self.round, self.draws, self.nonces, chance)

    def _step(self) -> None:
        window = self.state.window_ends
        self.time += self.random.choice((0, 0, 0, 1, 3, 8))
        if self.state.chance():
            self.play(self.draw())
        elif self.sealed and window is not None and self.state.is_between_rounds and self.time >= BEGAN + window:
            self.time = max(self.rows[-1].stamp.time, BEGAN + window)
            self.tick()
        else:
            self._somebody_acts()

    def _somebody_acts(self) -> None:
        act = self._chosen()
        if act is None:
            self.time += 1
            return self.tick()
        if act.actor.role is not Role.PLAYER:
            return self.play(act)
        self.tick()
        if self.state.refuses(act) is None:
            key = f"{self.stream}.{len(self.rows)}" if self.random.random() < 0.8 else ""
            nonce = self.random.randbytes(16).hex() if self.random.random() < 0.5 else ""
            self.play(act, key=key, nonce=nonce)
        return None

    def _chosen(self) -> Act | None:
        here = {player for player in self.state.players if self.state.purse_here(player).value >= SIGN.minimum}
        poor = [player for player in PLAYERS if player not in here and self.wallets[player] >= 200_00]
        if poor and self.random.random() < 0.5 and self.state.general.is_open:
            return BuyIn(poor[0], self.random.choice((50_00, 200_00)))
        if self.game == "blackjack" and here and not any(self.state.seats):
            return Sit(min(here), 1)  # the cards lie spread out until somebody sits down
        offers = [offer for kind in self.state._handlers for offer in self._offers(kind)]
        weights = [_weight(offer) for offer in offers]
        offer = self.random.choices(offers, weights)[0] if offers else None
        return None if offer is None else offer.act(**{name: self._value(each) for name, each in offer.fields.items()})

    def _offers(self, kind: type[Act]) -> Iterator[Offer]:
        """What players may do, and what a dealer has to: at a sealed table only the end of insurance is left to it."""
        if kind in (BuyIn, CallSupervisor, Deal):
            return
        wanted = {Role.PLAYER} if self.sealed else {Role.PLAYER, Role.DEALER}
        if kind in (CloseInsurance, InspectCards, InspectDice):
            wanted |= {Role.DEALER, Role.GAME_SUPERVISOR}
        offers = [offer for offer in self.state._handlers[kind].offers(self.state) if offer.role in wanted]
        yield from self.random.sample(offers, min(len(offers), 12 if kind is Wager else 2))

    def _value(self, field: Field) -> Any:
        match field:
            case Bounds(lowest, highest, step):
                return lowest + step * self.random.randint(0, min((highest - lowest) // step, 20))
            case Choices(values):
                return self.random.choice(values)
            case _:
                return "as # drawn"


def _weight(offer: Offer) -> float:
    if offer.kind.__name__ in _RARE:
        return 0.05
    return 1 if offer.role is Role.PLAYER else 6


def house_rows(people: tuple[str, ...] = PLAYERS, amount: int = WEALTH) -> list[Row]:
    """The house's journal: what everybody was given, and a note that moves nothing."""
    rows: list[Row] = []
    notes = ["tables made", *(house.grant(person, amount) for person in people)]
    for number, note in enumerate(notes):
        stamp = Stamp(number=number, time=BEGAN - 10 + number, note=note, key=f"h{number}" if number > 1 else "")
        hash = hash_after(HOUSE_STREAM, rows[-1].hash if rows else None, str(stamp))
        rows.append(Row(number, str(stamp), hash, None, stamp, house.money_of(note)))
    return rows


def rewritten(stream: str, texts: list[str]) -> list[Written]:
    """The texts with a chain of hashes that fits them."""
    found: list[Written] = []
    for text in texts:
        found.append(Written(text, hash_after(stream, found[-1].hash if found else None, text)))
    return found
