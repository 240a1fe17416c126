"""Retention: games that ended long ago leave the log. Their events go into one compressed row, and come back from it as they were."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from .store import StoreError
from .table.live import logger

if TYPE_CHECKING:
    from .tables import Tables

DAY = 86_400  # seconds
INTERVAL = 3600.0  # seconds between two looks for old games
AT_ONCE = 200  # tables
FINISHED = ("over", "closed")


class Packer:
    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    async def watch(self) -> None:
        """Pack again and again, as long as this server runs and the operator wishes it."""
        days = self.tables.settings.retention
        while days:
            try:
                await self.pack(time.time() - days * DAY)
            except StoreError as error:
                logger.error("%s", error)
            await asyncio.sleep(INTERVAL)

    async def pack(self, before: float) -> int:
        """Pack the finished games in which nothing has happened since; how many were there?"""
        tables, store, count, last = self.tables, self.tables.store, 0, ""
        while rows := await tables.in_reader(store.quiet_rows, before, last, AT_ONCE):
            last = rows[-1].id
            for outline in await tables.outlines(lambda found=rows: found):  # type: ignore[misc]
                if outline.phase in FINISHED:
                    count += await tables.in_reader(store.pack, outline.deed.id)
        return count
