"""Draft, set-up, terrain and Flags."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

from .dragon import DragonActs
from .geometry import HOMES, adjacent, home_edge, name
from .position import Codes, Pos, change, put, take


class SetUp(DragonActs):
    """SETUP, DYNASTY, RIDER-1 and the nodes before the first turn."""

    def first_node(self) -> Pos:
        pos = Pos()
        pos.pool = tuple(sorted(entry["tile"] for entry in self.rules.pool))
        objective = self.rules.objective
        bags = [tuple(sorted(army["bag"])) for army in self.rules.armies]
        if objective == "dark_rider":  # RIDER-2
            return self.setup_node(pos, 0, "pike")
        if objective != "dynastic_dispute":
            pos.bags = (bags[0], bags[1])
            if self.rules.drafted:
                heroes = tuple(sorted(self.rules.drafted))
                pos.front = (heroes, heroes)
                return self.setup_node(pos, 0, "draft")
            return self.setup_node(pos, 0, "duke")
        fronts = [self.draftable(owner) for owner in (0, 1)]
        pos.front = (fronts[0], fronts[1])
        return self.after_pick(pos, 1)

    def draftable(self, owner: int) -> Codes:
        """DYNASTY-2b: all but the types that start on the board."""
        army = self.rules.armies[owner]
        return tuple(sorted(code for code in army["bag"] if code not in army["starters"]))

    def setup_node(self, pos: Pos, owner: int, phase: str) -> Pos:
        pos.owner, pos.phase = owner, phase
        return pos

    def after_pick(self, pos: Pos, picker: int) -> Pos:
        for owner in (1 - picker, picker):
            if pos.front[owner]:
                return self.setup_node(pos, owner, "draft")
        for owner in (0, 1):  # DYNASTY-3
            army = self.rules.armies[owner]
            rest = [code for code in army["bag"] if code in army["starters"]]
            pos.bags = change(pos.bags, owner, put(pos.bags[owner], *rest))
        return self.setup_node(pos, 0, "duke")

    def hero_choices(self, pos: Pos) -> Iterator[tuple[str, Pos]]:
        """PACK-3: single tiles, A, B, A, B; each takes the place of the picker's own."""
        owner = pos.owner
        for code in pos.front[owner]:
            after = pos.copy()
            left = tuple(c for c in pos.front[owner] if c != code)
            after.front = (left, left)
            replaced = self.rules.drafted[code]
            after.bags = change(pos.bags, owner, put(take(pos.bags[owner], replaced), code))
            after.box = change(pos.box, owner, put(pos.box[owner], replaced))
            node = self.setup_node(after, 1 - owner, "draft") if left else self.setup_node(after, 0, "duke")
            yield f"pick:{code}", node

    def draft_choices(self, pos: Pos) -> Iterator[tuple[str, Pos]]:
        if self.rules.drafted:
            yield from self.hero_choices(pos)
            return
        owner = pos.owner
        for code in sorted(set(pos.front[owner])):
            after = pos.copy()
            mine = [c for c in pos.front[owner] if c == code]
            theirs = [c for c in pos.front[1 - owner] if c == code]
            after.front = tuple(tuple(c for c in heap if c != code) for heap in pos.front)  # type: ignore
            after.bags = change(pos.bags, owner, put(pos.bags[owner], *mine))
            after.box = change(pos.box, 1 - owner, put(pos.box[1 - owner], *theirs))
            yield f"pick:{code}", self.after_pick(after, owner)

    def duke_choices(self, pos: Pos) -> Iterator[tuple[str, Pos]]:
        """SETUP-3."""
        code = self.rules.armies[pos.owner]["duke"]
        for home in HOMES[pos.owner]:
            after = pos.copy()
            after.board[home] = (code, pos.owner, 0, 0)
            if self.rules.armies[pos.owner]["starters"]:
                after.phase = "foot"
            else:
                after = self.after_troops(after)
            yield f"{code}@{name(home)}", after

    def foot_choices(self, pos: Pos) -> Iterator[tuple[str, Pos]]:
        """SETUP-4."""
        duke = self.duke_square(pos, pos.owner)
        assert duke is not None
        squares = [square for square in adjacent(duke) if square not in pos.board]
        yield from self.start_choices(pos, squares)

    def start_choices(self, pos: Pos, squares: Iterable[int]) -> Iterator[tuple[str, Pos]]:
        owner = pos.owner
        starters = list(self.rules.armies[owner]["starters"])
        for spots in itertools.permutations(squares, len(starters)):
            pairs = list(zip(starters, spots, strict=True))
            if any(a[0] == b[0] and a[1] > b[1] for a, b in itertools.combinations(pairs, 2)):
                continue  # equal tiles stand in square order
            after = pos.copy()
            for code, square in pairs:
                after.board[square] = (code, owner, 0, 0)
            yield ",".join(f"{code}@{name(square)}" for code, square in pairs), self.after_troops(after)

    def after_troops(self, pos: Pos) -> Pos:
        if pos.owner == 0:
            return self.setup_node(pos, 1, "rider" if self.rules.objective == "dark_rider" else "duke")
        return self.after_setup(pos)

    def pike_choices(self, pos: Pos) -> Iterator[tuple[str, Pos]]:
        """RIDER-1."""
        yield from self.start_choices(pos, home_edge(0))

    def rider_choices(self, pos: Pos) -> Iterator[tuple[str, Pos]]:
        yield from self.start_choices(pos, home_edge(1))

    def first_owner(self) -> int:
        """SETUP-7."""
        return int(self.rules.objective in ("dynastic_dispute", "dark_rider"))

    def after_setup(self, pos: Pos) -> Pos:
        """SETUP-8: the next thing to be put down, or the first turn."""
        terrain = self.rules.settings["terrain"]
        flags = self.rules.objective in ("counting_coup", "trophy_hunters")
        if len(pos.mts) < terrain["mountain"]:
            return self.setup_node(pos, 0, "?mountain")
        if len(pos.fts) < terrain["fort"]:
            return self.setup_node(pos, 0, "?fort")
        for owner in (1, 0):  # the last to finish set-up puts his Flag down first
            missing = pos.flags[self.flag_put_by(owner)] is None
            if flags and missing and self.flag_squares(pos, owner):
                return self.setup_node(pos, owner, "flag")
        if terrain["dragon"] and pos.dragon is None:
            if self.nests(pos):
                return self.setup_node(pos, 0, "?nest")
            if not (pos.mts or pos.fts):
                raise ValueError("no square for the Dragon")
            pos.mts = pos.fts = ()  # DRAGON-2
            return self.after_setup(pos)
        pos.owner, pos.phase = self.first_owner(), ""
        return self.test_draws(pos)

    def flag_put_by(self, owner: int) -> int:
        """COUP-1: one's own Flag; TROPHY-1: the opponent's."""
        return owner if self.rules.objective == "counting_coup" else 1 - owner

    def flag_squares(self, pos: Pos, owner: int) -> list[int]:
        border = [q for q in range(36) if q % 6 in (0, 5) or q // 6 in (0, 5)]
        squares = border if self.rules.objective == "counting_coup" else home_edge(1 - owner)
        return [square for square in squares if pos.is_open(square)]

    def flag_choices(self, pos: Pos) -> Iterator[tuple[str, Pos]]:
        for square in self.flag_squares(pos, pos.owner):
            after = pos.copy()
            after.flags = change(pos.flags, self.flag_put_by(pos.owner), square)
            yield "#" + name(square), self.after_setup(after)

    def nests(self, pos: Pos) -> list[tuple[int, str]]:
        """DRAGON-2: (square, facing) pairs without prey."""
        frozen = self.covered(pos) | self.resting(pos)
        return [
            (square, facing)
            for square in (14, 15, 20, 21)
            if pos.is_open(square)
            for facing in "EW"
            if not self.prey(pos, square, facing, frozen)
        ]
