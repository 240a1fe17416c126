"""Positions for learning: every decision of many games, with what could be chosen, what was, and how the game ended."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from .batch import Batch, BatchAction, Plane
from .batch.encoder import Encoder
from .bots import bot, welcome
from .desk.chances import UNIT
from .desk.judges import Judge, find_judge
from .errors import NotationError, RuleError
from .game.snapshot import Outcome
from .simulation import pack
from .simulation.frames import need
from .table import Table, set_up

AT_ONCE = 512  # games played together, which are written together
Array = np.ndarray[Any, Any]
Rows = dict[str, list[Any]]


class Player:
    """Decides for all seats of a batch; quick bots are compiled, others are asked one game at a time."""

    def __init__(self, table: Table, bots: Any) -> None:
        names = list(bots) if isinstance(bots, Sequence) and not isinstance(bots, str) else [bots] * len(table.seats)
        (self.seating,), _ = pack(table, names)
        slow = [(seat, name) for seat, name in zip(table.seats, names, strict=True) if getattr(welcome(name), "thinks", True)]
        self.slow = {seat: bot(name) for seat, name in slow}

    def choose(self, batch: Batch, lots: Array, going: Array) -> Array:
        """The place of the chosen action in the lists of all choices."""
        chosen = batch.advise(self.seating, lots)
        if self.slow:
            asked = np.isin(batch.to_play, list(self.slow)) & going
            for i in np.flatnonzero(asked).tolist():
                chosen[i] = batch.choices[1][i] + self.ask(batch, i)
        return chosen

    def ask(self, batch: Batch, i: int) -> int:
        game = batch.game(i)
        player = self.slow[game.seat]
        return int(player.declines(game)) if game.node == "offer" else player.choose(game, game.legal_moves)


def judge_choices(judge: Judge, batch: Batch, i: int) -> list[float]:
    """What each choice of a game is worth to its player's side: the chance of winning."""
    game = batch.game(i)
    opinion, side = judge.judge(game), batch.table.seats.side_of(game.seat)
    found = (opinion.throwing, *opinion.moves) if game.node == "offer" else opinion.moves
    return [chances[side] / UNIT for chances in found]


def positions(
    table: Table, games: int, bots: Any = "greedy", seed: int = 1, values: str | None = None
) -> Iterator[Rows]:  # fmt: skip
    """All decisions of games 0, 1, 2 … of a seed, some games at a time; the games are those of `simulate`.

    :param values: who says what each choice is worth: "expert" or "master"
    """
    player, judge = Player(table, bots), find_judge(table, values) if values else None
    for first in range(0, games, AT_ONCE):
        batch = Batch(table, min(AT_ONCE, games - first), seed=seed)
        batch.reset(number=first)
        yield play_out(batch, first, player, judge)


def play_out(batch: Batch, first: int, player: Player, judge: Judge | None) -> Rows:
    """The decisions of all games of a batch, up to the end of each."""
    lots, winners = np.zeros(batch.n, np.int32), np.full(batch.n, -1, np.int64)
    rows: Rows = {name: [] for name in ("game", "step", "seat", "observation", "actions", "choice")}
    rows |= {"values": []} if judge else {}
    step = 0
    while (winners == -1).any():
        going = winners == -1
        numbers, offsets = batch.choices
        seats, seen, chosen = batch.to_play, batch.observe(), player.choose(batch, lots, going)
        here = np.flatnonzero(going)
        actions = np.split(numbers.copy(), offsets[1:-1])
        parts: list[Any] = [here + first, np.full(len(here), step), seats[here], seen[here], [actions[i] for i in here], numbers[chosen[here]]]
        parts += [[judge_choices(judge, batch, i) for i in here.tolist()]] if judge else []
        for name, part in zip(rows, parts, strict=True):
            rows[name].extend(part)
        batch.step(numbers[chosen])
        winners = np.where(going, batch.winners, winners)
        step += 1
    return add_results(batch.table, rows, winners, first)


def add_results(table: Table, rows: Rows, winners: Array, first: int) -> Rows:
    """Who has won, and what the player of each decision was paid."""
    seats = table.seats
    paid = np.zeros((max(seats) + 3, max(seats) + 1), np.float32)
    for side in seats.sides:
        rest = tuple(seat for seat in seats if seat not in side)
        for seat, share in Outcome(side, (side, rest)).returns.items():
            paid[list(side), seat] = share
    won = winners[np.array(rows["game"], np.int64) - first]
    order = np.lexsort((rows["step"], rows["game"]))
    found = {**rows, "winner": list(won), "reward": list(paid[won, np.array(rows["seat"], np.int64)])}
    return {name: [part[k] for k in order] for name, part in found.items()}


