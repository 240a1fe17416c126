"""How a study runs on the command line: its progress, its report, its picture."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any, cast

import click

from .judges import WIDEST

if TYPE_CHECKING:
    from ..lab.study import Study
    from ..lab.tally import Trial
    from ..table import Table

STOPPED = 130  # the exit code of a command that Ctrl-C ends


def run_study(kind: type[Study], tables: Sequence[Table], trial: Trial, as_json: bool, plot: Path | None) -> None:
    with progress(kind.games(tables, trial)) as bar:
        if bar:
            trial.done = bar.update
        study = kind(tables, trial)
    report(study, as_json)
    if plot is not None and study.rows():
        study.save_picture(plot)
    if trial.stopped:
        sys.exit(STOPPED)


def progress(games: int) -> Any:
    """A bar on a terminal, nothing in a pipe."""
    if not sys.stderr.isatty():
        return nullcontext()
    return click.progressbar(length=games, label="Playing", file=sys.stderr)


class Stages:
    """On a terminal, one progress bar after the other, for work that reports how much of it is done."""

    label, bar = "", cast(Any, None)

    def __enter__(self) -> Stages:
        return self

    def __exit__(self, *_: object) -> None:
        if self.bar:
            self.bar.render_finish()

    def show(self, label: str, share: float) -> None:
        if not sys.stderr.isatty():
            return
        if label != self.label:
            self.__exit__()
            self.label, self.bar = label, click.progressbar(length=1000, label=f"{label:9}", file=sys.stderr)
        self.bar.update(int(1000 * share) - self.bar.pos)


def measure_width() -> int:
    return min(WIDEST, get_terminal_size((89, 24)).columns - 1)


def report(study: Study, as_json: bool) -> None:
    from ..lab.tabulation import PLAIN
    from ..terminal.look import look_of

    if as_json:
        click.echo(study.json())
        return
    look = look_of(sys.stdout)
    width = measure_width()
    title, games = study.head()
    lines = [look.bold(title), games, "", *study.body(width), "", *map(look.dim, study.foot(width))]
    text = "\n".join(lines)
    click.echo(text.translate(PLAIN) if look.plain else text, color=True)
