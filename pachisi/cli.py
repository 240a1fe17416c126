"""The command line. Commands are short; what they do lies in the modules they call."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from . import __version__
from .errors import IllegalMove, NotationError, RuleError

if TYPE_CHECKING:
    from .lower import First
    from .rulebook import Rulebook, Value
    from .table import Table

LANGUAGES = ("en", "de", "fr")
LAST = ""  # --resume without a file
Command = TypeVar("Command", bound=Callable[..., Any])


class Front(click.Group):
    """Errors of the library and of files are told in one line on stderr. Lab, arena and school are imported when asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted([*super().list_commands(ctx), "arena", "lab", "train"])

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name == "train":
            from .school.commands import train

            return train
        if name == "arena":
            from .arena.commands import arena

            return arena
        if name == "lab":
            from .lab.commands import lab

            return lab
        return super().get_command(ctx, name)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except (RuleError, IllegalMove, NotationError) as error:
            raise Refusal(str(error)) from None
        except OSError as error:
            if error.errno == errno.EPIPE:
                raise
            place = f"{error.filename}: " if error.filename else ""
            raise Refusal(f"{place}{error.strerror or error}.") from None


class Refusal(click.ClickException):
    """One sentence, exit code 1."""

    def show(self, file: Any = None) -> None:
        click.echo(" ".join(self.format_message().split()), file=file, err=file is None)


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


# --- what several commands take ---------------------------------------------------


