"""What becomes of a bankroll that is played with the same wagers round after round: exact, and no simulation.

Everything here starts from the chance of each net result of one round, such as `Combination.distribution`. Rounds are
independent of each other. Chances are counted as whole numbers over a common denominator and become Fractions at the
end. Sums that would take minutes are refused with `TooMuch`.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import accumulate
from math import comb, gcd, lcm

from msgspec import Struct

from croupier.games.money import is_whole

Distribution = Mapping[int, Fraction]
"""Each net result of one round with its chance; together they are 1."""

MOST_STATES = 400
"""Up to so many different bankrolls on the way, play without a limit of rounds is worked out exactly."""
MOST_WORK = 4_000_000_000
"""Some seconds: counted in words of 64 bits that are multiplied and added."""
_OVERHEAD = 100
"""What handling one number costs, however small it is."""
_WORD = 64


class TooMuch(ValueError):  # noqa: N818  it is what it says
    """An exact answer that would take too long."""


class Fate(Struct, frozen=True):
    """How play ends."""

    goal: Fraction
    """The chance that the bankroll reaches the goal."""
    ruin: Fraction
    """The chance that before the goal it no longer covers the stake."""
    rounds: Fraction | None = None
    """How many rounds are played on average; `None` where that was not asked."""

    @property
    def playing(self) -> Fraction:
        """The chance that neither has happened."""
        return 1 - self.goal - self.ruin


class Spread(Struct, frozen=True):
    """The chances of having won, of having neither won nor lost, and of having lost."""

    ahead: Fraction
    even: Fraction
    behind: Fraction


# One round, or any distribution of results


def mean_of(results: Distribution) -> Fraction:
    """The mean result, in cents."""
    ways, of = _counted(results)
    return Fraction(sum(net * count for net, count in ways.items()), of)


def variance_of(results: Distribution) -> Fraction:
    """The standard deviation squared. That of n rounds is n times as much."""
    ways, of = _counted(results)
    squares = Fraction(sum(net**2 * count for net, count in ways.items()), of)
    return squares - mean_of(results) ** 2


def spread_of(results: Distribution) -> Spread:
    """How likely it is to end ahead, even and behind."""
    ways, of = _counted(results)
    ahead = sum(count for net, count in ways.items() if net > 0)
    even = ways.get(0, 0)
    return Spread(Fraction(ahead, of), Fraction(even, of), Fraction(of - ahead - even, of))


def quantile(results: Distribution, share: Fraction) -> int:
    """The least result that is not exceeded with at least this chance: with 1/2 the median."""
    if not 0 < share <= 1:
        raise ValueError("a share must be above 0 and at most 1")
    ways, of = _counted(results)
    rising = sorted(ways)
    reached = accumulate(ways[net] for net in rising)
    return next(net for net, count in zip(rising, reached, strict=True) if count >= share * of)


def coarsened(results: Distribution, resolution: int) -> dict[int, Fraction]:
    """The same chances in whole parts of 1/resolution, where they are not whole parts of something less already.

    Counts of a billion rounds make sums of many rounds slow. What is possible stays possible, and the likeliest result
    takes what rounding leaves over, so that together they are 1.
    """
    ways, of = _counted(results)
    if of <= resolution:
        return dict(results)
    parts = {net: max(1, round(Fraction(count * resolution, of))) for net, count in ways.items()}
    likeliest = max(parts, key=lambda net: (parts[net], net))
    parts[likeliest] += resolution - sum(parts.values())
    if parts[likeliest] <= 0:
        raise ValueError("there are more results than parts")
    return {net: Fraction(count, resolution) for net, count in parts.items()}


# Many rounds


class After(Struct, frozen=True):
    """What many rounds come to, counted in ways. Fractions of numbers so long are slow to reduce: few are made."""

    ways: dict[int, int]
    """Of each net result, from the best to the worst."""
    of: int

    @property
    def spread(self) -> Spread:
        _Work().add_reducing(3, self.of.bit_length())
        ahead = sum(count for net, count in self.ways.items() if net > 0)
        even = self.ways.get(0, 0)
        return Spread(*(Fraction(count, self.of) for count in (ahead, even, self.of - ahead - even)))

    def quantile(self, share: Fraction) -> int:
        """The least result that is not exceeded with at least this chance: with 1/2 the median."""
        if not 0 < share <= 1:
            raise ValueError("a share must be above 0 and at most 1")
        rising = sorted(self.ways)
        reached = accumulate(self.ways[net] for net in rising)
        wanted = share.numerator * self.of
        return next(net for net, count in zip(rising, reached, strict=True) if count * share.denominator >= wanted)

    def rounded(self, resolution: int) -> dict[int, int]:
        """The chance of each result in whole parts of 1/resolution, half to even, where it is not rounded to none."""
        found = {net: divmod(count * resolution, self.of) for net, count in self.ways.items()}
        parts = {net: part + (2 * rest > self.of - part % 2) for net, (part, rest) in found.items()}
        return {net: part for net, part in parts.items() if part}


def ways_after(results: Distribution, rounds: int) -> After:
    """In how many ways this many rounds come to each net result. Nobody stops on the way."""
    _check_rounds(rounds)
    ways, of = _counted(results)
    least, unit = min(ways), _unit(ways)
    counts = _power({(net - least) // unit: count for net, count in ways.items()}, rounds, of)
    return After({rounds * least + unit * place: counts[place] for place in sorted(counts, reverse=True)}, of**rounds)


def result_after(results: Distribution, rounds: int) -> dict[int, Fraction]:
    """The chance of each net result after this many rounds, from the best to the worst. Nobody stops on the way."""
    _check_rounds(rounds)
    ways, of = _counted(results)
    _Work().add_reducing(rounds * (max(ways) - min(ways)) // _unit(ways), rounds * of.bit_length())
    after = ways_after(results, rounds)
    return {net: Fraction(count, after.of) for net, count in after.ways.items()}


def _unit(ways: Mapping[int, int]) -> int:
    """Results lie so far apart, or whole multiples of it."""
    least = min(ways)
    return gcd(*(net - least for net in ways)) or 1


def _power(ways: Mapping[int, int], rounds: int, of: int) -> dict[int, int]:
    """In how many ways so many rounds come to each place, where one round has these ways and the least place is 0.

    They are the coefficients of a polynomial to the power of the rounds. For Q = Pⁿ holds P Q' = n P' Q, which gives
    each coefficient from those before it without any smaller power (Euler).
    """
    highest = max(ways) * rounds
    _Work().add(highest * len(ways), rounds * of.bit_length())
    others = {step: count for step, count in ways.items() if step}
    found = [ways[0] ** rounds]
    for place in range(1, highest + 1):
        known = ((step, count) for step, count in others.items() if step <= place)
        total = sum((step * (rounds + 1) - place) * count * found[place - step] for step, count in known)
        found.append(total // (place * ways[0]))  # leaves no rest
    return {place: count for place, count in enumerate(found) if count}


def losing_run(results: Distribution, rounds: int, length: int) -> Fraction:
    """The chance of a run of losing rounds of at least this length, in this many rounds."""
    _check_rounds(rounds)
    if not is_whole(length) or length < 0:
        raise ValueError("a run must be a whole number of rounds, 0 or more")
    losing, of = _losing(results)
    _Work().add_reducing(rounds // (length + 1) + 1, rounds * of.bit_length())
    return 1 - Fraction(_without_run(losing, of, rounds, length), of**rounds)


def longest_losing_run(results: Distribution, rounds: int) -> Fraction:
    """How many losing rounds come one after the other at most, on average over all courses of this many rounds.

    A round that ends even breaks a run: it is not lost.
    """
    _check_rounds(rounds)
    losing, of = _losing(results)
    _Work().add_runs(rounds, rounds * of.bit_length())
    whole = of**rounds
    # The average is the sum of the chances that the longest run is at least 1, at least 2, and so on.
    longer = sum(whole - _without_run(losing, of, rounds, length) for length in range(1, rounds + 1))
    return Fraction(longer, whole)


def _losing(results: Distribution) -> tuple[int, int]:
    """In how many ways a round is lost, of how many."""
    ways, of = _counted(results)
    return sum(count for net, count in ways.items() if net < 0), of


def _without_run(losing: int, of: int, rounds: int, length: int) -> int:
    """In how many ways so many rounds go by without a run of that length, by de Moivre's series."""
    if length == 0:
        return 0
    if rounds < length:
        return int(of**rounds)
    run = losing**length
    step = run * (of - losing)
    return _series(step, of, rounds, length) - int(run) * _series(step, of, rounds - length, length)


