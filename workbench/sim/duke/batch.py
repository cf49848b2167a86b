"""The games of a batch that are over, in columns.

Every column lies by itself, owner by owner, as tables want it; `recorder.py` notes a game while it is played, and
brings it here. Lists have room for what nearly every game needs; what goes beyond it is kept in the batch's `spill`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from workbench.duke.board.compile import Record, Records, Rules, State, jit
from workbench.duke.board.packed import pack_spilt
from workbench.duke.board.state import BY_OPPONENT, BY_TERRAIN, MAX_BAG, MAX_TYPES
from workbench.duke.board.tables import DYNASTIC_DISPUTE

IN_ROW = 40  # entries of a list
SPILL = 16_384
FEW = 3  # tiles of a type that are lost in nearly every game
MAX_SWAPS = 2 * MAX_TYPES  # declining is final and a pool tile is there once, so there are no more offers (SIEGE-3)
MAX_SETUP = 16
LOG_LIST, MADE_LIST, LOST_LIST = 0, 2, 4  # lists of South; that of North is the next

RESULT = np.dtype(
    [
        ("drawn", np.int64, (2,)),  # mask of the types drawn
        ("plies", np.int32),
        ("nlog", np.int32, (2,)),
        ("nmade", np.int32, (2,)),
        ("nlost", np.int32, (2,)),
        ("first_draw", np.int16, (2,)),  # type of the first DRAW turn, or -1
        ("nbag", np.int16, (2,)),
        ("nswaps", np.int16),
        ("nsetup", np.int16),
        ("winner", np.int8),
        ("reason", np.int8),
    ]
)


class Games(NamedTuple):
    """All that is kept of the games of a batch."""

    results: Records  # RESULT
    log: NDArray[np.uint8]  # owner, game, entry; how many there are says `results`, here and below
    bag: NDArray[np.uint8]
    made: NDArray[np.uint8]  # types that captured, one by one
    lost: NDArray[np.uint8]  # types that were captured and did not return
    swaps: NDArray[np.int16]  # game, offer
    setup: NDArray[np.int8]

    def put(self, places: NDArray[np.int64], part: Games) -> None:
        """The games of `part` come to these places."""
        both: list[tuple[Any, Any]] = list(zip(self, part, strict=True))
        for whole, its in both:
            if whole.size == 0:
                continue  # nothing was recorded
            if whole.ndim < 3:
                whole[places] = its
            else:
                whole[:, places] = its


def new_games(rules: Rules, count: int, recorded: bool = True) -> Games:
    """Room for so many games; without records only results are kept."""
    rows = count if recorded else 0
    is_drafted = rules["drafted"] or rules["objective"] == DYNASTIC_DISPUTE
    bag = MAX_BAG if is_drafted else int(rules["nbag"].max())
    offers = MAX_SWAPS if (rules["swap"] >= 0).any() else 0
    return Games(
        np.zeros(count, RESULT).view(np.recarray),
        np.zeros((2, rows, IN_ROW), np.uint8),
        np.zeros((2, rows, bag), np.uint8),
        np.zeros((2, rows, IN_ROW), np.uint8),
        np.zeros((2, rows, IN_ROW), np.uint8),
        np.zeros((rows, offers), np.int16),
        np.zeros((rows, MAX_SETUP), np.int8),
    )


@jit
def spill(c: Record, game: int, listed: int, entry: int) -> None:
    """Keep what a row has no room for."""
    if c.nspill < SPILL:
        c.spill[c.nspill] = pack_spilt(game, listed, entry)
    c.nspill += 1


@jit
def keep_game(R: Rules, s: State, c: Record, row: Record, result: Record, games: Games) -> None:
    """What is known of a game that is over."""
    number = row.number
    for owner in range(2):
        result.drawn[owner] = row.drawn[owner]
        result.first_draw[owner] = row.first_draw[owner] - 1
        result.nlog[owner] = row.nlog[owner]
        for i in range(min(row.nlog[owner], IN_ROW)):
            games.log[owner, number, i] = row.log[owner, i]
        result.nbag[owner] = row.nbag[owner]
        for i in range(row.nbag[owner]):
            games.bag[owner, number, i] = row.bag[owner, i]
        result.nmade[owner] = row.nmade[owner]
        for i in range(min(row.nmade[owner], IN_ROW)):
            games.made[owner, number, i] = row.made[owner, i]
        lost = 0
        for tile_type in range(R.types):
            taken = s.off[owner, BY_OPPONENT, tile_type] + s.off[owner, BY_TERRAIN, tile_type]
            if taken <= FEW and lost <= IN_ROW - FEW:
                for i in range(FEW):  # those that are not there are written over: no processor foresees how many are
                    games.lost[owner, number, lost + i] = tile_type
            else:
                for i in range(taken):
                    if lost + i < IN_ROW:
                        games.lost[owner, number, lost + i] = tile_type
                    else:
                        spill(c, number, LOST_LIST + owner, tile_type)
            lost += taken
        result.nlost[owner] = lost
    result.nswaps = row.nswaps
    for i in range(row.nswaps):
        games.swaps[number, i] = row.swaps[i]
    result.nsetup = row.nsetup
    for i in range(row.nsetup):
        games.setup[number, i] = row.setup[i]
