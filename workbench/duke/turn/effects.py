"""What an opener does to the board: steps 3 to 8 of the turn pipeline (ledger section T)."""

from __future__ import annotations

from workbench.duke.board.compile import Rules, State, jit
from workbench.duke.board.kinds import (
    AREA,
    COMMAND,
    ESCAPE,
    FLIP_BLANK,
    GO,
    LINK_FLIP,
    PASS_FLAG,
    PUSH,
    RANSOM,
    ROTATE,
    STRIKE,
    SUMMON,
)
from workbench.duke.board.packed import FLIP, arg2_of, arg_of, at_of, first_row, has, kind_of, link_of, to_of, via_of
from workbench.duke.board.state import BOTH, BY_OPPONENT, BY_OWN, EATEN, NO_SQUARE, RIDER
from workbench.duke.board.tables import DARK_RIDER
from workbench.duke.board.troops import end, flip, key_at, take, take_enemy
from workbench.duke.rules.dragon import push
from workbench.duke.rules.escape import escape, ransom
from workbench.duke.rules.flags import pass_flag, relocate
from workbench.duke.rules.redeploy import rotate
from workbench.duke.rules.strikes import area_victims
from workbench.duke.rules.summon import summon


@jit
def fire_area(R: Rules, s: State, owner: int, at: int, slot_number: int) -> None:
    """Remove every victim of the group at once (AREA-3, AREA-5)."""
    key = key_at(s, owner, at)
    hit = area_victims(R, s, R.slots[first_row(R.run[key]) + slot_number], s.frozen)
    for square in range(36):
        if has(hit, square):
            if has(s.occ[owner], square):
                take(R, s, owner, square, BY_OWN)
            else:
                take_enemy(R, s, owner, square, BY_OPPONENT)


@jit
def go(R: Rules, s: State, owner: int, start: int, to: int, flips: int) -> None:
    """A troop goes, capturing an enemy that stands there (CAP-1)."""
    take_enemy(R, s, owner, to, BY_OPPONENT)
    relocate(R, s, owner, start, to, flips)


@jit
def shove(R: Rules, s: State, owner: int, at: int, facing: int) -> None:
    """A push; an enemy Duke under the Dragon loses at once (DRAGON-10b, WIN-2), other troops are merely lost."""
    had_duke = s.duke[1 - owner] >= 0
    push(R, s, owner, at, facing)
    if had_duke and s.duke[1 - owner] < 0 and has(R.mortal, 1 - owner):
        if R.terrain_kills:
            end(s, owner, EATEN)
        elif R.mortal == 3 and s.duke[owner] < 0:
            end(s, -1, BOTH)  # WIN-2: nobody is left who could win
    if R.objective == DARK_RIDER and s.n[1] == 0:
        end(s, 0, RIDER)  # RIDER-8


@jit
def perform(R: Rules, s: State, owner: int, turn: int) -> None:
    """Play an opener that needs no draw. The used tile flips last (FLIP-1), also in a turn that wins."""
    kind, at, to = kind_of(turn), at_of(turn), to_of(turn)
    link = link_of(turn)
    if link >= 0:
        flip(R, s, owner, link)
        flip(R, s, owner, at)
    used = at  # where the tile that flips stands in the end; NO_SQUARE: none (FLIP-2)
    if kind == GO:
        go(R, s, owner, at, to, FLIP)
        used = NO_SQUARE
    elif kind == STRIKE:
        take_enemy(R, s, owner, to, BY_OPPONENT)  # a Flag stays there (STRIKE-4)
    elif kind == AREA:
        fire_area(R, s, owner, at, arg_of(turn))  # from where it stands (AREA-6)
    elif kind == COMMAND:
        go(R, s, owner, via_of(turn), to, 0)  # its side stays (CMD-6): the commander flips
    elif kind == PUSH:
        used = s.dragon
        shove(R, s, owner, at, arg2_of(turn))
    elif kind == FLIP_BLANK:
        used = at
    elif kind == SUMMON:
        summon(R, s, owner, at, to)
        used = to if link >= 0 else NO_SQUARE
    elif kind == ESCAPE:
        escape(R, s, owner, at, via_of(turn), arg_of(turn) - 1, to)
        used = NO_SQUARE
    elif kind == RANSOM:
        ransom(R, s, owner, arg_of(turn), arg2_of(turn), to)
        used = NO_SQUARE
    elif kind == ROTATE:
        rotate(R, s, owner, at, arg_of(turn))
        used = at if link >= 0 else NO_SQUARE  # LINK-4
    elif kind == LINK_FLIP:
        flip(R, s, owner, via_of(turn))
    elif kind == PASS_FLAG:
        pass_flag(R, s, owner, to)  # the whole turn (TROPHY-6)
        used = NO_SQUARE
    if used != NO_SQUARE:
        flip(R, s, owner, used)
