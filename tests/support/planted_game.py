"""Run folders of The Duke with planted truths: no rules are played, results follow from the first draws.

A tile's planted effect shifts its owner's chance to win when it is the first one drawn, so its true swing is
that effect less the copy-weighted mean of the bag. Winners draw more often, which spoils every naive number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import polars as pl

from workbench.icons import IconType
from workbench.resources import shipped
from workbench.sim.duke.plan import Plan
from workbench.sim.job import play_here
from workbench.sim.run import simulate
from workbench.sim.seam import Batch, Sums
from workbench.sim.store import Run
from workbench.tileset.load import load_tileset
from workbench.tileset.model import Tile

NUMBERS, SMALL = pl.List(pl.Int16()), pl.List(pl.UInt8())
TURN_KINDS = ["go", "draw"]


def base_tiles() -> tuple[Tile, ...]:
    return load_tileset(shipped("tilesets") / "base.yaml").require().tiles


@dataclass(frozen=True)
class PlantedGame:
    tiles: tuple[Tile, ...]
    custom: frozenset[str] = frozenset()
    effects: Mapping[str, Mapping[str, float]] = field(default_factory=dict)  # bot -> tile -> effect
    edge: float = 0.03
    draws: float = 0.1
    strength: Mapping[str, float] = field(default_factory=dict)  # bot -> shift of its chance
    pool: Mapping[str, str] = field(default_factory=dict)  # pool tile -> the tile it may replace
    swap_effect: float = 0.0

    name: ClassVar[str] = "duke"

    @property
    def bag(self) -> np.ndarray:
        """Type numbers of one owner's bag."""
        outside = {"Duke", *self.pool}
        copies = [0 if t.name in outside else t.copies - t.starts for t in self.tiles]
        return np.repeat(np.arange(len(self.tiles)), copies)

    def columns(self) -> Mapping[str, pl.DataType]:
        names = pl.List(pl.Enum([tile.name for tile in self.tiles]))
        whole: dict[str, pl.DataType] = {
            "game": pl.Int64(),
            "pair": pl.Int64(),
            "twin": pl.Int8(),
            "rung": pl.Int16(),
        }
        whole |= {"south_army": pl.Int8(), "south_bot": pl.String(), "north_bot": pl.String()}
        whole |= {"winner": pl.Int8(), "reason": pl.String(), "plies": pl.Int32()}
        for seat in ("south", "north"):
            whole |= {f"{seat}_bag_log": SMALL}
            whole |= dict.fromkeys((f"{seat}_bag", f"made_{seat}", f"lost_{seat}"), names)
        whole |= {"south_first_draw": pl.Int16(), "north_first_draw": pl.Int16()}
        whole["swaps"] = NUMBERS
        return whole

    def identity(self) -> dict[str, str]:
        return {"planted": repr((sorted(t.name for t in self.tiles), self.effects, self.edge, self.draws))}

    def about(self) -> dict[str, Any]:
        duke = next(i for i, t in enumerate(self.tiles) if t.name == "Duke")
        foot = next(i for i, t in enumerate(self.tiles) if t.name == "Footman")
        numbers = {t.name: i for i, t in enumerate(self.tiles)}
        army = {"duke": duke, "starters": [foot, foot], "bag": self.bag.tolist()}
        return {
            "tiles": [
                {
                    "name": t.name,
                    "code": t.code,
                    "set": "mine" if t.name in self.custom else "base",
                    "official": t.name not in self.custom,
                    "tile": t.model_dump(mode="json"),
                }
                for t in self.tiles
            ],
            "armies": [army, army],
            "pool": [{"tile": numbers[a], "replaces": numbers[b]} for a, b in self.pool.items()],
            "turn_kinds": TURN_KINDS,
            "icon_kinds": [kind.value for kind in IconType],
        }

    def prepare(self) -> None:
        """Nothing is compiled."""

    def headline(self, plan: Any, rung: int, sums: Sums) -> str:
        return ""

    def play_batch(self, plan: Plan, first: int, count: int) -> Batch:
        rung = plan.rung_of(first)
        bots = plan.pairings[rung]
        pairs = bots[0] != bots[1]
        rng = np.random.default_rng([plan.seed, first])
        game = np.arange(first, first + count)
        swapped = (game % 2 if pairs else np.zeros(count, int)).astype(bool)
        south = np.where(swapped, 1, 0)  # which army sits South
        luck = count // 2 if pairs else count
        orders = rng.permuted(np.tile(self.bag, (2 * luck, 1)), axis=1).reshape(2, luck, -1)
        by_army = np.repeat(orders, 2, axis=1) if pairs else orders
        bags = np.where(south[None, :, None] == 0, by_army, by_army[::-1])
        offer, taken = self._offers(rng, bags[:, :, 0])
        shift = self._shift(bots, south, bags[:, :, 0])
        shift += self.swap_effect * ((offer & taken)[0].astype(float) - (offer & taken)[1])
        chance = np.clip(0.5 + self.edge / 2 + shift, self.draws / 2, 1 - self.draws / 2)
        u = rng.random(count)
        winner = np.where(u < chance - self.draws / 2, 0, np.where(u < chance + self.draws / 2, -1, 1))
        batch = self._batch(rng, game, pairs, rung, south, bots, bags, winner)
        codes = np.arange(2)[:, None] << 8 | taken << 7 | bags[:, :, 0]
        swaps = [[int(codes[o, i]) for o in (0, 1) if offer[o, i]] for i in range(count)]
        return Batch(batch.rows.with_columns(pl.Series("swaps", swaps, dtype=NUMBERS)), batch.sums)

    def _offers(self, rng: np.random.Generator, first: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Whose first draw may be swapped, and who then does it (by lot)."""
        bases = [i for i, t in enumerate(self.tiles) if t.name in self.pool.values()]
        return np.isin(first, bases), rng.random(first.shape) < 0.5

    def _shift(self, bots: tuple[str, str], south: np.ndarray, first: np.ndarray) -> np.ndarray:
        tables = [[self.effects.get(bot, {}).get(t.name, 0.0) for t in self.tiles] for bot in bots]
        effect = np.array(tables)
        level = np.array([self.strength.get(bot, 0.0) for bot in bots])
        return effect[south, first[0]] + level[south] - effect[1 - south, first[1]] - level[1 - south]

    def _batch(
        self,
        rng: np.random.Generator,
        game: np.ndarray,
        pairs: bool,
        rung: int,
        south: np.ndarray,
        bots: tuple[str, str],
        bags: np.ndarray,
        winner: np.ndarray,
    ) -> Batch:
        count = len(game)
        drawn = 1 + rng.poisson(3, (2, count)) + 2 * np.stack([winner == 0, winner == 1])
        drawn = np.minimum(drawn, bags.shape[2])
        hit = rng.random((2, count)) < 0.4  # at most the first drawn tile is captured
        lost = [self._names(bags[o][:, :1], hit[o]) for o in (0, 1)]
        names = np.array(bots)
        reason = np.where(winner >= 0, "mate", np.where(rng.random(count) < 0.5, "repetition", "max-turns"))
        data = {
            "game": game,
            "pair": game // 2 if pairs else game,
            "twin": game % 2 if pairs else np.zeros(count, int),
            "rung": np.full(count, rung),
            "south_army": south,
            "south_bot": names[south].tolist(),
            "north_bot": names[1 - south].tolist(),
            "winner": winner,
            "reason": reason.tolist(),
            "plies": 20 + rng.poisson(40, count) + 3 * drawn.sum(axis=0),
            "made_south": lost[1],
            "made_north": lost[0],
            "lost_south": lost[0],
            "lost_north": lost[1],
            "swaps": [[] for _ in range(count)],
        }
        for o, name in enumerate(("south", "north")):
            data[f"{name}_bag_log"] = _lists(bags[o], drawn[o])
            data[f"{name}_bag"] = self._names(bags[o], np.ones(count, bool))
            data[f"{name}_first_draw"] = bags[o][:, 0]
        columns = self.columns()
        rows = pl.DataFrame({name: pl.Series(name, data[name], dtype=kind) for name, kind in columns.items()})
        return Batch(rows, self._sums(rng, count, drawn))

    def _names(self, listed: np.ndarray, there: np.ndarray) -> list[list[str]]:
        """Rows of types by name, nothing where it is not there."""
        return [[self.tiles[kind].name for kind in row] if has else [] for row, has in zip(listed, there, strict=True)]

    def _sums(self, rng: np.random.Generator, count: int, drawn: np.ndarray) -> Sums:
        types = len(self.tiles)
        uses = rng.poisson(count * 0.4, (types, 2, len(IconType)))
        middle = np.exp(-((np.arange(36) % 6 - 2.5) ** 2) / 4 - (np.arange(36) // 6 - 1.5) ** 2 / 3)
        return {
            "icon_uses": uses * (rng.random((types, 2, len(IconType))) < 0.3),
            "squares": rng.poisson(count * middle, (types, 36)),
            "turns": np.array([count * 40, int(drawn.sum())]),
            "survival_plies": rng.poisson(count * 12, types),
            "deploys": np.full(types, count),
        }


def _lists(table: np.ndarray, lengths: np.ndarray) -> pl.Series:
    """Rows of a table as lists, cut to `lengths`."""
    whole = pl.Series("x", np.ascontiguousarray(table.astype(np.int16))).arr.to_list()
    frame = pl.DataFrame({"x": whole, "n": lengths.astype(np.uint32)})
    return frame.select(pl.col("x").list.head(pl.col("n"))).to_series()


def write_run(path: Path, game: PlantedGame, plan: Plan) -> Run:
    return simulate(game, plan, path, lambda queues: play_here).run
