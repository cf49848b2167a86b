"""The Dragon between turns."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction

from .aftermath import Aftermath
from .geometry import between, name, shift, turned
from .position import Pos
from .text import format_squares

HALF = Fraction(1, 2)
FACINGS = "NESW"
DRAGON_MOVES = ((0, 1), (0, 2), (-1, 0), (1, 0))  # DRAGON-1
DRAGON_STRIKES = ((0, 1), (-1, 2), (0, 2), (1, 2), (-1, 3), (0, 3), (1, 3))


class DragonActs(Aftermath):
    """DRAGON-3 to DRAGON-13."""

    def dragon_targets(self, square: int, facing: str, offsets: tuple[tuple[int, int], ...]) -> Iterator[int]:
        for dx, dy in offsets:
            target = shift(square, *turned(dx, dy, FACINGS.index(facing)))
            if target is not None:
                yield target

    def prey(self, pos: Pos, square: int, facing: str, frozen: frozenset[int]) -> list[int]:
        """DRAGON-3."""
        found = []
        for target in self.dragon_targets(square, facing, DRAGON_MOVES):
            blocked = any(q in pos.board or q in pos.mts for q in between(square, target))
            if target in pos.board and not blocked and self.dragon_may_take(pos, square, target, frozen):
                found.append(target)
        return sorted(found)

    def dragon_may_take(self, pos: Pos, square: int, target: int, frozen: frozenset[int]) -> bool:
        return not (target in frozen or target in pos.flags or self.guarded(pos, square, target))

    def dragon_victims(self, pos: Pos, square: int, facing: str, frozen: frozenset[int]) -> list[int]:
        """DRAGON-12: the tiles that it can strike."""
        return sorted(
            target
            for target in self.dragon_targets(square, facing, DRAGON_STRIKES)
            if target in pos.board and self.can_shoot(pos, square, target, "strike", frozen)
        )

    def dragon_acts(self, pos: Pos) -> Iterator[tuple[Fraction, str, Pos]]:
        assert pos.dragon is not None
        square, facing, enraged, skip, reorient = pos.dragon
        own = {q for q, tile in pos.board.items() if tile[1] == pos.owner}
        frozen = self.covered(pos) | self.resting(pos) | (pos.frz & own)  # DREAD-1
        after = pos.copy()
        if skip:
            after.dragon = (square, facing, enraged, False, reorient)
            yield Fraction(1), "dr-", after
        elif enraged:
            yield from self.enraged_acts(after, frozen)
        elif reorient:
            facing = FACINGS[FACINGS.index(facing) - 2]
            after.dragon = (square, facing, False, False, False)
            yield Fraction(1), "dr=" + facing, after
        else:
            yield from self.calm_acts(after, frozen)

    def calm_acts(self, pos: Pos, frozen: frozenset[int]) -> Iterator[tuple[Fraction, str, Pos]]:
        assert pos.dragon is not None
        square, facing = pos.dragon[:2]
        prey = self.prey(pos, square, facing, frozen)
        if not prey:
            yield Fraction(1), "dr-", pos
        for target in prey:
            after = pos.copy()
            after.remove(target, "t")
            border = target % 6 in (0, 5) or target // 6 in (0, 5)  # DRAGON-4
            after.dragon = (target, facing, False, False, border)
            yield Fraction(1, len(prey)), "drx" + name(target), after

    def enraged_acts(self, pos: Pos, frozen: frozenset[int]) -> Iterator[tuple[Fraction, str, Pos]]:
        """DRAGON-12."""
        assert pos.dragon is not None
        square, facing = pos.dragon[:2]
        struck = list(self.dragon_strikes(pos, frozen, "dr"))
        if struck:
            yield from struck
            return
        sides = []
        for dx in (-1, 1):
            target = shift(square, *turned(dx, 0, FACINGS.index(facing)))
            if target is None or target in pos.flags:
                continue
            if target not in pos.board or self.dragon_may_take(pos, square, target, frozen):
                sides.append((target, FACINGS[(FACINGS.index(facing) + dx) % 4]))
        if not sides:
            yield Fraction(1), "dr-", pos
        for target, looks in sides:
            share = Fraction(1, len(sides))
            after = pos.copy()
            if target in pos.board:
                after.remove(target, "t")
                yield from self.calm_down(after, target, f"drx{name(target)}", share)
                continue
            after.dragon = (target, looks, True, False, False)
            text = "dr-" + name(target)
            struck = list(self.dragon_strikes(after, frozen, text))
            if not struck:
                yield share, text, after
            for probability, told, then in struck:
                yield share * probability, told, then

    def dragon_strikes(self, pos: Pos, frozen: frozenset[int], text: str) -> Iterator[tuple[Fraction, str, Pos]]:
        assert pos.dragon is not None
        square, facing = pos.dragon[:2]
        victims = self.dragon_victims(pos, square, facing, frozen)
        if not victims:
            return
        pairs = list(itertools.combinations(victims, min(2, len(victims))))
        for pair in pairs:
            after = pos.copy()
            for victim in pair:
                after.remove(victim, "t")
            told = f"{text}*{format_squares(pair)}"
            yield from self.calm_down(after, square, told, Fraction(1, len(pairs)))

    def calm_down(self, pos: Pos, square: int, text: str, probability: Fraction) -> Iterator[tuple[Fraction, str, Pos]]:
        """DRAGON-13."""
        for facing in "EW":
            after = pos.copy()
            after.dragon = (square, facing, False, False, False)
            yield probability * HALF, f"{text}={facing}", after

    def after_dragon(self, before: Pos, pos: Pos) -> Pos:
        """Step 12: what the Dragon's act ends; otherwise the next turn."""
        mover = before.owner
        if len(pos.board) < len(before.board):
            pos.np = 0
        eaten = [
            owner
            for owner in (0, 1)
            if self.duke_square(before, owner) is not None and self.duke_square(pos, owner) is None
        ]
        eaten = [owner for owner in eaten if self.rules.mortal(owner)]
        hunt = self.hunt_result(pos) if self.rules.objective == "robin_hood" else ("", "")
        if eaten and self.rules.terrain_kills:  # WIN-2
            both = len(eaten) == 2 or hunt[1]
            return self.over(pos, mover, *(("=", "both") if both else ("NS"[eaten[0]], "eaten")))
        dukes = [owner for owner in (0, 1) if self.duke_square(pos, owner) is not None]
        if eaten and not dukes and self.rules.objective != "robin_hood":
            return self.over(pos, mover, "=", "both")
        rider = self.rules.objective == "dark_rider"
        winner, reason = self.rider_result(pos) if rider else self.troops_result(pos)
        winner, reason = hunt if hunt[1] else (winner, reason)
        return self.over(pos, mover, winner, reason) if reason else self.next_turn(pos, mover)
