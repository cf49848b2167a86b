"""Positions as text lines, as docs/notation.md has them."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable

from .geometry import name, square_of
from .position import CAPTORS, Codes, Pos, Tile


def format_codes(codes: Iterable[str]) -> str:
    runs = [(code, len(list(run))) for code, run in itertools.groupby(sorted(codes))]
    return "".join(code + (str(count) if count > 1 else "") for code, count in runs) or "-"


def parse_codes(text: str) -> Codes:
    if text == "-":
        return ()
    if not re.fullmatch(r"([A-Z][a-z]\d*)+", text):
        raise ValueError(f"not a list of codes: {text!r}")
    found = re.findall(r"([A-Z][a-z])(\d*)", text)
    return tuple(sorted(itertools.chain.from_iterable([code] * int(count or 1) for code, count in found)))


def format_squares(squares: Iterable[int]) -> str:
    return ",".join(name(square) for square in sorted(squares))


def parse_squares(text: str) -> tuple[int, ...]:
    return tuple(sorted(square_of(part) for part in text.split(",")))


def format_board(board: dict[int, Tile]) -> str:
    return "/".join(format_rank(board, y) for y in range(5, -1, -1))


def format_rank(board: dict[int, Tile], y: int) -> str:
    text, empty = "", 0
    for square in range(6 * y, 6 * y + 6):
        tile = board.get(square)
        if tile is None:
            empty += 1
            continue
        code, owner, side, rot = tile
        letters = code.upper() if owner == 0 else code.lower()
        if text.endswith("v") and not empty and board[square - 1][3] == 2:
            text += "."
        text += (str(empty) if empty else "") + letters + "'" * side + ("", ">", "v", "<")[rot]
        empty = 0
    return text + (str(empty) if empty else "")


def parse_board(text: str) -> dict[int, Tile]:
    board: dict[int, Tile] = {}
    ranks = text.split("/")
    if len(ranks) != 6:
        raise ValueError(f"six ranks are needed: {text!r}")
    for y, rank in zip(range(5, -1, -1), ranks, strict=True):
        x = at = 0
        while at < len(rank):
            if rank[at].isdigit():
                x, at = x + int(rank[at]), at + 1
                continue
            found = re.match(r"([A-Z]{2}|[a-z]{2})('?)([>^<]|v(?![A-Za-z]))?\.?", rank[at:])
            if not found:
                raise ValueError(f"cannot read {rank[at:]!r}")
            code, other, mark = found.groups()
            rot = "^>v<".index(mark or "^")
            board[6 * y + x] = (code.capitalize(), int(code.islower()), int(bool(other)), rot)
            x, at = x + 1, at + found.end()
        if x != 6:
            raise ValueError(f"rank of {x} squares: {rank!r}")
    return board


def format_off(heaps: tuple[Codes, Codes, Codes]) -> str:
    parts = [f"{captor}:{format_codes(heap)}" for captor, heap in zip(CAPTORS, heaps, strict=True) if heap]
    return ",".join(parts) or "-"


def parse_off(text: str) -> tuple[Codes, Codes, Codes]:
    heaps: dict[str, Codes] = {}
    for part in [] if text == "-" else text.split(","):
        captor, codes = part.split(":")
        heaps[captor] = parse_codes(codes)
    x, o, t = (heaps.get(captor, ()) for captor in CAPTORS)
    return x, o, t


def format_dragon(dragon: tuple[int, str, bool, bool, bool]) -> str:
    square, facing, enraged, skip, reorient = dragon
    return name(square) + facing + "!" * enraged + "s" * skip + "r" * reorient


def format_extras(pos: Pos) -> str:
    pairs = [("mt", format_squares(pos.mts)), ("ft", format_squares(pos.fts))]
    pairs.append(("dr", format_dragon(pos.dragon) if pos.dragon else ""))
    flags = "/".join("-" if flag is None else name(flag) for flag in pos.flags)
    pairs.append(("fl", flags if flags != "-/-" else ""))
    pairs.append(("sc", f"{pos.scores[0]}/{pos.scores[1]}" if pos.scores != (0, 0) else ""))
    pairs.append(("off", "/".join(format_off(heaps) for heaps in pos.off)))
    pairs.append(("box", "/".join(format_codes(codes) for codes in pos.box)))
    pairs.append(("pool", format_codes(pos.pool) if pos.pool else ""))
    pairs.append(("no", "/".join(format_codes(codes) for codes in pos.declined)))
    pairs.append(("front", "/".join(format_codes(codes) for codes in pos.front)))
    pairs += [("held", format_squares(pos.held)), ("frz", format_squares(pos.frz))]
    pairs += [("np", str(pos.np) if pos.np else ""), ("ph", pos.phase)]
    return ";".join(f"{key}={value}" for key, value in pairs if value not in ("", "-/-")) or "-"


def format_pos(pos: Pos) -> str:
    bags = "/".join(format_codes(bag) for bag in pos.bags)
    return f"{format_board(pos.board)} {'SN'[pos.owner]} {bags} {format_extras(pos)} {pos.ply}"


def parse_pos(line: str) -> Pos:
    board, owner, bags, extras, ply = line.split(" ")
    pos = Pos()
    pos.board = parse_board(board)
    pos.owner = "SN".index(owner)
    south, north = bags.split("/")
    pos.bags = (parse_codes(south), parse_codes(north))
    pos.ply = int(ply)
    for item in [] if extras == "-" else extras.split(";"):
        key, value = item.split("=", 1)
        parse_extra(pos, key, value)
    return pos


def parse_extra(pos: Pos, key: str, value: str) -> None:
    if key in ("mt", "ft"):
        setattr(pos, key + "s", parse_squares(value))
    elif key in ("held", "frz"):
        setattr(pos, key, frozenset(parse_squares(value)))
    elif key == "dr":
        pos.dragon = (square_of(value[:2]), value[2], "!" in value, "s" in value[3:], "r" in value[3:])
    elif key == "fl":
        south, north = (None if part == "-" else square_of(part) for part in value.split("/"))
        pos.flags = (south, north)
    elif key == "sc":
        first, second = value.split("/")
        pos.scores = (int(first), int(second))
    elif key == "off":
        first, second = value.split("/")
        pos.off = (parse_off(first), parse_off(second))
    elif key in ("box", "no", "front"):
        first, second = value.split("/")
        setattr(pos, "declined" if key == "no" else key, (parse_codes(first), parse_codes(second)))
    elif key == "pool":
        pos.pool = parse_codes(value)
    elif key == "np":
        pos.np = int(value)
    elif key == "ph":
        pos.phase = value
    else:
        raise ValueError(f"unknown item {key!r}")


def repetition_key(pos: Pos) -> str:
    """TURN-5b: all of the position but its counters."""
    bare = pos.copy()
    bare.np = bare.ply = 0
    return format_pos(bare)
