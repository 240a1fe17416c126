"""Connections of strangers: too many, too large, too slow, or nothing but noise. Nobody else waits for them."""

from __future__ import annotations

import contextlib
import itertools
import json
import logging
import signal
import socket
import threading
from collections.abc import Iterator
from dataclasses import replace
from ipaddress import ip_network
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from pachisi.web import serve
from pachisi.web.http.app import build
from pachisi.web.http.wire import Doorkeeper, SocketWire
from pachisi.web.limits import LIMITS, Limits, neighbourhood
from pachisi.web.settings import Settings
from pachisi.web.store import Store, sqlite_url

from .web_client import Player, Server, set_up

IMPATIENT = replace(
    LIMITS,
    request_time=0.3,
    connections_each=20,
    command_rate=1e-6,
    command_burst=8,
    address_rate=1e-6,
    address_burst=20,
)
GET = b"GET /health HTTP/1.1\r\nHost: here\r\n"


@contextlib.contextmanager
def hosted(folder: Path, limits: Limits) -> Iterator[int]:
    """A server in this process; its port."""
    settings = Settings(limits=limits)
    app = build(Store(sqlite_url(folder / "tables.db")), settings)
    server, listener = serve.Server(app, settings), serve.listen("127.0.0.1", 0)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    port: int = listener.getsockname()[1]
    thread.start()
    try:
        yield port
    finally:
        server.should_exit = True
        thread.join()


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    with hosted(tmp_path_factory.mktemp("wire"), IMPATIENT) as port:
        yield port


@contextlib.contextmanager
def line(port: int, home: str = "127.0.0.1") -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", port), timeout=20, source_address=(home, 0)) as wire:
        yield wire


def heard(wire: socket.socket) -> bytes:
    """All that comes until the other end closes."""
    told = b""
    with contextlib.suppress(ConnectionResetError):
        while more := wire.recv(65_536):
            told += more
    return told


def test_a_head_without_end_is_refused_while_it_is_small(port: int) -> None:
    with line(port) as wire:
        wire.sendall(GET + b"X-Long: ")
        with contextlib.suppress(ConnectionError):
            wire.sendall(b"x" * 2_000_000)
        heard(wire)
    with line(port) as wire:
        wire.sendall(GET + b"X-Long: " + b"x" * 17_000)
        assert heard(wire).startswith(b"HTTP/1.1 431 ")


def test_a_head_that_does_not_come_to_an_end_is_not_waited_for(port: int) -> None:
    for said in (b"", GET):
        with line(port) as wire:
            wire.sendall(said)
            assert heard(wire).startswith(b"HTTP/1.1 408 ")


def test_nor_is_a_body(port: int) -> None:
    post = b"POST /api/tables HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
    with line(port) as wire:
        wire.sendall(post)
        assert heard(wire) == b""


def test_a_body_that_is_longer_than_it_may_be_is_not_read_on(port: int) -> None:
    with line(port) as wire:
        wire.sendall(b"POST /api/tables HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n")
        with contextlib.suppress(ConnectionError):
            wire.sendall((b"2710\r\n" + b"x" * 10_000 + b"\r\n") * 200)
        heard(wire)


def test_one_address_has_so_many_connections_and_gets_them_back(port: int) -> None:
    with contextlib.ExitStack() as many:
        wires = [many.enter_context(line(port)) for _ in range(IMPATIENT.connections_each + 1)]
        wires[-1].settimeout(20)
        assert heard(wires[-1]) == b"", "one too many"
        assert all(heard(wire).startswith(b"HTTP/1.1 408 ") for wire in wires[:-1])
    assert httpx.get(f"http://127.0.0.1:{port}/health").status_code == 200


def test_from_however_many_addresses_they_come_there_is_an_end_to_connections_and_then_room_again(tmp_path: Path) -> None:
    limits = replace(LIMITS, request_time=1, connections_each=5, connections=20)
    with hosted(tmp_path, limits) as port:
        with contextlib.ExitStack() as many:
            wires = [many.enter_context(line(port, f"127.0.0.{2 + n // 4}")) for n in range(24)]
            told = [heard(wire)[:12] for wire in wires]
        assert sorted(told) == [b""] * 4 + [b"HTTP/1.1 408"] * 20
        assert httpx.get(f"http://127.0.0.1:{port}/health").status_code == 200


def test_a_proxy_may_bring_many_and_there_is_an_end_for_all_together() -> None:
    keeper = Doorkeeper(Limits(connections_each=2, connections=5), [ip_network("10.0.0.0/8")])
    assert [keeper.enter("10.1.1.1") for _ in range(3)] == [True] * 3
    assert [keeper.enter("192.0.2.1") for _ in range(3)] == [True, True, False]
    keeper.leave("192.0.2.1")
    keeper.leave("10.1.1.1")
    assert keeper.enter("192.0.2.2")
    assert not keeper.enter("10.1.1.1")


