"""workbench report: what the games of a run say about its tiles."""

from __future__ import annotations

import os
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli import console

if TYPE_CHECKING:
    from workbench.report.model import Report
    from workbench.report.seam import NamedRun


class ReportFormat(StrEnum):
    HTML = "html"
    MD = "md"
    JSON = "json"
    CSV = "csv"


def register(app: typer.Typer) -> None:
    app.command("report")(report)


def report(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN", help="Run folders; several are set side by side.")],
    format: Annotated[
        ReportFormat | None,
        typer.Option(
            help="[b]html[/b] one self-contained file, [b]md[/b] Markdown, [b]json[/b] all numbers, "
            "[b]csv[/b] the tiles or factions. Default: by the ending of --out, else html."
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help="The file to write; - prints. Default: RUN/report.html."),
    ] = None,
    margin: Annotated[
        float | None,
        typer.Option(
            metavar="NUMBER",
            min=0.1,
            max=50,
            help="How far from average is fair: in SDs of the official tiles (1), for factions of Dragon Dune in "
            "points (5).",
        ),
    ] = None,
    open_it: Annotated[bool, typer.Option("--open", help="Show the report in the browser.")] = False,
) -> None:
    """Report what a run's games say: is my tile too strong, are the factions balanced?

    Reads run folders only. Writes an HTML file into the run folder (of several runs report-compared.html into the
    first one), or what --format and --out say; Markdown, JSON and CSV are printed unless --out names a file. A run
    that is not complete is reported as far as it is.

    Exit code: 0, or 2 if a run cannot be read.
    """
    # Tall thin matrices: the threads of the linear algebra would wait for each other more than they work.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    named = _format_of(out)
    chosen = format or named or ReportFormat.HTML
    if open_it and chosen is not ReportFormat.HTML:
        raise typer.BadParameter("only an HTML report opens in the browser", param_hint="--open")
    with console.without_garbage_collection():
        found, made, text = _made(runs, margin, chosen)
    if str(out) == "-" or (out is None and chosen is not ReportFormat.HTML):
        typer.echo(text, nl=False)
        return
    path = out or runs[0] / ("report.html" if len(runs) == 1 else "report-compared.html")
    _write(path, text, runs)
    _tell(made, found, path)
    if open_it:
        import webbrowser

        webbrowser.open(path.resolve().as_uri())


def _made(runs: list[Path], margin: float | None, chosen: ReportFormat) -> tuple[list[NamedRun], Report, str]:
    """The runs, what they say, and that as text."""
    from workbench.games import find_runs
    from workbench.report.build import build_report
    from workbench.sim.seam import SimError

    try:
        found = find_runs(runs)
        made = build_report(found, margin)
        return found, made, _render(made, found, chosen)
    except SimError as problem:
        console.fail(str(problem))


def _format_of(out: Path | None) -> ReportFormat | None:
    """What the ending asks for; one that no report has is refused, whatever --format says."""
    ending = out.suffix.lower().lstrip(".") if out else ""
    known = {format.value: format for format in ReportFormat} | {"htm": ReportFormat.HTML, "markdown": ReportFormat.MD}
    if ending and ending not in known:
        more = " (for a PDF, print the .html from a browser)" if ending == "pdf" else ""
        raise typer.BadParameter(
            f"there is no report of the kind .{ending}: end in .html, .md, .json or .csv{more}", param_hint="--out"
        )
    return known.get(ending)


def _render(made: Report, runs: list[NamedRun], format: ReportFormat) -> str:
    from workbench.report import text

    if format is ReportFormat.HTML:
        from workbench.report.html import render_html

        return render_html(made, runs)
    if format is ReportFormat.MD:
        return text.render_markdown(made, runs[0].game)
    return text.render_csv(made, runs[0].game) if format is ReportFormat.CSV else text.render_json(made)


def _write(path: Path, text: str, runs: list[Path]) -> None:
    """A report may replace an older one, but nothing that runs are made of."""
    from workbench.cli.outputs import files_of, refuse_existing, write_files

    read = [file for run in runs for file in files_of(run) if not file.name.startswith("report")]
    refuse_existing([path], force=True, inputs=read)
    write_files({path: text.encode()})


def _tell(made: Report, runs: list[NamedRun], path: Path) -> None:
    """The answer in short, so that nobody has to open the file for it; of several runs each says whose it is."""
    for section in made.sections:
        of = f"{section.run}: " if len(runs) > 1 and hasattr(section, "run") else ""
        for line in runs[0].game.answer(section):
            console.say(of + line)
    typer.echo(f"wrote {path}")
