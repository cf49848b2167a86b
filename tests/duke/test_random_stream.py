"""The random stream: uniform, and without ties between attempts, decisions, owners, games and seeds.

Everything random in a game comes from it: draws from bags, the Dragon, and what the random bot tries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import chisquare

from workbench.duke.board import luck

Ints = NDArray[np.int64]
LUCK: Any = luck  # its functions take arrays as well
FALSE_ALARM = 1e-6  # of a whole test (Bonferroni); seeds are fixed, so that it passes always or never
DECISIONS, ATTEMPTS, GAMES = 128, 32, 200
BUCKETS = 8
SIZES = (2, 3, 7, 36, 61)  # candidates that a turn might have


def streams(seed: int, game: int, south_army: int = 0) -> Any:
    """The part of a state that luck comes from."""
    state = SimpleNamespace(seed=np.zeros((3, 2), np.int64), count=np.zeros(3, np.int64), choices=[0, 0], scripted=0)
    LUCK.seed_streams(state, seed, game, south_army)
    return state


def drawn(state: Any, owner: int, n: int) -> Ints:
    """What is drawn from n at [decision, attempt]."""
    state.choices = [np.arange(DECISIONS)[:, None]] * 2
    return np.asarray(LUCK.decide(state, owner, np.arange(ATTEMPTS)[None, :], n))


def table(n: int, draw: Callable[[Any, int, int], Ints] = drawn) -> Ints:
    """What is drawn from n at [seed, game, owner, decision, attempt]."""
    return np.array(
        [
            [[draw(streams(seed, game), owner, n) for owner in (0, 1)] for game in range(GAMES // 2)]
            for seed in (20131, 20132)
        ]
    )


def pairs(values: Ints) -> Iterator[tuple[str, Ints, Ints]]:
    """Values that lie beside each other in some way: none may tell of the other."""
    for axis, name in enumerate(("seeds", "games", "owners", "decisions", "attempts")):
        first, second = np.moveaxis(values, axis, 0)[:-1], np.moveaxis(values, axis, 0)[1:]
        yield name, first, second
    yield "the next attempt and the next decision", values[..., :-1, 1:], values[..., 1:, :-1]
    yield "a game's owner and the next game's other", values[:, :-1, 0], values[:, 1:, 1]
    yield "attempts two apart", values[..., :-2], values[..., 2:]


def tied(values: Ints) -> list[str]:
    """The neighbours whose joint distribution is not flat."""
    found, ways = [], list(pairs(values))
    for name, first, second in ways:
        together = np.bincount((first * BUCKETS + second).ravel(), minlength=BUCKETS**2)
        if chisquare(together).pvalue < FALSE_ALARM / len(ways):
            found.append(name)
    return found


@pytest.mark.parametrize("n", SIZES)
def test_draws_are_uniform(n: int) -> None:
    values = table(n)
    along = {"all": values, "first attempts": values[..., 0], "first decisions": values[..., 0, :]}
    for name, some in along.items():
        assert (some.min(), some.max()) == (0, n - 1)
        p = chisquare(np.bincount(some.ravel(), minlength=n)).pvalue
        assert p > FALSE_ALARM / len(along) / len(SIZES), f"{name}: p = {p:.1e}"


def test_neighbours_are_independent() -> None:
    assert tied(table(BUCKETS)) == []


def test_no_value_comes_again_sooner_than_by_chance() -> None:
    """Whole 32-bit values of one game: as many equal pairs as a birthday would bring."""
    values = np.concatenate([drawn(streams(7, game), owner, 2**31).ravel() for game in range(40) for owner in (0, 1)])
    found = len(values) - len(np.unique(values))
    expected = len(values) ** 2 / 2 / 2**31
    assert abs(found - expected) < 6 * expected**0.5


def test_bags_follow_their_army() -> None:
    """An army that changes seats keeps its luck, and the armies have different ones."""
    here, there = streams(5, 9, south_army=0), streams(5, 9, south_army=1)
    assert here.seed[0].tolist() == there.seed[1].tolist() != here.seed[1].tolist()


def a_plain_counter(state: Any, owner: int, n: int) -> Ints:
    """A stream without mixing."""
    ordinal = np.arange(DECISIONS)[:, None] * 256 + np.arange(ATTEMPTS)[None, :]
    return np.asarray((state.seed[owner, 0] + ordinal * 0x1E3779B9 & luck.LANE) * n >> 32)


def attempts_that_run_on(state: Any, owner: int, n: int) -> Ints:
    """A stream in which the second attempt of a decision is the first of the next."""
    ordinal = np.arange(DECISIONS)[:, None] + np.arange(ATTEMPTS)[None, :]
    return np.asarray(LUCK.below(state, owner, luck.CHOICE, ordinal, n))


def one_luck_for_both(state: Any, owner: int, n: int) -> Ints:
    return drawn(state, 0, n)


@pytest.mark.parametrize(
    ("wrong", "ties"),
    [
        (a_plain_counter, "attempts"),
        (attempts_that_run_on, "the next attempt and the next decision"),
        (one_luck_for_both, "owners"),
    ],
)
def test_a_tie_would_be_seen(wrong: Callable[[Any, int, int], Ints], ties: str) -> None:
    """The test of independence has teeth."""
    assert ties in tied(table(BUCKETS, wrong))
