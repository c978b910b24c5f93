"""`croupier completion`: the Tab key in a shell completes commands, options and choices."""

from __future__ import annotations

from typing import Annotated, Literal

from cyclopts import Parameter

from croupier.cli.exit_codes import DONE, UNREADABLE
from croupier.cli.output import complain


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
    from cyclopts.completion.detect import ShellDetectionError

    from croupier.cli.commands import complete_command_line

    app = complete_command_line()
    try:
        if install:
            print(f"Installed in {app.install_completion(shell=shell)}. Open a new shell to use it.")
        else:
            print(app.generate_completion(shell=shell), end="")
    except ShellDetectionError:
        complain("Your shell is not known here: name it. Choose bash, zsh, fish or powershell.")
        return UNREADABLE
    except OSError as error:
        complain(f"{error.filename}: {error.strerror or error}")
        return UNREADABLE
    return DONE
