"""The tables that know people. What can name a person stands in a table of its own, and goes when she closes."""

from __future__ import annotations

from typing import Any

from sqlalchemy import CheckConstraint, Column, Index, LargeBinary, MetaData, Table

from croupier.floor.store.columns import TEXT, WHOLE


def _whole(name: str, *, nullable: bool = False, default: int | None = None) -> Column[int]:
    return Column(name, WHOLE, nullable=nullable, server_default=None if default is None else str(default))


def _text(
    name: str, *, key: bool = False, nullable: bool = False, unique: bool = False, default: str | None = None
) -> Column[str]:
    return Column(name, TEXT, primary_key=key, nullable=nullable, unique=unique, server_default=default)


def _person(*, key: bool = False) -> Column[str]:
    """No foreign key: a person's row is never deleted, and erasing needs no order."""
    return _text("person", key=key)


def _table(name: str, metadata: MetaData, *parts: Any) -> Table:
    return Table(name, metadata, *parts, sqlite_strict=True)


def add_people(metadata: MetaData) -> tuple[Table, ...]:
    """Adds the people's tables to the store's own, and gives them."""
    return (
        _people(metadata),
        _names(metadata),
        _failures(metadata),
        _sessions(metadata),
        _ended_sessions(metadata),
        _roles(metadata),
        _links(metadata),
        _limits(metadata),
        _exclusions(metadata),
        _play_clocks(metadata),
        _second_factors(metadata),
        _recovery_codes(metadata),
        _challenges(metadata),
        _approvals(metadata),
        *_school(metadata),
    )


def _people(metadata: MetaData) -> Table:
    """The id alone, which stays. `latest` is the latest moment of any change to her, `revision` counts the changes."""
    return _table(
        "people",
        metadata,
        _text("id", key=True),
        _whole("made"),
        _whole("closed", nullable=True),
        _whole("latest"),
        _whole("revision", default=0),
        _whole("reality_minutes", default=60),
    )


def _names(metadata: MetaData) -> Table:
    """A guest has a made-up name and no password."""
    return _table(
        "names",
        metadata,
        _person(key=True),
        _text("name"),
        _text("key", unique=True),
        _text("password", nullable=True),
        _whole("chosen"),
    )


def _failures(metadata: MetaData) -> Table:
    """Attempts to sign in since the last success, by the hash of the name that was tried, known or not; and how many
    private tables were opened from an address, by its hash, until `locked_until`."""
    return _table(
        "failures",
        metadata,
        Column("name", LargeBinary, primary_key=True),
        _whole("attempts"),
        _whole("last"),
        _whole("locked_until", default=0),
    )


def _sessions(metadata: MetaData) -> Table:
    return _table(
        "sessions",
        metadata,
        Column("token", LargeBinary, primary_key=True),
        _person(),
        _whole("made"),
        _whole("seen"),
        _text("device", default=""),
        _text("address", default=""),
        _whole("proved", default=0),
        Index("sessions_of_person", "person"),
    )


def _ended_sessions(metadata: MetaData) -> Table:
    """Those whose browser may still have the cookie, until it forgets it. `excluded` and `barred` are until when its
    owner may not play, where the account that said so is closed."""
    return _table(
        "ended_sessions",
        metadata,
        Column("token", LargeBinary, primary_key=True),
        _person(),
        _whole("until"),
        _whole("excluded", default=0),
        _whole("barred", default=0),
        Index("ended_sessions_of_person", "person"),
    )


def _second_factors(metadata: MetaData) -> Table:
    """`secret` is an app's key, or a passkey's public key; `counter` the step or signature used last."""
    return _table(
        "second_factors",
        metadata,
        _text("id", key=True),
        _person(),
        _text("kind"),
        _text("name"),
        Column("secret", LargeBinary, nullable=False),
        _whole("counter"),
        _whole("made"),
        _whole("used", nullable=True),
        Index("second_factors_of_person", "person"),
    )


def _recovery_codes(metadata: MetaData) -> Table:
    return _table("recovery_codes", metadata, _person(key=True), Column("code", LargeBinary, primary_key=True))


def _challenges(metadata: MetaData) -> Table:
    return _table(
        "challenges",
        metadata,
        _person(key=True),
        _text("purpose", key=True),
        Column("secret", LargeBinary, nullable=False),
        _whole("until"),
    )


def _approvals(metadata: MetaData) -> Table:
    """What an operator wants to do, where a second one agrees first."""
    return _table(
        "approvals",
        metadata,
        _text("id", key=True),
        _person(),
        _text("what"),
        _whole("asked"),
        _text("approver", nullable=True),
        _whole("approved", nullable=True),
    )


def _roles(metadata: MetaData) -> Table:
    return _table(
        "roles", metadata, _person(key=True), _text("role", key=True), _whole("since"), _text("given_by", nullable=True)
    )


def _links(metadata: MetaData) -> Table:
    return _table(
        "links",
        metadata,
        Column("token", LargeBinary, primary_key=True),
        _text("kind"),
        _text("person", nullable=True),
        _whole("until"),
        _text("made_by", nullable=True),
        Index("links_of_person", "person"),
    )


def _limits(metadata: MetaData) -> Table:
    """`amount` and `next_amount` are empty for "no limit"; `next_from` is empty when no change is waiting."""
    return _table(
        "limits",
        metadata,
        _person(key=True),
        _text("kind", key=True),
        _whole("amount", nullable=True),
        _whole("next_amount", nullable=True),
        _whole("next_from", nullable=True),
        CheckConstraint("amount >= 0 AND next_amount >= 0", name="limits_not_negative"),
    )


def _exclusions(metadata: MetaData) -> Table:
    """`reason` and `ordered_by` are for exclusions that the house orders: staff see them."""
    return _table(
        "exclusions",
        metadata,
        _person(key=True),
        _text("kind", key=True),
        _whole("since"),
        _whole("until"),
        _text("reason", default=""),
        _text("ordered_by", default=""),
    )


def _play_clocks(metadata: MetaData) -> Table:
    return _table(
        "play_clocks",
        metadata,
        _person(key=True),
        _whole("day"),
        _whole("played"),
        _whole("began"),
        _whole("last"),
        _whole("reminded"),
    )


def _school(metadata: MetaData) -> tuple[Table, ...]:
    """How far somebody is with each lesson; exams; in which games the house asks for one before a duty."""
    progress = _table(
        "school_progress",
        metadata,
        _person(key=True),
        _text("lesson", key=True),
        *map(_whole, ("box", "due", "answers", "correct", "milliseconds", "fastest")),
    )
    exams = _table(
        "school_exams",
        metadata,
        _text("id", key=True),
        _person(),
        _text("game"),
        *map(_whole, ("seed", "begun", "until")),
        *(_whole(name, nullable=True) for name in ("ended", "correct", "passed")),
    )
    Index("school_exams_of_person", exams.c.person, exams.c.game, exams.c.begun)
    requirements = _table("school_requirements", metadata, _text("game", key=True), _whole("since"))
    return progress, exams, requirements
