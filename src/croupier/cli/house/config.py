"""`croupier config`: how the server of a folder is set, and by what."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.markup import escape

from croupier.cli.console.exit_codes import DONE
from croupier.cli.console.input import unreadable
from croupier.cli.console.output import grid, print_json, screen
from croupier.cli.console.parameters import Data, Json
from croupier.cli.house.configuration import DATA, NotConfigured, configured, unread_variables, without_secrets


def config(
    *,
    data: Data = None,
    json: Json = False,
) -> int:
    """Show every server setting and where it comes from.

    A flag wins over the environment (CROUPIER_PORT is --port), the environment over croupier.toml in the house's
    folder, and that over the default. The folder itself is set by --data or CROUPIER_DATA.

    For example:

    - `croupier config`
    - `croupier config --data house --json`
    """
    try:
        found = configured(data)
    except NotConfigured as error:
        return unreadable(error.place, error.faults, json=json)
    settings = {DATA: found.folder, **found.values}
    unread = unread_variables()
    if json:
        told = {name: {"value": _plain(each.value), "source": each.source} for name, each in settings.items()}
        print_json({"settings": told, "unread": unread})
        return DONE
    table = grid("setting", "value", "from")
    for name, each in settings.items():
        table.add_row(name, escape(_shown(each.value)), escape(each.source))
    out = screen()
    out.print(table)
    for name in unread:
        out.print(escape(f"{name} is set, but no setting has that name."))
    return DONE


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, Path) else without_secrets(value)


def _shown(value: Any) -> str:
    if isinstance(value, tuple):
        return ", ".join(value) or "none"
    if value is None:
        return "none"
    return f"{value:g}" if isinstance(value, float) else str(_plain(value))
