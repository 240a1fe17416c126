"""When it is a bot's turn at a table, and which server lets it act."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from ..store import Overtaken, StoreError
from . import commands
from .inbox import Act, Wake
from .thinking import logger, pause_for

if TYPE_CHECKING:
    from .live import LiveTable

GRACE = 1.5  # seconds after which a bot acts here if the server that should let it act does not


class BotTurns:
    """Where people of one table are on several servers, the one that wrote the last event goes on; the others wait for it."""

    def __init__(self, live: LiveTable) -> None:
        self.live = live
        self.awaited = -1  # where the game stood when a bot began to think

    @property
    def due(self) -> bool:
        """Is it a bot's turn, and is somebody watching?"""
        sitting = self.live.sitting
        seat = sitting.seats.get(sitting.on_turn)
        return bool(seat and sitting.game and seat.played_by and self.live.connections)

    def wake(self) -> None:
        """If it is a bot's turn, it acts after a pause."""
        at = self.live.sitting.at
        if self.due and self.awaited != at:
            self.awaited = at
            if self.live.leads or not self.live.attendance.elsewhere:
                self.act()
            else:
                pause = pause_for(self.live.sitting.deed.pause, 0) + GRACE
                asyncio.get_running_loop().call_later(pause, self.live.post, Wake(at))

    def take_over(self, wake: Wake) -> None:
        """The other server is silent: it may have died."""
        if wake.at == self.live.sitting.at == self.awaited:
            if self.due:
                self.act()
            else:
                self.awaited = -1  # whoever comes wakes it again

    def act(self) -> None:
        live, sitting = self.live, self.live.sitting
        game, seat, at = sitting.game, sitting.seats[sitting.on_turn], sitting.at
        assert game
        assert seat.played_by
        choices = len(game.legal_moves) if game.node == "move" else 0
        pause = pause_for(sitting.deed.pause, choices)
        if choices > 1 or game.node == "offer":
            live.thinking.choose(seat.number, seat.played_by, game, pause, lambda index: live.post(Act(at, index)))
        elif pause:
            asyncio.get_running_loop().call_later(pause, live.post, Act(at, 0 if choices else None))
        else:
            live.post(Act(at, 0 if choices else None))

    async def play(self, act: Act) -> None:
        live, sitting = self.live, self.live.sitting
        if act.at != sitting.at:
            return
        self.awaited = -1
        if not self.due:
            return
        if act.index is None:
            fact = commands.bot_throws(sitting, await live.calls.gather())
        else:
            fact = commands.bot_plays(sitting, act.index)
        try:
            await live.record([fact], None, None)
        except Overtaken:  # another server's bot was quicker
            live.doubtful = not await live.catch_up()
        except StoreError as error:
            logger.error("%s", error)
            live.doubtful = True
