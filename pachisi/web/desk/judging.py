"""The work of the desk: slow, for a thread beside the event loop."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence

import msgspec

from ...desk import Moment, Review
from ...desk.chances import UNIT, as_floats
from ...desk.judges import Judge, Opinion, find_judge
from ...desk.reasons import because
from ...desk.reviewer import judge_moments
from ...errors import IllegalMove
from ...game import Game
from ...move import Move
from ...table import Table
from ...words.teller import Teller
from ...words.voice import Voice
from ..table import facts as f
from ..views.wording import find_wording
from .forms import (
    Accounts,
    Analysis,
    JudgedAct,
    Outset,
    Reason,
    ReviewPart,
    SideAccount,
    TriedLine,
    Weighed,
    WeighedThrow,
)

LEVEL = "master"
DIGITS = 5  # of a chance, for the page; accounts are exact
THROW = -1  # among the choices at an offer
WORST = 10
JUDGES: dict[bytes, Judge] = {}
MOST_JUDGES = 16


def judge_of(table: Table) -> Judge:
    """The same for all tables with the same rules; only one thread may ask."""
    if table.fingerprint not in JUDGES:
        if len(JUDGES) >= MOST_JUDGES:
            del JUDGES[next(iter(JUDGES))]
        JUDGES[table.fingerprint] = find_judge(table, LEVEL)
    return JUDGES[table.fingerprint]


def numbers_of(entries: Sequence[f.LoggedFact]) -> list[int]:
    """The seq of the beginning, then that of each throw and move that was not taken back."""
    seqs: list[int] = []
    for entry in entries:
        if isinstance(entry.fact, (f.Began, f.Threw, f.Played)):
            seqs.append(entry.seq)
        elif isinstance(entry.fact, f.TookBack):
            del seqs[entry.fact.to + 1 :]
    return seqs


def evaluate(game: Game, seqs: Sequence[int]) -> Iterator[ReviewPart]:
    """A review in numbers, part by part."""
    sides = game.table.seats.sides
    judge = judge_of(game.table)
    yield Outset(LEVEL, len(game.history), seqs[0], sides, judge.learned)
    moments: list[Moment] = []
    for moment in judge_moments(game, judge):
        moments.append(moment)
        yield act_view(game, moment, seqs[moment.n + 1])
    start = moments[0].before if moments else as_floats(judge.judge(game).value)
    found = Review(game, LEVEL, tuple(moments), start, judge.learned)
    accounts = [
        SideAccount(**{name: getattr(account, name) for name in SideAccount.__struct_fields__})
        for account in found.players
    ]
    turning, worst = ([moment.n for moment in row] for row in (found.turning_points, found.worst(WORST)))
    yield Accounts(found.start, tuple(accounts), tuple(turning), tuple(worst))


def act_view(game: Game, moment: Moment, seq: int) -> JudgedAct:
    side = moment.side
    moves = game.at(moment.n, history=False).legal_moves if moment.alternatives else ()
    choices = [
        Weighed(THROW if one.move is None else moves.index(one.move), round(one.chances[side], DIGITS))
        for one in moment.alternatives
    ]
    return JudgedAct(
        n=moment.n,
        seq=seq,
        side=side,
        after=tuple(round(chance, DIGITS) for chance in moment.after),
        luck=round(moment.luck[side], DIGITS),
        loss=round(moment.loss, DIGITS),
        size=moment.size,  # type: ignore[arg-type]
        choices=tuple(choices),
    )


def give_reasons(game: Game, acts: Sequence[JudgedAct], lang: str) -> Iterator[Reason]:
    """Why something else was better, for every act that has cost more than a little."""
    teller = Teller(game.table, Voice(lang))
    for act in acts:
        if act.size:
            here, done = game.at(act.n, history=False), game.history[act.n]
            played = done if isinstance(done, Move) else None
            best = act.choices[0].index
            yield Reason(act.n, because(here, None if best == THROW else here.legal_moves[best], played, teller))


# --- what is kept ---------------------------------------------------------------------


def pack(parts: Sequence[ReviewPart]) -> bytes:
    return zlib.compress(msgspec.json.encode(parts), 9)


def unpack(packed: bytes) -> list[ReviewPart]:
    return msgspec.json.decode(zlib.decompress(packed), type=list[ReviewPart])


# --- positions that somebody tries ----------------------------------------------------------


def follow(played: Game, wish: TriedLine) -> Game:
    """The position that a line leads to; an IllegalMove if it cannot be played."""
    game = played.at(wish.at, history=False)
    for act in wish.line:
        if isinstance(act, int):
            if act >= len(game.legal_moves):
                raise IllegalMove(f"There is no move {act}: this position has {len(game.legal_moves)}.")
            game.push(game.legal_moves[act])
        else:
            game.throw(*act)
    return game


def analyse(game: Game, lang: str) -> Analysis:
    """What a position is worth, and everything that can be done or thrown there."""
    said, now, moves = find_wording(game.table, lang), game.snapshot, game.legal_moves
    found = judge_of(game.table).judge(game)
    side = game.seats.side_of(game.seat) if game.node != "over" else 0
    choices = weigh(game, found, side)
    why = ""
    if len(choices) > 1:
        better, other = (None if one.index == THROW else moves[one.index] for one in choices[:2])
        why = because(game, better, other, said.teller)
    throws = [
        WeighedThrow(faces, float(share), part(found.throws[faces], side))
        for faces, share in sorted(game.throws.items())
        if faces in found.throws
    ]
    value = tuple(part(found.value, at) for at in range(len(found.value)))
    return Analysis(said.state(now, moves, 0, 0, None), value, choices, tuple(throws), why)


def weigh(game: Game, found: Opinion, side: int) -> tuple[Weighed, ...]:
    """All choices, the best first."""
    rows = [Weighed(at, part(chances, side)) for at, chances in enumerate(found.moves)]
    if game.node == "offer":
        rows.append(Weighed(THROW, part(found.throwing, side)))
    return tuple(sorted(rows, key=lambda row: -row.chance))


def part(units: Sequence[int], side: int) -> float:
    return round(units[side] / UNIT, DIGITS)
