"""`croupier completion`: the Tab key in a shell completes commands, options and choices."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App, Parameter
from cyclopts.completion.detect import ShellDetectionError

from croupier.cli.commands import command_names, complete_command_line
from croupier.cli.console.exit_codes import DONE, UNREADABLE
from croupier.cli.console.output import complain

_COMMAND_LIST = re.compile(r"(all_commands[ =])'[^']*'")
_IS_COMMAND = {
    '[[ " $all_commands " =~ " $word " ]]': '[[ "$all_commands" == *"|${cmd_path[*]}${cmd_path[*]:+ }$word|"* ]]',
    '-- "* $word *" " $all_commands "': '-- "*|"(string join " " -- $subcommands $word)"|*" "$all_commands"',
}
"""How the scripts of bash and fish ask whether a word is a command, and how they should: `roulette` is one after
`simulate`, and a game after `odds`. Zsh and PowerShell ask in another way."""
_ZSH_START = "autoload -Uz compinit && compinit"
"""What makes zsh look for completions. It must come after the line that names our folder."""


def completion(
    shell: Annotated[
        Literal["bash", "zsh", "fish", "powershell"] | None,
        Parameter(help="Your shell. Without it: the shell from which you call this."),
    ] = None,
    /,
    *,
    install: Annotated[
        bool,
        Parameter(negative="", help="Write the script where your shell looks for it, and load it from its start file."),
    ] = False,
) -> int:
    """Print or install tab completion for your shell.

    Without `--install` the script is printed and nothing is changed.

    For example:

    - `croupier completion bash > croupier-completion.bash`
    - `croupier completion zsh --install`
    """
    app = complete_command_line()
    try:
        if install:
            print(f"Installed in {_install(app, shell)}. Open a new shell to use it.")
        else:
            print(_by_whole_commands(app.generate_completion(shell=shell), app), end="")
    except ShellDetectionError:
        complain("Your shell is not known here: name it. Choose bash, zsh, fish or powershell.")
        return UNREADABLE
    except OSError as error:
        complain(f"{error.filename}: {error.strerror or error}")
        return UNREADABLE
    return DONE


def _install(app: App, shell: Literal["bash", "zsh", "fish", "powershell"] | None) -> Path:
    file = app.install_completion(shell=shell)
    file.write_text(_by_whole_commands(file.read_text("utf-8"), app), "utf-8")
    start = Path.home() / ".zshrc"
    if file.parent.parent.name == ".zsh" and _ZSH_START not in start.read_text("utf-8"):
        with start.open("a", encoding="utf-8") as lines:
            lines.write(f"{_ZSH_START}\n")
    return file


def _by_whole_commands(script: str, app: App) -> str:
    """The script with commands told from other words by all their words, and not by the last alone."""
    script = _COMMAND_LIST.sub(lambda found: f"{found[1]}'|{'|'.join(command_names(app))}|'", script)
    for generated, right in _IS_COMMAND.items():
        script = script.replace(generated, right)
    return script
