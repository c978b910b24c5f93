"""One round of roulette settled a second time, from the Gazette and the rulings alone (R12, R19, R25, R28 to R30).

Nothing here comes from the program. What lies where is held in cents; the positions are few: enough for wagers that win
together, alone, or never together.
"""

from __future__ import annotations

from dataclasses import dataclass, field

Key = tuple[str, str]
"""Player and position."""
Line = tuple[str, int]
"""`win`, `lose` or `void`, and what is paid without the stake."""

RED = frozenset((1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36))
WINS = {
    "red": RED,
    "black": frozenset(range(1, 37)) - RED,
    "odd": frozenset(range(1, 37, 2)),
    "column 2": frozenset(range(2, 37, 3)),
    "17": frozenset((17,)),
    "18": frozenset((18,)),
}
ODDS = {"red": 1, "black": 1, "odd": 1, "column 2": 2, "17": 35, "18": 35}

BETTING, CALLED, RESULT, FINAL, VOID = "betting", "called", "result", "final", "void"


@dataclass
class Round:
    minimum: int
    maximum: int
    stage: str = BETTING
    number: int = -1
    stakes: dict[Key, int] = field(default_factory=dict)
    late: dict[Key, list[int]] = field(default_factory=dict)
    """Chips that were found late at a position and are with their player again."""
    rulings: dict[Key, str | None] = field(default_factory=dict)
    """As if it lay elsewhere, or given back."""
    was_late: set[Key] = field(default_factory=set)
    """Wagers that came late and were ruled good: by the strict rule they are void."""

    # How wagers end

    def at(self, key: Key, position: str) -> Line:
        won = self.number in WINS[position]
        return ("win", self.stakes[key] * ODDS[position]) if won else ("lose", 0)

    def strict(self, key: Key) -> Line:
        return ("void", 0) if key in self.was_late else self.at(key, key[1])

    def ruled(self, key: Key, position: str | None) -> Line:
        return ("void", 0) if position is None else self.at(key, position)

    def gain(self, key: Key, line: Line) -> int:
        return -self.stakes[key] if line[0] == "lose" else line[1]

    def line(self, key: Key) -> Line:
        """By the ruling where there is one and it is the better of the two (R12, R25)."""
        strict = self.strict(key)
        if key not in self.rulings:
            return strict
        ruled = self.ruled(key, self.rulings[key])
        return ruled if self.gain(key, ruled) > self.gain(key, strict) else strict

    # What may be done

    @property
    def is_open(self) -> bool:
        """Whether the result is still to come, or may still be put right."""
        return self.stage in (CALLED, RESULT)

    def lies(self, key: Key) -> bool:
        """Whether there is a wager that was not given back already."""
        given_back = self.stage == RESULT and key in self.stakes and self.line(key)[0] == "void"
        return key in self.stakes and not given_back

    def may_be_late(self, key: Key, amount: int | None = None) -> bool:
        enough = amount is None or amount <= self.stakes.get(key, 0)
        return self.is_open and self.lies(key) and key not in self.rulings and enough

    def is_outside(self, key: Key, amount: int) -> bool:
        return not self.minimum <= self.stakes.get(key, 0) + amount <= self.maximum

    def may_favour(self, key: Key, position: str | None) -> bool:
        if self.stage == VOID:
            return False
        if key in self.stakes:
            if self.stage == CALLED:
                return key not in self.rulings
            return self.gain(key, self.ruled(key, position)) > self.gain(key, self.line(key))
        if self.stage == FINAL or key not in self.late or position is None:
            return False
        return self.stage == CALLED or self.number in WINS[position]

    def may_take_back(self, key: Key) -> bool:
        return self.stage != VOID and key in self.rulings

    # What it does

    def find_late(self, key: Key, amount: int) -> None:
        self.late.setdefault(key, []).append(amount)
        self.stakes[key] -= amount
        if not self.stakes[key]:
            del self.stakes[key]

    def put_right(self, key: Key, amount: int) -> None:
        """What is over the maximum is void; a short wager is raised before the result, and stands after it (R30)."""
        total = self.stakes.get(key, 0) + amount
        short = total if self.stage == RESULT else self.minimum
        self.stakes[key] = self.maximum if total > self.maximum else short

    def favour(self, key: Key, position: str | None) -> None:
        if key not in self.stakes:
            (self.stakes[key],) = self.late.pop(key)
            self.was_late.add(key)
        self.rulings[key] = position

    def take_back(self, key: Key) -> None:
        del self.rulings[key]
        if self.stage != FINAL and key in self.was_late:
            self.void_again(key)

    def void_again(self, key: Key) -> None:
        self.was_late.remove(key)
        self.rulings.pop(key, None)
        self.find_late(key, self.stakes[key])

    def make_void(self) -> None:
        """No result: what came late is with its player again, and the rulings end with what they were about."""
        self.stage = VOID
        for key in list(self.was_late):
            self.void_again(key)

    def restore(self, number: int) -> None:
        """The ground was a mistake: the result stands, and so do the rulings on wagers that were lawful (R28)."""
        self.stage, self.number = RESULT, number

    def found_late(self) -> dict[Key, int]:
        """All chips that are void as late."""
        found = {key: sum(amounts) for key, amounts in self.late.items()}
        for key in self.was_late:
            if self.line(key)[0] == "void":
                found[key] = found.get(key, 0) + self.stakes[key]
        return found

    def holds(self, player: str, bought: int) -> int:
        """What the player has when nothing more is done."""
        own = [key for key in self.stakes if key[0] == player]
        if self.stage == FINAL:
            return bought + sum(self.gain(key, self.line(key)) for key in own)
        return bought - sum(self.stakes[key] for key in own)
