"""Simulations with bots of one's own: the same tables as of any bot, bound to their source."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from workbench.bots.own import OwnBot, load_own_bot
from workbench.duke.game import game_of, legal_turns
from workbench.sim.duke.plan import Plan
from workbench.sim.duke.play import DukeGame
from workbench.sim.job import play_here
from workbench.sim.run import Finished, simulate
from workbench.sim.seam import SimError
from workbench.sim.store import open_run

MOCKINGBIRD = """
import random
class Mockingbird:
    def choose(self, position, turns):
        return random.choice(turns)
"""
FIRST = "class First:\n    def choose(self, position, turns):\n        return turns[0]\n"


def own(folder: Path, body: str, name: str) -> OwnBot:
    file = folder / f"{name.lower()}.py"
    file.write_text(body, encoding="utf-8")
    return load_own_bot(f"{file}:{name}")


def played(folder: Path, plan: Plan, bots: tuple[OwnBot, ...], resume: bool = False) -> Finished:
    return simulate(DukeGame.from_plan(plan, bots), plan, folder, lambda queue: play_here, resume=resume)


def test_the_tables_are_complete_and_true(tmp_path: Path) -> None:
    """Whoever always plays the first turn can be followed by hand: winner, plies and draws of every game agree."""
    bot = own(tmp_path, FIRST, "First")
    plan = Plan(bots=("first",), games=12, seed=3)
    batch = DukeGame.from_plan(plan, (bot,)).play_batch(plan, 0, 12)
    game, total = game_of(), 0
    names = [tile.name for tile in game.composition.tiles]
    for row in batch.rows.iter_rows(named=True):
        position = game.dealt(3, row["game"])
        draws: tuple[list[str], list[str]] = ([], [])
        while not position.is_over:
            if position.is_chance:
                owner = position.owner
                event, position = game.let_luck(position)
                draws[owner].append(event)
            else:
                position = game.after(position, position.turns()[legal_turns(position)[0]])
        assert row["plies"] == position.ply
        assert position.line.endswith(f"ph=over:{'SN='[row['winner']]}:{row['reason']} {position.ply}")
        for seat, events in zip(("south", "north"), draws, strict=True):
            numbers = [names.index(name) for name in row[f"{seat}_bag"]]
            bag = [f"+{game.letters.codes[number]}" for number in numbers]
            assert events == bag[: len(events)]
            assert row[f"{seat}_first_draw"] == (numbers[0] if events else -1)
            total += len(events)
        assert row["south_bot"] == row["north_bot"] == "first"
    assert batch.sums["draws"].sum() == total > 0
    assert batch.sums["results"].sum() == 12
    assert batch.sums["squares"].sum() > 12 * 6
    assert batch.sums["icon_uses"].sum() > 0


def test_random_choice_scores_like_the_random_bot(tmp_path: Path) -> None:
    """Both pick evenly among the turns, so half the points are the truth: 20 pairs, four standard errors."""
    bot = own(tmp_path, MOCKINGBIRD, "Mockingbird")
    plan = Plan(south="mockingbird", north="random", games=40, seed=11)
    sums = DukeGame.from_plan(plan, (bot,)).play_batch(plan, 0, 40).sums
    counts = sums["pair_scores"]
    scores = np.repeat(np.arange(5) / 4, counts)
    assert counts.sum() == 20
    assert 0 < scores.std(ddof=1) < 0.5
    assert abs(scores.mean() - 0.5) < 4 * scores.std(ddof=1) / np.sqrt(20)


def test_games_do_not_depend_on_who_plays_them_or_how_they_are_cut(tmp_path: Path) -> None:
    bot = own(tmp_path, MOCKINGBIRD, "Mockingbird")
    plan = Plan(south="mockingbird", north="greedy", games=12, seed=2)
    whole = DukeGame.from_plan(plan, (bot,)).play_batch(plan, 0, 12).rows
    sent: DukeGame = pickle.loads(pickle.dumps(DukeGame.from_plan(plan, (bot,))))
    parts = [sent.play_batch(plan, first, 4).rows for first in (8, 0, 4)]
    for part in parts:
        assert part.equals(whole.filter(whole["game"].is_in(part["game"].implode())))


@pytest.mark.parametrize(
    "pairing", [("mockingbird", "mockingbird"), ("first", "mockingbird"), ("first", "mcts:sims=2")]
)
def test_any_two_bots_can_meet(tmp_path: Path, pairing: tuple[str, str]) -> None:
    bots = own(tmp_path, FIRST, "First"), own(tmp_path, MOCKINGBIRD, "Mockingbird")
    plan = Plan(south=pairing[0], north=pairing[1], games=4)
    rows = DukeGame.from_plan(plan, bots).play_batch(plan, 0, 4).rows
    seats = {(row["south_bot"], row["north_bot"]) for row in rows.iter_rows(named=True)}
    assert seats == {pairing, pairing[::-1]}


def test_unlike_armies_are_shown_as_they_sit(tmp_path: Path) -> None:
    """With seats swapped the armies' tiles change sides: legal turns of the wrong army would be refused."""
    text = """
name: Parted
tiles:
  - name: Halberdier
    code: Hb
    army: dark
    starting: |
      . . . . .
      . . M . .
      . M @ M .
      . . . . .
      . . . . .
    other: |
      . . . . .
      . M . M .
      . . @ . .
      . . M . .
      . . . . .
"""
    (tmp_path / "parted.yaml").write_text(text, encoding="utf-8")
    bot = own(tmp_path, MOCKINGBIRD, "Mockingbird")
    plan = Plan(sets=("base", str(tmp_path / "parted.yaml")), bots=("mockingbird",), games=8)
    game = DukeGame.from_plan(plan, (bot,))
    assert game.has_unlike_armies
    rows = game.play_batch(plan, 0, 8).rows
    for row in rows.iter_rows(named=True):
        dark, light = ("south", "north") if row["twin"] else ("north", "south")
        assert "Halberdier" in row[f"{dark}_bag"]
        assert "Halberdier" not in row[f"{light}_bag"]


