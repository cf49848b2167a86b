"""Worked scenarios: one position and one question a line, in a format of their own.

Squares are "x,y", owners 0 and 1, tiles "owner type x,y side[ rN]". Any tile profile is possible, and a
position may lack Dukes and bags. Turns are those of scenario_turns.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from workbench.duke import icons
from workbench.duke import turn as turns
from workbench.duke.lettering import squares_of
from workbench.duke.position_read import fill_bag, neutral_states, stand
from workbench.duke.position_write import troops_of
from workbench.duke.referee import POOL, announce_compiling, run_of
from workbench.duke.scenario_tiles import composition_of, read_profiles
from workbench.duke.scenario_turns import Expander, Unsupported, agrees, describe, square_of, square_text
from workbench.duke.state import FLIP, MAX_BAG, MAX_TYPES, PLACING, new_states
from workbench.duke.turn_fields import Fields, unpack
from workbench.tileset.model import Face, Tile
from workbench.tileset.settings import Settings, Terrain

OBJECTIVES = {None: "capture_the_duke", "coup": "counting_coup", "trophy": "trophy_hunters"}
OBJECTIVES |= {name: name for name in ("capture_the_duke", "counting_coup", "trophy_hunters")}
_TILE = re.compile(r"([01]) (\S+) (\d,\d) ([SN])(?: r([0-3]))?")
Line = dict[str, Any]


@dataclass
class Report:
    """How the lines of a file fared."""

    passed: int = 0
    failed: list[dict[str, Any]] = field(default_factory=list)
    unsupported: list[dict[str, Any]] = field(default_factory=list)

    @property
    def is_clean(self) -> bool:
        return not self.failed and not self.unsupported

    def data(self) -> dict[str, Any]:
        return asdict(self)


def run_scenarios(lines: Sequence[Line], profiles: Any) -> Report:
    """Ask every question of a file; `profiles` is the data of its tiles file. Raises BadTiles for that."""
    tiles = read_profiles(profiles)
    report = Report()
    tables: dict[frozenset[str], TileTables] = {}
    for number, line in enumerate(lines, 1):
        name = str(line.get("id", f"line {number}"))
        try:
            got = _table_for(line, tiles, tables, lines).ask(line)
        except Unsupported as reason:
            report.unsupported.append({"id": name, "reason": str(reason)})
            continue
        if _is_equal(line.get("expect"), got):
            report.passed += 1
        else:
            rule = line.get("rule", "")
            report.failed.append({"id": name, "rule": rule, "expect": line.get("expect"), "got": got})
    return report


def _is_equal(expect: Any, got: Any) -> bool:
    """Lists are compared as sets; turns by the fields that are expected of them."""
    if not isinstance(expect, list) or not isinstance(got, list):
        return bool(expect == got)
    if any(isinstance(one, dict) for one in (*expect, *got)):
        one_way = all(any(agrees(spec, told) for told in got) for spec in expect)
        return one_way and all(any(agrees(spec, told) for spec in expect) for told in got)
    return {str(one) for one in expect} == {str(one) for one in got}


def _names_of(line: Line) -> frozenset[str]:
    """The tiles that a line needs."""
    words = [text.split() for text in line.get("tiles", ())]
    names = {word[1] for word in words if len(word) > 1}
    query = line.get("q", {})
    for asked in (query.get("places"), query.get("draw")):
        if isinstance(asked, list) and len(asked) == 2:
            names |= set(asked[1]) if isinstance(asked[1], list) else {asked[1]}
    return frozenset(str(name) for name in names)


def _table_for(
    line: Line, tiles: dict[str, Tile], tables: dict[frozenset[str], TileTables], lines: Sequence[Line]
) -> TileTables:
    """The compiled tables that hold the line's tiles: one for all, unless there are too many types."""
    names = _names_of(line)
    unknown = sorted(names - tiles.keys())
    if unknown:
        raise Unsupported(f"unknown tile '{unknown[0]}'")
    for held, table in tables.items():
        if names <= held:
            return table
    chosen = set(tiles) if len(tiles) <= MAX_TYPES else set(names)
    if len(chosen) > MAX_TYPES:
        raise Unsupported(f"{len(chosen)} tile types in one position; {MAX_TYPES} is the limit")
    for other in lines:  # fill the table up with the tiles of other lines
        more = chosen | (_names_of(other) & tiles.keys())
        chosen = more if len(more) <= MAX_TYPES else chosen
    turned = {word.split()[1] for one in lines for word in one.get("tiles", ()) if len(word.split()) == 5}
    table = TileTables({name: tile for name, tile in tiles.items() if name in chosen}, turned & chosen)
    tables[frozenset(chosen)] = table
    return table


