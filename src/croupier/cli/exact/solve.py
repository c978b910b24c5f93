"""`croupier solve`: what every decision at blackjack is worth, and what the whole game is."""

from __future__ import annotations

import time
from collections import Counter
from typing import Annotated, Any, Literal

from cyclopts import Parameter
from rich.console import Console
from rich.table import Table

from croupier.cli.console.exit_codes import DONE
from croupier.cli.console.input import refused, unclear
from croupier.cli.console.output import grid, in_players_words, indented, print_json, screen
from croupier.cli.console.parameters import Json
from croupier.cli.console.readings import GAZETTED, Decks, HouseReading, reading_in_words
from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.cards import DECK_SIZE, card, code
from croupier.games.blackjack.hand import value
from croupier.games.blackjack.options import BlackjackOptions, Takes, refuses_options
from croupier.games.refusal import Refusal
from croupier.odds.blackjack import INSTALL, is_there
from croupier.rulebook import Cite


def missing(*, json: bool) -> int:
    return unclear(f"The solver needs the extra `math`: {INSTALL}", json=json)


def blackjack(
    *,
    decks: Decks = 8,
    strategy: Annotated[
        Literal["total", "composition", "cdp1", "cdp"],
        Parameter(
            help="How hands are played. total: by their total. composition: by their cards. cdp1: by their cards, and "
            "after a split what is best for two hands. cdp: also by the pair cards that are gone."
        ),
    ] = "total",
    seen: Annotated[str, Parameter(metavar="CARDS", help="Cards already gone from the shoe, such as 'Ts 5h'.")] = "",
    reading: HouseReading = GAZETTED,
    json: Json = False,
) -> int:
    """Solve the whole game: the edge, the best play, what mistakes cost.

    The figures are for the first round of a shoe, with one player. `--seen` takes cards out of the shoe first.

    For example:

    - `croupier solve blackjack --decks 6`
    - `croupier solve blackjack --soft-17 draw --strategy composition --json`
    """
    if not is_there():
        return missing(json=json)
    options = reading.options(decks)
    if refusal := refuses_options(options):
        return refused("", refusal, json=json)
    from croupier.odds.blackjack.report import chart, mistakes
    from croupier.odds.blackjack.situations import refuses_shoe
    from croupier.odds.blackjack.solver import Shoe, Strategy
    from croupier.odds.blackjack.solver import solve as solve_game

    try:
        shoe = Shoe.of_decks(decks).without(*_ranks(seen))
    except ValueError as error:
        return unclear(str(error), json=json)
    if refusal := refuses_cards(seen, decks) or refuses_shoe(shoe, decks):
        return refused("", refusal, json=json)
    began = time.perf_counter()
    solution = solve_game(shoe, options.rules, Strategy(strategy))
    edge = float(solution.edge)
    seconds = time.perf_counter() - began
    if json:
        print_json(
            {
                "edge": edge,
                "edge_percent": 100 * edge,
                "decks": decks,
                "cards": sum(shoe.counts),
                "strategy": strategy,
                "gazetted": options.gazetted,
                "chart": chart(solution),
                "mistakes": [
                    {"name": each.name, "happens": each.happens, "costs": each.costs} for each in mistakes(solution)
                ],
                "seconds": seconds,
                **_spread_as_json(solution, is_depleted=bool(seen)),
            }
        )
    else:
        _show_game(screen(), options, strategy, solution, seconds)
    return DONE


def _show_game(out: Console, options: BlackjackOptions, strategy: str, solution: Any, seconds: float) -> None:
    from croupier.odds.blackjack.report import chart, mistakes

    gone = DECK_SIZE * options.decks - sum(solution.shoe.counts)
    decks = f"{options.decks} decks{f' less {gone} cards' if gone else ''}"
    out.print(f"[bold]Blackjack[/], {decks}, {reading_in_words(options)}")
    said = {
        "total": "by totals",
        "composition": "by the cards of the hand",
        "cdp1": "by the cards, and after a split by what is best for two hands",
        "cdp": "by the cards, and after a split also by the pair cards that are gone",
    }
    edge = 100 * solution.edge
    who = "the house keeps" if edge >= 0 else "the player gains"
    out.print(f"Played {said[strategy]}, {who} [bold]{abs(edge):.6f} %[/] of each initial wager.")
    if strategy == "total" and not gone:
        deviation = _spread_as_json(solution, is_depleted=False)["standard_deviation"]
        spread = f"A round's result has a standard deviation of {deviation:.4f} initial wagers"
        out.print(f"{spread}, over a shoe that never runs down.", style="dim")
    for name, rows in chart(solution).items():
        out.print()
        out.print(_chart_table(name, rows))
    out.print("[dim]S stand, H hit, D double (hit where that is not allowed), P split[/]\n")
    costs = grid("what mistakes cost", "in 100 rounds there is", "each time", "in 100 rounds", right=("each time",))
    for each in mistakes(solution):
        often, dear, both = 100 * each.happens, 100 * each.costs, 10_000 * each.costs_a_round
        costs.add_row(each.name, f"{often:.2f}", f"{dear:.2f} % of the wager", f"{both / 100:.3f} units")
    out.print(costs)
    shoe = "what is left of the shoe" if gone else "a full shoe"
    note = (
        f"For one player, {shoe} and no cutting card. A hand is played by its own cards and the up card alone, "
        "whatever other hands hold. A pair that was split is split again wherever that is allowed."
    )
    out.print()
    out.print(indented(note, out), style="dim")
    out.print(f"{seconds:.2f} s", style="dim")


