"""Positions as dicts that can be stored as JSON: out of a game, and back into one."""

from __future__ import annotations

from collections.abc import Mapping
from struct import Struct
from typing import TYPE_CHECKING, Any

from ..errors import NotationError
from ..kernel.marks import marked, number_in
from ..lower import earns, numbers_of
from ..records import Phase, Shape
from ..rulebooks import spell, unknown
from ..table import Table
from .placement import Placement
from .snapshot import AT

if TYPE_CHECKING:
    from .game import Game

KEYS = (
    *("rulebook", "options", "players", "pieces", "node", "seat", "colour", "faces", "left", "bonus", "tries"),
    *("doubles", "ages", "started", "places", "turn", "extra", "seed", "drawn"),
)
READ_MARK = Struct("=h").iter_unpack


def position(game: Game) -> dict[str, Any]:
    """Everything that determines how the game can continue."""
    now, state = game.snapshot, game.state
    data: dict[str, Any] = {
        "rulebook": game.table.book.id,
        "options": game.table.chosen(),
        "players": game.players,
        "pieces": game.pieces,
        "node": now.node,
        "seat": now.seat,
        "colour": now.colour,
        "faces": list(now.faces),
        "left": list(now.left),
        "bonus": list(now.bonus),
        "tries": now.tries,
        "doubles": now.doubles,
        "ages": ages(game, state),
        "started": bits(state[AT["started"]]) if game.table.lookups.free else [],
        "places": list(now.places),
        "turn": now.turn,
    }
    extra = {} if now.node == "over" else extras(game, state)
    if extra:
        data["extra"] = extra
    if game.seed_given:
        data["seed"], data["drawn"] = game.seed, game.drawn
    return data


def essence(game: Game) -> list[Any]:
    """What distinguishes positions at a table: not the number of turns, the dice, or a throw that has been used."""
    left_out = {"rulebook", "options", "players", "turn", "seed", "drawn", *(() if game.node == "move" else ("faces",))}
    return [value for name, value in position(game).items() if name not in left_out]


def ages(game: Game, state: bytes) -> list[list[int]]:
    """[seat, step, rounds] of standing pairs, where blocks have a limit."""
    r = game.table.lookups.book[0]
    if not r["limit"]:
        return []
    found = []
    for colour, steps in enumerate(game.snapshot.pieces):
        for i, step in enumerate((steps or ())[:-1]):
            if steps and 0 < step < r["last"] and steps[i + 1] == step:
                found.append([colour, step, age_of(game, state, colour, i)])
    return found


def extras(game: Game, state: bytes) -> dict[str, Any]:
    """The rare states that the plain fields do not cover."""
    r, extra = game.table.lookups.book[0], dict[str, Any]()
    thrower, opening, phase = (state[AT[name]] for name in ("thrower", "opening", "phase"))
    if thrower != game.colour:
        extra["thrower"] = thrower
    if opening:
        extra["opening"] = {"in": bits(opening), "tied": bits(state[AT["tied"]]), "best": state[AT["best"]]}
    if r["queue"]:
        extra |= queues(game, state)
    if r["takes"]:
        extra |= guests(game, state)
    if state[AT["gates"]]:
        extra["hit"] = bits(state[AT["gates"]])
    if state[AT["last_moved"]]:
        extra["last_moved"] = state[AT["last_moved"]]
    if r["waits"] and state[AT["entered"]] and game.node == "move":
        extra["fresh"] = state[AT["entered"]]
    if game.node == "move" and phase == Phase.DICE:
        if state[AT["entered"]] and r["per_throw"] < r["dice"] + (r["extra"] > 0):
            extra["entered"] = state[AT["entered"]]
        first = game.table.size.at["marks"]
        marks = [mark for (mark,) in READ_MARK(state[first : first + 2 * game.table.pieces])]
        if r["marks"] and any(mark != marked(number_in(mark)) for mark in marks):
            extra["marks"] = marks
        if state[AT["whole"]]:
            extra["whole"] = True
    if game.table.lookups.owing:
        return extra | owing(game, state)
    again = bool(state[AT["again"]])
    if game.node == "move" and again != earns(game.table.rules, game.faces, phase):
        extra["again"] = again
    return extra


def owing(game: Game, state: bytes) -> dict[str, Any]:
    """Throws that are owed, where the node does not say so (G12), and what has fallen in a row."""
    extra, turn, moving = dict[str, Any](), game.table.rules.turn, game.node == "move"
    if state[AT["again"]]:
        extra["owed"] = state[AT["again"]] + (not moving)
    running = turn.streak_of == "number" or not moving or state[AT["form"]] & Shape.AGAIN
    if turn.streak and state[AT["streak"]] and running:
        number = numbers_of(game.table.rules, game.faces)[-1] if turn.streak_of == "number" else "again"
        extra["run"] = [number, state[AT["streak"]]]
    return extra


def queues(game: Game, state: bytes) -> dict[str, Any]:
    """By field of the ring, the colours there in the order they came, where there are several."""
    found: dict[str, list[tuple[int, int]]] = {}
    for colour, steps in enumerate(game.snapshot.pieces):
        for i, step in enumerate(steps or ()):
            field, age = game.board.field(colour, step), age_of(game, state, colour, i)
            if field in game.board.safe:
                found.setdefault(str(field), []).append((age, colour))
    queues = {field: [colour for _, colour in sorted(here)] for field, here in found.items()}
    several = {field: queue for field, queue in queues.items() if len(set(queue)) > 1}
    return {"queue": several} if several else {}


def guests(game: Game, state: bytes) -> dict[str, Any]:
    """By start field, who came last of two guests of different colours."""
    r, came = game.table.lookups.book[0], dict[str, int]()
    here: dict[int, set[int]] = {}
    for colour, steps in enumerate(game.snapshot.pieces):
        for step in steps or ():
            here.setdefault(game.table.lookups.fields[colour][step], set()).add(colour)
    for field, host in enumerate(r["host"].tolist()):
        others = sorted(here.get(field, set()) - {host - 1}) if host else []
        if len(others) == 2:
            came[str(field)] = others[state[AT["came_last"]] >> (host - 1) & 1]
    return {"came_last": came} if came else {}


def age_of(game: Game, state: bytes, colour: int, i: int) -> int:
    """The age of a piece."""
    size = game.table.size
    return state[size.at["ages"] + size.pieces * colour + i]


def bits(mask: int) -> list[int]:
    return [at for at in range(8) if mask >> at & 1]


def from_position(data: Mapping[str, Any], table: Table | None = None) -> Game:
    """A game that continues from a position; fields left out are as in a fresh turn. A given table is not set up again."""
    from .game import Game

    if not isinstance(data, Mapping):
        raise NotationError("A position is a table of named fields, such as {'rulebook': 'mensch', ...}, or one line of text.")
    for key in data:
        if key not in KEYS:
            raise NotationError(unknown(f"Position: unknown field {spell(str(key))}", str(key), KEYS))
    for key in ("rulebook", "pieces", "seat"):
        if key not in data:
            raise NotationError(f"Position: the field '{key}' is missing.")
    placement = Placement(data, table)
    seed = None if data.get("seed") is None else placement.number("seed", 0, 2**64 - 1)
    drawn = placement.number("drawn", 0, 2**62) if "drawn" in data else 0
    placement.read()
    return Game.from_state(placement.table, placement.states.tobytes(), seed=seed, drawn=drawn)
