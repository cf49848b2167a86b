"""What the tests of Dragon Dune share: rules by name, random play, and invariants of a state."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from workbench.dune.chance import Luck
from workbench.dune.decision import draw_option
from workbench.dune.game import State, new_game
from workbench.dune.load import load_rules
from workbench.dune.names import BANK, LAND
from workbench.dune.rules import Rules

ALL_POWERS = ("elite", "blessing", "initiative", "plunder")


@lru_cache
def rules(name: str = "v1.2", advanced: tuple[str, ...] = (), settings: tuple[tuple[str, Any], ...] = ()) -> Rules:
    return load_rules(name, dict(settings), advanced)


VARIANTS: dict[str, Callable[[], Rules]] = {
    "v1.2": rules,
    "advanced": lambda: rules("v1.2", ALL_POWERS),
    "rev9": lambda: rules("rev9"),
    "rev9 advanced": lambda: rules("rev9", ALL_POWERS),
    "readings": lambda: rules(
        "v1.2",
        ALL_POWERS,
        (
            ("dragon_kills", "permanent"),
            ("dragon_hits_origin", True),
            ("dragon_blocks", "plain"),
            ("dragon_bars_leaving", True),
            ("dragon_hits_at_start", True),
            ("ride_to_dragon", True),
            ("hidden_safe", False),
            ("event_gold_stacks", False),
            ("event_gold_at_dragon", True),
            ("full_castle_stops_passing", False),
            ("conscript_at_dragon", True),
            ("zero_army", False),
            ("double_treachery", "attacker"),
            ("own_suit_dealt", False),
            ("allies_battle", False),
            ("halvings_stack", True),
            ("printed_gold", "text"),
        ),
    ),
    "long": lambda: rules("v1.2", (), (("turn_limit", 20), ("castles_to_win", 5))),
}


def random_states(which: Rules, seed: int, game: int, log: bool = False) -> Iterator[State]:
    """One game at random: the state before each decision, and the last one."""
    state = new_game(which, seed, game, log)
    luck = Luck(seed * 1000 + game)
    while state.asked is not None:
        yield state
        state.take(draw_option(state.asked.options, luck))
    yield state


def check_units(s: State) -> None:
    """DMAP-4: board, graveyard, bank and what is gone make the number of units; masks tell where they stand."""
    for faction in range(4):
        row = s.units[faction]
        total = sum(row) + s.grave[faction] + s.bank[faction] + s.removed[faction]
        assert total == s.tables.settings.unit_cap
        assert min([*row, s.grave[faction], s.bank[faction], s.removed[faction]]) >= 0
        standing = sum(1 << at for at, count in enumerate(row) if count)
        assert s.seen[faction] | s.hid[faction] == standing
        assert s.seen[faction] & s.hid[faction] == 0
    assert all(0 <= elites <= units for elites, units in zip(s.elites, s.units[0], strict=True))
    assert 0 <= s.elite_bank <= s.bank[0]
    assert 0 <= s.elite_grave <= s.grave[0]
    if s.tables.elite and not s.tables.permanent:
        assert sum(s.elites) + s.elite_bank + s.elite_grave == s.tables.settings.elite_units


def check_cards(s: State) -> None:
    """Every artifact and every event card is somewhere, once; hands are within their limits."""
    if not any(s.hands) and not s.artifacts:
        return  # before the deal
    up = [s.card] if s.card >= 0 else []
    everywhere = [card for hand in s.hands for card in hand] + s.artifacts + s.artifact_discard + s.offer + up
    assert sorted(everywhere) == list(range(24))
    assert sorted(s.events + s.event_discard) == list(range(16))
    assert 0 <= s.events_known <= len(s.events)
    assert all(len(hand) <= limit for hand, limit in zip(s.hands, s.tables.hand_limit, strict=True))
    assert sorted(s.queen) == sorted(s.jack) == [0, 1, 2, 3]
    for viewer in range(4):
        for holder in range(4):
            held = sum(1 << card for card in s.hands[holder])
            assert s.known[4 * viewer + holder] & ~held == 0, "somebody knows of a card that is not there"


def check_castles(s: State) -> None:
    """DMAP-6: at most two factions are seen in a castle."""
    for at in s.tables.castles:
        assert sum(seen >> at & 1 for seen in s.seen) <= 2


def check_table(s: State) -> None:
    assert min(s.gold) >= 0
    assert min(s.land) >= 0
    assert 0 <= s.dragon <= 18
    for faction, ally in enumerate(s.ally):
        assert ally < 0 or (s.ally[ally] == faction and ally != faction)
    decision = s.asked
    if decision is not None:
        assert len(decision.options) > 1, f"no choice in {decision.kind}"
        assert decision.options[0] in decision.options


def check_state(s: State) -> None:
    check_units(s)
    check_cards(s)
    check_castles(s)
    check_table(s)


def books(s: State) -> tuple[list[int], tuple[int, ...]]:
    """Gold of factions and of territories, reckoned from the log alone."""
    gold, land = [0] * 4, [0] * s.tables.size
    assert s.log is not None
    for _, _, what, *parts in s.log:
        if what != "gold":
            continue
        source, sink, amount, why, at = parts
        assert amount > 0
        assert why
        assert source != sink
        for end, sign in ((source, -1), (sink, 1)):
            if end < BANK:
                gold[end] += sign * amount
            elif end == LAND:
                land[at] += sign * amount
    return gold, tuple(land)
