"""Puzzles in the terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ..desk.reasons import explain
from ..notation import read_position
from ..words.teller import Teller
from .board import Drawing, draw
from .look import Look, wrap
from .scene import corners

if TYPE_CHECKING:
    from ..desk.puzzles import Puzzle
    from ..game import Game
    from ..words.voice import Voice

QUIT = ("q", "quit")


def pose(
    puzzles: Sequence[Puzzle],
    voice: Voice,
    look: Look,
    ask: Callable[[], str],
    say: Callable[[str], None],
    rate: Callable[[Puzzle, bool], None] = lambda puzzle, right: None,
) -> int:
    """Pose puzzles until the reader stops; how many were solved. Each answer is rated."""
    solved = 0
    for puzzle in puzzles:
        game = read_position(puzzle.position)
        teller = Teller(game.table, voice, look)
        for line in show(game, puzzle, teller, look):
            say(line)
        answer = ask().strip().casefold()
        if answer in QUIT:
            break
        right = answer.isdecimal() and 0 < int(answer) <= len(game.legal_moves)
        right = right and str(game.legal_moves[int(answer) - 1]) == puzzle.best
        solved += right
        for line in solve(game, puzzle, int(answer) if answer.isdecimal() else 0, teller):
            for part in wrap(line, look.width, 2):
                say(part)
        rate(puzzle, bool(right))
    return solved


def show(game: Game, puzzle: Puzzle, teller: Teller, look: Look) -> list[str]:
    """The board, the legal moves and the question."""
    voice, moves = teller.voice, game.legal_moves
    numbered = frozenset(game.seats.moved_by(game.colour))
    beside = corners(teller, look, game.pieces, dict.fromkeys(game.seats.colours, ""), game.colour, numbered)
    board = draw(Drawing(game.table, game.pieces, voice.lang, look, numbered, corners=beside))
    name = teller.on_turn(game.seat, game.colour)
    different = len({move.uses for move in moves})
    rows = [
        f"  {n:>2}  {teller.choice(move, game.pieces, different, game.snapshot.tries)}"
        for n, move in enumerate(moves, 1)
    ]
    thrown = voice("log.has_thrown", name=name, faces=teller.faces(game.faces))
    missed = voice("puzzle.missed", share=voice.percent(puzzle.missed))
    return ["", *board, "", f"{thrown} {missed}", *rows, voice("puzzle.question", name=name, n=len(moves))]


def solve(game: Game, puzzle: Puzzle, answer: int, teller: Teller) -> list[str]:
    """Whether the answer was right, and why the solution is better."""
    voice, moves = teller.voice, game.legal_moves
    best = game.parse(puzzle.best)
    chosen = moves[answer - 1] if 0 < answer <= len(moves) else best
    right = chosen == best and answer > 0
    other = chosen if chosen != best else next(move for move in moves if move != best)
    words = teller.choice(best, game.pieces, len({move.uses for move in moves}), game.snapshot.tries)
    margin = f"{100 * puzzle.margin:.1f}".replace(".", voice("marks.decimal"))
    head = voice("puzzle.right") if right else voice("puzzle.solution", move=words)
    reasons = voice("review.because", reasons="; ".join(explain(game, best, other, teller)))
    return [f"{head} {voice('puzzle.margin', points=margin)}", reasons]
