"""What the pictures show. A new page gets a function here, and a line in `SCENES`."""

from __future__ import annotations

import secrets
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page

from croupier.games.acts import BuyColour, Clock
from croupier.games.chips import Chips
from croupier.games.money_wheel import IndicatorRests as WheelSpin
from croupier.games.money_wheel import symbol
from croupier.games.roulette.acts import Spin
from croupier.games.roulette.positions import column, corner, dozen, even, red, split, straight_up
from croupier.games.tai_sai import Roll, big, face, four, odd, pair, total
from croupier.games.wagers import NoMoreBets, Wager
from tests.gallery.at_work import CONSOLES
from tests.gallery.figures import OFFICE, SHOE, SUMS
from tests.gallery.house import House, Scene, settled
from tests.gallery.tournament import TOURNAMENTS
from tests.support.floor.forgery import alter
from tests.support.page.blackjack import READY, Dealt, take_seat, until_a_hand_is_asked_for
from tests.support.page.browser import Visitor
from tests.support.page.consoles import come_in, do, live_table, staff
from tests.support.page.feed import NOW, OTHER, Feed
from tests.support.page.played_rounds import Played, Player, quick_table
from tests.support.page.player import sit_down, spot, staked
from tests.support.server.real_server import Person, server

PHONE = 600
THIRD = "pthird"
NAMES = {OTHER: "Mere", THIRD: "Tom"}
PEOPLE = {"desk": ("Mere", "Tom"), "phone": ("Ana", "Ben")}
HINT_MILLISECONDS = 120_000
CELEBRATED_MILLISECONDS = 620
"""The sum has been counted up, and chips and sparks are on their way."""
HELD = """milliseconds => document.getAnimations().forEach(each => {
  each.pause();
  each.currentTime = milliseconds;
})"""


def page_at(path: str, *, own: bool = False) -> Callable[[Visitor, House], Page]:
    def play(visitor: Visitor, house: House) -> Page:
        if own:
            _ = house.rounds
            come_in(visitor, house.person)
        return settled(visitor.go(path))

    return play


def feed_of(visitor: Visitor, table: str, game: str, options: object = None) -> Feed:
    feed = Feed(visitor, table, game, options)
    feed.names = NAMES
    return feed


def is_wide(page: Page) -> bool:
    return bool(page.evaluate("innerWidth") > PHONE)


def result(page: Page) -> Page:
    page.locator("[data-testid=result][data-stage=paid]").wait_for()
    return page


# Tables


def roulette_rounds(visitor: Visitor, house: House) -> Feed:
    """Some rounds are over, and three players have colours."""
    feed = feed_of(visitor, house.table("roulette", "Karaka"), "roulette")
    feed.open(OTHER, THIRD, chips=400_00)
    for player, colour in ((feed.me, "sky"), (OTHER, "orange"), (THIRD, "lavender")):
        feed.play(BuyColour(player, colour, 5_00, 300_00))
    for number in (26, 3, 14, 14, 0, 31, 22, 9):
        feed.play(Wager(feed.me, red, 5_00, chips=Chips.COLOUR), Clock(20), Spin(number))
    feed.due = NOW + 13
    placed = {
        feed.me: ((straight_up(17), 10_00), (split(17, 20), 15_00), (corner(25, 26, 28, 29), 5_00), (red, 25_00)),
        OTHER: ((straight_up(8), 5_00), (dozen(2), 20_00), (split(0, 2), 5_00), (corner(13, 14, 16, 17), 10_00)),
        THIRD: ((column(3), 10_00), (even, 15_00), (straight_up(32), 5_00), (straight_up(20), 5_00)),
    }
    for player, wagers in placed.items():
        feed.play(*(Wager(player, position, amount, chips=Chips.COLOUR) for position, amount in wagers))
    return feed


def roulette(visitor: Visitor, house: House) -> Page:
    feed = roulette_rounds(visitor, house)
    feed.page.wait_for_timeout(300)
    return feed.page


def roulette_paid(visitor: Visitor, house: House) -> Page:
    feed = roulette_rounds(visitor, house)
    feed.due = None
    feed.play(Clock(20), Spin(17))
    feed.page.locator("[data-testid=dolly][data-number='17']").wait_for()
    return result(feed.page)


