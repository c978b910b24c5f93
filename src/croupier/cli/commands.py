"""Which commands there are: their groups, their order, and where each is defined."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import Any, Literal, NamedTuple

from cyclopts import App, Group, Parameter

from croupier import EDITION, __version__
from croupier.cli.console.parameters import ARGUMENTS, OPTIONS, default_in_words

HelpFormat = Literal["plaintext", "markdown"]
HERE = "croupier.cli"
ABOUT = "New Zealand casino table games exactly as gazetted: rules, record, odds."
MORE = "croupier COMMAND --help explains a command and shows two examples."

PLAY = Group("Play", sort_key=1)
ODDS = Group("Odds", sort_key=2)
TOURNAMENTS = Group("Tournaments", sort_key=3)
SCHOOL = Group("Dealer school", sort_key=4)
SERVER = Group("Run a server", sort_key=5)
RECORDS = Group("Records", sort_key=6)
PROGRAM = Group("This program", sort_key=7)


class ListedCommand(NamedTuple):
    """A command that is imported only when it is called: the solver alone would double the time of `--help`."""

    words: str
    """What is typed after `croupier`."""
    target: str
    """The module below `croupier.cli`, and the function in it."""
    summary: str
    """The first line of the function's docstring."""
    group: Group | None = None
    """`None` below a family."""


class CommandFamily(NamedTuple):
    """Commands that share their first word."""

    name: str
    summary: str
    group: Group


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


def command_line(arguments: Sequence[str] = ()) -> App:
    """The commands, of which only the one that the arguments call is imported."""
    called = next((each for each in COMMANDS if list(arguments[: len(each.words.split())]) == each.words.split()), None)
    # The list of commands is plain text: only the help of one command needs a reader of Markdown, which takes a while.
    return _app((lambda command: command is called), "plaintext" if called is None else "markdown")


def complete_command_line() -> App:
    """The commands, all of them imported: for shell completion and for the reference."""
    return _app((lambda _command: True), "markdown")


def _app(is_needed: Callable[[ListedCommand], bool], help_format: HelpFormat) -> App:
    root = App(
        name="croupier",
        version=f"croupier {__version__}, rules edition {EDITION}",
        help=f"{ABOUT}\n\n{MORE}",
        help_format=help_format,
        result_action="return_value",
        suppress_keyboard_interrupt=False,
        default_parameter=Parameter(show_default=default_in_words),
        group_arguments=ARGUMENTS,
        group_parameters=OPTIONS,
    )
    for flag, words in {"--help": "Show this help.", "--version": "Show the version."}.items():
        root[flag].help, root[flag].group = words, PROGRAM
    families = {each.name: App(name=each.name, help=each.summary, group=each.group) for each in FAMILIES}
    for order, each in enumerate(COMMANDS):
        *above, name = each.words.split()
        if above and above[0] not in root:
            families[above[0]].sort_key = order
            root.command(families[above[0]])
        parent = families[above[0]] if above else root
        _register(parent, name, each, order, is_needed=is_needed(each))
    return root


def _register(parent: App, name: str, command: ListedCommand, order: int, *, is_needed: bool) -> None:
    """A command's own help comes from its docstring; one that is not imported is listed with its summary."""
    more: dict[str, Any] = {"sort_key": order} | ({} if command.group is None else {"group": command.group})
    if is_needed:
        parent.command(load(command), name=name, **more)
    else:
        parent.command(f"{HERE}.{command.target}", name=name, help=command.summary, **more)


def load(command: ListedCommand) -> Any:
    module, _, function = command.target.partition(":")
    return getattr(import_module(f"{HERE}.{module}"), function)


def command_names(group: App, *before: str) -> Iterator[str]:
    """Every command and sub-command by the words that call it."""
    for name in group:
        if not name.startswith("-"):
            yield " ".join((*before, name))
            yield from command_names(group[name], *before, name)
