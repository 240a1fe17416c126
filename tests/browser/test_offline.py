"""The page without a connection, after an upgrade, and as a link in a messenger."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.new_language import INTERPRETED, copy_package
from tests.web_client import Server, set_up

from .conftest import Visit
from .page import Visitor, find_chromium

KEPT = """async () => {
  const version = document.documentElement.innerHTML.match(/v-[0-9a-f]+/)[0];
  const cache = await caches.open('pachisi');
  for (let n = 0; n < 200; n += 1) {
    const files = (await cache.keys()).map(({ url }) => url).filter((url) => url.includes('/static/v-'));
    const own = files.filter((url) => url.includes(version));
    if (own.length === files.length && ['app.js', 'setup.js', 'words/'].every((part) => own.some((url) => url.includes(part)))) return true;
    await new Promise((done) => setTimeout(done, 50));
  }
}"""

SHOWN = """async (tag) => {
  const notices = await (await navigator.serviceWorker.ready).getNotifications();
  return notices.length === 1 && notices[0].title === 'Your turn' && notices[0].tag === tag;
}"""


@pytest.fixture(scope="module")
def changing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose files can be changed."""
    folder = copy_package(tmp_path_factory.mktemp("upgrade"))
    server = Server(folder / "tables.db", "--no-limits", root=folder, environ=INTERPRETED)
    yield server
    assert server.stop() == 0


def wait_kept(visitor: Visitor) -> None:
    """Until the page, the form and the words are kept, and no file of another version is."""
    assert visitor.page.evaluate(KEPT)


def test_an_upgrade_is_seen_at_once_and_the_newest_page_stays_without_a_connection(
    changing: Server, visit: Visit
) -> None:
    ada = visit("/", changing, service_workers="allow")
    ada.see(".game").first.wait_for()
    wait_kept(ada)
    script = changing.root / "pachisi" / "web" / "static" / "app.js"
    with script.open("a", encoding="utf-8") as file:
        file.write("\ndocument.documentElement.dataset.upgraded = 'yes';\n")
    ada.page.reload()
    expect(ada.see("html[data-upgraded]")).to_have_count(1)
    ada.see(".game").first.wait_for()
    wait_kept(ada)
    with ada.expecting_faults():
        ada.context.set_offline(True)
        ada.page.reload()
        expect(ada.see("html[data-upgraded]")).to_have_count(1)
        expect(ada.see(".game").first).to_be_visible()
        expect(ada.see(".trouble")).to_contain_text("There is no connection")
        ada.go("/#mensch")
        expect(ada.see("h1")).to_have_text("Mensch ärgere Dich nicht")
        ada.context.set_offline(False)
        ada.go("/table/nothing")  # what only the server knows comes from the server
        expect(ada.see(".waiting")).to_contain_text("no such table")


def test_an_answer_that_breaks_off_is_a_connection_that_was_lost(visit: Visit) -> None:
    ada = visit(None)
    ada.page.route("**/api/tables?*", lambda route: route.fulfill(body='{"tables":[', content_type="application/json"))
    ada.go("/")
    expect(ada.see(".trouble")).to_contain_text("There is no connection")
    expect(ada.see(".game").first).to_be_visible()


@pytest.mark.parametrize(
    ("lost", "path", "sign"),
    [("**/api/books", "/#mensch", ".setup"), ("**/api/lesson?*", "/#lesson", ".coach"), ("**/screens/workshop.js", "/#workshop", ".workshop")],
)
def test_a_screen_that_cannot_be_loaded_says_so_and_can_be_tried_again(lost: str, path: str, sign: str, visit: Visit) -> None:
    ada = visit(None)
    with ada.expecting_faults():
        ada.page.route(lost, lambda route: route.abort())
        ada.go(path)
        expect(ada.see(".trouble")).to_contain_text("There is no connection")
        ada.page.unroute(lost)
        ada.press(".waiting .button")
        ada.see(sign).wait_for()


def test_a_link_to_a_table_shows_its_name_and_its_board_with_the_pieces(server: Server) -> None:
    guest = server.guest()
    table = set_up(guest, seats=[{"seat": 0, "who": "here"}, {"seat": 2, "who": "open"}])["id"]
    page = guest.get(f"/table/{table}", headers={"Accept-Language": "de"}).text
    assert '<meta property="og:title" content="Mensch ärgere Dich nicht · Pachisi" />' in page
    image = f"{server.url}/api/preview?table={table}"
    assert f'<meta property="og:image" content="{image}&amp;at=0" />' in page
    picture = guest.get(image)
    assert picture.headers["content-type"] == "image/png"
    assert struct.unpack(">II", picture.content[16:24]) == (1200, 630)
    assert len(picture.content) < 500_000
    fewer = guest.get("/api/preview?book=mensch&players=2&pieces=1").content
    assert fewer != picture.content == guest.get("/api/preview?book=mensch&players=2&pieces=4").content
    assert guest.get("/api/preview?table=nothing").status_code == 404
    evil = guest.get("/", headers={"Host": 'x"><script>'})
    assert "<script>" not in evil.text.split("</head>")[0].replace('<script type="', "")


def test_the_worker_is_never_taken_from_a_cache(server: Server) -> None:
    reply = server.guest().get("/sw.js")
    assert reply.headers["cache-control"] == "no-cache"
    assert "javascript" in reply.headers["content-type"]


def test_the_page_can_be_installed_and_its_worker_shows_whose_turn_it_is(
    server: Server, browser: Browser, tmp_path: Path
) -> None:
    options: dict[str, Any] = {"executable_path": find_chromium(), "args": ["--no-sandbox"], "permissions": ["notifications"]}
    with browser.browser_type.launch_persistent_context(tmp_path, **options) as context:  # private windows install nothing
        page = context.pages[0]
        page.goto(server.url)
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        assert context.new_cdp_session(page).send("Page.getInstallabilityErrors")["installabilityErrors"] == []
        page.evaluate("localStorage.setItem('pachisi', JSON.stringify({ notify: true }))")
        page.add_init_script("Object.defineProperty(document, 'hidden', { get: () => true })")
        setup = {"setup": {"book": "mensch", "players": 2}, "pause": 0}
        table = context.request.post(f"{server.url}/api/tables", data=setup, headers={"Origin": server.url}).json()["id"]
        page.goto(f"{server.url}/table/{table}")
        page.wait_for_function(SHOWN, arg=table)


def test_the_icons_are_as_large_as_the_manifest_says(server: Server) -> None:
    guest = server.guest()
    icons = guest.get("/static/manifest.json").json()["icons"]
    assert {one["purpose"] for one in icons} == {"any", "maskable"}
    for one in icons:
        if one["type"] == "image/png":
            width, height = struct.unpack(">II", guest.get(f"/static/{one['src']}").content[16:24])
            assert one["sizes"] == f"{width}x{height}"
