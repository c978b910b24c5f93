"""The house that the pictures are taken in, and what a scene is."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from msgspec import Struct
from playwright.sync_api import Page

from tests.gallery.cup import Cup
from tests.support.page.browser import Visitor
from tests.support.page.played_rounds import PLACES, Played, Player, quick_table
from tests.support.page.player import own_table
from tests.support.server.real_server import Person, Running


class House:
    """A real house, with what several scenes need of it."""

    def __init__(self, running: Running) -> None:
        self.running, self.url = running, running.url
        self._tables: dict[str, str] = {}

    def table(self, game: str, name: str, **more: object) -> str:
        """One of that name, made once."""
        if name not in self._tables:
            self._tables[name] = own_table(self.running, game, **{"name": name, "betting_seconds": 20, **more})
        return self._tables[name]

    @cached_property
    def person(self) -> Person:
        return self.running.account("Hemi")

    @cached_property
    def rounds(self) -> list[Played]:
        """Three rounds of each game, played by that person."""
        running, person = self.running, self.person
        players = [Player(running, person, quick_table(running, game, f"The quick {game}"), game) for game in PLACES]
        return [player.round() for player in players for _ in range(3)]

    @cached_property
    def cup(self) -> Cup:
        return Cup(self.running)


class Scene(Struct, frozen=True):
    name: str
    title: str
    says: str
    play: Callable[[Visitor, House], Page]
    moves: bool = False
    """Taken while something moves: the scene itself holds it still."""
    is_for_desk: bool = False
    """Nobody sees it on a phone."""

    @property
    def sizes(self) -> tuple[str, ...]:
        return ("desk",) if self.is_for_desk else ("desk", "phone")


def settled(page: Page) -> Page:
    page.wait_for_load_state("networkidle")
    return page
