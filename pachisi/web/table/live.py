"""A table in use: the one task that writes its log and reports every event to everybody.

Every event is in the log before anybody hears of it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeVar

from .. import forms
from .. import protocol as p
from ..metrics import ACTS, labelled
from ..notes import Written
from ..rows import Row, event_row, guest_row
from ..store import Overtaken, StoreError
from ..views.refusals import No, tell
from . import commands
from . import facts as f
from .bot_turns import BotTurns
from .calls import Calls
from .hints import begin_hint
from .inbox import Act, Connection, Enter, Exit, Item, Order, Request, Rest, Tick, Wake
from .manners import Manners
from .neighbours import Neighbours
from .presence import Attendance
from .sitting import Change, Sitting
from .telling import Telling, encode
from .thinking import Thinking

if TYPE_CHECKING:
    from ..tables import Tables

MOST_ATTEMPTS = 10  # to write, while other servers are quicker
Result = TypeVar("Result")
logger = logging.getLogger("pachisi.web")


class LiveTable:
    def __init__(self, sitting: Sitting, tables: Tables) -> None:
        self.sitting, self.tables = sitting, tables
        self.connections: set[Connection] = set()
        self.telling = Telling(sitting)
        self.attendance = Attendance(sitting, tables.settings.patience)
        self.told_presence = ""
        self.neighbours = Neighbours(self)
        self.calls = Calls(self, tables.settings.call)
        self.doubtful = False  # the log may be ahead of us
        self.leads = False  # have we written the last event?
        self.thinking = Thinking(tables.thinkers)
        self.bots = BotTurns(self)
        self.manners = Manners(self)
        self.inbox: asyncio.Queue[Item] = asyncio.Queue()
        self.retired = False
        self.resting: asyncio.TimerHandle | None = None
        self.rest_later()
        self.task = asyncio.create_task(self.run())

    # --- the task -------------------------------------------------------------------

    async def run(self) -> None:
        item: Item | None = None
        try:
            await self.settle()
            while True:
                item = await self.inbox.get()
                if not isinstance(item, Rest):
                    await self.handle(item)
                elif self.inbox.empty() and not self.connections:
                    await self.tables.keep([self.sitting])
                    break
                else:
                    self.rest_later()
                if self.doubtful:
                    break
                if not self.inbox.empty():
                    await asyncio.sleep(0)  # one item, then the other tables
        except asyncio.CancelledError:
            raise
        except Exception as error:
            name, unexpected = self.sitting.deed.id, not isinstance(error, StoreError)
            told = "Table %s has failed; it will be read again from its log. %s"
            logger.error(told, name, error, exc_info=unexpected, extra={"table": name})
            if isinstance(item, Order | Request):
                self.turn_away(item)
        self.retire()

    def post(self, item: Item) -> None:
        """Have the table's task see to something in its turn."""
        if self.retired:
            self.turn_away(item)
        else:
            self.inbox.put_nowait(item)

    def rest_later(self) -> None:
        """If nobody comes, leave memory after a while."""
        if self.resting:
            self.resting.cancel()
        self.resting = asyncio.get_running_loop().call_later(self.tables.settings.idle, self.post, Rest())

    def retire(self) -> None:
        """Leave memory; the log holds everything."""
        self.retired = True
        self.tables.forget(self)
        self.thinking.stop()
        if self.resting:
            self.resting.cancel()
        self.dismiss("read_again")
        while not self.inbox.empty():
            self.turn_away(self.inbox.get_nowait())

    def turn_away(self, item: Item) -> None:
        """Whoever waits for this table must ask again."""
        match item:
            case Enter():
                self.send_away(item.connection, "read_again")
            case Order() if not item.done.done():
                item.done.set_result(None)
            case Request() if not item.answer.done():
                item.answer.set_exception(No("trouble", "try_again"))

    def dismiss(self, key: str) -> None:
        """Close all sockets; anybody may come back."""
        for connection in list(self.connections):
            self.send_away(connection, key)
        self.connections.clear()
        self.neighbours.keep_told()

    def send_away(self, connection: Connection, key: str) -> None:
        connection.send(encode(p.Bye(tell(key, connection.lang), True)).decode())
        connection.close(1012)

    async def handle(self, item: Item) -> None:
        match item:
            case Order():
                await self.obey(item.connection, item.command)
                if not item.done.done():
                    item.done.set_result(None)
            case Act():
                await self.bots.play(item)
            case Wake():
                self.bots.take_over(item)
            case Enter():
                self.enter(item.connection, item.since)
            case Exit():
                self.exit(item.connection)
            case Written() if item.seq > self.sitting.seq:
                if self.connections or not self.inbox.empty():
                    await self.catch_up()
                else:
                    self.doubtful = True  # nobody here wants to know; whoever comes reads the log
            case Tick():
                self.tell_presence()
            case Request():
                await self.answer(item)

    def ask(self, do: Callable[[LiveTable], Any]) -> asyncio.Future[Any]:
        """Have something done by the table's task."""
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        answer.add_done_callback(lambda done: done.cancelled() or done.exception())  # not everybody waits for it
        self.post(Request(do, answer))
        return answer

    def order(self, connection: Connection, command: p.Commands) -> asyncio.Future[None]:
        """Have a command carried out. Whoever waits for it has never more than one in the inbox."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if isinstance(command, p.GiveLink):  # the task may be waiting for it
            self.calls.hear(connection, command)
            done.set_result(None)
        else:
            self.post(Order(connection, command, done))
        return done

    async def answer(self, item: Request) -> None:
        self.rest_later()
        try:
            result = await self.insist(lambda: item.attempt(self))
        except (No, StoreError) as refusal:
            self.doubtful = isinstance(refusal, StoreError)
            if not item.answer.done():
                item.answer.set_exception(refusal)
            return
        if not item.answer.done():
            item.answer.set_result(result)

    # --- commands ---------------------------------------------------------------------

    async def obey(self, connection: Connection, command: p.Commands) -> None:
        """Carry out a command or refuse it; it is answered either way."""
        try:
            if isinstance(command, p.AskHint):
                return begin_hint(self, connection, command)
            reply = await self.execute(connection, command)
        except No as refusal:
            reply = p.Refused(command.id, refusal.code, refusal.why(connection.lang))
        except StoreError as error:
            logger.error("%s", error)
            self.doubtful = True
            reply = p.Refused(command.id, "trouble", tell("not_stored_again", connection.lang))
        connection.send(encode(reply).decode())

    async def execute(self, connection: Connection, command: p.Commands) -> p.Messages:
        match command:
            case p.Ask():
                return self.telling.why(connection.lang, command)
            case p.Ping():
                return p.Pong(command.id)
            case p.Say():
                return self.manners.say(connection, command)
            case p.Speak():
                connection.lang = command.lang
                connection.send(self.telling.snapshot(command.lang))
                return p.Ack(command.id, self.sitting.seq)
        done = self.sitting.done.get((connection.holder, command.id))
        if done is not None:
            return p.Ack(command.id, done)
        if not connection.holder:
            raise No("not_yours", "watching")
        await self.insist(lambda: self.do(command, connection.holder))
        return p.Ack(command.id, self.sitting.done[connection.holder, command.id])

    async def do(self, command: p.Commands, holder: str) -> None:
        if (holder, command.id) in self.sitting.done:  # by way of another server
            return
        if isinstance(command, p.Rematch):
            await self.rematch(holder, command.id, command.play_on)
        else:
            decided = commands.decide(self.sitting, command, holder, self.attendance.absent())
            if isinstance(command, p.Throw):
                given = await self.calls.gather()
                decided = commands.decide(self.sitting, command, holder, (), given) if given.links or given.silent else decided
            await self.record(decided, holder, command.id)

    async def insist(self, attempt: Callable[[], Awaitable[Result]]) -> Result:
        """Do something that writes. Where another server was quicker, read what it wrote and decide again; so before a refusal."""
        for _ in range(MOST_ATTEMPTS):
            try:
                return await attempt()
            except Overtaken:
                if not await self.catch_up():
                    raise
            except No:
                if not self.tables.others or not await self.catch_up():
                    raise
        raise No("trouble", "try_again")

    async def catch_up(self) -> bool:
        """Apply and report what other servers have written; was there anything?"""
        entries = await asyncio.to_thread(self.tables.store.log, self.sitting.deed.id, self.sitting.seq)
        for entry in entries:
            self.leads = False
            self.tell(self.sitting.apply(entry))
        await self.settle()  # whoever wrote that may have died before he could
        return bool(entries)

    async def join(self, request: forms.Join, holder: str) -> int:
        fact = commands.sit(self.sitting, request, holder)
        if isinstance(fact, int):
            return fact
        rows = [] if holder in self.sitting.guests else [guest_row(holder, self.sitting.deed.id)]
        await self.record([fact], holder, None, rows)
        return fact.seat

    async def close(self) -> None:
        """Closed from outside, by the operator."""
        if self.sitting.phase != "closed":
            await self.record([f.TableClosed()], None, None)

    async def rematch(self, holder: str, command: str, play_on: bool) -> None:
        commands.allow_rematch(self.sitting, holder)
        deed, rows = self.tables.draw_rematch(self.sitting, play_on)
        await self.record([f.RematchMade(deed.id)], holder, command, rows)

    # --- the log ------------------------------------------------------------------------

    async def record(
        self, decided: list[f.Facts], holder: str | None, command: str | None, rows: list[Row] | None = None
    ) -> None:
        """Write to the log, apply to the game, then report to everybody."""
        entries = [f.LoggedFact(self.sitting.seq + 1 + at, fact, holder, command) for at, fact in enumerate(decided)]
        now, table = time.time(), self.sitting.deed.id
        await self.tables.store.append([*(rows or ()), *(event_row(table, entry, now) for entry in entries)])
        for entry in entries:
            self.tell_own(entry)
        await self.settle()

    async def settle(self) -> None:
        """What follows automatically, and whose turn it is now."""
        while self.sitting.consequences():
            fact = self.sitting.consequences()[0]
            entry = f.LoggedFact(self.sitting.seq + 1, fact)
            try:
                await self.tables.store.append([event_row(self.sitting.deed.id, entry, time.time())])
            except Overtaken:
                if not await self.catch_up():
                    raise
            else:
                self.tell_own(entry)
        self.bots.wake()
        self.manners.watch()

    def tell_own(self, entry: f.LoggedFact) -> None:
        """Apply and report what this server has written."""
        labelled(ACTS, entry.fact.__struct_config__.tag).inc()
        self.leads = True
        self.tell(self.sitting.apply(entry))
        self.neighbours.post(Written(self.sitting.deed.id, entry.seq))

    def tell(self, change: Change) -> None:
        """Report a change once in each language in use."""
        told = self.telling.event(change, {connection.lang for connection in self.connections})
        for connection in self.connections:
            connection.send(told[connection.lang])
        if isinstance(change.fact, f.Sat | f.Arranged | f.Left | f.CameBack | f.StoodIn):
            self.tell_seats()

    # --- coming and going -----------------------------------------------------------------

    def enter(self, connection: Connection, since: int | None) -> None:
        self.connections.add(connection)
        self.calls.forgive([connection.holder])
        missed = self.telling.missed(connection.lang, since)
        connection.send(self.telling.welcome(connection.holder, missed is not None))
        for text in [self.telling.snapshot(connection.lang)] if missed is None else missed:
            connection.send(text)
        self.neighbours.say_who_is_here(ask=len(self.connections) == 1)  # even if he was here before: he is heard of
        self.told_presence = ""
        self.tell_presence()
        self.bots.wake()
        self.manners.watch()

    def exit(self, connection: Connection) -> None:
        self.connections.discard(connection)
        self.tell_presence()
        if not self.connections:
            self.rest_later()

    # --- presence -------------------------------------------------------------------------

    def tell_seats(self) -> None:
        """Seats have changed hands: remind everybody which are theirs."""
        for connection in self.connections:
            connection.send(self.telling.you(connection.holder))
        self.tell_presence()

    def tell_presence(self) -> None:
        self.neighbours.keep_told()
        holders = self.attendance.everybody(connection.holder for connection in self.connections)
        if self.attendance.note(holders):
            asyncio.get_running_loop().call_later(self.attendance.patience + 0.05, self.post, Tick())
        text = encode(self.attendance.message(holders)).decode()
        if text != self.told_presence:
            self.told_presence = text
            for connection in self.connections:
                connection.send(text)
