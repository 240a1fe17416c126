"""Where the server listens when its usual port is taken."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import click
import pytest

from pachisi.cli.serve import serve as serve_command
from pachisi.errors import RuleError
from pachisi.web import serve
from pachisi.web.tables import Settings

from .web_client import Server

HERE = "127.0.0.1"


@pytest.fixture
def busy() -> Iterator[int]:
    """A port at which something else listens."""
    with socket.create_server((HERE, 0)) as other:
        other.settimeout(0.1)
        yield other.getsockname()[1]


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "tables.db")
    yield server
    assert server.stop() == 0


def place(port: int, *wished: str) -> int | str:
    found = serve.find_place(HERE, port, set(wished))
    if isinstance(found, str):
        return found
    with found:
        return int(found.getsockname()[1])


def test_a_second_start_leads_to_the_server_that_runs(
    running: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[str] = []
    port = urlsplit(running.url).port or 0
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr(serve, "wishes", set)
    serve.serve(HERE, port, None, True, Settings())
    assert capsys.readouterr().out == f"The table is laid already at {running.url}/\n"
    assert opened == [f"{running.url}/"]


def test_beside_a_running_server_another_with_wishes_of_its_own_takes_the_next_port(running: Server) -> None:
    port = urlsplit(running.url).port or 0
    assert place(port) == running.url
    for wish in ("db", "host", "patience"):
        found = place(port, wish)
        assert isinstance(found, int)
        assert port < found < port + serve.MOST_PORTS


def test_where_another_program_listens_the_next_port_is_taken_and_told(
    busy: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(serve, "is_ours", lambda address: False)
    found = place(busy)
    assert isinstance(found, int)
    assert busy < found < busy + serve.MOST_PORTS
    assert capsys.readouterr().out == f"Port {busy} is taken; this is port {found}.\n"


def test_a_port_that_was_named_is_taken_or_refused(busy: int) -> None:
    with pytest.raises(RuleError, match=f"port {busy}: Address already in use"):
        place(busy, "port")


def test_something_that_answers_otherwise_is_not_ours(busy: int) -> None:
    assert not serve.is_ours("http://127.0.0.1:1")
    assert not serve.is_ours(f"http://127.0.0.1:{busy}")


@pytest.mark.parametrize(
    ("words", "wished"),
    [
        ([], set()),
        (["--no-browser"], set()),
        (["--port", "8765"], {"port"}),
        (["--host", "0.0.0.0", "--no-browser"], {"host"}),
        (["--db", "other.db"], {"db"}),
    ],
)
def test_a_port_counts_as_named_only_if_somebody_named_it(words: list[str], wished: set[str]) -> None:
    with serve_command.make_context("serve", words) as context:
        assert context.params["port"] == 8765
        assert click.get_current_context() is context
        assert serve.wishes() == wished
