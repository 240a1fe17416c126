"""Judging a whole game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import compress, pairwise
from typing import TYPE_CHECKING

from ..errors import RuleError
from ..game import Game
from ..move import Move
from ..record import Record, parse_record
from ..rulebooks import spell
from .chances import Chances, as_floats, minus
from .judges import Judge, Opinion, find_judge
from .report import Alternative, Moment, Review

if TYPE_CHECKING:
    from ..lab.solve import ExactValues

AT_ONCE = 32  # nodes that are judged before the first of them is shown


def review(game: Game | Record | str, level: str | ExactValues = "master") -> Review:
    """Judge every throw and every decision of a game.

    :param game: a game with its history, a record, or the text of one
    :param level: who judges: "expert" (quick), "master", or the solution of the table
    """
    record = parse_record(game) if isinstance(game, str) else Record(game) if isinstance(game, Game) else game
    if not isinstance(record, Record):
        raise RuleError(f"{spell(game)} cannot be reviewed: give a game, a record, or the text of one.")
    played = record.game
    judge = find_judge(played.table, level)
    moments = tuple(judge_moments(played, judge))
    start = moments[0].before if moments else as_floats(judge.judge(played).value)
    return Review(played, judge.name, moments, start, judge.learned, record.names)


def judge_moments(played: Game, judge: Judge) -> Iterator[Moment]:
    """Every throw and move of a game, as soon as it is judged."""
    for n, ((game, here), (_, there)) in enumerate(pairwise(judge_nodes(played, judge))):
        yield judge_done(played, game, here, there, n)


def judge_nodes(played: Game, judge: Judge) -> Iterator[tuple[Game, Opinion]]:
    """What is thought at every node. Before a forced move that is what is thought after it."""
    forced: list[Game] = []
    last = len(played.history)
    for first in range(0, last + 1, AT_ONCE):
        games = [played.at(n, history=False) for n in range(first, min(first + AT_ONCE, last + 1))]
        free = [n == last or not is_forced(game) for n, game in enumerate(games, first)]
        opinions = iter(judge.judge_all(list(compress(games, free))))
        for game, chosen in zip(games, free, strict=True):
            if not chosen:
                forced.append(game)
                continue
            found = next(opinions)
            yield from ((before, Opinion(found.value, (found.value,))) for before in forced)
            yield game, found
            forced = []


def is_forced(game: Game) -> bool:
    return game.node == "move" and len(game.legal_moves) == 1


def judge_done(played: Game, game: Game, here: Opinion, there: Opinion, n: int) -> Moment:
    """One throw or move: luck, skill and correction."""
    done = played.history[n]
    luck: Chances = (0,) * len(here.value)
    if isinstance(done, Move):
        expected = here.moves[game.legal_moves.index(done)]
        skill = minus(expected, here.value)
    else:
        expected = here.throws.get(tuple(sorted(done)), there.value)
        skill = minus(here.throwing, here.value)
        luck = minus(expected, here.throwing)
    side = game.seats.side_of(game.seat)
    before, after, correction = here.value, there.value, minus(there.value, expected)
    return Moment(
        n,
        game.turn,
        game.seat,
        side,
        game.node,
        done,
        as_floats(before),
        as_floats(luck),
        as_floats(skill),
        as_floats(correction),
        as_floats(after),
        tuple(list_alternatives(game, here, side)),
    )


def list_alternatives(game: Game, here: Opinion, side: int) -> Iterator[Alternative]:
    """The best first; none where there is no choice."""
    rows: list[tuple[Move | None, Chances]] = list(zip(game.legal_moves, here.moves, strict=True))
    if game.node == "offer":
        rows.insert(0, (None, here.throwing))
    if len(rows) > 1:
        for move, chances in sorted(rows, key=lambda row: -row[1][side]):
            yield Alternative(move, as_floats(chances))
