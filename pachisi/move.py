"""A move as a person sees it, read from the kernel's integer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from .kernel.code import (
    colour_of,
    count_of,
    events_of,
    hits_of,
    kind_of,
    partner_of,
    penalty_colour_of,
    penalty_of,
    penalty_step_of,
    start_of,
    target_of,
    uses_of,
)
from .kernel.crowd import number_of
from .records import EVERY_KIND, SLOTS, Event, Kind

KINDS = ("move", "enter", "pass", "stop")
Sent = tuple[tuple[int, int], ...]  # (seat, step) of pieces that go back


@dataclass(frozen=True, slots=True)
class Move:
    """One use of the open numbers. Two pieces on the same step are interchangeable.

    >>> move = Move("move", colour=0, start=1, target=7, uses=(6,), count=1, captures=((2, 27),))
    >>> str(move)
    '6: 0/1-7 x2/27'

    :param kind: "move", "enter", "pass" or "stop"
    :param colour: the colour that moves; -1 for a pass or stop
    :param start: the step it leaves; 0 when it enters
    :param target: the step it reaches
    :param uses: the numbers it takes, ascending; those given up by a pass
    :param count: how many pieces of the colour move as one
    :param partner: how many of the partner's pieces go along
    :param captures: (seat, step) of each piece sent back, ascending, steps as its owner counts them
    :param penalty: likewise, the player's own pieces that go back because a duty was missed
    """

    kind: str
    colour: int = -1
    start: int = 0
    target: int = 0
    uses: tuple[int, ...] = ()
    count: int = 0
    partner: int = 0
    captures: Sent = ()
    penalty: Sent = ()

    def __str__(self) -> str:
        if self.kind in ("pass", "stop"):
            words = [self.kind]
        else:
            way = "enter" if self.kind == "enter" else f"{self.start}-{self.target}"
            words = [f"{'+'.join(map(str, self.uses))}:", f"{self.colour}/{way}"]
        if self.count > 1 or self.partner:
            words.append(f"({self.count}+{self.partner})" if self.partner else f"({self.count})")
        words += [f"x{seat}/{step}" for seat, step in self.captures]
        words += [f"!{seat}/{step}" for seat, step in self.penalty]
        return " ".join(words)

    def __reduce__(self) -> tuple[Any, ...]:
        """Small and quick in a pickle."""
        rest = self.uses, self.count, self.partner, self.captures, self.penalty
        return Move, (self.kind, self.colour, self.start, self.target, *rest)


STOP = Move("stop")


def unpack(code: int, r: Any, s: Any) -> Move:
    """The kernel's integer as a Move, read in the position where it is legal."""
    kind = kind_of(code)
    uses = numbers(code, r, s)
    groups, penalty = r["groups"], unpack_penalty(code) if r["capture_duty"] else ()
    if kind in (Kind.PASS, Kind.STOP):
        return Move(KINDS[kind], uses=uses, penalty=penalty)
    return Move(
        kind=KINDS[kind],
        colour=colour_of(code),
        start=start_of(code),
        target=target_of(code),
        uses=uses,
        count=count_of(code) if groups else 1,
        partner=partner_of(code) if groups else 0,
        captures=captured(code, r, s),
        penalty=penalty,
    )


def numbers(code: int, r: Any, s: Any) -> tuple[int, ...]:
    """The numbers that a move uses, ascending."""
    if events_of(code) & Event.DIE:
        return (int(r["last"]) - start_of(code),)
    slots = uses_of(code)
    if r["kinds"]:
        if slots != EVERY_KIND:
            return (int(r["kind"][slots - 1]),) if slots else ()
        return count_out(r["kind"][: int(r["kinds"])].tolist(), s["pool"].tolist())
    open_numbers = [*map(int, s["pool"][:4]), *map(int, r["bonus"])]
    return tuple(sorted(open_numbers[slot] for slot in range(SLOTS) if slots >> slot & 1))


def count_out(kinds: Sequence[int], pool: Iterable[int]) -> tuple[int, ...]:
    """The open numbers, ascending, where they are counted: two kinds to a byte."""
    counts = [count for byte in pool for count in (byte & 15, byte >> 4)]
    return tuple(number for number, count in zip(kinds, counts, strict=False) for _ in range(count))


def captured(code: int, r: Any, s: Any) -> Sent:
    """The pieces that a move captures."""
    hits, colour, start = hits_of(code), colour_of(code), start_of(code)
    if not hits and not r["capture_by"]:
        return ()
    fields = [(int(r["field"][colour, target_of(code)]), hits)] if hits else []
    if r["capture_by"] and start > 0:
        end = min(start + sum(numbers(code, r, s)), int(r["last"]))
        passed = [int(field) for field in r["field"][colour, start + 1 : end]]
        prey = sum(1 << victim for victim in range(len(s["pieces"])) if number_of(int(r["prey"][colour]), victim))
        fields += [(field, prey) for field in passed if field >= 0 and not r["safe"][field]]
    one = r["takes"] and start == 0  # of the guests on a start field
    ring, lap = int(r["ring"]), int(r["lap"])
    sent: list[tuple[int, int]] = []
    for field, victims in fields:
        for victim in range(len(s["pieces"])):
            step = int(r["step_at"][victim, field])
            if victims >> victim & 1 and step:
                held = s["pieces"][victim, : int(r["pieces"])].tolist()
                there = [(victim, at) for at in held if at == step or at == step + ring <= lap]
                sent += there[:1] if one else there
    return tuple(sorted(sent))


def unpack_penalty(code: int) -> Sent:
    return ((penalty_colour_of(code), penalty_step_of(code)),) if penalty_of(code) else ()
