"""workbench report: what the games of a run say about its tiles."""

from __future__ import annotations

import os
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli import console

if TYPE_CHECKING:
    from workbench.report.duke.model import Report


class Format(StrEnum):
    HTML = "html"
    MD = "md"
    JSON = "json"
    CSV = "csv"


def register(app: typer.Typer) -> None:
    app.command("report")(report)


def report(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN", help="Run folders; several are set side by side.")],
    format: Annotated[
        Format | None,
        typer.Option(
            help="[b]html[/b] one self-contained file, [b]md[/b] Markdown, [b]json[/b] all numbers, "
            "[b]csv[/b] the tiles. Default: by the ending of --out, else html."
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help="The file to write; - prints. Default: RUN/report.html."),
    ] = None,
    margin: Annotated[
        float,
        typer.Option(metavar="POINTS", min=0.1, max=50, help="How far from average still counts as balanced."),
    ] = 2.0,
    open_it: Annotated[bool, typer.Option("--open", help="Show the report in the browser.")] = False,
) -> None:
    """Report what a run's games say: is my tile too strong?

    Reads run folders only. Writes an HTML file into the (first) run folder, or what --format and --out say;
    Markdown, JSON and CSV are printed unless --out names a file. A run that is not complete is reported as
    far as it is.

    Exit code: 0, or 2 if a run cannot be read.
    """
    # Tall thin matrices: the threads of the linear algebra would wait for each other more than they work.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from workbench.report.build import build_report
    from workbench.sim.seam import SimError

    chosen = format or _format_of(out)
    if open_it and chosen is not Format.HTML:
        raise typer.BadParameter("only an HTML report opens in the browser", param_hint="--open")
    try:
        made = build_report(runs, margin)
        text = _render(made, runs, chosen)
    except SimError as problem:
        console.fail(str(problem))
    if str(out) == "-" or (out is None and chosen is not Format.HTML):
        typer.echo(text, nl=False)
        return
    path = out or runs[0] / "report.html"
    _write(path, text)
    _tell(made, path)
    if open_it:
        import webbrowser

        webbrowser.open(path.resolve().as_uri())


def _format_of(out: Path | None) -> Format:
    ending = out.suffix.lower().lstrip(".") if out else ""
    known = {"html": Format.HTML, "htm": Format.HTML, "md": Format.MD, "json": Format.JSON, "csv": Format.CSV}
    return known.get(ending, Format.HTML)


def _render(made: Report, runs: list[Path], format: Format) -> str:
    from workbench.report import text

    if format is Format.HTML:
        from workbench.report.build import load_faces
        from workbench.report.html import render_html

        return render_html(made, load_faces(runs))
    renderers = {Format.MD: text.render_markdown, Format.JSON: text.render_json, Format.CSV: text.render_csv}
    return renderers[format](made)


def _write(path: Path, text: str) -> None:
    from workbench.cli.outputs import refuse_existing, write_files

    refuse_existing([path], force=True)
    write_files({path: text.encode()})


def _tell(made: Report, path: Path) -> None:
    """The answer in short, so that nobody has to open the file for it."""
    from workbench.report.duke.lab_model import LabEffectsSection
    from workbench.report.duke.model import VerdictsSection

    for section in made.sections:
        if isinstance(section, LabEffectsSection):
            typer.echo("\n".join(line.sentence for line in section.lines))
        if isinstance(section, VerdictsSection):
            for line in section.lines:
                typer.echo(line.sentence)
            if not section.lines:
                typer.echo("\n".join(section.summary))
    typer.echo(f"wrote {path}")