class TileTables:
    """Rule tables for a group of tiles, for each objective, and the questions that can be put to them."""

    def __init__(self, tiles: dict[str, Tile], turned: set[str]) -> None:
        announce_compiling()
        self.names = list(tiles)
        self.types = {name: number for number, name in enumerate(tiles)}
        self.tiles = list(tiles.values())
        self.turned = turned
        self.pool = new_states(POOL)
        self._rules: dict[tuple[str, bool], np.record] = {}

    def rules(self, objective: str, guard: bool) -> np.record:
        """The tables for an objective, with or without Guard."""
        if (objective, guard) not in self._rules:
            from workbench.duke.tables import build_rules

            terrain = Terrain(mountain=1, fort=1, dragon=True)
            settings = Settings.model_validate({"objective": objective, "terrain": terrain})
            game = composition_of(dict(zip(self.names, self.tiles, strict=True)), settings)
            built = build_rules(game, {self.types[name] for name in self.turned})
            self._rules[objective, True] = built[0]
            free = built.copy()
            free["guard"] = 0
            self._rules[objective, False] = free.view(np.recarray)[0]
        return self._rules[objective, guard]

    def ask(self, line: Line) -> Any:
        query = line.get("q")
        if not isinstance(query, dict):
            raise Unsupported("the line has no query 'q'")
        kinds = [kind for kind in QUERIES if kind in query]
        if not kinds:
            raise Unsupported(f"unknown query {', '.join(map(str, query)) or '(empty)'}")
        try:
            return QUERIES[kinds[0]](Scene(self, line), query[kinds[0]], line)
        except Unsupported:
            raise
        except (KeyError, TypeError, IndexError, ValueError) as error:
            raise Unsupported(f"the line cannot be read: {type(error).__name__} {error}") from error


