"""What happens at a table, as messages in one language: states, moves and events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ...words.questions import Questions
from ...words.voice import upper
from .. import elements as e
from .. import protocol as p
from ..table import facts as f
from ..table.sitting import Change, Sitting
from .tables import colour_name, seat_views
from .wording import find_wording


class Narrator:
    def __init__(self, sitting: Sitting, lang: str) -> None:
        self.sitting, self.lang = sitting, lang
        self.wording = find_wording(sitting.table, lang)
        self.voice, self.teller = self.wording.voice, self.wording.teller

    def seat_name(self, seat: int) -> str:
        """Somebody by name, or else by colour."""
        return self.sitting.seats[seat].name or self.colour_name(seat)

    def player_name(self, seat: int, colour: int) -> str:
        """Who acts; where the two colours of a player take turns, the colour."""
        seats = self.sitting.table.seats
        named = "" if seats.two_each and not seats.joint else self.sitting.seats[seat].name
        return named or self.wording.player(seat, colour)

    def colour_name(self, seat: int) -> str:
        return colour_name(self.sitting.table, self.sitting.seats[seat].colours, self.lang)

    # --- the state ----------------------------------------------------------------

    def state(self) -> e.State | None:
        """The state of the game; None in the lobby."""
        sitting, now = self.sitting, self.sitting.snapshot
        if now is None:
            return None
        back = sitting.way_back()
        return self.wording.state(now, sitting.moves, sitting.at, sitting.thrown, None if back is None else back[0])

    # --- events ---------------------------------------------------------------------

    def tell(self, change: Change) -> p.Logged:
        """The message of a change that has just been made."""
        fact, seq, happened = change.fact, change.seq, self.happenings(change)
        words = self.words(change, happened)
        if type(fact) in SEATED:
            return p.Seated(seq, SEATED[type(fact)], seat_of(fact), seat_views(self.sitting, self.lang), words)
        if isinstance(fact, f.Committed):
            return p.Chained(seq, fact.seat, fact.commitment, fact.since, words)
        state = self.state()
        match fact:
            case f.Threw() if state:
                return self.thrown(change, fact, happened, state, words)
            case f.Played() if state and change.move:
                move = self.wording.placed(fact.index, change.move, change.before, upper(self.wording.done(change.move)))
                return p.Moved(seq, fact.seat, move, happened, sent_back(change), state, words)
            case f.TookBack() if state:
                return p.TakenBack(seq, fact.seat, state, words)
            case f.Began() if state:
                return p.Started(seq, seat_views(self.sitting, self.lang), state, words)
            case f.GameEnded() if self.sitting.game and self.sitting.game.outcome:
                outcome = self.sitting.game.outcome
                return p.Ended(seq, outcome.winner, outcome.places, self.sitting.deed.secret, words)
            case f.RematchMade():
                return p.Rematched(seq, fact.table, words)
            case f.TableClosed():
                return p.Closed(seq, self.sitting.deed.secret, words)
        raise ValueError(f"Event {seq} does not fit the table.")

    def thrown(
        self, change: Change, fact: f.Threw, happened: tuple[e.Happening, ...], state: e.State, words: str
    ) -> p.Thrown:
        return p.Thrown(
            seq=change.seq,
            seat=fact.seat,
            colour=change.colour,
            faces=fact.faces,
            n=change.n,
            nonce=fact.nonce,
            links=fact.links,
            silent=fact.silent,
            kept=change.kept,
            happened=happened,
            back=sent_back(change),
            state=state,
            words=words,
        )

    def line(self, change: Change) -> e.Line:
        return e.Line(
            change.seq,
            seat_of(change.fact),
            LINES.get(type(change.fact), "seated"),
            self.words(change, self.happenings(change)),
        )

    def words(self, change: Change, happened: tuple[e.Happening, ...]) -> str:
        """A change as a line of the log."""
        fact, news = change.fact, [item.words for item in happened if item.words]
        match fact:
            case f.Committed():
                return ""
            case f.Threw():
                said = self.wording.thrown(self.player_name(fact.seat, change.colour), fact.faces)
                return f"{said} {upper(self.voice('marks.then').join(news))}." if news else said
            case f.Played() if change.move:
                name = self.player_name(fact.seat, change.colour)
                what = self.voice("marks.then").join([self.wording.done(change.move), *news])
                return self.voice("log.played", name=name, what=what)
            case f.GameEnded() if self.sitting.game and self.sitting.game.outcome:
                winner = self.sitting.game.outcome.winner
                return self.teller.result(winner, self.voice.join([self.seat_name(seat) for seat in winner]))
            case f.StoodIn():
                return self.voice("news.stood_in", seat=self.seat_name(fact.seat), bot=self.voice.bot(fact.bot))
            case f.Sat() | f.Named():
                return self.voice(NEWS[type(fact)], seat=self.colour_name(fact.seat), name=fact.name)
        seat = seat_of(fact)
        return self.voice(NEWS[type(fact)], seat=self.seat_name(seat) if seat >= 0 else "")

    def happenings(self, change: Change) -> tuple[e.Happening, ...]:
        """What was settled automatically, in words."""
        moved = change.move is not None
        told = [entry.what for entry in change.news if entry.what not in ("throw", "move", "over")]
        name = self.seat_name(change.on_turn) if "opened" in told else ""
        return tuple([self.wording.news(what, name, moved) for what in told])

    # --- questions --------------------------------------------------------------------

    def answers(self, colour: int, step: int) -> tuple[e.Answer, ...]:
        """Every open number for the pieces on a step, and the clause that decides."""
        game = self.sitting.game
        if game is None:
            return ()
        asked: Sequence[tuple[int, ...]] = [()]
        if game.node == "move":
            asked = list(Questions(game, self.teller).numbers(colour, step)) or [()]
        found = []
        for uses in asked:
            verdict = game.why(colour, step, uses, self.lang)
            found.append(e.Answer(uses, verdict.legal, verdict.clause, verdict.text))
        return tuple(found)


def sent_back(change: Change) -> tuple[e.Sent, ...]:
    """The pieces that have gone back to where pieces begin, by where they stood."""
    if change.move:
        return (*change.move.captures, *change.move.penalty)
    sent: list[e.Sent] = []
    for colour, (before, after) in enumerate(zip(change.before, change.after, strict=True)):
        if before and after and sum(after) < sum(before):  # a streak; one that is rewarded leads home
            sent += [(colour, step) for step in (Counter(before) - Counter(after)).elements()]
    return tuple(sent)


def seat_of(fact: f.Facts) -> int:
    return fact.place.seat if isinstance(fact, f.Arranged) else getattr(fact, "seat", -1)


SEATED: dict[type, e.SeatNews] = {
    f.Sat: "sat",
    f.Arranged: "arranged",
    f.Named: "named",
    f.Left: "left",
    f.StoodIn: "stand_in",
    f.CameBack: "back",
}
LINES: dict[type, str] = {
    f.Committed: "chained",
    f.Threw: "thrown",
    f.Played: "moved",
    f.TookBack: "taken_back",
    f.Began: "started",
    f.GameEnded: "ended",
    f.RematchMade: "rematched",
    f.TableClosed: "closed",
}
NEWS: dict[type, str] = {
    f.Sat: "news.sat",
    f.Arranged: "news.arranged",
    f.Named: "news.named",
    f.Left: "news.left",
    f.CameBack: "news.came_back",
    f.TookBack: "news.took_back",
    f.Began: "news.began",
    f.RematchMade: "news.rematched",
    f.TableClosed: "news.closed",
    f.GameEnded: "news.closed",
}
