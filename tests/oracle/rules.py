"""The plain data that a game is played with."""

from __future__ import annotations

from typing import Any, NamedTuple

from .geometry import turned
from .position import Pos, Tile

GO_KINDS = (
    "move",
    "jump",
    "slide",
    "jump_slide",
    "smash",
    "noncapture_move",
    "noncapture_jump",
    "noncapture_slide",
    "noncapture_jump_slide",
)
SLIDES = ("slide", "jump_slide", "noncapture_slide", "noncapture_jump_slide")
DEFAULTS: dict[str, Any] = {
    "no_turn": "loss",
    "max_turns": 600,
    "repetition": 3,
    "no_progress": 100,
    "guard": "all",
    "area_needs": "any_tile",
    "fort_jslide": False,
    "rider_pikemen": 4,
    "objective": "capture_the_duke",
    "terrain": {"mountain": 0, "fort": 0, "dragon": False},
    "flag_guard": "off",
    "dragon_eats_duke": "loses",
    "summon": "must",
    "rider_dead": "draw",
}
HUNTED = ("Prince John", "Sheriff", "Sir Guy")  # ROBIN-3


# The number of each kind of turn in section A of the ledger: also the order in which turns are listed.
(
    MOVE,
    STRIKE,
    AREA,
    COMMAND,
    PUSH,
    FLIP,
    DRAW,
    SUMMON,
    DIVINE,
    ESCAPE,
    RANSOM,
    REDEPLOY,
    ROTATE,
    LINK_FLIP,
    LINK_CALL,
    PASS_FLAG,
) = range(7, 23)


class Face:
    """One side of a tile as vectors on the board, for one owner and rotation."""

    def __init__(self, icons: list[Any], owner: int, rot: int) -> None:
        self.blank = not icons  # NOICON-2: Dread and Defense count as icons
        self.goes: list[tuple[str, int, int]] = []
        self.shots: list[tuple[str, int, int]] = []
        self.commands: list[tuple[int, int]] = []
        self.dreads: list[tuple[int, int]] = []
        self.defenses: list[tuple[int, int]] = []
        groups: dict[Any, list[tuple[int, int, str]]] = {}
        for kind, right, forward, *rest in icons:
            group = rest[0] if rest else None
            dx, dy = turned(right, forward, rot)
            if owner == 1:
                dx, dy = -dx, -dy
            if group is not None:
                groups.setdefault(group, []).append((forward, right, kind))
                continue
            self._sort_in(kind, dx, dy)
        self.goes.sort(key=lambda icon: GO_KINDS.index(icon[0]))
        self.shots.sort(key=lambda icon: ("strike", "hammer").index(icon[0]))
        self.groups: list[list[tuple[str, int, int]]] = []
        for members in sorted(groups.values(), key=min):
            vectors = [(kind, *turned(right, forward, rot)) for forward, right, kind in members]
            flipped = -1 if owner == 1 else 1
            self.groups.append([(kind, flipped * dx, flipped * dy) for kind, dx, dy in vectors])

    def _sort_in(self, kind: str, dx: int, dy: int) -> None:
        if kind in GO_KINDS:
            self.goes.append((kind, dx, dy))
        elif kind in ("strike", "hammer"):
            self.shots.append((kind, dx, dy))
        else:
            {"command": self.commands, "dread": self.dreads, "defense": self.defenses}[kind].append((dx, dy))


class Rules:
    """Plain data of a game; see docs of the constructor arguments in tests/generate.py."""

    def __init__(
        self,
        tiles: list[dict[str, Any]],
        armies: list[dict[str, Any]],
        pool: list[dict[str, str]],
        settings: dict[str, Any],
        light: int = 0,
        drafted: list[dict[str, str]] | None = None,
        sets: list[str] | None = None,
    ) -> None:
        del sets  # from which the engine makes the same armies
        self.drafted = {entry["tile"]: entry["replaces"] for entry in drafted or ()}
        self.light = light
        self.hunted = frozenset(tile["code"] for tile in tiles if tile["name"] in HUNTED)
        self.tiles = {tile["code"]: tile for tile in tiles}
        self.armies = armies
        self.pool = pool
        self.settings = {**DEFAULTS, **settings}
        self.settings["terrain"] = {**DEFAULTS["terrain"], **(settings.get("terrain") or {})}
        self.objective: str = self.settings["objective"]
        by_name = {tile["name"]: tile["code"] for tile in tiles}
        self.linked = {
            tile["code"]: frozenset(by_name[other] for other in tile.get("linked_to", ()) if other in by_name)
            for tile in tiles
            if "link" in tile.get("abilities", ())
        }
        self.dukes = frozenset(tile["code"] for tile in tiles if tile.get("role") == "duke")
        self.has_dread = any(
            icon[0] == "dread" for tile in tiles for side in ("starting", "other") for icon in tile[side]["icons"]
        )
        self._abilities = {tile["code"]: frozenset(tile.get("abilities", ())) for tile in tiles}
        self._faces: dict[tuple[str, int, int, int], Face] = {}

    def face(self, tile: Tile) -> Face:
        found = self._faces.get(tile)
        if found is None:
            code, owner, side, rot = tile
            icons = self.tiles[code]["other" if side else "starting"]["icons"]
            found = self._faces[tile] = Face(icons, owner, rot)
        return found

    def can(self, code: str, ability: str) -> bool:
        """G-13: an ability holds on both faces."""
        return ability in self._abilities[code]

    def mortal(self, owner: int) -> bool:
        """WIN-2b, ROBIN-2: does this owner lose with his Duke?"""
        if self.objective == "robin_hood":
            return owner == self.light
        return self.objective in ("capture_the_duke", "dynastic_dispute")

    def guards(self, owner: int) -> bool:
        """GUARD-3, COUP-9, RIDER-2, ROBIN-4: does Guard bind this owner?"""
        flags = self.objective in ("counting_coup", "trophy_hunters") and self.settings["flag_guard"] == "on"
        return self.settings["guard"] == "all" and (self.mortal(owner) or flags)

    @property
    def terrain_kills(self) -> bool:
        """WIN-2."""
        return bool(self.settings["dragon_eats_duke"] == "loses")

    def replacement(self, code: str, pos: Pos) -> str | None:
        """SIEGE-2: the pool tile still beside the board for a tile just pulled."""
        for entry in self.pool:
            if entry["replaces"] == code and entry["tile"] in pos.pool:
                return entry["tile"]
        return None


class Turn(NamedTuple):
    """An opener with its effects worked out, all but what follows by chance, score or Dragon."""

    kind: int
    text: str
    pos: Pos
    user: int | None = None  # where the tile that used it stands afterwards
    flips: bool = False  # whether that tile flips at the end of an ordinary turn (FLIP-1)
    moved: tuple[tuple[int | None, int], ...] = ()  # COUP-5: (start, end) of relocated tiles
    progress: bool = False
    chance: str = ""
    win: str = ""
    icon: str = ""
    target: int | None = None
    source: int | None = None
    pay: int | str | None = None
