"""The record of a game in play: everything that changes, as int64 fields."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from workbench.objectives import Objective

MAX_TYPES = 60
SQUARES = 36
MAX_TROOPS = SQUARES
MAX_BAG = 128
HISTORY = 1024  # repetition looks back at most so many turns
LINE = 4096  # room for them and for the turns of the longest look-ahead
TAPE = 16

NO_SQUARE = 63

# Phases, in the words of docs/notation.md
(
    TURN,
    DRAFT,
    SET_DUKE,
    SET_STARTERS,
    SET_PIKEMEN,
    SET_RIDER,
    SET_FLAG,
    PLACING,
    ASKING,
    DIVINING,
    HOPPING,
    LUCK_MOUNTAIN,
    LUCK_FORT,
    LUCK_NEST,
    LUCK_DRAW,
    LUCK_REDEPLOY,
    LUCK_DIVINE,
    LUCK_CALL,
    LUCK_FACING,
    LUCK_DRAGON,
    OVER,
) = range(21)
FIRST_LUCK = LUCK_MOUNTAIN

# Captors of tiles out of play (CAP-1)
BY_OPPONENT, BY_OWN, BY_TERRAIN = range(3)

# Reasons for the end
_OF_OBJECTIVES = (reason for objective in Objective for reason in objective.row.reasons)
_OF_LENGTH = ("no-troops", "repetition", "no-progress", "max-turns")
REASONS = ("", "duke", "mate", "stuck", "eaten", "both", *_OF_OBJECTIVES, *_OF_LENGTH)
NO_REASON, DUKE, MATE, STUCK, EATEN, BOTH = range(6)
COUP, TROPHY = REASONS.index("coup"), REASONS.index("trophy")
RIDER, EDGE, RIDERS_TOLL = REASONS.index("rider"), REASONS.index("edge"), REASONS.index("riders-toll")
RIDER_DEAD = REASONS.index("rider-dead")
NO_TROOPS, REPETITION, NO_PROGRESS, MAX_TURNS = range(REASONS.index("no-troops"), len(REASONS))

# Facings of the Dragon
FACE_NORTH, FACE_EAST, FACE_SOUTH, FACE_WEST = range(4)

STATE = np.dtype(
    [
        ("occ", np.int64, (2,)),  # squares of each owner's troops
        ("n", np.int64, (2,)),  # how many troops each owner has on the board
        ("tiles", np.int64, (2, MAX_TROOPS)),  # their keys
        ("where", np.int64, (SQUARES,)),  # square -> index in its owner's list
        ("duke", np.int64, (2,)),  # square of each Duke, or -1
        ("nbag", np.int64, (2,)),
        ("bag", np.int64, (2, MAX_BAG)),  # hidden order; the last is drawn next
        ("mountains", np.int64),
        ("forts", np.int64),
        ("dragon", np.int64),  # square, or -1
        ("facing", np.int64),
        ("enraged", np.int64),
        ("skip", np.int64),
        ("reorient", np.int64),
        ("flag", np.int64, (2,)),  # square of each owner's one Flag, or -1 (FLAG-1)
        ("score", np.int64, (2,)),
        ("pool", np.int64),  # mask of pool types beside the board
        ("declined", np.int64, (2,)),  # masks of types
        ("held", np.int64),  # DREAD-1
        ("frozen", np.int64),  # for the turn in hand, fixed at its start
        ("to_move", np.int64),  # whose decision it is; at LUCK_DRAGON who has just moved
        ("mover", np.int64),  # whose turn it is, through hop and Dragon
        ("phase", np.int64),
        ("ply", np.int64),
        ("idle", np.int64),  # turns since progress
        ("winner", np.int64),  # -1 draw; only when OVER
        ("reason", np.int64),
        ("drawn", np.int64),  # type in hand while PLACING or ASKING
        ("source", np.int64),  # square of the redeployed or calling tile, or NO_SQUARE
        ("called", np.int64),  # PLACING after a Link search: no swap is offered again
        ("nhand", np.int64),
        ("hand", np.int64, (3,)),
        ("bag_before", np.int64),  # size of the mover's bag when the turn began
        ("scored", np.int64),  # a point was made this turn
        ("lost_any", np.int64),  # a troop left for off-board this turn
        ("in_guard", np.int64),  # -1 unknown; whether the mover's Duke was attacked when the turn began
        ("nlost", np.int64),  # troops that left the board in the last turn or Dragon act, for records
        ("lost", np.int64, (MAX_TROOPS,)),
        ("seed", np.int64, (3, 2)),  # two 32-bit lanes per stream: South's army, North's army, neutral
        ("count", np.int64, (3,)),  # ordinals of the streams
        ("choices", np.int64, (2,)),  # decisions made by each owner
        ("scripted", np.int64),  # chance follows the tape instead of the streams
        ("tape_at", np.int64),
        ("tape_len", np.int64),
        ("tape", np.int64, (TAPE,)),
        ("radix", np.int64, (TAPE,)),
        ("recurrent", np.int64),  # a state can recur after a placement (Redeploy, Ransom)
        ("hash", np.int64),  # of the troops on the board
        ("stores_hash", np.int64),  # of tiles out of play, boxed and declined
        ("upto", np.int64, (MAX_TROOPS,)),  # running totals of the mover's slots, for drawing a random turn
        ("past_from", np.int64),  # the positions that may come back, as numbers of entries in the game's past
        ("past_to", np.int64),
        ("seen", np.int64),  # marks of their hashes, but for the newest
        # how many, so that few bits are enough
        ("off", np.int16, (2, 3, MAX_TYPES)),  # [owner, captor, type]
        ("boxed", np.int16, (2, MAX_TYPES)),
        ("front", np.int16, (2, MAX_TYPES)),
    ]
)
# The hashes of earlier positions lie outside the state, so that a look-ahead copies none of them. Entry n is at n
# modulo the room. A look-ahead has one past for all its states: each writes behind what those above it have written.
PAST = np.dtype([("hashes", np.int64, (HISTORY,))])
LINE_PAST = np.dtype([("hashes", np.int64, (LINE,))])
# A state by itself, outside the engine's pools, takes its past along.
SAVED = np.dtype([*STATE.descr, *PAST.descr])


class Pool(NamedTuple):
    """Games in play, and room for what is tried out; `pasts` has one for each that may be a game."""

    states: np.recarray
    pasts: np.recarray

    def put(self, saved: np.recarray) -> None:
        """Set up a saved state as the first game."""
        both = saved.view(np.ndarray)[:1].view(np.uint8)
        self.states.view(np.ndarray)[:1].view(np.uint8)[:] = both[: STATE.itemsize]
        self.pasts.view(np.ndarray)[:1].view(np.uint8)[:] = both[STATE.itemsize :]

    def saved(self, b: int = 0) -> np.recarray:
        """Game b by itself."""
        both = np.empty(1, SAVED)
        both.view(np.uint8)[: STATE.itemsize] = self.states.view(np.ndarray)[b : b + 1].view(np.uint8)
        both.view(np.uint8)[STATE.itemsize :] = self.pasts.view(np.ndarray)[b : b + 1].view(np.uint8)
        return both.view(np.recarray)


def new_states(count: int) -> np.recarray:
    """Room to try turns on."""
    return np.zeros(count, STATE).view(np.recarray)


def new_pool(games: int = 1) -> Pool:
    """Room for so many games in play, and behind them for the two states that turns are tried on."""
    return Pool(new_states(games + 2), np.zeros(games, PAST).view(np.recarray))


def new_line() -> np.record:
    """The past of a look-ahead."""
    made: np.record = np.zeros(1, LINE_PAST).view(np.recarray)[0]
    return made
