"""What is played to rate the official tiles: every bag that a shipped set is played in, at every level of skill.

The number of games is fixed here, before any is played; so the intervals of the ratings are those of a fixed plan.
Levels come cheapest first, and thoughtful bots play in passes over all bags: what is there early covers everything.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from workbench.balance.question import BASE, Asked, Question
from workbench.balance.run import OTHER_LUCK, Ask, Setting, prepare
from workbench.balance.tracks import seconds_a_game
from workbench.lab.run import load_background
from workbench.tileset.load import shipped_sets
from workbench.tileset.settings import Settings

BOTS = ("random", "greedy", "search:depth=1", "mcts:sims=200")
ENHANCED = "base, enhanced"
PASSES = {"search": (4, 4), "mcts": (10, 10), "greedy": (1, 4)}  # in how many portions draws and swaps are played
Way = Literal["draws", "starts"]

# Games by level: (bags that both armies share, bags of two unlike armies). An unlike army's tile is drawn by one side
# alone, so that it takes about twice the games for the same interval: 0.3 points for quick bots, 1 for search:depth=1.
RATING_GAMES = {
    "random": (180_000, 360_000),
    "greedy": (220_000, 440_000),
    "search:depth=1": (16_000, 30_000),
    "mcts:sims=200": (5_000, 5_000),
}
SCALED = frozenset({"random", "greedy", "search:depth=1"})  # by the size of the bag
USUAL_BAG = 16
RATING_PAIRS = {"random": 216_000, "greedy": 216_000, "search:depth=1": 19_000, "mcts:sims=200": 500}
FURTHER_GAMES = {  # of bags whose games hold too few draws for the interval: they end early, or tiles are taken back
    ("search:depth=1", "robin-hood"): 28_000,
    ("greedy", "siege-engines"): 34_000,
    ("greedy", "siege-engines-2015"): 34_000,
}
CHEAP_SECONDS = 0.01  # a game
SMALLEST_PORTION = 50
OTHER_GAMES, OTHER_PAIRS = (5_000, 5_000), 500  # bots that the table does not name
RATING_CHUNK = {"random": 5_000, "greedy": 5_000, "search": 200, "mcts": 50}


@dataclass(frozen=True)
class Bag:
    """A way to play: the sets on the table and the house rules; rated are the tiles of the first set named."""

    name: str
    sets: tuple[str, ...]
    settings: Settings = field(default_factory=Settings)


def official_sets() -> list[str]:
    """The shipped sets that were published; examples are ours."""
    return [name for name, path in shipped_sets().items() if path.parent.name != "examples"]


def official_bags(names: Sequence[str] = ()) -> list[Bag]:
    """Every shipped set with its tiles in the bag; base twice, for its enhanced tiles join only by agreement."""
    wanted = [name for name in official_sets() if not names or name in names]
    found = [Bag(name, () if name == BASE else (name,)) for name in wanted]
    if not names or BASE in names or ENHANCED in names:
        place = next((at + 1 for at, one in enumerate(found) if one.name == BASE), 0)
        found.insert(place, Bag(ENHANCED, (), Settings(enhanced="both")))
    return sorted(found, key=lambda one: one.name not in (BASE, ENHANCED))


@dataclass(frozen=True)
class RatedBag:
    """A bag with its question: which tiles are rated by draws, and which by paired swaps besides or instead."""

    bag: Bag
    setting: Setting
    question: Question
    starts: tuple[Asked, ...]

    @property
    def is_played(self) -> bool:
        return bool(self.question.drawn or self.starts)


def rate_bag(bag: Bag, bots: Sequence[str], seed: int) -> RatedBag:
    """Raises findings, or SimError, for what is wrong with the bots."""
    setting = prepare(Ask(load_background(bag.sets, bag.settings), tuple(bots), seed))
    question = setting.question
    if not bag.sets:
        question = replace(question, asked=_base_tiles(setting, question, bag))
    on_board = {number for army in setting.about["armies"] for number in army["starters"]}
    own = bool(bag.sets)
    starts = tuple(one for one in question.asked if one.how == "starts" or (own and one.number in on_board))
    return RatedBag(bag, setting, question, starts)


def _base_tiles(setting: Setting, question: Question, bag: Bag) -> tuple[Asked, ...]:
    """The base set is asked about here alone; with enhanced tiles in the bag, these are what is new."""
    enhanced = {tile["name"] for tile in setting.about["tiles"] if tile["tile"].get("enhanced")}
    return tuple(
        Asked(name, number, None, "drawn")
        for number, name in enumerate(question.names)
        if question.holders(number) and (name in enhanced) == (bag.name == ENHANCED)
    )


@dataclass(frozen=True)
class Portion:
    """One step of one run: what is played in one go, and read only when it is whole."""

    bag: RatedBag
    place: int  # of the bot among those asked
    bot: str
    way: Way
    asked: Asked | None
    step: int
    size: int  # games, or pairs
    first_size: int  # of the first step of this run


def wanted_of(bag: RatedBag, bot: str, way: Way, games: int | None) -> int:
    """Games (or pairs) of a run; `games` in the place of the plan's own number, for a small trial.

    In a fuller bag each tile is drawn less often, so that quick bots and search play more for the same interval.
    """
    if way == "starts":
        return wanted_pairs(bot, games)
    if games is not None:
        return games
    wanted = RATING_GAMES.get(bot, OTHER_GAMES)[bag.question.armies_differ]
    fuller = max(float(one.sum()) for one in bag.question.bags) / USUAL_BAG
    return wanted if bot not in SCALED else round(wanted * max(fuller, 1.0) / 1_000) * 1_000


def portions(bags: Sequence[RatedBag], bots: Sequence[str], games: int | None = None) -> Iterator[Portion]:
    """All that is to be played, in order: what is cheap first, then in passes over all bags."""
    found = []
    for place, bot in enumerate(bots):
        for way, bag, asked in _runs(bags):
            sizes = sizes_of(bag, bot, way, games)
            found += [Portion(bag, place, bot, way, asked, step, size, sizes[0]) for step, size in enumerate(sizes)]
    yield from sorted(found, key=_order)


def sizes_of(bag: RatedBag, bot: str, way: Way, games: int | None) -> list[int]:
    """The steps of a run; where a bag's games hold too few draws for the interval, there is a further one."""
    sizes = step_sizes(wanted_of(bag, bot, way, games), passes_of(bot, way))
    more = FURTHER_GAMES.get((bot, bag.bag.name), 0) if way == "draws" and games is None else 0
    return [*sizes, more] if more else sizes


