"""A new icon is a row, a reach function and a drawing; a new bot is its module and its row. All else knows them.

A new ability and a new objective touch few modules, too: docs/developing.md lists them.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from typing import Any

import pytest
from support.places import ROOT, SUPPORT

# What a developer writes for an icon that takes its tile exactly three squares ahead: file, before which text, what.
ROW = """
    MARCH = "march", Row(
        letter="G", sign="⇡↗⇢↘⇣↙⇠↖", family=Family.STEP, use=Use.GO, rule="MARCH-1",
        meaning="goes exactly three squares in this direction, if the way is free; captures there",
        needs_line=True, distance=1, is_direction=True, weaker=(),
    )  # fmt: skip
"""
REACH = '''
def three_ahead(at: Offset) -> tuple[Landing, ...]:
    """The third square in the direction of the icon, the two before it being free."""
    return (Landing(ahead(at, 3), (ahead(at, 1), ahead(at, 2))),)

'''
DRAWING = "    IconType.MARCH: lambda spot: _hollow(spot, turned(_CHEVRON, spot.angle)),\n"
THREE_FILES = (
    ("icons.py", "    @property\n    def words", ROW + "\n"),
    ("reach.py", "\nREACH: dict", REACH),
    ("reach.py", "    IconType.MOVE: straight_there", "    IconType.MARCH: three_ahead,\n"),
    ("sheet/icons.py", "    IconType.MOVE: ", DRAWING),
)

BOT_ROW = '        BotType("first", "plays the first legal turn", sees_bags=False, pairs_in_chunk=1000),\n'
BOT = '''"""A bot that plays the first legal turn."""

from __future__ import annotations

from workbench.bots.choose import Chooser
from workbench.duke.board.compile import Rules, entry
from workbench.duke.board.state import Pool
from workbench.duke.board.kinds import NO_TURN
from workbench.duke.turn.candidates import candidate_count
from workbench.duke.turn.legal import try_candidate


@entry
def choose_first(R: Rules, pool: Pool, b: int, spare: int) -> int:
    states = pool.states
    for r in range(candidate_count(R, states[b])):
        turn = try_candidate(R, states[b], states[spare], states[spare + 1], r)
        if turn != NO_TURN:
            return turn
    return NO_TURN


class FirstBot(Chooser):
    def decide(self, rules: Rules, pool: Pool, b: int, spare: int) -> int:
        return choose_first(rules, pool, b, spare)
'''
BOTS_ROW = ("bots/registry.py", '        BotType(\n            "search"', BOT_ROW)

# An ability that lets a tile change places with its Duke: file, before which text, what.
RALLY = '''"""A made-up ability: a troop changes places with its Duke."""

from __future__ import annotations

from workbench.duke.board.compile import Rules, State, jit
from workbench.duke.board.packed import has, moved, type_of
from workbench.duke.board.refusals import DREAD_2, RALLY_1
from workbench.duke.board.tables import CAN_RALLY
from workbench.duke.board.troops import key_at, lift, put


@jit
def rally_refusal(R: Rules, s: State, owner: int, at: int) -> int:
    """Why the tile on `at` cannot change places with its Duke, Guard aside (RALLY-1)."""
    if not R.abilities[type_of(key_at(s, owner, at))] & CAN_RALLY or s.duke[owner] < 0 or s.duke[owner] == at:
        return RALLY_1
    return DREAD_2 if has(s.frozen, at) else 0


@jit
def rally(R: Rules, s: State, owner: int, at: int) -> None:
    home = s.duke[owner]
    key, duke = lift(R, s, owner, at), lift(R, s, owner, home)
    put(R, s, moved(key, home))
    put(R, s, moved(duke, at))
'''
RALLY_WORDS = """\
    RALLY = "rally", AbilityRow(0, tuple(SideUp), "RALLY", "changes places with the Duke, wherever both stand")

"""
RALLY_ROW = """\
    "rally": Kind("RALLY-1", "a Rally", text="{at}^^"),
"""
RALLY_OPENER = """\
    if bits & CAN_RALLY and r == 0:
        return pack(RALLY, at, NO_SQUARE, NO_SQUARE, 0, 0)
