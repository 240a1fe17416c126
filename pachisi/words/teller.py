"""Moves and events in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ..game import LogEntry
from ..move import Move, Sent
from ..table import Table
from ..terminal.board import Pieces, letters, number_of
from ..terminal.look import Look, pad
from .voice import Voice, upper


class Teller:
    """Knows the names at one table and says what happens there."""

    def __init__(self, table: Table, voice: Voice, look: Look | None = None) -> None:
        self.table, self.voice, self.look = table, voice, look or Look()
        self.rules, self.plan = table.rules, table.board
        self.letters = letters(table.book.colours, voice.lang)

    # --- names -----------------------------------------------------------------

    def colour(self, colour: int) -> str:
        return self.table.book.colours[colour][self.voice.lang]

    def name(self, seat: int) -> str:
        return upper(" + ".join(self.colour(colour) for colour in self.table.seats.colours_of(seat)))

    def on_turn(self, seat: int, colour: int) -> str:
        """Who decides; where the colours of one person take turns, the colour."""
        seats = self.table.seats
        return upper(self.colour(colour)) if seats.two_each and not seats.joint else self.name(seat)

    def names(self, seats: Sequence[int]) -> str:
        return self.voice("and").join(self.name(seat) for seat in seats)

    def badge(self, colour: int) -> str:
        return self.look.piece(f" {self.letters[colour]} ", self.table.book.colours[colour])

    def piece(self, pieces: Pieces, colour: int, step: int) -> str:
        """A piece by letter and number, such as Y2."""
        return f"{self.letters[colour]}{number_of(pieces, colour, step)}"

    # --- places and throws -------------------------------------------------------

    def place(self, step: int, word: str) -> str:
        """Where a step lies, with the word "from", "to" or "at"."""
        plan = self.plan
        if step == 0:
            return self.voice("at_reserve")
        if step == 1 and not plan.centre:
            return self.voice(f"{word}_start")
        if step <= plan.lap:
            return self.voice(f"{word}_field", n=step)
        if plan.places:
            return self.voice(f"{word}_goal", n="abcd"[step - plan.lap - 1])
        if step == plan.last:
            return self.voice(f"{word}_home")
        return self.voice(f"{word}_lane", n=step - plan.lap)

    def faces(self, faces: Sequence[int]) -> str:
        if len(faces) > 1 and self.rules.dice.use == "sum":
            return f"{'+'.join(map(str, faces))} = {sum(faces):>2}"
        return " ".join(map(str, faces))

    # --- moves ---------------------------------------------------------------------

    def choice(self, move: Move, pieces: Pieces, open_numbers: int, tries: int) -> str:
        """A legal move as an offer in the numbered list."""
        uses = "+".join(map(str, move.uses))
        if move.kind == "stop":
            return self.voice("stop")
        if move.kind == "pass":
            words = self.voice("retry", n=uses) if tries else self.voice("leave", n=uses)
            if not tries and self.rules.turn.may_pass == "turn":
                words = self.voice("pass")
        else:
            badge = self.piece(pieces, move.colour, move.start)
            words = f"{self.look.piece(badge, self.table.book.colours[move.colour])} {self.way(move)}"
            if open_numbers > 1:
                words += f" ({self.voice('uses', n=uses)})"
        extra = self.captures(move.captures)
        for seat, step in move.penalty:
            itself = move.kind in ("move", "enter") and (seat, step) == (move.colour, move.target)
            name = self.voice("this_piece") if itself else self.piece(pieces, seat, step)
            extra.append(self.look.bold(self.voice("penalty", piece=name)))
        return ", ".join([words, *extra])

    def way(self, move: Move) -> str:
        """From where to where, and who goes along."""
        to = self.place(move.target, "to")
        if move.kind == "enter":
            words = self.voice("enters_start") if move.target == 1 else self.voice("enters", to=to)
        elif move.target < move.start:
            words = self.voice("backward", **{"from": self.place(move.start, "from"), "to": to})
        else:
            words = f"{self.place(move.start, 'from')} {to}"
        if move.count > 1:
            words += f", {self.voice('together', n=move.count)}"
        if move.partner:
            words += f", {self.voice('mates', n=move.partner)}"
        return words

    def captures(self, captures: Sent) -> list[str]:
        victims = Counter(seat for seat, _ in captures)
        names = [self.colour(seat) + (f" ×{count}" if count > 1 else "") for seat, count in victims.items()]
        return [self.look.bold(self.voice("captures", whom=", ".join(names)))] if names else []

    def done(self, move: Move) -> str:
        """A move that has been played."""
        if move.kind in ("pass", "stop"):
            parts = [self.voice("stopped" if move.kind == "stop" else "passed")]
        else:
            way = self.voice("a_piece", does=self.way(move)) if move.kind == "enter" else self.way(move)
            several = self.rules.seats.colours != "one"
            parts = [f"{self.colour(move.colour)}: {way}" if several else way]
        parts += self.captures(move.captures)
        parts += [self.voice("penalised", **{"from": self.place(step, "from")}) for _, step in move.penalty]
        return ", ".join(parts)

    # --- the log ---------------------------------------------------------------------

    def log(self, entries: Sequence[LogEntry], on_turn: int) -> list[str]:
        """One line for each throw with what followed; `on_turn` is who decides after the last entry."""
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
            f"{self.badge(seat)} {pad(self.name(seat), names)}  {pad(faces, wide)}  {self.voice('then').join(words)}".rstrip()
            for seat, faces, words in lines
        ]

    def event(self, entry: LogEntry, after: int, moved: bool) -> str:
        if entry.what == "move" and entry.move:
            return self.done(entry.move)
        if entry.what == "lost":
            return self.voice("lost_rest" if moved else "lost")
        if entry.what == "streak":
            return self.voice(f"streak_{self.rules.turn.streak_penalty}", n=self.rules.turn.streak)
        if entry.what == "opened":
            return self.voice("opened", name=self.name(after))
        if entry.what in ("bonus_lost", "again", "finished", "opening_tie"):
            return self.voice(entry.what)
        return ""

    # --- the end ---------------------------------------------------------------------

    def result(self, winner: Sequence[int]) -> str:
        return self.voice("team_won" if len(winner) > 1 else "won", name=self.names(winner))

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
        rows = [["", self.voice("throws"), self.voice("taken"), self.voice("suffered")]]
        rows += [[self.name(s), str(throws[s]), str(taken[s]), str(suffered[s])] for s in self.table.seats]
        wide = [max(len(row[column]) for row in rows) for column in range(4)]
        return [
            f"  {row[0]:<{wide[0]}}" + "".join(f"  {row[column]:>{wide[column]}}" for column in (1, 2, 3))
            for row in rows
        ]
