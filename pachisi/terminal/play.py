"""A game in line mode: the board as text, moves by number, questions in words."""

from __future__ import annotations

import os
import time
from collections.abc import Container, Mapping
from pathlib import Path

from ..boards import Spot
from ..bots import Bot, bot, decide, prepare
from ..bots.files import is_spec, name_spec
from ..game import Game
from ..sheet import sheet
from ..words.patience import patience
from ..words.questions import Questions
from ..words.teller import Teller
from ..words.voice import COMMANDS, Voice, fold
from . import saves
from .advice import rank, why_none
from .board import Drawing, draw
from .look import Look, wrap
from .scene import conclude, corners, key, name_bot
from .talk import Talk

PERSON = "person"
SHARE = 20  # saving takes at most one part in this many of the time
Sitters = Mapping[int, str]  # seat -> "person" or the name of a bot


class LeaveGame(Exception):  # noqa: N818  (not an error)
    """The player wants to stop."""


class TerminalGame:
    """A game in the terminal: who sits where, and how much of the log has been shown."""

    def __init__(
        self, game: Game, sitters: Sitters, talk: Talk, voice: Voice, look: Look, keep: Path | None = None
    ) -> None:
        self.game, self.sitters, self.talk, self.voice, self.look, self.keep = game, sitters, talk, voice, look, keep
        self.teller = Teller(game.table, voice, look)
        self.people = frozenset(seat for seat, who in sitters.items() if who == PERSON)
        self.bots: dict[int, Bot] = {
            seat: bot(who, game.seed + seat) for seat, who in sitters.items() if seat not in self.people
        }
        self.words = voice.command_words()
        self.shown = self.complete()
        self.next_save = 0.0

    def run(self) -> bool:
        """Play until the game is over (True) or the player leaves (False)."""
        with patience(self.voice):
            prepare(self.bots.values(), self.game)
        name = self.game.rulebook.name[self.voice.lang]
        fresh = self.voice("answers.welcome", book=name, n=self.game.players)
        self.talk.say(self.voice("answers.welcome_back", book=name) if self.game.history else fresh)
        self.talk.say()
        if self.game.node != "move":
            self.show()
        try:
            self.play_out()
            while self.may_play_on():
                self.play_out()
        except (LeaveGame, EOFError):
            return False
        return True

    def play_out(self) -> None:
        while self.game.node != "over":
            if self.game.seat in self.people:
                self.turn()
            else:
                self.act(self.bots[self.game.seat])
        self.end()

    def may_play_on(self) -> bool:
        """Somebody has won (C23): do the others play on for the places?"""
        if self.game.table.played_on is None or not self.people:
            return False
        try:
            answer = self.talk.ask(self.voice("prompts.play_on") + " > ").strip()
        except EOFError:
            return False
        if fold(answer) not in self.voice("prompts.yes").split():
            return False
        self.game = self.game.play_on()
        self.teller, self.shown = Teller(self.game.table, self.voice, self.look), self.complete()
        return True

    # --- turns ------------------------------------------------------------------

    def act(self, player: Bot) -> None:
        game = self.game
        chosen = decide(player, game)
        if chosen is None:
            game.throw()
        else:
            game.push(game.legal_moves[chosen])
        if game.node != "move":
            self.report()

    def turn(self) -> None:
        """Show the player the choices, and ask until the game has changed."""
        self.report()
        if self.game.node == "move":
            self.show()
            self.say_moves()
        while not self.answer(self.talk.ask(self.prompt())):
            pass
        self.save(now=False)

    def answer(self, line: str) -> bool:
        """Carry out a line of input; returns whether it has changed the game."""
        text = " ".join("".join(c if c.isprintable() else " " for c in line).split())
        if not text:
            return self.enter()
        if text.isdecimal():
            return self.choose(int(text[:9]))
        word, _, rest = text.partition(" ")
        command = self.command(word)
        if command == "undo":
            return self.undo()
        if command:
            getattr(self, command)(rest)
        return False

    def enter(self) -> bool:
        moves = self.game.legal_moves
        if self.game.node != "move":
            self.game.throw()
        elif len(moves) == 1:
            self.game.push(moves[0])
        else:
            self.talk.say(self.voice("answers.must_choose", n=len(moves)))
            return False
        return True

    def choose(self, number: int) -> bool:
        moves = self.game.legal_moves
        if 1 <= number <= len(moves):
            self.game.push(moves[number - 1])
            return True
        refusal = "answers.not_a_move" if moves else "answers.must_throw"
        self.talk.say(self.voice(refusal, n=number, last=len(moves)))
        return False

    def undo(self) -> bool:
        """Go back to the last choice of a person."""
        game = self.game
        choices = (n for n in reversed(range(len(game.history))) if self.chose(game.at(n, history=False)))
        back = next(choices, None)
        if back is None:
            self.talk.say(self.voice("answers.not_undone"))
            return False
        while len(game.history) > back:
            game.pop()
        self.shown = self.complete()
        self.talk.say(self.voice("answers.undone"))
        return True

    def chose(self, game: Game) -> bool:
        """Did a person have a choice there?"""
        return game.node in ("move", "offer") and game.seat in self.people

    # --- commands -----------------------------------------------------------------

    def command(self, word: str) -> str | None:
        """The command that a word means: in full, or an unambiguous beginning."""
        fits = {name for known, name in self.words.items() if known == fold(word)}
        fits = fits or {name for known, name in self.words.items() if known.startswith(fold(word))}
        if len(fits) == 1:
            return fits.pop()
        shown = [own for name, (own, _) in self.voice.commands().items() if name in fits]
        text = word if len(word) <= 30 else word[:27] + "..."
        answer = "answers.unclear" if shown else "answers.not_known"
        self.talk.say(self.voice(answer, text=text, n=", ".join(shown)))
        return None

    def help(self, rest: str) -> None:
        commands = self.voice.commands()
        wide = max(len(word) for word, _ in commands.values())
        for name in ("number", "enter", *COMMANDS):
            word, does = commands[name]
            self.say(f"  {word:<{wide}}  {does}", wide + 4)
        self.talk.say()
        self.say(key(self.teller, self.look))

    def board(self, rest: str) -> None:
        self.show()
        if self.game.node == "move":
            self.say_moves()

    def rules(self, rest: str) -> None:
        self.talk.say(sheet(self.game.table, self.voice.lang, self.look.width))

    def quit(self, rest: str) -> None:
        raise LeaveGame

    def why(self, rest: str) -> None:
        for line in Questions(self.game, self.teller).answer(rest.split()):
            self.say(line, 6)

    def hint(self, rest: str) -> None:
        none = why_none(self.game, self.teller)
        if none:
            self.talk.say(none)
            return
        with patience(self.voice):
            advice = self.game.advise()
        for line in rank(self.game, advice, self.teller, self.look.width):
            self.talk.say(line)

    def save_to(self, rest: str) -> None:
        if not rest:
            self.talk.say(self.voice("answers.save_where"))
            return
        file = Path(os.path.expanduser(rest))  # leaves "~" alone where there is no home
        if self.write(file):
            self.talk.say(self.voice("answers.saved", file=file))

    # --- output -------------------------------------------------------------------

    def say(self, text: str, indent: int = 0) -> None:
        for line in wrap(text, self.look.width, indent):
            self.talk.say(line)

    def complete(self) -> int:
        """How many lines of the log can be shown: a throw that is still being played waits for its move."""
        log = self.game.log
        return len(log) - (self.game.node == "move" and bool(log) and log[-1].what == "throw")

    def report(self) -> None:
        """Show the new lines of the log."""
        news, self.shown = self.game.log[self.shown : self.complete()], self.complete()
        for line in self.teller.log(news, self.game.seat):
            self.say(line, 6)

    def prompt(self) -> str:
        game, voice = self.game, self.voice
        if game.node == "move":
            moves = len(game.legal_moves)
            return (voice("prompts.play_one") if moves == 1 else voice("prompts.choose", n=moves)) + " > "
        name, data = self.teller.on_turn(game.seat, game.colour), game.position()
        if "opening" in data.get("extra", {}):
            return voice("prompts.opening", name=name) + " > "
        words = [voice("prompts.offer_now" if game.node == "offer" else "prompts.throw_now", name=name)]
        if "thrower" in data.get("extra", {}):
            words.append(voice("prompts.lent", name=self.teller.name(game.colour)))
        if data["tries"]:
            words.append(voice("prompts.tries_left", n=data["tries"]))
        return ", ".join(words) + " > "

    def say_moves(self) -> None:
        data, voice = self.game.position(), self.voice
        name = self.teller.on_turn(self.game.seat, self.game.colour)
        words = [self.teller.thrown(name, data["faces"])]
        if data["left"] and data["left"] != sorted(data["faces"]) and self.game.table.rules.dice.use != "sum":
            words.append(voice("prompts.open_now", n=", ".join(map(str, data["left"]))))
        if data["bonus"]:
            words.append(voice("prompts.bonus_now", n=", ".join(map(str, data["bonus"]))))
        self.talk.say(" ".join(words))
        different = len({move.uses for move in self.game.legal_moves})
        for number, move in enumerate(self.game.legal_moves, 1):
            text = self.teller.choice(move, self.game.pieces, different, data["tries"])
            self.say(f"  {number:>2}  {text}", 6)

    def show(self) -> None:
        game = self.game
        numbered = frozenset(self.game.seats.moved_by(game.colour)) if game.seat in self.people else frozenset[int]()
        targets: dict[Spot, list[int]] = {}
        for number, move in enumerate(game.legal_moves if game.node == "move" else (), 1):
            if move.colour >= 0:
                targets.setdefault(game.board.spot(move.colour, move.target), []).append(number)
        beside = self.corners(numbered)
        drawing = Drawing(game.table, game.pieces, self.voice.lang, self.look, numbered, targets, beside)
        self.talk.say("\n".join(draw(drawing)))
        self.talk.say()

    def corners(self, numbered: Container[int]) -> dict[int, list[str]]:
        sitting = {seat: self.sitting(seat) for seat in self.game.table.seats.colours}
        return corners(self.teller, self.look, self.game.pieces, sitting, self.game.colour, numbered)

    def sitting(self, colour: int) -> str:
        """Who plays a colour."""
        seats = self.game.seats
        if colour == seats.neutral:
            return self.voice("table.neutral")
        who = self.sitters[seats.seat_of(colour)]
        if who != PERSON:
            return name_bot(self.voice, who)
        return self.voice("table.you" if len(self.people) == 1 else "table.person")

    # --- saving and ending ----------------------------------------------------------

    def save(self, now: bool = True) -> None:
        """Save the game, so that it can be resumed; unless `now`, so rarely that nobody notices."""
        began = time.monotonic()
        if self.keep is None or not self.game.history or (began < self.next_save and not now):
            return
        if not self.write(self.keep):
            self.keep = None
        ended = time.monotonic()
        self.next_save = ended + SHARE * (ended - began)

    def write(self, file: Path) -> bool:
        from ..record import LONGEST_NAME, write_record

        bots = {seat: who for seat, who in self.sitters.items() if is_spec(who)}
        names = {**self.sitters, **{seat: name_spec(who)[-LONGEST_NAME:] for seat, who in bots.items()}}
        try:
            saves.write(file, write_record(self.game, names, bots=bots))
        except (OSError, ValueError) as error:  # a name with a null in it is a ValueError
            why = getattr(error, "strerror", None) or error
            self.talk.say(self.voice("answers.not_saved", file=file, why=why))
            return False
        return True

    def end(self) -> None:
        self.report()
        self.talk.say()
        self.show()
        for line in conclude(self.game, self.teller, self.look):
            self.talk.say(line)
