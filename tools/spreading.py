"""Which worker runs which tests: a plugin of pytest that gives each file, and each group of tests, to one of them.

pytest -p tools.spreading -n 2 --dist loadgroup

What tests of one file share, such as a fixture or a sheet that is made once, would otherwise be made by every worker.
The files go out in the order in which they were collected: long ones first (tests/conftest.py).
"""

from __future__ import annotations

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadGroupScheduling
from xdist.workermanage import WorkerController


class ByFile(LoadGroupScheduling):  # type: ignore[misc]  # xdist has no types
    def _split_scope(self, nodeid: str) -> str:
        scope: str = super()._split_scope(nodeid)
        return scope.partition("::")[0]

    def _reschedule(self, node: WorkerController) -> None:
        # What is done is not counted again and again: with thousands of tests that takes longer than many of them.
        work = self.assigned_work[node]
        for scope in [scope for scope, tests in work.items() if all(tests.values())]:
            del work[scope]
        super()._reschedule(node)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> ByFile | None:
    if config.getvalue("dist") != "loadgroup":
        return None
    config.option.loadscopereorder = False
    return ByFile(config, log)
