"""The commands as the reader of arguments knows them: which there are is in `command_list`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import Any, Literal

from cyclopts import App, Group, Parameter

from croupier import EDITION, __version__
from croupier.cli.command_list import ABOUT, COMMANDS, FAMILIES, FLAGS, GROUPS, MORE, PROGRAM, ListedCommand
from croupier.cli.console.parameters import ARGUMENTS, OPTIONS, default_in_words

HelpFormat = Literal["plaintext", "markdown"]
HERE = "croupier.cli"
_GROUPS = {name: Group(name, sort_key=order) for order, name in enumerate(GROUPS, 1)}


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
    for flag, words in FLAGS.items():
        root[flag].help, root[flag].group = words, _GROUPS[PROGRAM]
    families = {each.name: App(name=each.name, help=each.summary, group=_GROUPS[each.group]) for each in FAMILIES}
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
    more: dict[str, Any] = {"sort_key": order} | ({"group": _GROUPS[command.group]} if command.group else {})
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