"""
RALLY_REFUSAL = """\
    if kind == RALLY:
        return rally_refusal(R, s, owner, at)
"""
RALLY_EFFECT = """\
    elif kind == RALLY:
        used = s.duke[owner]
        rally(R, s, owner, at)
"""
KINDS_IN_USE = "from workbench.duke.board.kinds import (\n"
NINE_FILES = (
    ("words.py", "    @property\n    def numeral", RALLY_WORDS),
    ("duke/board/kinds.py", ") = range(1, 27)", "    RALLY,\n) = range(1, 28)", "instead"),
    ("duke/board/kinds.py", '}\nKIND_NAMES = ("", ', RALLY_ROW),
    (
        "duke/board/refusals.py",
        "PLACE_5, RIDER_3,\n) = range(71)",
        "PLACE_5, RIDER_3, RALLY_1,\n) = range(72)",
        "instead",
    ),
    ("duke/board/tables.py", "CAN_LINK = ABILITY_BITS", "CAN_LINK, CAN_RALLY = ABILITY_BITS", "instead"),
    ("duke/board/tables.py", "            links = bool(", "            looks += bool(bits & CAN_RALLY)\n"),
    ("duke/explain_words.py", '    "A-0": "it leads', '    "RALLY-1": "{who} cannot rally to its Duke",\n'),
    ("duke/turn/openers.py", KINDS_IN_USE, "from workbench.duke.board.kinds import RALLY\n"),
    ("duke/turn/openers.py", KINDS_IN_USE, "from workbench.duke.board.tables import CAN_RALLY\n"),
    ("duke/turn/openers.py", "    if bits & CAN_DIVINE and r == 0:", RALLY_OPENER),
    ("duke/turn/legal.py", KINDS_IN_USE, "from workbench.duke.board.kinds import RALLY\n"),
    ("duke/turn/legal.py", KINDS_IN_USE, "from workbench.duke.rules.rally import rally_refusal\n"),
    ("duke/turn/legal.py", "    if kind == PASS_FLAG:", RALLY_REFUSAL),
    ("duke/turn/effects.py", KINDS_IN_USE, "from workbench.duke.board.kinds import RALLY\n"),
    ("duke/turn/effects.py", KINDS_IN_USE, "from workbench.duke.rules.rally import rally\n"),
    ("duke/turn/effects.py", "    elif kind == PASS_FLAG:", RALLY_EFFECT),
)  # and duke/rules/rally.py

# An objective that the first capture wins; Dukes may be left open to it.
BLOOD_ROW = """\
    FIRST_BLOOD = "first_blood", ObjectiveRow(title="First Blood", dukes_at_stake=(), reasons=("blood",))
"""
BLOOD_END = """\
    if R.objective == FIRST_BLOOD and s.nlost:
        end(s, owner, BLOOD)
        return
"""
BLOOD_NAMES = """\
FIRST_BLOOD, BLOOD = OBJECTIVE_NUMBERS[Objective.FIRST_BLOOD], REASONS.index("blood")
"""
AN_OBJECTIVE = (
    ("objectives.py", "\n\nOBJECTIVES = {", BLOOD_ROW),
    ("duke/turn/ends.py", "from workbench.duke.board.tables", "from workbench.objectives import Objective\n"),
    ("duke/turn/ends.py", "COUNTING_COUP, DARK_RIDER, TROPHY", "OBJECTIVE_NUMBERS, "),
    ("duke/turn/ends.py", 'VILLAINS = REASONS.index("villains")', BLOOD_NAMES),
    ("duke/turn/ends.py", "    if R.objective == COUNTING_COUP and s.scored:", BLOOD_END),
)


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What became of the new icon and the new bot in every part of the workbench."""
    home, work = tmp_path_factory.mktemp("copy"), tmp_path_factory.mktemp("work")
    shutil.copytree(ROOT / "workbench", home / "workbench", ignore=shutil.ignore_patterns("__pycache__", "data"))
    shutil.copytree(ROOT / "schemas", home / "schemas")
    for name in ("tilesets", "docs", "sims"):
        (home / name).symlink_to(ROOT / name)
    (home / "workbench" / "bots" / "first.py").write_text(BOT, encoding="utf-8")
    (home / "workbench" / "duke" / "rules" / "rally.py").write_text(RALLY, encoding="utf-8")
    for name, before, new, *instead in (*THREE_FILES, BOTS_ROW, *NINE_FILES, *AN_OBJECTIVE):
        file = home / "workbench" / name
        text = file.read_text(encoding="utf-8")
        assert text.count(before) == 1, f"{name}: {before}"
        file.write_text(text.replace(before, new + ("" if instead else before)), encoding="utf-8")
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(home), "WORKBENCH_CACHE_DIR": str(work / "cache")}
    script = [sys.executable, str(SUPPORT / "additions_tour.py"), str(home)]
    done = subprocess.run(script, cwd=work, env=env, capture_output=True, encoding="utf-8", timeout=600)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_three_files_are_enough() -> None:
    assert len({name for name, _, _ in THREE_FILES}) == 3


