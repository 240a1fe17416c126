"""A fourth language is files, not code: the terminal speaks it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from .new_language import CODE, INTERPRETED, copy_package


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_package(tmp_path_factory.mktemp("zotic"))


def run(root: Path, *words: str, given: str = "", **environ: str) -> str:
    """What a command of the copied package says."""
    environ = {**INTERPRETED, "PACHISI_DATA": str(root / "data"), "PYTHONIOENCODING": "utf-8", **environ}
    command = [sys.executable, "-m", "pachisi", *words]
    done = subprocess.run(command, cwd=root, env=environ, input=given, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_turn_is_played_in_a_language_that_only_has_files(root: Path) -> None:
    given = "\nzowhy\n1\nzoquit\n"
    shown = run(root, "play", "mensch", "--players", "2", "--seed", "3", "--lang", CODE, given=given)
    assert "Zo Zo Mensch ärgere Dich nicht, 2 players. Type help for the commands." in shown
    assert "Zo Zo yellow has thrown 5." in shown
    assert "1  Z1 Zo from A Zo to 6" in shown
    why = "Zo Z1 Zo on A, with 5: yes. Zo C6: Zo On your turn you throw the die"
    assert why in " ".join(shown.split())
    assert "Z  Zo yellow  5  Zo from A Zo to 6" in shown
    assert shown.rstrip().endswith("Zo Goodbye.")


def test_its_sheet_is_read_from_the_book_and_an_untranslated_book_falls_back_to_english(root: Path) -> None:
    sheet = run(root, "rules", "mensch", "--option", "capture_duty=penalty", LC_ALL=f"{CODE}_ZO.UTF-8")
    assert "Zo 4 players. Zo After Zo the travel edition" in sheet
    assert "Zo Zo Compulsory capture: Zo a missed capture costs a piece." in " ".join(sheet.split())
    assert "Zo Setup and aim" in sheet
    assert "C5    Zo You take turns" in sheet
    other = run(root, "rules", "ludo", "--option", "blocks=none", "--lang", CODE)
    assert "Zo House rules at this table: Zo Two of your pieces on one field: are not allowed." in " ".join(
        other.split()
    )
    assert "L4    On your turn you throw the die" in other


def test_its_name_is_offered_where_a_language_is_chosen(root: Path) -> None:
    assert f"[en|de|fr|{CODE}]" in run(root, "rules", "--help")
