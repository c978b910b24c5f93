"""Build the site: `python3 start.py docs [--out FOLDER]`. Each version has a folder of its own below it."""

from __future__ import annotations

import argparse
import re
import shutil
import sys
from html import escape
from pathlib import Path

from sphinx.cmd.build import build_main

from croupier import __version__

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "build" / "site"
START = "docs/index.html"
"""Where a version begins, inside its folder."""
LIST = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Croupier: documentation</title>
<style>:root{{color-scheme:light dark}}body{{font:1.1rem/1.6 system-ui,sans-serif;max-width:34rem;margin:4rem auto;
padding:0 1rem}}</style></head>
<body><h1>Croupier: documentation</h1><p>Choose the version you have. <code>croupier --version</code> prints it.</p>
<ul>
{versions}
</ul></body></html>
"""


def main(*words: str) -> int:
    parser = argparse.ArgumentParser(prog="start.py docs", description="Build the documentation site.")
    parser.add_argument("--out", type=Path, default=SITE, help="the folder of the site (build/site)")
    folder: Path = parser.parse_args(words).out.resolve()
    status = build(folder / __version__)
    if status == 0:
        (folder / "index.html").write_text(list_of_versions(folder), "utf-8")
        print(f"The site is built: open {folder / __version__ / START}")
    return status


def build(target: Path) -> int:
    """One version of the site, from nothing, with every warning as an error."""
    shutil.rmtree(target, ignore_errors=True)
    doctrees = target.parent / ".doctrees"
    return build_main(
        (
            *("-q", "-W", "--keep-going", "-E", "-b", "html", "-d", str(doctrees)),
            *("-c", str(ROOT / "tools" / "site"), str(ROOT), str(target)),
        )
    )


def list_of_versions(folder: Path) -> str:
    """The page that names every version in the folder, the newest first."""
    found = [place.parents[1].name for place in folder.glob(f"*/{START}")]
    rows = [f'<li><a href="{escape(name)}/{START}">{escape(name)}</a></li>' for name in sorted(found, key=_order)]
    return LIST.format(versions="\n".join(reversed(rows)))


def _order(name: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", name)))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
