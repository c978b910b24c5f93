"""Runs a command: its streams, its exit code, and what is said when the arguments make no sense."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

from croupier.cli.command_list import LISTED, command_list
from croupier.cli.console.exit_codes import DONE


def run(arguments: list[str]) -> int:
    for name in ("stdout", "stderr"):
        # Closed by whoever started us: output goes nowhere, which is no error.
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115  as long as we run
    for stream in (sys.stdout, sys.stderr):
        # A pipe may not know every character: those it cannot show become question marks.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        status = _answer(arguments)
        sys.stdout.flush()
    except (BrokenPipeError, SystemExit):
        # The reader went away, as `croupier … | head` does (rich says so by exiting). Nothing more can be written, not
        # even on the way out.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    return status


def _answer(arguments: list[str]) -> int:
    if arguments in LISTED:
        print(command_list())
        return DONE
    from cyclopts import CycloptsError

    from croupier.cli.commands import command_line

    try:
        status = command_line(arguments)(arguments, exit_on_error=False, print_error=False)
    except CycloptsError as error:
        from croupier.cli.console.usage import say_usage

        return say_usage(error, arguments)
    return status if isinstance(status, int) else DONE
