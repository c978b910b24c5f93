"""How somebody at the door is entered in one go: to apply and to pay is theirs, the rest is the operator's."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.games.acts import Act
from croupier.games.people import Actor, Role
from croupier.games.tournament.acts import AcceptEntry, Apply, NotifyApplicant, PayFee
from croupier.games.tournament.state import TournamentState


def acts_of_entry(state: TournamentState, player: str, operator: str | None) -> Iterator[Act]:
    """From the application to the acceptance (D7 3.1, 3.7). Without an operator it ends with the fee."""
    yield Apply(player)
    if operator is not None:
        yield NotifyApplicant(player, by=Actor(Role.OPERATOR, operator))
    if state.conditions.entry_fee:
        yield PayFee(player, state.conditions.entry_fee)
    if operator is not None:
        yield AcceptEntry(player, by=Actor(Role.OPERATOR, operator))
