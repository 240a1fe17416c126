"""Game records: a whole game as text, replayed and checked when it is read.

    pachisi-record 1
    rulebook mensch
    players 4
    seed 7

    1 0: [3] 1-4
    2 1: [6] 1-7, [1] 7-8
    result open
    check a0b9539fc5e2d88c

docs/notation.md explains every line. A damaged record is refused, never half loaded.
"""

from __future__ import annotations

import datetime
import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .errors import NotationError, RuleError
from .game import Game
from .game.movetext import items, parse_move, read_throw, write_move
from .game.position import from_position
from .game.tokens import Token, list_numbers, quote, read_number, split, unquote
from .move import Move
from .notation import gather, read_name, read_options, read_state, shorten, spell_options, spell_state, spell_who
from .rulebooks import BOOKS, Rulebook, load, spell, unknown
from .rulebooks.digests import digest, former_digest
from .table import set_up

FIRST_LINE = "pachisi-record 1"
LONGEST_RECORD = 1_000_000
LONGEST_NAME = 100
TAGS = ("dice", "table", "commitment", "secret", "chain", "nonces", "mixed")  # how the dice were thrown: read by `dice_proof`
HEADERS = (
    *("rulebook", "digest", "players", "options", "pieces", "first", "seed", "drawn", "name", "bot", "date", "start"),
    *TAGS,
)
REPEATED = ("name", "bot", "chain", "nonces", "mixed")
VALUES = ("players", "pieces", "first", "seed", "drawn")
MOST_DRAWN = 2**62
TURN = re.compile(r"([0-9]{1,10}) ([0-7])(?:/([0-7]))?:")
Tags = Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Record:
    """A game, who played it, and when."""

    game: Game
    names: Mapping[int, str] = field(default_factory=dict)
    date: datetime.date | None = None
    tags: Tags = ()
    bots: Mapping[int, str] = field(default_factory=dict)  # FILE.py:NAME, of seats where such a bot plays


def write_record(
    game: Game,
    names: Mapping[int, str] | None = None,
    date: datetime.date | None = None,
    tags: Tags = (),
    bots: Mapping[int, str] | None = None,
) -> str:
    """The whole game as text: the table, every throw and every move, the result."""
    files = (f"bot {seat} {quote(spec)}" for seat, spec in sorted((bots or {}).items()))
    head = [*spell_headers(game, names or {}, date), *files, *(f"{key} {value}" for key, value in tags)]
    lines = [FIRST_LINE, *head, "", *spell_turns(game), spell_result(game)]
    text = "\n".join(lines) + "\n"
    text = f"{text}check {check_sum(text)}\n"
    if len(text) > LONGEST_RECORD:
        raise NotationError(f"The game is too long for a record of {LONGEST_RECORD:,} characters.")
    return text


def read_record(text: str, rulebook: str | Path | None = None) -> Game:
    """The game of a record, replayed and checked, with its full history."""
    return parse_record(text, rulebook).game


def parse_record(text: str, rulebook: str | Path | None = None) -> Record:
    """A record with names and date. `rulebook` replaces the one that the record names."""
    lines = check_lines(text)
    top = lines.index("") if "" in lines else len(lines)
    head = parse_headers(lines[1:top])
    game = open_game(head, rulebook)
    names = read_names(head.get("name", []), game)
    end = len(lines)
    if end - top < 2 or not lines[-1].startswith("result "):
        raise Token("", 1, end).wrong("the last line before 'check' must be the result.")
    for at in range(top + 1, end - 1):
        replay(game, lines[at], at + 1)
    if lines[-1] != spell_result(game):
        raise Token("", 8, end).wrong(
            f"the record says '{lines[-1][:60]}', but the moves lead to '{spell_result(game)}'."
        )
    tags = tuple((key, token.text) for key in TAGS for token in head.get(key, ()))
    date = read_date(head["date"][0]) if "date" in head else None
    return Record(game, names, date, tags, read_bots(head.get("bot", []), game))


