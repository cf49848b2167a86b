"""Before a simulation or an experiment starts: short games with sets that were never played here."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.tileset.model import TileSet
    from workbench.tileset.settings import Settings


def require_smoke_games(sets: Sequence[TileSet], settings: Settings) -> None:
    """Ends the command with a finding when a game with the sets breaks off.

    Shipped sets are played by the tests. Sets and settings that went well once are remembered, until the set or
    the engine changes, so that nobody waits twice.
    """
    from workbench.check.play import smoke_games
    from workbench.finding import UnusableInput
    from workbench.tileset.load import shipped_sets

    known = {name: str(path) for name, path in shipped_sets().items()}
    sets = [one for one in sets if one.path != known["base"]]  # it is in every game
    if all(one.path in known.values() for one in sets):
        return
    mark = _mark(sets, settings)
    if mark.exists():
        return
    finding = smoke_games(sets, settings)
    if finding is not None:
        raise UnusableInput([finding])
    with contextlib.suppress(OSError):  # then they are played again next time
        mark.touch()


def _mark(sets: Sequence[TileSet], settings: Settings) -> Path:
    """A file that stands for: these sets, these house rules and this engine get along."""
    from workbench.cache import cache_folder
    from workbench.sim.disk import canonical, sha256
    from workbench.sim.duke.play import rules_hash, set_hash

    parts = [rules_hash(), settings.model_dump(mode="json"), *(set_hash(one) for one in sets)]
    return cache_folder("played") / sha256(canonical(parts))
