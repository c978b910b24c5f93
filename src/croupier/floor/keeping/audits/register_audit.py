"""The house's journal against the rows of people, roles, limits and tables: every difference named (A30)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping

from croupier.floor.people.responsible_play.days import day_of
from croupier.floor.people.responsible_play.grants import MOST_A_DAY, MOST_A_REQUEST
from croupier.floor.people.responsible_play.limits import DEFAULT_REALITY_MINUTES
from croupier.floor.register import NEVER, Execute, HeldRegister, held_register
from croupier.games.money import dollars
from croupier.games.people import is_house_player
from croupier.record.audits.audit import Breach
from croupier.record.house_journal.house import money_of
from croupier.record.house_journal.house_register import HouseRegister, Recorded
from croupier.record.journals.journal import HOUSE_STREAM, Stamp
from croupier.record.journals.ledger import HOUSE, owner


class RegisterAudit:
    """Follows the house's journal, and then looks at the database."""

    def __init__(self) -> None:
        self.register = HouseRegister()
        self._granted: dict[tuple[str, int], int] = defaultdict(int)
        self._found: list[Breach] = []

    def follow(self, stamp: Stamp) -> None:
        self.register.follow(stamp.number, stamp.note)
        for moved in money_of(stamp.note):
            if moved.debit == HOUSE and (person := owner(moved.credit)) and stamp.note.startswith("grant "):
                self._follow_grant(stamp, person, moved.amount)

    def _follow_grant(self, stamp: Stamp, person: str, amount: int) -> None:
        """More than the house may give: whoever can write a line and its transfer makes no money by it."""
        if self.register.began is None:
            return
        day = person, day_of(stamp.time)
        before = self._granted[day]
        self._granted[day] += amount
        if amount > MOST_A_REQUEST:
            why = f"it grants {person} {dollars(amount)}, but the house gives at most {dollars(MOST_A_REQUEST)} at once"
            self._found.append(Breach(HOUSE_STREAM, stamp.number, why))
        if before + amount > MOST_A_DAY:
            why = (
                f"with it {person} has had {dollars(before + amount)} on one day, but the house gives "
                f"{dollars(MOST_A_DAY)} a day at most"
            )
            self._found.append(Breach(HOUSE_STREAM, stamp.number, why))
        if person not in self.register.people or person in self.register.closed:
            self._found.append(Breach(HOUSE_STREAM, stamp.number, f"it grants {person} money, who is not here then"))

    def breaches(self, execute: Execute, accounts: Iterable[str]) -> Iterator[Breach]:
        """All of them; none where an older version wrote the journal, which did not say everything."""
        register = self.register
        if register.began is None:
            return
        yield from self._found
        for number in register.begun_again:
            yield Breach(HOUSE_STREAM, number, "the register begins a second time: what was on record is lost with it")
        held = held_register(execute)
        yield from _of_people(register, held)
        yield from _of_wallets(held, accounts)
        yield from _compared("roles", "the role {1} of {0}", register.roles, held.roles, _role)
        yield from _compared("limits", "the {1} limit of {0}", register.limits, held.limits)
        yield from _of_exclusions(register, held)
        yield from _of_reality(register, held)
        yield from _of_tables(register, held)
        yield from _compared("duties", "who deals at {0}", register.duties, held.duties)
        yield from _of_doors(register, held)
        what = "a second factor (marked {1}) of {0}"
        yield from _compared("second_factors", what, register.factors, held.factors, "of the kind {}".format)
        yield from _compared("school_exams", "the result of the exam {0}", register.exams, held.exams)
        what = "that dealers of {0} need an exam"
        yield from _compared("school_requirements", what, register.requirements, held.requirements, _needed)
        if register.whole is not None:
            yield from _of_codes_and_proofs(register, held)


def _role(giver: str) -> str:
    return f"given by {giver or 'a link'}"


def _needed(_nothing: str) -> str:
    return "as a rule of the house"


def _of_exclusions(register: HouseRegister, held: HeldRegister) -> Iterator[Breach]:
    """A register that an older version began did not say by whom."""
    due, there = register.exclusions, held.exclusions
    if register.whole is None:
        due = {key: Recorded(each.value.partition(" ")[0], each.number) for key, each in due.items()}
        there = {key: until.partition(" ")[0] for key, until in there.items()}
    yield from _compared("exclusions", "the {1} of {0}", due, there, "until {}".format)