class Scene:
    """One position of a scenario file, set up on the board."""

    def __init__(self, tables: TileTables, line: Line) -> None:
        variant = line.get("variant")
        if variant not in OBJECTIVES:
            raise Unsupported(f"unknown variant '{variant}'")
        self.tables = tables
        self.objective = OBJECTIVES[variant]
        self.state = neutral_states(1)
        self._stand_tiles(line.get("tiles", ()))
        self._put_terrain(line.get("terrain", ()))
        for text in line.get("flags", ()):
            owner, square = text.split()
            self.state[0]["flag"][int(owner)] = square_of(square)

    def _stand_tiles(self, texts: Sequence[str]) -> None:
        s = self.state[0]
        for text in texts:
            match = _TILE.fullmatch(text)
            if match is None:
                raise Unsupported(f"'{text}' is not a tile such as '0 Knight 1,2 S'")
            owner, name, place, side, turned = match.groups()
            kind, square = self.tables.types[name], square_of(place)
            if square in troops_of(s):
                raise Unsupported(f"two tiles stand on {place}")
            is_duke = self.tables.tiles[kind].role == "duke"
            if is_duke and int(s["duke"][int(owner)]) >= 0:
                raise Unsupported(f"player {owner} has two Dukes")
            key = kind << 10 | (side == "N") << 9 | int(turned or 0) << 7 | int(owner) << 6 | square
            stand(s, key, is_duke)

    def _put_terrain(self, texts: Sequence[str]) -> None:
        s = self.state[0]
        for text in texts:
            what, place, *marks = text.split()
            if what == "Dragon":
                s["dragon"] = square_of(place)
                s["facing"] = next(("NESW".index(mark) for mark in marks if mark in "NESW"), 1)
                s["enraged"] = "enraged" in marks
            elif what in ("Mountain", "Fort"):
                s["mountains" if what == "Mountain" else "forts"] |= 1 << square_of(place)
            else:
                raise Unsupported(f"unknown terrain '{what}'")

    # the engine's doors

    def open(self, owner: int, bag: Sequence[int] = ()) -> np.recarray:
        """The pool with this position in its first place, at the opening of owner's turn."""
        from workbench.duke.engine import begin_turn

        pool = self.tables.pool
        pool[0] = self.state[0]
        pool[0]["to_move"] = owner
        fill_bag(pool[0], owner, list(bag))
        begin_turn(self.rules(True), pool[0])
        return pool

    def rules(self, guard: bool) -> np.record:
        return self.tables.rules(self.objective, guard)

    def legal(self, owner: int, guard: bool) -> list[int]:
        """All turns of an owner, with or without Guard."""
        from workbench.duke.engine import list_turns
        from workbench.duke.turns import MAX_TURNS

        out = np.zeros(MAX_TURNS, np.int64)
        count = list_turns(self.rules(guard), self.open(owner), 0, out)
        found: list[int] = out[:count].tolist()
        return found

    def works(self, spec: Line, guard: bool) -> Iterator[tuple[int, int]]:
        """(owner, packed turn) for everything that the turn may mean and that the rules allow."""
        from workbench.duke.engine import refusal
        from workbench.duke.refusals import A_0, LEGAL

        owner = self.owner_of(spec)
        pool = self.open(owner)
        own = squares_of(int(pool[0]["occ"][owner]))
        for code in Expander(owner, own, self.tables.types, self.group_labels(spec)).expand(spec):
            turn = self._with_area_slot(code)
            if turn >= 0 and refusal(self.rules(guard), pool, 0, turn, int(guard)) in (LEGAL, A_0):
                yield owner, turn

    def owner_of(self, spec: Line) -> int:
        """Who would make this turn: the owner of the tile that it names first."""
        if spec.get("player") is not None:
            return int(spec["player"])
        for name in ("commander", "engineer", "from", "at", "tile", "linked"):
            if spec.get(name) is not None:
                return self.owner_at(square_of(spec[name]))
        raise Unsupported("the turn names neither a tile nor a player")

    def owner_at(self, square: int) -> int:
        key = troops_of(self.state[0]).get(square)
        if key is None:
            raise Unsupported(f"no tile stands on {square_text(square)}")
        return key >> 6 & 1

    def play(self, owner: int, turn: int) -> np.record:
        """The position after a turn; the Dragon has not acted yet."""
        from workbench.duke.engine import step

        pool = self.open(owner)
        step(self.rules(False), pool, 0, turn)
        after: np.record = pool[0]
        return after

    # area groups

    def _face(self, square: int, flipped: bool) -> tuple[int, Face]:
        key = troops_of(self.state[0])[square] ^ (FLIP if flipped else 0)
        return key, self.tables.tiles[key >> 10].face(key >> 9 & 1)

    def area_slots(self, square: int, flipped: bool) -> list[tuple[int, int]]:
        """(slot in the run, number of its group) of the area groups that have a square on the board."""
        from workbench.duke.geometry import shifted, turned

        key, face = self._face(square, flipped)
        run = run_of(self.rules(False), key)
        slots = [n for n, slot in enumerate(run) if slot >> 48 & 15 == icons.AREA]
        lowest = {n: min((i.at.forward, i.at.right) for i in group) for n, group in face.groups().items()}
        groups = sorted(face.groups().items(), key=lambda one: lowest[one[0]])
        on_board = [
            number
            for number, members in groups
            if any(shifted(square, *turned(*i.at, key >> 7 & 3, key >> 6 & 1)) is not None for i in members)
        ]
        return list(zip(slots, on_board, strict=True))

    def group_labels(self, spec: Line) -> dict[int, list[str]]:
        """The area groups of every tile, by the label that is asked for where they have none of that name."""
        flipped = spec.get("k") == "LINK_FLIP"
        labels: dict[int, list[str]] = {}
        for square in troops_of(self.state[0]):
            numbers = [str(number) for _, number in self.area_slots(square, flipped)]
            wanted = (spec.get("then") or spec).get("group")
            if wanted is not None and str(wanted) not in numbers:
                numbers = [str(wanted)] * len(numbers)
            labels[square] = numbers
        return labels

    def _with_area_slot(self, code: int) -> int:
        """The number of a group among those of its tile, as the engine's slot number."""
        fields = unpack(code)
        if fields.kind != turns.AREA:
            return code
        slots = self.area_slots(fields.at, fields.link >= 0)
        return fields._replace(arg=slots[fields.arg][0]).packed if fields.arg < len(slots) else -1

    # answers

    def told(self, code: int) -> dict[str, Any]:
        fields = unpack(code)
        group = ""
        if fields.kind == turns.AREA:
            group = str(dict(self.area_slots(fields.at, fields.link >= 0))[fields.arg])
        return describe(code, self.tables.names, group)

    def standing(self, s: np.record, expect: Sequence[str]) -> list[str]:
        """What stands on the expected squares, as the format writes it."""
        found = []
        for text in expect:
            match = _TILE.fullmatch(text)
            if match is None:
                raise Unsupported(f"'{text}' is not a tile such as '0 Knight 1,2 S'")
            key = troops_of(s).get(square_of(match[3]))
            if key is None:
                found.append(f"nothing on {match[3]}")
                continue
            name, quarters = self.tables.names[key >> 10], key >> 7 & 3
            turned = f" r{quarters}" if quarters or match[5] else ""
            found.append(f"{key >> 6 & 1} {name} {match[3]} {'SN'[key >> 9 & 1]}{turned}")
        return found


