"""The report as text: Markdown, JSON, and its tables as CSV."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

from workbench.report.html import markdown_environment
from workbench.report.model import Num, Report
from workbench.report.seam import GameReport
from workbench.safe_text import for_csv


def render_markdown(report: Report, game: GameReport) -> str:
    text = markdown_environment(game.look).get_template("md/report.md").render(report=report, faces={})
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


def render_json(report: Report) -> str:
    return report.model_dump_json(indent=1) + "\n"


def render_csv(report: Report, game: GameReport) -> str:
    """One line per thing that the game counts; every number is followed by its bounds."""
    out = io.StringIO()
    rows = [row for section in report.sections for row in game.flatten(section)]
    names = list(dict.fromkeys(name for row in rows for name in row)) or ["run"]
    writer = csv.DictWriter(out, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: for_csv(cell) for name, cell in row.items()} for row in rows)
    return out.getvalue()


def bounds(name: str, number: Num | None) -> dict[str, Any]:
    """A number and its interval as three cells."""
    if number is None:
        return {name: "", f"{name}_low": "", f"{name}_high": ""}
    return {name: number.value, f"{name}_low": number.low, f"{name}_high": number.high}
