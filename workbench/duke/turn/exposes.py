"""Would a turn leave its own Duke open to capture (GUARD-2)?"""

from __future__ import annotations

from workbench.duke.board.compile import Rules, State, jit, jit_hot, jit_rare
from workbench.duke.board.geometry import start_mask
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
from workbench.duke.board.packed import arg_of, at_of, bit, first_row, flipped, has, kind_of, link_of, to_of, via_of
from workbench.duke.board.scratch import try_out
from workbench.duke.board.state import OVER
from workbench.duke.board.troops import key_at
from workbench.duke.rules.blocked import dragon_bit, push_step
from workbench.duke.rules.guard import attack, attacked
from workbench.duke.rules.place import is_in_guard
from workbench.duke.rules.strikes import area_victims
from workbench.duke.turn.effects import perform
from workbench.duke.turn.ends import end_by_objective


@jit_rare
def exposes_when_played(R: Rules, s: State, t: State, u: State, owner: int, turn: int) -> bool:
    """Play the turn on a scratch board, its flip included (FLIP-3), and look: right for every turn, but slower."""
    try_out(R, s, t)
    perform(R, t, owner, turn)
    if R.wins_apart:
        end_by_objective(R, t, owner)
    return t.phase != OVER and attack(R, t, 1 - owner)


@jit
def takes_enemy_duke(R: Rules, s: State, owner: int, turn: int) -> bool:
    """GUARD-4, DRAGON-10b: a turn that fells the enemy Duke is legal whatever it exposes; GO and COMMAND aside."""
    duke = s.duke[1 - owner]
    kind = kind_of(turn)
    if duke < 0 or not has(R.mortal, 1 - owner):
        return False
    if kind == STRIKE or kind == ESCAPE or kind == RANSOM:
        return to_of(turn) == duke
    if R.has_dragon and kind == PUSH:
        return R.terrain_kills and push_step(at_of(turn), s.dragon) == duke
    if R.has_area and kind == AREA:
        key = key_at(s, owner, at_of(turn))
        if link_of(turn) >= 0:
            key = flipped(key)  # in a chain it fires from its other face (LINK-2)
        hit = area_victims(R, s, R.slots[first_row(R.run[key]) + arg_of(turn)], s.frozen)
        return has(hit, duke)
    return False


@jit_hot
def going_exposes(R: Rules, s: State, t: State, u: State, owner: int, start: int, to: int, turn: int) -> bool:
    """The answer of `exposes` for a troop that goes from one square to another: nearly every turn of a game."""
    duke = s.duke[owner]
    if not has(R.guard, owner) or duke < 0:
        return False  # GUARD-11
    if to == s.duke[1 - owner] and has(R.mortal, 1 - owner):
        return False  # GUARD-4
    after = to if start == duke else duke
    if R.wins_apart or R.has_dread or R.duke_shield or (R.has_arrivals and has(start_mask(1 - owner), after)):
        return exposes_when_played(R, s, t, u, owner, turn)
    own, foe = s.occ[owner] & ~bit(start) | bit(to), s.occ[1 - owner] & ~bit(to)
    return attacked(R, s, 1 - owner, after, own, foe, dragon_bit(s), 0, 0)


@jit
def exposes(R: Rules, s: State, t: State, u: State, owner: int, turn: int) -> bool:
    """Whether the opponent could take the mover's Duke after this pseudo-legal opener."""
    duke = s.duke[owner]
    kind, at, to = kind_of(turn), at_of(turn), to_of(turn)
    if kind == GO or kind == COMMAND:
        return going_exposes(R, s, t, u, owner, via_of(turn) if kind == COMMAND else at, to, turn)
    if not has(R.guard, owner) or (duke < 0 and kind != RANSOM):
        return False  # GUARD-11; but a Ransom may bring the Duke back
    if takes_enemy_duke(R, s, owner, turn):
        return False  # GUARD-4
    if R.wins_apart:
        return exposes_when_played(R, s, t, u, owner, turn)
    if R.has_dread or R.duke_shield or (R.has_extra and (kind == PUSH or kind == ESCAPE or kind == RANSOM)):
        return exposes_when_played(R, s, t, u, owner, turn)
    if R.has_arrivals and has(start_mask(1 - owner), duke):
        return exposes_when_played(R, s, t, u, owner, turn)
    own, foe = s.occ[owner], s.occ[1 - owner]
    if kind == SUMMON:
        own = own & ~bit(at) | bit(to)
        foe &= ~bit(to)
    elif kind == STRIKE:
        foe &= ~bit(to)
    elif R.has_area and kind == AREA:
        key = key_at(s, owner, at)
        hit = area_victims(R, s, R.slots[first_row(R.run[key]) + arg_of(turn)], s.frozen)
        own &= ~hit
        foe &= ~hit
    elif kind == FLIP_BLANK or kind == ROTATE or kind == LINK_FLIP or kind == PASS_FLAG:
        return is_in_guard(R, s, owner)  # nothing on the board changes its square
    else:
        return exposes_when_played(R, s, t, u, owner, turn)
    return attacked(R, s, 1 - owner, duke, own, foe, dragon_bit(s), 0, 0)
