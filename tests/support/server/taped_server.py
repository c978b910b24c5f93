"""A server whose blackjack is dealt from a list.

The command is `python -m tests.support.server.taped_server "Th Ad 9c"`, then its options.
"""

from __future__ import annotations

import sys

from croupier.cli import main
from croupier.floor.casino import Casino
from croupier.games.blackjack.acts import Deal
from croupier.games.blackjack.cards import card
from tests.support.floor.casino import taped
from tests.support.server.clock import follow_input


def command(cards: str) -> tuple[str, ...]:
    return "-m", "tests.support.server.taped_server", cards


if __name__ == "__main__":
    _, cards, *arguments = sys.argv
    follow_input()
    defaults = Casino.__init__.__kwdefaults__
    assert defaults is not None
    defaults["sources"] = taped(Deal(card(each)) for each in cards.split())
    sys.exit(main(["serve", *arguments]))
