"""Plants rule bugs in a copy of the package, one at a time, and shows what catches each.

    python tests/dune/plant_dune_bugs.py [NUMBER ...]

Tests run in the copy until one fails; a bug that nothing catches is told.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
QUICK = "test_dune_scenarios.py::test_all_scenarios_pass test_dune_second_model.py test_dune_flow.py"
SLOW = "test_dune_invariants.py test_dune_views.py test_dune_chance.py"


PATIENCE = 240  # seconds; a game that never ends is wrong too


class Bug(NamedTuple):
    """One line of workbench/dune, what it becomes, and the rule that it then breaks."""

    rule: str
    file: str
    old: str
    new: str


BUGS = (
    Bug("DDRG-1", "dragon.py", "s.dragon = s.dragon % last + 1", "s.dragon = (s.dragon + 1) % last"),
    Bug(
        "DDRG-3", "dragon.py", "if faction == ORCS:\n                lost", "if faction == ELVES:\n                lost"
    ),
    Bug("DHID-6", "dragon.py", "and s.tables.settings.hidden_safe:", "and not s.tables.settings.hidden_safe:"),
    Bug(
        "DREC-12", "dragon.py", "if s.units[faction][at]:\n        s.troll = False", "if True:\n        s.troll = False"
    ),
    Bug("DEVT-2", "event.py", "else RED[one] == RED[other]", "else RED[one] != RED[other]"),
    Bug("DEVT-3", "event.py", "s.events.insert(0, card)", "s.event_discard.insert(0, card)"),
    Bug("DEVT-4", "event.py", "if not s.tables.red_dragon_proof[faction][s.ally[faction]]:", "if True:"),
    Bug("DCON-2", "council.py", "if f != faction and s.ally[f] == NOBODY", "if f != faction"),
    Bug("DBID-4", "bidding.py", "s.high + settings.min_raise if", "s.high if"),
    Bug("DBID-5", "bidding.py", "max(s.gold) + s.tables.settings.ace_bid_margin", "max(s.gold)"),
    Bug("DBID-6", "bidding.py", "BANK if faction == DWARVES else DWARVES", "DWARVES"),
    Bug("DBID-8", "bidding.py", "and has_room(s, GOBLINS):", "and True:"),
    Bug("DBID-9", "bidding.py", "s.artifacts += [*s.offer, s.card]", "s.artifacts += [s.card, *s.offer]"),
    Bug("DREC-5", "recruit.py", "BANK if faction == GOBLINS else GOBLINS", "BANK"),
    Bug("DREC-6", "recruit.py", "open_places & tables.orcish_mask", "open_places"),
    Bug(
        "DREC-9",
        "recruit.py",
        "blocked, full = s.blocked(), s.full_castles(faction)",
        "blocked, full = 0, s.full_castles(faction)",
    ),
    Bug(
        "DREC-8",
        "recruit.py",
        "return max(own, s.tables.settings.griffin_range)",
        "return s.tables.settings.griffin_range - 1",
    ),
    Bug("DACE-3", "recruit.py", 's.discard(seat, ace, "move")', "pass"),
    Bug("DACE-9", "recruit.py", "s.no_hire |= 1 << victim", "s.no_hire |= 1 << GOBLINS"),
    Bug(
        "DMAP-6",
        "state.py",
        "(a & b | a & c | b & c) & self.tables.castle_mask",
        "(a & b & c) & self.tables.castle_mask",
    ),
    Bug("DMAP-4", "state.py", "self.bank[faction] += count\n        self.elite_bank", "self.elite_bank"),
    Bug("DHID-5", "hiding.py", "was_hidden and others_seen(s, faction, to)", "was_hidden"),
    Bug(
        "DHID-1",
        "hiding.py",
        "not others_seen(s, faction, at):\n        return (PASS,)",
        "False:\n        return (PASS,)",
    ),
    Bug("DBAT-5", "combat.py", "if value < other_value:", "if value > other_value:"),
    Bug("DBAT-6", "combat.py", "_lose_units(s, winner, at, battle.army[winning]", "_lose_units(s, winner, at, 0"),
    Bug("DBAT-7", "combat.py", "0 if scores[0] >= scores[1] else 1", "0 if scores[0] > scores[1] else 1"),
    Bug("DTRE-1", "combat.py", "if queen == traitor and jack == suit:", "if queen == traitor:"),
    Bug("DTRE-3", "combat.py", "if faction != DWARVES:", "if faction == ORCS:"),
    Bug("DTRE-4", "combat.py", "and battle.card[side] != ace:", "and True:"),
    Bug("DBAT-1", "battle.py", "own = s.seen[attacker] & s.tables.not_mountain", "own = s.seen[attacker]"),
    Bug("DBAT-3", "battle.py", "least = most = answer", "least = answer"),
    Bug("DADV-3", "battle.py", "and not s.blessed and", "and"),
    Bug("DCOL-2", "collect.py", "min(gold, settings.gold_per_unit * row[at])", "gold"),
    Bug("DVIC-1", "collect.py", ">= s.tables.settings.castles_to_win", "> s.tables.settings.castles_to_win"),
    Bug("DVIC-3", "collect.py", "s.start = (s.start + 1) % 4", "s.start = (s.start + 3) % 4"),
    Bug("DBID-2", "views.py", "s.card if is_elf else NO_CARD", "s.card"),
    Bug("guess", "guesses.py", "luck.shuffle(pool)\n    for faction in FACTIONS:", "for faction in FACTIONS:"),
    Bug("guess", "guesses.py", "s.key = luck.below(1 << 62)", "s.key = 7"),
)


def planted(bug: Bug | None, folder: Path) -> None:
    """Copy what the tests need to a folder, with the bug in it."""
    for part in ("workbench", "tests/dune", "tests/support", "tests/oracle", "docs", "schemas"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__", ".*"))
    for part in ("pyproject.toml", "tests/conftest.py"):
        if (ROOT / part).exists():
            shutil.copy(ROOT / part, folder / part)
    if bug is None:
        return
    path = folder / "workbench" / "dune" / bug.file
    text = path.read_text(encoding="utf-8")
    assert text.count(bug.old) == 1, f"{bug.file} has {text.count(bug.old)} times: {bug.old}"
    path.write_text(text.replace(bug.old, bug.new), encoding="utf-8")


def run_tests(folder: Path, tests: str) -> str:
    """The first test that fails in the copy, '' if none does."""
    environment = {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{folder / 'tests'}"}
    environment.pop("WORKBENCH_LONG", None)
    command = [sys.executable, "-m", "pytest", "-n0", "-x", "-q", "-p", "no:cacheprovider"]
    command += [f"tests/dune/{test}" for test in tests.split()]
    try:
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=PATIENCE
        )
    except subprocess.TimeoutExpired:
        return "a test never ends"
    failed = [line.split(" - ")[0][7:] for line in done.stdout.splitlines() if line.startswith("FAILED ")]
    assert done.returncode == bool(failed), done.stdout + done.stderr
    return "".join(failed)


def catch(bug: Bug | None) -> str:
    """The test that catches a bug, '' if none does."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        planted(bug, folder)
        return run_tests(folder, QUICK) or run_tests(folder, SLOW)


if __name__ == "__main__":
    chosen = [int(word) for word in sys.argv[1:]] or range(len(BUGS))
    for number in chosen:
        print(number, BUGS[number].rule, BUGS[number].file, catch(BUGS[number]) or "NOT CAUGHT", flush=True)
