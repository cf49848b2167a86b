"""The sections of the tile lab's experiments."""

from __future__ import annotations

from typing import Any, Literal

from workbench.report.model import Num, Part, Section


class LabEffect(Part):
    """What a tile does for one bot's players, against the tile it stands in for."""

    bot: str
    verdict: Literal["stronger", "weaker", "equivalent", "undecided"]
    sentence: str
    effect_points: Num
    """With the interval that holds wherever the games were stopped."""
    fixed_points: Num
    """With the interval for a number of pairs fixed before."""
    pairs: int
    games: int
    discordant: int
    """Pairs of which the two games ended differently."""
    parted_pairs: tuple[int, ...]
    """Some of them, to be looked at."""


class LabSkill(Part):
    """One bot among those of the ladder."""

    bot: str
    elo: Num
    """On one axis, the first bot at 0."""
    scores_percent: tuple[Num | None, ...]
    """Against each bot in their order; null against itself."""


class LabEffectsSection(Section):
    """A tile swapped for another, or measured at every bot level."""

    kind: Literal["lab_effects"] = "lab_effects"
    run: str
    folder: str
    experiment: Literal["swap", "ladder"]
    tile: str
    against: str
    mode: Literal["forced", "natural"]
    margin_points: float
    lines: tuple[LabEffect, ...]
    change_points: Num | None
    """Points for the strongest bot less those for the weakest."""
    reading: str
    skill: tuple[LabSkill, ...]
    """Each bot against each, measured in the same run; nothing where they did not meet."""
    tiles: tuple[dict[str, Any], ...]
    """Both tiles, as data."""

    @property
    def title(self) -> str:
        return f"{self.tile} against {self.against}"


class LabPart(Part):
    part: str
    side: Literal["starting", "other"] | None
    right: int | None
    forward: int | None
    contribution_points: Num
    """The interval allows for the number of parts."""
    sure: bool
    discordant: int


class LabIconsSection(Section):
    """What each icon, side and ability of a tile contributes, for one bot's players."""

    kind: Literal["lab_icons"] = "lab_icons"
    run: str
    bot: str
    tile: str
    mode: Literal["forced", "natural"]
    pairs: int
    parts: tuple[LabPart, ...]
    heat: tuple[dict[str, str], dict[str, str]]
    """Colours of the starting and the other side's cells by 'right,forward'."""
    profile: dict[str, Any]

    @property
    def title(self) -> str:
        return f"What the parts of {self.tile} do: {self.bot}"


class LabTuned(Part):
    edits: tuple[str, ...]
    icons_changed: int
    effect_points: Num
    judgement: Literal["meets", "likely", "unlikely", "misses"]
    on_front: bool
    """No other tile is both nearer to the target and closer to the original."""
    yaml: str
    profile: dict[str, Any]


class LabTuneSection(Section):
    """Edits of a tile, measured on games that had no part in choosing them."""

    kind: Literal["lab_tune"] = "lab_tune"
    run: str
    bot: str
    tile: str
    against: str
    mode: Literal["forced", "natural"]
    target_points: float
    tolerance_points: float
    pairs: int
    tiles: tuple[LabTuned, ...]

    @property
    def title(self) -> str:
        return f"Tuning {self.tile}: {self.bot}"
