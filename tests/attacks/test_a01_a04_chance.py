"""Guessing what comes: clocks that seed a shuffle, states that outcomes give away, secrets that serve twice (A1-A4)."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from croupier.floor.casino import Sources
from croupier.floor.tables.actor import TableActor
from croupier.floor.tables.chance import ChanceSource, Round, Sealed
from croupier.floor.tables.draft import Draft
from croupier.floor.tables.opening import Settings
from croupier.games.acts import Act, Clock
from croupier.games.blackjack.cards import DECK
from croupier.record.journals.journal import read_stamp
from croupier.record.journals.seal import draw, in_order, seal_of
from tests.support.floor.casino import BETTING, REST, Hand, House, begun, code_of, decided, in_casino, wager
from tests.support.floor.house import NOON
from tests.support.floor.states import state_of
from tests.support.record.shuffles import from_what_is_left, orders

DAY = 86_400


def is_long(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--long"))


# A1: five cards and a rough time. Whoever knows how the secret is made of the clock tries every second of the day.


class Seen(NamedTuple):
    """One outcome as anybody at the table sees it: what went into it, and on which places it fell."""

    stream: str
    round: int
    k: int
    nonces: tuple[bytes, ...]
    size: int
    places: range


def packed(second: int) -> bytes:
    return hashlib.sha512(second.to_bytes(8, "big")).digest()


def generated(second: int) -> bytes:
    return Random(second).randbytes(64)


def written(second: int) -> bytes:
    return str(second).encode().ljust(64, b"\0")


CLOCKED: dict[str, Callable[[int], bytes]] = {"hashed": packed, "generated": generated, "written": written}
"""Ways in which a secret has been made of the clock."""


class Clocked(Sealed):
    """The planted bug: the secret is made of the second at which the round opens."""

    def __init__(self, key: bytes, made: Callable[[int], bytes], now: Callable[[], float]) -> None:
        super().__init__(key)
        self._made, self._now = made, now

    def opened(self, number: int) -> Round:
        secret = self._made(int(self._now()))
        return replace(super().opened(number), secret=secret, seal=seal_of(secret))

    def again(self, number: int, seal: str, fresh: bytes | None) -> Round:
        # As after a restart, from the line's own time: for the first round that is all there is.
        return replace(super().again(number, seal, fresh), secret=self._made(int(self._now())))


class Watching:
    """Keeps what a table's outcomes were drawn from, for the eyes of the attacker; never the secret."""

    def __init__(self, source: ChanceSource) -> None:
        self.is_sealed, self._source = source.is_sealed, source
        self.seen: list[Seen] = []

    def opened(self, number: int) -> Round:
        return self._source.opened(number)

    def again(self, number: int, seal: str, fresh: bytes | None) -> Round:
        return self._source.again(number, seal, fresh)

    def drawn(self, stream: str, round: Round, chance: Mapping[Act, Fraction]) -> Act | None:
        act = self._source.drawn(stream, round, chance)
        acts, counts = in_order(chance)
        first = sum(counts[: acts.index(act)]) if act is not None else 0
        if act is not None and len(acts) > 1:
            places = range(first, first + counts[acts.index(act)])
            self.seen.append(Seen(stream, round.number, round.draws, round.nonces, sum(counts), places))
        return act


def explains(secret: bytes, seen: Iterable[Seen]) -> bool:
    return all(draw(secret, each.stream, each.round, each.k, each.nonces, each.size) in each.places for each in seen)


def found_by_cards(seen: Sequence[Seen], seconds: Iterable[int]) -> list[tuple[str, int]]:
    """The search of 1999: which moment of the day deals the cards that lie on the table."""
    return [(way, at) for at in seconds for way, made in CLOCKED.items() if explains(made(at), seen)]


def found_by_seal(seal: str, seconds: Iterable[int]) -> list[tuple[str, int]]:
    """Cheaper still, and before a single card lies there: the seal itself says which guess is right."""
    return [(way, at) for at in seconds for way, made in CLOCKED.items() if seal_of(made(at)) == seal]


