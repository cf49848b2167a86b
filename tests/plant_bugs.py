"""Plants rule bugs in a copy of the package, one at a time, and shows what catches each.

    python tests/plant_bugs.py [--special] [NUMBER ...]

The copy runs in plain Python (NUMBA_DISABLE_JIT=1). First the oracle's answers for generated positions are compared
with the copy's; a bug that they miss must be caught by the rule tests. The result is recorded in tests/README.md.

With --special the copy is what special builds are made from: for each game, in a process of its own, the source with
the flags of that game folded in. The rule tests have no part in that; a bug that positions alone cannot show stays
uncaught and says so.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
SEED = 4117
POSITIONS = 900
RULE_TESTS = "test_rules_icons test_rules_guard test_rules_abilities test_rules_terrain test_by_hand test_scenario"


class Bug(NamedTuple):
    """One line of workbench/duke, what it becomes, and the rule that it then breaks."""

    rule: str
    file: str
    old: str
    new: str


BUGS = (
    Bug("G-2", "board/geometry.py", "dx, dy = dy, -dx", "dx, dy = -dy, dx"),
    Bug("G-8", "board/geometry.py", "< abs(dx) + abs(dy)", "<= abs(dx) + abs(dy)"),
    Bug(
        "MOVE-2",
        "rules/moves.py",
        "if path_of(slot) & (s.occ[0] | s.occ[1]):",
        "if path_of(slot) & s.occ[owner]:",
    ),
    Bug("JUMP-3", "rules/moves.py", "if is_every_way_over(R, row, s.mountains):", "if s.mountains & R.via_a[row]:"),
    Bug("FORT-2", "rules/blocked.py", "and (jumps or (has(", "and (False or (has("),
    Bug("NCAP-1", "rules/moves.py", "if icon_of(slot) >= HARMLESS and", "if icon_of(slot) > HARMLESS and"),
    Bug("HAMMER-1", "rules/strikes.py", "if has(s.forts, target) and not hammers:", "if has(s.forts, target):"),
    Bug("AREA-5", "rules/strikes.py", "has(hit, s.duke[owner]):", "has(hit, s.duke[owner] + 1):"),
    Bug("DEF-3", "rules/blocked.py", "R.via_a[row] != 0 and squares", "R.via_a[row] != 0 or squares"),
    Bug("DREAD-1", "rules/cover.py", "mask = covered(R, s) | s.held & s.occ[1 - owner]", "mask = covered(R, s)"),
    Bug(
        "DREAD-4",
        "rules/cover.py",
        "if R.is_duke[type_of(key)] or R.shows_dread[face_of(key)]:",
        "if R.is_duke[type_of(key)]:",
    ),
    Bug("CMD-5", "rules/command.py", "if has(frozen, target):", "if has(frozen, target + 1):"),
    Bug("GUARD-1", "rules/guard.py", "if has(foe, start) and not has(frozen, start):", "if has(own, start):"),
    Bug("JUMP-1", "rules/guard.py", "if has(R.line[key], duke) and", "if has(R.reach[key], duke) and"),
    Bug("GUARD-4", "turn/exposes.py", "if to == s.duke[1 - owner] and has(R.mortal, 1 - owner):", "if False:"),
    Bug(
        "GUARD-6",
        "rules/place.py",
        "return not has_unplaceable(R, s, t, u, owner, lifted, 1)",
        "return True",
    ),
    Bug("LINK-8", "rules/place.py", "near |= R.near[square_of(key)]", "near |= 0"),
    Bug("LINK-6", "rules/link.py", "return has(R.linked[link], tile_type)", "return True"),
    Bug("FLIP-2", "turn/effects.py", "used = to if link >= 0 else NO_SQUARE", "used = to"),
    Bug("ENH-III-2", "rules/escape.py", "if own & home != home:", "if own & home == 0:"),
    Bug("DRAGON-4", "rules/dragon.py", "s.reorient = has(BORDER, target)", "s.reorient = 0"),
    Bug("DRAGON-14", "rules/dragon.py", "return DRAGON_14", "pass"),
    Bug(
        "DRAGON-10b",
        "rules/guard.py",
        "if R.has_dragon and push_attacks(R, s, attacker, duke, own, foe, frozen):",
        "if False:",
    ),
    Bug("RIDER-9", "turn/ends.py", "s.occ[0] & ~FAR_EDGE == 0:", "s.occ[0] == 0:"),
    Bug(
        "LINK-2",
        "turn/decide.py",
        "flip(R, s, owner, at if link_of(turn) < 0 else link_of(turn))",
        "flip(R, s, owner, at)",
    ),
    Bug("COUP-5", "rules/flags.py", "and (start == NO_SQUARE or not has(near, start))", "and True"),
    Bug("RIDER-6", "turn/ends.py", "elif captured >= 3:", "elif captured > 3:"),
)


class Catch(NamedTuple):
    bug: Bug
    by: str  # '' if nothing caught it
    after: int  # positions compared


def planted(bug: Bug | None, folder: Path) -> None:
    """Copy the project to a folder, with the bug in it."""
    for part in ("workbench", "tests", "docs", "schemas", "tilesets"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__", ".*"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    if bug is None:
        return
    path = folder / "workbench" / "duke" / bug.file
    text = path.read_text(encoding="utf-8")
    assert text.count(bug.old) == 1, f"{bug.file} has {text.count(bug.old)} times: {bug.old}"
    path.write_text(text.replace(bug.old, bug.new), encoding="utf-8")


def run_in(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": f"{folder}{os.pathsep}{folder / 'tests'}"}
    environment.pop("WORKBENCH_LONG", None)
    return subprocess.run(
        [sys.executable, *command], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def trouble(bug: Bug | None, answers: Path, special: bool = False) -> tuple[str, int]:
    """What the copy gets wrong ('' for nothing), and after how many positions."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        planted(bug, folder)
        found = compare_games(folder, answers) if special else compared(folder, answers)
        if found["caught"]:
            return f"oracle: {found['caught']}", found["positions"]
        if special:
            return "", found["positions"]
        tests = [f"tests/duke/{test}.py" for test in RULE_TESTS.split()]
        tested = run_in(folder, "-m", "pytest", "-n0", "-x", "-q", "-p", "no:cacheprovider", *tests)
        failed = [line.split(" - ")[0][7:] for line in tested.stdout.splitlines() if line.startswith("FAILED ")]
        assert tested.returncode == bool(failed), tested.stdout
        return "".join(failed), found["positions"]


