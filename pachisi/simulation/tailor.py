"""The rules cut to one table: the kernel's own source, without what this table never asks.

The rules are data, so the kernel asks at every step whether there are blocks, duties, partners … For millions of
games at one table the answers are known beforehand. `cut` writes them into the source as numbers, drops branches that
can't be reached, functions that nobody calls and notes that nobody reads. What is left is compiled like the rest.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import operator
import textwrap
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from ..records import STATE

HEAD = '''"""The rules of one table, cut from the kernel."""

import numpy as np

from pachisi.kernel.jit import entry, inlined, inner, int64
'''
TWO: Mapping[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.LShift: operator.lshift,
    ast.RShift: operator.rshift, ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.BitXor: operator.xor,
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt,
    ast.GtE: operator.ge, ast.Is: operator.is_, ast.IsNot: operator.is_not,
}  # fmt: skip
ONE: Mapping[type, Callable[[Any], Any]] = {ast.Not: operator.not_, ast.USub: operator.neg, ast.Invert: operator.inv}
CALLS: Mapping[str, Callable[..., Any]] = {"int64": int, "min": min, "max": max}
FIELDS = set(STATE.names or ())
Known = Mapping[str, Mapping[str, Any]]  # record -> field -> its value at this table


def cut(function: Any, known: Known, handed: Mapping[str, Any]) -> str:
    """The source of a compiled function and of all it calls, with the known fields as numbers.

    Which fields of a state stay 0 at this table is found by trying: all are taken to be 0, and
    those to which something else is written after all are struck off, until none is left to strike.
    `handed` names the functions that are handed in as arguments: they are cut as well; None says that nothing is.
    """
    zero = set(FIELDS)
    while True:
        cutter = Cutter({**known, "s": dict.fromkeys(zero, 0)}, handed)
        trees = cutter.collect(function)
        written = {field for tree in trees for field, value in stores(tree) if not is_zero(value)}
        if not written & zero:
            break
        zero -= written
    unread = FIELDS - {field for tree in trees for field in reads(tree)}
    constants = [f"{name} = np.uint64({value})" for name, value in sorted(cutter.constants.items())]
    parts = [ast.unparse(ast.fix_missing_locations(Stripper(unread).visit(tree))) for tree in trees]
    return "\n\n\n".join(["\n".join([HEAD, *constants]), *parts]) + "\n"


def answers(record: Any) -> dict[str, Any]:
    """All fields of a record, as arrays to look into."""
    return {name: np.array(record[name]) for name in record.dtype.names}


def is_constant(node: Any) -> bool:
    return isinstance(node, ast.Constant)


def is_zero(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and node.value == 0


def is_pure(node: ast.AST) -> bool:
    return not any(isinstance(part, ast.Call) for part in ast.walk(node))


def field_of(target: ast.expr) -> str | None:
    """The field of a state that an assignment writes to."""
    base = target.value if isinstance(target, ast.Subscript) else target
    return base.attr if isinstance(base, ast.Attribute) and is_state(base) else None


def is_state(node: ast.Attribute) -> bool:
    """Workplaces and rows have fields of the same names; states go by other names than theirs."""
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
    if isinstance(node, ast.Assign) and len(node.targets) == 1 and is_pure(node.value):
        return field_of(node.targets[0])
    return None


def reads(tree: ast.AST) -> Iterable[str]:
    """The fields of a state whose value matters: to update a field is not to read it."""
    own = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and (field := updates(node)):
            own.update({id(part): field for part in ast.walk(node)})
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and is_state(node) and isinstance(node.ctx, ast.Load):
            if own.get(id(node)) != node.attr:
                yield node.attr


class Stripper(ast.NodeTransformer):
    """Drops what is written to fields that nobody reads."""

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


class Cutter(ast.NodeTransformer):
    """Partial evaluation of the kernel's plain Python: names, fields, arithmetic, branches."""

    def __init__(self, known: Known, handed: Mapping[str, Any]) -> None:
        self.known = known
        self.handed = handed
        self.names: dict[Any, str] = {}
        self.waiting: list[Any] = []
        self.constants: dict[str, int] = {}
        self.scope: dict[str, Any] = {}
        self.local: set[str] = set()
        self.settled: dict[str, ast.Constant] = {}

    def collect(self, function: Any) -> list[ast.FunctionDef]:
        self.name_of(function)
        found = []
        while self.waiting:
            found.append(self.function(self.waiting.pop()))
        return found

    def name_of(self, function: Any) -> str:
        """A name of its own for every function, whatever module it is from."""
        plain = getattr(function, "py_func", function)
        if plain not in self.names:
            self.names[plain] = f"{plain.__module__.rpartition('.')[2]}_{plain.__name__}"
            self.waiting.append(plain)
        return self.names[plain]

    def function(self, plain: Any) -> ast.FunctionDef:
        tree = ast.parse(textwrap.dedent(inspect.getsource(plain))).body[0]
        assert isinstance(tree, ast.FunctionDef)
        tree.name, tree.returns = self.names[plain], None
        if len(self.names) > 1:  # only the first is called from Python
            for mark in tree.decorator_list:
                assert isinstance(mark, ast.Name)
                mark.id = mark.id.replace("entry", "inlined")
        tree.decorator_list = tree.decorator_list or [ast.Name("inlined", ast.Load())]  # shared by `jit`
        for argument in tree.args.args:
            argument.annotation = None
        if ast.get_docstring(tree):
            tree.body = tree.body[1:]
        self.scope = plain.__globals__
        arguments = {argument.arg for argument in tree.args.args}
        self.settled = {}
        while True:
            stored = [n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
            self.local = arguments | set(stored) | set(self.settled)
            settled = len(self.settled)
            tree.body = self.block(tree.body)
            once = {name for name in stored if stored.count(name) == 1}
            tree.body = self.settle(tree, once)
            if len(self.settled) == settled:
                return tree

    def settle(self, tree: ast.FunctionDef, once: set[str]) -> list[ast.stmt]:
        """Names that are given one number, once, stand for it."""
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.value, ast.Constant):
                target = node.targets[0]
                if isinstance(target, ast.Name) and target.id in once:
                    self.settled[target.id] = node.value
        return tree.body

    def block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """What follows a certain return is never reached."""
        kept: list[ast.stmt] = []
        for statement in body:
            found = self.visit(statement)
            kept += found if isinstance(found, list) else [found]
            if kept and isinstance(kept[-1], ast.Return | ast.Continue | ast.Break):
                break
        return kept or [ast.Pass()]

    def visit_Assign(self, node: ast.Assign) -> Any:
        value = self.visit(node.value)
        if len(node.targets) == 1 and isinstance(node.targets[0], ast.Name) and node.targets[0].id in self.settled:
            return []
        return ast.Assign([self.visit(target) for target in node.targets], value)

    def visit_If(self, node: ast.If) -> Any:
        test = self.visit(node.test)
        if isinstance(test, ast.Constant):
            taken = node.body if test.value else node.orelse
            return self.block(taken) if taken else []
        orelse = self.block(node.orelse) if node.orelse else []
        return ast.If(test, self.block(node.body), [] if isinstance(orelse, ast.Pass) else orelse)

    def visit_For(self, node: ast.For) -> Any:
        return ast.For(node.target, self.visit(node.iter), self.block(node.body), [], None)

    def visit_While(self, node: ast.While) -> Any:
        test = self.visit(node.test)
        return [] if is_zero(test) else ast.While(test, self.block(node.body), [])

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        test = self.visit(node.test)
        if isinstance(test, ast.Constant):
            return self.visit(node.body if test.value else node.orelse)
        return ast.IfExp(test, self.visit(node.body), self.visit(node.orelse))

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        """A constant decides, or falls away."""
        decides = isinstance(node.op, ast.Or)
        kept: list[ast.expr] = []
        for value in node.values:
            found: ast.expr = self.visit(value)
            if isinstance(found, ast.Constant) and bool(found.value) != decides:
                continue
            kept.append(found)
            if isinstance(found, ast.Constant):
                if all(map(is_pure, kept)):
                    return ast.Constant(decides)
                break
        if not kept:
            return ast.Constant(not decides)
        return kept[0] if len(kept) == 1 else ast.BoolOp(node.op, kept)

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        left, right = self.visit(node.left), self.visit(node.right)
        if isinstance(left, ast.Constant) and isinstance(right, ast.Constant):
            return ast.Constant(TWO[type(node.op)](left.value, right.value))
        if isinstance(node.op, ast.BitAnd) and (is_zero(left) or is_zero(right)) and is_pure(left) and is_pure(right):
            return ast.Constant(0)
        return ast.BinOp(left, node.op, right)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        operand = self.visit(node.operand)
        if isinstance(operand, ast.Constant):
            return ast.Constant(ONE[type(node.op)](operand.value))
        return ast.UnaryOp(node.op, operand)

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        left, rights = self.visit(node.left), [self.visit(right) for right in node.comparators]
        if len(rights) == 1 and isinstance(left, ast.Constant) and isinstance(rights[0], ast.Constant):
            return ast.Constant(TWO[type(node.ops[0])](left.value, rights[0].value))
        return ast.Compare(left, node.ops, rights)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        arguments = [self.visit(argument) for argument in node.args]
        if isinstance(node.func, ast.Name) and node.func.id in self.handed:
            return ast.Call(self.place(self.handed[node.func.id], node.func.id), arguments, [])
        function = self.visit(node.func)
        if isinstance(function, ast.Name) and function.id in CALLS and all(map(is_constant, arguments)):
            return ast.Constant(CALLS[function.id](*(argument.value for argument in arguments)))
        return ast.Call(function, arguments, [])

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if isinstance(node.value, ast.Name):
            record = node.value.id
            if isinstance(node.ctx, ast.Load) and node.attr in self.known.get(record, {}):
                return self.answer(np.asarray(self.known[record][node.attr])) or node
            if record not in self.local and inspect.ismodule(module := self.scope.get(record)) and module is not np:
                return self.place(getattr(module, node.attr), f"{record}_{node.attr}")
        return ast.Attribute(self.visit(node.value), node.attr, node.ctx)

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        base, index = node.value, self.visit(node.slice)
        if isinstance(node.ctx, ast.Store):
            if isinstance(base, ast.Attribute):  # s.pool[k] = … writes; it does not read s.pool
                base = ast.Attribute(self.visit(base.value), base.attr, base.ctx)
            return ast.Subscript(base, index, node.ctx)
        if isinstance(base, ast.Attribute) and isinstance(base.value, ast.Name):
            known = self.known.get(base.value.id, {}).get(base.attr)
            if known is not None and (found := self.answer(pick(np.asarray(known), index))):
                return found
        return ast.Subscript(self.visit(base), index, node.ctx)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self.settled:
            return self.settled[node.id]
        if node.id in self.handed:  # handed on: whoever calls it will find it by its name
            return ast.Constant(None if self.handed[node.id] is None else 0)
        if node.id in self.local or node.id in ("np", "int64") or hasattr(builtins, node.id):
            return node
        if node.id in self.names.values() or node.id in self.constants:  # from an earlier pass
            return node
        return self.place(self.scope[node.id], f"{self.scope['__name__'].rpartition('.')[2]}_{node.id}")

    def answer(self, values: np.ndarray[Any, Any]) -> ast.Constant | None:
        """One number, if the values are all the same."""
        return ast.Constant(int(values.flat[0])) if values.size and (values == values.flat[0]).all() else None

    def place(self, value: Any, name: str) -> ast.expr:
        """What a name of a module stands for: a number, or a function that is cut as well."""
        if isinstance(value, np.uint64):
            self.constants[name] = int(value)
            return ast.Name(name, ast.Load())
        if isinstance(value, int):
            return ast.Constant(int(value))
        return ast.Name(self.name_of(value), ast.Load())


def pick(values: np.ndarray[Any, Any], index: ast.expr) -> np.ndarray[Any, Any]:
    """What an index can reach, as far as it is known."""
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    if values.ndim < len(parts):
        return values
    reach: list[Any] = [part.value if isinstance(part, ast.Constant) else slice(None) for part in parts]
    return np.asarray(values[tuple(reach)])