def test_the_source_is_recorded_and_binds_the_run(tmp_path: Path) -> None:
    bot = own(tmp_path, FIRST, "First")
    plan = Plan(bots=("first",), games=100, chunk=50)
    done = played(tmp_path / "run", plan, (bot,))
    run = open_run(tmp_path / "run", Plan)
    assert run.manifest["identity"]["the bot first"] == bot.sha256
    assert run.about["own_bots"] == [{"name": "first", "file": "first.py", "class": "First", "sha256": bot.sha256}]
    assert str(tmp_path) not in (tmp_path / "run" / "manifest.json").read_text()
    again = played(tmp_path / "run", plan, (bot,), resume=True)
    assert (again.played, again.run.content_hash()) == (0, done.run.content_hash())
    changed = own(tmp_path, FIRST.replace("[0]", "[-1]"), "First")
    with pytest.raises(SimError, match=r"cannot resume .*: the bot first has changed since"):
        played(tmp_path / "run", plan, (changed,), resume=True)
    with pytest.raises(SimError, match=r"has changed since .* was played"):
        DukeGame.from_run(run, (changed,))
    assert DukeGame.from_run(run, (bot,)).own == (bot,)


def test_code_runs_only_if_the_command_line_names_it(tmp_path: Path) -> None:
    bot = own(tmp_path, FIRST, "First")
    plan = Plan(bots=("first",), games=2)
    with pytest.raises(SimError, match=r"no bot 'first'.*a bot of your own is named with --bots-from FILE.py:Class"):
        DukeGame.from_plan(plan)
    played(tmp_path / "run", plan, (bot,))
    with pytest.raises(SimError, match=r"run was played by first, .*: add --bots-from first.py:First"):
        DukeGame.from_run(open_run(tmp_path / "run", Plan))
    with pytest.raises(SimError, match=r"'first:depth=2': .*:First is your own bot and takes no options"):
        DukeGame.from_plan(Plan(bots=("first:depth=2",), games=2), (bot,))


def test_a_broken_bot_ends_the_run_with_its_line_and_loses_nothing(tmp_path: Path) -> None:
    body = "class Moody:\n    def choose(self, position, turns):\n        return turns[0] if LUCK else turns[1 // 0]\n"
    file = tmp_path / "moody.py"
    bot = own(tmp_path, "import random\nLUCK = True\n" + body, "Moody")
    plan = Plan(bots=("moody",), games=150, chunk=50)

    def player(job: Any, todo: Any, stop: Any) -> Any:
        yield from play_here(job, todo[:1], stop)
        broken = own(tmp_path, "import random\nLUCK = False\n" + body, "Moody")
        DukeGame.from_plan(plan, (broken,)).play_batch(plan, 50, 50)

    with pytest.raises(SimError) as error:
        simulate(DukeGame.from_plan(plan, (bot,)), plan, tmp_path / "run", lambda queue: player)
    assert str(error.value).startswith(f"{file}:5: ZeroDivisionError: integer division or modulo by zero (return")
    assert open_run(tmp_path / "run", Plan).games_done == 50


def test_preparing_does_not_ask_their_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bot = own(tmp_path, "class Never:\n    def choose(self, position, turns):\n        raise SystemExit\n", "Never")
    plan = Plan(bots=("never",), games=2)
    monkeypatch.setattr(DukeGame, "is_prepared", lambda self: False)
    DukeGame.from_plan(plan, (bot,)).prepare()
