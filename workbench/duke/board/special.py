"""The source of the engine with the flags of one kind of game folded in: what such a game cannot have is cut out.

`R.has_dragon` becomes 0 or 1 wherever it is read, and branches that cannot be taken go. There is one source for all
builds: in a process that is to compile a special one, modules of the engine are changed so as they are imported.
"""

from __future__ import annotations

import ast
import importlib.abc
import importlib.machinery
import importlib.util
import sys
from collections.abc import Mapping
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

FOLDED = (
    "workbench.duke.board.copies",
    "workbench.duke.board.scratch",
    "workbench.duke.board.troops",
    "workbench.duke.rules.",
    "workbench.duke.turn.",
    "workbench.bots.",
    "workbench.sim.duke.",
    "workbench.lab.",
)
OWNER_MASKS, BOTH_OWNERS = ("R.guard", "R.mortal"), 3
TABLES = "R"  # what the rule tables are called in all functions of the engine


def folded(text: str, values: Mapping[str, int]) -> ast.Module:
    """A module in which the flags have these values."""
    tree = ast.parse(text)
    return ast.fix_missing_locations(Folding(values).visit(tree))


class Folding(ast.NodeTransformer):
    def __init__(self, values: Mapping[str, int]) -> None:
        self.values = values

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        is_flag = isinstance(node.value, ast.Name) and node.value.id == TABLES and node.attr in self.values
        if is_flag and isinstance(node.ctx, ast.Load):
            return ast.copy_location(ast.Constant(self.values[node.attr]), node)
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Whether an owner is in a mask of no owner, or of both, is known."""
        asked = ast.unparse(node.args[0]) if node.args else ""
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "has" and _is_number(node.args[0]):
            mask = _computed(node.args[0])
            if mask == 0 or (mask == BOTH_OWNERS and asked in OWNER_MASKS):
                return ast.copy_location(ast.Constant(mask != 0), node)
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        if len(node.ops) == 1 and _is_number(node.left) and _is_number(node.comparators[0]):
            return ast.copy_location(ast.Constant(_computed(node)), node)
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, ast.Not) and _is_number(node.operand):
            return ast.copy_location(ast.Constant(_computed(node)), node)
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        """The value is that of Python: an operand that decides ends the row, one that cannot is left out."""
        self.generic_visit(node)
        decides = isinstance(node.op, ast.Or)
        kept: list[ast.expr] = []
        for number, value in enumerate(node.values):
            is_last = number == len(node.values) - 1
            if _is_number(value) and not is_last and bool(_computed(value)) != decides:
                continue
            kept.append(value)
            if _is_number(value) and bool(_computed(value)) == decides:
                break
        return kept[0] if len(kept) == 1 else ast.copy_location(ast.BoolOp(node.op, kept), node)

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        self.generic_visit(node)
        if _is_number(node.test):
            return node.body if _computed(node.test) else node.orelse
        return node

    def visit_If(self, node: ast.If) -> Any:
        """A branch that is always or never taken stands without its condition, or not at all."""
        self.generic_visit(node)
        if not _is_number(node.test):
            node.body = _ended(node.body) or [ast.Pass()]
            node.orelse = _ended(node.orelse)
            return node
        return node.body if _computed(node.test) else node.orelse

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.generic_visit(node)
        node.body = _ended(node.body) or [ast.Pass()]
        return node

    def visit_For(self, node: ast.For) -> ast.AST:
        self.generic_visit(node)
        node.body = _ended(node.body) or [ast.Pass()]
        return node

    def visit_While(self, node: ast.While) -> ast.AST:
        self.generic_visit(node)
        node.body = _ended(node.body) or [ast.Pass()]
        return node


def _ended(body: list[ast.stmt]) -> list[ast.stmt]:
    """Without what stands behind a return, a break or a continue."""
    for number, statement in enumerate(body):
        if isinstance(statement, ast.Return | ast.Break | ast.Continue):
            return body[: number + 1]
    return body


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int)


def _computed(node: ast.expr) -> Any:
    return eval(compile(ast.Expression(ast.fix_missing_locations(node)), "<flag>", "eval"), {})


class SpecialLoader(importlib.machinery.SourceFileLoader):
    """Compiles the folded source, and never the one that Python has kept."""

    values: Mapping[str, int] = {}

    def get_code(self, fullname: str) -> CodeType:
        text = Path(self.path).read_text(encoding="utf-8")
        code: CodeType = compile(folded(text, self.values), self.path, "exec")
        return code


class SpecialFinder(importlib.abc.MetaPathFinder):
    def __init__(self, values: Mapping[str, int]) -> None:
        self.values = values

    def find_spec(self, fullname: str, path: Any, target: ModuleType | None = None) -> Any:
        if not fullname.startswith(FOLDED):
            return None
        found = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        if found is None or found.origin is None or not found.origin.endswith(".py"):
            return found
        loader = SpecialLoader(fullname, found.origin)
        loader.values = self.values
        return importlib.util.spec_from_file_location(fullname, found.origin, loader=loader)


def specialise(values: Mapping[str, int]) -> None:
    """From now on modules of the engine are imported folded; none of them may be there yet."""
    early = sorted(name for name in sys.modules if name.startswith(FOLDED))
    if early:
        raise RuntimeError(f"imported too early: {', '.join(early)}")
    sys.meta_path.insert(0, SpecialFinder(values))
