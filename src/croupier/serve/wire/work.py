"""What those who work at a table have before them, as it goes over the wire."""

from __future__ import annotations

from msgspec import Struct

from croupier.games.chips import Purse
from croupier.games.dealers_view import CardPlace
from croupier.games.occasions import Sort
from croupier.games.payouts import PayoutSheet
from croupier.rulebook import Cite
from croupier.serve.wire.offers import OfferShown


class ByRule(Struct, frozen=True):
    """A rule, its clause alone, and what that says in our words."""

    rule: str
    clause: str
    gist: str


class Due(Struct, frozen=True):
    """What comes next, and from whom."""

    what: str
    role: str
    by: ByRule


class StepOfRound(Struct, frozen=True):
    """One step of the procedure, in its order."""

    name: str
    words: str
    role: str
    by: ByRule
    due: bool
    act: str | None
    """The act that takes it, where it needs nothing more to be said; out of order it is refused."""
    movement: str = ""
    """Steps of one movement are taken by one key, one after the other; empty where a step is taken by itself."""
    refused: str = ""
    """Why the step that is due cannot be taken yet; empty where it can."""


class Doable(Struct, frozen=True):
    """A kind of act that is offered to this role now."""

    act: str
    sort: Sort
    by: ByRule | None


class Work(Struct, frozen=True):
    """What the people of one role have before them at a table."""

    number: int
    """After the entry of this number."""
    round: int
    dealer: str
    """Who is on duty; nobody where it is empty."""
    names: dict[str, str]
    due: tuple[Due, ...]
    steps: tuple[OfferShown, ...]
    """The next steps that are this role's, the one that is due first."""
    doable: tuple[Doable, ...]
    procedure: tuple[StepOfRound, ...]
    purses: tuple[Purse, ...]
    """The chips that lie before the players."""
    is_supervisor_called: bool
    """The dealer has called the game supervisor, who has not come yet."""
    lying: int
    """What lies on the layout, in cents."""
    movement: tuple[OfferShown, ...]
    """The acts that one key does from here, in their order; empty where something has to be entered or decided."""
    payouts: PayoutSheet | None
    """What is to be paid and collected, as the rules settle it; nothing while there is nothing to settle."""
    cards: tuple[CardPlace, ...]
    """Where the next cards go, as far as that is certain whatever the cards are."""
    then: tuple[CardPlace, ...]
    """Whose turn comes after that, in order."""
    signals: tuple[OfferShown, ...]
    """What players may show by hand now, for the dealer to enter."""


def by_rule(cite: Cite) -> ByRule:
    said = cite.clauses
    return ByRule(str(cite), cite.clause, said[0].gist if said else "")
