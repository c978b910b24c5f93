"""Guests and accounts: an id that stays, and beside it a name and a password that can be erased."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from msgspec import Struct

from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.people.ids import SYSTEM_ENTROPY, Entropy, new_guest_name, new_person_id
from croupier.floor.people.names import LONGEST, canonical, house_player_name, name_key, refuses_name
from croupier.floor.people.statements import change, row, rows
from croupier.floor.store.house_lines import add_lines, mark_of
from croupier.floor.store.port import Connection
from croupier.games.people import is_house_player
from croupier.record.house_journal.house_register import name_words, person_words
from croupier.record.text.moments import utc

CLOSED_NAME = "(closed)"
_TRIES = 20
_FEW_TRIES = 5
_AT_ONCE = 500


class Person(Struct, frozen=True):
    id: str
    name: str
    guest: bool
    """Without a password: the browser that holds the session is all there is."""
    made: int
    closed: int | None = None


def unknown_person() -> NotAccepted:
    return HouseRule.NO_SUCH_PERSON.refused()


def changing(connection: Connection, person: str, now: int) -> int:
    """
    Called before anything of hers is read in order to change it: others who change her wait their turn. Gives the
    latest moment at which she was changed, this one included, which never goes back though the clock may.
    """
    sql = (
        "UPDATE people SET revision = revision + 1, latest = CASE WHEN latest > ? THEN latest ELSE ? END"
        " WHERE id = ? AND closed IS NULL RETURNING latest"
    )
    found = row(connection, sql, now, now, person)
    if found is None:
        raise unknown_person()
    return int(found[0])


def hold(connection: Connection, person: str) -> bool:
    """Writing her row unchanged makes others wait who would change her at the same time. Whether she is still here."""
    sql = "UPDATE people SET revision = revision WHERE id = ? AND closed IS NULL RETURNING id"
    return row(connection, sql, person) is not None


def is_open(connection: Connection, person: str) -> bool:
    return row(connection, "SELECT 1 FROM people WHERE id = ? AND closed IS NULL", person) is not None


def make_guest(connection: Connection, now: int, entropy: Entropy = SYSTEM_ENTROPY) -> Person:
    person = _new_person(connection, now, entropy)
    for attempt in range(_TRIES):
        name = new_guest_name(entropy, digits=4 if attempt < _FEW_TRIES else 9)
        if _take_name(connection, person, name, None, now):
            add_lines(connection, now, person_words(person, utc(now)), _name_line(connection, person))
            return Person(person, name, guest=True, made=now)
    raise RuntimeError("no name is left for a guest")


def make_account(
    connection: Connection,
    name: str,
    password: str,
    now: int,
    entropy: Entropy = SYSTEM_ENTROPY,
    *,
    is_staff: bool = False,
) -> Person:
    """`password` is its hash."""
    name = _chosen(name, is_staff=is_staff)
    person = _new_person(connection, now, entropy)
    if not _take_name(connection, person, name, password, now):
        raise name_taken()
    add_lines(connection, now, person_words(person, utc(now)), _name_line(connection, person))
    return Person(person, name, guest=False, made=now)


def become_account(connection: Connection, person: str, name: str, password: str, now: int) -> Person:
    """The guest's id stays, and with it everything that hangs on it. `password` is its hash."""
    name = _chosen(name)
    changing(connection, person, now)
    if has_password(connection, person):
        raise already_account()
    change(connection, "DELETE FROM names WHERE person = ?", person)
    if not _take_name(connection, person, name, password, now):
        raise name_taken()
    add_lines(connection, now, _name_line(connection, person))
    found = person_of(connection, person)
    assert found is not None  # noqa: S101  it was changed two statements ago
    return found


def already_account() -> NotAccepted:
    return HouseRule.ALREADY_ACCOUNT.refused()


def name_taken() -> NotAccepted:
    return HouseRule.NAME_TAKEN.refused()


def _chosen(name: str, *, is_staff: bool = False) -> str:
    refusal = refuses_name(name, is_staff=is_staff)
    if refusal is not None:
        raise NotAccepted(refusal)
    return canonical(name)


def _new_person(connection: Connection, now: int, entropy: Entropy) -> str:
    sql = "INSERT INTO people (id, made, latest) VALUES (?, ?, ?) ON CONFLICT DO NOTHING RETURNING id"
    for _ in range(_TRIES):
        found = row(connection, sql, new_person_id(entropy), now, now)
        if found is not None:
            return str(found[0])
    raise RuntimeError("the random source gives one id again and again")


def _take_name(connection: Connection, person: str, name: str, password: str | None, now: int) -> bool:
    """Whoever comes second gets no row, however close they come: the database decides."""
    sql = (
        "INSERT INTO names (person, name, key, password, chosen) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT DO NOTHING RETURNING person"
    )
    return row(connection, sql, person, name, name_key(name), password, now) is not None


