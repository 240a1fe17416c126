"""Settings: from the command line, the environment and a file, in this order; and all of them are documented."""

from __future__ import annotations

from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pachisi.cli.main import main
from pachisi.web import serve
from pachisi.web.settings import SETTINGS, Settings

PAGE = Path(__file__).parent.parent / "docs" / "operating.md"


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Settings]:
    """The settings with which servers would have started."""
    found: list[Settings] = []
    monkeypatch.setattr(serve, "serve", lambda settings, browser, lang: found.append(settings))
    return found


def start(*words: str, **environ: str) -> Result:
    return CliRunner().invoke(main, ["serve", *words], env=environ)


def test_nothing_set_gives_the_defaults(started: list[Settings]) -> None:
    assert start().exit_code == 0
    assert started == [Settings()]


def test_the_command_line_comes_before_the_environment_and_that_before_the_file(
    started: list[Settings], tmp_path: Path
) -> None:
    file = tmp_path / "pachisi.toml"
    file.write_text('port = 1\npatience = 1\nidle = 1\nproxy = "10.0.0.0/8"\n[limits]\nsockets = 7\nbody = 9\n')
    environ = {"PACHISI_PORT": "2", "PACHISI_PATIENCE": "2", "PACHISI_LIMITS_BODY": "8"}
    assert start("--settings", str(file), "--port", "3", **environ).exit_code == 0
    assert start(PACHISI_SETTINGS=str(file), **environ).exit_code == 0
    first, second = started
    assert (first.port, first.patience, first.idle, first.limits.sockets, first.limits.body) == (3, 2, 1, 7, 8)
    assert (second.port, second.proxies) == (2, (ip_network("10.0.0.0/8"),))


def test_every_setting_can_be_set_by_each_way(started: list[Settings], tmp_path: Path) -> None:
    def other(default: Any) -> Any:
        if isinstance(default, tuple):
            return ["10.0.0.1"]
        return not default if isinstance(default, bool) else default + 1 if isinstance(default, int | float) else "json"

    lines = [f"{one.key} = {str(other(one.default)).lower()!r}" for one in SETTINGS if isinstance(one.default, str)]
    lines += [f"{one.key} = {str(other(one.default)).lower()}" for one in SETTINGS if not isinstance(one.default, str)]
    (tmp_path / "all.toml").write_text("\n".join(lines))
    said = {one.variable: str(other(one.default)).strip("[]'") for one in SETTINGS}
    assert start(PACHISI_SETTINGS=str(tmp_path / "all.toml")).exit_code == 0
    assert start(**said).exit_code == 0
    from_file, from_environment = started
    assert from_file == from_environment
    assert from_file.limits.sockets == Settings().limits.sockets + 1
    assert from_file.access_log


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("prot = 1", "sets 'prot', which is no setting; did you mean 'port'?"),
        ("[limits]\nsocket = 1", "sets 'limits.socket', which is no setting; did you mean 'limits.sockets'?"),
        ("port = ", "are not TOML"),
        ("port = 70000", "'--port'"),
        ('proxy = ["nonsense"]', "takes an address or a network"),
    ],
)
def test_a_file_that_makes_no_sense_is_refused_in_a_sentence(
    text: str, sentence: str, tmp_path: Path, started: list[Settings]
) -> None:
    (tmp_path / "p.toml").write_text(text)
    refused = start("--settings", str(tmp_path / "p.toml"))
    assert refused.exit_code != 0
    assert sentence in refused.output
    assert not started


def test_a_secret_is_not_taken_from_the_command_line(started: list[Settings]) -> None:
    refused = start("--admin-token", "opensesame")
    assert refused.exit_code != 0
    assert "set PACHISI_ADMIN_TOKEN" in refused.output
    assert "opensesame" not in refused.output
    assert start(PACHISI_ADMIN_TOKEN="opensesame").exit_code == 0
    assert started[0].admin_token == "opensesame"
