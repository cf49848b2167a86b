"""A copied game is the same game: every field that a decision may read."""

from __future__ import annotations

import numpy as np
import pytest
from support.seeded_games import FAMILIES, SEED, game_of_family, walk

from workbench.duke.board.copies import copy_game
from workbench.duke.board.state import STATE, new_states

NOT_COPIED = ("upto", "tape", "radix", "tape_at", "tape_len")
# Lists that are filled up to a count; what lies behind is left over from earlier.
LISTS = {"bag": "nbag", "tiles": "n"}


@pytest.mark.parametrize("family", FAMILIES)
def test_a_copy_has_every_field(family: str) -> None:
    game = game_of_family(family)
    copied = new_states(1)
    for _, position in walk(game, SEED, 1):
        copied.view(np.uint8)[:] = 0x5A  # whatever was there before
        state = position.state
        copy_game(game.referee.tables[0], state[0], copied[0])
        for name in STATE.names or ():
            assert name in NOT_COPIED or same_field(name, state[0], copied[0], game), name


@pytest.mark.parametrize("family", FAMILIES)
def test_a_copy_is_small(family: str) -> None:
    """The record has 13 KB of room; a node of a look-ahead copies what is in use of it."""
    game = game_of_family(family)
    copied = new_states(1)
    for number in range(2):
        for _, position in list(walk(game, SEED, number))[::7]:
            sizes = []
            for filling in (0x5A, 0xA5):  # a byte that was copied differs from one of them
                copied.view(np.uint8)[:] = filling
                copy_game(game.referee.tables[0], position.state[0], copied[0])
                sizes.append(copied.view(np.uint8) != filling)
            assert 500 < int((sizes[0] | sizes[1]).sum()) <= 4096


def same_field(name: str, s: np.record, t: np.record, game: object) -> bool:
    if name in LISTS:
        return all(np.array_equal(s[name][o, : s[LISTS[name]][o]], t[name][o, : s[LISTS[name]][o]]) for o in (0, 1))
    if name == "lost":
        return np.array_equal(s.lost[: s.nlost], t.lost[: s.nlost])
    if name == "hist":
        return np.array_equal(s.hist[: s.nhist], t.hist[: s.nhist])
    if name == "where":
        stood = [square for square in range(36) if int(s.occ[0] | s.occ[1]) >> square & 1]
        return np.array_equal(s.where[stood], t.where[stood])
    if name in ("off", "boxed", "front"):
        types = len(game.composition.tiles)  # type: ignore[attr-defined]
        return np.array_equal(s[name][..., :types], t[name][..., :types])
    return np.array_equal(s[name], t[name])
