"""The draw of the GPU is that of the tables: its source, compiled for the processor, outcome by outcome, bit by bit."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import msgspec
import numpy as np
import pytest

from croupier.floor.tables import sampling
from croupier.record.journals.seal import draw, secret_of
from croupier.report import chance_tests
from tools import chance_evidence, chance_processor
from tools.chance_evidence import SHOES, SPUN, differences, drawn_by_tables, judged, plan
from tools.chance_gpu import FRESH, KINDS, Plan, ShoeCounter, SpinCounter, hash_of, seeded
from tools.chance_processor import DECKS, Processor


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


def test_bits_are_written_and_held_against_the_tables(tmp_path: Path) -> None:
    assert chance_processor.write(2_500, tmp_path / "bits") == chance_processor.CHECKED
    assert (tmp_path / "bits").stat().st_size == 2_500 * 32
    with pytest.raises(FileExistsError):
        chance_processor.write(1, tmp_path / "bits")


def test_bits_of_another_draw_are_no_evidence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chance_processor, "prefix_of", lambda _stream: chance_evidence.prefix_of("another table"))
    with pytest.raises(SystemExit, match="tables draw otherwise among 100 from 0 on"):
        chance_processor.write(100, tmp_path / "bits")
