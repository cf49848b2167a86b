"""Views show nothing that is hidden, and guesses fit them."""

from __future__ import annotations

import itertools

import pytest
from dune_games import VARIANTS, check_state, random_states
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.dune.chance import Luck
from workbench.dune.decision import draw_option
from workbench.dune.game import State, new_game
from workbench.dune.guesses import guess_from
from workbench.dune.names import ELVES, ORCS

HIDDEN = ("hands", "artifacts", "events", "offer", "queen", "jack", "key")


@pytest.mark.parametrize("variant", ["v1.2", "advanced", "readings", "long"])
@settings(max_examples=3, deadline=None)
@given(seed=st.integers(0, 2**30))
def test_guesses_fit_the_view_of_every_seat(variant: str, seed: int) -> None:
    luck = Luck(seed)
    for state in random_states(VARIANTS[variant](), seed, 1):
        for seat in range(4):
            view = state.view(seat)
            guess = state.guess(seat, luck)
            check_state(guess)
            assert guess.view(seat) == view
            if state.asked is not None:
                assert guess.asked is not None
                assert (guess.asked.seat, guess.asked.kind) == (state.asked.seat, state.asked.kind)
                if state.asked.seat == seat:
                    assert guess.asked == state.asked


def test_a_guess_comes_from_the_view_alone() -> None:
    """Two states that look the same to a seat give it the same guess: nothing hidden leaks."""
    seen = 0
    for state in random_states(VARIANTS["advanced"](), 3, 0):
        for seat in range(4):
            twin = state.guess(seat, Luck(seen))
            one, other = state.guess(seat, Luck(77)), twin.guess(seat, Luck(77))
            assert [getattr(one, name) for name in HIDDEN] == [getattr(other, name) for name in HIDDEN]
            seen += 1
    assert seen > 500


def test_guesses_differ_in_what_is_hidden() -> None:
    state = next(itertools.islice(random_states(VARIANTS["v1.2"](), 4, 0), 30, None))
    luck = Luck(1)
    guesses = [state.guess(0, luck) for _ in range(60)]
    assert any(state.hands[1:])
    assert len({tuple(map(tuple, guess.hands[1:])) for guess in guesses}) > 10
    assert len({tuple(guess.artifacts) for guess in guesses}) > 50
    assert len({tuple(guess.events) for guess in guesses}) > 50
    assert len({guess.key for guess in guesses}) == 60, "dice to come must not be foreseen"
    assert len({tuple(guess.queen) for guess in guesses}) == 6


def test_guessed_games_can_be_played_to_their_end() -> None:
    luck = Luck(9)
    for state in itertools.islice(random_states(VARIANTS["advanced"](), 6, 2), 0, None, 40):
        guess = guess_from(state.view(2), luck)
        while guess.asked is not None:
            guess.take(draw_option(guess.asked.options, luck))
        check_state(guess)


def states(count: int) -> list[State]:
    found: list[State] = []
    for game in itertools.count():
        for state in random_states(VARIANTS["advanced"](), 8, game):
            found.append(state.copy())
        if len(found) > count:
            return found
    raise AssertionError


@pytest.mark.rule("DBID-2", "DBID-11", "DFAC-5")
def test_only_the_elves_see_cards_to_come() -> None:
    up = peeked = 0
    for state in states(3000):
        views = [state.view(seat) for seat in range(4)]
        if state.card >= 0:
            up += 1
            assert [view.card for view in views] == [-1, state.card, -1, -1]
        if state.event_peeked:
            peeked += 1
            assert [view.next_event for view in views] == [-1, state.events[-1], -1, -1]
        assert all(view.loot == (state.loot if view.seat == ORCS else -1) for view in views)
    assert up > 100
    assert peeked > 100


def test_the_elves_remember_who_won_what() -> None:
    """What was seen at an auction is known as long as it stays in the hand."""
    known = 0
    for state in states(3000):
        elf = state.view(ELVES)
        for holder in (0, 2, 3):
            for card in range(24):
                if elf.known[holder] >> card & 1:
                    known += 1
                    assert card in state.hands[holder]
    assert known > 100


def test_battle_plans_are_secret_until_both_are_made() -> None:
    secret = 0
    for state in states(6000):
        fight = state.fight
        if fight is None or not fight.planned[0] or fight.stage >= 8:
            continue
        secret += 1
        attacker, defender = fight.sides
        mine, other = state.view(attacker).fight, state.view(defender).fight
        assert mine is not None
        assert other is not None
        assert mine.plans[0] is not None
        assert other.plans[0] is None
    assert secret > 5


def test_treachery_is_secret_until_the_battle_is_settled() -> None:
    """What the defender sees is the same whether the attacker has declared or not."""
    for game in range(2000):
        for state in random_states(VARIANTS["v1.2"](), 21, game):
            fight = state.fight
            if fight is None or fight.stage != 8 or state.asked is None or state.asked.kind != "treachery":
                continue
            declared, silent = state.copy(), state.copy()
            declared.fight.way[0] = -1  # type: ignore[union-attr]
            seat = fight.sides[1]
            assert declared.view(seat) == silent.view(seat)
            return
    raise AssertionError("no treachery in 2000 games")


def test_views_are_frozen() -> None:
    view = new_game(VARIANTS["v1.2"](), 1, 0).view(0)
    with pytest.raises(AttributeError):
        view.gold = (9, 9, 9, 9)
    hash(view)
