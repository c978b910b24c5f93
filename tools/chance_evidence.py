"""Evidence for a test lab: a thousand million outcomes of each game and ten million shoes, drawn on a GPU.

1. `python -m tools.chance_evidence plan > plan.json` says what will be drawn.
2. `python -m tools.chance_gpu plan.json FOLDER` draws it beside a GPU. Every round has 64 fresh bytes of the operating
   system and a secret of its own, as at a table. The draw is that of `chance_draws.cu`.
3. `python -m tools.chance_evidence judge FOLDER` first draws parts of it once more with the same fresh bytes, by
   `croupier.floor.tables.sampling`: the code of `croupier chance sample`, and of the tables. Every outcome, and at
   spins and rolls every random bit, must be the same, or there is no evidence. Then it tests the samples.

What is tested, and how strictly, stands here and in `croupier.report.chance_tests` before anything is drawn. The
p-values of all tests of all samples are corrected together (Holm), and alpha is `chance_tests.ALPHA`. There is
no second try.
"""

from __future__ import annotations

import itertools
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from croupier.floor.tables import sampling
from croupier.games.registry import GAMES
from croupier.record.journals.seal import LABEL
from croupier.report import chance_tests
from croupier.report.chance_tests import ChanceTest, OutcomeTally, ShoeTally
from tools.chance_gpu import FRESH, KINDS, Plan, hash_of, seeded

SPUN = ("roulette", "money-wheel", "tai-sai")
SHOES = "shoes"
DRAWS, SHOES_DRAWN = 10**9, 10**7
PIECE, PIECES = 100_000, 20
SHOE_PIECE, SHOE_PIECES = 500, 3


def prefix_of(stream: str) -> bytes:
    """The parts of a draw's message that are the same for all: label and stream, each behind its length."""
    parts = (LABEL, stream.encode())
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def plan() -> Plan:
    sizes = {game: len(sampling.chance_of(game)) for game in SPUN}
    decks = GAMES[sampling.BLACKJACK].options.decks
    return {
        "prefix": prefix_of(sampling.STREAM).hex(),
        "draws": DRAWS,
        "sizes": sizes,
        "bounds": {game: chance_tests.gap_bounds(size) for game, size in sizes.items()},
        "shoe": {
            "decks": decks,
            "shoes": SHOES_DRAWN,
            "pair_places": list(chance_tests.pair_places(KINDS * decks)),
            "stretch": chance_tests.STRETCH,
            "wanted": chance_tests.WANTED,
        },
        "piece": PIECE,
        "pieces": PIECES,
        "shoe_piece": SHOE_PIECE,
        "shoe_pieces": SHOE_PIECES,
    }


def drawn_by_tables(game: str, draws: int, key: bytes, fresh: bytes, first: int) -> tuple[bytes, bytes]:
    """Places and random bits from the code of the tables, with these fresh bytes, a round after the other."""
    given = (fresh[at : at + FRESH] for at in range(0, len(fresh), FRESH))
    found = list(sampling.sample(game, draws, key, lambda _: next(given), first=first))
    return bytes(each.place for each in found), b"".join(each.bits for each in found)


def differences(drawn: dict[str, Any], folder: Path) -> Iterator[str]:
    """The pieces in which the GPU drew another outcome, or made another bit, than the code of the tables."""
    made: Plan = drawn["plan"]
    key, shoe = bytes.fromhex(drawn["key"]), KINDS * made["shoe"]["decks"]
    for name in (*made["sizes"], SHOES):
        is_shoes = name == SHOES
        rounds = made["shoe_piece"] if is_shoes else made["piece"]
        outcomes = rounds * (shoe if is_shoes else 1)
        pieces = made["shoe_pieces"] if is_shoes else made["pieces"]
        parts = [(seeded(name, at, rounds), at * outcomes) for at in range(pieces)]
        parts.append(((folder / f"{name}.fresh").read_bytes(), 0))
        for (fresh, first), hash in zip(parts, drawn["hashes"][name], strict=True):
            game = sampling.BLACKJACK if is_shoes else name
            places, bits = drawn_by_tables(game, outcomes, key, fresh, first)
            if hash_of(places, b"" if is_shoes else bits) != hash:
                yield f"{name}: another outcome or another bit among {outcomes:,} from {first:,} on"


def samples_of(drawn: dict[str, Any]) -> dict[str, Sequence[ChanceTest]]:
    made: Plan = drawn["plan"]
    samples: dict[str, Sequence[ChanceTest]] = {}
    for game, tally in drawn["tallies"].items():
        found = list(chance_tests.outcome_tests(msgspec.convert(tally, OutcomeTally)))
        samples[f"{game}, {made['draws']:,} draws"] = found
    bytes_seen = drawn["bytes"]
    samples[f"the bits behind them, {sum(bytes_seen):,} bytes"] = list(chance_tests.byte_tests(bytes_seen))
    tally = msgspec.convert(drawn["shoes"], ShoeTally)
    samples[f"blackjack, {tally.shoes:,} shoes"] = list(chance_tests.shoe_tests(tally))
    return samples


def judged(samples: dict[str, Sequence[ChanceTest]]) -> dict[str, tuple[ChanceTest, ...]]:
    """All of them corrected together."""
    corrected = iter(chance_tests.holm(itertools.chain.from_iterable(samples.values())))
    return {name: tuple(itertools.islice(corrected, len(tests))) for name, tests in samples.items()}


def table_of(samples: dict[str, tuple[ChanceTest, ...]]) -> str:
    lines = ["| sample | test | statistic | freedom | p | corrected |", "|---|---|---|---|---|---|"]
    for name, tests in samples.items():
        for at, each in enumerate(tests):
            figures = f"{each.statistic:.2f} | {each.freedom or 'z'} | {each.p:.3f} | {each.corrected:.3f}"
            lines.append(f"| {'' if at else name} | {each.name} | {figures} |")
    return "\n".join(lines)


def judge(folder: Path) -> bool:
    """Whether it is evidence, and passes."""
    drawn = json.loads((folder / "drawn.json").read_text("utf-8"))
    found = judged(samples_of(drawn))
    print(table_of(found))
    if different := list(differences(drawn, folder)):
        print(*different, sep="\n")
        return False
    passes = all(each.passes for tests in found.values() for each in tests)
    print(f"Drawn as tables draw. {'Passes' if passes else 'Fails'} at {chance_tests.ALPHA}.")
    return passes


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["plan"]:
            print(json.dumps(plan()))
        case ["judge", folder]:
            raise SystemExit(not judge(Path(folder)))
        case _:
            raise SystemExit(__doc__)
