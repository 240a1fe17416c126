"""The move integer has one door: what goes in comes out, and nobody else shifts its bits."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from pachisi.kernel import code, crowd
from pachisi.records import Code, Event, Kind

ROOT = Path(__file__).parent.parent
SOURCES = sorted(path for room in ("pachisi", "tests", "benchmarks") for path in (ROOT / room).rglob("*.py"))
DOORS = {ROOT / "pachisi/kernel/code.py", ROOT / "pachisi/kernel/crowd.py"}
LAYOUT = {name for door in (code, crowd) for name in vars(door) if name.isupper()} - {"STOP_CODE", "COUNTS"}
BITWISE = ast.LShift | ast.RShift | ast.BitAnd | ast.BitOr | ast.BitXor
MOVES = {"move", "moves", "code", "codes", "legal", "landing", "menu", "notes"}
CROWDS = {"here", "crowd"}


def base_of(node: ast.expr) -> str:
    """The name of `move`, w.moves[0, k], int64(s.crowd[field]) …"""
    while not isinstance(node, ast.Name | ast.Attribute):
        if isinstance(node, ast.Subscript):
            node = node.value
        elif isinstance(node, ast.Call) and len(node.args) == 1 and getattr(node.func, "id", "") in ("int", "int64"):
            node = node.args[0]
        else:
            return ""
    return node.id if isinstance(node, ast.Name) else node.attr


def shifts(text: str) -> Iterator[str]:
    """Where a source shifts a move or a crowd, or takes the layout of one."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift | ast.RShift):
            if base_of(node.left) in MOVES | CROWDS:
                yield f"{node.lineno}: {ast.unparse(node)}"
        elif isinstance(node, ast.AugAssign) and isinstance(node.op, BITWISE) and base_of(node.target) in MOVES:
            yield f"{node.lineno}: {ast.unparse(node)}"
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.endswith(("kernel.code", "kernel.crowd")):
            yield from (f"{node.lineno}: import {name.name}" for name in node.names if name.name in LAYOUT)


def test_no_bits_of_a_move_or_of_a_crowd_are_shifted_outside_the_doors() -> None:
    found = [f"{path.name}:{at}" for path in SOURCES if path not in DOORS for at in shifts(path.read_text("utf-8"))]
    assert found == []


@pytest.mark.parametrize(
    "text",
    [
        "kind = move & 3 | w.moves[0, k] >> 4",
        "w.moves[0, k] |= 1",
        "x = int64(s.crowd[field]) >> 4",
        "from ..kernel.code import KIND",
        "target = game.codes[0] >> 11",
    ],
)
def test_such_a_shift_is_found(text: str) -> None:
    assert list(shifts(text))


def test_what_is_packed_is_read_again() -> None:
    landing = code.landed(0b10001010, Event.TAKE)
    plain = code.pack(Kind.ENTER, 6, 0, 127, 0b10000001, landing, Event.ENTER)
    group, penalty = code.with_group(plain, 6, 5), code.with_penalty(plain, 7, 126)
    assert (code.count_of(group), code.partner_of(group)) == (6, 5)
    assert (code.penalty_of(penalty), code.penalty_colour_of(penalty), code.penalty_step_of(penalty)) == (True, 7, 126)
    assert not code.penalty_of(plain)
    for move in (plain, group, penalty):
        assert (code.kind_of(move), code.colour_of(move)) == (Kind.ENTER, 6)
        assert (code.start_of(move), code.target_of(move), code.uses_of(move)) == (0, 127, 0b10000001)
        assert (code.hits_of(move), code.events_of(move)) == (0b10001010, Event.TAKE | Event.ENTER)
        assert code.code_of(move) == Code.LEGAL
        assert 0 < move < 2**63


def test_every_event_and_every_code_fits() -> None:
    assert max(Event) <= code.EVENTS_MASK
    assert max(Code) <= code.CODE_MASK
    assert code.with_code(code.with_events(0, code.EVENTS_MASK), code.CODE_MASK) < 2**63


def test_a_refused_candidate_has_a_code_and_no_events() -> None:
    move = code.pack(Kind.MOVE, 1, 7, 9, 1, code.refused(Code.NO_TOTAL), Event.CLEAR)
    assert (code.code_of(move), code.events_of(move), code.hits_of(move)) == (Code.NO_TOTAL, 0, 0)
    again = code.with_code(move, Code.MARCH)
    assert code.code_of(again) == Code.MARCH
    assert code.code_of(code.with_code(again, Code.LEGAL)) == Code.LEGAL


def test_moves_of_the_same_piece_are_known_by_colour_and_step() -> None:
    one, two = (code.pack(Kind.MOVE, 1, 7, target, 1, 0, 0) for target in (9, 12))
    assert code.same_piece(one, two)
    assert not code.same_piece(one, code.pack(Kind.MOVE, 2, 7, 9, 1, 0, 0))
    assert not code.same_piece(one, code.pack(Kind.MOVE, 1, 8, 9, 1, 0, 0))


def test_passing_and_stopping_name_no_piece() -> None:
    assert (code.kind_of(code.pack_pass(0b11)), code.uses_of(code.pack_pass(0b11))) == (Kind.PASS, 0b11)
    assert code.kind_of(code.STOP_CODE) == Kind.STOP
    assert code.count_of(code.STOP_CODE) == code.count_of(code.pack_pass(1)) == 0


def test_a_crowd_is_counted_colour_by_colour() -> None:
    here = 2 * crowd.one_of(1) + crowd.one_of(3)
    assert [crowd.number_of(here, colour) for colour in range(4)] == [0, 2, 0, 1]
    assert crowd.total(sum(6 * crowd.one_of(colour) for colour in range(8))) == 48
    assert crowd.total(here) == 3
    assert crowd.total(here & crowd.all_of(3)) == 1
    assert not crowd.has_lapsed(here)
    assert crowd.has_lapsed(here | crowd.lapsed_pair(1))
    assert crowd.total(here | crowd.lapsed_pair(1)) == 3


def test_one_piece_alone_is_no_crowd() -> None:
    alone = [0, *(crowd.one_of(colour) for colour in range(8))]
    assert all(crowd.alone(here) for here in alone)
    assert not any(crowd.alone(here) for here in (2, 2 * crowd.one_of(3), 1 + crowd.one_of(1), 3))
