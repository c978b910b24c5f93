"""The hash of rules and code: which rulebook, which games and which odds a sheet was made by.

It is the SHA-256 of a list that `sha256sum` makes as well, so that anybody can check it with a shell and no Python.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from msgspec import Struct

PACKAGE = Path(__file__).resolve().parents[1]
HASHED = (("rulebook/data", "*.txt"), ("games", "*.py"), ("odds", "*.py"))
"""The data of the rulebook, and the source of what plays and of what counts."""
CHECK = (
    "find games odds rulebook/data -name '*.py' -o -path 'rulebook/data/*.txt' "
    "| LC_ALL=C sort | xargs sha256sum | sha256sum"
)
"""Run in the folder of the package, it prints the same hash."""


class HashedFile(Struct, frozen=True):
    path: str
    """Within the package, with slashes."""
    sha256: str


class Digest(Struct, frozen=True):
    files: tuple[HashedFile, ...]
    """In the order of their paths."""

    @property
    def sha256(self) -> str:
        return sha256("".join(f"{each.sha256}  {each.path}\n" for each in self.files).encode()).hexdigest()


def digest_of(package: Path = PACKAGE) -> Digest:
    paths = (path for folder, pattern in HASHED for path in (package / folder).rglob(pattern))
    found = {path.relative_to(package).as_posix(): path for path in paths}
    return Digest(tuple(HashedFile(name, sha256(found[name].read_bytes()).hexdigest()) for name in sorted(found)))
