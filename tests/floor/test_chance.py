"""Sealed chance on the floor: no seal, no stake; no secret twice; nothing that anybody does steers an outcome."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from itertools import count, permutations
from pathlib import Path
from random import Random

import pytest

from croupier.floor.casino import Sources
from croupier.floor.house_key import NAME, SIZE
from croupier.floor.tables.chance import FRESH, ChanceSource, Keyed, NoEntropy, Sealed, Seen
from croupier.floor.tables.opening import Settings
from croupier.games.acts import CashOut
from croupier.games.position import Position
from croupier.games.wagers import Wager
from croupier.record.journals.journal import read_stamp
from tests.support.floor.casino import (
    AUTOMATED,
    BETTING,
    REST,
    Hand,
    House,
    begun,
    code_of,
    decided,
    in_casino,
    sealed,
    wager,
)

# Random bytes that fail (TRUST.md T5)


def failing(_size: int) -> bytes:
    raise OSError("no random bytes")


def broken(kind: str) -> Callable[[int], bytes]:
    stuck, pair, turn = Random(1).randbytes(FRESH), [Random(seed).randbytes(FRESH) for seed in (2, 3)], count()
    sources: dict[str, Callable[[int], bytes]] = {
        "raises": failing,
        "zeros": bytes,
        "ones": lambda size: b"\xff" * size,
        "counts": lambda size: bytes(each % 8 for each in range(size)),
        "short": lambda size: Random(4).randbytes(size - 1),
        "stuck": lambda _size: stuck,
        "alternates": lambda _size: pair[next(turn) % 2],
    }
    return sources[kind]


class Tap:
    """Random bytes that can be made to fail, and mended."""

    def __init__(self) -> None:
        self.source: Callable[[int], bytes] = Random(9).randbytes

    def __call__(self, size: int) -> bytes:
        return self.source(size)


KINDS = ("raises", "zeros", "ones", "counts", "short", "stuck", "alternates")


@pytest.mark.parametrize("kind", KINDS)
def test_a_source_that_fails_seals_nothing(kind: str) -> None:
    source = Sealed(bytes(64), broken(kind))
    allowed = {"stuck": 1, "alternates": 2}.get(kind, 0)
    for number in range(allowed):
        source.opened(number)
    for number in range(5):
        with pytest.raises(NoEntropy):
            source.opened(number)


def test_bytes_that_one_table_had_no_other_table_gets() -> None:
    stuck, seen = broken("stuck"), Seen()
    Sealed(bytes(64), stuck, seen).opened(0)
    with pytest.raises(NoEntropy):
        Sealed(bytes(64), stuck, seen).opened(0)


def test_bytes_that_lie_open_in_the_journal_do_not_come_again() -> None:
    stuck = broken("stuck")
    before = Sealed(bytes(64), stuck).opened(0)
    after = Sealed(bytes(64), stuck)
    assert after.again(0, before.seal, before.fresh) == before
    with pytest.raises(NoEntropy):
        after.opened(1)


@pytest.mark.parametrize("fresh", [None, b"", b"short", bytes(63), bytes(65), bytes(64)])
def test_a_seal_whose_bytes_were_altered_is_not_opened(fresh: bytes | None) -> None:
    source = Sealed(bytes(64))
    assert source.again(0, source.opened(0).seal, fresh).secret is None


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "alternates"])
@pytest.mark.parametrize("game", ["roulette", "blackjack"])
def test_a_table_without_random_bytes_takes_no_stake(tmp_path: Path, game: str, kind: str) -> None:
    tap = Tap()

    async def play(house: House) -> None:
        actor = await house.table(game)
        ana = await house.seated(actor)
        tap.source = broken(kind)
        await begun(house, actor, ana)
        await decided(house, actor)
        if kind == "stuck":
            # The same bytes are new once, and never again.
            await house.later(actor, REST)
            await begun(house, actor, ana)
            await decided(house, actor)
        await house.later(actor, REST)
        assert actor.is_out_of_chance
        assert await house.refused(actor, wager(actor, ana)) == "out_of_order"
        await house.act(actor, CashOut(ana, 5_00))
        actor.seal_again()
        await house.quiet(actor)
        assert await house.refused(actor, wager(actor, ana)) == "out_of_order"
        tap.source = Random(10).randbytes
        actor.seal_again()
        await house.quiet(actor)
        assert (await house.lines(actor))[-1].startswith("# ")
        await house.act(actor, wager(actor, ana))
        await house.later(actor, BETTING)
        await decided(house, actor)
        assert (await house.audited(actor)).late_seals == 1

    in_casino(tmp_path, play, sources=sealed(tap))


def test_no_table_is_made_without_random_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(house: House) -> None:
        monkeypatch.setattr("croupier.floor.tables.opening.source_of", sealed(failing))
        assert await code_of(house.table("roulette")) == "out_of_order"
        assert await house.store.streams() == ["house"]

    in_casino(tmp_path, play)


# A secret serves one round (TRUST.md A4)


@pytest.mark.parametrize("game", AUTOMATED)
def test_no_secret_serves_twice(tmp_path: Path, game: str) -> None:
    hand, reveals, seals = Hand(), list[str](), list[str]()

    async def first(house: House) -> str:
        actor = await house.table(game, id="t-one")
        return await house.seated(actor, 500_00)

    async def play(house: House) -> None:
        actor = house.casino.actors["t-one"]
        for _ in range(3):
            await begun(house, actor, ana)
            await decided(house, actor)
            await house.later(actor, REST)
        stamps = [read_stamp(line.partition("\n")[0])[1] for line in await house.lines(actor)]
        reveals[:] = [stamp.reveal for stamp in stamps if stamp.reveal]
        seals[:] = [stamp.seal for stamp in stamps if stamp.seal]

    ana = in_casino(tmp_path, first, hand=hand)
    for _ in range(3):
        in_casino(tmp_path, play, hand=hand)
    assert len(set(reveals)) == len(reveals) == 9
    assert len(set(seals)) == 10
    assert [hashlib.sha256(bytes.fromhex(reveal)).hexdigest() for reveal in reveals] == seals[:-1]


def test_what_is_still_sealed_is_told_to_nobody(tmp_path: Path) -> None:
    """Neither the secret nor the bytes it is made of are in what the watchers get, or in anybody's view."""

    async def play(house: House) -> None:
        actor = await house.table("blackjack")
        ana = await house.seated(actor)
        await begun(house, actor, ana)
        secret, fresh = actor.head.round.secret, actor.head.round.fresh
        assert secret is not None
        assert fresh is not None
        words = "".join(await house.lines(actor))
        words += repr([told.entries for told in house.witnesses[actor.id].told])
        words += repr([actor.head.state.view(person) for person in (ana, "pnobody", None)])
        assert secret.hex() not in words
        assert fresh.hex() not in words

    in_casino(tmp_path, play)


