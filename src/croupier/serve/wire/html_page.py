"""Pages: one frame for all of them, made here, with nothing from anywhere else."""

from __future__ import annotations

from html import escape
from pathlib import Path

from litestar import Response

HTML = "text/html"
_STATIC = Path(__file__).parents[1] / "static"
STATIC = {
    "style.css": ("text/css", (_STATIC / "style.css").read_bytes()),
    "link.js": ("text/javascript", (_STATIC / "link.js").read_bytes()),
}

_FRAME = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/static/style.css">{script}
</head>
<body>
<header>
<h1>{heading}</h1>
<p class="lead">{lead}</p>
</header>
<main>
{body}
</main>
<footer>
<p>Play money only: nothing here can be bought, sold or paid out.
<a href="/">The tables</a> · <a href="/api">The API</a></p>
</footer>
</body>
</html>
"""


def page(heading: str, lead: str, body: str, *, script: str = "", status: int = 200) -> Response[str]:
    """`body` is HTML; heading and lead are text."""
    title = heading if heading == "Croupier" else f"{heading} · Croupier"
    tag = f'\n<script src="/static/{script}" defer></script>' if script else ""
    made = _FRAME.format(title=escape(title), script=tag, heading=escape(heading), lead=escape(lead), body=body)
    return Response(made, media_type=HTML, status_code=status)


def not_found() -> Response[str]:
    way_out = '<p><a href="/">Go to the tables</a></p>'
    return page("Page not found", "There is no page at this address.", way_out, status=404)
