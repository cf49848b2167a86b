"""The questions of scenario files, each with the engine's answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from workbench.duke.board import kinds
from workbench.duke.board.packed import Fields, unpack
from workbench.duke.board.state import MAX_BAG, PLACING, Pool
from workbench.duke.scenario.scene import Line, Scene, TileTables
from workbench.duke.scenario.turns import Unsupported, agrees, format_place, parse_owner, parse_place
from workbench.duke.text.position_write import troops_of


def ask(tables: TileTables, line: Line) -> Any:
    """The engine's answer to the query of a line; raises Unsupported with the reason."""
    query = line.get("q")
    if not isinstance(query, dict):
        raise Unsupported("the line has no query 'q'")
    asked = [name for name in QUERIES if name in query]
    if not asked:
        raise Unsupported(f"unknown query {', '.join(map(str, query)) or '(empty)'}")
    try:
        return QUERIES[asked[0]](Scene(tables, line), query[asked[0]], line)
    except Unsupported:
        raise
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        raise Unsupported(f"the line cannot be read: {type(error).__name__} {error}") from error


def is_equal(expect: Any, got: Any) -> bool:
    """Lists are compared as sets; turns by the fields that are expected of them."""
    if not isinstance(expect, list) or not isinstance(got, list):
        return bool(expect == got)
    if any(isinstance(one, dict) for one in (*expect, *got)):
        one_way = all(any(agrees(spec, told) for told in got) for spec in expect)
        return one_way and all(any(agrees(spec, told) for spec in expect) for told in got)
    return {str(one) for one in expect} == {str(one) for one in got}


def _targets(scene: Scene, place: str, kind: int) -> list[str]:
    square = parse_place(place)
    found = (unpack(code) for code in scene.legal(scene.owner_at(square), guard=False))
    own = (one for one in found if one.link < 0 and one.kind == kind and one.at == square)
    return sorted({format_place(one.to) for one in own})


def _ask_kinds(scene: Scene, place: str, line: Line) -> list[str]:
    known = {"STRIKE": kinds.STRIKE, "HAMMER": kinds.STRIKE, "MOVE": kinds.GO, "COMMAND": kinds.COMMAND}
    known |= {"PUSH_DRAGON": kinds.PUSH, "SUMMON": kinds.SUMMON, "ESCAPE": kinds.ESCAPE}
    name = line["q"].get("kind", "STRIKE")
    if name not in known:
        raise Unsupported(f"unknown kind '{name}'")
    return _targets(scene, place, known[name])


def _ask_area(scene: Scene, place: str, line: Line) -> list[str]:
    """Which tiles the groups would remove, also where the own Duke among them forbids the turn."""
    square = parse_place(place)
    owner = scene.owner_at(square)
    scene.state[0]["duke"][owner] = -1
    before = troops_of(scene.state[0])
    hit: set[int] = set()
    for _, code in scene.works({"k": "AREA", "from": place}, guard=False):
        hit |= before.keys() - troops_of(scene.play(owner, code)).keys()
    return [format_place(victim) for victim in sorted(hit)]


def _attack(scene: Scene, pool: Pool, owner: int) -> bool:
    """GUARD-1. Where Flags forbid squares, a threat is a turn that would really fell the Duke."""
    from workbench.duke.turn.engine import attacks_duke

    state = pool.states[0]
    duke = int(state["duke"][1 - parse_owner(owner)])
    if duke < 0:
        return False
    if scene.objective == "capture_the_duke":
        return bool(attacks_duke(scene.rules(True), state, owner))
    later = Scene.__new__(Scene)
    later.tables, later.objective = scene.tables, scene.objective
    later.state = pool.saved()
    later.state[0]["held"] = 0
    codes = [code for code in later.legal(owner, guard=False) if unpack(code).kind != kinds.PUSH]
    return any(int(later.play(owner, code)["duke"][1 - owner]) < 0 for code in codes)


def _ask_after(scene: Scene, spec: Line, line: Line) -> list[str] | str:
    for owner, code in scene.works(spec, guard=False):
        s = scene.play(owner, code)
        got = scene.standing(s, line["expect"])
        for text in line.get("flags_after", ()):
            side, place = text.split()
            if int(s["flag"][parse_owner(int(side))]) != parse_place(place):
                got.append(f"Flag {side} not on {place}")
        return got
    return "the turn is not possible"


def _ask_attack_after(scene: Scene, owner: int, line: Line) -> bool | str:
    for mover, code in scene.works(line["q"]["turn"], guard=False):
        scene.play(mover, code)
        return _attack(scene, scene.tables.pool, owner)
    return "the turn is not possible"


def _ask_places(scene: Scene, query: list[Any], line: Line) -> list[str]:
    from workbench.duke.turn.engine import refusal_number

    owner, name = query
    pool = scene.open(owner)
    s = pool.states[0]
    s["phase"], s["drawn"] = PLACING, scene.tables.types[name]
    places = range(36)
    rules = scene.rules(True)
    return [
        format_place(to) for to in places if not refusal_number(rules, pool, 0, Fields(kinds.PLACE, to=to).packed, 1)
    ]


def _ask_draw(scene: Scene, query: list[Any], line: Line) -> bool:
    from workbench.duke.turn.engine import refusal_number

    owner, names = query
    if len(names) > MAX_BAG:
        raise Unsupported(f"a bag of {len(names)} tiles; {MAX_BAG} is the limit")
    pool = scene.open(owner, [scene.tables.types[name] for name in names])
    return not refusal_number(scene.rules(True), pool, 0, Fields(kinds.DRAW).packed, 1)


def _ask_summon(scene: Scene, owner: int, line: Line) -> list[str]:
    found = (unpack(code) for code in scene.legal(owner, guard=False))
    return sorted({format_place(one.to) for one in found if one.kind == kinds.SUMMON and one.link < 0})


def _ask_link_fire(scene: Scene, owner: int, line: Line) -> list[str] | str:
    """Any chain that fires an area group will do, if one leads to what is expected."""
    got: list[str] | str = "no linked tile can be flipped and fired"
    for code in scene.legal(owner, guard=False):
        fields = unpack(code)
        if fields.link >= 0 and fields.kind == kinds.AREA:
            got = scene.standing(scene.play(owner, code), line["expect"])
            if is_equal(line["expect"], got):
                return got
    return got


def _ask_legal_all(scene: Scene, owner: int, line: Line) -> list[dict[str, Any]]:
    codes = scene.legal(owner, guard=True)
    return [scene.told(code) for code in codes if unpack(code).kind != kinds.DRAW]


Answer = Callable[[Scene, Any, Line], Any]
QUERIES: dict[str, Answer] = {
    "targets": lambda scene, place, line: _targets(scene, place, kinds.GO),
    "n_targets": lambda scene, place, line: len(_targets(scene, place, kinds.GO)),
    "kinds": _ask_kinds,
    "area": _ask_area,
    "pseudo": lambda scene, spec, line: any(True for _ in scene.works(spec, guard=False)),
    "legal_all": _ask_legal_all,
    "legal": lambda scene, spec, line: any(True for _ in scene.works(spec, guard=True)),
    "attack_after": _ask_attack_after,
    "attack": lambda scene, owner, line: _attack(scene, scene.open(owner), owner),
    "after": _ask_after,
    "places": _ask_places,
    "draw": _ask_draw,
    "summon": _ask_summon,
    "link_fire": _ask_link_fire,
}
