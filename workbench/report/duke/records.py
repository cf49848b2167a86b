"""The records of a run of The Duke as arrays: what the numbers of the report are computed from.

Rows become owner rows here: in a mirror match both owners of a game belong to the one bag that both share;
where armies or bots differ, each of the two has a table, whichever seat it sits in.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from workbench.balance.question import BASE, read_question
from workbench.resources import shipped
from workbench.sim.duke.baglog import count_drawn, count_types, flat_lists
from workbench.tileset.model import Tile

if TYPE_CHECKING:
    import polars as pl

    from workbench.sim.duke.plan import Plan
    from workbench.sim.store import Run

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]
SmallArray = NDArray[np.int16]  # tables of games by types stay small
BoolArray = NDArray[np.bool_]
UNREAD = ("twin", "rung", "setup")  # columns that no number needs
SideLabel = Literal["both", "light", "dark", "first", "second"]


@dataclass(frozen=True)
class TileType:
    """A tile type of the run, in the order of its numbers."""

    number: int
    name: str
    code: str
    set: str
    custom: bool
    asked: bool  # of another set than base
    tile: Tile | None


@dataclass(frozen=True)
class OwnerRows:
    """One row per owner and game of one side; `row` points into the rung's games."""

    label: SideLabel  # "both" in a mirror match, else the army, or which of two unlike bots
    bot: str
    opponent: str
    copies: FloatArray
    starters: FloatArray
    row: IntArray
    seat: IntArray
    score: FloatArray
    unit: IntArray


@dataclass(frozen=True)
class Rung:
    """The games of one pairing of bots."""

    number: int
    bots: tuple[str, str]
    mirror: bool  # both owners have the same bag and the same bot
    paired: bool  # every game has a twin with the seats changed
    frame: pl.DataFrame
    tiles: tuple[TileType, ...]
    bags: tuple[FloatArray, FloatArray]  # copies by type of the two armies
    starters: tuple[FloatArray, FloatArray]
    light: int = 0  # which army is the light one
    chunk_sums: list[tuple[int, dict[str, Any]]] = field(default_factory=list)  # games and sums of each chunk

    @property
    def games(self) -> int:
        return self.frame.height

    @property
    def label(self) -> str:
        first, second = self.bots
        return first if first == second else f"{first} against {second}"

    @cached_property
    def unit(self) -> IntArray:
        return self.frame["pair"].to_numpy().astype(np.int64)

    @property
    def pairs(self) -> int:
        return int(np.unique(self.unit).size) if self.paired else 0

    @cached_property
    def south_score(self) -> FloatArray:
        winner = self.frame["winner"].to_numpy()
        return np.where(winner < 0, 0.5, winner == 0).astype(np.float64)

    @cached_property
    def south_army(self) -> IntArray:
        return self.frame["south_army"].to_numpy().astype(np.int64)

    def has(self, *columns: str) -> bool:
        return all(name in self.frame.columns for name in columns)

    def sides(self) -> list[OwnerRows]:
        if self.mirror:
            return [self._owner_rows("both", self.bots[0], self.bots[0], 0)]
        labels: tuple[SideLabel, SideLabel] = ("first", "second")
        if self.armies_differ:
            labels = ("dark", "light") if self.light else ("light", "dark")
        return [
            self._owner_rows(labels[0], self.bots[0], self.bots[1], 0),
            self._owner_rows(labels[1], self.bots[1], self.bots[0], 1),
        ]

    @property
    def armies_differ(self) -> bool:
        return not np.array_equal(*self.bags)

    def _owner_rows(self, label: SideLabel, bot: str, opponent: str, army: int) -> OwnerRows:
        games = np.arange(self.games)
        if self.mirror:
            row, seat = np.tile(games, 2), np.repeat(np.array([0, 1]), self.games)
        else:
            row, seat = games, (self.south_army != army).astype(np.int64)
        south = self.south_score[row]
        score = np.where(seat == 0, south, 1 - south)
        bag, starters = self.bags[army], self.starters[army]
        return OwnerRows(label, bot, opponent, bag, starters, row, seat, score, self.unit[row])

    def by_seat(self, side: OwnerRows, south: NDArray[Any], north: NDArray[Any]) -> NDArray[Any]:
        """Per owner row, what belongs to its seat."""
        shape = (-1,) + (1,) * (south.ndim - 1)
        return np.where((side.seat == 0).reshape(shape), south[side.row], north[side.row])

    def first_draws(self, side: OwnerRows) -> IntArray:
        south = self.frame["south_first_draw"].to_numpy().astype(np.int64)
        north = self.frame["north_first_draw"].to_numpy().astype(np.int64)
        return self.by_seat(side, south, north)

    def draw_counts(self, side: OwnerRows) -> SmallArray:
        """(owner rows, types): how often each type was drawn."""
        south, north = (count_drawn(self.frame[f"{seat}_bag_log"], len(self.tiles)) for seat in ("south", "north"))
        return self.by_seat(side, south, north)

    def places(self, side: OwnerRows) -> SmallArray:
        """(owner rows, bag size): the types in hidden bag order, next to be drawn first; -1 fills up."""
        return self.by_seat(side, self.list_matrix("south_bag"), self.list_matrix("north_bag"))

    def per_type(self, side: OwnerRows, name: str) -> SmallArray:
        """(owner rows, types): how often each type stands in a column of lists, such as `lost`."""
        south, north = (count_types(self.frame[f"{name}_{seat}"], len(self.tiles)) for seat in ("south", "north"))
        return self.by_seat(side, south, north)

    def list_matrix(self, column: str) -> SmallArray:
        """(games, longest list): a list column as a table, -1 where a list is shorter."""
        lists = self.frame[column]
        lengths, flat = flat_lists(lists)
        longest = int(lengths.max(initial=0))
        table = np.full((self.games, longest), -1, dtype=np.int16)
        if len(flat) == self.games * longest and bool((lengths == longest).all()):
            return flat.reshape(self.games, longest).astype(np.int16)
        starts = np.cumsum(lengths) - lengths
        place = np.arange(len(flat)) - np.repeat(starts, lengths)
        table[np.repeat(np.arange(self.games), lengths), place] = flat
        return table


