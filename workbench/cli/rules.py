"""workbench rules: the rules that are played, by id."""

from __future__ import annotations

import re
from textwrap import fill
from typing import Annotated

import typer

RULE_WIDTH = 79
EMPHASIS = re.compile(r"\*([A-Za-z]+[.:]?)\*")  # *Ruling.* in the page is Ruling. here


def register(app: typer.Typer) -> None:
    app.command("rules")(rules)


def _complete_ids(incomplete: str) -> list[str]:
    entries, sections = read_rules()
    return [id for id in (*sections, *entries) if id.casefold().startswith(incomplete.casefold())]


def rules(
    ids: Annotated[
        list[str] | None,
        typer.Argument(metavar="ID", help="Rules (GUARD-6) or sections (GUARD).", autocompletion=_complete_ids),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Print the rules that the engine plays: all of them, or those of the given ids.

    [b]workbench rules GUARD[/b] prints a section, [b]workbench rules GUARD-6 dragon-10b[/b] two rules, with the
    reasons where one is a ruling; any case will do. [b]workbench rules SETTINGS[/b] explains the house rules.

    Exit code: 0, or 2 if there is no such rule.
    """
    from workbench.cli.console import print_json

    entries, sections = read_rules()
    known = {id.casefold(): id for id in (*entries, *sections)}
    wanted = [_known(id.strip(), known) for id in ids or ()]
    if as_json:
        chosen = [one for id in wanted or sections for one in _entries_of(id, entries)]
        print_json({"version": 1, "rules": [{"id": id, "text": entries[id]} for id in chosen]})
    elif not wanted:
        typer.echo(_text(), nl=False)
    else:
        typer.echo("\n\n".join(_shown(id, entries, sections) for id in wanted))


def _shown(id: str, entries: dict[str, str], sections: dict[str, str]) -> str:
    """A rule or a section in lines that fit a terminal; the rows of a table become paragraphs."""
    text = sections.get(id) or f"- **{id}** {entries[id]}"
    shown: list[str] = []
    columns: list[str] = []
    for line in text.split("\n"):
        if not line.startswith("|"):
            columns = []
            shown.append(fill(line, RULE_WIDTH, subsequent_indent="  " if line.startswith("- ") else ""))
        elif not columns:
            columns = _cells(line)
        elif not line.startswith("|---"):
            shown += _row(columns, _cells(line))
    if id in entries:
        shown += _rulings(id, sections["RULINGS"])
    return plain_text("\n".join(shown)).replace("- " + id, id)


def plain_text(text: str) -> str:
    """Without the marks of emphasis."""
    return EMPHASIS.sub(r"\1", text.replace("**", ""))


def _rulings(id: str, section: str) -> list[str]:
    """What section RULINGS says about one rule."""
    rows = [_cells(line) for line in section.split("\n") if line.startswith("|") and not line.startswith("|---")]
    return [line for cells in rows[1:] if id in cells[0].split(", ") for line in _row(rows[0], cells)[1:]]


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


def _row(columns: list[str], cells: list[str]) -> list[str]:
    rest = (f"{name}: {cell}" for name, cell in zip(columns[1:], cells[1:], strict=True))
    return [cells[0], *(fill(one, RULE_WIDTH, initial_indent="    ", subsequent_indent="      ") for one in rest)]


def _text() -> str:
    from workbench.resources import shipped

    return shipped("docs/rules.md").read_text(encoding="utf-8")


def read_rules() -> tuple[dict[str, str], dict[str, str]]:
    """The text of every rule by its id, and of every section by its word."""
    text = _text()
    entries = dict(re.findall(r"^- \*\*([A-Z]+(?:-[IVX]+)?-[0-9]+[a-z]?)\*\* (.+)$", text, re.MULTILINE))
    sections = {
        part.split(":", 1)[0].strip(): "## " + part.strip() for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:]
    }
    return entries, sections


def _entries_of(id: str, entries: dict[str, str]) -> list[str]:
    return [id] if id in entries else [one for one in entries if re.fullmatch(rf"{id}-[0-9]+[a-z]?", one)]


def _known(id: str, known: dict[str, str]) -> str:
    """An id as it is written, found in any case; ends the command where there is none."""
    from difflib import get_close_matches

    if id.casefold() in known:
        return known[id.casefold()]
    near = get_close_matches(id.casefold(), known, 1)
    hint = f"Did you mean {known[near[0]]}?" if near else "'workbench rules' prints all."
    raise typer.BadParameter(f"there is no rule '{id}'. {hint}", param_hint="ID")
