"""Decisions and their options: plain tuples of numbers; ranges of counts are listed only when somebody looks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol, overload

Option = tuple[int, ...]
PASS: Option = ()
NO_YES: tuple[Option, ...] = ((0,), (1,))

# Kind of decision -> the parts of its options, in order; PASS is () where it is allowed. `docs/dune-rules.md` has
# the rules. A card is its number or -1 for none; `count` is the only part that is a range.
KINDS: dict[str, tuple[str, ...]] = {
    "orc_setup": ("units...",),  # one number per territory of the split
    "ace_jump": ("from", "to", "ace"),
    "ride": ("to", "count"),
    "council_break": ("yes",),
    "council_propose": ("faction",),
    "council_reply": ("yes",),
    "bid": ("count",),
    "pay_ace": ("ace",),  # -1: pay in gold
    "unhide": ("territory", "yes"),
    "initiative": ("place",),  # 0: first in round IV
    "revive": ("ace", "count"),
    "early_disband": ("territory", "count"),
    "conscript": ("territory", "count"),
    "block_hire": ("ace",),
    "hire": ("how", "territory", "count"),  # how: -1 for gold, RAISE for nothing, or the Ace that halves the price
    "move": ("from", "to", "ace", "count"),
    "hide": ("ace",),  # -1: the Elves need none
    "disband": ("territory", "count"),
    "battle_order": ("territory", "faction"),
    "ask": ("about",),  # COLOUR or ARMY
    "answer": ("answer",),  # 0 no card, 1 red, 2 black; or the army
    "blessing": ("yes",),
    "plan": ("card", "elites", "count"),
    "treachery": ("way",),  # -1: Queen and Jack; else the Dwarves' Ace
    "plunder": ("what",),  # 0 leave it, 1 keep, 2 discard for gold
    "discard": ("count",),  # the place of the card in the hand
}
RAISE = -2
COLOUR, ARMY = 1, 2
NO_CARD_ANSWER, RED_ANSWER, BLACK_ANSWER = 0, 1, 2
LEAVE, KEEP, SELL = 0, 1, 2


class Drawing(Protocol):
    """Where random numbers come from."""

    def below(self, limit: int) -> int: ...


class Ranged(Sequence[Option]):
    """Options whose last part is a count from a range.

    `heads` are (*parts, least, most), each standing for the options (*parts, count) with least <= count <= most;
    `passes` says whether PASS is an option too (it then comes first).
    """

    __slots__ = ("heads", "passes")

    def __init__(self, heads: list[tuple[int, ...]], passes: bool = True) -> None:
        self.heads = heads
        self.passes = passes

    def __len__(self) -> int:
        return self.passes + sum(head[-1] - head[-2] + 1 for head in self.heads)

    def __iter__(self) -> Iterator[Option]:
        if self.passes:
            yield PASS
        for head in self.heads:
            parts = head[:-2]
            for count in range(head[-2], head[-1] + 1):
                yield (*parts, count)

    @overload
    def __getitem__(self, index: int) -> Option: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Option, ...]: ...
    def __getitem__(self, index: int | slice) -> Option | tuple[Option, ...]:
        if isinstance(index, slice):
            return tuple(self)[index]
        left = index if index >= 0 else index + len(self)
        if self.passes:
            if left == 0:
                return PASS
            left -= 1
        for head in self.heads:
            size = head[-1] - head[-2] + 1
            if 0 <= left < size:
                return (*head[:-2], head[-2] + left)
            left -= size
        raise IndexError(index)

    def __contains__(self, option: object) -> bool:
        if not isinstance(option, tuple):
            return False
        if option == PASS:
            return self.passes
        parts, count = option[:-1], option[-1]
        return any(head[:-2] == parts and head[-2] <= count <= head[-1] for head in self.heads)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ranged) and self.heads == other.heads and self.passes == other.passes

    def __hash__(self) -> int:
        return hash((tuple(self.heads), self.passes))

    def draw(self, luck: Drawing) -> Option:
        """Uniform over PASS and the heads, then the count uniform on its range."""
        which = luck.below(len(self.heads) + self.passes) - self.passes
        if which < 0:
            return PASS
        head = self.heads[which]
        least, most = head[-2:]
        return (*head[:-2], least if least == most else least + luck.below(most - least + 1))


Options = tuple[Option, ...] | Ranged


class Decision(NamedTuple):
    """Somebody has to choose. `seat` is the number of the faction, `round` is 0 (set-up) to 7."""

    seat: int
    kind: str
    options: Options
    round: int


def draw_option(options: Options, luck: Drawing) -> Option:
    """Uniform over legal options, counts uniform on their range."""
    if type(options) is tuple:
        return options[luck.below(len(options))]
    return options.draw(luck)  # type: ignore[union-attr]
