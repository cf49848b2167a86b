"""docs/ratings.md is what its script makes of the shipped ratings, and its pictures are there and small."""

from __future__ import annotations

import importlib.util
import re
import sys
from typing import Any

import pytest
from support.places import ROOT

from workbench.ratings.file import Ratings, shipped_ratings

DOCS = ROOT / "docs"
PAGE = (DOCS / "ratings.md").read_text(encoding="utf-8")
LARGEST_PICTURE = 90_000


@pytest.fixture(scope="module")
def script() -> Any:
    sys.path.insert(0, str(DOCS))
    try:
        spec = importlib.util.spec_from_file_location("ratings_page", DOCS / "ratings_page.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(DOCS))
    return module


@pytest.fixture(scope="module")
def ratings() -> Ratings:
    found = shipped_ratings()
    assert found is not None
    return found


def test_the_page_is_made_of_the_shipped_file(script: Any, ratings: Ratings) -> None:
    assert script.page(ratings) == PAGE, "python docs/ratings_page.py"


def test_its_pictures_are_there_and_small() -> None:
    named = set(re.findall(r"\((images/ratings-[\w-]+\.png)\)", PAGE))
    there = {f"images/{path.name}" for path in (DOCS / "images").glob("ratings-*.png")}
    assert named == there
    assert all((DOCS / name).stat().st_size < LARGEST_PICTURE for name in named)


def test_every_rated_tile_is_on_it(ratings: Ratings) -> None:
    for _, tile in ratings.tiles():
        assert re.search(rf"(\| |Not rated: |\. ){re.escape(tile.name)}\b", PAGE), tile.name


def test_the_facts_hold_in_the_file(script: Any, ratings: Ratings) -> None:
    """Each is told with an interval, and the script refuses to tell one that the file does not bear out."""
    found = script.facts(ratings)
    assert len(found) == 3
    assert all(re.search(r"[-+]\d+\.\d to [-+]\d+\.\d", text) for text in found)
