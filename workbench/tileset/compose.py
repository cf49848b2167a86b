"""Tile sets -> the two armies of a game (SETUP-1, SIEGE, CUSTOM)."""

from __future__ import annotations

from dataclasses import dataclass

from workbench.tileset.model import Tile
from workbench.tileset.settings import Settings
from workbench.words import Owner


@dataclass(frozen=True, slots=True)
class Army:
    """What one owner brings. Numbers index `Composition.tiles`; `bag` is in file order, not shuffled."""

    duke: int  # -1: no Duke (Dark Rider)
    starters: tuple[int, ...]
    bag: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PoolTile:
    """A tile beside the board that may be swapped in for a drawn `replaces` (SIEGE-1)."""

    tile: int
    replaces: int


@dataclass(frozen=True, slots=True)
class Composition:
    """All that a game is played with. `tiles` holds each tile type once."""

    tiles: tuple[Tile, ...]
    armies: tuple[Army, Army]  # by Owner
    pool: tuple[PoolTile, ...]
    settings: Settings
    sets: tuple[str, ...]  # ids of the tile sets, base first
    light: Owner = Owner.SOUTH  # which owner plays the light army

    def links(self, tile: int) -> tuple[int, ...]:
        """The types that `tile` is linked to (LINK-1)."""
        names = set(self.tiles[tile].linked_to)
        return tuple(i for i, other in enumerate(self.tiles) if other.name in names)

    def with_seats_swapped(self) -> Composition:
        """The same armies, each in the other's seat."""
        first, second = self.armies
        return Composition(self.tiles, (second, first), self.pool, self.settings, self.sets, self.light.other)