def write_dataset(
    path: str | Path, table: Table, games: int, bots: Any = "greedy", seed: int = 1, values: str | None = None, done: Any = None
) -> int:  # fmt: skip
    """Write all decisions to a Parquet file; returns how many there were."""
    pa, parquet = need("pyarrow"), need("pyarrow.parquet")
    encoder = Encoder(table)
    kinds = {
        "game": pa.int64(), "step": pa.int32(), "seat": pa.int8(), "observation": pa.list_(pa.uint8(), encoder.size),
        "actions": pa.list_(pa.uint16()), "choice": pa.uint16(), **({"values": pa.list_(pa.float32())} if values else {}),
        "winner": pa.int8(), "reward": pa.float32(),
    }  # fmt: skip
    head = {
        "book": table.book.id, "players": table.players, "first": table.first, "pieces": table.pieces,
        "options": dict(table.options), "seed": seed, "bots": str(bots), "values": values,
    }  # fmt: skip
    schema, written = pa.schema(kinds, metadata={"pachisi": json.dumps(head)}), 0
    with parquet.ParquetWriter(path, schema) as writer:
        for rows in positions(table, games, bots, seed, values):
            block = pa.table({name: pa.array(rows[name], kind) for name, kind in kinds.items()}, schema=schema)
            writer.write_table(block)
            written += block.num_rows
            if done:
                done(len(set(rows["game"])))
    return written


class Dataset:
    """Decisions from a file of `pachisi dataset`, as arrays.

    :ivar path: the file
    :ivar head: how its games were played
    """

    def __init__(self, path: str | Path) -> None:
        pa, parquet = need("pyarrow"), need("pyarrow.parquet")
        told = None
        with suppress(pa.ArrowInvalid):
            self.path, self.file = Path(path), parquet.ParquetFile(path)
            told = (self.file.schema_arrow.metadata or {}).get(b"pachisi")
        if told is None:
            raise NotationError(f"{path} was not written by `pachisi dataset`.")
        self.head: dict[str, Any] = json.loads(told)

    def __len__(self) -> int:
        return int(self.file.metadata.num_rows)

    def __repr__(self) -> str:
        return f"<Dataset of {len(self):,} decisions, {self.table!r}>"

    @cached_property
    def table(self) -> Table:
        """The table at which it was played."""
        head = self.head
        return set_up(head["book"], head["players"], head["first"], head["pieces"], head["options"])

    @cached_property
    def actions(self) -> tuple[BatchAction, ...]:
        """All actions of the table, by number."""
        return Encoder(self.table).actions

    @cached_property
    def planes(self) -> tuple[Plane, ...]:
        """What an observation consists of."""
        return Encoder(self.table).planes

    def frame(self) -> Any:
        """Everything, as a table of Arrow."""
        return self.file.read()

    def batches(self, size: int = 1024, rng: np.random.Generator | None = None) -> Iterator[dict[str, Array]]:
        """Once through the file, `size` decisions at a time.

        With `rng` the decisions are shuffled, within some hundred games that were played together, and so are these groups.
        `mask` and `values` have a column for each action of the table; a value is NaN where an action was not possible.
        """
        if size < 1:
            raise RuleError(f"size = {size} is not possible; it is a whole number from 1 on.")
        groups = np.arange(self.file.num_row_groups)
        for group in groups if rng is None else rng.permutation(groups):
            columns = self.unpack(self.file.read_row_group(int(group)))
            order = np.arange(len(columns["game"])) if rng is None else rng.permutation(len(columns["game"]))
            for at in range(0, len(order), size):
                yield {name: part[order[at : at + size]] for name, part in columns.items()}

    def unpack(self, block: Any) -> dict[str, Array]:
        """Columns of Arrow as arrays."""
        found = {name: block[name].combine_chunks() for name in block.column_names}
        lists = {name: found.pop(name) for name in ("observation", "actions", "values") if name in found}
        columns: dict[str, Array] = {name: part.to_numpy(zero_copy_only=False) for name, part in found.items()}
        columns["observation"] = lists["observation"].flatten().to_numpy().reshape(block.num_rows, -1)
        counts = np.diff(lists["actions"].offsets.to_numpy())
        where = np.repeat(np.arange(block.num_rows), counts), lists["actions"].flatten().to_numpy()
        columns["mask"] = np.zeros((block.num_rows, len(self.actions)), np.bool_)
        columns["mask"][where] = True
        if "values" in lists:
            columns["values"] = np.full(columns["mask"].shape, np.nan, np.float32)
            columns["values"][where] = lists["values"].flatten().to_numpy()
        return columns
