"""One server a folder: a lock of the system's own, which goes with its process, however that process ends."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Self

from filelock import FileLock, Timeout

FILE = "croupier.lock"


class FolderInUse(Exception):  # noqa: N818  said in one line, like a refusal
    """Another server works in that folder."""

    def __init__(self, folder: Path) -> None:
        super().__init__(
            f"another server is using the folder {folder.name}: stop it first, or name another folder with --data"
        )
        self.folder = folder


class FolderLock:
    """Held from `with` to its end. The file stays where it is: a file without a holder locks nothing."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()
        # Where the system cannot lock, a file that merely exists would outlive a killed process: rather none.
        self._lock = FileLock(self._folder / FILE, timeout=0, fallback_to_soft=False)

    def __enter__(self) -> Self:
        try:
            self._lock.acquire()
        except Timeout:
            raise FolderInUse(self._folder) from None
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._lock.release()
