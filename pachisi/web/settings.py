"""What an operator can set. Each setting stands here or in `Limits` once; options, variables, the file and the documentation follow.

The command line comes first, then the environment, then the file.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, fields
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any

from ..errors import RuleError
from ..rulebooks import unknown
from .limits import LIMITS, Limits, setting

LOG_FORMATS = ("text", "json")


@dataclass(frozen=True)
class Settings:
    host: str = setting("127.0.0.1", "where to listen; 0.0.0.0 for the whole network")
    port: int = setting(8765, "0 takes any free port", most=65_535)
    workers: int = setting(1, "processes that share the port; about as many as there are cores", least=1, most=256)
    db: str = setting("", "a file or URL where tables are stored; default: a file in your data folder")
    db_timeout: float = setting(10, "seconds after which a database or bus that does not answer counts as gone", least=1, most=3600)
    bus: str = setting("", "redis://… where many servers tell each other news; default: through the database, or beside the file")
    proxies: tuple[IPv4Network | IPv6Network, ...] = setting(
        (), "proxies whose X-Forwarded-For is trusted: addresses or networks", name="proxy"
    )
    patience: float = setting(30, "seconds a player may be away before the others can let a bot take over", most=86_400)
    pause: float = setting(0.7, "seconds that a bot takes for a choice, unless the table sets its own", most=60)
    call: float = setting(2, "seconds that a throw waits for the numbers of the browsers at the table", most=30)
    idle: float = setting(300, "seconds after which an empty table leaves memory")
    admin_token: str = setting("", "opens /admin; default: a file in your data folder, made at the first start", secret=True)
    metrics_token: str = setting("", "opens /metrics; default: the admin token", secret=True)
    log: str = setting("text", "how the log on stderr is written: text, or json for one object a line", choices=LOG_FORMATS)
    access_log: bool = setting(False, "log every request, without its query")
    retention: float = setting(0, "days after which finished games are packed; 0 never packs")
    limits: Limits = LIMITS


@dataclass(frozen=True)
class Setting:
    """A row of the table of settings."""

    key: str  # in the file; a dot where it stands in a chapter
    kind: str
    default: Any
    what: str
    least: int = 0
    most: int | None = None
    choices: tuple[str, ...] = ()
    secret: bool = False

    @property
    def parameter(self) -> str:
        return self.key.replace(".", "_")

    @property
    def option(self) -> str:
        return f"--{self.parameter.replace('_', '-')}"

    @property
    def variable(self) -> str:
        return f"PACHISI_{self.parameter.upper()}"


def rows(kind: type, chapter: str = "") -> Iterator[Setting]:
    for one in fields(kind):
        if one.name == "limits":
            yield from rows(Limits, "limits.")
        else:
            yield row(one, chapter)


def row(one: Field[Any], chapter: str) -> Setting:
    about = dict(one.metadata)
    name = about.pop("name", one.name)
    assert one.default is not MISSING
    return Setting(chapter + name, str(one.type), one.default, **about)


SETTINGS = tuple(rows(Settings))
BY_KEY = {one.key: one for one in SETTINGS}


def collect(values: Mapping[str, Any]) -> Settings:
    """Settings from the parameters of the command."""
    own = {one.name: values[one.metadata.get("name", one.name)] for one in fields(Settings) if one.name != "limits"}
    own["proxies"] = tuple(map(read_network, own["proxies"]))
    return Settings(**own, limits=Limits(**{one.name: values[f"limits_{one.name}"] for one in fields(Limits)}))


def read_network(text: str) -> IPv4Network | IPv6Network:
    try:
        return ip_network(text, strict=False)
    except ValueError:
        raise RuleError(
            f"--proxy takes an address or a network, such as 127.0.0.1 or 10.0.0.0/8, not '{text}'."
        ) from None


def read_file(path: Path) -> dict[str, Any]:
    """The parameters that a file sets."""
    try:
        tree = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise RuleError(f"The settings in {path} cannot be read: {os.strerror(error.errno or 0)}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RuleError(f"The settings in {path} are not TOML: {error}.") from None
    return {BY_KEY[key].parameter: value for key, value in flatten(tree, path)}


def flatten(tree: Mapping[str, Any], path: Path, chapter: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in tree.items():
        key = chapter + name
        if isinstance(value, dict) and not chapter:
            yield from flatten(value, path, f"{name}.")
        elif key not in BY_KEY:
            raise RuleError(unknown(f"{path} sets '{key}', which is no setting", key, BY_KEY))
        else:
            wants_list = isinstance(BY_KEY[key].default, tuple)
            yield key, [value] if wants_list and isinstance(value, str) else value
