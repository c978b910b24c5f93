"""What is counted while the floor is at work, for whoever watches it. Nothing here decides anything."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Histogram

REGISTRY = CollectorRegistry()
"""Of this process: each server counts its own."""

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)

ACTS = Counter("croupier_acts", "Acts that people asked for, by how they were answered", ("answer",), registry=REGISTRY)
ACT_SECONDS = Histogram(
    "croupier_act_seconds", "From the asking to a durable answer", buckets=_SECONDS, registry=REGISTRY
)
ENTRIES = Counter("croupier_entries", "Journal entries stored by this server", registry=REGISTRY)
ROUNDS = Counter("croupier_rounds", "Rounds that ended at this server", ("game",), registry=REGISTRY)
LATE_SECONDS = Histogram(
    "croupier_late_seconds",
    "How long after its time a close, or a decision that nobody made, was stored",
    buckets=(*_SECONDS, 30, 60),
    registry=REGISTRY,
)
COMMIT_SECONDS = Histogram(
    "croupier_commit_seconds", "One transaction of the store, from its beginning", buckets=_SECONDS, registry=REGISTRY
)
COMMIT_UNITS = Histogram(
    "croupier_commit_units",
    "Units of work in one transaction",
    buckets=(1, 2, 4, 8, 16, 32, 64, 128, 256, 512),
    registry=REGISTRY,
)
STORE_FAILURES = Counter("croupier_store_failures", "Transactions in which the database failed", registry=REGISTRY)
