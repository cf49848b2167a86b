"""workbench check: everything that is wrong, odd or worth knowing about tile sets."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from workbench.objectives import Objective

if TYPE_CHECKING:
    from workbench.check.run import Checked


class FindingFormat(StrEnum):
    TEXT = "text"
    CONCISE = "concise"
    JSON = "json"
    GITHUB = "github"


def register(app: typer.Typer) -> None:
    app.command("check")(check)


def check(
    paths: Annotated[
        list[str], typer.Argument(metavar="PATH", help="Files, folders (walked) or names of shipped sets.")
    ],
    format: Annotated[
        FindingFormat,
        typer.Option(
            help="[b]text[/b] with source lines, [b]concise[/b] one line each, [b]json[/b] for programs, "
            "[b]github[/b] for annotations."
        ),
    ] = FindingFormat.TEXT,
    strict: Annotated[bool, typer.Option("--strict", help="Exit 1 on warnings too.")] = False,
    select: Annotated[
        list[str] | None,
        typer.Option(metavar="CODES", help="Only these, e.g. E,W502 (the beginning of a code is enough)."),
    ] = None,
    ignore: Annotated[list[str] | None, typer.Option(metavar="CODES", help="All but these.")] = None,
    accepted: Annotated[
        bool, typer.Option("--accepted", help="Also show what tiles accept with 'accept: [CODE]'.")
    ] = False,
    objective: Annotated[
        Objective,
        typer.Option(
            metavar="NAME",
            help=f"What wins: {', '.join(Objective)}. Some objectives get along badly with some tiles.",
        ),
    ] = Objective.CAPTURE_THE_DUKE,
    play: Annotated[
        bool, typer.Option("--play", help="Also play a short game with each sound set, as a last test.")
    ] = False,
) -> None:
    """Check tile sets: faults in the file, and designs that will not play well.

    Shows all findings of all files at once. Errors mean that a set cannot be used; warnings and notices are
    about its design, and a tile may list the ones it means in its 'accept' field. 'workbench explain CODE'
    tells more about each.

    Exit code: 0 clean (warnings allowed unless --strict), 1 findings, 2 a path that cannot be checked.
    """
    from workbench.check.run import run_check
    from workbench.cli.findings import plural, wants_colour

    chosen, ignored = _codes("--select", select), _codes("--ignore", ignore)
    checked = run_check(paths, objective.value)
    if play:
        from workbench.check.play import play_each

        checked = play_each(checked, objective.value)
    checked = checked.only(chosen, ignored)
    text = _shown(checked, format, accepted)
    if play and format is FindingFormat.TEXT:
        text += f"; smoke games played with {plural(len(checked.sets), 'set')}"
    if text:
        typer.echo(text, color=wants_colour() or None)
    if format is FindingFormat.TEXT:
        _note_strength(checked)
    raise typer.Exit(checked.exit_code(strict))


def _note_strength(checked: Checked) -> None:
    """No finding: how strong sound tiles are, as far as that is known without a game."""
    from workbench.cli.console import note
    from workbench.cli.findings import visible
    from workbench.cli.strength import strength_notes

    for line in strength_notes(checked.sets) if checked.exit_code(strict=False) == 0 else ():
        note(visible(line))


def _codes(option: str, given: list[str] | None) -> list[str]:
    """'E,W502' -> ['E', 'W502']; each must be the beginning of a code."""
    from difflib import get_close_matches

    from workbench.codes import CODES

    codes = [code.strip().upper() for part in given or () for code in part.split(",") if code.strip()]
    for code in codes:
        if not any(known.startswith(code) for known in CODES):
            near = get_close_matches(code, CODES, 1)
            hint = f" Did you mean {near[0]}?" if near else " 'workbench explain' lists them all."
            raise typer.BadParameter(f"no finding code begins with '{code}'.{hint}", param_hint=option)
    return codes


def _shown(checked: Checked, format: FindingFormat, with_accepted: bool) -> str:
    from workbench.cli import findings as show
    from workbench.codes import CODES

    told = [*checked.findings, *(checked.accepted if with_accepted else ())]
    if format is FindingFormat.JSON:
        return show.findings_json(told, checked.summary())
    if format is FindingFormat.CONCISE:
        return show.format_concise(told)
    if format is FindingFormat.GITHUB:
        return show.format_github(told, {code: rule.title for code, rule in CODES.items()})
    blocks = show.format_text(told, show.wants_colour())
    return "\n\n".join(filter(None, (blocks, format_summary(checked, with_accepted))))


def format_summary(checked: Checked, with_accepted: bool = False) -> str:
    """One line: what was found in how many files, and what is not shown."""
    from workbench.cli.findings import counted, plural

    files = plural(len(checked.files), "file")
    within = f" in {files}" if checked.files else ""
    what = f"{counted(checked.findings)}{within}" if checked.findings else f"{files} checked, no findings"
    notes = []
    if checked.accepted:
        hidden = "" if with_accepted else " (hidden; see --accepted)"
        notes.append(f"{plural(len(checked.accepted), 'accepted finding')}{hidden}")
    if checked.skipped:
        notes.append(f"{plural(len(checked.skipped), 'other file')} skipped")
    return "; ".join((what, *notes))
