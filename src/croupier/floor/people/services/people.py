"""The services about people, one for each subject, over one store and one hasher."""

from __future__ import annotations

from croupier.floor.people.ids import SYSTEM_ENTROPY, Entropy
from croupier.floor.people.services.accounts import AccountService
from croupier.floor.people.services.links import LinkService
from croupier.floor.people.services.passwords import PasswordService
from croupier.floor.people.services.refusals import Refusals
from croupier.floor.people.services.roles import RoleService
from croupier.floor.people.services.second_factors import SecondFactorService
from croupier.floor.people.services.session_ends import SessionEnds
from croupier.floor.people.services.sessions import SessionService
from croupier.floor.people.services.sign_in import SignInService
from croupier.floor.people.services.standings import StandingService
from croupier.floor.people.sign_in.passwords import Passwords
from croupier.floor.store.port import Store


class People:
    """Times come in with the questions. Every refusal is raised as `NotAccepted`."""

    def __init__(self, store: Store, passwords: Passwords | None = None, entropy: Entropy = SYSTEM_ENTROPY) -> None:
        self.session_ends = SessionEnds()
        self.refusals = Refusals(store)
        hasher = Passwords() if passwords is None else passwords
        self.passwords = PasswordService(store, hasher, self.session_ends, self.refusals)
        self.sign_in = SignInService(store, self.passwords, entropy, self.session_ends, self.refusals)
        self.sessions = SessionService(store, self.session_ends)
        self.links = LinkService(store, self.passwords, entropy, self.session_ends, self.refusals)
        self.standings = StandingService(store)
        self.accounts = AccountService(store, self.standings, self.session_ends)
        self.roles = RoleService(store, self.standings, self.session_ends)
        self.second_factors = SecondFactorService(store, self.passwords, entropy, self.refusals)
