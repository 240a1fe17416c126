"""What a link to a table shows: its position when somebody looks, drawn once and never too often."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from pachisi import Game
from pachisi.paper import draw_preview
from pachisi.web.http import previews
from pachisi.web.http.app import build
from pachisi.web.limits import Limits
from pachisi.web.settings import Settings
from pachisi.web.store import Store, sqlite_url
from tests.test_web_desk import PLAYED, nothing, rows_of
from tests.test_workshop import OWN_BOOK
from tests.web_client import Player, Server, set_up


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "tables.db", "--no-limits")
    yield server
    assert server.stop() == 0


@pytest.mark.parametrize("own", ["", OWN_BOOK], ids=["printed", "own"])
def test_a_link_shows_the_position_as_it_stands_also_after_a_restart(own: str, server: Server) -> None:
    guest = server.guest()
    table = set_up(guest, setup={"book": "own", "text": own} if own else {})["id"]
    player = Player(server, guest, table)
    while not any(step > 10 for step in player.state["pieces"][0]):  # type: ignore[index]
        player.act() if player.my_turn() else player.hear()
    while not player.my_turn():
        player.hear()
    state = player.state
    assert state
    player.leave()
    shown = guest.get(f"/api/preview?table={table}")
    assert (shown.status_code, shown.headers["cache-control"]) == (200, "public, max-age=30")
    if not own:
        assert shown.content == draw_preview(Game("mensch", 2).table, state["pieces"], state["colour"])
    assert shown.content != guest.get("/api/preview?book=mensch&players=2").content
    assert f"/api/preview?table={table}&amp;at={state['seq']}" in guest.get(f"/table/{table}").text
    server.kill()
    server.start()
    assert server.guest().get(f"/api/preview?table={table}").content == shown.content


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What is drawn, in order."""
    found: list[Any] = []

    def draw(*position: Any) -> bytes:
        found.append(position)
        return b"picture"

    monkeypatch.setattr(previews, "draw_preview", draw)
    monkeypatch.setattr("pachisi.web.http.app.make_ready", nothing)
    return found


def test_a_picture_is_drawn_once_and_no_address_has_too_many_drawn(tmp_path: Path, drawn: list[Any]) -> None:
    store = Store(sqlite_url(tmp_path / "tables.db"))
    asyncio.run(store.append(rows_of("game")))
    with TestClient(build(store, Settings(limits=Limits(create_rate=0.001, create_burst=3)))) as client:
        for _ in range(5):
            assert client.get("/api/preview?table=game").content == b"picture"
            assert client.get("/api/preview?book=ludo&players=3").content == b"picture"
        (_, pieces, on_turn), (table, *nobody) = drawn
        assert (pieces, on_turn) == (PLAYED.snapshot.pieces, -1)  # the end of the game
        assert (table.book.id, table.players, *nobody) == ("ludo", 3, None, -1)
        assert client.get("/api/preview?book=ludo&players=2").status_code == 200
        refused = client.get("/api/preview?book=ludo&players=4")
        assert (refused.status_code, len(drawn)) == (429, 3)
        assert client.get("/api/preview?table=game").status_code == 200  # is kept


def test_no_more_pictures_are_kept_than_there_is_room_for(
    tmp_path: Path, drawn: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(previews, "MOST", 2)
    with TestClient(build(Store(sqlite_url(tmp_path / "tables.db")))) as client:
        for players in (2, 3, 4, 4, 3, 2):
            client.get(f"/api/preview?book=ludo&players={players}")
    assert [table.players for table, *_ in drawn] == [2, 3, 4, 2]
