"""Who wins a session, who goes on from it, and who takes which place in the tournament (D7 4.8, 6.5 to 6.11)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby

from msgspec import Struct

from croupier.games.money import dollars
from croupier.games.tournament.tally import Count, Tally
from croupier.rulebook import Cite

NOBODY: frozenset[str] = frozenset()
PLAY_OFF = Cite("D7 6.5", "T24")
"""What those rest on who go on from a play-off."""


class Through(Struct, frozen=True):
    """Someone who qualifies, or who won."""

    player: str
    rule: Cite
    working: str


class Selection(Struct, frozen=True):
    through: tuple[Through, ...]
    """From the highest on."""
    tied: tuple[str, ...] = ()
    """Those who must play off for the remaining places; empty where all is decided."""
    places: int = 0
    """How many places they play off for."""
    rule: Cite | None = None
    """What the play-off rests on, where there is one."""
    working: str = ""


class Needs(Struct, frozen=True):
    """The final cannot be decided before a play-off."""

    purpose: str
    """`winner` or `runner-up`."""
    players: tuple[str, ...]
    rule: Cite | None = None
    working: str = ""


class Placing(Struct, frozen=True):
    place: int
    players: tuple[str, ...]
    """One, or several who share the place and use up as many (ruling T26)."""
    rule: Cite
    working: str


# What all of it rests on


def _in_tally(tally: Tally, gone: frozenset[str]) -> tuple[Count, ...]:
    """Those who still count (ruling T21), by name: a result does not hang on who sat where."""
    counts = (count for count in tally.standing if count.player not in gone)
    return tuple(sorted(counts, key=lambda count: count.player))


def _may_be_first(counts: tuple[Count, ...]) -> frozenset[str]:
    """Whoever was eliminated before others were cannot win, even where all hold nothing (4.7, ruling T20).

    The last round is that of those who still count: whoever outlasted them all may have been disqualified since.
    """
    if any(count.chips for count in counts):
        return frozenset(count.player for count in counts)
    last = max((count.fell for count in counts), default=0)
    return frozenset(count.player for count in counts if count.fell == last)


def _value(count: Count, nil_by_round: bool) -> tuple[int, int]:
    """The chips; where the conditions of entry say so, at nothing also how long they lasted (ruling T20)."""
    return count.chips, count.fell if nil_by_round and not count.chips else 0


def _groups(counts: Iterable[Count], key: Callable[[Count], tuple[int, ...]]) -> tuple[tuple[Count, ...], ...]:
    """Highest first, equals together."""
    ordered = sorted(counts, key=key, reverse=True)
    return tuple(tuple(equals) for _, equals in groupby(ordered, key))


def _names(counts: Iterable[Count]) -> tuple[str, ...]:
    return tuple(count.player for count in counts)


def _listed(names: tuple[str, ...]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


# Who goes on


def select(
    tallies: tuple[Tally, ...],
    places: int,
    *,
    gone: frozenset[str] = NOBODY,
    nil_by_round: bool = False,
    rule: Cite | None = None,
    candidates: frozenset[str] | None = None,
) -> Selection:
    """Who of one table, or of several together (ruling T16), takes so many places; ties that matter are left open.

    Without a `rule` the winner of one table rests on 6.5, and whoever else goes on, on the notified terms (6.6).
    """
    everyone = tuple(_in_tally(tally, gone) for tally in tallies)
    ranked = [count for counts in everyone for count in counts if candidates is None or count.player in candidates]
    only = everyone[0] if len(everyone) == 1 else ()
    # Between tables there is no common last round, so there nothing is merely nothing.
    first = _may_be_first(only)
    outlasted = len(first) < len(only)
    where = _where(len(ranked), len(tallies), candidates)
    rests_on = rule or _going_on(len(tallies), places)

    def key(count: Count) -> tuple[int, ...]:
        return (int(count.player in first), *_value(count, nil_by_round))

    through: list[Through] = []
    for equals in _groups(ranked, key):
        left = places - len(through)
        if left <= 0:
            break
        by_round = nil_by_round or (outlasted and equals[0].player in first)
        if len(equals) > left:
            return _tied(tuple(through), equals, left, by_round=by_round, between=len(tallies))
        place = len(through) + 1
        cite = _read_by(rests_on, "T20" if by_round and not equals[0].chips else "T24" if len(equals) > 1 else None)
        through += [Through(it.player, cite, _goes_on(it, place, equals, where, by_round=by_round)) for it in equals]
    return Selection(tuple(through))


def _going_on(tables: int, places: int) -> Cite:
    if tables > 1:
        return Cite("D7 6.6", "T16")
    return Cite("D7 6.5") if places == 1 else Cite("D7 6.6")


def _read_by(rule: Cite, ruling: str | None) -> Cite:
    """A rule that names its ruling already keeps it."""
    return rule if rule.ruling or ruling is None else Cite(rule.clause, ruling)


def _where(players: int, tables: int, candidates: frozenset[str] | None) -> str:
    if candidates is not None:
        return f"{players} in question"
    return f"{players} at the table" if tables == 1 else f"{players} at {tables} tables"


def _figure(count: Count, *, by_round: bool) -> str:
    return f"{count.player} {_chips(count, by_round=by_round)}"


def _chips(count: Count, *, by_round: bool) -> str:
    """At nothing also when they fell, where that may be what decides."""
    lasted = f" (fell in round {count.fell})" if by_round and not count.chips else ""
    return f"{dollars(count.chips)}{lasted}"


def _goes_on(count: Count, place: int, equals: tuple[Count, ...], where: str, *, by_round: bool) -> str:
    rank = "the most" if place == 1 and count.chips else f"place {place}"
    others = len(equals) - 1
    equal = f", equal with {others} other{'s' if others > 1 else ''}" if others else ""
    return f"{_figure(count, by_round=by_round)}: {rank} of {where}{equal}"


def _tied(
    through: tuple[Through, ...], equals: tuple[Count, ...], left: int, *, by_round: bool, between: int
) -> Selection:
    figures = ", ".join(_figure(count, by_round=by_round) for count in equals)
    working = f"{figures}: {len(equals)} tied for {left} place{'s' if left > 1 else ''}"
    rule = PLAY_OFF if between == 1 else Cite("D7 6.5", "T16")
    return Selection(through, _names(equals), left, rule, working)


# A new issue of chips


def reissue_among(tally: Tally, gone: frozenset[str] = NOBODY) -> tuple[str, ...]:
    """Those to whom the operator may issue new chips for a play-off; empty where rule 4.8 does not apply.

    One eliminated earlier takes no part any more; one who fell earlier but kept some chips does, and then they did
    not all fall in the same round (rulings T3, T4, T27).
    """
    counts = _in_tally(tally, gone)
    taking_part = [count for count in counts if count.chips or count.fell == tally.rounds]
    together = all(count.chips < tally.minimum and count.fell == tally.rounds for count in taking_part)
    return _names(taking_part) if together and len(taking_part) > 1 else ()


# The places in the final


class _List(Struct, frozen=True):
    """One of the sessions by which places are decided: the final, or a session of a play-off."""

    name: str
    limb: Cite
    """By which limb of 6.10 it decides the lower places."""
    played: frozenset[str]
    """All who took part, those who are gone too."""
    counts: tuple[Count, ...]
    """Those who still count."""
    nil_by_round: bool

    def of(self, player: str) -> Count | None:
        return next((count for count in self.counts if count.player == player), None)

    def others(self, winner: str) -> tuple[Count, ...]:
        return tuple(count for count in self.counts if count.player != winner)

    def value(self, player: str) -> tuple[int, ...]:
        """To be in a list at all ranks above not being in it (ruling T25)."""
        count = self.of(player)
        return () if count is None else _value(count, self.nil_by_round)

    def leaders(self) -> tuple[Count, ...]:
        """Those who tie for the session itself."""
        first = _may_be_first(self.counts)
        return self._highest(tuple(count for count in self.counts if count.player in first))

    def after(self, winner: str) -> tuple[Count, ...]:
        """Those who tie for what comes next: at nothing all of them, whenever they fell (ruling T20)."""
        return self._highest(self.others(winner)) if self.of(winner) else self.leaders()

    def _highest(self, counts: tuple[Count, ...]) -> tuple[Count, ...]:
        return next(iter(_groups(counts, lambda count: _value(count, self.nil_by_round))), ())


class _Lists(Struct, frozen=True):
    final: _List
    winner: tuple[_List, ...]
    runner_up: tuple[_List, ...]

    @property
    def last_first(self) -> tuple[_List, ...]:
        """In the order in which the lower places go by them (6.10, ruling T25)."""
        return (*reversed(self.runner_up), *reversed(self.winner), self.final)


def decide_final(
    final: Tally,
    winner: tuple[Tally, ...],
    runner_up: tuple[Tally, ...],
    *,
    gives_runner_up: bool,
    gone: frozenset[str] = NOBODY,
    nil_by_round: bool = False,
) -> Needs | tuple[Placing, ...]:
    """The places of all who still count, or the play-off without which they cannot be told.

    `winner` and `runner_up` hold the sessions of those play-offs in the order they were played. A new issue of chips
    in the final (4.8) is the first session for winner.
    """
    tallies = (final, *winner, *runner_up)
    out = gone | {count.player for tally in tallies for count in tally.counts if count.disqualified}

    def listed(name: str, limb: str, sessions: tuple[Tally, ...]) -> tuple[_List, ...]:
        names = [f"session {number} of {name}" for number, _ in enumerate(sessions, start=1)]
        return tuple(
            _List(
                called if len(names) > 1 else name,
                Cite(limb, "T25"),
                frozenset(_names(tally.counts)),
                _in_tally(tally, out),
                nil_by_round,
            )
            for called, tally in zip(names, sessions, strict=True)
        )

    (ordinary,) = listed("the final", "D7 6.10(c)", (final,))
    lists = _Lists(
        ordinary,
        listed("the play-off for winner", "D7 6.10(b)", winner),
        listed("the play-off for runner-up", "D7 6.10(a)", runner_up),
    )
    return _places(lists, gives_runner_up=gives_runner_up) if ordinary.counts else ()


def _places(lists: _Lists, *, gives_runner_up: bool) -> Needs | tuple[Placing, ...]:
    first = _winner(lists)
    if isinstance(first, Needs):
        return first
    placed = [first]
    (winner,) = first.players
    if gives_runner_up and lists.final.others(winner):
        second = _runner_up(lists, winner)
        if isinstance(second, Needs):
            return second
        placed.append(second)
    return (*placed, *_lower_places(lists, tuple(placed)))


def _winner(lists: _Lists) -> Needs | Placing:
    # A play-off of which nobody is left decides nothing; the list before it does, less those who are gone.
    decides = next(it for it in (*reversed(lists.winner), lists.final) if it.counts)
    rule = Cite("D7 6.8") if decides is lists.final else Cite("D7 6.9")
    leaders = decides.leaders()
    for play_off in _behind(decides, lists):
        # The winner behind whom they played off is gone, so they move up in the order they came in (ruling T21).
        if any(play_off.of(count.player) for count in leaders):
            decides, rule, leaders = play_off, Cite("D7 6.9", "T21"), play_off.leaders()
    if len(leaders) > 1:
        return _needs("winner", Cite("D7 6.9"), leaders, decides)
    (count,) = leaders
    if not count.chips:
        rule = _read_by(rule, "T20")
    return Placing(1, (count.player,), rule, _comes_first(count, decides))


def _behind(decides: _List, lists: _Lists) -> tuple[_List, ...]:
    """The play-offs for second place behind the winner of that list: some who were in the list were not in them.

    Where a play-off for winner came later, among those who had moved up, everybody in it had been in them.
    """
    return tuple(play_off for play_off in lists.runner_up if play_off.played < decides.played)


def _comes_first(count: Count, decides: _List) -> str:
    number = len(decides.counts)
    if number == 1:
        rank = f"the only player left in {decides.name}"
    elif count.chips:
        rank = f"the most of {number} in {decides.name}"
    else:
        rank = f"the last to fall of {number} in {decides.name}, where nobody holds chips"
    return f"{_figure(count, by_round=True)}: {rank}"


def _runner_up(lists: _Lists, winner: str) -> Needs | Placing:
    decides = next((it for it in reversed(lists.winner) if it.others(winner)), lists.final)
    leaders = decides.after(winner)
    rule = Cite("D7 6.8") if decides is lists.final else Cite("D7 6.9")
    needed = Cite("D7 6.9", "T12") if decides is lists.final else rule
    if len(leaders) > 1:
        play_off = next((it for it in reversed(lists.runner_up) if it.others(winner)), None)
        if play_off is not None:
            decides, rule, leaders = play_off, needed, play_off.after(winner)
    if len(leaders) > 1:
        return _needs("runner-up", needed, leaders, decides)
    (count,) = leaders
    if decides.of(winner):
        working = f"{_figure(count, by_round=True)}: next after {winner} in {decides.name}"
    else:
        working = _comes_first(count, decides)
    return Placing(2, (count.player,), rule, working)


def _needs(purpose: str, rule: Cite, tied: tuple[Count, ...], decides: _List) -> Needs:
    figures = ", ".join(_figure(count, by_round=True) for count in tied)
    return Needs(purpose, _names(tied), rule, f"{figures}: tied for {purpose} in {decides.name}")


def _lower_places(lists: _Lists, placed: tuple[Placing, ...]) -> tuple[Placing, ...]:
    """By the lists one after the other; whoever is equal in all of them shares, and n who share use up n places."""
    above = {player for placing in placed for player in placing.players}
    keys = {
        count.player: tuple(it.value(count.player) for it in lists.last_first)
        for count in lists.final.counts
        if count.player not in above
    }
    placings: list[Placing] = []
    place = len(placed) + 1
    ordered = sorted(keys, key=lambda player: keys[player], reverse=True)
    for key, group in groupby(ordered, lambda player: keys[player]):
        players = tuple(group)
        depth = _depth(key, [other for other in keys.values() if other != key])
        placings.append(_lower(lists, place, players, depth))
        place += len(players)
    return tuple(placings)


def _depth(key: tuple[tuple[int, ...], ...], others: list[tuple[tuple[int, ...], ...]]) -> int:
    """How many lists it takes to tell them from all others."""
    same = next(size for size in range(len(key) + 1) if all(other[:size] != key[:size] for other in others))
    in_one = next(number for number, value in enumerate(key, start=1) if value)
    return max(same, in_one)


def _lower(lists: _Lists, place: int, players: tuple[str, ...], depth: int) -> Placing:
    shared = len(players) > 1
    looked_at = lists.last_first if shared else lists.last_first[:depth]
    told = [(it, count) for it in looked_at if (count := it.of(players[0]))]
    figures = ", then ".join(f"{_chips(count, by_round=it.nil_by_round)} in {it.name}" for it, count in told)
    if shared:
        limb = "D7 6.11(a)" if len(players) == 2 else "D7 6.11(b)"  # noqa: PLR2004 - the limb's own number
        numbers = _listed(tuple(str(place + number) for number in range(len(players))))
        return Placing(place, players, Cite(limb, "T26"), f"{_listed(players)} each {figures}: share places {numbers}")
    last = told[-1][0]
    rule = last.limb
    if place == 2:  # noqa: PLR2004 - no prize for the runner-up: 6.10 begins after that place
        rule = Cite("D7 6.8") if last is lists.final else Cite("D7 6.9")
    return Placing(place, players, rule, f"{players[0]} {figures}: place {place}")
