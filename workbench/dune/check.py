"""Contradictions in a rule set that has the right shape: names that lead nowhere, numbers that cannot be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from difflib import get_close_matches
from math import comb
from typing import NamedTuple

from workbench.document import KeyPath
from workbench.dune.names import ADVANCED, ARTIFACTS, EVENT_RANKS, FACTION_KEYS, FACTION_NAMES, RANKS, SUITS
from workbench.dune.written import FactionText, RuleSet

MOST_PLACEMENTS = 20_000  # ways of splitting units before the game, all of which are listed


class Fault(NamedTuple):
    """Something wrong at a path of the file; `at_key` points at the key instead of the value."""

    code: str
    path: KeyPath
    message: str
    help: str
    at_key: bool = False
    other: KeyPath = ()  # what it contradicts, the place to show where a file does not write `path` itself


def contradictions(rules: RuleSet) -> list[Fault]:
    """All that is wrong. Warnings are told only of rules without errors."""
    faults = [*_names(rules), *_map(rules), *_cards(rules), *_factions(rules), *_numbers(rules)]
    return faults or list(_doubts(rules))


def _near(word: str, known: list[str]) -> str:
    close = get_close_matches(word, known, 1)
    return f"Did you mean '{close[0]}'?" if close else "Known: " + ", ".join(known) + "."


# ----------------------------------------------------------------------------------------------------------- names
def _names(rules: RuleSet) -> Iterator[Fault]:
    for number, power in enumerate(rules.advanced):
        if power not in ADVANCED:
            yield Fault("E708", ("advanced", number), f"'{power}' is no advanced power", _near(power, list(ADVANCED)))
    for path, name in _territory_names(rules):
        if name not in rules.map.touches:
            is_gold = path[0] == "events"
            message = (
                f"gold for a territory '{name}' that is not on the map"
                if is_gold
                else f"there is no territory '{name}'"
            )
            yield Fault("E710" if is_gold else "E706", path, message, _near(name, list(rules.map.touches)))


def _territory_names(rules: RuleSet) -> Iterator[tuple[KeyPath, str]]:
    board = rules.map
    yield ("map", "mountain"), board.mountain
    yield ("map", "troll"), board.troll
    for key in ("griffins", "orcish"):
        for number, name in enumerate(getattr(board, key)):
            yield ("map", key, number), name
    for start, near in board.touches.items():
        for number, name in enumerate(near):
            yield ("map", "touches", start, number), name
    for card, event in rules.events.items():
        yield ("events", card, "at"), event.at
    for key in FACTION_KEYS:
        one: FactionText = getattr(rules.factions, key)
        for name in one.units:
            yield ("factions", key, "units", name), name
        for number, name in enumerate(one.split.over if one.split else ()):
            yield ("factions", key, "split", "over", number), name


# ------------------------------------------------------------------------------------------------------------- map
def _map(rules: RuleSet) -> Iterator[Fault]:
    touches = rules.map.touches
    for start, near in touches.items():
        for number, name in enumerate(near):
            path: KeyPath = ("map", "touches", start, number)
            if name == start:
                yield Fault("E707", path, f"territory '{start}' touches itself", "Delete it from its own list.")
            elif name in touches and start not in touches[name]:
                help = f'Add "{start}" to the list of "{name}", or take "{name}" out of this one.'
                yield Fault("E707", path, f"'{start}' touches '{name}', but not the other way round", help)
    lost = sorted(set(touches) - _reached(touches))
    if touches and lost:
        message = f"the map falls apart: no way leads from '{next(iter(touches))}' to {', '.join(lost)}"
        yield Fault("E711", ("map", "touches"), message, "Join the parts with a neighbour.", True)
    for number, name in enumerate(rules.map.griffins):
        if name in touches and not name.endswith("*"):
            yield Fault("E706", ("map", "griffins", number), f"'{name}' is no castle", "Griffins live in castles.")


def _reached(touches: dict[str, tuple[str, ...]]) -> set[str]:
    todo = list(touches)[:1]
    reached = set(todo)
    while todo:
        for name in touches.get(todo.pop(), ()):
            if name in touches and name not in reached:
                reached.add(name)
                todo.append(name)
    return reached


# ----------------------------------------------------------------------------------------------------------- cards
def _cards(rules: RuleSet) -> Iterator[Fault]:
    wanted = [rank + suit for suit in SUITS for rank in RANKS]
    counts = Counter(rules.artifacts)
    for number, card in enumerate(rules.artifacts):
        if counts[card] > 1 and card in rules.artifacts[:number]:
            message = f"the artifact {card} is in the deck twice"
            yield Fault("E709", ("artifacts", number), message, "Each card exists once.")
    missing = [card for card in wanted if card not in counts]
    if missing and len(set(counts)) == len(rules.artifacts):
        message = f"the artifact deck lacks {', '.join(missing)}"
        yield Fault("E709", ("artifacts",), message, f"All {ARTIFACTS} cards A to 6 of C, D, H, S belong to it.", True)
    events = [rank + suit for rank in EVENT_RANKS for suit in SUITS]
    lacking = [card for card in events if card not in rules.events]
    if lacking:
        message = f"the event deck lacks {', '.join(lacking)}"
        yield Fault("E709", ("events",), message, "All cards 7 to 10 of C, D, H, S belong to it.", True)
    dealt = sum(getattr(rules.factions, key).artifacts for key in FACTION_KEYS)
    if dealt > len(rules.artifacts):
        message = f"{dealt} artifacts are dealt, but the deck has {len(rules.artifacts)}"
        yield Fault("E712", ("factions",), message, "Deal fewer.", True)


# -------------------------------------------------------------------------------------------------------- factions
def _factions(rules: RuleSet) -> Iterator[Fault]:
    cap = rules.settings.unit_cap
    suits: dict[str, str] = {}
    for key, name in zip(FACTION_KEYS, FACTION_NAMES, strict=True):
        one: FactionText = getattr(rules.factions, key)
        placed = sum(one.units.values()) + (one.split.units if one.split else 0)
        if placed > cap:
            message = f"the {name} start with {placed} units; unit_cap is {cap}"
            path: KeyPath = ("factions", key, "split" if one.split and not one.units else "units")
            help = "Place fewer, or raise unit_cap."
            yield Fault("E713", path, message, help, other=("settings", "unit_cap"))
        if one.artifacts > one.hand_limit:
            message = f"the {name} are dealt {one.artifacts} artifacts, but may hold {one.hand_limit}"
            path, help = ("factions", key, "artifacts"), "Deal fewer, or raise hand_limit."
            yield Fault("E712", path, message, help, other=("factions", key, "hand_limit"))
        if one.suit in suits:
            message = f"the {name} and the {suits[one.suit]} have the same suit {one.suit}"
            yield Fault("E714", ("factions", key, "suit"), message, "Give each faction its own of C, D, H, S.")
        suits.setdefault(one.suit, name)
        if one.split and one.split.units and not one.split.over:
            message = f"the {name} have {one.split.units} units to split over no territory"
            yield Fault("E713", ("factions", key, "split"), message, "Name the territories under 'over'.")
        ways = comb(one.split.units + len(one.split.over) - 1, one.split.units) if one.split and one.split.over else 0
        if ways > MOST_PLACEMENTS:
            message = f"the {name} could split their units in {ways:,} ways; {MOST_PLACEMENTS:,} are the limit"
            yield Fault("E713", ("factions", key, "split"), message, "Split fewer units, or over fewer territories.")
        if one.split and one.split.units and key != "orcs":
            message = f"only the Orcs are asked where to start, not the {name}"
            yield Fault("E713", ("factions", key, "split"), message, "Place them under 'units'.")


# --------------------------------------------------------------------------------------------------------- numbers
def _numbers(rules: RuleSet) -> Iterator[Fault]:
    castles = [name for name in rules.map.touches if name.endswith("*")]
    wanted = rules.settings.castles_to_win
    if wanted > len(castles):
        message = f"castles_to_win is {wanted}, but the map has {len(castles)} castles"
        yield Fault("E715", ("settings", "castles_to_win"), message, "Nobody could win: lower it, or add castles.")
    numbers = {int(name.rstrip("*f")) for name in rules.map.touches} - {0}
    gaps = sorted(set(range(1, max(numbers, default=0) + 1)) - numbers)
    if gaps:
        message = f"the map has no territory of number {', '.join(map(str, gaps))}"
        yield Fault("E716", ("map", "touches"), message, "The dragon visits every number up to the last.", True)
    if rules.settings.elite_units > rules.settings.unit_cap:
        message = f"elite_units is {rules.settings.elite_units}, more than unit_cap"
        yield Fault("E713", ("settings", "elite_units"), message, "Lower it, or raise unit_cap.")


def _doubts(rules: RuleSet) -> Iterator[Fault]:
    settings = rules.settings
    castles = sum(name.endswith("*") for name in rules.map.touches)
    if settings.castles_to_win * 2 <= castles:
        message = f"with {settings.castles_to_win} of {castles} castles to win, two factions can have won in one turn"
        help = "The one nearer to the starting player wins then; or raise castles_to_win."
        yield Fault("W721", ("settings", "castles_to_win"), message, help)
    if settings.points_per_unit * settings.unit_cap > 200:
        message = "battle points of a whole army are over 200: artifacts decide nothing"
        yield Fault("W722", ("settings", "points_per_unit"), message, "Lower points_per_unit or unit_cap.")
    for card, event in rules.events.items():
        if event.at[-1] in "*f":
            message = f"{card} puts gold into '{event.at}', where the dragon never takes it"
            yield Fault("W723", ("events", card, "at"), message, "Events lie in plain territories in version 1.2.")