# Nothing steers an outcome (TRUST.md T7, A2)

FIXED_KEY = bytes(range(SIZE))


def drawn(
    folder: Path, monkeypatch: pytest.MonkeyPatch, seed: int, wagers: list[tuple[int, str, int, float, str]]
) -> str:
    """What comes in the first round of a roulette table: wagers of so many players, at those seconds."""
    folder.mkdir(parents=True)
    (folder / NAME).write_bytes(FIXED_KEY)
    sources = fixed(seed)
    monkeypatch.setattr("croupier.floor.tables.opening.source_of", sources)

    async def play(house: House) -> str:
        actor = await house.table("roulette", id="t-one")
        people = [await house.seated(actor) for _ in range(3)]
        for who, kind, amount, second, nonce in wagers:
            house.hand.time += second
            await house.act(actor, Wager(people[who], Position(kind), amount), nonce=nonce)
        await house.later(actor, BETTING + wagers[0][3])
        return next(line for line in await house.lines(actor) if "spin" in line).partition(" # ")[0]

    return in_casino(folder, play, sources=sources)


def fixed(seed: int) -> Sources:
    """The same random bytes in every run; another order of the tables' rounds would give others."""
    random = Random(seed)

    def source(settings: Settings, key: bytes) -> ChanceSource:
        return Keyed() if settings.live else Sealed(key, random.randbytes)

    return source


def test_an_outcome_hangs_on_nothing_that_a_player_does_but_a_nonce(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = [(0, "red", 10_00, 0.0, ""), (1, "black", 50_00, 1.5, ""), (2, "red", 5_00, 3.2, "")]
    others = [
        *permutations(plain),
        plain[:1],
        [(2, "odd", 200_00, 7.0, "")],
        [(who, kind, amount, second + 4, "") for who, kind, amount, second, _ in plain],
    ]
    for seed in range(2):
        came = drawn(tmp_path / f"{seed}", monkeypatch, seed, plain)
        for place, wagers in enumerate(others):
            assert drawn(tmp_path / f"{seed} {place}", monkeypatch, seed, list(wagers)) == came
        with_nonces = {
            drawn(tmp_path / f"{seed} n{each}", monkeypatch, seed, [(0, "red", 10_00, 0.0, f"{each:032x}")])
            for each in range(6)
        }
        assert len(with_nonces | {came}) > 2, "a nonce changes it"


def test_nonces_count_by_what_they_are_and_not_by_when_they_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = [(0, "red", 10_00, 0.0, "aa" * 16), (1, "black", 5_00, 1.0, "0b" * 16), (2, "odd", 5_00, 1.0, "ff" * 16)]
    came = {drawn(tmp_path / f"{place}", monkeypatch, 3, list(order)) for place, order in enumerate(permutations(sent))}
    assert len(came) == 1
