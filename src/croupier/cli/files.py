"""What commands write: files that were not there before, unless somebody says so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from croupier.cli.exit_codes import DONE, REFUSED, UNREADABLE
from croupier.cli.output import complain


def refuses_targets(paths: Iterable[Path], suffixes: Iterable[str], *, force: bool) -> int | None:
    """Say why one of them cannot be written, before anything is worked out; `None` where all can."""
    known = tuple(suffixes)
    seen: set[Path] = set()
    for path in paths:
        if path.suffix.lower() not in known:
            complain(f"{path}: the name of a file says what it is to be: {', '.join(known)}")
            return UNREADABLE
        if path.resolve() in seen:
            complain(f"{path}: named twice")
            return UNREADABLE
        seen.add(path.resolve())
        if path.is_dir() or not path.parent.is_dir():
            complain(f"{path}: is a folder" if path.is_dir() else f"{path}: there is no folder {path.parent}")
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
            complain(f"{path}: {error.strerror or error}")
            return UNREADABLE
        print(f"{path}: {len(content):,} bytes")
    return DONE


def _is_there(path: Path) -> int:
    complain(f"{path}: is there already, and is not written over without --force")
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
