"""The parent of several workers goes on whatever befalls the start of one."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from pathlib import Path

import pytest

from croupier.serve.process import workers
from croupier.serve.process.server import ServerPlace
from croupier.serve.process.settings import ServerSettings

SAYS = {"no document": "print('no document', flush=True)", "no line": "print('x' * 200_000, end='', flush=True)"}


@pytest.mark.parametrize("fault", ["no program", *SAYS])
def test_an_error_does_not_end_the_keeper(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, fault: str
) -> None:
    stays = "; import sys; sys.stdin.readline(); sys.stdin.read()"
    bad = (str(tmp_path / "nothing"),) if fault == "no program" else (sys.executable, "-c", SAYS[fault] + stays)
    monkeypatch.setattr(workers, "COMMAND", bad)
    monkeypatch.setattr(workers, "AGAIN_SECONDS", 0.001)
    monkeypatch.setattr(workers, "LONGEST_SECONDS", 0.001)

    async def scenario() -> None:
        place = ServerPlace(tmp_path, "127.0.0.1", 0)
        parent = workers._Parent(place, ServerSettings(), 2, lambda *_: None)
        keeping = asyncio.create_task(parent._keep(1, None))
        async with asyncio.timeout(60):
            while parent._restarts[1, "lost"] < 3:
                assert not keeping.done(), "the keeper has ended"
                assert len(parent._running) <= 1, "one that was lost is still at work"
                await asyncio.sleep(0.01)
        keeping.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await keeping
        await parent._ended(0)

    asyncio.run(scenario())
    assert any("is lost" in record.message for record in caplog.records)
