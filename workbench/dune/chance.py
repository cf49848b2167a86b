"""Chance by keys: seed, block, faction, purpose and ordinal give a value, whatever else was drawn before."""

from __future__ import annotations

from typing import TypeVar

MASK = (1 << 64) - 1
NEUTRAL = 4  # where a faction stands in a key, and no faction is meant

# Purposes: what a value is for. Never renumber: games would change.
ORDER, DRAGON_START, DIE, EVENT_DECK, ARTIFACT_DECK, QUEENS, JACKS, PLUNDERED, BOT = range(1, 10)

Item = TypeVar("Item")


def mix(key: int, part: int) -> int:
    """A new key of 64 bits from a key and a number (the steps of SplitMix64)."""
    z = (key + (part + 1) * 0x9E3779B97F4A7C15) & MASK
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
    return z ^ z >> 31


def block_key(seed: int, block: int) -> int:
    """The key from which all chance of a block of four games comes."""
    return mix(mix(0x44756E65, seed & MASK), block)


def luck_key(key: int, faction: int, purpose: int, ordinal: int) -> int:
    return mix(mix(key, faction << 8 | purpose), ordinal)


def keyed_below(key: int, faction: int, purpose: int, ordinal: int, limit: int) -> int:
    """One value from 0 to limit - 1."""
    return luck_key(key, faction, purpose, ordinal) * limit >> 64


class Luck:
    """A stream of values from a key."""

    __slots__ = ("key",)

    def __init__(self, key: int) -> None:
        self.key = key & MASK

    def below(self, limit: int) -> int:
        """A value from 0 to limit - 1."""
        self.key = z = (self.key + 0x9E3779B97F4A7C15) & MASK
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
        return (z ^ z >> 31) * limit >> 64

    def shuffle(self, items: list[Item]) -> None:
        """Mixes a list in place; one wide number holds all places (24! is below 2 ** 80)."""
        wide = 0
        for _ in range(2 + len(items) // 16):
            wide = wide << 64 | self.below(1 << 64)
        for last in range(len(items) - 1, 0, -1):
            wide, other = divmod(wide, last + 1)
            items[last], items[other] = items[other], items[last]


def shuffled(items: list[Item], key: int, faction: int, purpose: int, ordinal: int) -> list[Item]:
    """A mixed copy of a list."""
    mixed = list(items)
    Luck(luck_key(key, faction, purpose, ordinal)).shuffle(mixed)
    return mixed
