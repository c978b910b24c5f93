"""Devices at live tables: the operator makes their tokens, and they report results as the dealer on duty would."""

from __future__ import annotations

import hashlib
from typing import Annotated, Any

import msgspec
from litestar import Request as HttpRequest
from litestar import delete, get, post
from litestar.datastructures import State
from litestar.types import ControllerRouterHandler
from msgspec import Meta, Struct

from croupier.floor.casino import Casino
from croupier.floor.devices_office import RESULTS
from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.house_rules.request import Request
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.people.sign_in.sign_ins import Visitor
from croupier.floor.tables.commands import act_of
from croupier.floor.tables.opening import TableDevice, tidy_name
from croupier.floor.tables.receipt import Receipt
from croupier.games.people import Role
from croupier.serve.security.auth import ANYBODY, OPERATORS, Rates, RequestContext, within
from croupier.serve.security.errors import Problem
from croupier.serve.security.rates import address_key
from croupier.serve.views.lookup import actor_at, working
from croupier.serve.wire.messages import DEVICE_KEYS, command_of

SCHEME = "device"
LARGEST_NUMBER = 2**53


class MakeDevice(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(max_length=200)]


class DeviceShown(Struct, frozen=True):
    id: str
    name: str
    made: int
    revoked: int | None


class DevicesShown(Struct, frozen=True):
    devices: tuple[DeviceShown, ...]
    results: tuple[str, ...]
    """The acts that a device of this table may report."""


class DeviceMade(Struct, frozen=True):
    device: DeviceShown
    token: str
    """Shown once: only its hash is kept."""


class DeviceResult(Struct, frozen=True, forbid_unknown_fields=True):
    number: Annotated[int, Meta(ge=1, lt=LARGEST_NUMBER)]
    """1 for the device's first result, then 2 and so on."""
    act: dict[str, Any]
    round: int | None = None
    """The round that it is meant for, where the device knows it."""


def _shown(device: TableDevice) -> DeviceShown:
    return DeviceShown(device.id, device.name, device.made, device.revoked)


def _live_table(casino: Casino, id: str) -> str:
    """The game of a live table; raises."""
    game = actor_at(casino, id).setting.game
    if not casino.settings[id].live:
        raise HouseRule.DEALS_ITSELF.refused()
    return game


@get("/api/v1/tables/{id:str}/devices", who=OPERATORS, gives=DevicesShown)
async def devices(casino: Casino, id: str) -> DevicesShown:
    """The devices of a live table, revoked ones too."""
    game = _live_table(casino, id)
    return DevicesShown(tuple(map(_shown, await casino.devices.of(id))), tuple(sorted(RESULTS.get(game, ()))))


@post("/api/v1/tables/{id:str}/devices", who=OPERATORS, fresh=True, takes=MakeDevice, gives=DeviceMade)
async def make_device(casino: Casino, person: Visitor, id: str, asked: MakeDevice) -> DeviceMade:
    """A token by which one device reports results at this table."""
    _live_table(casino, id)
    device, token = await casino.devices.make(id, tidy_name(asked.name), person.person.id)
    return DeviceMade(_shown(device), token)


@delete("/api/v1/tables/{id:str}/devices/{device:str}", who=OPERATORS, gives=None)
async def revoke_device(casino: Casino, person: Visitor, id: str, device: str) -> None:
    """Take a device's token back, at once."""
    _live_table(casino, id)
    await casino.devices.revoke(id, device, person.person.id)


@post("/api/v1/tables/{id:str}/results", who=ANYBODY, takes=DeviceResult, gives=Receipt)
async def report_result(
    request: HttpRequest[Any, Any, State], casino: Casino, entry: RequestContext, id: str, asked: DeviceResult
) -> Receipt:
    """A result from a device, with `Authorization: Device TOKEN`: as if the dealer on duty had keyed it in."""
    game, rates = _live_table(casino, id), request.app.state.rates
    device = await _admitted(request, casino, rates, entry, id, asked.number)
    try:
        return await casino.act(id, await _request(casino, id, game, device, asked))
    except (NotAccepted, msgspec.ValidationError) as refused:
        code = refused.refusal.code if isinstance(refused, NotAccepted) else HouseRule.MALFORMED.code
        await casino.devices.note_refusal(device, id, code)
        raise


async def _admitted(  # noqa: PLR0917  all that a request brings
    request: HttpRequest[Any, Any, State], casino: Casino, rates: Rates, entry: RequestContext, id: str, number: int
) -> TableDevice:
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    given = token.strip() if kind.lower() == SCHEME else ""

    def guessed() -> None:
        """Who guesses tokens is as slow as who guesses passwords."""
        within(rates.doors, address_key(entry.here.client))

    try:
        device = await casino.devices.admit(id, given, number, guessed)
    except NotAccepted as refused:
        if HouseRule.NO_SUCH_DEVICE.is_of(refused.refusal):
            raise Problem(401, HouseRule.NO_SUCH_DEVICE.refusal()) from None
        raise
    within(rates.devices, device.id)
    return device


async def _request(casino: Casino, id: str, game: str, device: TableDevice, asked: DeviceResult) -> Request:
    """Raises `NotAccepted`, or `msgspec.ValidationError`."""
    working(casino, id)
    word = asked.act.get("act")
    if word not in RESULTS.get(game, ()):
        raise HouseRule.NO_RESULT.refused(acts=", ".join(sorted(RESULTS.get(game, ()))))
    await casino.duties.look()
    dealer = casino.duties.on_duty.get(id, "")
    if not dealer:
        raise HouseRule.NOT_ON_DUTY.refused("nobody")
    act = act_of(command_of(game, asked.act), dealer, Role.DEALER, dealer)
    body = hashlib.sha256(msgspec.json.encode((id, act, asked.round), order="sorted")).digest()
    key = f"{DEVICE_KEYS}{device.id}-{asked.number}"
    return Request(person=dealer, act=act, key=key, round=asked.round, body=body)


ROUTES: list[ControllerRouterHandler] = [devices, make_device, revoke_device, report_result]
