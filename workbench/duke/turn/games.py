"""How a game begins, and how it goes on to its next decision."""

from __future__ import annotations

from workbench.duke.board.compile import Past, Rules, State, jit
from workbench.duke.board.luck import seed_streams
from workbench.duke.board.state import FIRST_LUCK, OVER, TURN
from workbench.duke.board.tables import DYNASTIC_DISPUTE
from workbench.duke.board.troops import end
from workbench.duke.turn.chance import resolve
from workbench.duke.turn.ends import remember, turn_limit
from workbench.duke.turn.legal import end_without_turn, has_turn
from workbench.duke.turn.setup import begin, shuffle_bag


@jit
def new_game(R: Rules, s: State, seed: int, game: int, south_army: int, top_south: int, top_north: int) -> None:
    """Start game number `game` of a seed: shuffled bags, first set-up choice.

    `south_army` is 1 when the second army sits South: luck follows the army. `top_south` and `top_north` force a place
    of the bag to be drawn first (-1: none).
    """
    begin(R, s)
    seed_streams(s, seed, game, south_army)
    if R.objective != DYNASTIC_DISPUTE:
        force_top(s, 0, top_south)
        force_top(s, 1, top_north)


@jit
def force_top(s: State, owner: int, place: int) -> None:
    """Shuffle a bag by place, then bring one place to the top."""
    tile_type = s.bag[owner, place] if place >= 0 else -1
    if place < 0:
        shuffle_bag(s, owner)
        return
    s.bag[owner, place] += 4096  # marked, to be found again after the shuffle
    shuffle_bag(s, owner)
    last = s.nbag[owner] - 1
    for i in range(s.nbag[owner]):
        if s.bag[owner, i] >= 4096:
            s.bag[owner, i] = s.bag[owner, last]
            s.bag[owner, last] = tile_type
            return


@jit
def advance(R: Rules, s: State, t: State, u: State, past: Past) -> None:
    """Go on to the next decision: resolve chance, and end a game whose limit is reached (TURN-5, after TURN-4)."""
    while FIRST_LUCK <= s.phase < OVER:
        resolve(R, s)
    if s.phase == TURN:
        remember(R, s, past)
        limit = turn_limit(R, s, past)
        if limit:
            if has_turn(R, s, t, u):
                end(s, -1, limit)
            else:
                end_without_turn(R, s)
