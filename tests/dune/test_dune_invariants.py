"""Whatever is chosen: units, cards and gold are conserved after every step."""

from __future__ import annotations

import pytest
from dune_games import VARIANTS, books, check_state, random_states
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.dune.decision import KINDS, Ranged
from workbench.dune.game import new_game


@pytest.mark.rule("DMAP-4", "DMAP-6", "DMAP-9")
@pytest.mark.parametrize("variant", list(VARIANTS))
@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 2**40), game=st.integers(0, 3))
def test_everything_is_conserved(variant: str, seed: int, game: int) -> None:
    for state in random_states(VARIANTS[variant](), seed, game, log=True):
        check_state(state)
        assert books(state) == (state.gold, state.land)
    assert state.winner >= 0


@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_chosen_by_hypothesis(data: st.DataObject) -> None:
    """Options that hypothesis picks, so that failures shrink to short games."""
    state = new_game(VARIANTS["advanced"](), data.draw(st.integers(0, 1000)), 0, log=True)
    for _ in range(40):
        if state.asked is None:
            break
        options = state.asked.options
        state.take(options[data.draw(st.integers(0, len(options) - 1))])
        check_state(state)
    assert books(state) == (state.gold, state.land)


def test_ranged_options_are_a_sequence() -> None:
    options = Ranged([(7, 1, 3), (8, 0, 0)])
    listed = list(options)
    assert listed == [(), (7, 1), (7, 2), (7, 3), (8, 0)]
    assert [options[i] for i in range(len(options))] == listed
    assert options[-1] == (8, 0)
    assert all(option in options for option in listed)
    assert (7, 4) not in options
    assert (9, 1) not in options
    with pytest.raises(IndexError):
        options[5]


def test_every_kind_is_asked_and_random_play_uses_more_than_one_option() -> None:
    """A kind that never comes up or always ends the same way would not be built."""
    taken: dict[str, set[tuple[int, ...]]] = {}
    for game in range(250):
        last = None
        for state in random_states(VARIANTS["advanced"](), 5, game, log=True):
            last = state
        assert last is not None
        assert last.log is not None
        for _, _, what, *parts in last.log:
            if what == "take":
                taken.setdefault(parts[1], set()).add(parts[2])
    assert set(taken) == set(KINDS)
    assert {kind: len(options) for kind, options in taken.items() if len(options) < 2} == {}
