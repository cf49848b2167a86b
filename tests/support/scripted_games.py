"""Whole games at one keyboard, as the lines that two people would type: every objective, terrain and ability.

The two play by a rule of their own: what wins or scores first, then whatever they have done least often, so that all
there is comes up. The lines are written as briefly as the table understands them.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import dataclass, replace

from workbench.cli.check import Objective
from workbench.cli.game_options import GameOptions
from workbench.duke.game import Position, legal_turns, outcome, play
from workbench.table.asking import meaning_of, understand
from workbench.table.session import HUMAN, Table
from workbench.table.view import View

SQUARE = r"[a-f][1-6]"
MOST = 200  # decisions


@dataclass(frozen=True)
class Kind:
    """A kind of game: how `play` is told it, and the forms that its script must show."""

    sets: tuple[str, ...] = ()
    setting: tuple[str, ...] = ()
    terrain: tuple[str, ...] = ()
    objective: str | None = None
    start: str | None = None
    seed: int = 1
    shows: tuple[str, ...] = ()

    @property
    def words(self) -> list[str]:
        """What follows `workbench play`."""
        told = [*self.sets]
        for option, values in (("--setting", self.setting), ("--terrain", self.terrain)):
            told += [word for value in values for word in (option, value)]
        told += ["--objective", self.objective] if self.objective else []
        told += ["--from", self.start] if self.start else []
        return [*told, "--hot-seat", "--seed", str(self.seed)]

    def table(self) -> Table:
        goal = Objective(self.objective) if self.objective else None
        options = GameOptions(list(self.sets), list(self.setting), list(self.terrain), goal)
        game = options.open(self.start)
        if self.start is None:
            return Table(game, (HUMAN, HUMAN), self.seed)
        return Table.from_position(game, game.position(self.start), (HUMAN, HUMAN), self.seed)


SHORT = ("max_turns=90",)
NATURAL = ("duke", "mate", "stuck", "eaten", "coup", "trophy", "rider", "edge", "riders-toll", "no-troops", "villains")
KINDS = {
    "capture_the_duke": Kind(setting=SHORT, seed=8, shows=("go there", "draw a tile", "place the drawn")),
    "counting_coup": Kind(objective="counting_coup", setting=SHORT, seed=3, shows=("put the Flag", "leave the Flag")),
    "trophy_hunters": Kind(objective="trophy_hunters", setting=SHORT, seed=3, shows=("put the Flag",)),
    "trophy_carried": Kind(
        objective="trophy_hunters",
        start="2fodu2/3fo2/6/2PI3/2FO3/2DUFO2 S BoPi3/BoPi3 fl=a1/c3 9",
        seed=1,
        shows=("hand the Flag on",),
        setting=SHORT,
    ),
    "dark_rider": Kind(objective="dark_rider", setting=SHORT, seed=8, shows=("put the tiles there",)),
    "dynastic_dispute": Kind(objective="dynastic_dispute", setting=SHORT, seed=12, shows=("take all tiles",)),
    "robin_hood": Kind(sets=("robin-hood",), objective="robin_hood", setting=SHORT, shows=("place the drawn",)),
    "heroes": Kind(sets=("robert-e-howard",), setting=("howard=draft", *SHORT), shows=("take all tiles",)),
    "musketeers": Kind(
        sets=("musketeers",), setting=("musketeer_start=athos_aramis", *SHORT), shows=("put the tiles there",)
    ),
    "city_troops": Kind(
        sets=("city-troops",), setting=("city_light=Militia+Thief", "city_dark=none", *SHORT), shows=("draw a tile",)
    ),
    "mountain": Kind(terrain=("mountain=3",), setting=SHORT, seed=3),
    "fort": Kind(terrain=("fort=3",), setting=SHORT, seed=3),
    "dragon": Kind(
        start="3du2/fo5/6/1DU1BO2/6/6 S BoPi3/BoPi3 dr=d4W 9",
        seed=1,
        setting=SHORT,
        shows=("push the Dragon",),
    ),
    "summon": Kind(
        start="2fodu2/3fo2/6/4DC1/2FO3/2DUFO2 S BoPi3/BoPi3 - 9",
        setting=("enhanced=duchess", *SHORT),
        shows=("Summon",),
    ),
    "divination": Kind(
        start="2fodu2/3fo2/6/4OR'1/2FO3/2DUFO2 S BoKnPi3/BoPi3 - 9",
        setting=("enhanced=oracle", *SHORT),
        shows=("Divination", "choose from the hand"),
    ),
    "escape and ransom": Kind(
        sets=("arthurian-legends",),
        start="2fomo2/3md2/6/4KN1/2FO3/2ARFO2 N BoPi3/BoPi3 off=x:Gu/x:Md 9",
        setting=SHORT,
        shows=("Escape: pay with", "Escape, paid"),
    ),
    "ransom": Kind(
        sets=("arthurian-legends",),
        start="2fomo2/6/6/4KN1/2FO3/2ARFO2 N BoPi3/BoPi3 off=x:Gu/x:Md 9",
        setting=SHORT,
        shows=("Ransom: give",),
    ),
    "redeploy": Kind(
        sets=("siege-engines",),
        start="2fodu2/3fo2/6/1TR4/2FO3/2DUFO2 S BoKnPi3/BoPi3 pool=Ba 9",
        setting=SHORT,
        shows=("Redeploy: draw", "to the left", "to the right"),
    ),
    "link": Kind(
        sets=("siege-engines",),
        start="2fodu2/3fo2/6/1TR4/2FO1EN1/2DU3 S CaGePi3/BoPi3 pool=BaBr 9",
        setting=SHORT,
        shows=("Link: flip both tiles", "Link: search"),
    ),
    "pool": Kind(
        sets=("siege-engines",),
        start="2fodu2/3fo2/6/6/2FO3/2DUFO2 S KnMa/KnPi pool=BrTr 9",
        setting=SHORT,
        shows=("swap it for the pool tile",),
    ),
}


@dataclass(frozen=True)
class Script:
    lines: tuple[str, ...]
    forms: frozenset[str]
    end: str
    last: Position


def write_script(kind: Kind, most: int = MOST) -> Script:
    """Play the game of a kind to its end."""
    table = kind.table()
    used: Counter[str] = Counter()
    chance = random.Random(kind.seed)
    lines: list[str] = []
    while not table.position.is_over and len(lines) < most:
        if table.position.is_chance:
            table.go_on()
            continue
        turn, meaning = choose(table.position, used, chance)
        used[meaning] += 1
        lines.append(brief(table.position, turn))
        table.play(lines[-1])
    end = outcome(table.position)
    return Script(tuple(lines), frozenset(used), "" if end is None else end.reason, table.position)


def find_script(kind: Kind, most_lines: int = 40, tries: int = 40) -> tuple[Kind, Script]:
    """The first seed from the kind's own on whose game shows what it should and comes to an end of its own."""
    for seed in range(kind.seed, kind.seed + tries):
        seeded = replace(kind, seed=seed)
        script = write_script(seeded, most_lines)
        shown = all(any(form.startswith(start) or start in form for form in script.forms) for start in kind.shows)
        if shown and script.end in NATURAL:
            return seeded, script
    raise AssertionError(f"no game of {tries} seeds shows {kind.shows} and ends: {kind}")


def choose(position: Position, used: Counter[str], chance: random.Random) -> tuple[str, str]:
    turns = list(legal_turns(position))
    meanings = {turn: meaning_of(turn) for turn in turns}
    winning = [turn for turn in turns if gains(position, turn)]
    least = min(used[meaning] for meaning in meanings.values())
    rare = [turn for turn in turns if used[meanings[turn]] == least]
    turn = chance.choice(winning or rare)
    return turn, meanings[turn]


def gains(position: Position, turn: str) -> bool:
    """Wins at once, or scores."""
    after = play(position, turn)
    end = outcome(after)
    if end is not None:
        return end.winner is position.owner
    before, now = View.of(position).scores, View.of(after).scores
    return before is not None and now is not None and now[position.owner] > before[position.owner]


def brief(position: Position, turn: str) -> str:
    """As little as has to be typed for this turn; a look is typed twice, for the first time it only looks."""
    squares = re.findall(SQUARE, turn)
    shorter = (" ".join(squares), "=" + " ".join(squares), "-", "draw", turn.removeprefix("pick:"))
    return next((text for text in shorter if text and understand(position, text) == turn), turn)


def typed(script: Script) -> list[str]:
    """The lines at the keyboard: what is also a look (Divination) comes twice."""
    return [line for text in script.lines for line in ([text, text] if re.fullmatch(SQUARE + r"\?", text) else [text])]