def _targets(scene: Scene, place: str, kind: int) -> list[str]:
    square = square_of(place)
    found = (unpack(code) for code in scene.legal(scene.owner_at(square), guard=False))
    own = (one for one in found if one.link < 0 and one.kind == kind and one.at == square)
    return sorted({square_text(one.to) for one in own})


def _ask_kinds(scene: Scene, place: str, line: Line) -> list[str]:
    kinds = {"STRIKE": turns.STRIKE, "HAMMER": turns.STRIKE, "MOVE": turns.GO, "COMMAND": turns.COMMAND}
    kinds |= {"PUSH_DRAGON": turns.PUSH, "SUMMON": turns.SUMMON, "ESCAPE": turns.ESCAPE}
    name = line["q"].get("kind", "STRIKE")
    if name not in kinds:
        raise Unsupported(f"unknown kind '{name}'")
    return _targets(scene, place, kinds[name])


def _ask_area(scene: Scene, place: str, line: Line) -> list[str]:
    """Which tiles the groups would remove, also where the own Duke among them forbids the turn."""
    square = square_of(place)
    owner = scene.owner_at(square)
    scene.state[0]["duke"][owner] = -1
    before = troops_of(scene.state[0])
    hit: set[int] = set()
    for _, code in scene.works({"k": "AREA", "from": place}, guard=False):
        hit |= before.keys() - troops_of(scene.play(owner, code)).keys()
    return [square_text(victim) for victim in sorted(hit)]


