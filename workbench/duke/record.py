"""A game as plain text: a header, an empty line, then one entry a line.

    duke game record 1
    sets: base
    south: human
    north: random
    result: S mate 43

    0 S Du@c1
    12 N +Kn@d2
    12 * dr-

An entry is the ply, who acted (`S`, `N`, or `*` for chance between turns) and the whole turn, with its draws.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field

from workbench.duke.board.state import HOPPING, LUCK_DRAGON
from workbench.duke.game import Game, IllegalTurn, Position, game_of, outcome, play
from workbench.duke.text.lettering import Lettering
from workbench.duke.text.position_read import BadPosition
from workbench.duke.text.position_write import INSIDE_A_TURN, OWNERS
from workbench.duke.text.turn_read import BadTurn
from workbench.duke.text.whole_turns import join_whole
from workbench.tileset.settings import Settings
from workbench.words import Owner

FIRST_LINE = "duke game record 1"
HEADER = ("sets", "settings", "light", "south", "north", "seed", "start", "result")
CHANCE = "*"


class BadRecord(ValueError):
    """A game record that cannot be read or replayed: says where and why."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a record."""

    ply: int
    who: str
    text: str

    def __str__(self) -> str:
        return f"{self.ply} {self.who} {self.text}"


@dataclass(frozen=True)
class GameRecord:
    """Header fields (HEADER; all optional) and entries."""

    header: dict[str, str] = field(default_factory=dict)
    entries: tuple[Entry, ...] = ()

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

    def positions(self) -> Iterator[tuple[Entry | None, Position]]:
        """The start, then every entry with the position after it; raises BadRecord for an impossible one."""
        game = self.game()
        try:
            position = game.position(self.header["start"]) if "start" in self.header else game.start()
        except BadPosition as error:
            raise BadRecord(f"start: {error}") from error
        yield None, position
        for entry in self.entries:
            try:
                position = play(position, entry.text)
            except (BadTurn, IllegalTurn) as error:
                raise BadRecord(f"at '{entry}': {error}") from error
            yield entry, position


def format_record(record: GameRecord) -> str:
    head = [f"{name}: {record.header[name]}" for name in HEADER if record.header.get(name)]
    return "\n".join([FIRST_LINE, *head, "", *(str(entry) for entry in record.entries)]) + "\n"


def parse_record(text: str) -> GameRecord:
    """Raises BadRecord with the number of the line that cannot be read."""
    lines = text.splitlines()
    if not lines or lines[0].strip() != FIRST_LINE:
        raise BadRecord(f"line 1: a game record begins with '{FIRST_LINE}'")
    header: dict[str, str] = {}
    entries: list[Entry] = []
    in_header = True
    for number, line in enumerate(lines[1:], 2):
        if not line.strip():
            in_header = False
        elif in_header:
            name, colon, value = line.partition(":")
            if not colon or name.strip() not in HEADER:
                raise BadRecord(f"line {number}: '{line}' is not a header line ({', '.join(HEADER)})")
            header[name.strip()] = value.strip()
        else:
            entries.append(_parse_entry(line, number))
    return GameRecord(header, tuple(entries))


def _parse_entry(line: str, number: int) -> Entry:
    words = line.split()
    if len(words) != 3 or not words[0].isdigit() or words[1] not in (*OWNERS, CHANCE):
        raise BadRecord(f"line {number}: '{line}' is not an entry: ply, S, N or *, and a turn")
    return Entry(int(words[0]), words[1], words[2])


class Recorder:
    """Notes a game while it is played, step by step; steps can be taken back."""

    def __init__(self, game: Game, start: Position, is_from_setup: bool, header: dict[str, str]) -> None:
        settings = game.composition.settings.model_dump(mode="json", exclude_defaults=True)
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
        """The record of what has been played; a turn that is not over yet is left out."""
        begun = [number for number, (before, _) in enumerate(self.steps) if _opens_entry(before)]
        entries = []
        for start, end in zip(begun, [*begun[1:], len(self.steps)], strict=True):
            before = self.steps[start][0]
            if end == len(self.steps) and _is_inside(last) and not _opens_entry(last):
                break
            who = CHANCE if before.is_chance else OWNERS[before.owner]
            steps = [step for _, step in self.steps[start:end]]
            entries.append(Entry(before.ply, who, join_whole(steps, self.letters)))
        end_of_game = outcome(last)
        result = "unfinished"
        if end_of_game is not None:
            winner = "=" if end_of_game.winner is None else OWNERS[end_of_game.winner]
            result = f"{winner} {end_of_game.reason} {last.ply}"
        return GameRecord({**self.header, "result": result}, tuple(entries))


def _is_inside(position: Position) -> bool:
    return int(position.state[0]["phase"]) in INSIDE_A_TURN


def _opens_entry(position: Position) -> bool:
    """Whether the step made here begins an entry: everything but what goes on inside a turn."""
    phase = int(position.state[0]["phase"])
    return phase not in INSIDE_A_TURN or phase in (HOPPING, LUCK_DRAGON)
