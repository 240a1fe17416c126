"""Somebody in front of the page, in a browser of his own."""

from __future__ import annotations

import asyncio
import json
import secrets
import shutil
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, ConsoleMessage, Locator, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from pachisi.web.forms import Setup
from pachisi.web.http.guests import COOKIE, hash_token
from pachisi.web.rows import Row, deed_row, event_row
from pachisi.web.store import Store, sqlite_url
from pachisi.web.table import facts as f
from tests.web_client import QUIET, Server, set_up

PATIENCE, SOON = 4, 5_000  # how often a button is looked for, and for how many milliseconds each time
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
DESK = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
DIE = ".dish-button:enabled"
HERE, INVITED = "at this screen", "by invitation"  # who may sit at a seat
READY = f"{DIE}, .move, .finish"  # what shows that it is one's turn, or that the game is over
GIVEN_UP = "net::ERR_ABORTED"  # of a request whose page was left meanwhile

expect.set_options(timeout=QUIET * 1000)


def find_chromium() -> str:
    for name in CHROMIUMS:
        if path := shutil.which(name):
            return path
    raise AssertionError(
        "There is no chromium for the browser tests: install it, on Debian with `apt install chromium`."
    )


def is_complaint(message: ConsoleMessage) -> bool:
    """Does the browser complain? Not about the worker that is blocked on purpose."""
    return message.type in ("error", "warning") and "Service Worker registration blocked" not in message.text


