"""Puzzles for guests: one a day for everybody, and as many as they like that fit their rating."""

from __future__ import annotations

import datetime
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from ...desk.puzzles import Puzzle, list_kinds, of_the_day, read_puzzles
from ...desk.reasons import because
from ...desk.solvers import Solver, fitting
from ...game import Game
from ...notation import read_position
from ...rulebooks import BOOKS
from ...words.teller import Teller
from ...words.voice import Voice
from .. import elements as e
from ..rows import solver_row
from ..views.refusals import Refusal
from ..views.tables import board_view, dice_view, team_view
from ..views.wording import find_wording
from .forms import Posed, PuzzleAnswer, PuzzleKind, PuzzleList, PuzzleSolution, PuzzleView, SolverView, Weighed
from .judging import analyse

if TYPE_CHECKING:
    from .reviews import ReviewDesk


OPENS = "mensch"  # the page opens with the first kind


@cache
def all_puzzles() -> dict[tuple[str, int], list[Puzzle]]:
    """By book and number of players; read once."""
    return {(book, players): read_puzzles(book, players) for book, players in list_kinds()}


class Riddles:
    def __init__(self, desk: ReviewDesk) -> None:
        self.desk, self.tables = desk, desk.tables

    async def solver(self, holder: str) -> Solver:
        return await self.tables.in_reader(self.tables.store.solver, holder) if holder else Solver()

    async def offer(self, holder: str) -> PuzzleList:
        kinds = [PuzzleKind(book, players, len(found)) for (book, players), found in all_puzzles().items()]
        kinds.sort(key=lambda kind: (kind.book != OPENS, BOOKS.index(kind.book), kind.players))
        return PuzzleList(tuple(kinds), view_of(await self.solver(holder)))

    async def pose(self, book: str, players: int, posed: Posed, holder: str, lang: str) -> PuzzleView:
        solver = await self.solver(holder)
        found = self.choose(book, players, posed, holder, solver)
        game = read_position(found.position)
        table, said = game.table, find_wording(game.table, lang)
        return PuzzleView(
            id=found.name,
            book=table.book.id,
            name=table.book.name[lang],
            players=table.players,
            pieces=table.pieces,
            options=dict(table.options),
            colours=tuple(e.ColourView(colour[lang], colour.get("hex", "#808080")) for colour in table.colours),
            dice=dice_view(table),
            teams=team_view(table),
            board=board_view(table.board, table.numbers),
            state=said.state(game.snapshot, game.legal_moves, 0, 0, None),
            missed=found.missed,
            rated=is_rated(posed, solver),
            solver=view_of(solver),
        )

    def choose(self, book: str, players: int, posed: Posed, holder: str, solver: Solver) -> Puzzle:
        puzzles = all_puzzles().get((book, players))
        if not puzzles:
            raise Refusal(404, "no_puzzles")
        return of_the_day(puzzles, today()) if posed == "day" else fitting(puzzles, solver, holder)

    async def solve(self, answer: PuzzleAnswer, holder: str, lang: str, address: str) -> PuzzleSolution:
        """The solution; the rating changes if this is the puzzle that was posed, and it has not counted before."""
        known = all_puzzles().get((answer.book, answer.players), [])
        found = next((one for one in known if one.name == answer.id), None)
        if found is None:
            raise Refusal(404, "no_puzzles")
        game = read_position(found.position)
        moves = game.legal_moves
        if answer.index >= len(moves):
            raise Refusal(400, "no_move", index=answer.index, last=len(moves) - 1)
        best = moves.index(game.parse(found.best))
        judged, why = await self.desk.think(lambda: explain_puzzle(game, best, answer.index, lang), address)
        before = await self.solver(holder)
        now = before
        posed = self.choose(answer.book, answer.players, answer.posed, holder, before)
        if posed == found and is_rated(answer.posed, before):
            day = str(today()) if answer.posed == "day" else before.day
            now = replace(before.after(found, answer.index == best), day=day)
            await self.tables.store.append([solver_row(holder, now)])
        change = now.rating - before.rating
        return PuzzleSolution(answer.index == best, best, judged, why, found.margin, change, view_of(now))


def explain_puzzle(game: Game, best: int, chosen: int, lang: str) -> tuple[tuple[Weighed, ...], str]:
    judged = analyse(game, lang).choices
    other = chosen if chosen != best else next(one.index for one in judged if one.index != best)
    moves = game.legal_moves
    return judged, because(game, moves[best], moves[other], Teller(game.table, Voice(lang)))


def is_rated(posed: Posed, solver: Solver) -> bool:
    return posed == "next" or solver.day != str(today())


def today() -> datetime.date:
    return datetime.datetime.now(datetime.UTC).date()


def view_of(solver: Solver) -> SolverView:
    return SolverView(solver.rating, solver.tried, solver.solved)
