"""Partial evaluation of the kernel's plain Python: known values become numbers, unreachable code is dropped.

The kernel is written in a small subset of Python. Anything outside that subset is refused, with function and line:
half understood, it would be cut wrongly.
"""

from __future__ import annotations

import ast
import inspect
import operator
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import FunctionType, ModuleType
from typing import Any, NoReturn

import numpy as np

from ..kernel.jit import PLAIN

Known = Mapping[str, Mapping[str, Any]]  # record -> field -> its value at this table

TWO: Mapping[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Mod: operator.mod,
    ast.LShift: operator.lshift, ast.RShift: operator.rshift, ast.BitAnd: operator.and_, ast.BitOr: operator.or_,
    ast.BitXor: operator.xor, ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le,
    ast.Gt: operator.gt, ast.GtE: operator.ge, ast.Is: operator.is_, ast.IsNot: operator.is_not,
}  # fmt: skip
ONE: Mapping[type, Callable[[Any], Any]] = {ast.Not: operator.not_, ast.USub: operator.neg, ast.Invert: operator.inv}
CALLS: Mapping[str, Callable[..., Any]] = {"int64": int, "min": min, "max": max}  # evaluated if all is known
NAMES = {*CALLS, "range", "len", "np"}  # left as they are
MARKS = {"entry", "inner", "inlined"}


