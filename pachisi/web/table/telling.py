"""What a table tells, made once for everybody who speaks the same language."""

from __future__ import annotations

from collections import deque

import msgspec

from .. import elements as e
from .. import protocol as p
from ..views.narrator import Narrator
from ..views.tables import table_view
from . import facts as f
from .sitting import Change, Sitting

RECENT = 256  # events kept for those who come back
encode = msgspec.json.Encoder().encode


def invite_path(deed: f.Deed) -> str:
    return f"/table/{deed.id}?invite={deed.invite}"


class Telling:
    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.narrators: dict[str, Narrator] = {}
        self.recent: dict[str, deque[tuple[int, str]]] = {}
        self.snapshots: dict[str, tuple[int, str]] = {}
        self.answers: dict[tuple[str, int, int], tuple[int, tuple[e.Answer, ...]]] = {}

    def narrator(self, lang: str) -> Narrator:
        if lang not in self.narrators:
            self.narrators[lang] = Narrator(self.sitting, lang)
        return self.narrators[lang]

    def welcome(self, holder: str, resumed: bool) -> str:
        sitting, you, owner = self.sitting, self.sitting.held_by(holder), holder == self.sitting.deed.owner
        shown = sitting.has_open_seat and (bool(you) or owner)
        invite, code = (invite_path(sitting.deed), sitting.deed.code) if shown else (None, None)
        return encode(p.Welcome(p.VERSION, sitting.seq, resumed, you, owner, invite, code)).decode()

    def you(self, holder: str) -> str:
        return encode(p.You(self.sitting.held_by(holder), holder == self.sitting.deed.owner)).decode()

    def event(self, change: Change, langs: set[str]) -> dict[str, str]:
        """A change as everybody hears it, by language."""
        told = {lang: encode(self.narrator(lang).tell(change)).decode() for lang in langs}
        for lang, text in told.items():
            self.recent.setdefault(lang, deque(maxlen=RECENT)).append((change.seq, text))
        for lang in [lang for lang in self.recent if lang not in told]:
            del self.recent[lang]  # a history with a gap is useless
        return told

    def missed(self, lang: str, since: int | None) -> list[str] | None:
        """The events after `since`; None if they are no longer in memory."""
        if since is None or not 0 < since <= self.sitting.seq:
            return None
        if since == self.sitting.seq:
            return []
        past = self.recent.get(lang, ())
        if not past or past[0][0] > since + 1:
            return None
        return [text for seq, text in past if seq > since]

    def snapshot(self, lang: str) -> str:
        """Everything there is to draw; asking again costs nothing until something happens."""
        seq, text = self.snapshots.get(lang, (-1, ""))
        if seq != self.sitting.seq:
            narrator = self.narrator(lang)
            lines = (narrator.line(change) for change in self.sitting.story)
            snapshot = p.Snapshot(
                self.sitting.seq,
                table_view(self.sitting, lang),
                narrator.state(),
                tuple(line for line in lines if line.words),
                tuple(e.ChainView(one.seat, one.commitment, one.since) for one in self.sitting.chains.values()),
                len(self.sitting.throws),
            )
            text = encode(snapshot).decode()
            self.snapshots[lang] = self.sitting.seq, text
        return text

    def why(self, lang: str, question: p.Ask) -> p.Why:
        """What a piece may do, and why not; asking again costs nothing until something happens."""
        key = lang, question.colour, question.step
        at, answers = self.answers.get(key, (-1, ()))
        if at != self.sitting.at:
            answers = self.narrator(lang).answers(question.colour, question.step)
            self.answers[key] = self.sitting.at, answers
        return p.Why(question.id, question.colour, question.step, answers)
