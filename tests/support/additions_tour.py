"""A made-up icon, bot, ability and objective on a tour: run by test_additions in a copy that knows them.

Run with NUMBA_DISABLE_JIT=1 and the copy on the path, in a folder to write to; prints JSON.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any

SET = """\
name: Drums
tiles:
- name: Drummer
  code: Dm
  copies: 2
  starting: |
    .  .  .  .  .
    .  .  G  .  .
    .  G  @  G  .
    .  .  M  .  .
    .  .  .  .  .
  other: |
    .  .  .  .  .
    .  J  .  J  .
    .  .  @  .  .
    .  .  G  .  .
    .  .  .  .  .
"""
# South's Drummer on c2 may march to c5, where a Footman stands; to f2 the way is not free, west the board ends.
LINE = "3du2/2fo3/6/6/2DMFO2/3DU2 S Pi2/Pi2 - 9"
# A Footman on c3 would take a Duke who comes to c2.
EXPOSED = "3du2/6/6/2fo3/2DMFO2/3DU2 S Pi2/Pi2 - 9"
BOTS = ("greedy", "search:depth=1", "mcts:sims=4,horizon=0", "first")


def run(*words: str) -> tuple[int, str]:
    """A command of the workbench: its exit code and all that it says."""
    from workbench.cli import main

    said = io.StringIO()
    sys.argv = ["workbench", *words]
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            main()
            code = 0
        except SystemExit as stop:
            code = int(stop.code or 0)
    return code, said.getvalue()


def decide(bot: str, position: Any) -> str:
    from workbench.bots.choose import open_bot
    from workbench.bots.registry import parse_bot

    referee = position.game.referee
    shuffled = position.game.shuffled(position, 1)
    pool = referee.load(shuffled.state)
    return str(referee.text(shuffled.state, open_bot(parse_bot(bot), referee.rules)(referee.rules, pool)))


def at_the_table(path: Path) -> dict[str, Any]:
    """Turns with the icon at the table, and what the bots make of them."""
    from workbench.bots.worths import tile_worths
    from workbench.duke.explain import explain
    from workbench.duke.game import Game, legal_turns, play
    from workbench.tileset.compose import compose
    from workbench.tileset.load import load_tileset
    from workbench.tileset.settings import Settings

    game = Game(compose([load_tileset(path).require()], Settings()))
    position = game.position(LINE)
    drummer = next(n for n, tile in enumerate(game.composition.tiles) if tile.name == "Drummer")
    return {
        "legal": sorted(turn for turn in legal_turns(position) if turn.startswith("c2")),
        "after": play(position, "c2xc5").line,
        "why": explain(position, "c2xc5")[1:],
        "why_not": explain(position, "c2-f2")[1:],
        "worth": int(tile_worths(game.referee.rules)[drummer]),
        "bots": {bot: decide(bot, position) for bot in BOTS},
    }


def rallied() -> dict[str, Any]:
    """The made-up ability at the table, and in the legend of its tile."""
    from workbench.duke.explain import explain
    from workbench.duke.game import Game, legal_turns, play
    from workbench.tileset.compose import compose
    from workbench.tileset.load import load_tileset
    from workbench.tileset.settings import Settings

    able = Path("able.yaml")
    able.write_text(SET.replace("  copies: 2\n", "  copies: 2\n  abilities: [rally]\n"), encoding="utf-8")
    game = Game(compose([load_tileset(able).require()], Settings()))
    position = game.position(LINE)
    return {
        "legal": [turn for turn in legal_turns(position) if turn.endswith("^^")],
        "after": play(position, "c2^^").line,
        "why": explain(position, "c2^^")[1:],
        "why_not": explain(position, "d2^^")[1:],
        "exposed": explain(game.position(EXPOSED), "c2^^")[1],
        "card": run("tile", "Drummer", "--set", str(able)),
    }


def bloody(path: Path) -> dict[str, Any]:
    """The made-up objective: the first capture wins."""
    from workbench.duke.game import Game, outcome, play
    from workbench.tileset.compose import compose
    from workbench.tileset.load import load_tileset
    from workbench.tileset.settings import Settings

    game = Game(compose([load_tileset(path).require()], Settings(objective="first_blood")))
    over = outcome(play(game.position(LINE), "c2xc5"))
    words = ("sim", str(path), "--objective", "first_blood", "--games", "2", "-s", "max_turns=6")
    code, _ = run(*words, "--workers", "1", "--out", "blood")
    return {"over": over and [over.winner, over.reason], "run": code}


def contribute(path: Path, folder: Path) -> list[str]:
    """The parts that `lab icons` has measured."""
    from workbench.lab.icons import contributions, plan_icons
    from workbench.lab.plan import LabPlan
    from workbench.lab.run import load_background
    from workbench.sim.store import open_run
    from workbench.tileset.settings import Settings

    background = load_background([str(path)], Settings(max_turns=6))
    plan_icons(background, "Drummer", bots=("random",), pairs=2).run(folder)
    return [one.part.label for one in contributions(open_run(folder, LabPlan))]


def first_on_the_ladder() -> dict[str, Any]:
    """What the lab knows of the new bot without having heard of it."""
    from workbench.lab.ladder import plan_ladder
    from workbench.lab.run import load_background

    plan = plan_ladder(load_background(), "Ranger").plan
    alone = plan_ladder(load_background(), "Ranger", bots=("first",)).plan
    return {"bots": plan.bots, "chunk": alone.chunk_size}


def main() -> None:
    path = Path("drums.yaml")
    path.write_text(SET, encoding="utf-8")
    told: dict[str, Any] = {"schema": run("schema", "--into", str(Path(sys.argv[1]) / "schemas"))}
    told["check"] = run("check", str(path))
    told["misplaced"] = run("check", str(misplaced(path)))
    told["draw"] = run("tile", "Drummer", "--set", str(path))
    told["print"] = (
        run("sheet", str(path), "-o", "drums.pdf"),
        run("sheet", str(path), "-o", "drums.png", "--theme", "colour"),
        run("render", str(path), "--card", "-o", "card.svg"),
        run("sheet", "--icons", "--icon-counts", "march=3", "-o", "loose.pdf"),
    )
    told["written"] = sorted(file.suffix for file in Path().glob("*.*") if file.suffix in (".pdf", ".png", ".svg"))
    told["play"] = at_the_table(path)
    told["sim"] = run("sim", str(path), "--games", "2", "--workers", "1", "--out", "run", "-s", "max_turns=6")
    told["ability"], told["objective"] = rallied(), bloody(path)
    told["lab"] = contribute(path, Path("lab"))
    meet = ("sim", "--south", "first", "--north", "random", "--games", "2", "-s", "max_turns=6")
    told["bot"] = run(*meet, "--workers", "1", "--out", "meet"), first_on_the_ladder()
    json.dump(told, sys.stdout)


def misplaced(path: Path) -> Path:
    """The same set with a march that is not next to its tile."""
    other = Path("misplaced.yaml")
    other.write_text(SET.replace(".  .  .  .  .\n    .  .  G", ".  .  G  .  .\n    .  .  .", 1), encoding="utf-8")
    return other


if __name__ == "__main__":
    main()
