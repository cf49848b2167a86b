"""Takes each of the studio's behaviours away in a copy of the package, one at a time, and shows which test misses it.

    python tests/studio/remove_behaviours.py [NUMBER ...]

The test of a behaviour is named by its number (test_01_paint); it must fail in the copy. The result is recorded in
tests/README.md.
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


class Removal(NamedTuple):
    """One behaviour, a file of the page, and what is put in the place of its words there."""

    number: str
    what: str
    file: str
    old: str
    new: str


REMOVALS = (
    Removal("01", "painting with the brush", "face-grid.js", 'Listener("pointerdown"', 'Listener("never"'),
    Removal("02", "undo", "history.js", "return this.at > 0;", "return false;"),
    Removal("02", "undo after a reload", "history.js", "    this.steps = steps;", "    this.steps = [];"),
    Removal(
        "03", "a changed file is read again", "draft.js", "if (detail.name === this.name) this.", "if (false) this."
    ),
    Removal("03", "saving over a change is refused", "api.js", '{ "if-match": `"${hash}"` }', "{}"),
    Removal("04", "faults stand at their lines", "text-pane.js", "this.trouble.replaceChildren(", "[].concat("),
    Removal(
        "04", "typing changes the picture", "text-pane.js", "draft.setText(this.area.value", "[].concat(this.area.value"
    ),
    Removal("05", "findings are listed", "findings-panel.js", "here.length ? this.#list", "false ? this.#list"),
    Removal("05", "a finding leads to its place", "findings-panel.js", 'CustomEvent("go"', 'CustomEvent("never"'),
    Removal("06", "something stands where one points", "reach-board.js", "    this.#over = square;\n", ""),
    Removal("07", "games begin by themselves", "verdict.js", "later(QUIET, () => this.#begin())", "() => {}"),
    Removal("07", "an edit takes the numbers away", "verdict.js", "told.key !== this.key", "false"),
    Removal("08", "clicks make a turn", "page-play.js", "return this.#decide(whole[0].text);", "return undefined;"),
    Removal("09", "a film is shown", "page-watch.js", "this.#film = await post(", "await post("),
    Removal("10", "pages are drawn", "page-print.js", "    await this.#draw();\n", ""),
    Removal("11", "a batch is begun", "page-batch.js", "await post(path, body);", ""),
    Removal("12", "a link holds the tile", "share.js", "(await pack(await tileText()))", "''"),
    Removal("13", "keys", "commands.js", "if (found.when()) found.run();", ""),
    Removal("13", "the list of keys", "app.js", "this.keys.hidden = !this.keys.hidden;", ""),
)


def missed_by(removal: Removal | None, number: str) -> list[str]:
    """Names of the tests of a behaviour that fail in a copy without it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part in ("workbench", "tests", "tilesets", "schemas", "sims", "docs"):
            shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
        for part in ("pyproject.toml", "README.md"):
            shutil.copy(ROOT / part, folder / part)
        if removal:
            path = folder / "workbench" / "studio" / "static" / removal.file
            text = path.read_text(encoding="utf-8")
            assert removal.old in text, f"{removal.file} has no '{removal.old}'"
            path.write_text(text.replace(removal.old, removal.new), encoding="utf-8")
        command = ["-m", "pytest", "-n0", "-q", "-p", "no:cacheprovider", "tests/studio", "-k", f"test_{number}_"]
        environment = {**os.environ, "PYTHONPATH": name}
        run = subprocess.run(
            [sys.executable, *command], cwd=folder, env=environment, capture_output=True, text=True, check=False
        )
        failed = [line for line in run.stdout.splitlines() if line.startswith(("FAILED ", "ERROR "))]
        assert run.returncode == bool(failed), run.stdout[-2000:]
        return [line.split("::")[1].split(" - ")[0] for line in failed]


def main(numbers: list[str]) -> int:
    chosen = [one for one in REMOVALS if not numbers or one.number in numbers]
    for number in sorted({one.number for one in chosen}):
        wrong = missed_by(None, number)
        assert not wrong, f"with nothing removed: {wrong}"
    print("| behaviour | removed | missed by |\n| --- | --- | --- |", flush=True)
    unseen = 0
    for one in chosen:
        found = missed_by(one, one.number)
        unseen += not found
        print(f"| {int(one.number)} | {one.what} | {', '.join(sorted(set(found))) or 'NOTHING'} |", flush=True)
    return int(bool(unseen))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
