"""One code, one answer and one word of an operator at two servers in the same moment (A49).

Found by an attack on a house of two workers: what is read before it is written may have been used meanwhile.
"""

from __future__ import annotations

import pyotp
import pytest

from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.people.ids import SYSTEM_ENTROPY
from croupier.floor.people.sign_in import second_factors
from croupier.floor.people.sign_in.second_factors import FactorProof
from croupier.floor.store.port import Connection
from croupier.floor.tables.opening import Settings, held_settings, put_settings
from tests.support.floor import postgres
from tests.support.floor.two_servers import at_two_servers, done

NOW = 1_794_700_800
PERSON = "paaaaaaaaaaaa"


@pytest.fixture
def url() -> str:
    return postgres.url_of(postgres.fresh())


def _with_app(url: str) -> pyotp.TOTP:
    def offered(connection: Connection) -> str:
        return second_factors.offer_totp(connection, PERSON, "Ana", NOW, SYSTEM_ENTROPY).secret

    return pyotp.TOTP(done(url, offered))


def _add(connection: Connection, code: str) -> str:
    second_factors.add_totp(connection, PERSON, code, NOW, name="Phone", entropy=SYSTEM_ENTROPY)
    return "added"


def test_A49_a_code_is_good_at_one_of_two_servers(url: str) -> None:
    app = _with_app(url)
    done(url, lambda connection: _add(connection, app.at(NOW)))
    later = NOW + 60
    code = FactorProof(code=app.at(later))

    def shown(connection: Connection) -> str:
        second_factors.prove(connection, PERSON, code, later)
        return "proved"

    assert at_two_servers(url, shown) == ["proved", "wrong_code"]


def test_A49_one_answer_adds_one_app(url: str) -> None:
    app = _with_app(url)
    assert at_two_servers(url, lambda connection: _add(connection, app.at(NOW))) == ["added", "challenge_over"]
    assert len(done(url, lambda connection: second_factors.factors_of(connection, PERSON))) == 1


def test_A49_two_recovery_codes_at_two_servers_leave_a_house_that_follows(url: str) -> None:
    """An honest house is not called false: the last line about the codes has both gone."""

    def made(connection: Connection) -> tuple[str, ...]:
        codes = second_factors.make_recovery_codes(connection, PERSON, NOW, SYSTEM_ENTROPY)
        sql = "INSERT INTO second_factors VALUES ('f', ?, 'passkey', 'x', ?, 0, 0, NULL)"
        connection.execute(sql, (PERSON, b"key"))
        return codes

    codes = iter(done(url, made))

    def used(connection: Connection) -> str:
        second_factors.prove(connection, PERSON, FactorProof(code=next(codes)), NOW)
        return "proved"

    assert at_two_servers(url, used) == ["proved", "proved"]

    def last(connection: Connection) -> tuple[str, dict[str, tuple[int, str]]]:
        sql = "SELECT line FROM journal WHERE stream = 'house' ORDER BY number DESC LIMIT 1"
        held = second_factors.codes_held(connection.execute("SELECT person, code FROM recovery_codes").fetchall())
        return connection.execute(sql).fetchone()[0], held

    line, held = done(url, last)
    count, mark = held[PERSON]
    assert f"recovery codes of {PERSON}: {count}, marked {mark}" in line
    assert count == 8


def test_A49_settings_are_changed_as_they_are_now(url: str) -> None:
    """Two servers change a table at once: neither undoes what the other did."""

    def table(connection: Connection) -> None:
        connection.execute("INSERT INTO tables (id, name, settings, made) VALUES ('t', 'T', '{}', 1)")

    done(url, table)
    hosts = iter(("first", "second"))

    def more(connection: Connection) -> str:
        settings, host = held_settings(connection, "t"), next(hosts)
        put_settings(connection, "t", Settings(host=settings.host + host))
        return host

    assert at_two_servers(url, more) == ["first", "second"]
    assert done(url, lambda connection: held_settings(connection, "t").host) == "firstsecond"


def test_A49_a_table_that_is_over_is_changed_no_more(url: str) -> None:
    def over(connection: Connection) -> None:
        connection.execute("INSERT INTO tables (id, name, settings, made) VALUES ('t', 'T', '{}', 1)")
        put_settings(connection, "t", Settings(wound_up=True))

    done(url, over)
    with pytest.raises(NotAccepted) as refused:
        done(url, lambda connection: held_settings(connection, "t"))
    assert refused.value.refusal.code == "no_such_table"