def read_tiles(about: dict[str, Any]) -> tuple[TileType, ...]:
    official = {path.stem for path in shipped("tilesets").glob("*.yaml")}
    found = []
    for number, entry in enumerate(about["tiles"]):
        tile = Tile.model_validate(entry["tile"]) if entry.get("tile") else None
        custom = not entry.get("official", entry.get("set", "") in official)
        name_of_set = entry.get("set", "")
        found.append(TileType(number, entry["name"], entry["code"], name_of_set, custom, name_of_set != BASE, tile))
    return tuple(found)


def read_rungs(run: Run[Plan]) -> list[Rung]:
    """All rungs of a run that have finished games."""
    tiles = read_tiles(run.about)
    armies = run.about["armies"]
    bags = tuple(_counts(army["bag"], len(tiles)) for army in armies)
    starters = tuple(_counts([army["duke"], *army["starters"]], len(tiles)) for army in armies)
    found = []
    for number in sorted({chunk.chunk.rung for chunk in run.finished()}):
        frame = run.rows(number).drop(UNREAD, strict=False).collect()
        paired = bool((frame["pair"] != frame["game"]).any())
        first = frame.row(0, named=True)
        bots = (first["south_bot"], first["north_bot"])
        bots = bots if first["south_army"] == 0 else (bots[1], bots[0])
        mirror = not paired and bots[0] == bots[1] and bool(np.array_equal(bags[0], bags[1]))
        chunks = [c.chunk for c in run.finished() if c.chunk.rung == number]
        sums = [(chunk.count, run.chunk_sums(chunk.number)) for chunk in chunks]
        found.append(
            Rung(
                number,
                bots,
                mirror,
                paired,
                frame,
                tiles,
                (bags[0], bags[1]),
                (starters[0], starters[1]),
                read_question(run.about).light,
                sums,
            )
        )
    return found


def _counts(numbers: list[int], types: int) -> FloatArray:
    return np.bincount([n for n in numbers if n >= 0], minlength=types).astype(np.float64)
