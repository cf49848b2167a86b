"""docs/limits.md says what the code says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from workbench import cache, document
from workbench.bots.registry import BOT_TYPES
from workbench.cli import balance as balance_command
from workbench.cli import export, scenario, verdicts
from workbench.cli import lab as lab_commands
from workbench.duke import record
from workbench.duke.board import kept_tables, packed, state, tables
from workbench.duke.text import position_read, turn_read
from workbench.dune import check as dune_check
from workbench.dune import load as dune_load
from workbench.dune import record as dune_record
from workbench.dune.written import Settings as DuneSettings
from workbench.sheet import art, contact, paint_png, plan, printers, selection, stock, svg_art, units
from workbench.sim import chunkfile, sealed, store
from workbench.sim import plan as sim_plan
from workbench.sim.duke import plan as duke_plan
from workbench.studio import designs, gate, project, versions
from workbench.studio.routes import print as print_route
from workbench.tileset import compose, shape, written
from workbench.tileset.settings import Settings

PAGE = (Path(__file__).parent.parent / "docs/limits.md").read_text(encoding="utf-8")


def row(words: str) -> str:
    found = [line for line in PAGE.splitlines() if line.startswith("|") and words in line]
    assert len(found) == 1, (words, found)
    return found[0]


def most(model: Any, field: str) -> int:
    return next(int(one.le) for one in model.model_fields[field].metadata if hasattr(one, "le"))


@pytest.mark.parametrize(
    ("words", "values"),
    [
        ("YAML or JSON file", [document.MAX_BYTES // 1024**2, document.MAX_VALUES, document.MAX_DEPTH]),
        ("tiles in a set", [written.MAX_TILES, written.MAX_NAME]),
        ("tile types in a game", [compose.MAX_TYPES, compose.MAX_BAG, state.MAX_BAG]),
        ("ways to act", [tables.MAX_RUN, packed.MAX_ROWS]),
        ("icons of a face", [compose.FARTHEST]),
        ("edge of a drawn face", [contact.LARGEST_SHEET_PX, export.TTS_PX]),
        (
            "an emblem",
            [
                art.LARGEST_FILES[".png"] // 10**6,
                art.LARGEST_FILES[".svg"] // 10**6,
                svg_art.MOST_ELEMENTS,
                svg_art.MOST_POINTS,
                svg_art.DEEPEST,
            ],
        ),
        ("a position; a turn", [position_read.LONGEST_LINE, turn_read.LONGEST_TURN]),
        ("a game record", [record.LARGEST_RECORD // 10**6, record.MOST_ENTRIES, scenario.LARGEST_FILE // 10**6]),
        ("`repetition`", [most(Settings, "max_turns"), most(Settings, "repetition")]),
        ("where `max_turns` is 0", [duke_plan.LONGEST_LULL]),
        ("saved printers", [printers.LARGEST_FILE // 10**6, units.LEAST_SCALE]),
        (
            "the manifest of a run",
            [
                store.LARGEST_MANIFEST // 10**6,
                chunkfile.LARGEST_ROWS // 10**6,
                chunkfile.LARGEST_COUNTS // 10**6,
            ],
        ),
        ("`--verdict`", [verdicts.LARGEST_BYTES // 10**6]),
        ("based on others", [dune_load.MOST_BASES]),
        ("findings told", [shape.MOST_FINDINGS, dune_load.MOST_FINDINGS]),
        ("in the studio", [project.LARGEST_FILE // 10**6, f"{gate.LARGEST_BODY / 10**6:g}", project.MOST_FILES]),
        ("the story and the answer", [sealed.LARGEST_SEALED // 10**6]),
        ("a record of Dragon Dune", [dune_record.LARGEST_RECORD // 10**6, dune_record.MOST_LINES]),
        ("numbers in rules of Dragon Dune", [most(DuneSettings, "turn_limit"), dune_check.MOST_PLACEMENTS]),
        ("games of a plan", [most(sim_plan.RunPlan, "games")]),
        ("games in a chunk", [sim_plan.LARGEST_CHUNK_GIVEN, sim_plan.MOST_CHUNKS]),
        ("tile sets of a plan", [duke_plan.MOST_SETS, duke_plan.MOST_BOTS]),
        ("pairs of an experiment", [lab_commands.PAIRS_LIMIT, balance_command.MOST_ROUNDS]),
        ("edge of a tile", [f"{plan.LARGEST_SPACE_MM:g}"]),
        ("paper; resolution", [f"{stock.SMALLEST_PAPER:g}", f"{stock.LARGEST_PAPER:g}", paint_png.MOST_PIXELS]),
        ("copies of a sticker", [selection.MOST_COPIES]),
    ],
)
def test_the_page_says_what_the_code_says(words: str, values: list[Any]) -> None:
    line = row(words)
    for value in values:
        shown = f"{value:,}" if isinstance(value, int) else str(value)
        assert shown in line, f"{words}: {shown}"


def test_the_page_says_what_is_kept() -> None:
    text = " ".join(PAGE.split())
    shown = f"shows {print_route.MOST_PAGES} pages of a print"
    kept = f"the last {versions.KEPT} versions of each file and the games of the last {designs.DESIGNS_KEPT} designs"
    held = f"at most {cache.MOST_BYTES // 2**20} MB, that of the rule tables {kept_tables.MOST_TABLE_BYTES // 2**20} MB"
    most_of = {option.name: option.most for kind in BOT_TYPES.values() for option in kind.options}
    bots = (
        f"`search` takes {most_of['depth']} turns and {most_of['draws']} draws at most, `mcts` {most_of['sims']:,} "
        f"look-aheads, a horizon of {most_of['horizon']:,} turns and a weight of {most_of['explore']:,}"
    )
    assert len(most_of) == 5
    for words in (shown, kept, held, bots):
        assert words in text, words


def test_bots_state_limits_too() -> None:
    assert all(option.least <= option.default <= option.most for kind in BOT_TYPES.values() for option in kind.options)
