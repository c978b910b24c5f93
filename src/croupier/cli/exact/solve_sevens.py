"""`croupier solve super-sevens`: what that wager is worth, and what becomes of a bankroll on it."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from cyclopts import Parameter
from rich.console import Console

from croupier.cli.console.exit_codes import DONE
from croupier.cli.console.input import refused, unclear
from croupier.cli.console.numbers import whole
from croupier.cli.console.output import grid, print_json, screen
from croupier.cli.console.parameters import Json
from croupier.cli.exact.solve import missing
from croupier.games.blackjack.cards import Card, card, code
from croupier.games.blackjack.hand import SEVENS_PAY, Decision
from croupier.games.blackjack.options import BlackjackOptions, refuses_options
from croupier.games.refusal import Refusal
from croupier.odds import fate_within, longest_losing_run
from croupier.odds.blackjack import is_there
from croupier.odds.super_sevens import SevensShoe, SuperSevens
from croupier.odds.super_sevens import super_sevens as exact_sevens
from croupier.record.text.wagers import read_amount
from croupier.rulebook import Cite


def super_sevens(
    *,
    decks: Annotated[int, Parameter(converter=whole, metavar="NUMBER", help="Decks in the shoe, 6 to 8.")] = 8,
    seen: Annotated[str, Parameter(metavar="CARDS", help="Cards already gone from the shoe, such as '7c 7d'.")] = "",
    wager: Annotated[str, Parameter(metavar="DOLLARS", help="The stake, with --bankroll.")] = "5",
    bankroll: Annotated[str | None, Parameter(metavar="DOLLARS", help="The money you start with.")] = None,
    goal: Annotated[str | None, Parameter(metavar="DOLLARS", help="Stop when the money reaches this.")] = None,
    rounds: Annotated[
        int, Parameter(converter=whole, metavar="NUMBER", help="Stop after this many rounds, with --bankroll.")
    ] = 200,
    json: Json = False,
) -> int:
    """Work out the exact edge of the Super Sevens wager.

    The edge depends on how you play two sevens, so there are two figures. `--bankroll` and `--goal` together show what
    happens to your money.

    For example:

    - `croupier solve super-sevens --seen "7c 7d"`
    - `croupier solve super-sevens --decks 6 --bankroll 100 --goal 500 --json`
    """
    if not is_there():
        return missing(json=json)
    options = BlackjackOptions(decks=decks, layout=2, super_sevens=1_00)
    if refusal := refuses_options(options):
        return refused("", refusal, json=json)
    try:
        gone = tuple(card(word) for word in seen.split())
    except ValueError as error:
        return unclear(str(error), json=json)
    left = _sevens_left(decks, gone)
    try:
        asked = _asked(wager, bankroll, goal, rounds)
    except ValueError as error:
        return unclear(str(error), json=json)
    if min(*left.sevens, *left.others) < 0 or left.size < FEWEST_FOR_SEVENS:
        why = f"{decks} decks do not have all these cards, or too few cards are left for a round."
        return refused("", Refusal(Cite("D2 3.3(a)"), "not_in_shoe", why), json=json)
    from croupier.odds.blackjack.solver import Shoe, Strategy
    from croupier.odds.blackjack.solver import solve as solve_game

    game = solve_game(Shoe.of_decks(decks), options.rules, Strategy.TOTAL)
    drawing = {up for up, played in game.against.items() if played.decision(7, 7) is Decision.DRAW}
    ways = {
        "a third card whenever two sevens lie there": exact_sevens(left),
        "by totals, as the hand is best played": exact_sevens(left, drawing.__contains__),
    }
    if json:
        print_json({"decks": decks, "draws_against": sorted(drawing), **_as_json(left, ways, asked)})
    else:
        _show(screen(), left, ways, asked)
    return DONE


Ways = dict[str, SuperSevens]


def _as_json(left: SevensShoe, ways: Ways, asked: SevensAsked | None) -> dict[str, Any]:
    return {
        "sevens_left": left.sevens,
        "cards_left": left.size,
        "edges": {name: {"exact": str(found.edge), "edge": float(found.edge)} for name, found in ways.items()},
        **({} if asked is None else {"risk": _risk(next(iter(ways.values())), asked)}),
    }


def _show(out: Console, left: SevensShoe, ways: Ways, asked: SevensAsked | None) -> None:
    sevens = " ".join(map(str, left.sevens))
    out.print(f"[bold]Super Sevens[/], {left.size} cards left, sevens {sevens} by suit (c d h s)")
    rows = grid("two sevens are played", "the house keeps", "standard deviation", right=("the house keeps",))
    for name, found in ways.items():
        rows.add_row(name, f"{100 * float(found.edge):.6f} %", f"{float(found.variance) ** 0.5:.2f}")
    out.print(rows)
    always = next(iter(ways.values()))
    ends = grid("end", "pays", "chance, a third card taken", right=("pays",))
    for end, chance in sorted(always.chances.items()):
        pays, to = SEVENS_PAY[end]
        ends.add_row(end.name.lower().replace("_", " "), f"{pays} to {to}" if pays > 0 else "", f"{float(chance):.8f}")
    out.print(ends)
    if asked is not None:
        figures = grid("a third card always, each round from such a shoe", "")
        for name, figure in _risk(always, asked).items():
            figures.add_row(name.replace("_", " "), f"{figure:.6f}")
        out.print(figures)


FEWEST_FOR_SEVENS = 4
"""Three cards for the player and one for the dealer."""


def _sevens_left(decks: int, gone: tuple[Card, ...]) -> SevensShoe:
    shoe = SevensShoe.of_decks(decks)
    for each in gone:
        shoe = shoe.without(code(each))
    return shoe


class SevensAsked(NamedTuple):
    stake: int
    bankroll: int
    goal: int
    rounds: int


def _asked(wager: str, bankroll: str | None, goal: str | None, rounds: int) -> SevensAsked | None:
    if bankroll is None and goal is None:
        return None
    if bankroll is None or goal is None:
        raise ValueError("--bankroll and --goal go together: name both")
    asked = SevensAsked(read_amount(wager), read_amount(bankroll), read_amount(goal), rounds)
    if not 0 < asked.stake <= asked.bankroll < asked.goal or not 1 <= rounds <= MOST_ROUNDS:
        raise ValueError(
            f"--bankroll must be at least --wager, --goal above --bankroll, and --rounds 1 to {MOST_ROUNDS:,}"
        )
    return asked


def _risk(found: SuperSevens, asked: SevensAsked) -> dict[str, float]:
    """What becomes of a bankroll, exactly; shown as decimals."""
    results = found.results(asked.stake)
    ends = fate_within(results, stake=asked.stake, bankroll=asked.bankroll, goal=asked.goal, rounds=asked.rounds)
    return {
        "goal": float(ends.goal),
        "ruin": float(ends.ruin),
        "still_playing": float(ends.playing),
        "longest_losing_run": float(longest_losing_run(results, asked.rounds)),
    }


MOST_ROUNDS = 1_000
