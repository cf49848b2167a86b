"""How games end after a turn: points, edges, empty boards, and the limits of length."""

from __future__ import annotations

from workbench.duke.board.compile import Past, Rules, State, jit
from workbench.duke.board.geometry import FAR_EDGE, NEAR_EDGE
from workbench.duke.board.luck import beside, fold, fold_mask
from workbench.duke.board.packed import bit, has, hash_mark, type_of
from workbench.duke.board.state import (
    BOTH,
    BY_OPPONENT,
    COUP,
    EATEN,
    EDGE,
    HISTORY,
    MAX_TURNS,
    NO_PROGRESS,
    NO_TROOPS,
    OVER,
    REASONS,
    REPETITION,
    RIDER,
    RIDER_DEAD,
    RIDERS_TOLL,
    TROPHY,
)
from workbench.duke.board.tables import COUNTING_COUP, DARK_RIDER, TROPHY_HUNTERS
from workbench.duke.board.troops import BOXED, DECLINED, STORE_LANE, end, store_hash
from workbench.duke.rules.dragon import bit_count

VILLAINS = REASONS.index("villains")


@jit
def end_if_empty(s: State) -> None:
    """COUP-8, TROPHY-5: all troops lost is a loss; both at once a draw."""
    if s.n[0] == 0 or s.n[1] == 0:
        winner = -1
        if s.n[0] > 0:
            winner = 0
        elif s.n[1] > 0:
            winner = 1
        end(s, winner, NO_TROOPS)


@jit
def end_if_rider_won(R: Rules, s: State) -> None:
    """RIDER-4 to RIDER-6, RIDER-8, RIDER-9: Pikemen home or a rider lost win for South, Pikemen lost for North."""
    captured = 0
    for tile_type in range(R.types):
        captured += s.off[0, BY_OPPONENT, tile_type]
    if s.n[1] == 0:
        end(s, 0, RIDER)  # RIDER-4, RIDER-8
    elif bit_count(s.occ[0] & FAR_EDGE) >= 3:
        end(s, 0, EDGE)  # RIDER-5
    elif captured >= 3:
        end(s, 1, RIDERS_TOLL)  # RIDER-6
    elif R.rider_dead_draws and s.occ[0] & ~FAR_EDGE == 0:
        end(s, -1, RIDER_DEAD)  # RIDER-9: no Pikeman is left that could act or be captured


@jit
def is_hunt_over(R: Rules, s: State) -> bool:
    """Whether none of the hunted tiles of Robin Hood is in play (ROBIN-3)."""
    if R.hunters == 0:
        return False
    prey = 1 if R.hunters == 1 else 0
    for i in range(s.n[prey]):
        if has(R.hunted, type_of(s.tiles[prey, i])):
            return False
    return True


@jit
def end_by_objective(R: Rules, s: State, owner: int) -> None:
    """Step 10 of the pipeline, after owner's turn."""
    if s.phase == OVER:
        return
    if R.objective == COUNTING_COUP and s.scored:
        s.score[owner] += 1
        if s.score[owner] >= 3:
            end(s, owner, COUP)  # COUP-3
            return
    if R.objective == TROPHY_HUNTERS:
        flag = s.flag[1 - owner]
        if flag >= 0 and has(s.occ[owner], flag) and has(FAR_EDGE if owner else NEAR_EDGE, flag):
            end(s, owner, TROPHY)  # TROPHY-7
            return
    if R.has_flags:
        end_if_empty(s)
    elif R.objective == DARK_RIDER:
        end_if_rider_won(R, s)
    elif is_hunt_over(R, s):
        end(s, 0 if R.hunters == 1 else 1, VILLAINS)


