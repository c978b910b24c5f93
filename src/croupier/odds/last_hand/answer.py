"""What is answered about a last hand: every wager of the one to act, or every decision of the hand in turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.hand import GAZETTED
from croupier.games.refusal import Refused
from croupier.games.tournament.session_table.last_hand import BASIC, BEST, LastHand, LastSeat, hand_of
from croupier.odds.blackjack.tables import RANKS, Counts
from croupier.odds.blackjack.up_card import Shoe
from croupier.odds.last_hand.basic import basic_play
from croupier.odds.last_hand.betting import Betting, BetValue
from croupier.odds.last_hand.exact import ExactDuel
from croupier.odds.last_hand.figures import DecisionAnswer, LastHandAnswer, PlayDeparture, WagerAnswer
from croupier.odds.last_hand.limits import refuses_rounds
from croupier.odds.last_hand.lines import SeenCards
from croupier.odds.last_hand.moment import DecisionMoment, PlaceChoice, insurance_choices, state_after
from croupier.odds.last_hand.play import HandPlay, PlaceContest, PlayModel, SolveDetail
from croupier.odds.last_hand.reach import Reach, reach_of
from croupier.odds.last_hand.rounds import POINTS, future_of

DETAILS = {
    2: SolveDetail(),
    3: SolveDetail(),
    4: SolveDetail(amounts=2),
    5: SolveDetail(insurance=False, amounts=2),
}
"""How much is told apart, by the number of players; five stands for more too."""
MOST_DEPARTURES = 12
LEAST_DEPARTURE = 0.0005


def counts_left(hand: LastHand) -> Counts:
    """What is left in the shoe, by value."""
    dealt = [card for seat in hand.seats for card in seat.cards] + ([hand.up] if hand.up else [])
    return Shoe.of_decks(hand.decks).without(*hand.seen, *dealt).counts


def contest_of(hand: LastHand, models: Mapping[str, PlayModel], *, aims_at_prize: bool = False) -> PlaceContest:
    left = counts_left(hand)
    total = sum(left)
    names = [seat.name for seat in hand.seats]
    return PlaceContest(
        chips=tuple(seat.chips for seat in hand.seats),
        sign=hand.sign,
        shares=tuple(number / total for number in left),
        advance=hand.advance,
        hero=names.index(hand.to_act.name),
        tie=-1.0 if hand.tie is None else float(hand.tie),
        prizes=tuple(map(float, hand.prizes)),
        aims_at_prize=aims_at_prize,
        models=tuple(_model(hand, seat, models) for seat in hand.seats),
        rules=GAZETTED,
    )


def _model(hand: LastHand, seat: LastSeat, models: Mapping[str, PlayModel]) -> PlayModel | None:
    if seat.plays == BEST:
        return None
    return basic_play(hand.decks, GAZETTED) if seat.plays == BASIC else models[seat.plays]


def solve_last_hand(
    hand: LastHand,
    models: Mapping[str, PlayModel] | None = None,
    *,
    aims_at_prize: bool = False,
    exact: int = 0,
    departures: bool = True,
    also: int | None = None,
) -> LastHandAnswer:
    """Every wager, or every decision, of the one to act; `models` are the ways of playing that files name.

    `also` is a lawful wager that is worked out too, where not every one is looked at.

    With two players the best wagers, so many of them, are worked out with the shoe's composition too, and where the
    best one is played otherwise than by basic play, if `departures` are asked for.
    """
    contest = contest_of(hand, models or {}, aims_at_prize=aims_at_prize)
    if hand.up:
        return _decision_answer(hand, contest)
    if not hand.is_betting:
        return _laid_answer(hand, contest, departures=departures)
    if hand.rounds > 1:
        return _rounds_answer(hand, contest, also)
    betting = betting_of(hand, contest, also)
    bets = betting.bets
    exactly = _exactly(hand, contest, bets, exact)
    bets = tuple(exactly.get(bet.wager, (bet, ""))[0] for bet in bets)
    best = _best(bets, contest.hero)
    return LastHandAnswer(
        player=hand.to_act.name,
        method=method_of(best.detail, drawn=best.drawn),
        error=None,
        wagers=tuple(_wager_answer(hand, contest, bet, exactly.get(bet.wager, (bet, ""))[1]) for bet in bets),
        best=best.wager,
        departures=_departures(contest, best, hand) if departures else (),
    )


def betting_of(hand: LastHand, contest: PlaceContest, also: int | None = None) -> Betting:
    names = [seat.name for seat in hand.seats]
    order = tuple(names.index(seat.name) for seat in hand.betting_order)
    laid = tuple(seat.wager if seat in hand.able else 0 for seat in hand.seats)
    models = tuple(seat.bets for seat in hand.seats)
    return Betting(contest, laid, order, models, DETAILS[min(len(contest.able), 5)], also=also)


def _best(bets: tuple[BetValue, ...], hero: int) -> BetValue:
    best = bets[0]
    for bet in bets:
        if bet.value[hero] > best.value[hero] + 1e-9:
            best = bet
    return best


def _figures(contest: PlaceContest, value: Any) -> tuple[float, float | None]:
    """The chance and the prize; which of them was aimed at stands in the hero's own column."""
    own = float(value[contest.hero])
    if not contest.prizes:
        return own, None
    other = float(value[len(contest.chips)])
    return (other, own) if contest.aims_at_prize else (own, other)


