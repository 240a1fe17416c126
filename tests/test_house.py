"""The house is in order: one name, one thing."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "pachisi"


def trees() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def test_no_two_public_classes_share_a_name() -> None:
    names = Counter(
        node.name
        for _, tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert [name for name, count in names.items() if count > 1] == []


# --- the map -------------------------------------------------------------------------

ROOT = PACKAGE.parent
MAP = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
SPAN = re.compile(r"`([^`]+)`")


def first_column(table: str) -> list[str]:
    """What a table names in its first column, its head apart."""
    rows = [line for line in table.splitlines() if line.startswith("| `")]
    return [span for row in rows for span in SPAN.findall(row.split("|")[1])]


def test_every_path_on_the_map_exists() -> None:
    rooms = MAP[MAP.index("## Rooms") : MAP.index("## How a throw")]
    web = MAP[MAP.index("| in `pachisi/web/`") : MAP.index("## What always holds")]
    named = [(PACKAGE, span) for span in first_column(rooms)]
    named += [(PACKAGE / "web", span) for span in first_column(web)]
    named += [(ROOT, span) for span in SPAN.findall(MAP) if re.match(r"(pachisi|docs|tests)/[\w./-]+$", span)]
    assert len(named) > 40
    assert [span for folder, span in named if not (folder / span).exists()] == []


def test_every_module_of_the_package_is_on_the_map() -> None:
    rooms = set(first_column(MAP[MAP.index("## Rooms") : MAP.index("## How a throw")]))
    modules = {path.name for path in PACKAGE.glob("*.py") if not path.name.startswith("__")}
    folders = {f"{path.parent.name}/" for path in PACKAGE.glob("*/__init__.py")}
    assert (modules | folders) - rooms == set()


def test_the_places_to_touch_hold_the_names_that_the_map_gives_them() -> None:
    table = MAP[MAP.index("## To add a") : MAP.index("Look for a new rule")]
    places = re.findall(r"`((?:pachisi|tests|docs)/[\w./-]+)` \(([^)]*)\)", table)
    named = [(path, name) for path, inside in places for name in SPAN.findall(inside)]
    assert len(named) > 8
    assert [(path, name) for path, name in named if name not in (ROOT / path).read_text(encoding="utf-8")] == []
