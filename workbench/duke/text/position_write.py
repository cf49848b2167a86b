"""A state record -> its position line (docs/notation.md)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from workbench.duke.board.geometry import FAR_EDGE
from workbench.duke.board.packed import has, owner_of, quarters_of, side_of, square_of, type_of
from workbench.duke.board.state import (
    ASKING,
    DIVINING,
    DRAFT,
    FIRST_LUCK,
    HOPPING,
    LUCK_CALL,
    LUCK_DRAGON,
    LUCK_DRAW,
    LUCK_FACING,
    LUCK_REDEPLOY,
    NO_SQUARE,
    OVER,
    PLACING,
    REASONS,
    TURN,
)
from workbench.duke.text.lettering import Lettering, format_squares
from workbench.words import BOARD, Owner, square_name

PHASE_NAMES = (
    "", "draft", "duke", "foot", "pike", "rider", "flag", "place", "ask", "divine", "hop",
    "?mountain", "?fort", "?nest", "?draw", "?redeploy", "?divine", "?call", "?facing", "?dragon", "over",
)  # fmt: skip
INSIDE_A_TURN = frozenset({PLACING, ASKING, DIVINING, HOPPING, *range(LUCK_DRAW, LUCK_DRAGON + 1)})
IN_SETUP = frozenset({*range(DRAFT, PLACING), *range(FIRST_LUCK, LUCK_DRAW)})
TURN_MARKS = ("", ">", "v", "<")
FACINGS = "NESW"
OWNERS = "SN"
CAPTORS = "xot"


def format_state(s: np.record, letters: Lettering) -> str:
    """The line of a state."""
    bags = "/".join(letters.format_types(s["bag"][owner, : int(s["nbag"][owner])].tolist()) for owner in range(2))
    extras = ";".join(f"{name}={text}" for name, text in _extras(s, letters) if text) or "-"
    return f"{format_board(s, letters)} {OWNERS[int(s['to_move'])]} {bags} {extras} {int(s['ply'])}"


def troops_of(s: np.record) -> dict[int, int]:
    """The troops on the board: square -> key."""
    keys = (key for owner in range(2) for key in s["tiles"][owner, : int(s["n"][owner])].tolist())
    return {square_of(key): key for key in keys}


def format_troop(key: int, letters: Lettering) -> str:
    """A placed tile as on the board: KN, kn', TR>."""
    code = letters.codes[type_of(key)]
    code = code.lower() if owner_of(key) else code.upper()
    return code + ("'" if side_of(key) else "") + TURN_MARKS[quarters_of(key)]


def format_board(s: np.record, letters: Lettering) -> str:
    troops = troops_of(s)
    return "/".join(_format_rank(troops, rank, letters) for rank in reversed(range(BOARD)))


def _format_rank(troops: dict[int, int], rank: int, letters: Lettering) -> str:
    text = ""
    empty = 0
    for square in range(rank * BOARD, (rank + 1) * BOARD):
        key = troops.get(square)
        if key is None:
            empty += 1
            continue
        if empty:
            text += str(empty)
        elif _is_turned_half(troops, square - 1) and square % BOARD:
            text += "."  # a v is read as a turn mark only when no letter follows
        text += format_troop(key, letters)
        empty = 0
    return text + (str(empty) if empty else "")


def _is_turned_half(troops: dict[int, int], square: int) -> bool:
    return quarters_of(troops.get(square, 0)) == 2


def _extras(s: np.record, letters: Lettering) -> Iterator[tuple[str, str]]:
    phase = int(s["phase"])
    yield "mt", format_squares(int(s["mountains"]))
    yield "ft", format_squares(int(s["forts"]))
    yield "dr", _format_dragon(s)
    yield "fl", _pair([square_name(at) if at >= 0 else "-" for at in s["flag"].tolist()])
    yield "sc", _pair([str(points) if points else "-" for points in s["score"].tolist()]).replace("-", "0")
    yield "off", _pair([_format_off(s["off"][owner], letters) for owner in range(2)])
    yield "box", _pair([letters.format_counts(s["boxed"][owner].tolist()) for owner in range(2)])
    yield "pool", letters.format_types(_types_of(int(s["pool"]))).replace("-", "")
    yield "no", _pair([letters.format_types(_types_of(mask)) for mask in s["declined"].tolist()])
    if phase == DRAFT:
        yield "front", _pair([letters.format_counts(s["front"][owner].tolist()) for owner in range(2)])
    if phase == TURN:
        just_moved = 1 - int(s["to_move"])
        yield "held", format_squares(int(s["held"]) & int(s["occ"][just_moved]))
    if phase in INSIDE_A_TURN:
        yield "frz", format_squares(int(s["frozen"]) & ~at_rest(s, letters))
    if phase != OVER:
        yield "np", str(int(s["idle"]) or "")
    yield "ph", format_phase(s, letters)


def at_rest(s: np.record, letters: Lettering) -> int:
    """Dark Rider's Pikemen on the far edge: frozen by where they stand, so the text need not say it."""
    if letters.composition.settings.objective != "dark_rider":
        return 0
    return int(s["occ"][Owner.SOUTH]) & FAR_EDGE


def _pair(texts: list[str]) -> str:
    return "" if texts == ["-", "-"] else "/".join(texts)


def _types_of(mask: int) -> list[int]:
    return [tile_type for tile_type in range(mask.bit_length()) if has(mask, tile_type)]


def _format_dragon(s: np.record) -> str:
    if int(s["dragon"]) < 0:
        return ""
    marks = ("!" if s["enraged"] else "") + ("s" if s["skip"] else "") + ("r" if s["reorient"] else "")
    return square_name(int(s["dragon"])) + FACINGS[int(s["facing"])] + marks


def _format_off(off: np.ndarray, letters: Lettering) -> str:
    if not off.any():
        return "-"
    groups = ((CAPTORS[captor], letters.format_counts(off[captor].tolist())) for captor in range(3))
    return ",".join(f"{captor}:{tiles}" for captor, tiles in groups if tiles != "-")


def format_phase(s: np.record, letters: Lettering) -> str:
    phase = int(s["phase"])
    name = PHASE_NAMES[phase]
    source = int(s["source"])
    if phase in (LUCK_REDEPLOY, LUCK_CALL):
        return f"{name}:{square_name(source)}"
    if phase == PLACING:
        place = f"{name}:{letters.codes[int(s['drawn'])]}"
        if s["called"]:
            return f"{place}:L"
        return place if source == NO_SQUARE else f"{place}:{square_name(source)}"
    if phase == ASKING:
        return f"{name}:{letters.codes[int(s['drawn'])]}:{square_name(source)}"
    if phase == DIVINING:
        return f"{name}:{letters.format_types(s['hand'][: int(s['nhand'])].tolist())}"
    if phase == LUCK_FACING:
        return f"{name}:hop" if s["scored"] else name
    if phase == OVER:
        winner = int(s["winner"])
        return f"{name}:{OWNERS[winner] if winner >= 0 else '='}:{REASONS[int(s['reason'])]}"
    return name
