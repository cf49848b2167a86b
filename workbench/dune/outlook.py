"""What a seeker makes of the board: the worth of standing somewhere, in points of about one gold.

Everything here is a rule of thumb over what a view shows; none of it is a rule of the game.
"""

from __future__ import annotations

from functools import lru_cache

from workbench.dune.names import FACTIONS, GOBLINS, ORCS, RECRUITMENT
from workbench.dune.race import SLOPE, any_castle_worth, castle_race, foes_at, is_last_turn, own_points
from workbench.dune.tables import Tables
from workbench.dune.views import View

UNIT_WORTH, LAST_TURN_UNIT = 0.6, 0.05
GOLD_WORTH, LAST_TURN_GOLD = 0.7, 0.05
KILLED = 0.35  # a unit of somebody else
THREAT = 0.45  # how much of what others could send counts against a garrison
FORCE = 0.8  # the share of what others could send that they probably send
HIDDEN = 0.2  # a unit that waits unseen
SHUNNED = 4.0  # a battle with an ally
ACE = 1.5  # gold for which an Ace is spent


@lru_cache(maxsize=4096)
def land_rates(tables: Tables, own_castles: int, dragon: int, is_orc: bool, unit: float) -> tuple[float, ...]:
    """What each unit is worth by place, gold and battles aside: near castles it lacks, and out of the dragon's way."""
    die = tables.settings.dragon_die
    rates = []
    for at, near in enumerate(distances(tables)):
        ways = [near[castle] for castle in tables.castles if not own_castles >> castle & 1]
        rate = 0.25 / (1 + min(ways)) if ways else 0.0
        ahead = (tables.number[at] - dragon - 1) % tables.last_number + 1
        if tables.is_plain[at] and ahead <= die:
            rate -= unit * (die + 1 - ahead) / die * (0.5 if is_orc else 1.0)
        rates.append(rate)
    return tuple(rates)


@lru_cache(maxsize=8)
def distances(tables: Tables) -> tuple[tuple[int, ...], ...]:
    """Steps from each territory to each other, the dragon aside."""
    rows = []
    for start in range(tables.size):
        row, edge, steps = [99] * tables.size, [start], 0
        row[start] = 0
        while edge:
            steps += 1
            edge = [t for at in edge for t in tables.touches[at] if row[t] == 99]
            for t in edge:
                row[t] = steps
        rows.append(tuple(row))
    return tuple(rows)


@lru_cache(maxsize=64)
def castles_near(tables: Tables, steps: int) -> tuple[tuple[int, ...], ...]:
    """By territory, the castles within so many steps."""
    return tuple(tuple(castle for castle in tables.castles if row[castle] <= steps) for row in distances(tables))


@lru_cache(maxsize=4096)
def still_to_come(seat: int, round_: int, seq: tuple[int, ...], pos: int) -> tuple[int, ...]:
    """Who recruits after the seat in this turn."""
    if round_ > RECRUITMENT:
        return ()
    if round_ < RECRUITMENT or not seq or pos > 3:
        return tuple(f for f in FACTIONS if f != seat)
    return tuple(f for f in seq[pos:] if f != seat)