def _series(step: int, of: int, rounds: int, length: int) -> int:
    """The sum over j of (-1)ʲ C(rounds - j length, j) stepʲ, each over its power of the denominator."""
    last = rounds // (length + 1)
    block = of ** (length + 1)
    total, power = 0, 1
    for place in range(last, -1, -1):
        total = comb(rounds - place * length, place) * power - step * total
        power *= block
    return int(total * of ** (rounds - last * (length + 1)))


# A bankroll


def fate_within(results: Distribution, *, stake: int, bankroll: int, goal: int, rounds: int) -> Fate:
    """How play ends within a number of rounds of the same stake.

    It stops when the bankroll reaches the goal, and when it no longer covers the stake, which is ruin whatever is left.
    """
    _check_bankroll(stake, bankroll, goal)
    _check_rounds(rounds)
    ways, of = _counted(results)
    work = _Work()
    playing, ended, played, whole = {bankroll: 1}, {_GOAL: 0, _RUIN: 0}, 0, 1
    for done in range(rounds + 1):
        for money in [money for money in playing if not stake <= money < goal]:
            ended[_GOAL if money >= goal else _RUIN] += playing.pop(money)
        if done == rounds or not playing:
            break
        work.add(len(playing) * len(ways), done * of.bit_length())
        played = (played + sum(playing.values())) * of
        ended = {end: weight * of for end, weight in ended.items()}
        whole *= of
        after: dict[int, int] = {}
        for money, weight in playing.items():
            for net, count in ways.items():
                after[money + net] = after.get(money + net, 0) + weight * count
        playing = after
    return Fate(Fraction(ended[_GOAL], whole), Fraction(ended[_RUIN], whole), Fraction(played, whole))


