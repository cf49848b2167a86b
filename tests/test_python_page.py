"""docs/python.md is run as a notebook: its python blocks share their names, and show what stands under them.

python   a cell; a first line "# name.py" saves it instead, for the cells that follow
text     what the cell before it shows: what it prints, and the value of its last expression; "..." stands for anything
"""

from __future__ import annotations

import ast
import contextlib
import io
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from test_readme import Block, blocks, calls, desk, matches, run_yaml, shell

from workbench.stats.swing import estimate_swings

PAGE = Path(__file__).parent.parent / "docs" / "python.md"
__all__ = ["desk"]


def run_cell(text: str, where: str, names: dict[str, Any]) -> str:
    """What a notebook would show under the cell."""
    tree = ast.parse(text, where)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        exec(compile(tree, where, "exec"), names)
        value = eval(compile(ast.Expression(last.value), where, "eval"), names) if isinstance(last, ast.Expr) else None
        if value is not None:
            print(repr(value))
    return shown.getvalue()


def fits(expected: str, shown: str) -> bool:
    return re.fullmatch(".*".join(re.escape(part) for part in expected.split("...")), shown, re.DOTALL) is not None


def run_page(path: Path, folder: Path, environment: dict[str, str]) -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "__main__"}
    shown = ""
    for block in blocks(path):
        where = f"{path.name}:{block.line}"
        named = re.match(r"# ([\w.-]+\.py)\n", block.text)
        if block.language == "python" and named:
            (folder / named.group(1)).write_text(block.text, encoding="utf-8")
        elif block.language == "python":
            shown = run_cell(block.text, where, names)
        elif block.language == "text":
            assert fits(block.text, shown), f"{where}\n{shown}"
        elif block.language == "yaml":
            run_yaml(block, where, folder)
        elif block.language == "console":
            run_console(block, where, folder, environment)
        else:
            pytest.fail(f"{where}: nobody runs a block of '{block.language}'")
    return names


def run_console(block: Block, where: str, folder: Path, environment: dict[str, str]) -> None:
    for call in calls(block.text):
        code, output = shell(call.command, folder, environment)
        assert code == call.code, f"{where}: $ {call.command}\n{output}"
        assert matches(call.output, output), f"{where}: $ {call.command}\n{output}"


def test_every_cell_runs_and_the_numbers_are_those_of_the_report(
    desk: tuple[Path, dict[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, environment = desk
    monkeypatch.chdir(folder)
    names = run_page(PAGE, folder, environment)
    assert (folder / "board.svg").read_text(encoding="utf-8").startswith("<svg")
    owners, in_bag = names["owners"], names["in_bag"].astype(float)
    columns = (owners[name].to_numpy() for name in ("score", "first", "seat", "pair"))
    ours = estimate_swings(
        *(column.astype(kind) for column, kind in zip(columns, (float, int, int, int), strict=True)), in_bag
    )
    by_hand = dict(names["swings"].select("first", "swing").iter_rows())
    assert by_hand == pytest.approx({number: 100 * ours.swing[number].value for number in by_hand})
    assert len(by_hand) == np.count_nonzero(in_bag)
    # Luck is fair: within four standard errors of 0 for every tile. And the two numbers tell of the same thing.
    luck = names["difference"][:, names["types"]]
    assert (np.abs(luck.mean(axis=0)) < 4 * luck.std(axis=0) / np.sqrt(len(luck))).all()
    swings = [by_hand[number] for number in names["types"]]
    assert np.corrcoef(swings, 100 * names["worth"])[0, 1] > 0.5


def test_the_runner_notices_what_a_cell_should_have_shown() -> None:
    assert run_cell("x = 2\nprint(x)\nx + 1\n", "cell", {}) == "2\n3\n"
    assert run_cell("x = 2\n", "cell", {}) == ""
    assert fits("[...]\n", "[1, 2]\n")
    assert not fits("[...]\n", "(1, 2)\n")
