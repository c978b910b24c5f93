"""Second factors: codes from an app (TOTP), passkeys (WebAuthn), and recovery codes for whoever lost both.

An account with a second factor is entered with a password and one of these. The same proves anew who somebody is,
before roles, links to a new password and winding up.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import hmac
import json
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Any

import pyotp
import webauthn
from msgspec import Struct
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.people.accounts import is_storable
from croupier.floor.people.ids import Entropy
from croupier.floor.people.responsible_play.days import MINUTE
from croupier.floor.people.statements import change, row, rows
from croupier.floor.store import statements
from croupier.floor.store.house_lines import add_lines, mark_of
from croupier.floor.store.port import Connection
from croupier.record.house_journal.house_register import factor_gone_words, factor_words, recovery_words

ISSUER = "Croupier"
STEP_SECONDS = 30
STEPS_OFF = 1
"""A phone's clock may be so many steps ahead or behind."""
CHALLENGE_SECONDS = 5 * MINUTE
CHALLENGE_BYTES, SECRET_BYTES = 32, 20
RECOVERY_CODES, RECOVERY_BYTES = 10, 10
MOST_FACTORS = 10
LONGEST_NAME = 40


class FactorKind(StrEnum):
    TOTP = "totp"
    PASSKEY = "passkey"


class ChallengePurpose(StrEnum):
    ADD_TOTP = "add totp"
    ADD_PASSKEY = "add passkey"
    USE_PASSKEY = "use passkey"


class PasskeyPlace(Struct, frozen=True):
    """Where a page of ours is, as a browser tells the passkey."""

    host: str
    origin: str


class FactorProof(Struct, frozen=True):
    """What somebody shows: one of these."""

    code: str = ""
    """From the app, or a recovery code."""
    passkey: dict[str, Any] | None = None
    """What the browser answered to the challenge."""
    place: PasskeyPlace | None = None

    @property
    def is_code(self) -> bool:
        """What can be guessed."""
        return self.passkey is None or self.place is None


class SecondFactor(Struct, frozen=True):
    id: str
    kind: FactorKind
    name: str
    made: int
    used: int | None


def factors_of(connection: Connection, person: str) -> list[SecondFactor]:
    sql = "SELECT id, kind, name, made, used FROM second_factors WHERE person = ? ORDER BY made, id"
    return [
        SecondFactor(id, FactorKind(kind), name, made, used)
        for id, kind, name, made, used in rows(connection, sql, person)
    ]


def has_factor(connection: Connection, person: str) -> bool:
    return row(connection, "SELECT 1 FROM second_factors WHERE person = ? LIMIT 1", person) is not None


# Challenges: what was asked of somebody a moment ago


def _ask(connection: Connection, person: str, purpose: ChallengePurpose, secret: bytes, now: int) -> None:
    """The latest of a kind counts, once."""
    sql = (
        "INSERT INTO challenges (person, purpose, secret, until) VALUES (?, ?, ?, ?) ON CONFLICT (person, purpose)"
        " DO UPDATE SET secret = excluded.secret, until = excluded.until"
    )
    change(connection, sql, person, purpose.value, secret, now + CHALLENGE_SECONDS)


def _asked(connection: Connection, person: str, purpose: ChallengePurpose, now: int) -> bytes:
    sql = "SELECT secret FROM challenges WHERE person = ? AND purpose = ? AND until > ?"
    found = row(connection, sql, person, purpose.value, now)
    if found is None:
        raise HouseRule.CHALLENGE_OVER.refused()
    return bytes(found[0])


def _answered(connection: Connection, person: str, purpose: ChallengePurpose) -> None:
    """Once: of two answers at two servers one finds it there."""
    sql = "DELETE FROM challenges WHERE person = ? AND purpose = ? RETURNING person"
    if row(connection, sql, person, purpose.value) is None:
        raise HouseRule.CHALLENGE_OVER.refused()


def forget_challenges(connection: Connection, now: int) -> None:
    change(connection, "DELETE FROM challenges WHERE until <= ?", now)


# Codes from an app


class TotpOffer(Struct, frozen=True):
    """To be typed or scanned into an app; shown once."""

    secret: str
    address: str
    """As a QR code has it: otpauth://…"""


def offer_totp(connection: Connection, person: str, name: str, now: int, entropy: Entropy) -> TotpOffer:
    secret = entropy(SECRET_BYTES)
    _ask(connection, person, ChallengePurpose.ADD_TOTP, secret, now)
    words = base64.b32encode(secret).decode()
    return TotpOffer(words, pyotp.TOTP(words).provisioning_uri(name=name, issuer_name=ISSUER))


def add_totp(connection: Connection, person: str, code: str, now: int, *, name: str, entropy: Entropy) -> None:
    secret = _asked(connection, person, ChallengePurpose.ADD_TOTP, now)
    step = step_of(secret, code, now, after=-1)
    if step is None:
        raise HouseRule.WRONG_CODE.refused()
    _answered(connection, person, ChallengePurpose.ADD_TOTP)
    _put(connection, person, FactorKind.TOTP, now, id=entropy(16).hex(), name=name, secret=secret, counter=step)