def five_cards(folder: Path, monkeypatch: pytest.MonkeyPatch, way: str | None) -> tuple[str, list[Seen]]:
    """The seal of a round of blackjack and the first five cards of it, at a table whose secret is made in that way."""
    watching: list[Watching] = []
    hand = Hand(NOON + 12_345)

    def source(_settings: Settings, key: bytes) -> ChanceSource:
        made = Sealed(key) if way is None else Clocked(key, CLOCKED[way], lambda: NOON + 12_345)
        watching.append(Watching(made))
        return watching[-1]

    async def play(house: House) -> tuple[str, list[Seen]]:
        actor = await house.table("blackjack")
        people = [await house.seated(actor) for _ in range(3)]
        seal = actor.head.round.seal
        await begun(house, actor, *people)
        await decided(house, actor)
        return seal, watching[-1].seen[:5]

    monkeypatch.setattr("croupier.floor.tables.opening.source_of", source)
    return in_casino(folder, play, hand=hand, sources=source, audited=way is None)


@pytest.mark.parametrize("way", CLOCKED)
def test_A1_a_secret_made_of_the_clock_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    seal, seen = five_cards(tmp_path, monkeypatch, way)
    assert len(seen) == 5
    assert (math.prod(each.size for each in seen) / math.prod(len(each.places) for each in seen)) > 10**6
    around = range(NOON + 12_345 - 1800, NOON + 12_345 + 1800)
    assert found_by_cards(seen, around) == [(way, NOON + 12_345)]
    assert found_by_seal(seal, around) == [(way, NOON + 12_345)]


def test_A1_no_second_of_the_day_explains_our_cards_or_our_seal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    seal, seen = five_cards(tmp_path, monkeypatch, None)
    seconds = range(NOON, NOON + (30 if is_long(request) else 1) * DAY)
    assert found_by_cards(seen, range(NOON + 12_345 - 1800, NOON + 12_345 + 1800)) == []
    assert found_by_seal(seal, seconds) == []


def test_A1_every_order_of_seven_cards_comes_equally_often(request: pytest.FixtureRequest) -> None:
    """Of fewer cards tests/record/test_seal.py counts them, and finds the bad shuffles by the same count."""
    cards = 8 if is_long(request) else 7
    found = orders(from_what_is_left, DECK[:cards], range(cards, 0, -1))
    assert len(found) == math.factorial(cards)
    assert set(found.values()) == {1}


# A2: a few outcomes filmed, the state worked out, the next ones known


def steps(a: int, c: int, m: int, state: int) -> Iterable[int]:
    while True:
        state = (a * state + c) % m
        yield state


def cracked_congruence(words: Sequence[int], bits: int) -> tuple[int, int] | None:
    """Factor and addend of a linear congruential generator modulo a power of two, from its words alone."""
    m = 1 << bits
    ahead = [(after - before) % m for before, after in itertools.pairwise(words)]
    for (one, two), (before, after) in zip(itertools.pairwise(ahead), itertools.pairwise(words), strict=False):
        if one % 2:
            a = two * pow(one, -1, m) % m
            return a, (after - a * before) % m
    return None


def predicts_congruence(words: Sequence[int], bits: int = 32) -> bool:
    """Whether what the first words give away foretells all the others."""
    learnt, rest = words[:16], words[15:]
    found = cracked_congruence(learnt, bits)
    if found is None:
        return False
    a, c = found
    return all((a * before + c) % (1 << bits) == after for before, after in itertools.pairwise(rest))


def untempered(word: int) -> int:
    """The word of the state from which MT19937 made this output: each step of the tempering undone."""
    word ^= word >> 18
    word ^= (word << 15) & 0xEFC60000
    found = word
    for _ in range(5):
        found = word ^ ((found << 7) & 0x9D2C5680)
    word = found
    for _ in range(3):
        found = word ^ (found >> 11)
    return found & 0xFFFFFFFF


def predicts_mersenne(words: Sequence[int]) -> bool:
    """Whether 624 words are the whole state, so that all that follow are known."""
    twin = Random()
    twin.setstate((3, (*map(untempered, words[:624]), 624), None))
    return [twin.getrandbits(32) for _ in words[624:]] == list(words[624:])


def linear_complexity(bits: Sequence[int]) -> int:
    """The length of the shortest shift register that gives these bits, by Berlekamp and Massey."""
    connection = before = 1
    length, gap, seen = 0, 1, 0
    for place, bit in enumerate(bits):
        seen = seen << 1 | bit
        if not (connection & seen).bit_count() % 2:
            gap += 1
        elif 2 * length <= place:
            connection, before, length, gap = connection ^ before << gap, connection, place + 1 - length, 1
        else:
            connection, gap = connection ^ before << gap, gap + 1
    return length