def passes_of(bot: str, way: Way) -> int:
    return PASSES.get(bot.partition(":")[0], (1, 1))[way == "starts"]


def _order(one: Portion) -> tuple[float, ...]:
    """Draws of the cheaper levels; swaps that take one pass; then all else side by side, portion by portion."""
    passes = passes_of(one.bot, one.way)
    if one.way == "draws" and seconds_a_game(one.bot) <= CHEAP_SECONDS:
        return 0, one.place, one.step
    if passes == 1:
        return 1, one.place
    return 2, one.step / passes, one.place, one.way == "starts"


def _runs(bags: Sequence[RatedBag]) -> Iterator[tuple[Way, RatedBag, Asked | None]]:
    for bag in bags:
        if bag.question.drawn:
            yield "draws", bag, None
    for bag in bags:
        for asked in bag.starts:
            yield "starts", bag, asked


def step_sizes(wanted: int, passes: int) -> list[int]:
    """Even portions that add up, for twins are never parted."""
    whole = max(wanted - wanted % 2, 2)
    size = max(whole // passes // 2 * 2, min(whole, SMALLEST_PORTION))
    steps = [size] * (whole // size)
    steps[-1] += whole - sum(steps)
    return steps


def luck_of(seed: int, place: int) -> int:
    return (seed + place * OTHER_LUCK) % 2**32


def chunk_of(bot: str) -> int:
    return RATING_CHUNK.get(bot.partition(":")[0], 50)


def plan_data(bots: Sequence[str], games: int | None) -> dict[str, Any]:
    """For the file: how many games were to be played."""
    return {
        bot: {
            "games": games or RATING_GAMES.get(bot, OTHER_GAMES)[0],
            "games_of_two_armies": games or RATING_GAMES.get(bot, OTHER_GAMES)[1],
            "pairs": wanted_pairs(bot, games),
        }
        for bot in bots
    }


def wanted_pairs(bot: str, games: int | None) -> int:
    return RATING_PAIRS.get(bot, OTHER_PAIRS) if games is None else max(games // 2, 2)
