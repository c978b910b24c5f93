"""Work on a house, whatever stands in its way being said in one line and by the exit code."""

from __future__ import annotations

from collections.abc import Callable

from croupier.cli.console.exit_codes import UNREADABLE
from croupier.cli.console.input import why_not
from croupier.cli.console.output import complain
from croupier.cli.house.configuration import NotConfigured, without_server

Obstacles = Callable[[], tuple[type[Exception], ...]]
"""Asked for only once the packages that they come from are known to be there."""


def in_one_line(work: Callable[[], int], obstacles: Obstacles) -> int:
    """The work's own exit code, or that of what cannot be read."""
    if missing := without_server():
        complain(missing[0].why)
        return UNREADABLE
    try:
        return work()
    except NotConfigured as error:
        complain(str(error))
    except obstacles() as error:
        complain(f"croupier: {error}")
    except OSError as error:
        complain(f"croupier: {error.filename or 'the folder'}: {why_not(error)}")
    return UNREADABLE
