"""What a battle comes to once both plans are on the table: artifacts, scores, losses, treachery."""

from __future__ import annotations

from typing import NamedTuple

from workbench.dune.decision import PASS, Options
from workbench.dune.names import BANK, DWARVES, ELVES, NO_CARD, NOBODY, RED
from workbench.dune.state import Fight, State

NOT_DECLARED, BY_QUEEN_AND_JACK = -2, -1


class Artifacts(NamedTuple):
    """Points and fate of both artifacts, attacker first."""

    points: tuple[int, int]
    gone: tuple[bool, bool]


def compare_artifacts(one: int, other: int) -> Artifacts:
    """Colours decide which count (DBAT-5); an Ace is always used up (DACE-5)."""
    ace, other_ace = one % 6 == 0, other % 6 == 0
    if one < 0 or other < 0:
        points = (one % 6 + 1 if one >= 0 else 0, other % 6 + 1 if other >= 0 else 0)
        return Artifacts(points, (one >= 0 and ace, other >= 0 and other_ace))
    value, other_value = one % 6 + 1, other % 6 + 1
    if RED[one // 6] != RED[other // 6]:
        return Artifacts((value, other_value), (ace, other_ace))
    if value == other_value:
        return Artifacts((0, 0), (True, True))
    if value < other_value:
        return Artifacts((value, 0), (ace, True))
    return Artifacts((0, other_value), (True, other_ace))


def score(s: State, battle: Fight, side: int, artifact_points: int) -> int:
    """DBAT-4: points for the army, the artifact and what powers add."""
    faction, foe = battle.sides[side], battle.sides[1 - side]
    settings = s.tables.settings
    strength = battle.army[side] + battle.elites[side] * (settings.elite_worth - 1)
    total = settings.points_per_unit * strength + artifact_points + s.tables.bonus[faction][foe]
    return total + settings.blessing_points if battle.blessed[side] else total


def treacheries(s: State, battle: Fight, side: int) -> Options:
    """Ways to betray the opponent (DTRE-1 to DTRE-4): PASS, and -1 for Queen and Jack or the Dwarves' Ace."""
    faction, foe = battle.sides[side], battle.sides[1 - side]
    played = battle.card[1 - side]
    if played < 0 or battle.blessed[1 - side]:
        return (PASS,)
    suit, traitor = played // 6, s.tables.suit[foe]
    queen, jack = s.queen[faction], s.jack[faction]
    if queen == traitor and jack == suit:
        return (PASS, (BY_QUEEN_AND_JACK,))
    if faction != DWARVES:
        return (PASS,)
    if jack == traitor and queen == suit:  # DTRE-3: swapped as a pair
        return (PASS, (BY_QUEEN_AND_JACK,))
    ace = suit * 6
    if queen == traitor and ace in s.hands[DWARVES] and battle.card[side] != ace:  # DTRE-4
        return (PASS, (ace,))
    return (PASS,)


def settle(s: State, battle: Fight) -> tuple[int, int]:
    """Carries a battle out; winner and loser, or nobody where both lose."""
    declared = [way != NOT_DECLARED for way in battle.way]
    for side in (0, 1):
        if battle.blessed[side]:
            s.blessed = True
        if declared[side]:
            _show_treachery(s, battle, side)
    if declared[0] and declared[1]:
        if s.tables.settings.double_treachery == "both_lose":
            return _both_lose(s, battle)
        declared[1] = False
    artifacts = compare_artifacts(*battle.card)
    scores = tuple(score(s, battle, side, artifacts.points[side]) for side in (0, 1))
    if declared[0] or declared[1]:
        winning = 0 if declared[0] else 1
        _end_treachery(s, battle, winning)
    else:
        winning = 0 if scores[0] >= scores[1] else 1  # DBAT-7: a tie is the attacker's
        _end_battle(s, battle, winning, artifacts.gone[winning])
    winner, loser = battle.sides[winning], battle.sides[1 - winning]
    _note_battle(s, battle, scores, winner)
    return winner, loser


def _end_battle(s: State, battle: Fight, winning: int, used_up: bool) -> None:
    """DBAT-6: the winner loses the committed army, the loser everything there and its artifact."""
    winner, at = battle.sides[winning], battle.at
    _lose_units(s, winner, at, battle.army[winning], battle.elites[winning])
    card = battle.card[winning]
    if card >= 0:
        if used_up:
            s.discard(winner, card, "battle")
        else:
            _show_card(s, winner, card)
    _lose_all(s, battle, 1 - winning)


def _end_treachery(s: State, battle: Fight, winning: int) -> None:
    """DTRE-1: no losses for who declared; an Ace that was played is used up all the same."""
    winner, card = battle.sides[winning], battle.card[winning]
    if card >= 0:
        if card % 6 == 0:
            s.discard(winner, card, "battle")
        else:
            _show_card(s, winner, card)
    _lose_all(s, battle, 1 - winning)


def _both_lose(s: State, battle: Fight) -> tuple[int, int]:
    """DTRE-5."""
    _lose_all(s, battle, 0)
    _lose_all(s, battle, 1)
    _note_battle(s, battle, (0, 0), NOBODY)
    return NOBODY, NOBODY


def _lose_all(s: State, battle: Fight, side: int) -> None:
    faction, at = battle.sides[side], battle.at
    _lose_units(s, faction, at, s.units[faction][at], s.elites[at] if faction == DWARVES else 0)
    if battle.card[side] != NO_CARD:
        s.discard(faction, battle.card[side], "battle")


def _lose_units(s: State, faction: int, at: int, count: int, elites: int) -> None:
    if faction == ELVES:
        s.losses += count  # DADV-3
    s.kill(faction, at, count, "battle", elites)


def _show_card(s: State, holder: int, card: int) -> None:
    """Everybody has seen a card that stays in hand."""
    bit = 1 << card
    for viewer in range(4):
        if viewer != holder:
            s.known[4 * viewer + holder] |= bit


def _show_treachery(s: State, battle: Fight, side: int) -> None:
    """Who declares shows the Queen, and the Jack or the Ace, which is discarded."""
    faction, way = battle.sides[side], battle.way[side]
    s.shown_queens |= 1 << faction
    if way >= 0:
        s.discard(faction, way, "treachery")
    else:
        s.shown_jacks |= 1 << faction
    s.pay(BANK, faction, s.tables.settings.treachery_gold, "treachery")
    if s.log is not None:
        s.note("treachery", faction, battle.sides[1 - side], battle.at, way)


def _note_battle(s: State, battle: Fight, scores: tuple[int, ...], winner: int) -> None:
    if s.log is not None:
        a, d = battle.sides
        plans = tuple((battle.card[i], battle.elites[i], battle.army[i]) for i in (0, 1))
        s.note("battle", battle.at, a, d, winner, scores, plans)
