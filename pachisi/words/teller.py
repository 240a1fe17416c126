"""Moves and events in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from .names import Pieces, letters, number_of
from .voice import Voice, upper

MOUTH, BACK = "○", "●"  # of a shell, as text

if TYPE_CHECKING:
    from ..game.log import LogEntry
    from ..move import Move, Sent
    from ..table import Table


class Style(Protocol):
    """How words are highlighted."""

    def bold(self, text: str) -> str: ...

    def piece(self, text: str, colour: Mapping[str, str]) -> str:
        """The name of a piece, in its colour."""
        ...


class Plain:
    """No highlighting."""

    def bold(self, text: str) -> str:
        return text

    def piece(self, text: str, colour: Mapping[str, str]) -> str:
        return text


class Teller:
    """Describes what happens at one table."""

    def __init__(self, table: Table, voice: Voice, style: Style | None = None) -> None:
        self.table, self.voice, self.style = table, voice, style or Plain()
        self.rules, self.plan = table.rules, table.board
        self.numbers = table.numbers
        self.letters = letters(table.colours, voice.lang)

    # --- names -----------------------------------------------------------------

    def colour(self, colour: int) -> str:
        return self.table.colours[colour][self.voice.lang]

    def name(self, seat: int) -> str:
        return upper(" + ".join(self.colour(colour) for colour in self.table.seats.colours_of(seat)))

    def term(self, name: str) -> str:
        """The leaflet's own word for something; empty if it has none."""
        return self.table.book.terms.get(name, {}).get(self.voice.lang, "")

    def on_turn(self, seat: int, colour: int) -> str:
        """The name of the player who decides; where the two colours of a player take turns, the colour."""
        seats = self.table.seats
        return upper(self.colour(colour)) if seats.two_each and not seats.joint else self.name(seat)

    def names(self, seats: Sequence[int]) -> str:
        return self.voice.join([self.name(seat) for seat in seats])

    def badge(self, colour: int) -> str:
        return self.style.piece(f" {self.letters[colour]} ", self.table.colours[colour])

    def piece(self, pieces: Pieces, colour: int, step: int) -> str:
        """A piece by letter and number, such as Y2."""
        return f"{self.letters[colour]}{number_of(pieces, colour, step)}"

    # --- places and throws -------------------------------------------------------

    def place(self, colour: int, step: int, word: str) -> str:
        """Where a step of a colour lies, with the word "from", "to" or "at"; by the number on the board, if it has one."""
        plan = self.plan
        letter = "" if plan.centre else self.term({0: "reserve", 1: "start"}.get(step, ""))
        if letter:
            return self.voice(f"places.{word}_letter", letter=letter)
        if step == 0:
            return self.voice("places.at_reserve")
        if step == 1 and not plan.centre:
            return self.voice(f"places.{word}_start")
        if step <= plan.lap:
            return self.voice(f"places.{word}_field", n=self.number(colour, step))
        if plan.places:
            return self.voice(f"places.{word}_goal", n="abcdef"[step - plan.lap - 1])
        if step == plan.last:
            return self.voice(f"places.{word}_home")
        return self.voice(f"places.{word}_lane", n=step - plan.lap)

    def number(self, colour: int, step: int) -> int:
        """What a step is called: the number on its field, or how far it is along the way of the colour."""
        field = self.plan.field(colour, step)
        return self.numbers[field] if self.numbers and field is not None else step

    def faces(self, faces: Sequence[int]) -> str:
        if len(faces) > 1 and self.rules.dice.use == "sum":
            return f"{'+'.join(map(str, faces))} = {sum(map(self.count, faces)):>2}"
        if self.rules.dice.kind == "shells":
            return " ".join(map(self.shells, faces))
        return " ".join(map(str, faces))

    def thrown(self, name: str, faces: Sequence[int]) -> str:
        """Who has thrown what."""
        if self.rules.dice.kind == "shells":
            return self.voice("log.has_thrown_shells", name=name, faces=" ".join(self.faces(faces).split()))
        several = self.voice.join([str(face) for face in faces])
        shown = " ".join(self.faces(faces).split()) if self.rules.dice.use == "sum" else several
        return self.voice("log.has_thrown", name=name, faces=shown)

    def shells(self, up: int) -> str:
        """Mouths first, then backs, and what they count."""
        return f"{MOUTH * up}{BACK * (max(self.rules.dice.faces) - up)} = {self.count(up):>2}"

    def count(self, face: int) -> int:
        """What a face counts."""
        dice = self.rules.dice
        return dice.values[dice.faces.index(face)] if dice.values else face

    # --- moves ---------------------------------------------------------------------

    def choice(self, move: Move, pieces: Pieces, open_numbers: int, tries: int) -> str:
        """A legal move in the numbered list."""
        uses = "+".join(map(str, move.uses))
        if move.kind == "stop":
            return self.voice("moves.stop")
        if move.kind == "pass":
            words = self.voice("moves.retry", n=uses) if tries else self.voice("moves.leave", n=uses)
            if not tries and self.rules.turn.may_pass == "turn":
                words = self.voice("moves.pass")
        else:
            badge = self.piece(pieces, move.colour, move.start)
            words = f"{self.style.piece(badge, self.table.colours[move.colour])} {self.way(move)}"
            if open_numbers > 1:
                words += f" ({self.voice('moves.uses', n=uses)})"
        extra = self.captures(move.captures)
        for seat, step in move.penalty:
            itself = move.kind in ("move", "enter") and (seat, step) == (move.colour, move.target)
            name = self.voice("moves.this_piece") if itself else self.piece(pieces, seat, step)
            extra.append(self.style.bold(self.voice("moves.penalty", piece=name)))
        return ", ".join([words, *extra])

    def way(self, move: Move) -> str:
        """From where to where, and which pieces go along."""
        to = self.place(move.colour, move.target, "to")
        if move.kind == "enter":
            words = self.voice("moves.enters", to=to)
            if move.target == 1 and not self.plan.centre:
                start = self.term("start")
                words = self.voice("moves.enters_letter", letter=start) if start else self.voice("moves.enters_start")
        elif self.goes_round(move):
            words = self.voice("moves.onward", **{"from": self.place(move.colour, move.start, "from"), "to": to})
        elif move.target < move.start:
            words = self.voice("moves.backward", **{"from": self.place(move.colour, move.start, "from"), "to": to})
        else:
            words = f"{self.place(move.colour, move.start, 'from')} {to}"
        if move.count > 1:
            words += f", {self.voice('moves.together', n=move.count)}"
        if move.partner:
            words += f", {self.voice('moves.mates', n=move.partner)}"
        return words

    def goes_round(self, move: Move) -> bool:
        """Does a piece not turn in, but go round again?"""
        rules = self.rules.moves
        return move.target < move.start and (rules.gate != "open" or rules.second_lap != "never")

    def captures(self, captures: Sent) -> list[str]:
        victims = Counter(seat for seat, _ in captures)
        names = [upper(self.colour(seat)) + (f" ×{count}" if count > 1 else "") for seat, count in victims.items()]
        return [self.style.bold(self.voice("moves.captures", whom=", ".join(names)))] if names else []

    def done(self, move: Move) -> str:
        """A move that has been played."""
        if move.kind in ("pass", "stop"):
            parts = [self.voice("moves.stopped" if move.kind == "stop" else "moves.passed")]
        else:
            way = self.voice("moves.a_piece", does=self.way(move)) if move.kind == "enter" else self.way(move)
            several = self.rules.seats.colours != "one"
            parts = [self.voice("log.played", name=upper(self.colour(move.colour)), what=way) if several else way]
        parts += self.captures(move.captures)
        parts += [self.voice("moves.penalised", **{"from": self.place(*piece, "from")}) for piece in move.penalty]
        return ", ".join(parts)

    # --- the log ---------------------------------------------------------------------

    def log(self, entries: Sequence[LogEntry], on_turn: int) -> list[str]:
        """One line for each throw and what followed; `on_turn` is the seat that decides after the last entry."""
        lines: list[tuple[int, str, list[str]]] = []
        for at, entry in enumerate(entries):
            if entry.what == "throw" or not lines:
                lines.append((entry.seat, self.faces(entry.faces), []))
            elif entry.what == "move" and entry.seat != lines[-1][0]:
                lines.append((entry.seat, "", []))
            after = next((e.seat for e in entries[at + 1 :] if e.what == "throw"), on_turn)
            words = self.event(entry, after, bool(lines[-1][2]))
            if words:
                lines[-1][2].append(words)
        names = max((len(self.name(seat)) for seat in self.table.seats), default=0)
        wide = len(self.faces([max(self.rules.dice.faces)] * self.rules.dice.count))
        return [
            f"{self.badge(seat)} {self.name(seat):<{names}}  {faces:<{wide}}  {self.voice('marks.then').join(words)}".rstrip()
            for seat, faces, words in lines
        ]

    def event(self, entry: LogEntry, after: int, moved: bool) -> str:
        return self.done(entry.move) if entry.what == "move" and entry.move else self.settled(entry.what, after, moved)

    def settled(self, what: str, after: int, moved: bool) -> str:
        """What was settled automatically, after a throw or after a move; `after` is the seat that decides now."""
        if what == "lost":
            return self.voice("log.lost_rest" if moved else "log.lost")
        if what == "streak":
            return self.voice(f"log.streak_{self.rules.turn.streak_penalty}", streak=self.streak())
        if what == "opened":
            return self.voice("log.opened", name=self.name(after))
        if what in ("bonus_lost", "again", "finished", "opening_tie"):
            return self.voice(f"log.{what}")
        return ""

    def streak(self) -> str:
        """What has been thrown too often in a row."""
        turn = self.rules.turn
        if turn.streak_of == "number":
            return self.voice("log.streak_same", n=turn.streak)
        earned = turn.again_double, turn.again_triple, len(turn.again_faces)
        if earned == (True, False, 0):
            return self.voice("log.streak_double", n=turn.streak)
        if earned == (False, False, 1):
            return self.voice("log.streak_face", n=turn.streak, face=turn.again_faces[0])
        return self.voice("log.streak_throw", n=turn.streak)

    # --- the end ---------------------------------------------------------------------

    def result(self, winner: Sequence[int], names: str = "") -> str:
        """Who has won, by colour unless names are given, and what the leaflet has the winner call."""
        won, call = (
            self.voice("log.team_won" if len(winner) > 1 else "log.won", name=names or self.names(winner)),
            self.term("win"),
        )
        return f"{self.voice.quote(call)} {won}" if call else won

    def places(self, places: Sequence[Sequence[int]]) -> list[str]:
        lines, place = [], 1
        for seats in places:
            lines.append(f"  {place}. {', '.join(self.name(seat) for seat in seats)}")
            place += 1 if self.table.seats.teams else len(seats)
        return lines

    def summary(self, log: Sequence[LogEntry]) -> list[str]:
        """Throws, captures made and pieces lost, a line for each person."""
        throws, taken, suffered = Counter[int](), Counter[int](), Counter[int]()
        for entry in log:
            throws[entry.seat] += entry.what == "throw"
            captures = entry.move.captures if entry.move else ()
            taken[entry.seat] += len(captures)
            suffered.update(self.table.seats.seat_of(colour) for colour, _ in captures)
        rows = [["", self.voice("summary.throws"), self.voice("summary.taken"), self.voice("summary.suffered")]]
        rows += [[self.name(s), str(throws[s]), str(taken[s]), str(suffered[s])] for s in self.table.seats]
        wide = [max(len(row[column]) for row in rows) for column in range(4)]
        return [
            f"  {row[0]:<{wide[0]}}" + "".join(f"  {row[column]:>{wide[column]}}" for column in (1, 2, 3))
            for row in rows
        ]
