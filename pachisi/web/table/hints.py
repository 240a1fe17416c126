"""Hints: computed while the table goes on, and sent to the asker alone."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import msgspec

from .. import protocol as p
from ..views.refusals import tell
from . import commands
from .inbox import Connection

if TYPE_CHECKING:
    from ...bots.thinking import Advice
    from ...move import Move
    from .live import LiveTable

logger = logging.getLogger("pachisi.web")


def begin_hint(live: LiveTable, connection: Connection, command: p.AskHint) -> None:
    """Think for the player on turn, or refuse if there is nothing to choose."""
    sitting, thinking = live.sitting, live.thinking
    game = commands.allow_hint(sitting, command, connection.holder)
    advice, moves = thinking.advise(sitting.at, game), game.legal_moves
    thinking.start(give_hint(connection, p.Hint(command.id, sitting.at, ()), advice, moves))


async def give_hint(
    connection: Connection, hint: p.Hint, advice: asyncio.Task[list[Advice]], moves: tuple[Move, ...]
) -> None:
    reply: p.Messages
    try:
        told = [p.Advised(moves.index(one.move), round(one.chance, 4)) for one in await asyncio.shield(advice)]
        reply = msgspec.structs.replace(hint, advice=tuple(told))
    except Exception:
        logger.exception("There is no hint.")
        reply = p.Refused(hint.id, "trouble", tell("failed", connection.lang))
    connection.send(msgspec.json.encode(reply).decode())
