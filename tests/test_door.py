"""What a newcomer meets: pages whose links lead somewhere, and a package that runs from anywhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from support.places import ROOT
from test_readme import README

from workbench import __version__

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "tests").glob("*.md")])
LONGEST_README = 170
# The order of reading; pages that belong to one of these stand in its row.
ORDER = (
    "start", "tiles", "printing", "simulations", "report", "lab", "bots", "python", "notation",
    "rules", "method", "speed", "limits", "developing",
)  # fmt: skip
LARGEST_WHEEL = 6_000_000


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    """To a file that is there, and to a heading that it has."""
    for link in re.findall(r"\]\(([^)\s]+)\)", without_blocks(path)):
        if re.match(r"https?:", link):
            continue
        name, _, anchor = link.partition("#")
        target = path.parent / name if name else path
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def without_blocks(path: Path) -> str:
    return re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


def anchors(path: Path) -> set[str]:
    """What headings are called in links: small letters, without signs, with hyphens."""
    heads = re.findall(r"^#+ (.*)$", without_blocks(path), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.strip().lower()).replace(" ", "-") for head in heads}


def test_the_readme_leads_to_every_page_in_one_order() -> None:
    text = README.read_text(encoding="utf-8")
    assert len(text.splitlines()) < LONGEST_README
    table = text.split("## Read on")[1]
    named = re.findall(r"\(docs/([\w-]+)\.md\)", table)
    pages = {path.stem for path in (ROOT / "docs").glob("*.md")}
    assert set(named) == pages
    assert len(named) == len(pages)
    rows = [re.findall(r"\(docs/([\w-]+)\.md\)", line) for line in table.splitlines()]
    found = [page for row in rows for page in row if page in ORDER]
    assert found == [page for page in ORDER if page in pages]


def test_the_readme_answers_five_questions_with_a_command_each() -> None:
    text = README.read_text(encoding="utf-8")
    parts = re.split(r"^\*\*(.*?\?)\*\*", text.split("## The batch job")[0], flags=re.MULTILINE)
    questions = parts[1::2]
    assert questions == [
        "Is my tile legal?", "Is it fair?", "What makes it strong?", "How do I print it?", "Can I play it?",
    ]  # fmt: skip
    for question, answer in zip(questions, parts[2::2], strict=True):
        assert answer.count("\n$ ") == 1, question
    assert text.index("pip install . && workbench demo") < text.index(questions[0])


def test_the_changelog_begins_with_this_version() -> None:
    """And says of every version whether simulated results change, where there was one before."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## (\d+\.\d+\.\d+)$", text, re.MULTILINE)
    assert versions[0] == __version__
    for part in re.split(r"^## ", text, flags=re.MULTILINE)[1 : len(versions)]:
        assert "imulated results" in " ".join(part.split()), part[:20]


@pytest.mark.long
def test_the_wheel_is_small_and_runs_from_anywhere(tmp_path: Path) -> None:
    """Built, unpacked as an installer does, and used in a folder that knows nothing of this one."""
    wheels, house, desk = tmp_path / "wheels", tmp_path / "house", tmp_path / "desk"
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(wheels), str(ROOT)]
    subprocess.run(build, check=True, timeout=600)
    (wheel,) = wheels.iterdir()
    assert wheel.stat().st_size < LARGEST_WHEEL
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(house)
    assert not any(path.name.startswith("test_") for path in house.rglob("*.py"))
    desk.mkdir()
    environment = {**os.environ, "PYTHONPATH": str(house), "PYTHONUTF8": "1"}
    for command in (
        "--version", "check base", "rules GUARD-2", "schema plan", "tile Knight", "sheet workshop -o sheet.pdf",
        "render base --card -o card.pdf", "stocks", "new mine.yaml",
    ):  # fmt: skip
        program = "import workbench; print(workbench.__file__); from workbench.cli import main; main()"
        done = subprocess.run(
            [sys.executable, "-c", program, *command.split()], cwd=desk, env=environment, text=True,
            capture_output=True, timeout=300, check=False,
        )  # fmt: skip
        assert done.returncode == 0, (command, done.stderr)
        assert done.stdout.startswith(str(house)), "not this folder's"