@jit
def end_by_dragon(R: Rules, s: State, south_had_duke: int, north_had_duke: int) -> None:
    """Step 12: Dukes eaten (WIN-2), troops all gone, the rider eaten (RIDER-8)."""
    if R.has_flags:
        end_if_empty(s)
        return
    if R.objective == DARK_RIDER:
        end_if_rider_won(R, s)
        return
    south_lost = south_had_duke and s.duke[0] < 0 and has(R.mortal, 0)
    north_lost = north_had_duke and s.duke[1] < 0 and has(R.mortal, 1)
    hunted_down = is_hunt_over(R, s)
    if not R.terrain_kills:
        if R.mortal == 3 and (south_lost or north_lost) and s.duke[0] < 0 and s.duke[1] < 0:
            end(s, -1, BOTH)
        south_lost, north_lost = False, False
    if (south_lost and north_lost) or (hunted_down and (south_lost or north_lost)):
        end(s, -1, BOTH)
    elif hunted_down:
        end(s, 0 if R.hunters == 1 else 1, VILLAINS)
    elif south_lost:
        end(s, 1, EATEN)
    elif north_lost:
        end(s, 0, EATEN)


@jit
def hash_stores(R: Rules, s: State) -> int:
    """Tiles out of play, boxed and declined, from scratch. What is left is the bags and the pool."""
    total = 0
    for owner in range(2):
        for tile_type in range(R.types):
            for captor in range(3):
                total += s.off[owner, captor, tile_type] * store_hash(R, owner, captor, tile_type)
            total += s.boxed[owner, tile_type] * store_hash(R, owner, BOXED, tile_type)
            total += has(s.declined[owner], tile_type) * store_hash(R, owner, DECLINED, tile_type)
    return total & STORE_LANE


@jit
def position_hash(R: Rules, s: State) -> int:
    """The repetition key (TURN-5b): the troops, and whatever else this game has that can change back."""
    rest = 17 + s.to_move
    if R.has_dread:
        rest = fold_mask(rest, s.held)
    if R.has_dragon:
        marks = beside(beside(s.enraged, s.skip, 1), s.reorient, 1)
        rest = fold(rest, beside(beside(s.dragon + 1, s.facing, 2), marks, 3))
    if R.has_flags:
        rest = fold(rest, beside(beside(s.flag[0] + 1, s.flag[1] + 1, 6), beside(s.score[0], s.score[1], 3), 6))
    if s.recurrent:
        rest ^= s.stores_hash
    return s.hash ^ rest


@jit
def hash_board(R: Rules, s: State) -> int:
    """The hash of the troops, from scratch: what `hash` of the state must be after any turn."""
    total = 0
    for owner in range(2):
        for i in range(s.n[owner]):
            total ^= R.hash[s.tiles[owner, i]]
    return total


@jit
def is_beyond_return(R: Rules, s: State) -> bool:
    """Whether this turn made sure that no earlier position can come back.

    A tile off the board returns only by Ransom; a placed one goes back to its bag only by Redeploy.
    """
    if R.nransom == 0 and s.lost_any:
        return True
    return s.idle == 0 and not s.recurrent


@jit
def remember(R: Rules, s: State, past: Past) -> None:
    """Enter a turn's position in the past, if it is asked for. Most are new: `seen` tells so without a look at all."""
    if not R.repetition:
        return
    room = len(past.hashes)
    if s.past_from == s.past_to:
        s.seen = 0
    else:
        s.seen |= bit(hash_mark(past.hashes[(s.past_to - 1) % room]))
    past.hashes[s.past_to % room] = position_hash(R, s)
    s.past_to += 1


@jit
def is_repeated(R: Rules, s: State, past: Past) -> bool:
    """Whether the newest position of the past stands there `repetition` times."""
    last, room = s.past_to - 1, len(past.hashes)
    first = max(s.past_from, s.past_to - HISTORY)
    if last - first < 2 * R.repetition - 2:
        return False
    newest = past.hashes[last % room]
    if not has(s.seen, hash_mark(newest)):
        return False
    times = 0
    for n in range(first + (last - first) % 2, last + 1, 2):  # every other position has the other player to move
        times += past.hashes[n % room] == newest
    return times >= R.repetition


@jit
def turn_limit(R: Rules, s: State, past: Past) -> int:
    """The first limit of TURN-5 that is reached, as a reason, or 0."""
    if R.repetition and is_repeated(R, s, past):
        return REPETITION
    if R.no_progress and s.idle >= R.no_progress:
        return NO_PROGRESS
    if R.max_turns and s.ply >= R.max_turns:
        return MAX_TURNS
    return 0
