"""Every command that a page of docs/ shows in an indented block is run, with fewer games; so are its other blocks.

Commands run inside this process and play here: what they do is as told, only smaller. A block that begins with
"# name.py" is saved for the commands that follow, one in braces must be JSON, a position line must be one. What needs
other machines or a browser is not run.
"""

from __future__ import annotations

import io
import json
import re
import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from support.command import Runner
from support.tiles import set_text, tile_text
from test_readme import PAGES as FENCED
from test_readme import blocks

from workbench.sim.chunkfile import PackedChunk
from workbench.sim.job import Job, Stop, play_here
from workbench.sim.plan import Chunk

DOCS = Path(__file__).parent.parent / "docs"
PAGES = ("balance", "bots", "lab", "notation", "play", "ratings", "report", "simulations")
ELSEWHERE = re.compile(r"pip install|dask |HOST")
POSITION = re.compile(r"[\w/'<>^.]+ [SN] \S+ \S+ \d+")
LISTING = re.compile(r"runs/[\w-]+/\n( .*\n)+|board owner bags extras ply\n")
# What makes a command small, by its first words; the value of an option that is there already is replaced.
SMALLER: dict[tuple[str, ...], dict[str, str]] = {
    ("sim",): {"--games": "4"},
    ("lab", "swap"): {"--until": "10"},
    ("lab", "icons"): {"--pairs": "4"},
    ("lab", "tune"): {"--pairs": "20", "--final": "100", "--winners": "1", "--keep": "icons<=9", "--bots": "random"},
    ("lab", "ladder"): {"--until": "2", "--skill": "0"},
    ("lab", "worth"): {"--games": "200"},
    ("ratings", "make"): {"--games": "100"},
    ("balance",): {"--time": "600", "--bots": "random", "--rounds": "1"},
}  # fmt: skip


@dataclass
class Here:
    """In place of a pool of processes."""

    workers: int
    log_queue: Any

    def __call__(self, job: Job, todo: Sequence[Chunk], stop: Stop) -> Iterator[PackedChunk]:
        return play_here(job, todo, stop)


class StandingHere(Here):
    """The same for players that stay for the next round."""

    def __enter__(self) -> StandingHere:
        return self

    def __exit__(self, *problem: object) -> None:
        """Nobody stays."""


def indented(path: Path) -> list[str]:
    """The indented blocks of a page, without the indent; fenced blocks and lists are none."""
    found: list[list[str]] = []
    is_open = is_fenced = False
    for line in path.read_text(encoding="utf-8").splitlines():
        is_fenced ^= line.startswith("```")
        is_open = bool(found) and is_open and (line.startswith("    ") or not line) and not is_fenced
        if is_open or (line.startswith("    ") and not is_fenced):
            found = found if is_open else [*found, []]
            found[-1].append(line[4:])
            is_open = True
    return ["\n".join(lines).strip("\n") + "\n" for lines in found]


def smaller(words: list[str]) -> list[str]:
    """The same command with fewer games, and nothing opened in a browser."""
    if "--more" in words:
        return [*words[: words.index("--more") + 1], "20"]
    if "--resume" in words:
        return words
    wished = next((given for first, given in SMALLER.items() if tuple(words[: len(first)]) == first), {})
    for option, value in wished.items():
        if option in words:
            words = [*words[: words.index(option)], *words[words.index(option) + 2 :]]
        words = [*words, option, value]
    return [word for word in words if word != "--open"]


def run_block(text: str, where: str, run: Callable[[list[str]], None]) -> None:
    named = re.match(r"# ([\w.-]+\.py)\n", text)
    if named:
        Path(named[1]).write_text(text, encoding="utf-8")
        return
    if text.startswith("{"):
        json.loads(text)
        return
    for line in text.splitlines():
        if line.startswith("workbench ") and not ELSEWHERE.search(line):
            run(smaller(shlex.split(line, comments=True)[1:]))
        elif POSITION.fullmatch(line):
            run(["show", line])
        else:
            assert ELSEWHERE.search(line) or LISTING.search(text), f"{where}: nobody runs: {line}"


@pytest.mark.parametrize("page", PAGES)
def test_every_command_of_a_page_runs(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("workbench.sim.pool.Pool", Here)
    monkeypatch.setattr("workbench.sim.pool.StandingPool", StandingHere)
    Path("my-set.yaml").write_text(set_text(tile_text("Lancer", "Ln", replaces="Knight")), encoding="utf-8")
    Path("entries").mkdir()
    Path("entries/lancer.yaml").write_text(set_text(tile_text("Lancer", "Ln", replaces="Knight")), encoding="utf-8")
    Path("entries/rook.yaml").write_text(set_text(tile_text("Rook", "Ro")), encoding="utf-8")
    workbench = Runner(capsys, monkeypatch)

    def run(words: list[str]) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO("save game.txt\nquit\n"))
        ended = workbench(*words)
        assert ended.code == 0, f"{page}.md: workbench {shlex.join(words)}\n{ended.out}\n{ended.err}"

    for text in indented(DOCS / f"{page}.md"):
        run_block(text, f"{page}.md", run)


def test_no_page_is_forgotten() -> None:
    """A page with commands in indented blocks is run here, or by its own test."""
    elsewhere = {"studio", "dune"}  # tests/studio; what made Dune's tables takes an hour, tests/cli has it smaller
    with_commands = {path.stem for path in DOCS.glob("*.md") if "workbench " in "".join(indented(path))}
    assert with_commands - elsewhere <= {*PAGES}
    fenced = {path.stem for path in DOCS.glob("*.md") if blocks(path)}
    assert fenced <= {*(Path(page).stem for page in FENCED), "python"}  # test_readme.py, test_python_page.py


def test_every_page_begins_with_what_it_answers() -> None:
    for path in sorted(DOCS.glob("*.md")):
        title, first, *_ = path.read_text(encoding="utf-8").split("\n\n")
        assert title.startswith("# "), path.name
        assert first.startswith("This page answers"), path.name
        assert "?" in first, path.name


def test_every_table_of_the_method_has_a_program_that_takes_its_options() -> None:
    told = re.findall(r"`python (benchmarks/\w+\.py)([^`]*)`", (DOCS / "method.md").read_text(encoding="utf-8"))
    assert {name for name, _ in told} >= {
        f"benchmarks/{name}.py"
        for name in ("base_effects", "balance_coverage", "balance_company", "balance_timing", "lab_coverage")
    }
    for name, options in told:
        text = (DOCS.parent / name).read_text(encoding="utf-8")
        assert all(f'"{option}"' in text for option in re.findall(r"--\w+", options)), (name, options)


def test_what_nobody_runs_is_noticed() -> None:
    with pytest.raises(AssertionError, match="nobody runs: wokbench sim"):
        run_block("wokbench sim base\n", "page", lambda words: None)
    with pytest.raises(ValueError, match="Expecting"):
        run_block('{"verdict": }\n', "page", lambda words: None)
    assert smaller(["sim", "base", "--games", "200", "--seed", "1"]) == ["sim", "base", "--seed", "1", "--games", "4"]
