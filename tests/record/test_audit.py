"""The audit of one journal: honest ones follow, and every kind of break is named at its entry."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random, SystemRandom
from typing import Any

import pytest
from msgspec.structs import replace

from croupier import BuyIn, Clock, CloseTable, NoMoreBets, NoSpin, Position, PostClosing, Wager
from croupier.games.acts import Act
from croupier.games.blackjack.acts import CorrectCard, Deal, Sit, VoidRound
from croupier.games.blackjack.cards import DECK
from croupier.games.roulette.acts import Spin
from croupier.record import Unreadable
from croupier.record.audits.audit import Breach, DoesNotFollow, Report, TableAudit, audit, audit_journal
from croupier.record.audits.audit_chain import LATEST_CLOSE
from croupier.record.house_journal import house
from croupier.record.journals.journal import HOUSE_STREAM, SECRET_LOST, Stamp, Written, exported, read_journal
from croupier.record.journals.receipts import read_receipts
from tests.support.record.honest_journals import BEGAN, GAMES, HOUSE_KEY, Writer, house_rows, rewritten

RED = Position("red")
SEAL = "ab" * 32


@cache
def honest(game: str, *, sealed: bool = True, entries: int = 250) -> Writer:
    return Writer(game, sealed=sealed).go_on(entries)


def found(writer: Writer, receipts: dict[int, set[str]] | None = None) -> Report:
    return audit(writer.stream, writer.written, receipts)


def named(report: Report) -> tuple[int | None, str]:
    assert report.breach is not None
    return report.breach.number, report.breach.why


def assert_named(writer: Writer, number: int, words: str) -> None:
    where, why = named(found(writer))
    assert (where, words in why) == (number, True), (where, why)


def wagering(game: str = "roulette", **settings: Any) -> Writer:
    """A table with a player who has wagered: the window is open."""
    writer = Writer(game, **settings)
    writer.play(BuyIn("pana", 500_00))
    if game == "blackjack":
        writer.play(Sit("pana", 1))
    position = Position("box", (1,)) if game == "blackjack" else next(iter(writer.state.game.areas))
    writer.play(Wager("pana", position, 20_00), nonce="01" * 16)
    return writer


def closed(writer: Writer) -> Writer:
    """The window run out: an outcome is due."""
    writer.time = BEGAN + writer.state.window_ends
    writer.tick()
    assert writer.state.chance()
    return writer


# Honest journals


@pytest.mark.parametrize("sealed", [True, False], ids=["sealed", "live"])
@pytest.mark.parametrize("game", GAMES)
def test_an_honest_journal_follows(game: str, *, sealed: bool) -> None:
    writer = honest(game, sealed=sealed)
    report = found(writer)
    assert report.breach is None
    assert (report.stream, report.game, report.entries, report.is_sealed) == ("t-1", game, len(writer.rows), sealed)
    assert report.transfers == sum(len(row.moved) for row in writer.rows)
    assert report.rounds == sum(bool(row.stamp.reveal) for row in writer.rows) if sealed else report.rounds
    assert report.rounds
    assert bool(report.draws) == sealed
    assert report.late_closes == 0 or not sealed


@pytest.mark.parametrize("game", GAMES)
def test_what_an_entry_moves_and_where_the_table_stands(game: str) -> None:
    writer, following = honest(game), TableAudit("t-1")
    for row in writer.rows:
        followed = following.add(row.written, row.number)
        assert (followed.act, followed.stamp, followed.moved) == (row.act, row.stamp, row.moved)
    following.end()
    assert following.state == writer.state


def test_the_outcomes_of_an_open_round_wait_for_its_secret() -> None:
    writer = closed(wagering("blackjack"))
    for _ in range(3):
        writer.play(writer.draw())
    report = found(writer)
    assert (report.breach, report.draws, report.waiting, report.rounds) == (None, 3, 3, 0)


def test_an_audit_remembers_no_past() -> None:
    following = TableAudit("t-1")
    sizes = set()
    for row in honest("money-wheel", entries=800).rows:
        following.add(row.written)
        if row.stamp.reveal:
            seals = following._seals
            assert seals is not None
            sizes.add((len(seals._draws), len(seals._nonces)))
    assert sizes == {(0, 0)}


# Numbers, hashes, times, the first entry


def test_an_entry_left_out() -> None:
    rows = honest("roulette").rows
    assert named(audit("t-1", [row.written for row in rows if row.number != 7]))[0] == 7
    texts = [row.text for row in rows if row.number != 7]
    assert named(audit("t-1", rewritten("t-1", texts))) == (7, "it is numbered 8")
    following = TableAudit("t-1")
    for row in rows[:7]:
        following.add(row.written, row.number)
    with pytest.raises(DoesNotFollow, match="entry 7 is missing: entry 8 is in its place") as broken:
        following.add(rows[8].written, 8)
    assert broken.value.number == 7


def test_a_journal_without_an_entry() -> None:
    assert named(audit("t-1", [])) == (0, "the journal is empty")


def test_a_hash_or_a_text_that_was_changed() -> None:
    written = honest("roulette").written
    other_hash = [*written[:9], Written(written[9].text, bytes(32)), *written[10:]]
    other_text = [*written[:9], Written(written[9].text.replace("0", "1", 1), written[9].hash), *written[10:]]
    for altered in (other_hash, other_text):
        number, why = named(audit("t-1", altered))
        assert (number, "its hash does not match its text" in why) == (9, True)


def test_the_chain_holds_the_name_of_the_table() -> None:
    assert named(audit("t-2", honest("roulette").written))[0] == 0


def test_letters_that_are_none() -> None:
    written = honest("roulette").written
    assert named(audit("t-1", [*written[:3], Written("\ud800", written[3].hash)]))[0] == 3


def test_a_time_that_goes_back() -> None:
    writer = wagering()
    writer.time = BEGAN + 5
    writer.tick()
    writer.time -= 1
    writer.note(note="a break")
    assert_named(writer, 4, "is before that of the entry above")


def test_a_clock_that_does_not_show_the_time() -> None:
    writer = wagering()
    writer.time = BEGAN + 5
    writer.tick()
    writer.play(Clock(2))
    assert_named(writer, 4, "the table's clock shows 7 seconds, and 5 have gone by")


def _with_first(change: Callable[[str], str]) -> Report:
    texts = [row.text for row in honest("roulette").rows]
    return audit("t-1", rewritten("t-1", [change(texts[0]), *texts[1:]]))


def test_a_header_that_cannot_be_read() -> None:
    number, why = named(_with_first(lambda text: text.replace("minimum", "minimal")))
    assert (number, why[:25]) == (0, "its header cannot be read")
    assert named(_with_first(lambda _text: "nothing"))[0] == 0
    assert named(_with_first(lambda text: text + "\npana: buy in 5"))[1] == "its header contains acts"
    assert named(_with_first(lambda text: text.replace(" seal", f" reveal {'0' * 128} seal")))[0] == 0


def test_a_table_that_the_rules_refuse() -> None:
    report = _with_first(lambda text: text.replace("betting seconds 20", "betting seconds 0"))
    assert report.breach is not None
    assert (report.breach.number, report.breach.rule[:1]) == (0, "D")


@pytest.mark.parametrize(("line", "other"), [("edition 2", "edition 999"), ("croupier 1", "croupier 2")])
def test_rules_that_this_program_does_not_know_are_not_called_false(line: str, other: str) -> None:
    report = _with_first(lambda text: text.replace(line, other))
    assert report.breach is None
    assert other.split()[1] in report.unknown
    assert (report.entries, report.rounds) == (len(honest("roulette").rows), 0)


def test_the_chain_of_an_unknown_edition_is_checked_all_the_same() -> None:
    texts = [row.text for row in honest("roulette").rows]
    written = rewritten("t-1", [texts[0].replace("edition 2", "edition 999"), *texts[1:]])
    assert named(audit("t-1", [*written[:9], *written[10:]]))[0] == 9
    assert named(audit("t-1", rewritten("t-1", [*(each.text for each in written[:9]), texts[10]])))[0] == 9
    assert named(audit("t-1", [*written[:9], *rewritten("t-1", ["nothing"])]))[0] == 9


def test_an_entry_that_cannot_be_read() -> None:
    texts = [row.text for row in honest("roulette").rows]
    for spoilt in ("pana: dances # 7 2026-11-15T00:00:13Z", "pana: buy in 5", ""):
        number, why = named(audit("t-1", rewritten("t-1", [*texts[:7], spoilt])))
        assert (number, why[:17]) == (7, "it cannot be read")


def test_a_stamp_out_of_order_is_no_note() -> None:
    texts = [row.text for row in wagering().rows]
    for number, words in ((3, "# 3 2026-11-15T00:00:13Z seal 00"), (1, f"{texts[1]} and so on")):
        spoilt = rewritten("t-1", [*texts[:number], words])
        assert named(audit("t-1", spoilt))[0] == number
    assert "out of place" in named(_of_house(f"seal {SEAL} key k"))[1]


# The rules


def test_an_act_that_the_rules_refuse_is_named_with_its_clause() -> None:
    writer = wagering()
    stamp = Stamp(number=3, time=BEGAN)
    writer._append(f"pbo: wager 20 on red {stamp}", None, stamp, (), None)
    report = found(writer)
    assert report.breach is not None
    assert report.breach.number == 3
    assert report.breach.rule.startswith("D")
    refusal = writer.state.refuses(Wager("pbo", RED, 20_00))
    assert report.breach == Breach("t-1", 3, refusal.why, str(refusal.rule))


# Seals


def test_an_outcome_that_the_seal_did_not_draw() -> None:
    writer = closed(wagering())
    drawn = writer.draw()
    other = next(act for act in writer.state.chance() if act != drawn)
    writer.play(other)
    assert_named(writer, 4, "was recorded, but the seal drew “dealer: spin")


def test_an_outcome_that_no_seal_can_draw() -> None:
    writer = closed(wagering())
    drawn = writer.draw()
    assert isinstance(drawn, Spin)
    writer.play(replace(drawn, revolutions=3))
    assert_named(writer, 4, "is not a result that a seal can draw here")


def test_a_round_drawn_from_a_seal_that_was_restated() -> None:
    writer = closed(wagering("blackjack"))
    drawn = writer.draw()
    assert isinstance(drawn, Deal)
    writer.play(drawn)
    other = next(each for each in DECK if each != drawn.card)
    writer.play(CorrectCard(1, other, "misread"))
    assert_named(writer, len(writer.rows) - 1, "cannot be recorded where results are drawn from a seal")


@pytest.mark.parametrize("nonces", ["added", "left out"])
def test_nonces_go_into_every_outcome(nonces: str) -> None:
    """A house that looked what would come, and changed what goes into it, is found out."""
    for seed in range(9):
        writer = wagering(seed=seed)
        writer.play(Wager("pana", next(iter(writer.state.game.areas)), 20_00), nonce="02" * 16)
        closed(writer)
        writer.nonces = [*writer.nonces, bytes(16)] if nonces == "added" else writer.nonces[:1]
        false = writer.draw()
        writer.play(false)
        report = found(writer)
        if report.breach is not None:
            break
    assert_named(writer, 5, "was recorded, but the seal drew")


def test_the_secret_of_another_seal() -> None:
    writer = closed(wagering())
    writer.play(writer.draw(), lambda stamp: replace(stamp, reveal="00" * 64))
    assert_named(writer, 4, "is not the one that entry 0 sealed")


def test_a_secret_that_is_not_revealed() -> None:
    writer = closed(wagering())
    writer.play(writer.draw(), lambda stamp: replace(stamp, reveal=""))
    assert_named(writer, 4, "the round ended, but the secret of entry 0 is not revealed")


def test_a_secret_revealed_before_the_round_ends() -> None:
    writer = wagering()
    writer.play(BuyIn("pbo", 50_00), lambda stamp: replace(stamp, reveal=writer.secret.hex()))
    assert_named(writer, 3, "it reveals a secret, but ends no sealed round")


def test_a_second_seal() -> None:
    writer = wagering()
    writer.note(seal=SEAL)
    assert_named(writer, 3, "a second seal, while that of entry 0 is open")


def _without_seal() -> Writer:
    """A round that ended in an outage: its secret is revealed, and no new seal is there."""
    writer = closed(wagering())
    writer.play(writer.draw(), lambda stamp: replace(stamp, seal=""))
    return writer


def test_a_wager_without_a_seal() -> None:
    writer = _without_seal()
    writer.tick()
    assert found(writer).late_seals == 1
    writer.play(Wager("pana", RED, 20_00))
    assert_named(writer, 5, "a wager was accepted while no seal was open")


def test_a_seal_may_come_later_on_a_line_of_its_own() -> None:
    writer = _without_seal()
    writer.play(BuyIn("pbo", 50_00))
    stamp, fresh = writer._sealing(Stamp(number=6, time=writer.time))
    writer._append(str(stamp), None, stamp, (), fresh)
    writer.go_on(100)
    report = found(writer)
    assert (report.breach, report.late_seals) == (None, 1)


def test_a_seal_on_an_act_that_ends_no_round() -> None:
    writer = _without_seal()
    writer.play(BuyIn("pbo", 50_00), lambda stamp: replace(stamp, seal=SEAL))
    assert_named(writer, 5, "a seal is on an act that does not end a round")


def _lost(writer: Writer, act: Act, note: str = SECRET_LOST) -> None:
    """The round ends, and the house key does not open its seal."""
    writer.play(act, lambda stamp: replace(stamp, reveal="", note=note))


def test_a_round_whose_secret_is_lost_is_void() -> None:
    for game, act in (("roulette", NoSpin()), ("blackjack", VoidRound("the key is lost"))):
        writer = closed(wagering(game))
        if game == "blackjack":
            writer.play(writer.draw())
        _lost(writer, act)
        report = found(writer.go_on(90))
        assert (report.breach, report.lost_secrets) == (None, 1)


def test_a_round_whose_secret_is_lost_settles_nothing() -> None:
    writer = closed(wagering())
    _lost(writer, writer.draw())
    assert_named(writer, 4, "the secret of entry 0 is lost, but the round was not void")


def test_only_the_end_of_a_round_says_that_its_secret_is_lost() -> None:
    writer = closed(wagering())
    writer.play(writer.draw(), lambda stamp: replace(stamp, note=SECRET_LOST))
    assert_named(writer, 4, "is not part of a stamp")
    writer = wagering()
    writer.play(BuyIn("pbo", 50_00), lambda stamp: replace(stamp, note=SECRET_LOST))
    assert_named(writer, 3, "says that a secret is lost, but ends no sealed round")


def _sealed_again(writer: Writer) -> None:
    stamp, fresh = writer._sealing(Stamp(number=len(writer.rows), time=writer.time, note=SECRET_LOST))
    writer._append(str(stamp), None, stamp, (), fresh)


def test_a_lost_seal_may_be_replaced_while_nothing_lies_on_the_layout() -> None:
    writer = Writer("roulette")
    writer.play(BuyIn("pana", 500_00))
    _sealed_again(writer)
    report = found(writer.go_on(90))
    assert (report.breach, report.lost_secrets) == (None, 1)


def test_a_seal_is_not_replaced_under_a_wager_or_a_draw() -> None:
    for writer in (wagering(), closed(wagering())):
        number = len(writer.rows)
        _sealed_again(writer)
        assert_named(writer, number, "a second seal, while that of entry 0 is open")


def test_an_outcome_without_a_seal() -> None:
    """The wagers stay where they lie, the next round has no seal, and the window runs out."""
    writer = closed(wagering())
    writer.play(NoSpin(), lambda stamp: replace(stamp, seal=""))
    closed(writer)
    assert found(writer).breach is None
    writer.play(Spin(17))
    assert_named(writer, len(writer.rows) - 1, "a result was drawn while no seal was open")


def test_a_table_that_deals_itself_has_a_seal() -> None:
    writer = Writer("roulette", sealed=False, automation=None)
    assert found(writer).breach is None
    text = writer.rows[0].text.replace("Z\n", "Z automated decide 25 rest 4\n", 1)
    assert named(audit("t-1", rewritten("t-1", [text]))) == (0, "the table is automatic, but has no seal")


def test_a_nonce_of_the_house_own() -> None:
    writer = wagering()
    writer.time += 1
    writer.play(Clock(1), nonce="00" * 16)
    assert_named(writer, 3, "a nonce is on a line that is not a player's act")


def test_a_live_table_has_no_seals() -> None:
    for changes in ({"seal": SEAL}, {"reveal": "00" * 64}):
        writer = Writer("roulette", sealed=False)
        writer.note(**changes)
        assert_named(writer, 1, "a seal at a table that began without one")


def test_the_house_key_opens_the_open_round() -> None:
    writer = closed(wagering("blackjack"))
    writer.play(writer.draw())

    def end(fresh: bytes | None, key: bytes = HOUSE_KEY) -> str:
        following = TableAudit("t-1")
        for row in writer.rows:
            following.add(row.written, row.number, fresh if row.number == 0 else row.fresh)
        try:
            following.end(key)
        except DoesNotFollow as broken:
            return f"entry {broken.number}: {broken.why}"
        return ""

    assert end(writer.rows[0].fresh) == ""
    assert end(None) == "entry 0: the random bytes of the open round are missing"
    assert "do not give its seal" in end(bytes(64))
    assert "do not give its seal" in end(writer.rows[0].fresh, bytes(64))


def test_with_the_house_key_even_an_open_round_shows_a_false_outcome() -> None:
    writer = closed(wagering("blackjack"))
    drawn = writer.draw()
    writer.play(next(act for act in writer.state.chance() if act != drawn))
    assert found(writer).breach is None
    following = TableAudit("t-1")
    for row in writer.rows:
        following.add(row.written, row.number, row.fresh)
    with pytest.raises(DoesNotFollow, match="was recorded, but the seal drew") as broken:
        following.end(HOUSE_KEY)
    assert broken.value.number == len(writer.rows) - 1


# Announced ends


def test_an_end_that_is_not_announced() -> None:
    writer = Writer("roulette")
    writer.play(BuyIn("pana", 500_00))
    writer.play(Wager("pana", RED, 20_00), lambda stamp: replace(stamp, closes=None))
    assert_named(writer, 2, "its end is not announced")


def test_another_end_than_is_announced() -> None:
    writer = Writer("roulette")
    writer.play(BuyIn("pana", 500_00))
    writer.play(Wager("pana", RED, 20_00), lambda stamp: replace(stamp, closes=BEGAN + 21))
    assert_named(writer, 2, "2026-11-15T00:00:21Z was announced")


def test_an_end_announced_where_no_window_begins() -> None:
    writer = wagering()
    writer.play(Wager("pana", RED, 20_00), lambda stamp: replace(stamp, closes=BEGAN + 20))
    assert_named(writer, 3, "but betting does not begin there")


def test_a_player_who_acts_after_the_announced_end() -> None:
    writer = wagering()
    writer.time = BEGAN + 19
    writer.play(Wager("pana", RED, 20_00))
    assert found(writer).breach is None
    writer.time += 1
    writer.play(Wager("pana", RED, 20_00))
    assert_named(writer, 4, "accepted after betting was to close, at 2026-11-15T00:00:20Z")


def test_no_end_is_announced_before_the_cards_are_ready() -> None:
    """The cards lie spread out until somebody sits down: wagers on other boxes wait for it, and so does the window."""
    writer = Writer("blackjack")
    writer.play(BuyIn("pana", 500_00))
    writer.play(Wager("pana", Position("box", (2,)), 20_00))
    writer.time = BEGAN + 20
    writer.tick()
    assert writer.state.window_ends is None
    writer.time += 9
    writer.tick()
    writer.play(Sit("pana", 1))
    assert writer.state.window_ends == 49
    report = found(writer.go_on(60))
    assert (report.breach, report.late_closes) == (None, 0)


def test_betting_closed_too_early() -> None:
    writer = wagering()
    writer.time = BEGAN + 19
    writer.play(NoMoreBets())
    assert_named(writer, 3, "betting was closed before 2026-11-15T00:00:20Z")


def test_betting_closed_late_is_remarked_upon() -> None:
    for late, remarks in ((LATEST_CLOSE, 0), (LATEST_CLOSE + 1, 1)):
        writer = wagering()
        writer.time = BEGAN + 20 + late
        writer.tick()
        report = found(writer)
        assert (report.breach, report.late_closes) == (None, remarks)


def test_a_table_that_closes_returns_its_wagers_and_closes_no_betting() -> None:
    writer = wagering(betting_seconds=2_000)
    writer.play(PostClosing(1_200))
    writer.time += 1_200
    writer.tick()
    writer.play(CloseTable())
    assert found(writer).breach is None


def test_a_dealer_may_call_before_the_end_of_a_window() -> None:
    writer = Writer("roulette", sealed=False).until(lambda state: state.window_ends is not None)
    while writer.state.refuses(NoMoreBets()) is not None:
        writer.go_on(len(writer.rows) + 1)
    writer.play(NoMoreBets())
    report = found(writer)
    assert report.breach is None


# Receipts


def test_receipts_of_what_is_there() -> None:
    writer = honest("roulette")
    report = found(writer, {3: {writer.rows[3].hash.hex()}, 9: {writer.rows[9].hash.hex()}})
    assert (report.breach, report.receipts) == (None, 2)


def test_a_journal_that_was_cut_off() -> None:
    writer = honest("roulette")
    last = writer.rows[-1]
    cut = audit("t-1", writer.written[:-5], {last.number: {last.hash.hex()}, 3: {writer.rows[3].hash.hex()}})
    assert named(cut) == (last.number, "it is missing, but a receipt was given for it: the journal was cut off")
    assert audit("t-1", writer.written[:-5]).breach is None  # nothing else can show it


def test_a_journal_that_was_written_anew() -> None:
    writer, other = honest("roulette"), Writer("roulette", seed=1).go_on(250)
    report = found(other, {9: {writer.rows[9].hash.hex()}})
    assert named(report)[0] == 9
    assert "rewritten" in named(report)[1]
    assert found(other).breach is None  # nothing else can show it


def test_two_receipts_of_one_entry_prove_it_by_themselves() -> None:
    writer = honest("roulette")
    assert named(found(writer, {9: {writer.rows[9].hash.hex(), "00" * 32}}))[0] == 9


def test_receipts_are_read_line_by_line() -> None:
    hash = "ab" * 32
    text = f'# mine\n\nt-1 3 {hash}\n{{"table": "t-1", "number": 4, "hash": "{hash}", "time": 7}}\nhouse 0 {hash}\n'
    assert read_receipts(text) == {"t-1": {3: {hash}, 4: {hash}}, "house": {0: {hash}}}


@pytest.mark.parametrize(
    "line",
    ["t-1", "t-1 3", "t-1 x " + "ab" * 32, "t-1 3 " + "AB" * 32, "{}", '{"table": 3}', "{", "t-1 -3 " + "ab" * 32],
)
def test_receipts_that_cannot_be_read_are_named_by_line(line: str) -> None:
    with pytest.raises(Unreadable) as unreadable:
        read_receipts(f"# mine\n{line}\n")
    assert [(fault.line, fault.column) for fault in unreadable.value.faults] == [(2, 1)]


# The house's own journal


def _of_house(*notes: str, **changes: Any) -> Report:
    stamps = [replace(Stamp(number=number, time=BEGAN, note=note), **changes) for number, note in enumerate(notes)]
    return audit(HOUSE_STREAM, rewritten(HOUSE_STREAM, [str(stamp) for stamp in stamps]))


def test_the_house_journal_follows() -> None:
    report = audit(HOUSE_STREAM, [row.written for row in house_rows()])
    assert (report.breach, report.entries, report.transfers) == (None, 4, 3)
    assert _of_house(house.grant("p7", 5), house.forfeit("p7", 5), house.claim("p7", 1), "role of p7").transfers == 3


@pytest.mark.parametrize("note", ["grant much to p7", "grant 5 to p7 and more", "grant 0 to p7", "claim 5 to p7"])
def test_a_note_of_money_that_says_nothing_clear(note: str) -> None:
    assert named(_of_house("begun", note)) == (1, f"“{note}” names no amount and person")


def test_the_house_journal_has_no_acts_seals_or_windows() -> None:
    for changes in ({"seal": SEAL}, {"nonce": "00" * 16}, {"closes": BEGAN}, {"reveal": "00" * 64}):
        assert named(_of_house("begun", **changes)) == (0, "the house's journal may hold notes only")
    stamp = Stamp(number=0, time=BEGAN)
    assert named(audit(HOUSE_STREAM, rewritten(HOUSE_STREAM, [f"pana: buy in 5 {stamp}"])))[0] == 0


# Alterations


def _flip(random: Random, text: str) -> str:
    place = random.randrange(len(text))
    return text[:place] + random.choice("0123456789abcdefz #:\n") + text[place + 1 :]


def _drop(random: Random, text: str) -> str:
    lines = text.splitlines(keepends=True)
    del lines[
        random.randrange(len(lines) - 1)
    ]  # the last may be cut off without a trace: that is what receipts are for
    return "".join(lines)


def _insert(random: Random, text: str) -> str:
    lines = text.splitlines(keepends=True)
    lines.insert(random.randrange(1, len(lines)), random.choice(lines))
    return "".join(lines)


def _swap(random: Random, text: str) -> str:
    lines = text.splitlines(keepends=True)
    one, other = random.randrange(len(lines)), random.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return "".join(lines)


def test_no_alteration_of_an_exported_journal_goes_unnoticed(request: pytest.FixtureRequest) -> None:
    is_long = request.config.getoption("--long")
    random: Random = SystemRandom() if is_long else Random(7)
    texts = ["".join(exported("t-1", Writer(game, seed=3).go_on(60).written)) for game in GAMES]
    done = 0
    while done < (10_000 if is_long else 400):
        text = random.choice(texts)
        altered = random.choice((_flip, _flip, _drop, _insert, _swap))(random, text)
        try:
            journal = read_journal(altered)
        except Unreadable:
            done += 1
            continue
        if journal == read_journal(text):
            continue  # it says the same: nothing was altered
        report = audit_journal(journal)
        assert report.breach is not None, altered
        done += 1
