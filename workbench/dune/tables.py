"""What the rules say, worked out once per set of rules: masks and lists by territory number, for speed.

A mask has bit t set for territory t.
"""

from __future__ import annotations

import re
from functools import lru_cache

from workbench.dune.names import ELVES, FACTIONS, GOBLINS
from workbench.dune.rules import Rules

MOST_CACHED = 100_000


class Tables:
    """Rules as plain attributes. One object per `Rules`: see `tables_of`."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.settings = rules.settings
        self.names = rules.territories
        self.index = {name: number for number, name in enumerate(self.names)}
        self.size = len(self.names)
        self.touches = rules.touches
        self.near = tuple(sum(1 << t for t in near) for near in rules.touches)
        self.number = tuple(int(re.match(r"\d+", name).group()) for name in self.names)  # type: ignore[union-attr]
        self.last_number = max(self.number)
        self.castles = tuple(t for t, name in enumerate(self.names) if name.endswith("*"))
        self.castle_mask = sum(1 << t for t in self.castles)
        self.is_castle = tuple(name.endswith("*") for name in self.names)
        self.is_plain = tuple(name[-1].isdigit() for name in self.names)
        self.mountain = rules.mountain
        self.not_mountain = ~(1 << rules.mountain)
        self.griffin_mask = sum(1 << t for t in rules.griffins)
        self.orcish_mask = sum(1 << t for t in rules.orcish)
        self.plain_of = tuple(
            tuple(t for t in range(self.size) if self.number[t] == n and self.is_plain[t])
            for n in range(self.last_number + 1)
        )
        self.blocked_of = tuple(self._blocked(n) for n in range(self.last_number + 1))
        self.event_at = {card: at for card, at, _ in rules.events}
        self.event_gold = {card: gold for card, _, gold in rules.events}
        self._set_factions(rules)
        self._set_numbers()
        self.members: dict[int, tuple[int, ...]] = {}
        self._reach: dict[tuple[int, int, int, int], tuple[int, ...]] = {}

    def _set_factions(self, rules: Rules) -> None:
        factions = rules.factions
        self.suit = tuple(one.suit for one in factions)
        self.faction_of_suit = tuple(self.suit.index(suit) for suit in range(4))
        self.hand_limit = tuple(one.hand_limit for one in factions)
        self.revive_max = self._pairs("revive_max")
        self.revive_free = self._pairs("revive_free")
        self.conscript = self._pairs("conscript")
        self.move_range = self._pairs("move_range")
        self.red_dragon_proof = self._pairs("red_dragon_proof")
        self.bonus = tuple(
            tuple(0 if foe in one.no_bonus_against else one.battle_bonus for foe in FACTIONS) for one in factions
        )
        self.elite = "elite" in rules.advanced
        self.blessing = "blessing" in rules.advanced
        self.initiative = "initiative" in rules.advanced
        self.plunder = "plunder" in rules.advanced

    def _set_numbers(self) -> None:
        settings = self.settings
        self.rounding = 1 if settings.half_rounds == "up" else 0
        self.troll = self.rules.troll
        self.hire_price = tuple(
            settings.hire_price_castle if castle else settings.hire_price for castle in self.is_castle
        )
        self.permanent = settings.dragon_kills == "permanent"

    def _pairs(self, key: str) -> tuple[tuple[int, ...], ...]:
        """By faction and by its ally (the last column: no ally), the larger of both where the ally shares it."""
        factions = self.rules.factions
        rows = []
        for one in factions:
            own = int(getattr(one, key))
            shared = [max(own, int(getattr(ally, key))) if key in ally.ally_gains else own for ally in factions]
            rows.append((*shared, own))
        return tuple(rows)

    def _blocked(self, number: int) -> int:
        """What the dragon closes when it rests on a number (DDRG-5); number 0 is nowhere."""
        if number == 0:
            return 0
        plain_only = self.settings.dragon_blocks == "plain"
        return sum(
            1 << t for t in range(self.size) if self.number[t] == number and (self.is_plain[t] or not plain_only)
        )

    def list_of(self, mask: int) -> tuple[int, ...]:
        """The territories of a mask."""
        known = self.members.get(mask)
        if known is None:
            known = tuple(t for t in range(self.size) if mask >> t & 1)
            if len(self.members) < MOST_CACHED:
                self.members[mask] = known
        return known

    def reach(self, start: int, steps: int, closed: int, no_stop: int) -> tuple[int, ...]:
        """Where units get in so many steps (DREC-9): `closed` cannot be entered, in `no_stop` nobody may end."""
        key = (start, steps, closed, no_stop)
        known = self._reach.get(key)
        if known is None:
            known = self.list_of(self._flood(start, steps, closed) & ~(1 << start) & ~no_stop)
            if len(self._reach) < MOST_CACHED:
                self._reach[key] = known
        return known

    def _flood(self, start: int, steps: int, closed: int) -> int:
        reached = edge = 1 << start
        for _ in range(steps):
            found = 0
            for t in self.list_of(edge):
                found |= self.near[t]
            edge = found & ~reached & ~closed
            if not edge:
                break
            reached |= edge
        return reached

    def may_ask(self, faction: int, ally: int) -> bool:
        """Whether a faction may ask a question in battle (DFAC-6)."""
        return faction == ELVES or ally == ELVES

    def is_goblin_side(self, faction: int, ally: int) -> bool:
        return faction == GOBLINS or ally == GOBLINS


@lru_cache(maxsize=64)
def tables_of(rules: Rules) -> Tables:
    return Tables(rules)
