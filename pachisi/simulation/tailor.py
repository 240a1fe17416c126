"""The rules cut to one table: the kernel's own source, without what this table never needs.

The rules are data, so the kernel asks at every step whether there are blocks, duties, partners … At one table the
answers never change. `cut` writes them into the source as numbers, and drops branches that can't be reached, functions
that are never called and fields that are never read. What is left is compiled like the rest.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from ..records import FIELDS as STATE_FIELDS
from .cutter import Cutter, Known, is_pure, is_zero, sized

HEAD = '''"""The rules of one table, cut from the kernel."""

import numpy as np

from pachisi.kernel.jit import entry, inlined, int64
from pachisi.kernel.jit import inner_of_cut as inner
'''
FIELDS = set(STATE_FIELDS)


def cut(function: Any, known: Known, handed: Mapping[str, Any], whole: bool = False) -> str:
    """The source of a compiled function and of all it calls, with the known fields as numbers.

    Some fields of a state stay 0 at this table. At first all are assumed to; then those to which anything else is
    written are struck off, until none is left to strike. `handed` are the functions that are passed in as
    arguments, by name: they are cut as well; None stands for no function. A state that others will look at is
    kept `whole`: then what the loop never reads is written all the same.
    """
    zero = set(FIELDS)
    while True:
        cutter = Cutter({**known, "s": dict.fromkeys(zero, 0)}, handed)
        trees = cutter.collect(function)
        written = {field for tree in trees for field, value in stores(tree) if not is_zero(value)}
        if not written & zero:
            break
        zero -= written
    unread = set() if whole else FIELDS - {field for tree in trees for field in reads(tree)}
    constants = [f"{name} = np.uint64({value})" for name, value in sorted(cutter.constants.items())]
    parts = [ast.unparse(ast.fix_missing_locations(Stripper(unread).visit(tree))) for tree in trees]
    return "\n\n\n".join(["\n".join([HEAD, *constants]), *parts]) + "\n"


def answers(record: Any) -> dict[str, Any]:
    """All fields of a record, as arrays to look into."""
    return {name: np.array(record[name]) for name in record.dtype.names}


def field_of(target: ast.expr) -> str | None:
    """The field of a state that an assignment writes to."""
    base = target.value if isinstance(target, ast.Subscript) else target
    return base.attr if isinstance(base, ast.Attribute) and is_state(base) else None


def is_state(node: ast.Attribute) -> bool:
    """Is this a field of a state? Workspaces and rows have fields of the same names, but are named differently."""
    return node.attr in FIELDS and not (isinstance(node.value, ast.Name) and node.value.id in ("r", "w", "row", "heat"))


def stores(tree: ast.AST) -> Iterable[tuple[str, ast.expr | None]]:
    """Each field of a state that is written, and with what, if it is one plain value."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                parts = target.elts if isinstance(target, ast.Tuple) else [target]
                for part in parts:
                    if field := field_of(part):
                        yield field, node.value if part is target else None
        elif isinstance(node, ast.AugAssign) and (field := field_of(node.target)):
            yield field, None


def updates(node: ast.stmt) -> str | None:
    """The one field of a state that a statement writes and nothing else: s.f = …, s.f[k] |= …"""
    if isinstance(node, ast.AugAssign) and is_pure(node.value):
        return field_of(node.target)
    if isinstance(node, ast.Assign) and is_pure(node.value):
        fields = {field_of(target) for target in node.targets}
        return fields.pop() if len(fields) == 1 else None
    return None


def reads(tree: ast.AST) -> Iterable[str]:
    """The fields of a state whose value matters: updating a field is not reading it, nor is asking for its size."""
    own = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and (field := updates(node)):
            own.update({id(part): field for part in ast.walk(node)})
        if asked := sized(node):
            own[id(asked)] = asked.attr
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and is_state(node) and isinstance(node.ctx, ast.Load):
            if own.get(id(node)) != node.attr:
                yield node.attr


class Stripper(ast.NodeTransformer):
    """Drops writes to fields that are never read."""

    def __init__(self, unread: set[str]) -> None:
        self.unread = unread

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        for part in ("body", "orelse"):
            body = getattr(node, part, None)
            if isinstance(body, list):
                kept = [statement for statement in body if updates(statement) not in self.unread]
                setattr(node, part, kept or ([ast.Pass()] if body and part == "body" else []))
        return node
