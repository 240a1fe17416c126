"""Levels and hints at the table: thinking holds up nobody, knows no dice to come, and tells only who may ask."""

from __future__ import annotations

import asyncio
import gc
import json
import threading
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest

from pachisi import Game
from pachisi.bots import BOTS, Bot
from pachisi.move import Move
from pachisi.record import read_record
from pachisi.web import protocol as p
from pachisi.web.forms import Chair, NewTable, Setup
from pachisi.web.settings import Settings
from pachisi.web.store import Store, sqlite_url
from pachisi.web.table import facts as f
from pachisi.web.table import thinking
from pachisi.web.table.inbox import Enter
from pachisi.web.table.live import LiveTable
from pachisi.web.tables import Tables
from pachisi.web.views.tables import shelf
from pachisi.words.voice import Voice

from .web_client import Player, Server, set_up

LANGS = ("en", "de", "fr")
HERE, OPEN = {"seat": 0, "who": "here", "name": "Ada"}, {"seat": 2, "who": "open"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("thinking") / "tables.db", "--no-limits")
    server.wait_thinking()
    yield server
    server.kill()


# --- levels ---------------------------------------------------------------------------


def test_every_bot_has_a_name_and_a_character_of_its_own_in_three_languages() -> None:
    bots = {bot.id: bot for bot in shelf().bots}
    assert list(bots) == list(BOTS)
    for lang in LANGS:
        assert len({bot.name[lang] for bot in bots.values()}) == len(BOTS)
        assert len({bot.about[lang] for bot in bots.values() if bot.about}) == len(BOTS)


def test_expert_and_master_play_a_whole_game_at_a_table(server: Server) -> None:
    guest = server.guest()
    bots = [{"seat": seat, "who": "bot", "bot": name} for seat, name in ((1, "master"), (2, "expert"), (3, "careful"))]
    table = set_up(guest, players=4, setup={"pieces": 2}, seats=[HERE, *bots])
    player = Player(server, guest, table["id"])
    assert [seat["name"] for seat in player.snapshot["table"]["seats"]] == ["Ada", "Master", "Expert", "Scout"]
    player.play_out()
    assert player.phase == "over"
    assert {event["seat"] for event in player.heard if event["ev"] == "moved"} == {0, 1, 2, 3}


# --- pauses ---------------------------------------------------------------------------


def test_a_bot_takes_longer_the_more_there_is_to_choose_but_never_more_than_two_seconds() -> None:
    spans = [[thinking.pause_for(1.0, choices) for _ in range(200)] for choices in (1, 2, 8)]
    assert all(max(shorter) < min(longer) for shorter, longer in pairwise(spans))
    assert max(thinking.pause_for(2.0, choices) for choices in range(30)) <= 2.0
    assert thinking.pause_for(0, 5) == 0


# --- what a bot is given --------------------------------------------------------------


class Listener:
    """Somebody at a table, without a socket."""

    def __init__(self, holder: str, lang: str = "en") -> None:
        self.holder, self.lang = holder, lang
        self.heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    def send(self, text: str) -> None:
        self.heard.put_nowait(json.loads(text))

    def close(self, code: int) -> None:
        """The server is closing."""

    async def hear(self, kind: str) -> dict[str, Any]:
        while (message := await asyncio.wait_for(self.heard.get(), 20))["ev"] != kind:
            pass
        return message


class Spy:
    """A bot that keeps what it is given, and may be held up."""

    def __init__(self) -> None:
        self.seen: list[Game] = []
        self.moved: list[Sequence[Move]] = []
        self.go_on = threading.Event()
        self.called = threading.Event()

    def choose(self, game: Game, moves: Sequence[Move]) -> int:
        self.seen.append(game)
        self.moved.append(moves)
        self.called.set()
        assert self.go_on.wait(20)
        return len(moves) - 1


def at_a_choice_of_a_bot(
    path: Path, spy: Spy, monkeypatch: pytest.MonkeyPatch, then: Callable[[LiveTable, Listener], Any]
) -> None:
    """A table of mensch where the second player, the spy, has two moves to choose from."""
    monkeypatch.setattr(thinking, "bot", lambda name, seed: spy)

    async def play() -> None:
        tables = Tables(Store(sqlite_url(path / "tables.db")), Settings(pause=0))
        seats = [Chair(0, "here"), Chair(2, "bot", bot="master")]
        live = await tables.create(NewTable(Setup("mensch", 2), seats), "ada")
        for fact in choice_of_the_second(live.sitting.table):
            await live.ask(lambda table, fact=fact: table.record([fact], None, None))  # type: ignore[misc]
        listener = Listener("ada")
        live.post(Enter(listener, None))
        await asyncio.to_thread(spy.called.wait, 20)
        await then(live, listener)
        spy.go_on.set()
        await tables.close()

    asyncio.run(play())