def own_language() -> str:
    """The language of the person's environment, if the books speak it."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            lang = os.environ[name][:2].lower()
            return lang if lang in LANGUAGES else "en"
    return "en"


def in_language(command: Command) -> Command:
    return click.option(
        "--lang", type=click.Choice(LANGUAGES), default=own_language, help="The language of the texts."
    )(command)


def at_table(command: Command) -> Command:
    """The options that lay a table."""
    for option in (
        click.option("--pieces", type=int, metavar="N", help="Pieces of a colour, 1 to 4."),
        click.option(
            "--option", "options", multiple=True, metavar="NAME[=VALUE]", help="A house rule; see `pachisi books`."
        ),
        click.option("--players", type=int, metavar="N", help="How many play, 2 to 4."),
    ):
        command = option(command)
    return command


def lay_table(
    book: str, players: int | None, options: Sequence[str], pieces: int | None, first: str | None = None
) -> Table:
    from .rulebook import load
    from .table import lay

    rulebook = load(Path(book).absolute() if book.endswith(".toml") else book)
    chosen = dict(read_option(rulebook, text) for text in options)
    if len(chosen) < len(options):
        raise click.UsageError("An option is given twice.")
    table = lay(rulebook, 4 if players is None else players, read_first(first), 4 if pieces is None else pieces, chosen)
    if book.endswith(".toml"):
        from .sheet import load_text

        load_text(rulebook)  # what is wrong in its words is said before the game
    for notice in rulebook.idle(table.options):
        click.echo(notice, err=True)
    return table


def read_option(book: Rulebook, text: str) -> tuple[str, object]:
    """NAME or NAME=VALUE, the value typed as the book has it; what does not fit is left for the book to refuse."""
    name, sign, written = text.partition("=")
    if not sign:
        return name, True
    option = book.options.get(name)
    for value in option.values if option else ():
        if write_value(value) == written:
            return name, value
    return name, int(written) if written.isascii() and written.isdecimal() and len(written) < 10 else written


def write_value(value: Value) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def read_first(text: str | None) -> First:
    if text is None:
        return 0
    if text == "high_roll":
        return "high_roll"
    if text.isascii() and text.isdecimal() and len(text) < 10:
        return int(text)
    raise click.UsageError(f"--first {text!r}: a seat such as 0, or high_roll.")


# --- playing ------------------------------------------------------------------------


@main.command()
@click.argument("book", required=False)
@at_table
@click.option("--first", metavar="SEAT|high_roll", help="Who opens.")
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), metavar="N", help="The same seed throws the same dice.")
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="SEAT=person|BOT",
    help="Who sits where. Bots, the weakest first: random, greedy, careful, expert, master.",
)
@click.option(
    "--resume", is_flag=False, flag_value=LAST, metavar="[FILE]", help="Go on with a game, or with the last one."
)
@click.option(
    "--save",
    "save",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Keep the game in this file.",
)
@in_language
def play(
    book: str | None,
    players: int | None,
    options: tuple[str, ...],
    pieces: int | None,
    first: str | None,
    seed: int | None,
    seats: tuple[str, ...],
    resume: str | None,
    save: Path | None,
    lang: str,
) -> None:
    """Play in the terminal. BOOK is a rulebook (see `pachisi books`) or your own FILE.toml."""
    from .terminal.look import look_of
    from .terminal.play import Play
    from .terminal.sit import ask_book, heed_signals, leave, read_seats, resume_game, start_game
    from .terminal.talk import Lines
    from .terminal.words import Voice

    voice, talk, look = Voice(lang), Lines(), look_of(sys.stdout)
    if resume is not None:
        if book or players is not None or options or pieces is not None or first or seed is not None:
            raise click.UsageError("--resume goes on with a game as it is; leave out the book and its options.")
        game, known, file = resume_game(Path(resume) if resume != LAST else None, voice)
        sitters = read_seats(seats, game.table, known)
    else:
        book = book or ask_book(talk, voice)
        if book is None:
            return
        table = lay_table(book, players, options, pieces, first)
        sitters = read_seats(seats, table)
        game, file = start_game(table, seed, voice)
    sitting = Play(game, sitters, talk, voice, look, save or file)
    heed_signals()
    finished, code = False, 0
    try:
        finished = sitting.run()
    except KeyboardInterrupt:
        code = 130
    finally:
        sitting.save()
    leave(sitting, finished)
    sys.exit(code)


# --- reading ------------------------------------------------------------------------


@main.command()
@click.argument("book")
@at_table
@in_language
def rules(book: str, players: int | None, options: tuple[str, ...], pieces: int | None, lang: str) -> None:
    """Print the rules in force at a table, in words."""
    from shutil import get_terminal_size

    from .sheet import sheet

    width = min(88, max(40, get_terminal_size((89, 24)).columns - 1))
    click.echo(sheet(lay_table(book, players, options, pieces), lang, width), nl=False)


@main.command()
@click.argument("file")
@in_language
def check(file: str, lang: str) -> None:
    """Say whether a rulebook of your own can be played."""
    from .terminal.shelf import examine
    from .terminal.words import Voice

    report, notes = examine(file, Voice(lang))
    for note in notes:
        click.echo(note, err=True)
    click.echo(report)


@main.command()
@in_language
def books(lang: str) -> None:
    """List the rulebooks with their options; the first value is the default."""
    from .terminal.shelf import list_books
    from .terminal.words import Voice

    click.echo("\n".join(list_books(Voice(lang))))


@main.command()
@click.argument("record", type=click.Path(path_type=Path))
@in_language
def show(record: Path, lang: str) -> None:
    """Replay a record: who played, every move in words, the last position, the result."""
    from .terminal.look import look_of
    from .terminal.replay import retell
    from .terminal.talk import patience
    from .terminal.words import Voice

    voice = Voice(lang)
    with patience(voice):
        lines = retell(record, voice, look_of(sys.stdout))
    click.echo("\n".join(lines), color=True)


@main.command()
@click.argument("book")
@at_table
@click.option("--json", "as_json", is_flag=True, help="The plan of the board as JSON.")
@in_language
def board(
    book: str, players: int | None, options: tuple[str, ...], pieces: int | None, as_json: bool, lang: str
) -> None:
    """Print the empty board as text."""
    import json

    table = lay_table(book, players, options, pieces)
    if as_json:
        click.echo(json.dumps(table.board.data()))
        return
    from .terminal.look import look_of
    from .terminal.replay import bare_board
    from .terminal.words import Voice

    click.echo("\n".join(bare_board(table, Voice(lang), look_of(sys.stdout))), color=True)


@main.command()
@click.argument("game", metavar="RECORD|POSITION")
@click.option("--json", "as_json", is_flag=True, help="The moves as JSON.")
@in_language
def advise(game: str, as_json: bool, lang: str) -> None:
    """Rank the legal moves by the chance to win, as the strongest bot judges them.

    RECORD is a file; the advice is for where its game stands. A POSITION is one line (docs/notation.md), in quotes.
    """
    import json

    from .terminal.advice import as_data, rank, read_game, why_none
    from .terminal.talk import patience
    from .terminal.tell import Teller
    from .terminal.words import Voice

    voice = Voice(lang)
    with patience(voice):
        found = read_game(game)
        teller = Teller(found.table, voice)
        none = why_none(found, teller)
        if none:
            raise Refusal(none)
        advice = found.advise()
    click.echo(json.dumps(as_data(found, advice)) if as_json else "\n".join(rank(found, advice, teller)))


# --- counting -----------------------------------------------------------------------


@main.command()
@click.argument("book", required=False)
@at_table
@click.option("--depth", type=click.IntRange(1, 9), default=3, show_default=True, metavar="N", help="How many throws.")
@click.option("--position", "line", metavar="LINE", help="Begin here (docs/notation.md); the line names its own table.")
@click.option("--json", "as_json", is_flag=True, help="The rows as JSON.")
def perft(
    book: str | None,
    players: int | None,
    options: tuple[str, ...],
    pieces: int | None,
    depth: int,
    line: str | None,
    as_json: bool,
) -> None:
    """Count the positions that all throws and all legal moves lead to."""
    import json

    from .game import Game
    from .notation import read_position
    from .perft import perft as count

    if line is not None:
        if players is not None or options or pieces is not None:
            raise click.UsageError("--position names its own table; leave out --players, --option and --pieces.")
        game = read_position(line)
        if book not in (None, game.rulebook.id):
            raise click.UsageError(f"The position is one of {game.rulebook.id}, not of {book}.")
    elif book is None:
        raise click.UsageError("Name a BOOK, or a --position.")
    else:
        game = Game(lay_table(book, players, options, pieces))
    if as_json:
        click.echo(json.dumps([row.data() for row in count(game, depth)]))
        return
    click.echo(f"{'depth':>5} {'positions':>12} {'weight':>12} {'moves':>12}")
    for row in count(game, depth):
        click.echo(f"{row.depth:>5} {row.positions:>12,} {float(row.weight):>12.9f} {row.moves:>12,}")


# --- the table in the browser ---------------------------------------------------------


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen; 0.0.0.0 for the whole network.")
@click.option("--port", type=click.IntRange(0, 65535), default=8765, show_default=True, help="0 takes any free port.")
@click.option("--db", metavar="FILE|URL", help="Where tables are kept; the default is a file of yours.")
@click.option("--browser/--no-browser", default=True, help="Open the page in a browser.")
@click.option(
    "--patience",
    type=click.FloatRange(0, 86_400),
    default=30,
    show_default=True,
    metavar="SECONDS",
    help="How long somebody may be away before the others can let a bot play.",
)
@click.option("--no-limits", is_flag=True, help="Do not limit what one address may ask for; for measuring.")
def serve(host: str, port: int, db: str | None, browser: bool, patience: float, no_limits: bool) -> None:
    """Serve the table in the browser."""
    from .web.house import Settings
    from .web.limits import LIMITS, UNLIMITED
    from .web.serve import serve as run

    settings = Settings(patience=patience, limits=UNLIMITED if no_limits else LIMITS)
    run(host, port, db, browser, settings, own_language())


@main.command()
@click.argument("record", type=click.Path(path_type=Path))
@click.option("--commitment", metavar="HEX", help="What was shown before the first throw, if you have kept it.")
def verify(record: Path, commitment: str | None) -> None:
    """Check every throw of a finished game's record."""
    from .record import parse_record
    from .terminal.saves import read
    from .web.honest import verify as check_throws

    parsed = parse_record(read(record))
    throws = check_throws(parsed)
    promised = dict(parsed.tags)["commitment"]
    if commitment is not None and commitment.strip().lower() != promised:
        raise Refusal(f"The throws fit the record's own commitment {promised}, but that is not the one you kept.")
    click.echo(f"All {throws} throws are right: each follows from the secret that was promised as {promised}.")
