"""Reviews of finished games: one for each game, whoever asks, made in a thread of their own and kept in the database."""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
import time
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from ...game import Game
from ..limits import Addresses
from ..metrics import REVIEWED, REVIEWS, REVIEWS_WAITING
from ..rows import review_row
from ..store import StoreError
from ..table.live import logger
from ..table.sitting import Sitting
from ..views.refusals import Denial, Refusal, tell
from .forms import Analysis, JudgedAct, Queued, ReviewPart, TriedLine, Trouble
from .judging import analyse, evaluate, follow, give_reasons, numbers_of, pack, unpack
from .turns import Turns

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..tables import Tables

NUMBERS = "numbers"  # the part of a review that needs no language
CLAIM = "claim"  # … and the server that makes it, with the time
STALE, AGAIN = 20.0, 0.25  # seconds after which a claim counts for nothing, and until it is looked at again
AT_ONCE = 24  # parts that are told together
MOST_TRIED = 64  # positions that wait to be evaluated
GAMES = 32  # that stay in memory for those who try moves
GENTLY = 10  # what is played now comes first
Result = TypeVar("Result")


class PendingReview:
    """A review that somebody waits for, and what has been found out so far."""

    def __init__(self, table: str, lang: str) -> None:
        self.table, self.lang = table, lang
        self.lines: list[bytes] = []
        self.done = False
        self.place = 0
        self.listeners = 0
        self.begun = time.perf_counter()
        self.news = asyncio.Event()

    def tell(self, lines: Sequence[bytes] = (), done: bool = False) -> None:
        self.lines += lines
        self.done |= done
        news, self.news = self.news, asyncio.Event()
        news.set()


