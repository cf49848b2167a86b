"""What scenarios cannot show: who is asked what and when, deals, offers and the order of play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from dune_games import ALL_POWERS, VARIANTS, random_states, rules

from workbench.dune import bidding, hiding, recruit
from workbench.dune.battle import answers, plans, start_battle
from workbench.dune.chance import Luck
from workbench.dune.decision import ARMY, COLOUR, draw_option
from workbench.dune.event import check_event, place_event_gold
from workbench.dune.flow import Step
from workbench.dune.game import Fight, State, new_game, tables_of
from workbench.dune.load import load_rules
from workbench.dune.names import DWARVES, ELVES, GOBLINS, ORCS, parse_card
from workbench.dune.rules import Rules


def blank(which: Rules | None = None) -> State:
    state = State(tables_of(which or rules()), 5, (0, 1, 2, 3), 0)
    state.troll = False
    return state


def stand(state: State, faction: int, name: str, count: int) -> int:
    at = state.tables.index[name]
    state.put(faction, at, count)
    state.bank[faction] -= count
    return at


def cards(*names: str) -> list[int]:
    return [parse_card(name) for name in names]


def decisions(seed: int = 2, games: int = 30) -> Iterator[State]:
    for game in range(games):
        yield from random_states(VARIANTS["advanced"](), seed, game)


# ------------------------------------------------------------------------------------------------------- the board
@pytest.mark.rule("DMAP-1", "DMAP-2")
def test_the_map() -> None:
    tables = tables_of(rules())
    assert tables.size == 28
    assert sum(len(near) for near in tables.touches) == 2 * 42
    assert all(a in tables.touches[b] for a, near in enumerate(tables.touches) for b in near)
    assert [tables.names[at] for at in tables.castles] == ["1*", "3*", "5*", "10*", "15*"]
    assert sum(name.endswith("f") for name in tables.names) == 7
    assert len(tables.reach(0, 27, 0, 0)) == 27
    assert sum(gold for _, _, gold in rules().events) == 63
    assert sum(gold for _, _, gold in rules("v1.2", (), (("printed_gold", "text"),)).events) == 63


@pytest.mark.rule("DMAP-1")
@pytest.mark.parametrize(
    ("one", "other", "distance"),
    [
        ("1*", "3*", 4),
        ("1*", "5*", 5),
        ("1*", "10*", 6),
        ("1*", "15*", 5),
        ("3*", "5*", 3),
        ("3*", "10*", 5),
        ("3*", "15*", 5),
        ("5*", "10*", 4),
        ("5*", "15*", 8),
        ("10*", "15*", 5),
    ],
)
def test_distances_of_castles(one: str, other: str, distance: int) -> None:
    tables = tables_of(rules())
    start, to = tables.index[one], tables.index[other]
    assert to in tables.reach(start, distance, 0, 0)
    assert to not in tables.reach(start, distance - 1, 0, 0)


# ---------------------------------------------------------------------------------------------------------- set-up
@pytest.mark.rule("DSET-1")
def test_the_orcs_place_their_units() -> None:
    state = new_game(rules(), 1, 0)
    assert state.asked is not None
    assert (state.asked.seat, state.asked.kind, len(state.asked.options)) == (ORCS, "orc_setup", 21)
    assert all(sum(option) == 5 for option in state.asked.options)
    assert not any(state.hands), "nothing is dealt before"
    state.take((1, 0, 4))
    index = state.tables.index
    assert [state.units[ORCS][index[name]] for name in ("1*", "9f", "16f")] == [1, 0, 4]
    assert state.units[ELVES][index["5*"]] == 5
    assert state.units[GOBLINS][index["10*"]] == 3
    assert sum(state.units[DWARVES]) == 0


@pytest.mark.rule("DSET-3", "DSET-4", "DSET-5", "DSET-6")
def test_the_deal() -> None:
    starts, queens = set(), set()
    for game in range(0, 800, 4):
        state = new_game(rules(), 1, game)
        state.take((5, 0, 0))
        if state.asked is not None and state.asked.kind == "ace_jump":
            assert 3 <= state.dragon <= 18
            starts.add(state.dragon)
            assert [len(hand) for hand in state.hands] == [1, 1, 2, 1]
            assert state.gold == [5, 5, 3, 3]
            assert state.troll
        queens.add(tuple(state.queen))
    assert len(starts) > 8
    assert len(queens) == 24
    without = rules("v1.2", (), (("own_suit_dealt", False),))
    for game in range(0, 200, 4):
        state = new_game(without, 1, game)
        state.take((5, 0, 0))
        assert all(state.queen[f] != state.tables.suit[f] for f in range(4))


@pytest.mark.rule("DSET-3")
@pytest.mark.parametrize("harsh", [False, True])
def test_the_dragon_spares_all_where_it_starts(harsh: bool) -> None:
    changes = {"orcs.split.over": ["1", "2", "3"], "dragon_hits_at_start": harsh, "dragon_die": 1}
    state = new_game(load_rules("v1.2", changes), 1, 0, log=True)
    state.take((2, 1, 2))  # three dice of one face: the dragon starts at 3
    first = [entry for entry in state.log or () if entry[1] == 0 and entry[2] == "die"]
    assert [entry[3:] for entry in first] == ([(ORCS, state.tables.index["3"], 1, "dragon")] if harsh else [])


# --------------------------------------------------------------------------------------------------------- bidding
@pytest.mark.rule("DBID-1", "DBID-10")
def test_one_card_is_offered_for_each_player_with_room() -> None:
    state = blank()
    state.hands[DWARVES] = cards("2C", "3C", "4C", "5C")
    state.artifacts = cards("2H", "3H", "4H", "5H", "6H")
    bidding.make_offer(state)
    assert [state.offer[-1], len(state.offer), len(state.artifacts)] == [cards("6H")[0], 3, 2]
    state = blank()
    state.artifacts, state.artifact_discard = cards("2H"), cards("3H", "4H")
    bidding.make_offer(state)
    assert len(state.offer) == 3
    assert state.offer[-1] == cards("2H")[0]
    assert state.artifact_discard == []


@pytest.mark.rule("DBID-9", "DBID-11")
def test_unsold_cards_go_back_in_their_order() -> None:
    state = blank()
    state.artifacts = cards("2H", "3H", "4H", "5H", "6H")
    state.events = [1, 2, 3]
    bidding.make_offer(state)
    bidding.next_card(state)
    bidding.ask_bid(state)  # nobody has gold
    assert state.artifacts == cards("2H", "3H", "4H", "5H", "6H")
    assert state.known_top == cards("6H")[0]
    assert state.event_peeked
    assert state.step == Step.UNHIDE


@pytest.mark.rule("DBID-3")
def test_the_next_player_opens_the_next_card() -> None:
    state = blank()
    state.gold = [5, 5, 5, 5]
    state.artifacts = cards("2H", "3H", "4H", "5H", "6H")
    state.start = 1
    bidding.make_offer(state)
    state.run()
    openers = []
    while state.asked is not None and state.asked.kind in ("bid", "pay_ace"):
        if state.asked.kind == "bid" and state.high_by < 0 and state.passed == 0:
            openers.append(state.asked.seat)
            state.take((1,))
        else:
            state.take(() if state.asked.kind == "bid" else (-1,))
    assert openers == [1, 2, 3, 0]


# ---------------------------------------------------------------------------------------------------- events, council
@pytest.mark.rule("DEVT-8")
def test_an_empty_event_deck_is_mixed_again() -> None:
    state = blank()
    state.event_discard = [3, 4, 5, 6]
    state.events_known = 2
    place_event_gold(state)
    assert len(state.event_discard) == 2
    assert state.event_discard[0] == 6
    assert sorted(state.events + state.event_discard[1:]) == [3, 4, 5]
    assert state.events_known == 0


@pytest.mark.rule("DEVT-2", "DEVT-3")
@pytest.mark.parametrize(("checked", "struck"), [(1, True), (3, False)])
def test_the_checked_card_goes_under_the_deck(checked: int, struck: bool) -> None:
    state = blank()
    state.event_discard = [2]  # 7H
    state.events = [8, 9, checked]  # 7D is red, 7S is not
    assert (check_event(state) >= 0) == struck
    assert state.events == [checked, 8, 9]
    assert state.event_discard == [2]
    assert state.view(0).events_known == (checked,)


@pytest.mark.rule("DCON-1")
def test_alliances_change_only_after_a_red_dragon() -> None:
    for game in range(25):
        last = None
        for state in random_states(VARIANTS["v1.2"](), 31, game, log=True):
            last = state
        assert last is not None
        allowed = {entry[0] for entry in last.log or () if entry[2] == "red_dragon"}
        changed = {entry[0] for entry in last.log or () if entry[2] in ("ally", "break")}
        assert changed <= allowed


@pytest.mark.rule("DEVT-1")
def test_no_red_dragon_in_turn_one() -> None:
    for game in range(40):
        for state in random_states(VARIANTS["v1.2"](), 32, game, log=True):
            if state.turn > 1:
                break
        assert all(entry[2] != "red_dragon" or entry[0] > 1 for entry in state.log or ())


# --------------------------------------------------------------------------------------------------- recruitment
@pytest.mark.rule("DREC-10", "DHID-1", "DFAC-7")
def test_the_elves_are_asked_at_once_when_others_come() -> None:
    state = blank()
    at = stand(state, ELVES, "7", 2)
    stand(state, DWARVES, "8", 3)
    state.seq, state.pos, state.step = (0, 1, 2, 3), 0, Step.MOVE
    state.run()
    assert state.asked is not None
    assert (state.asked.seat, state.asked.kind) == (DWARVES, "move")
    state.take((state.tables.index["8"], at, -1, 2))
    assert state.asked is not None
    assert (state.asked.seat, state.asked.kind) == (ELVES, "hide")
    state.take((-1,))
    assert state.hid[ELVES] == 1 << at
    assert state.asked is not None
    assert (state.asked.seat, state.asked.kind) == (DWARVES, "disband")


@pytest.mark.rule("DHID-2", "DACE-4")
def test_others_are_asked_only_with_an_ace() -> None:
    state = blank()
    at = stand(state, DWARVES, "7", 2)
    stand(state, GOBLINS, "7", 2)
    state.hands[GOBLINS] = cards("AD", "2D")
    hiding.after_arrival(state, DWARVES, at, Step.TROLL)
    hiding.ask_hide(state)
    assert state.asked is not None
    assert (state.asked.seat, state.asked.options) == (GOBLINS, ((), (parse_card("AD"),)))


@pytest.mark.rule("DHID-3")
def test_all_but_the_elves_come_out_of_hiding() -> None:
    state = blank()
    at = stand(state, DWARVES, "7", 2)
    elves = stand(state, ELVES, "7", 2)
    hiding.hide(state, DWARVES, at, -1)
    hiding.hide(state, ELVES, elves, -1)
    state.step = Step.UNHIDE
    state.run()
    assert state.hid[DWARVES] == 0
    assert state.hid[ELVES] == 1 << elves
    assert state.asked is not None
    assert (state.asked.seat, state.asked.kind, state.asked.options) == (ELVES, "unhide", ((elves, 0), (elves, 1)))


@pytest.mark.rule("DREC-2", "DFAC-10")
def test_early_disbanding_is_for_the_goblins_side() -> None:
    asked = set()
    for state in decisions():
        if state.asked is not None and state.asked.kind == "early_disband":
            asked.add(state.asked.seat)
            assert state.asked.seat == GOBLINS or state.ally[state.asked.seat] == GOBLINS
    assert len(asked) > 1


@pytest.mark.rule("DREC-8")
def test_range_is_judged_when_the_move_begins() -> None:
    state = blank()
    stand(state, DWARVES, "10*", 3)
    assert recruit.move_range(state, DWARVES) == 2
    stand(state, DWARVES, "5*", 1)
    assert recruit.move_range(state, DWARVES) == 4
    state.ally[DWARVES], state.ally[ORCS] = ORCS, DWARVES
    state.lift(DWARVES, state.tables.index["5*"], 1)
    assert recruit.move_range(state, DWARVES) == 2
    assert recruit.move_range(state, ORCS) == 3


@pytest.mark.rule("DREC-12")
def test_the_troll_waits_for_the_end_of_the_turn() -> None:
    """Units that are disbanded or hidden before step 7 are not there for it."""
    state = blank()
    state.troll = True
    stand(state, DWARVES, "3", 7)
    state.seq, state.pos, state.step = (0, 1, 2, 3), 0, Step.MOVE
    state.run()
    there = state.tables.index["3*"]
    state.take((state.tables.index["3"], there, -1, 7))
    assert state.units[DWARVES][there] == 7
    state.take((there, 1))
    assert state.units[DWARVES][there] == 1
    assert state.grave[DWARVES] == 5
    assert not state.troll


@pytest.mark.rule("DACE-9")
def test_a_forbidden_player_cannot_hire_this_turn() -> None:
    state = blank()
    state.gold = [9, 9, 9, 9]
    assert recruit.hires(state, DWARVES).heads
    state.hands[GOBLINS] = cards("AC")
    recruit.block_hire(state, DWARVES, cards("AC")[0])
    assert not recruit.hires(state, DWARVES).heads
    assert recruit.hires(state, ELVES).heads
    assert recruit.blocks(state, ORCS) == ((),), "the Orcs hire nobody"


@pytest.mark.rule("DACE-1", "DACE-2", "DACE-3", "DACE-4", "DACE-6", "DACE-8", "DACE-9")
def test_an_ace_that_is_played_is_discarded() -> None:
    played = Counter[str]()
    place = {"pay_ace": 0, "hire": 0, "move": 2, "hide": 0, "ace_jump": 2, "revive": 0, "block_hire": 0}
    luck = Luck(71)
    for game in range(60):
        state = new_game(rules(), 71, game)
        while (asked := state.asked) is not None:
            option = draw_option(asked.options, luck)
            ace = option[place[asked.kind]] if option and asked.kind in place else -1
            state.take(option)
            if ace >= 0:
                played[asked.kind] += 1
                assert ace not in state.hands[asked.seat]
                assert ace in state.artifact_discard or state.artifact_mixes
    assert set(played) | {"revive"} == set(place)  # rare: few Elves die in random play


# ---------------------------------------------------------------------------------------------------------- battle
@pytest.mark.rule("DBAT-1")
def test_every_attacker_fights_everybody_in_an_order_of_its_choice() -> None:
    state = blank()
    for faction, count in ((DWARVES, 4), (GOBLINS, 1), (ORCS, 1)):
        stand(state, faction, "7", count)
    stand(state, ORCS, "8", 1)
    stand(state, DWARVES, "8", 1)
    state.step, state.pos = Step.NEXT_BATTLE, 0
    state.run()
    assert state.asked is not None
    assert (state.asked.seat, state.asked.kind) == (DWARVES, "battle_order")
    seven, eight = state.tables.index["7"], state.tables.index["8"]
    assert set(state.asked.options) == {(seven, GOBLINS), (seven, ORCS), (eight, ORCS)}
    state.take((eight, ORCS))
    assert state.fight is not None
    assert state.fight.sides == (DWARVES, ORCS)


@pytest.mark.rule("DBAT-2", "DBAT-3", "DFAC-6")
def test_answers_bind() -> None:
    state = blank()
    at = stand(state, ELVES, "7", 2)
    stand(state, ORCS, "7", 3)
    state.hands[ORCS] = cards("2H", "3C", "4S")
    fight = Fight(at, ELVES, ORCS)
    fight.asked[0] = COLOUR
    assert answers(state, fight, 1) == ((0,), (1,), (2,))
    for answer, held in ((0, {-1}), (1, {*cards("2H")}), (2, {*cards("3C", "4S")})):
        fight.answer[1] = answer
        assert {option[0] for option in plans(state, fight, 1)} == held
    fight.asked[0], fight.answer[1] = ARMY, 2
    assert {option[2] for option in plans(state, fight, 1)} == {2}


@pytest.mark.rule("DBAT-2")
def test_between_two_askers_the_attacker_asks_first() -> None:
    state = blank()
    at = stand(state, ELVES, "7", 2)
    stand(state, ORCS, "7", 3)
    state.ally[ELVES], state.ally[ORCS] = ORCS, ELVES
    start_battle(state, ORCS, at, ELVES)
    state.run()
    asked = []
    for option in ((2,), (1,), (2,), (3,)):
        assert state.asked is not None
        asked.append((state.asked.seat, state.asked.kind))
        state.take(option)
    assert asked == [(ORCS, "ask"), (ELVES, "answer"), (ELVES, "ask"), (ORCS, "answer")]
    assert state.asked is None or state.asked.kind != "ask"


@pytest.mark.rule("DTRE-2")
def test_queen_and_jack_stay_and_are_known() -> None:
    for game in range(400):
        for state in random_states(VARIANTS["v1.2"](), 41, game, log=True):
            if state.shown_queens:
                break
        betrayed = [entry for entry in state.log or () if entry[2] == "treachery"]
        if betrayed:
            traitor = betrayed[0][3]
            assert state.shown_queens >> traitor & 1
            assert state.view((traitor + 1) % 4).shown_queens[traitor] == state.queen[traitor]
            return
    raise AssertionError("no treachery in 400 games")


# -------------------------------------------------------------------------------------------------- end of the turn
@pytest.mark.rule("DCOL-3")
def test_cards_are_discarded_one_after_the_other() -> None:
    state = blank()
    state.hands[ELVES] = cards("2H", "3H")
    state.step, state.pos = Step.DISCARD, 0
    state.run()
    state.take((1,))
    assert state.hands[ELVES] == cards("2H")
    assert state.artifact_discard == cards("3H")
    assert state.asked is not None
    assert state.asked.kind == "discard"


@pytest.mark.rule("DVIC-3")
def test_the_starting_player_rotates() -> None:
    starts = {}
    for state in random_states(VARIANTS["long"](), 3, 1):
        starts.setdefault(state.turn, state.start)
    turns = sorted(starts)
    assert [starts[turn] for turn in turns] == [(starts[1] + turn - 1) % 4 for turn in turns]
    assert len(turns) > 8


@pytest.mark.rule("DADV-5")
def test_the_goblins_choose_their_place() -> None:
    places = set()
    for state in decisions():
        if state.asked is None or state.asked.kind != "initiative":
            continue
        for place in range(4):
            after = state.copy()
            after.take((place,))
            assert after.seq.index(GOBLINS) == place
            assert [f for f in after.seq if f != GOBLINS] == [f for f in state.seq if f != GOBLINS]
            places.add(place)
    assert places == {0, 1, 2, 3}


@pytest.mark.rule("DADV-3")
def test_one_blessing_a_turn() -> None:
    blessings = 0
    for game in range(150):
        last = None
        for state in random_states(rules("v1.2", ALL_POWERS, (("blessing_losses", 0),)), 3, game, log=True):
            last = state
        assert last is not None
        turns = [e[0] for e in last.log or () if e[2] == "take" and e[4] == "blessing" and e[5] == (1,)]
        assert len(turns) == len(set(turns))
        blessings += len(turns)
    assert blessings > 20


@pytest.mark.rule("DFAC-1", "DFAC-8", "DFAC-9", "DFAC-11")
def test_what_each_faction_lives_on() -> None:
    """Sources of gold as the log names them, and the Goblins' larger hand."""
    sources: set[tuple[int, str]] = set()
    largest = [0] * 4
    for game in range(40):
        for state in random_states(VARIANTS["v1.2"](), 51, game, log=True):
            largest = [max(most, len(hand)) for most, hand in zip(largest, state.hands, strict=True)]
        for _, _, what, *parts in state.log or ():
            if what == "gold" and parts[1] < 4:
                sources.add((parts[1], parts[3]))
            if what == "put" and parts[3] == "raise":
                assert parts[0] == ORCS
    assert {faction for faction, why in sources if why == "artifact"} == {DWARVES}
    assert {faction for faction, why in sources if why == "hire"} == {GOBLINS}
    assert largest[GOBLINS] > 4
    assert max(largest[:2] + largest[3:]) <= 4
