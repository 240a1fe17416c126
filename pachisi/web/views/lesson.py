"""A first game that teaches: a few turns of a real game with given throws, and what the coach says before each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ...words.voice import Voice
from .. import forms
from .. import protocol as p
from ..table import facts as f
from ..table.sitting import Sitting
from .narrator import Narrator
from .tables import table_view

BOOK, START = "mensch", "mensch 2 | 0,0,0,37 - 0,0,0,24 - | 0"
YOU, BOT = 0, 2


@dataclass(frozen=True)
class Step:
    """A throw or a move of somebody, and what is said before it."""

    seat: int
    does: int | str
    says: str = ""


STEPS = (
    Step(YOU, 6, "throw"),
    Step(YOU, "0-1", "enter"),
    Step(YOU, 2, "again"),
    Step(YOU, "1-3", "clear"),
    Step(BOT, 4),
    Step(BOT, "24-28"),
    Step(YOU, 5, "chase"),
    Step(YOU, "3-8", "capture"),
    Step(BOT, 2),
    Step(YOU, 4, "last"),
    Step(YOU, "37-41", "home"),
)
DONE = "done"
TOUCH = ("throw", "clear", "capture")  # what a thumb does otherwise than mouse and keys


@lru_cache(maxsize=8)
def teach(lang: str) -> forms.Lesson:
    """The lesson, played out: its events, what is said, and why pieces may not move."""
    sitting = Sitting(deed())
    narrator = Narrator(sitting, lang)
    events = [narrator.tell(sitting.apply(f.LoggedFact(1, f.Began())))]
    reasons = []
    for step in STEPS:
        if isinstance(step.does, str) and step.seat == YOU:
            reasons += reasons_in(sitting, narrator)
        events.append(narrator.tell(sitting.apply(f.LoggedFact(sitting.seq + 1, act(sitting, step)))))
    keys = {seq: step.says for seq, step in enumerate(STEPS, 1) if step.says} | {sitting.seq: DONE}
    says = {str(seq): Voice(lang)(f"lesson.{key}") for seq, key in keys.items()}
    touch = {str(seq): Voice(lang)(f"lesson.{key}_touch") for seq, key in keys.items() if key in TOUCH}
    return forms.Lesson(table_view(sitting, lang), tuple(events), says, touch, tuple(reasons))


def deed() -> f.Deed:
    places = (f.Place(YOU, "you"), f.Place(BOT, bot="greedy"))
    return f.Deed(
        id="lesson",
        created=0.0,
        owner="you",
        setup=forms.Setup(BOOK, 2, first=0),
        places=places,
        secret="0" * 64,
        invite="",
        code="",
        take_back=False,
        pause=0.0,
        start=START,
    )


def act(sitting: Sitting, step: Step) -> f.Facts:
    if isinstance(step.does, int):
        return f.Threw(step.seat, (step.does,))
    index = next(n for n, move in enumerate(sitting.moves) if f"{move.start}-{move.target}" == step.does)
    return f.Played(step.seat, index, str(sitting.moves[index]))


def reasons_in(sitting: Sitting, narrator: Narrator) -> list[p.Why]:
    """Why each piece of the player may move now, or may not; told under the number of the state."""
    snapshot = sitting.snapshot
    steps = sorted(set(snapshot.pieces[YOU] or ())) if snapshot else []
    return [p.Why(str(sitting.seq), YOU, step, narrator.answers(YOU, step)) for step in steps]
