"""The operator's page: who gets in, and for how long."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
import pytest

from pachisi.web.http import admin
from pachisi.web.http.app import build
from pachisi.web.settings import Settings
from pachisi.web.store import Store, sqlite_url


def at_server(path: Path, token: str, cookies: httpx.Cookies, ask: Callable[[httpx.AsyncClient], Awaitable[list[int]]]) -> list[int]:
    """Ask a server of its own; the status of each answer."""

    async def run() -> list[int]:
        store = Store(sqlite_url(path / "tables.db"))
        app = build(store, Settings(admin_token=token))
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="https://server", cookies=cookies) as guest:
            found = await ask(guest)
            cookies.update(guest.cookies)
        await app.state.tables.close()
        return found

    return asyncio.run(run())


def visit(path: Path, token: str, cookies: httpx.Cookies, *tried: str) -> list[int]:
    """Try these tokens, then the backup."""

    async def ask(guest: httpx.AsyncClient) -> list[int]:
        found = [(await guest.post("/admin/login", data={"token": one})).status_code for one in tried]
        return [*found, (await guest.get("/admin/backup")).status_code]

    return at_server(path, token, cookies, ask)


def scrape(path: Path, token: str, *tried: str) -> list[int]:
    """Try these tokens for the metrics."""

    async def ask(guest: httpx.AsyncClient) -> list[int]:
        return [(await guest.get("/metrics", headers={"Authorization": f"Bearer {one}"})).status_code for one in tried]

    return at_server(path, token, httpx.Cookies(), ask)


def test_the_cookie_opens_every_server_with_the_same_token(tmp_path: Path) -> None:
    cookies = httpx.Cookies()
    assert visit(tmp_path, "opensesame", cookies, "opensesame") == [303, 200]
    assert "opensesame" not in cookies["pachisi_admin"]
    assert visit(tmp_path, "opensesame", cookies) == [200]
    assert visit(tmp_path, "another", cookies) == [403]


def test_the_cookie_ends_after_a_while(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cookies = httpx.Cookies()
    visit(tmp_path, "opensesame", cookies, "opensesame")
    monkeypatch.setattr(admin, "SESSION", -1)
    assert visit(tmp_path, "opensesame", cookies) == [403]


def test_who_guesses_is_slowed_down(tmp_path: Path) -> None:
    guesses = ["wrong"] * Settings().limits.code_burst
    assert visit(tmp_path, "opensesame", httpx.Cookies(), *guesses, "opensesame") == [403] * len(guesses) + [429, 403]


def test_so_is_who_guesses_at_the_metrics_but_not_who_knows_the_token(tmp_path: Path) -> None:
    most = Settings().limits.code_burst
    assert scrape(tmp_path, "opensesame", *["opensesame"] * (most + 5)) == [200] * (most + 5)
    assert scrape(tmp_path, "opensesame", *["wrong"] * most, "opensesame") == [403] * most + [429]
