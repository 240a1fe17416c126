"""Limits on connections before a request is complete: how many, how large, how slow. Those beyond are closed at once."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from http import HTTPStatus
from ipaddress import IPv4Network, IPv6Network, ip_address
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from ..limits import Bucket, Limits, neighbourhood

PIECE = 2048  # bytes of a socket that are read before anything else is looked at
Network = IPv4Network | IPv6Network


class Doorkeeper:
    """Counts connections, in all and from one address; a proxy brings many people and is counted in all only."""

    def __init__(self, limits: Limits, proxies: Sequence[Network] = ()) -> None:
        self.limits, self.proxies = limits, proxies
        self.open: Counter[str] = Counter()
        self.total = 0

    def enter(self, host: str) -> bool:
        """Count a connection in; false if it is one too many and must be closed."""
        self.total += 1
        self.open[neighbourhood(host)] += 1
        crowded = self.open[neighbourhood(host)] > self.limits.connections_each and not self.is_proxy(host)
        return not crowded and self.total <= self.limits.connections

    def leave(self, host: str) -> None:
        self.total -= 1
        self.open[neighbourhood(host)] -= 1
        if not self.open[neighbourhood(host)]:
            del self.open[neighbourhood(host)]

    def is_proxy(self, host: str) -> bool:
        try:
            return any(ip_address(host) in network for network in self.proxies)
        except ValueError:
            return False


class Wire(HttpToolsProtocol):
    """HTTP within limits: a head and a body of a certain size, sent within a certain time, and read by the other end."""

    def __init__(self, keeper: Doorkeeper, **values: Any) -> None:
        super().__init__(**values)
        self.keeper, self.limits = keeper, keeper.limits
        self.host = ""
        self.received = 0  # bytes of this request
        self.in_head, self.upgraded = True, False
        self.deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.host = self.client[0] if self.client else ""
        if not self.keeper.enter(self.host):
            transport.abort()
        self.wait_for(self.limits.request_time)

    def connection_lost(self, exc: Exception | None) -> None:
        self.wait_for(None)
        self.keeper.leave(self.host)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self.received += len(data)
        most = self.limits.head + (0 if self.in_head else self.limits.body)
        if self.received > most and not self.upgraded and not self.transport.is_closing():
            self.send_away(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.received, self.in_head = 0, True
        self.wait_for(self.limits.request_time)

    def on_headers_complete(self) -> None:
        self.in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self.wait_for(None)
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self.upgraded = True
        self.wait_for(None)
        self.keeper.leave(self.host)  # the socket counts itself
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.wait_for(self.limits.stall)

    def resume_writing(self) -> None:
        self.wait_for(None)
        super().resume_writing()

    def wait_for(self, seconds: float | None) -> None:
        """Give the other end this long; None: no limit."""
        if self.deadline:
            self.deadline.cancel()
        self.deadline = self.loop.call_later(seconds, self.send_away, HTTPStatus.REQUEST_TIMEOUT) if seconds else None

    def send_away(self, status: HTTPStatus) -> None:
        """Close the connection, with an error message if no answer has begun."""
        if self.in_head and not self.transport.is_closing():
            head = f"HTTP/1.1 {status.value} {status.phrase}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
            self.transport.write(head.encode())
            self.transport.close()
        else:
            self.transport.abort()


class SocketWire(WebSocketsSansIOProtocol):
    """A web socket within limits. Frames that carry no message are counted too: each costs something."""

    def __init__(self, keeper: Doorkeeper, **values: Any) -> None:
        super().__init__(**values)
        self.keeper, self.limits = keeper, keeper.limits
        self.extras = Bucket(self.limits.command_rate, self.limits.command_burst)
        self.host = ""
        self.deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.host = self.client[0] if self.client else ""
        self.keeper.enter(self.host)

    def connection_lost(self, exc: Exception | None) -> None:
        self.resume_writing()
        self.keeper.leave(self.host)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """In pieces, for thousands of frames may come at once; what follows the one that was too much costs nothing."""
        for at in range(0, len(data), PIECE):
            if not self.transport.is_closing():
                super().data_received(data[at : at + PIECE])

    def pause_writing(self) -> None:
        super().pause_writing()
        self.deadline = self.loop.call_later(self.limits.stall, self.transport.abort)

    def resume_writing(self) -> None:
        if self.deadline:
            self.deadline.cancel()
        super().resume_writing()

    def handle_ping(self) -> None:
        if self.has_extra():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self.has_extra():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self.has_extra():
            super().handle_cont(event)

    def has_extra(self) -> bool:
        if self.extras.take():
            return True
        self.transport.abort()
        return False

    def send_receive_event_to_app(self) -> None:
        """Text that is not valid UTF-8 ends the socket, without a traceback in the operator's log."""
        try:
            b"".join(self.frames).decode() if self.curr_msg_data_type == "text" else None
        except UnicodeDecodeError:
            self.frames = []
            self.conn.send_close(1007)
            self.handle_parser_exception()
            return
        super().send_receive_event_to_app()