class Outlook:
    """One view, valued. Worths of the same place are reckoned once; `spare` units at most come to it in one go."""

    __slots__ = (
        "_curves", "_extras", "_gains", "_threats", "any_castle", "counts", "gold", "gold_per_unit", "is_last_turn",
        "leader", "others", "rates", "seat", "spare", "tables", "unit", "view",
    )  # fmt: skip

    def __init__(self, view: View, spare: int = 0) -> None:
        seen, seat, tables = view.seen, view.seat, view.tables
        self.view, self.seat, self.tables, self.spare = view, seat, tables, spare
        self.counts, self.leader, self._extras = castle_race(view)
        self.is_last_turn = is_last = is_last_turn(view)
        self.unit, self.gold = (LAST_TURN_UNIT, LAST_TURN_GOLD) if is_last else (UNIT_WORTH, GOLD_WORTH)
        self.gold_per_unit = self.gold * tables.settings.gold_per_unit  # what a unit carries is worth
        self.any_castle = any_castle_worth(view)
        self.others = (seen[seat ^ 1] | seen[seat ^ 2] | seen[seat ^ 3]) & tables.not_mountain
        if is_last and view.round >= RECRUITMENT:  # neither dragon nor move will come any more
            self.rates: tuple[float, ...] = (0.0,) * tables.size
        else:
            self.rates = land_rates(tables, seen[seat] & tables.castle_mask, view.dragon, seat == ORCS, self.unit)
        self._threats: dict[int, float] | None = None  # reckoned when needed
        self._curves: dict[int, list[float]] = {}
        self._gains: dict[int, list[float]] = {}

    def castle(self, at: int) -> float:
        """What control of a castle is worth."""
        return self.any_castle + self._extras[at]

    # ------------------------------------------------------------------------------------------------------ threats
    def threat(self, castle: int) -> float:
        """Units that others could bring to a castle, as far as they count."""
        if self._threats is None:
            self._threats = self._all_threats()
        return self._threats[castle]

    def _all_threats(self) -> dict[int, float]:
        """By castle: all units this turn of those who are still to move, half of what others could bring."""
        view, tables, ally = self.view, self.tables, self.view.ally[self.seat]
        later = still_to_come(self.seat, view.round, view.seq, view.pos)
        found, least, raised = dict.fromkeys(tables.castles, 0.0), 0.0, 0.0
        for foe in FACTIONS:
            weight = FORCE if foe in later else 0.0 if self.is_last_turn else 0.5 * FORCE
            if foe == self.seat or not weight:
                continue
            if foe == ally:
                weight *= 0.5
            bank, hired = view.bank[foe], 0
            if foe == ORCS:
                raised = weight if bank else 0.0
            else:
                gold = view.gold[foe] * (2 if foe == GOBLINS else 1)
                hired = bank if bank < gold else gold
            if weight * hired > least:
                least = weight * hired
            row, near = view.units[foe], castles_near(tables, tables.move_range[foe][view.ally[foe]])
            for start in tables.list_of(view.seen[foe] | view.hid[foe]):
                force = weight * (row[start] + hired)
                for castle in near[start]:
                    if force > found[castle]:
                        found[castle] = force
        if raised:
            self._add_raised(found, raised)
        return {castle: THREAT * (force if force > least else least) for castle, force in found.items()}

    def _add_raised(self, found: dict[int, float], weight: float) -> None:
        """The Orcs raise all their bank in a castle of their lands, where a stack may join them."""
        view, tables = self.view, self.tables
        row, steps = view.units[ORCS], tables.move_range[ORCS][view.ally[ORCS]]
        stands = tables.list_of(view.seen[ORCS] | view.hid[ORCS])
        for castle in tables.list_of(tables.orcish_mask & tables.castle_mask):
            near, stack = distances(tables)[castle], 0
            for start in stands:
                if near[start] <= steps and row[start] > stack:
                    stack = row[start]
            force = weight * (view.bank[ORCS] + stack)
            if force > found[castle]:
                found[castle] = force

    # ------------------------------------------------------------------------------------------------------- worths
    def curve(self, at: int) -> list[float]:
        """What it is worth to have no, one, two ... units at a place, up to what could come there."""
        known = self._curves.get(at)
        if known is None:
            most = self.view.units[self.seat][at] + self.spare
            if self.others >> at & 1:
                known = self._contested(at, most)
            elif self.tables.is_castle[at]:
                worth, threat = self.any_castle + self._extras[at], self.threat(at)
                known = [0.0, *[worth * count / (count + threat) for count in range(1, most + 1)]]
            else:
                rate, gold, each = self.rates[at], self.gold * self.view.land[at], self.gold_per_unit
                if gold:
                    known = [0.0, *[(gold if gold < each * c else each * c) + rate * c for c in range(1, most + 1)]]
                else:
                    known = [rate * count for count in range(most + 1)]
            self._curves[at] = known
        return known

    def _contested(self, at: int, most: int) -> list[float]:
        """Where somebody else is seen, a battle comes first: what it costs and kills."""
        view, base, killed = self.view, own_points(self.view, at), 0.0
        ally, unit, step = view.ally[self.seat], self.unit, SLOPE * self.tables.settings.points_per_unit
        starts = []
        for foe, theirs in foes_at(view, at):
            killed += KILLED * view.units[foe][at] * (2.0 if foe == self.leader else 1.0)
            if foe == ally:
                killed -= SHUNNED
            starts.append(0.5 + SLOPE * (base - theirs))
        is_land, rate, each = not self.tables.is_castle[at], self.rates[at], self.gold_per_unit
        prize = self.gold * view.land[at] if is_land else 0.85 * self.castle(at)
        won, values = prize + killed, [0.0]
        first, more = starts[0], starts[1:]
        for count in range(1, most + 1):
            chance = first + step * count
            chance = 0.03 if chance < 0.03 else 0.97 if chance > 0.97 else chance
            for other in more:
                chance *= max(0.03, min(0.97, other + step * count))
            if is_land:
                won = (prize if prize < each * count else each * count) + rate * count + killed
            values.append(won * chance - unit * count * (1.0 - 0.5 * chance))
        return values

    def arrival_curve(self, at: int) -> list[float]:
        """As `curve`, for who comes now: the troll meets them."""
        values = self.curve(at)
        if at != self.tables.troll or not self.view.troll:
            return values
        kills = self.tables.settings.troll_kills
        return [values[max(0, count - kills)] - self.unit * min(count, kills) for count in range(len(values))]

    def busy(self) -> int:
        """Mask of the places with more than the way: a castle, gold, or somebody to fight."""
        mask = self.tables.castle_mask | self.others
        for at, gold in enumerate(self.view.land):
            if gold:
                mask |= 1 << at
        return mask

    def gains(self, at: int) -> list[float]:
        """Of bringing no, one, two ... units more to a place."""
        known = self._gains.get(at)
        if known is None:
            own = self.view.units[self.seat][at]
            if self.view.hid[self.seat] >> at & 1:
                known = [HIDDEN * count for count in range(self.spare + 1)]
            elif own:
                now = self.curve(at)[own]
                known = [value - now for value in self.arrival_curve(at)[own:]]
            else:
                known = self.arrival_curve(at)
            self._gains[at] = known
        return known

    def losses(self, at: int) -> list[float]:
        """Of taking no, one, two ... units away, up to all that are there."""
        own = self.view.units[self.seat][at]
        if self.view.hid[self.seat] >> at & 1:
            return [HIDDEN * count for count in range(own + 1)]
        values = self.curve(at)
        now = values[own]
        return [now - values[own - count] for count in range(own + 1)]
