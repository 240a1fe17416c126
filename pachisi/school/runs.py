"""The record beside a net: how it came about, run by run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def read_runs(path: Path) -> list[dict[str, Any]]:
    if not path.exists():
        return []
    runs: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return runs


def write_runs(runs: list[dict[str, Any]], path: Path) -> None:
    """A run is a line."""
    path.write_text("[\n" + ",\n".join(json.dumps(run) for run in runs) + "\n]\n", encoding="utf-8")


def tell_run(plan: dict[str, Any], story: list[dict[str, float]]) -> dict[str, Any]:
    """What was planned, and what was measured round by round."""
    names = {name: None for told in story for name in told}
    measured = {name: [float(f"{told[name]:.4g}") for told in story if name in told] for name in names}
    return {**plan, "measured": measured}
