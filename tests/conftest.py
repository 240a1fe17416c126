"""Long tests run only when asked for: `python3 run.py test --long`. Ctrl-C is heard, however the tests were started."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from .services import Postgres, Redis

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # cron, a script's background: children would inherit it
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", autouse=True)
def no_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Nets that somebody has trained on this machine do not play in the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("PACHISI_DATA", raising=False)
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        yield


@pytest.fixture(scope="session")
def postgres() -> Postgres:
    return Postgres()


@pytest.fixture(scope="session")
def redis() -> Redis:
    return Redis()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where tables are kept."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/tables.db"
    address: str = request.getfixturevalue("postgres").schema()
    return address


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the long tests too (CONTRIBUTING.md lists them)")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    long = [item for item in items if item.get_closest_marker("long")]
    if config.getoption("--long"):
        for item in long:
            item.add_marker(pytest.mark.timeout(1800))
        return
    config.hook.pytest_deselected(items=long)
    items[:] = [item for item in items if item not in set(long)]
