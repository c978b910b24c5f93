"""Screen = ledger at blackjack (A14, T39, T40): a sample of rounds, by recorded messages, against their lines."""

from __future__ import annotations

import random
from typing import Any

import pytest

from croupier.games.acts import Act, Clock
from croupier.games.blackjack.acts import CloseInsurance, Deal, Double, Draw, SettleEarly, Sit, Split, Stand
from croupier.games.blackjack.options import BlackjackOptions
from croupier.games.wagers import Wager
from tests.support.page.browser import Arrive
from tests.support.page.feed import OTHER, Feed
from tests.support.page.outcome_words import money, outcome
from tests.support.page.player import own_table
from tests.support.rules.blackjack import box, insurance, super_sevens
from tests.support.rules.reference_blackjack import points
from tests.support.server.real_server import Running

FEW, MANY = 100, 2000
ENDS = {"win": "wins", "lose": "loses", "stand off": "stand off", "void": "void"}
WORDS = {"box": "wager", "super sevens": "Super Sevens"}
SEEN = """() => ({
  outcome: document.querySelector('[data-testid=outcome]')?.textContent ?? '',
  said: document.querySelector('[data-announcer=urgent]').textContent.trim(),
  hands: Object.fromEntries([...document.querySelectorAll('[data-hand]')].map(each => [each.dataset.hand, [
    [...each.querySelectorAll('[data-card]')].map(card => card.dataset.card).join(' '),
    each.querySelector('[data-testid=total]').textContent, each.dataset.outcome ?? '']])),
  beside: [...document.querySelectorAll('[data-beside]')].map(each =>
    [Number(each.closest('[data-box]').dataset.box), each.dataset.beside, each.dataset.outcome]),
  lines: [...document.querySelectorAll("[data-testid=settlement] li")].map(
    each => each.textContent.replace(/\\s+/g, ' ').trim()),
})"""


def decision(state: Any, chance: random.Random) -> Act | None:
    """Any of what the players are offered, insurance and early settlement now and then."""
    kinds = (Stand, Draw, Double, Split, SettleEarly)
    found: list[Act] = []
    for offer in state.legal:
        if offer.kind in kinds:
            fields = {name: field.values[0] for name, field in offer.fields.items() if name != "amount"}
            amount = {"amount": offer.fields["amount"].highest} if "amount" in offer.fields else {}
            found.append(offer.kind(**fields, **amount))
    return chance.choice(found) if found else None


def next_act(state: Any, chance: random.Random, me: str) -> Act:
    drawn: list[Act] = list(state.chance())
    cards = [act for act in drawn if isinstance(act, Deal)]
    if drawn:
        # Sevens, aces and tens come oftener than they would: what is rare is to be seen as well.
        rare = [act for act in cards if act.card.rank in "7AT"]
        return chance.choice(rare if rare and chance.random() < 0.3 else cards or drawn)
    if state.shown.insurance == "called" and state.step == "close insurance":
        wager = Wager(me, insurance(3), 5_00)
        if state.refuses(wager) is None and chance.random() < 0.5:
            return wager
        early = decision(state, chance)
        return early if early is not None and chance.random() < 0.5 else CloseInsurance()
    chosen = decision(state, chance)
    assert chosen is not None, state.step
    return chosen


def total_words(cards: list[str], *, is_split: bool) -> str:
    """By the naive reading, which has nothing from the program."""
    total = points(cards)
    hard = sum(1 if each[0] == "A" else 10 if each[0] in "TJQK" else int(each[0]) for each in cards)
    if total > 21:
        return f"Bust {total}"
    if total == 21 and len(cards) == 2 and not is_split:
        return "Blackjack"
    return f"soft {total}" if total != hard else str(total)


def position_words(line: Any) -> str:
    kind, _, hand = line.wager.position.kind.rpartition(" ")
    if hand not in tuple("abcd"):
        kind, hand = line.wager.position.kind, ""
    named = f"Box {line.wager.position.numbers[0]}, {WORDS.get(kind, kind)}"
    return f"{named}, hand {hand}" if hand else named


