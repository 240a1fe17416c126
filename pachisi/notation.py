"""Positions as text that a person can read and type; `movetext` does the same for moves.

    mensch 4 barriers | 0,0,1,6 0,0,0,1 0,0,0,1 0,0,0,1 | 0 | 5 turn=17

docs/notation.md explains every part. What a position leaves out is as in a fresh turn.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Any

from .errors import NotationError
from .game import Game
from .game.movetext import parse_move, write_move
from .game.position import from_position
from .game.tokens import Token, list_numbers, quote, read_number, read_numbers, split, unquote
from .game.values import EXTRA_KEYS
from .records import NODES
from .rulebooks import Rulebook, Value, load, spell, unknown
from .table import Table

LONGEST_LINE = 10_000
LISTS = ("left", "bonus", "started", "places", "marks", "hit")
NUMBERS = ("tries", "doubles", "turn", "thrower", "entered", "fresh", "owed", "last_moved", "seed", "drawn")
FLAGS = ("whole", "again")
ROWS = ("ages", "came_last", "queue")
FIELDS = (
    *("left", "bonus", "tries", "doubles", "ages", "started", "places", "turn"),
    *("thrower", "opening", "entered", "fresh", "last_moved", "came_last", "hit", "queue", "marks", "whole", "again", "owed", "run", "seed", "drawn"),
)
__all__ = ["parse_move", "parse_position", "read_position", "write_move", "write_position"]
Fields = dict[str, Any]  # a position, with the fields of `extra` beside the others


# --- positions: out -------------------------------------------------------------


def write_position(game: Game, *, dice: bool = False) -> str:
    """The position in one line, for `read_position`. With `dice`, a seed that was not chosen is included too."""
    data = game.position()
    if dice:
        data |= {"seed": game.seed, "drawn": game.drawn}
    table = [quote(data["rulebook"]), str(data["players"]), *spell_options(data["options"])]
    return f"{' '.join(table)} | {spell_state(shorten(data, game.table))}"


def write_standing(game: Game) -> str:
    """The position as text that is the same however a game has come to it: without the number of turns and the dice."""
    data = {name: value for name, value in game.position().items() if name not in ("turn", "seed", "drawn")}
    table = [quote(data["rulebook"]), str(data["players"]), *spell_options(data["options"])]
    return f"{' '.join(table)} | {spell_state(shorten({**data, 'turn': 1}, game.table))}"


def shorten(data: Mapping[str, Any], table: Table) -> Fields:
    """The fields that are needed, without those that `from_position` fills in."""
    full = flatten(data)
    kept = {"rulebook", "options", "players", "pieces", "seat", "thrower", "opening", "seed"} & set(full)
    kept |= {key for key in ("faces", "bonus", "drawn") if full.get(key)}
    kept |= {"colour"} if full["colour"] != full["seat"] else set()
    kept |= {"node"} if full["node"] == "over" or (full["faces"] and full["node"] != "move") else set()
    kept |= {"turn"} if full["turn"] > 1 else set()
    for guess in (kept, kept | {"left"}):
        for _ in range(2):
            part = {key: value for key, value in full.items() if key in guess}
            got = refill(part, table)
            if got == full:
                return part
            wrong = {key for key in full if got.get(key) != full[key]}
            if not got or ("left" in wrong and "left" not in guess):
                break
            guess = guess | wrong
    return trim(full, kept, table)


def trim(full: Fields, kept: Set[str], table: Table) -> Fields:
    """A position without the fields that can be left out one by one."""
    part = dict(full)
    for key in [key for key in full if key not in kept]:
        fewer = {name: value for name, value in part.items() if name != key}
        if refill(fewer, table) == full:
            part = fewer
    return part


def refill(part: Fields, table: Table) -> Fields:
    """A shortened position in full; nothing if it cannot be read."""
    try:
        return flatten(from_position(gather(part), table).position())
    except ValueError:
        return {}


def flatten(data: Mapping[str, Any]) -> Fields:
    return {**{key: value for key, value in data.items() if key != "extra"}, **data.get("extra", {})}


def gather(fields: Fields) -> dict[str, Any]:
    """The inverse of `flatten`; if numbers are left and no node is named, it is a move node."""
    data = {key: value for key, value in fields.items() if key not in EXTRA_KEYS}
    extra = {key: value for key, value in fields.items() if key in EXTRA_KEYS}
    if "left" in fields:
        data.setdefault("node", "move")
    return {**data, "extra": extra} if extra else data


def spell_options(options: Mapping[str, Value]) -> Iterator[str]:
    for name, value in options.items():
        if isinstance(value, bool):
            yield name if value else f"{name}=off"
        else:
            yield f"{name}={quote(str(value))}"


def spell_state(fields: Fields) -> str:
    """Pieces | who | what else."""
    pieces = " ".join("-" if steps is None else list_numbers(steps) for steps in fields["pieces"])
    seat: int = fields["seat"]
    words = [fields["node"]] if "node" in fields and (fields["node"] != "move" or "left" not in fields) else []
    words += [list_numbers(fields["faces"])] if fields.get("faces") else []
    words += [spell_field(name, fields[name]) for name in FIELDS if name in fields]
    parts = [pieces, spell_who(seat, fields.get("colour", seat)), " ".join(words)]
    return " | ".join(part for part in parts if part)


def spell_who(seat: int, colour: int) -> str:
    """The seat that decides, and the colour if it has another number."""
    return "-" if seat < 0 else f"{seat}" if colour == seat else f"{seat}/{colour}"


def spell_field(name: str, value: Any) -> str:
    if name in FLAGS:
        return name if value else f"{name}=off"
    if name == "came_last":
        value = [[field, colour] for field, colour in value.items()]
    if name == "queue":
        value = [[field, *colours] for field, colours in value.items()]
    if name in ROWS:
        return f"{name}={','.join('/'.join(map(str, row)) for row in value) or '-'}"
    if name == "opening":
        return f"{name}={list_numbers(value['in'])}/{list_numbers(value['tied'])}/{value['best']}"
    if name == "run":
        return f"{name}={'/'.join(map(str, value))}"
    return f"{name}={list_numbers(value) if name in LISTS else value}"


# --- positions: in --------------------------------------------------------------


def read_position(text: str, table: Table | None = None) -> Game:
    """A game that continues from a position in one line; at a given table, whose book need not be found by its name."""
    return from_position(parse_position(text, table.book if table else None), table)


def parse_position(text: str, book: Rulebook | None = None) -> dict[str, Any]:
    """The line as a dict for `Game.from_position`; fields that are missing here are missing there."""
    if not isinstance(text, str) or len(text) > LONGEST_LINE:
        raise NotationError(f"A position is one line of at most {LONGEST_LINE:,} characters.")
    tokens = split(text)
    bar = next((at for at, token in enumerate(tokens) if token.text == "|"), len(tokens))
    end = Token("", len(text) + 1)
    if bar < 2:
        where = tokens[bar] if bar < len(tokens) else end
        raise where.wrong("a position begins with the rulebook and the number of players, such as 'mensch 4'.")
    name, players = read_name(tokens[0]), read_number(tokens[1], tokens[1].text, "the number of players")
    book = book or load(name)
    options = read_options(book, tokens[2:bar])
    return gather({"rulebook": name, "players": players, "options": options, **read_state(tokens[bar + 1 :], end, book.seats)})


def read_name(token: Token) -> str:
    """The id of a rulebook, or the path of its file."""
    name = unquote(token, token.text)
    if not name.isprintable():
        raise token.wrong(f"{spell(name)} cannot be the name of a rulebook.")
    return name


def read_options(book: Rulebook, tokens: Iterable[Token]) -> dict[str, object]:
    """House rules such as `barriers`, `teams=off` or `dice=2`, with values of the types that the book gives them."""
    options: dict[str, object] = {}
    for token in tokens:
        name, sign, written = token.text.partition("=")
        if name in options:
            raise token.wrong(f"the option '{name}' is given twice.")
        value = unquote(token, written) if sign else "on"
        known = book.options.get(name)
        default = known.default if known else 0
        if isinstance(default, bool) and value in ("on", "off"):
            options[name] = value == "on"
        elif not isinstance(default, str) and re.fullmatch(r"-?[0-9]{1,6}", value):
            options[name] = int(value)
        else:
            options[name] = value
    return options


def read_state(tokens: Sequence[Token], end: Token, seats: int = 4) -> Fields:
    """The part of a line after the table: pieces | who | what else; the board as printed has so many seats."""
    parts: list[list[Token]] = [[]]
    for token in tokens:
        if token.text == "|":
            parts.append([])
        else:
            parts[-1].append(token)
    if not 2 <= len(parts) <= 3:
        raise end.wrong("a position has the parts 'table | pieces | seat', and perhaps '| what else'.")
    if len(parts[0]) not in (4, 6, seats):
        where = parts[0][0] if parts[0] else end
        raise where.wrong(f"each of the four or six seats at the board has pieces or is unused ('-'); here are {len(parts[0])}.")
    if len(parts[1]) != 1:
        raise (parts[1][1] if parts[1] else end).wrong(
            "one seat is to act: a number such as 0, or 0/2 for seat/colour."
        )
    fields: Fields = {"pieces": [None if steps.text == "-" else read_numbers(steps, steps.text) for steps in parts[0]]}
    fields.update(read_who(parts[1][0]))
    for token in parts[2] if len(parts) == 3 else ():
        name, value = read_field(token)
        if name in fields:
            raise token.wrong(f"'{name}' is given twice.")
        fields[name] = value
    return fields


def read_who(token: Token) -> dict[str, int]:
    if token.text == "-":
        return {"seat": -1}
    seat, sign, colour = token.text.partition("/")
    who = {"seat": read_number(token, seat, "the seat")}
    return {**who, "colour": read_number(token, colour, "the colour")} if sign else who


def read_field(token: Token) -> tuple[str, Any]:
    name, sign, text = token.text.partition("=")
    if not sign and name in NODES:
        return "node", name
    if not sign and name[0].isdigit():
        return "faces", read_numbers(token, name)
    if name in FLAGS and (not sign or text in ("on", "off")):
        return name, text != "off"
    if name in LISTS:
        return name, read_numbers(token, text)
    if name in NUMBERS:
        return name, read_number(token, text, name)
    if name in ROWS:
        written = [] if text == "-" else text.split(",")
        rows = [[read_number(token, number, name) for number in row.split("/")] for row in written]
        if name == "ages":
            return name, rows
        if any(len(row) < 2 for row in rows):
            raise token.wrong(f"{name} names fields with colours, such as {name}=5/2.")
        return name, {str(row[0]): row[1] if name == "came_last" else row[1:] for row in rows}
    if name == "run" and text.count("/") == 1:
        what, count = text.split("/")
        return name, [what if what == "again" else read_number(token, what, name), read_number(token, count, name)]
    if name == "opening" and text.count("/") == 2:
        throw, tied, best = text.split("/")
        in_ = read_numbers(token, throw)
        return name, {"in": in_, "tied": read_numbers(token, tied), "best": read_number(token, best, name)}
    raise token.wrong(unknown(f"{spell(token.text)} is no field of a position", name, (*NODES, *FIELDS)))
