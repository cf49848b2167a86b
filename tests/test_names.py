"""One name, one meaning: a public name has one home in a room, nothing public is for nobody, and a `kind` is a turn's.

A turn (a follow-up, a set-up choice) has a kind; a tile has a type, and so has an icon. A slot is an icon's action.
"""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from support.places import ROOT

from workbench.bots.registry import BOT_TYPES

PACKAGE = ROOT / "workbench"

# Room -> names that several of its modules may define, and why.
SHARED: dict[str, dict[str, str]] = {
    "duke": {
        "AREA": "a turn is of the kind of the icon that it uses; the icon's number is written icons.AREA",
        "COMMAND": "as AREA",
        "STRIKE": "as AREA",
    },
    "cli": {
        "main": "the package's door is the app's",
        "register": "each command registers itself",
        "register_bench": "each benchmark registers itself",
    },
    "studio": {"ROUTES": "each page lists its own; server.py joins them"},
}
# Public names that the package itself does not use, and who does.
FOR_OTHERS = {
    "duke/board/kinds.py: FACE_OPPONENT": "a number between two that are used",
    "duke/board/state.py: NO_REASON": "a number before those that are used",
    "bots/measure.py: mcts_rates": "benchmarks/peers.py",
    **{f"bots/{name}.py: {name.capitalize()}Bot": "choose.open_bot finds it by its name" for name in BOT_TYPES},
    "lab/skill.py: measure_skill": "programs: no command measures the bots against each other yet",
    "lab/skill.py: read_skill": "programs, as measure_skill",
    "stats/interval.py: units_needed": "benchmarks/lab_arms.py",
    "tileset/written.py: tileset_schema": "`workbench schema` finds it by its name",
    "sheet/tabletop.py: tts_schema": "`workbench schema` finds it by its name",
    "sim/duke/planfile.py: plan_schema": "`workbench schema` finds it by its name",
    "sim/dune/planfile.py: dune_plan_schema": "`workbench schema` finds it by its name",
    "report/duke/model.py: report_schema": "`workbench schema` finds it by its name",
    "report/dune/model.py: dune_report_schema": "`workbench schema` finds it by its name",
    "report/duke/report.py: LAB": "`games.py` finds it by its name",
    "report/duke/report.py: BALANCE": "`games.py` finds it by its name",
    "report/duke/report.py: CONTEST": "`games.py` finds it by its name",
    "report/dune/report.py: DUNE": "`games.py` finds it by its name",
    "sim/logs.py: QuietFile.handleError": "logging calls it",
    "sim/logs.py: QuietQueue.handleError": "logging calls it",
    "duke/board/special.py: SpecialLoader.get_code": "the import system calls it",
}
ROOMS_WITHOUT_WASTE = (
    "", "tileset", "check", "sheet", "stats", "duke", "bots", "lab", "sim", "report", "balance", "ratings", "table",
)  # fmt: skip
# Rooms in which a kind is a turn's and a slot an icon's; the studio's files and Dragon Dune's decisions have kinds too.
ROOMS_OF_THE_DUKE = (*ROOMS_WITHOUT_WASTE, "cli")
ROOMS_WITH_SLOTS = ("duke", "bots", "lab")
# Functions that are given the kind of a turn.
KIND_IS_GIVEN = {
    "duke/board/packed.py": {"pack"},
    "report/duke/games.py": {"build_games", "_turns"},
    "duke/turn/legal.py": {"is_slot_turn", "is_drawing", "may_follow_link"},
    "duke/text/turn_read.py": {"_pack", "_one", "_by_squares"},
    "duke/scenario/turns.py": {"by_squares"},
    "duke/scenario/queries.py": {"_targets"},
}
KIND_FIELDS = {"duke/board/packed.py": {"Fields"}}
KIND_NUMBERS = {"KINDS", "KIND_NAMES", "TURN_KINDS"}
# From where else a kind of turn comes: numbers and names of `board/kinds.py`.
KIND_SOURCES = {"kind_of", "kinds", "KINDS", "KIND_NAMES", "_BY_SQUARES", "_IN_A_CHAIN"}


def sources() -> list[Path]:
    return sorted(path for path in PACKAGE.rglob("*.py") if "data" not in path.parts)


def room_of(path: Path) -> str:
    """A room with the rooms inside it counts as one; so do the modules at the top."""
    parts = path.relative_to(PACKAGE).parts
    return parts[0] if len(parts) > 1 else ""


parsed = cache(ast.parse)  # every module is looked at from several sides


def public_names(text: str) -> Iterator[str]:
    """What a module defines at its top without an underscore."""
    for node in parsed(text).body:
        names: list[str] = []
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names = [node.name]
        elif isinstance(node, ast.Assign):
            names = [name.id for target in node.targets for name in ast.walk(target) if isinstance(name, ast.Name)]
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names = [node.target.id]
        yield from (name for name in names if not name.startswith("_"))


def used_names(text: str) -> Iterator[str]:
    for node in ast.walk(parsed(text)):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr


def exported(room: str) -> list[str]:
    """What a room offers at its door."""
    tree = ast.parse((PACKAGE / room / "__init__.py").read_text(encoding="utf-8"))
    return [alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names]


@cache
def homes() -> dict[str, dict[str, set[str]]]:
    """Room -> public name -> the modules that define it."""
    found: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for path in sources():
        for name in public_names(path.read_text(encoding="utf-8")):
            found[room_of(path)][name].add(path.relative_to(PACKAGE).as_posix())
    return found


