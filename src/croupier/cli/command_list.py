"""The list of commands, and the text that `croupier --help` prints. It is made without the reader of commands, which
takes longer to load than the list to print."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Iterator
from typing import NamedTuple

ABOUT = "New Zealand casino table games exactly as gazetted: rules, record, odds."
MORE = "croupier COMMAND --help explains a command and shows two examples."
FLAGS = {"--help": "Show this help.", "--version": "Show the version."}
LISTED: tuple[list[str], ...] = ([], ["--help"], ["-h"])
"""The arguments that ask for the list."""

PLAY, ODDS, TOURNAMENTS = "Play", "Odds", "Tournaments"
SCHOOL, SERVER, RECORDS, PROGRAM = "Dealer school", "Run a server", "Records", "This program"
GROUPS = (PLAY, ODDS, TOURNAMENTS, SCHOOL, SERVER, RECORDS, PROGRAM)
"""In the order in which they are listed."""


class ListedCommand(NamedTuple):
    """A command that is imported only when it is called: the solver alone would double the time of `--help`."""

    words: str
    """What is typed after `croupier`."""
    target: str
    """The module below `croupier.cli`, and the function in it."""
    summary: str
    """The first line of the function's docstring."""
    group: str = ""
    """Empty below a family."""


class CommandFamily(NamedTuple):
    """Commands that share their first word."""

    name: str
    summary: str
    group: str


FAMILIES = (
    CommandFamily("solve", "Solve blackjack exactly: the whole game, one hand, Super Sevens, cards gone.", ODDS),
    CommandFamily("simulate", "Simulate millions of rounds, dealt and settled by the rules.", ODDS),
    CommandFamily("plot", "Draw the odds as SVG or PNG.", ODDS),
    CommandFamily("chance", "Test wheels, dice, shoes and samples for randomness.", RECORDS),
    CommandFamily("tournament", "Plan a blackjack tournament, play one out, or solve its last hand.", TOURNAMENTS),
    CommandFamily("school", "Learn to deal: drills made from the rules, a shoe, an exam.", SCHOOL),
)
COMMANDS = (
    ListedCommand("tour", "records.tour:tour", "Watch one round of every game, settled line by line.", PLAY),
    ListedCommand("rulebook", "records.rulebook:rulebook", "Read the rules clause by clause, in our own words.", PLAY),
    ListedCommand(
        "odds", "exact.odds:odds", "Show what every wager pays, how often it wins and what the house keeps.", ODDS
    ),
    ListedCommand(
        "risk", "exact.risk:risk", "Work out what happens to a bankroll: goal, ruin, spread of results.", ODDS
    ),
    ListedCommand(
        "solve blackjack", "exact.solve:blackjack", "Solve the whole game: the edge, the best play, what mistakes cost."
    ),
    ListedCommand("solve hand", "exact.solve:hand", "Compare every option of one hand."),
    ListedCommand(
        "solve super-sevens", "exact.solve_sevens:super_sevens", "Work out the exact edge of the Super Sevens wager."
    ),
    ListedCommand(
        "solve effects",
        "exact.solve_effects:effects",
        "Work out what each removed card is worth, and how well a count tracks it.",
    ),
    ListedCommand(
        "solve count",
        "exact.solve_count:count",
        "Find the best index plays of a count, and what a spread of stakes gains.",
    ),
    ListedCommand(
        "simulate blackjack",
        "simulate.command:blackjack",
        "Simulate blackjack: any shoe, 1 to 7 boxes, any strategy or count.",
    ),
    ListedCommand(
        "simulate roulette", "simulate.command:roulette", "Simulate roulette: any wagers, the same on every spin."
    ),
    ListedCommand(
        "simulate money-wheel",
        "simulate.command:money_wheel",
        "Simulate the money wheel: any wagers, the same on every spin.",
    ),
    ListedCommand(
        "simulate tai-sai", "simulate.command:tai_sai", "Simulate Tai-Sai: any wagers, the same on every roll."
    ),
    ListedCommand("par", "exact.par:par", "Write the PAR sheet of a game: ways, odds, edge and variance.", ODDS),
    ListedCommand(
        "plot edge-by-decks", "exact.plot:edge_by_decks", "Draw the house edge of blackjack for 4 to 8 decks."
    ),
    ListedCommand("plot results", "exact.plot:results", "Draw the chance of each net result after a number of rounds."),
    ListedCommand("plot ruin", "exact.plot:ruin", "Draw the chance of losing a bankroll, by its size."),
    ListedCommand(
        "tournament plan",
        "tournaments.tournament_plan:plan",
        "Plan a tournament: stages, tables, length of sessions and prizes.",
    ),
    ListedCommand(
        "tournament run", "tournaments.tournament_run:run", "Play a whole tournament with simulated players."
    ),
    ListedCommand(
        "tournament last-hand",
        "tournaments.tournament_last_hand:last_hand",
        "Solve the last hand of a session: what every wager or decision is worth.",
    ),
    ListedCommand("school lessons", "records.school:lessons", "List the lessons, with the clauses that each teaches."),
    ListedCommand("school drill", "records.school:drill", "Answer drills, and see why with the clause."),
    ListedCommand(
        "school shoe", "records.school:shoe", "Deal rounds to bots: every step, every payment, against the clock."
    ),
    ListedCommand("school exam", "records.school:sit_exam", "Sit an exam of twenty questions, marked at the end."),
    ListedCommand("school coverage", "records.school:coverage", "Show which clauses have a drill."),
    ListedCommand(
        "serve", "house.serve:serve", "Run the casino server: tables, accounts, play money and the journal.", SERVER
    ),
    ListedCommand("config", "house.config:config", "Show every server setting and where it comes from.", SERVER),
    ListedCommand(
        "operator-link", "house.serve:operator_link", "Make a one-time sign-in link for the operator.", SERVER
    ),
    ListedCommand("reset-link", "house.serve:reset_link", "Make a one-time link to set a new password.", SERVER),
    ListedCommand("backup", "house.backup:backup", "Back up a house to one file while its server runs.", SERVER),
    ListedCommand("restore", "house.backup:restore", "Restore a house from a backup.", SERVER),
    ListedCommand("replay", "records.replay:replay", "Replay a record: every settlement with its clause.", RECORDS),
    ListedCommand(
        "verify", "house.verify:verify", "Verify journals: replay every act, check hashes, seals and balances.", RECORDS
    ),
    ListedCommand(
        "report", "house.report:report", "Report what the tables of a house won, beside what the odds expect.", RECORDS
    ),
    ListedCommand(
        "chance sample", "records.chance:sample", "Write a sample of results, drawn by the code that tables draw with."
    ),
    ListedCommand(
        "chance house", "house.chance_house:house", "Say whether the wheels, dice and shoes of a house are fair."
    ),
    ListedCommand(
        "chance test", "records.chance:judge", "Test a sample for randomness: frequencies, pairs, runs and gaps."
    ),
    ListedCommand("export", "house.backup:export", "Export every journal as text and the ledger as CSV.", RECORDS),
    ListedCommand(
        "perft",
        "exact.perft:perft",
        "Count the sequences of acts from a fresh table: a fingerprint of the rules.",
        RECORDS,
    ),
    ListedCommand("completion", "completion:completion", "Print or install tab completion for your shell.", PROGRAM),
)


