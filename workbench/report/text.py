"""The report as text: Markdown, JSON, and the tiles as CSV."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

from workbench.report.duke.model import Num, Report, TileNumbers, TilesSection
from workbench.report.html import environment


def render_markdown(report: Report) -> str:
    text = environment().get_template("md/report.md").render(report=report, faces={})
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


def render_json(report: Report) -> str:
    return report.model_dump_json(indent=1) + "\n"


PLAIN = ("number", "name", "code", "set", "custom", "copies", "first_draws", "differs_p", "effect_p",
         "effect_q", "verdict", "more_games")  # fmt: skip
NUMBERS = ("swing_points", "first_draw_score_percent", "effect_points", "effect_unshrunk_points")
DESCRIBED = ("drawn_percent", "drawn_first_percent", "drawn_later_percent",
             "drawn_score_percent", "not_drawn_score_percent",
             "drawn_less_not_drawn_points", "deployed_per_game", "captured_percent",
             "captures_per_deployment", "survival_plies")  # fmt: skip


def render_csv(report: Report) -> str:
    """One line per run, bot level and tile; every number is followed by its bounds."""
    out = io.StringIO()
    rows = [_flat(s, tile) for s in report.sections if isinstance(s, TilesSection) for tile in s.tiles]
    names = list(dict.fromkeys(name for row in rows for name in row)) or ["run"]
    writer = csv.DictWriter(out, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def _flat(section: TilesSection, tile: TileNumbers) -> dict[str, Any]:
    row: dict[str, Any] = {"run": section.run, "bot": section.bot, "against": section.against}
    row |= {"side": section.side, "games": section.games}
    row |= {name: getattr(tile, name) for name in PLAIN}
    for name in NUMBERS:
        row |= _bounds(name, getattr(tile, name))
    if tile.rank:
        row |= {"rank": tile.rank.value, "rank_low": tile.rank.low, "rank_high": tile.rank.high}
    if tile.among_official:
        row |= {f"official_{key}": value for key, value in tile.among_official.model_dump().items()}
    for name in DESCRIBED:
        row |= _bounds(f"descriptive_{name}", getattr(tile.described, name))
    return row


def _bounds(name: str, number: Num | None) -> dict[str, Any]:
    if number is None:
        return {name: "", f"{name}_low": "", f"{name}_high": ""}
    return {name: number.value, f"{name}_low": number.low, f"{name}_high": number.high}
