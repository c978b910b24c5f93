"""Whether a sealed table kept to its seals: each round's secret revealed, and every outcome the one that it draws."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from croupier.games.acts import Act
from croupier.games.chips import Chips
from croupier.games.journalled import Journalled
from croupier.games.machine import handlers_of
from croupier.games.people import Role
from croupier.games.table import Outcome, Table
from croupier.record.audits.audit_chain import AuditedEntry, DoesNotFollow
from croupier.record.journals.journal import SECRET_LOST
from croupier.record.journals.ledger import is_wager
from croupier.record.journals.seal import FRESH_BYTES, outcome, seal_of, secret_of
from croupier.record.text.notation import act_line


class PendingDraw(Struct, frozen=True):
    """An outcome that waits for the secret to be revealed."""

    number: int
    act: Act
    chance: Mapping[Act, Fraction]
    nonces: int
    """How many nonces had come by then."""


class Seals:
    """The seals of one table, followed from its first entry on. Only the open round is remembered."""

    def __init__(self, stream: str, game: str, first: str, fresh: bytes | None = None) -> None:
        self._stream, self._game = stream, game
        self.drawn = 0
        self.lost = 0
        """Seals that were given up, because the house key was lost."""
        self.late = 0
        """Rounds that ended without the seal of the next: it came later, or the table is out of order."""
        self._open(0, first, fresh)

    def _open(self, number: int, seal: str, fresh: bytes | None) -> None:
        self._round, self._seal, self._fresh = number, seal, fresh
        self._nonces: list[bytes] = []
        self._draws: list[PendingDraw] = []

    @property
    def waiting(self) -> int:
        """The outcomes of the open round, which nobody can check before its secret is revealed."""
        return len(self._draws)

    def follow(self, turn: AuditedEntry, fresh: bytes | None = None) -> None:
        if turn.act is not None:
            self._follow_act(turn, turn.act)
        self._follow_nonce(turn)
        self._follow_reveal(turn)
        self._follow_seal(turn, fresh)

    def _follow_act(self, turn: AuditedEntry, act: Act) -> None:
        handler = handlers_of(turn.before).get(type(act))
        if self._seal and handler is not None and handler.is_never_sealed:
            why = f"“{act_line(self._game, act)}” cannot be recorded where results are drawn from a seal"
            raise DoesNotFollow(turn.number, why)
        chance = turn.before.chance()
        if act in chance:
            if not self._seal:
                raise DoesNotFollow(turn.number, "a result was drawn while no seal was open")
            self._draws.append(PendingDraw(turn.number, act, chance, len(self._nonces)))
            self.drawn += 1
        elif chance and type(act) in map(type, chance):
            why = f"“{act_line(self._game, act)}” is not a result that a seal can draw here"
            raise DoesNotFollow(turn.number, why)
        if not self._seal and any(map(is_wager, turn.moved)):
            raise DoesNotFollow(turn.number, "a wager was accepted while no seal was open")

    def _follow_nonce(self, turn: AuditedEntry) -> None:
        if not turn.stamp.nonce:
            return
        if turn.act is None or turn.act.actor.role is not Role.PLAYER:
            raise DoesNotFollow(turn.number, "a nonce is on a line that is not a player's act")
        self._nonces.append(bytes.fromhex(turn.stamp.nonce))

    def _follow_reveal(self, turn: AuditedEntry) -> None:
        reveal = turn.stamp.reveal
        if not (turn.ends_round and self._seal):
            if reveal:
                raise DoesNotFollow(turn.number, "it reveals a secret, but ends no sealed round")
            if turn.act is not None and turn.stamp.note == SECRET_LOST:
                raise DoesNotFollow(turn.number, "it says that a secret is lost, but ends no sealed round")
            return
        if not reveal:
            self._give_up(turn)
            return
        secret = bytes.fromhex(reveal)
        if seal_of(secret) != self._seal:
            raise DoesNotFollow(turn.number, f"the secret revealed is not the one that entry {self._round} sealed")
        self._check_draws(secret)
        self._seal = ""

    def _give_up(self, turn: AuditedEntry) -> None:
        """A round whose secret is lost can only be void: nothing that it drew counts, so nothing need be checked."""
        if turn.stamp.note != SECRET_LOST:
            raise DoesNotFollow(turn.number, f"the round ended, but the secret of entry {self._round} is not revealed")
        if turn.after.settled != turn.before.settled and not _is_void(turn.after.known_as(Table)):
            raise DoesNotFollow(turn.number, f"the secret of entry {self._round} is lost, but the round was not void")
        self.lost += 1
        self._seal = ""

    def _check_draws(self, secret: bytes) -> None:
        for k, draw in enumerate(self._draws):
            follows = outcome(secret, self._stream, self._round, k, self._nonces[: draw.nonces], draw.chance)
            if follows != draw.act:
                came, due = (act_line(self._game, act) for act in (draw.act, follows))
                raise DoesNotFollow(draw.number, f"“{came}” was recorded, but the seal drew “{due}”")

    def _follow_seal(self, turn: AuditedEntry, fresh: bytes | None) -> None:
        seal = turn.stamp.seal
        if not seal:
            self.late += turn.ends_round
            return
        if self._seal:
            if turn.stamp.note != SECRET_LOST or self._draws or not _is_idle(turn.before):
                raise DoesNotFollow(turn.number, f"a second seal, while that of entry {self._round} is open")
            self.lost += 1
        if turn.act is not None and not turn.ends_round:
            raise DoesNotFollow(turn.number, "a seal is on an act that does not end a round")
        self._open(turn.number, seal, fresh)

    def check_open(self, house_key: bytes) -> None:
        """Whether the open round can be played to its end: its fresh bytes give the sealed secret, and its draws."""
        if not self._seal:
            return
        if self._fresh is None or len(self._fresh) != FRESH_BYTES:
            raise DoesNotFollow(self._round, "the random bytes of the open round are missing")
        secret = secret_of(house_key, self._fresh)
        if seal_of(secret) != self._seal:
            raise DoesNotFollow(self._round, "the house key and the open round's random bytes do not give its seal")
        self._check_draws(secret)


def _is_void(table: Table) -> bool:
    return all(line.outcome is Outcome.VOID for line in table.settled)


def _is_idle(state: Journalled) -> bool:
    """Whether nothing lies on the layout, between two rounds; in a tournament, whether no draw is going on."""
    at_stake = any(state.at_stake(player, chips) for player in state.players for chips in Chips)
    return bool(state.is_between_rounds) and not at_stake