def command_list() -> str:
    """What `croupier --help` prints: every command with a line, group by group, as wide as the terminal."""
    width = max(shutil.get_terminal_size((80, 24)).columns, 40)
    return "\n".join((f"Usage: croupier COMMAND\n\n{ABOUT}\n\n{MORE}\n", *_panels(width)))


def _panels(width: int) -> Iterator[str]:
    top_left, top_right, bottom_left, bottom_right, across, down = "╭╮╰╯─│" if _draws_boxes() else "++++-|"
    for group in GROUPS:
        rows = list(_rows(group))
        longest = max(len(name) for name, _ in rows)
        yield f"{top_left}{f'{across} {group} '.ljust(width - 2, across)}{top_right}"
        for name, summary in rows:
            lines = textwrap.wrap(summary, width - longest - 6)
            for at, line in enumerate(lines):
                first = _coloured(name.ljust(longest)) if at == 0 else " " * longest
                yield f"{down} {first}  {line.ljust(width - longest - 6)} {down}"
        yield f"{bottom_left}{across * (width - 2)}{bottom_right}"


def _rows(group: str) -> Iterator[tuple[str, str]]:
    """The commands of the group, in the order of the list; a family stands where its first command does."""
    families = {each.name: each for each in FAMILIES}
    for each in COMMANDS:
        first = each.words.split()[0]
        if first in families:
            family = families.pop(first)
            if family.group == group:
                yield family.name, family.summary
        elif each.group == group:
            yield each.words, each.summary
    if group == PROGRAM:
        yield from ((f"{flag} (-h)" if flag == "--help" else flag, words) for flag, words in FLAGS.items())


def _draws_boxes() -> bool:
    return (sys.stdout.encoding or "utf-8").lower().startswith("utf")


def _coloured(name: str) -> str:
    is_plain = not sys.stdout.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return name if is_plain else f"\033[36m{name}\033[0m"
