"""A whole game in Firefox, by clicks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web_client import Server

from .firefox import Firefox
from .page import DIE, READY

SETTINGS = """localStorage.setItem('pachisi', '{"speed": "instant", "sound": false}')"""


@pytest.fixture
def firefox(tmp_path: Path) -> Iterator[Firefox]:
    firefox = Firefox(tmp_path)
    yield firefox
    firefox.close()
    assert not firefox.faults, firefox.faults


@pytest.mark.long
def test_a_whole_game_of_mensch_is_played_in_firefox(firefox: Firefox, server: Server) -> None:
    firefox.go(server.url)
    firefox.evaluate(SETTINGS)
    firefox.go(f"{server.url}/?again#mensch")
    firefox.click('label.segment:has(input[name="players"])')  # two, the least
    firefox.click(".create button")
    while not firefox.find(".finish"):
        firefox.wait(READY)
        firefox.click(f"{DIE}, .move, .finish h2")
    firefox.wait(".places li + li")
    assert "chance from this browser" in firefox.text(".proof.good")
    assert firefox.evaluate("document.querySelectorAll('.piece').length") == 8
