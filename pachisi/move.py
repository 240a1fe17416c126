"""A move as a person sees it, and its way from and to the kernel's integer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from . import records as rec
from .records import Event, Kind

KINDS = ("move", "enter", "pass", "stop")
Sent = tuple[tuple[int, int], ...]  # (seat, step) of pieces that go back


@dataclass(frozen=True, slots=True)
class Move:
    """One use of the open numbers. Two pieces on the same step are interchangeable."""

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


STOP = Move("stop")
STOP_CODE = int(Kind.STOP) << rec.KIND


def unpack(code: int, r: Any, s: Any) -> Move:
    """The kernel's integer as a Move, read in the position in which it is legal."""
    kind = code >> rec.KIND & rec.KIND_MASK
    uses = numbers(code, r, s)
    penalty = unpack_penalty(code)
    if kind in (Kind.PASS, Kind.STOP):
        return Move(KINDS[kind], uses=uses, penalty=penalty)
    colour = code >> rec.COLOUR & rec.COLOUR_MASK
    target = code >> rec.TARGET & rec.STEP_MASK
    return Move(
        kind=KINDS[kind],
        colour=colour,
        start=code >> rec.START & rec.STEP_MASK,
        target=target,
        uses=uses,
        count=code >> rec.COUNT & rec.COUNT_MASK,
        partner=code >> rec.PARTNER & rec.COUNT_MASK,
        captures=captured(code >> rec.HITS & rec.HITS_MASK, colour, target, r, s),
        penalty=penalty,
    )


def numbers(code: int, r: Any, s: Any) -> tuple[int, ...]:
    if code >> rec.EVENTS & Event.DIE:
        return (int(r["last"]) - (code >> rec.START & rec.STEP_MASK),)
    slots = code >> rec.USES & rec.USES_MASK
    open_numbers = [*map(int, s["pool"]), *map(int, r["bonus"])]
    return tuple(sorted(open_numbers[slot] for slot in range(rec.SLOTS) if slots >> slot & 1))


def captured(hits: int, colour: int, target: int, r: Any, s: Any) -> Sent:
    if not hits:
        return ()
    field = int(r["field"][colour, target])
    sent: list[tuple[int, int]] = []
    for victim in range(rec.COLOURS):
        if hits >> victim & 1:
            step = int(r["step_at"][victim, field])
            sent += [(victim, step)] * int((s["pieces"][victim, : int(r["pieces"])] == step).sum())
    return tuple(sent)


def unpack_penalty(code: int) -> Sent:
    what = code >> rec.PENALTY & rec.PENALTY_MASK
    return ((what >> 7 & 3, what & 127),) if what & 512 else ()
