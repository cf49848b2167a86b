"""workbench cache: what is kept between runs."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from support.command import Runner

from workbench.cache import keep_small


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("WORKBENCH_CACHE_DIR", str(tmp_path))
    return tmp_path / "duke-workbench"


def test_an_empty_cache(workbench: Runner, home: Path) -> None:
    code, said, _ = workbench("cache")
    assert (code, said.splitlines()) == (0, [f"{home}: 0 KB", "  nothing yet"])


def test_it_is_shown_and_cleared(workbench: Runner, home: Path) -> None:
    (home / "engine" / "abc").mkdir(parents=True)
    (home / "engine" / "abc" / "work.object").write_bytes(bytes(3 * 2**20))
    code, said, _ = workbench("cache")
    assert code == 0
    assert "engine  1 file  3.0 MB  compiled code of the rules and bots" in said
    code, said, _ = workbench("cache", "--json")
    assert json.loads(said)["holds"] == {"engine": {"files": 1, "bytes": 3 * 2**20}}
    code, said, _ = workbench("cache", "--clear")
    assert (code, said.strip()) == (0, f"{home}: 3.0 MB freed")
    assert list(home.iterdir()) == []


def test_a_folder_of_the_user_is_not_cleared(workbench: Runner, home: Path) -> None:
    """Whoever names his home folder for the cache keeps all that is in it."""
    for name in ("engine", "pages", "letters"):
        (home.parent / name).mkdir()
        (home.parent / name / "mine").write_text("dear aunt")
    (home / "engine").mkdir(parents=True)
    assert workbench("cache", "--clear").code == 0
    assert sorted(path.name for path in home.parent.rglob("mine")) == ["mine"] * 3


def test_the_longest_unused_goes_first(tmp_path: Path) -> None:
    for age, name in enumerate(("new", "middle", "old")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "code").write_bytes(bytes(1000))
        os.utime(tmp_path / name, (10_000 - age, 10_000 - age))
    keep_small(tmp_path, 2000)
    assert {path.name for path in tmp_path.iterdir()} == {"new", "middle"}
    keep_small(tmp_path, 10)
    assert {path.name for path in tmp_path.iterdir()} == {"new"}, "what is in use stays"
