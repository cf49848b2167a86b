"""Icon kinds as the engine numbers them: the order in which equal turns are kept (ledger A-0)."""

from __future__ import annotations

from workbench.words import IconKind

MOVE, JUMP, SLIDE, JSLIDE, SMASH, NCMOVE, NCJUMP, STRIKE, HAMMER, AREA, COMMAND = range(11)

NUMBERS = {
    IconKind.MOVE: MOVE,
    IconKind.JUMP: JUMP,
    IconKind.SLIDE: SLIDE,
    IconKind.JUMP_SLIDE: JSLIDE,
    IconKind.SMASH: SMASH,
    IconKind.NONCAPTURE_MOVE: NCMOVE,
    IconKind.NONCAPTURE_JUMP: NCJUMP,
    IconKind.STRIKE: STRIKE,
    IconKind.HAMMER: HAMMER,
    IconKind.COMMAND: COMMAND,
}
NAMES = (
    "move",
    "jump",
    "slide",
    "jump_slide",
    "smash",
    "noncapture_move",
    "noncapture_jump",
    "strike",
    "hammer",
    "area",
    "command",
)
