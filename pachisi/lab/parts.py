"""A study in parts: each plays its share of the games and keeps them in a file; joined, they are the study."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from ..errors import NotationError, RuleError
from ..rulebooks import BOOKS
from ..table import Table, set_up
from .study import Study
from .tally import Trial

PART = re.compile(r"(\d+)/(\d+)")


def read_part(text: str) -> tuple[int, int]:
    """3/10: the third of ten parts."""
    found = PART.fullmatch(text)
    if not found or not 1 <= int(found[1]) <= int(found[2]):
        raise RuleError(f"'{text}' is not a part; 3/10 is the third of ten.")
    return int(found[1]), int(found[2])


def describe_table(table: Table) -> dict[str, Any]:
    if table.book.id not in BOOKS:
        raise RuleError(f"A study in parts is of books on the shelf; {table.book.id} is not one of them.")
    names = ("players", "first", "pieces")
    return {"book": table.book.id, **{name: getattr(table, name) for name in names}, "options": dict(table.options)}


def describe_study(kind: type[Study], tables: Sequence[Table], trial: Trial) -> str:
    """What all parts of a study agree in, as JSON."""
    head = {
        "study": f"{kind.__module__}.{kind.__name__}", "tables": list(map(describe_table, tables)),
        "games": trial.games, "bots": list(trial.bots), "seed": trial.seed,
    }  # fmt: skip
    return json.dumps(head)


def name_study(kind: type[Study]) -> str:
    return kind.__module__.rpartition(".")[2]


def name_part(kind: type[Study], tables: Sequence[Table], trial: Trial) -> Path:
    """A file that no part of another study has."""
    assert trial.part
    own = hashlib.sha256(describe_study(kind, tables, trial).encode()).hexdigest()[:6]
    return Path("-".join([name_study(kind), tables[0].book.id, own, *map(str, trial.part)]) + ".npz")


def write_part(path: Path, kind: type[Study], tables: Sequence[Table], trial: Trial) -> None:
    """Keep the games of a part."""
    if trial.stopped:
        raise RuleError("A part that was stopped is not written; play it again.")
    head = describe_study(kind, tables, trial)
    calls = {f"{number}:{name}": block[name] for number, block in enumerate(trial.kept) for name in kind.columns}
    with path.open("wb") as file:
        np.savez_compressed(file, head=np.array(head), part=np.array(trial.part), **calls)  # type: ignore[arg-type]


def read_file(path: Path) -> tuple[str, tuple[int, int], dict[str, Any]]:
    try:
        with np.load(path, allow_pickle=False) as file:
            found = dict(file)
        k, n = map(int, found.pop("part"))
        return str(found.pop("head")), (k, n), found
    except (KeyError, ValueError, EOFError, BadZipFile):
        raise NotationError(f"{path} is not a part of a study.") from None


def join_parts(paths: Sequence[Path]) -> Study:
    """The study whose parts these are: what it would have been in one piece."""
    files = [read_file(path) for path in paths]
    head = json.loads(files[0][0])
    for path, (other, _, _) in zip(paths, files, strict=True):
        if json.loads(other) != head:
            raise RuleError(f"{path} is a part of another study than {paths[0]}.")
    n = files[0][1][1]
    if sorted(part for _, part, _ in files) != [(k, n) for k in range(1, n + 1)]:
        raise RuleError(f"To join a study of {n} parts, name each of them once; here are {', '.join(f'{k}/{m}' for _, (k, m), _ in files)}.")
    kind = find_study(head["study"], paths[0])
    columns = [found for _, _, found in sorted(files, key=lambda file: file[1])]
    calls = len(columns[0]) // len(kind.columns)
    known = [{name: np.concatenate([part[f"{at}:{name}"] for part in columns]) for name in kind.columns} for at in range(calls)]
    tables = [set_up(at["book"], at["players"], at["first"], at["pieces"], at["options"]) for at in head["tables"]]
    return kind(tables, Trial(head["games"], tuple(head["bots"]), head["seed"], known=list(known)))


def find_study(named: str, path: Path) -> type[Study]:
    """The class of a study, by the name that a part gives it."""
    module, _, name = named.rpartition(".")
    if not module.startswith("pachisi.lab."):
        raise NotationError(f"{path} is not a part of a study.")
    kind: type[Study] = getattr(import_module(module), name)
    return kind