def step_of(secret: bytes, code: str, now: int, *, after: int) -> int | None:
    """The step of the clock for which it is the code, later than the one used last; each is good once."""
    totp = pyotp.TOTP(base64.b32encode(secret).decode())
    current = now // STEP_SECONDS
    for step in range(current - STEPS_OFF, current + STEPS_OFF + 1):
        if step > after and hmac.compare_digest(totp.generate_otp(step).encode(), code.encode()):
            return step
    return None


# Passkeys


@contextlib.contextmanager
def _refusing_bad_answers() -> Iterator[None]:
    """The library raises whatever its parsers come upon: an answer that it cannot read is a wrong one."""
    try:
        yield
    except Exception:  # noqa: BLE001  anybody may send anything, and nothing of ours is done in here
        raise HouseRule.WRONG_PASSKEY.refused() from None


def offer_passkey(
    connection: Connection, person: str, place: PasskeyPlace, now: int, *, name: str, entropy: Entropy
) -> dict[str, Any]:
    """What the browser's `navigator.credentials.create` is given, in JSON."""
    challenge = entropy(CHALLENGE_BYTES)
    _ask(connection, person, ChallengePurpose.ADD_PASSKEY, challenge, now)
    options = webauthn.generate_registration_options(
        rp_id=place.host,
        rp_name=ISSUER,
        user_id=person.encode(),
        user_name=name,
        challenge=challenge,
        exclude_credentials=_descriptors(connection, person),
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.PREFERRED, user_verification=UserVerificationRequirement.PREFERRED
        ),
    )
    return _json(options)


def add_passkey(
    connection: Connection, person: str, answer: dict[str, Any], place: PasskeyPlace, now: int, *, name: str
) -> None:
    challenge = _asked(connection, person, ChallengePurpose.ADD_PASSKEY, now)
    with _refusing_bad_answers():
        found = webauthn.verify_registration_response(
            credential=answer,
            expected_challenge=challenge,
            expected_rp_id=place.host,
            expected_origin=place.origin,
            require_user_verification=False,
        )
    _answered(connection, person, ChallengePurpose.ADD_PASSKEY)
    id = _words(found.credential_id)
    if row(connection, "SELECT 1 FROM second_factors WHERE id = ?", id) is not None:
        raise HouseRule.WRONG_PASSKEY.refused()
    key, count = found.credential_public_key, found.sign_count
    _put(connection, person, FactorKind.PASSKEY, now, id=id, name=name, secret=key, counter=count)


def ask_passkey(connection: Connection, person: str, place: PasskeyPlace, now: int, entropy: Entropy) -> dict[str, Any]:
    """What `navigator.credentials.get` is given; refused where there is no passkey."""
    allowed = _descriptors(connection, person)
    if not allowed:
        raise HouseRule.NO_PASSKEY.refused()
    challenge = entropy(CHALLENGE_BYTES)
    _ask(connection, person, ChallengePurpose.USE_PASSKEY, challenge, now)
    options = webauthn.generate_authentication_options(
        rp_id=place.host,
        challenge=challenge,
        allow_credentials=allowed,
        user_verification=UserVerificationRequirement.PREFERRED,
    )
    return _json(options)


def _descriptors(connection: Connection, person: str) -> list[PublicKeyCredentialDescriptor]:
    sql = "SELECT id FROM second_factors WHERE person = ? AND kind = ? ORDER BY made, id"
    found = rows(connection, sql, person, FactorKind.PASSKEY.value)
    return [PublicKeyCredentialDescriptor(id=_bytes(id)) for (id,) in found]


