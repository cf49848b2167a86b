"""Battle and auction against a naive model that was written from the rules alone."""

from __future__ import annotations

import pytest
from dune_games import rules
from dune_naive import Buyer, Side, auction, battle, can_betray, half_up
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.dune import bidding
from workbench.dune.combat import settle, treacheries
from workbench.dune.flow import Step
from workbench.dune.game import Fight, State, tables_of
from workbench.dune.names import LETTERS, SUITS, format_card, parse_card

CARDS = [rank + suit for suit in SUITS for rank in "A23456"]
AT = 7


@st.composite
def fights(draw: st.DrawFn) -> tuple[Side, Side]:
    factions = draw(st.permutations("DEGO"))[:2]
    cards = draw(st.permutations(CARDS))
    queens, jacks = draw(st.permutations(SUITS)), draw(st.permutations(SUITS))
    sides = []
    for number, faction in enumerate(factions):
        units = draw(st.integers(1, 10))
        hand = cards[4 * number : 4 * number + draw(st.integers(0, 4))]
        card = draw(st.sampled_from([None, *hand]))
        army = draw(st.integers(0, units))
        sides.append(Side(faction, units, army, card, list(hand), queens[number], jacks[number], draw(st.booleans())))
    return sides[0], sides[1]


def set_up(sides: tuple[Side, Side]) -> tuple[State, Fight]:
    state = State(tables_of(rules()), 0, (0, 1, 2, 3), 0)
    numbers = [LETTERS.index(side.faction) for side in sides]
    fight = Fight(AT, *numbers)
    for place, (side, faction) in enumerate(zip(sides, numbers, strict=True)):
        state.put(faction, AT, side.units)
        state.bank[faction] -= side.units
        state.hands[faction] = [parse_card(card) for card in side.hand]
        state.queen[faction], state.jack[faction] = SUITS.index(side.queen), SUITS.index(side.jack)
        fight.card[place] = parse_card(side.card) if side.card else -1
        fight.army[place] = side.army
    return state, fight


@pytest.mark.rule("DBAT-5", "DBAT-6", "DBAT-7", "DTRE-1", "DTRE-3", "DTRE-4", "DTRE-5")
@settings(max_examples=600, deadline=None)
@given(sides=fights())
def test_battles_agree(sides: tuple[Side, Side]) -> None:
    state, fight = set_up(sides)
    for place in (0, 1):
        options = treacheries(state, fight, place)
        way = can_betray(sides[place], sides[1 - place])
        assert (len(options) > 1) == (way is not None)
        if way and sides[place].declares:
            fight.way[place] = options[1][0]
    settle(state, fight)
    expected = battle(*sides)
    for side in sides:
        faction = LETTERS.index(side.faction)
        assert state.units[faction][AT] == expected.units[side.faction]
        assert sorted(map(format_card, state.hands[faction])) == sorted(expected.hands[side.faction])
        assert state.grave[faction] == side.units - expected.units[side.faction]


@st.composite
def buyers(draw: st.DrawFn) -> tuple[str, dict[str, Buyer]]:
    made = {}
    for faction in LETTERS:
        aces = draw(st.integers(0, 1))
        room = draw(st.integers(0, 2))
        wishes = draw(st.lists(st.integers(0, 9), max_size=4))
        made[faction] = Buyer(faction, draw(st.integers(0, 8)), room, aces, wishes)
    return "".join(draw(st.permutations(LETTERS))), made


@pytest.mark.rule("DBID-3", "DBID-4", "DBID-5", "DBID-6")
@settings(max_examples=600, deadline=None)
@given(table=buyers())
def test_auctions_agree(table: tuple[str, dict[str, Buyer]]) -> None:
    order, people = table
    state = State(tables_of(rules()), 0, tuple(LETTERS.index(f) for f in order), 0)
    pool = [card for card in range(24) if card % 6]
    for faction, letter in enumerate(LETTERS):
        buyer = people[letter]
        state.gold[faction] = buyer.gold
        size = state.tables.hand_limit[faction] - buyer.limit_left
        hand = [faction * 6] if buyer.aces and size else []
        buyer.aces = len(hand)
        state.hands[faction] = hand + [pool.pop() for _ in range(size - len(hand))]
    wishes = {letter: list(buyer.wishes) for letter, buyer in people.items()}
    before = list(state.gold)
    winner, bid = auction(order, people)
    bidding.open_card(state, 23)
    state.step = Step.BID
    while state.step == Step.BID:
        state.asked = None
        bidding.ask_bid(state)
        if state.asked is None:
            break
        mine = wishes[LETTERS[state.asked.seat]]
        option = (mine.pop(0),) if mine else ()
        bidding.take_bid(state, state.asked.seat, option if option in state.asked.options else ())
    if winner is None:
        assert state.high_by == -1
        assert state.artifacts[-1:] == [23]
        return
    assert (state.high_by, state.high) == (LETTERS.index(winner), bid)
    payments = bidding.payments(state, state.high_by, bid)
    assert ((-1,) in payments) == (bid <= before[state.high_by])
    assert sum(option[0] >= 0 for option in payments) == people[winner].aces


@pytest.mark.rule("DREC-5")
@given(price=st.integers(0, 100))
def test_halves_agree(price: int) -> None:
    state = State(tables_of(rules()), 0, (0, 1, 2, 3), 0)
    assert state.halved(price) == half_up(price)
