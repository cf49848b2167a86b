"""workbench schema: the JSON schemas of the files that people write."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer

# What each schema is made from: a function without arguments that returns the 2020-12 schema.
SOURCES = {
    "tileset": "workbench.tileset.written:tileset_schema",
    "plan": "workbench.sim.duke.planfile:plan_schema",
    "report": "workbench.report.duke.model:report_schema",
    "tts": "workbench.sheet.tabletop:tts_schema",
    "dune-rules": "workbench.dune.written:dune_rules_schema",
    "dune-plan": "workbench.sim.dune.planfile:dune_plan_schema",
    "dune-report": "workbench.report.dune.model:dune_report_schema",
}


DRAFT_7 = {"$defs": "definitions"}


def register(app: typer.Typer) -> None:
    app.command("schema")(schema)


def schema(
    name: Annotated[str, typer.Argument(metavar="NAME", help=f"Which: {', '.join(SOURCES)}.")] = "tileset",
    draft: Annotated[
        str, typer.Option(metavar="2020-12|7", help="7 for editors that know no newer draft.")
    ] = "2020-12",
    into: Annotated[
        Path | None, typer.Option("--into", metavar="FOLDER", help="Write all schemas into this folder.")
    ] = None,
) -> None:
    """Print the JSON schema of a file format, for editors and other programs.

    Editors with the YAML language server show completions and help when a file begins with
    [b]# yaml-language-server: $schema=PATH[/b]; give them draft 7.
    """
    from workbench.cli.console import note
    from workbench.cli.outputs import write_files

    if name not in SOURCES:
        raise typer.BadParameter(f"choose one of {', '.join(SOURCES)}.", param_hint="NAME")
    if draft not in ("2020-12", "7"):
        raise typer.BadParameter("give 2020-12 or 7.", param_hint="--draft")
    if into is None:
        typer.echo(format_schema(build_schema(name, draft)), nl=False)
        return
    for file, text in all_schemas().items():
        write_files({into / file: text.encode()})
        note(f"wrote {into / file}")


def build_schema(name: str, draft: str = "2020-12") -> dict[str, Any]:
    """The schema of a format, generated from its models."""
    module, function = SOURCES[name].split(":")
    made: dict[str, Any] = getattr(import_module(module), function)()
    return made if draft == "2020-12" else to_draft_7(made)


def all_schemas() -> dict[str, str]:
    """File name -> text of everything in schemas/."""
    texts = {}
    for name in SOURCES:
        texts[f"{name}.schema.json"] = format_schema(build_schema(name))
        texts[f"{name}.draft-07.schema.json"] = format_schema(build_schema(name, "7"))
    return texts


def format_schema(made: dict[str, Any]) -> str:
    import json

    return json.dumps(made, indent=2, ensure_ascii=False) + "\n"


def to_draft_7(made: Any) -> Any:
    """The same schema in the words of draft 7, where nothing may stand beside a $ref."""
    if isinstance(made, list):
        return [to_draft_7(part) for part in made]
    if not isinstance(made, dict):
        return made
    out: dict[str, Any] = {}
    for key, value in made.items():
        if key in ("properties", "$defs"):
            out[DRAFT_7.get(str(key), str(key))] = {name: to_draft_7(part) for name, part in value.items()}
        elif key == "$schema":
            out[key] = "http://json-schema.org/draft-07/schema#"
        elif key == "$ref":
            out[key] = value.replace("#/$defs/", "#/definitions/")
        elif key == "prefixItems":
            out["items"] = to_draft_7(value)
        else:
            out[key] = to_draft_7(value)
    if "$ref" in out and len(out) > 1:
        out["allOf"] = [{"$ref": out.pop("$ref")}]
    return out
