"""Refusals, over HTTP and over the socket, speak the language of whoever is refused."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from starlette.testclient import TestClient

import pachisi.web
from pachisi.table import Table
from pachisi.web.forms import Setup
from pachisi.web.http.app import build
from pachisi.web.http.replies import preferred
from pachisi.web.store import Store, sqlite_url
from pachisi.web.table.outline import table_of
from pachisi.web.views import contradictions
from pachisi.web.views.contradictions import Contradiction, set_up_or_explain
from pachisi.words import LANGUAGES
from pachisi.words.catalogue import catalogue

from .web_client import Player, Server, set_up

NO_TABLE = {
    "en": "There is no such table.",
    "de": "Diesen Tisch gibt es nicht.",
    "fr": "Cette table n’existe pas.",
}
NOT_YOUR_TURN = {"en": "It is not your turn.", "de": "Du bist nicht dran.", "fr": "Ce n’est pas à vous de jouer."}
TWO_ONLY = {
    "en": "“Two players, two colours each” is for 2 players only.",
    "de": "„Zu zweit mit je zwei Farben“ ist nur für 2 Spieler.",
    "fr": "«\u202fÀ deux, deux couleurs chacun\u202f» ne se joue qu’à 2 joueurs.",
}
GREEN = {
    "en": "“2 players” and “Green begins” cannot be played together.",
    "de": "„2 Spieler“ und „Grün beginnt“ passen nicht zusammen.",
    "fr": "«\u202f2 joueurs\u202f» et «\u202fVert commence\u202f» ne vont pas ensemble.",
}
IDLE = {
    "en": "“Which duty comes first” does nothing here: it needs ",
    "de": "„Welche Pflicht vorgeht“ bewirkt hier nichts: Dazu gehört ",
    "fr": "«\u202fQuelle obligation passe d’abord\u202f» n’a pas d’effet ici\u202f: il faut ",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("refusals") / "tables.db")
    yield server
    assert server.stop() == 0


def reader(server: Server, lang: str) -> httpx.Client:
    guest = server.guest()
    guest.headers["Accept-Language"] = lang
    return guest


def opening(key: str, lang: str) -> str:
    """How a refusal begins, up to what is filled in."""
    return catalogue(lang).text(f"refusals.{key}").partition("{")[0]


def test_every_sentence_is_used() -> None:
    folder = Path(pachisi.web.__file__).parent
    sources = "".join(path.read_text() for path in folder.rglob("*.py"))
    said = set(re.findall(r'"(\w+)"', sources))
    assert set(catalogue("en").section("refusals")) <= said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_request_is_refused_in_the_language_of_the_browser(lang: str, server: Server) -> None:
    guest = reader(server, lang)
    assert guest.get("/api/tables/nowhere").json() == {"error": NO_TABLE[lang]}
    other = next(one for one in LANGUAGES if one != lang)
    assert guest.get("/api/tables/nowhere", params={"lang": other}).json() == {"error": NO_TABLE[other]}
    wrong = {
        "not_understood": guest.post("/api/check", content="{", headers={"Content-Type": "application/json"}),
        "not_json": guest.post("/api/check", content="{}", headers={"Content-Type": "text/plain"}),
        "no_code": guest.get("/api/codes/AAAAAA"),
        "no_page": guest.get("/nowhere"),
        "no_method": guest.delete("/api/books"),
        "other_site": guest.post("/api/check", json={}, headers={"Origin": "http://elsewhere.example"}),
        "wrong_token": guest.get("/admin/backup", params={"token": "guessed"}),
        "no_lang": guest.get("/api/rules", params={"book": "mensch", "lang": "xx"}),
    }
    for key, reply in wrong.items():
        assert reply.status_code >= 400
        assert reply.json()["error"].startswith(opening(key, lang)), key


def test_a_browser_that_goes_to_a_wrong_address_gets_the_page_and_a_program_the_sentence(server: Server) -> None:
    guest = server.guest()
    for path in ("/nowhere", "/table/a/b"):
        shown = guest.get(path, headers={"Accept": "text/html,*/*;q=0.8"})
        assert (shown.status_code, shown.headers["content-type"].partition(";")[0]) == (404, "text/html")
        assert guest.get(path).json()["error"]
    assert guest.get("/api/nowhere", headers={"Accept": "text/html"}).json()["error"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_table_that_cannot_be_played_is_explained_by_the_names_in_the_form(lang: str, server: Server) -> None:
    guest = reader(server, lang)
    two_only = {"book": "mensch", "players": 3, "options": {"two_person": True}}
    assert guest.post("/api/check", json=two_only).json()["why"] == TWO_ONLY[lang]
    created = guest.post("/api/tables", json={"setup": two_only})
    assert created.status_code == 400
    assert created.json()["error"].startswith(f"{TWO_ONLY[lang]} (mensch: two_person is for 2 players, not 3;")
    green = guest.post("/api/check", json={"book": "mensch", "players": 2, "first": 1}).json()
    assert green["why"] == GREEN[lang]
    assert green["detail"].startswith("mensch: first = 1 is not possible")
    idle = guest.post("/api/check", json={"book": "mensch", "options": {"duty_order": "enter_first"}}).json()
    assert idle["ok"]
    assert idle["notes"][0].startswith(IDLE[lang])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_socket_is_refused_in_its_own_language(lang: str, server: Server) -> None:
    ada, grace = server.guest(), server.guest()
    seats = [{"seat": 0, "who": "here"}, {"seat": 2, "who": "open"}]
    table = set_up(ada, seats=seats)
    invite = table["links"]["invite"].split("invite=")[1]
    grace.post(f"/api/tables/{table['id']}/join", json={"invite": invite, "name": "Grace"})
    first, second = Player(server, ada, table["id"]), Player(server, grace, table["id"], lang)
    first.ask("start")
    second.hear_until("started")
    assert second.act()["why"] == NOT_YOUR_TURN[lang]
    assert second.ask("dance")["why"].startswith(opening("not_understood", lang))
    other = next(one for one in LANGUAGES if one != lang)
    second.ask("lang", lang=other)
    assert second.act()["why"] == NOT_YOUR_TURN[other]
    first.leave()
    second.leave()


def test_only_what_takes_part_in_a_contradiction_is_named() -> None:
    chosen: dict[str, bool | int | str] = {"barriers": True, "capture_duty": "strict", "may_pass": True}
    with pytest.raises(Contradiction) as caught:
        set_up_or_explain(Setup("mensch", 2, chosen, first=1))
    assert caught.value.plain("en") == GREEN["en"]
    with pytest.raises(Contradiction) as caught:
        set_up_or_explain(Setup("mensch", 2, {**chosen, "three_throws": 7}))
    assert caught.value.plain("de") == "„Dreimal würfeln: 7“ geht an diesem Tisch nicht."


def test_the_loop_does_not_wait_until_a_contradiction_is_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []
    threads: set[str] = set()

    def set_up_in_view(setup: Setup) -> Table:
        tried.append(repr(setup))
        threads.add(threading.current_thread().name)
        return table_of(setup)

    monkeypatch.setattr(contradictions, "table_of", set_up_in_view)
    store = Store(sqlite_url(tmp_path / "tables.db"))
    options = "[options]\n" + "\n".join(f"own{n}.values.on.turn.tries = 3" for n in range(40))
    chosen = {f"own{n}": True for n in range(40)}
    own = {"book": "own", "text": f"base = 'mensch'\n{options}\n", "options": chosen, "players": 2, "first": 1}
    guest = TestClient(build(store), headers={"Origin": "http://testserver"})
    assert not guest.post("/api/check", json=own).json()["ok"]
    assert len(tried) < len(chosen) + 15  # each left out once, besides players, pieces and the opener
    assert guest.post("/api/tables", json={"setup": own}).status_code == 400
    for path in ("rules", "drawing", "rulebook", "preview"):
        assert guest.get(f"/api/{path}?book=mensch&players=2&options={{%22three_throws%22:7}}").status_code == 400
    assert {name.partition("_")[0] for name in threads} == {"reader"}


@pytest.mark.parametrize(
    ("header", "wanted"),
    [
        ("", []),
        ("de", ["de"]),
        ("fr-CH, fr;q=0.9, en;q=0.8, de;q=0.95, *;q=0.5", ["fr", "de", "fr", "en"]),
        ("EN-gb;q=0.1,de;q=1.000", ["de", "en"]),
        (";;q=,,\x00", []),
    ],
)
def test_the_languages_of_a_browser_are_read_by_their_weight(header: str, wanted: list[str]) -> None:
    assert preferred(header) == wanted


def test_an_origin_that_is_no_address_is_another_site(server: Server) -> None:
    answer = server.guest().post("/api/tables", json={"setup": {"book": "mensch"}}, headers={"Origin": "http://["})
    assert answer.status_code == 403
