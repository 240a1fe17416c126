"""The analysis desk of a server: one review for each game, in fair turns, kept; positions to try, and to play on from."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.testclient import TestClient

import pachisi
from pachisi import Game
from pachisi.bots import bot, decide
from pachisi.desk.puzzles import read_puzzles
from pachisi.desk.solvers import Solver
from pachisi.move import Move
from pachisi.notation import read_position
from pachisi.rulebooks import BOOKS
from pachisi.web.desk import judging, reviews, riddles
from pachisi.web.desk.reviews import NUMBERS, ReviewDesk
from pachisi.web.desk.turns import Turns
from pachisi.web.forms import Setup
from pachisi.web.http.app import build
from pachisi.web.limits import Limits
from pachisi.web.rows import Row, deed_row, event_row, review_row, solver_row
from pachisi.web.serve import Server
from pachisi.web.settings import Settings
from pachisi.web.store import Store, sqlite_url
from pachisi.web.table import facts as f
from pachisi.web.tables import Tables
from pachisi.web.views.refusals import Refusal

PATIENCE = 60  # seconds after which a test has failed
PLACES = (f.Place(0, "ada"), f.Place(2, bot="greedy"))


def facts_of(game: Game) -> Iterator[f.Facts]:
    """A whole game, with one move that is taken back and made again."""
    again = next(n for n, done in enumerate(game.history) if isinstance(done, Move))
    yield f.Began()
    for n, done in enumerate(game.history):
        here = game.at(n, history=False)
        if isinstance(done, Move):
            played = f.Played(here.seat, here.legal_moves.index(done), str(done))
            yield from (played, f.TookBack(here.seat, n)) if n == again else ()
            yield played
        else:
            yield f.Threw(here.seat, done)
    yield f.GameEnded()


def play(seed: int = 5) -> Game:
    game, player = Game("mensch", players=2, seed=seed), bot("careful")
    while game.node != "over":
        index = decide(player, game)
        game.throw() if index is None else game.push(game.legal_moves[index])
    return game


PLAYED = play()


def rows_of(name: str, game: Game = PLAYED) -> list[Row]:
    deed = f.Deed(name, 0.0, "ada", Setup("mensch", 2), PLACES, "0" * 64, "", name[:12], True, 0.0)
    events = [event_row(name, f.LoggedFact(seq, fact), 0.0) for seq, fact in enumerate(facts_of(game), 1)]
    return [deed_row(deed), *events]


def at_desk(path: Path, then: Callable[[ReviewDesk], Awaitable[None]], names: tuple[str, ...] = ("game",), **values: Any) -> None:
    """A desk, for as long as something is done at it, and finished games of these names."""

    async def run() -> None:
        tables = Tables(Store(sqlite_url(path / "tables.db")), Settings(limits=Limits(**values)))
        desk = ReviewDesk(tables)
        try:
            for name in names:
                await tables.store.append(rows_of(name))
            await asyncio.wait_for(then(desk), PATIENCE)
        finally:
            desk.close()
            await tables.close()

    asyncio.run(run())


async def nothing(*_: object) -> None:
    """Nothing is compiled ahead."""


async def hear(desk: ReviewDesk, name: str, lang: str = "en", address: str = "here") -> list[dict[str, Any]]:
    """A whole review, from the desk or as it is kept."""
    kept = await desk.kept(name, lang)
    lines = kept if kept is not None else b"".join([part async for part in desk.listen(desk.ask(name, lang, address))])
    return [json.loads(line) for line in lines.splitlines()]


def parts(heard: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [part for part in heard if part["part"] == kind]


# --- what a review says ------------------------------------------------------------------


def test_a_review_is_that_of_the_library_and_names_the_events_that_stand(tmp_path: Path) -> None:
    async def ask(desk: ReviewDesk) -> None:
        heard = await hear(desk, "game")
        expected = pachisi.review(PLAYED)
        acts, (accounts,), (game,) = (parts(heard, kind) for kind in ("act", "accounts", "game"))
        assert (game["acts"], game["sides"]) == (len(PLAYED.history), [[0], [2]])
        for act, moment in zip(acts, expected.moments, strict=True):
            assert act["after"] == [round(chance, 5) for chance in moment.after]
            assert (act["size"], len(act["choices"])) == (moment.size, len(moment.alternatives))
        for account, line in zip(accounts["accounts"], expected.players, strict=True):
            assert {name: getattr(line, name) for name in account if name != "seats"} | {"seats": list(line.seats)} == account
            assert sum(account[part] for part in ("start", "dice", "gifts", "skill", "correction")) == account["result"]
        log = {entry.seq: entry.fact for entry in desk.tables.store.log("game")}
        stands = [log[act["seq"]] for act in acts]
        assert [fact.faces if isinstance(fact, f.Threw) else fact.move for fact in stands] == [  # type: ignore[union-attr]
            str(done) if isinstance(done, Move) else done for done in PLAYED.history
        ]
        assert len({act["seq"] for act in acts}) == len(acts)
        sized = [act["n"] for act in acts if act["size"]]
        assert sized
        assert [part["n"] for part in parts(heard, "why")] == sized
        assert all(part["words"].startswith("Why: ") for part in parts(heard, "why"))

    at_desk(tmp_path, ask)


def test_two_servers_make_a_review_once_unless_the_first_one_dies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def count(game: Game, seqs: Any) -> Iterator[Any]:
        made.append("")
        return judging.evaluate(game, seqs)

    monkeypatch.setattr(reviews, "evaluate", count)

    async def ask(desk: ReviewDesk) -> None:
        tables = Tables(desk.tables.store, Settings())
        other = ReviewDesk(tables)
        try:
            here, there = await asyncio.gather(hear(desk, "game"), hear(other, "game"))
            assert len(made) == 1
            assert parts(here, "act") == parts(there, "act")
            await desk.tables.store.append([review_row("dead", reviews.CLAIM, b"gone 1.0")])
            assert parts(await hear(other, "dead"), "accounts")
        finally:
            other.close()

    at_desk(tmp_path, ask, ("game", "dead"))


def test_a_server_that_dies_with_its_clock_ahead_holds_nobody_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "STALE", 0.1)

    async def claim(desk: ReviewDesk) -> None:
        await desk.tables.store.append([review_row("game", reviews.CLAIM, f"gone {time.time() + 3600}".encode())])
        await desk._claim("game")

    at_desk(tmp_path, claim)


def test_a_review_is_made_once_and_kept_and_another_language_adds_its_words_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []

    def count(game: Game, seqs: Any) -> Iterator[Any]:
        made.append(len(seqs))
        return judging.evaluate(game, seqs)

    monkeypatch.setattr(reviews, "evaluate", count)

    async def ask(desk: ReviewDesk) -> None:
        first, second = await asyncio.gather(hear(desk, "game"), hear(desk, "game", address="elsewhere"))
        assert len(made) == 1
        assert [one for one in first if one["part"] != "queue"] == [one for one in second if one["part"] != "queue"]
        german = await hear(desk, "game", "de")
        assert parts(german, "act") == parts(first, "act")
        assert parts(german, "why")[0]["words"].startswith("Warum: ")
        assert await hear(desk, "game") == [one for one in first if one["part"] != "queue"]
        assert desk.tables.store.review("game", NUMBERS)
        assert len(made) == 1
        assert not desk.jobs

    at_desk(tmp_path, ask)


# --- many who wait -------------------------------------------------------------------------


def test_one_address_after_the_other_is_served() -> None:
    turns: Turns[str] = Turns()
    for name in ("a1", "a2", "a3", "b1", "c1", "b2"):
        turns.add(name[0], name)
    order = ["a1", "b1", "c1", "a2", "b2", "a3"]
    assert turns.in_order() == order
    assert turns.next() == "a1"
    turns.remove("b1")
    assert (turns.of("a"), turns.of("b"), len(turns)) == (2, 1, 4)
    assert [turns.next() for _ in range(5)] == ["b2", "c1", "a2", "a3", None]


def test_who_asks_for_too_much_is_refused_in_a_sentence_and_others_are_served(tmp_path: Path) -> None:
    names = tuple("abcdef")

    async def ask(desk: ReviewDesk) -> None:
        jobs = [desk.ask(name, "en", "greedy") for name in names[:2]]
        with pytest.raises(Refusal, match="many reviews"):
            desk.ask("c", "en", "greedy")
        assert desk.ask("a", "en", "greedy") is jobs[0], "a game that is waited for costs nothing"
        desk.ask("d", "en", "modest")
        with pytest.raises(Refusal, match="Very many games are waiting"):
            desk.ask("e", "en", "late")
        assert [job.table for job in desk.turns.in_order()] == ["a", "d", "b"]
        heard = [json.loads(line) async for line in desk.listen(jobs[1]) if line.startswith(b'{"part":"queue"')]
        assert next(part["place"] for part in heard) == 3
        assert not desk.turns

    at_desk(tmp_path, ask, names, reviews_each=2, reviews=3)


def test_a_review_that_nobody_waits_for_any_more_is_not_made(tmp_path: Path) -> None:
    async def ask(desk: ReviewDesk) -> None:
        first, second = desk.ask("a", "en", "here"), desk.ask("b", "en", "here")
        impatient = desk.listen(second)
        assert json.loads(await anext(impatient))["place"] == 2
        await impatient.aclose()  # type: ignore[attr-defined]
        assert ("b", "en") not in desk.jobs
        assert [part async for part in desk.listen(first)]
        assert desk.tables.store.review("b", NUMBERS) is None

    at_desk(tmp_path, ask, ("a", "b"))


def test_a_review_that_fails_says_so_and_the_next_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(game: Game, seqs: Any) -> Iterator[Any]:
        monkeypatch.setattr(reviews, "evaluate", judging.evaluate)
        raise RuntimeError("broken")

    monkeypatch.setattr(reviews, "evaluate", fail)

    async def ask(desk: ReviewDesk) -> None:
        heard = await hear(desk, "game")
        assert [part["part"] for part in heard if part["part"] != "queue"] == ["trouble"]
        assert parts(await hear(desk, "game"), "accounts")

    at_desk(tmp_path, ask)


# --- stopping ----------------------------------------------------------------------------------


class Stubborn:
    """Work of the desk that does not end by itself."""

    def __init__(self) -> None:
        self.begun, self.end = threading.Event(), threading.Event()

    def __call__(self, *_: object) -> Any:
        self.begun.set()
        self.end.wait(PATIENCE)
        return iter(())


@pytest.mark.parametrize(("module", "work"), [(riddles, "explain_puzzle"), (reviews, "evaluate")], ids=["puzzle", "review"])
def test_who_waits_for_the_desk_when_the_server_stops_is_told_and_nothing_else_is_said(
    module: Any, work: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    stubborn = Stubborn()
    monkeypatch.setattr(module, work, stubborn)
    monkeypatch.setattr("pachisi.web.http.app.make_ready", nothing)
    store, listener = Store(sqlite_url(tmp_path / "tables.db")), socket.create_server(("127.0.0.1", 0))
    asyncio.run(store.append(rows_of("game")))
    server = Server(build(store), Settings(log="json"))
    for name in ("uvicorn.error", "pachisi"):
        monkeypatch.setattr(logging.getLogger(name), "handlers", [caplog.handler])
    url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    with ThreadPoolExecutor(2) as threads, httpx.Client(base_url=url, headers={"Origin": url}, timeout=PATIENCE) as guest:
        running = threads.submit(server.run, [listener])
        puzzle = {"book": "mensch", "players": 2, "id": read_puzzles("mensch", 2)[0].name, "posed": "next", "index": 0}
        answer = threads.submit(
            lambda: guest.post("/api/puzzle", json=puzzle) if module is riddles else guest.get("/api/tables/game/review")
        )
        assert stubborn.begun.wait(PATIENCE)
        server.should_exit = True
        assert "The server is shutting down." in answer.result(PATIENCE).text
        running.result(PATIENCE)
        stubborn.end.set()
    assert caplog.text == ""


# --- over HTTP -------------------------------------------------------------------------------


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    monkeypatch.setattr("pachisi.web.http.app.make_ready", nothing)
    store = Store(sqlite_url(tmp_path / "tables.db"))
    asyncio.run(store.append(rows_of("game")))
    with TestClient(build(store)) as client:
        yield client


def test_a_finished_game_is_reviewed_and_one_that_goes_on_is_not(client: TestClient) -> None:
    for _ in range(2):  # evaluated, then kept
        reply = client.get("/api/tables/game/review?lang=fr")
        assert (reply.status_code, reply.headers["content-type"]) == (200, "application/x-ndjson")
        heard = [json.loads(line) for line in reply.text.splitlines()]
        assert len(parts(heard, "act")) == len(PLAYED.history)
    assert client.get("/api/tables/nowhere/review").status_code == 404
    new = client.post("/api/tables", json={"setup": {"book": "mensch", "players": 2}, "pause": 2}).json()["id"]
    for reply in (client.get(f"/api/tables/{new}/review"), client.post(f"/api/tables/{new}/analysis", json={"at": 0})):
        assert (reply.status_code, reply.json()["error"][:29]) == (409, "The game is still going on; i")


def test_a_line_can_be_tried_and_every_move_and_throw_is_weighed(client: TestClient) -> None:
    def ask(at: int, line: list[Any]) -> dict[str, Any]:
        found: dict[str, Any] = client.post("/api/tables/game/analysis", json={"at": at, "line": line}).json()
        return found

    choice = next(moment for moment in pachisi.review(PLAYED).moments if len(moment.alternatives) > 1)
    found = ask(choice.n, [])
    assert [one["chance"] for one in found["choices"]] == [round(one.chances[choice.side], 5) for one in choice.alternatives]
    assert found["why"].startswith("Why: ")
    assert {one["index"] for one in found["choices"]} == {move["index"] for move in found["state"]["moves"]}
    tried = found["choices"][-1]["index"]
    after = ask(choice.n, [tried])
    expected = PLAYED.at(choice.n)
    expected.push(expected.legal_moves[tried])
    assert after["state"]["pieces"] == [None if steps is None else list(steps) for steps in expected.snapshot.pieces]
    assert sum(one["share"] for one in after["throws"]) == pytest.approx(1)
    assert sum(after["chances"]) == pytest.approx(1, abs=1e-4)
    assert ask(choice.n, [tried, after["throws"][0]["faces"]])["state"]["faces"] == after["throws"][0]["faces"]
    for at, line in ((10**4, []), (choice.n, [99]), (choice.n, [[6]]), (0, [[7]])):
        refused = client.post("/api/tables/game/analysis", json={"at": at, "line": line})
        assert (refused.status_code, refused.json()["error"][:28]) == (400, "This could not be understood")


def test_a_new_table_begins_where_an_old_game_stood(client: TestClient) -> None:
    at = len(PLAYED.history) // 2
    seats = [{"seat": 0, "who": "here"}, {"seat": 2, "who": "bot", "bot": "careful"}]
    made = client.post("/api/tables/game/continue", json={"at": at, "seats": seats, "pause": 2})
    assert made.status_code == 201, made.text
    with client.websocket_connect(f"/ws/{made.json()['id']}") as socket:
        socket.receive_json()
        state = socket.receive_json()["state"]
    here = PLAYED.at(at)
    assert (state["node"], state["seat"], state["turn"]) == (here.node, here.seat, here.turn)
    assert state["pieces"] == [None if steps is None else list(steps) for steps in here.snapshot.pieces]
    over = client.post("/api/tables/game/continue", json={"at": len(PLAYED.history)})
    assert (over.status_code, over.json()["error"]) == (409, "The game is over.")


# --- puzzles ---------------------------------------------------------------------------------


def test_a_puzzle_of_the_day_counts_once_and_the_next_ones_fit(client: TestClient) -> None:
    first, *others = client.get("/api/puzzles").json()["kinds"]
    assert (first["book"], first["players"]) == ("mensch", 2)
    assert [one["book"] for one in (first, *others)][::2] == ["mensch", *(book for book in BOOKS if book != "mensch")]
    where = {"book": "mensch", "players": 2}

    def answer(posed: str, right: bool) -> dict[str, Any]:
        found = client.get("/api/puzzle", params={**where, "posed": posed}).json()
        puzzle = next(one for one in read_puzzles("mensch", 2) if one.name == found["id"])
        game = read_position(puzzle.position)
        best = game.legal_moves.index(game.parse(puzzle.best))
        index = best if right else (best + 1) % len(game.legal_moves)
        told: dict[str, Any] = client.post("/api/puzzle", json={**where, "posed": posed, "id": found["id"], "index": index}).json()
        assert (told["right"], told["best"]) == (right, best)
        assert told["why"].startswith("Why: ")
        assert len(told["choices"]) == len(game.legal_moves)
        return {**told, "rated": found["rated"], "id": found["id"]}

    today = answer("day", True)
    assert today["change"] > 0
    assert today["solver"] == {"rating": 1500 + today["change"], "tried": 1, "solved": 1}
    again = answer("day", True)
    assert (again["rated"], again["change"], again["id"]) == (False, 0, today["id"])
    second = answer("next", False)
    assert second["change"] < 0
    assert client.get("/api/puzzles").json()["solver"] == second["solver"] == {**second["solver"], "tried": 2, "solved": 1}
    posed = client.get("/api/puzzle", params={**where, "posed": "next"}).json()["id"]
    other = next(one.name for one in read_puzzles("mensch", 2) if one.name != posed)
    told = client.post("/api/puzzle", json={**where, "posed": "next", "id": other, "index": 0}).json()
    assert (told["change"], told["solver"]["tried"]) == (0, 2), "only the one that was posed counts"


def test_what_is_no_puzzle_is_refused_in_a_sentence(client: TestClient) -> None:
    for reply in (
        client.get("/api/puzzle", params={"book": "ludo", "players": 3}),
        client.get("/api/puzzle", params={"book": "../../secret", "players": 2}),
        client.post("/api/puzzle", json={"book": "mensch", "players": 2, "posed": "day", "id": "none", "index": 0}),
    ):
        assert (reply.status_code, reply.json()["error"]) == (404, "There is no such puzzle here.")


def test_reviews_and_ratings_are_kept_in_either_database(url: str) -> None:
    store = Store(url)
    ada, later = Solver(tried=1), Solver(mu=30, tried=2, solved=1)

    async def write() -> None:
        for packed in (b"first", b"second"):  # two servers have reviewed the same game
            await store.append([review_row("game", NUMBERS, packed)])
        for solver in (ada, later, ada):
            await store.append([solver_row("ada", solver)])

    asyncio.run(write())
    assert (store.review("game", NUMBERS), store.review("game", "de")) == (b"first", None)
    assert (store.solver("ada"), store.solver("bo")) == (later, Solver())
    store.close()
