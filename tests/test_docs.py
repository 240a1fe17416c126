"""The documentation builds without a warning, and its pictures are there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import pachisi

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", str(ROOT / "docs"), str(folder)]
    built = subprocess.run(command, cwd=ROOT, text=True, capture_output=True)
    assert built.returncode == 0, built.stderr
    return folder


def test_every_page_is_built_and_reached_from_the_first(site: Path) -> None:
    front = (site / "index.html").read_text(encoding="utf-8")
    pages = [path.stem for path in (ROOT / "docs").glob("*.md") if path.stem != "index"]
    assert [page for page in pages if f'href="{page}.html"' not in front] == []


def test_the_boards_are_drawn_by_the_code(site: Path) -> None:
    text = "".join(page.read_text(encoding="utf-8") for page in site.glob("*.html"))
    boards = re.findall(r'<img class="board" src="([^"]+)"', text)
    assert len(boards) >= 3
    assert all((site / board).read_text(encoding="utf-8").startswith("<svg") for board in boards)


@pytest.mark.parametrize("name", pachisi.__all__)
def test_the_reference_has_every_public_name(name: str, site: Path) -> None:
    assert f'id="pachisi.{name}"' in (site / "api.html").read_text(encoding="utf-8")
