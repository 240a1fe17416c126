"""The server's own log, on stderr: sentences for people, or one JSON object a line for machines."""

from __future__ import annotations

import logging

from pythonjsonlogger.json import JsonFormatter

from .settings import Settings

NAMES = {"levelname": "level", "name": "logger"}


def set_up_log(settings: Settings) -> None:
    """Warnings as bare sentences, as everywhere; requests with their time. In JSON, everything has a time and its fields."""
    as_json = settings.log == "json"
    handler = logging.StreamHandler()
    if as_json:
        handler.setFormatter(JsonFormatter("%(levelname)s %(name)s %(message)s", rename_fields=NAMES, timestamp="time"))
    else:
        handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    access = logging.getLogger("pachisi.access")
    access.setLevel(logging.INFO if settings.access_log else logging.WARNING)
    (logging.getLogger() if as_json else access).handlers = [handler]
    access.propagate = as_json
    logging.getLogger("psycopg").setLevel(logging.ERROR)  # whoever writes reports what matters
    logging.getLogger("pachisi.web").setLevel(logging.INFO if as_json else logging.WARNING)