def _exactly(
    hand: LastHand, contest: PlaceContest, bets: tuple[BetValue, ...], most: int
) -> dict[int, tuple[BetValue, str]]:
    """The best wagers of two players with the shoe's composition, and in words what that rests on.

    Composition is followed for hands that are not split. What splits, doubles for less and insurance add is the
    difference between two sums with held proportions.
    """
    if not most or len(contest.chips) != 2 or contest.prizes:  # noqa: PLR2004
        return {}
    found = {}
    ranked = sorted(bets, key=lambda bet: -bet.value[contest.hero])
    for bet in ranked[:most]:
        duel = ExactDuel(contest, bet.wagers, counts_left(hand))
        followed = duel.value
        full = HandPlay(contest, bet.wagers, SolveDetail()).value
        chances = [
            float(exact + whole - plain)
            for exact, whole, plain in zip(followed.chances, full, duel.play.value, strict=True)
        ]
        says = f"the shoe's composition followed to within {followed.error:.5f}, {ADDED}"
        found[bet.wager] = (bet._replace(value=chances), says)
    return found


ADDED = "what splits, doubles for less and insurance add with proportions held fixed"


def _wager_answer(hand: LastHand, contest: PlaceContest, bet: BetValue, says: str = "") -> WagerAnswer:
    chance, prize = _figures(contest, bet.value)
    others = {
        seat.name: wager
        for seat, wager in zip(hand.seats, bet.wagers, strict=True)
        if wager and seat.name != hand.to_act.name
    }
    error = None if bet.spread is None else _figures(contest, bet.spread)[0]
    return WagerAnswer(bet.wager, chance, prize, others, says or method_of(bet.detail, drawn=bet.drawn), error)


def method_of(detail: SolveDetail, *, drawn: str = "") -> str:
    """What the figures rest on, in words; `drawn` is what of them rests on deals drawn at random."""
    says = ["the shoe's proportions held fixed within the hand"]
    if not detail.splits:
        says.append("no pair split")
    elif not detail.split_doubles:
        says.append("pairs split once, split hands not doubled")
    else:
        says.append("pairs split once")
    if not detail.sight:
        says.append("nobody looks at the cards of boxes still to be played")
    if not detail.insurance:
        says.append("no insurance")
    if drawn:
        says.append(f"{drawn} from deals drawn at random")
    return ", ".join(says)


# Nothing left to wager


def _laid_answer(hand: LastHand, contest: PlaceContest, *, departures: bool) -> LastHandAnswer:
    """All wagers lie and no card is out: the chance of the one who plays first."""
    wagers = tuple(seat.wager or 0 for seat in hand.seats)
    detail = DETAILS[min(len(contest.able), 5)]
    bet = betting_of(hand, contest).worth(wagers[contest.hero], wagers, detail)
    return LastHandAnswer(
        player=hand.to_act.name,
        method=method_of(bet.detail, drawn=bet.drawn),
        error=None,
        wagers=(_wager_answer(hand, contest, bet),),
        best=bet.wager,
        departures=_departures(contest, bet, hand) if departures else (),
    )


# Two or three rounds


def _rounds_answer(hand: LastHand, contest: PlaceContest, also: int | None) -> LastHandAnswer:
    if refusal := refuses_rounds(hand):
        raise Refused(refusal)
    number = len(contest.chips)
    names = [seat.name for seat in hand.seats]
    first = (names.index(hand.marker) + 1) % number
    models = tuple(seat.bets for seat in hand.seats)
    found = []
    for points in POINTS[number]:
        future = future_of(contest, models, first, hand.rounds - 1, points)
        betting = betting_of(hand, contest._replace(future=future), also)
        betting.detail = SolveDetail(splits=False, insurance=False, amounts=1)
        found.append(betting.bets)
    fine, coarse = found
    gaps = [abs(one.value[contest.hero] - other.value[contest.hero]) for one, other in zip(fine, coarse, strict=True)]
    detail = fine[0].detail
    return LastHandAnswer(
        player=hand.to_act.name,
        method=f"{hand.rounds} rounds on a grid of stacks, {method_of(detail)}",
        error=max(gaps),
        wagers=tuple(_wager_answer(hand, contest, bet) for bet in fine),
        best=_best(fine, contest.hero).wager,
    )


# The hand in turn


