"""Somebody in front of the page in Firefox, which speaks WebDriver BiDi by itself."""

from __future__ import annotations

import atexit
import contextlib
import json
import re
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.web_client import QUIET

FIREFOXES = ("firefox-esr", "firefox")
PATIENCE = 60.0  # seconds for an answer; a new profile starts slowly
POLL = 0.02  # seconds between two looks at the page
GONE = ("no such node", "move target out of bounds", "no such element")  # the page has changed meanwhile
SCROLL = "(element) => element.scrollIntoView({block: 'center', behavior: 'instant'})"


def find_firefox() -> str:
    for name in FIREFOXES:
        if path := shutil.which(name):
            return path
    raise AssertionError("There is no Firefox: install it, on Debian with `apt install firefox-esr`.")


class Refusal(Exception):  # noqa: N818
    """The browser could not do what it was asked."""


class Firefox:
    """One window with a profile of its own; notes every error of its pages."""

    def __init__(self, profile: Path) -> None:
        command = [find_firefox(), "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        atexit.register(self.process.kill)  # a test that fails leaves no browser behind
        self.rooms, self.asked, self.faults = contextlib.ExitStack(), 0, list[str]()
        self.socket: ClientConnection = self.rooms.enter_context(
            connect(f"{self.address()}/session", compression=None, max_size=None)
        )
        self.ask("session.new", capabilities={})
        self.ask("session.subscribe", events=["log.entryAdded"])
        self.window = self.ask("browsingContext.getTree")["contexts"][0]["context"]
        self.ask("browsingContext.setViewport", context=self.window, viewport={"width": 1280, "height": 800})

    def address(self) -> str:
        for line in self.process.stderr or ():
            if found := re.search(r"WebDriver BiDi listening on (ws://\S+)", line):
                return found[1]
        raise AssertionError("Firefox ended before it listened.")

    def close(self) -> None:
        self.rooms.close()
        self.process.terminate()
        self.process.wait(QUIET)
        if self.process.stderr:
            self.process.stderr.close()

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """Send a command and wait for its answer; note what the page says meanwhile."""
        self.asked += 1
        self.socket.send(json.dumps({"id": self.asked, "method": method, "params": params}))
        while True:
            answer: dict[str, Any] = json.loads(self.socket.recv(PATIENCE))
            if answer.get("method") == "log.entryAdded" and answer["params"]["level"] == "error":
                self.faults.append(answer["params"]["text"])
            elif answer.get("id") == self.asked:
                if answer["type"] == "error":
                    raise Refusal(f"{answer['error']}: {answer['message']}")
                result: dict[str, Any] = answer["result"]
                return result

    # --- ways through the page ---------------------------------------------------------

    def go(self, url: str) -> None:
        self.ask("browsingContext.navigate", context=self.window, url=url, wait="complete")

    def evaluate(self, script: str) -> Any:
        """The value of an expression, if it is plain."""
        target = {"context": self.window}
        return self.ask("script.evaluate", expression=script, target=target, awaitPromise=True)["result"].get("value")

    def find(self, selector: str) -> list[dict[str, Any]]:
        locator = {"type": "css", "value": selector}
        nodes: list[dict[str, Any]] = self.ask("browsingContext.locateNodes", context=self.window, locator=locator)["nodes"]
        return nodes

    def wait(self, selector: str) -> dict[str, Any]:
        until = time.monotonic() + QUIET
        while not (found := self.find(selector)):
            assert time.monotonic() < until, f"{selector} did not appear in {self.evaluate('location.href')}"
            time.sleep(POLL)
        return found[0]

    def text(self, selector: str) -> str:
        self.wait(selector)
        return str(self.evaluate(f"document.querySelector({json.dumps(selector)}).textContent"))

    def click(self, selector: str) -> None:
        """Press the mouse in the middle of an element, wherever it goes while we aim."""
        until = time.monotonic() + QUIET
        while True:
            try:
                return self.aim(self.wait(selector))
            except Refusal as refusal:
                if not str(refusal).startswith(GONE) or time.monotonic() > until:
                    raise

    def aim(self, node: dict[str, Any]) -> None:
        element = {"sharedId": node["sharedId"]}
        target = {"context": self.window}
        self.ask("script.callFunction", functionDeclaration=SCROLL, arguments=[element], target=target, awaitPromise=False)
        way = [
            {"type": "pointerMove", "x": 0, "y": 0, "origin": {"type": "element", "element": element}},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self.ask("input.performActions", context=self.window, actions=[{"type": "pointer", "id": "mouse", "actions": way}])
