"""From a question to its answer: set up the tracks, play them in numbered rounds, stop when all is settled.

Round k goes to the track that is not done and has cost least in the rounds before it, by fixed prices: so the same seed
and number of rounds give the same games and the same answer on any machine. Time decides only after which round it
ends; what is played of the next is kept for another time.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Literal

from workbench.balance.answer import TileVerdict, as_json, judge_tiles
from workbench.balance.base import BaseEffects, known_effects, measure_effects
from workbench.balance.folder import slug
from workbench.balance.question import Question, read_question, with_terrain
from workbench.balance.rounds import next_round, rated_settings
from workbench.balance.starts import plan_start
from workbench.balance.tally import Tally
from workbench.balance.tracks import Draws, Offers, Starts, Track, is_quick, seconds_a_game
from workbench.lab.run import Background, load_background
from workbench.sim.duke.plan import Plan
from workbench.sim.duke.play import DukeGame, rules_hash, set_hash
from workbench.sim.job import Player, Stop
from workbench.sim.run import Report
from workbench.sim.steps import stepped_run

CHUNK = {True: 1_000, False: 250}  # games of a file, quick bots and others
OTHER_LUCK = 7_919  # between the seeds of two bots, whose games are to be independent
Ending = Literal["settled", "rounds", "time", "stopped"]


@dataclass(frozen=True)
class Ask:
    """The question as it was put; `smallest` makes rounds smaller than usual."""

    background: Background  # with the house rules as they were told
    bots: tuple[str, ...]
    seed: int = 1
    margin: float = 1.0
    smallest: int = 0

    @property
    def hashes(self) -> dict[str, str]:
        return {one.id: set_hash(one)[:16] for one in self.background.sets}

    def as_data(self) -> dict[str, Any]:
        """All that decides the answer, to be compared with an earlier question."""
        told = {
            "sets": self.hashes,
            "settings": self.background.settings.model_dump(mode="json"),
            "light": self.background.light,
            "bots": list(self.bots),
            "seed": self.seed,
            "margin": self.margin,
            "rules engine": rules_hash()[:16],
        }
        return {**told, "smallest round": self.smallest} if self.smallest else told


@dataclass(frozen=True)
class Setting:
    """The question with its game: pool tiles lie in the bags, where they are drawn by chance."""

    ask: Ask
    background: Background
    plans: tuple[Plan, ...]
    games: tuple[DukeGame, ...]
    about: dict[str, Any]
    question: Question

    @property
    def has_offers(self) -> bool:
        return self.ask.background.settings.siege_mode == "pool" and any(
            one.mode == "pool" for one in self.ask.background.sets
        )


def prepare(ask: Ask) -> Setting:
    """Raises findings, or SimError, for what is wrong with the sets or the bots."""
    told = ask.background
    background = load_background(told.names, rated_settings(told.sets, told.settings), told.light)
    plans = tuple(_plan(ask, background, place) for place in range(len(ask.bots)))
    games = tuple(DukeGame.from_plan(plan) for plan in plans)
    about = games[0].about()
    question = with_terrain(read_question(about), background.sets)
    return Setting(ask, background, plans, games, about, question)


def _plan(ask: Ask, background: Background, place: int, record: tuple[str, ...] = ("draws",)) -> Plan:
    bot = ask.bots[place]
    drafted = background.settings.objective == "dynastic_dispute"
    return Plan.model_validate(
        {
            "name": slug(*(one.id for one in background.sets), bot),
            "sets": background.names,
            "settings": background.settings,
            "light": background.light,
            "bots": (bot,),
            "seed": (ask.seed + place * OTHER_LUCK) % 2**32,
            "games": next_round(bot, 0, ask.smallest),
            "chunk": CHUNK[is_quick(bot)],
            "record": (*record, "bags") if drafted else record,
        }
    )


def find_bases(setting: Setting, folder: Path, player: Player, stop: Stop, report: Report) -> list[BaseEffects] | None:
    """What the official tiles are worth to each bot: shipped, measured before, or now. None: stopped on the way."""
    found = []
    yardstick, rules = setting.about["yardstick"], setting.background.settings
    for bot in setting.ask.bots:
        base = known_effects(bot, yardstick, rules) or measure_effects(
            bot,
            yardstick,
            rules,
            folder=folder / slug("base", bot),
            keep=True,
            make_player=lambda queue: player,
            stop=stop,
            report=report,
        )
        if base is None:
            return None
        found.append(base)
    return found


@dataclass
class Session:
    """The tracks of a question, and the rounds that were played or read so far."""

    setting: Setting
    draws: list[Draws]
    starts: list[Starts]
    offers: list[Offers]
    rounds: int = 0
    played: dict[str, list[float]] = field(default_factory=dict)  # bot -> games and seconds of this session

    @property
    def tracks(self) -> list[Track]:
        return [*self.draws, *self.starts, *self.offers]

    @property
    def tallies(self) -> list[Tally]:
        return [one.tally for one in self.draws]

    @property
    def games(self) -> int:
        return sum(one.games for one in self.tracks)

    @property
    def cost(self) -> float:
        """What the rounds so far have cost, by fixed prices."""
        return sum(one.games * seconds_a_game(one.bot) for one in self.tracks)

    def next_track(self) -> Track | None:
        """By the rounds so far alone; None when all have heard enough."""
        todo = [one for one in self.tracks if not one.is_done]
        return min(todo, key=lambda one: one.games * seconds_a_game(one.bot), default=None)

    def verdicts(self) -> list[TileVerdict]:
        return judge_tiles(self.tallies, [one.answer for one in self.starts if one.answer])

    def games_per_second(self, bot: str) -> float | None:
        """The pace of a bot's games in this session, as long as it shares the time with the others not done."""
        games, seconds = self.played.get(bot, (0.0, 0.0))
        if any(one.label != bot and not one.is_done for one in self.tracks):
            seconds = sum(spent for _, spent in self.played.values())
        return games / seconds if games and seconds else None

    def as_json(self, seconds: float) -> dict[str, Any]:
        ask = self.setting.ask
        return as_json(
            self.tallies,
            self.verdicts(),
            seed=ask.seed,
            rounds=self.rounds,
            settings={**self.setting.background.settings.differing(), "margin": ask.margin},
            seconds=seconds,
            games=self.games,
            sets=ask.hashes,
            taken=[(one.bot, one.taken) for one in self.offers if one.is_done],
        )

    def play(
        self,
        *,
        rounds: int | None = None,
        seconds: float | None = None,
        stop: Stop = lambda: False,
        told: Callable[[Session, Track, int, int], None] = lambda session, track, done, size: None,
    ) -> Ending:
        """Go on until all is settled, so many rounds are there, or the time is up."""
        began = time.monotonic()

        def is_over() -> bool:
            return stop() or (seconds is not None and time.monotonic() - began >= seconds)

        while (track := self.next_track()) is not None:
            if rounds is not None and self.rounds >= rounds:
                return "rounds"
            if not track.is_there() and is_over():
                return "stopped" if stop() else "time"
            before, since, is_new = track.games, time.monotonic(), not track.is_there()
            if not track.play_round(is_over, partial(told, self, track)):
                return "stopped" if stop() else "time"
            self.rounds += 1
            if is_new:
                sums = self.played.setdefault(track.label, [0.0, 0.0])
                sums[0] += track.games - before
                sums[1] += time.monotonic() - since
            told(self, track, 0, 0)
        return "settled"


