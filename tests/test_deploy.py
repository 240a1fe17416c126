"""What an operator copies fits what the server understands."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from pachisi.web.metrics import REGISTRY
from pachisi.web.settings import SETTINGS, Setting, read_file

ROOT = Path(__file__).parent.parent
DEPLOY, PAGE = ROOT / "deploy", (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
FOLDERS = {"PACHISI_DATA", "PACHISI_CACHE", "PACHISI_SETTINGS"}


def shown(value: Any) -> str:
    return "" if value in ("", ()) else f"`{str(value).lower()}`"


@pytest.mark.parametrize("one", SETTINGS, ids=lambda one: one.key)
def test_the_page_lists_every_setting_as_it_is(one: Setting) -> None:
    assert f"| `{one.key}` | `{one.variable}` | {shown(one.default)} | {one.what} |\n" in PAGE


def test_the_page_lists_no_setting_that_is_gone() -> None:
    assert re.findall(r"^\| `[\w.]+` \| `(PACHISI_\w+)`", PAGE, re.MULTILINE) == [one.variable for one in SETTINGS]


def test_the_page_lists_every_metric_as_it_is() -> None:
    kinds = [family for family in REGISTRY.collect() if family.name.startswith("pachisi_")]
    names = [f"{family.name}_total" if family.type == "counter" else family.name for family in kinds]
    listed = re.findall(r"^\| `(pachisi_\w+)` \| (.*) \|$", PAGE, re.MULTILINE)
    assert listed == [(name, family.documentation) for name, family in zip(names, kinds, strict=True)]


@pytest.mark.parametrize("path", sorted(DEPLOY.iterdir()), ids=lambda path: path.name)
def test_what_is_to_be_copied_names_only_what_can_be_set(path: Path) -> None:
    known = {one.variable for one in SETTINGS} | FOLDERS
    assert set(re.findall(r"PACHISI_\w+", path.read_text(encoding="utf-8"))) <= known


def test_the_file_of_settings_is_understood() -> None:
    values = read_file(DEPLOY / "pachisi.toml")
    assert values["proxy"] == ["127.0.0.1"]
    assert values["limits_connections"] == 20_000


def test_the_servers_of_the_compose_file_are_those_the_proxy_asks() -> None:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))["services"]
    servers = [name for name, about in services.items() if "PACHISI_DB" in about.get("environment", {})]
    asked = re.findall(r"(\w+):8765", (DEPLOY / "Caddyfile").read_text(encoding="utf-8"))
    assert servers == asked == ["one", "two"]


@pytest.mark.parametrize("name", ["Dockerfile", "pachisi@.service"])
def test_who_follows_these_files_gets_a_page_that_can_print(name: str) -> None:
    (extras,) = re.findall(r"\[([\w,]+)\]'", (DEPLOY / name).read_text(encoding="utf-8"))
    assert {"pg", "print"} <= set(extras.split(","))
