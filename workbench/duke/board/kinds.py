"""A turn (or a follow-up, or a set-up choice) as one int64.

Bits: kind 0-4, at 5-10, via 11-16, to 17-22, arg 23-30, arg2 31-38, link 39-45, arg3 46-53. `link` is 1 + the
square of the Link tile when the turn is played by its linked tile. Kinds are numbered as in ledger section A.
"""

from __future__ import annotations

from workbench.duke.board.compile import jit
from workbench.duke.board.state import NO_SQUARE

(
    SETUP_DUKE,
    SETUP_STARTERS,
    SETUP_FLAG,
    SETUP_PIKEMEN,
    SETUP_RIDER,
    DRAFT_PICK,
    GO,
    STRIKE,
    AREA,
    COMMAND,
    PUSH,
    FLIP_BLANK,
    DRAW,
    SUMMON,
    DIVINE,
    ESCAPE,
    RANSOM,
    REDEPLOY,
    ROTATE,
    LINK_FLIP,
    LINK_CALL,
    PASS_FLAG,
    PLACE,
    DIVINE_PICK,
    HOP,
    REPLACE,
) = range(1, 27)
KIND_NAMES = (
    "",
    "setup_duke",
    "setup_starters",
    "setup_flag",
    "setup_pikemen",
    "setup_rider",
    "draft_pick",
    "go",
    "strike",
    "area",
    "command",
    "push",
    "flip",
    "draw",
    "summon",
    "divine",
    "escape",
    "ransom",
    "redeploy",
    "rotate",
    "link_flip",
    "link_call",
    "pass_flag",
    "place",
    "divine_pick",
    "hop",
    "replace",
)
NO_TURN = -1

# What the fields hold, by kind (unused squares are NO_SQUARE):
#   GO at, to, arg = icon kind            STRIKE at, to (target), arg = icon kind (strike or hammer)
#   AREA at, arg = its slot in the run    COMMAND at, via = commanded tile, to
#   PUSH at, to, arg = icon kind, arg2 = FACE_SELF | FACE_OPPONENT | FACE_BY_LUCK
#   FLIP_BLANK at   DRAW   SUMMON at, to  DIVINE at  REDEPLOY at  ROTATE at, arg = 1 right | 3 left
#   ESCAPE at, via = paying tile, to; or via NO_SQUARE and arg = 1 + ransomed type
#   RANSOM to, arg = type given, arg2 = type taken back
#   LINK_FLIP at, via = linked tile (no turn of it follows)   LINK_CALL at   PASS_FLAG at, to
#   PLACE to, arg = 1 if swapped for its pool tile   REPLACE arg = 1 yes | 0 no   HOP to (NO_SQUARE: stay)
#   DIVINE_PICK arg = chosen type, arg2 = 1 if swapped, to, arg3/link = 1 + destroyed types (smaller first)
#   SETUP_DUKE to   SETUP_STARTERS via, to = squares of the first and second   SETUP_FLAG to
#   SETUP_PIKEMEN arg = mask of files   SETUP_RIDER to   DRAFT_PICK arg = type
FACE_SELF, FACE_OPPONENT, FACE_BY_LUCK = range(3)


@jit
def pack(kind: int, at: int, via: int, to: int, arg: int, arg2: int) -> int:
    return kind | at << 5 | via << 11 | to << 17 | arg << 23 | arg2 << 31


@jit
def kind_of(turn: int) -> int:
    return turn & 31


@jit
def at_of(turn: int) -> int:
    return turn >> 5 & 63


@jit
def via_of(turn: int) -> int:
    return turn >> 11 & 63


@jit
def to_of(turn: int) -> int:
    return turn >> 17 & 63


@jit
def arg_of(turn: int) -> int:
    return turn >> 23 & 255


@jit
def arg2_of(turn: int) -> int:
    return turn >> 31 & 255


@jit
def link_of(turn: int) -> int:
    """Square of the Link tile whose chain this turn ends, or -1."""
    return (turn >> 39 & 127) - 1


@jit
def with_link(turn: int, square: int) -> int:
    return turn | square + 1 << 39


@jit
def without_link(turn: int) -> int:
    return turn & ~(127 << 39)


@jit
def destroyed_of(turn: int, which: int) -> int:
    """Type destroyed by a DIVINE_PICK, or -1 (two at most: which 0 or 1)."""
    return (turn >> 46 & 255 if which else turn >> 39 & 127) - 1


@jit
def pack_pick(chosen: int, swapped: int, to: int, first: int, second: int) -> int:
    return (
        DIVINE_PICK
        | NO_SQUARE << 5
        | NO_SQUARE << 11
        | to << 17
        | chosen << 23
        | swapped << 31
        | first + 1 << 39
        | second + 1 << 46
    )
