"""The reference of the command line, made from the commands' own help."""

from __future__ import annotations

import re
import sys

from croupier.cli.commands import complete_command_line

FIRST = "\n## croupier "
_UNSAID = re.compile(r' \*\[default: (?:False|"")\]\*')
"""Defaults that say nothing: an option that is off, and a text that is empty."""


def markdown() -> str:
    """One section for each command. What stands before the first of them is the page's own to say."""
    # The library writes the name of the running program into each usage line: ours is `croupier`, whoever builds this.
    running, sys.argv[0] = sys.argv[0], "croupier"
    try:
        text = complete_command_line().generate_docs(output_format="markdown")
    finally:
        sys.argv[0] = running
    return _UNSAID.sub("", text[text.index(FIRST) :])
