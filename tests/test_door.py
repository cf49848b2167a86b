"""What a newcomer meets: how to contribute, forms for issues, how to cite, and a package that runs from anywhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML
from support.places import ROOT
from test_readme import README, blocks

from workbench import __version__
from workbench.cli.app import COMMANDS

CONTRIBUTING = ROOT / "CONTRIBUTING.md"
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "tests").glob("*.md")])
LONGEST_README = 170
# The order of reading; pages that belong to one of these stand in its row.
ORDER = (
    "start", "tiles", "printing", "simulations", "report", "lab", "studio", "bots", "python", "notation", "dune",
    "rules", "method", "ratings", "speed", "limits", "developing",
)  # fmt: skip
FIELDS = {"markdown", "textarea", "input", "dropdown", "checkboxes"}
LARGEST_WHEEL = 6_000_000


def read_yaml(path: Path) -> Any:
    return YAML(typ="safe").load(path.read_text(encoding="utf-8"))


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
    assert text.index("studio-light.png") < text.index("pip install . && workbench demo") < text.index(questions[0])


def test_contributors_get_the_command_of_the_readme() -> None:
    (block,) = blocks(CONTRIBUTING)
    assert block.text in "".join(one.text for one in blocks(README))


def test_forms_are_named_where_contributors_read_of_them() -> None:
    text = CONTRIBUTING.read_text(encoding="utf-8").replace("\n", " ")
    for name in ("rules-question", "tile-fact"):
        (form,) = (read_yaml(path) for path in FORMS if path.stem == name)
        assert f'"{form["name"]}"' in re.sub(r"\s+", " ", text)


@pytest.mark.parametrize("path", [path for path in FORMS if path.stem != "config"], ids=lambda path: path.stem)
def test_a_form_is_one_that_can_be_shown(path: Path) -> None:
    """The keys that forms of issues need: a name, a description, and fields with labels and ids of their own."""
    form = read_yaml(path)
    assert set(form) == {"name", "description", "title", "labels", "body"}
    ids = [field["id"] for field in form["body"]]
    assert len(ids) == len(set(ids))
    assert all(re.fullmatch(r"[a-zA-Z0-9_-]+", one) for one in ids)
    for field in form["body"]:
        assert set(field) <= {"type", "id", "attributes", "validations"}
        assert field["type"] in FIELDS
        assert field["attributes"]["label"]
        assert set(field["attributes"]) <= {"label", "description", "placeholder", "options", "render"}
        assert (field["type"] == "dropdown") == ("options" in field["attributes"])
    assert any(field.get("validations", {}).get("required") for field in form["body"])


def test_forms_and_contributors_name_commands_that_there_are() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in (*FORMS, CONTRIBUTING))
    named = set(re.findall(r"`workbench (\w+)", text))
    assert named
    assert named <= set(COMMANDS)


def test_the_citation_is_of_this_version() -> None:
    cited = read_yaml(ROOT / "CITATION.cff")
    assert {"cff-version", "message", "title", "authors"} <= set(cited), "what the format asks for"
    assert cited["cff-version"] == "1.2.0"
    assert str(cited["version"]) == __version__
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert f'license = "{" AND ".join(cited["license"])}"' in project


def test_the_changelog_begins_with_this_version() -> None:
    """And says of every version whether simulated results change, where there was one before."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## (\d+\.\d+\.\d+)$", text, re.MULTILINE)
    assert versions[0] == __version__
    for part in re.split(r"^## ", text, flags=re.MULTILINE)[1 : len(versions)]:
        assert "imulated results" in " ".join(part.split()), part[:20]
    for form in FORMS:
        assert set(re.findall(r"workbench (\d+\.\d+\.\d+)", form.read_text(encoding="utf-8"))) <= {__version__}


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
        "--version", "check base", "rules GUARD-2", "schema tts", "tile Knight", "sheet workshop -o sheet.pdf",
        "render base --card -o card.pdf", "export images workshop -o pictures --px 64", "stocks", "new mine.yaml",
    ):  # fmt: skip
        program = "import workbench; print(workbench.__file__); from workbench.cli import main; main()"
        done = subprocess.run(
            [sys.executable, "-c", program, *command.split()], cwd=desk, env=environment, text=True,
            capture_output=True, timeout=300, check=False,
        )  # fmt: skip
        assert done.returncode == 0, (command, done.stderr)
        assert done.stdout.startswith(str(house)), "not this folder's"
