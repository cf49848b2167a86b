"""The rules of one game for plain Python: texts in, texts out. States go in and come out as arrays of one.

The compiled engine is imported when it is first needed.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property

import numpy as np

from workbench.duke.board.geometry import FAR_EDGE
from workbench.duke.board.packed import first_row, flipped, has, icon_of, row_count, store_key
from workbench.duke.board.state import LUCK_FORT, LUCK_MOUNTAIN, MAX_TYPES, OVER, RIDER_DEAD, TURN, Pool, new_pool
from workbench.duke.board.tables import DARK_RIDER
from workbench.duke.text.events import format_event
from workbench.duke.text.lettering import Lettering, squares_of
from workbench.duke.text.position_read import neutral_states
from workbench.duke.text.position_write import format_state, troops_of
from workbench.duke.text.turn_write import format_packed
from workbench.tileset.compose import Composition
from workbench.words import square_name

LOGGER = logging.getLogger("workbench.duke")
RESOLVE = -1  # in place of a turn: let chance decide


def compile_engine(rules: np.record, pool: Pool) -> None:
    """Everything that a table needs at once, rather than one part after the other; nothing if it is there."""
    from workbench.duke.board.compile import DISABLED
    from workbench.duke.board.compile_apart import compile_missing
    from workbench.duke.turn.engine import engine_entries

    if not DISABLED:
        compile_missing(engine_entries(rules, pool))


class Referee:
    """The compiled rules of one composition."""

    def __init__(self, composition: Composition, letters: Lettering, turning: frozenset[int] = frozenset()) -> None:
        self.composition = composition
        self.letters = letters
        self.turning = turning

    @cached_property
    def tables(self) -> np.recarray:
        from workbench.duke.board.kept_tables import rules_of

        return rules_of(self.composition, self.turning)

    @cached_property
    def rules(self) -> np.record:
        rules: np.record = self.tables[0]
        compile_engine(rules, self._pool)
        return rules

    @cached_property
    def _pool(self) -> Pool:
        return new_pool()

    @cached_property
    def _out(self) -> np.ndarray:
        from workbench.duke.turn.legal import MOST_TURNS

        return np.zeros(MOST_TURNS, np.int64)

    def load(self, state: np.recarray) -> Pool:
        """The pool with the state in its first place."""
        self._pool.put(state)
        return self._pool

    def start(self) -> np.recarray:
        from workbench.duke.turn.engine import begin_game

        pool = self.load(neutral_states(1))
        begin_game(self.rules, pool.states[0])
        return pool.saved()

    def dealt(self, seed: int, game: int, south_army: int = 0, tops: tuple[int, int] = (-1, -1)) -> np.recarray:
        """The first set-up choice of game number `game` of a seed, which settles all its luck.

        `tops` are bag places of South and North that are drawn first (-1: none is forced).
        """
        from workbench.duke.turn.engine import deal_game

        pool = self.load(neutral_states(1))
        deal_game(self.rules, pool.states[0], seed, game, south_army, *tops)
        return pool.saved()

    def shuffled(self, state: np.recarray, seed: int) -> np.recarray:
        """The state with bags in a hidden order and luck of its own, as game 0 of a seed."""
        from workbench.duke.turn.engine import deal_luck

        pool = self.load(state)
        deal_luck(pool.states[0], seed, 0, 0)
        order = np.random.default_rng(seed)
        s = pool.states[0]
        for owner in range(2):
            order.shuffle(s["bag"][owner, : int(s["nbag"][owner])])
        return pool.saved()

    def with_next_draw(self, state: np.recarray, owner: int, tile_type: int) -> np.recarray:
        """The state with a tile of this type next in the hidden order of a bag; ValueError if none is in it."""
        after = state.copy().view(np.recarray)
        last = int(after[0]["nbag"][owner]) - 1
        bag = after[0]["bag"][owner]
        at = bag[: last + 1].tolist().index(tile_type)
        bag[at], bag[last] = bag[last], bag[at]
        return after

    def resolved(self, state: np.recarray) -> tuple[str, np.recarray]:
        """The event that the game's own luck brings at a chance node, and the state after it."""
        from workbench.duke.turn.engine import step

        pool = self.load(state)
        step(self.rules, pool, 0, RESOLVE)
        after = pool.saved()
        return format_event(state[0], after[0], self.letters), after

    def opened(self, state: np.recarray, settled: bool = True) -> np.recarray:
        """A state read from text: at a turn, find who is frozen and, if `settled`, whether it is over.

        It is its own first occurrence (TURN-5b).
        """
        pool = self.load(state)
        s = pool.states[0]
        s["recurrent"] = self.tables[0]["recurrent"]
        s["hash"] = self._board_hash(state[0])
        s["stores_hash"] = self._stores_hash(state[0])
        if int(state[0]["phase"]) != TURN:
            return pool.saved()
        from workbench.duke.turn.engine import open_by_hand, settle_game

        open_by_hand(self.rules, s, pool.pasts[0])
        if settled and self._is_ride_dead(s):
            s["phase"], s["winner"], s["reason"] = OVER, -1, RIDER_DEAD
        elif settled:
            settle_game(self.rules, pool, 0)
        return pool.saved()

    def _is_ride_dead(self, s: np.record) -> bool:
        """RIDER-9, which a game meets before its next turn is opened, holds for a position written down too."""
        rules = self.tables[0]
        is_ride = int(rules["objective"]) == DARK_RIDER and int(rules["rider_dead_draws"])
        return bool(is_ride and int(s["n"][1]) and not int(s["occ"][0]) & ~FAR_EDGE)

    def _board_hash(self, s: np.record) -> int:
        """The hash that the engine keeps of the troops on the board, from scratch."""
        total = 0
        for key in troops_of(s).values():
            total ^= int(self.tables[0]["hash"][key])
        return total

    def _stores_hash(self, s: np.record) -> int:
        """The same of the tiles out of play, boxed and declined."""
        from workbench.duke.board.troops import STORE_LANE

        lanes, total = self.tables[0]["hash"], 0
        for owner in range(2):
            declined = int(s["declined"][owner])
            refused = [has(declined, tile_type) for tile_type in range(MAX_TYPES)]
            for store, counts in enumerate([*s["off"][owner].tolist(), s["boxed"][owner].tolist(), refused]):
                for tile_type in filter(counts.__getitem__, range(MAX_TYPES)):
                    total += counts[tile_type] * (int(lanes[store_key(owner, store, tile_type)]) & STORE_LANE)
        return total & STORE_LANE

    def packed_turns(self, state: np.recarray) -> list[int]:
        """All legal turns of a decision."""
        from workbench.duke.turn.engine import write_turns

        count = write_turns(self.rules, self.load(state), 0, self._out)
        found: list[int] = self._out[:count].tolist()
        return found

    def turns(self, state: np.recarray) -> dict[str, int]:
        """The same by their texts."""
        return {self.text(state, turn): turn for turn in self.packed_turns(state)}

    def text(self, state: np.recarray, turn: int) -> str:
        return format_packed(turn, state[0], self.letters, lambda code: self.removed(state, code))

    def removed(self, state: np.recarray, turn: int) -> int:
        """The squares that a turn empties by capture: played on a copy."""
        after = self.played(state, turn)
        before, now = state[0]["occ"], after[0]["occ"]
        return int(before[0] | before[1]) & ~int(now[0] | now[1])

    def played(self, state: np.recarray, turn: int) -> np.recarray:
        """The state after a legal turn, at the next node."""
        from workbench.duke.turn.engine import step

        pool = self.load(state)
        step(self.rules, pool, 0, turn)
        return pool.saved()

    def refusal(self, state: np.recarray, turn: int, guard: bool = True) -> str:
        """The ledger id that forbids a turn, or ''."""
        from workbench.duke.board.refusals import RULE_IDS
        from workbench.duke.turn.engine import refusal_number

        return RULE_IDS[int(refusal_number(self.rules, self.load(state), 0, turn, int(guard)))]

    def attack(self, state: np.recarray, owner: int) -> bool:
        """Whether owner could capture the enemy Duke now (GUARD-1)."""
        from workbench.duke.turn.engine import attacks_duke

        return bool(attacks_duke(self.rules, self.load(state).states[0], owner))

    def area_slots(self, state: np.recarray, square: int, is_flipped: bool) -> list[int]:
        """The slots of the area groups of the tile on a square, numbered within its run."""
        from workbench.duke.board import icons

        key = troops_of(state[0]).get(square)
        if key is None:
            return []
        if is_flipped:
            key = flipped(key)
        return [n for n, slot in enumerate(run_of(self.tables[0], key)) if icon_of(slot) == icons.AREA]

    def outcomes(self, state: np.recarray) -> dict[str, tuple[Fraction, str, np.recarray]]:
        """What may happen at a chance node: next line -> probability, event, state."""
        merged: dict[str, tuple[Fraction, str, np.recarray]] = {}
        seen: dict[str, str] = {}
        for probability, tape, after in self._every_outcome(state):
            event = self._event(state, after, tape)
            line = seen.get(event)
            if line is None:
                line = seen[event] = format_state(after[0], self.letters)
            if line in merged:
                before, first, kept = merged[line]
                merged[line] = (before + probability, first, kept)
            else:
                merged[line] = (probability, event, after)
        return merged

    def _event(self, state: np.recarray, after: np.recarray, tape: list[int]) -> str:
        phase = int(state[0]["phase"])
        if phase in (LUCK_MOUNTAIN, LUCK_FORT) and not _grew(state[0], after[0], phase):
            # DRAGON-2: all terrain was taken up again, so only the choice itself tells where this one lay
            square = self._open_squares(state[0])[tape[0]]
            return f"{'mt' if phase == LUCK_MOUNTAIN else 'ft'}@{square_name(square)}"
        return format_event(state[0], after[0], self.letters)

    def _open_squares(self, s: np.record) -> list[int]:
        """G-7, for set-up: the order in which the engine numbers them."""
        taken = int(s["occ"][0]) | int(s["occ"][1]) | int(s["mountains"]) | int(s["forts"])
        return squares_of(~taken)

    def _every_outcome(self, state: np.recarray) -> Iterator[tuple[Fraction, list[int], np.recarray]]:
        """Run the chance event once for every sequence of its choices, like an odometer."""
        from workbench.duke.turn.engine import step

        tape: list[int] = []
        while True:
            pool = self.load(state)
            s = pool.states[0]
            s["scripted"], s["tape_at"], s["tape_len"] = 1, 0, len(tape)
            s["tape"][: len(tape)] = tape
            step(self.rules, pool, 0, RESOLVE)
            used = int(s["tape_at"])
            radix: list[int] = s["radix"][:used].tolist()
            choices: list[int] = s["tape"][:used].tolist()
            s["scripted"] = s["tape_at"] = s["tape_len"] = 0
            yield Fraction(1, math.prod(radix)), choices, pool.saved()
            while choices and choices[-1] + 1 >= radix[len(choices) - 1]:
                choices.pop()
            if not choices:
                return
            tape = [*choices[:-1], choices[-1] + 1]


def run_of(rules: np.record, key: int) -> list[int]:
    """The slots of a placed tile."""
    first, count = first_row(int(rules["run"][key])), row_count(int(rules["run"][key]))
    slots: list[int] = rules["slots"][first : first + count].tolist()
    return slots


def _grew(before: np.record, after: np.record, phase: int) -> bool:
    name = "mountains" if phase == LUCK_MOUNTAIN else "forts"
    return bool(int(after[name]) & ~int(before[name]))
