"""workbench rules: the rules that are played, by id."""

from __future__ import annotations

import re
from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    app.command("rules")(rules)


def _complete_ids(incomplete: str) -> list[str]:
    entries, sections = read_rules()
    return [id for id in (*sections, *entries) if id.startswith(incomplete.upper())]


def rules(
    ids: Annotated[
        list[str] | None,
        typer.Argument(metavar="ID", help="Rules (GUARD-6) or sections (GUARD).", autocompletion=_complete_ids),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Print the rules that the engine plays: all of them, or those of the given ids.

    [b]workbench rules GUARD[/b] prints a section, [b]workbench rules GUARD-6 TURN-4[/b] two rules.

    Exit code: 0, or 2 if there is no such rule.
    """
    from workbench.cli.console import print_json

    entries, sections = read_rules()
    wanted = [id.strip().upper() for id in ids or ()]
    for id in wanted:
        if id not in entries and id not in sections:
            raise typer.BadParameter(_unknown(id, [*entries, *sections]), param_hint="ID")
    if as_json:
        chosen = [one for id in wanted or sections for one in _entries_of(id, entries)]
        print_json({"version": 1, "rules": [{"id": id, "text": entries[id]} for id in chosen]})
    elif not wanted:
        typer.echo(_text(), nl=False)
    else:
        typer.echo("\n\n".join(_shown(id, entries, sections) for id in wanted))


def _shown(id: str, entries: dict[str, str], sections: dict[str, str]) -> str:
    """A rule or a section in lines that fit a terminal."""
    from textwrap import fill

    text = sections.get(id) or f"- **{id}** {entries[id]}"
    lines = text.split("\n")
    wrapped = (line if line.startswith("|") else fill(line, 96, subsequent_indent="  ") for line in lines)
    return "\n".join(wrapped).replace("**", "").replace("- " + id, id)


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


def _unknown(id: str, known: list[str]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(id, known, 1)
    hint = f"Did you mean {near[0]}?" if near else "'workbench rules' prints all."
    return f"there is no rule '{id}'. {hint}"
