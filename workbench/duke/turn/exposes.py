"""Would a turn leave its own Duke open to capture (GUARD-2)?"""

from __future__ import annotations

from workbench.duke.board.compile import Rules, State, jit, jit_hot
from workbench.duke.board.kinds import (
    AREA,
    COMMAND,
    ESCAPE,
    GO,
    PUSH,
    RANSOM,
    STRIKE,
    SUMMON,
    arg_of,
    at_of,
    kind_of,
    link_of,
    to_of,
    via_of,
)
from workbench.duke.board.scratch import try_out
from workbench.duke.board.state import FLIP, OVER
from workbench.duke.board.troops import key_at
from workbench.duke.rules.dragon import push_step
from workbench.duke.rules.guard import attack, attacked, home_squares
from workbench.duke.rules.moves import dragon_bit
from workbench.duke.rules.place import is_in_guard
from workbench.duke.rules.strikes import area_victims
from workbench.duke.turn.effects import perform


@jit
def exposes_when_played(R: Rules, s: State, t: State, u: State, owner: int, turn: int) -> bool:
    """Play the turn on a scratch board and look: right for every turn, but slower."""
    try_out(R, s, t)
    perform(R, t, owner, turn)
    return t.phase != OVER and attack(R, t, 1 - owner)


@jit_hot
def takes_enemy_duke(R: Rules, s: State, owner: int, turn: int) -> bool:
    """GUARD-4, DRAGON-10b: a turn that fells the enemy Duke is legal whatever it exposes."""
    duke = s.duke[1 - owner]
    kind = kind_of(turn)
    if duke < 0:
        return False
    if kind == GO or kind == STRIKE or kind == COMMAND or kind == ESCAPE or kind == RANSOM:
        return to_of(turn) == duke
    if kind == PUSH:
        return push_step(at_of(turn), s.dragon) == duke
    if kind == AREA:
        key = key_at(s, owner, at_of(turn))
        if link_of(turn) >= 0:
            key ^= FLIP  # in a chain it fires from its other face (LINK-2)
        hit = area_victims(R, s, R.slots[(R.run[key] >> 8) + arg_of(turn)], s.frozen)
        return hit >> duke & 1 != 0
    return False


@jit_hot
def exposes(R: Rules, s: State, t: State, u: State, owner: int, turn: int) -> bool:
    """Whether the opponent could take the mover's Duke after this pseudo-legal opener."""
    duke = s.duke[owner]
    if duke < 0 or takes_enemy_duke(R, s, owner, turn):
        return False  # GUARD-11, GUARD-4
    kind, at, to = kind_of(turn), at_of(turn), to_of(turn)
    start = via_of(turn) if kind == COMMAND else at
    after = to if (kind == GO or kind == COMMAND) and start == duke else duke
    if R.has_dread or R.duke_shield or kind == PUSH or kind == ESCAPE or kind == RANSOM:
        return exposes_when_played(R, s, t, u, owner, turn)
    if R.has_arrivals and home_squares(1 - owner) >> after & 1:
        return exposes_when_played(R, s, t, u, owner, turn)
    own, foe = s.occ[owner], s.occ[1 - owner]
    if kind == GO or kind == COMMAND or kind == SUMMON:
        own = own & ~(1 << start) | 1 << to
        foe &= ~(1 << to)
    elif kind == STRIKE:
        foe &= ~(1 << to)
    elif kind == AREA:
        key = key_at(s, owner, at)
        hit = area_victims(R, s, R.slots[(R.run[key] >> 8) + arg_of(turn)], s.frozen)
        own &= ~hit
        foe &= ~hit
    else:
        return is_in_guard(R, s, owner)  # nothing on the board changes its square
    return attacked(R, s, 1 - owner, after, own, foe, dragon_bit(s), 0, 0)
