"""What commands write: new files, unless `--force` allows overwriting."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from croupier.cli.console.exit_codes import DONE, REFUSED, UNREADABLE
from croupier.cli.console.input import why_not
from croupier.cli.console.output import complain
from croupier.cli.console.parameters import listed


def refuses_targets(paths: Iterable[Path], suffixes: Iterable[str], *, force: bool) -> int | None:
    """Say why one of them cannot be written, before anything is worked out; `None` where all can."""
    known = tuple(suffixes)
    seen: set[Path] = set()
    for path in paths:
        if path.suffix.lower() not in known:
            complain(f"{path}: end the file name with {listed(known)}, which says what to write.")
            return UNREADABLE
        if path.resolve() in seen:
            complain(f"{path}: this file is named twice; name it once.")
            return UNREADABLE
        seen.add(path.resolve())
        if path.is_dir() or not path.parent.is_dir():
            wrong = "is a folder; name a file" if path.is_dir() else f"the folder {path.parent} does not exist"
            complain(f"{path}: {wrong}.")
            return UNREADABLE
        if path.exists() and not force:
            return _is_there(path)
    return None


def write_files(contents: Mapping[Path, bytes], *, force: bool) -> int:
    """Write each, whole or not at all, and say so."""
    for path, content in contents.items():
        try:
            _write(path, content, force=force)
        except FileExistsError:
            return _is_there(path)
        except OSError as error:
            complain(f"{path}: {why_not(error)}.")
            return UNREADABLE
        print(f"{path}: {len(content):,} bytes")
    return DONE


def _is_there(path: Path) -> int:
    complain(f"{path}: this file exists; --force overwrites it.")
    return REFUSED


def _write(path: Path, content: bytes, *, force: bool) -> None:
    if force:
        made = path.with_name(f".{path.name}.part")
        made.write_bytes(content)
        made.replace(path)
        return
    with path.open("xb") as file:
        try:
            file.write(content)
            file.flush()
        except OSError:
            path.unlink()
            raise
