"""The map of the house is true: every module that it names exists, every room is named."""

from __future__ import annotations

import re

import pytest
from support.places import ROOT
from test_rooms import MAY_SEE

TEXT = (ROOT / "docs" / "developing.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`([\w/]+(?:\.(?:py|json|md|sh)|/))`", TEXT)) - {"sim/GAME/", "report/GAME/"})


@pytest.mark.parametrize("name", NAMED)
def test_what_it_names_exists(name: str) -> None:
    assert (ROOT / name).exists() or (ROOT / "workbench" / name).exists(), name


@pytest.mark.parametrize("room", sorted(set(MAY_SEE) - {"__init__"}))
def test_every_room_is_named(room: str) -> None:
    assert f"`{room}/`" in TEXT or f"`{room}.py`" in TEXT


@pytest.mark.parametrize(("path", "function"), re.findall(r"`(\w[\w/]*\.py)` `(\w+)`", TEXT))
def test_the_paths_lead_through_real_functions(path: str, function: str) -> None:
    source = (ROOT / "workbench" / path).read_text(encoding="utf-8")
    assert re.search(rf"^(?:def|class) {function}\b", source, re.MULTILINE), f"{path} has no {function}"


def test_the_readme_points_here() -> None:
    assert "docs/developing.md" in (ROOT / "README.md").read_text(encoding="utf-8")
