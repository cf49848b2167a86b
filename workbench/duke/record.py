"""A game as plain text: a header, an empty line, then one entry a line.

    duke game record 1
    sets: base
    south: human
    north: random
    result: S mate 43

    0 S Du@c1
    12 N +Kn@d2
    12 * dr-
    13 S d3-d4 guard

An entry is the ply, who acted (`S`, `N`, or `*` for chance between turns) and the whole turn, with its draws. A turn
after which its owner threatens the enemy Duke is marked `guard` (GUARD-8); the mark is for readers and changes nothing.
A turn that was not over when the record was written is kept step by step, one entry for each.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from workbench.duke.board.state import HOPPING, LUCK_DRAGON
from workbench.duke.game import Game, IllegalTurn, Position, game_of, gives_guard, outcome, play
from workbench.duke.text.lettering import Lettering
from workbench.duke.text.position_read import BadPosition
from workbench.duke.text.position_write import INSIDE_A_TURN, OWNERS
from workbench.duke.text.turn_read import BadTurn
from workbench.duke.text.whole_turns import join_whole, split_whole
from workbench.tileset.compose import Composition
from workbench.tileset.settings import Settings
from workbench.words import Owner

FIRST_LINE = "duke game record 1"
HEADER = ("sets", "settings", "light", "south", "north", "seed", "start", "result")
CHANCE = "*"
GUARD = "guard"
MOST_ENTRIES = 100_000
LARGEST_RECORD = 20_000_000  # bytes


class BadRecord(ValueError):
    """A game record that cannot be read or replayed: says where and why."""


@dataclass(frozen=True, slots=True)
class RecordLine:
    """One line of a record."""

    ply: int
    who: str
    text: str
    guard: bool = False

    def __str__(self) -> str:
        return f"{self.ply} {self.who} {self.text}" + (f" {GUARD}" if self.guard else "")


@dataclass(frozen=True)
class GameRecord:
    """Header fields (HEADER; all optional) and entries."""

    header: dict[str, str] = field(default_factory=dict)
    entries: tuple[RecordLine, ...] = ()

    def game(self) -> Game:
        """The game that the header names."""
        names = tuple(name for name in self.header.get("sets", "base").split() if name != "base")
        light = self.header.get("light", "south").upper()
        if light not in Owner.__members__:
            raise BadRecord(f"light: '{light.lower()}' is neither south nor north")
        try:
            settings = Settings.model_validate_json(self.header.get("settings", "{}"))
        except ValueError as error:
            raise BadRecord(f"settings: {error}") from error
        return game_of(names, settings, Owner[light])

    def first_position(self) -> Position:
        """Where the game begins: the set-up, or the position that the header names."""
        game = self.game()
        try:
            return game.position(self.header["start"]) if "start" in self.header else game.start()
        except BadPosition as error:
            raise BadRecord(f"start: {error}") from error

    def positions(self) -> Iterator[tuple[RecordLine | None, Position]]:
        """The start, then every entry with the position after it; raises BadRecord for an impossible one."""
        position = self.first_position()
        yield None, position
        for entry in self.entries:
            try:
                position = play(position, entry.text)
            except (BadTurn, IllegalTurn) as error:
                raise BadRecord(f"at '{entry}': {error}") from error
            yield entry, position


@dataclass(frozen=True, slots=True)
class PlayedStep:
    """One decision or event of a recorded game."""

    before: Position
    text: str
    after: Position


def replay_entries(record: GameRecord, entries: int | None = None) -> Iterator[tuple[RecordLine, list[PlayedStep]]]:
    """The first so many entries (all by default), each step by step; raises BadRecord for an impossible one."""
    position = record.first_position()
    for entry in record.entries[:entries]:
        steps = []
        for text in split_whole(entry.text):
            before = position
            try:
                position = play(before, text)
            except (BadTurn, IllegalTurn) as error:
                raise BadRecord(f"at '{entry}': {error}") from error
            steps.append(PlayedStep(before, text, position))
        yield entry, steps


def format_record(record: GameRecord) -> str:
    head = [f"{name}: {record.header[name]}" for name in HEADER if record.header.get(name)]
    return "\n".join([FIRST_LINE, *head, "", *(str(entry) for entry in record.entries)]) + "\n"


def parse_record(text: str) -> GameRecord:
    """Raises BadRecord with the number of the line that cannot be read."""
    lines = text.splitlines()
    if len(lines) > MOST_ENTRIES:
        raise BadRecord(f"the record has {len(lines):,} lines; {MOST_ENTRIES:,} is the limit")
    if not lines or lines[0].strip() != FIRST_LINE:
        raise BadRecord(f"line 1: a game record begins with '{FIRST_LINE}'")
    header: dict[str, str] = {}
    entries: list[RecordLine] = []
    in_header = True
    for number, line in enumerate(lines[1:], 2):
        if not line.strip():
            in_header = False
        elif in_header:
            name, colon, value = line.partition(":")
            if not colon or name.strip() not in HEADER:
                raise BadRecord(f"line {number}: '{line[:80]}' is not a header line ({', '.join(HEADER)})")
            header[name.strip()] = value.strip()
        else:
            entries.append(_parse_entry(line, number))
    return GameRecord(header, tuple(entries))


def _parse_entry(line: str, number: int) -> RecordLine:
    words = line.split()
    marked = words[3:] == [GUARD]
    if len(words) != 3 + marked or not re.fullmatch("[0-9]{1,9}", words[0]) or words[1] not in (*OWNERS, CHANCE):
        raise BadRecord(f"line {number}: '{line[:80]}' is not an entry: ply, S, N or *, and a turn")
    return RecordLine(int(words[0]), words[1], words[2], marked)


def _written_settings(composition: Composition) -> dict[str, Any]:
    """The settings that are not the defaults, and those for which a set asks: they may be played otherwise."""
    every = composition.settings.model_dump(mode="json")
    differing = composition.settings.model_dump(mode="json", exclude_defaults=True)
    return {name: differing.get(name, every[name]) for name in every if name in {*differing, *composition.set_settings}}


class Recorder:
    """Notes a game while it is played, step by step; steps can be taken back."""

    def __init__(self, game: Game, start: Position, is_from_setup: bool, header: dict[str, str]) -> None:
        settings = _written_settings(game.composition)
        self.header = {"sets": " ".join(("base", *game.sets)), **header}
        if settings:
            self.header["settings"] = json.dumps(settings)
        if game.composition.light is Owner.NORTH:
            self.header["light"] = "north"
        if not is_from_setup:
            self.header["start"] = start.line
        self.letters: Lettering = game.letters
        self.steps: list[tuple[Position, str]] = []  # the position before each step, and the step

    def add(self, before: Position, step: str) -> None:
        self.steps.append((before, step))

    def undo_to(self, count: int) -> Position:
        """Forget all but the first `count` steps; returns the position before the first forgotten one."""
        position = self.steps[count][0]
        del self.steps[count:]
        return position

    def record(self, last: Position) -> GameRecord:
        """The record of what has been played; of a turn that is not over yet every step is an entry."""
        begun = [number for number, (before, _) in enumerate(self.steps) if not number or _opens_entry(before)]
        entries = []
        for start, end in pairwise([*begun, len(self.steps)] if begun else []):
            before = self.steps[start][0]
            if end == len(self.steps) and _is_inside(last) and not _opens_entry(last):
                entries += [RecordLine(at.ply, _who(at), step) for at, step in self.steps[start:]]
                break
            steps = [step for _, step in self.steps[start:end]]
            after = self.steps[end][0] if end < len(self.steps) else last
            is_guard = gives_guard(self.steps[end - 1][0], after)
            entries.append(RecordLine(before.ply, _who(before), join_whole(steps, self.letters), is_guard))
        end_of_game = outcome(last)
        result = "unfinished"
        if end_of_game is not None:
            winner = "=" if end_of_game.winner is None else OWNERS[end_of_game.winner]
            result = f"{winner} {end_of_game.reason} {last.ply}"
        return GameRecord({**self.header, "result": result}, tuple(entries))


def _who(before: Position) -> str:
    return CHANCE if before.is_chance else OWNERS[before.owner]


def _is_inside(position: Position) -> bool:
    return position.phase in INSIDE_A_TURN


def _opens_entry(position: Position) -> bool:
    """Whether the step made here begins an entry: everything but what goes on inside a turn."""
    phase = position.phase
    return phase not in INSIDE_A_TURN or phase in (HOPPING, LUCK_DRAGON)