class ReviewDesk:
    def __init__(self, tables: Tables) -> None:
        self.tables, self.limits = tables, tables.settings.limits
        self.asked = Addresses(self.limits.review_rate, self.limits.review_burst)
        self.tried = Addresses(self.limits.analysis_rate, self.limits.analysis_burst)
        self.jobs: dict[tuple[str, str], PendingReview] = {}
        self.turns: Turns[PendingReview] = Turns()
        self.worker: asyncio.Task[None] | None = None
        self.pool = ThreadPoolExecutor(1, "desk", initializer=step_back)
        self.trying = 0
        self.games: dict[str, Game] = {}  # of those who try moves; only the pool's thread touches it
        self.running: set[asyncio.Future[Any]] = set()  # what the pool works on, or will
        self.closing = False

    def close(self) -> None:
        """Let go everybody who waits, in a sentence: what the pool's thread is at may take long, and nobody needs it now."""
        if self.closing:
            return
        self.closing = True
        if self.worker:
            self.worker.cancel()
        for job in list(self.jobs.values()):
            job.tell([as_line(Trouble(tell("stopping", job.lang)))], done=True)
        self.turns = Turns()
        for future in self.running:
            future.cancel()
        self.pool.shutdown(wait=False, cancel_futures=True)

    async def run(self, work: Callable[..., Result], *args: Any) -> Result:
        if self.closing:
            raise Refusal(503, "stopping")
        future = asyncio.get_running_loop().run_in_executor(self.pool, work, *args)
        self.running.add(future)
        try:
            return await future
        except asyncio.CancelledError:
            if self.closing:
                raise Refusal(503, "stopping") from None
            raise
        finally:
            self.running.discard(future)

    # --- asking ---------------------------------------------------------------------------

    async def kept(self, table: str, lang: str) -> bytes | None:
        """A review that is kept in this language, as lines."""
        found = await self.tables.in_reader(self._kept, table, lang)
        if found is not None:
            REVIEWS.labels("kept").inc()
        return found

    def _kept(self, table: str, lang: str) -> bytes | None:
        parts = [self.tables.store.review(table, part) for part in (NUMBERS, lang)]
        return None if None in parts else b"".join(as_line(one) for packed in parts if packed for one in unpack(packed))

    def ask(self, table: str, lang: str, address: str) -> PendingReview:
        """Wait for a review, with all others who wait for the same; a Refusal if too many wait already."""
        key = table, lang
        if key not in self.jobs:
            if not self.asked.take(address) or self.turns.of(address) >= self.limits.reviews_each:
                REVIEWS.labels("refused").inc()
                raise Refusal(429, "too_many_reviews")
            if len(self.turns) >= self.limits.reviews:
                REVIEWS.labels("refused").inc()
                raise Refusal(503, "desk_full")
            self.jobs[key] = PendingReview(table, lang)
            self.turns.add(address, self.jobs[key])
            self._show_places()
            if self.worker is None or self.worker.done():
                self.worker = asyncio.create_task(self._work())
        return self.jobs[key]

    async def listen(self, job: PendingReview) -> AsyncIterator[bytes]:
        """What is found out, as it comes. A game for which nobody waits any more is not reviewed."""
        job.listeners += 1
        try:
            at, place = 0, -1
            while True:
                news = job.news
                if job.place != place and not job.lines:
                    place = job.place
                    yield as_line(Queued(place))
                if at < len(job.lines):
                    fresh, at = job.lines[at:], len(job.lines)
                    yield b"".join(fresh)
                elif job.done:
                    return
                elif news is job.news:
                    await news.wait()
        finally:
            job.listeners -= 1
            if not job.listeners and job in self.turns.in_order():
                self.turns.remove(job)
                self._forget(job)
                self._show_places()

    def _show_places(self) -> None:
        REVIEWS_WAITING.set(len(self.jobs))
        for place, job in enumerate(self.turns.in_order(), 1):
            if job.place != place:
                job.place = place
                job.tell()

    def _forget(self, job: PendingReview) -> None:
        self.jobs.pop((job.table, job.lang), None)
        REVIEWS_WAITING.set(len(self.jobs))

    # --- working --------------------------------------------------------------------------

    async def _work(self) -> None:
        while job := self.turns.next():
            job.place = 0
            job.tell()
            self._show_places()
            try:
                await self._review(job)
            except Exception as error:
                if self.closing:  # whoever waited was told
                    return
                if not isinstance(error, Denial | StoreError):
                    logger.exception("There is no review.", extra={"table": job.table})
                why = error.why(job.lang) if isinstance(error, Denial) else tell("failed", job.lang)
                job.tell([as_line(Trouble(why))])
            job.tell(done=True)
            self._forget(job)
            REVIEWED.observe(time.perf_counter() - job.begun)

    async def _review(self, job: PendingReview) -> None:
        loop = asyncio.get_running_loop()

        def say(parts: Sequence[ReviewPart]) -> None:
            with contextlib.suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(job.tell, [as_line(part) for part in parts])

        await self._claim(job.table)
        rows = await self.run(self._make, job.table, job.lang, say)
        REVIEWS.labels("made").inc()
        with contextlib.suppress(StoreError):  # it was shown; the next who asks has to wait again
            await self.tables.store.append(rows)

    async def _claim(self, table: str) -> None:
        """Wait while another server makes the same review; the first claim stays."""
        store, read, asked = self.tables.store, self.tables.in_reader, time.monotonic()
        while not await read(store.review, table, NUMBERS):
            found = await read(store.review, table, CLAIM)
            server, _, since = (found or b"").decode().partition(" ")
            if server == self.tables.name:
                return
            if found and max(time.time() - float(since), time.monotonic() - asked) > STALE:  # its clock may be ahead
                return
            if found:
                await asyncio.sleep(AGAIN)
            else:
                await store.append([review_row(table, CLAIM, f"{self.tables.name} {time.time()}".encode())])

    def _make(self, table: str, lang: str, say: Callable[[Sequence[ReviewPart]], None]) -> list[Any]:
        """Make the parts that are not kept, and say all of them as they come."""
        store, rows = self.tables.store, []
        packed, game = store.review(table, NUMBERS), self._read(table)
        if packed:
            numbers = unpack(packed)
            say(numbers)
        else:
            numbers = self._say_all(evaluate(game, numbers_of(store.log(table))), say)
            rows.append(review_row(table, NUMBERS, pack(numbers)))
        acts = [part for part in numbers if isinstance(part, JudgedAct)]
        reasons = self._say_all(give_reasons(game, acts, lang), say)
        return [*rows, review_row(table, lang, pack(reasons))]

    def _say_all(self, parts: Any, say: Callable[[Sequence[ReviewPart]], None]) -> list[ReviewPart]:
        """In small groups, as they are found."""
        found: list[ReviewPart] = []
        said = 0
        for part in parts:
            found.append(part)
            if len(found) - said >= AT_ONCE:
                say(found[said:])
                said = len(found)
            if self.closing:
                raise StoreError("The server stops.")
        say(found[said:])
        return found

    def _read(self, table: str) -> Game:
        if table not in self.games:
            deed = self.tables.store.deed(table)
            sitting = Sitting.replay(deed, self.tables.store.log(table)) if deed else None
            if sitting is None or sitting.game is None:
                raise Refusal(409, "not_begun")
            if len(self.games) >= GAMES:
                del self.games[next(iter(self.games))]
            self.games[table] = sitting.game
        return self.games[table]

    # --- trying ---------------------------------------------------------------------------

    async def analyse(self, table: str, wish: TriedLine, lang: str, address: str) -> Analysis:
        return await self.think(lambda: analyse(follow(self._read(table), wish), lang), address)

    async def position(self, table: str, wish: TriedLine, address: str) -> str:
        """Where a line leads, in one line."""
        return await self.think(lambda: self._notate(table, wish), address)

    def _notate(self, table: str, wish: TriedLine) -> str:
        game = follow(self._read(table), wish)
        if game.node == "over":
            raise Refusal(409, "over")
        return game.notation()

    async def think(self, work: Callable[[], Result], address: str) -> Result:
        """Something short that the desk's thread does between two reviews; a Refusal if too much waits already."""
        if not self.tried.take(address):
            raise Refusal(429, "too_many_requests")
        if self.trying >= MOST_TRIED:
            raise Refusal(503, "desk_full")
        self.trying += 1
        try:
            return await self.run(work)
        finally:
            self.trying -= 1


def as_line(part: ReviewPart) -> bytes:
    return msgspec.json.encode(part) + b"\n"


def step_back() -> None:
    """Let the threads that play go first, where the system can tell threads apart."""
    with contextlib.suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), GENTLY)
