"""A round of roulette in Python: wagers, a refusal, the call, the result, the settlement."""

from __future__ import annotations

import croupier
from croupier import BuyIn, NoMoreBets, Sign, Wager, dollars
from croupier.games.roulette import Spin, red, split


def main() -> None:
    table = croupier.roulette(Sign(minimum=5_00, maximum=1_000_00))
    table = table.play(BuyIn("ana", 200_00), Wager("ana", split(17, 20), 20_00), Wager("ana", red, 50_00))

    refusal = table.refuses(Wager("ana", split(1, 5), 20_00))
    print("refused:", refusal)

    done = table.play(NoMoreBets(), Spin(17))
    for line in done.settled:
        print(f"{line.wager.position}: {line.outcome}, pays {dollars(line.pays)} by {line.rule}")


if __name__ == "__main__":
    main()
