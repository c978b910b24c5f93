"""Why a player may be disqualified, and the clause (D7 3.3(b) and the rules it stands for)."""

from __future__ import annotations

from croupier.rulebook import Cite

NO_WAGER = "no wager"

GROUNDS = {
    NO_WAGER: Cite("D7 4.5"),
    "concealed chips": Cite("D7 5.12"),
    "lent chips": Cite("D7 5.6"),
    "left the table": Cite("D7 5.7"),
    "took advice": Cite("D7 5.13"),
    "gave no name": Cite("D7 5.3"),
    "broke the rules": Cite("D7 3.3(b)(i)"),
    "did not attend": Cite("D7 3.3(b)(ii)"),
}
