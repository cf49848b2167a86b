"""Imports point one way: this table is the architecture, and this test holds it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "workbench"
GROUND = {
    "words", "icons", "objectives", "reach", "bot_options", "finding", "codes", "document", "described", "resources",
    "cache", "safe_text", "__version__",
}  # fmt: skip

# Room -> the rooms it may import. A room is a folder, or a module at the top of the package. A room inside a room has
# a row of its own ("duke/board"); the row of the room around it is for the modules that stand directly in it.
DUKE = {"duke", "duke/board", "duke/rules", "duke/turn", "duke/text", "duke/scenario", "duke/picture"}
DUNE = {"dune", "dune/picture"}
DUKE_SIM = {"sim", "sim/duke"}
SIM, REPORT = {*DUKE_SIM, "sim/dune"}, {"report", "report/duke", "report/dune"}
MAY_SEE: dict[str, set[str]] = {
    "__init__": set(),
    "words": set(),
    "icons": set(),
    "objectives": set(),
    "bot_options": set(),
    "reach": {"words", "icons"},
    "resources": set(),
    "cache": set(),
    "described": set(),
    "safe_text": set(),
    "finding": {"words"},
    "codes": {"words", "finding"},
    "document": {"words", "finding", "codes"},
    "tileset": GROUND,
    "duke/board": GROUND | {"tileset"},
    "duke/rules": {"words", "duke/board"},
    "duke/turn": {"words", "duke/board", "duke/rules"},
    "duke/text": GROUND | {"tileset", "duke/board"},
    "duke/picture": GROUND | {"tileset", "sheet", "duke/board", "duke/text"},
    "duke/scenario": GROUND | {"tileset", *DUKE - {"duke/scenario"}},
    "duke": GROUND | {"tileset", *DUKE - {"duke", "duke/scenario"}},
    "bots": GROUND | {"tileset", *DUKE},
    "dune": GROUND | {"stats"},  # the second game
    "table": GROUND | {"tileset", "bots", *DUKE},  # a game in play, without a screen
    "dune/picture": GROUND | {"dune"},
    "sim": GROUND,  # any game
    "sim/duke": GROUND | {"tileset", "bots", "sim", *DUKE},
    "sim/dune": GROUND | {"dune", "sim", "stats"},
    "lab": GROUND | {"tileset", "bots", "stats", "sheet", *DUKE, *DUKE_SIM},
    "ratings": GROUND | {"stats"},  # the shipped file of ratings, for whoever wants to say how strong a tile is
    "balance": GROUND | {"tileset", "bots", "lab", "stats", "ratings", *DUKE, *DUKE_SIM},
    "report": GROUND | {"sim", "stats", "sheet"},  # any game
    "report/duke": GROUND | {"tileset", "bots", "lab", "balance", "stats", "sheet", "report", *DUKE, *DUKE_SIM},
    "report/dune": GROUND | {"sim", "sim/dune", "stats", "report", *DUNE},
    "sheet": GROUND | {"tileset"},
    "check": GROUND | {"tileset", "sheet", *DUKE},  # duke: only for the smoke game of `check --play`
    "stats": set(),
    "games": GROUND | {"lab", "balance", *SIM, *REPORT},  # which games there are
    "notebook": GROUND | {"bots", *DUKE, *DUKE_SIM},
    "studio": GROUND
    | {"tileset", "bots", "table", "lab", "balance", "ratings", "sheet", "check", "stats", "games"}
    | {*DUKE, *SIM, *REPORT},
    "cli": GROUND
    | {"tileset", "bots", "table", "lab", "balance", "ratings", "sheet", "check", "stats", "games", "studio"}
    | {*DUKE, *DUNE, *SIM, *REPORT},
}

# Module outside the project -> where it may be imported. Everyone else asks these.
OWNERS: dict[str, str | tuple[str, ...]] = {
    "typer": "cli/",
    "ruamel": ("document.py", "sim/store.py"),  # the store also writes YAML: the plan of a run
    "PIL": "sheet/",
    "reportlab": "sheet/",
    "multiprocessing": "sim/",
    "concurrent": "sim/",
    "jinja2": "report/",
    "starlette": "studio/",
    "uvicorn": "studio/",
    "anyio": "studio/",
    "distributed": "sim/",
    "dask": "sim/",
}
# Modules of duke that list what might be done; they know nothing of legality.
PSEUDO = (
    "rules/moves",
    "rules/strikes",
    "rules/command",
    "rules/cover",
    "rules/blocked",
    "board/slots",
    "board/geometry",
)
LEGALITY = ("rules.guard", "turn.legal", "turn.exposes")


def sources() -> list[Path]:
    return sorted(path for path in PACKAGE.rglob("*.py") if "data" not in path.parts)


def imported(path: Path) -> Iterator[str]:
    """Dotted names of all modules that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def room_of(path: Path) -> str:
    """The innermost room that the table names."""
    return named_room(path.relative_to(PACKAGE).with_suffix("").parts)


def named_room(parts: tuple[str, ...]) -> str:
    inner = "/".join(parts[:2])
    return inner if inner in MAY_SEE else parts[0]


def rooms_seen(path: Path) -> set[str]:
    ours = [tuple(name.split(".")[1:]) for name in imported(path) if name.startswith("workbench.")]
    return {named_room(parts) for parts in ours}


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_follow_the_table(path: Path) -> None:
    room = room_of(path)
    seen = rooms_seen(path) - {room}
    assert seen <= MAY_SEE[room], f"{room} may not see {sorted(seen - MAY_SEE[room])}"


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_libraries_have_one_owner(path: Path) -> None:
    inside = path.relative_to(PACKAGE).as_posix()
    for name in {name.split(".")[0] for name in imported(path)} & set(OWNERS):
        assert inside.startswith(OWNERS[name]), f"{name} belongs to {OWNERS[name]}"


def test_pseudo_turns_know_nothing_of_legality() -> None:
    for module in PSEUDO:
        path = PACKAGE / "duke" / f"{module}.py"
        seen = {name.removeprefix("workbench.duke.") for name in imported(path)}
        assert seen & set(LEGALITY) == set(), module


def test_the_table_names_every_room() -> None:
    assert {room_of(path) for path in sources()} == set(MAY_SEE)


def test_every_folder_inside_a_divided_room_has_a_row() -> None:
    divided = {room.split("/")[0] for room in MAY_SEE if "/" in room}
    inner = {f"{room}/{path.parent.name}" for room in divided for path in (PACKAGE / room).glob("*/__init__.py")}
    assert inner <= set(MAY_SEE)


def test_the_table_has_no_cycles() -> None:
    def reaches(start: str) -> set[str]:
        found, todo = set[str](), [start]
        while todo:
            for room in MAY_SEE.get(todo.pop(), set()) - found:
                found.add(room)
                todo.append(room)
        return found

    assert [room for room in MAY_SEE if room in reaches(room) and room not in ("words",)] == []


def test_a_wrong_import_is_noticed(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.py"
    wrong.write_text("def late():\n    from workbench.cli import app\n", encoding="utf-8")
    assert "workbench.cli.app" in set(imported(wrong))
    assert "cli" not in MAY_SEE["tileset"]