def _decision_answer(hand: LastHand, contest: PlaceContest) -> LastHandAnswer:
    """All cards lie open, so everything is told apart with any number of players."""
    able, hero = hand.able, hand.to_act
    wagers = tuple(seat.wager or 0 for seat in hand.seats)
    names = [seat.name for seat in hand.seats]
    doubled = {names.index(seat.name): seat.doubled for seat in able if seat.doubled}
    place = able.index(hero)
    play = HandPlay(contest, wagers, SolveDetail(), doubled)
    seen = SeenCards(hand.up, tuple(_held(play, seat, is_done=at < place) for at, seat in enumerate(able)))
    moment = DecisionMoment.of_seen(play, seen, place)
    own = hand_of(hero)
    choices = moment.choices(own)
    basic = moment.by_model(basic_play(hand.decks, GAZETTED), own)

    def answer(choice: PlaceChoice, *, is_basic: bool) -> DecisionAnswer:
        chance, prize = _figures(contest, choice.value)
        return DecisionAnswer(choice.decision, choice.amount, chance, prize, is_basic)

    untouched = all(len(seat.cards) == 2 for seat in able)  # noqa: PLR2004
    insured: tuple[PlaceChoice, ...] = ()
    if hand.up == machine.ACE and place == 0 and untouched:
        insured = insurance_choices(play, place, seen, own)
    others = ", nobody else insured" if hand.up == machine.ACE else ""
    return LastHandAnswer(
        player=hero.name,
        method=method_of(play.detail) + others,
        error=None,
        decisions=tuple(answer(choice, is_basic=choice[:2] == basic[:2]) for choice in choices),
        insurance=tuple(answer(choice, is_basic=not choice.amount) for choice in insured),
    )


def _held(play: HandPlay, seat: LastSeat, *, is_done: bool) -> Reach | int:
    """The code with which a box has ended, or the hand that it holds."""
    hand = hand_of(seat)
    if not is_done:
        return reach_of(play.contest.rules, play.graph.node_of(hand))
    kind = play.graph.kind_of(hand)
    return len(play.graph.kinds) + 1 + kind if seat.doubled else kind


# Where the play for the place is not basic play


def _departures(contest: PlaceContest, best: BetValue, hand: LastHand) -> tuple[PlayDeparture, ...]:
    """Of two players' last hand: the two-card hands that are played otherwise, those that matter most first."""
    if len(contest.chips) != 2:  # noqa: PLR2004
        return ()
    play = HandPlay(contest, best.wagers, SolveDetail(splits=False, insurance=False))
    place = play.contest.able.index(play.contest.hero)
    basic = basic_play(hand.decks, play.contest.rules)
    found: list[tuple[float, PlayDeparture]] = []
    chances = play.start_chances
    for up in RANKS:
        for other, likely, moment in _situations(play, up, place):
            for start, node in enumerate(play.graph.starts):
                own = play.graph.hands[node]
                if machine.is_over(own):
                    continue
                choices = moment.choices(own)
                usual = moment.by_model(basic, own)
                gain = float(choices[0].value[moment.own] - usual.value[moment.own])
                if gain > LEAST_DEPARTURE and choices[0].decision != usual.decision:
                    weight = gain * likely * float(play.shares[up - 1] * chances[start])
                    told = PlayDeparture(
                        up, named(own), other, choices[0].decision, choices[0].amount, usual.decision, gain
                    )
                    found.append((weight, told))
    ranked = sorted(found, key=lambda each: -each[0])
    return tuple(departure for _, departure in ranked[:MOST_DEPARTURES])


def _situations(play: HandPlay, up: int, place: int) -> Iterator[tuple[str, float, DecisionMoment]]:
    """What the other player may have, and roughly how likely that is: a final hand, or two cards still to be played."""
    chances = play.start_chances
    first = DecisionMoment.of_any(play, up, place)
    if place == 0:
        for start, node in enumerate(play.graph.starts):
            yield named(play.graph.hands[node]), float(chances[start]), first.beside(0, start)
        return
    natural = 2 * float(play.shares[machine.ACE - 1] * play.shares[machine.TEN - 1])
    for kind, example in enumerate(play.graph.examples):
        likely = natural if kind == play.graph.natural else (1 - natural) / (len(play.graph.kinds) - 1)
        yield _final(example), likely, first.beside(state_after(play, (kind,)), 0)


def named(hand: machine.Hand) -> str:
    if hand.pair:
        return f"pair {'A' if hand.pair == machine.ACE else hand.pair}"
    if machine.is_blackjack(hand):
        return "blackjack"
    return f"{'soft' if machine.is_soft(hand) else 'hard'} {machine.total(hand)}"


def _final(hand: machine.Hand) -> str:
    if machine.is_bust(hand):
        return "bust"
    if machine.is_blackjack(hand):
        return "blackjack"
    points = machine.total(hand)
    return f"stands on {points}" if points >= machine.DEALER_STANDS else "stands under 17"
