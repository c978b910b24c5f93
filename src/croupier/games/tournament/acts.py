"""The acts of a tournament, from entry to prizes. `Attendance` and `Disqualify` it shares with its tables."""

from __future__ import annotations

from croupier.games.acts import DirectorsAct, OperatorsAct, PlayersAct
from croupier.games.tournament.conditions import Conditions
from croupier.games.tournament.tally import Tally

# Entry (section 3)


class Determine(OperatorsAct, frozen=True):
    """The operator settles the conditions of entry, or changes them."""

    conditions: Conditions


class SetTime(OperatorsAct, frozen=True):
    """It is now that moment: seconds of UTC since 1970."""

    at: int


class Apply(PlayersAct, frozen=True):
    """A player applies for the tournament."""

    player: str


class NotifyApplicant(OperatorsAct, frozen=True):
    """The applicant is told the conditions of entry in writing."""

    player: str


class PayFee(PlayersAct, frozen=True):
    """A player pays the entry fee."""

    player: str
    amount: int


class AcceptEntry(OperatorsAct, frozen=True):
    """The operator accepts an entry."""

    player: str


class RefuseEntry(OperatorsAct, frozen=True):
    """The operator refuses an application, with a reason."""

    player: str
    reason: str


class WithdrawEntry(PlayersAct, frozen=True):
    """A player withdraws from the tournament."""

    player: str


class ConsentToRefund(OperatorsAct, frozen=True):
    """The operator gives the fee back to a player who withdrew late, but before play began."""

    player: str


class Contribute(OperatorsAct, frozen=True):
    """The operator adds money to the prize pool."""

    amount: int


class AlterStart(DirectorsAct, frozen=True):
    """The sessions that have not begun start at that moment."""

    at: int


class CancelTournament(OperatorsAct, frozen=True):
    """The tournament is called off before play begins."""

    reason: str


class BreakOff(OperatorsAct, frozen=True):
    """The tournament ends without a winner."""

    reason: str


# Stages


class SetTables(OperatorsAct, frozen=True):
    """The players of a stage are spread over tables of these sizes."""

    sizes: tuple[int, ...]


class PlaceAt(OperatorsAct, frozen=True):
    """The operator seats a player; the others are drawn."""

    player: str
    session: int
    box: int


class DrawSeat(DirectorsAct, frozen=True):
    """The next free seat is this player's: chance says whose."""

    player: str


class DrawLot(DirectorsAct, frozen=True):
    """Of those who are tied this player goes on: chance says who (ruling T46)."""

    player: str


class BuyChips(PlayersAct, frozen=True):
    """A player pays the face value of the chips for the next session."""

    player: str


class StartSession(DirectorsAct, frozen=True):
    """The session's table takes over until it reports its tally."""

    session: int


class RecallSession(DirectorsAct, frozen=True):
    """A session that was started has not begun at its table: it waits again, and its players may be seated again.

    That it has not begun is the director's word: the tournament sees no table until its tally comes.
    """

    session: int


class ReportSession(DirectorsAct, frozen=True):
    """The tally that the table counted, and the hash of the table's record."""

    session: int
    tally: Tally
    record: str = ""
    reason: str = ""
    """Why the session was shorter than it should have been, where it was (ruling T43)."""


class CorrectTally(DirectorsAct, frozen=True):
    """A tally was miscounted: this is the right one, and why (ruling T43)."""

    session: int
    tally: Tally
    reason: str


class PayPrizes(DirectorsAct, frozen=True):
    """The final stands as it was counted: its prizes are paid, and the tournament is over (ruling T43)."""


class IssueAgain(OperatorsAct, frozen=True):
    """All fell in the same round: each is given the same new chips, and they play off (4.8)."""

    session: int
    amount: int


class DeclineIssue(OperatorsAct, frozen=True):
    """The operator issues no new chips: the tallies decide."""

    session: int


class SharePrize(DirectorsAct, frozen=True):
    """Players who tie for a place would share its prize and not play off: never accepted."""

    place: int


class Redeem(PlayersAct, frozen=True):
    """A player redeems tournament chips that were bought (6.12(b))."""

    player: str
    amount: int
