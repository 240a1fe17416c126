"""Moves, and lines of throws and moves, as text that a person can read and type.

    6: 1-7        13: 20-33 (2+1) x1/5        6: enter        pass        stop
    [6] 1-7, [2] 7-9

docs/notation.md explains every part.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..errors import IllegalMove, NotationError
from ..move import Move
from ..rulebooks import spell
from .tokens import Token
from .why import why_pass

if TYPE_CHECKING:
    from .game import Game

LONGEST_MOVE = 200
LONGEST_LINE = 10_000
ITEM = re.compile(r" *(\[[^\[\]]*\]|[^\[\],]+)")
THROW = re.compile(r"\[(=?)([0-9]{1,2}(?:,[0-9]{1,2}){0,2})\]")

MOVE = re.compile(
    r"""(?:(?P<uses>[0-9]{1,2}(?:\+[0-9]{1,2}){0,3})\s*:)?\s*
        (?:(?P<colour>[0-7])/)?
        (?:(?P<kind>[a-wyz]{1,5})
         | (?P<start>[0-9]{1,3})?\s*-\s*(?P<target>[0-9]{1,3})?
         | (?P<bare>[0-9]{1,2}(?:\+[0-9]{1,2}){0,3}))?
        \s*(?:\((?P<count>[1-4])(?:\+(?P<partner>[0-4]))?\))?
        (?P<sent>(?:\s*[x!](?:[0-7]/[0-9]{1,3})?)*)""",
    re.VERBOSE | re.ASCII,
)


@dataclass(frozen=True)
class Asked:
    """What a text says about a move; None where it says nothing."""

    kind: str | None
    uses: tuple[int, ...] | None
    colour: int | None
    start: int | None
    target: int | None
    bare: tuple[int, ...] | None  # bare numbers: those used, or the step of the piece
    group: tuple[int, int] | None
    sent: tuple[str, ...]  # "x1/5", "!0/11"; "x" and "!" alone: any

    def fits(self, move: Move) -> bool:
        named = ("kind", "uses", "colour", "start", "target")
        sent = [f"x{seat}/{step}" for seat, step in move.captures] + [f"!{seat}/{step}" for seat, step in move.penalty]
        marks = {mark[0] for mark in sent}
        return (
            (self.kind is not None or move.colour >= 0)
            and all(getattr(self, name) in (None, getattr(move, name)) for name in named)
            and self.bare in (None, move.uses, (move.start,))
            and self.group in (None, (move.count, move.partner))
            and all(mark in marks for mark in self.sent if len(mark) == 1)
            and Counter(mark for mark in self.sent if len(mark) > 1) <= Counter(sent)
        )

    def plainly(self, move: Move, colour: int) -> bool:
        """Is it this move, given that the colour on turn and one piece are the defaults?"""
        alone = move.count + move.partner == 1
        return (self.colour is not None or move.colour == colour) and (self.group is not None or alone)


def write_move(move: Move, game: Game | None = None) -> str:
    """The move as text; with its game, without the colour on turn."""
    text = str(move)
    return text.replace(f" {move.colour}/", " ", 1) if game is not None and move.colour == game.colour else text


def parse_move(text: str, game: Game) -> Move:
    """The legal move that a text means: in full, or in any short form that is unambiguous at this node."""
    asked = read_asked(text, game)
    if game.node == "over":
        raise IllegalMove("The game is over.")
    if game.node == "throw":
        raise IllegalMove(f"{spell(text)} cannot be played now: seat {game.seat} has to throw.")
    found = [move for move in game.legal_moves if asked.fits(move)]
    if not found:
        raise IllegalMove(f"{refuse(asked, text, game)} {possible(game)}")
    plain = [move for move in found if asked.plainly(move, game.colour)]
    if len(found) > 1 and len(plain) != 1:
        raise NotationError(f"{spell(text)} can mean {spell_moves(found, game)}; be more specific.")
    return found[0] if len(found) == 1 else plain[0]


def read_asked(text: str, game: Game) -> Asked:
    clean = text.strip().lower() if isinstance(text, str) and len(text) <= LONGEST_MOVE else ""
    match = MOVE.fullmatch(clean) if clean else None
    word = match["kind"] if match else None
    kind = next((kind for kind in ("enter", "pass", "stop") if word and kind.startswith(word)), None)
    if match is None or (word and kind is None):
        raise NotationError(f"{spell(text)} is not a move. {possible(game)}")
    return Asked(
        kind=kind,
        uses=numbers(match["uses"]),
        colour=number(match["colour"]),
        start=0 if kind == "enter" else number(match["start"]),
        target=number(match["target"]),
        bare=numbers(match["bare"]),
        group=(int(match["count"]), int(match["partner"] or 0)) if match["count"] else None,
        sent=tuple(re.findall(r"[x!](?:[0-7]/[0-9]+)?", match["sent"])),
    )


def number(text: str | None) -> int | None:
    return None if text is None else int(text)


def numbers(text: str | None) -> tuple[int, ...] | None:
    return None if text is None else tuple(sorted(map(int, text.split("+"))))


def spell_moves(moves: Iterable[Move], game: Game) -> str:
    return " or ".join(write_move(move, game) for move in moves)


def possible(game: Game) -> str:
    if game.node == "offer":
        return "Possible here: stop, or a throw."
    if game.node == "move":
        return f"Possible here: {spell_moves(game.legal_moves, game)}."
    return "A move is written like 6: 1-7, 6: enter, pass or stop."


def refuse(asked: Asked, text: str, game: Game) -> str:
    """Why a well-formed move is not among the legal ones: the clause, if one can be named."""
    start = asked.bare[0] if asked.start is None and asked.bare else asked.start
    uses = asked.uses or guess_uses(asked, start, game)
    if game.node == "move" and asked.kind == "pass":
        verdict = why_pass(game)
    elif game.node == "move" and asked.kind != "stop" and start is not None and uses:
        verdict = game.why(game.colour if asked.colour is None else asked.colour, start, uses)
    else:
        return f"{spell(text)} is not possible here."
    if verdict.legal:
        return f"{spell(text)} is not a move with these numbers."
    clause = f" ({verdict.clause})" if verdict.clause else ""
    return f"{spell(text)} is not allowed{clause}: {verdict.text}"


def guess_uses(asked: Asked, start: int | None, game: Game) -> tuple[int, ...]:
    """The number that a text without numbers must mean: the only one, or the one that leads to the target."""
    now = game.snapshot
    open_numbers = set(now.left or now.bonus)
    if len(open_numbers) != 1 and start is not None and asked.target is not None:
        open_numbers &= {abs(asked.target - start)}
    return tuple(open_numbers) if len(open_numbers) == 1 else ()


# --- lines ------------------------------------------------------------------------


def play_line(game: Game, text: str) -> tuple[tuple[int, ...] | Move, ...]:
    """Play throws and moves one after the other, or none of them; returns what was played."""
    if not isinstance(text, str) or len(text) > LONGEST_LINE:
        raise NotationError(f"A line of throws and moves is a text of at most {LONGEST_LINE:,} characters.")
    before = len(game.history)
    try:
        for item in items(text):
            if item.text.startswith("["):
                game.throw(*read_throw(item)[0])
            else:
                game.push(parse_move(item.text, game))
    except ValueError:
        while len(game.history) > before:
            game.pop()
        raise
    return tuple(game.history[before:])


def items(text: str, at: int = 0, line: int = 0) -> Iterator[Token]:
    """The throws and moves of a line; a move and what follows it are separated by a comma."""
    while True:
        match = ITEM.match(text, at)
        if match is None or not match[1].strip():
            raise Token("", at + 1, line).wrong("a throw such as [6] or a move such as 1-7 is missing here.")
        yield Token(match[1].strip(), match.start(1) + 1, line)
        at = match.end()
        if at == len(text):
            return
        if not match[1].endswith("]"):
            if text[at] != ",":
                raise Token("", at + 1, line).wrong("a comma is missing after the move.")
            at += 1


def read_throw(token: Token) -> tuple[tuple[int, ...], bool]:
    """The faces of a throw such as [5,3], and whether it is marked as not drawn from the seed: [=5,3]."""
    match = THROW.fullmatch(token.text)
    if match is None:
        raise token.wrong(f"{spell(token.text)} is not a throw such as [6] or [5,3].")
    return tuple(map(int, match[2].split(","))), bool(match[1])
