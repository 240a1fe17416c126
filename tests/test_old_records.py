"""Records that version 0.1 wrote can still be read, and still notice a book that has changed."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from pachisi import Game, NotationError
from pachisi.record import read_record, write_record

OLD = tomllib.loads((Path(__file__).parent / "old_records.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("base", OLD)
def test_a_record_is_read_though_the_base_has_gained_options(base: str, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(OLD[base]["book"], encoding="utf-8")
    game = read_record(OLD[base]["record"], rulebook=file)
    assert game.turn == 8
    assert read_record(write_record(game)).position() == game.position()


@pytest.mark.parametrize("base", OLD)
def test_a_record_still_notices_that_its_book_has_changed(base: str, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(f"{OLD[base]['book']}turn.again_needs_move = true\n", encoding="utf-8")
    with pytest.raises(NotationError, match="is not the one that was played: its rules have changed"):
        read_record(OLD[base]["record"], rulebook=file)


def test_options_that_were_not_chosen_do_not_count_and_those_that_were_do(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    book = 'base = "mensch"\n[options.mood]\ndefault = "calm"\nvalues.wild = {{ turn.tries = {tries} }}\n'
    file.write_text(book.format(tries=2), encoding="utf-8")
    calm, wild = (write_record(Game(file, seed=7, mood=mood)) for mood in ("calm", "wild"))
    file.write_text(book.format(tries=3), encoding="utf-8")
    assert read_record(calm).turn == 1
    with pytest.raises(NotationError, match="its rules have changed"):
        read_record(wild)