def is_zero(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and node.value == 0


def is_pure(node: ast.AST) -> bool:
    return not any(isinstance(part, ast.Call) for part in ast.walk(node))


def sized(node: ast.AST) -> ast.Attribute | None:
    """The field whose size is asked for: len(s.pieces), len(s.pieces[0])."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "len"):
        return None
    part = node.args[0]
    base = part.value if isinstance(part, ast.Subscript) and is_zero(part.slice) else part
    return base if isinstance(base, ast.Attribute) and isinstance(base.value, ast.Name) else None


def is_inner(tree: ast.FunctionDef) -> bool:
    """Is it called, and not compiled into its callers?"""
    return any(isinstance(mark, ast.Name) and mark.id == "inner" for mark in tree.decorator_list)


def stored(tree: ast.AST) -> list[str]:
    """All names that are assigned, as often as they are."""
    return [node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]


def reachable(first: str, trees: Mapping[str, ast.FunctionDef]) -> set[str]:
    """A function and all that it calls in the end: some calls are dropped only after their function was cut."""
    called, ahead = set[str](), [first]
    while ahead:
        name = ahead.pop()
        if name in trees and name not in called:
            called.add(name)
            ahead += [node.id for node in ast.walk(trees[name]) if isinstance(node, ast.Name)]
    return called


class Cutter(ast.NodeVisitor):
    """Cuts a function and all that it calls."""

    def __init__(self, known: Known, handed: Mapping[str, Any]) -> None:
        self.known = known
        self.handed = handed
        self.names: dict[Any, str] = {}
        self.waiting: list[Any] = []
        self.constants: dict[str, int] = {}
        self.here: Any = None  # the function being cut
        self.local: set[str] = set()
        self.settled: dict[str, ast.Constant] = {}

    def collect(self, function: Any) -> list[ast.FunctionDef]:
        first, found = self.name_of(function), dict[str, ast.FunctionDef]()
        while self.waiting:
            tree = self.function(self.waiting.pop())
            found[tree.name] = tree
        called = reachable(first, found)
        return [tree for name, tree in found.items() if name in called]

    def name_of(self, function: Any) -> str:
        """A name of its own for every function, whatever module it is from."""
        plain = getattr(function, "py_func", function)
        if plain not in self.names:
            self.names[plain] = f"{plain.__module__.rpartition('.')[2]}_{plain.__name__}"
            self.waiting.append(plain)
        return self.names[plain]

    def refuse(self, node: ast.AST, why: str) -> NoReturn:
        line = getattr(node, "lineno", 1) + self.here.__code__.co_firstlineno - 1
        where = f"{self.here.__module__}.{self.here.__name__}, line {line}"
        shown = next(text for text in ast.unparse(node).splitlines() if not text.startswith("@"))
        raise NotImplementedError(f"{where}: `{shown}` cannot be cut to a table: {why}.")

    def generic_visit(self, node: ast.AST) -> NoReturn:
        self.refuse(node, f"the kernel knows no {type(node).__name__}")

    # --- functions ------------------------------------------------------------

    def function(self, plain: Any) -> ast.FunctionDef:
        self.here = plain
        tree = ast.parse(textwrap.dedent(inspect.getsource(plain))).body[0]
        assert isinstance(tree, ast.FunctionDef)
        self.check_head(tree)
        if len(self.names) > 1:  # only the first is called from Python
            tree.decorator_list = [ast.Name("inner" if is_inner(tree) else "inlined", ast.Load())]
        tree.name, tree.returns = self.names[plain], None
        for argument in tree.args.args:
            argument.annotation = None
        if ast.get_docstring(tree):
            tree.body = tree.body[1:]
        self.fold(tree)
        return tree

    def check_head(self, tree: ast.FunctionDef) -> None:
        marks = {mark.id if isinstance(mark, ast.Name) else "" for mark in tree.decorator_list}
        if not marks <= MARKS or not (marks or self.here.__module__ in {module.__name__ for module in PLAIN}):
            self.refuse(tree, f"it must be marked as one of {', '.join(sorted(MARKS))}")
        head = tree.args
        if head.posonlyargs or head.kwonlyargs or head.vararg or head.kwarg or head.defaults:
            self.refuse(tree, "it takes arguments that have defaults or are not given by position")

    def fold(self, tree: ast.FunctionDef) -> None:
        """Cut the body repeatedly, as long as names are found that stand for one number."""
        arguments = {argument.arg for argument in tree.args.args}
        self.settled = {}
        while True:
            self.local = arguments | set(stored(tree)) | set(self.settled)
            tree.body = self.block(tree.body)
            found = self.settle(tree, arguments)
            if found == self.settled:
                return
            self.settled = found

    def settle(self, tree: ast.FunctionDef, arguments: set[str]) -> dict[str, ast.Constant]:
        """Names that are assigned only once in what is left, and a constant, with that constant."""
        found, names = dict(self.settled), stored(tree)
        once = {name for name in names if names.count(name) == 1} - arguments
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.value, ast.Constant):
                target = node.targets[0]
                if isinstance(target, ast.Name) and target.id in once:
                    found[target.id] = node.value
        return found

    # --- statements -------------------------------------------------------------

    def statements(self, body: Sequence[ast.stmt]) -> list[ast.stmt]:
        """Statements up to an unconditional return; the rest is never reached."""
        kept: list[ast.stmt] = []
        for statement in body:
            found = self.visit(statement)
            kept += found if isinstance(found, list) else [found]
            if kept and isinstance(kept[-1], ast.Return | ast.Continue | ast.Break):
                break
        return kept

    def block(self, body: Sequence[ast.stmt]) -> list[ast.stmt]:
        return self.statements(body) or [ast.Pass()]

    def visit_Pass(self, node: ast.Pass) -> list[ast.stmt]:
        return []

    def visit_Break(self, node: ast.Break) -> ast.stmt:
        return node

    def visit_Continue(self, node: ast.Continue) -> ast.stmt:
        return node

    def visit_Return(self, node: ast.Return) -> ast.stmt:
        return ast.Return(node.value and self.visit(node.value))

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        if not isinstance(node.value, ast.Call):
            self.refuse(node, "it does nothing")
        return ast.Expr(self.visit(node.value))

    def visit_Assign(self, node: ast.Assign) -> ast.stmt | list[ast.stmt]:
        value = self.visit(node.value)
        if len(node.targets) == 1 and isinstance(node.targets[0], ast.Name) and node.targets[0].id in self.settled:
            return []
        return ast.Assign([self.visit(target) for target in node.targets], value)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        self.check_operators(node, node.op)
        return ast.AugAssign(self.visit(node.target), node.op, self.visit(node.value))

    def visit_If(self, node: ast.If) -> ast.stmt | list[ast.stmt]:
        test = self.condition(node.test)
        if isinstance(test, ast.Constant):
            return self.statements(node.body if test.value else node.orelse)
        orelse = self.statements(node.orelse)
        return ast.If(test, self.block(node.body), orelse)

    def visit_For(self, node: ast.For) -> ast.stmt:
        ranges = (
            isinstance(node.iter, ast.Call) and isinstance(node.iter.func, ast.Name) and node.iter.func.id == "range"
        )
        if not ranges or not isinstance(node.target, ast.Name):
            self.refuse(node, "a loop runs over one range, with one name")
        self.check_loop(node)
        return ast.For(node.target, self.visit(node.iter), self.block(node.body), [], None)

    def visit_While(self, node: ast.While) -> ast.stmt | list[ast.stmt]:
        self.check_loop(node)
        test = self.condition(node.test)
        if isinstance(test, ast.Constant) and not test.value:
            return []
        return ast.While(test, self.block(node.body), [])

    def check_loop(self, node: ast.For | ast.While) -> None:
        if node.orelse:
            self.refuse(node, "a loop has no else")

    # --- expressions ------------------------------------------------------------

    def number(self, node: ast.expr, value: Any) -> ast.Constant:
        """A result computed here, as the compiled kernel would compute it."""
        if not -(1 << 63) <= value < 1 << 63:
            self.refuse(node, "the number does not fit into 64 bits")
        return ast.Constant(value)

    def check_operators(self, node: ast.AST, *operators: ast.AST) -> None:
        for sign in operators:
            if type(sign) not in TWO and type(sign) not in ONE:
                self.refuse(node, f"the kernel knows no {type(sign).__name__}")

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if not isinstance(node.value, int | None):
            self.refuse(node, "the kernel knows no numbers but integers")
        return node

    def visit_Tuple(self, node: ast.Tuple) -> ast.expr:
        return ast.Tuple([self.visit(part) for part in node.elts], node.ctx)

    def condition(self, node: ast.expr) -> ast.expr:
        """An expression of which only the truth value matters."""
        if isinstance(node, ast.BoolOp):
            return self.join(node.op, map(self.condition, node.values), truth=True)
        found: ast.expr = self.visit(node)
        return found

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        test = self.condition(node.test)
        if isinstance(test, ast.Constant):
            return self.visit(node.body if test.value else node.orelse)
        return ast.IfExp(test, self.visit(node.body), self.visit(node.orelse))

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        return self.join(node.op, map(self.visit, node.values), truth=False)

    def join(self, sign: ast.boolop, parts: Iterable[ast.expr], truth: bool) -> ast.expr:
        """A constant either decides or is dropped; where the value matters and not just its truth, the last part stays."""
        decides = isinstance(sign, ast.Or)
        kept: list[ast.expr] = []
        for part in parts:  # lazily: nothing after a constant that decides is visited
            if kept and isinstance(kept[-1], ast.Constant):
                kept.pop()
            kept.append(part)
            if isinstance(part, ast.Constant) and bool(part.value) == decides:
                break
        last = kept[-1]
        if truth and isinstance(last, ast.Constant):
            if bool(last.value) != decides:
                kept = kept[:-1] or kept
            elif all(map(is_pure, kept)):
                kept = [ast.Constant(decides)]
        return kept[0] if len(kept) == 1 else ast.BoolOp(sign, kept)

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.check_operators(node, node.op)
        left, right = self.visit(node.left), self.visit(node.right)
        if isinstance(left, ast.Constant) and isinstance(right, ast.Constant):
            return self.number(node, TWO[type(node.op)](left.value, right.value))
        if isinstance(node.op, ast.BitAnd) and (is_zero(left) or is_zero(right)) and is_pure(left) and is_pure(right):
            return ast.Constant(0)
        return ast.BinOp(left, node.op, right)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.check_operators(node, node.op)
        operand = self.condition(node.operand) if isinstance(node.op, ast.Not) else self.visit(node.operand)
        if isinstance(operand, ast.Constant):
            return self.number(node, ONE[type(node.op)](operand.value))
        return ast.UnaryOp(node.op, operand)

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.check_operators(node, *node.ops)
        left, rights = self.visit(node.left), [self.visit(right) for right in node.comparators]
        if len(rights) == 1 and isinstance(left, ast.Constant) and isinstance(rights[0], ast.Constant):
            return ast.Constant(TWO[type(node.ops[0])](left.value, rights[0].value))
        return ast.Compare(left, node.ops, rights)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if node.keywords:
            self.refuse(node, "arguments are given by position")
        if sized(node):  # asks for the size of a field, not for what it holds
            return node
        arguments = [self.visit(argument) for argument in node.args]
        if isinstance(node.func, ast.Name) and node.func.id in self.handed:
            return ast.Call(self.place(node, self.handed[node.func.id], node.func.id), arguments, [])
        function = self.visit(node.func)
        known = [argument.value for argument in arguments if isinstance(argument, ast.Constant)]
        if isinstance(function, ast.Name) and function.id in CALLS and len(known) == len(arguments):
            return self.number(node, CALLS[function.id](*known))
        return ast.Call(function, arguments, [])

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if isinstance(node.value, ast.Name):
            record = node.value.id
            if isinstance(node.ctx, ast.Load) and node.attr in self.known.get(record, {}):
                return self.answer(np.asarray(self.known[record][node.attr])) or node
            module = None if record in self.local else self.here.__globals__.get(record)
            if isinstance(module, ModuleType) and module is not np:
                return self.place(node, getattr(module, node.attr), f"{record}_{node.attr}")
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
        if node.id in self.handed:  # passed on: its caller will find it by its name
            return ast.Constant(None if self.handed[node.id] is None else 0)
        if node.id in self.local or node.id in NAMES:
            return node
        if node.id in self.names.values() or node.id in self.constants:  # from an earlier pass
            return node
        scope = self.here.__globals__
        if node.id not in scope:
            self.refuse(node, "the kernel knows no such name")
        return self.place(node, scope[node.id], f"{scope['__name__'].rpartition('.')[2]}_{node.id}")

    def answer(self, values: np.ndarray[Any, Any]) -> ast.Constant | None:
        """One number, if the values are all the same."""
        return ast.Constant(int(values.flat[0])) if values.size and (values == values.flat[0]).all() else None

    def place(self, node: ast.expr, value: Any, name: str) -> ast.expr:
        """What a name of a module stands for: a number, or a function that is cut as well."""
        if isinstance(value, np.uint64):
            self.constants[name] = int(value)
            return ast.Name(name, ast.Load())
        if isinstance(value, int):
            return ast.Constant(int(value))
        if not isinstance(getattr(value, "py_func", value), FunctionType):
            self.refuse(node, "it is neither an integer nor a function")
        return ast.Name(self.name_of(value), ast.Load())


def pick(values: np.ndarray[Any, Any], index: ast.expr) -> np.ndarray[Any, Any]:
    """What an index can reach, as far as it is known."""
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    if values.ndim < len(parts):
        return values
    reach: list[Any] = [part.value if isinstance(part, ast.Constant) else slice(None) for part in parts]
    return np.asarray(values[tuple(reach)])
