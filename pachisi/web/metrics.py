"""What a server counts and measures about itself, for Prometheus. One process is one server, so these are global."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    ProcessCollector,
    generate_latest,
)

from .. import __version__

if TYPE_CHECKING:
    from .tables import Tables

REGISTRY = CollectorRegistry()
GCCollector(REGISTRY)
ProcessCollector(registry=REGISTRY)

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)  # seconds
BUILD = Gauge("pachisi_build", "The version that runs", ["version"], registry=REGISTRY)
BUILD.labels(__version__).set(1)

ACTS = Counter("pachisi_acts", "Acts at tables that this server has written, by kind", ["kind"], registry=REGISTRY)
COMMANDS = Histogram("pachisi_command_seconds", "From the arrival of a command to its answer, by command", ["do"], buckets=QUICK, registry=REGISTRY)
WRITES = Histogram("pachisi_write_seconds", "From handing events to the log until they are stored", buckets=QUICK, registry=REGISTRY)
FAILED_WRITES = Counter("pachisi_failed_writes", "Groups of events that were not stored, by reason", ["why"], registry=REGISTRY)
NOTES = Counter("pachisi_notes", "Notes to and from other servers, by direction", ["way"], registry=REGISTRY)
THOUGHTS = Histogram("pachisi_thought_seconds", "How long bots and hints wait and think, by pool", ["pool"], buckets=QUICK, registry=REGISTRY)
THINKING = Gauge("pachisi_thinking", "Bots and hints that wait or think now, by pool", ["pool"], registry=REGISTRY)
REQUESTS = Histogram("pachisi_request_seconds", "How long HTTP requests take, by method and status", ["method", "status"], buckets=QUICK, registry=REGISTRY)

READY = Gauge("pachisi_ready", "Can players be sent here?", registry=REGISTRY)
TABLES = Gauge("pachisi_tables", "Tables in memory", registry=REGISTRY)
SOCKETS = Gauge("pachisi_sockets", "Sockets at tables", registry=REGISTRY)
WAITING = Gauge("pachisi_waiting", "Items in the inboxes of all tables", registry=REGISTRY)
LONGEST = Gauge("pachisi_waiting_longest", "Items in the longest inbox of a table", registry=REGISTRY)
UNWRITTEN = Gauge("pachisi_unwritten", "Groups of events that wait for the log", registry=REGISTRY)


def scrape(tables: Tables) -> bytes:
    """Everything, as of now."""
    live = list(tables.live.values())
    inboxes = [table.inbox.qsize() for table in live]
    READY.set(tables.ready and tables.pulse[1])
    TABLES.set(len(live))
    SOCKETS.set(sum(len(table.connections) for table in live))
    WAITING.set(sum(inboxes))
    LONGEST.set(max(inboxes, default=0))
    UNWRITTEN.set(tables.store.inbox.qsize())
    return generate_latest(REGISTRY)
