"""Every fenced block of the README and of the pages of docs/ is run; tests/test_pages.py runs the indented ones.

sh       commands that must succeed; those that install are run by .ci/run, which must hold them word for word
console  "$ command" followed by its output; "..." stands for anything, "[exit N]" for an exit code
yaml     a tile set; a first line "# name.yaml" saves it for the commands that follow
python   run as a script
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from workbench.tileset.load import load_tileset_text

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
PAGES = ("start.md", "tiles.md", "play.md", "printing.md", "exporting.md", "dune.md", "lab.md", "notation.md")
MANUALS = [ROOT / "docs" / name for name in PAGES]


class Block(NamedTuple):
    line: int
    language: str
    text: str


class Call(NamedTuple):
    command: str
    output: str
    code: int


def blocks(path: Path) -> list[Block]:
    found, lines = [], path.read_text(encoding="utf-8").split("\n")
    start = None
    for number, line in enumerate(lines):
        if line.startswith("```") and start is None:
            start = number
        elif line.startswith("```") and start is not None:
            text = "".join(f"{inner}\n" for inner in lines[start + 1 : number])
            found.append(Block(start + 1, lines[start][3:].strip(), text))
            start = None
    assert start is None, f"{path}:{start} is never closed"
    return found


def calls(text: str) -> list[Call]:
    """The commands of a console block with what they should print."""
    parsed = []
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        exit_line = re.search(r"^\[exit (\d+)\]\n", output, re.MULTILINE)
        code = int(exit_line.group(1)) if exit_line else 0
        parsed.append(Call(command, re.sub(r"^\[exit \d+\]\n", "", output, flags=re.MULTILINE), code))
    return parsed


def matches(expected: str, actual: str) -> bool:
    pattern = ".*".join(re.escape(part) for part in re.split(r"^\.\.\.\n", expected, flags=re.MULTILINE))
    return re.fullmatch(pattern, actual, re.DOTALL) is not None


@pytest.fixture
def desk(tmp_path: Path) -> tuple[Path, dict[str, str]]:
    """An empty folder and an environment in which `workbench` and `python` are this project's."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for name, arguments in (("workbench", '-c "from workbench.cli import main; main()"'), ("python", "")):
        script = programs / name
        line = f'exec {shlex.quote(sys.executable)} {arguments} "$@"'
        script.write_text(f"#!/bin/sh\n{line}\n", encoding="utf-8")
        script.chmod(0o755)
    folder = tmp_path / "desk"
    folder.mkdir()
    environment = {key: value for key, value in os.environ.items() if key not in ("FORCE_COLOR", "COLUMNS")}
    environment |= {"PATH": f"{programs}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
    return folder, environment


def shell(command: str, folder: Path, environment: dict[str, str]) -> tuple[int, str]:
    result = subprocess.run(
        ["bash", "-c", command], cwd=folder, env=environment, text=True, timeout=900, check=False,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    return result.returncode, result.stdout


@pytest.mark.parametrize("path", [README, *MANUALS], ids=lambda path: path.name)
def test_every_block_runs(path: Path, desk: tuple[Path, dict[str, str]]) -> None:
    folder, environment = desk
    for block in blocks(path):
        where = f"{path.name}:{block.line}"
        if block.language == "sh":
            run_sh(block, where, folder, environment)
        elif block.language == "console":
            for call in calls(block.text):
                code, output = shell(call.command, folder, environment)
                assert code == call.code, f"{where}: $ {call.command}\n{output}"
                assert matches(call.output, output), f"{where}: $ {call.command}\n{output}"
        elif block.language == "yaml":
            run_yaml(block, where, folder)
        elif block.language == "python":
            (folder / "block.py").write_text(block.text, encoding="utf-8")
            code, output = shell("python block.py", folder, environment)
            assert code == 0, f"{where}\n{output}"
        else:
            pytest.fail(f"{where}: nobody runs a block of '{block.language}'")


def run_sh(block: Block, where: str, folder: Path, environment: dict[str, str]) -> None:
    for command in block.text.splitlines():
        if command.startswith("pip install"):
            assert f"\n{command}\n" in (ROOT / ".ci" / "run").read_text(encoding="utf-8"), where
        else:
            code, output = shell(command, folder, environment)
            assert code == 0, f"{where}: {command}\n{output}"


def run_yaml(block: Block, where: str, folder: Path) -> None:
    named = re.match(r"# ([\w.-]+\.ya?ml)\n", block.text)
    if named:
        (folder / named.group(1)).write_text(block.text, encoding="utf-8")
    else:
        assert load_tileset_text(block.text, where).tileset is not None, where


def test_the_first_screen_has_the_two_commands() -> None:
    first = "".join(block.text for block in blocks(README)[:3] if block.language == "sh")
    assert first.splitlines() == ["pip install . && workbench demo", 'pip install -e ".[dev]" && pytest']


def test_the_runner_notices_wrong_output_and_wrong_codes() -> None:
    (call,) = calls("$ false\nhello\n[exit 1]\n")
    assert call == Call("false", "hello\n", 1)
    assert matches("a\n...\nz\n", "a\nb\nc\nz\n")
    assert not matches("a\n...\nz\n", "a\nb\n")
    assert not matches("a\n", "a\nb\n")
