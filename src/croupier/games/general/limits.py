"""Changing the limits on the sign: by notice, by consent, or at an empty table (Division 1, section 9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from croupier.games.acts import ChangeLimits, Consent, PostLimits
from croupier.games.general.checks import (
    MANAGERS,
    MOST_SECONDS,
    TableType,
    is_due,
    refuses_closed,
    refuses_kinds,
    refuses_mid_round,
    refuses_seconds,
)
from croupier.games.machine import Handler, Handlers
from croupier.games.occasions import Occasion, Sort
from croupier.games.offers import Bounds, Choices, Field, Offer
from croupier.games.people import Role
from croupier.games.refusal import Refusal
from croupier.games.sign import LIMITS, Sign
from croupier.games.table import LimitsNotice, Notice, Table
from croupier.rulebook import Cite

CASINO_CHIPS = Cite("D1 10.2")
LIMITS_NOTICE = Cite("D1 9.3(a)")
LIMITS_CONSENT = Cite("D1 9.3(b)")


def _refuses_new_sign(table: Table, sign: Any) -> Refusal | None:
    if not isinstance(sign, Sign):
        return Refusal(LIMITS, "bad_limits", "State the new limits as a sign.")
    if refusal := refuses_kinds(sign, table.kinds):
        return refusal
    if sign.smallest_chip != table.sign.smallest_chip and table.players:
        return Refusal(
            CASINO_CHIPS, "chips_out", "The smallest chip cannot change while players hold chips at the table."
        )
    return None


def _refuses_post_limits(table: Table, act: PostLimits) -> Refusal | None:
    return refuses_closed(table) or _refuses_new_sign(table, act.sign) or refuses_seconds(act.seconds, 0)


def _after_post_limits(table: TableType, act: PostLimits) -> TableType:
    general = table.general
    notice = Notice(general.clock, general.clock + act.seconds)
    return table._with_general(replace(general, limits=LimitsNotice(act.sign, notice)))


def _offers_post_limits(table: Table) -> Iterator[Offer]:
    if table.general.is_open:
        fields: dict[str, Field] = {"sign": Choices((table.sign,)), "seconds": Bounds(lowest=0, highest=MOST_SECONDS)}
        yield Offer(PostLimits, Role.OPERATOR, fields)


def _refuses_consent(table: Table, act: Consent) -> Refusal | None:
    posted = table.general.limits
    if posted is None:
        return Refusal(LIMITS_CONSENT, "no_notice", "No new limits are posted, so there is nothing to agree to.")
    if act.player not in table.players:
        return Refusal(LIMITS_CONSENT, "not_here", f"{act.player} is not playing at this table.")
    if act.player in posted.agreed:
        return Refusal(LIMITS_CONSENT, "agreed_already", f"{act.player} has agreed already.")
    return None


def _after_consent(table: TableType, act: Consent) -> TableType:
    general = table.general
    if general.limits is None:  # `refuses` has seen to it that limits are posted
        raise LookupError(act.player)
    agreed = tuple(sorted((*general.limits.agreed, act.player)))
    return table._with_general(replace(general, limits=replace(general.limits, agreed=agreed)))


def _offers_consent(table: Table) -> Iterator[Offer]:
    posted = table.general.limits
    if posted is not None:
        for player in table.players:
            if player not in posted.agreed:
                yield Offer(Consent, Role.PLAYER, {"player": Choices((player,))})


def _refuses_change_limits(table: Table, act: ChangeLimits) -> Refusal | None:
    if refusal := refuses_closed(table) or _refuses_new_sign(table, act.sign) or refuses_mid_round(table, LIMITS):
        return refusal
    if not table.players or not table.sign.is_against_players(act.sign):
        return None
    posted = table.general.limits
    if posted is None or posted.sign != act.sign:
        return Refusal(
            LIMITS_NOTICE, "no_notice", "Limits that are worse for the players must be posted 20 minutes ahead."
        )
    if set(table.players) <= set(posted.agreed) or is_due(posted.notice, table.clock):
        return None
    return Refusal(
        LIMITS_NOTICE, "short_notice", "The new sign has not been up for 20 minutes, and not every player has agreed."
    )


def _after_change_limits(table: TableType, act: ChangeLimits) -> TableType:
    return table._with_general(replace(table.general, sign=act.sign, limits=None))


def _offers_change_limits(table: Table) -> Iterator[Offer]:
    signs = (table.sign,) if table.general.limits is None else (table.sign, table.general.limits.sign)
    allowed = tuple(sign for sign in signs if _refuses_change_limits(table, ChangeLimits(sign)) is None)
    if allowed:
        yield Offer(ChangeLimits, Role.OPERATOR, {"sign": Choices(allowed)})


LIMITS_CHANGES: Handlers = {
    PostLimits: Handler(
        _refuses_post_limits, _after_post_limits, _offers_post_limits, MANAGERS, Occasion(Sort.TABLE, Cite("D1 9.3(a)"))
    ),
    Consent: Handler(_refuses_consent, _after_consent, _offers_consent),
    ChangeLimits: Handler(
        _refuses_change_limits,
        _after_change_limits,
        _offers_change_limits,
        MANAGERS,
        Occasion(Sort.TABLE, Cite("D1 9.1")),
    ),
}
