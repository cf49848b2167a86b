"""workbench scenario: worked positions, each with a question and its answer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

LARGEST_FILE = 20_000_000  # bytes


def register(app: typer.Typer) -> None:
    app.command("scenario")(scenario)


def scenario(
    file: Annotated[Path, typer.Argument(metavar="FILE.jsonl", help="One scenario a line.")],
    tiles: Annotated[Path, typer.Option(metavar="TILES.json", help="The profiles of the tiles in it.")],
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Run worked scenarios against the rules engine.

    Exit code: 0 all passed, 1 some failed or are not supported, 2 a file that cannot be read.
    """
    from workbench.cli.console import fail, print_json
    from workbench.duke.scenario.run import run_scenarios
    from workbench.duke.scenario.tiles import BadTiles

    lines, profiles = _read_lines(file), _read_json(tiles)
    try:
        report = run_scenarios(lines, profiles)
    except BadTiles as error:
        fail(f"{tiles}: {error}")
    if as_json:
        print_json(report.data())
    else:
        for one in report.failed:
            answers = f"expected {_short(one['expect'])}, got {_short(one['got'])}"
            typer.echo(f"failed {one['id']} ({one['rule']}): {answers}")
        for one in report.unsupported:
            typer.echo(f"unsupported {one['id']}: {one['reason']}")
        failed, unsupported = len(report.failed), len(report.unsupported)
        typer.echo(f"{report.passed} passed, {failed} failed, {unsupported} unsupported")
    raise typer.Exit(0 if report.is_clean else 1)


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 300 else text[:297] + "..."


def _read_lines(file: Path) -> list[dict[str, Any]]:
    from workbench.cli.console import fail
    from workbench.document import load_text

    found = []
    for number, text in enumerate(load_text(file, LARGEST_FILE).splitlines(), 1):
        if not text.strip():
            continue
        try:
            line = json.loads(text)
        except (ValueError, RecursionError) as error:
            fail(f"{file}:{number}: not JSON: {error}", "Each line of the file is one JSON object.")
        if not isinstance(line, dict):
            fail(f"{file}:{number}: not a JSON object", "Each line of the file is one JSON object.")
        found.append(line)
    return found


def _read_json(file: Path) -> Any:
    from workbench.cli.console import fail
    from workbench.document import load_text

    try:
        return json.loads(load_text(file, LARGEST_FILE))
    except (ValueError, RecursionError) as error:
        fail(f"{file}: not JSON: {error}")
