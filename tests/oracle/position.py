"""A position as plain data; pure bookkeeping, no rules."""

from __future__ import annotations

from typing import Any

Tile = tuple[str, int, int, int]
Codes = tuple[str, ...]


def put(bag: Codes, *codes: str) -> Codes:
    return tuple(sorted(bag + codes))


def take(bag: Codes, *codes: str) -> Codes:
    left = list(bag)
    for code in codes:
        left.remove(code)
    return tuple(left)


def change(pair: tuple[Any, Any], owner: int, value: Any) -> tuple[Any, Any]:
    return (value, pair[1]) if owner == 0 else (pair[0], value)


NO_OFF: tuple[Codes, Codes, Codes] = ((), (), ())
CAPTORS = "xot"


Dragon = tuple[int, str, bool, bool, bool]  # square, facing, enraged, skips its act, must reorient


class Pos:
    """A position. Only `board` is mutable; all other fields are replaced, never changed in place."""

    __slots__ = (
        "bags",
        "board",
        "box",
        "declined",
        "dragon",
        "flags",
        "front",
        "frz",
        "fts",
        "held",
        "mts",
        "np",
        "off",
        "owner",
        "phase",
        "ply",
        "pool",
        "scores",
    )

    def __init__(self) -> None:
        self.board: dict[int, Tile] = {}
        self.owner = 0
        self.bags: tuple[Codes, Codes] = ((), ())
        self.mts: tuple[int, ...] = ()
        self.fts: tuple[int, ...] = ()
        self.dragon: Dragon | None = None
        self.flags: tuple[int | None, int | None] = (None, None)
        self.scores = (0, 0)
        self.off = (NO_OFF, NO_OFF)  # per owner, by captor x, o, t
        self.box: tuple[Codes, Codes] = ((), ())
        self.pool: Codes = ()
        self.declined: tuple[Codes, Codes] = ((), ())
        self.front: tuple[Codes, Codes] = ((), ())
        self.held: frozenset[int] = frozenset()
        self.frz: frozenset[int] = frozenset()
        self.np = 0
        self.ply = 0
        self.phase = ""

    def copy(self) -> Pos:
        new = Pos.__new__(Pos)
        for field in Pos.__slots__:
            setattr(new, field, getattr(self, field))
        new.board = self.board.copy()
        return new

    def dragon_square(self) -> int | None:
        return self.dragon[0] if self.dragon else None

    def is_open(self, square: int) -> bool:
        """G-7."""
        return not (
            square in self.board
            or square in self.mts
            or square in self.fts
            or square in self.flags
            or square == self.dragon_square()
        )

    def remove(self, square: int, captor: str) -> Tile:
        """A troop leaves play; a Flag under it stays (FLAG-5)."""
        tile = self.board.pop(square)
        heaps = list(self.off[tile[1]])
        heaps[CAPTORS.index(captor)] = put(heaps[CAPTORS.index(captor)], tile[0])
        self.off = change(self.off, tile[1], tuple(heaps))
        return tile

    def take_off(self, owner: int, code: str) -> None:
        """A tile held by the opponent of `owner` leaves the heap."""
        heaps = self.off[owner]
        self.off = change(self.off, owner, (take(heaps[0], code), heaps[1], heaps[2]))

    def relocate(self, start: int, target: int) -> None:
        """A holder takes its Flag along (FLAG-5)."""
        self.board[target] = self.board.pop(start)
        self.flags = tuple(target if flag == start else flag for flag in self.flags)  # type: ignore[assignment]

    def flip(self, square: int) -> None:
        code, owner, side, rot = self.board[square]
        self.board[square] = (code, owner, 1 - side, rot)

    def squares(self, owner: int) -> list[int]:
        return sorted(square for square, tile in self.board.items() if tile[1] == owner)
