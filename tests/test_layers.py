"""Imports point one way: pyproject.toml has the order, and a test that it is really checked."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
LINT = "from importlinter.cli import lint_imports_command; lint_imports_command()"


def lint(config: Path, cache: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", LINT, "--config", str(config), "--cache-dir", str(cache)]
    return subprocess.run(command, cwd=ROOT, text=True, capture_output=True)


def test_the_layers_hold(tmp_path: Path) -> None:
    found = lint(ROOT / "pyproject.toml", tmp_path)
    assert found.returncode == 0, found.stdout


def test_an_import_that_points_up_is_found(tmp_path: Path) -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text(
        text.replace('    "kernel",\n', "").replace('    "cli",\n', '    "kernel",\n    "cli",\n'), encoding="utf-8"
    )
    found = lint(tmp_path / "pyproject.toml", tmp_path)
    assert found.returncode == 1
    assert "pachisi.lookups is not allowed to import pachisi.kernel" in found.stdout
