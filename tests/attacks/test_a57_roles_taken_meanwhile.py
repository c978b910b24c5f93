"""A request that was let in while its sender had a role, and is carried out when they have it no more (A57)."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.floor import devices_office, duties
from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.keeping.audits.audit import inspect
from croupier.floor.people.roles import HouseRole
from tests.support.server.wire import House, in_house


def _after_dismissal(folder: Path) -> list[str]:
    """What becomes of a table that is taken and of a device that is made, each behind the door."""

    async def scenario(house: House) -> list[str]:
        boss, table = await house.operator(), await house.table(live=True)
        dora, otto = await house.staff(HouseRole.DEALER, "Dora"), await house.staff(HouseRole.OPERATOR, "Otto")
        for role, who in (("dealer", dora), ("operator", otto)):
            taken = await house.ask("DELETE", f"/api/v1/people/{who.id}/roles/{role}", boss)
            assert taken.status_code == 200, taken.text
        casino, found = house.casino, []
        for late in (casino.take_duty(table, dora.id), casino.devices.make(table, "Sensor", otto.id)):
            try:
                await late
            except NotAccepted as refused:
                found.append(refused.refusal.code)
            else:
                found.append("done")
        return found

    found = in_house(folder, scenario)
    assert inspect(folder).breaches == ()
    return found


def test_A57_who_was_let_in_before_the_role_went_does_nothing_with_it(tmp_path: Path) -> None:
    assert _after_dismissal(tmp_path) == ["wrong_role", "wrong_role"]


def test_A57_a_house_that_looks_at_the_door_alone_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As it was."""
    for module in (duties, devices_office):
        monkeypatch.setattr(module, "require_role", lambda *_: None)
    assert _after_dismissal(tmp_path) == ["done", "done"]
