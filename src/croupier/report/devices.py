"""The wheels, dice and shoes of the games as devices to be tested, and how their results are read from records."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from croupier.games.money_wheel.wheel import SECTIONS
from croupier.games.roulette.wheel import POCKETS
from croupier.report.fairness import Device

RANKS = "A23456789TJQK"
FACES = "123456"


def even_device(kind: str, cells: tuple[str, ...], *, is_ring: bool = False, is_drawn: bool = False) -> Device:
    return Device(kind, cells, (1 / len(cells),) * len(cells), is_ring, is_drawn)


WHEEL = even_device("wheel", tuple(map(str, POCKETS)), is_ring=True)
MONEY_WHEEL = even_device("money wheel", tuple(map(str, SECTIONS)), is_ring=True)
DICE = even_device("dice", tuple(FACES))
SHOE = even_device("shoe", tuple(RANKS), is_drawn=True)


class ReadDevice(Struct, frozen=True):
    """A device, and how the words of a round's result name its cells: each die of a roll is a result of its own."""

    device: Device
    read: Callable[[str], tuple[str, ...]]


DEVICES: Mapping[str, ReadDevice] = {
    "roulette": ReadDevice(WHEEL, lambda words: (words.split()[0],)),
    "money-wheel": ReadDevice(MONEY_WHEEL, lambda words: (words.split()[-1],)),
    "tai-sai": ReadDevice(DICE, lambda words: tuple(words.split(",")[0].split("-"))),
    "blackjack": ReadDevice(SHOE, lambda words: (words[0],)),
}
"""By game. What blackjack's words are is a card, not a round's result."""