def celebration(visitor: Visitor, house: House) -> Page:
    """In the middle of it: everything that moves is held there."""
    feed = feed_of(visitor, house.table("roulette", "Karaka"), "roulette")
    page = feed.open(OTHER, chips=400_00)
    feed.play(Wager(feed.me, straight_up(17), 10_00), Wager(feed.me, red, 5_00), Wager(OTHER, even, 20_00))
    page.wait_for_timeout(300)
    feed.play(Clock(20), Spin(17))
    page.get_by_test_id("celebration").get_by_text("+$345.00").wait_for()
    page.evaluate(HELD, CELEBRATED_MILLISECONDS)
    return page


def player_does(person: Person, table: str, act: str, **fields: object) -> None:
    body = {"act": {"act": act, **fields}, "key": secrets.token_hex(8)}
    answer = person.ask("POST", f"/api/v1/tables/{table}/acts", body)
    assert answer.status_code == 201, answer.text


def blackjack(visitor: Visitor, house: House) -> Page:
    """At a dealer's table, where the cards can be chosen; the others wager by request."""
    size = "desk" if is_wide(visitor.page) else "phone"
    dealt = Dealt(house.running, f"of the {size}")
    page = sit_down(visitor, dealt.table)
    take_seat(page, 3)
    dealt.prepare(page)
    spot(page, "box 3").click()
    spot(page, "super sevens 3").click()
    for name, number, amount in zip(PEOPLE[size], (5, 1), (50_00, 15_00), strict=True):
        other = house.running.account(name)
        player_does(other, dealt.table, "buy in", amount=200_00)
        player_does(other, dealt.table, "sit", box=number)
        player_does(other, dealt.table, "wager", position={"kind": "box", "numbers": [number]}, amount=amount)
        if number == 1:
            first = other
    staked(page, "$7.00")
    dealt.does("no more bets")
    dealt.deals("Kc 7h 9s 6d Qh 7d As")
    player_does(first, dealt.table, "stand", box=1)
    page.locator(READY).wait_for()
    return page


def dealer(visitor: Visitor, house: House) -> Page:
    """A dealer before a round with somebody's wagers."""
    table = live_table(house.running, "roulette", "Manuka")
    dora = staff(house.running, "dealer", "Dora")
    page = come_in(visitor, dora).go(f"/console/dealer/{table}")
    page.get_by_test_id("take").click()
    do(page)
    guest = house.running.guest()
    player_does(guest, table, "buy in", amount=200_00)
    player_does(guest, table, "wager", position={"kind": "straight up", "numbers": [17]}, amount=10_00)
    player_does(guest, table, "wager", position={"kind": "red"}, amount=25_00)
    page.get_by_test_id("table-state").get_by_text("17").first.wait_for()
    return settled(page)


def supervisor(visitor: Visitor, house: House) -> Page:
    return settled(come_in(visitor, staff(house.running, "game-supervisor", "Sven")).go("/console/supervisor"))


def inspected(visitor: Visitor, house: House) -> Page:
    _ = house.rounds
    return come_in(visitor, staff(house.running, "inspector", "Irirangi")).go("/console/inspector")


def verified(page: Page) -> Page:
    page.get_by_test_id("journals").wait_for()
    page.get_by_test_id("verify").click()
    page.get_by_test_id("verdict").wait_for(timeout=HINT_MILLISECONDS)
    return settled(page)


def inspector(visitor: Visitor, house: House) -> Page:
    return verified(inspected(visitor, house))


def inspector_altered(visitor: Visitor, house: House) -> Page:  # noqa: ARG001  as every scene
    """In a house of its own: whoever alters a line leaves it altered."""
    with tempfile.TemporaryDirectory() as folder, server(Path(folder) / "house") as running:
        own = House(running)
        played = Player(running, own.person, quick_table(running, "roulette", "Karaka"), "roulette").round()
        changed = "UPDATE journal SET line = replace(line, 'wager 10', 'wager 90') WHERE stream = ? AND number = ?"
        alter(running, changed, played.table, played.receipts[0].number)
        visitor.url = running.url
        come_in(visitor, staff(running, "inspector", "Irirangi")).page.goto(f"{running.url}/console/inspector")
        return verified(visitor.page)


def inspector_journal(visitor: Visitor, house: House) -> Page:
    page = inspected(visitor, house)
    played = round_of(house, "roulette")
    page.goto(f"/console/inspector/journals/{played.table}")
    page.get_by_test_id("entries").wait_for()
    return settled(page)