def _spread_as_json(solution: Any, *, is_depleted: bool) -> dict[str, Any]:
    """How a round's result is spread; reckoned for play by totals and a full shoe only."""
    from croupier.odds.blackjack.distribution import mean_and_variance, spread_of_round
    from croupier.odds.blackjack.solver import Strategy

    if solution.strategy is not Strategy.TOTAL or is_depleted:
        return {}
    spread = spread_of_round(solution)
    _, variance = mean_and_variance(spread)
    return {
        "standard_deviation": variance**0.5,
        "variance": variance,
        "spread": {f"{gained:+g}": chance for gained, chance in spread.items()},
    }


_COLOURS = {"S": "black on yellow", "H": "black on green", "D": "black on cyan", "P": "black on magenta", "-": "dim"}


def _chart_table(name: str, rows: dict[str, dict[str, str]]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 0, 0, 1), header_style="dim")
    table.add_column(name, justify="right")
    for up in next(iter(rows.values())):
        table.add_column(up, justify="center", width=3)
    for row, letters in rows.items():
        table.add_row(row, *(f"[{_COLOURS[letter]}] {letter} [/]" for letter in letters.values()))
    return table


def hand(
    cards: Annotated[str, Parameter(help="The cards of the hand, such as '8s 8h'. T is a ten.")],
    /,
    *,
    against: Annotated[str, Parameter(metavar="CARD", help="The dealer's up card, such as Td.")],
    decks: Decks = 8,
    seen: Annotated[
        str, Parameter(metavar="CARDS", help="Other cards already gone from the shoe, such as 'Ts 5h'.")
    ] = "",
    reading: HouseReading = GAZETTED,
    json: Json = False,
) -> int:
    """Compare every option of one hand.

    The figures use the exact cards left in the shoe.

    For example:

    - `croupier solve hand "8s 8h" --against Td --decks 6`
    - `croupier solve hand "As 6d" --against 5c --seen "Th Tc 9s" --json`
    """
    if not is_there():
        return missing(json=json)
    options = reading.options(decks)
    try:
        held, up, gone = _ranks(cards), _ranks(against), _ranks(seen)
    except ValueError as error:
        return unclear(str(error), json=json)
    from croupier.odds.blackjack.situations import refuses_situation, situation

    if len(up) != 1:
        return unclear("--against is one card, the dealer's up card: --against Td", json=json)
    on_table = f"{cards} {against} {seen}"
    if refusal := (
        refuses_options(options) or refuses_cards(on_table, decks) or refuses_situation(held, up[0], gone, decks)
    ):
        return refused("", refusal, json=json)
    found = situation(held, up[0], gone, decks, options.rules)
    if json:
        print_json(
            {
                "cards": cards,
                "against": against,
                "options": {option.name: option.value for option in found.options},
                "best": found.options[0].name,
                "insurance": found.insurance,
                "left": found.left,
            }
        )
        return DONE
    out = screen()
    out.print(f"[bold]{cards}[/] against [bold]{against}[/], {found.left} cards left of {decks} decks")
    rows = grid("option", "gains, for each unit wagered", "less than the best", right=("less than the best",))
    best = found.options[0].value
    for option in found.options:
        behind = "" if option.value == best else f"{best - option.value:.6f}"
        rows.add_row(in_players_words(option.name), f"{option.value:+.6f}", behind)
    out.print(rows)
    if options.dealer_blackjack is Takes.PEEK and up[0] in (machine.ACE, machine.TEN):
        out.print(
            "The dealer has not looked for a blackjack yet, so the figures include the chance of one.", style="dim"
        )
    if found.insurance is not None:
        out.print(f"Insurance gains {found.insurance:+.6f} for each unit insured.", style="dim")
    return DONE


def _ranks(text: str) -> tuple[int, ...]:
    return tuple(value(code(card(word))) for word in text.split())


def refuses_cards(text: str, decks: int) -> Refusal | None:
    """Every deck has one card of each rank and suit."""
    found = Counter(text.split())
    word = next((word for word, number in found.items() if number > decks), None)
    if word is None:
        return None
    return Refusal(
        Cite("D2 3.3(a)"),
        "not_in_shoe",
        f"{decks} decks have {decks} times {word}, but it is named {found[word]} times.",
    )
