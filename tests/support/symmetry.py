"""Positions seen from the other seat, or in a mirror: rules must not care."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from oracle.geometry import name, square_of
from oracle.position import Pos
from oracle.text import format_pos, parse_pos


def map_squares(pos: Pos, to: Callable[[int], int], facings: dict[str, str]) -> None:
    """Moves everything that stands on a square, in place."""
    pos.board = {to(square): tile for square, tile in pos.board.items()}
    pos.mts = tuple(sorted(map(to, pos.mts)))
    pos.fts = tuple(sorted(map(to, pos.fts)))
    pos.held = frozenset(map(to, pos.held))
    pos.frz = frozenset(map(to, pos.frz))
    pos.flags = tuple(None if flag is None else to(flag) for flag in pos.flags)  # type: ignore[assignment]
    if pos.dragon:
        pos.dragon = (to(pos.dragon[0]), facings[pos.dragon[1]], *pos.dragon[2:])
    pos.phase = re.sub("(?<=:)[a-f][1-6]$", lambda found: name(to(square_of(found[0]))), pos.phase)


def other_seat(line: str) -> str:
    """The board turned by half, owners exchanged."""
    pos = parse_pos(line)
    map_squares(pos, lambda square: 35 - square, dict(zip("NESW", "SWNE", strict=True)))
    pos.board = {at: (code, 1 - owner, side, rot) for at, (code, owner, side, rot) in pos.board.items()}
    for field in ("bags", "flags", "scores", "off", "box", "declined", "front"):
        setattr(pos, field, tuple(reversed(getattr(pos, field))))
    pos.owner = 1 - pos.owner
    pos.phase = re.sub(":([SN]):", lambda found: ":N:" if found[1] == "S" else ":S:", pos.phase)
    return format_pos(pos)


def other_seat_game(data: dict[str, Any]) -> dict[str, Any]:
    return {**data, "armies": list(reversed(data["armies"])), "light": 1 - data.get("light", 0)}


def mirrored(line: str) -> str:
    """Left and right exchanged."""
    pos = parse_pos(line)
    map_squares(pos, lambda square: square + 5 - 2 * (square % 6), dict(zip("NESW", "NWSE", strict=True)))
    pos.board = {at: (code, owner, side, -rot % 4) for at, (code, owner, side, rot) in pos.board.items()}
    return format_pos(pos)


def mirrored_game(data: dict[str, Any]) -> dict[str, Any]:
    def face(side: dict[str, Any]) -> dict[str, Any]:
        return {"icons": [[kind, -dx, dy, group] for kind, dx, dy, group in side["icons"]]}

    sides = ("starting", "other")
    tiles = [{**tile, **{side: face(tile[side]) for side in sides}} for tile in data["tiles"]]
    return {**data, "tiles": tiles, "sets": None}  # no shipped file has the mirrored tiles
