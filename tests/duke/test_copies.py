"""A copied game is the same game: every field that a decision may read, and every position that it may repeat."""

from __future__ import annotations

import numpy as np
import pytest
from support.seeded_games import FAMILIES, SEED, chooser_of, game_of_family, walk

from workbench.duke.board.copies import copy_game, copy_past
from workbench.duke.board.state import DRAFT, HISTORY, OVER, PAST, STATE, new_line, new_pool, new_states
from workbench.duke.game import Game, game_of
from workbench.duke.turn import ends
from workbench.duke.turn.engine import is_chance, step

NOT_COPIED = ("upto", "tape", "radix", "tape_at", "tape_len", "boxed")
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
def test_a_copy_goes_on_like_the_game(family: str) -> None:
    """What was left out is not missed: by its own luck the copy comes to the same end."""
    game = game_of_family(family)
    referee, chooser = game.referee, chooser_of(game)
    steps = walk(game, SEED, 1)
    end = steps[-1][1].state[0]
    for _, position in steps[:-1:11]:
        pool = new_pool()
        s, saved = pool.states[0], position.state[0]
        pool.states.view(np.uint8)[:] = 0x5A
        pool.pasts.view(np.uint8)[:] = 0x5A
        copy_game(referee.tables[0], saved, s)
        s["scripted"] = s["tape_at"] = s["tape_len"] = 0
        copy_past(saved, saved, pool.pasts[0])  # a saved state has its past with it
        while s["phase"] != OVER:
            step(referee.rules, pool, 0, -1 if is_chance(s) else chooser(referee.rules, pool))
        for name in ("winner", "reason", "ply", "hash", "idle"):
            assert int(s[name]) == int(end[name]), name


@pytest.mark.parametrize("family", FAMILIES)
def test_a_copy_is_small(family: str) -> None:
    """The record has 5 KB of room; a node of a look-ahead copies what is in use of it, and nothing of its past."""
    game = game_of_family(family)
    copied = new_states(1)
    for number in range(2):
        for _, position in list(walk(game, SEED, number))[::7]:
            sizes = []
            for filling in (0x5A, 0xA5):  # a byte that was copied differs from one of them
                copied.view(np.uint8)[:] = filling
                copy_game(game.referee.tables[0], position.state[0], copied[0])
                sizes.append(copied.view(np.uint8) != filling)
            assert 400 < int((sizes[0] | sizes[1]).sum()) <= 4096


@pytest.mark.parametrize("turns", [6, HISTORY + 500])
def test_lines_of_a_look_ahead_share_one_past(turns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """TURN-5b: each line sees what the game and it have had, and nothing of the lines before it."""
    monkeypatch.setattr(ends, "position_hash", lambda R, s: s.hash)
    rules = game_of((), {"repetition": 2}).referee.tables[0]
    root, first, second = new_states(3)
    past, line = np.zeros(1, PAST).view(np.recarray)[0], new_line()

    def comes_again(s: np.record, hashed: int, where: np.record) -> bool:
        s.hash = hashed
        ends.remember(rules, s, where)
        return bool(ends.is_repeated(rules, s, where))

    for turn in range(turns):
        assert not comes_again(root, 1000 + turn, past)
    copy_past(root, past, line)
    before = past.hashes.copy()
    oldest = max(0, turns - HISTORY + 2)
    for again, is_known in ((1000 + oldest, True), (1000 + oldest + 1, False), (1000 + oldest - 2, False), (7, False)):
        copy_game(rules, root, first)
        assert comes_again(first, again, line) == is_known, again  # every other turn is the other player's
        copy_game(rules, first, second)
        assert not comes_again(second, 8, line)
        assert not comes_again(second, 9, line)
        assert comes_again(second, 8, line)
    assert comes_again(first, 7, line) is False  # the turn after the same player's 7 is the other's
    assert np.array_equal(past.hashes, before)


def same_field(name: str, s: np.record, t: np.record, game: Game) -> bool:
    if name in LISTS:
        return all(np.array_equal(s[name][o, : s[LISTS[name]][o]], t[name][o, : s[LISTS[name]][o]]) for o in (0, 1))
    if name == "lost":
        return np.array_equal(s.lost[: s.nlost], t.lost[: s.nlost])
    if name == "where":
        stood = [square for square in range(36) if int(s.occ[0] | s.occ[1]) >> square & 1]
        return np.array_equal(s.where[stood], t.where[stood])
    if name in ("off", "front"):
        rules = game.referee.tables[0]
        is_read = {
            "off": bool(rules.has_arrivals) or game.composition.settings.objective == "dark_rider",
            "front": int(s.phase) == DRAFT,
        }[name]
        types = len(game.composition.tiles)
        return not is_read or np.array_equal(s[name][..., :types], t[name][..., :types])
    return np.array_equal(s[name], t[name])
