"""Puzzles in the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from ..desk.reasons import because
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
    puzzles: Iterable[Puzzle],
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
        answer = hear(game, teller, look, ask, say)
        if answer is None:
            break
        right = answer > 0 and str(game.legal_moves[answer - 1]) == puzzle.best
        solved += right
        for line in solve(game, puzzle, answer, teller):
            for part in wrap(line, look.width, 2):
                say(part)
        rate(puzzle, right)
    return solved


def hear(game: Game, teller: Teller, look: Look, ask: Callable[[], str], say: Callable[[str], None]) -> int | None:
    """The number of a move, 0 to be shown the solution, None to end; asked again until it is one of them."""
    name, moves = teller.on_turn(game.seat, game.colour), len(game.legal_moves)
    while True:
        for line in wrap(teller.voice("puzzle.question", name=name, n=moves), look.width):
            say(line)
        answer = ask().strip().casefold()
        if answer in QUIT:
            return None
        if not answer or (answer.isdecimal() and 0 < int(answer) <= moves):
            return int(answer or 0)


def show(game: Game, puzzle: Puzzle, teller: Teller, look: Look) -> list[str]:
    """The board and the legal moves."""
    voice, moves = teller.voice, game.legal_moves
    numbered = frozenset(game.seats.moved_by(game.colour))
    beside = corners(teller, look, game.pieces, dict.fromkeys(game.seats.colours, ""), game.colour, numbered)
    board = draw(Drawing(game.table, game.pieces, voice.lang, look, numbered, corners=beside))
    name = teller.on_turn(game.seat, game.colour)
    different = len({move.uses for move in moves})
    rows = [
        wrap(f"  {n:>2}  {teller.choice(move, game.pieces, different, game.snapshot.tries)}", look.width, 6)
        for n, move in enumerate(moves, 1)
    ]
    thrown = teller.thrown(name, game.faces)
    missed = voice("puzzle.missed", share=voice.percent(puzzle.missed))
    return ["", *board, "", *wrap(f"{thrown} {missed}", look.width), *(line for row in rows for line in row)]


def solve(game: Game, puzzle: Puzzle, answer: int, teller: Teller) -> list[str]:
    """Whether the answer was right, and why the solution is better."""
    voice, moves = teller.voice, game.legal_moves
    best = game.parse(puzzle.best)
    chosen = moves[answer - 1] if 0 < answer <= len(moves) else best
    right = chosen == best and answer > 0
    other = chosen if chosen != best else next(move for move in moves if move != best)
    words = teller.choice(best, game.pieces, len({move.uses for move in moves}), game.snapshot.tries)
    margin = voice.decimal(100 * puzzle.margin)
    head = voice("puzzle.right") if right else voice("puzzle.solution", move=words)
    return [f"{head} {voice('puzzle.margin', points=margin)}", because(game, best, other, teller)]
