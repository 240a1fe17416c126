"""The record beside a net: how it came about, run by run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def read_runs(path: Path) -> list[dict[str, Any]]:
    """The runs so far, the first one first."""
    if not path.exists():
        return []
    runs: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return runs


def write_runs(runs: list[dict[str, Any]], path: Path) -> None:
    """One line per run."""
    path.write_text("[\n" + ",\n".join(json.dumps(run) for run in runs) + "\n]\n", encoding="utf-8")


def sum_up(plan: dict[str, Any], story: list[dict[str, float]]) -> dict[str, Any]:
    """What was planned, and what was measured round by round."""
    names = dict.fromkeys(name for entry in story for name in entry)
    measured = {name: [float(f"{entry[name]:.4g}") for entry in story if name in entry] for name in names}
    return {**plan, "measured": measured}
