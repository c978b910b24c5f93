"""The acts that a tournament table has beside those of blackjack."""

from __future__ import annotations

from croupier.games.acts import DirectorsAct, PlayersAct, StaffAct, SupervisorsAct


class Attendance(DirectorsAct, frozen=True):
    """The tournament director comes to the tournament, or leaves it."""

    present: bool


class AllocateBoxes(DirectorsAct, frozen=True):
    """Who plays at which box, from the dealer's left; an empty name for an empty box. All are given their chips."""

    players: tuple[str, ...]


class BeginSession(DirectorsAct, frozen=True):
    """The director begins the session at its table."""


class TakeSeat(PlayersAct, frozen=True):
    """A player comes to the box that was allocated, for the first time or again."""

    player: str


class LeaveTable(PlayersAct, frozen=True):
    """A player leaves the table."""

    player: str
    emergency: bool = False


class ConsentToLeave(DirectorsAct, frozen=True):
    """The director lets a player leave the table while the session goes on."""

    player: str


class LimitTime(DirectorsAct, frozen=True):
    """From the next round on a player has this number of seconds for a wager; none for no limit."""

    seconds: int


class Disqualify(DirectorsAct, frozen=True):
    """The director disqualifies a player, on a ground that the rules name."""

    player: str
    ground: str
    reason: str


class Reinstate(DirectorsAct, frozen=True):
    """A disqualification was entered by mistake: the director takes it back (ruling T47)."""

    player: str
    reason: str


class PausePlay(DirectorsAct, frozen=True):
    """The director holds the game: nothing is dealt or wagered, and no time runs, until it goes on (ruling T35)."""

    reason: str


class ResumePlay(DirectorsAct, frozen=True):
    """The game goes on, with as much time as was left."""


class AskName(SupervisorsAct, frozen=True):
    """The supervisor asks a player's name for the record."""

    player: str


class GiveName(PlayersAct, frozen=True):
    """The player gives it. The name itself stands elsewhere: records hold opaque ids."""

    player: str


class PermitWriting(DirectorsAct, frozen=True):
    """Writing implements are allowed at the table, on these terms, or no longer."""

    permitted: bool
    terms: str = ""


class LendChips(PlayersAct, frozen=True):
    """One player hands chips to another: never accepted."""

    player: str
    to: str
    amount: int


class TallyChips(StaffAct, frozen=True):
    """The session is over: every player presents all chips, and the dealer counts them."""
