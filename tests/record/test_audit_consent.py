"""Early closes in a journal: those that everybody asked for follow, and every forged one is named at its entry."""

from __future__ import annotations

from typing import Any

import pytest

from croupier import BuyIn, CallEarly, NoMoreBets, Position, Ready, Wager
from croupier.games.blackjack.acts import Sit
from croupier.record.audits.audit import audit
from croupier.record.journals.journal import Written
from tests.support.record.honest_journals import BEGAN, GAMES, Writer, rewritten

every_game = pytest.mark.parametrize("game", GAMES)
BOTH = ("pana", "pbo")


def wagering(game: str) -> Writer:
    """A table at which two have wagered: the window runs for 20 seconds."""
    writer = Writer(game)
    for player in BOTH:
        writer.play(BuyIn(player, 500_00))
    if game == "blackjack":
        writer.play(Sit("pana", 1))
    for place, player in enumerate(BOTH, start=1):
        position = Position("box", (place,)) if game == "blackjack" else list(writer.state.game.areas)[place]
        writer.play(Wager(player, position, 20_00), nonce=f"0{place}" * 16)
    writer.time += 1
    return writer


def agreed(game: str) -> Writer:
    writer = wagering(game)
    for player in BOTH:
        writer.play(Ready(player))
    return writer


def named(stream: str, written: list[Written]) -> tuple[int | None, str]:
    breach = audit(stream, written).breach
    return (None, "") if breach is None else (breach.number, breach.why)


def forged(writer: Writer, *leave_out: str) -> list[Written]:
    """The journal written anew without the lines in which these words stand, with numbers and hashes that fit."""
    texts, number = [], 0
    for row in writer.rows:
        if any(words in row.text for words in leave_out):
            continue
        texts.append(row.text.replace(f" # {row.number} ", f" # {number} ", 1) if row.number else row.text)
        number += 1
    return rewritten(writer.stream, texts)


def next_round(writer: Writer) -> Writer:
    return writer.until(lambda state: state.is_between_rounds)


@every_game
def test_an_early_close_by_consent_of_all_follows(game: str) -> None:
    writer = agreed(game)
    writer.play(CallEarly(BOTH))
    report = audit(writer.stream, writer.written)
    assert (report.breach, report.agreed_closes, report.early_closes, report.late_closes) == (None, 1, 0, 0)
    assert audit(writer.stream, forged(writer)).breach is None


@every_game
def test_a_close_without_a_consent_is_named(game: str) -> None:
    writer = agreed(game)
    writer.play(CallEarly(BOTH))
    for player in BOTH:
        number, why = named(writer.stream, forged(writer, f"{player}: ready"))
        assert (number, why) == (
            len(writer.rows) - 2,
            f"Everyone with a wager must ask to close betting early. {player} has not asked yet.",
        )


@every_game
def test_a_close_after_a_wager_that_nobody_consented_to_is_named(game: str) -> None:
    """A later wager takes the consents back: the house cannot slip one in and close."""
    writer = agreed(game)
    writer.play(CallEarly(BOTH))
    close, wager = writer.rows[-1], next(row for row in writer.rows if "pana: wager" in row.text)
    late = wager.text.partition(" # ")[0]
    time = close.text.split(" # ")[1].split(" ")[1]
    texts = [row.text for row in writer.rows[:-1]]
    texts += [f"{late} # {close.number} {time}", close.text.replace(f" # {close.number} ", f" # {close.number + 1} ")]
    number, why = named(writer.stream, rewritten(writer.stream, texts))
    assert (number, why) == (
        close.number + 1,
        "Everyone with a wager must ask to close betting early. pana has not asked yet.",
    )


@every_game
def test_a_close_that_names_too_few_is_named(game: str) -> None:
    writer = agreed(game)
    writer.play(CallEarly(BOTH))
    texts = [row.text.replace("pana, pbo", "pana") for row in writer.rows]
    number, why = named(writer.stream, rewritten(writer.stream, texts))
    assert (number, why) == (
        len(writer.rows) - 1,
        "An early close names everyone who has a wager in the round, and nobody else.",
    )


@every_game
def test_an_early_call_that_names_nobody_is_named(game: str) -> None:
    writer = agreed(game)
    writer.play(NoMoreBets())
    number, why = named(writer.stream, writer.written)
    assert (number, why.startswith("betting was closed before ")) == (len(writer.rows) - 1, True)


@every_game
@pytest.mark.parametrize(("after", "follows"), [(4, False), (5, True)])
def test_a_round_below_the_pace_floor_is_named(game: str, after: int, *, follows: bool) -> None:
    writer = agreed(game)
    writer.play(CallEarly(BOTH))
    next_round(writer)
    ended = writer.time
    second = _wagered_again(writer)
    writer.time = ended + after
    writer.play(CallEarly(second))
    number, why = named(writer.stream, writer.written)
    if follows:
        assert (number, why) == (None, "")
    else:
        words = "betting was closed 4 seconds after the last round, but a round takes at least 5"
        assert (number, why) == (len(writer.rows) - 1, words)


def _wagered_again(writer: Writer) -> tuple[str, ...]:
    """One player wagers in the next round and asks to go on."""
    player = "pana"
    if writer.state.purse(player).value < 20_00:
        writer.play(BuyIn(player, 500_00))
    box: Any = Position("box", (1,))
    position = box if writer.game == "blackjack" else next(iter(writer.state.game.areas))
    if player not in writer.state.wagerers:
        writer.tick()
        writer.play(Wager(player, position, 20_00))
    everybody = tuple(sorted(writer.state.wagerers))
    for each in everybody:
        writer.play(Ready(each))
    return everybody


def test_an_early_close_after_the_announced_end_is_named() -> None:
    writer = agreed("roulette")
    writer.time = BEGAN + writer.state.window_ends
    writer.play(CallEarly(BOTH))
    number, why = named(writer.stream, writer.written)
    assert (number, why.endswith("so it could not close early then")) == (len(writer.rows) - 1, True)
