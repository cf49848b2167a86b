"""workbench balance, as a user calls it."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support.command import Runner

HEROES = """
name: Heroes
tiles:
  - name: Hedge Knight
    code: Hk
    replaces: Knight
    starting: |
      .  J  .  J  .
      .  .  M  .  .
      .  M  @  M  .
      .  .  .  .  .
      .  .  M  .  .
    other: |
      .  X  .  X  .
      .  .  S  .  .
      .  .  @  .  .
      .  M  .  M  .
      .  .  .  .  .
"""


@pytest.fixture
def heroes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("heroes.yaml").write_text(HEROES, encoding="utf-8")
    return tmp_path


def test_one_tile_from_question_to_report(workbench: Runner, heroes: Path) -> None:
    asked = ("balance", "heroes.yaml", "--bots", "greedy", "--rounds=1", "-w1")
    code, out, err = workbench(*asked)
    assert code == 0, err
    assert "a guess, read from the icons alone (points a draw): Hedge Knight " in err
    assert out.startswith("Hedge Knight")
    assert "with greedy players" in out or "for greedy players" in out
    assert "ended as asked after 1 round, 2,000 games; measured against " in out
    assert "measured against the base set's tiles in the bag, SD 3.4 points for greedy players" in out
    folder = heroes / "runs/heroes-balance"
    assert f"wrote {folder.relative_to(heroes)}/report.html" in out
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert "Is it fair?" in page
    assert "Plain win rates" in page
    assert str(heroes) not in page
    data = json.loads(workbench(*asked, "--json").out)  # what is there is read
    assert data == json.loads((folder / "answer.json").read_text(encoding="utf-8"))
    assert (data["games"], data["tiles"][0]["name"]) == (2000, "Hedge Knight")
    told = workbench("report", str(folder), "--format", "md").out
    assert "workbench balance heroes.yaml --bots greedy --rounds 1" in told
    changed = HEROES.replace(".  X  .  X  .", ".  X  X  X  .")
    Path("heroes.yaml").write_text(changed, encoding="utf-8")
    assert "answers another question: sets.heroes is" in workbench(*asked, "--out", str(folder)).err


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        ((), 2, "name a set of tiles to ask about"),
        (("base",), 2, "name a set of tiles to ask about"),
        (("nothing-like-it",), 2, "nothing-like-it"),
        (("workshop", "--bots", "gredy"), 2, "did you mean 'greedy'?"),
        (("workshop", "--bots", "greedy,greedy"), 2, "a bot is named twice"),
        (("workshop", "--time", "-1"), 2, "--time"),
        (("workshop", "--rounds", "0"), 2, "--rounds"),
        (("workshop", "--cluster", "here"), 2, "tcp://HOST:PORT"),
        (("terrain",), 2, "terrain is not rated"),
        (("broken.yaml",), 1, "E301"),
    ],
)
def test_bad_input_gets_one_message(
    workbench: Runner, heroes: Path, words: tuple[str, ...], code: int, message: str
) -> None:
    Path("broken.yaml").write_text(HEROES.replace("M  @  M", "k  @  M"), encoding="utf-8")
    found = workbench("balance", *words)
    assert found.code == code, found.err
    assert message in found.err + found.out
    assert "Traceback" not in found.err
    assert not Path("runs").exists()


def test_a_hint_names_no_option_that_the_command_lacks(workbench: Runner) -> None:
    """Bots of one's own have no measured worths to decide by, so balance takes none."""
    assert "--bots-from" not in workbench("balance", "workshop", "--bots", "mine").err
    assert "--bots-from" in workbench("play", "--bots", "mine").err


def test_ctrl_c_keeps_what_is_there(workbench: Runner, heroes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    @contextlib.contextmanager
    def pressed() -> Iterator[Callable[[], bool]]:
        yield lambda: True

    monkeypatch.setattr("workbench.sim.pool.stop_on_signals", pressed)
    code, out, err = workbench("balance", "heroes.yaml", "--time", "5")
    assert code == 130
    assert "Hedge Knight: no verdict, for no round of games is finished yet." in out
    assert "go on with: workbench balance heroes.yaml --out runs/heroes-balance" in err
    assert json.loads(Path("runs/heroes-balance/answer.json").read_text(encoding="utf-8"))["games"] == 0


REGENTS = """
name: Regents
tiles:
  - name: Regent
    code: Rg
    role: duke
    replaces: Duke
    starting: |
      .  .  .  .  .
      .  .  M  .  .
      .  S  @  S  .
      .  .  M  .  .
      .  .  .  .  .
    other: |
      .  .  .  .  .
      .  .  S  .  .
      .  M  @  M  .
      .  .  S  .  .
      .  .  .  .  .
"""


def test_a_set_of_starting_tiles_alone_has_a_report(workbench: Runner, heroes: Path) -> None:
    """No tile of it is ever drawn, so that there are twin games and no others."""
    Path("regents.yaml").write_text(REGENTS, encoding="utf-8")
    asked = ("balance", "regents.yaml", "--bots", "random", "--rounds", "1", "--workers", "1")
    code, out, err = workbench(*asked, "--out", "regents")
    assert code == 0, err
    assert "wrote regents/report.html" in out
    page = Path("regents/report.html").read_text(encoding="utf-8")
    assert "Is it fair?" in page
    assert re.search(r"2,000 games\s+of regents.yaml", page)
    assert 'aria-label="Regent, starting side"' in page


def test_names_cannot_steer_the_table_that_lives() -> None:
    """The table goes to the terminal itself, past the screen that makes all else safe."""
    import io
    from types import SimpleNamespace

    from rich.console import Console

    from workbench.cli.balance_show import HEAD, drawn

    row = ("\x1b]0;mine\x07[red]K\u202enight[/red]", "open", "", "", "")
    out = io.StringIO()
    Console(file=out, width=120, color_system=None).print(
        drawn(SimpleNamespace(head=HEAD, title="[b]1 s[/b]", rows=[row]))
    )  # type: ignore[arg-type]
    assert "[b]1 s[/b]" in out.getvalue()
    assert "\\u001b]0;mine\\u0007[red]K\\u202enight[/red]" in out.getvalue()