def has_password(connection: Connection, person: str) -> bool:
    return row(connection, "SELECT 1 FROM names WHERE person = ? AND password IS NOT NULL", person) is not None


def set_password(connection: Connection, person: str, password: str, now: int) -> None:
    """For somebody who has one already: a guest becomes an account instead. `password` is its hash."""
    changing(connection, person, now)
    sql = "UPDATE names SET password = ? WHERE person = ? AND password IS NOT NULL RETURNING person"
    if row(connection, sql, password, person) is None:
        raise unknown_person()
    add_lines(connection, now, _name_line(connection, person))


def replace_password(connection: Connection, person: str, old: str, new: str, now: int) -> None:
    """The same password hashed anew; nothing happens if it was changed meanwhile."""
    sql = "UPDATE names SET password = ? WHERE person = ? AND password = ? RETURNING person"
    if row(connection, sql, new, person, old) is not None:
        add_lines(connection, now, _name_line(connection, person))


def _name_line(connection: Connection, person: str) -> str:
    """For the house's journal: whoever puts another password there without a line is found by an audit."""
    kept = row(connection, "SELECT name, key, password, chosen FROM names WHERE person = ?", person)
    return name_words(person, mark_of(*(kept or ())))


def password_of(connection: Connection, person: str) -> str | None:
    found = row(connection, "SELECT password FROM names WHERE person = ?", person)
    return None if found is None else found[0]


def credentials(connection: Connection, key: str) -> tuple[str, str] | None:
    """Id and hash of the account whose name has this key."""
    sql = "SELECT person, password FROM names WHERE key = ? AND password IS NOT NULL"
    found = row(connection, sql, key)
    return None if found is None else (str(found[0]), str(found[1]))


_PERSON = (
    "SELECT people.id, names.name, names.password IS NULL, people.made, people.closed"
    " FROM people LEFT JOIN names ON names.person = people.id"
)


def _person(found: tuple[object, ...]) -> Person:
    id, name, guest, made, closed = found
    shown = CLOSED_NAME if name is None else str(name)
    return Person(str(id), shown, bool(guest), int(str(made)), None if closed is None else int(str(closed)))


def person_of(connection: Connection, person: str) -> Person | None:
    """Closed ones too: the id stays."""
    found = row(connection, f"{_PERSON} WHERE people.id = ?", person)
    return None if found is None else _person(found)


def person_called(connection: Connection, name: str) -> Person | None:
    if not 1 <= len(name) <= LONGEST or not is_storable(name):
        return None
    found = row(connection, f"{_PERSON} WHERE names.key = ?", name_key(name))
    return None if found is None else _person(found)


def is_storable(text: str) -> bool:
    """Neither half a pair of code units nor a zero, which one database or the other cannot hold."""
    return "\0" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)


class Which(StrEnum):
    """Of all who are here."""

    EVERYBODY = "everybody"
    ACCOUNTS = "accounts"
    """Who have a name of their own; no guests."""
    STAFF = "staff"
    """Who hold an office."""


_AMONG = {
    Which.EVERYBODY: "",
    Which.ACCOUNTS: " AND names.password IS NOT NULL",
    Which.STAFF: " AND EXISTS (SELECT 1 FROM roles WHERE roles.person = people.id)",
}


def people_after(connection: Connection, person: str, most: int, which: Which = Which.EVERYBODY) -> list[Person]:
    """In the order of ids, from the one after this."""
    sql = f"{_PERSON} WHERE people.id > ? AND people.closed IS NULL{_AMONG[which]} ORDER BY people.id LIMIT ?"
    return [_person(each) for each in rows(connection, sql, person, most)]


def people_named_like(connection: Connection, part: str, most: int) -> list[Person]:
    """Whose name has this in it, whatever the capitals and look-alike letters; whole names first, then by name."""
    if not 1 <= len(part) <= LONGEST or not is_storable(part):
        return []
    key = name_key(part)
    like = "%" + key.replace("!", "!!").replace("%", "!%").replace("_", "!_") + "%"
    sql = (
        f"{_PERSON} WHERE names.key LIKE ? ESCAPE '!' AND people.closed IS NULL"
        " ORDER BY names.key <> ?, names.key LIMIT ?"
    )
    return [_person(each) for each in rows(connection, sql, like, key, most)]


def names_of(connection: Connection, people: Iterable[str]) -> dict[str, str]:
    """What each is called; who has closed the account, or never was here, is not among them."""
    wanted = sorted(set(people))
    names = {person: house_player_name(person) for person in wanted if is_house_player(person)}
    for start in range(0, len(wanted), _AT_ONCE):
        part = wanted[start : start + _AT_ONCE]
        marks = ", ".join("?" * len(part))
        names.update(rows(connection, f"SELECT person, name FROM names WHERE person IN ({marks})", *part))  # noqa: S608  only question marks
    return names