@contextlib.contextmanager
def open_session(setting: Setting, bases: list[BaseEffects], folder: Path, player: Player) -> Iterator[Session]:
    """All run folders of the question, held until the block ends."""
    ask, question = setting.ask, setting.question
    with contextlib.ExitStack() as stack:
        draws: list[Draws] = []
        for plan, game, base in zip(setting.plans, setting.games, bases, strict=True):
            bot = plan.bots[0]
            steps = stack.enter_context(stepped_run(folder / slug(bot), game, plan, player))
            tally = Tally(question, base, bot, ask.margin)
            first = draws[0] if draws else None
            draws.append(Draws(tally, steps, first, first is None and len(ask.bots) > 1, ask.smallest))
        starts = [
            stack.enter_context(_open_start(setting, one, place, folder, player))
            for place in range(len(ask.bots))
            for one in question.asked
            if one.how == "starts"
        ]
        offers = [
            stack.enter_context(_open_offers(setting, place, folder, player))
            for place in range(len(ask.bots))
            if setting.has_offers
        ]
        yield Session(setting, draws, starts, offers)


@contextlib.contextmanager
def _open_start(setting: Setting, asked: Any, place: int, folder: Path, player: Player) -> Iterator[Starts]:
    ask, bot = setting.ask, setting.ask.bots[place]
    found = Starts(asked, "", bot, None, setting.question.share_of_error, place == 0, ask.smallest)  # type: ignore[arg-type]
    seed = (ask.seed + place * OTHER_LUCK) % 2**32
    experiment = plan_start(setting.background, asked, (bot,), seed, found.next_size)
    found.replaces = experiment.plan.tile
    path = folder / "starts" / slug(asked.name, bot)
    with stepped_run(path, experiment.game, experiment.plan, player) as steps:
        found.steps = steps
        yield found


@contextlib.contextmanager
def _open_offers(setting: Setting, place: int, folder: Path, player: Player) -> Iterator[Offers]:
    ask, bot = setting.ask, setting.ask.bots[place]
    found = Offers(bot, None, ask.smallest)  # type: ignore[arg-type]
    plan = _plan(ask, ask.background, place).model_copy(update={"games": found.next_size})
    with stepped_run(folder / slug("offers", bot), DukeGame.from_plan(plan), plan, player) as steps:
        found.steps = steps
        yield found
