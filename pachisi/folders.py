"""Where the user's files are kept."""

from __future__ import annotations

import logging
import os
import stat
import tempfile
import threading
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Literal

import platformdirs

LOG = logging.getLogger("pachisi")  # unless configured otherwise, a warning is its bare sentence on stderr
WARNING = threading.Lock()
NO_HOME = "This user has no home directory"


def cache_folder() -> Path:
    """For what can be recreated: compiled rules, solved games. The environment variable PACHISI_CACHE overrides it."""
    return find("cache", platformdirs.user_cache_path)


def data_folder() -> Path:
    """For what cannot: unfinished games, the tables of the server, trained nets. PACHISI_DATA overrides it."""
    return find("data", platformdirs.user_data_path)


def find(kind: str, usual: Callable[[str, Literal[False]], Path]) -> Path:
    """The folder of this kind, or a temporary one with a warning; it is created by the first write."""
    variable = f"PACHISI_{kind.upper()}"
    try:
        chosen = os.environ.get(variable)
        folder = Path(os.path.expanduser(chosen)).absolute() if chosen else usual("pachisi", False)
        reason = fault(folder)
        if not reason:
            return folder
    except RuntimeError:
        reason = NO_HOME
    stand_in = temporary() / kind
    warn_once(
        f"{reason}, so the {kind} folder is {stand_in}, which may not last; "
        f"set {variable} to a folder that you can write to."
    )
    return stand_in


def fault(folder: Path) -> str:
    """Why a folder cannot be used; nothing if it can."""
    if not folder.is_absolute():  # an unknown "~", as older platformdirs leave it
        return NO_HOME
    nearest = next(place for place in (folder, *folder.parents) if os.path.lexists(place))
    if nearest.is_dir() and os.access(nearest, os.W_OK | os.X_OK):
        return ""
    return f"{nearest} cannot be written to"


def temporary() -> Path:
    """A folder that nobody else can write to; the same one at the next start, unless its name has been taken."""
    folder = Path(tempfile.gettempdir()) / f"pachisi-{os.getuid() if hasattr(os, 'getuid') else 'user'}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        return folder if is_own(folder) else unnamed()
    except OSError:
        return unnamed()


def is_own(folder: Path) -> bool:
    """Compiled code is loaded from here, so another user's folder, or a link to one, will not do."""
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode):
        return False
    return not hasattr(os, "getuid") or (found.st_uid == os.getuid() and not found.st_mode & 0o022)


@lru_cache(maxsize=1)
def unnamed() -> Path:
    """A temporary folder for this process alone."""
    return Path(tempfile.mkdtemp(prefix="pachisi-"))


def warn_once(sentence: str) -> None:
    with WARNING:  # two threads may find the same fault at once
        log_warning(sentence)


@lru_cache(maxsize=64)
def log_warning(sentence: str) -> None:
    LOG.warning(sentence)
