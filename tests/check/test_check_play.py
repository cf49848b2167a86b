"""check --play: short games with every sound set, and what is said when one breaks off."""

from __future__ import annotations

import random
from typing import Any

import pytest
from support.places import FIXTURES
from typer.testing import CliRunner

from workbench.check import play
from workbench.check.run import run_check
from workbench.cli.app import app
from workbench.tileset.load import load_sets
from workbench.tileset.settings import Settings

FINDINGS = FIXTURES / "findings"


def test_smoke_games_with_a_custom_set() -> None:
    result = CliRunner().invoke(app, ["check", "workshop", "--play"])
    assert result.exit_code == 0, result.output
    assert "smoke games played with 1 set" in result.output


@pytest.mark.parametrize("objective", ["counting_coup", "dynastic_dispute"])
def test_smoke_games_with_other_objectives(objective: str) -> None:
    settings = Settings.model_validate({"enhanced": "both", "objective": objective})
    assert play.smoke_games(load_sets(["siege-engines"]), settings) is None


def test_smoke_games_meet_the_tiles_of_the_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of the new tiles at least are drawn: a smoke game without them would say nothing."""
    placed: set[str] = set()
    real = play._next

    def watched(position: Any, own: set[str], chance: random.Random) -> Any:
        following = real(position, own, chance)
        board = following.line.split()[0].upper()
        placed.update(code for code in own if code.upper() in board)
        return following

    monkeypatch.setattr(play, "_next", watched)
    [workshop] = load_sets(["workshop"])
    assert play.smoke_games([workshop], Settings(enhanced="both")) is None
    assert len(placed) >= len(workshop.tiles) / 2, placed


def test_a_game_that_breaks_off_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*arguments: object) -> None:
        raise IndexError("slot 99")

    monkeypatch.setattr(play, "_play_one", fails)
    path = str(FINDINGS / "W504.yaml")
    checked = play.play_each(run_check([path]))
    assert [finding.code for finding in checked.findings] == ["W504", "E409"]
    assert checked.findings[1].message == "a game with this set breaks off: IndexError: slot 99"
    assert checked.findings[1].place.file == path
    result = CliRunner().invoke(app, ["check", path, "--play"])
    assert result.exit_code == 1
    assert "error[E409]" in result.output


def test_broken_sets_are_not_played(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*arguments: object) -> None:
        raise AssertionError("a broken set was played")

    monkeypatch.setattr(play, "_play_one", fails)
    for code in ("E301", "E403"):
        result = CliRunner().invoke(app, ["check", str(FINDINGS / f"{code}.yaml"), "--play"])
        assert result.exit_code == 1
        assert "E409" not in result.output
