"""The licences of all that is locked, into docs/licences.md: written with the locks, `python3 start.py lock`."""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "licences.md"
RUNNING, TESTS, GPUS = "running", "tests and tools", "the extra cuda"
LONGEST = 60
HEAD = """# Licences of what we depend on

None of these packages is shipped with Croupier: they are installed on their own, pinned in
`locks/`. What the page is built from stands on the page itself, under About.

Two fonts are shipped with the page, as parts of their files: Fraunces and Inter, both under the SIL
Open Font License 1.1. Their licences lie beside them in `web/src/fonts`, and About links to them.

| package | licence | needed for |
|---|---|---|
"""


def locked(name: str) -> set[str]:
    """The packages of that lock."""
    return set(re.findall(r"^([a-z0-9][a-z0-9._-]*)==", (ROOT / "locks" / name).read_text("utf-8"), re.MULTILINE))


def told() -> dict[str, str]:
    """What the page says now, by package."""
    return dict(re.findall(r"^\| ([a-z0-9]\S*) \| (.+?) \| [rt]", PAGE.read_text("utf-8"), re.MULTILINE))


def _licence(name: str, before: dict[str, str]) -> str:
    """As the package itself has it; for one that is not for this machine, as it was told before."""
    try:
        said = metadata(name).json
    except PackageNotFoundError:
        return before.get(name, "see the package")
    kinds = [each.rpartition(" :: ")[2] for each in said.get("classifier", ()) if each.startswith("License ::")]
    words = said.get("license_expression") or "; ".join(kinds) or said.get("license") or "see the package"
    return str(words).splitlines()[0][:LONGEST].replace("|", "/")


def all_locked() -> dict[str, str]:
    """What each package of any lock is needed for."""
    needed = ((GPUS, "cuda.txt"), (TESTS, "test.txt"), (RUNNING, "run.txt"))
    return {package: purpose for purpose, name in needed for package in locked(name)}


def write() -> None:
    before = told()
    rows = [f"| {name} | {_licence(name, before)} | {purpose} |\n" for name, purpose in sorted(all_locked().items())]
    PAGE.write_text(HEAD + "".join(rows), "utf-8")
