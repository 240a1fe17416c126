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


# --- what is private -----------------------------------------------------------------


def private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("_")


def defined(kind: ast.ClassDef) -> set[str]:
    """The private members that a class defines: functions, fields, and what is assigned to self."""
    functions = {node.name for node in ast.walk(kind) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    fields = {node.id for node in ast.walk(kind) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    own = {node.attr for node in ast.walk(kind) if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)}
    return {name for name in functions | fields | own if private(name)}


def strangers(path: Path, tree: ast.Module, known: dict[str, set[str]]) -> Iterator[str]:
    """Uses of private members outside the class that defines them and those that inherit from it."""
    modules = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    inside: dict[ast.AST, set[str]] = {}
    for kind in ast.walk(tree):
        if isinstance(kind, ast.ClassDef):
            bases = {base.id for base in kind.bases if isinstance(base, ast.Name)}
            allowed = known[kind.name].union(*(known.get(base, set()) for base in bases))
            if any(isinstance(base, ast.Attribute) for base in kind.bases):  # of another library, whose members we don't know
                allowed |= {node.attr for node in ast.walk(kind) if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "self"}
            inside.update({node: inside.get(node, set()) | allowed for node in ast.walk(kind)})
    for node in ast.walk(tree):
        if not isinstance(node, ast.Attribute) or not private(node.attr) or node.attr in inside.get(node, set()):
            continue
        if ast.unparse(node.value) not in modules:
            yield f"{path.relative_to(PACKAGE)}:{node.lineno} {ast.unparse(node)}"


def test_nothing_outside_a_class_uses_its_private_members() -> None:
    known = {kind.name: defined(kind) for _, tree in trees() for kind in ast.walk(tree) if isinstance(kind, ast.ClassDef)}
    assert [found for path, tree in trees() for found in strangers(path, tree, known)] == []


def test_a_private_member_used_elsewhere_is_found() -> None:
    tree = ast.parse(
        "class A:\n    def __init__(self): self._x = 1\n"
        "class B(A):\n    def get(self): return self._x\n"
        "class C:\n    def get(self, a): return a._x\n"
        "print(A()._x, A()._repr_svg_)\n"
    )
    known = {kind.name: defined(kind) for kind in ast.walk(tree) if isinstance(kind, ast.ClassDef)}
    assert list(strangers(PACKAGE / "x.py", tree, known)) == ["x.py:7 A()._x", "x.py:6 a._x"]


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
    named = [(PACKAGE, span) for span in first_column(rooms[: rooms.index("| in `pachisi/kernel/`")])]
    for folder in ("kernel", "game", "web"):
        table = MAP[MAP.index(f"| in `pachisi/{folder}/`") :]
        named += [(PACKAGE / folder, span) for span in first_column(table[: table.index("\n\n")])]
    named += [(ROOT, span) for span in SPAN.findall(MAP) if re.match(r"(pachisi|docs|tests)/[\w./-]+$", span)]
    assert len(named) > 40
    assert [span for folder, span in named if not (folder / span).exists()] == []


def test_every_module_of_the_package_is_on_the_map() -> None:
    rooms = set(first_column(MAP[MAP.index("## Rooms") : MAP.index("## How a throw")]))
    places = (PACKAGE, PACKAGE / "kernel", PACKAGE / "game")
    modules = {path.name for place in places for path in place.glob("*.py") if not path.name.startswith("__")}
    folders = {f"{path.parent.name}/" for path in PACKAGE.glob("*/__init__.py")}
    assert (modules | folders) - rooms == set()


def imported(path: Path, tree: ast.Module) -> Iterator[str]:
    """The rooms of the package that a module imports on its first level."""
    package = path.relative_to(PACKAGE.parent).parent.parts
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.level:
            base = package[: len(package) - node.level + 1]
            for name in node.names:
                parts = (*base, *(node.module or name.name).split("."))
                yield parts[1]


def test_a_room_imports_only_from_those_above_it_on_the_map() -> None:
    rooms = MAP[MAP.index("## Rooms") : MAP.index("| in `pachisi/kernel/`")]
    rows = [line for line in rooms.splitlines() if line.startswith("| `")]
    level = {span.removesuffix(".py").rstrip("/"): at for at, row in enumerate(rows) for span in SPAN.findall(row.split("|")[1])}
    wrong = []
    for path, tree in trees():
        room = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        if room in level:
            wrong += [f"{room} -> {other}" for other in imported(path, tree) if level.get(other, -1) > level[room]]
    assert sorted(set(wrong)) == []


def test_the_places_to_touch_hold_the_names_that_the_map_gives_them() -> None:
    table = MAP[MAP.index("## To add a") : MAP.index("Look for a new rule")]
    places = re.findall(r"`((?:pachisi|tests|docs)/[\w./-]+)` \(([^)]*)\)", table)
    named = [(path, name) for path, inside in places for name in SPAN.findall(inside)]
    assert len(named) > 8
    assert [(path, name) for path, name in named if name not in (ROOT / path).read_text(encoding="utf-8")] == []
