"""The two tables for PettingZoo: its own tests, and what the law says of turns, marker and places."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, seed_test

from croupier.games.refusal import Refused
from croupier.rl import blackjack_table, tournament
from croupier.rl.agents import LastRounds, basic_agent
from croupier.rl.blackjack.choices import Action, Question, SeenAt
from croupier.rl.league import baselines, play_league, play_session
from croupier.rl.session_run import SessionSetup
from croupier.rl.tournament import SEAT_WIDTH, SESSION_WIDTH, SeatSeen, SessionSeen, TournamentEnv

TABLES: dict[str, tuple[Any, dict[str, Any]]] = {
    "one round": (blackjack_table, {}),
    "five rounds of a shoe": (blackjack_table, {"players": 2, "cut": 300, "rounds": 5, "wagers": (5_00, 10_00)}),
    "tournament": (tournament, {"rounds": 3, "players": 4, "decks": 4}),
}


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("name", TABLES)
def test_pettingzoo_accepts_the_table(name: str) -> None:
    module, settings = TABLES[name]
    api_test(module.env(**settings), num_cycles=60)
    parallel_api_test(module.parallel_env(**settings), num_cycles=60)
    seed_test(lambda: module.env(**settings), num_cycles=20)


def begun(**settings: Any) -> TournamentEnv:
    environment = TournamentEnv(**settings)
    environment.reset(seed=2)
    return environment


def wagering(environment: TournamentEnv) -> list[str]:
    """Who wagers in this round, in order, each the minimum; then every hand stands or draws until the next."""
    found, basic = [], basic_agent()
    while not all(environment.terminations.values()):
        player = environment.agent_selection
        shown = environment.observe(player)
        if shown["observation"][SeenAt.QUESTION] == Question.WAGER:
            if player in found:
                break
            found.append(player)
        environment.step(basic(shown["observation"], shown["action_mask"]))
    return found


@pytest.mark.clause("D7 5.9", "D7 5.10")
def test_D7_5_9_players_wager_in_turn_and_the_marker_moves_on() -> None:
    environment = begun(players=4, rounds=3)
    first, second, third = (wagering(environment) for _ in range(3))
    names = environment.possible_agents
    assert first == [*names[names.index(first[0]) :], *names[: names.index(first[0])]]
    assert second == [*first[1:], first[0]]
    assert third == [*second[1:], second[0]]
    assert all(environment.terminations.values())


@pytest.mark.clause("D7 4.5")
def test_D7_4_5_the_mask_holds_the_wagers_that_the_limits_and_the_chips_allow() -> None:
    environment = begun(players=4, rounds=3, chips=250_00)
    shown = environment.observe(environment.agent_selection)
    legal = [environment.setup.amounts[each - Action.WAGER] for each in np.flatnonzero(shown["action_mask"])]
    assert legal == list(range(10_00, 251_00, 10_00))
    last = len(environment.setup.amounts) - 1
    environment.step(int(Action.WAGER) + last)
    told = environment.infos[environment.agent_selection]
    assert told["refusal"] == "not_enough_chips"


def test_the_places_add_up_and_whoever_holds_most_goes_on() -> None:
    environment = TournamentEnv(players=4, rounds=2)
    basic = basic_agent()
    for seed in range(4):
        shares = play_session(environment, dict.fromkeys(environment.possible_agents, basic), seed)
        assert sum(shares.values()) == pytest.approx(1.0)
        table = environment.run.table
        most = max(table.chips_of(player) for player in shares)
        assert all((share > 0) == (table.chips_of(player) == most) for player, share in shares.items())


def shown(moment: Question, left: int, *seats: tuple[int, int]) -> Any:
    """An observation of a table with these chips and wagers, one's own first."""
    seen = np.zeros(SESSION_WIDTH, np.int32)
    seen[SeenAt.QUESTION], seen[SessionSeen.ROUNDS_LEFT] = moment, left
    for place, (chips, wager) in enumerate(seats):
        at = SessionSeen.SEATS + place * SEAT_WIDTH
        seen[at + SeatSeen.CHIPS], seen[at + SeatSeen.WAGER], seen[at + SeatSeen.IS_PLAYING] = chips, wager, 1
    return seen


def test_last_rounds_wagers_to_overtake_and_covers_a_lead() -> None:
    """By hand: $900 against $1,000 with $100 out needs $210; $1,000 against $800 with $150 out is safe by $10."""
    setup = SessionSetup(players=4)
    agent = LastRounds(setup)
    mask = np.array([0] * Action.WAGER + [1] * len(setup.amounts), np.int8)
    out = (0, 0)

    def wager(*seats: tuple[int, int]) -> int:
        seen = shown(Question.WAGER, 1, *seats, out, out)
        seen[SessionSeen.SEATS + 2 * SEAT_WIDTH + SeatSeen.IS_PLAYING] = 0
        seen[SessionSeen.SEATS + 3 * SEAT_WIDTH + SeatSeen.IS_PLAYING] = 0
        return setup.amounts[agent(seen, mask) - Action.WAGER]

    assert wager((900_00, 0), (900_00, 100_00)) == 210_00
    assert wager((1_000_00, 0), (650_00, 150_00)) == 10_00
    assert wager((1_000_00, 0), (600_00, 300_00)) == 90_00
    assert wager((300_00, 0), (900_00, 100_00)) == 500_00


def test_the_league_repeats_itself_and_shares_out_every_place() -> None:
    setup = SessionSetup(players=4, rounds=2)
    rows = play_league(setup, baselines(setup, 1), 3, seed=5)
    assert rows == play_league(setup, baselines(setup, 1), 3, seed=5)
    assert sum(row.share * row.seats for row in rows) == pytest.approx(3.0)
    assert sum(row.seats for row in rows) == 12


def test_a_session_that_cannot_be_is_refused() -> None:
    with pytest.raises(Refused):
        TournamentEnv(players=4, minimum=20_00, maximum=10_00)
