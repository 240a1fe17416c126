"""The notebook among the examples runs from top to bottom, and says again what it says on the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).parent.parent / "examples" / "house_rule.ipynb"


def words(notebook: Any) -> list[list[str]]:
    """What each cell has printed and shown, as text; not its progress."""
    return [
        [part.get("text") or part["data"]["text/plain"] for part in cell.outputs if part.get("name") != "stderr"]
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]


def test_the_notebook_says_what_it_said() -> None:
    kept = nbformat.read(NOTEBOOK, as_version=4)
    again = nbformat.read(NOTEBOOK, as_version=4)
    for cell in again.cells:
        if cell.cell_type == "code":
            cell.outputs = []
    NotebookClient(again, timeout=240, kernel_name="python3", resources={"metadata": {"path": str(NOTEBOOK.parent)}}).execute()
    assert words(again) == words(kept)


def test_its_pictures_and_tables_are_kept_with_it() -> None:
    kept = nbformat.read(NOTEBOOK, as_version=4)
    nbformat.validate(kept)
    kinds = [kind for cell in kept.cells if cell.cell_type == "code" for part in cell.outputs for kind in part.get("data", {})]
    assert {kind: kinds.count(kind) for kind in ("image/svg+xml", "image/png", "text/html")} == {"image/svg+xml": 1, "image/png": 2, "text/html": 3}
    assert not [part for cell in kept.cells if cell.cell_type == "code" for part in cell.outputs if part.output_type == "error"]
