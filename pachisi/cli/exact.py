"""`pachisi lab solve`, `truth`, `maxims` and `values`: exact chances of small games on the command line."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..errors import NotationError, RuleError
from .options import Command, CommandError, OutputFile, at_table, seed_option, set_up_table
from .reports import Stages, measure_width, run_study

if TYPE_CHECKING:
    from ..game import Game
    from ..lab.matrix import Workshop
    from ..lab.maxims import Maxims
    from ..lab.solve import ExactValues
    from ..lab.states import Progress
    from ..lab.truth import Truth
    from ..table import Table


solution_option = click.option(
    "--solution",
    "file",
    type=click.Path(exists=True, path_type=Path),
    metavar="FILE.npz|FOLDER",
    help="What `lab solve --out` has written; by default a table of one or two pieces is solved and the result cached.",
)
device_option = click.option(
    "--device", type=click.Choice(("cpu", "cuda")), default="cpu", show_default=True, help="Where a table is solved."
)


@click.command()
@click.argument("book")
@at_table
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE.npz|FOLDER",
    help="Save the values of all positions: with three pieces and more, or from a GPU, in a folder, where the same command continues "
    "work that was interrupted; with fewer, and where moves depend on the enemy, in a file when it is done.",
)
@device_option
@click.option(
    "--memory",
    type=click.FloatRange(min=0.1),
    metavar="GIB",
    help="Memory for a table that lists all positions: one with one or two pieces, or with moves that depend on the enemy.  "
    "[default: 4; on a GPU what is free]",
)
@click.option(
    "--check",
    "games",
    type=click.IntRange(1),
    metavar="GAMES",
    help="Check the values by this many games of perfect play from each of some random positions.",
)
@click.option("--json", "as_json", is_flag=True, help="The numbers as JSON.")
def solve(
    book: str,
    players: int | None,
    options: tuple[str, ...],
    pieces: int | None,
    out: Path | None,
    device: str,
    memory: float | None,
    games: int | None,
    as_json: bool,
) -> None:
    """The first player's exact chance of winning if both play perfectly, for two players.

    One or two pieces each are solved at any table; three or four only where moves do not depend on the enemy.
    """
    from ..lab.solve import Solution
    from ..lab.spot_checks import check_values
    from ..lab.tabulation import paragraphs

    table = set_up_table(book, 2 if players is None else players, options, pieces)
    large = device == "cuda" or table.pieces > 2
    if out is not None and not large:
        out = OutputFile().convert(out, None, None)
    elif out is not None and not out.parent.is_dir():
        raise CommandError(f"{out}: there is no folder {out.parent}; create it first.")
    with Stages() as stages:
        solution = solve_table(table, device, out, stages.show, memory)
    checked = check_values(table, solution, games) if games else None
    if as_json:
        names = ["table", "first", "error", "sweeps", "positions", *(["residual"] if isinstance(solution, Solution) else [])]
        found = {name: getattr(solution, name) for name in names}
        click.echo(json.dumps(found if checked is None else {**found, "check": checked.data()}))
    else:
        told = [solution.summary(), *([] if checked is None else [checked.summary()])]
        click.echo("\n".join(paragraphs(told, measure_width())))
    if out is not None:
        if isinstance(solution, Solution):
            solution.save(out)
        click.echo(f"All values are in {out}.", err=as_json)


def solve_table(table: Table, device: str, folder: Path | None, progress: Progress, memory: float | None = None) -> ExactValues:
    """Side by side if it is large or for a GPU; otherwise, and where moves depend on the enemy, position by position."""
    from ..lab import matrix_cpu, solve
    from ..lab.configurations import DependentMovesError
    from ..lab.matrix_solution import solve_matrix

    workshop: type[Workshop] = matrix_cpu.CpuWorkshop
    positions = solve.Positions
    if device == "cuda":
        from ..lab import matrix_cuda, solve_cuda

        workshop, positions = matrix_cuda.GpuWorkshop, solve_cuda.GpuPositions
    if device == "cuda" or table.pieces > 2:
        with suppress(DependentMovesError):
            return solve_matrix(table, progress, workshop=workshop, folder=folder)
        if folder is not None:
            OutputFile().convert(folder, None, None)
    return solve.solve(table, progress, memory=memory, positions=positions)


def exam_options(games: int) -> Callable[[Command], Command]:
    """The options of a study that asks a solved table, so many games by default."""
    options = (
        at_table,
        solution_option,
        device_option,
        click.option("--games", type=click.IntRange(1, 10**9), default=games, show_default=True, help="Games of each kind."),
        seed_option,
        click.option("--cores", type=click.IntRange(1), metavar="N", help="How many cores play.  [default: all]"),
        click.option("--json", "as_json", is_flag=True, help="The numbers as JSON."),
        click.option("--plot", type=OutputFile(), metavar="FILE.svg|png", help="Draw them."),
    )

    def add(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return add


@click.command()
@click.argument("book")
@click.argument("bots", nargs=-1, metavar="[BOT]…")
@exam_options(games=20_000)
def truth(bots: tuple[str, ...], **asked: Any) -> None:
    """How far bots are from perfect play, at a table of two that can be solved.

    With three pieces and more, keep the solution with `lab solve --out FOLDER`, and name the folder with --solution.
    """
    from ..bots import BOTS
    from ..lab.truth import Truth, number_in_duel

    names = bots or tuple(BOTS)
    for name in names:
        number_in_duel(name)
    examine(Truth, names, **asked)


@click.command()
@click.argument("book")
@exam_options(games=5_000)
def maxims(**asked: Any) -> None:
    """What perfect play does, and what rules of thumb cost, at a table of two that can be solved."""
    from ..lab.maxims import Maxims

    examine(Maxims, ("perfect",), **asked)


def examine(
    study: type[Truth] | type[Maxims],
    bots: tuple[str, ...],
    book: str,
    players: int | None,
    options: tuple[str, ...],
    pieces: int | None,
    file: Path | None,
    device: str,
    as_json: bool,
    plot: Path | None,
    **asked: Any,
) -> None:
    """Solve the table, or take the solution that was named, and run the study on it."""
    from ..lab.truth import Exam

    table = set_up_table(book, 2 if players is None else players, options, 2 if pieces is None else pieces)
    if plot is not None:
        study.check_picture(plot)
    with Stages() as stages:
        solution = find_table(table, file, device, stages.show)
    run_study(study, [table], Exam(bots=bots, solution=solution, **asked), as_json, plot)


def find_table(table: Table, file: Path | None, device: str, progress: Progress) -> ExactValues:
    """The solution that was named or kept, or a new one."""
    from ..lab.truth import find_values

    if file is None and (device == "cuda" or table.pieces > 2):
        return solve_table(table, device, None, progress)
    return find_values(table, file, progress)


@click.command()
@click.argument("positions", nargs=-1, required=True, metavar="POSITION|FILE|-…")
@solution_option
@click.option("--json", "as_json", is_flag=True, help="The numbers as JSON.")
def values(positions: tuple[str, ...], file: Path | None, as_json: bool) -> None:
    """The exact chance of winning in positions of two players, and after each legal move.

    A position is a line of text; a FILE has one on each line, and so has standard input (-). Lines that begin with # are skipped.
    """
    from ..lab.truth import find_values

    games = list(read_games(positions))
    known: dict[bytes, ExactValues] = {}
    found = []
    with Stages() as stages:
        for game in games:
            rules = game.table.lookups.book.tobytes()
            known[rules] = known.get(rules) or find_values(game.table, file, stages.show)
            found.append(evaluate(game, known[rules]))
    if as_json:
        click.echo(json.dumps(found))
        return
    for one in found:
        click.echo(f"{one['position']}\n  seat {one['seat']} wins {one['value']:.4f} % {one['node']}")
        best = max((move["value"] for move in one["moves"]), default=0.0)
        for move in sorted(one["moves"], key=lambda move: -move["value"]):
            loss = f"{move['value'] - best:+.4f}".replace("-", "−") if move["value"] < best else "best"
            click.echo(f"    {move['move']:24} {move['value']:8.4f} %  {loss}")


def read_games(positions: tuple[str, ...]) -> Iterator[Game]:
    """Positions, and those in files."""
    from ..notation import read_position
    from ..terminal.saves import read

    for text in positions:
        if "|" in text:
            yield read_position(text)
            continue
        lines = sys.stdin.read() if text == "-" else read(Path(text))
        for number, line in enumerate(lines.splitlines(), 1):
            if line.strip() and not line.startswith("#"):
                try:
                    yield read_position(line)
                except (NotationError, RuleError) as error:
                    raise NotationError(f"{'Standard input' if text == '-' else text}, line {number}: {error}") from None


def evaluate(game: Game, solution: ExactValues) -> dict[str, Any]:
    """A position and its moves, chances in percent; at an offer the move is to stop."""
    from ..notation import write_position

    node = {"throw": "before the throw", "offer": "if it throws or stops", "move": "with the best move"}.get(game.node, game.node)
    moves = zip(game.legal_moves, solution.values_of(game), strict=True) if game.node in ("move", "offer") else ()
    return {
        "position": write_position(game),
        "seat": game.seat,
        "node": node,
        "value": 100 * solution.value(game),
        "moves": [{"move": str(move), "value": 100 * value} for move, value in moves],
    }
