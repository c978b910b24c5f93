"""The reference of the command line, made from the commands' own help."""

from __future__ import annotations

from croupier.cli.app import app

FIRST = "\n## croupier "


def markdown() -> str:
    """One section for each command. What stands before the first of them is the page's own to say."""
    text = app.generate_docs(output_format="markdown")
    return text[text.index(FIRST) :]
