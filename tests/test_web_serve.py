"""Where the server listens when its usual port is taken, and how it ends."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import click
import httpx
import pytest

from pachisi.cli.serve import serve as serve_command
from pachisi.errors import RuleError
from pachisi.web import serve
from pachisi.web.settings import Settings

from .web_client import ROOT, Server

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
    serve.serve(Settings(host=HERE, port=port), True)
    assert capsys.readouterr().out == f"The table is already there: {running.url}/\n"
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


def test_the_operators_token_survives_a_restart_and_nobody_else_can_read_it(tmp_path: Path) -> None:
    file = tmp_path / "data" / "admin-token"
    token = serve.read_token(file)
    assert len(token) == 32
    assert file.stat().st_mode & 0o777 == 0o600
    assert serve.read_token(file) == token


# --- stopping -------------------------------------------------------------------------------


def test_ctrl_c_does_not_wait_for_the_compiler(tmp_path: Path) -> None:
    """With an empty cache the server compiles from its first moment on."""
    environment = {**os.environ, "PACHISI_CACHE": str(tmp_path / "cache"), "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "pachisi", "serve", "--port", "0", "--db", str(tmp_path / "t.db"), "--no-browser"]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        greeting = process.stdout.readline().decode()
        url = greeting.split()[-1]
        while True:  # it answers, so it hears Ctrl-C
            try:
                assert not httpx.get(f"{url}health", timeout=20).json()["ready"]
                break
            except httpx.TransportError:
                assert process.poll() is None
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert process.returncode == 0
    assert b"Traceback" not in said
    assert not list((tmp_path / "cache").rglob("*.act-*.nbc")), "the rules were compiled to the end"


def test_started_with_ctrl_c_ignored_the_server_ignores_it_and_ends_when_it_is_terminated(tmp_path: Path) -> None:
    kept = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        server = Server(tmp_path / "tables.db")
    finally:
        signal.signal(signal.SIGINT, kept)
    server.process.send_signal(signal.SIGINT)
    assert httpx.get(f"{server.url}/health", timeout=20).json()["ok"]
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(60) in (0, -signal.SIGTERM)
    server.close_pipe()
