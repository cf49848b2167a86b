"""The turns that may be opened."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from .geometry import adjacent, name
from .guard import Guard
from .position import Pos, Tile, change
from .rules import (
    AREA,
    COMMAND,
    DIVINE,
    DRAW,
    ESCAPE,
    FLIP,
    LINK_CALL,
    LINK_FLIP,
    MOVE,
    PASS_FLAG,
    PUSH,
    RANSOM,
    REDEPLOY,
    ROTATE,
    STRIKE,
    SUMMON,
    Turn,
)
from .text import format_squares


class Openers(Guard):
    """Kinds 7 to 22 of section A."""

    def openers(self, pos: Pos, guard: bool = True) -> Iterator[Turn]:
        """All turns that may be opened, kind by kind only after sorting by `kind` (the sort is stable)."""
        frozen = self.frozen(pos)
        for turn in self.raw_openers(pos, frozen, guard):
            free = turn.win or not guard or turn.chance not in ("", "?facing")
            if free or self.safe(turn.pos, pos.owner) or self.ends_by_objective(pos, turn):  # TURN-3
                yield turn

    def ends_by_objective(self, pos: Pos, turn: Turn) -> bool:
        """Whether the turn wins by points, a trophy or a hunt."""
        after = turn.pos.copy()
        if self.scores_coup(after, pos.owner, turn.moved):
            after.scores = change(after.scores, pos.owner, after.scores[pos.owner] + 1)
        return bool(self.objective_result(after, pos.owner, pos.flags)[1])

    def scores_coup(self, pos: Pos, mover: int, moved: tuple[tuple[int | None, int], ...]) -> bool:
        raise NotImplementedError

    def objective_result(self, pos: Pos, mover: int, flags_before: tuple[int | None, int | None]) -> tuple[str, str]:
        raise NotImplementedError

    def raw_openers(self, pos: Pos, frozen: frozenset[int], guard: bool) -> Iterator[Turn]:
        owner = pos.owner
        able = [square for square in pos.squares(owner) if square not in frozen]
        for square in able:
            for turn in self.uses(pos, square, frozen, guard):
                if turn.flips and turn.user is not None:
                    turn.pos.flip(turn.user)
                yield turn
        if self.can_draw(pos, owner, frozen, guard):
            yield Turn(DRAW, "+", pos.copy(), chance="?draw")
        for square in able:
            yield from self.flips(pos, square, frozen, guard)
        yield from self.ransom_turns(pos, frozen)
        for square in able:
            yield from self.link_flips(pos, square, frozen, guard)
        for square in able:
            yield from self.flag_passes(pos, square, frozen)

    def uses(self, pos: Pos, square: int, frozen: frozenset[int], guard: bool) -> Iterator[Turn]:
        """Kinds 7-11, 14, 16, 18, 19: what the tile on `square` does. Its last flip is left to the caller."""
        yield from self.go_turns(pos, square, frozen)
        yield from self.shot_turns(pos, square, frozen)
        yield from self.command_turns(pos, square, frozen)
        yield from self.push_turns(pos, square, frozen)
        yield from self.summon_turns(pos, square)
        yield from self.escape_turns(pos, square, frozen)
        yield from self.redeploy_turns(pos, square, frozen, guard)

    def win_for(self, tile: Tile | None) -> str:
        """WIN-1, WIN-2b: does the capture of this enemy tile end the game?"""
        return "duke" if tile and tile[0] in self.rules.dukes and self.rules.mortal(tile[1]) else ""

    def go_turns(self, pos: Pos, square: int, frozen: frozenset[int]) -> Iterator[Turn]:
        for icon, target in self.goes(pos, square, frozen):
            after = pos.copy()
            victim = after.remove(target, "x") if target in after.board else None
            after.relocate(square, target)
            yield Turn(
                MOVE,
                name(square) + ("x" if victim else "-") + name(target),
                after,
                user=target,
                flips=True,
                moved=((square, target),),
                progress=victim is not None,
                win=self.win_for(victim),
                icon=icon,
                target=target,
                source=square,
            )

    def shot_turns(self, pos: Pos, square: int, frozen: frozenset[int]) -> Iterator[Turn]:
        for icon, target in self.strikes(pos, square, frozen):
            after = pos.copy()
            victim = after.remove(target, "x")
            yield Turn(
                STRIKE,
                f"{name(square)}*{name(target)}",
                after,
                user=square,
                flips=True,
                progress=True,
                win=self.win_for(victim),
                icon=icon,
                target=target,
                source=square,
            )
        owner = pos.board[square][1]
        for victims in self.areas(pos, square, frozen):
            after = pos.copy()
            fallen = [after.remove(q, "o" if pos.board[q][1] == owner else "x") for q in victims]  # AREA-5
            win = max((self.win_for(tile) for tile in fallen if tile[1] != owner), default="")
            yield Turn(
                AREA,
                f"{name(square)}**{format_squares(victims)}",
                after,
                user=square,
                flips=True,
                progress=True,
                win=win,
                source=square,
            )

    def command_turns(self, pos: Pos, square: int, frozen: frozenset[int]) -> Iterator[Turn]:
        for source, target in self.commands(pos, square, frozen):
            after = pos.copy()
            victim = after.remove(target, "x") if target in after.board else None
            after.relocate(source, target)
            text = f"{name(square)}:{name(source)}{'x' if victim else '-'}{name(target)}"
            yield Turn(
                COMMAND,
                text,
                after,
                user=square,
                flips=True,
                moved=((source, target),),
                progress=victim is not None,
                win=self.win_for(victim),
                target=target,
                source=source,
            )

    def push_turns(self, pos: Pos, square: int, frozen: frozenset[int]) -> Iterator[Turn]:
        """DRAGON-9 to DRAGON-11, DRAGON-14, DRAGON-15."""
        for kind, target, beyond in self.pushes(pos, square, frozen):
            yield from self.push(pos, square, target, beyond, kind, frozen)

    def push(
        self, pos: Pos, square: int, target: int, beyond: int, kind: str, frozen: frozenset[int]
    ) -> Iterator[Turn]:
        assert pos.dragon is not None
        owner = pos.board[square][1]
        facing = pos.dragon[1]
        text = f"{name(square)}>{name(target)}"
        moved = ((square, target),)
        troop = pos.board.get(beyond)
        if troop is None:
            for letter, looks in (("s", "SN"[owner]), ("o", "NS"[owner])):
                after = pos.copy()
                after.relocate(square, target)
                after.dragon = (beyond, looks, True, True, False)
                yield Turn(
                    PUSH,
                    text + letter,
                    after,
                    user=target,
                    flips=True,
                    moved=moved,
                    icon=kind,
                    target=target,
                    source=square,
                )
            return
        own_duke = troop[1] == owner and troop[0] in self.rules.dukes
        if beyond in frozen or beyond in pos.fts or own_duke:  # DRAGON-9, DRAGON-10
            return
        after = pos.copy()
        after.remove(beyond, "t")
        after.relocate(square, target)
        after.dragon = (beyond, facing, False, True, False)
        win = "eaten" if self.win_for(troop) and self.rules.terrain_kills else ""  # DRAGON-10b
        bereft = self.duke_square(pos, owner) is None and self.rules.objective != "robin_hood"
        if self.win_for(troop) and not self.rules.terrain_kills and bereft:
            win = "both"  # WIN-2: no Duke is left
        yield Turn(
            PUSH,
            text,
            after,
            user=target,
            flips=True,
            moved=moved,
            progress=True,
            chance="" if win else "?facing",
            win=win,
            icon=kind,
            target=target,
            source=square,
        )

    def summon_turns(self, pos: Pos, square: int) -> Iterator[Turn]:
        """ENH-I; CUSTOM-6."""
        code, owner = pos.board[square][:2]
        duke = self.duke_square(pos, owner)
        if not self.rules.can(code, "summon") or code in self.rules.dukes or duke is None:
            return
        stays = [square] if self.rules.settings["summon"] == "may" else []  # ENH-I-2
        for target in [*filter(pos.is_open, adjacent(duke)), *stays]:
            after = pos.copy()
            if target != square:
                after.relocate(square, target)
            after.flip(duke)
            yield Turn(
                SUMMON,
                f"{name(square)}^{name(target)}",
                after,
                user=target,
                moved=((square, target),),
                target=target,
                source=square,
            )

    def escape_turns(self, pos: Pos, square: int, frozen: frozenset[int]) -> Iterator[Turn]:
        code, owner, _, rot = pos.board[square]
        if not self.rules.can(code, "escape"):
            return
        for pay, home, paid in self.escapes(pos, square, frozen):
            after = paid.copy()
            victim = self.clear_home(after, owner, home)
            after.relocate(square, home)
            after.board[home] = (code, owner, 0, rot)
            cost = name(pay) if isinstance(pay, int) else pay
            enemy = victim is not None and victim[1] != owner
            yield Turn(
                ESCAPE,
                f"{name(square)}&{cost}{'x' if enemy else '-'}{name(home)}",
                after,
                user=home,
                moved=((square, home),),
                progress=isinstance(pay, int) or victim is not None,
                win=self.win_for(victim) if enemy else "",
                target=home,
                source=square,
                pay=pay,
            )

    def clear_home(self, pos: Pos, owner: int, home: int) -> Tile | None:
        """Captures or evicts whoever stands where a tile arrives (ENH-III-2)."""
        occupant = pos.board.get(home)
        return pos.remove(home, "o" if occupant[1] == owner else "x") if occupant else None

    def redeploy_turns(self, pos: Pos, square: int, frozen: frozenset[int], guard: bool) -> Iterator[Turn]:
        code, owner, side, rot = pos.board[square]
        if not self.rules.can(code, "redeploy"):
            return
        if code not in self.rules.dukes and self.can_draw(pos, owner, frozen, guard, lifted=square):
            yield Turn(REDEPLOY, name(square) + "%", pos.copy(), chance="?redeploy:" + name(square), source=square)
        for mark, step in (("<", -1), (">", 1)):  # ENH-V-5
            after = pos.copy()
            after.board[square] = (code, owner, side, (rot + step) % 4)
            yield Turn(ROTATE, name(square) + mark, after, user=square, source=square)

    def flips(self, pos: Pos, square: int, frozen: frozenset[int], guard: bool) -> Iterator[Turn]:
        """DIVINE, LINK_CALL, and the plain FLIP where NOICON-3 allows it."""
        tile = pos.board[square]
        code, _, side, _ = tile
        divines = side == 1 and self.rules.can(code, "divination")
        links = side == 1 and code in self.rules.linked
        blank = self.rules.face(tile).blank
        if not (divines or links or blank):
            return
        after = pos.copy()
        after.flip(square)
        divinations = list(self.divinations(pos, square, frozen, guard))
        calls = links and self.can_call(after, square, frozen, guard)
        if (blank and not divinations and not calls) or (links and not calls):
            yield Turn(FLIP, name(square) + "~", after, source=square)
        yield from divinations
        if calls:
            chance = "?call:" + name(square)
            yield Turn(LINK_CALL, name(square) + "~+", after.copy(), chance=chance, source=square)

    def divinations(self, pos: Pos, square: int, frozen: frozenset[int], guard: bool) -> Iterator[Turn]:
        """ENH-II-1; also for a linked tile in a chain, whose flip back this is (LINK-2)."""
        code, owner, side, _ = pos.board[square]
        if side != 1 or not self.rules.can(code, "divination"):
            return
        after = pos.copy()
        after.flip(square)
        if self.can_divine(after, owner, frozen, guard):
            yield Turn(DIVINE, name(square) + "?", after, chance="?divine", source=square)

    def ransom_turns(self, pos: Pos, frozen: frozenset[int]) -> Iterator[Turn]:
        """ENH-IV-2 (b)."""
        owner = pos.owner
        back = [code for code in sorted(set(pos.off[owner][0])) if self.rules.can(code, "escape")]
        for give, code in itertools.product(self.ransoms(pos, owner), back):
            for home in self.arrivals(pos, owner, None, False, frozen):
                after = pos.copy()
                self.give_ransom(after, owner, give)
                after.take_off(owner, code)
                victim = self.clear_home(after, owner, home)
                after.board[home] = (code, owner, 0, 0)
                enemy = victim is not None and victim[1] != owner
                yield Turn(
                    RANSOM,
                    f"${give}:{code}{'x' if enemy else '-'}{name(home)}",
                    after,
                    moved=((None, home),),
                    progress=victim is not None,
                    win=self.win_for(victim) if enemy else "",
                    target=home,
                )

    def link_flips(self, pos: Pos, square: int, frozen: frozenset[int], guard: bool) -> Iterator[Turn]:
        """LINK-2 to LINK-5."""
        code, _, side, _ = pos.board[square]
        if code not in self.rules.linked or side != 0:
            return
        for linked in self.linked_tiles(pos, square, frozen):
            text = f"{name(square)}~{name(linked)}"
            flipped = pos.copy()
            flipped.flip(square)
            flipped.flip(linked)
            yield Turn(LINK_FLIP, text, flipped.copy(), source=square, target=linked)
            for turn in (*self.uses(flipped, linked, frozen, guard), *self.divinations(flipped, linked, frozen, guard)):
                if turn.user is not None and turn.kind != ESCAPE:
                    turn.pos.flip(turn.user)
                yield turn._replace(
                    kind=LINK_FLIP,
                    text=f"{text}/{turn.text}",
                    source=square,
                    target=linked,
                    icon=str(turn.kind),
                )

    def flag_passes(self, pos: Pos, square: int, frozen: frozenset[int]) -> Iterator[Turn]:
        """FLAG-3, FLAG-7."""
        if square not in pos.flags:
            return
        owner = pos.board[square][1]
        for near in adjacent(square):
            tile = pos.board.get(near)
            if not tile or tile[1] != owner or near in frozen:
                continue
            if near not in pos.fts and near not in pos.flags:
                after = pos.copy()
                after.flags = tuple(near if flag == square else flag for flag in pos.flags)  # type: ignore
                yield Turn(PASS_FLAG, f"{name(square)}#{name(near)}", after, source=square, target=near)
