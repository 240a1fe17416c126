"""The server's log: sentences, or JSON; requests without their secrets."""

from __future__ import annotations

import json
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import httpx
import pytest

from pachisi.web.logs import QUIET, set_up_log
from pachisi.web.settings import Settings

from .web_client import ROOT

LOGGERS = ("", "pachisi.access", "pachisi.web")


@pytest.fixture(autouse=True)
def restored() -> Iterator[None]:
    before = [(logging.getLogger(name), vars(logging.getLogger(name)).copy()) for name in LOGGERS]
    assert logging.lastResort
    filters = logging.lastResort.filters.copy()
    yield
    logging.lastResort.filters = filters
    for logger, values in before:
        vars(logger).update(values)
        logger.setLevel(values["level"])  # forgets what was enabled


def test_json_has_a_time_a_level_and_the_fields_of_the_event(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_log(Settings(log="json"))
    logging.getLogger("pachisi.web").error("Table %s cannot be read.", "abc", extra={"table": "abc"})
    logging.getLogger("pachisi.access").info("not wished")
    found = json.loads(capsys.readouterr().err)
    assert found.pop("time")
    assert found == {"level": "ERROR", "logger": "pachisi.web", "message": "Table abc cannot be read.", "table": "abc"}


def test_text_is_a_line_with_its_time(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_log(Settings(access_log=True))
    logging.getLogger("pachisi.access").info("GET / 200")
    assert capsys.readouterr().err.endswith(" GET / 200\n")


@pytest.mark.parametrize("kind", ["text", "json"])
def test_the_same_trouble_is_told_once_and_later_how_often(
    kind: Literal["text", "json"], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1000.0
    monkeypatch.setattr("pachisi.web.logs.time.monotonic", lambda: now)
    monkeypatch.setattr(logging.getLogger(), "handlers", [])  # the tests' own hear everything
    set_up_log(Settings(log=kind))
    web = logging.getLogger("pachisi.web.table.live")
    for _ in range(500):
        web.error("The database does not answer.")
    web.error("Another trouble.")
    now += QUIET
    web.error("%s", "The database does not answer.")
    first, other, again = capsys.readouterr().err.splitlines()
    assert "The database does not answer." in first
    assert "times" not in first
    assert "Another trouble." in other
    assert "The database does not answer. (The same 499 times more before.)" in again


def test_a_server_that_logs_in_json_says_nothing_else(tmp_path: Path) -> None:
    environ = {**os.environ, "PACHISI_DB": str(tmp_path / "tables.db"), "PACHISI_PORT": "0", "PACHISI_LOG": "json"}
    environ |= {"PACHISI_ACCESS_LOG": "1", "PACHISI_ADMIN_TOKEN": "opensesame"}
    command = [sys.executable, "-m", "pachisi", "serve", "--no-browser"]
    with subprocess.Popen(command, cwd=ROOT, env=environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stderr
        first = json.loads(process.stderr.readline())
        transport = httpx.HTTPTransport(retries=5)
        with httpx.Client(base_url=first["address"], transport=transport, timeout=60) as client:
            client.get("/join/ABCDEF?invite=whisper")
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=60)
    assert out == b""
    lines = [json.loads(line) for line in err.splitlines()]
    assert {"GET /join/ABCDEF 200"} == {" ".join(map(str, (one["method"], one["path"], one["status"]))) for one in lines}
    assert b"whisper" not in err
