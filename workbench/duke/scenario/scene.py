"""Positions of scenario files on the engine's board, and the engine's doors for them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from workbench.duke.board import icons, kinds
from workbench.duke.board.packed import bit, flipped, icon_of, key_of, owner_of, quarters_of, side_of, type_of, unpack
from workbench.duke.board.state import Pool, new_pool
from workbench.duke.referee import compile_engine, run_of
from workbench.duke.scenario.tiles import composition_of
from workbench.duke.scenario.turns import Expander, Unsupported, describe, format_place, parse_owner, parse_place
from workbench.duke.text.lettering import squares_of
from workbench.duke.text.position_read import fill_bag, neutral_states, stand
from workbench.duke.text.position_write import troops_of
from workbench.objectives import Objective
from workbench.tileset.model import Face, Tile
from workbench.tileset.settings import Settings, Terrain

# The objectives of scenario files: by their short names, and spelt out.
_PLAYED = [objective for objective in Objective if objective.row.scenario != ""]
VARIANTS = {name: one.value for one in _PLAYED for name in (one.row.scenario, one.value)}
TILE = re.compile(r"([01]) (\S+) (\d,\d) ([SN])(?: r([0-3]))?")
Line = dict[str, Any]


class TileTables:
    """Rule tables for a group of tiles, for each objective, and the questions that can be put to them."""

    def __init__(self, tiles: dict[str, Tile], turned: set[str]) -> None:
        self.names = list(tiles)
        self.types = {name: number for number, name in enumerate(tiles)}
        self.tiles = list(tiles.values())
        self.turned = turned
        self.pool = new_pool()
        self._rules: dict[tuple[str, bool], np.record] = {}

    def rules(self, objective: str, guard: bool) -> np.record:
        """The tables for an objective, with or without Guard."""
        if (objective, guard) not in self._rules:
            from workbench.duke.board.kept_tables import rules_of

            terrain = Terrain(mountain=1, fort=1, dragon=True)
            settings = Settings.model_validate({"objective": objective, "terrain": terrain})
            game = composition_of(dict(zip(self.names, self.tiles, strict=True)), settings)
            built = rules_of(game, {self.types[name] for name in self.turned})
            compile_engine(built[0], self.pool)
            self._rules[objective, True] = built[0]
            free = built.copy()
            free["guard"] = 0
            self._rules[objective, False] = free.view(np.recarray)[0]
        return self._rules[objective, guard]


class Scene:
    """One position of a scenario file, set up on the board."""

    def __init__(self, tables: TileTables, line: Line) -> None:
        variant = line.get("variant")
        if variant not in VARIANTS:
            raise Unsupported(f"unknown variant '{variant}'")
        self.tables = tables
        self.objective = VARIANTS[variant]
        self.state = neutral_states(1)
        self._stand_tiles(line.get("tiles", ()))
        self._put_terrain(line.get("terrain", ()))
        for text in line.get("flags", ()):
            owner, square = text.split()
            self.state[0]["flag"][parse_owner(int(owner))] = parse_place(square)

    def _stand_tiles(self, texts: Sequence[str]) -> None:
        s = self.state[0]
        for text in texts:
            match = TILE.fullmatch(text)
            if match is None:
                raise Unsupported(f"'{text}' is not a tile such as '0 Knight 1,2 S'")
            owner, name, place, side, turned = match.groups()
            tile_type, square = self.tables.types[name], parse_place(place)
            if square in troops_of(s):
                raise Unsupported(f"two tiles stand on {place}")
            is_duke = self.tables.tiles[tile_type].role == "duke"
            if is_duke and int(s["duke"][int(owner)]) >= 0:
                raise Unsupported(f"player {owner} has two Dukes")
            key = key_of(tile_type, side == "N", int(turned or 0), int(owner), square)
            stand(s, key, is_duke)

    def _put_terrain(self, texts: Sequence[str]) -> None:
        s = self.state[0]
        for text in texts:
            what, place, *marks = text.split()
            if what == "Dragon":
                s["dragon"] = parse_place(place)
                s["facing"] = next(("NESW".index(mark) for mark in marks if mark in "NESW"), 1)
                s["enraged"] = "enraged" in marks
            elif what in ("Mountain", "Fort"):
                s["mountains" if what == "Mountain" else "forts"] |= bit(parse_place(place))
            else:
                raise Unsupported(f"unknown terrain '{what}'")

    # the engine's doors

    def open(self, owner: int, bag: Sequence[int] = ()) -> Pool:
        """The pool with this position in its first place, at the opening of owner's turn."""
        from workbench.duke.turn.engine import open_by_hand

        pool = self.tables.pool
        pool.put(self.state)
        s = pool.states[0]
        s["to_move"] = parse_owner(owner)
        fill_bag(s, owner, list(bag))
        open_by_hand(self.rules(True), s, pool.pasts[0])
        return pool

    def rules(self, guard: bool) -> np.record:
        return self.tables.rules(self.objective, guard)

    def legal(self, owner: int, guard: bool) -> list[int]:
        """All turns of an owner, with or without Guard."""
        from workbench.duke.turn.engine import write_turns
        from workbench.duke.turn.legal import MOST_TURNS

        out = np.zeros(MOST_TURNS, np.int64)
        count = write_turns(self.rules(guard), self.open(owner), 0, out)
        found: list[int] = out[:count].tolist()
        return found

    def works(self, spec: Line, guard: bool) -> Iterator[tuple[int, int]]:
        """(owner, packed turn) for everything that the turn may mean and that the rules allow."""
        from workbench.duke.board.refusals import A_0, LEGAL
        from workbench.duke.turn.engine import refusal_number

        owner = self.owner_of(spec)
        pool = self.open(owner)
        own = squares_of(int(pool.states[0]["occ"][owner]))
        for code in Expander(owner, own, self.tables.types, self.group_labels(spec)).expand(spec):
            turn = self._with_area_slot(code)
            if turn >= 0 and refusal_number(self.rules(guard), pool, 0, turn, int(guard)) in (LEGAL, A_0):
                yield owner, turn

    def owner_of(self, spec: Line) -> int:
        """Who would make this turn: the owner of the tile that it names first."""
        if spec.get("player") is not None:
            return parse_owner(spec["player"])
        for name in ("commander", "engineer", "from", "at", "tile", "linked"):
            if spec.get(name) is not None:
                return self.owner_at(parse_place(spec[name]))
        raise Unsupported("the turn names neither a tile nor a player")

    def owner_at(self, square: int) -> int:
        key = troops_of(self.state[0]).get(square)
        if key is None:
            raise Unsupported(f"no tile stands on {format_place(square)}")
        return owner_of(key)

    def play(self, owner: int, turn: int) -> np.record:
        """The position after a turn; the Dragon has not acted yet."""
        from workbench.duke.turn.engine import step

        pool = self.open(owner)
        step(self.rules(False), pool, 0, turn)
        after: np.record = pool.states[0]
        return after

    # area groups

    def _face(self, square: int, is_flipped: bool) -> tuple[int, Face]:
        key = troops_of(self.state[0])[square]
        if is_flipped:
            key = flipped(key)
        return key, self.tables.tiles[type_of(key)].face(side_of(key))

    def area_slots(self, square: int, flipped: bool) -> list[tuple[int, int]]:
        """(slot in the run, number of its group) of the area groups that have a square on the board."""
        from workbench.duke.board.geometry import shifted, turned

        key, face = self._face(square, flipped)
        run = run_of(self.rules(False), key)
        slots = [n for n, slot in enumerate(run) if icon_of(slot) == icons.AREA]
        lowest = {n: min((i.at.forward, i.at.right) for i in group) for n, group in face.groups().items()}
        groups = sorted(face.groups().items(), key=lambda one: lowest[one[0]])
        on_board = [
            number
            for number, members in groups
            if any(shifted(square, *turned(*i.at, quarters_of(key), owner_of(key))) is not None for i in members)
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
        if fields.kind != kinds.AREA:
            return code
        slots = self.area_slots(fields.at, fields.link >= 0)
        return fields._replace(arg=slots[fields.arg][0]).packed if fields.arg < len(slots) else -1

    # answers

    def told(self, code: int) -> dict[str, Any]:
        fields = unpack(code)
        group = ""
        if fields.kind == kinds.AREA:
            group = str(dict(self.area_slots(fields.at, fields.link >= 0))[fields.arg])
        return describe(code, self.tables.names, group)

    def standing(self, s: np.record, expect: Sequence[str]) -> list[str]:
        """What stands on the expected squares, as the format writes it."""
        found = []
        for text in expect:
            match = TILE.fullmatch(text)
            if match is None:
                raise Unsupported(f"'{text}' is not a tile such as '0 Knight 1,2 S'")
            key = troops_of(s).get(parse_place(match[3]))
            if key is None:
                found.append(f"nothing on {match[3]}")
                continue
            name, quarters = self.tables.names[type_of(key)], quarters_of(key)
            turned = f" r{quarters}" if quarters or match[5] else ""
            found.append(f"{owner_of(key)} {name} {match[3]} {'SN'[side_of(key)]}{turned}")
        return found
