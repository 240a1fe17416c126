"""`pachisi serve`: the table in the browser."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from ..errors import RuleError
from ..web.limits import UNLIMITED
from ..web.settings import SETTINGS, Setting, collect, read_file
from .options import own_language

METAVARS = {"db": "FILE|URL", "proxy": "ADDRESS", "patience": "SECONDS", "retention": "DAYS"}


def read_settings(context: click.Context, _: click.Parameter, file: Path | None) -> None:
    """What the file sets takes the place of the defaults."""
    if file:
        context.default_map = {**(context.default_map or {}), **read_file(file)}


def keep_secret(context: click.Context, parameter: click.Parameter, value: str) -> str:
    if context.get_parameter_source(parameter.name or "") is ParameterSource.COMMANDLINE:
        raise RuleError(
            f"Others on this machine can read the command line; set {parameter.envvar} or write {parameter.name} into a file for --settings."
        )
    return value


def option(one: Setting) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A setting as an option; limits and secrets are not listed by --help."""
    about: dict[str, Any] = {"default": one.default, "envvar": one.variable, "help": f"{one.what[0].upper()}{one.what[1:]}."}
    about |= {"hidden": one.secret or "." in one.key, "callback": keep_secret if one.secret else None}
    about |= {"show_default": one.default not in ("", ()), "metavar": METAVARS.get(one.key)}
    if isinstance(one.default, bool):
        return click.option(f"{one.option}/--no-{one.option[2:]}", one.parameter, **about)
    if isinstance(one.default, tuple):
        return click.option(one.option, one.parameter, multiple=True, **about)
    return click.option(one.option, one.parameter, type=type_of(one), **about)


def type_of(one: Setting) -> click.ParamType[Any, Any]:
    if one.choices:
        return click.Choice(one.choices)
    if one.kind == "int":
        return click.IntRange(one.least, one.most)
    return click.FloatRange(one.least, one.most) if one.kind == "float" else click.STRING


def all_settings(command: Callable[..., None]) -> Callable[..., None]:
    for one in reversed(SETTINGS):
        command = option(one)(command)
    return command


@contextmanager
def share_metrics(workers: int) -> Iterator[None]:
    """A folder where processes add up what they count; the library wants to know it before anything is counted."""
    if workers < 2:
        yield
        return
    with tempfile.TemporaryDirectory(prefix="pachisi-metrics-", ignore_cleanup_errors=True) as folder:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        try:
            yield
        finally:
            del os.environ["PROMETHEUS_MULTIPROC_DIR"]


@click.command()
@click.option(
    "--settings",
    type=click.Path(path_type=Path, dir_okay=False),
    is_eager=True,
    expose_value=False,
    callback=read_settings,
    envvar="PACHISI_SETTINGS",
    metavar="FILE",
    help="A TOML file with settings; docs/operating.md lists them all.",
)
@click.option("--browser/--no-browser", default=True, help="Open the page in a browser.")
@click.option("--lan", is_flag=True, help="Let others in your network join, as --host 0.0.0.0 does.")
@all_settings
@click.option("--no-limits", is_flag=True, help="Do not limit the requests of one address; for load tests.")
def serve(browser: bool, lan: bool, no_limits: bool, **values: Any) -> None:
    """Serve the table in the browser."""
    with share_metrics(values["workers"]):
        try:
            from ..web.serve import serve as run
        except ModuleNotFoundError as error:
            if (error.name or "").startswith("pachisi"):
                raise
            raise RuleError(
                f"The table in the browser needs {error.name}, which is not installed: pip install 'pachisi[web]'."
            ) from None
        settings = collect({**values, "host": "0.0.0.0"} if lan else values)
        run(replace(settings, limits=UNLIMITED) if no_limits else settings, browser, own_language())
