"""The reference of the command line, made from the commands' own help."""

from __future__ import annotations

from croupier.cli.commands import complete_command_line

FIRST = "\n## croupier "


def markdown() -> str:
    """One section for each command. What stands before the first of them is the page's own to say."""
    text = complete_command_line().generate_docs(output_format="markdown")
    return text[text.index(FIRST) :]
