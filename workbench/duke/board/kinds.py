"""The kinds of turns, follow-ups and set-up choices, numbered as in ledger section A, and what their fields hold."""

from __future__ import annotations

from typing import NamedTuple

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


class Kind(NamedTuple):
    """All about one kind but its name and number."""

    rule: str = ""  # that allows it; turns that use an icon are allowed by the icon's rule
    words: str = ""  # what a legal one is
    text: str = ""  # how it is written, where squares say all of it
    scenario: str = ""  # its name in scenario files, where it is not the name in capitals
    follows_link: bool = False  # the linked tile may play it in a Link chain (LINK-2)


# In the order of the numbers above.
KINDS = {
    "setup_duke": Kind("SETUP-3", "the Duke is set up"),
    "setup_starters": Kind("SETUP-4", "the starting tiles are set up"),
    "setup_flag": Kind("FLAG-1", "the Flag is put down"),
    "setup_pikemen": Kind("RIDER-1", "the Pikemen are set up"),
    "setup_rider": Kind("RIDER-1", "the rider is set up"),
    "draft_pick": Kind("DYNASTY-2", "the tiles of this type go to the own bag"),
    "go": Kind(scenario="MOVE", follows_link=True),
    "strike": Kind(follows_link=True),
    "area": Kind("AREA-1", "an area effect", follows_link=True),
    "command": Kind("CMD-1", "a Command", follows_link=True),
    "push": Kind("DRAGON-9", "a push of the Dragon", scenario="PUSH_DRAGON", follows_link=True),
    "flip": Kind("NOICON-3", "a flip in place", text="{at}~"),
    "draw": Kind("PLACE-4", "a tile is drawn; it will be placed next to the Duke", text="+"),
    "summon": Kind("ENH-I-1", "a Summon", text="{at}^{to}", follows_link=True),
    "divine": Kind("ENH-II-1", "a Divination", text="{at}?", follows_link=True),
    "escape": Kind("ENH-III-1", "an Escape", follows_link=True),
    "ransom": Kind("ENH-IV-2", "a Ransom"),
    "redeploy": Kind("ENH-V-2", "a Redeploy", text="{at}%", follows_link=True),
    "rotate": Kind("ENH-V-5", "a rotation by Redeploy", follows_link=True),
    "link_flip": Kind("LINK-2", "a Link", text="{at}~{via}"),
    "link_call": Kind("LINK-6", "a Link tile searches the bag", text="{at}~+"),
    "pass_flag": Kind("FLAG-3", "the Flag is handed on", text="{at}#{to}"),
    "place": Kind("PLACE-2", "the drawn tile is placed"),
    "divine_pick": Kind("ENH-II-1", "a tile of the hand is placed"),
    "hop": Kind("COUP-6", "the Flag hops, or stays"),
    "replace": Kind("LINK-6", "the question of the search is answered"),
}
KIND_NAMES = ("", *KINDS)
IN_A_CHAIN = tuple(number for number, kind in enumerate(KINDS.values(), 1) if kind.follows_link)
FOLLOW_LINK = sum(2**number for number in IN_A_CHAIN)  # the same as a mask
NO_TURN = -1

# What the fields hold, by kind (unused squares are NO_SQUARE):
#   GO at, to, arg = icon            STRIKE at, to (target), arg = icon (strike or hammer)
#   AREA at, arg = its slot in the run    COMMAND at, via = commanded tile, to
#   PUSH at, to, arg = icon, arg2 = FACE_SELF | FACE_OPPONENT | FACE_BY_LUCK
#   FLIP_BLANK at   DRAW   SUMMON at, to  DIVINE at  REDEPLOY at  ROTATE at, arg = 1 right | 3 left
#   ESCAPE at, via = paying tile, to; or via NO_SQUARE and arg = 1 + ransomed type
#   RANSOM to, arg = type given, arg2 = type taken back
#   LINK_FLIP at, via = linked tile (no turn of it follows)   LINK_CALL at   PASS_FLAG at, to
#   PLACE to, arg = 1 if swapped for its pool tile   REPLACE arg = 1 yes | 0 no   HOP to (NO_SQUARE: stay)
#   DIVINE_PICK arg = chosen type, arg2 = 1 if swapped, to, arg3/link = 1 + destroyed types (smaller first)
#   SETUP_DUKE to   SETUP_STARTERS via, to = squares of the first and second   SETUP_FLAG to
#   SETUP_PIKEMEN arg = mask of files   SETUP_RIDER to   DRAFT_PICK arg = type
FACE_SELF, FACE_OPPONENT, FACE_BY_LUCK = range(3)