def test_tile_files_may_use_it(told: dict[str, Any]) -> None:
    code, said = told["schema"]
    assert code == 0, said
    code, said = told["check"]
    assert code == 0, said
    assert "error" not in said.replace("0 errors", "")


def test_its_line_and_distance_are_checked(told: dict[str, Any]) -> None:
    code, said = told["misplaced"]
    assert code == 1
    assert "E306" in said
    assert "a march must stand next to the '@'" in said


def test_it_is_drawn_and_printed(told: dict[str, Any]) -> None:
    code, said = told["draw"]
    assert code == 0, said
    assert "exactly three squares" in said
    assert [code for code, _ in told["print"]] == [0, 0, 0, 0], told["print"]
    assert told["written"] == [".pdf", ".pdf", ".png", ".svg"]


def test_it_is_played_by_its_reach(told: dict[str, Any]) -> None:
    play = told["play"]
    assert play["legal"] == ["c2-c1", "c2xc5"], "east the way is not free, west the board ends"
    assert play["after"].startswith("3du2/2DM'3/")
    rule, words = play["why"]
    assert rule == "MARCH-1"
    assert words.startswith("a March by the Drummer on c2 (starting side up); out of play: North's Footman")
    assert play["why_not"][0] == "MOVE-2"


def test_bots_and_lab_know_it(told: dict[str, Any]) -> None:
    assert 10 < told["play"]["worth"] < 500
    assert set(told["play"]["bots"]) == {"greedy", "search:depth=1", "mcts:sims=4,horizon=0", "first"}
    assert told["play"]["bots"]["greedy"] == "c2xc5", "it takes what it can"
    assert told["sim"][0] == 0, told["sim"][1]
    assert "starting march 1 ahead" in told["lab"]
    assert "other march 1 back" in told["lab"]


def test_a_bot_is_its_module_and_its_row(told: dict[str, Any]) -> None:
    (code, said), ladder = told["bot"]
    assert code == 0, said
    assert ladder == {"bots": ["random", "greedy", "first", "search", "mcts"], "chunk": 1000}
    assert told["play"]["bots"]["first"] == "+", "the draw stands first among the candidates"


def test_an_ability_is_nine_modules(told: dict[str, Any]) -> None:
    assert len({name for name, *_ in NINE_FILES} | {"duke/rules/rally.py"}) <= 9
    found = told["ability"]
    assert found["legal"] == ["c2^^"], "the one tile with the ability"
    assert found["after"].startswith("3du2/2fo3/6/6/2DUFO2/3DM'2 N"), "they have changed places, and the tile flips"
    assert found["why"] == ["RALLY-1", "a Rally by the Drummer on c2 (starting side up)"]
    assert found["why_not"] == ["RALLY-1", "the Footman on d2 (starting side up) cannot rally to its Duke"]
    assert found["exposed"] == "GUARD-2"
    code, said = found["card"]
    assert code == 0, said
    assert "changes places with the Duke" in said


def test_an_objective_is_four_modules(told: dict[str, Any]) -> None:
    assert len({name for name, *_ in AN_OBJECTIVE}) <= 4
    assert told["objective"] == {"over": [0, "blood"], "run": 0}
