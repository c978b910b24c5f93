"""The page's types, made from the server's schema: `python3 start.py types`; `--check` says whether they are old."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, cast

import build_page
from croupier.serve.app import create_app
from croupier.serve.wire import openapi

TYPES = build_page.WEB / "src" / "api" / "schema.d.ts"


def document() -> dict[str, Any]:
    """As `/api/v1/openapi.json` gives it; the version is no type, and would make every release's types old."""
    made = openapi.document(create_app(cast("Any", None)))
    return {**made, "info": {**made["info"], "version": ""}}


def made() -> str:
    build_page.install()
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "openapi.json", Path(folder) / "schema.d.ts"
        source.write_text(json.dumps(document()), "utf-8")
        build_page.npm("exec", "--", "openapi-typescript", str(source), "--output", str(target))
        return target.read_text("utf-8")


def main(*words: str) -> int:
    new = made()
    if "--check" not in words:
        TYPES.write_text(new, "utf-8")
        return 0
    if TYPES.exists() and TYPES.read_text("utf-8") == new:
        return 0
    print("The page's types are not those of the server: python3 start.py types", file=sys.stderr)
    return 1


if __name__ == "__main__":
    try:
        sys.exit(main(*sys.argv[1:]))
    except (build_page.NotBuilt, subprocess.SubprocessError) as trouble:
        sys.exit(str(trouble))
