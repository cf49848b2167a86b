"""The Duke behind the simulation's seam: a plan and a game number in, rows out, nothing else matters."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from workbench.bot_options import UnknownBot
from workbench.bots.choose import open_bot
from workbench.bots.own import OwnBot
from workbench.bots.registry import BOT_TYPES, parse_bot
from workbench.resources import shipped
from workbench.sim.disk import canonical, held, sha256
from workbench.sim.duke.own_bots import own_plays, refuse_changed, refuse_strange_bots, refuse_unnamed
from workbench.sim.duke.plan import Plan, odd_games
from workbench.sim.plan import RUNG_STRIDE
from workbench.sim.seam import Batch, SimError, Sums, add_sums
from workbench.tileset.compose import Composition, base_set, compose
from workbench.tileset.load import load_sets, shipped_sets
from workbench.tileset.model import TileSet
from workbench.words import Owner

if TYPE_CHECKING:
    import polars as pl

    from workbench.bots.registry import Yardstick
    from workbench.duke.board.compile import Wanted
    from workbench.duke.board.compile_apart import Beside
    from workbench.sim.duke.batch import Games
    from workbench.sim.store import Run

DECIDING = (
    "bot_options.py",
    "icons.py",
    "objectives.py",
    "reach.py",
    "duke/**/*.py",
    "bots/*.py",
    "bots/*.json",
    "sim/duke/*.py",
)
NOT_DECIDING = {"notes", "source", "accept", "emblem", "path"}


@lru_cache(maxsize=1)
def rules_hash() -> str:
    """Of every source file that decides how games go and what is recorded."""
    package = Path(__file__).parents[2]
    digest = hashlib.sha256()
    for pattern in DECIDING:
        for path in sorted(package.glob(pattern)):
            name = path.relative_to(package).as_posix()
            digest.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def set_hash(tileset: TileSet) -> str:
    """Of what a set brings to a game; remarks, art and the file's place do not count."""
    tiles = [
        {key: value for key, value in tile.model_dump(mode="json").items() if key not in NOT_DECIDING}
        for tile in tileset.tiles
    ]
    asked = [tileset.settings.said()] if tileset.settings else []
    return sha256(canonical([tileset.id, tileset.mode, tiles, *asked]))


