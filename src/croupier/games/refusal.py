"""Why an act is not accepted: the clause, a code that never changes, and the reason in words."""

from __future__ import annotations

from msgspec import Struct

from croupier.rulebook import Cite


class Refusal(Struct, frozen=True):
    """Why an act is not accepted: the rule, a code that never changes, and the reason in words."""

    rule: Cite
    code: str
    why: str

    def __str__(self) -> str:
        return f"{self.why} [{self.rule}, {self.code}]"


class Refused(ValueError):  # noqa: N818  a refusal is the ordinary answer to an act, not an error of the program
    """Raised by `play`, and by a sign or an option that the rules do not know."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal
