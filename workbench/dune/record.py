"""A game as a text: a head with what decides it, then a line for each decision.

rules: v1.2
seed: 5
...

1.0 O orc_setup 3 1 1
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from workbench.dune.decision import KINDS, Option
from workbench.dune.game import new_game
from workbench.dune.names import LETTERS
from workbench.dune.rules import Rules
from workbench.dune.state import State

MAGIC = "dragon dune record 1"
LARGEST_RECORD = 20_000_000  # bytes
MOST_LINES = 100_000
LARGEST_NUMBER = 2**32 - 1  # seeds and numbers of games


class RecordError(ValueError):
    """A text is no record, or not one of these rules; the message says where."""


class Taken(NamedTuple):
    """One decision: when, who, what about, and what was chosen."""

    turn: int
    round: int
    faction: int
    kind: str
    option: Option

    def __str__(self) -> str:
        numbers = " ".join(map(str, self.option)) or "pass"
        return f"{self.turn}.{self.round} {LETTERS[self.faction]} {self.kind} {numbers}"


@dataclass
class GameRecord:
    head: dict[str, str] = field(default_factory=dict)
    taken: list[Taken] = field(default_factory=list)

    def number(self, key: str) -> int:
        text = self.head.get(key, "")
        if not re.fullmatch(r"[0-9]{1,10}", text) or int(text) > LARGEST_NUMBER:
            raise RecordError(f"the head needs a number for '{key}', from 0 to {LARGEST_NUMBER:,}")
        return int(text)

    def state(self, rules: Rules, upto: int | None = None) -> State:
        """The game after its first `upto` decisions (all), with its log; raises RecordError where they do not fit."""
        if self.head.get("fingerprint") not in (None, rules.fingerprint()):
            raise RecordError("the rules are not those that the game was played by")
        state = new_game(rules, self.number("seed"), self.number("game"), log=True)
        for place, one in enumerate(self.taken[:upto], 1):
            asked = state.decision()
            if asked is None:
                raise RecordError(f"decision {place}: the game is over before it")
            if (asked.seat, asked.kind) != (one.faction, one.kind):
                wanted = f"{LETTERS[asked.seat]} {asked.kind}"
                raise RecordError(f"decision {place}: '{one}' where {wanted} has to be decided")
            if one.option not in asked.options:
                raise RecordError(f"decision {place}: '{one}' is not allowed")
            state.take(one.option)
        return state


def format_game(record: GameRecord) -> str:
    head = [f"{key}: {value}" for key, value in record.head.items()]
    return "\n".join([MAGIC, *head, "", *map(str, record.taken)]) + "\n"


def parse_game(text: str) -> GameRecord:
    """Raises RecordError."""
    first, *lines = text.splitlines() or [""]
    if first.strip() != MAGIC:
        raise RecordError(f"it does not begin with '{MAGIC}'")
    if len(lines) > MOST_LINES:
        raise RecordError(f"it has more than {MOST_LINES:,} lines")
    record = GameRecord()
    in_head = True
    for number, line in enumerate(lines, 2):
        if not line.strip():
            in_head = False
        elif in_head:
            key, colon, value = line.partition(":")
            if not colon:
                raise RecordError(f"line {number}: not 'key: value'")
            record.head[key.strip()] = value.strip()
        else:
            record.taken.append(_parse_taken(line, number))
    return record


def _parse_taken(line: str, number: int) -> Taken:
    try:
        when, letter, kind, *numbers = line.split()
        turn, _, round_ = when.partition(".")
        option = () if numbers == ["pass"] else tuple(int(part) for part in numbers)
        if kind not in KINDS or not numbers:
            raise ValueError
        return Taken(int(turn), int(round_), LETTERS.index(letter), kind, option)
    except ValueError:
        raise RecordError(f"line {number}: '{line.strip()[:60]}' is no decision") from None


def build_head(rules: Rules, source: str, seed: int, game: int, players: Mapping[int, str]) -> dict[str, str]:
    """What a record begins with; `source` is the name or file of the rules."""
    return {
        "rules": source,
        "advanced": ",".join(sorted(rules.advanced)) or "none",
        "fingerprint": rules.fingerprint(),
        "seed": str(seed),
        "game": str(game),
        **{LETTERS[faction]: name for faction, name in players.items()},
    }
