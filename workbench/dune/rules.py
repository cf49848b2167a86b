"""`Rules`: a rules file as frozen, hashable data; territories, cards and factions are numbers."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

from workbench.dune.names import FACTION_KEYS, FACTION_NAMES, SUITS, parse_artifacts, parse_event
from workbench.dune.written import FactionText, RuleSet, Settings


@dataclass(frozen=True, slots=True)
class Faction:
    """What a faction starts with and its numbers; territories are numbers."""

    name: str
    suit: int
    gold: int
    artifacts: int
    hand_limit: int
    units: tuple[tuple[int, int], ...]  # (territory, units)
    split_units: int
    split_over: tuple[int, ...]
    revive_max: int
    revive_free: int
    conscript: int
    move_range: int
    red_dragon_proof: bool
    ally_gains: frozenset[str]
    battle_bonus: int
    no_bonus_against: frozenset[int]


@dataclass(frozen=True, slots=True)
class Rules:
    """Everything that decides how the game is played."""

    name: str
    source: str
    advanced: frozenset[str]
    settings: Settings
    factions: tuple[Faction, ...]
    territories: tuple[str, ...]
    touches: tuple[tuple[int, ...], ...]
    mountain: int
    griffins: tuple[int, ...]
    orcish: tuple[int, ...]
    troll: int
    events: tuple[tuple[int, int, int], ...]  # (card, territory, gold)
    artifacts: tuple[int, ...]
    not_modelled: tuple[str, ...]

    def fingerprint(self) -> str:
        """A short hash of what is played: equal fingerprints mean equal games. Names and sources do not count."""
        played: list[Any] = [sorted(self.advanced), self.settings.model_dump(), self.territories, self.touches]
        played += [self.mountain, self.griffins, self.orcish, self.troll, self.events, self.artifacts]
        for one in self.factions:
            fields = {key: getattr(one, key) for key in Faction.__slots__}
            played.append({key: sorted(v) if isinstance(v, frozenset) else v for key, v in fields.items()})
        return hashlib.sha256(repr(played).encode()).hexdigest()[:16]


def build_rules(written: RuleSet) -> Rules:
    """From a rule set without contradictions (see `check.contradictions`)."""
    names = tuple(written.map.touches)
    index = {name: number for number, name in enumerate(names)}
    texts = [getattr(written.factions, key) for key in FACTION_KEYS]
    from_text = written.settings.printed_gold == "text"
    events = tuple(
        (parse_event(card), index[one.at], one.gold_text if from_text and one.gold_text is not None else one.gold)
        for card, one in written.events.items()
    )
    return Rules(
        name=written.name,
        source=written.source,
        advanced=frozenset(written.advanced),
        settings=written.settings,
        factions=tuple(_faction(*pair, index) for pair in zip(FACTION_NAMES, texts, strict=True)),
        territories=names,
        touches=tuple(tuple(sorted(index[name] for name in near)) for near in written.map.touches.values()),
        mountain=index[written.map.mountain],
        griffins=tuple(index[name] for name in written.map.griffins),
        orcish=tuple(index[name] for name in written.map.orcish),
        troll=index[written.map.troll],
        events=tuple(sorted(events)),
        artifacts=parse_artifacts(written.artifacts),
        not_modelled=written.not_modelled,
    )


def _faction(name: str, text: FactionText, index: dict[str, int]) -> Faction:
    split = text.split
    return Faction(
        name=name,
        suit=SUITS.index(text.suit),
        gold=text.gold,
        artifacts=text.artifacts,
        hand_limit=text.hand_limit,
        units=tuple((index[at], count) for at, count in text.units.items() if count),
        split_units=split.units if split else 0,
        split_over=tuple(index[at] for at in split.over) if split else (),
        revive_max=text.revive_max,
        revive_free=text.revive_free,
        conscript=text.conscript,
        move_range=text.move_range,
        red_dragon_proof=text.red_dragon_proof,
        ally_gains=frozenset(text.ally_gains),
        battle_bonus=text.battle_bonus,
        no_bonus_against=frozenset(FACTION_KEYS.index(key) for key in text.no_bonus_against),
    )