@pytest.mark.parametrize("room", sorted({room_of(path) for path in sources()}))
def test_a_public_name_has_one_home(room: str) -> None:
    twice = {name: sorted(modules) for name, modules in homes()[room].items() if len(modules) > 1}
    assert {name: modules for name, modules in twice.items() if name not in SHARED.get(room, {})} == {}


def methods(text: str) -> Iterator[str]:
    """'Class.method' of what the classes of a module offer."""
    for node in ast.walk(parsed(text)):
        if isinstance(node, ast.ClassDef):
            named = (one.name for one in node.body if isinstance(one, ast.FunctionDef))
            # `ast` finds the methods of a visitor by their names
            yield from (f"{node.name}.{name}" for name in named if not name.startswith(("_", "visit_")))


def used_in_pages() -> Iterator[str]:
    """What the templates of reports ask for."""
    for path in (PACKAGE / "report" / "templates").rglob("*.*"):
        yield from re.findall(r"\w+", path.read_text(encoding="utf-8"))


def test_nothing_public_is_for_nobody() -> None:
    used = Counter(name for path in sources() for name in used_names(path.read_text(encoding="utf-8")))
    used.update(exported("duke"))
    used.update(used_in_pages())
    idle = {
        f"{path.relative_to(PACKAGE).as_posix()}: {name}"
        for path in sources()
        if room_of(path) in ROOMS_WITHOUT_WASTE
        for named in (public_names, methods)
        for name in named(path.read_text(encoding="utf-8"))
        if not used[name.rpartition(".")[2]]
    }
    assert idle <= FOR_OTHERS.keys(), "remove it, or move it to tests/support"


def test_a_second_home_is_noticed() -> None:
    assert list(public_names("LIMIT, _own = 1, 2\ndef play(): ...\nclass Game: ...\nRows: type = list")) == [
        "LIMIT", "play", "Game", "Rows",
    ]  # fmt: skip
    assert set(used_names("from a import b\nb(c.d)")) == {"b", "c", "d"}


def strange_kinds(text: str, given: set[str], fields: set[str]) -> Iterator[str]:
    """Where a `kind` is bound to something else than a turn's."""
    for node in ast.walk(parsed(text)):
        bound: list[tuple[ast.AST, ast.AST]] = []
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            every = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
            if any(is_word(one.arg, "kind") for one in every) and getattr(node, "name", "lambda") not in given:
                yield f"a parameter of {getattr(node, 'name', 'lambda')}"
        elif isinstance(node, ast.ClassDef) and node.name not in fields:
            named = (one.target for one in node.body if isinstance(one, ast.AnnAssign))
            if any(isinstance(one, ast.Name) and is_word(one.id, "kind") for one in named):
                yield f"a field of {node.name}"
        elif isinstance(node, ast.Assign):
            bound = [(target, node.value) for target in node.targets]
        elif isinstance(node, ast.For | ast.comprehension):
            bound = [(node.target, node.iter)]
        for target, value in bound:
            names = [one.id for one in ast.walk(target) if isinstance(one, ast.Name)] if target else []
            if any(is_word(name, "kind") and name not in KIND_NUMBERS for name in names) and not (
                value and tells_a_kind(value)
            ):
                yield ast.unparse(node)


def is_word(name: str, word: str) -> bool:
    return not {word, word + "s"}.isdisjoint(name.lower().split("_"))


def tells_a_kind(value: ast.AST) -> bool:
    """Whether a turn's kind is in it."""
    named = {node.id for node in ast.walk(value) if isinstance(node, ast.Name)}
    read = {node.attr for node in ast.walk(value) if isinstance(node, ast.Attribute)}
    return not (named | read | ({"kind_of"} if "kind" in read else set())).isdisjoint(KIND_SOURCES)


def duke_sources(rooms: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for path in sources():
        if room_of(path) in rooms and "dune" not in path.relative_to(PACKAGE).as_posix():
            yield path.relative_to(PACKAGE).as_posix(), path.read_text(encoding="utf-8")


def test_a_kind_is_a_turns() -> None:
    found = {
        f"{name}: {where}"
        for name, text in duke_sources(ROOMS_OF_THE_DUKE)
        if not (name.startswith("report/") and name.endswith("model.py"))  # there `kind` tells sections apart
        for where in strange_kinds(text, KIND_IS_GIVEN.get(name, set()), KIND_FIELDS.get(name, set()))
    }
    assert found == set(), "say icon, tile_type, or what it is"


def test_a_slot_is_an_icons_action() -> None:
    elsewhere = tuple(room for room in ROOMS_OF_THE_DUKE if room not in ROOMS_WITH_SLOTS)
    found = {
        f"{name}: {node.id}"
        for name, text in duke_sources(elsewhere)
        for node in ast.walk(parsed(text))
        if isinstance(node, ast.Name) and node.id != "__slots__" and is_word(node.id, "slot")
    }
    assert found == set(), "say place, post, face, or what it is"


@pytest.mark.parametrize(
    "text",
    [
        "def reach(kind): ...",
        "class Icon:\n    kind: str",
        "kind = tile.number",
        "found = [kind for kind in icons]",
        "for icon_kind in ICONS: ...",
        "make = lambda kind: 1",
    ],
)
def test_a_strange_kind_is_noticed(text: str) -> None:
    assert list(strange_kinds(text, set(), set()))
    assert not list(strange_kinds("kind, at = kind_of(turn), at_of(turn)\nkind = fields.kind", set(), set()))
