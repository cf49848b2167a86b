"""The report as one self-contained HTML file."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from workbench.cache import cache_folder
from workbench.report import charts, words
from workbench.report.build import told_as_damage
from workbench.report.model import Report
from workbench.report.seam import Look, NamedRun
from workbench.safe_text import for_markdown, for_markdown_code, for_markdown_fence

TEMPLATES = Path(__file__).parent / "templates"


def _compiled(page: str) -> FileSystemBytecodeCache:
    """Where compiled templates are kept: they are code, so in the cache that is ours alone; each kind has its own."""
    return FileSystemBytecodeCache(str(cache_folder("pages")), f"{page}-%s.cache")


@cache
def environment(look: Look) -> Environment:
    """The frame's templates, and those of one game."""
    made = Environment(
        loader=FileSystemLoader([TEMPLATES, look.templates]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        bytecode_cache=_compiled("html"),
    )
    made.filters.update(
        signed=words.signed, plain=words.plain, interval=words.interval, p_words=words.p_words,
        count=lambda n: f"{n:,}",
    )  # fmt: skip
    made.globals.update(
        swing_scale=charts.swing_scale, scale=charts.Scale, mark=charts.mark, length_bars=charts.length_bars
    )
    made.filters.update(look.filters)
    made.globals.update(look.functions)
    return made


@cache
def markdown_environment(look: Look) -> Environment:
    """The same for Markdown: whatever a template prints is text, unless a filter says that it is code."""
    made = environment(look).overlay(finalize=_as_markdown, bytecode_cache=_compiled("markdown"))
    made.filters = {
        **made.filters,
        "code": lambda text: Markup(for_markdown_code(str(text))),
        "fenced": lambda text: Markup(for_markdown_fence(str(text))),
    }
    return made


def _as_markdown(value: Any) -> Any:
    """Called for every value that a template prints; what is Markup was made safe before."""
    return value if isinstance(value, Markup) or not isinstance(value, str) else Markup(for_markdown(value))


def render_html(report: Report, runs: Sequence[NamedRun]) -> str:
    game = runs[0].game
    with told_as_damage(runs[0].run.path):
        ids, symbols = game.draw_symbols([(one.name, one.run) for one in runs])
    template = environment(game.look).get_template("html/report.html")
    return template.render(report=report, faces=ids, symbols=symbols)
