"""Which tiles go on the sheet, how often, in which order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from workbench.icons import BY_NAME, ICONS, IconType
from workbench.sheet.errors import SheetError
from workbench.sheet.plan import Item
from workbench.tileset.model import Tile, TileSet
from workbench.words import SIDES, Ability

ARMIES = ("light", "dark")
MOST_COPIES = 500
# the sticker sheet that comes with the game
BOX_ICONS: dict[str, int] = {
    **{icon.value: icon.row.stickers for icon in ICONS},
    **{ability.numeral: ability.row.stickers for ability in Ability},
}


@dataclass(frozen=True, slots=True)
class Chosen:
    """A tile, the set it came from, and how many of it to print for which army."""

    set: TileSet
    tile: Tile
    armies: tuple[str, ...]  # one entry per copy

    def key(self, side: int, army: str = "") -> str:
        """The name of a side's stamp; with an army where the armies look different."""
        return f"{self.set.id}/{self.tile.code}/{SIDES[side]}" + (f"/{army}" if army else "")

    @property
    def owners(self) -> tuple[str, ...]:
        """The armies that bring it, each once."""
        return tuple(dict.fromkeys(self.armies))


def choose_tiles(
    sets: Sequence[TileSet],
    armies: Sequence[str] = ARMIES,
    only: Sequence[str] = (),
    copies: Mapping[str, int] | None = None,
) -> list[Chosen]:
    """Every tile as often as a game needs it: its copies for each army that brings it.

    A pool tile or terrain exists once for both owners (SIEGE-1, PACK-1). `copies`, by name or code, says
    how many in all.
    """
    everything = [(tile_set, tile) for tile_set in sets for tile in tile_set.tiles]
    wanted = {id(tile) for name in only for tile in _named(name, everything)}
    fixed = {id(tile): count for name, count in (copies or {}).items() for tile in _named(name, everything)}
    chosen = []
    for tile_set, tile in everything:
        if only and id(tile) not in wanted:
            continue
        brings = [army for army in armies if tile.army in (None, army)]
        if tile_set.mode == "pool" or tile.role == "terrain":
            brings = brings[:1]
        share = [army for army in brings for _ in range(tile.copies)]
        if id(tile) in fixed:
            share = [(brings or list(armies))[k % max(1, len(brings))] for k in range(fixed[id(tile)])]
        if share:
            chosen.append(Chosen(tile_set, tile, tuple(share)))
    return chosen


def _named(name: str, tiles: list[tuple[TileSet, Tile]]) -> list[Tile]:
    found = [tile for _, tile in tiles if name.lower() in (tile.name.lower(), tile.code.lower())]
    if not found:
        names = [tile.name for _, tile in tiles]
        close = get_close_matches(name, names, 1, 0.5)
        hint = f"; did you mean '{close[0]}'?" if close else f": there are {', '.join(names)}"
        raise SheetError(f"no tile is called '{name}'{hint}")
    return found


def parse_copies(texts: Iterable[str]) -> dict[str, int]:
    """['Knight=3', 'Pi=2,Bo=0'] -> counts; raises SheetError."""
    counts = {}
    for text in (part for whole in texts for part in whole.split(",")):
        name, equals, count = text.rpartition("=")
        if not equals or not re.fullmatch("[0-9]{1,4}", count.strip()) or int(count) > MOST_COPIES:
            raise SheetError(f"'{text}' is not NAME=COUNT with a count of 0 to {MOST_COPIES}")
        counts[name.strip()] = int(count)
    return counts


def tile_items(chosen: Sequence[Chosen], by_army: bool = False) -> list[Item]:
    """One for each copy; `by_army` where the armies look different."""
    return [
        Item(one.key(0, army * by_army), one.key(1, army * by_army), f"{one.tile.name} ({army})")
        for one in chosen
        for army in one.armies
    ]


def icon_items(counts: Mapping[str, int]) -> list[Item]:
    """Loose icon stickers: the box's counts, changed by `counts`."""
    known = {name.lower(): name for name in BOX_ICONS}
    merged = dict(BOX_ICONS)
    for name, count in counts.items():
        key = known.get(name.lower().replace(" ", "_").replace("-", "_"))
        if key is None:
            raise SheetError(f"there is no icon sticker '{name}': {', '.join(BOX_ICONS)}")
        merged[key] = count
    return [Item(f"icon/{name}", None, name) for name, count in merged.items() for _ in range(count)]


def sticker_icon(name: str) -> IconType | None:
    """The icon of a loose sticker; None for a numeral."""
    return BY_NAME.get(name)