@dataclass(frozen=True)
class DukeGame:
    """The armies and bots of one plan."""

    composition: Composition
    sets: tuple[TileSet, ...]
    pairings: tuple[tuple[str, str], ...]
    record: tuple[str, ...]
    own: tuple[OwnBot, ...] = ()  # bots of one's own that the command line names
    yardstick: Yardstick | None = None  # how bots value tiles, where it is not to follow from the tiles

    name: ClassVar[str] = "duke"

    @classmethod
    def from_plan(cls, plan: Plan, own: Iterable[OwnBot] = ()) -> DukeGame:
        """Load and compose the plan's sets; raises findings for what is wrong with them."""
        known = tuple(own)
        playing = tuple(bot for bot in known if bot.name in plan.bot_names)
        sets = load_sets(plan.sets)
        composition = compose(sets, plan.house_rules, Owner[plan.light.upper()])
        base = base_set()
        used = (base, *(one for one in sets if one.tiles != base.tiles))
        game = cls(composition, used, plan.pairings, tuple(plan.record), playing)
        refuse_strange_bots(sorted(plan.bot_names), known)
        if plan.games % 2 and any(game.is_paired(rung) for rung in range(plan.rungs)):
            raise SimError(odd_games(plan.games))
        return game

    @classmethod
    def from_run(cls, run: Run[Plan], own: Iterable[OwnBot] = ()) -> DukeGame:
        """As it was when the run began, whatever has become of the tile sets since."""
        bots = tuple(own)
        refuse_unnamed(run.about, bots, run.path)
        refuse_changed(run.about, bots, run.path)
        composition = read_composition(run.about.get("composition"), run.path)
        return cls(composition, (), run.plan.pairings, tuple(run.plan.record), bots)

    @property
    def has_unlike_armies(self) -> bool:
        """Armies that can change seats; the parts of the Dark Rider belong to their seats (RIDER-1)."""
        south, north = self.composition.armies
        return south != north and not self.composition.settings.aim.row.binds_seats

    def is_paired(self, rung: int) -> bool:
        """Whether each game has a seat-swapped twin; in a mirror match it would be the same game."""
        first, second = self.pairings[rung]
        return first != second or self.has_unlike_armies

    def columns(self) -> dict[str, pl.DataType]:
        from workbench.sim.duke.rows import columns

        return columns(self.record, bool(self.composition.pool), [tile.name for tile in self.composition.tiles])

    def identity(self) -> dict[str, str]:
        found = {f"tile set {one.id}": set_hash(one) for one in self.sets}
        bots = {f"the bot {bot.name}": bot.sha256 for bot in self.own}
        forced = {"the yardstick": self.yardstick} if self.yardstick else {}
        return {"the rules engine": rules_hash(), **forced, **found, **bots}

    def about(self) -> dict[str, Any]:
        from pydantic import TypeAdapter

        from workbench.bots.worths import yardstick_of
        from workbench.duke.board.kinds import KIND_NAMES
        from workbench.duke.board.state import REASONS
        from workbench.sim.duke.rows import ICON_NAMES

        official = {path.stem for path in shipped("tilesets").glob("*.yaml")}
        tiles = []
        for tile in self.composition.tiles:
            home = next(one for one in reversed(self.sets) if any(t.name == tile.name for t in one.tiles))
            is_official = home.id in official and str(shipped_sets()[home.id]) == home.path
            entry = {"name": tile.name, "code": tile.code, "set": home.id, "official": is_official}
            tiles.append({**entry, "tile": tile.model_dump(mode="json")})
        return {
            "tiles": tiles,
            "armies": [asdict(army) for army in self.composition.armies],
            "pool": [asdict(one) for one in self.composition.pool],
            "sets": [{"id": one.id, "name": one.name, "sha256": set_hash(one)} for one in self.sets],
            "settings": self.composition.settings.model_dump(mode="json"),
            "paired": [self.is_paired(rung) for rung in range(len(self.pairings))],
            "turn_kinds": list(KIND_NAMES),
            "icon_kinds": list(ICON_NAMES),
            "reasons": list(REASONS[1:]),
            "yardstick": self.yardstick or yardstick_of(self._tables.rules[0][0]),
            "ledger": _ledger_hash(),
            "composition": TypeAdapter(Composition).dump_python(self.composition, mode="json"),
            **({"own_bots": [bot.about() for bot in self.own]} if self.own else {}),
        }

    def prepare(self) -> None:
        """Compile what no earlier run has compiled; of several processes only one does it."""
        from workbench.duke.board.compile_apart import compile_missing
        from workbench.duke.board.sources import cache_folder

        if self.is_prepared():
            return
        folder = cache_folder("workbench.sim.duke.carry")
        folder.mkdir(parents=True, exist_ok=True)
        with held(folder / "compiling", wait=True):
            compile_missing(self.compiled_parts())

    def is_prepared(self) -> bool:
        """Whether earlier runs have compiled these bots, so that this one starts warm."""
        from workbench.duke.board.compile import is_compiled

        return is_compiled(*(one for one, _ in self.compiled_parts()))

    def compiled_parts(self) -> list[Wanted]:
        """All compiled code that these bots play with."""
        from workbench.duke.board.compile import DISABLED
        from workbench.duke.turn.engine import engine_entries
        from workbench.sim.duke.carry import carrying_entries, following_entry

        if DISABLED:
            return []
        rules, pool, own = self._tables.rules[0][0], self._tables.pool, {bot.name for bot in self.own}
        found = [*following_entry(rules, pool), *engine_entries(rules, pool)] if own else []
        for bot in sorted({bot for pairing in self.pairings for bot in pairing} - own):
            chooser = open_bot(replace(parse_bot(bot), yardstick=self.yardstick), rules)
            found += carrying_entries(chooser, rules, pool)
        return found

    def special_builds(self) -> list[Beside]:
        """Begin to compile the engine for this kind of game alone."""
        from workbench.sim.duke.beside import builds_of

        return builds_of(self.compiled_parts(), [rules[0] for rules in self._tables.rules])

    @cached_property
    def _tables(self) -> Tables:
        return Tables(self)

    def __getstate__(self) -> dict[str, Any]:
        """The tables are large and made again where they are needed."""
        return {name: value for name, value in self.__dict__.items() if name != "_tables"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    def seats(self, plan: Plan, numbers: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Of games of one rung: their luck, which twins share, and whether they are the twin (1).

        Luck is numbered by rung and within it, so that it does not matter how many games there are.
        """
        rung = plan.rung_of(int(numbers[0]))
        if not self.is_paired(rung):
            return numbers, np.zeros_like(numbers)
        within = numbers % RUNG_STRIDE
        return rung * RUNG_STRIDE + within // 2, within % 2

    def play_bare(self, plan: Plan, first: int, count: int) -> None:
        """The same games without records, to measure what these cost."""
        lucks, twins = self.seats(plan, np.arange(first, first + count))
        self._tables.play_twins(plan.seed, lucks, twins, self.pairings[plan.rung_of(first)], recorded=False)

    def play_results(self, seed: int, lucks: NDArray[Any], twins: NDArray[Any], bots: tuple[str, str]) -> NDArray[Any]:
        """Games of these lucks without records: who won, how and when."""
        return self._tables.play_twins(seed, lucks, twins, bots, recorded=False)[0].results

    def play_batch(self, plan: Plan, first: int, count: int) -> Batch:
        import polars as pl

        from workbench.duke.board.compile import look_for_special_builds
        from workbench.sim.duke.rows import build_rows, build_sums

        look_for_special_builds()
        numbers = np.arange(first, first + count)
        rung = plan.rung_of(first)
        bots = self.pairings[rung]
        lucks, twins = self.seats(plan, numbers)
        games, sums = self._tables.play_twins(plan.seed, lucks, twins, bots)
        if sums.nspill > spill_room():
            return self._play_halves(plan, first, count)
        seated = pl.Series(bots)
        given = {
            "game": numbers,
            "pair": lucks,
            "twin": twins,
            "rung": np.full(count, rung),
            "south_army": twins,
            "south_bot": seated.gather(twins),
            "north_bot": seated.gather(1 - twins),
        }
        rows = build_rows(games, sums, given, self.columns())
        found = build_sums(sums, games.results, self.record, len(self.composition.tiles))
        if self.is_paired(rung):
            found["pair_scores"] = pair_scores(games.results["winner"], twins)
        return Batch(rows, found)

    def _play_halves(self, plan: Plan, first: int, count: int) -> Batch:
        """A batch whose long games need more room for their logs than there is: in two parts, each with as much."""
        import polars as pl

        if count <= 2:
            raise SimError(f"game {first} draws and returns more tiles than a record has room for: set max_turns")
        half = count // 4 * 2  # twins stay together
        parts = [self.play_batch(plan, first, half), self.play_batch(plan, first + half, count - half)]
        sums: Sums = {}
        for part in parts:
            add_sums(sums, part.sums)
        return Batch(pl.concat([part.rows for part in parts]), sums)

    def headline(self, plan: Plan, rung: int, sums: Sums) -> str:
        first, second = self.pairings[rung]
        south, north, draws = (int(n) for n in sums["results"])
        games = south + north + draws
        length = f"{100 * draws / games:.1f} % draws, {int(sums['plies'][0]) / games:.0f} plies a game"
        if "pair_scores" not in sums:
            share, wide = score_interval([north, draws, south])
            return f"{first}: South scores {share:.1f} ± {wide:.1f} %, {length}"
        share, wide = score_interval([int(n) for n in sums["pair_scores"]])
        armies = ("dark", "light") if int(self.composition.light) else ("light", "dark")
        who, whom = (
            (first, second) if first != second else (f"{first} with the {armies[0]} army", f"the {armies[1]} one")
        )
        return f"{who} scores {share:.1f} ± {wide:.1f} % against {whom} in pairs, {length}"


def read_composition(data: Any, where: Path) -> Composition:
    """The composition that a manifest tells of; SimError if no game could have it."""
    from pydantic import TypeAdapter, ValidationError

    try:
        found = TypeAdapter(Composition).validate_python(data)
        faults = found.faults()
    except (ValidationError, RecursionError):
        faults = ["it is not told as this version tells it"]
    if faults:
        raise SimError(f"{where}: its manifest holds no game that can be played ({faults[0]})")
    return found


def score_interval(counts: list[int]) -> tuple[float, float]:
    """Mean score in percent and half its 95 % interval, from counts of equally spaced scores from 0 to 1."""
    n = sum(counts)
    scores = [i / (len(counts) - 1) for i in range(len(counts))]
    mean = sum(s * c for s, c in zip(scores, counts, strict=True)) / n
    variance = sum(c * (s - mean) ** 2 for s, c in zip(scores, counts, strict=True)) / max(n - 1, 1)
    return 100 * mean, 196 * math.sqrt(variance / n)


def pair_scores(winners: NDArray[Any], twins: NDArray[Any]) -> NDArray[np.int64]:
    """How many pairs gave A 0, 1/2, 1, 3/2 and 2 points; a batch holds whole pairs, twins side by side."""
    points = np.where(winners < 0, 1, 2 * (winners == twins))
    return np.bincount(points.reshape(-1, 2).sum(axis=1), minlength=5).astype(np.int64)


class Tables:
    """The rule tables for both seatings, and room for games in play."""

    def __init__(self, game: DukeGame) -> None:
        from workbench.duke.board.kept_tables import rules_of
        from workbench.duke.board.state import new_pool
        from workbench.sim.duke.carry import LANES

        self.types = len(game.composition.tiles)
        swapped = game.composition.with_seats_swapped() if game.has_unlike_armies else game.composition
        own = rules_of(game.composition)
        self.rules = (own, rules_of(swapped) if game.has_unlike_armies else own)
        self.pool = new_pool(LANES)
        self.own = tuple(own_plays(game.own, one) for one in (game.composition, swapped)) if game.own else ({}, {})
        self.yardstick = game.yardstick

    def play_twins(
        self,
        seed: int,
        lucks: NDArray[Any],
        twins: NDArray[Any],
        bots: tuple[str, str],
        recorded: bool = True,
    ) -> tuple[Games, Any]:
        """All games of a batch; in twins (1) the armies and their bots have swapped seats."""
        from workbench.duke.board.packed import pack_spilt, spilt_entry, spilt_game, spilt_list
        from workbench.sim.duke.batch import new_games
        from workbench.sim.duke.recorder import SUMS

        total = np.zeros(1, SUMS).view(np.recarray)[0]
        if not twins.any():  # in order already
            return self.play(seed, lucks, 0, bots, recorded, total), total
        games = new_games(self.rules[0][0], len(lucks), recorded)
        for twin in (0, 1):
            here = np.flatnonzero(twins == twin)
            if len(here):
                seated = bots if twin == 0 else (bots[1], bots[0])
                before = int(total.nspill)
                games.put(here, self.play(seed, lucks[here], twin, seated, recorded, total))
                spilt = total.spill[before : total.nspill]
                spilt[:] = pack_spilt(here[spilt_game(spilt)], spilt_list(spilt), spilt_entry(spilt))
        return games, total

    def play(
        self,
        seed: int,
        lucks: NDArray[Any],
        twin: int,
        seated: tuple[str, str],
        recorded: bool,
        sums: Any = None,
    ) -> Games:
        """Games in one seating; `seated` are the bots of South and North."""
        rules, own = self.rules[twin][0], self.own[twin]
        return play_games(rules, self.pool, seed, lucks, twin, seated, recorded, sums, own, self.yardstick)


def play_games(
    rules: Any,
    pool: Any,
    seed: int,
    lucks: NDArray[Any],
    dealt: int,
    seated: tuple[str, str],
    recorded: bool,
    sums: Any = None,
    own: Mapping[str, Callable[..., Any]] | None = None,
    yardstick: Yardstick | None = None,
) -> Games:
    """Games of given lucks by the bots of South and North; `dealt` is what `packed.pack_deal` packs.

    `own` has what carries games on for bots of one's own.
    """
    from workbench.sim.duke.batch import new_games
    from workbench.sim.duke.carry import BOTH, LANES, NORTH, SOUTH
    from workbench.sim.duke.recorder import GAME, SUMS, TRACK

    sums = np.zeros(1, SUMS).view(np.recarray)[0] if sums is None else sums
    sums.on = int(recorded)
    games = new_games(rules, len(lucks), recorded)
    tracks, rows = (np.zeros(LANES, dtype).view(np.recarray) for dtype in (TRACK, GAME))
    south, north = (own[bot] if own and bot in own else _shipped_plays(bot, rules, yardstick) for bot in seated)
    shipped_ones = [parse_bot(bot).name for bot in seated if not own or bot not in own]
    alone = any(BOT_TYPES[name].remembers for name in shipped_ones)  # such a memory serves one seat of one game
    if seated[0] == seated[1] and not alone:
        south(rules, pool, sums, tracks, rows, games, 0, BOTH, 1, seed, lucks, dealt)
        return games
    width = 1 if alone else LANES
    for first in range(0, len(lucks), width):
        part = lucks[first : first + width]
        deals, left = 1, 1
        while left:
            south(rules, pool, sums, tracks, rows, games, first, SOUTH, deals, seed, part, dealt)
            left = north(rules, pool, sums, tracks, rows, games, first, NORTH, 0, seed, part, dealt)
            deals = 0
    return games


def spill_room() -> int:
    """How many entries of lists a batch keeps beyond those in its rows."""
    from workbench.sim.duke.batch import SPILL

    return SPILL


def _shipped_plays(bot: str, rules: Any, yardstick: Yardstick | None) -> Callable[..., Any]:
    """What carries games on for a shipped bot, with its memory."""
    from workbench.sim.duke.carry import plays_of

    return plays_of(open_bot(replace(parse_bot(bot), yardstick=yardstick), rules))


def refuse_unknown_bots(names: Iterable[str]) -> None:
    """Before anything is compiled or written."""
    for bot in names:
        try:
            parse_bot(bot)
        except UnknownBot as error:
            raise SimError(str(error)) from None


def _ledger_hash() -> str:
    path = shipped("docs/rules.md")
    return sha256(path.read_bytes())[:16] if path.exists() else ""
