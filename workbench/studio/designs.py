"""Designs by their content: a draft is played from a copy of its own, so that no later edit reaches into its games."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

from workbench.cache import when_changed
from workbench.studio.project import content_hash, write_whole
from workbench.tileset.model import TileSet

NOT_PLAYED = {"notes", "source", "accept", "emblem"}  # remarks and art
DESIGNS_KEPT = 40  # designs whose games are kept


def design_key(tileset: TileSet) -> str:
    """Equal for two texts exactly when their tiles play alike."""
    tiles = [
        {key: value for key, value in tile.model_dump(mode="json").items() if key not in NOT_PLAYED}
        for tile in tileset.tiles
    ]
    asked: Any = tileset.settings.model_dump(mode="json", exclude_unset=True) if tileset.settings else None
    return content_hash(json.dumps([tileset.id, tileset.mode, tiles, asked], sort_keys=True).encode())[:20]


def keep_design(home: Path, key: str, name: str, text: str) -> Path:
    """The copy of a text in the folder of its design; the designs that were used longest ago are forgotten."""
    folder = home / key
    folder.mkdir(parents=True, exist_ok=True)
    copy = folder / Path(name).name
    if not copy.exists():
        write_whole(copy, text.encode())
    folder.touch()
    _forget_old(home, folder)
    return copy


def _forget_old(home: Path, used: Path) -> None:
    folders = sorted((one for one in home.iterdir() if one.is_dir()), key=when_changed, reverse=True)
    for old in folders[DESIGNS_KEPT:]:
        if old != used:
            shutil.rmtree(old, ignore_errors=True)
