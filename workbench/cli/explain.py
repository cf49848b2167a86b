"""workbench explain: what a finding code means, why it matters, an example, and how to mend it."""

from __future__ import annotations

from typing import Annotated

import typer


def _complete(incomplete: str) -> list[tuple[str, str]]:
    from workbench.codes import CODES

    return [(code, rule.title) for code, rule in CODES.items() if code.startswith(incomplete.upper())]


def register(app: typer.Typer) -> None:
    app.command("explain")(explain)


def explain(
    code: Annotated[
        str | None,
        typer.Argument(
            metavar="CODE",
            help="A code such as W505, or its beginning (W5); without one, all are listed.",
            autocompletion=_complete,
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Explain a finding code of 'workbench check': what, why, an example and the way out.

    [b]workbench explain W502[/b] tells about one code; without a code all are listed.

    Exit code: 0, or 2 if there is no such code.
    """
    import json
    from dataclasses import asdict

    from workbench.codes import CODES

    start = (code or "").strip().upper()
    wanted = [start] if start in CODES else [one for one in CODES if one.startswith(start)]
    if not wanted:
        raise typer.BadParameter(_unknown(start), param_hint="CODE")
    if as_json:
        rows = [{**asdict(CODES[one]), "severity": str(CODES[one].severity)} for one in wanted]
        typer.echo(json.dumps({"version": 1, "codes": rows}, indent=2))
    else:
        typer.echo(_explained(start) if start in CODES else _listed(wanted))


def _unknown(code: str) -> str:
    from difflib import get_close_matches

    from workbench.codes import CODES

    near = get_close_matches(code, CODES, 1)
    hint = f" Did you mean {near[0]}?" if near else ""
    return f"there is no finding code '{code}'.{hint} 'workbench explain' lists them all."


def _listed(codes: list[str]) -> str:
    from workbench.codes import CODES, FAMILIES

    parts = []
    for family, title in FAMILIES.items():
        rows = [f"  {code}  {CODES[code].title}" for code in codes if code.startswith(family)]
        if rows:
            parts.append("\n".join((title, *rows)))
    return "\n\n".join(parts) + "\n\n'workbench explain CODE' tells more about one."


def _explained(code: str) -> str:
    from textwrap import fill, indent

    from workbench.codes import CODES

    rule = CODES[code]
    parts = [f"{rule.code}  {rule.title} ({rule.severity})"]
    for title, text in (("What", rule.what), ("Why", rule.why)):
        parts.append(f"{title}\n{indent(fill(text, 86), '  ')}")
    parts.append(f"Example\n{indent(rule.example, '    ')}")
    parts.append(f"What to do\n{indent(fill(rule.fix, 86), '  ')}")
    return "\n\n".join(parts)
