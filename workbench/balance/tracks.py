"""What is played to answer a question, each track in a run folder of its own that grows round by round.

Draws: games of one bot, for tiles that come out of a bag. Starts: paired swaps of one tile that is there from the
start. Offers: games with the pool beside the board, for how often a bot takes from it. Every track says from its own
rounds alone whether it has heard enough, and what a further round costs.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

from workbench.balance.pool import taken_shares
from workbench.balance.question import Asked
from workbench.balance.rounds import next_round
from workbench.balance.starts import StartAnswer, read_start
from workbench.balance.tally import QUICK, Tally
from workbench.bots.registry import parse_bot
from workbench.sim.job import Stop
from workbench.sim.steps import SteppedRun, Told
from workbench.stats.interval import Estimate

# Games in a second of one core, as a machine of our day has them: they share out the rounds, so they never change.
GAMES_PER_SECOND = {"random": 28_000.0, "greedy": 9_600.0}
SEARCH_PER_SECOND, DEEPER_COSTS = 192.0, 5.0  # with depth 1; for each further turn
LOOKAHEADS_PER_SECOND = 3_000.0  # of mcts: games by look-aheads of a decision
OWN_PER_SECOND = 50.0
KNOWN_WELL = 0.5  # SDs: half width of the first bot's intervals that others are compared with
PAIRS = {True: 1_000, False: 200}  # of a round, quick bots and others
OFFERS = {True: 2_000, False: 200}
START_POINTS = {True: 1.0, False: 5.0}  # half width that is enough; of the bot that decides, and of others


def is_quick(bot: str) -> bool:
    return bot.partition(":")[0] in QUICK


def seconds_a_game(bot: str) -> float:
    """About how long one core takes, in a world without haste: decides which track plays next, never when it ends."""
    spec = parse_bot(bot)
    if spec.name == "search":
        return DEEPER_COSTS ** (spec.option("depth") - 1) / SEARCH_PER_SECOND
    if spec.name == "mcts":
        return spec.option("sims") / LOOKAHEADS_PER_SECOND
    return 1 / GAMES_PER_SECOND.get(spec.name, OWN_PER_SECOND)


class Track(Protocol):
    """One of the things that are played in turn."""

    @property
    def label(self) -> str: ...

    @property
    def bot(self) -> str: ...

    @property
    def games(self) -> int: ...

    @property
    def rounds(self) -> int: ...

    @property
    def is_done(self) -> bool: ...

    def is_there(self) -> bool:
        """Whether the next round has been played by an earlier session."""
        ...

    def play_round(self, stop: Stop, told: Told) -> bool:
        """Play the next round and take what it says into account; False where it was stopped on the way."""
        ...


@dataclass
class Draws:
    """The games of one bot; the first bot's decide, the others' are a check on them."""

    tally: Tally
    steps: SteppedRun[Any]
    first: Draws | None = None  # whose verdicts are checked; None: these are the verdicts
    checked: bool = False  # whether others check these
    smallest: int = 0  # round; 0 as usual
    rounds: int = 0

    @property
    def label(self) -> str:
        return self.bot

    @property
    def bot(self) -> str:
        return self.tally.bot

    @property
    def games(self) -> int:
        return self.tally.games

    @property
    def next_size(self) -> int:
        return next_round(self.bot, self.games, self.smallest)

    @property
    def is_done(self) -> bool:
        if not self.games:
            return not self.tally.question.drawn
        answers = [one for one in self.tally.answers() if one.verdict is not None]
        if self.first is None:
            wide = [one.half_sds > KNOWN_WELL for one in answers if self.checked]
            return all(one.verdict != "open" for one in answers) and not any(wide)
        other = {one.asked.name: one for one in self.first.tally.answers()}
        return all(_is_compared(other[one.asked.name].half_sds, one.half_sds) for one in answers)

    def is_there(self) -> bool:
        return self.steps.is_there(self.rounds)

    def play_round(self, stop: Stop, told: Told) -> bool:
        if not self.steps.play_step(self.rounds, self.next_size, stop, told):
            return False
        self.tally.add_round(self.steps.rows(self.rounds))
        self.rounds += 1
        return True


def _is_compared(first: float, second: float) -> bool:
    """Whether a check has as many games as it needs, once the first bot is known well (see verdict.agreement)."""
    return min(first, KNOWN_WELL) ** 2 + second**2 <= 1.0


@dataclass
class Starts:
    """Paired swaps of one starting tile with what it replaces, by one bot."""

    asked: Asked
    replaces: str
    bot: str
    steps: SteppedRun[Any]
    share: int
    decides: bool = True
    smallest: int = 0
    rounds: int = 0
    answer: StartAnswer | None = None

    @property
    def label(self) -> str:
        return f"{self.asked.name}, {self.bot}"

    @property
    def pairs(self) -> int:
        return self.answer.pairs if self.answer else 0

    @property
    def games(self) -> int:
        return 2 * self.pairs

    @property
    def next_size(self) -> int:
        size = max(self.smallest or PAIRS[is_quick(self.bot)], self.pairs // 8)
        return size + size % 2

    @property
    def is_done(self) -> bool:
        if self.answer is None:
            return False
        return self.answer.surely is not None or self.answer.points.half_width <= START_POINTS[self.decides]

    def is_there(self) -> bool:
        return self.steps.is_there(self.rounds)

    def play_round(self, stop: Stop, told: Told) -> bool:
        if not self.steps.play_step(self.rounds, self.next_size, stop, told):
            return False
        self.rounds += 1
        self.answer = read_start(self.steps.until(self.rounds), 0, self.share)
        return True


@dataclass
class Offers:
    """One round of games with the pool beside the board: how often does a bot take what it is offered?"""

    bot: str
    steps: SteppedRun[Any]
    smallest: int = 0
    rounds: int = 0
    taken: dict[str, Estimate] = field(default_factory=dict)

    @property
    def label(self) -> str:
        return f"offers of the pool, {self.bot}"

    @property
    def next_size(self) -> int:
        return self.smallest or OFFERS[is_quick(self.bot)]

    @property
    def games(self) -> int:
        return self.next_size * self.rounds

    @property
    def is_done(self) -> bool:
        return self.rounds > 0

    def is_there(self) -> bool:
        return self.steps.is_there(self.rounds)

    def play_round(self, stop: Stop, told: Told) -> bool:
        if not self.steps.play_step(0, self.next_size, stop, told):
            return False
        self.taken = taken_shares(self.steps.rows(0), self.steps.run.about)
        self.rounds = 1
        return True
