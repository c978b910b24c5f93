"""Play one round of roulette over the API: `python examples/play_a_round.py http://127.0.0.1:8421` beside a server."""

from __future__ import annotations

import secrets
import sys

from croupier.client import ActReceipt, CasinoClient, RequestRefused, seal_fits
from croupier.games.roulette import straight_up


def told(what: str, receipt: ActReceipt) -> None:
    print(f"{what}: entry {receipt.number}, hash {receipt.hash[:16]}…")


def main(house: str = "http://127.0.0.1:8421", table_id: str = "roulette-1") -> None:
    casino = CasinoClient.guest(house)  # a wallet with play money
    with casino.table(table_id) as table:
        told("buy in", table.act("buy in", amount=50_00))
        seal = table.seal
        # The nonce goes into the draw. The seal stood before it, so neither side alone chooses what comes.
        wager = table.act("wager", position=straight_up(17), amount=10_00, nonce=secrets.token_hex(16))
        told("wager", wager)
        end = table.until(lambda message: message.number > wager.number and message.reveal != "")
        assert seal_fits(seal, end.reveal)
        assert end.view is not None
        mine = [line for line in end.view["settled"] if line["wager"]["player"] == table.player]
        for line in mine:
            print(f"{end.view['result']}, and the seal fits: {line['outcome']}, pays {line['pays'] / 100:.2f}")
        gained = sum(line["pays"] if line["outcome"] == "win" else -line["wager"]["stake"] for line in mine)
        told("cash out", table.act("cash out", amount=50_00 + gained))


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except RequestRefused as refused:
        sys.exit(str(refused))