def check_sum(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


# --- out ------------------------------------------------------------------------


def spell_headers(game: Game, names: Mapping[int, str], day: datetime.date | None) -> Iterator[str]:
    table = game.table
    yield f"rulebook {quote(table.book.id)}"
    if table.book.id not in BOOKS:
        yield f"digest {digest(table.rules)}"
    yield f"players {table.players}"
    if table.options:
        yield f"options {' '.join(spell_options(table.options))}"
    if table.pieces != table.book.usual_pieces:
        yield f"pieces {table.pieces}"
    if table.first != 0:
        yield f"first {table.first}"
    start = game.at(0, history=False)
    if game.seed_given:
        yield f"seed {game.seed}"
        if start.drawn:
            yield f"drawn {start.drawn}"
    for seat in sorted(names):
        yield f"name {seat} {check_name(names[seat], seat, game)}"
    if day is not None:
        yield f"date {day.isoformat()}"
    data = {key: value for key, value in start.position().items() if key not in ("seed", "drawn")}
    if data != Game(table, seed=None).position():
        yield f"start {spell_state(shorten(data, table))}"


def check_name(name: str, seat: int, game: Game) -> str:
    seats = game.seats
    if seat not in seats:
        raise NotationError(f"A name is given for seat {spell(seat)}, but the seats are {', '.join(map(str, seats))}.")
    clean = name.strip() if isinstance(name, str) else ""
    if not clean or len(clean) > LONGEST_NAME or not clean.isprintable():
        raise NotationError(f"{spell(name)} cannot be a name: it needs 1 to {LONGEST_NAME} printable characters.")
    return clean


def spell_turns(game: Game) -> Iterator[str]:
    """One line for each turn; in the throw for first player, one for each throw."""
    line, turn = "", -1
    for n, done in enumerate(game.history):
        shown = game.at(n, history=False)
        if shown.turn != turn or turn == 0:
            if line:
                yield line
            turn = shown.turn
            line = turn_of(shown)
        elif not line.endswith("]"):
            line += ","
        if isinstance(done, Move):
            line += f" {spell_move(done, shown)}"
        else:
            line += f" [{'=' if game.seed_given and not game.drew(n) else ''}{list_numbers(done)}]"
    if line:
        yield line


def turn_of(game: Game) -> str:
    return f"{game.turn} {spell_who(game.seat, game.colour)}:"


def spell_move(move: Move, game: Game) -> str:
    """A record omits the number if every legal move uses the same one."""
    text = write_move(move, game)
    return text.partition(": ")[2] or text if len({legal.uses for legal in game.legal_moves}) == 1 else text


def spell_result(game: Game) -> str:
    if game.outcome is None:
        return "result open"
    return f"result {' > '.join(list_numbers(seats) for seats in game.outcome.places)}"


# --- in -------------------------------------------------------------------------


def check_lines(text: str) -> list[str]:
    """The lines before the checksum, which is verified."""
    if not isinstance(text, str) or len(text) > LONGEST_RECORD:
        raise NotationError(f"A record is a text of at most {LONGEST_RECORD:,} characters.")
    text = text.removeprefix("\ufeff").rstrip()
    first = Token(text.partition("\n")[0].rstrip(), 1, 1)
    if first.text != FIRST_LINE:
        if re.fullmatch(r"pachisi-record [0-9]{1,9}", first.text):
            raise first.wrong(f"this is a record of version {first.text[15:]}; only version 1 can be read.")
        raise first.wrong(f"a record begins with the line '{FIRST_LINE}'.")
    lines = [line.rstrip(" \t\r") for line in text.split("\n")]
    last = Token(lines[-1], 1, len(lines))
    if not re.fullmatch(r"check [0-9a-f]{16}", last.text):
        raise last.wrong("the record is cut short: its last line must be 'check' and 16 digits.")
    found = check_sum("\n".join(lines[:-1]) + "\n")
    if last.text[6:] != found:
        raise Token("", 7, last.line).wrong(
            f"the checksum is {last.text[6:]}, but the text gives {found}: the record has been changed."
        )
    return lines[:-1]


def parse_headers(lines: Sequence[str]) -> dict[str, list[Token]]:
    """The values of the headers by name; only those in REPEATED may come more than once."""
    head: dict[str, list[Token]] = {}
    for at, line in enumerate(lines, 2):
        key, _, value = line.partition(" ")
        token = Token(value.strip(), max(len(line) - len(value.lstrip()) + 1, len(key) + 2), at)
        if key not in HEADERS:
            raise Token(key, 1, at).wrong(unknown(f"there is no header {spell(key)}", key, HEADERS))
        if key in head and key not in REPEATED:
            raise Token(key, 1, at).wrong(f"the header '{key}' is given twice.")
        if not token.text:
            raise token.wrong(f"the header '{key}' is empty.")
        head.setdefault(key, []).append(token)
    for key in ("rulebook", "players"):
        if key not in head:
            raise Token("", 1, len(lines) + 2).wrong(f"the header '{key}' is missing.")
    return head


@contextmanager
def blame(token: Token) -> Iterator[None]:
    """Let errors name this place in the text."""
    try:
        yield
    except ValueError as error:
        raise token.wrong(str(error)) from None


def open_game(head: Mapping[str, list[Token]], rulebook: str | Path | None) -> Game:
    """The game that the headers describe, before the first throw."""
    book = find_book(head["rulebook"][0], rulebook)
    given = head["options"][0] if "options" in head else Token("", 1)
    options = read_options(book, split(given.text, given.column, given.line))
    value = {key: read_value(head[key][0], key) for key in VALUES if key in head}
    with blame(head.get("options", head["players"])[0]):
        table = set_up(
            book,
            value["players"],
            value.get("first", 0),
            value.get("pieces"),
            book.as_written(options, value["players"]),
        )
    if "digest" in head and head["digest"][0].text not in (digest(table.rules), former_digest(book)):
        raise head["digest"][0].wrong(f"the rulebook {book.id} is not the one that was played: its rules have changed.")
    if "seed" not in head:
        if "drawn" in head:
            raise head["drawn"][0].wrong("'drawn' counts the numbers of a seed, but there is no header 'seed'.")
        game = Game(table)
    else:
        with blame(head["seed"][0]):
            game = Game.from_state(table, table.lookups.start, seed=value["seed"], drawn=value.get("drawn", 0))
    return read_start(head["start"][0], game) if "start" in head else game


def read_start(token: Token, game: Game) -> Game:
    """A game at the same table that starts from another position."""
    end = Token("", token.column + len(token.text), token.line)
    fields = read_state(split(token.text, token.column, token.line), end, game.table.rules.board.seats)
    table = {"rulebook": game.rulebook.id, "players": game.players, "options": game.table.chosen()}
    dice = {"seed": game.seed, "drawn": game.drawn} if game.seed_given else {}
    with blame(token):
        return from_position(gather({**fields, **table, **dice}), game.table)


def find_book(token: Token, rulebook: str | Path | None) -> Rulebook:
    name = read_name(token) if rulebook is None else rulebook
    try:
        return load(name)
    except RuleError as error:
        hint = " If the file has moved, say where it is: read_record(text, rulebook=...)."
        raise token.wrong(f"{error}{hint if str(name).endswith('.toml') else ''}") from None


def read_value(token: Token, key: str) -> Any:
    if key == "first" and token.text == "high_roll":
        return token.text
    number = read_number(token, token.text, key)
    if key == "drawn" and number > MOST_DRAWN:
        raise token.wrong(f"drawn = {number} is more than a game can have drawn.")
    return number


def read_names(tokens: Sequence[Token], game: Game) -> dict[int, str]:
    names: dict[int, str] = {}
    for token in tokens:
        number, _, name = token.text.partition(" ")
        seat = read_number(token, number, "the seat")
        if seat in names:
            raise token.wrong(f"seat {seat} is named twice.")
        with blame(token):
            names[seat] = check_name(name, seat, game)
    return names


def read_bots(tokens: Sequence[Token], game: Game) -> dict[int, str]:
    bots: dict[int, str] = {}
    for token in tokens:
        number, _, spec = token.text.partition(" ")
        seat = read_number(token, number, "the seat")
        if seat not in game.seats or seat in bots:
            raise token.wrong(f"a bot is given for seat {seat}, where nobody sits or another bot does.")
        bots[seat] = unquote(token, spec)
    return bots


def read_date(token: Token) -> datetime.date:
    try:
        day = datetime.date.fromisoformat(token.text)
    except ValueError:
        day = None
    if day is None or day.isoformat() != token.text:
        raise token.wrong(f"{spell(token.text)} is not a date such as 2024-12-31.")
    return day


def replay(game: Game, text: str, line: int) -> None:
    """Play one line, that of a turn."""
    match = TURN.match(text)
    if match is None:
        raise Token(text, 1, line).wrong(f"{spell(text)} is not the line of a turn, such as '1 0: [6] 1-7'.")
    turn, seat = int(match[1]), int(match[2])
    if game.node == "over":
        raise Token(text, 1, line).wrong("the game is over, but the record continues.")
    if match[0] != turn_of(game):
        raise Token(text, 1, line).wrong(f"the line says '{match[0]}', but here begins '{turn_of(game)}'.")
    for token in items(text, match.end(), line):
        if game.turn != turn or game.node == "over" or (turn == 0 and game.seat != seat):
            raise token.wrong(f"turn {turn} of seat {seat} is over; what follows belongs on another line.")
        do(game, token)


def do(game: Game, token: Token) -> None:
    """Throw what was thrown, or play what was played."""
    if not token.text.startswith("["):
        with blame(token):
            game.push(parse_move(token.text, game))
        return
    faces, given = read_throw(token)
    if given and not game.seed_given:
        raise token.wrong("'=' marks a throw that does not come from the seed, but there is no header 'seed'.")
    with blame(token):
        thrown = game.throw() if game.seed_given and not given else game.throw(*faces)
    if thrown != faces:
        raise token.wrong(f"the seed {game.seed} throws [{list_numbers(thrown)}] here, not {token.text}.")
