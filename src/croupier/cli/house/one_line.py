"""Work on a house, whatever stands in its way being said in one line and by the exit code."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from croupier.cli.console.input import unclear, why_not
from croupier.cli.house.configuration import NotConfigured, without_server

Obstacles = Callable[[], tuple[type[Exception], ...]]
"""Asked for only once the packages that they come from are known to be there."""


def in_one_line(work: Callable[[], int], obstacles: Obstacles, *, json: bool = False) -> int:
    """The work's own exit code, or that of what cannot be read."""
    if missing := without_server():
        return unclear(missing[0].why, json=json)
    try:
        return work()
    except NotConfigured as error:
        return unclear(str(error), json=json)
    except obstacles() as error:
        why = str(error)
    except OSError as error:
        why = f"{error.filename or 'the folder'}: {why_not(error)}"
    return unclear(why, told=f"croupier: {why}", json=json)


@contextmanager
def folder_named(folder: Path, database: str | None) -> Iterator[None]:
    """What is wrong with a house's folder is said with the folder's name, as nobody may have named one."""
    from croupier.floor.keeping.read_only import NoData

    try:
        yield
    except NoData as nothing:
        raise NoData(str(nothing) if database else f"{folder}: {nothing}") from nothing
