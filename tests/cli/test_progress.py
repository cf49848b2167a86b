"""What is shown while games are played."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from workbench.cli.progress import Lines, live_progress
from workbench.cli.waiting import compile_bar
from workbench.sim.run import Progress


def test_bar_total_and_time_fit_80_columns() -> None:
    """However long the name, the numbers and the headline are: none of the three is cut off."""
    console = Console(width=80, file=io.StringIO(), force_terminal=True, color_system=None)
    paper = Console(width=80, file=io.StringIO())
    with live_progress("swap-old.yaml-warden-new.yaml-warden", "pairs", console) as shown:
        pace = {"timed_games": 123_456, "timed_seconds": 7_000.0}
        shown(Progress(123_456, 200_000, 123_456, headline="greedy: " + "x" * 90, **pace))
        (line,) = paper.render_lines(shown.display.get_renderable(), pad=False)
        line = "".join(part.text for part in line)
        assert len(line) <= 80
        assert "123,456 of 200,000" in line
        assert "1 h 12 min left" in line
        assert "━━━━━━━━" in line
        assert shown.below.plain.startswith("18 pairs/s; greedy: xxx")


def test_nothing_is_counted_before_the_number_of_functions_is_known() -> None:
    paper = Console(width=80, file=io.StringIO())
    bar = compile_bar("compiling the greedy bot, the first time only", paper)
    (line,) = paper.render_lines(bar.get_renderable(), pad=False)
    assert " of " not in "".join(part.text for part in line)


def test_the_last_line_leaves_the_rate_to_the_summary(capsys: pytest.CaptureFixture[str]) -> None:
    """What is timed begins with the first chunk: of a handful of chunks that says nothing of the whole."""
    Lines("base-random", "games")(Progress(400, 400, 40, timed_games=20, timed_seconds=0.0001))
    assert capsys.readouterr().err == "base-random: 400 of 400 games\n"
