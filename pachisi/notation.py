"""Positions and moves as text that a person can read and type.

    mensch 4 barriers | 0,0,1,6 0,0,0,1 0,0,0,1 0,0,0,1 | 0 | 5 turn=17
    6: 1-7        13: 20-33 (2+1) x1/5        6: enter        pass        stop

docs/notation.md explains every part. What a position leaves out is that of a fresh turn.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .errors import IllegalMove, NotationError
from .game import NODES, Game
from .move import Move
from .position import EXTRA_KEYS
from .rulebook import Rulebook, Value, load, spell, unknown
from .tokens import Token, list_numbers, quote, read_number, read_numbers, split, unquote
from .why import why_pass

LONGEST_LINE = 10_000
LONGEST_MOVE = 200
LISTS = ("left", "bonus", "started", "places", "marks")
NUMBERS = ("tries", "doubles", "turn", "thrower", "entered", "seed", "drawn")
FLAGS = ("whole", "again")
FIELDS = (
    *("left", "bonus", "tries", "doubles", "ages", "started", "places", "turn"),
    *("thrower", "opening", "entered", "marks", "whole", "again", "seed", "drawn"),
)
Fields = dict[str, Any]  # a position, with the fields of `extra` beside the others


# --- positions: out -------------------------------------------------------------


def write_position(game: Game) -> str:
    """The position in one line; `read_position` goes on from it."""
    data = game.position()
    table = [quote(data["rulebook"]), str(data["players"]), *spell_options(data["options"])]
    return f"{' '.join(table)} | {spell_state(shorten(data))}"


def shorten(data: Mapping[str, Any]) -> Fields:
    """The fields that say all: without those that `from_position` fills in by itself."""
    full = flatten(data)
    kept = {"rulebook", "options", "players", "pieces", "seat", "thrower", "opening", "seed"} & set(full)
    kept |= {key for key in ("faces", "bonus", "drawn") if full.get(key)}
    kept |= {"colour"} if full["colour"] != full["seat"] else set()
    kept |= {"node"} if full["node"] == "over" or (full["faces"] and full["node"] != "move") else set()
    kept |= {"turn"} if full["turn"] > 1 else set()
    for guess in (kept, kept | {"left"}):
        for _ in range(2):
            part = {key: value for key, value in full.items() if key in guess}
            got = refill(part)
            if got == full:
                return part
            wrong = {key for key in full if got.get(key) != full[key]}
            if not got or ("left" in wrong and "left" not in guess):
                break
            guess = guess | wrong
    return full


def refill(part: Fields) -> Fields:
    """What a shortened position says in full; nothing if it cannot be read."""
    try:
        return flatten(Game.from_position(gather(part)).position())
    except ValueError:
        return {}


def flatten(data: Mapping[str, Any]) -> Fields:
    return {**{key: value for key, value in data.items() if key != "extra"}, **data.get("extra", {})}


def gather(fields: Fields) -> dict[str, Any]:
    """The opposite of flatten; where numbers are left and no node is named, it is a move node."""
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
    """Who decides, and for which colour if it is another."""
    return "-" if seat < 0 else f"{seat}" if colour == seat else f"{seat}/{colour}"


def spell_field(name: str, value: Any) -> str:
    if name in FLAGS:
        return name if value else f"{name}=off"
    if name == "ages":
        return f"{name}={','.join('/'.join(map(str, row)) for row in value) or '-'}"
    if name == "opening":
        return f"{name}={list_numbers(value['in'])}/{list_numbers(value['tied'])}/{value['best']}"
    return f"{name}={list_numbers(value) if name in LISTS else value}"


# --- positions: in --------------------------------------------------------------


def read_position(text: str) -> Game:
    """A game that goes on from a position in one line."""
    return Game.from_position(parse_position(text))


def parse_position(text: str) -> dict[str, Any]:
    """The line as a dict for `Game.from_position`; what it leaves out is left out there too."""
    if not isinstance(text, str) or len(text) > LONGEST_LINE:
        raise NotationError(f"A position is one line of at most {LONGEST_LINE:,} characters.")
    tokens = split(text)
    bar = next((at for at, token in enumerate(tokens) if token.text == "|"), len(tokens))
    end = Token("", len(text) + 1)
    if bar < 2:
        where = tokens[bar] if bar < len(tokens) else end
        raise where.wrong("a position begins with the rulebook and the number of players, such as 'mensch 4'.")
    name, players = read_name(tokens[0]), read_number(tokens[1], tokens[1].text, "the number of players")
    options = read_options(load(name), tokens[2:bar])
    return gather({"rulebook": name, "players": players, "options": options, **read_state(tokens[bar + 1 :], end)})


def read_name(token: Token) -> str:
    """The id of a rulebook, or the path of its file."""
    name = unquote(token, token.text)
    if not name.isprintable():
        raise token.wrong(f"{spell(name)} cannot be the name of a rulebook.")
    return name


def read_options(book: Rulebook, tokens: Iterable[Token]) -> dict[str, object]:
    """Words such as `barriers`, `teams=off` or `dice=2`, typed as the book has them."""
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


def read_state(tokens: Sequence[Token], end: Token) -> Fields:
    """The part of a line behind the table: pieces | who | what else."""
    parts: list[list[Token]] = [[]]
    for token in tokens:
        if token.text == "|":
            parts.append([])
        else:
            parts[-1].append(token)
    if not 2 <= len(parts) <= 3:
        raise end.wrong("a position has the parts 'table | pieces | seat', and perhaps '| what else'.")
    if len(parts[0]) != 4:
        where = parts[0][0] if parts[0] else end
        raise where.wrong(f"four seats have pieces or are unused ('-'); here are {len(parts[0])}.")
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
    if name == "ages":
        rows = [] if text == "-" else text.split(",")
        return name, [[read_number(token, number, name) for number in row.split("/")] for row in rows]
    if name == "opening" and text.count("/") == 2:
        throw, tied, best = text.split("/")
        in_ = read_numbers(token, throw)
        return name, {"in": in_, "tied": read_numbers(token, tied), "best": read_number(token, best, name)}
    raise token.wrong(unknown(f"{spell(token.text)} is no field of a position", name, (*NODES, *FIELDS)))


# --- moves ------------------------------------------------------------------------

MOVE = re.compile(
    r"""(?:(?P<uses>[0-9]{1,2}(?:\+[0-9]{1,2}){0,3})\s*:)?\s*
        (?:(?P<colour>[0-3])/)?
        (?:(?P<kind>[a-wyz]{1,5})
         | (?P<start>[0-9]{1,2})?\s*-\s*(?P<target>[0-9]{1,2})?
         | (?P<bare>[0-9]{1,2}(?:\+[0-9]{1,2}){0,3}))?
        \s*(?:\((?P<count>[1-4])(?:\+(?P<partner>[0-4]))?\))?
        (?P<sent>(?:\s*[x!](?:[0-3]/[0-9]{1,2})?)*)""",
    re.VERBOSE | re.ASCII,
)


@dataclass(frozen=True)
class Asked:
    """What a text says of a move; None is left open."""

    kind: str | None
    uses: tuple[int, ...] | None
    colour: int | None
    start: int | None
    target: int | None
    bare: tuple[int, ...] | None  # numbers alone: those used, or the step of the piece
    group: tuple[int, int] | None
    sent: tuple[str, ...]  # "x1/5", "!0/11"; "x" and "!" alone: any

    def fits(self, move: Move) -> bool:
        named = ("kind", "uses", "colour", "start", "target")
        sent = [f"x{seat}/{step}" for seat, step in move.captures] + [f"!{seat}/{step}" for seat, step in move.penalty]
        marks = {mark[0] for mark in sent}
        return (
            (self.kind is not None or move.colour >= 0)
            and all(getattr(self, name) in (None, getattr(move, name)) for name in named)
            and self.bare in (None, move.uses, (move.start,))
            and self.group in (None, (move.count, move.partner))
            and all(mark in marks for mark in self.sent if len(mark) == 1)
            and Counter(mark for mark in self.sent if len(mark) > 1) <= Counter(sent)
        )

    def plainly(self, move: Move, colour: int) -> bool:
        """Is it this move if what is left open means the colour on turn and one piece?"""
        alone = move.count + move.partner == 1
        return (self.colour is not None or move.colour == colour) and (self.group is not None or alone)


def write_move(move: Move, game: Game | None = None) -> str:
    """The move as text; with its game, the colour on turn goes without saying."""
    text = str(move)
    return text.replace(f" {move.colour}/", " ", 1) if game is not None and move.colour == game.colour else text


def parse_move(text: str, game: Game) -> Move:
    """The legal move that a text means: in full, or as short as is clear at this node."""
    asked = read_asked(text, game)
    if game.node == "over":
        raise IllegalMove("The game is over.")
    if game.node == "throw":
        raise IllegalMove(f"{spell(text)} cannot be played now: seat {game.seat} has to throw.")
    found = [move for move in game.legal_moves if asked.fits(move)]
    if not found:
        raise IllegalMove(f"{refuse(asked, text, game)} {possible(game)}")
    plain = [move for move in found if asked.plainly(move, game.colour)]
    if len(found) > 1 and len(plain) != 1:
        raise NotationError(f"{spell(text)} can mean {spell_moves(found, game)}; say more.")
    return found[0] if len(found) == 1 else plain[0]


def read_asked(text: str, game: Game) -> Asked:
    clean = text.strip().lower() if isinstance(text, str) and len(text) <= LONGEST_MOVE else ""
    match = MOVE.fullmatch(clean) if clean else None
    word = match["kind"] if match else None
    kind = next((kind for kind in ("enter", "pass", "stop") if word and kind.startswith(word)), None)
    if match is None or (word and kind is None):
        raise NotationError(f"{spell(text)} is not a move. {possible(game)}")
    return Asked(
        kind=kind,
        uses=numbers(match["uses"]),
        colour=number(match["colour"]),
        start=0 if kind == "enter" else number(match["start"]),
        target=number(match["target"]),
        bare=numbers(match["bare"]),
        group=(int(match["count"]), int(match["partner"] or 0)) if match["count"] else None,
        sent=tuple(re.findall(r"[x!](?:[0-3]/[0-9]+)?", match["sent"])),
    )


def number(text: str | None) -> int | None:
    return None if text is None else int(text)


def numbers(text: str | None) -> tuple[int, ...] | None:
    return None if text is None else tuple(sorted(map(int, text.split("+"))))


def spell_moves(moves: Iterable[Move], game: Game) -> str:
    return " or ".join(write_move(move, game) for move in moves)


def possible(game: Game) -> str:
    if game.node == "offer":
        return "Possible here: stop, or a throw."
    if game.node == "move":
        return f"Possible here: {spell_moves(game.legal_moves, game)}."
    return "A move is written like 6: 1-7, 6: enter, pass or stop."


def refuse(asked: Asked, text: str, game: Game) -> str:
    """Why a well-formed move is not among the legal ones: the clause, if one can be named."""
    start = asked.bare[0] if asked.start is None and asked.bare else asked.start
    uses = asked.uses or guess_uses(asked, start, game)
    if game.node == "move" and asked.kind == "pass":
        verdict = why_pass(game)
    elif game.node == "move" and asked.kind != "stop" and start is not None and uses:
        verdict = game.why(game.colour if asked.colour is None else asked.colour, start, uses)
    else:
        return f"{spell(text)} is not possible here."
    if verdict.legal:
        return f"{spell(text)} is not what these numbers do."
    clause = f" ({verdict.clause})" if verdict.clause else ""
    return f"{spell(text)} is not allowed{clause}: {verdict.text}"


def guess_uses(asked: Asked, start: int | None, game: Game) -> tuple[int, ...]:
    """The number that a text without numbers must mean: the only one, or the one that leads to the target."""
    data = game.position()
    open_numbers = set(data["left"] or data["bonus"])
    if len(open_numbers) != 1 and start is not None and asked.target is not None:
        open_numbers &= {abs(asked.target - start)}
    return tuple(open_numbers) if len(open_numbers) == 1 else ()