def line_words(line: Any, me: str) -> str:
    who = "" if line.wager.player == me else "Somebody else: "
    ended = {"stand off": "stands off"}.get(line.outcome, ENDS[line.outcome])
    ended = f"{ended}, pays {money(line.pays)}" if line.pays else ended
    return f"{who}{position_words(line)} {money(line.wager.stake)} {ended} {line.rule}"


def sentence(line: Any) -> str:
    ended = ENDS[line.outcome] + (f", pays {money(line.pays)}" if line.pays else "")
    number = line.wager.position.numbers[0]
    beside = {"insurance": f"Insurance on box {number}", "super sevens": f"Super Sevens on box {number}"}
    return f"{beside.get(line.wager.position.kind, position_words(line))} {ended}."


def check(seen: dict[str, Any], feed: Feed) -> None:
    state, me = feed.state, feed.me
    mine = [line for line in state.settled if line.wager.player == me]
    brought = outcome(mine) if any(line.outcome in {"win", "lose"} for line in mine) else "You broke even."
    assert seen["outcome"] == brought
    assert seen["said"].endswith(" ".join([*map(sentence, mine), brought]))
    hands = {(each.number, hand.id): hand for each in state.seen for hand in each.hands}
    assert set(seen["hands"]) == {f"{number}-{id}" for number, id in hands}
    on_hands: dict[tuple[int, int], list[Any]] = {}
    for line, where in zip(state.settled, state.settled_on, strict=True):
        if line.wager.position.kind not in {"insurance", "super sevens"}:
            on_hands.setdefault(where, []).append(line)
    for (number, id), hand in hands.items():
        cards, words, ended = seen["hands"][f"{number}-{id}"]
        names = [str(card) for card in hand.cards]
        splits = len([1 for each in hands if each[0] == number]) > 1
        assert (cards, words) == (" ".join(names), total_words(names, is_split=splits))
        lines = on_hands.get((number, id), [])
        own = [line for line in lines if line.wager.player == me] or lines
        assert ended == (own[0].outcome if own else "")
    beside = [line for line in mine if line.wager.position.kind in {"insurance", "super sevens"}]
    assert sorted(map(tuple, seen["beside"])) == sorted(
        (line.wager.position.numbers[0], line.wager.position.kind, str(line.outcome)) for line in beside
    )
    assert sorted(seen["lines"]) == sorted(line_words(line, me) for line in state.settled)


def test_T39_T40_the_page_shows_what_the_ledger_says_of_a_sample_of_rounds(
    arrive: Arrive, floor: Running, request: pytest.FixtureRequest
) -> None:
    options = {"layout": 2, "super_sevens": 2_00}
    table = own_table(floor, "blackjack", betting_seconds=20, options=options)
    feed = Feed(arrive(), table, "blackjack", BlackjackOptions(**options))  # type: ignore[arg-type]
    page = feed.open(OTHER, chips=5_000_000_00)
    is_long = request.config.getoption("--long")
    chance = random.Random(None if is_long else 20)
    feed.play(Sit(feed.me, 3), Sit(OTHER, 5))
    kinds: set[str] = set()
    for number in range(1, (MANY if is_long else FEW) + 1):
        feed.play(
            Wager(feed.me, box(3), 10_00),
            Wager(feed.me, super_sevens(3), 2_00),
            Wager(OTHER, box(3), 15_00),
            Wager(OTHER, box(5), 25_00),
            Wager(feed.me, box(7), 5_00),
        )
        # Where the cutting card comes before the first card, the cards are shuffled and wagers wait for another call.
        while feed.state.round < number:
            feed.play(Clock(20))
            while not feed.state.betting_is_open:
                feed.play(next_act(feed.state, chance, feed.me))
        page.locator(f"[data-testid=result][data-stage=paid][data-round='{feed.state.round}']").wait_for()
        assert feed.state.round == number
        check(page.evaluate(SEEN), feed)
        kinds |= {line.wager.position.kind for line in feed.state.settled}
    assert kinds >= {"box", "super sevens", "insurance", "double a", "split b", "double b"}
