"""Perft: every throw and every legal move from rich positions, counted. The table is tests/perft.toml."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pachisi import Game
from pachisi.cli.main import main
from pachisi.notation import read_position
from pachisi.perft import perft
from pachisi.rulebooks import BOOKS

TABLE = tomllib.loads((Path(__file__).parent / "perft.toml").read_text(encoding="utf-8"))["position"]
LINES = [row["line"] for row in TABLE]
MANY = 6_500  # positions: from here on counting takes ten seconds and more
LEFT_OUT = ("faces", "turn", "seed", "drawn")


@pytest.mark.parametrize("row", TABLE, ids=LINES)
def test_the_positions_of_three_throws_are_those_of_the_table(row: dict[str, Any]) -> None:
    count([positions for positions in row["positions"] if positions < MANY], row["line"])


@pytest.mark.long
@pytest.mark.parametrize("row", [row for row in TABLE if max(row["positions"]) >= MANY], ids=lambda row: str(row["line"]))
def test_many_positions_are_those_of_the_table(row: dict[str, Any]) -> None:
    count(row["positions"], row["line"])


def count(expected: list[int], line: str) -> None:
    levels = list(perft(read_position(line), len(expected)))
    assert [level.positions for level in levels] == expected
    assert all(level.weight == 1 for level in levels)


def test_every_book_has_its_start_and_four_rich_positions() -> None:
    for book in BOOKS:
        own = [row for row in TABLE if row["line"].split()[0] == book]
        assert len(own) >= 5
        assert [row["line"].split()[0] for row in own if row["about"] == "the start"] == [book]


@pytest.mark.parametrize("line", LINES)
def test_one_throw_by_hand_leads_to_as_many_positions(line: str) -> None:
    """The same count through Game, push and pop: another way to the same number."""
    game = read_position(line)
    before = game.position()
    assert len(set(play_out(game))) == next(perft(game, 1)).positions
    assert game.position() == before


def play_out(game: Game) -> Iterator[str]:
    """All positions after one throw, or after stopping at an offer."""
    if game.node == "offer":
        game.push(game.legal_moves[0])
        yield from play_moves(game)
        game.pop()
    dice = game.table.rules.dice
    for faces in combinations_with_replacement(dice.faces, dice.count):
        game.throw(*faces)
        yield from play_moves(game)
        game.pop()


def play_moves(game: Game) -> Iterator[str]:
    if game.node != "move":
        yield json.dumps({key: value for key, value in game.position().items() if key not in LEFT_OUT})
        return
    for move in list(game.legal_moves):
        game.push(move)
        yield from play_moves(game)
        game.pop()


def test_a_throw_on_the_table_is_the_first_level() -> None:
    game = read_position("mensch 4 | 0,0,8,20 0,0,0,1 0,0,0,1 0,0,0,1 | 0 | 5")
    assert [row.positions for row in perft(game, 1)] == [2]


def test_a_finished_game_stays() -> None:
    game = read_position("mensch 2 | 40,42,43,44 - 0,0,0,1 - | 0")
    rows = list(perft(game, 3))
    assert all(row.weight == 1 for row in rows)
    game.throw(1)
    game.push(game.legal_moves[0])
    assert game.node == "over"
    assert [(row.positions, row.weight) for row in perft(game, 2)] == [(1, 1), (1, 1)]


def test_the_opening_throws_are_counted_too() -> None:
    rows = list(perft(Game("pachisi-classic", 2, first="high_roll"), 2))
    assert [row.weight for row in rows] == [1, 1]
    assert rows[0].positions == 4  # one stick: 1, 2, 5 or 6


def test_the_command_prints_a_table_or_json() -> None:
    shown = CliRunner().invoke(main, ["perft", "mensch", "--depth", "2"])
    assert shown.output.splitlines()[0].split() == ["depth", "positions", "weight", "moves"]
    assert shown.output.splitlines()[2].split() == ["2", "36", "1.000000000", "36"]
    rows = json.loads(CliRunner().invoke(main, ["perft", "--position", LINES[1], "--depth", "1", "--json"]).output)
    assert [(row["depth"], row["positions"], row["weight"]) for row in rows] == [(1, TABLE[1]["positions"][0], "1")]


@pytest.mark.parametrize("words", [[], ["mensch", "--position", LINES[0]], ["--players", "3", "--position", LINES[0]]])
def test_the_command_refuses_what_contradicts_itself(words: list[str]) -> None:
    assert CliRunner().invoke(main, ["perft", *words]).exit_code == 2
