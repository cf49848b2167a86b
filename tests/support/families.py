"""Families of rules: which of them a position exercises."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from oracle import Oracle, Rules
from oracle.position import Pos, Tile
from oracle.rules import GO_KINDS
from oracle.text import parse_pos

from support.shipped import SETS

OBJECTIVES = ("capture_the_duke", "counting_coup", "trophy_hunters", "dark_rider", "dynastic_dispute", "robin_hood")
TURN_PATTERNS = {
    "go": r"..-..",
    "capture": r"..x..",
    "strike": r"..\*..",
    "area": r"..\*\*.*",
    "command": r"..:..[-x]..",
    "push, enrages": r"..>..[so]",
    "push, captures": r"..>..",
    "flip": r"..~",
    "draw": r"\+",
    "summon": r"..\^..",
    "divine": r"..\?",
    "escape": r"..&[a-f][1-6][-x]..",
    "escape by ransom": r"..&[A-Z].[-x]..",
    "ransom": r"\$.*",
    "redeploy, swap": r"..%",
    "redeploy, rotate": r"..[<>]",
    "link, flip": r"..~..",
    "link, divination": r"..~../..\?",
    "link, chain": r"..~../.*",
    "link, call": r"..~\+",
    "pass flag": r"..#..",
    "place": r"@..",
    "place, swapped": r"=@..",
    "divine pick": r"..@..",
    "divine pick, swapped": r"..=@..",
    "divine pick, destroys": r"..=?@..-.*",
    "swap in search": r"=",
    "refuse in search": r"!",
    "hop": r"#..",
    "stay": r"#-",
    "pick": r"pick:..",
}
RARE = frozenset(("push, captures", "link, call", "divine", "link, divination", "hop"))  # walks lean towards these
SET_UP_NODE = re.compile(r"ph=(draft|duke|foot|pike|rider|flag|\?mountain|\?fort|\?nest)")
SET_UP = re.compile("ph=(duke|foot|pike|rider|flag)")

OTHER_READINGS = {
    "no_turn": "draw",
    "guard": "off",
    "flag_guard": "on",
    "dragon_eats_duke": "only_lost",
    "summon": "may",
    "area_needs": "enemy_tile",
    "fort_jslide": True,
    "siege_mode": "in_bag",
    "rider_dead": "play_on",
}
PACKS = ("start of three Musketeers", "each its own City Troops", "heroes drafted")


def family_of(line: str, text: str) -> str:
    if SET_UP.search(line):
        return "set-up"
    return next(key for key, pattern in TURN_PATTERNS.items() if re.fullmatch(pattern, text))


class Witness(Oracle):
    """An oracle that notes which rules made a difference."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.noted: set[str] = set()

    def guarded(self, pos: Pos, start: int, target: int) -> bool:
        verdict = super().guarded(pos, start, target)
        if verdict:
            self.noted.add("rule: Defense protects")
        return verdict

    def may_arrive(self, pos: Pos, owner: int, square: int, carries: bool) -> bool:
        verdict = super().may_arrive(pos, owner, square, carries)
        if not verdict:
            self.noted.add("rule: a Flag forbids the square")
        return verdict

    def can_shoot(self, pos: Pos, start: int, target: int, kind: str, frozen: frozenset[int]) -> bool:
        verdict = super().can_shoot(pos, start, target, kind, frozen)
        if not verdict and target not in frozen and not self.guarded(pos, start, target):
            self.noted.add("rule: terrain stops a shot")
        return verdict

    def safe(self, pos: Pos, owner: int) -> bool:
        verdict = super().safe(pos, owner)
        if not verdict:
            self.noted.add("rule: Guard forbids")
        return verdict

    def frozen(self, pos: Pos) -> frozenset[int]:
        frozen = super().frozen(pos)
        if self.dreaded(pos):
            self.noted.add("rule: Dread freezes")
        if self.resting(pos):
            self.noted.add("rule: Pikeman at rest")
        return frozen


