"""Game records on the command line: replay them, ask for advice, verify their dice."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from .options import CommandError, in_language


@click.command()
@click.argument("record", type=click.Path(path_type=Path))
@in_language
def show(record: Path, lang: str) -> None:
    """Replay a record: who played, every move in words, the last position, the result."""
    from ..terminal.look import look_of
    from ..terminal.replay import retell
    from ..words.patience import patience
    from ..words.voice import Voice

    voice = Voice(lang)
    with patience(voice):
        lines = retell(record, voice, look_of(sys.stdout))
    click.echo("\n".join(lines), color=True)


@click.command()
@click.argument("game", metavar="RECORD|POSITION")
@click.option("--json", "as_json", is_flag=True, help="The moves as JSON.")
@in_language
def advise(game: str, as_json: bool, lang: str) -> None:
    """Rank the legal moves by their chance of winning, as evaluated by the strongest bot.

    RECORD is a file; the advice is for its last position. A POSITION is one line (docs/notation.md), in quotes.
    """
    import json

    from ..terminal.advice import as_data, rank, read_game, why_none
    from ..words.patience import patience
    from ..words.teller import Teller
    from ..words.voice import Voice

    voice = Voice(lang)
    with patience(voice):
        found = read_game(game)
        teller = Teller(found.table, voice)
        none = why_none(found, teller)
        if none:
            raise CommandError(none)
        advice = found.advise()
    click.echo(json.dumps(as_data(found, advice)) if as_json else "\n".join(rank(found, advice, teller)))


@click.command()
@click.argument("record", type=click.Path(path_type=Path))
@click.option("--commitment", metavar="HEX", help="What was shown before the first throw, if you have kept it.")
def verify(record: Path, commitment: str | None) -> None:
    """Check every throw of a finished game's record."""
    from ..dice_proof import tell
    from ..dice_proof import verify as check_throws
    from ..record import parse_record
    from ..terminal.saves import read

    parsed = parse_record(read(record))
    proof = check_throws(parsed)
    promised = dict(parsed.tags)["commitment"]
    if commitment is not None and commitment.strip().lower() != promised:
        raise CommandError(f"The throws fit the record's own commitment {promised}, but that is not the one you kept.")
    click.echo(f"All {proof.throws} throws are right: each follows from the secret with the commitment {promised}.")
    for line in tell(proof, parsed.names):
        click.echo(line)
