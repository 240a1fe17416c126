"""What an operator's machines read: is the server ready, and how is it doing?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families
from starlette.applications import Starlette
from starlette.testclient import TestClient

from pachisi.web.http.app import build
from pachisi.web.settings import Settings
from pachisi.web.store import Store, StoreError, sqlite_url

ADMIN = {"Authorization": "Bearer opensesame"}
PROMETHEUS = {"Authorization": "Bearer count"}


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Starlette:
    async def nothing(*_: object) -> None:
        """Nothing is compiled."""

    monkeypatch.setattr("pachisi.web.http.app.make_ready", nothing)
    store = Store(sqlite_url(tmp_path / "tables.db"))
    return build(store, Settings(admin_token="opensesame", metrics_token="count"))


@pytest.fixture
def client(app: Starlette) -> Iterator[TestClient]:
    with TestClient(app) as client:
        yield client


def values(client: TestClient) -> dict[tuple[str, str], float]:
    """Every sample by its name and its labels' values."""
    text = client.get("/metrics", headers=PROMETHEUS).text
    samples = [sample for family in text_string_to_metric_families(text) for sample in family.samples]
    return {(sample.name, " ".join(sample.labels.values())): sample.value for sample in samples}


def test_a_server_is_ready_once_its_rules_are_compiled_and_its_log_can_be_written(
    app: Starlette, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = app.state.tables
    assert (client.get("/health").status_code, client.get("/ready").status_code) == (200, 503)
    tables.ready = True
    assert client.get("/ready").status_code == 200
    assert values(client)["pachisi_ready", ""] == 1

    async def fail(rows: object) -> None:
        raise StoreError("The disk is full.")

    monkeypatch.setattr(tables.store, "append", fail)
    tables.next_pulse = 0.0
    assert client.get("/ready").status_code == 503
    assert values(client)["pachisi_ready", ""] == 0


def test_metrics_are_for_those_with_a_token(client: TestClient) -> None:
    assert client.get("/metrics").status_code == 403
    assert client.get("/metrics?token=count").status_code == 403
    assert client.get("/metrics", headers={"Authorization": "Bearer other"}).status_code == 403
    for header in (ADMIN, PROMETHEUS):
        assert client.get("/metrics", headers=header).headers["content-type"].startswith("text/plain; version=")


def test_metrics_count_what_happens_at_the_tables(client: TestClient) -> None:
    before = values(client)
    made = client.post("/api/tables", json={"setup": {"book": "mensch", "players": 2, "first": 0}, "pause": 2})
    assert made.status_code == 201
    with client.websocket_connect(f"/ws/{made.json()['id']}") as socket:
        socket.receive_json()
        at = socket.receive_json()["state"]["seq"]
        socket.send_json({"do": "throw", "id": "a", "at": at, "nonce": "0" * 32})
        while socket.receive_json()["ev"] != "ack":
            pass
        now = values(client)
        assert now["pachisi_sockets", ""] == now["pachisi_tables", ""] == 1
        assert now["pachisi_waiting", ""] == now["pachisi_unwritten", ""] == 0

    def grown(name: str, labels: str = "") -> float:
        return now[name, labels] - before.get((name, labels), 0)

    assert grown("pachisi_acts_total", "threw") == 1
    assert grown("pachisi_command_seconds_count", "throw") == 1
    assert grown("pachisi_write_seconds_count") >= 2
    assert grown("pachisi_request_seconds_count", "POST 201") == 1