def inspector_ledger(visitor: Visitor, house: House) -> Page:
    page = inspected(visitor, house)
    page.goto(f"/console/inspector/transfers?account=wallet:{house.person.id}")
    page.get_by_test_id("transfers").wait_for()
    return settled(page)


def operated(path: str, shown: str) -> Callable[[Visitor, House], Page]:
    def play(visitor: Visitor, house: House) -> Page:
        for office, name in (("dealer", "Dora"), ("game-supervisor", "Sven"), ("inspector", "Irirangi")):
            staff(house.running, office, name)
        page = come_in(visitor, house.running.operator()).go(f"/console/operator{path}")
        page.get_by_test_id(shown).first.wait_for()
        return settled(page)

    return play


def operator_new(visitor: Visitor, house: House) -> Page:
    page = operated("/new", "make-table")(visitor, house)
    page.get_by_role("radio", name="Blackjack").check()
    page.get_by_test_id("table-name").fill("Pohutukawa")
    if is_wide(page):
        page.get_by_role("heading", name="Limits on the sign").evaluate("each => each.scrollIntoView({block: 'start'})")
        page.evaluate("scrollBy(0, -60)")
    return page


def operator_people(visitor: Visitor, house: House) -> Page:
    page = operated("/people", "people")(visitor, house)
    page.get_by_role("button", name="Create invitation").click()
    page.get_by_test_id("link").wait_for()
    return page


def money_wheel(visitor: Visitor, house: House) -> Page:
    feed = feed_of(visitor, house.table("money-wheel", "Kowhai"), "money-wheel")
    page = feed.open(OTHER, THIRD, chips=400_00)
    for section in (3, 19, 34, 41, 8):
        feed.play(Wager(feed.me, symbol("A"), 5_00), NoMoreBets(), WheelSpin(section))
    wagers = (
        (feed.me, "A", 20_00),
        (feed.me, "C", 10_00),
        (OTHER, "B", 15_00),
        (OTHER, "E", 5_00),
        (THIRD, "A", 25_00),
    )
    feed.play(*(Wager(player, symbol(letter), amount) for player, letter, amount in wagers))
    feed.play(NoMoreBets(), WheelSpin(24))
    page.locator("[data-testid=wheel][data-section='24']").wait_for()
    return result(page)


def tai_sai(visitor: Visitor, house: House) -> Page:
    feed = feed_of(visitor, house.table("tai-sai", "Totara"), "tai-sai")
    page = feed.open(OTHER, THIRD, chips=400_00)
    for dice in ((1, 4, 6), (2, 2, 5), (3, 3, 3), (1, 2, 4), (5, 6, 6)):
        feed.play(Wager(feed.me, big, 5_00), NoMoreBets(), Roll(dice))
    feed.play(
        Wager(feed.me, big, 20_00),
        Wager(feed.me, total(13), 5_00),
        Wager(feed.me, face(5), 10_00),
        Wager(OTHER, pair(3, 5), 10_00),
        Wager(OTHER, odd, 15_00),
        Wager(THIRD, four(6, 5, 4, 3), 10_00),
    )
    feed.play(NoMoreBets(), Roll((3, 5, 5)))
    page.locator("[data-testid=tumbler][data-dice='3-5-5']").wait_for()
    return result(page)


# What was played


def round_of(house: House, game: str) -> Played:
    return next(each for each in house.rounds if each.table.startswith(game))


def replay(visitor: Visitor, house: House) -> Page:
    played = round_of(house, "blackjack")
    page = come_in(visitor, house.person).go(f"/tables/{played.table}/rounds/{played.round}")
    page.get_by_test_id("replay").get_by_role("button", name="Forward").focus()
    page.keyboard.press("End")
    page.locator("h1").first.evaluate("each => each.focus()")
    return settled(page)


def proof(visitor: Visitor, house: House) -> Page:
    played = round_of(house, "roulette")
    visitor.context.add_init_script(f"localStorage.setItem('croupier.receipts', {played.kept()!r})")
    page = come_in(visitor, house.person).go(f"/tables/{played.table}/rounds/{played.round}")
    page.get_by_role("button", name="Check this round").click()
    page.get_by_test_id("verdict").wait_for()
    page.get_by_test_id("proof").evaluate("each => each.scrollIntoView({block: 'start'})")
    return settled(page)


def practice_table(visitor: Visitor, house: House) -> Page:  # noqa: ARG001  as every scene
    page = visitor.go("/practice/roulette")
    for key in ("straight up 17", "red"):
        spot(page, key).click()
    staked(page, "$10.00")
    return settled(page)


