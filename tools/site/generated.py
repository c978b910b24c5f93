"""The directive `{generated}`: a part of a page that is made from the program itself when the site is built.

A page says ```` ```{generated} commands ``` ````, and the Markdown of `tools.site.commands.markdown()` stands there.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from docutils.nodes import Node, image
from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform
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


class PicturesInTheDark(SphinxTransform):
    """A picture of the page in light has its dark one beside it, and the theme shows the one that fits.

    A page that names the dark picture itself shows both, to compare them.
    """

    default_priority = 400
    LIGHT, DARK = "-light.webp", "-dark.webp"

    def apply(self, **_: object) -> None:
        pictures = list(self.document.findall(image))
        named = {each["uri"] for each in pictures}
        here = Path(self.env.doc2path(self.env.docname)).parent
        for light in pictures:
            uri = light["uri"].removesuffix(self.LIGHT) + self.DARK
            if not light["uri"].endswith(self.LIGHT) or uri in named or not (here / uri).is_file():
                continue
            dark = light.deepcopy()
            dark["uri"] = uri
            light["classes"].append("only-light")
            dark["classes"].append("only-dark")
            light.parent.insert(light.parent.index(light) + 1, dark)


def setup(app: Sphinx) -> dict[str, Any]:
    for language in ("croupier", "caddy", "mermaid"):
        app.add_lexer(language, TextLexer)
    app.add_directive("generated", Generated)
    app.add_transform(PicturesInTheDark)
    return {"parallel_read_safe": True}