def _words(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _bytes(words: str) -> bytes:
    return base64.urlsafe_b64decode(words + "=" * (-len(words) % 4))


def _json(options: Any) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(webauthn.options_to_json(options))
    return made


# Adding, taking away, proving


def _put(
    connection: Connection, person: str, kind: FactorKind, now: int, *, id: str, name: str, secret: bytes, counter: int
) -> None:
    (count,) = rows(connection, "SELECT count(*) FROM second_factors WHERE person = ?", person)[0]
    if count >= MOST_FACTORS:
        raise HouseRule.TOO_MANY_FACTORS.refused()
    sql = (
        "INSERT INTO second_factors (id, person, kind, name, secret, counter, made, used)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, NULL)"
    )
    shown = "".join(filter(str.isprintable, " ".join(name.split())))[:LONGEST_NAME] or kind.value
    change(connection, sql, id, person, kind.value, shown, secret, counter, now)
    add_lines(connection, now, factor_words(kind, person, mark_of(id, person, kind.value, secret)))


def take_factor(connection: Connection, person: str, id: str, now: int) -> None:
    sql = "DELETE FROM second_factors WHERE person = ? AND id = ? RETURNING kind, secret"
    found = row(connection, sql, person, id)
    if found is None:
        raise HouseRule.NO_SUCH_FACTOR.refused()
    kind, secret = found
    add_lines(connection, now, factor_gone_words(kind, person, mark_of(id, person, kind, bytes(secret))))
    if not has_factor(connection, person) and recovery_codes_left(connection, person):
        change(connection, "DELETE FROM recovery_codes WHERE person = ?", person)
        _note_codes(connection, person, now)


def drop_all(connection: Connection, person: str, now: int) -> None:
    """From the console, for whoever lost everything; and with the account."""
    for factor in factors_of(connection, person):
        take_factor(connection, person, factor.id, now)
    change(connection, "DELETE FROM challenges WHERE person = ?", person)


def make_recovery_codes(connection: Connection, person: str, now: int, entropy: Entropy) -> tuple[str, ...]:
    """Ten that are good once each, in place of those before; only their hashes are kept."""
    change(connection, "DELETE FROM recovery_codes WHERE person = ?", person)
    codes = tuple(_recovery_code(entropy) for _ in range(RECOVERY_CODES))
    for code in codes:
        change(connection, "INSERT INTO recovery_codes (person, code) VALUES (?, ?)", person, _hash(code))
    _note_codes(connection, person, now)
    return codes


def _note_codes(connection: Connection, person: str, now: int) -> None:
    """The house's journal has the mark of those that are left: one that somebody put there opens the door too."""
    statements.hold_house(connection)  # first: of two codes used at two servers, the later line has both gone
    left = codes_held(rows(connection, "SELECT person, code FROM recovery_codes WHERE person = ?", person))
    add_lines(connection, now, recovery_words(person, *left.get(person, (0, mark_of()))))


def codes_held(found: Iterable[tuple[str, bytes]]) -> dict[str, tuple[int, str]]:
    """How many each person has, and their mark together."""
    codes: dict[str, list[bytes]] = {}
    for person, code in found:
        codes.setdefault(person, []).append(bytes(code))
    return {person: (len(each), mark_of(*sorted(each))) for person, each in codes.items()}


def recovery_codes_left(connection: Connection, person: str) -> int:
    return int(rows(connection, "SELECT count(*) FROM recovery_codes WHERE person = ?", person)[0][0])


def _recovery_code(entropy: Entropy) -> str:
    words = base64.b32encode(entropy(RECOVERY_BYTES)).decode().lower()
    return "-".join(words[at : at + 4] for at in range(0, len(words), 4))


def _hash(code: str) -> bytes:
    """80 random bits need no slow hash."""
    return hashlib.sha256(code.replace("-", "").replace(" ", "").lower().encode()).digest()


def prove(connection: Connection, person: str, proof: FactorProof, now: int) -> None:
    """Raises unless it is a factor of theirs. What was used once is not good again."""
    if proof.passkey is not None and proof.place is not None:  # as `is_code` has it, for the types
        _prove_passkey(connection, person, proof.passkey, proof.place, now)
    elif not (_prove_totp(connection, person, proof.code, now) or _prove_recovery(connection, person, proof.code, now)):
        raise HouseRule.WRONG_CODE.refused()


def prove_where_needed(connection: Connection, person: str, proof: FactorProof | None, now: int) -> bool:
    """Whether a factor was shown: nothing is asked of somebody who has none. Raises."""
    if not has_factor(connection, person):
        return False
    if proof is None:
        raise HouseRule.SECOND_FACTOR.refused()
    prove(connection, person, proof, now)
    return True


def _prove_totp(connection: Connection, person: str, code: str, now: int) -> bool:
    sql = "SELECT id, secret, counter FROM second_factors WHERE person = ? AND kind = ?"
    for id, secret, last in rows(connection, sql, person, FactorKind.TOTP.value):
        step = step_of(bytes(secret), code.replace(" ", ""), now, after=last)
        if step is not None:
            # Looked at again as it is written: of one code at two servers at once, one counts.
            sql = "UPDATE second_factors SET counter = ?, used = ? WHERE id = ? AND counter < ? RETURNING id"
            return row(connection, sql, step, now, id, step) is not None
    return False


def _prove_recovery(connection: Connection, person: str, code: str, now: int) -> bool:
    sql = "DELETE FROM recovery_codes WHERE person = ? AND code = ? RETURNING person"
    if not code or row(connection, sql, person, _hash(code)) is None:
        return False
    _note_codes(connection, person, now)
    return True


def _prove_passkey(connection: Connection, person: str, answer: dict[str, Any], place: PasskeyPlace, now: int) -> None:
    challenge = _asked(connection, person, ChallengePurpose.USE_PASSKEY, now)
    sql = "SELECT secret, counter FROM second_factors WHERE person = ? AND kind = ? AND id = ?"
    id = str(answer.get("id", ""))
    found = row(connection, sql, person, FactorKind.PASSKEY.value, id) if is_storable(id) else None
    if found is None:
        raise HouseRule.WRONG_PASSKEY.refused()
    with _refusing_bad_answers():
        done = webauthn.verify_authentication_response(
            credential=answer,
            expected_challenge=challenge,
            expected_rp_id=place.host,
            expected_origin=place.origin,
            credential_public_key=bytes(found[0]),
            credential_current_sign_count=int(found[1]),
            require_user_verification=False,
        )
    _answered(connection, person, ChallengePurpose.USE_PASSKEY)
    sql = "UPDATE second_factors SET counter = ?, used = ? WHERE id = ?"
    change(connection, sql, done.new_sign_count, now, id)
