"""A review in words, for the terminal and for the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from .reasons import because

if TYPE_CHECKING:
    from ..game import Game
    from ..move import Move
    from ..words.teller import Teller
    from .report import Account, Moment, Review

COLUMNS = ("start", "dice", "gifts", "skill", "correction", "result")
LARGE = 0.25  # a correction that throws doubt on the numbers
SIZES = ("inaccuracies", "mistakes", "blunders")


class Prose:
    """Says what a review has found, in the language of a teller."""

    def __init__(self, review: Review, teller: Teller) -> None:
        self.review, self.teller, self.voice = review, teller, teller.voice

    # --- numbers ---------------------------------------------------------------

    def points(self, value: float, signed: bool = True) -> str:
        """A chance in points, with its sign: +12.3."""
        return self.voice.decimal(100 * value, "+.1f" if signed else ".1f")

    # --- the whole game --------------------------------------------------------

    def head(self) -> str:
        table = self.review.table
        level = self.review.level
        judge = self.voice("review.by_solution") if level == "solution" else self.voice.bot(level)
        return self.voice("review.head", book=table.book.name[self.voice.lang], n=table.players, judge=judge)

    def caution(self) -> str:
        """Why the numbers are to be doubted; nothing if there is no reason for it."""
        if not self.review.learned:
            return self.voice("page.unlearned")
        large = any(abs(account.correction) > LARGE for account in self.review.players)
        return self.voice("page.caution") if large else ""

    def side(self, side: int) -> str:
        return self.teller.names(self.review.table.seats.sides[side])

    def accounts(self) -> Iterator[list[str]]:
        """A row for each side under a row of heads."""
        yield ["", *(self.voice(f"review.{name}") for name in COLUMNS)]
        for side, account in enumerate(self.review.players):
            shares = [getattr(account, name) for name in COLUMNS]
            signed = (name not in ("start", "result") for name in COLUMNS)
            yield [self.side(side), *map(self.points, shares, signed)]

    def columns(self) -> Iterator[str]:
        """The accounts one below the other."""
        rows = list(self.accounts())
        wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for name, *numbers in rows:
            yield f"{name:<{wide[0]}}" + "".join(f"  {text:>{width}}" for text, width in zip(numbers, wide[1:], strict=True))

    def players(self) -> Iterator[str]:
        """Who played which colour, as far as the record says it."""
        for seat, name in sorted(self.review.names.items()):
            yield self.voice("sheet.labelled", name=self.teller.name(seat), value=self.voice.bot(name))

    def choices(self) -> Iterator[str]:
        """How well each side has decided."""
        for side, account in enumerate(self.review.players):
            if account.decisions:
                yield self.decisions(self.side(side), account)
            else:
                yield self.voice("review.no_choices", name=self.side(side))

    def decisions(self, name: str, account: Account) -> str:
        sizes = {size: self.voice(f"review.{size}", n=getattr(account, size)) for size in SIZES}
        percent = self.voice.percent
        return self.voice(
            "review.choices",
            name=name,
            best=account.best,
            n=account.decisions,
            share=percent(account.best_share),
            forced=percent(account.forced_share),
            **sizes,
        )

    def turning(self) -> str:
        points = self.review.turning_points
        if not points:
            return self.voice("review.no_turning")
        turns = [self.voice("review.turned", name=self.leader(moment), n=moment.turn) for moment in points]
        return self.voice("review.turning", n=len(points), turns=", ".join(turns))

    def leader(self, moment: Moment) -> str:
        return self.side(max(range(len(moment.after)), key=moment.after.__getitem__))

    def luck(self) -> Iterator[str]:
        """The best and the worst throw for each side."""
        for side in range(len(self.review.players)):
            thrown = self.review.throws_of(side)
            for key, moment in (("luckiest", thrown[0]), ("unluckiest", thrown[-1])) if thrown else ():
                yield self.voice(
                    f"review.{key}",
                    name=self.side(side),
                    faces=self.faces(moment),
                    whom=self.teller.name(moment.seat),
                    n=moment.turn,
                    points=self.points(moment.luck[side]),
                )

    # --- one moment ------------------------------------------------------------

    def faces(self, moment: Moment) -> str:
        faces: Sequence[int] = moment.done if isinstance(moment.done, tuple) else ()
        return self.teller.faces(faces)

    def title(self, moment: Moment) -> str:
        """When it was, who decided, and how much it has cost."""
        size = self.voice(f"review.{moment.size}" if moment.size else "review.small")
        common = {"n": moment.turn, "size": size, "points": self.points(-moment.loss)}
        game = self.review.game.at(moment.n, history=False)
        name = self.teller.on_turn(game.seat, game.colour)
        if moment.node == "offer":
            return self.voice("review.moment_offer", name=name, **common)
        return self.voice("review.moment", name=name, faces=self.teller.faces(game.faces), **common)

    def verdict(self, moment: Moment) -> list[str]:
        """What was done, what was better, and why."""
        game, side = self.review.game.at(moment.n, history=False), moment.side
        done = moment.done if not isinstance(moment.done, tuple) else None
        chances = {one.move: self.voice.percent(one.chances[side]) for one in moment.alternatives}
        lines = [self.voice("review.played", what=self.choice(game, done), chance=chances[done])]
        if moment.loss:
            best = self.choice(game, moment.best)
            lines.append(self.voice("review.better", what=best, chance=chances[moment.best]))
            lines.append(because(game, moment.best, done, self.teller))
        return list(filter(None, lines))

    def choice(self, game: Game, move: Move | None) -> str:
        """A move as the list of moves names it; None is a throw."""
        if move is None:
            return self.voice("review.throws")
        different = len({legal.uses for legal in game.legal_moves})
        return self.teller.choice(move, game.pieces, different, game.snapshot.tries)
