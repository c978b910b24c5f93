"""Random rounds of roulette with everything that may go wrong in them, against a second settlement of them."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import croupier
from croupier import (
    BuyIn,
    Collect,
    CorrectGround,
    Favour,
    NoMoreBets,
    NoSpin,
    OpenBetting,
    OpenTable,
    Outcome,
    Pay,
    Sign,
    TakeBackFavour,
    VoidWager,
    Wager,
    WrongLimits,
)
from croupier.games.acts import Act
from croupier.games.layout.acts import VoidChips
from croupier.games.layout.step_names import TAKE_UP
from croupier.games.position import Position
from croupier.games.roulette import (
    Announce,
    CorrectNumber,
    Direction,
    Dolly,
    Spin,
    SpinBall,
    black,
    colour_of,
    column,
    odd,
    red,
    straight_up,
)
from tests.support.rules.reference_layout import CALLED, FINAL, RESULT, VOID, Key, Round

CHUNKS = 10
ROUNDS, LONG_ROUNDS = 200, 10_000
LIMITS = Sign(minimum=5_00, maximum=100_00)
BOUGHT = 2_000_00
PLAYERS = ("ana", "ben", "cy")
POSITIONS: dict[str, Position] = {
    "red": red,
    "black": black,
    "odd": odd,
    "column 2": column(2),
    "17": straight_up(17),
    "18": straight_up(18),
}
NUMBERS = (17, 18, 0, 5, 20, 35)
STAKES = (5_00, 10_00, 20_00, 60_00, 100_00)


class Play:
    """One round at a table and the same round in the second settlement."""

    def __init__(self, source: random.Random) -> None:
        self.source = source
        self.table = croupier.roulette(LIMITS, automation=frozenset({TAKE_UP})).play(OpenTable())
        self.table = self.table.play(*(BuyIn(player, BOUGHT) for player in PLAYERS))
        self.money = self.table.money
        self.told = Round(LIMITS.minimum, LIMITS.maximum)
        self.acts: list[Act] = []
        self.done: Counter[str] = Counter()

    def do(self, act: Act) -> None:
        self.acts.append(act)
        self.table = self.table.play(act)
        assert self.table.money == self.money

    def try_out(self, act: Act, *, is_good: bool) -> bool:
        """The act is done where the second settlement says that it may be, and else refused."""
        refusal = self.table.refuses(act)
        assert (refusal is None) == is_good, (act, refusal)
        if is_good:
            self.do(act)
        self.done[f"{type(act).__name__} {'done' if is_good else 'refused'} {self.told.stage}"] += 1
        return is_good

    def play(self) -> None:
        for key in ((player, name) for player in PLAYERS for name in POSITIONS):
            if self.source.random() < 0.4:
                self.told.stakes[key] = self.source.choice(STAKES)
                self.do(Wager(key[0], POSITIONS[key[1]], self.told.stakes[key]))
        self.do(SpinBall(Direction.CLOCKWISE, Direction.ANTICLOCKWISE))
        self.do(NoMoreBets())
        self.told.stage = CALLED
        self.rulings(8)
        self.spin()
        while self.told.stage == RESULT:
            self.go_on()
        self.rulings(6)
        self.check()

    def spin(self) -> None:
        """Now and then with too few revolutions: void, unless that was entered by mistake."""
        number = self.source.choice(NUMBERS)
        if self.source.random() < 0.2:
            self.do(Spin(number, 3))
            self.after_void(number)
        else:
            self.do(Spin(number))
            self.told.restore(number)

    def after_void(self, number: int) -> None:
        self.told.make_void()
        if self.source.random() < 0.7:
            self.try_out(CorrectGround("the key slipped"), is_good=True)
            self.told.restore(number)

    def go_on(self) -> None:
        """A ruling, a correction, a void, or the dealer's next step."""
        way = self.source.random()
        if way < 0.5:
            self.rule()
        elif way < 0.6:
            self.told.number = self.source.choice(NUMBERS)
            self.do(CorrectNumber(self.told.number, "misread"))
        elif way < 0.65:
            self.do(NoSpin("interference"))
            self.after_void(self.told.number)
        else:
            self.step()

    def step(self) -> None:
        number = self.told.number
        steps: dict[str, Act] = {
            "announce": Announce(number, colour_of(number)),
            "dolly": Dolly(number),
            "collect": Collect(),
            "pay": Pay(),
            "open betting": OpenBetting(),
        }
        act = steps[self.table.step]
        self.do(act)
        if isinstance(act, OpenBetting):
            self.told.stage = FINAL

    # Whatever a supervisor may be asked for, lawful or not

    def rulings(self, most: int) -> None:
        for _ in range(self.source.randint(0, most)):
            self.rule()

    def rule(self) -> None:
        key = self.source.choice(PLAYERS), self.source.choice(list(POSITIONS))
        if self.told.rulings and self.source.random() < 0.4:
            key = self.source.choice(list(self.told.rulings))
        self.source.choice((self.late, self.late_chips, self.limits, self.favour, self.favour, self.take_back))(key)

    def late(self, key: Key) -> None:
        act = VoidWager(key[0], POSITIONS[key[1]], "late")
        if self.try_out(act, is_good=self.told.may_be_late(key)):
            self.told.find_late(key, self.told.stakes[key])

    def late_chips(self, key: Key) -> None:
        amount = self.source.choice((50, 5_00, 10_00, 200_00))
        act = VoidChips(key[0], POSITIONS[key[1]], amount, "late")
        if self.try_out(act, is_good=self.told.may_be_late(key, amount)):
            self.told.find_late(key, amount)

    def limits(self, key: Key) -> None:
        if not self.told.is_open:
            return
        amount = self.source.choice((50, 1_00, 10_00, 50_00, 150_00))
        act = WrongLimits(key[0], POSITIONS[key[1]], amount)
        if self.try_out(act, is_good=self.told.is_outside(key, amount)):
            self.told.put_right(key, amount)

    def favour(self, key: Key) -> None:
        """Which of several late chips a ruling is about, the rulings leave open: it is not asked here."""
        if len(self.told.late.get(key, ())) > 1 and key not in self.told.stakes:
            return
        name = self.source.choice((None, *POSITIONS))
        act = Favour(key[0], POSITIONS[key[1]], "the dealer misheard", None if name is None else POSITIONS[name])
        if self.told.stage == FINAL and key not in self.told.stakes:
            return
        if self.try_out(act, is_good=self.told.may_favour(key, name)):
            self.told.favour(key, name)

    def take_back(self, key: Key) -> None:
        act = TakeBackFavour(key[0], POSITIONS[key[1]], "the film shows it")
        if self.try_out(act, is_good=self.told.may_take_back(key)):
            self.told.take_back(key)

    # What came of it

    def check(self) -> None:
        held = {purse.player: purse.value for purse in self.table.general.purses}
        assert held == {player: self.told.holds(player, BOUGHT) for player in PLAYERS}
        late = Counter[Key]()
        for line in self.table.settled:
            if line.rule.clause == "D8 3.6(a)":
                late[line.wager.player, str(line.wager.position)] += line.wager.stake
        assert late == self.told.found_late()
        if self.told.stage == VOID:
            lying = {(each.player, str(each.position)): each.stake for each in self.table.wagers}
            assert lying == self.told.stakes
            return
        lines = {
            (line.wager.player, str(line.wager.position), line.wager.stake, str(line.outcome), line.pays)
            for line in self.table.settled
        }
        expected = {(*key, stake, *self.told.line(key)) for key, stake in self.told.stakes.items()}
        assert expected <= lines
        assert {line[3] for line in lines - expected} <= {Outcome.VOID}


