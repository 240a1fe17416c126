"""Nothing is lost when the page is loaded anew, the line is cut or the server is killed in the middle of a turn."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import WebSocketRoute, expect

from benchmarks.crashes import OnePort
from tests.web_client import Server

from .conftest import Visit
from .page import DIE, HERE, Visitor, linked


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    """A server of one's own to kill; it comes back at the same address."""
    server = Server(tmp_path / "tables.db", "--no-limits")
    server.options = (*server.options, "--port", server.url.rsplit(":", 1)[1])
    yield server
    server.kill()


def play_on_and_compare(visitor: Visitor, folder: Path) -> None:
    """Some throws later each throw of this browser is in the record once, in order."""
    for _ in range(6):
        visitor.act()
        visitor.wait_turn()
    visitor.see(".fine-print summary").last.click()
    for _ in ("close", "really"):
        visitor.see(".fine-print .button-row button").last.click()
    expect(visitor.see(".proof.good")).to_be_visible()
    record = visitor.download_record(folder).read_text(encoding="utf-8")
    own = visitor.given_links()
    assert len(own) > 3
    assert linked(record) == own


def test_a_page_loaded_anew_in_mid_turn_shows_the_same_throw_and_the_same_moves(visit: Visit) -> None:
    ada = visit(None)
    ada.set_up("parcheesi", pieces=4)
    while not ada.see(".move").count():
        ada.throw()
    faces, moves, story = ada.faces(), ada.see(".move").all_inner_texts(), ada.see(".story").inner_text()
    ada.page.reload()
    ada.wait_turn()
    assert (ada.faces(), ada.see(".move").all_inner_texts(), ada.see(".story").inner_text()) == (faces, moves, story)
    ada.act()
    ada.wait_turn()


def test_a_throw_made_while_the_network_is_cut_counts_once_when_it_is_back(visit: Visit, tmp_path: Path) -> None:
    ada = visit(None)
    ada.set_up("mensch", second=HERE)
    ada.see(DIE).wait_for()
    with ada.expecting_faults():
        ada.context.set_offline(True)
        ada.press(DIE)
        expect(ada.see(".offline")).to_be_visible()
        assert len(ada.own_nonces()) == 1
        ada.context.set_offline(False)
        expect(ada.see(".offline")).to_have_count(0)
        ada.wait_turn()
    play_on_and_compare(ada, tmp_path)


@pytest.mark.parametrize("anew", [False, True], ids=["waiting", "loading the page anew"])
def test_a_throw_made_while_the_server_is_dead_counts_once_when_it_is_back(
    anew: bool, visit: Visit, mortal: Server, tmp_path: Path
) -> None:
    ada = visit(None, tables=mortal)
    ada.set_up("mensch", second=HERE)
    ada.throw()
    ada.act()
    ada.see(DIE).wait_for()
    with ada.expecting_faults():
        mortal.kill()
        ada.press(DIE)
        expect(ada.see(".offline")).to_be_visible()
        mortal.start()
        if anew:
            ada.page.reload()
        expect(ada.see(".offline")).to_have_count(0)
        ada.wait_turn()
    play_on_and_compare(ada, tmp_path)


def test_a_server_killed_in_the_moment_of_the_throw_throws_once(visit: Visit, mortal: Server, tmp_path: Path) -> None:
    ada = visit(None, tables=mortal)
    ada.set_up("mensch")
    ada.see(DIE).wait_for()
    with ada.expecting_faults():
        ada.press(DIE)
        mortal.kill()
        mortal.start()
        expect(ada.see(".offline")).to_have_count(0)
        ada.wait_turn()
    play_on_and_compare(ada, tmp_path)


def test_a_page_that_meets_another_version_of_the_protocol_loads_itself_anew(visit: Visit) -> None:
    ada = visit(None)
    ada.set_up("mensch", second=HERE)
    ada.see(DIE).wait_for()
    greetings: list[str] = []

    def greet_from_the_future(route: WebSocketRoute) -> None:
        """Once; whoever comes again finds the server as it is."""
        server = route.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            text = str(message)
            if '"ev":"welcome"' in text:
                greetings.append(text)
                text = text.replace('"v":1,', '"v":2,') if len(greetings) == 1 else text
            route.send(text)

        server.on_message(pass_on)

    ada.page.route_web_socket("**/ws/**", greet_from_the_future)
    ada.page.reload()
    while len(greetings) < 2:
        ada.page.wait_for_timeout(50)
    ada.wait_turn()
    ada.act()


def listeners(url: str) -> int:
    """How many sockets listen at this address."""
    port, listening = int(url.rsplit(":", 1)[1]), "0A"
    rows = [row.split() for row in Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]]
    return sum(int(row[1].split(":")[1], 16) == port and row[3] == listening for row in rows)


def test_a_page_whose_server_leaves_goes_on_at_another_without_a_word(visit: Visit, tmp_path: Path) -> None:
    house = OnePort(2, str(tmp_path / "tables.db"))
    ada = visit(None, tables=house.server)
    ada.set_up("mensch", second=HERE)
    ada.see(DIE).wait_for()
    for worker in house.workers():  # the page is at one of them
        os.kill(worker, signal.SIGTERM)
        while worker in house.workers() or listeners(house.server.url) < 2:
            time.sleep(0.02)
    ada.press(DIE)
    ada.wait_turn()
    play_on_and_compare(ada, tmp_path)
    ada.page.goto("about:blank")
    assert house.server.stop() == 0
