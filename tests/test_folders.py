"""Cache and data have a place on every machine: the user's own, the one named, or a temporary one with a sentence."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pachisi import folders

FOLDERS = [("cache", folders.cache_folder, "XDG_CACHE_HOME"), ("data", folders.data_folder, "XDG_DATA_HOME")]
linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the places of Linux")


@pytest.fixture(autouse=True)
def somewhere(tmp_path, monkeypatch):
    """A machine without settings, whose temporary folder is ours."""
    for name in ("PACHISI_CACHE", "PACHISI_DATA", "XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "tmp").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "tmp"))
    folders.log_warning.cache_clear()
    folders.unnamed.cache_clear()


def homeless(monkeypatch):
    """A user id without a passwd entry and without HOME, as in a container."""

    def nobody(uid):
        raise KeyError(f"getpwuid(): uid not found: {uid}")

    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.setattr("pwd.getpwuid", nobody)


@linux
def test_a_user_of_linux_finds_cache_and_games_where_they_always_were(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    assert folders.cache_folder() == tmp_path / ".cache" / "pachisi"
    assert folders.data_folder() == tmp_path / ".local" / "share" / "pachisi"


@linux
@pytest.mark.parametrize(("kind", "folder", "xdg"), FOLDERS)
def test_xdg_and_then_the_variable_of_pachisi_move_a_folder_and_asking_makes_none(
    kind, folder, xdg, tmp_path, monkeypatch
):
    monkeypatch.setenv(xdg, str(tmp_path / "xdg"))
    assert folder() == tmp_path / "xdg" / "pachisi"
    monkeypatch.setenv(f"PACHISI_{kind.upper()}", str(tmp_path / "own" / "place"))
    assert folder() == tmp_path / "own" / "place"
    assert not folder().exists()


@pytest.mark.parametrize(("kind", "folder", "xdg"), FOLDERS)
def test_without_a_home_a_temporary_folder_is_used_and_said_once(kind, folder, xdg, tmp_path, monkeypatch, caplog):
    homeless(monkeypatch)
    found = folder()
    assert found == folder() == tmp_path / "tmp" / f"pachisi-{os.getuid()}" / kind
    assert found.parent.stat().st_mode & 0o777 == 0o700
    (warning,) = caplog.messages
    assert "home" in warning
    assert str(found) in warning
    assert f"PACHISI_{kind.upper()}" in warning


@pytest.mark.parametrize(("kind", "folder", "xdg"), FOLDERS)
def test_a_folder_that_cannot_be_made_is_replaced(kind, folder, xdg, tmp_path, monkeypatch, caplog):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv(f"PACHISI_{kind.upper()}", str(tmp_path / "file" / "folder"))
    assert folder() == tmp_path / "tmp" / f"pachisi-{os.getuid()}" / kind
    assert f"{tmp_path / 'file'} cannot be written to" in caplog.text


def test_a_folder_that_cannot_be_written_to_is_replaced_too(tmp_path, monkeypatch, caplog):
    monkeypatch.setenv("PACHISI_CACHE", str(tmp_path / "locked"))
    monkeypatch.setattr("os.access", lambda path, mode: Path(path) != tmp_path)
    assert folders.cache_folder() == tmp_path / "tmp" / f"pachisi-{os.getuid()}" / "cache"
    assert "cannot be written to" in caplog.text


@pytest.mark.parametrize("trap", ["link", "open", "file"])
def test_a_temporary_folder_that_somebody_else_prepared_is_not_trusted(trap, tmp_path, monkeypatch):
    homeless(monkeypatch)
    name = tmp_path / "tmp" / f"pachisi-{os.getuid()}"
    if trap == "link":
        (tmp_path / "theirs").mkdir()
        name.symlink_to(tmp_path / "theirs")
    elif trap == "open":
        name.mkdir()
        name.chmod(0o777)
    else:
        name.write_text("")
    found = folders.cache_folder()
    assert found == folders.cache_folder()
    assert name not in found.parents
    assert found.parent.stat().st_mode & 0o777 == 0o700


def test_a_user_without_a_home_plays_keeps_the_game_and_goes_on_with_it(tmp_path):
    start = (
        "import pwd, sys\n"
        "def nobody(uid): raise KeyError(uid)\n"
        "pwd.getpwuid = nobody\n"
        "from pachisi.__main__ import main\n"
        "main()"
    )
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}
    environment = kept | {"TMPDIR": str(tmp_path / "tmp"), "NUMBA_DISABLE_JIT": "1", "LANG": "C.UTF-8"}

    def run(*args, typed):
        command = [sys.executable, "-c", start, *args]
        return subprocess.run(command, env=environment, input=typed, text=True, capture_output=True, timeout=100)

    first = run("play", "mensch", "--seed", "7", "--seat", "0=person", typed="\n1\n")
    assert first.returncode == 0, first.stderr
    assert "Traceback" not in first.stderr
    assert "PACHISI_DATA" in first.stderr
    second = run("play", "--resume", typed="")
    assert second.returncode == 0, second.stderr
    assert "no unfinished game" not in second.stderr
