"""Set everything up and run: `python3 start.py` for the product, `python3 start.py test` for every test.

Standard library only, for it runs before anything is installed. It makes .venv, installs a pinned uv into it and
with uv the locked requirements, hashes checked, builds the page when its sources changed, then hands over to Python
in .venv.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import build_page

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
LOCKS = ROOT / "locks"
OLDEST_PYTHON = (3, 11)

HELP = """python3 start.py                 set up and open the casino on this machine; its folder is data/
python3 start.py --host          the same for phones in the room too; any option of `croupier serve` may stand here
python3 start.py tour            set up and take the one-minute tour of the rules
python3 start.py COMMAND ...     set up and run `croupier COMMAND ...`
python3 start.py test [...]      set up and run every check and test; what follows goes to pytest
python3 start.py test --long     the same tests with bigger counts and fresh seeds
python3 start.py bench [NAME]    measure, never part of the test run
python3 start.py mutate [PATH]   mutation testing of the rules, never part of the test run
python3 start.py lock            make the lock files anew
python3 start.py gallery [NAME]  make the pictures in docs/gallery anew, or those of one scene
python3 start.py types           make the page's types anew from the server's schema
"""


def main() -> int:
    os.chdir(ROOT)
    # What lies here is ours to write to: compiled once, and not again in every process, of which the tests start many.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    words = understood(sys.argv[1:])
    if words[:1] in (["-h"], ["--help"]):
        print(HELP, end="")
        return 0
    developing = words[:1] in (["test"], ["bench"], ["mutate"], ["lock"], ["types"], ["gallery"])
    trouble = set_up(developing=developing)
    if not trouble and words[:1] in ([], ["serve"], ["test"], ["bench"], ["types"], ["gallery"]):
        trouble = set_up_page(wanted=words[:1] != ["types"])
    if trouble:
        print(trouble, file=sys.stderr)
        return 2
    return run(words)


def understood(words: list[str]) -> list[str]:
    """Options alone are those of the server, and --host without an address is every address of this machine."""
    if words[:1] in ([], ["-h"], ["--help"]) or not words[0].startswith("-"):
        return words
    given = ["serve"]
    for word, following in zip(words, [*words[1:], "-"], strict=True):
        given += [word, "0.0.0.0"] if word == "--host" and following.startswith("-") else [word]  # noqa: S104  asked for
    return given


def run(words: list[str]) -> int:
    match words:
        case []:
            return serve()
        case ["serve", *rest]:
            return serve(*rest)
        case ["operator-link" | "config" | "backup" | "export" as command, *rest]:
            return in_venv("-m", "croupier", command, *own_data(rest))
        case ["test", *rest]:
            return in_venv("tests/run.py", *rest)
        case ["bench", *rest]:
            return in_venv("bench/run.py", *rest)
        case ["lock"]:
            return in_venv("tests/lock.py")
        case ["types"]:
            return in_venv("tests/page_types.py")
        case ["gallery", *rest]:
            return in_venv("-m", "tests.gallery", *rest)
        case ["mutate", *rest]:
            return in_venv("tests/mutate.py", *rest)
        case _:
            return in_venv("-m", "croupier", *words)


def set_up(*, developing: bool) -> str | None:
    """Install what is missing; the trouble in one line, or None."""
    if sys.version_info < OLDEST_PYTHON:
        return f"Croupier needs Python {'.'.join(map(str, OLDEST_PYTHON))} or later; this is {sys.version.split()[0]}."
    lock = LOCKS / ("test.txt" if developing else "run.txt")
    stamp = VENV / f".installed-{lock.stem}"
    wanted = hashlib.sha256(b"".join(p.read_bytes() for p in (lock, LOCKS / "uv.txt", ROOT / "pyproject.toml")))
    if stamp.exists() and stamp.read_text() == wanted.hexdigest() and venv_python().exists():
        return None
    if not venv_python().exists() and (trouble := make_venv()):
        return trouble
    print(f"Setting up .venv from locks/{lock.name} ...", file=sys.stderr)
    steps = (
        ("-m", "pip", "install", "--quiet", "--require-hashes", "--requirement", str(LOCKS / "uv.txt")),
        ("-m", "uv", "pip", "install", "--quiet", "--require-hashes", "--requirement", str(lock)),
        ("-m", "uv", "pip", "install", "--quiet", "--no-deps", "--editable", str(ROOT)),
    )
    for step in steps:
        if in_venv(*step) != 0:
            return f"This step of the set-up failed: {' '.join(step)}"
    stamp.write_text(wanted.hexdigest())
    return None


def set_up_page(*, wanted: bool) -> str | None:
    """Node where there is none, and the page where its sources have changed; the trouble in words, or None."""
    if build_page.npm_on_path() is None and (not wanted or build_page.is_needed()):
        lock = LOCKS / "node.txt"
        if in_venv("-m", "uv", "pip", "install", "--quiet", "--require-hashes", "--requirement", str(lock)) != 0:
            return "Node is missing here, and could not be installed."
    if not wanted or not build_page.is_needed():
        return None
    print("Building the page ...", file=sys.stderr)
    return None if in_venv("build_page.py") == 0 else "The page could not be built."


def make_venv() -> str | None:
    if importlib.util.find_spec("ensurepip") is None:
        return "Python's venv module is incomplete here. On Debian: apt-get install -y python3-venv"
    import venv

    try:
        venv.create(VENV, with_pip=True, clear=VENV.exists())
    except subprocess.CalledProcessError:
        return "Python's venv module is incomplete here. On Debian: apt-get install -y python3-venv"
    return None


def venv_python() -> Path:
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def own_data(rest: list[str]) -> list[str]:
    """The house's folder is data/ beside this file, unless another is named, here or by the environment."""
    named = any(word == "--data" or word.startswith("--data=") for word in rest) or os.environ.get("CROUPIER_DATA")
    return rest if named else ["--data", str(ROOT / "data"), *rest]


def serve(*rest: str) -> int:
    """The server takes this process's place, so that no child of it can live on and keep port and folder."""
    arguments = ("-m", "croupier", "serve", *own_data(list(rest)))
    if os.name == "nt":
        # Windows has no such thing: there the server ends when this end of its standard input closes.
        return in_venv(*arguments, "--with-parent", stdin=subprocess.PIPE)
    os.environ["VIRTUAL_ENV"] = str(VENV)
    sys.stdout.flush()
    return os.execv(venv_python(), (str(venv_python()), *arguments))  # noqa: S606  there is no shell in it


def in_venv(*arguments: str, stdin: int | None = None) -> int:
    # A child and not os.execv, which Windows does not truly have.
    environment = {**os.environ, "VIRTUAL_ENV": str(VENV)}
    child = subprocess.Popen([str(venv_python()), *arguments], env=environment, stdin=stdin)
    while True:
        try:
            return child.wait()
        except KeyboardInterrupt:
            continue  # the child got it too, and ends in its own way


if __name__ == "__main__":
    sys.exit(main())
