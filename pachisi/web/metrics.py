"""What a server counts and measures about itself, for Prometheus. Several processes of one server add it up in a folder of files."""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING, Any

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    ProcessCollector,
    generate_latest,
    multiprocess,
)

from .. import __version__

if TYPE_CHECKING:
    from .tables import Tables

SHARED = "PROMETHEUS_MULTIPROC_DIR"  # where processes share what they count; set before this module is imported
REGISTRY = CollectorRegistry()
GCCollector(REGISTRY)
ProcessCollector(registry=REGISTRY)

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)  # seconds
BUILD = Gauge("pachisi_build", "The version that runs", ["version"], registry=REGISTRY, multiprocess_mode="livemax")

ACTS = Counter("pachisi_acts", "Acts at tables that this server has written, by kind", ["kind"], registry=REGISTRY)
COMMANDS = Histogram("pachisi_command_seconds", "From the arrival of a command to its answer, by command", ["do"], buckets=QUICK, registry=REGISTRY)
WRITES = Histogram("pachisi_write_seconds", "From handing events to the log until they are stored", buckets=QUICK, registry=REGISTRY)
FAILED_WRITES = Counter("pachisi_failed_writes", "Groups of events that were not stored, by reason", ["why"], registry=REGISTRY)
NOTES = Counter("pachisi_notes", "Notes to and from other servers, by direction", ["way"], registry=REGISTRY)
THOUGHTS = Histogram("pachisi_thought_seconds", "How long bots and hints wait and think, by pool", ["pool"], buckets=QUICK, registry=REGISTRY)
THINKING = Gauge("pachisi_thinking", "Bots and hints that wait or think now, by pool", ["pool"], registry=REGISTRY, multiprocess_mode="livesum")
REVIEWED = Histogram("pachisi_review_seconds", "From asking for a review that is not kept to its end", buckets=QUICK, registry=REGISTRY)
REVIEWS = Counter("pachisi_reviews", "Reviews asked for, by what came of it", ["how"], registry=REGISTRY)
REVIEWS_WAITING = Gauge("pachisi_reviews_waiting", "Games that wait for their review, or are being reviewed", registry=REGISTRY, multiprocess_mode="livesum")
REQUESTS = Histogram("pachisi_request_seconds", "How long HTTP requests take, by method and status", ["method", "status"], buckets=QUICK, registry=REGISTRY)

READY = Gauge("pachisi_ready", "Can players be sent here?", registry=REGISTRY, multiprocess_mode="livemin")
TABLES = Gauge("pachisi_tables", "Tables in memory", registry=REGISTRY, multiprocess_mode="livesum")
SOCKETS = Gauge("pachisi_sockets", "Sockets at tables", registry=REGISTRY, multiprocess_mode="livesum")
WAITING = Gauge("pachisi_waiting", "Items in the inboxes of all tables", registry=REGISTRY, multiprocess_mode="livesum")
LONGEST = Gauge("pachisi_waiting_longest", "Items in the longest inbox of a table", registry=REGISTRY, multiprocess_mode="livemax")
UNWRITTEN = Gauge("pachisi_unwritten", "Groups of events that wait for the log", registry=REGISTRY, multiprocess_mode="livesum")


def note(tables: Tables) -> None:
    """How things are now, in this process."""
    live = list(tables.live.values())
    inboxes = [table.inbox.qsize() for table in live]
    BUILD.labels(__version__).set(1)
    READY.set(tables.ready and tables.well)
    TABLES.set(len(live))
    SOCKETS.set(sum(len(table.connections) for table in live))
    WAITING.set(sum(inboxes))
    LONGEST.set(max(inboxes, default=0))
    UNWRITTEN.set(len(tables.store.waiting))


@cache
def labelled(metric: Any, label: str) -> Any:
    """A metric with its label, looked up once."""
    return metric.labels(label)


def scrape(tables: Tables) -> bytes:
    """Everything, as of now; in other processes as of two seconds ago at most."""
    note(tables)
    if SHARED not in os.environ:
        return generate_latest(REGISTRY)
    together = CollectorRegistry()
    multiprocess.MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    return generate_latest(together)


def forget_process(process: int) -> None:
    """It has ended: how things were there no longer counts."""
    if SHARED in os.environ:
        multiprocess.mark_process_dead(process)  # type: ignore[no-untyped-call]