def first_steps(visitor: Visitor, house: House) -> Page:
    """Somebody's first visit: the browser has not been shown around yet."""
    visitor.context.add_init_script("localStorage.removeItem('croupier.coached')")
    page = visitor.go(f"/tables/{house.table('roulette', 'Rimu')}")
    page.get_by_test_id("coach").wait_for()
    return settled(page)


def practice(visitor: Visitor, house: House) -> Page:  # noqa: ARG001  as every scene
    page = visitor.go("/practice")
    page.get_by_test_id("deal").click()
    until_a_hand_is_asked_for(page)
    page.get_by_role("button", name="Show the hint").click()
    page.locator("[data-hint]").first.wait_for(timeout=HINT_MILLISECONDS)
    return page


SCENES = (
    Scene("lobby", "The lobby", "Every table by its game, open to anyone.", page_at("/")),
    Scene("roulette", "Roulette: wagers are open", "Three players and their colours.", roulette),
    Scene(
        "roulette-paid",
        "Roulette: the result",
        "Ball, dolly, winning areas, each line with its clause.",
        roulette_paid,
    ),
    Scene("celebration", "A win is felt", "More than ten times the stake.", celebration, moves=True),
    Scene("blackjack", "Blackjack", "Your turn: only legal choices can be pressed.", blackjack),
    Scene("money-wheel", "Money wheel", "52 sections, and what they paid.", money_wheel),
    Scene("tai-sai", "Tai-Sai", "The whole layout, every winning area lit.", tai_sai),
    Scene("history", "History", "Your own rounds, filtered and added up.", page_at("/history", own=True)),
    Scene("replay", "A round again", "Step by step, with its clauses.", replay),
    Scene("proof", "The proof of a round", "Checked in the browser itself, from the published record.", proof),
    Scene("rulebook", "The rulebook", "Every clause with its gist, class and rulings.", page_at("/rulebook/D8")),
    Scene("odds", "The odds", "What every wager is worth, exactly.", page_at("/odds/roulette")),
    Scene("chart", "The blackjack chart", "The best play for the rules of the house.", page_at("/odds/blackjack")),
    *SUMS,
    Scene("practice", "Practice", "No clock, no money, and what each choice costs.", practice),
    Scene("practice-table", "Practice at the table", "Chips that cost nothing, and their exact odds.", practice_table),
    Scene("first-steps", "First steps", "The first visit to a game.", first_steps),
    Scene("me", "Your own page", "Wallet, limits, time-out and account.", page_at("/me", own=True)),
    Scene("tournaments", "Tournaments", "What is open for entry, and what runs.", page_at("/tournaments")),
    *TOURNAMENTS,
    Scene("dealer", "The dealer's console", "The next step with its clause; nothing out of order.", dealer),
    Scene("supervisor", "The supervisor's console", "All tables, and what waits for a ruling.", supervisor),
    *CONSOLES,
    Scene("inspector", "The inspector's console", "The whole house verified at a click, and its books.", inspector),
    Scene("inspector-altered", "An alteration is found", "The journal, the entry and the reason.", inspector_altered),
    Scene("inspector-journal", "A journal", "Entry by entry, with clause, round and proof.", inspector_journal),
    Scene("inspector-ledger", "The ledger", "What an account gave and took, each with its entry.", inspector_ledger),
    Scene("operator", "The operator's console", "The house, and its tables.", operated("", "all-tables")),
    Scene("operator-new", "A new table", "What the rules leave to the operator, with their clauses.", operator_new),
    Scene("operator-people", "People", "Roles, and an invitation to one.", operator_people),
    *OFFICE,
    Scene("learn", "How to play", "A game in six steps, each with its clause.", page_at("/learn/blackjack")),
    Scene("school", "The dealer school", "What to practise, and how far one is.", page_at("/school")),
    Scene(
        "school-pay",
        "Pay it",
        "Chips of three players round a number: what is paid, in chips to cut.",
        page_at("/school/practice?lesson=roulette/pay/mixed-colours&count=1"),
    ),
    Scene(
        "school-now",
        "What now",
        "Something went wrong at the table: choose the remedy.",
        page_at("/school/practice?lesson=blackjack/now/one-hand-spoilt&count=1"),
    ),
    *SHOE,
    Scene("about", "About", "Version, edition and licences.", page_at("/about")),
)
