"""Play one round of roulette over the API: `python examples/play_a_round.py http://127.0.0.1:8421` beside a server."""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
import sys
from typing import Any
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect

SEVENTEEN = {"kind": "straight up", "numbers": [17]}
seen: list[dict[str, Any]] = []


def arrive(house: str) -> dict[str, Any]:
    """Come in as a guest: a wallet with play money, and a token for every request after this one."""
    request = Request(f"{house}/api/v1/guests", b'{"session": "token"}', {"Content-Type": "application/json"})  # noqa: S310
    with urlopen(request) as answer:  # noqa: S310
        return dict(json.load(answer))


async def until(socket: ClientConnection, is_it: Any) -> dict[str, Any]:
    while not seen or not is_it(seen[-1]):
        seen.append(json.loads(await socket.recv()))
    return seen[-1]


async def act(socket: ClientConnection, act: dict[str, Any], **more: str) -> int:
    """Ask, and wait for the receipt: its entry's number. By the key it is one act, however often it is sent."""
    key = secrets.token_hex(8)
    await socket.send(json.dumps({"type": "act", "key": key, "act": act, **more}))
    answer = await until(socket, lambda message: message.get("key") == key)
    if answer["type"] != "receipt":
        raise SystemExit(f"{act['act']}: {answer['refusal']['why']} [{answer['refusal']['rule']}]")
    print(f"{act['act']}: entry {answer['number']}, hash {answer['hash'][:16]}…")
    return int(answer["number"])


async def main(house: str = "http://127.0.0.1:8421", table: str = "roulette-1") -> None:
    guest = arrive(house)
    address, mine = house.replace("http", "ws", 1), {"Authorization": f"Bearer {guest['token']}"}
    async with connect(f"{address}/api/v1/tables/{table}/socket", additional_headers=mine) as socket:
        await act(socket, {"act": "buy in", "amount": 50_00})
        # The nonce goes into the draw. The seal stood before it, so neither side alone chooses what comes.
        entry = await act(socket, {"act": "wager", "position": SEVENTEEN, "amount": 10_00}, nonce=secrets.token_hex(16))
        seal = [message["seal"] for message in seen if "seal" in message and message["number"] < entry][-1]
        ends = await until(socket, lambda message: "reveal" in message.get("entries", [{}])[-1])
        assert hashlib.sha256(bytes.fromhex(ends["entries"][-1]["reveal"])).hexdigest() == seal
        [line] = [line for line in ends["view"]["settled"] if line["wager"]["player"] == guest["id"]]
        print(f"{ends['view']['result']}, and the seal fits: {line['outcome']}, pays {line['pays'] / 100:.2f}")
        await act(socket, {"act": "cash out", "amount": 40_00 + (10_00 + line["pays"] if line["pays"] else 0)})


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