def choice_of_the_second(table: Any) -> Iterator[f.Facts]:
    """Throws and moves that lead to a choice of seat 2."""
    game = Game(table)
    while not (game.seat == 2 and len(game.legal_moves) > 1):
        if game.node == "move":
            move = game.legal_moves[-1]
            yield f.Played(game.seat, len(game.legal_moves) - 1, str(move))
            game.push(move)
        else:
            seat, faces = game.seat, 6 if game.seat == 2 else 1
            game.throw(faces)
            yield f.Threw(seat, (faces,))


def test_a_table_answers_while_a_bot_of_it_is_thinking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spy = Spy()

    async def speak(live: LiveTable, ada: Listener) -> None:
        live.order(ada, p.Ping("k1"))
        assert (await ada.hear("pong"))["id"] == "k1"
        spy.go_on.set()
        assert (await ada.hear("moved"))["move"]["index"] == len(spy.moved[0]) - 1

    at_a_choice_of_a_bot(tmp_path, spy, monkeypatch, speak)
    assert len(spy.seen) == 1


def test_what_a_bot_is_given_cannot_tell_the_next_throw(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spy = Spy()

    async def compare(live: LiveTable, ada: Listener) -> None:
        game, given = live.sitting.game, spy.seen[0]
        assert game
        assert given.position()["pieces"] == game.position()["pieces"]
        assert list(spy.moved[0]) == list(game.legal_moves)
        assert given.seed != game.seed
        known, deed = reachable(given), live.sitting.deed
        assert any(one is given.table for one in known)
        assert not any(one is secret for one in known for secret in (game, live, live.sitting, deed))
        assert deed.secret not in [one for one in known if type(one) is str]
        before = live.sitting.next_throw(None).faces, game.position()
        given.push(given.legal_moves[0])
        for _ in range(50):
            given.push(given.legal_moves[0]) if given.node == "move" else given.throw()
        assert (live.sitting.next_throw(None).faces, game.position()) == before

    at_a_choice_of_a_bot(tmp_path, spy, monkeypatch, compare)


def reachable(thing: object) -> list[object]:
    """All that can be got at from a thing, apart from code."""
    found, waiting = {id(thing): thing}, [thing]
    while waiting:
        for one in gc.get_referents(waiting.pop()):
            kind = type(one)  # what stands behind a weak proxy may be gone
            if id(one) not in found and not issubclass(kind, type | ModuleType | FunctionType):
                found[id(one)] = one
                waiting.append(one)
    return list(found.values())


def test_the_dice_of_what_bots_are_given_have_nothing_to_do_with_one_another() -> None:
    game = Game("mensch", 2, seed=5)
    game.throw(6)
    thrown = {throw_on(thinking.shield(game)) for _ in range(5)}
    assert len(thrown) == 5


def throw_on(game: Game, times: int = 30) -> tuple[Any, ...]:
    while len(game.history) < times:
        game.push(game.legal_moves[0]) if game.node == "move" else game.throw()
    return tuple(done for done in game.history if isinstance(done, tuple))


def test_a_bot_that_fails_does_not_hold_up_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spy = Spy()

    def fail(game: Game, moves: Sequence[Move]) -> int:
        spy.called.set()
        raise ZeroDivisionError

    monkeypatch.setattr(spy, "choose", fail)

    async def wait(live: LiveTable, ada: Listener) -> None:
        assert (await ada.hear("moved"))["move"]["index"] == 0

    at_a_choice_of_a_bot(tmp_path, spy, monkeypatch, wait)


class Reluctant(Bot):
    """A bot that does not throw where it need not."""

    def choose(self, game: Game, moves: Sequence[Move]) -> int:
        return 0

    def declines(self, game: Game) -> bool:
        return True


def test_a_bot_may_decline_a_throw_that_is_only_offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "bot", lambda name, seed: Reluctant())

    async def play() -> None:
        tables = Tables(Store(sqlite_url(tmp_path / "tables.db")), Settings(pause=0))
        seats = [Chair(0, "here"), Chair(2, "bot", bot="master")]
        live = await tables.create(NewTable(Setup("pachisi-classic", 2, first=0), seats), "ada")
        stop = str(Game("pachisi-classic", 2, first=0).legal_moves[0])
        await live.ask(lambda table: table.record([f.Played(0, 0, stop)], None, None))
        listener = Listener("ada")
        live.post(Enter(listener, None))
        moved = await listener.hear("moved")
        assert (moved["seat"], moved["move"]["kind"]) == (2, "stop")
        await tables.close()

    asyncio.run(play())


# --- hints ----------------------------------------------------------------------------


def reach_choice(player: Player) -> None:
    """Play on until there are several moves to choose from."""
    while not (player.my_turn() and len((player.state or {})["moves"]) > 1):
        assert player.phase == "play"
        player.act() if player.my_turn() else player.hear()


