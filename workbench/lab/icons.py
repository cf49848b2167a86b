"""What each icon, each side and each ability of a tile contributes: the tile without it, on the same luck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from workbench.lab.contest import Arm, find_tile, plan_contest, reference_of
from workbench.lab.edits import SIDES
from workbench.lab.measure import POINTS, counts_of, looks_of
from workbench.lab.plan import LabPlan, shared_chunk
from workbench.lab.run import Background, Experiment
from workbench.lab.swap import run_name
from workbench.sim.store import Run
from workbench.stats.anytime import ALPHA
from workbench.stats.interval import Estimate
from workbench.stats.paired import discordant, paired_difference
from workbench.tileset.model import Face, Icon, Tile
from workbench.words import Ability, Offset, place_words

GAIN, LOSS = (31, 119, 180), (214, 96, 20)  # blue helps, orange hurts: colour-blind people tell them apart
LEAST = 0.25  # how much colour a small effect has: the deeper, the more; what is not sure has none


@dataclass(frozen=True)
class Part:
    """An icon, a side or an ability of a tile."""

    side: int | None = None
    icon: Icon | None = None
    ability: Ability | None = None

    @property
    def label(self) -> str:
        if self.ability is not None:
            return f"ability {self.ability.value}"
        if self.icon is None:
            return f"{SIDES[self.side or 0]} side"
        return f"{SIDES[self.side or 0]} {self.icon.icon.words} {place_words(self.icon.at)}"


def parts_of(tile: Tile) -> list[Part]:
    """Everything that can be taken away, icons first."""
    icons = [Part(side, icon) for side in (0, 1) for icon in tile.face(side).icons]
    sides = [Part(side) for side in (0, 1) if tile.face(side).icons]
    return [*icons, *sides, *(Part(ability=ability) for ability in tile.abilities)]


def without(tile: Tile, part: Part) -> Arm:
    """The tile with a part that may not be used."""
    if part.ability is not None:
        left = tuple(one for one in tile.abilities if one is not part.ability)
        linked = tile.linked_to if part.ability is not Ability.LINK else ()
        return Arm(part.label, tile.model_copy(update={"abilities": left, "linked_to": linked}))
    if part.icon is None:
        return Arm(part.label, tile, mute=(part.side or 0,), keeps_blank=True)
    face = tile.face(part.side or 0)
    lacking = Face(icons=tuple(icon for icon in face.icons if icon != part.icon), origin=face.origin)
    changed = tile.model_copy(update={SIDES[part.side or 0]: lacking})
    return Arm(part.label, changed, keeps_blank=True)


def plan_icons(
    background: Background,
    name: str,
    *,
    bots: Sequence[str] = ("greedy",),
    forced: bool = True,
    pairs: int = 4000,
    seed: int = 1,
) -> Experiment:
    """One arm for each part of the tile; all share the control's games and luck."""
    tile = find_tile(name, background.sets)
    places = (tile.name, reference_of(tile, background.sets).name)
    contest = plan_contest(background.composition, tile, places, tile.copies)
    arms = [without(tile, part) for part in parts_of(tile)]
    return Experiment.make(
        background,
        contest,
        arms,
        experiment="icons",
        name=run_name("icons", tile.name),
        tile=tile.name,
        bots=tuple(bots),
        forced=forced,
        games=pairs,
        seed=seed,
        chunk=shared_chunk(pairs, len(arms)),
    )


@dataclass(frozen=True)
class Contribution:
    """What a part adds to its owner's score, in points; the interval allows for the number of parts."""

    part: Part
    points: Estimate
    discordant: int

    @property
    def is_sure(self) -> bool:
        """The interval shown decides."""
        return self.points.low > 0 or self.points.high < 0


def contributions(run: Run[LabPlan], rung: int = 0) -> list[Contribution]:
    """In the order of the tile's parts; the worth of a part is what is lost without it.

    All intervals hold together in 95 of 100 such runs (Bonferroni).
    """
    looks = looks_of(run, rung)
    if not looks.total:
        return []
    parts = parts_of(Tile.model_validate(run.about["contest"]["composition"]["tiles"][-1]))
    level = 1 - ALPHA / max(len(parts), 1)
    found = []
    for part, row in zip(parts, looks.total["differences"], strict=True):
        counts = counts_of(row)
        found.append(Contribution(part, paired_difference(counts, level).scaled(-POINTS), discordant(counts)))
    return found


def heat_of(found: Sequence[Contribution], side: int) -> Mapping[Offset, str]:
    """A colour for each cell with an icon that surely helps or hurts; where several stand, the one that does most."""
    icons = [one for one in found if one.part.icon is not None and one.is_sure]
    most = max((abs(one.points.value) for one in icons), default=0.0) or 1.0
    cells: dict[Offset, Contribution] = {}
    for one in icons:
        if one.part.side == side and one.part.icon is not None:
            at = one.part.icon.at
            if at not in cells or abs(one.points.value) > abs(cells[at].points.value):
                cells[at] = one
    return {at: _colour(one, most) for at, one in cells.items()}


def _colour(one: Contribution, most: float) -> str:
    full = GAIN if one.points.value >= 0 else LOSS
    share = abs(one.points.value) / most
    mixed = (round(255 + (channel - 255) * (LEAST + (0.85 - LEAST) * min(share, 1.0))) for channel in full)
    return "#" + "".join(f"{channel:02x}" for channel in mixed)


def heat_svg(tile: Tile, found: Sequence[Contribution], side: int, size_mm: float = 40.0) -> str:
    """The tile's own face with the contributions painted on it."""
    from workbench.sheet.paint_svg import face_svg

    return face_svg(tile, side, size_mm, heat=heat_of(found, side))
