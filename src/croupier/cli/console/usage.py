"""What is said when the arguments of a command make no sense: what is wrong, what would be right, where help is."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from inspect import signature
from typing import Literal, get_args, get_origin

from cyclopts import CoercionError, CycloptsError, MissingArgumentError, UnknownCommandError, UnusedCliTokensError
from cyclopts.argument import Argument
from cyclopts.exceptions import RepeatArgumentError, UnknownOptionError

from croupier.cli.command_list import COMMANDS, FAMILIES
from croupier.cli.console.exit_codes import UNREADABLE
from croupier.cli.console.parameters import listed

ALSO_CALLED = {
    **dict.fromkeys(("--on", "--bet", "--bets", "--wager"), ("--on", "--wagers")),
    **dict.fromkeys(("--folder", "--dir", "--house"), ("--data",)),
    **dict.fromkeys(("--output", "--file"), ("--out",)),
}
"""What people write for an option that goes by another name, here or in other commands."""


def say_usage(error: CycloptsError, arguments: Sequence[str]) -> int:
    """One line for people; with `--json` a document as well, as for every refusal."""
    from croupier.cli.console.output import complain, print_json

    called = command_of(arguments)
    why = in_words(error, called)
    help = " ".join(("croupier", *called, "--help"))
    if wants_json(arguments):
        print_json({"refusal": {"rule": "", "code": "usage", "why": why, "help": help}})
    complain(f"{why} See {help}")
    return UNREADABLE


def wants_json(arguments: Sequence[str]) -> bool:
    """The arguments could not be read, so they are only looked through."""
    before = arguments[: arguments.index("--")] if "--" in arguments else arguments
    return "--json" in before


def command_of(arguments: Sequence[str]) -> tuple[str, ...]:
    """The words that name a command, or a family of commands, as far as they do."""
    known = {tuple(each.words.split()) for each in COMMANDS} | {(each.name,) for each in FAMILIES}
    return max((words for words in known if tuple(arguments[: len(words)]) == words), key=len, default=())


def in_words(error: CycloptsError, called: tuple[str, ...]) -> str:
    match error:
        case UnknownCommandError():
            return _unknown_command(str((error.unused_tokens or [""])[0]), called)
        case UnknownOptionError():
            return _unknown_option(error)
        case MissingArgumentError() if error.argument is not None:
            return _missing(error, error.argument)
        case RepeatArgumentError():
            return f"{error.token.keyword} is given twice: give it once."
        case UnusedCliTokensError():
            return _one_too_many(error)
        case CoercionError():
            return _bad_value(error)
        case _:
            error.verbose = False
            return str(error)


def _unknown_command(word: str, called: tuple[str, ...]) -> str:
    below = [each.words.split() for each in COMMANDS]
    names = [
        words[len(called)] for words in below if tuple(words[: len(called)]) == called and len(words) > len(called)
    ]
    names = list(dict.fromkeys(names))
    if word.startswith("-"):
        return f"Unknown option {word}."
    whole = " ".join((*called, word))
    meant = get_close_matches(word, names, n=1, cutoff=0.6)
    if meant:
        return f"Unknown command {whole!r}; did you mean {' '.join((*called, meant[0]))!r}?"
    return f"Unknown command {whole!r}: choose {listed(names)}." if called else f"Unknown command {whole!r}."


def _unknown_option(error: UnknownOptionError) -> str:
    option = (error.token.keyword or error.token.value).partition("=")[0]
    known = [name for each in error.argument_collection if each.parse for name in each.names if name.startswith("--")]
    meant = [each for each in ALSO_CALLED.get(option, ()) if each in known] or get_close_matches(
        option, known, n=1, cutoff=0.6
    )
    return f"Unknown option {option}; did you mean {meant[0]}?" if meant else f"Unknown option {option}."


def _one_too_many(error: UnusedCliTokensError) -> str:
    too_many = f"{(error.unused_tokens or [''])[0]!r} is one argument too many"
    takes_house = error.target is not None and "data" in signature(error.target).parameters
    return f"{too_many}; name the house's folder with --data." if takes_house else f"{too_many}."


def _missing(error: MissingArgumentError, argument: Argument) -> str:
    name = error.keyword or shown_name(argument)
    what = _wanted(argument)
    if any(token.keyword for token in argument.tokens) or error.keyword is not None:
        return f"{name} needs a value{what}."
    return f"{name} is missing{what}."


def shown_name(argument: Argument) -> str:
    """`--rounds`, or the name of a positional argument as help has it: `GAME`."""
    if argument.index is None:
        return str(argument.name)
    return str(argument.name).lstrip("-").replace("-", "_").upper()


def _wanted(argument: Argument) -> str:
    choices = _choices(argument.hint)
    if choices:
        return f": {listed(choices)}"
    help = (argument.parameter.help or "").partition(". ")[0].rstrip(".")
    if not help:
        return ""
    is_name = not help.split()[0].isalpha()  # Tai-Sai keeps its capital
    return f": {help}" if is_name else f": {help[:1].lower()}{help[1:]}"


def _choices(hint: object) -> list[str]:
    if get_origin(hint) is Literal:
        return [str(each) for each in get_args(hint)]
    return next((found for each in get_args(hint) if (found := _choices(each))), [])


def _bad_value(error: CoercionError) -> str:
    argument, token = error.argument, error.token
    name = (token.keyword if token is not None else None) or (shown_name(argument) if argument is not None else "")
    if error.msg is not None:
        said = str(error.msg)
        return _sentence(f"{name}: {said}" if name.startswith("-") else said)
    value = "" if token is None else token.value
    choices = _choices(argument.hint) if argument is not None else []
    if choices:
        meant = get_close_matches(value, choices, n=1, cutoff=0.6)
        hint = f"; did you mean {meant[0]}?" if meant else "."
        return f"{name} cannot be {value!r}: choose {listed(choices)}{hint}"
    return f"{name}: {value!r} is not {_KINDS.get(error.target_type, 'a value that it takes')}."


_KINDS: dict[type | None, str] = {int: "a whole number", float: "a number", bool: "yes or no (leave the value out)"}


def _sentence(text: str) -> str:
    return text if text.endswith((".", "?")) else f"{text}."
