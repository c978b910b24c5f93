"""House players: they fill a tournament and keep people company at a table, by strategies that stand on record."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier import BuyIn, OpenTable, Position, Ready, RemoveHousePlayer, SeatHousePlayer, Wager
from croupier.floor.tables.actor import TableActor
from croupier.floor.tables.commands import closed_value
from croupier.floor.tournaments.opening import TournamentSpec
from croupier.games.blackjack.acts import Draw, Stand
from croupier.games.blackjack.flow import DECIDE as DECIDE_STEP
from croupier.games.blackjack.flow import hand_in_turn
from croupier.games.blackjack.procedure.deciding import decider
from croupier.games.tournament.acts import Apply, WithdrawEntry
from croupier.games.tournament.conditions import Prize
from croupier.games.tournament.state import Phase
from tests.support.floor.casino import AUTOMATED, DEALER, DECIDE, OPERATOR, REST, House, code_of, in_casino, wager
from tests.support.floor.sit_and_go import SIT_AND_GO, played, sit_and_go
from tests.support.floor.states import state_of
from tests.support.floor.tournaments import at, do, follows, settled

FIRST = {"roulette": "red", "tai-sai": "small", "money-wheel": "A", "blackjack": "dealer"}


async def acts(house: House, actor: TableActor) -> list[str]:
    return [line.partition(" # ")[0] for line in (await house.lines(actor))[1:]]


def test_a_lone_newcomer_plays_a_tournament_to_its_prizes_within_ten_minutes(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        cup = await sit_and_go(house)
        ana = await house.player()
        began = int(house.hand.time)
        await do(house, cup, Apply(ana), nonce="0a" * 16)
        await settled(house)
        await at(house, began + 9)
        assert state_of(cup).players == (ana,)
        await at(house, began + 10)
        assert sorted(state_of(cup).players) == sorted((ana, "bot-cautious", "bot-dealer", "bot-steady"))
        await played(house, cup, ana)
        state = state_of(cup)
        assert state.phase is Phase.OVER
        assert house.hand.time - began < 600
        assert len(state.awards) == 2
        # Whoever won, the house lends nobody anything: a bot's prize goes back to it.
        assert await house.casino.store.balance("wallet:bot-dealer") == 0
        assert [line for line in await acts(house, cup) if "house player" in line] == [
            "operator: seat house player bot-dealer playing dealer",
            "operator: seat house player bot-cautious playing cautious",
            "operator: seat house player bot-steady playing steady",
        ]
        follows(house)

    in_casino(tmp_path, play)


def test_people_come_first_and_take_the_seats(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        cup = await sit_and_go(house)
        people = [await house.player() for _ in range(3)]
        for player in people:
            await do(house, cup, Apply(player))
            await settled(house)
            await at(house, house.hand.time + 5)
        assert set(state_of(cup).players) == set(people)
        await at(house, house.hand.time + 5)
        assert set(state_of(cup).players) == {*people, "bot-dealer"}
        await played(house, cup, *people)
        follows(house)

    in_casino(tmp_path, play)


def test_house_players_do_not_play_among_themselves(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        cup = await sit_and_go(house)
        await do(house, cup, SeatHousePlayer("bot-bold", "bold", by=OPERATOR))
        await settled(house)
        assert (state_of(cup).players, state_of(cup).house_players) == ((), ())
        ana = await house.player()
        await do(house, cup, Apply(ana))
        await settled(house)
        await do(house, cup, WithdrawEntry(ana))
        await at(house, house.hand.time + 60)
        assert state_of(cup).players == ()
        follows(house)

    in_casino(tmp_path, play)


def test_one_that_the_operator_has_seated_counts(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        cup = await sit_and_go(house)
        ana = await house.player()
        await do(house, cup, Apply(ana))
        await settled(house)
        await do(house, cup, SeatHousePlayer("bot-bold", "bold", by=OPERATOR))
        await settled(house)
        assert set(state_of(cup).players) == {ana, "bot-bold", "bot-dealer", "bot-cautious"}
        await played(house, cup, ana)
        follows(house)

    in_casino(tmp_path, play)


def test_where_people_pay_a_fee_no_house_player_enters(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        assert await code_of(sit_and_go(house, entry_fee=20_00)) == "no_house_players"
        spec = TournamentSpec(conditions=closed_value(replace(SIT_AND_GO, entry_fee=20_00, prizes=(Prize(share=100),))))
        cup = house.watch(await house.casino.make_tournament(spec, id="paid"))
        act = SeatHousePlayer("bot-bold", "bold", by=OPERATOR)
        refusal = state_of(cup).refuses(act)
        assert (refusal.code, str(refusal.rule)) == ("fees_are_paid", "D7 3.4")
        assert await code_of(do(house, cup, act)) == "fees_are_paid"

    in_casino(tmp_path, play)


# At a cash table


@pytest.mark.parametrize("game", AUTOMATED)
def test_company_at_a_cash_table(tmp_path: Path, game: str) -> None:
    """Two house players wager beside a person, go on with them, and take what is left home to the house."""
    bots = ("bot-one", "bot-two")

    async def play(house: House) -> None:
        actor = await house.table(game)
        for bot in bots:
            await do(house, actor, SeatHousePlayer(bot, FIRST[game], 100_00, by=OPERATOR))
        await house.later(actor, 60)
        # Nobody is there: they sit and wait.
        assert state_of(actor).wagerers == frozenset()
        ana = await house.seated(actor)
        if game == "blackjack":
            await house.say(actor, "ana: sit at box 7", ana=ana)
        for _ in range(3):
            await house.later(actor, REST)
            await house.act(actor, wager(actor, ana) if game != "blackjack" else box_7(ana))
            await house.quiet(actor)
            assert state_of(actor).wagerers == {ana, *bots}
            await house.later(actor, 2)
            await house.act(actor, Ready(ana))
            await house.quiet(actor)
            assert not state_of(actor).wagerers or game == "blackjack"
            if game == "blackjack":
                await decided_by_people(house, actor, ana)
        for bot in bots:
            await house.later(actor, REST)
            await do(house, actor, RemoveHousePlayer(bot, by=OPERATOR))
        state = state_of(actor)
        assert (state.players, state.general.house_players) == ((ana,), ())
        report = await house.audited(actor)
        assert (report.breach, report.agreed_closes) == (None, 3)
        follows(house)

    in_casino(tmp_path, play)


def box_7(player: str) -> Wager:
    return Wager(player, Position("box", (7,)), 10_00)


async def decided_by_people(house: House, actor: TableActor, *people: str) -> None:
    """Until the round is over; a house player takes a second for each decision."""
    for _ in range(200):
        state = state_of(actor)
        if state.is_between_rounds:
            return
        turn = hand_in_turn(state) if state.step == DECIDE_STEP else None
        if turn is not None and decider(state, turn[0]) in people:
            player, box = decider(state, turn[0]), turn[0].number
            if await house.refused(actor, Stand(player, box)):
                await house.act(actor, Draw(player, box))
        await house.later(actor, 1 if turn is not None else DECIDE)
    raise AssertionError("the round does not end")


def test_every_record_says_who_was_a_house_player(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        actor = await house.table("blackjack")
        for name, strategy, code in (
            ("bot-x y", "dealer", "bad_house_name"),
            ("bot-x", "lucky", "no_such_strategy"),
        ):
            assert await code_of(do(house, actor, SeatHousePlayer(name, strategy, 100_00, by=OPERATOR))) == code
        ana = await house.player()
        assert await code_of(house.act(actor, BuyIn("bot-x", 10_00), person=ana)) != ""
        live = await house.table("roulette", live=True)
        await do(house, live, OpenTable(by=DEALER))
        assert await code_of(do(house, live, SeatHousePlayer("bot-x", "red", 100_00, by=OPERATOR))) == "dealer_deals"

    in_casino(tmp_path, play)
