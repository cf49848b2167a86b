"""The whole answer: every tile asked about, by every bot asked, as data for reports and programs.

A tile's own verdict is that of the first bot named. Numbers are rounded here, once, so that all forms show the same.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from workbench.balance.question import BASE, Asked
from workbench.balance.starts import StartAnswer
from workbench.balance.takes import what_it_takes
from workbench.balance.tally import ArmyEdge, Tally, TileAnswer
from workbench.balance.verdict import Verdict, agreement, of_a_hundred
from workbench.ratings.file import shipped_ratings
from workbench.ratings.scale import nearest_official
from workbench.stats.interval import Estimate

VERSION = 1
REFERENCE = "the base set's tiles in the bag"


@dataclass(frozen=True)
class TileVerdict:
    """One tile by all bots; the first decides. Tiles that are there from the start have paired swaps instead."""

    asked: Asked
    by_bot: tuple[TileAnswer, ...]
    more_games: int = 0  # of the first bot, to settle it; 0: settled
    starts: tuple[StartAnswer, ...] = ()

    @property
    def first(self) -> TileAnswer:
        return self.by_bot[0]

    @property
    def verdict(self) -> Verdict | None:
        """None: there is none, and `first.why_not` says why."""
        return self.starts[0].verdict if self.starts else self.first.verdict

    @property
    def points(self) -> Estimate | None:
        return self.starts[0].points if self.starts else self.first.effect

    @property
    def why_not(self) -> str:
        return "" if self.starts else self.first.why_not

    @property
    def agree(self) -> bool | None:
        """Whether the second bot agrees with the first; None with too few games, or with no second bot."""
        if self.starts:
            return agree_on_start(*self.starts[:2]) if len(self.starts) > 1 else None
        return agree(*self.by_bot[:2]) if len(self.by_bot) > 1 else None

    @property
    def brief(self) -> str:
        """What the verdict means in games, with the bot that it holds for; for those who read the verdict above it."""
        if self.starts:
            return self.starts[0].sentence
        bot, effect = self.first.bot, self.first.effect
        if self.verdict is None or effect is None:
            return f"No verdict, for {self.first.why_not}."
        text = self._meaning(bot, effect)
        if self.verdict == "open":
            return f"{text}{_so_far(effect)}; about {self.more_games:,} more games will tell."
        return f"{text}{self._like}."

    @staticmethod
    def _meaning(bot: str, effect: Estimate) -> str:
        return f"It {of_a_hundred(effect.value)}, with {bot} players"

    @property
    def _like(self) -> str:
        """'; about as strong as Light Horse (lords-legacy)', where its strength is known to one SD."""
        ratings, effect = shipped_ratings(), self.first.effect
        if ratings is None or effect is None or self.first.nearest is None:
            return ""
        found = nearest_official(ratings, self.first.bot, effect.value, math.inf, self.asked.name)
        if found is None:
            return ""
        of = "" if found.tile.set == BASE else f" ({found.tile.set})"
        return f"; about as strong as {found.tile.name}{of}"

    @property
    def sentence(self) -> str:
        """The verdict in words, with the bot that it holds for."""
        if self.starts:
            return self.starts[0].sentence
        name = self.asked.name if self.asked.army is None else f"{self.asked.name} ({self.asked.army} army)"
        if self.verdict is None or self.first.effect is None:
            return f"{name}: no verdict, for {self.first.why_not}."
        if self.verdict == "open":
            return f"{name}: open; {self.brief[0].lower()}{self.brief[1:]}"
        meaning = self._meaning(self.first.bot, self.first.effect)
        said = f"{meaning[0].lower()}{meaning[1:]} ({shown_points(self.first.effect, ' points')})"
        return f"{name} is {self.verdict}: {said}{self._like}."

    @property
    def check(self) -> str:
        """What the second bot makes of the verdict, in a sentence; nothing where there is no second one."""
        if self.starts:
            second, gap = self.starts[1].bot if len(self.starts) > 1 else "", 0.0
        else:
            second, gap = self._second()
        if not second or self.verdict is None:
            return ""
        if self.agree is None:
            return f"Too few games of {second} players to check it."
        if not self.agree:
            return f"{second} players surely differ."
        return f"{second} players agree." if gap <= 1 else f"{second} players lean another way, but not surely."

    def _second(self) -> tuple[str, float]:
        """The bot that checks, and how far from the first it is, in SDs."""
        if len(self.by_bot) < 2:
            return "", 0.0
        one, other = self.by_bot[:2]
        return other.bot, abs(one.sds - other.sds) if one.sds is not None and other.sds is not None else 0.0


def _so_far(effect: Estimate) -> str:
    """'(somewhere from 47 to 58)' where anything is known."""
    if not math.isfinite(effect.low) or not math.isfinite(effect.high):
        return ""
    return f" (somewhere from {math.floor(50 + effect.low)} to {math.ceil(50 + effect.high)})"


def agree(first: TileAnswer, second: TileAnswer) -> bool | None:
    if first.sds is None or second.sds is None:
        return None
    return agreement((first.sds, second.sds), (first.half_sds, second.half_sds))


def agree_on_start(first: StartAnswer, second: StartAnswer) -> bool | None:
    """Starting tiles have no SDs: bots agree where both are sure of the same."""
    return None if first.surely is None or second.surely is None else first.surely == second.surely


def judge_tiles(tallies: Sequence[Tally], starts: Sequence[StartAnswer] = ()) -> list[TileVerdict]:
    """All tiles asked about, from the games of one or more bots; a bot without games is left out."""
    told = [tally.answers() for tally in tallies if tally.games] or [tallies[0].answers()]
    return [
        TileVerdict(
            answers[0].asked,
            tuple(answers),
            what_it_takes(tallies[0], answers[0]),
            tuple(one for one in starts if answers[0].asked.how == "starts" and one.name == answers[0].asked.name),
        )
        for answers in zip(*told, strict=True)
    ]


def as_json(
    tallies: Sequence[Tally],
    verdicts: Sequence[TileVerdict] | None = None,
    *,
    seed: int,
    rounds: int,
    settings: Mapping[str, Any],
    seconds: float,
    sets: Mapping[str, str],
    games: int | None = None,
    taken: Sequence[tuple[str, Mapping[str, Estimate]]] = (),
) -> dict[str, Any]:
    """The answer for programs; `sets` are hashes by name. Intervals that nothing is known of are null.

    `taken` are the shares of the pool's offers that a bot took, by tile.
    """
    first = tallies[0]
    question = first.question
    used = [name for number, name in enumerate(question.names) if question.base[number] and question.holders(number)]
    found: dict[str, Any] = {
        "version": VERSION,
        "seed": seed,
        "rounds": rounds,
        "settings": dict(settings),
        "seconds": round(seconds, 1),
        "games": sum(tally.games for tally in tallies) if games is None else games,
        "sets": dict(sets),
        "reference": {"name": REFERENCE, "tiles": used, "sd_points": shown(first.base.sd_points)},
        "tiles": [_tile(one, taken) for one in (judge_tiles(tallies) if verdicts is None else verdicts)],
    }
    edge = first.army_edge()
    if edge is not None:
        found["armies"] = _edge(edge)
    return found


def _tile(one: TileVerdict, taken: Sequence[tuple[str, Mapping[str, Estimate]]]) -> dict[str, Any]:
    """`why_not`, `replaces` and `taken` are there only for tiles that they are about."""
    sds = None if one.starts else one.first.sds
    found = {
        "name": one.asked.name,
        "army": one.asked.army,
        **_numbers(one.verdict, one.points),
        "sds": None if sds is None else shown(sds),
        "nearest": None if one.starts else one.first.nearest,
        "agree": one.agree,
        "bots": _bots(one),
    }
    if one.why_not:
        found["why_not"] = one.why_not
    if one.starts:
        found["replaces"] = one.starts[0].replaces
    shares = {bot: shown(100 * shares[one.asked.name].value) for bot, shares in taken if one.asked.name in shares}
    return {**found, "taken_percent": shares} if shares else found


def _bots(one: TileVerdict) -> list[dict[str, Any]]:
    if one.starts:
        told = [(at.bot, _numbers(at.verdict, at.points), 2 * at.pairs) for at in one.starts]
    else:
        told = [(at.bot, _numbers(at.verdict, at.effect), at.games) for at in one.by_bot]
    order = ("points", "interval", "verdict")
    return [{"bot": bot, **{key: found[key] for key in order}, "games": games} for bot, found, games in told]


def _numbers(verdict: Verdict | None, points: Estimate | None) -> dict[str, Any]:
    """Where there is no verdict the question stays open; `why_not` tells."""
    return {
        "verdict": verdict or "open",
        "points": None if points is None else shown(points.value),
        "interval": None if points is None else interval(points),
    }


def army_sentence(edge: ArmyEdge, bot: str) -> str:
    """Which army is favoured, in games of a hundred."""
    light = f"light {shown_points(edge.points, ' points')}"
    if edge.favoured is None:
        return f"Neither army is surely favoured with {bot} players: {light}."
    points = edge.points.value if edge.favoured == "light" else -edge.points.value
    wins = f"it wins about {round(50 + points)} of 100 games with {bot} players"
    return f"The {edge.favoured} army is favoured: {wins} ({light})."


def shown_points(points: Estimate, unit: str = "") -> str:
    """'+2.1 (+0.4 to +3.8)', from the numbers that programs get; with a unit '+2.1 points, +0.4 to +3.8'."""
    bounds = f"{shown(points.low):+.1f} to {shown(points.high):+.1f}"
    return f"{shown(points.value):+.1f}{unit}, {bounds}" if unit else f"{shown(points.value):+.1f} ({bounds})"


def _edge(edge: ArmyEdge) -> dict[str, Any]:
    return {"favoured": edge.favoured, "light_points": shown(edge.points.value), "interval": interval(edge.points)}


def shown(value: float) -> float:
    """Points and SDs have two digits in all forms; never a minus before nothing."""
    return round(value, 2) + 0.0


def interval(estimate: Estimate) -> list[float] | None:
    if not math.isfinite(estimate.low) or not math.isfinite(estimate.high):
        return None
    return [shown(estimate.low), shown(estimate.high)]
