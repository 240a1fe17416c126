"""What is said about moves and throws at all tables with the same rules, in one language. It does not depend on the game, so it is said once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ...game.snapshot import GameSnapshot, Pieces
from ...move import Move
from ...table import Table
from ...words.teller import Teller
from ...words.voice import Voice, upper
from .. import elements as e
from .tables import tracks

MOST_KEPT = 1 << 14  # moves at one kind of table


class Wording:
    def __init__(self, table: Table, lang: str) -> None:
        self.table, self.plan = table, table.board
        self.voice = Voice(lang)
        self.teller = Teller(table, self.voice)
        self.tracks = tracks(self.plan)
        keep = lru_cache(maxsize=MOST_KEPT)
        self.choice, self.done, self.news = keep(self.make_choice), keep(self.say_done), keep(self.say_news)
        self.thrown, self.player = keep(self.say_thrown), keep(self.teller.on_turn)

    def state(self, now: GameSnapshot, moves: Sequence[Move], seq: int, throws: int, back: int | None) -> e.State:
        """The state of a game with its legal moves, as the page gets it."""
        return e.State(
            seq=seq,
            node=now.node,  # type: ignore[arg-type]
            seat=now.seat,
            colour=now.colour,
            turn=now.turn,
            throws=throws,
            faces=now.faces,
            left=now.left,
            bonus=now.bonus,
            tries=now.tries,
            opening=now.turn == 0,
            pieces=now.pieces,
            moves=self.choices(now, moves),
            back=back,
        )

    def choices(self, now: GameSnapshot, moves: Sequence[Move]) -> tuple[e.Choice, ...]:
        if not moves:
            return ()
        several = len({move.uses for move in moves}) > 1
        colours = len({move.colour for move in moves if move.colour >= 0}) > 1
        words = several, colours, now.tries > 0
        return tuple(self.placed(at, move, now.pieces, words) for at, move in enumerate(moves))

    def placed(self, index: int, move: Move, pieces: Pieces, words: str | tuple[bool, bool, bool]) -> e.Choice:
        """A move where the pieces stand as they do."""
        waiting = (pieces[move.colour] or ()).count(0) if move.start == 0 and move.colour >= 0 else 0
        return self.choice(index, move, waiting, words)

    def make_choice(self, index: int, move: Move, waiting: int, words: str | tuple[bool, bool, bool]) -> e.Choice:
        """A move as the page gets it; in the words given, or as an offer among others."""
        return e.Choice(
            index=index,
            kind=move.kind,  # type: ignore[arg-type]
            colour=move.colour,
            start=move.start,
            target=move.target,
            uses=move.uses,
            count=move.count,
            partner=move.partner,
            captures=move.captures,
            penalty=move.penalty,
            path=self.path(move, waiting),
            home=move.colour >= 0
            and move.target > self.plan.lap
            and (self.plan.places or move.target == self.plan.last),
            words=words if isinstance(words, str) else self.offer(move, *words),
        )

    def path(self, move: Move, waiting: int) -> tuple[e.Point, ...]:
        """The squares of a move, one after the other; the last of the waiting pieces enters first."""
        if move.colour < 0:
            return ()
        turn, track, plan = self.turning_point(move), self.tracks[move.colour], self.plan
        steps = [*range(move.start, turn), *range(turn, move.target - 1, -1)]
        if self.teller.goes_round(move):
            steps = [*range(move.start, plan.outer + 1), *range(plan.outer - plan.circuit + 1, move.target + 1)]
        squares = [track[step] for step in steps]
        if move.start == 0:
            squares[0] = self.plan.spot(move.colour, 0, max(waiting - 1, 0))
        return tuple(square for square in squares if square is not None)

    def turning_point(self, move: Move) -> int:
        """The farthest step that a move touches: its target, unless it goes back for the rest of its number."""
        rules, beyond = self.table.rules.moves, move.start + sum(move.uses) - move.target
        turns = move.kind == "move" and (rules.hindered == "turn_back" or "bounce" in (rules.foot, rules.overshoot))
        climbs = rules.ladder == "rungs" and move.start >= self.plan.lap
        stops = rules.foot == "stop" and move.target == self.plan.lap
        if not turns or climbs or stops or beyond % 2:
            return max(move.start, move.target)
        return move.target + beyond // 2

    def offer(self, move: Move, several: bool, colours: bool, tries: bool) -> str:
        """A legal move in words: among several numbers, among several colours, with tries left."""
        uses = "+".join(map(str, move.uses))
        if move.kind == "stop":
            return upper(self.voice("moves.stop"))
        if move.kind == "pass":
            ends = not tries and self.table.rules.turn.may_pass == "turn"
            words = self.voice("moves.pass") if ends else self.voice("moves.retry" if tries else "moves.leave", n=uses)
        else:
            words = self.teller.way(move)
            if colours:
                words = self.voice("log.played", name=upper(self.teller.colour(move.colour)), what=words)
            words += f" ({self.voice('moves.uses', n=uses)})" if several else ""
        penalty = [
            self.voice("moves.penalised", **{"from": self.teller.place(*piece, "from")}) for piece in move.penalty
        ]
        return upper(", ".join([words, *self.teller.captures(move.captures), *penalty]))

    def say_done(self, move: Move) -> str:
        return self.teller.done(move)

    def say_thrown(self, name: str, faces: tuple[int, ...]) -> str:
        return self.teller.thrown(name, faces)

    def say_news(self, what: str, name: str, moved: bool) -> e.Happening:
        """What was settled automatically; somebody of that name decides now."""
        words = self.voice("log.opened", name=name) if what == "opened" else self.teller.settled(what, 0, moved)
        return e.Happening(what, words)  # type: ignore[arg-type]


KEPT: dict[tuple[bytes, str], Wording] = {}
MOST_TABLES = 256


def find_wording(table: Table, lang: str) -> Wording:
    """The same for all tables with the same rules."""
    key = table.fingerprint, lang
    if key not in KEPT:
        if len(KEPT) >= MOST_TABLES:
            del KEPT[next(iter(KEPT))]
        KEPT[key] = Wording(table, lang)
    return KEPT[key]
