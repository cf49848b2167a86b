"""Options that commands about Dragon Dune share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from workbench.cli.game_options import read_pairs

if TYPE_CHECKING:
    from workbench.dune.bots import Bot
    from workbench.dune.rules import Rules

DuneRules = Annotated[
    str | None, typer.Option("--rules", metavar="NAME|FILE", help="The rules: v1.2, rev9, or a rules file (v1.2).")
]
Advanced = Annotated[
    str | None,
    typer.Option(
        "--advanced", metavar="none|all|LIST", help="Advanced powers: elite, blessing, initiative, plunder (none)."
    ),
]
DuneSettings = Annotated[
    list[str] | None,
    typer.Option(
        "--setting", "-s", metavar="KEY=VALUE", help="A number or switch of the rules (turn_limit=10); repeatable."
    ),
]
DuneSeed = Annotated[
    int | None, typer.Option("--seed", metavar="N", min=0, max=2**32 - 1, help="Where all luck comes from (1).")
]
DuneBots = Annotated[
    str | None,
    typer.Option(
        "--bots", metavar="BOT", help="One bot for all (seeker), or one for each faction: D=..,E=..,G=..,O=.."
    ),
]
RunFolder = Annotated[Path | None, typer.Option("--out", "-o", help="The run folder (runs/NAME).")]
ClusterAddress = Annotated[
    str | None, typer.Option("--cluster", metavar="ADDRESS", help="A Dask scheduler (tcp://HOST:PORT), or local:N.")
]


def plan_options(**options: Any) -> dict[str, Any]:
    """What was given, as keys of a plan."""
    options["settings"] = read_pairs("--setting", options.pop("setting", None))
    return {key: value for key, value in options.items() if value not in (None, {}, False)}


def read_powers(advanced: str | None) -> list[str] | None:
    """'all' -> the four powers; ends the command where a name is unknown."""
    from workbench.dune.names import ADVANCED
    from workbench.sim.dune.plan import split_powers

    if advanced is None:
        return None
    powers: Any = split_powers(advanced)
    for power in powers:
        if power not in ADVANCED:
            raise typer.BadParameter(_no_power(power, list(ADVANCED)), param_hint="--advanced")
    return list(powers)


def _no_power(power: str, known: list[str]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(power, known, 1)
    hint = f"did you mean '{near[0]}'?" if near else f"there are {', '.join(known)}, all and none"
    return f"there is no advanced power '{power}': {hint}"


def open_rules(rules: str | None, advanced: str | None, setting: list[str] | None) -> Rules:
    """The rules that the options describe; findings end the command."""
    from workbench.dune.load import DEFAULT, load_rules

    return load_rules(rules or DEFAULT, read_pairs("--setting", setting), read_powers(advanced))


def open_bots(bots: str | None) -> tuple[list[str], list[Bot]]:
    """Four names and the bots they stand for."""
    from workbench.dune.registry import parse_bot
    from workbench.sim.dune.plan import split_factions

    try:
        names: Any = split_factions(bots or "seeker")
        return list(names), [parse_bot(name) for name in names]
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--bots") from None


def read_faction(text: str, option: str) -> int:
    from workbench.dune.names import parse_faction

    try:
        return parse_faction(text)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint=option) from None
