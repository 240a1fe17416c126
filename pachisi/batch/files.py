"""A batch in a file: its arrays, and what its table is made of."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

import numpy as np

from ..errors import NotationError, RuleError
from ..rulebooks import Rulebook
from ..table import set_up

if TYPE_CHECKING:
    from .batch import Batch

def rules_mark(batch: Batch) -> str:
    """Changes with any rule, and with the shape of a state."""
    return sha256(batch.table.lookups.book.tobytes() + str(batch.table.size.state).encode()).hexdigest()


def write(batch: Batch, path: Path) -> None:
    """All games and what continues them."""
    table = batch.table
    head = {
        "book": table.book.id, "players": table.players, "first": table.first, "pieces": table.pieces,
        "options": dict(table.options), "rules": rules_mark(batch), "n": batch.n, "seed": batch.seed,
        "bots": batch.bots, "given": batch.given, "longest": batch.longest,
    }  # fmt: skip
    with path.open("wb") as file:
        parts: dict[str, Any] = {"states": batch.bytes(), **batch.memory()}
        np.savez(file, head=np.array(json.dumps(head)), **parts)


def read(path: Path, book: str | Path | Rulebook | None) -> Batch:
    """The same batch again, if its rules are still the same."""
    from .batch import Batch

    try:
        with np.load(path, allow_pickle=False) as file:
            parts = dict(file)
        head: dict[str, Any] = json.loads(str(parts["head"]))
        asked = head["book"], head["players"], head["first"], head["pieces"], head["options"]
    except (KeyError, TypeError, ValueError, EOFError, BadZipFile):
        raise NotationError(f"{path} is not the file of a batch.") from None
    table = set_up(book or asked[0], *asked[1:])
    batch = Batch(
        table, head["n"], seed=head["seed"], bots={int(seat): name for seat, name in head["bots"].items()},
        throws="given" if head["given"] else "inside", longest=head["longest"],
    )  # fmt: skip
    if rules_mark(batch) != head["rules"]:
        raise RuleError(f"{path} was written with other rules of {head['book']}: they have changed since.")
    batch.recall(parts["states"], parts)
    return batch
