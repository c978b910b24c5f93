"""Tables reserved and closed to the public (Division 1, section 7)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.games.acts import Admit, OpenToPublic, Purpose, ReserveTable
from croupier.games.general.checks import TableType
from croupier.games.machine import Handler, Handlers, no_offers
from croupier.games.occasions import Occasion, Sort
from croupier.games.offers import Choices, Offer
from croupier.games.people import Role, is_name
from croupier.games.refusal import Refusal
from croupier.games.table import Reservation, Table
from croupier.rulebook import Cite

RESERVED = Cite("D1 7.1")

_OPERATOR = (Role.OPERATOR,)


def refuses_not_admitted(table: Table, player: str) -> Refusal | None:
    """A reserved table is closed to the public."""
    reserved = table.general.reserved
    if reserved is None or player in reserved.admitted:
        return None
    why = f"This table is reserved for {_described(reserved.purpose)}, and {player} has not been admitted."
    return Refusal(RESERVED, "private_table", why)


def _described(purpose: Purpose) -> str:
    return purpose if purpose is Purpose.PRIVATE_USE else f"a {purpose}"


def _refuses_reserve(table: Table, act: ReserveTable) -> Refusal | None:
    if table.general.reserved is not None:
        return Refusal(RESERVED, "reserved_already", "The table is reserved already.")
    if not isinstance(act.purpose, Purpose):
        return Refusal(RESERVED, "bad_purpose", "A table is reserved for private use, a promotion or a tournament.")
    if not isinstance(act.admitted, tuple) or not all(map(is_name, act.admitted)):
        return Refusal(RESERVED, "bad_name", "List the names of the players who are admitted.")
    # Nobody is turned out: that would close the table to players without the notice of rule 8.
    if present := [player for player in table.players if player not in act.admitted]:
        why = f"{present[0]} has chips at the table. Admit them, or let them leave first."
        return Refusal(RESERVED, "players_present", why)
    return None


def _after_reserve(table: TableType, act: ReserveTable) -> TableType:
    reserved = Reservation(act.purpose, tuple(sorted(set(act.admitted))))
    return table._with_general(replace(table.general, reserved=reserved))


def _offers_reserve(table: Table) -> Iterator[Offer]:
    if table.general.reserved is None:
        yield Offer(
            ReserveTable, Role.OPERATOR, {"purpose": Choices(tuple(Purpose)), "admitted": Choices((table.players,))}
        )


_NOT_RESERVED = Refusal(RESERVED, "not_reserved", "The table is open to the public.")


def _refuses_admit(table: Table, act: Admit) -> Refusal | None:
    reserved = table.general.reserved
    if reserved is None:
        return _NOT_RESERVED
    if not is_name(act.player):
        return Refusal(RESERVED, "bad_name", "A player is admitted by name.")
    if act.player in reserved.admitted:
        return Refusal(RESERVED, "admitted_already", f"{act.player} has been admitted already.")
    return None


def _after_admit(table: TableType, act: Admit) -> TableType:
    reserved = table.general.reserved
    if reserved is None:  # `refuses` has seen to it that the table is reserved
        raise LookupError(act.player)
    admitted = tuple(sorted((*reserved.admitted, act.player)))
    return table._with_general(replace(table.general, reserved=replace(reserved, admitted=admitted)))


def _refuses_open_to_public(table: Table, _act: OpenToPublic) -> Refusal | None:
    return _NOT_RESERVED if table.general.reserved is None else None


def _after_open_to_public(table: TableType, _act: OpenToPublic) -> TableType:
    return table._with_general(replace(table.general, reserved=None))


def _offers_open_to_public(table: Table) -> Iterator[Offer]:
    if table.general.reserved is not None:
        yield Offer(OpenToPublic, Role.OPERATOR, {})


RESERVATIONS: Handlers = {
    ReserveTable: Handler(
        _refuses_reserve, _after_reserve, _offers_reserve, _OPERATOR, Occasion(Sort.TABLE, Cite("D1 7.1"))
    ),
    # Who may come is for the operator to say: no table knows the names of those who are not there.
    Admit: Handler(_refuses_admit, _after_admit, no_offers, _OPERATOR),
    OpenToPublic: Handler(
        _refuses_open_to_public,
        _after_open_to_public,
        _offers_open_to_public,
        _OPERATOR,
        Occasion(Sort.TABLE, Cite("D1 7.1")),
    ),
}
