"""House players in a journal: an audit works out every act of theirs again, and names the first that is another."""

from __future__ import annotations

import pytest

from croupier import BuyIn, Position, SeatHousePlayer, Wager
from croupier.games.blackjack.acts import Draw, Sit, Stand
from croupier.games.house_play import next_act
from croupier.record.audits.audit import audit
from tests.support.record.honest_journals import BEGAN, Writer, rewritten


def company() -> Writer:
    """Ana and two house players at roulette; all of them have wagered."""
    writer = Writer("roulette")
    for bot, colour in (("bot-black", "black"), ("bot-red", "red")):
        writer.play(SeatHousePlayer(bot, colour, 100_00))
    writer.play(BuyIn("pana", 100_00))
    writer.play(Wager("pana", Position("red"), 10_00), nonce="01" * 16)
    while (act := next_act(writer.state)) is not None:
        writer.play(act)
    return writer


def named(writer: Writer, old: str = "", new: str = "") -> tuple[int | None, str]:
    """What an audit finds in the journal after somebody has written it anew with other words."""
    texts = [row.text.replace(old, new) if old else row.text for row in writer.rows]
    breach = audit(writer.stream, rewritten(writer.stream, texts)).breach
    return (None, "") if breach is None else (breach.number, breach.why)


def line(writer: Writer, words: str) -> int:
    return next(row.number for row in writer.rows if words in row.text)


def test_what_their_strategies_say_follows() -> None:
    writer = company()
    assert named(writer) == (None, "")
    assert [row.text.partition(" # ")[0] for row in writer.rows if "bot-" in row.text][2:] == [
        "bot-black: wager 5 on black",
        "bot-red: wager 5 on red",
    ]


@pytest.mark.parametrize("other", ["wager 10 on red", "wager 5 on odd", "buy in 5"])
def test_another_wager_is_named(other: str) -> None:
    writer = company()
    number, why = named(writer, "bot-red: wager 5 on red", f"bot-red: {other}")
    assert number == line(writer, "bot-red: wager")
    assert why == f"bot-red plays “red”, which says “bot-red: wager 5 on red” here, and not “bot-red: {other}”"


def test_a_strategy_that_was_not_stated_is_named() -> None:
    writer = company()
    assert named(writer, "playing red", "playing lucky")[0] == 2
    writer = Writer("roulette")
    writer.wallets["bot-red"] = 0
    writer.play(BuyIn("bot-red", 100_00))
    assert named(writer) == (1, "bot-red is a bot, but no strategy was stated before")


def test_a_strategy_changed_afterwards_is_named() -> None:
    writer = company()
    number, why = named(writer, "playing red", "playing odd")
    assert (number, "plays “odd”" in why) == (line(writer, "bot-red: wager"), True)


def test_a_nonce_of_a_house_player_is_named() -> None:
    writer = Writer("roulette")
    writer.play(SeatHousePlayer("bot-red", "red", 100_00))
    writer.play(BuyIn("pana", 100_00))
    writer.play(Wager("pana", Position("red"), 10_00))
    writer.play(Wager("bot-red", Position("red"), 5_00), nonce="02" * 16)
    assert named(writer) == (4, "bot-red is a bot, so it can send neither nonces nor keys")


def test_a_decision_of_another_strategy_is_named() -> None:
    """The hands of a house player at blackjack, each decision of many rounds turned round once."""
    turned = 0
    for seed in range(6):
        writer = Writer("blackjack", seed=seed)
        writer.play(SeatHousePlayer("bot-one", "dealer", 500_00))
        writer.play(BuyIn("pana", 500_00))
        writer.play(next_act(writer.state) or Sit("bot-one", 1))
        writer.play(Sit("pana", 2))
        writer.play(Wager("pana", Position("box", (2,)), 10_00))
        while (act := next_act(writer.state)) is not None:
            writer.play(act)
        writer.time = BEGAN + writer.state.window_ends
        writer.tick()
        while writer.state.chance():
            writer.play(writer.draw())
        act = next_act(writer.state)
        if act is None:
            continue
        other = Draw("bot-one", 1) if isinstance(act, Stand) else Stand("bot-one", 1)
        if writer.state.refuses(other) is not None:
            continue
        writer.play(other)
        turned += 1
        number, why = named(writer)
        assert (number, why.startswith("bot-one plays “dealer”, which says")) == (len(writer.rows) - 1, True)
    assert turned
