"""A batch on a GPU: its arrays stay there, and the loop is cut to the table, as in a simulation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

import numpy as np

from .. import kernel
from ..errors import IllegalMove, RuleError
from ..game import Game
from ..move import Move
from ..records import SMALL, plain
from ..rulebooks import spell
from ..scalars import check_seed
from ..simulation.cuda import SIMULATED, check_gpu, count_processors, cuda, fill, readable
from .actions import list_actions
from .arrays import DRAWING, Array, GameArrays
from .batch import Batch
from .compiled.given import DICE
from .compiled.gpu import load_lists, load_step, look, pay, widen
from .compiled.keeping import complete, words_of
from .compiled.loop import CHOSEN, LOOK, NEW, NO_GAME, number_seeds
from .encoder import Encoder
from .exchange import OUR_STREAM, DeviceArray
from .given import GivenThrows

THREADS = 128  # of a block
BLOCKS = 4  # on a multiprocessor: with more, states do not stay in its cache
NO_SEED = np.uint64(0)
FINE = -1  # no game had an action that is not possible


class CudaBatch(Batch, GameArrays):
    """`Batch(…, device="cuda")`: all arrays are `DeviceArray`s, and the batch's own: the next call of the same name writes over them."""

    states: Any
    seeds: Any
    drawn: Any
    winners: Any
    _masks: DeviceArray | None
    _seen: DeviceArray | None
    _picked: DeviceArray | None
    _lists: tuple[DeviceArray, DeviceArray] | None

    # --- what there is ------------------------------------------------------

    @property
    def _record(self) -> np.dtype[Any]:
        """What is kept of a state; the simulator reads records by NumPy's own attributes."""
        return np.dtype((np.record, self._stored)) if SIMULATED else self._stored

    @property
    def to_play(self) -> Any:
        self._refresh()
        return self._seats

    @property
    def choices(self) -> Any:
        self._refresh()
        if self._lists is None:
            counts = self._upload(np.zeros(self.n + 1, np.int32))
            self._list(counts, self._array(0, np.uint16))
            offsets = np.cumsum(np.asarray(counts), dtype=np.int32)
            self._lists = self._array(int(offsets[-1]), np.uint16), self._upload(offsets)
            self._list(self._lists[1], self._lists[0])
        return self._lists

    @property
    def mask(self) -> Any:
        if self._masks is None:
            self._masks = self._array((self.n, len(self.actions)), np.bool_)
            self._stale = True
        self._refresh()
        return self._masks

    @property
    def done(self) -> Any:
        self._launch(pay, self._pays, self.winners, self._rewards, self._done)
        return self._done

    @property
    def rewards(self) -> Any:
        self._launch(pay, self._pays, self.winners, self._rewards, self._done)
        return self._rewards

    def observe(self, seat: int | None = None) -> Any:
        self._refresh()
        if seat is not None and seat not in self.seats:
            raise RuleError(f"Nobody sits at {spell(seat)}; the seats are {', '.join(map(str, self.seats))}.")
        if self._seen is None:
            self._seen = self._array((self.n, self.planes[-1].first + self.planes[-1].size), np.uint8)
        eye = self._upload(np.full(1, -1 if seat is None else seat, np.int8))
        self._launch(look, self._rules, self.states, eye, self._order_there, self._seen)
        return self._seen

    def afterstates(self) -> Any:
        numbers, offsets = self.choices
        after, eyes = self._array(len(numbers), self._record), self._array(len(numbers), np.int8)
        seen = self._array((len(numbers), self.planes[-1].first + self.planes[-1].size), np.uint8)
        self._list(offsets, numbers, after, eyes)
        self._launch(look, self._rules, after, eyes, self._order_there, seen)
        return seen

    def game(self, i: int) -> Game:
        found = self.state(i)
        here = slice(range(self.n)[i], range(self.n)[i] + 1)
        seed, drawn = (part.array[here].copy_to_host() for part in (self.seeds, self.drawn))
        return Game.from_state(self.table, found.tobytes(), seed=int(seed[0]), drawn=int(drawn[0]))

    def legal(self, i: int) -> dict[int, Move | None]:
        at = range(self.n)[i]
        if self._throws and self.to_play.array[at : at + 1].copy_to_host()[0] == DICE:
            return dict.fromkeys(self._throws.due(bool(self.state(i)["opening"])))
        return Encoder(self.table).legal(self.game(i))

    # --- what can be done ---------------------------------------------------

    def reset(self, seed: int | None = None, number: int = 0) -> None:
        if seed is not None:
            self.seed = check_seed(seed)
        seeds = np.zeros(self.n, np.uint64)
        number_seeds(np.uint64(self.seed), number, seeds)
        self.seeds.array.copy_to_device(seeds)
        for part in (self.drawn, self._lot_array):
            self._launch(fill, part, 0)
        self._stale = False
        self._clear_mask()
        self._run_all(NEW)
        self._launch(fill, self.winners, NO_GAME)

    def step(self, actions: Any) -> None:
        """Play one action in each game; if one is not possible, only that game stays as it is."""
        numbers = self._take(actions)
        self._refresh()
        self._run_all(CHOSEN, numbers)
        wrong = int(self._wrong.array.copy_to_host()[0])
        if wrong != FINE:
            self._launch(fill, self._wrong, FINE)
            possible = ", ".join(map(str, sorted(self.legal(wrong))))
            chosen = int(numbers[wrong : wrong + 1].copy_to_host()[0])
            raise IllegalMove(f"Action {chosen} is not possible in game {wrong}; choose one of {possible}.")

    def sample(self, rng: np.random.Generator) -> Any:
        """A possible action for each game, all equally likely; only a seed is drawn from `rng`."""
        self._picked = self._picked or self._array(self.n, np.int64)
        self._refresh()
        self._run_all(LOOK, picked=self._picked, seed=rng.integers(1 << 63, dtype=np.uint64))
        return self._picked

    def advise(self, seating: int, lots: Array) -> Array:
        raise RuleError("Bots advise on the CPU; take batch.to('cpu').")

    def put(self, i: int, game: Game) -> None:
        self._check_game(game)
        i = range(self.n)[i]
        values = {self.seeds: game.seed, self.drawn: game.drawn, self.winners: NO_GAME, self._seats: 0}
        if len(self._lot_array) and self.seeds.array[i : i + 1].copy_to_host()[0] != game.seed:
            values[self._lot_array] = 0
        for part, value in values.items():
            part.array[i : i + 1].copy_to_device(np.array(value, part.dtype).reshape(1))
        self._store(slice(i, i + 1), np.frombuffer(game.state, self.table.size.state))
        self._stale = True

    # --- copies -------------------------------------------------------------

    def clone(self) -> Self:
        other: Self = self.to("cpu").to("cuda")  # type: ignore[assignment]
        return other

    def memory(self) -> dict[str, Array]:
        parts = {"seeds": self.seeds, "drawn": self.drawn, "winners": self.winners, "lots": self._lot_array}
        waiting = np.asarray(self.to_play) == DICE if self.given else np.zeros(0, np.bool_)
        return {**{name: np.asarray(part) for name, part in parts.items()}, "waiting": waiting}

    def recall(self, states: Array, memory: Mapping[str, Array]) -> None:
        parts = {"seeds": self.seeds, "drawn": self.drawn, "winners": self.winners, "lots": self._lot_array}
        for name, part in parts.items():
            if len(part):
                part.array.copy_to_device(memory[name])
        if self.given:
            self._seats.array.copy_to_device(np.where(memory["waiting"], np.int8(DICE), np.int8(0)))
        self._store(slice(0, self.n), np.ascontiguousarray(states).view(self.table.size.state))
        self._stale = True

    def __reduce__(self) -> Any:
        return Batch.to, (self.to("cpu"), "cuda")

    def _whole(self, here: slice) -> Array:
        """States on the host."""
        states, found = np.empty(here.stop - here.start, self.table.size.state), self.states.array[here].copy_to_host()
        complete(*kernel.prepare(self._book, found, states))
        return states

    def _store(self, here: slice, states: Array) -> None:
        self._words[here].copy_to_device(np.ascontiguousarray(words_of(states)[:, : self._words.shape[1]]))

    # --- on the GPU ---------------------------------------------------------

    def _check_device(self) -> None:
        check_gpu()
        if self._thinkers:
            raise RuleError("On a GPU quick bots play within a step; bots that think play with device='cpu'.")

    def _array(self, shape: int | tuple[int, ...], dtype: Any) -> DeviceArray:
        return DeviceArray(cuda.device_array(shape, dtype), cuda, SIMULATED)

    def _upload(self, values: Array) -> DeviceArray:
        return DeviceArray(cuda.to_device(readable(values)), cuda, SIMULATED)

    def _make_room(self) -> None:
        """The arrays are made by `_sit_down`."""
        self._book, size = self.table.lookups.book, self.table.size
        self._stored = size.state if size == SMALL else size.kept  # no lists of moves are kept here
        self._masks = self._seen = self._picked = self._lists = None
        self._throws = GivenThrows(self.table, len(list_actions(self.table))) if self.given else None
        self._stale = False

    def _sit_down(self) -> None:
        """The arrays: about 280 bytes a game, or 190 if it is large; mask and observations only when they are asked for."""
        super()._sit_down()
        self._check_device()
        n = self.n
        self._rules, self._order_there, self._pays = map(self._upload, (plain(self._book), self._order, self._payoffs))
        self.states, self.seeds, self.drawn = map(self._upload, (np.zeros(n, self._stored), np.zeros(n, np.uint64), np.zeros(n, np.int32)))
        self._words = self._words_of(self.states)
        self.winners, self._seats, self._done = self._array(n, np.int8), self._array(n, np.int8), self._array(n, np.bool_)
        self._lot_array = self._array(n if DRAWING in self.bots.values() else 0, np.int32)
        self._rewards = self._array((n, self._payoffs.shape[1]), np.float32)
        self._wrong = self._upload(np.full(1, FINE, np.int64))
        self._no_mask, self._no_numbers = self._array((0, 1), np.bool_), self._array(0, np.int64)
        self._throws_there = self._upload(self._throws.rows if self._throws else np.zeros((0, 3), np.int64))

    def _words_of(self, states: DeviceArray) -> Any:
        """The same memory, as kernels copy it: a row of words for each state."""
        return states.array.view(np.int64).reshape(len(states), states.dtype.itemsize // 8)

    def _load(self) -> Any:
        return load_step(self._book.tobytes(), self.table.size, self.given)

    def _launch(self, kernel: Any, *arguments: Any) -> None:
        blocks = min(-(-self.n // THREADS), BLOCKS * count_processors())
        handed = [part.array if isinstance(part, DeviceArray) else part for part in arguments]
        kernel[blocks, 1 if SIMULATED else THREADS](*handed)

    def _run_all(self, order: int, chosen: Any = None, picked: DeviceArray | None = None, seed: Any = NO_SEED) -> None:
        """Let all games look around or begin, or carry out what was chosen in each."""
        self._lists = self._lists if picked else None
        self._launch(
            self._loop, self._rules, self._words, order, self._no_numbers if chosen is None else chosen, self.seeds, self.drawn, self._lot_array,
            self.winners, self._seats, self._masks or self._no_mask, picked or self._no_numbers, seed, self._wrong, self._throws_there, self._seating,
            self.longest,
        )  # fmt: skip

    def _list(self, offsets: DeviceArray, numbers: DeviceArray, after: DeviceArray | None = None, eyes: DeviceArray | None = None) -> None:
        """Count the possible actions, list them, or show what they lead to."""
        after, eyes = after or self._array(0, self._record), eyes or self._array(0, np.int8)
        kernel = load_lists(self._book.tobytes(), self.table.size, self.given)
        self._launch(kernel, self._rules, self._words, self._seats, offsets, numbers, self._words_of(after), eyes, self._throws_there)

    def _clear_mask(self) -> None:
        if self._masks is not None:
            self._launch(fill, self._masks.array.ravel(), False)

    def _refresh(self) -> None:
        """Find what can be chosen again, after games were put in, or for a first mask."""
        if self._stale:
            self._stale = False
            self._clear_mask()
            self._run_all(LOOK)

    def _take(self, actions: Any) -> Any:
        """The chosen actions as the loop takes them, copied only if they are of another type or on the host."""
        found = actions.array if isinstance(actions, DeviceArray) else actions
        if hasattr(found, "__cuda_array_interface__"):
            if hasattr(found, "__dlpack__"):
                found.__dlpack__(stream=OUR_STREAM)  # another library may still be computing it on a stream of its own
            found = cuda.as_cuda_array(found)
        elif not hasattr(found, "copy_to_host"):
            found = np.asarray(found)
        if tuple(found.shape) != (self.n,) or found.dtype.kind not in "iu":
            raise IllegalMove(f"A step takes {self.n} whole numbers, not {found.dtype} of shape {tuple(found.shape)}.")
        if isinstance(found, np.ndarray):
            return cuda.to_device(np.ascontiguousarray(found, np.int64))
        if found.dtype == np.int64 and found.is_c_contiguous():
            return found
        wide = self._array(self.n, np.int64)
        self._launch(widen, found, wide)
        return wide.array
