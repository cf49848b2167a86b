"""The state of a scenario from its text."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from workbench.dune.game import State, Tables, tables_of
from workbench.dune.load import DEFAULT, load_rules
from workbench.dune.names import (
    ADVANCED,
    DWARVES,
    ELVES,
    FACTIONS,
    LETTERS,
    NOBODY,
    SUITS,
    parse_card,
    parse_event,
    parse_faction,
)
from workbench.dune.state import with_more


class Unsupported(Exception):
    """A line that cannot be run: unknown words, an impossible state, or luck left open."""


def build_state(text: Mapping[str, Any]) -> State:
    unknown = sorted(set(text) - set(READERS) - {"rules", "advanced", "order", "starter"})
    if unknown:
        raise Unsupported(f"unknown key '{unknown[0]}' in the state")
    tables = _tables(json.dumps(text.get("rules") or {}, sort_keys=True), _powers(text.get("advanced") or ()))
    order = tuple(parse_faction(one) for one in text.get("order", LETTERS))
    if sorted(order) != list(FACTIONS):
        raise Unsupported("the order must name each faction once")
    start = order.index(parse_faction(text.get("starter", LETTERS[order[0]])))
    s = State(tables, 0, order, start)
    s.turn, s.troll, s.asked = 2, False, None
    for key, read in READERS.items():
        if text.get(key) is not None:
            read(s, text[key])
    if s.dragon > s.tables.last_number:
        raise Unsupported(f"no territory has the dragon's number {s.dragon}")
    _fill_banks(s)
    _check_cards(s)
    return s


def _powers(named: Any) -> tuple[str, ...]:
    if isinstance(named, str):
        return ADVANCED if named == "all" else (named,)
    return tuple(named)


@lru_cache(maxsize=256)
def _tables(settings: str, advanced: tuple[str, ...]) -> Tables:
    """The rules of a line: version 1.2, or the profile that it names, with its settings."""
    changes = json.loads(settings)
    if isinstance(changes, str):
        changes = {"based_on": changes}
    base = changes.pop("based_on", changes.pop("profile", DEFAULT))
    return tables_of(load_rules(base, changes, advanced))


def _fill_banks(s: State) -> None:
    for faction in FACTIONS:
        s.bank[faction] = s.tables.settings.unit_cap - sum(s.units[faction]) - s.grave[faction]
        if s.bank[faction] < 0:
            raise Unsupported(f"{LETTERS[faction]} has more units than there are")
    if s.tables.elite:
        left = s.tables.settings.elite_units - sum(s.elites)
        s.elite_bank = min(left, s.bank[DWARVES])
        s.elite_grave = left - s.elite_bank
        if s.elite_grave > s.grave[DWARVES] or left < 0:
            raise Unsupported("the elites do not fit")
    elif any(s.elites):
        raise Unsupported("elites without the advanced power 'elite'")


def _check_cards(s: State) -> None:
    cards = [card for hand in s.hands for card in hand] + s.artifacts
    if len(set(cards)) < len(cards):
        raise Unsupported("an artifact is there twice")
    events = s.events + s.event_discard
    if len(set(events)) < len(events):
        raise Unsupported("an event card is there twice")


def _count(value: Any) -> int:
    if isinstance(value, float) and not value.is_integer():
        raise Unsupported(f"{value} is no whole number")
    if int(value) < 0:
        raise Unsupported(f"{value} is less than nothing")
    return int(value)


def place_of(s: State, name: Any) -> int:
    if name not in s.tables.index:
        raise Unsupported(f"unknown territory '{name}'")
    return s.tables.index[name]


def _units(s: State, text: Mapping[str, Mapping[str, int]]) -> None:
    for key, places in text.items():
        for name, count in places.items():
            if _count(count):
                s.put(parse_faction(key), place_of(s, name), _count(count))


def _hidden(s: State, text: Mapping[str, list[str]]) -> None:
    for key, names in text.items():
        faction = parse_faction(key)
        for name in names:
            bit = 1 << place_of(s, name)
            if not s.seen[faction] & bit:
                raise Unsupported(f"{key} has no units in '{name}' to hide")
            s.seen[faction] &= ~bit
            s.hid[faction] |= bit


def _numbers(field: str) -> Callable[[State, Mapping[str, int]], None]:
    def read(s: State, text: Mapping[str, int]) -> None:
        for key, value in text.items():
            getattr(s, field)[parse_faction(key)] = _count(value)

    return read


def _suits(field: str) -> Callable[[State, Mapping[str, str]], None]:
    def read(s: State, text: Mapping[str, str]) -> None:
        for key, suit in text.items():
            getattr(s, field)[parse_faction(key)] = SUITS.index(suit)

    return read


def _hands(s: State, text: Mapping[str, list[str]]) -> None:
    for key, cards in text.items():
        s.hands[parse_faction(key)] = [parse_card(card) for card in cards]


def _allies(s: State, text: list[list[str]]) -> None:
    for one, other in text:
        a, b = parse_faction(one), parse_faction(other)
        if a == b or s.ally[a] != NOBODY or s.ally[b] != NOBODY:
            raise Unsupported("alliances are pairs, and nobody has two")
        s.ally[a], s.ally[b] = b, a


def _land_gold(s: State, text: Mapping[str, int]) -> None:
    for name, gold in text.items():
        at = place_of(s, name)
        s.land = with_more(s.land, at, _count(gold) - s.land[at])


def _elites(s: State, text: Mapping[str, Mapping[str, int]]) -> None:
    for key, places in text.items():
        if parse_faction(key) != DWARVES:
            raise Unsupported("only the Dwarves have elites")
        for name, count in places.items():
            at = place_of(s, name)
            s.elites = with_more(s.elites, at, _count(count) - s.elites[at])
            if s.units[DWARVES][at] < s.elites[at]:
                raise Unsupported(f"more elites than units in '{name}'")


def _losses(s: State, text: Mapping[str, int]) -> None:
    for key, count in text.items():
        if parse_faction(key) == ELVES:
            s.losses = _count(count)


def _set(field: str, kind: Callable[[Any], Any]) -> Callable[[State, Any], None]:
    return lambda s, value: setattr(s, field, kind(value))


# In this order: hiding and elites need the units.
READERS: dict[str, Callable[[State, Any], None]] = {
    "units": _units,
    "hidden": _hidden,
    "graveyard": _numbers("grave"),
    "gold": _numbers("gold"),
    "hand": _hands,
    "queen": _suits("queen"),
    "jack": _suits("jack"),
    "ally": _allies,
    "land_gold": _land_gold,
    "dragon": _set("dragon", _count),
    "troll": _set("troll", bool),
    "turn": _set("turn", _count),
    "elites": _elites,
    "losses": _losses,
    "artifacts": _set("artifacts", lambda cards: [parse_card(card) for card in reversed(cards)]),
    "events": _set("events", lambda cards: [parse_event(card) for card in reversed(cards)]),
    "event_discard": _set("event_discard", lambda cards: [parse_event(card) for card in reversed(cards)]),
}