def fate(results: Distribution, *, stake: int, bankroll: int, goal: int) -> Fate:
    """How play ends that goes on until the goal or ruin, however long that takes.

    The bankrolls that can come about on the way are the unknowns of a linear system, which is solved exactly by leaving
    them out one by one. Beyond `MOST_STATES` of them it raises `TooMuch`: take `fate_within` with many rounds then.
    """
    _check_bankroll(stake, bankroll, goal)
    ways, _of = _counted(results)
    if bankroll >= goal or bankroll < stake:
        return Fate(Fraction(bankroll >= goal), Fraction(bankroll < goal))
    moves = {net: count for net, count in ways.items() if net}
    if not moves:
        return Fate(Fraction(0), Fraction(0))
    rows = _rows(moves, stake, bankroll, goal)
    below = sorted(money for money in rows if money < bankroll)
    above = sorted((money for money in rows if money > bankroll), reverse=True)
    work = _Work()
    for money in (*below, *above):
        _leave_out(rows, money, work)
    ends = rows[bankroll]
    whole = sum(ends.values())
    return Fate(Fraction(ends.get(_GOAL, 0), whole), Fraction(ends.get(_RUIN, 0), whole))


_GOAL, _RUIN = -1, -2
"""Ends of play among bankrolls, which are never below nothing."""

Rows = dict[int, dict[int, int]]
"""From each bankroll, where the next change of it leads, and the weight of that: chances without their denominator."""


def _rows(moves: Mapping[int, int], stake: int, bankroll: int, goal: int) -> Rows:
    rows: Rows = {}
    open_ = [bankroll]
    while open_:
        money = open_.pop()
        if money in rows:
            continue
        if len(rows) == MOST_STATES:
            raise TooMuch(f"more than {MOST_STATES} different bankrolls are possible before it ends")
        row: dict[int, int] = {}
        for net, count in moves.items():
            after = money + net
            end = _GOAL if after >= goal else _RUIN if after < stake else after
            row[end] = row.get(end, 0) + count
        rows[money] = row
        open_ += [end for end in row if end >= 0]
    return rows


def _leave_out(rows: Rows, money: int, work: _Work) -> None:
    """Whoever comes to this bankroll goes on from it at once: the chances of where play ends are the same."""
    onward = rows.pop(money)
    whole = sum(onward.values())
    for start, row in rows.items():
        arriving = row.pop(money, 0)
        if arriving:
            work.add(len(row) + len(onward), whole.bit_length())
            through = {end: weight * whole for end, weight in row.items()}
            for end, weight in onward.items():
                through[end] = through.get(end, 0) + weight * arriving
            through.pop(start, None)  # coming back changes nothing
            common = gcd(*through.values())
            rows[start] = {end: weight // common for end, weight in through.items()}


# Checks


class _Work:
    """What was spent so far, so that nobody waits for hours."""

    def __init__(self) -> None:
        self._left = MOST_WORK

    def add(self, numbers: int, bits: int) -> None:
        """So many numbers of about so many bits, each multiplied by a small one."""
        self._spend(numbers * (_OVERHEAD + bits // _WORD))

    def add_reducing(self, numbers: int, bits: int) -> None:
        """So many fractions to be reduced."""
        self._spend(numbers * (_OVERHEAD + (bits // _WORD) ** 2))

    def add_runs(self, rounds: int, bits: int) -> None:
        """The series for runs of every length: a term for each run that finds room, of numbers that are all long."""
        terms = rounds * rounds.bit_length()  # at least as many as there are
        self._spend(terms * (_OVERHEAD + (bits // _WORD) ** 2 // 4))

    def _spend(self, words: int) -> None:
        self._left -= words
        if self._left < 0:
            raise TooMuch("an exact answer would take too long: ask for fewer rounds, or for simpler wagers")


def _counted(results: Distribution) -> tuple[dict[int, int], int]:
    """The results that can come about, each with its ways, and of how many."""
    if not all(is_whole(net) for net in results):
        raise ValueError("a net result must be a whole number of cents")
    of = lcm(*(chance.denominator for chance in results.values()))
    ways = {net: chance.numerator * (of // chance.denominator) for net, chance in results.items() if chance}
    if sum(ways.values()) != of or any(count < 0 for count in ways.values()):
        raise ValueError("the chances of all results must add up to 1, and none may be below 0")
    return ways, of


def _check_rounds(rounds: int) -> None:
    if not is_whole(rounds) or rounds < 0:
        raise ValueError("rounds must be a whole number, 0 or more")


def _check_bankroll(stake: int, bankroll: int, goal: int) -> None:
    if not all(map(is_whole, (stake, bankroll, goal))):
        raise ValueError("stake, bankroll and goal must be whole numbers of cents")
    if stake <= 0 or bankroll < 0:
        raise ValueError("the stake must be above 0, and the bankroll 0 or more")
    if goal < bankroll:
        raise ValueError("the goal must not be below the bankroll")