def features(data: dict[str, Any], line: str) -> set[str]:
    """The rule families that a position exercises."""
    witness = Witness(Rules(**data))
    pos = parse_pos(line)
    found = {f"objective: {witness.rules.objective}", "phase: " + (pos.phase.split(":")[0] or "turn")}
    found |= {"position: " + key for key in position_features(pos)}
    found |= {"icon: " + icon[0] for tile in pos.board.values() for icon in icons_up(data, tile)}
    found |= game_features(data)
    if witness.kind(line) == "chance":
        outcomes = {text: after for _, text, after in witness.chance(line)}
        found |= {"event: " + re.sub("[a-f][1-6]|[A-Z][a-z][0-9]*", "_", text)[:6] for text in outcomes}
    else:
        outcomes = witness.decisions(line)
        found |= {"turn: " + family_of(line, text) for text in outcomes}
    for after in outcomes.values():
        ending = re.search(r"ph=over:.:([a-z-]+)", after)
        if ending:
            found.add("end: " + ending[1])
    return found | witness.noted


def icons_up(data: dict[str, Any], tile: Tile) -> list[Any]:
    """The icons of the side that is up."""
    (known,) = (one for one in data["tiles"] if one["code"] == tile[0])
    icons: list[Any] = known["other" if tile[2] else "starting"]["icons"]
    return icons


def game_features(data: dict[str, Any]) -> set[str]:
    """Settings with another reading than usual, and packs with a set-up of their own."""
    settings = data["settings"]
    found = {f"setting: {name}={value}" for name, value in OTHER_READINGS.items() if settings.get(name) == value}
    if settings.get("musketeer_start", "footmen") != "footmen":
        found.add("pack: start of three Musketeers")
    if settings.get("city_light", "all") != settings.get("city_dark", "all"):
        found.add("pack: each its own City Troops")
    if data.get("drafted"):
        found.add("pack: heroes drafted")
    return found | {f"set: {name}" for name in data.get("sets", ())}


def position_features(pos: Pos) -> Iterator[str]:
    if pos.mts:
        yield "Mountain"
    if pos.fts:
        yield "Fort"
    if pos.dragon:
        yield "Dragon, enraged" if pos.dragon[2] else "Dragon, calm"
        if pos.dragon[3]:
            yield "Dragon skips"
        if pos.dragon[4]:
            yield "Dragon must reorient"
    for present, key in (
        (pos.flags != (None, None), "Flags"),
        (pos.held, "held"),
        (pos.frz, "frozen in mid-turn"),
        (pos.pool, "pool"),
        (any(pos.declined), "declined"),
        (any(pos.box), "boxed"),
        (any(tile[3] for tile in pos.board.values()), "turned tile"),
        (any(any(heaps) for heaps in pos.off), "off board"),
    ):
        if present:
            yield key


FAMILIES = frozenset(
    [f"turn: {family}" for family in (*TURN_PATTERNS, "set-up")]
    + [f"icon: {kind}" for kind in (*GO_KINDS, "strike", "hammer", "command", "dread", "defense")]
    + [f"setting: {name}={value}" for name, value in OTHER_READINGS.items()]
    + [f"pack: {pack}" for pack in PACKS]
    + [f"set: {name}" for name in SETS]
    + [f"objective: {objective}" for objective in OBJECTIVES]
    + [
        f"phase: {phase}"
        for phase in (
            "turn",
            "draft",
            "duke",
            "foot",
            "pike",
            "rider",
            "flag",
            "place",
            "divine",
            "ask",
            "hop",
            "?mountain",
            "?fort",
            "?nest",
            "?draw",
            "?redeploy",
            "?divine",
            "?call",
            "?facing",
            "?dragon",
        )
    ]
    + [
        f"end: {reason}"
        for reason in (
            "duke",
            "mate",
            "stuck",
            "eaten",
            "coup",
            "trophy",
            "rider",
            "riders-toll",
            "rider-dead",
            "villains",
            "no-troops",
            "no-progress",
            "max-turns",
        )
    ]
    + [
        f"position: {key}"
        for key in (
            "Mountain",
            "Fort",
            "Dragon, calm",
            "Dragon, enraged",
            "Dragon skips",
            "Dragon must reorient",
            "Flags",
            "held",
            "frozen in mid-turn",
            "pool",
            "declined",
            "boxed",
            "turned tile",
            "off board",
        )
    ]
    + [
        f"rule: {key}"
        for key in (
            "Defense protects",
            "a Flag forbids the square",
            "terrain stops a shot",
            "Guard forbids",
            "Dread freezes",
            "Pikeman at rest",
        )
    ]
)
"""What a long run must have met. Rarer still (`edge`, `both`, repetition): tests/test_oracle_by_hand.py."""
