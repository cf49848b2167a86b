"""The nouns of Dragon Dune: factions, suits, cards and rounds, as small numbers and as text."""

from __future__ import annotations

from collections.abc import Iterable

DWARVES, ELVES, GOBLINS, ORCS = range(4)
FACTIONS = range(4)
LETTERS = "DEGO"
FACTION_NAMES = ("Dwarves", "Elves", "Goblins", "Orcs")
FACTION_KEYS = ("dwarves", "elves", "goblins", "orcs")  # in rules files

BANK, LAND = 4, 5  # where gold comes from and goes to, besides the factions 0 to 3
NOBODY = -1
NO_CARD = -1

SUITS = "CDHS"
RED = (False, True, True, False)  # by suit
RANKS = "A23456"
ARTIFACTS = 24
EVENT_RANKS = ("7", "8", "9", "10")

ROUND_NAMES = ("Setup", "Dragon", "Event", "Bidding", "Recruitment", "Battle", "Collection", "Victory")
SETUP, DRAGON, EVENT, BIDDING, RECRUITMENT, BATTLE, COLLECTION, VICTORY = range(8)

ADVANCED = ("elite", "blessing", "initiative", "plunder")  # of Dwarves, Elves, Goblins, Orcs


def card_suit(card: int) -> int:
    """The suit (0 to 3: clubs, diamonds, hearts, spades) of an artifact."""
    return card // 6


def card_value(card: int) -> int:
    """1 (Ace) to 6."""
    return card % 6 + 1


def is_ace(card: int) -> bool:
    return card % 6 == 0


def is_red(card: int) -> bool:
    return RED[card // 6]


def format_card(card: int) -> str:
    """0 -> 'AC', 23 -> '6S'; no card -> '-'."""
    return "-" if card < 0 else RANKS[card % 6] + SUITS[card // 6]


def parse_card(text: str) -> int:
    """'AH' -> 12; raises ValueError for what is no artifact."""
    if len(text) != 2 or text[0] not in RANKS or text[1] not in SUITS:
        raise ValueError(f"'{text}' is no artifact (A to 6 of C, D, H, S)")
    return SUITS.index(text[1]) * 6 + RANKS.index(text[0])


def parse_artifacts(texts: Iterable[str]) -> tuple[int, ...]:
    return tuple(parse_card(text) for text in texts)


def format_event(card: int) -> str:
    """0 -> '7C', 15 -> '10S'."""
    return EVENT_RANKS[card // 4] + SUITS[card % 4]


def parse_event(text: str) -> int:
    """'10S' -> 15; raises ValueError for what is no event card."""
    if text[:-1] not in EVENT_RANKS or text[-1:] not in tuple(SUITS):
        raise ValueError(f"'{text}' is no event card (7 to 10 of C, D, H, S)")
    return EVENT_RANKS.index(text[:-1]) * 4 + SUITS.index(text[-1])


def event_suit(card: int) -> int:
    return card % 4


def parse_faction(text: str) -> int:
    """'D', 'dwarves' or 'Dwarves' -> 0; raises ValueError for anything else."""
    word = text.strip()
    if word.upper() in tuple(LETTERS):
        return LETTERS.index(word.upper())
    if word.lower() in FACTION_KEYS:
        return FACTION_KEYS.index(word.lower())
    raise ValueError(f"'{text}' is no faction (D, E, G, O or dwarves, elves, goblins, orcs)")
