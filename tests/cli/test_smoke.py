"""`sim` and `lab` play a short game with a user's set before they start: once, not every time."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.check import play
from workbench.cli.game_options import GameOptions
from workbench.cli.lab_run import load_background
from workbench.cli.smoke import require_smoke_games
from workbench.codes import found
from workbench.finding import Finding, Place, UnusableInput
from workbench.resources import shipped
from workbench.tileset.load import load_sets
from workbench.tileset.model import TileSet
from workbench.tileset.settings import Settings

BROKEN = found("E409", Place("own.yaml"), "a game with this set breaks off: IndexError: slot 99", "Report it.")


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The example tiles in a file of the user's, and a cache of its own."""
    monkeypatch.setenv("WORKBENCH_CACHE_DIR", str(tmp_path / "cache"))
    path = tmp_path / "own.yaml"
    path.write_bytes((shipped("tilesets") / "examples" / "workshop.yaml").read_bytes())
    return path


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The sets that smoke games were played with; the games themselves are tested elsewhere."""
    names: list[str] = []

    def smoke_games(sets: list[TileSet], settings: Settings) -> Finding | None:
        names.append(",".join(one.id for one in sets))
        return BROKEN if settings.max_turns == 7 else None

    monkeypatch.setattr(play, "smoke_games", smoke_games)
    return names


def test_a_set_is_played_once_until_it_changes(own: Path, played: list[str]) -> None:
    for _ in range(2):
        require_smoke_games(load_sets(["base", str(own)]), Settings())
    assert played == ["own"]
    own.write_text(own.read_text(encoding="utf-8").replace("Lancer", "Lanzer"), encoding="utf-8")
    require_smoke_games(load_sets([str(own)]), Settings())
    require_smoke_games(load_sets([str(own)]), Settings(enhanced="both"))
    assert played == ["own"] * 3


def test_shipped_sets_are_played_by_the_tests(played: list[str]) -> None:
    require_smoke_games(load_sets(["base", "workshop", "siege-engines"]), Settings())
    assert played == []


def test_a_game_that_breaks_off_stops_the_command_every_time(own: Path, played: list[str]) -> None:
    for _ in range(2):
        with pytest.raises(UnusableInput, match="slot 99"):
            require_smoke_games(load_sets([str(own)]), Settings(max_turns=7))
    assert played == ["own", "own"]


def test_experiments_play_them_too(own: Path, played: list[str]) -> None:
    with pytest.raises(UnusableInput, match="slot 99"):
        load_background(GameOptions([str(own)], ["max_turns=7"]))
    assert played == ["own"]


def test_simulations_play_them_before_anything_is_written(own: Path, played: list[str], tmp_path: Path) -> None:
    from typer.testing import CliRunner

    from workbench.cli.app import app

    out = tmp_path / "run"
    arguments = ["sim", str(own), "--setting", "max_turns=7", "--games", "10", "--out", str(out)]
    result = CliRunner().invoke(app, arguments)
    assert isinstance(result.exception, UnusableInput), result.output
    assert played == ["own"]
    assert not out.exists()
