"""What the pages show is run: their Python, their commands and their rulebooks."""

from __future__ import annotations

import dataclasses
import doctest
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import pytest
from click.testing import CliRunner

from pachisi.cli.main import main
from pachisi.rulebooks import load
from pachisi.rulebooks.house_rules import OPTION_KEYS
from pachisi.rules import Rules
from pachisi.simulation import NAMES

ROOT = Path(__file__).parent.parent
PAGES = [
    "README.md",
    "ARCHITECTURE.md",
    *(f"docs/{name}.md" for name in ("batch", "install", "open-spiel", "operating", "play", "python", "review", "rulebooks")),
]
FENCE = re.compile(r"^```(?P<kind>\w+)[ ]*(?P<name>[^\n]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
NOT_RUN_HERE = ("test", "lint", "bench", "serve", "verify")


class Block(NamedTuple):
    kind: str
    name: str
    text: str
    line: int


def blocks(page: str) -> Iterator[Block]:
    text = (ROOT / page).read_text(encoding="utf-8")
    for found in FENCE.finditer(text):
        yield Block(found["kind"], found["name"], found["text"], text.count("\n", 0, found.start()) + 2)


@pytest.mark.parametrize("page", PAGES)
def test_everything_that_a_page_shows_runs(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(name, "en_GB.UTF-8")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "89")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": page}
    for block in blocks(page):
        if block.kind == "toml" and block.name:
            Path(block.name).write_text(block.text, encoding="utf-8")
            if not block.name.endswith(".clauses.toml"):
                load(block.name)
        elif block.kind == "python" and ">>>" in block.text:
            run_dialogue(block, page, names)
        elif block.kind == "python":
            exec(compile("\n" * (block.line - 1) + block.text, ROOT / page, "exec"), names)
        elif block.kind == "console":
            run_commands(block, page)


def run_dialogue(block: Block, page: str, names: dict[str, Any]) -> None:
    test = doctest.DocTestParser().get_doctest(block.text, names, page, str(ROOT / page), block.line - 1)
    faults: list[str] = []
    doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS).run(test, out=faults.append, clear_globs=False)
    names.update(test.globs)
    assert not faults, "".join(faults)


def run_commands(block: Block, page: str) -> None:
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command, _, shown = part.partition("\n")
        words = shlex.split(command, comments=True)
        if words[:2] == ["python3", "run.py"]:
            words = ["pachisi", *(words[2:] or ["serve"])]
        if words[0] != "pachisi" or words[1] in NOT_RUN_HERE:
            continue
        result = CliRunner().invoke(main, words[1:], input="")
        where = f"{page}, line {block.line}: {command}\n{result.output}"
        assert result.exit_code == 0, where
        if shown.strip():
            assert doctest.OutputChecker().check_output(shown, result.stdout, doctest.ELLIPSIS), where


def test_the_reference_names_every_chapter_and_field_with_its_values_and_its_default() -> None:
    page = (ROOT / "docs/rulebooks.md").read_text(encoding="utf-8")
    chapters = {name: kind for name, kind in get_type_hints(Rules).items() if dataclasses.is_dataclass(kind)}
    written: dict[str, list[tuple[str, str, str]]] = {}
    for title, body in re.findall(r"^### `(\w+)`\n(.*?)(?=^##|\Z)", page, re.MULTILINE | re.DOTALL):
        rows = [
            [cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1]]
            for row in re.findall(r"^\| `.*$", body, re.MULTILINE)
        ]
        written[title] = [(field, values.replace("\\|", "|"), default) for field, values, default, _ in rows]
        assert all(meaning for *_, meaning in rows), title
    assert written == {name: list(describe(kind)) for name, kind in chapters.items()}


def describe(chapter: Any) -> Iterator[tuple[str, str, str]]:
    hints = get_type_hints(chapter)
    for field in dataclasses.fields(chapter):
        yield f"`{field.name}`", spell_type(hints[field.name]), f"`{spell(field.default)}`"


def spell_type(kind: Any) -> str:
    if get_origin(kind) is Literal:
        return " ".join(f"`{value}`" for value in get_args(kind))
    if get_origin(kind) is tuple:
        return f"list of {spell_type(get_args(kind)[0])}"
    return {int: "number", str: "text", bool: "`true` `false`"}[kind]


def spell(value: object) -> str:
    """A default as TOML writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return f"[{', '.join(map(spell, value))}]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def test_the_reference_names_every_key_of_an_option() -> None:
    page = (ROOT / "docs/rulebooks.md").read_text(encoding="utf-8")
    assert [key for key in OPTION_KEYS if f"| `{key}` |" not in page] == []


def test_the_guide_explains_every_column_of_a_simulation() -> None:
    page = (ROOT / "docs/python.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.*?`) \|", page, re.MULTILINE)
    assert sorted(name for row in rows for name in re.findall(r"`(\w+)`", row)) == sorted(NAMES)


def test_the_pages_link_only_to_what_exists() -> None:
    for page in (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")):
        for target in re.findall(r"\]\((?!https?:)([^)#\s]+)", page.read_text(encoding="utf-8")):
            assert page.parent.joinpath(target).exists(), f"{page.name} links to {target}"


def test_every_file_with_long_tests_is_listed_for_contributors() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    files = [path for path in (ROOT / "tests").rglob("test_*.py") if "mark.long" in path.read_text(encoding="utf-8")]
    assert [path.name for path in files if path != Path(__file__) and f"`{path.relative_to(ROOT).as_posix()}`" not in page] == []
