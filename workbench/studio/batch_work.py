"""What a batch needs of the engine and of the report; called in a process of its own."""

from __future__ import annotations

import os
from typing import Any


def smoke(sets: list[str], rules: dict[str, Any]) -> str:
    """Short games with sets that may never have been played; '' when they went well."""
    from workbench.check.play import smoke_games
    from workbench.tileset.load import load_sets, shipped_sets
    from workbench.tileset.settings import Settings

    own = [one for one in load_sets(sets) if one.path not in {str(path) for path in shipped_sets().values()}]
    finding = smoke_games(own, Settings.model_validate(rules)) if own else None
    return finding.message if finding else ""


def report_page(folder: str) -> str:
    """The report of a run as HTML."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from workbench.games import find_runs
    from workbench.report.build import build_report
    from workbench.report.html import render_html

    runs = find_runs([folder])
    return render_html(build_report(runs, 2.0), runs)
