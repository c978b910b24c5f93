"""Passwords: which are accepted, and argon2 in a thread, a few at a time, with the same work for people and nobody."""

from __future__ import annotations

import asyncio
import unicodedata

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from msgspec import Struct

from croupier.floor.house_rules.refusal import HouseRefusal
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.people.names import name_key

SHORTEST, LONGEST = 10, 200
_FEWEST_DIFFERENT = 4
_AT_ONCE = 2
"""Each hash takes tens of megabytes: a crowd at the door must wait, or the house runs out of memory."""

_COMMONEST = frozenset(
    """
0123456789 0987654321 1234567890 12345678910 123456789a 123456789q 1q2w3e4r5t 1qaz2wsx3edc
a123456789 abcd123456 abcdefghij abcdefghijk administrator asdfghjkl; asdfghjkl1 baseball123
basketball changeme123 correcthorsebatterystaple dragon1234 football123 iloveyou12 iloveyou123
letmein123 letmein1234 liverpool1 manchester michael123 p@ssw0rd123 pa55word123 password12
password123 password1234 password12345 passwordpassword princess12 princess123 q1w2e3r4t5
q1w2e3r4t5y6 qazwsxedcrfv qwer123456 qwerty1234 qwerty12345 qwerty123456 qwertyuiop qwertyuiop123
sunshine12 sunshine123 superman123 trustno1trustno1 welcome123 welcome1234 zaq12wsxcde3 zxcvbnm123
roulette123 blackjack1 blackjack21 blackjack123 croupier123 moneywheel
""".split()  # noqa: SIM905  a list of words is read more easily so
)


def refuses_password(password: str, name: str) -> HouseRefusal | None:
    """Whether a person of that name may choose it. Length and the commonest ones: no rules about signs and digits."""
    if not SHORTEST <= len(password) <= LONGEST:
        return HouseRule.PASSWORD_LENGTH.refusal(least=SHORTEST, most=LONGEST)
    if not _is_text(password):
        return HouseRule.PASSWORD_TEXT.refusal()
    plain = _normal(password).casefold()
    if plain in _COMMONEST or len(set(plain)) < _FEWEST_DIFFERENT or name_key(password) == name_key(name):
        return HouseRule.PASSWORD_COMMON.refusal()
    return None


def _is_text(password: str) -> bool:
    """Half a pair of code units comes through JSON, and has no bytes to hash."""
    return not any(unicodedata.category(letter) == "Cs" for letter in password)


def _normal(password: str) -> str:
    """Keyboards write one letter in different ways; the same password must open the same door."""
    return unicodedata.normalize("NFKC", password)


class PasswordVerdict(Struct, frozen=True):
    right: bool
    outdated: bool = False
    """Hashed with other parameters than those of today: hash it anew while the password is at hand."""


class Passwords:
    """The hasher, with its stand-in for people who are not there."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = PasswordHasher() if hasher is None else hasher
        self._nobody: str | None = None
        self._turn = asyncio.Semaphore(_AT_ONCE)

    async def hashed(self, password: str) -> str:
        async with self._turn:
            return await asyncio.to_thread(self._hasher.hash, _normal(password))

    async def judged(self, password: str, stored: str | None) -> PasswordVerdict:
        """Is it the one that was hashed? Without one, or with a password that nobody can have, the work is idle."""
        usable = len(password) <= LONGEST and _is_text(password)
        async with self._turn:
            return await asyncio.to_thread(self._judge, _normal(password) if usable else "", stored if usable else None)

    def _judge(self, password: str, stored: str | None) -> PasswordVerdict:
        try:
            self._hasher.verify(self._stand_in() if stored is None else stored, password)
        except (VerificationError, InvalidHashError):
            return PasswordVerdict(right=False)
        if stored is None:
            return PasswordVerdict(right=False)
        return PasswordVerdict(right=True, outdated=self._hasher.check_needs_rehash(stored))

    def _stand_in(self) -> str:
        if self._nobody is None:
            self._nobody = self._hasher.hash("nobody's password")
        return self._nobody

    async def prepare(self) -> None:
        """Makes the stand-in beforehand, so that the first stranger is not slower than the second."""
        async with self._turn:
            await asyncio.to_thread(self._stand_in)
