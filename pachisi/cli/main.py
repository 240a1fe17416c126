"""The command line. Each command is in a module of this package, imported on demand."""

from __future__ import annotations

import contextlib
import errno
import sys
from importlib import import_module
from typing import Any, cast

import click

from .. import __version__
from ..errors import IllegalMove, NotationError, RuleError
from .options import CommandError

COMMANDS = {  # and the modules that hold them
    "advise": "records",
    "arena": "arena",
    "board": "books",
    "books": "books",
    "check": "books",
    "dataset": "dataset",
    "lab": "lab",
    "new": "books",
    "perft": "perft",
    "play": "play",
    "print": "paper",
    "puzzle": "puzzles",
    "puzzles": "puzzles",
    "review": "desk",
    "rollout": "desk",
    "rules": "books",
    "serve": "serve",
    "show": "records",
    "simulate": "simulate",
    "train": "train",
    "verify": "records",
}


class Front(click.Group):
    """Errors of the library and of files become one line on stderr."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        return cast(click.Command, getattr(import_module(f".{COMMANDS[name]}", __package__), name))

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except (RuleError, IllegalMove, NotationError) as error:
            raise CommandError(str(error)) from None
        except OSError as error:
            if error.errno == errno.EPIPE:
                raise
            place = f"{error.filename}: " if error.filename else ""
            raise CommandError(f"{place}{error.strerror or error}.") from None


@click.group(cls=Front, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="pachisi")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Board games of the Pachisi family: play them, read their rules, check your own."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            with contextlib.suppress(ValueError):  # already read from
                reconfigure(errors="replace")
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
