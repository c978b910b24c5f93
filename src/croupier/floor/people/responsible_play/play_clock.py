"""How long somebody has been playing: a period of play ends with half an hour without an act."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from croupier.floor.people.responsible_play.days import MINUTE, day_of, start_of

GAP_SECONDS = 30 * MINUTE


class PlayClock(Struct, frozen=True):
    """A clock that goes back neither shortens what was played nor brings a new day."""

    day: int = 0
    """The day to which `played` belongs."""
    played: int = 0
    """Seconds of play on that day, up to the last act."""
    began: int = 0
    """When this period of play began."""
    last: int = 0
    """The last act."""
    reminded: int = 0
    """When the last reality check was shown."""

    def acted(self, now: int) -> PlayClock:
        """After an act at that moment."""
        if now <= self.last:
            return self
        day = day_of(now)
        began = self.began if self.is_on(now) else now
        return replace(self, day=day, played=self.played_today(now), began=began, last=now)

    def is_on(self, now: int) -> bool:
        """Whether the period of play of the last act still goes on."""
        return self.last > 0 and now - self.last < GAP_SECONDS

    def played_today(self, now: int) -> int:
        """Seconds of play on this day, the time since the last act included while the period goes on."""
        day = day_of(now)
        before = self.played if day <= self.day else 0
        if not self.is_on(now) or now <= self.last:
            return before
        return before + now - (self.last if day <= self.day else max(self.last, start_of(day)))

    def period_seconds(self, now: int) -> int:
        """The session clock: how long this period of play has gone on."""
        return max(now - self.began, 0) if self.is_on(now) else 0

    def check_is_due(self, now: int, minutes: int) -> bool:
        """Whether so many minutes of this period have gone since it began or since the last reality check."""
        return self.is_on(now) and now - max(self.began, self.reminded) >= minutes * MINUTE

    def checked(self, now: int) -> PlayClock:
        return replace(self, reminded=max(self.reminded, now))

    def merged(self, other: PlayClock) -> PlayClock:
        """Of two that were kept side by side, what lets play less."""
        later, earlier = (self, other) if (self.day, self.last) >= (other.day, other.last) else (other, self)
        played = max(later.played, earlier.played) if later.day == earlier.day else later.played
        return replace(later, played=played, reminded=max(self.reminded, other.reminded))
