"""The table's clock, its opening and its closing (Division 1, section 8)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.games.acts import Clock, CloseTable, OpenTable, PostClosing, TakeUpEdition
from croupier.games.general.checks import (
    CLOSING,
    MANAGERS,
    MOST_SECONDS,
    NOTICE_SECONDS,
    TableType,
    is_due,
    refuses_closed,
    refuses_mid_round,
    refuses_seconds,
)
from croupier.games.machine import Handler, Handlers
from croupier.games.occasions import Occasion, Sort
from croupier.games.offers import Bounds, Offer
from croupier.games.people import Role
from croupier.games.refusal import Refusal
from croupier.games.table import Notice, Table
from croupier.rulebook import EDITION, Cite

OPENERS = (Role.DEALER, Role.GAME_SUPERVISOR, Role.OPERATOR)


def _refuses_clock(_table: Table, act: Clock) -> Refusal | None:
    return refuses_seconds(act.seconds, 1)


def _after_clock(table: TableType, act: Clock) -> TableType:
    general = table.general
    return table._with_general(replace(general, clock=general.clock + act.seconds))._ticked()


def _offers_clock(_table: Table) -> Iterator[Offer]:
    yield Offer(Clock, Role.OPERATOR, {"seconds": Bounds(lowest=1, highest=MOST_SECONDS)})


def _refuses_open_table(table: Table, _act: OpenTable) -> Refusal | None:
    if table.general.is_open:
        return Refusal(CLOSING, "table_open", "The table is open already.")
    return None


def _after_open_table(table: TableType, _act: OpenTable) -> TableType:
    return table._with_general(replace(table.general, is_open=True))._opened()


def _offers_open_table(table: Table) -> Iterator[Offer]:
    if not table.general.is_open:
        yield Offer(OpenTable, Role.DEALER, {})


def _refuses_edition(table: Table, act: TakeUpEdition) -> Refusal | None:
    if table.general.is_open:
        return Refusal(CLOSING, "table_open", "An open table keeps its edition of the rules until it closes.")
    if not isinstance(act.edition, int) or isinstance(act.edition, bool) or act.edition not in _newer(table):
        why = f"This table has edition {table.edition} of the rules, and the newest known here is {EDITION}."
        return Refusal(CLOSING, "no_newer_edition", why)
    return None


def _newer(table: Table) -> range:
    return range(table.edition + 1, EDITION + 1)


def _after_edition(table: TableType, act: TakeUpEdition) -> TableType:
    return table._with_general(replace(table.general, edition=act.edition))


def _offers_edition(table: Table) -> Iterator[Offer]:
    if not table.general.is_open and _newer(table):
        bounds = Bounds(lowest=table.edition + 1, highest=EDITION)
        yield Offer(TakeUpEdition, Role.OPERATOR, {"edition": bounds})


def _least_closing_seconds(table: Table) -> int:
    return NOTICE_SECONDS if table.players else 0


def _refuses_post_closing(table: Table, act: PostClosing) -> Refusal | None:
    if refusal := refuses_closed(table) or refuses_seconds(act.seconds, 0):
        return refusal
    if act.seconds < _least_closing_seconds(table):
        return Refusal(CLOSING, "short_notice", "With players present the closing sign must be up for 20 minutes.")
    return None


def _after_post_closing(table: TableType, act: PostClosing) -> TableType:
    general = table.general
    return table._with_general(replace(general, closing=Notice(general.clock, general.clock + act.seconds)))


def _offers_post_closing(table: Table) -> Iterator[Offer]:
    if table.general.is_open:
        bounds = Bounds(lowest=_least_closing_seconds(table), highest=MOST_SECONDS)
        yield Offer(PostClosing, Role.OPERATOR, {"seconds": bounds})


def _refuses_close_table(table: Table, _act: CloseTable) -> Refusal | None:
    if refusal := refuses_closed(table) or refuses_mid_round(table, CLOSING):
        return refusal
    closing = table.general.closing
    if table.players and (closing is None or not is_due(closing, table.clock)):
        return Refusal(
            CLOSING, "no_notice", "With players present a closing sign must first have been up for 20 minutes."
        )
    return None


def _after_close_table(table: TableType, _act: CloseTable) -> TableType:
    closed = table._closed()
    return closed._with_general(replace(closed.general, is_open=False, closing=None))


def _offers_close_table(table: Table) -> Iterator[Offer]:
    if _refuses_close_table(table, CloseTable()) is None:
        yield Offer(CloseTable, Role.OPERATOR, {})


OPENINGS: Handlers = {
    Clock: Handler(_refuses_clock, _after_clock, _offers_clock, (Role.OPERATOR,)),
    OpenTable: Handler(_refuses_open_table, _after_open_table, _offers_open_table, OPENERS),
    TakeUpEdition: Handler(_refuses_edition, _after_edition, _offers_edition, (Role.OPERATOR,)),
    PostClosing: Handler(
        _refuses_post_closing, _after_post_closing, _offers_post_closing, MANAGERS, Occasion(Sort.TABLE, Cite("D1 8"))
    ),
    CloseTable: Handler(
        _refuses_close_table, _after_close_table, _offers_close_table, MANAGERS, Occasion(Sort.TABLE, Cite("D1 8"))
    ),
}
