"""A second opinion on the rules: a naive implementation written from the ledger alone.

It knows nothing of the package under test. Positions come and go as the text lines of docs/notation.md.
Squares are 0..35 (a1, b1, ... f6), owners 0 (South) and 1 (North), tiles tuples (code, owner, side, rot).
Rule ids of the ledger stand beside the code they explain.
"""

from __future__ import annotations

from fractions import Fraction

from .nodes import Nodes
from .position import Pos
from .rules import Rules
from .text import format_pos, parse_pos, repetition_key

__all__ = ["Game", "Oracle", "Rules", "format_pos", "parse_pos", "repetition_key"]


class Oracle(Nodes):
    """Turns, chance and successors of positions, all as text."""

    def parse(self, line: str) -> Pos:
        return parse_pos(line)

    def format(self, pos: Pos) -> str:
        return format_pos(pos)

    def start(self) -> str:
        return format_pos(self.first_node())

    def kind(self, line: str) -> str:
        phase = parse_pos(line).phase
        if phase.startswith("over"):
            return "over"
        return "chance" if phase.startswith("?") else "decision"

    def decisions(self, line: str) -> dict[str, str]:
        """Every legal turn and the next position; of equal turns the first in listed order (A-0)."""
        pos = parse_pos(line)
        found: dict[str, str] = {}
        seen: set[str] = set()
        for text, after in self.choices(pos):
            if text in found:
                continue
            next_line = format_pos(after)
            if next_line not in seen:
                seen.add(next_line)
                found[text] = next_line
        return found

    def chance(self, line: str) -> list[tuple[Fraction, str, str]]:
        merged: dict[str, tuple[Fraction, str]] = {}
        for probability, text, after in self.outcomes(parse_pos(line)):
            next_line = format_pos(after)
            before, first_text = merged.get(next_line, (Fraction(0), text))
            merged[next_line] = (before + probability, first_text)
        return [(probability, text, next_line) for next_line, (probability, text) in merged.items()]

    def pseudo(self, line: str) -> set[str]:
        """The texts of all openers with Guard left aside."""
        return {turn.text for turn in self.openers(parse_pos(line), guard=False)}

    def attack(self, line: str, owner: int) -> bool:
        return self.attacks(parse_pos(line), owner)


class Game:
    """A game with its history, for TURN-5."""

    def __init__(self, oracle: Oracle, line: str | None = None) -> None:
        self.oracle = oracle
        self.line = oracle.start() if line is None else line
        self.counts: dict[str, int] = {}
        self._note()

    def _note(self) -> None:
        pos = parse_pos(self.line)
        if not pos.phase:
            key = repetition_key(pos)
            self.counts[key] = self.counts.get(key, 0) + 1

    def options(self) -> dict[str, str]:
        """Decisions or chance outcomes with the history in force."""
        self.oracle.seen = self.counts
        try:
            kind = self.oracle.kind(self.line)
            if kind == "decision":
                return self.oracle.decisions(self.line)
            if kind == "chance":
                return {text: after for _, text, after in self.oracle.chance(self.line)}
            return {}
        finally:
            self.oracle.seen = {}

    def step(self, text: str) -> str:
        options = self.options()
        if text not in options:
            raise ValueError(f"{text!r} is not possible in {self.line!r}")
        self.line = options[text]
        self._note()
        return self.line