@pytest.mark.clause(
    "D8 3.6(a)", "D8 3.7", "D8 3.8", "D8 3.9", "D8 3.10", "D8 4.2", "D8 4.5(a)", "D8 4.5(b)", "D8 5.1 (closing)",
    "D1 9 (breach)", "D1 11.1",
)  # fmt: skip
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_D8_3_8_random_rounds_settle_as_the_second_reading_does(chunk: int, request: pytest.FixtureRequest) -> None:
    long = bool(request.config.getoption("--long"))
    seed = random.SystemRandom().getrandbits(64) if long else chunk
    source, done = random.Random(seed), Counter[str]()
    for _ in range(LONG_ROUNDS if long else ROUNDS):
        play = Play(source)
        try:
            play.play()
        except Exception as error:
            error.add_note(f"seed {seed}: {play.acts}, {play.told}")
            raise
        done += play.done
    for kind in ("VoidWager", "VoidChips", "Favour", "TakeBackFavour", "WrongLimits"):
        for stage in (CALLED, RESULT):
            assert done[f"{kind} done {stage}"], (kind, stage)
            assert done[f"{kind} refused {stage}"], (kind, stage)
    for kind in ("Favour", "TakeBackFavour"):
        assert done[f"{kind} done {FINAL}"], kind
        assert done[f"{kind} refused {VOID}"], kind
