"""Play the games of a job: in threads of this process, or in other processes where Python bots are slow."""

from __future__ import annotations

import time
from threading import local
from typing import Any

import numpy as np

from ..bots.custom import DESK
from ..bots.mind import ROWS
from ..errors import RuleError
from ..kernel import room
from ..records import COLOURS, table
from .cluster import is_joined, play_on_cluster
from .columns import FAULT, ROW
from .cores import share_out
from .jobs import Job, Records

SIZE, SLOW_SIZE = 1024, 1  # games of the first block
TRIAL, WORTH_PROCESSES = 2.0, 10.0  # seconds played here, and seconds of games left, before other processes pay off


class Executor:
    """The compiled loop of a job, with memory for each thread that plays."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.play_games = job.play_games()
        self.custom_bots = fill([custom_bot.compiled(job.table.size) for custom_bot in job.custom_bots]) if job.custom_bots else None
        self.own = local()

    def play(self, first: int, games: int) -> np.ndarray[Any, Any]:
        """Records by seating and game; fewer games if they were stopped."""
        rows: Any = np.stack([self.play_seating(bots, first, games) for bots in self.job.seatings])
        stopped = np.flatnonzero((rows["throws"] == 0).any(axis=0))
        return rows[:, : stopped[0]] if len(stopped) else rows

    def play_seating(self, bots: int, first: int, games: int) -> np.ndarray[Any, Any]:
        job, own = self.job, self.own
        if not hasattr(own, "rooms"):
            size = job.table.size
            own.rooms = job.book(), table(size.state, ROWS), room(size), job.minds(), self.custom_bots
            own.scratch = table(ROW, 1)
        rows, heat = table(ROW, games), job.heat
        if heat["on"][0]:  # threads that add to one number lose some
            heat = np.zeros_like(heat)
            heat["on"], heat["leads"] = 1, job.heat["leads"]
        DESK.lay_out(job.table, own.rooms[1], lambda: bool(job.heat["stop"][0]))
        self.play_games(*own.rooms, rows, own.scratch, heat.view(np.recarray), np.uint64(job.seed), first, job.longest, bots)
        if heat is not job.heat:
            job.count(heat)
        found = rows.view(np.ndarray)
        if job.custom_bots:
            self.check(found, bots, first)
        return found

    def check(self, rows: np.ndarray[Any, Any], bots: int, first: int) -> None:
        """Raise the error of a custom bot, unless it was merely stopped."""
        for at in np.flatnonzero(rows["winner"] == FAULT):
            row = rows[at]
            row["throws"] = 0
            if self.job.heat["stop"][0]:
                return
            where = f" (game {first + at:,} of seed {self.job.seed})"
            if DESK.error:
                raise RuleError(f"{str(DESK.error).rstrip('.')}{where}.") from DESK.error
            custom_bot = self.job.custom_bot_at(bots, int(row["turns"]))
            raise RuleError(f"{custom_bot.complain(int(row['choices']), int(row['options'])).rstrip('.')}{where}.")


def fill(functions: list[Any]) -> tuple[Any, ...]:
    """The functions, filled up to the number that the loop takes."""
    return tuple(functions + functions[:1] * (COLOURS - len(functions)))


def play_blocks(job: Job, cores: int) -> Records:
    """Records of all games by seating, in order, a block at a time; only a few blocks wait in memory."""
    size = SLOW_SIZE if job.slow else SIZE
    if is_joined():
        yield from play_on_cluster(job, size)
        return
    executor = Executor(job)
    if all(custom_bot.fast for custom_bot in job.custom_bots):
        for rows in share_out(executor.play, job.games, cores, size, job.skipped):
            yield rows
        return
    done, begun = job.skipped, time.perf_counter()
    blocks = share_out(executor.play, job.games, 1, size, done)  # the interpreter runs one thread at a time
    for rows in blocks:
        yield rows
        done += rows.shape[1]
        spent = time.perf_counter() - begun
        if cores > 1 and not job.heat["on"][0] and spent > TRIAL and spent / (done - job.skipped) * (job.games - done) > WORTH_PROCESSES and job.portable:
            break
    blocks.close()
    if done < job.games and not job.heat["stop"][0]:
        from .workers import Workers

        with Workers(job) as workers:
            for rows in share_out(workers.play, job.games, cores, size, done):
                yield rows
