"""Columns of games as tables of other libraries: pandas, Arrow or polars (extra `[data]`)."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

from ..errors import RuleError
from ..rulebooks import unknown
from .columns import Columns

Kind = Literal["arrays", "pandas", "arrow", "polars"]
MODULES = {"pandas": "pandas", "arrow": "pyarrow", "polars": "polars"}


def check_kind(kind: str) -> None:
    """Refuse what is no kind of table, and one whose library is missing, before the games are played."""
    if kind == "arrays":
        return
    if kind not in MODULES:
        raise RuleError(unknown(f"There is no as_ = '{kind}'", kind, ["arrays", *MODULES]))
    need(MODULES[kind])


def need(module: str) -> Any:
    try:
        return import_module(module)
    except ModuleNotFoundError:
        raise RuleError(f"This needs {module}: install pachisi[data], or {module} itself.") from None


def flatten(columns: Columns) -> Columns:
    """A column by seat becomes one for each seat: places_0, places_1 …"""
    flat: Columns = {}
    for name, values in columns.items():
        parts = {name: values} if values.ndim == 1 else {f"{name}_{k}": values[:, k] for k in range(values.shape[1])}
        flat.update(parts)
    return flat


def frame(columns: Columns, kind: Kind) -> Any:
    """The same columns as a table of another library; as arrays they stay what they are."""
    if kind == "arrays":
        return columns
    library, flat = need(MODULES[kind]), flatten(columns)
    return library.table(flat) if kind == "arrow" else library.DataFrame(flat)


def write_parquet(blocks: Iterator[Columns], path: Path) -> int:
    """Write games as they are played, so that memory stays flat; returns how many there were."""
    pyarrow, parquet = need("pyarrow"), need("pyarrow.parquet")
    writer, games = None, 0
    try:
        for block in blocks:
            table = pyarrow.table(flatten(block))
            writer = writer or parquet.ParquetWriter(path, table.schema)
            writer.write_table(table)
            games += table.num_rows
    finally:
        if writer:
            writer.close()
    return games