def ours(size: int, count: int) -> list[int]:
    """Outcomes of that many rounds, each with a secret of its own as at a table."""
    source = Sealed(bytes(range(64)), Random(4).randbytes)
    rounds = (source.opened(number) for number in range(0, count, 8))
    found = [draw(each.secret or b"", "t-one", each.number, k, (), size) for each in rounds for k in range(8)]
    return found[:count]


def of_one_secret(size: int, count: int) -> list[int]:
    """The same of a single round without end: all that one secret could ever give."""
    return [draw(bytes(range(64)), "t-one", 0, k, (), size) for k in range(count)]


def small_steps(state: int) -> Iterable[int]:
    return steps(65_793, 4_282_663 % 2**16, 2**16, state)


def filmed(spins: Sequence[int]) -> list[int]:
    """The states of a small generator, whose pocket is the state modulo 37, that show these spins."""
    return [
        state
        for state in range(2**16)
        if all(word % 37 == spin for word, spin in zip(small_steps(state), spins, strict=False))
    ]


def test_A2_the_harness_cracks_a_linear_congruential_generator() -> None:
    words = list(itertools.islice(steps(1_664_525, 1_013_904_223, 2**32, 4711), 200))
    assert predicts_congruence(words)
    words[150] ^= 1
    assert not predicts_congruence(words)


def test_A2_the_harness_cracks_a_mersenne_twister() -> None:
    random = Random(99)
    words = [random.getrandbits(32) for _ in range(624 + 400)]
    assert predicts_mersenne(words)
    words[700] ^= 1
    assert not predicts_mersenne(words)


def test_A2_the_harness_finds_the_state_behind_24_filmed_spins() -> None:
    spins = [word % 37 for word in itertools.islice(small_steps(4711), 24)]
    assert filmed(spins) == [4711]
    assert filmed(ours(37, 24)) == filmed(of_one_secret(37, 24)) == []


@pytest.mark.parametrize("source", [ours, of_one_secret])
def test_A2_no_state_is_recovered_from_our_words(source: Callable[[int, int], list[int]]) -> None:
    words = source(2**32, 624 + 400)
    assert not predicts_congruence(words)
    assert not predicts_mersenne(words)


