"""Rule tables from the cache are those that would be built; a damaged file is built anew."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from workbench.duke.board import kept_tables
from workbench.duke.board.tables import build_rules
from workbench.tileset.compose import Composition, compose
from workbench.tileset.load import load_sets
from workbench.tileset.settings import Settings


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Composition:
    monkeypatch.setenv("WORKBENCH_CACHE_DIR", str(tmp_path))
    return compose(load_sets(["siege-engines"]), Settings())


def only_file(tmp_path: Path) -> Path:
    (found,) = (tmp_path / "duke-workbench/tables").iterdir()
    return found


def test_kept_tables_are_those_that_are_built(game: Composition, tmp_path: Path) -> None:
    built = build_rules(game)
    first, second = kept_tables.rules_of(game), kept_tables.rules_of(game)
    assert only_file(tmp_path).stat().st_size < built.nbytes / 2
    assert first.tobytes() == second.tobytes() == built.tobytes()
    second[0].guard = 0
    assert kept_tables.rules_of(game).tobytes() == built.tobytes(), "each caller has its own"


def test_a_file_that_another_process_removes_is_no_trouble(game: Composition, monkeypatch: pytest.MonkeyPatch) -> None:
    """Just after it was read: the cache is kept small by whoever writes."""
    first = kept_tables.rules_of(game)
    read = Path.read_bytes

    def read_and_remove(path: Path) -> bytes:
        data = read(path)
        if path.suffix == ".tables":
            path.unlink()
        return data

    monkeypatch.setattr(Path, "read_bytes", read_and_remove)
    assert kept_tables.rules_of(game).tobytes() == first.tobytes()


def test_other_games_have_other_files(game: Composition, tmp_path: Path) -> None:
    kept_tables.rules_of(game)
    kept_tables.rules_of(compose([], Settings()))
    kept_tables.rules_of(game, {3})
    assert len(list((tmp_path / "duke-workbench/tables").iterdir())) == 3


@pytest.mark.parametrize(
    "damage",
    [lambda data: data[:-8], lambda data: b"", lambda data: data[:1000] + bytes([data[1000] ^ 1]) + data[1001:]],
)
def test_a_damaged_file_is_made_anew(game: Composition, tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    built = kept_tables.rules_of(game)
    file = only_file(tmp_path)
    whole = file.read_bytes()
    file.write_bytes(damage(whole))
    assert np.array_equal(kept_tables.rules_of(game).view(np.uint8), built.view(np.uint8))
    assert file.read_bytes() == whole
