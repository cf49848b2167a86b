"""Dragon Dune behind the simulation's seam: a plan and a game number in, rows out, nothing else matters."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from workbench.dune.bots import Bot
from workbench.dune.game import GAMES_OF_BLOCK, State
from workbench.dune.load import load_rules
from workbench.dune.names import FACTION_NAMES, LETTERS
from workbench.dune.play import play_game
from workbench.dune.registry import parse_bot
from workbench.dune.rules import Rules
from workbench.sim.dune.plan import BASE, DunePlan
from workbench.sim.dune.rows import REASONS_TO_WIN, SOURCES, TIE_SHARES, USES, Tally, row_columns
from workbench.sim.seam import Batch, SimError, Sums

if TYPE_CHECKING:
    import polars as pl

    from workbench.sim.store import Run

DECIDES_GAMES = ("dune/*.py", "dune/*.json", "sim/dune/*.py")
ENGINE_KEY = "the engine of Dragon Dune"


@lru_cache(maxsize=1)
def engine_hash() -> str:
    """Of every source file that decides how games go and what is recorded."""
    package = Path(__file__).parents[2]
    digest = hashlib.sha256()
    for pattern in DECIDES_GAMES:
        for path in sorted(package.glob(pattern)):
            name = path.relative_to(package).as_posix()
            digest.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


@dataclass(frozen=True)
class Arm:
    """One set of rules of a plan."""

    name: str
    rules: Rules

    @property
    def identity_key(self) -> str:
        return "the rule set" if self.name == BASE else f"the rule set '{self.name}'"


@dataclass(frozen=True)
class DuneGame:
    """The rules and bots of one plan."""

    arms: tuple[Arm, ...]
    bots: tuple[str, str, str, str]
    rotate: bool = False

    name: ClassVar[str] = "dune"

    @classmethod
    def from_plan(cls, plan: DunePlan) -> DuneGame:
        """Load the plan's rules; raises findings for what is wrong with them, SimError for unknown bots."""
        for bot in dict.fromkeys(plan.bots):
            try:
                parse_bot(bot)
            except ValueError as error:
                raise SimError(str(error)) from None
        arms = [Arm(BASE, load_rules(plan.rules, plan.settings, plan.advanced))]
        for one in plan.variants:
            settings = {**plan.settings, **one.settings}
            advanced = plan.advanced if one.advanced is None else one.advanced
            arms.append(Arm(one.name, load_rules(one.rules or plan.rules, settings, advanced)))
        for arm in arms[1:]:
            if arm.rules.fingerprint() == arms[0].rules.fingerprint():
                raise SimError(f"'{arm.name}' changes nothing: its rules are those that it is compared with")
        return cls(tuple(arms), plan.bots, plan.rotate)

    @classmethod
    def from_run(cls, run: Run[DunePlan]) -> DuneGame:
        """The game of a run; SimError where the rules or the engine are no longer the same."""
        game = cls.from_plan(run.plan)
        for key, now in game.identity().items():
            if run.manifest["identity"].get(key) != now:
                raise SimError(f"{run.path}: {key} has changed since, so its games cannot be played again")
        return game

    def columns(self) -> dict[str, pl.DataType]:
        return row_columns()

    def identity(self) -> dict[str, str]:
        rules = {arm.identity_key: arm.rules.fingerprint() for arm in self.arms}
        return {ENGINE_KEY: engine_hash(), **rules}

    def about(self) -> dict[str, Any]:
        return {
            "factions": list(FACTION_NAMES),
            "letters": list(LETTERS),
            "bots": list(self.bots),
            "rotate": self.rotate,
            "reasons": list(REASONS_TO_WIN),
            "sources": list(SOURCES),
            "uses": list(USES),
            "arms": [_about_rules(arm) for arm in self.arms],
        }

    def prepare(self) -> None:
        """Nothing is slow the first time."""

    def is_prepared(self) -> bool:
        return True

    def shift_of(self, luck: int) -> int:
        """How many factions the bots have moved on in the block of a game."""
        return luck // GAMES_OF_BLOCK % 4 if self.rotate else 0

    def seated(self, luck: int) -> list[Bot]:
        """The bots of a game, by faction: bot number i plays faction i + shift."""
        shift = self.shift_of(luck)
        return [_bot(self.bots[(faction - shift) % 4]) for faction in range(4)]

    def play_arm(self, plan: DunePlan, rung: int, luck: int) -> State:
        """The game of this luck by one of the plan's sets of rules, with its log."""
        return play_game(self.arms[rung].rules, plan.seed, luck, self.seated(luck), log=True)

    def play_batch(self, plan: DunePlan, first: int, count: int) -> Batch:
        rung, start = plan.rung_of(first), plan.luck_of(first)
        rules = self.arms[rung].rules
        tally = Tally(len(rules.territories))
        for number, luck in enumerate(range(start, start + count), first):
            state = self.play_arm(plan, rung, luck)
            tally.add(state, number, luck, rung, self.shift_of(luck))
        return Batch(tally.rows(), tally.sums())

    def headline(self, plan: DunePlan, rung: int, sums: Sums) -> str:
        wins, games = sums["wins"], int(sums["wins"].sum())
        most = ", ".join(_shares(100 * sums["most"] / (TIE_SHARES * games)))
        won = ", ".join(_shares(100 * wins.sum(axis=1) / games))
        default = 100 * int(wins[:, 1].sum()) / games
        head = "" if len(self.arms) == 1 else f"{self.arms[rung].name}: "
        return f"{head}wins {won} % ({default:.1f} by default); most castles {most} %"


@lru_cache(maxsize=32)
def _bot(name: str) -> Bot:
    return parse_bot(name)


def _shares(values: Any) -> Iterator[str]:
    return (f"{letter} {value:.1f}" for letter, value in zip(LETTERS, values, strict=True))


def _about_rules(arm: Arm) -> dict[str, Any]:
    rules = arm.rules
    return {
        "name": arm.name,
        "rules": rules.name,
        "source": rules.source,
        "advanced": sorted(rules.advanced),
        "fingerprint": rules.fingerprint(),
        "territories": list(rules.territories),
        "touches": [list(near) for near in rules.touches],
        "turn_limit": rules.settings.turn_limit,
        "castles_to_win": rules.settings.castles_to_win,
        "not_modelled": list(rules.not_modelled),
    }