def _attack(scene: Scene, state: np.record, owner: int) -> bool:
    """GUARD-1. Where Flags forbid squares, a threat is a turn that would really fell the Duke."""
    from workbench.duke.engine import attack

    duke = int(state["duke"][1 - owner])
    if duke < 0:
        return False
    if scene.objective == "capture_the_duke":
        return bool(attack(scene.rules(True), state, owner))
    later = Scene.__new__(Scene)
    later.tables, later.objective = scene.tables, scene.objective
    later.state = neutral_states(1)
    later.state[0] = state
    later.state[0]["held"] = 0
    codes = [code for code in later.legal(owner, guard=False) if unpack(code).kind != turns.PUSH]
    return any(int(later.play(owner, code)["duke"][1 - owner]) < 0 for code in codes)


def _ask_after(scene: Scene, spec: Line, line: Line) -> list[str] | str:
    for owner, code in scene.works(spec, guard=False):
        s = scene.play(owner, code)
        got = scene.standing(s, line["expect"])
        for text in line.get("flags_after", ()):
            side, place = text.split()
            if int(s["flag"][int(side)]) != square_of(place):
                got.append(f"Flag {side} not on {place}")
        return got
    return "the turn is not possible"


def _ask_attack_after(scene: Scene, owner: int, line: Line) -> bool | str:
    for mover, code in scene.works(line["q"]["turn"], guard=False):
        return _attack(scene, scene.play(mover, code), owner)
    return "the turn is not possible"


def _ask_places(scene: Scene, query: list[Any], line: Line) -> list[str]:
    from workbench.duke.engine import refusal

    owner, name = query
    pool = scene.open(owner)
    pool[0]["phase"], pool[0]["drawn"] = PLACING, scene.tables.types[name]
    places = range(36)
    rules = scene.rules(True)
    return [
        square_text(to) for to in places if not refusal(rules, pool, 0, Fields(turns.PLACE, to=to).packed, 1)
    ]


def _ask_draw(scene: Scene, query: list[Any], line: Line) -> bool:
    from workbench.duke.engine import refusal

    owner, names = query
    if len(names) > MAX_BAG:
        raise Unsupported(f"a bag of {len(names)} tiles; {MAX_BAG} is the limit")
    pool = scene.open(owner, [scene.tables.types[name] for name in names])
    return not refusal(scene.rules(True), pool, 0, Fields(turns.DRAW).packed, 1)


def _ask_summon(scene: Scene, owner: int, line: Line) -> list[str]:
    found = (unpack(code) for code in scene.legal(owner, guard=False))
    return sorted({square_text(one.to) for one in found if one.kind == turns.SUMMON and one.link < 0})


def _ask_link_fire(scene: Scene, owner: int, line: Line) -> list[str] | str:
    """Any chain that fires an area group will do, if one leads to what is expected."""
    got: list[str] | str = "no linked tile can be flipped and fired"
    for code in scene.legal(owner, guard=False):
        fields = unpack(code)
        if fields.link >= 0 and fields.kind == turns.AREA:
            got = scene.standing(scene.play(owner, code), line["expect"])
            if _is_equal(line["expect"], got):
                return got
    return got


def _ask_legal_all(scene: Scene, owner: int, line: Line) -> list[dict[str, Any]]:
    codes = scene.legal(owner, guard=True)
    return [scene.told(code) for code in codes if unpack(code).kind != turns.DRAW]


Answer = Callable[[Scene, Any, Line], Any]
QUERIES: dict[str, Answer] = {
    "targets": lambda scene, place, line: _targets(scene, place, turns.GO),
    "n_targets": lambda scene, place, line: len(_targets(scene, place, turns.GO)),
    "kinds": _ask_kinds,
    "area": _ask_area,
    "pseudo": lambda scene, spec, line: any(True for _ in scene.works(spec, guard=False)),
    "legal_all": _ask_legal_all,
    "legal": lambda scene, spec, line: any(True for _ in scene.works(spec, guard=True)),
    "attack_after": _ask_attack_after,
    "attack": lambda scene, owner, line: _attack(scene, scene.open(owner)[0], owner),
    "after": _ask_after,
    "places": _ask_places,
    "draw": _ask_draw,
    "summon": _ask_summon,
    "link_fire": _ask_link_fire,
}


