"""What a seeker makes of the others: who leads, what a castle decides, how strong is who stands somewhere.

Rules of thumb over what a view shows, as in `outlook`; none of it is a rule of the game.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from workbench.dune.names import DWARVES, FACTIONS, NOBODY
from workbench.dune.tables import Tables
from workbench.dune.views import View

CASTLE, LAST_TURN_CASTLE = 10.0, 20.0
WINNING_CASTLE = 40.0  # the one that ends the game
DENIED_CASTLE = 8.0  # taken from who would win with one more
LEADERS_CASTLE = 2.5  # taken from who holds most
SLOPE = 0.1  # chance of winning a battle by a point more of strength
CARD_POINTS = 2.5  # what an unknown artifact adds


class Race(NamedTuple):
    """How many castles each faction controls, who of the others leads, and what each castle is worth to the seat
    beyond what any castle is worth in this turn."""

    counts: tuple[int, ...]
    leader: int
    extras: dict[int, float]


def castle_race(view: View) -> Race:
    castles = view.tables.castle_mask
    d, e, g, o = view.seen
    return race_of(view.tables, view.seat, d & castles, e & castles, g & castles, o & castles)


@lru_cache(maxsize=32768)
def race_of(tables: Tables, seat: int, *stood: int) -> Race:
    """By masks of the castles where each faction is seen. The leader alone holds most, at least as many as the seat."""
    d, e, g, o = stood
    alone = ~(d & e | d & g | d & o | e & g | e & o | g & o)
    counts = ((d & alone).bit_count(), (e & alone).bit_count(), (g & alone).bit_count(), (o & alone).bit_count())
    most = max(counts[seat ^ 1], counts[seat ^ 2], counts[seat ^ 3])
    ahead = [faction for faction, count in enumerate(counts) if count == most and faction != seat]
    leader = ahead[0] if most and most >= counts[seat] and len(ahead) == 1 else NOBODY
    return Race(counts, leader, castle_extras(tables, seat, stood, alone, counts, leader))


def castle_extras(
    tables: Tables, seat: int, stood: tuple[int, ...], alone: int, counts: tuple[int, ...], leader: int
) -> dict[int, float]:
    """Of control of each castle, beyond what any is worth: who stands there now, and what it would decide."""
    goal, own = tables.settings.castles_to_win, counts[seat]
    extras = {at: 1.0 if tables.griffin_mask >> at & 1 else 0.0 for at in tables.castles}
    if own + 1 >= goal:
        for at in tables.list_of(tables.castle_mask & ~(stood[seat] & alone) if own < goal else tables.castle_mask):
            extras[at] += WINNING_CASTLE
    for foe in (seat ^ 1, seat ^ 2, seat ^ 3):
        for at in tables.list_of(stood[foe]):
            if counts[foe] + (not alone >> at & 1) >= goal - 1:
                extras[at] += DENIED_CASTLE
            if foe == leader:
                extras[at] += LEADERS_CASTLE
    return extras


def is_last_turn(view: View) -> bool:
    return view.turn >= view.tables.settings.turn_limit


def any_castle_worth(view: View) -> float:
    """Of a castle that decides nothing."""
    return LAST_TURN_CASTLE if is_last_turn(view) else CASTLE + view.turn * 0.5


def castle_worth(view: View, at: int) -> float:
    """Of control of a castle to the seat."""
    return any_castle_worth(view) + castle_race(view).extras[at]


# ---------------------------------------------------------------------------------------------------------- strength
def best_card(view: View) -> int:
    """Points of the seat's best artifact."""
    best = 0
    for card in view.hand:
        if card % 6 >= best:
            best = card % 6 + 1
    return best


def own_points(view: View, at: int) -> float:
    """What the seat adds to its units in a battle: its best artifact, not quite, and elites."""
    points = 0.6 * best_card(view)
    if view.seat == DWARVES and view.elites[at]:
        settings = view.tables.settings
        points += settings.points_per_unit * view.elites[at] * (settings.elite_worth - 1)
    return points


def foes_at(view: View, at: int) -> list[tuple[int, float]]:
    """Who else is seen at a place, with points; artifacts are guessed at. The seat's bonus is taken off."""
    seat, seen, tables, found = view.seat, view.seen, view.tables, []
    settings = tables.settings
    for foe in FACTIONS:
        if foe == seat or not seen[foe] >> at & 1:
            continue
        units = view.units[foe][at]
        if foe == DWARVES and view.elites[at]:
            units += view.elites[at] * (settings.elite_worth - 1)
        points = settings.points_per_unit * units + (CARD_POINTS if view.hand_sizes[foe] else 0.0)
        found.append((foe, points + tables.bonus[foe][seat] - tables.bonus[seat][foe]))
    return found


def chance_to_win(view: View, at: int, count: int) -> float:
    """Of beating everybody who is seen at a place with so many units; nobody fights on the mountain."""
    chance, points = 1.0, own_points(view, at) + view.tables.settings.points_per_unit * count
    for _, theirs in foes_at(view, at) if at != view.tables.mountain else ():
        part = 0.5 + SLOPE * (points - theirs)
        chance *= 0.03 if part < 0.03 else 0.97 if part > 0.97 else part
    return chance
