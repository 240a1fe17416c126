"""The server's own log, on stderr: sentences for people, or one JSON object a line for machines."""

from __future__ import annotations

import logging
import time

from pythonjsonlogger.json import JsonFormatter

from .settings import Settings

NAMES = {"levelname": "level", "name": "logger"}


QUIET = 10.0  # seconds in which the same sentence is not said again
MOST = 1000  # sentences remembered


class Repeats(logging.Filter):
    """Says a sentence once, and later how often it could have been said: without the database, every table has the same trouble."""

    def __init__(self) -> None:
        super().__init__()
        self.said: dict[str, tuple[float, int]] = {}  # when, and how often since

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.ERROR:
            return True
        sentence, now = record.getMessage(), time.monotonic()
        at, unsaid = self.said.get(sentence, (-QUIET, 0))
        if now - at < QUIET:
            self.said[sentence] = at, unsaid + 1
            return False
        if len(self.said) >= MOST:
            self.said.clear()
        self.said[sentence] = now, 0
        if unsaid:
            record.msg, record.args = f"{sentence} (The same {unsaid} times more before.)", ()
        return True


def set_up_log(settings: Settings) -> None:
    """Warnings as bare sentences, as everywhere; requests with their time. In JSON, everything has a time and its fields."""
    as_json = settings.log == "json"
    handler = logging.StreamHandler()
    if as_json:
        handler.setFormatter(JsonFormatter("%(levelname)s %(name)s %(message)s", rename_fields=NAMES, timestamp="time"))
    else:
        handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    repeats = Repeats()
    for one in (handler, logging.lastResort):
        if one:
            one.addFilter(repeats)
    access = logging.getLogger("pachisi.access")
    access.setLevel(logging.INFO if settings.access_log else logging.WARNING)
    (logging.getLogger() if as_json else access).handlers = [handler]
    access.propagate = as_json
    logging.getLogger("psycopg").setLevel(logging.ERROR)  # whoever writes reports what matters
    logging.getLogger("pachisi.web").setLevel(logging.INFO if as_json else logging.WARNING)