def _of_codes_and_proofs(register: HouseRegister, held: HeldRegister) -> Iterator[Breach]:
    """Proofs and agreements go with their session, or once they are used: one that is gone shows nothing."""
    codes = {person: mark for person, (_, mark) in held.codes.items()}
    yield from _compared("recovery_codes", "the set of recovery codes of {0}", register.codes, codes, _marked)
    for (person, mark), moment in sorted(held.proofs.items()):
        due = register.proofs.get((person, mark))
        if due is not None and moment == NEVER:
            why = f"a session of {person} (marked {mark}) was never proved, but entry {due.number} proved it"
            yield Breach("sessions", None, why)
        elif moment != (NEVER if due is None else due.value):
            why = f"a session of {person} (marked {mark}) was proved at {moment}, but no entry says so"
            yield Breach("sessions", None, why)
    for mark, what in sorted(held.approvals.items()):
        if mark not in register.approvals:
            why = f"a second operator's agreement to {what} (marked {mark}) is stored, but nobody gave it"
            yield Breach("approvals", None, why)


def _of_people(register: HouseRegister, held: HeldRegister) -> Iterator[Breach]:
    yield from _compared("people", "{0}", register.people, held.people, "here since {}".format)
    for person in sorted(held.closed - register.closed.keys()):
        yield Breach("people", None, f"the account {person} is closed, but no entry of the house's journal closed it")
    for person in sorted(register.closed.keys() - held.closed):
        number = register.closed[person]
        yield Breach(
            "people", None, f"the account {person} is open, but entry {number} of the house's journal closed it"
        )
    yield from _compared("names", "name and password of {0}", register.names, held.names, _marked)


def _marked(mark: str) -> str:
    return f"marked {mark}"


def _of_wallets(held: HeldRegister, accounts: Iterable[str]) -> Iterator[Breach]:
    """A person who was deleted with the wallet left."""
    for account in sorted(accounts):
        person = account.removeprefix("held:") if account.startswith("held:") else owner(account)
        if person and person not in held.people and not is_house_player(person):
            yield Breach("people", None, f"the account {account} is there, and {person} is not among the people")


def _of_reality(register: HouseRegister, held: HeldRegister) -> Iterator[Breach]:
    default = str(DEFAULT_REALITY_MINUTES)
    for person in sorted(register.reality.keys() | held.reality.keys()):
        due, there = register.reality.get(person), held.reality.get(person, default)
        if there != (default if due is None else due.value):
            said = "says nothing of it" if due is None else f"says {due.value} minutes in entry {due.number}"
            yield Breach(
                "people", None, f"{person}'s reality check comes every {there} minutes, but the journal {said}"
            )


def _of_tables(register: HouseRegister, held: HeldRegister) -> Iterator[Breach]:
    for table in sorted(register.made.keys() - held.tables.keys()):
        why = f"the table {table} is gone, but entry {register.made[table]} of the house's journal made it"
        yield Breach("tables", None, why)
    for table in sorted(held.tables.keys() - register.made.keys()):
        yield Breach("tables", None, f"the table {table} is there, but no entry of the house's journal made it")
    for table in sorted(held.tables.keys() & register.made.keys()):
        due = register.tables.get(table)
        if due is None or due.value != held.tables[table]:
            entry = "" if due is None else f" (entry {due.number})"
            why = f"name or settings of the table {table} differ from the house's journal{entry}"
            yield Breach("tables", None, why)


def _of_doors(register: HouseRegister, held: HeldRegister) -> Iterator[Breach]:
    """Sessions and links that somebody put there. One that is gone proves nothing: they end by themselves."""
    for person, mark in sorted(held.sign_ins - register.sign_ins.keys()):
        yield Breach("sessions", None, f"a session of {person} (marked {mark}) is open, but nobody signed in to it")
    for mark, kind in sorted(held.links.items()):
        if mark not in register.links:
            yield Breach("links", None, f"a link of the kind “{kind}” (marked {mark}) is there, but nobody made it")


def _compared(
    table: str,
    what: str,
    register: Mapping[str, Recorded] | Mapping[tuple[str, str], Recorded],
    held: Mapping[str, str] | Mapping[tuple[str, str], str],
    said: Callable[[str], str] = str,
) -> Iterator[Breach]:
    due: dict[tuple[str, ...], Recorded] = {_key(key): value for key, value in register.items()}
    there = {_key(key): value for key, value in held.items()}
    for key in sorted(due.keys() | there.keys()):
        name, wanted, found = what.format(*key), due.get(key), there.get(key)
        if wanted is None:
            why = f"{name} is in the database, {said(found or '')}, but no entry of the house's journal says so"
        elif found is None:
            why = f"{name} is gone; entry {wanted.number} of the house's journal has it, {said(wanted.value)}"
        elif found != wanted.value:
            why = f"{name} is {said(found)}, and by entry {wanted.number} of the house's journal {said(wanted.value)}"
        else:
            continue
        yield Breach(table, None, why)


def _key(key: str | tuple[str, str]) -> tuple[str, ...]:
    return (key,) if isinstance(key, str) else key