def compared(folder: Path, answers: Path, *signature: str) -> dict[str, Any]:
    done = run_in(folder, "tests/plant_bugs.py", "--compare", str(answers), *signature)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def compare_games(folder: Path, answers: Path) -> dict[str, Any]:
    """Game by game with the source that is folded for it, until something differs."""
    positions, one = 0, folder / "game.jsonl"
    for game in answers.read_text(encoding="utf-8").split('{"game":')[1:]:
        one.write_text('{"game":' + game, encoding="utf-8")
        found = compared(folder, one, json.dumps(json.loads('{"game":' + game.splitlines()[0])["signature"]))
        positions += found["positions"]
        if found["caught"]:
            return {**found, "positions": positions}
    return {"caught": "", "positions": positions}


def signature(data: Any) -> dict[str, int]:
    """The flags of a game."""
    from support.engine_nodes import engine_game

    from workbench.duke.board.features import signature_of
    from workbench.duke.board.kept_tables import rules_of

    return dict(signature_of(rules_of(engine_game(data))[0]))


def oracle_answers(path: Path) -> None:
    """Generated positions with what the oracle says of each, one JSON line a game."""
    from support import generate

    last: Any = None
    with path.open("w", encoding="utf-8") as file:
        for data, oracle, line in generate.cases(SEED, POSITIONS):
            if data is not last:
                file.write(json.dumps({"game": data, "signature": signature(data)}) + "\n")
                last = data
            file.write(json.dumps({"line": line, "below": below(oracle, line)}) + "\n")


def below(oracle: Any, line: str) -> Any:
    if oracle.kind(line) == "decision":
        return dict(oracle.decisions(line))
    return {after: [str(share), text] for share, text, after in oracle.chance(line)}


def compare(path: Path) -> dict[str, Any]:
    """Inside the copy: compare until something differs."""
    from support.engine_nodes import chance, decisions, engine_game

    game: Any = None
    positions = 0
    for text in path.read_text(encoding="utf-8").splitlines():
        case = json.loads(text)
        if "game" in case:
            game = engine_game(case["game"])
            continue
        positions += 1
        line, expected = case["line"], case["below"]
        try:
            if "ph=?" in line:
                found: Any = {after: [str(share), event] for share, event, after in chance(game, line)}
            else:
                found = decisions(game, line)
        except Exception as error:  # a planted bug may do anything
            return {"caught": type(error).__name__, "positions": positions}
        if found != expected:
            return {"caught": difference(expected, found), "positions": positions}
    return {"caught": "", "positions": positions}


def difference(expected: dict[str, Any], found: dict[str, Any]) -> str:
    if set(found) - set(expected):
        return "a turn too many"
    return "a turn is missing" if set(expected) - set(found) else "another next position"


def run(bugs: tuple[Bug, ...], special: bool = False) -> list[Catch]:
    caught = []
    with tempfile.TemporaryDirectory() as name:
        answers = Path(name) / "answers.jsonl"
        oracle_answers(answers)
        wrong, _ = trouble(None, answers, special)
        assert not wrong, f"without any bug: {wrong}"
        for bug in bugs:
            caught.append(Catch(bug, *trouble(bug, answers, special)))
            print(row(caught[-1]), flush=True)
    return caught


def row(caught: Catch) -> str:
    bug = caught.bug
    old, new = (part.replace("|", "\\|") for part in (bug.old, bug.new))  # for a table in Markdown
    return f"| {bug.rule} | {bug.file}: `{old}` -> `{new}` | {caught.by or 'NOTHING'} | {caught.after} |"


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["--compare"]:
        if arguments[2:]:
            from workbench.duke.board.special import specialise

            specialise(json.loads(arguments[2]))
        print(json.dumps(compare(Path(arguments[1]))))
        return 0
    special = "--special" in arguments
    chosen = tuple(BUGS[int(number)] for number in arguments if number != "--special") or BUGS
    print("| rule | bug | caught by | after positions |\n| --- | --- | --- | --- |")
    return int(any(not caught.by for caught in run(chosen, special)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