def test_a_household_counts_as_one() -> None:
    assert neighbourhood("2001:db8::1") == neighbourhood("2001:db8::ffff:2") != neighbourhood("2001:db8:0:1::1")
    assert neighbourhood("::ffff:192.0.2.1") == neighbourhood("192.0.2.1") == "192.0.2.1"
    assert neighbourhood("fe80::1%eth0") == "fe80::/64"
    assert neighbourhood("testclient") == "testclient"


def test_nobody_tells_the_server_where_he_comes_from_unless_he_is_its_proxy(tmp_path: Path) -> None:
    app = build(Store(sqlite_url(tmp_path / "tables.db")))
    assert not serve.configure(app, Settings()).proxy_headers
    behind = serve.configure(app, Settings(proxies=(ip_network("127.0.0.1"),)))
    assert behind.proxy_headers
    assert behind.forwarded_allow_ips == ["127.0.0.1/32"]
    app.state.tables.store.close()


# --- sockets --------------------------------------------------------------------------------


def test_of_thousands_of_frames_at_once_few_are_read(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    table = set_up(httpx.Client(base_url=f"http://127.0.0.1:{port}"))["id"]
    read: list[None] = []
    handle = SocketWire.handle_ping
    monkeypatch.setattr(SocketWire, "handle_ping", lambda wire: (read.append(None), handle(wire)))
    with connect(f"ws://127.0.0.1:{port}/ws/{table}", compression=None) as chatter:
        chatter.recv(20)
        with contextlib.suppress(ConnectionError):
            chatter.socket.sendall(b"\x89\x80\0\0\0\0" * 10_000)
        with pytest.raises(ConnectionClosed):
            list(chatter)
    assert 0 < len(read) < 1000


@pytest.mark.parametrize("noise", ["ping", "empty fragments"])
def test_frames_that_say_nothing_end_a_socket(port: int, noise: str) -> None:
    table = set_up(httpx.Client(base_url=f"http://127.0.0.1:{port}"))["id"]
    with connect(f"ws://127.0.0.1:{port}/ws/{table}", compression=None) as chatter:
        chatter.recv(20)
        if noise == "ping":
            frames = b"\x89\x80\0\0\0\0" * 1000
        else:
            frames = b"\x01\x80\0\0\0\0" + b"\0\x80\0\0\0\0" * 1000
        with contextlib.suppress(ConnectionError):
            chatter.socket.sendall(frames)
        with pytest.raises(ConnectionClosed):
            list(chatter)


def test_messages_are_counted_by_guest_and_by_address_whatever_socket_they_come_by(port: int) -> None:
    table = set_up(httpx.Client(base_url=f"http://127.0.0.1:{port}"))["id"]

    def say(cookie: str) -> list[str]:
        """Five pings on a socket of their own; how they are answered. What is refused need not wait for what is done."""
        headers = {"Cookie": f"pachisi_guest={cookie * 22}"}
        with connect(f"ws://127.0.0.1:{port}/ws/{table}", additional_headers=headers) as wire:
            for n in range(5):
                wire.send(json.dumps({"do": "ping", "id": f"k{n}"}))
            told = (json.loads(message) for message in wire)
            answers = (one.get("code", one["ev"]) for one in told if one["ev"] in ("pong", "no"))
            return sorted(itertools.islice(answers, 5))

    assert say("a") == ["pong"] * 5
    assert say("a") == ["pong"] * 3 + ["too_fast"] * 2
    assert say("b") == say("c") == ["pong"] * 5
    assert say("d") == ["pong"] * 2 + ["too_fast"] * 3


def test_what_is_no_text_and_what_is_broken_off_leave_no_traceback(port: int, caplog: pytest.LogCaptureFixture) -> None:
    table = set_up(httpx.Client(base_url=f"http://127.0.0.1:{port}"))["id"]
    with caplog.at_level(logging.WARNING), connect(f"ws://127.0.0.1:{port}/ws/{table}") as babbler:
        babbler.recv(20)
        babbler.socket.sendall(b"\x81\x82\0\0\0\0\xff\xff")
        with pytest.raises(ConnectionClosed, match="1007"):
            list(babbler)
        with line(port) as wire:
            wire.sendall(
                b"POST /api/tables HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"
            )
        assert httpx.get(f"http://127.0.0.1:{port}/health").status_code == 200
    assert caplog.text == ""


def test_a_server_that_stops_says_goodbye_to_everybody(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.db")
    guest = server.guest()
    players = [Player(server, guest, set_up(guest)["id"]) for _ in range(10)]
    server.process.send_signal(signal.SIGTERM)
    for player in players:
        told = player.hear_until("bye")
        assert json.dumps(told["again"]) == "true"
        with pytest.raises(ConnectionClosed, match="1012"):
            player.hear()
    assert server.process.wait(60) == -signal.SIGTERM
    server.close_pipe()