class Visitor:
    """A browser with its own cookies and settings; notes all that goes wrong in its pages."""

    def __init__(self, browser: Browser, server: Server, settings: dict[str, Any], **context: Any) -> None:
        self.server = server
        self.faults: list[str] = []
        chosen = {"name": "pachisi", "value": json.dumps({"speed": "instant", "sound": False, "turned": False, **settings})}
        state: Any = {"cookies": [], "origins": [{"origin": server.url, "localStorage": [chosen]}]}
        context = {"locale": "en-GB", "service_workers": "block", **DESK, **context}  # a worker would answer for the line
        self.width: int = context["viewport"]["width"]
        self.context = browser.new_context(storage_state=state, accept_downloads=True, **context)
        self.context.set_default_timeout(QUIET * 1000)
        self.watch()
        self.page = self.context.new_page()

    def watch(self) -> None:
        self.context.on("console", lambda one: self.note(is_complaint(one), f"{one.type}: {one.text}"))
        self.context.on("weberror", lambda one: self.note(True, f"uncaught: {one.error}"))
        self.context.on("requestfailed", lambda one: self.note(one.failure != GIVEN_UP, f"{one.url}: {one.failure}"))
        self.context.on("response", lambda one: self.note(one.status >= 400, f"{one.url}: {one.status}"))

    def note(self, is_fault: bool, text: str) -> None:
        if is_fault:
            self.faults.append(text)

    @contextmanager
    def expecting_faults(self) -> Iterator[None]:
        """The line is being cut on purpose: what the browser says of it is no fault of the page."""
        before = list(self.faults)
        yield
        self.faults[:] = before

    def see(self, selector: str, has_text: str | None = None) -> Locator:
        return self.page.locator(selector, has_text=has_text)

    # --- ways through the page ---------------------------------------------------------

    def go(self, path: str) -> None:
        self.page.goto(self.server.url + path)

    def choose(self, name: str, text: str) -> None:
        """Press one of the segments of a choice."""
        ways = self.see(f'label.segment:has(input[name="{name}"])')
        ways.filter(has=self.page.get_by_text(text, exact=True)).click()

    def seat(self, name: str, text: str) -> None:
        """Open the list of a seat and choose who sits there."""
        self.press(f'.picker[data-name="{name}"] summary')
        row = self.see(f'.picker[data-name="{name}"] .picker-row')
        row.filter(has=self.page.get_by_text(text, exact=True)).click()

    def fill_in(self, book: str, pieces: int = 1) -> None:
        self.go(f"/#{book}")
        self.choose("players", "2")
        self.choose("pieces", str(pieces))

    def set_up(self, book: str, pieces: int = 1, second: str | None = None) -> None:
        """Set up a table for two through the page, against a bot unless said otherwise."""
        self.fill_in(book, pieces)
        if second:
            self.seat("chair-2", second)
        self.press(".create button")
        self.page.wait_for_url("**/table/*")

    @property
    def table(self) -> str:
        return self.page.url.split("/table/")[1].split("?")[0]

    def guest(self) -> httpx.Client:
        """The same person outside the page."""
        self.context.request.get(self.server.url)  # gives the cookie, if there is none yet
        cookies = {one["name"]: one["value"] for one in self.context.cookies()}
        return httpx.Client(
            base_url=self.server.url, headers={"Origin": self.server.url}, cookies=cookies, timeout=QUIET
        )

    # --- playing -----------------------------------------------------------------------

    def join_bots(self, book: str, **values: Any) -> str:
        """Lay a table with bots outside the page, and sit down."""
        table: str = set_up(self.guest(), book, **values)["id"]
        self.go(f"/table/{table}")
        return table

    def join_at(self, position: str) -> None:
        """Sit down against a bot at a table for two that begins with a position."""
        self.context.request.get(self.server.url)  # gives the cookie, if there is none yet
        holder = hash_token(next(one["value"] for one in self.context.cookies() if one["name"] == COOKIE))
        table, now = secrets.token_hex(8), time.time()
        places = (f.Place(0, holder), f.Place(2, bot="greedy"))
        setup = Setup(position.split()[0], 2, first=0)
        deed = f.Deed(table, now, holder, setup, places, "0" * 64, "", table[:6], True, 0.0, start=position)
        write(self.server, [deed_row(deed), event_row(table, f.LoggedFact(1, f.Began()), now)])
        self.go(f"/table/{table}")

    def wait_turn(self) -> None:
        self.see(READY).first.wait_for()

    def is_over(self) -> bool:
        return self.see(".finish").count() > 0

    def press(self, selector: str) -> None:
        """Click, or tap where there is a finger instead of a mouse; what may no longer be pressed is looked for again."""
        target = self.see(selector).first
        press = target.tap if self.page.evaluate("matchMedia('(pointer: coarse)').matches") else target.click
        for _ in range(PATIENCE):
            with suppress(PlaywrightTimeout):
                return press(timeout=SOON)
        press()

    def throw(self) -> list[int]:
        """Throw at one's turn and see what lies there, if a move follows."""
        self.see(DIE).wait_for()
        self.press(DIE)
        self.wait_turn()
        return self.faces()

    def faces(self) -> list[int]:
        return [
            int(face)
            for face in self.see(".dish [data-face]").evaluate_all("all => all.map((one) => one.dataset.face)")
        ]

    def act(self) -> None:
        """Throw if that is possible, else play the first move of the strip."""
        self.press(f"{DIE}, .move")  # looked for until one can be pressed: a throw that was under way may just arrive

    def play_out(self) -> None:
        self.wait_turn()
        while not self.is_over():
            self.act()
            self.wait_turn()

    # --- what was kept -----------------------------------------------------------------

    def own_nonces(self) -> list[str]:
        """The nonces that this browser has sent with its throws, in order."""
        found: list[str] = self.page.evaluate(
            f"JSON.parse(localStorage.getItem('pachisi.nonces.{self.table}') ?? '[]')"
        )
        return found

    def given_links(self) -> list[int]:
        """The throws for which this browser has given a link, in order."""
        found: dict[str, str] = self.page.evaluate(
            f"JSON.parse(localStorage.getItem('pachisi.given.{self.table}') ?? '{{}}')"
        )
        return sorted(map(int, found))

    def download_record(self, folder: Path) -> Path:
        with self.page.expect_download() as waiting:
            self.see('.finish a[href$="/record"]').click()
        path = folder / waiting.value.suggested_filename
        waiting.value.save_as(path)
        return path


def write(server: Server, rows: list[Row]) -> None:
    """Put something into the log of a server that runs."""
    store = Store(sqlite_url(Path(server.db)))
    with ThreadPoolExecutor(1) as thread:  # playwright's loop runs in this one
        thread.submit(lambda: asyncio.run(store.append(rows))).result()
    store.close()


def linked(record: str, seat: int = 0) -> list[int]:
    """The throws of a record in which a link of this seat's browser took part, in order."""
    words = [word for line in record.splitlines() if line.startswith("mixed ") for word in line.split()[1:]]
    return [n for n, word in enumerate(words) if len(word) < 32 and str(seat) in word.partition("!")[0]]
