"""Hints: computed while the table goes on, and sent to the asker alone."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import msgspec

from ...desk.hints import reason
from ...words.teller import Teller
from ...words.voice import Voice
from .. import elements as e
from .. import protocol as p
from ..views.refusals import tell
from . import commands
from .inbox import Connection
from .thinking import shield

if TYPE_CHECKING:
    from ...bots.thinking import Advice
    from ...game import Game
    from .live import LiveTable
    from .thinking import Thinking

THROW = -1  # among the advice at an offer
logger = logging.getLogger("pachisi.web")


def begin_hint(live: LiveTable, connection: Connection, command: p.AskHint) -> None:
    """Think for the player on turn, or refuse if there is nothing to choose."""
    sitting, thinking = live.sitting, live.thinking
    game = commands.allow_hint(sitting, command, connection.holder)
    advice = thinking.advise(sitting.at, game)
    thinking.start(give_hint(connection, p.Hint(command.id, sitting.at, ()), advice, thinking, shield(game)))


async def give_hint(
    connection: Connection, hint: p.Hint, advice: asyncio.Task[list[Advice]], thinking: Thinking, game: Game
) -> None:
    reply: p.Messages
    try:
        found = await asyncio.shield(advice)
        moves = game.legal_moves
        told = [e.Advised(moves.index(one.move) if one.move else THROW, round(one.chance, 4)) for one in found]
        why = await thinking.thinkers.run(reason, game, found, Teller(game.table, Voice(connection.lang)))
        reply = msgspec.structs.replace(hint, advice=tuple(told), why=why)
    except Exception:
        logger.exception("There is no hint.")
        reply = p.Refused(hint.id, "trouble", tell("failed", connection.lang))
    connection.send(msgspec.json.encode(reply).decode())
