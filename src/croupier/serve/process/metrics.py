"""The floor's figures for Prometheus, at an address of their own that players never reach."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from msgspec import Struct
from prometheus_client import Counter, Histogram, start_http_server
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.gc_collector import GCCollector
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

from croupier import EDITION, __version__
from croupier.floor.casino import Casino
from croupier.floor.metrics import REGISTRY
from croupier.floor.tables.actor import TableActor

END_SECONDS = 5
"""For the thread that answers, at a stop: it is a daemon, and goes with the process."""
REQUESTS = Counter("croupier_requests", "Requests answered", ("method", "route", "status"), registry=REGISTRY)
REQUEST_SECONDS = Histogram("croupier_request_seconds", "From the first byte to the answer", registry=REGISTRY)

ProcessCollector(registry=REGISTRY)
PlatformCollector(registry=REGISTRY)
GCCollector(registry=REGISTRY)


class Address(Struct, frozen=True):
    host: str
    port: int

    def beside(self, number: int) -> Address:
        """That of the worker of that number, counted from the first."""
        return Address(self.host, self.port + number)

    @classmethod
    def read(cls, text: str) -> Address:
        host, _, port = text.rpartition(":")
        return cls(host.strip("[]"), int(port))


class NotListening(Exception):  # noqa: N818  said in one line
    """The figures cannot be had at that address."""


class _Floor(Collector):
    """What is there now, read when somebody asks."""

    def __init__(self, casino: Casino, sockets: Callable[[], int]) -> None:
        self._casino, self._sockets = casino, sockets

    def collect(self) -> Iterable[Metric]:
        actors = tuple(self._casino.actors.values())
        tables = GaugeMetricFamily("croupier_tables", "Tables, by game and condition", labels=("game", "condition"))
        for labels, number in Tally((actor.setting.game, condition(actor)) for actor in actors).items():
            tables.add_metric(labels, number)
        yield tables
        playing = sum(1 for actor in actors if not actor.trouble and actor.head.state.players)
        yield GaugeMetricFamily("croupier_tables_played_at", "Tables at which anybody has chips", value=playing)
        yield GaugeMetricFamily(
            "croupier_waiting_acts", "Acts in all mailboxes", value=sum(actor.waiting for actor in actors)
        )
        yield GaugeMetricFamily("croupier_sockets", "Open sockets", value=self._sockets())
        checked = self._casino.database_watch.last
        if checked is not None:
            faults = "Faults that the last check of the database found"
            yield GaugeMetricFamily("croupier_database_faults", faults, value=len(checked.faults))
        when = "When the database was last checked; 0 where that could not be done yet"
        since = 0 if checked is None else checked.checked
        yield GaugeMetricFamily("croupier_database_checked_timestamp_seconds", when, value=since)
        jumped = "By how many seconds the clock of the machine has jumped"
        yield GaugeMetricFamily("croupier_clock_jumped_seconds", jumped, value=self._casino.clock.jumped())
        about = GaugeMetricFamily("croupier_about", "Version and rules edition", labels=("version", "edition"))
        about.add_metric((__version__, str(EDITION)), 1)
        yield about


def condition(actor: TableActor) -> str:
    if actor.trouble:
        return "out of order"
    return "without a seal" if actor.is_out_of_chance else "in order"


@contextmanager
def listening(address: Address | None, casino: Casino, sockets: Callable[[], int]) -> Iterator[None]:
    """Answer there for as long as the server runs; raises `NotListening`."""
    if address is None:
        yield
        return
    floor = _Floor(casino, sockets)
    try:
        server, thread = start_http_server(address.port, address.host, REGISTRY)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise NotListening(f"the figures cannot be shown at {address.host} port {address.port}: {why}") from None
    REGISTRY.register(floor)
    try:
        yield
    finally:
        REGISTRY.unregister(floor)
        server.shutdown()
        server.server_close()
        thread.join(END_SECONDS)
