"""What the operator opens a tournament with, and the first entries of its journal and of its tables' journals."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.house_rules.refusal import HouseRefusal
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.schedules.cash import Pace
from croupier.floor.tables.commands import closed, closed_value
from croupier.floor.tables.opening import Joint, Made, Settings, check_pace, kind_of, with_first_entry
from croupier.games.refusal import Refused
from croupier.games.tournament.conditions import Conditions, Issue, missing
from croupier.games.tournament.game import Tournament, open_tournament
from croupier.games.tournament.session_table.table import open_session
from croupier.record.audits.audit_tournament import table_note, tournament_note
from croupier.record.files.conditions import read_conditions
from croupier.record.journals.aliases import scope_key
from croupier.record.text.fault import Unreadable

LONGEST_PAUSE = 366 * 24 * 60 * 60


class TournamentSpec(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A tournament as the operator asks for it."""

    conditions: closed(Conditions) | str  # type: ignore[valid-type]
    """The conditions of entry: their fields, or the text of a conditions file."""
    live: bool = False
    """Dealers enter every step at its tables; otherwise the tables are automatic, with sealed chance."""
    runs_itself: bool = False
    """The house does all that needs no judgement; otherwise the operator and a tournament director do."""
    decide: int = Pace().decide
    """Seconds for a decision; also to come to one's seat, or before seats are drawn where a director may place some."""
    house_players: bool = False
    """House players take the seats that stay empty, and it begins when it is full. Only where it runs itself, free."""
    again_after: int = 0
    """Where it is above 0: when this one takes no more entries, another opens that starts so many seconds later."""


def made_tournament(spec: TournamentSpec, id: str, key: bytes, time: int) -> Made:
    """The tournament with its first entry, which seals the draw of its seats; raises `NotAccepted`."""
    conditions = _with_director(spec, conditions_asked(spec.conditions))
    check_pace(spec.decide)
    if refusal := _refuses(spec, conditions, time):
        raise NotAccepted(refusal)
    try:
        state = open_tournament(conditions)
    except Refused as refused:
        raise NotAccepted(refused.refusal) from None
    pace = Pace(spec.decide, 0, spec.runs_itself, spec.house_players)
    players_key = scope_key(key, id)
    settings = Settings(pace=pace, live_tables=spec.live, again_after=spec.again_after, players_key=players_key)
    note = tournament_note(kind_of(_table_settings(settings)), runs_itself=spec.runs_itself)
    return with_first_entry(id, conditions.name, settings, state, key, time, note)


def next_tournament(id: str, settings: Settings, conditions: Conditions, time: int) -> tuple[str, TournamentSpec]:
    """The one that opens when this one takes no more entries: the same, but for its start and its number."""
    stem, _, number = id.rpartition("-")
    next_id = f"{stem}-{int(number) + 1}" if stem and number.isdecimal() else f"{id}-2"
    spec = TournamentSpec(
        conditions=closed_value(msgspec.structs.replace(conditions, starts=time + settings.again_after)),
        live=settings.live_tables,
        runs_itself=settings.pace.runs_itself,
        decide=settings.pace.decide,
        house_players=settings.pace.house_players,
        again_after=settings.again_after,
    )
    return next_id, spec


def made_session(tournament: Tournament, name: str, settings: Settings, joint: Joint, key: bytes, time: int) -> Made:  # noqa: PLR0917
    """The table of a session that was started, before its boxes are allocated."""
    own = msgspec.structs.replace(_table_settings(settings), joint=joint)
    automation = frozenset[str]() if own.live else None
    number = joint.session
    table = open_session(
        tournament.sign_of(number), tournament.session_options(number), automation, None, (), edition=tournament.edition
    )
    note = table_note(kind_of(own), joint.tournament, number, joint.started)
    return with_first_entry(table_id(joint), f"{name}, session {number}", own, table, key, time, note)


def table_id(joint: Joint) -> str:
    """The same for whoever asks, so that a table is made once however often it is made."""
    return f"{joint.tournament}.{joint.session}.{joint.started}"


def _table_settings(settings: Settings) -> Settings:
    return Settings(live=settings.live_tables, pace=settings.pace, players_key=settings.players_key)


def conditions_asked(asked: Any) -> Conditions:
    """Conditions of entry from their fields or from the text of a file; raises `NotAccepted`."""
    try:
        if isinstance(asked, str):
            return read_conditions(asked)
        return msgspec.convert(msgspec.to_builtins(asked), Conditions)
    except Unreadable as unreadable:
        faults = "; ".join(f"{fault.line}:{fault.column}: {fault.why}" for fault in unreadable.faults)
        raise HouseRule.BAD_CONDITIONS.refused(what_is_wrong=faults) from None
    except Refused as refused:
        raise NotAccepted(refused.refusal) from None
    except msgspec.ValidationError as error:
        raise HouseRule.BAD_CONDITIONS.refused(what_is_wrong=error) from None


def _with_director(spec: TournamentSpec, conditions: Conditions) -> Conditions:
    """Where somebody directs, the clock asks them; nobody is there to be asked where it runs itself (ruling T47)."""
    return msgspec.structs.replace(conditions, director_decides=not spec.runs_itself)


def _refuses(spec: TournamentSpec, conditions: Conditions, time: int) -> HouseRefusal | None:
    if conditions.starts is not None and conditions.starts <= time:
        return HouseRule.HAS_STARTED.refusal()
    if not spec.live and conditions.wager_seconds is None:
        return HouseRule.NO_WAGER_SECONDS.refusal()
    if not 0 <= spec.again_after <= LONGEST_PAUSE:
        return HouseRule.BAD_PAUSE.refusal(most=LONGEST_PAUSE)
    if spec.house_players and (not spec.runs_itself or conditions.entry_fee or conditions.notice_seconds):
        return HouseRule.NO_HOUSE_PLAYERS.refusal()
    if not spec.runs_itself:
        return None
    if lacking := missing(conditions):
        return HouseRule.INCOMPLETE.refusal(missing=", ".join(lacking))
    if conditions.issue is Issue.SOLD or spec.live:
        return HouseRule.NEEDS_DIRECTOR.refusal()
    return None
