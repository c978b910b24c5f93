"""The directive `{generated}`: a part of a page that is made from the program itself when the site is built.

A page says ```` ```{generated} commands ``` ````, and the Markdown of `tools.site.commands.markdown()` stands there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from docutils.nodes import Node
from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from tools.site import commands, http_api, json_output, python_api, refusal_codes

PARTS: dict[str, Callable[[], str]] = {
    "commands": commands.markdown,
    "python-api": python_api.markdown,
    "refusal-codes": refusal_codes.markdown,
    "http-requests": http_api.requests,
    "http-shapes": http_api.shapes,
    "socket-messages": http_api.messages,
    "json-output": json_output.markdown,
}


class Generated(SphinxDirective):
    """Stands for one of `PARTS`."""

    required_arguments = 1

    def run(self) -> list[Node]:
        name = self.arguments[0]
        if name not in PARTS:
            raise self.error(f"Nothing is generated under the name {name!r}: {', '.join(sorted(PARTS))}.")
        # A page that is generated is old whenever the program changed: it is read again at every build.
        self.env.note_reread()
        return self.parse_text_to_nodes(PARTS[name](), allow_section_headings=True)


def setup(app: Sphinx) -> dict[str, Any]:
    for language in ("croupier", "caddy", "mermaid"):
        app.add_lexer(language, TextLexer)
    app.add_directive("generated", Generated)
    return {"parallel_read_safe": True}
