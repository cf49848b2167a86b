"""The same key gives the same game; blocks, twins and how often things happen."""

from __future__ import annotations

from collections import Counter
from math import sqrt

import pytest
from dune_games import rules

from workbench.dune.bots import RandomBot
from workbench.dune.chance import Luck, keyed_below
from workbench.dune.game import State, new_game
from workbench.dune.names import ORCS
from workbench.dune.play import play_game, replay

BOTS = [RandomBot()] * 4


def played(state: State) -> list[object]:
    assert state.log is not None
    return list(state.log)


def test_the_same_seed_gives_the_same_game() -> None:
    one, other = (played(play_game(rules(), 3, 5, BOTS, log=True)) for _ in range(2))
    assert one == other
    assert one != played(play_game(rules(), 4, 5, BOTS, log=True))


def test_a_log_does_not_change_the_game() -> None:
    assert play_game(rules(), 3, 6, BOTS).standing() == play_game(rules(), 3, 6, BOTS, log=True).standing()


def test_a_copy_goes_its_own_way() -> None:
    state = new_game(rules(), 3, 0)
    before = state.view(0)
    copy = state.copy()
    while copy.asked is not None:
        copy.take(copy.asked.options[-1])
    assert state.view(0) == before


def test_games_are_replayed_from_their_options() -> None:
    game = play_game(rules(), 3, 7, BOTS, log=True)
    options = [entry[5] for entry in game.log or () if entry[2] == "take"]
    again = replay(rules(), 3, 7, options, log=True)
    assert again.log == game.log
    with pytest.raises(ValueError, match="no option of"):
        replay(rules(), 3, 7, [(9, 9, 9)])
    with pytest.raises(ValueError, match="over"):
        replay(rules(), 3, 7, [*options, (0,)])


@pytest.mark.rule("DSET-2")
def test_a_block_is_one_circle_in_which_each_faction_starts_once() -> None:
    for block in range(5):
        games = [new_game(rules(), 11, 4 * block + number) for number in range(4)]
        assert len({game.order for game in games}) == 1
        assert {game.order[game.start] for game in games} == {0, 1, 2, 3}
        assert len({game.key for game in games}) == 1
        for game in games:
            assert game.seat_of(game.order[game.start]) == 1
    circles = {new_game(rules(), 11, 4 * block).order for block in range(200)}
    assert len(circles) == 24


def test_twins_of_two_rulesets_share_their_luck_until_the_rules_part_them() -> None:
    one = played(play_game(rules(), 3, 8, BOTS, log=True))
    other = played(play_game(rules("v1.2", (), (("turn_limit", 9),)), 3, 8, BOTS, log=True))
    assert other[: len(one)] == one
    assert len(other) > len(one)


def test_keyed_values_are_uniform() -> None:
    counts = Counter(keyed_below(99, 4, 3, ordinal, 6) for ordinal in range(6000))
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 20.5  # chi squared, 5 df, 0.1 %
    luck = Luck(5)
    shuffles = Counter()
    for _ in range(6000):
        items = [0, 1, 2]
        luck.shuffle(items)
        shuffles[tuple(items)] += 1
    assert sum((count - 1000) ** 2 / 1000 for count in shuffles.values()) < 20.5


@pytest.mark.rule("DEVT-2")
def test_how_often_the_red_dragon_comes() -> None:
    """About 98 % of full games have one, 7 checks at 7/15 are 3.27 on average."""
    unwinnable = rules("v1.2", (), (("castles_to_win", 5),))
    games = 400
    counts = []
    for block in range(games):
        game = play_game(unwinnable, 17, 4 * block, BOTS, log=True)
        if game.turn == 8:
            counts.append(sum(entry[2] == "red_dragon" for entry in game.log or ()))
    assert len(counts) > games - 5
    mean = sum(counts) / len(counts)
    spread = sqrt(sum((count - mean) ** 2 for count in counts) / (len(counts) - 1))
    assert abs(mean - 7 * 7 / 15) < 4 * spread / sqrt(len(counts))
    share = sum(count > 0 for count in counts) / len(counts)
    assert abs(share - 0.98) < 0.03


@pytest.mark.rule("DVIC-2")
def test_random_play_ends_mostly_by_default() -> None:
    results = [play_game(rules(), 23, game, BOTS).standing() for game in range(400)]
    default = sum(result.reason == "default" for result in results)
    assert default / 400 > 0.9
    assert all(result.winner == ORCS for result in results if result.reason == "default")
    assert all(result.turn == 8 for result in results if result.reason == "default")
    for result in results:
        if result.reason == "castles":
            assert result.castles[result.winner] >= 3
