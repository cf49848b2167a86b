"""workbench dune check, rules, map, scenario: rules files, the ledger, the board and worked scenarios."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from workbench.cli.dune_options import DuneRules


def register(app: typer.Typer) -> None:
    app.command("check")(dune_check)
    app.command("rules")(dune_rules)
    app.command("map")(dune_map)
    app.command("scenario")(dune_scenario)


def dune_check(
    files: Annotated[list[str], typer.Argument(metavar="FILE", help="Rules files, or names of shipped rules.")],
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Warnings count as errors.")] = False,
) -> None:
    """Check rules files: unknown keys, numbers out of range, rules that contradict themselves.

    A file may begin with [b]based_on: v1.2[/b] and then says only what differs. [b]workbench explain E706[/b] says
    more about a finding.

    Exit code: 0 clean (warnings allowed unless --strict), 1 findings, 2 a file that cannot be read.
    """
    from workbench.cli.console import FINDINGS, print_findings
    from workbench.cli.findings import counted, findings_json, plural
    from workbench.dune.load import check_rules, find_rules
    from workbench.finding import Severity, UnusableInput

    findings = []
    for file in files:
        path = find_rules(file)
        if not path.is_file():
            raise UnusableInput(check_rules(path))  # what cannot be read at all
        findings += check_rules(path)
    errors = sum(one.severity is Severity.ERROR for one in findings)
    if as_json:
        summary = {"files": len(files), "errors": errors, "warnings": len(findings) - errors}
        typer.echo(findings_json(findings, summary))
    else:
        if findings:
            print_findings(findings, err=False)
            typer.echo("")
        what = counted(findings) + " in" if findings else "no findings in"
        typer.echo(f"{what} {plural(len(files), 'file')}")
    raise typer.Exit(FINDINGS if errors or (strict and findings) else 0)


def _complete_dune_ids(incomplete: str) -> list[str]:
    from workbench.dune.ledger import read_ledger

    entries, sections = read_ledger()
    return [id for id in (*sections, *entries) if id.startswith(incomplete.upper())]


def dune_rules(
    ids: Annotated[
        list[str] | None,
        typer.Argument(metavar="ID", help="Rules (DBAT-5) or sections (DBAT).", autocompletion=_complete_dune_ids),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Print the rules of Dragon Dune that are played: all of them, or those of the given ids.

    [b]workbench dune rules DTRE[/b] prints a section, [b]workbench dune rules DBAT-5 DVIC-2[/b] two rules. What no
    text decides is marked as assumed.

    Exit code: 0, or 2 if there is no such rule.
    """
    from textwrap import fill

    from workbench.cli.console import print_json
    from workbench.dune.ledger import ledger_text, read_ledger

    entries, sections = read_ledger()
    wanted = [id.strip().upper() for id in ids or ()]
    for id in wanted:
        if id not in entries and id not in sections:
            raise typer.BadParameter(_no_rule(id, [*entries, *sections]), param_hint="ID")
    if as_json:
        chosen = [one for id in wanted or sections for one in entries if one == id or one.startswith(f"{id}-")]
        print_json({"version": 1, "rules": [{"id": id, "text": entries[id]} for id in chosen]})
        return
    if not wanted:
        typer.echo(ledger_text(), nl=False)
        return
    for id in wanted:
        text = sections.get(id) or f"{id} {entries[id]}"
        lines = (fill(line, 96, subsequent_indent="  ") for line in text.split("\n"))
        typer.echo("\n".join(lines).replace("**", ""))


def _no_rule(id: str, known: list[str]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(id, known, 1)
    hint = f"Did you mean {near[0]}?" if near else "'workbench dune rules' prints all."
    return f"there is no rule '{id}'. {hint}"


def dune_map(
    rules: DuneRules = None,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Write the map as SVG; - prints it.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the file if it is there.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Territories, borders and events, for programs.")] = False,
) -> None:
    """Show the map: territories, which of them touch, and the gold that events bring.

    Castles end in *, forests in f; 0f is the Great Mountain. The drawing is ours: a plan of what touches what.
    """
    from textwrap import fill

    from workbench.cli.console import note, print_json, shows_unicode
    from workbench.cli.outputs import refuse_existing, write_files
    from workbench.dune.load import DEFAULT, load_rules
    from workbench.dune.picture.svg_map import draw_svg_map
    from workbench.dune.picture.text_map import draw_text_map

    found = load_rules(rules or DEFAULT)
    gold = {at: amount for _, at, amount in found.events}
    under = {name: f"${gold[at]}" for at, name in enumerate(found.territories) if at in gold}
    if as_json:
        print_json(_map_data(found))
    elif svg is None:
        typer.echo(draw_text_map(found.territories, found.touches, under, "·" if shows_unicode() else "."))
        typer.echo("\n* castle, f forest, $ gold that the event of a territory brings")
        typer.echo(fill(found.source, 80))
    else:
        text = draw_svg_map(found.territories, found.touches, under=under, source=found.source) + "\n"
        if str(svg) == "-":
            typer.echo(text, nl=False)
            return
        refuse_existing([svg], force)
        write_files({svg: text.encode()})
        note(f"wrote {svg}")


def _map_data(rules: Any) -> dict[str, Any]:
    from workbench.dune.names import format_event

    names = rules.territories
    return {
        "version": 1,
        "rules": rules.name,
        "source": rules.source,
        "territories": {name: [names[near] for near in rules.touches[at]] for at, name in enumerate(names)},
        "events": {format_event(card): {"at": names[at], "gold": gold} for card, at, gold in rules.events},
    }


def dune_scenario(
    file: Annotated[Path, typer.Argument(metavar="FILE.jsonl", help="One scenario a line.")],
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Run worked scenarios of Dragon Dune: a state, one act and what must come of it.

    Exit code: 0 all passed, 1 some failed or are not supported, 2 a file that cannot be read.
    """
    from workbench.cli.console import print_json
    from workbench.dune.scenario import run_scenarios

    report = run_scenarios(file)
    if as_json:
        print_json(report.data())
    else:
        for one in report.failed:
            typer.echo(
                f"failed {one['id']} ({one['rule']}): expected {_brief(one['expect'])}, got {_brief(one['got'])}"
            )
        for one in report.unsupported:
            typer.echo(f"unsupported {one['id']}: {one['reason']}")
        failed, unsupported = len(report.failed), len(report.unsupported)
        typer.echo(f"{report.passed} passed, {failed} failed, {unsupported} unsupported")
    raise typer.Exit(0 if report.is_clean else 1)


def _brief(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 300 else text[:297] + "..."
