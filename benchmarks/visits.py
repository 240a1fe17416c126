"""How soon a newcomer can play: the first visit in a fresh browser, from the address to a die that can be thrown.

    python benchmarks/visits.py [--visits N] [--latency MS]

Each visit has an empty cache. "games" is when a game can be chosen, counted from the beginning of the navigation; "pictures" when the boards in view are
there; "table" is from the click on "Play now" until the die can be thrown. `--latency` delays every answer, as a network would.
Needs the packages of the tests (`python3 run.py test` installs them) and Chromium.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.browser.page import DIE, find_chromium
from tests.web_client import Server

COLUMNS = ("games", "pictures", "table", "requests", "kilobytes")
NOW = "performance.now()"
TRANSFERRED = "performance.getEntriesByType('resource').reduce((sum, one) => sum + one.transferSize, 0) / 1000"
IN_VIEW = 3  # boards in the first row of a laptop


def visit(browser: Browser, url: str, latency: float) -> tuple[float, ...]:
    """One first visit: milliseconds, requests and kilobytes."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
    page = context.new_page()
    asked: list[Any] = []
    page.on("request", lambda one: asked.append(one))
    if latency:
        delayed = {"offline": False, "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1}
        context.new_cdp_session(page).send("Network.emulateNetworkConditions", delayed)
    page.goto(url, wait_until="commit")
    page.wait_for_selector(".game button")
    games = page.evaluate(NOW)
    page.locator(".game-picture svg").nth(IN_VIEW - 1).wait_for()
    pictures, requests, weight = page.evaluate(NOW), len(asked), page.evaluate(TRANSFERRED)
    page.locator(".game button").first.click()
    clicked = page.evaluate(NOW)
    page.wait_for_selector(DIE)
    table = page.evaluate(NOW) - clicked
    context.close()
    return games, pictures, table, requests, weight


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visits", type=int, default=10)
    parser.add_argument("--latency", type=float, default=0.0)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "tables.db", "--no-limits")
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        visit(browser, server.url, 0)  # the server's own first answers
        rows = [visit(browser, server.url, chosen.latency) for _ in range(chosen.visits)]
        browser.close()
        server.kill()
    print(f"{'':10}{'best':>8}{'median':>8}{'worst':>8}")
    for name, column in zip(COLUMNS, zip(*rows, strict=True), strict=True):
        values = sorted(column)
        print(f"{name:10}{values[0]:8.0f}{values[len(values) // 2]:8.0f}{values[-1]:8.0f}")


if __name__ == "__main__":
    main()
