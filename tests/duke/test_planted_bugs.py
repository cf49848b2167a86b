"""The list of planted rule bugs stays true to the sources; in the long profile each of them is caught."""

from __future__ import annotations

import plant_bugs
import pytest

from workbench.cli.rules import read_rules


@pytest.mark.parametrize("bug", plant_bugs.BUGS, ids=lambda bug: bug.rule)
def test_every_bug_can_still_be_planted(bug: plant_bugs.Bug) -> None:
    text = (plant_bugs.ROOT / "workbench" / "duke" / bug.file).read_text(encoding="utf-8")
    assert text.count(bug.old) == 1
    assert "\n" not in bug.old + bug.new
    compile(text.replace(bug.old, bug.new), bug.file, "exec")
    assert bug.rule in read_rules()[0]


def test_there_are_bugs_of_many_kinds() -> None:
    assert len(plant_bugs.BUGS) >= 12
    assert len({bug.rule for bug in plant_bugs.BUGS}) == len(plant_bugs.BUGS)
    assert len({bug.file for bug in plant_bugs.BUGS}) >= 10


def test_the_record_names_every_bug() -> None:
    record = (plant_bugs.ROOT / "tests" / "README.md").read_text(encoding="utf-8").replace("\\|", "|")
    missing = [bug.rule for bug in plant_bugs.BUGS if f"| {bug.rule} | {bug.file}: `{bug.old}`" not in record]
    assert not missing, "run tests/plant_bugs.py and record its table"


@pytest.mark.long
def test_every_planted_bug_is_caught() -> None:
    missed = [caught.bug for caught in plant_bugs.run(plant_bugs.BUGS) if not caught.by]
    assert not missed
