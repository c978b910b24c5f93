"""Set everything up and run: `python3 start.py` for the product, `python3 start.py test` for every test.

Standard library only: it runs before anything is installed. `tools/set_up.py` makes .venv, installs a pinned uv into it
and with uv the locked requirements, hashes checked, and builds the page when its sources changed. Then Python in .venv
takes over.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
# Older Pythons can read this file, but not the modules below: they are told so first.
OLDEST_PYTHON = (3, 11)
if sys.version_info < OLDEST_PYTHON:
    sys.exit(f"Croupier needs Python {'.'.join(map(str, OLDEST_PYTHON))} or later; this is {sys.version.split()[0]}.")

from tools import pythons  # noqa: E402
from tools.set_up import Environment, NotReady  # noqa: E402

HELP = """python3 start.py                 set up and open the casino on this machine; its folder is data/
python3 start.py --host          the same for phones in the room too; any option of `croupier serve` may stand here
python3 start.py tour            set up and take the one-minute tour of the rules
python3 start.py COMMAND ...     set up and run `croupier COMMAND ...`

python3 start.py quick           check and test what changed since the last commit on main
python3 start.py quick PATH      check and test one file or folder; words instead of a path find tests by name
python3 start.py test [...]      set up and run every check and test; what follows goes to pytest
python3 start.py test --long     the same tests with bigger counts and fresh seeds
python3 start.py test --python 3.13   the same on another Python of this machine, in .venv-3.13
python3 start.py bench [NAME]    measure, never part of the test run
python3 start.py mutate [PATH]   mutation testing of the rules, never part of the test run
python3 start.py simulate-floor  run the floor under faults, every run from a seed, never part of the test run
python3 start.py lock            make the lock files again
python3 start.py gallery [NAME]  take the pictures in docs/gallery again, or those of one scene
python3 start.py docs            build the documentation as a site, into build/site
python3 start.py types           make the page's types again from the server's schema
"""
DEVELOPING = {
    "test": ("-m", "tools.run_tests"),
    "quick": ("-m", "tools.quick"),
    "bench": ("bench/run.py",),
    "mutate": ("tools/mutate.py",),
    "simulate-floor": ("-m", "tests.floor_simulation"),
    "lock": ("-m", "tools.lock"),
    "types": ("-m", "tools.page_types"),
    "gallery": ("-m", "tests.gallery"),
    "docs": ("-m", "tools.site"),
}
"""Commands for those who work on Croupier: they need the test lock."""
OF_ONE_HOUSE = {"operator-link", "config", "backup", "export"}
"""Commands that ask for a house's folder, like `serve`."""
WITH_PAGE = {"serve", "test", "bench", "gallery"}
"""Commands that need the built page. `quick` builds it itself, if what it runs needs it."""
WITH_BROWSER = {"bench", "gallery"}
"""`test` and `quick` look for a browser themselves, if what they run needs one."""


def main() -> int:
    os.chdir(ROOT)
    # Compile every module once here, not again in each of the many processes that the tests start.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    version, words = pythons.taken_from(sys.argv[1:])
    if version is not None and not pythons.is_running(version):
        return run_with(version)
    words = understood(words)
    if words[:1] in (["-h"], ["--help"]):
        print(HELP, end="")
        return 0
    environment = Environment(version)
    try:
        set_up(environment, words[0] if words else "serve")
    except NotReady as trouble:
        print(trouble, file=sys.stderr)
        return 2
    return run(environment, words)


def run_with(version: str) -> int:
    """The same command on the Python of that version."""
    if not pythons.is_version(version):
        print(f"--python needs a version such as 3.13, not {version!r}.", file=sys.stderr)
        return 2
    found = pythons.find(version)
    if found is None:
        print(f"There is no Python {version} on this machine: install it, or put it on the PATH.", file=sys.stderr)
        return 2
    return subprocess.run((found, str(ROOT / "start.py"), *sys.argv[1:]), check=False).returncode


def understood(words: list[str]) -> list[str]:
    """Options alone are those of the server, and --host without an address is every address of this machine."""
    if words[:1] in ([], ["-h"], ["--help"]) or not words[0].startswith("-"):
        return words
    given = ["serve"]
    for word, following in zip(words, [*words[1:], "-"], strict=True):
        given += [word, "0.0.0.0"] if word == "--host" and following.startswith("-") else [word]  # noqa: S104  asked for
    return given


def set_up(environment: Environment, command: str) -> None:
    environment.prepare(developing=command in DEVELOPING)
    if command in WITH_PAGE or command == "types":
        environment.prepare_page(build=command in WITH_PAGE)
    if command in WITH_BROWSER and environment.run("-m", "tools.browser") != 0:
        raise NotReady("This command needs a browser, and none could be installed, so it did not start.")


def run(environment: Environment, words: list[str]) -> int:
    command, rest = (words[0], words[1:]) if words else ("serve", [])
    if command == "serve":
        return serve(environment, *rest)
    if command in DEVELOPING:
        return environment.run(*DEVELOPING[command], *rest)
    if command in OF_ONE_HOUSE:
        rest = own_data(rest)
    return environment.run("-m", "croupier", command, *rest)


def own_data(rest: list[str]) -> list[str]:
    """The house's folder is data/ beside this file, unless another is named, here or by the environment."""
    named = any(word == "--data" or word.startswith("--data=") for word in rest) or os.environ.get("CROUPIER_DATA")
    return rest if named else ["--data", str(ROOT / "data"), *rest]


def serve(environment: Environment, *rest: str) -> int:
    """The server takes this process's place, so that no child of it can live on and keep port and folder."""
    arguments = ("-m", "croupier", "serve", *own_data(list(rest)))
    if os.name == "nt":
        # Windows has no such thing: there the server ends when this end of its standard input closes.
        return environment.run(*arguments, "--with-parent", stdin=subprocess.PIPE)
    os.environ["VIRTUAL_ENV"] = str(environment.folder)
    sys.stdout.flush()
    return os.execv(environment.python, (str(environment.python), *arguments))  # noqa: S606  there is no shell in it


if __name__ == "__main__":
    sys.exit(main())