def test_a_hint_ranks_the_legal_moves_as_the_library_does(server: Server) -> None:
    guest = server.guest()
    table = set_up(guest, "parcheesi")
    player = Player(server, guest, table["id"])
    assert player.snapshot["table"]["hints"] is True
    reach_choice(player)
    assert player.state
    answer = player.ask("hint", at=player.state["seq"])
    chances = [one["chance"] for one in answer["advice"]]
    assert (answer["ev"], answer["at"]) == ("hint", player.state["seq"])
    assert sorted(one["index"] for one in answer["advice"]) == [move["index"] for move in player.state["moves"]]
    assert chances == sorted(chances, reverse=True)
    assert all(0 < chance < 1 for chance in chances)
    advice = read_record(guest.get(f"/api/tables/{table['id']}/record").text).advise()
    assert chances == pytest.approx([one.chance for one in advice], abs=1e-4)
    assert answer["why"].startswith("Why: ")
    assert player.ask("hint", at=player.state["seq"])["advice"] == answer["advice"]


def test_a_hint_at_an_offer_weighs_throwing_and_stopping(server: Server) -> None:
    guest = server.guest()
    player = Player(server, guest, set_up(guest, "pachisi-classic")["id"])
    while not (player.my_turn() and (player.state or {})["node"] == "offer"):
        player.act() if player.my_turn() else player.hear()
    assert player.state
    answer = player.ask("hint", at=player.state["seq"])
    assert sorted(one["index"] for one in answer["advice"]) == [-1, 0]


def test_a_hint_is_told_to_the_asker_alone_and_to_nobody_out_of_turn(server: Server) -> None:
    ada, grace = server.guest(), server.guest()
    table = set_up(ada, seats=[HERE, OPEN], hints=True)
    token = table["links"]["invite"].split("invite=")[1]
    grace.post(f"/api/tables/{table['id']}/join", json={"invite": token, "name": "Grace"})
    first, second = Player(server, ada, table["id"]), Player(server, grace, table["id"])
    fan = Player(server, server.guest(), table["id"], "fr")
    first.ask("start")
    second.hear_until("started")
    early = first.ask("hint", at=first.state["seq"])  # type: ignore[index]
    assert (early["code"], early["why"]) == ("not_now", Voice()("refusals.nothing_to_choose"))
    first.act()
    second.catch_up(first)
    assert first.ask("hint", at=first.state["seq"])["ev"] == "hint"  # type: ignore[index]
    for other, code, key in ((second, "not_yours", "not_your_turn"), (fan, "not_yours", "watching")):
        other.catch_up(first)
        refusal = other.ask("hint", at=first.state["seq"])  # type: ignore[index]
        assert (refusal["code"], refusal["why"]) == (code, Voice(other.lang)(f"refusals.{key}"))
        other.ask("ping")
        assert "hint" not in {message["ev"] for message in other.answers.values()}
    assert first.ask("hint", at=0)["code"] == "stale"


@pytest.mark.parametrize(
    ("values", "hints"),
    [
        ({}, True),
        ({"seats": [HERE, {"seat": 2, "who": "bot"}], "hints": False}, False),
        ({"seats": [HERE, {"seat": 2, "who": "here"}]}, False),
        ({"seats": [HERE, OPEN]}, False),
        ({"seats": [HERE, OPEN], "hints": True}, True),
        ({"seats": [{"seat": 0, "who": "bot"}, {"seat": 2, "who": "bot", "bot": "careful"}]}, True),
    ],
    ids=["one", "one, no", "two here", "invited", "invited, yes", "bots alone"],
)
def test_unless_it_is_said_a_table_has_hints_where_one_person_plays(
    values: dict[str, Any], hints: bool, server: Server
) -> None:
    guest = server.guest()
    table = set_up(guest, **values)
    assert guest.get(f"/api/tables/{table['id']}").json()["hints"] is hints


@pytest.mark.parametrize("lang", LANGS)
def test_a_table_without_hints_refuses_them_in_the_language_of_the_asker(lang: str, server: Server) -> None:
    guest = server.guest()
    table = set_up(guest, hints=False)
    player = Player(server, guest, table["id"], lang)
    player.act()
    refusal = player.ask("hint", at=player.seq)
    assert (refusal["ev"], refusal["code"]) == ("no", "not_allowed")
    assert refusal["why"] == Voice(lang)("refusals.no_hints")


def test_a_rematch_keeps_the_word_on_hints(server: Server) -> None:
    guest = server.guest()
    table = set_up(guest, setup={"pieces": 1}, hints=False)
    player = Player(server, guest, table["id"])
    player.play_out()
    player.ask("rematch")
    again = next(event["table"] for event in player.heard if event["ev"] == "rematched")
    assert guest.get(f"/api/tables/{again}").json()["hints"] is False
