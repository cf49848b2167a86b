"""What a single icon or ability reaches: no Guard, no turns yet."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from .geometry import HOMES, adjacent, between, home_edge, paths, ray, shift, sign
from .position import Pos, change, put
from .rules import SLIDES, Rules


class Reach:
    """Frozen tiles, targets of icons, Escape."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.seen: dict[str, int] = {}  # TURN-5b: how often each position occurred before

    def covered(self, pos: Pos) -> frozenset[int]:
        """DREAD-1."""
        if not self.rules.has_dread:
            return frozenset()
        squares = set()
        for square, tile in pos.board.items():
            if square in pos.fts:
                continue
            for dx, dy in self.rules.face(tile).dreads:
                target = shift(square, dx, dy)
                if target is not None and target in pos.board and target not in pos.fts:
                    victim = pos.board[target]
                    if victim[0] not in self.rules.dukes and not self.rules.face(victim).dreads:
                        squares.add(target)
        return frozenset(squares)

    def resting(self, pos: Pos) -> frozenset[int]:
        """RIDER-3: Pikemen on the rider's home edge."""
        if self.rules.objective != "dark_rider":
            return frozenset()
        return frozenset(square for square in home_edge(1) if pos.board.get(square, ("", 1))[1] == 0)

    def dreaded(self, pos: Pos) -> frozenset[int]:
        """The tiles that Dread freezes during the turn that is on."""
        return pos.frz if pos.phase else (self.covered(pos) | pos.held) - self.resting(pos)

    def frozen(self, pos: Pos) -> frozenset[int]:
        """G-12."""
        return self.dreaded(pos) | self.resting(pos)

    def duke_square(self, pos: Pos, owner: int) -> int | None:
        for square, tile in pos.board.items():
            if tile[1] == owner and tile[0] in self.rules.dukes:
                return square
        return None

    def shield(self, pos: Pos, square: int) -> frozenset[int]:
        """DEF-1: the squares from which the tile on `square` defends itself."""
        targets = (shift(square, dx, dy) for dx, dy in self.rules.face(pos.board[square]).defenses)
        return frozenset(target for target in targets if target is not None)

    def guarded(self, pos: Pos, start: int, target: int) -> bool:
        """DEF-2, DEF-3: does Defense forbid this capture?"""
        shield = self.shield(pos, target)
        return bool(shield) and all(path & shield for path in paths(start, target))

    def may_arrive(self, pos: Pos, owner: int, square: int, carries: bool) -> bool:
        """FLAG-7, FLAG-8: what Flags say about ending on a square."""
        if self.rules.objective == "counting_coup" and pos.flags[1 - owner] == square:  # COUP-4
            return False
        if self.rules.objective == "trophy_hunters" and pos.flags[owner] == square:  # TROPHY-3
            return False
        return not (carries and square in pos.fts)

    def flag_wall(self, pos: Pos, owner: int) -> int | None:
        """COUP-4: the square that may not be moved or slid through."""
        return pos.flags[1 - owner] if self.rules.objective == "counting_coup" else None

    def goes(self, pos: Pos, start: int, frozen: frozenset[int]) -> Iterator[tuple[str, int]]:
        """(icon, target) of every move, jump or slide that ends on a free square or captures."""
        tile = pos.board[start]
        for kind, dx, dy in self.rules.face(tile).goes:
            if kind in SLIDES:
                for target, dragon in self.slides(pos, start, kind, dx, dy, frozen):
                    if not dragon:
                        yield kind, target
                continue
            goal = shift(start, dx, dy)
            if goal is not None and self.can_go(pos, start, goal, kind, frozen):
                yield kind, goal

    def can_go(self, pos: Pos, start: int, target: int, kind: str, frozen: frozenset[int]) -> bool:
        owner = pos.board[start][1]
        occupant = pos.board.get(target)
        if target in pos.mts or target == pos.dragon_square():
            return False
        if not self.may_arrive(pos, owner, target, start in pos.flags):
            return False
        if occupant is not None and (
            occupant[1] == owner or target in frozen or kind.startswith("noncapture")  # NCAP-1
        ):
            return False
        if kind in ("jump", "noncapture_jump"):
            if target in pos.fts:  # FORT-2
                return False
            stops = set(pos.mts)  # JUMP-3
            if occupant is not None:
                stops |= self.shield(pos, target)
            return any(not path & stops for path in paths(start, target))
        wall = self.flag_wall(pos, owner)
        for square in between(start, target):  # MOVE-2
            if square in pos.board or square in pos.mts or square in (pos.dragon_square(), wall):
                return False
        return occupant is None or kind == "smash" or not self.guarded(pos, start, target)

    def slides(
        self, pos: Pos, start: int, kind: str, dx: int, dy: int, frozen: frozenset[int]
    ) -> Iterator[tuple[int, bool]]:
        """SLIDE-1, JSLIDE-1: (square, does it hold a Dragon that could be pushed)."""
        owner = pos.board[start][1]
        carries = start in pos.flags
        leaps = kind.endswith("jump_slide")
        harmless = kind.startswith("noncapture")  # NCAP-5
        for k in range(1, 6):
            square = shift(start, sign(dx) * k, sign(dy) * k)
            if square is None or square in pos.mts:  # JSLIDE-2, DRAGON-15
                return
            if leaps and k == 1:
                continue
            if square == self.flag_wall(pos, owner):
                return
            enterable = self.may_arrive(pos, owner, square, carries)
            if leaps and square in pos.fts and not self.rules.settings["fort_jslide"]:  # JSLIDE-3
                enterable = False
            if square == pos.dragon_square():
                if enterable:
                    yield square, True
                return
            occupant = pos.board.get(square)
            if occupant is not None:
                if harmless or occupant[1] == owner or square in frozen:
                    return
                if enterable and not self.guarded(pos, start, square):
                    yield square, False
                return
            if enterable:
                yield square, False

    def pushes(self, pos: Pos, square: int, frozen: frozenset[int]) -> Iterator[tuple[str, int, int]]:
        """DRAGON-9, DRAGON-14, DRAGON-15: (icon, square of the Dragon, square beyond it) of each way to push it."""
        if pos.dragon is None or pos.dragon[2]:
            return
        for kind, dx, dy in self.rules.face(pos.board[square]).goes:
            if kind not in ("slide", "jump_slide"):
                continue
            for target, dragon in self.slides(pos, square, kind, dx, dy, frozen):
                beyond = shift(target, sign(dx), sign(dy))
                if dragon and beyond is not None and beyond not in pos.flags:
                    yield kind, target, beyond

    def can_shoot(self, pos: Pos, start: int, target: int, kind: str, frozen: frozenset[int]) -> bool:
        """STRIKE-2, STRIKE-3, HAMMER-1, HAMMER-2 for a troop on the target, whoever owns it."""
        if target in frozen or any(square in pos.mts or square in pos.fts for square in ray(start, target)):
            return False
        return kind == "hammer" or (target not in pos.fts and not self.guarded(pos, start, target))

    def strikes(self, pos: Pos, start: int, frozen: frozenset[int]) -> Iterator[tuple[str, int]]:
        tile = pos.board[start]
        for kind, dx, dy in self.rules.face(tile).shots:
            target = shift(start, dx, dy)
            victim = pos.board.get(target) if target is not None else None
            if target is None or victim is None or victim[1] == tile[1]:
                continue
            if self.can_shoot(pos, start, target, kind, frozen):
                yield kind, target

    def areas(self, pos: Pos, start: int, frozen: frozenset[int]) -> Iterator[list[int]]:
        """AREA-3 to AREA-5: the victims of each usable group."""
        owner = pos.board[start][1]
        for members in self.rules.face(pos.board[start]).groups:
            victims = set()
            for kind, dx, dy in members:
                target = shift(start, dx, dy)
                if target is None or target not in pos.board:
                    continue
                if self.can_shoot(pos, start, target, kind, frozen):
                    victims.add(target)
            tiles = [pos.board[victim] for victim in victims]
            if any(tile[1] == owner and tile[0] in self.rules.dukes for tile in tiles):  # GUARD-5
                continue
            if self.rules.settings["area_needs"] == "enemy_tile" and all(tile[1] == owner for tile in tiles):
                continue
            if victims:
                yield sorted(victims)

    def commands(self, pos: Pos, start: int, frozen: frozenset[int]) -> Iterator[tuple[int, int]]:
        """CMD-1 to CMD-5: (from, to)."""
        tile = pos.board[start]
        offsets = self.rules.face(tile).commands
        if not offsets:
            return
        spots = sorted(q for q in (shift(start, dx, dy) for dx, dy in offsets) if q is not None)
        for source, target in itertools.permutations(spots, 2):
            mover, occupant = pos.board.get(source), pos.board.get(target)
            if mover is None or mover[1] != tile[1] or source in frozen:
                continue
            if self.rules.can(mover[0], "redeploy"):  # ENH-V-7
                continue
            if target in pos.mts or target == pos.dragon_square():
                continue
            if occupant is not None and (occupant[1] == tile[1] or target in frozen):
                continue
            if self.may_arrive(pos, tile[1], target, source in pos.flags):
                yield source, target

    def arrivals(
        self, pos: Pos, owner: int, own_square: int | None, carries: bool, frozen: frozenset[int]
    ) -> Iterator[int]:
        """ENH-III-2 to ENH-III-4: where an escaping (or ransomed) tile may arrive."""
        homes = HOMES[owner]
        both = all(h == own_square or (h in pos.board and pos.board[h][1] == owner) for h in homes)
        for home in homes:
            if home == own_square or home in pos.mts or home in pos.fts or home == pos.dragon_square():
                continue
            if not self.may_arrive(pos, owner, home, carries):
                continue
            occupant = pos.board.get(home)
            if occupant is None or (
                home not in frozen and (occupant[1] != owner or (both and occupant[0] not in self.rules.dukes))
            ):
                yield home

    def ransoms(self, pos: Pos, owner: int) -> list[str]:
        """ENH-IV-1: captured enemy types that can be given back; never a Duke (SETUP-1b, CUSTOM-6)."""
        taken = sorted(set(pos.off[1 - owner][0]) - self.rules.dukes)
        return [code for code in taken if self.rules.can(code, "ransom")]

    def payments(self, pos: Pos, square: int, frozen: frozenset[int]) -> Iterator[int | str]:
        """ENH-III-1: an own neighbour, or a ransom."""
        owner = pos.board[square][1]
        for near in adjacent(square):
            tile = pos.board.get(near)
            if tile and tile[1] == owner and near not in frozen and tile[0] not in self.rules.dukes:
                yield near
        yield from self.ransoms(pos, owner)

    def escapes(self, pos: Pos, square: int, frozen: frozenset[int]) -> Iterator[tuple[int | str, int, Pos]]:
        """(payment, destination, position after the payment)."""
        owner = pos.board[square][1]
        for pay in self.payments(pos, square, frozen):
            paid = pos.copy()
            if isinstance(pay, int):
                paid.remove(pay, "o")
            else:
                self.give_ransom(paid, owner, pay)
            for home in self.arrivals(paid, owner, square, square in pos.flags, frozen):
                yield pay, home, paid

    def give_ransom(self, pos: Pos, owner: int, code: str) -> None:
        """ENH-IV-3."""
        pos.take_off(1 - owner, code)
        pos.bags = change(pos.bags, 1 - owner, put(pos.bags[1 - owner], code))