def test_A2_our_outcomes_come_from_no_shift_register(request: pytest.FixtureRequest) -> None:
    """MT19937 is one of 19,937 bits, whatever part of its words is shown; ours needs as many bits as it has shown."""
    count = 200_000 if is_long(request) else 40_200
    random = Random(7)
    assert linear_complexity([random.getrandbits(32) >> 31 for _ in range(40_200)]) <= 19_937
    for source in (ours, of_one_secret):
        assert abs(linear_complexity(source(2, count)) - count // 2) < 60


class Pressed(Sealed):
    """The planted bug: the moment of the press goes into what comes."""

    def __init__(self, key: bytes, now: Callable[[], float]) -> None:
        super().__init__(key)
        self._now = now

    def drawn(self, stream: str, round: Round, chance: Mapping[Act, Fraction]) -> Act | None:
        return super().drawn(stream, replace(round, draws=round.draws + int(self._now() * 1000)), chance)


@pytest.mark.parametrize("planted", [False, True])
def test_A2_the_moment_of_the_press_changes_nothing(
    tmp_path: Path, request: pytest.FixtureRequest, *, planted: bool
) -> None:
    """The same secret, and the draw called for at thousands of moments: by whole seconds, and by parts of one."""
    hand = Hand()
    moments = 100_000 if is_long(request) else 200 if planted else 2_000

    def source(_settings: Settings, key: bytes) -> ChanceSource:
        return Pressed(key, hand) if planted else Sealed(key)

    async def play(house: House) -> set[str]:
        actor = await house.table("roulette")
        ana = await house.seated(actor)
        await house.act(actor, wager(actor, ana))
        closes = actor.head.began + state_of(actor).window_ends
        closing = Draft(actor.setting, actor.head, closes)
        closing.let_time_pass()
        assert isinstance(closing.shown[-1].act, Clock)
        came = set()
        for number in range(moments):
            hand.time = closes + number * 0.137
            draft = Draft(actor.setting, closing.head, int(hand.time))
            assert draft.draw()
            came.add(draft.shown[0].line)
        hand.time = NOON
        return came

    came = in_casino(tmp_path, play, hand=hand, sources=source)
    assert (len(came) == 1) != planted


# A3 is a model of who knows what when: tests/record/test_seal.py

# A4: a secret that has been revealed serves no other round, whatever comes in between


class Lingering(Sealed):
    """The planted bug: the next round goes on with the secret that the last one has just revealed."""

    _last: Round | None = None

    def again(self, number: int, seal: str, fresh: bytes | None) -> Round:
        self._last = super().again(number, seal, fresh)
        return self._last

    def opened(self, number: int) -> Round:
        return super().opened(number) if self._last is None else replace(self._last, number=number)


class Guarded(Watching):
    """Notes every draw with a secret that had been told to the world before, and every secret of two rounds."""

    def __init__(self, source: ChanceSource, told: Callable[[], set[str]]) -> None:
        super().__init__(source)
        self._told = told
        self.served: dict[bytes, tuple[str, int]] = {}
        self.faults: list[str] = []

    def drawn(self, stream: str, round: Round, chance: Mapping[Act, Fraction]) -> Act | None:
        assert round.secret is not None
        if round.secret.hex() in self._told():
            self.faults.append(f"round {round.number} draws on a secret that is known")
        if self.served.setdefault(round.secret, (stream, round.number)) != (stream, round.number):
            self.faults.append(f"round {round.number} draws on the secret of another")
        return super().drawn(stream, round, chance)


MOVES = ("wager", "close", "wager at the close", "restart")


async def moved(house: House, actor: TableActor, ana: str, move: str) -> None:
    match move:
        case "wager":
            await house.refused(actor, wager(actor, ana, 5_00))
        case "close":
            await house.later(actor, BETTING)
            house.hand.time += REST
        case "wager at the close":
            house.hand.time += BETTING
            await asyncio.gather(*(code_of(house.act(actor, wager(actor, ana, 5_00))) for _ in range(3)))
            await house.quiet(actor)
            house.hand.time += REST
            await asyncio.gather(*(code_of(house.act(actor, wager(actor, ana, 5_00))) for _ in range(2)))
        case _:
            await actor.stop()
            await actor.start()


def interleaved(folder: Path, length: int, made: Callable[[bytes], Sealed]) -> tuple[list[str], int]:
    """Every order of so many moves, each at a table of its own: what went wrong, and how many rounds were played."""
    told: set[str] = set()
    guards: list[Guarded] = []

    def source(_settings: Settings, key: bytes) -> ChanceSource:
        guards.append(Guarded(made(key), lambda: told))
        return guards[-1]

    sources: Sources = source

    async def play(house: House) -> list[str]:
        faults = []
        for word in itertools.product(MOVES, repeat=length):
            actor = await house.table("roulette")
            ana = await house.seated(actor, 100_00)
            for move in ("wager", *word, "close"):
                await moved(house, actor, ana, move)
                told.update(revealed(await house.lines(actor)))
                secret = actor.head.round.secret
                if secret is None or secret.hex() in told:
                    faults.append(f"{word}: after {move} the open round's secret is known")
            stamps = [read_stamp(line.partition("\n")[0])[1] for line in await house.lines(actor)]
            seals = [stamp.seal for stamp in stamps if stamp.seal]
            if len(set(seals)) < len(seals):
                faults.append(f"{word}: one seal stands twice")
            await actor.stop()
        return faults

    faults = in_casino(folder, play, sources=sources, audited=False)
    return faults + [fault for guard in guards for fault in guard.faults], sum(len(guard.served) for guard in guards)


def revealed(lines: Iterable[str]) -> set[str]:
    return {stamp.reveal for line in lines if (stamp := read_stamp(line.partition("\n")[0])[1]).reveal}


def test_A4_a_revealed_secret_serves_no_other_round(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    faults, rounds = interleaved(tmp_path, 4 if is_long(request) else 3, Sealed)
    assert faults == []
    assert rounds > 100


def test_A4_a_secret_that_lingers_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.attacks.test_a01_a04_chance.MOVES", ("wager", "close"))
    faults, _ = interleaved(tmp_path, 2, Lingering)
    assert any("secret is known" in fault for fault in faults)
    assert any("draws on a secret that is known" in fault for fault in faults)
    assert any("one seal stands twice" in fault for fault in faults)
