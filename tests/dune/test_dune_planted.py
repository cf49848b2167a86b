"""Planted bugs are caught: a few always, all of them in the long profile."""

from __future__ import annotations

import pytest
from plant_dune_bugs import BUGS, Bug, catch

ALWAYS = ("DBAT-7", "DBID-2")


@pytest.mark.parametrize("bug", [bug for bug in BUGS if bug.rule in ALWAYS], ids=lambda bug: bug.rule)
def test_a_planted_bug_is_caught(bug: Bug) -> None:
    assert catch(bug)


@pytest.mark.long
@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: f"{bug.rule}-{bug.file}")
def test_every_planted_bug_is_caught(bug: Bug) -> None:
    assert catch(bug)


@pytest.mark.long
def test_without_a_bug_nothing_is_caught() -> None:
    assert catch(None) == ""
