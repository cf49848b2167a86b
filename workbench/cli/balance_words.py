"""The words of a call of `workbench balance`, to be told again: in reports, and to go on."""

from __future__ import annotations

import sys
from collections.abc import Collection
from pathlib import Path

_NOT_DECIDING = ("--time", "--rounds", "--out", "-o", "--workers", "-w", "--cluster", "--json")


def deciding_words() -> list[str]:
    """The words of this call that decide the games."""
    kept, skip = [], False
    for word in sys.argv[2:]:
        if skip:
            skip = False
        elif word in _NOT_DECIDING:
            skip = word != "--json"
        elif word.partition("=")[0] not in _NOT_DECIDING and word[:2] not in ("-o", "-w"):
            kept.append(word)
    return kept


def shared_word(word: str, names: Collection[str]) -> str:
    """A word with sets and folders by their own names, without where they are: it stands in reports, and these are
    shared."""
    option, equals, value = word.partition("=") if word.startswith("--set=") else ("", "", word)
    shown = [Path(one).name or one if one in names else one for one in value.split(",")]
    return f"{option}{equals}{','.join(shown)}"
