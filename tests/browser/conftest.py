"""One server and one chromium for all browser tests of a process; a fresh browser profile for each visitor."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.web_client import Server

from .page import Visitor, find_chromium

Visit = Callable[..., Visitor]


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("browser") / "tables.db", "--no-limits", "--patience", "1")
    yield server
    assert server.stop() == 0


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    # Not for the whole session: as long as playwright runs, asyncio.run() is refused in this thread.
    path = find_chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Visit]:
    """Somebody new opens a page. At the end no page may have had an error, a failed request or a refused one."""
    visitors: list[Visitor] = []

    def come(
        path: str | None = "/", tables: Server = server, settings: dict[str, Any] | None = None, **context: Any
    ) -> Visitor:
        visitor = Visitor(browser, tables, settings or {}, **context)
        visitors.append(visitor)
        if path:
            visitor.go(path)
        return visitor

    yield come
    faults = [fault for visitor in visitors for fault in visitor.faults]
    for visitor in visitors:
        visitor.context.close()
    assert not faults, faults
