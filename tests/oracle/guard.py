"""Threats to the Duke, and where a drawn tile may be placed."""

from __future__ import annotations

from typing import Any

from .geometry import HOMES, adjacent
from .position import Pos
from .reach import Reach


class Guard(Reach):
    """GUARD, PLACE, and the availability of draws."""

    def attacks(self, pos: Pos, owner: int) -> bool:
        """GUARD-1: could `owner` capture the enemy Duke with one turn now?"""
        duke = self.duke_square(pos, 1 - owner)
        if duke is None:
            return False
        frozen = self.covered(pos) | self.resting(pos)
        for square, tile in pos.board.items():
            if tile[1] != owner or square in frozen:
                continue
            if self.hits(pos, square, duke, frozen) or self.shoves(pos, square, duke, frozen):
                return True
            if tile[0] in self.rules.linked and tile[2] == 0:
                for linked in self.linked_tiles(pos, square, frozen):
                    flipped = pos.copy()
                    flipped.flip(square)
                    flipped.flip(linked)
                    if self.hits(flipped, linked, duke, frozen) or self.shoves(flipped, linked, duke, frozen):  # LINK-5
                        return True
        if duke not in HOMES[owner] or not self.ransoms(pos, owner):
            return False
        wanted = any(self.rules.can(code, "escape") for code in pos.off[owner][0])
        return wanted and duke in self.arrivals(pos, owner, None, False, frozen)

    def hits(self, pos: Pos, square: int, duke: int, frozen: frozenset[int]) -> bool:
        """Can the tile on `square`, by itself, capture the Duke on `duke`?"""
        if any(target == duke for _, target in self.goes(pos, square, frozen)):
            return True
        if any(target == duke for _, target in self.strikes(pos, square, frozen)):
            return True
        if any(duke in victims for victims in self.areas(pos, square, frozen)):
            return True
        if any(target == duke for _, target in self.commands(pos, square, frozen)):
            return True
        if duke not in HOMES[pos.board[square][1]] or not self.rules.can(pos.board[square][0], "escape"):
            return False
        return any(home == duke for _, home, _ in self.escapes(pos, square, frozen))

    def shoves(self, pos: Pos, square: int, duke: int, frozen: frozenset[int]) -> bool:
        """DRAGON-10b: can the tile on `square` win by pushing the Dragon onto the Duke on `duke`?"""
        owner = pos.board[square][1]
        if not self.rules.terrain_kills or not self.rules.mortal(1 - owner):
            return False
        return any(beyond == duke for _, _, beyond in self.pushes(pos, square, frozen)) and duke not in pos.fts

    def linked_tiles(self, pos: Pos, square: int, frozen: frozenset[int]) -> list[int]:
        """LINK-1: own unfrozen tiles, other than itself, that the Link tile on `square` is linked with."""
        code, owner = pos.board[square][:2]
        return [
            other
            for other in pos.squares(owner)
            if other != square and other not in frozen and pos.board[other][0] in self.rules.linked[code]
        ]

    def safe(self, pos: Pos, owner: int) -> bool:
        """GUARD-2."""
        return not self.rules.guards(owner) or not self.attacks(pos, 1 - owner)

    def places(self, pos: Pos, owner: int, code: str, frozen: frozenset[int]) -> list[int]:
        """PLACE-2, LINK-8: open squares for a tile just drawn."""
        duke = self.duke_square(pos, owner)
        if duke is None:
            return []
        near = set(adjacent(duke))
        for square, tile in pos.board.items():
            if tile[1] == owner and square not in frozen and code in self.rules.linked.get(tile[0], ()):
                near.update(adjacent(square))
        return sorted(square for square in near if pos.is_open(square))

    def safe_places(
        self,
        pos: Pos,
        owner: int,
        code: str,
        frozen: frozenset[int],
        lifted: int | None,
        guard: bool,
        memo: dict[Any, bool],
    ) -> list[int]:
        """GUARD-6; `memo` keeps verdicts of one position for tiles that are alike but for their icons."""
        squares = self.places(pos, owner, code, frozen)
        if not guard or not self.rules.guards(owner):
            return squares
        flag = pos.flags[1 - owner]
        wins = self.rules.objective == "counting_coup" and pos.scores[owner] == 2 and flag is not None
        alike = code if self.rules.face((code, owner, 0, 0)).dreads else ""
        good = []
        for square in squares:
            if wins and flag is not None and square in adjacent(flag):  # COUP-3, TURN-3
                good.append(square)
                continue
            if (square, alike) not in memo:
                after = pos.copy()
                after.board[square] = (code, owner, 0, 0)
                if lifted is not None:  # ENH-V-4
                    del after.board[lifted]
                memo[square, alike] = self.safe(after, owner)
            if memo[square, alike]:
                good.append(square)
        return good

    def offered(self, pos: Pos, owner: int, code: str) -> str | None:
        """SIEGE-2, SIEGE-3: the pool tile for which a tile about to be placed may be swapped."""
        return None if code in pos.declined[owner] else self.rules.replacement(code, pos)

    def placeable(
        self,
        pos: Pos,
        owner: int,
        code: str,
        frozen: frozenset[int],
        lifted: int | None,
        guard: bool,
        memo: dict[Any, bool],
    ) -> bool:
        if self.safe_places(pos, owner, code, frozen, lifted, guard, memo):
            return True
        engine = self.offered(pos, owner, code)
        return engine is not None and bool(self.safe_places(pos, owner, engine, frozen, lifted, guard, memo))

    def can_draw(self, pos: Pos, owner: int, frozen: frozenset[int], guard: bool, lifted: int | None = None) -> bool:
        """PLACE-4, GUARD-6: every tile that could be drawn has a place."""
        memo: dict[Any, bool] = {}
        bag = pos.bags[owner]
        return bool(bag) and all(
            self.placeable(pos, owner, code, frozen, lifted, guard, memo) for code in sorted(set(bag))
        )

    def can_divine(self, pos: Pos, owner: int, frozen: frozenset[int], guard: bool) -> bool:
        """ENH-II-2, ENH-II-3; `pos` is the position after the flip."""
        bag = pos.bags[owner]
        if not bag or self.duke_square(pos, owner) is None:
            return False
        memo: dict[Any, bool] = {}
        homeless = sum(not self.placeable(pos, owner, code, frozen, None, guard, memo) for code in bag)
        return homeless < min(3, len(bag))

    def stoppers(self, pos: Pos, owner: int, link_code: str) -> list[tuple[str, str | None]]:
        """LINK-6: per copy in the bag (code, the pool tile it must be swapped for if not linked itself)."""
        linked = self.rules.linked[link_code]
        found: list[tuple[str, str | None]] = []
        for code in pos.bags[owner]:
            engine = self.offered(pos, owner, code)
            if code in linked:
                found.append((code, None))
            elif engine in linked:
                found.append((code, engine))
        return found

    def can_call(self, pos: Pos, square: int, frozen: frozenset[int], guard: bool) -> bool:
        """LINK-7; `pos` is the position after the flip."""
        code, owner = pos.board[square][:2]
        results = {engine or found for found, engine in self.stoppers(pos, owner, code)}
        memo: dict[Any, bool] = {}
        return bool(results) and all(
            self.safe_places(pos, owner, result, frozen, None, guard, memo) for result in sorted(results)
        )
