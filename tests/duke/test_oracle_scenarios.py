"""The worked scenarios of the ledger, put to the oracle."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from oracle import Oracle, Rules
from oracle.geometry import name
from oracle.position import Pos
from oracle.rules import AREA, COMMAND, DRAW, ESCAPE, FLIP, LINK_FLIP, MOVE, PUSH, STRIKE, SUMMON, Turn
from oracle.text import format_pos, parse_pos
from support.places import DATA

KINDS = {
    "MOVE": "move",
    "JUMP": "jump",
    "SLIDE": "slide",
    "JSLIDE": "jump_slide",
    "STRIKE": "strike",
    "CMD": "command",
    "DREAD": "dread",
    "DEF": "defense",
    "SMASH": "smash",
    "HAMMER": "hammer",
    "NCMOVE": "noncapture_move",
    "NCJUMP": "noncapture_jump",
}
ABILITIES = {
    "I": "summon",
    "II": "divination",
    "III": "escape",
    "IV": "ransom",
    "V": "redeploy",
    "VI": "link",
}
TURN_KINDS = {
    "MOVE": MOVE,
    "STRIKE": STRIKE,
    "AREA": AREA,
    "COMMAND": COMMAND,
    "PUSH_DRAGON": PUSH,
    "FLIP": FLIP,
    "ESCAPE": ESCAPE,
}
OBJECTIVES = {"coup": "counting_coup", "trophy": "trophy_hunters", None: "capture_the_duke"}


def scenario_tiles() -> list[dict[str, Any]]:
    data = json.loads((DATA / "scenario-tiles.json").read_text())
    codes = ("".join(pair) for pair in itertools.product("ABCDEFG", "abcdefghij"))
    linked = [title for title, tile in data.items() if tile.get("linked")]
    tiles = []
    for (title, tile), code in zip(data.items(), codes, strict=False):
        abilities = [ABILITIES[numeral] for numeral in tile.get("abil", "").split(",") if numeral]
        faces = [
            {"icons": [[KINDS[kind], dx, dy, *(group or [None])] for kind, dx, dy, *group in tile[side]]}
            for side in ("S", "N")
        ]
        tiles.append(
            {
                "name": title,
                "code": code,
                "starting": faces[0],
                "other": faces[1],
                "abilities": abilities,
                "linked_to": linked if "link" in abilities else [],
                "role": "duke" if tile.get("duke") else None,
            }
        )
    return tiles


TILES = scenario_tiles()
CODES = {tile["name"]: tile["code"] for tile in TILES}
NAMES = {code: title for title, code in CODES.items()}


def at(text: str) -> int:
    x, y = text.split(",")
    return int(x) + 6 * int(y)


def told(square: int | None) -> str:
    assert square is not None
    return f"{square % 6},{square // 6}"


def read_tile(text: str) -> tuple[int, tuple[str, int, int, int]]:
    owner, title, square, side, *rot = text.split(" ")
    quarter_turns = int(rot[0][1:]) if rot else 0
    return at(square), (CODES[title], int(owner), int(side == "N"), quarter_turns)


class Scenario:
    """One line of the file as a position and an oracle for it."""

    def __init__(self, line: dict[str, Any], **settings: Any) -> None:
        settings.setdefault("objective", OBJECTIVES[line.get("variant")])
        self.oracle = Oracle(Rules(TILES, [], [], settings))
        pos = Pos()
        for text in line["tiles"]:
            square, tile = read_tile(text)
            pos.board[square] = tile
        for text in line.get("terrain", []):
            what, square = text.split(" ")
            if what == "Mountain":
                pos.mts = tuple(sorted((*pos.mts, at(square))))
            elif what == "Fort":
                pos.fts = tuple(sorted((*pos.fts, at(square))))
            else:
                pos.dragon = (at(square), "E", False, False, False)
        flags: list[int | None] = [None, None]
        for text in line.get("flags", []):
            owner, square = text.split(" ")
            flags[int(owner)] = at(square)
        pos.flags = (flags[0], flags[1])
        self.pos = pos

    def moved_by(self, owner: int, bag: tuple[str, ...] = ()) -> Pos:
        pos = self.pos.copy()
        pos.owner = owner
        bags = [(), ()]
        bags[owner] = bag  # type: ignore[call-overload]
        pos.bags = (bags[0], bags[1])
        line = format_pos(pos)
        assert format_pos(parse_pos(line)) == line
        return parse_pos(line)

    def owner_at(self, square: str) -> int:
        return self.pos.board[at(square)][1]

    def openers(self, owner: int, guard: bool) -> Iterator[Turn]:
        return self.oracle.openers(self.moved_by(owner), guard)

    def matching(self, turn: dict[str, Any], guard: bool) -> list[Turn]:
        actor = turn.get("commander") or turn.get("from") or turn.get("at")
        return [found for found in self.openers(self.owner_at(actor), guard) if matches(found, turn)]


def matches(found: Turn, turn: dict[str, Any]) -> bool:
    if found.kind != TURN_KINDS[turn["k"]]:
        return False
    if found.kind == COMMAND:
        fields = {
            "commander": lambda: told(found.user),
            "from": lambda: told(found.source),
            "to": lambda: told(found.target),
        }
    else:
        fields = {
            "from": lambda: told(found.source),
            "at": lambda: told(found.source),
            "to": lambda: told(found.target),
            "target": lambda: told(found.target),
            "pay": lambda: told(found.pay) if isinstance(found.pay, int) else found.pay,
        }
    if "icon" in turn and found.icon != KINDS[turn["icon"]]:
        return False
    return all(read() == turn[field] for field, read in fields.items() if field in turn)


def as_turn(found: Turn) -> dict[str, Any]:
    """A found turn with every field that the format knows."""
    title = {number: key for key, number in TURN_KINDS.items()}[found.kind]
    icon = next((key for key, kind in KINDS.items() if kind == found.icon), None)
    if found.kind == COMMAND:
        squares = {"commander": found.user, "from": found.source, "to": found.target}
        return {"k": title, **{field: told(square) for field, square in squares.items()}}
    if found.kind == ESCAPE:
        pay = told(found.pay) if isinstance(found.pay, int) else found.pay
        return {"k": title, "at": told(found.source), "pay": pay, "to": told(found.target)}
    goal = "target" if found.kind == STRIKE else "to"
    return {"k": title, "icon": icon, "from": told(found.source), goal: told(found.target)}


def standing(pos: Pos, expected: list[str]) -> list[str]:
    return [text for text in expected if pos.board.get(read_tile(text)[0]) == read_tile(text)[1]]


def targets(scenario: Scenario, query: dict[str, Any], kind: int) -> set[str]:
    square = query.get("targets") or query.get("n_targets") or query["kinds"]
    turns = scenario.openers(scenario.owner_at(square), guard=False)
    return {told(turn.target) for turn in turns if turn.kind == kind and turn.source == at(square)}


def ask_area(scenario: Scenario, query: dict[str, Any], line: dict[str, Any]) -> Any:
    before = set(scenario.pos.board)
    turns = scenario.openers(scenario.owner_at(query["area"]), guard=False)
    return {
        told(square)
        for turn in turns
        if turn.kind == AREA and turn.source == at(query["area"])
        for square in before - set(turn.pos.board)
    }


def ask_after(scenario: Scenario, query: dict[str, Any], line: dict[str, Any]) -> Any:
    after = scenario.matching(query["after"], guard=False)[0].pos
    for text in line.get("flags_after", []):
        owner, square = text.split(" ")
        assert after.flags[int(owner)] == at(square)
    return standing(after, line["expect"])


def ask_link_fire(scenario: Scenario, query: dict[str, Any], line: dict[str, Any]) -> Any:
    turns = scenario.openers(query["link_fire"], guard=False)
    fired = [turn for turn in turns if turn.kind == LINK_FLIP and turn.icon == str(AREA)]
    return standing(fired[0].pos, line["expect"])


def ask_places(scenario: Scenario, query: dict[str, Any], line: dict[str, Any]) -> Any:
    owner, title = query["places"]
    pos = scenario.moved_by(owner)
    frozen = scenario.oracle.frozen(pos)
    places = scenario.oracle.safe_places(pos, owner, CODES[title], frozen, None, True, {})
    return {told(square) for square in places}


def ask_draw(scenario: Scenario, query: dict[str, Any], line: dict[str, Any]) -> Any:
    owner, titles = query["draw"]
    pos = scenario.moved_by(owner, tuple(sorted(CODES[title] for title in titles)))
    return any(turn.kind == DRAW for turn in scenario.oracle.openers(pos))


def ask_legal_all(scenario: Scenario, query: dict[str, Any], line: dict[str, Any]) -> Any:
    return [as_turn(turn) for turn in scenario.openers(query["legal_all"], guard=True) if turn.kind != DRAW]


def ask_attack_after(scenario: Scenario, query: dict[str, Any], line: dict[str, Any]) -> Any:
    after = scenario.matching(query["turn"], guard=False)[0].pos
    return scenario.oracle.attacks(after, query["attack_after"])


ASK: dict[str, Callable[[Scenario, dict[str, Any], dict[str, Any]], Any]] = {
    "targets": lambda s, q, line: targets(s, q, MOVE),
    "n_targets": lambda s, q, line: len(targets(s, q, MOVE)),
    "kinds": lambda s, q, line: targets(s, q, STRIKE),
    "area": ask_area,
    "pseudo": lambda s, q, line: bool(s.matching(q["pseudo"], guard=False)),
    "legal": lambda s, q, line: bool(s.matching(q["legal"], guard=True)),
    "legal_all": ask_legal_all,
    "attack": lambda s, q, line: s.oracle.attack(format_pos(s.pos), q["attack"]),
    "attack_after": ask_attack_after,
    "after": ask_after,
    "places": ask_places,
    "draw": ask_draw,
    "summon": lambda s, q, line: {told(t.target) for t in s.openers(q["summon"], True) if t.kind == SUMMON},
    "link_fire": ask_link_fire,
}

LINES = [json.loads(text) for text in (DATA / "scenarios.jsonl").read_text().splitlines() if text]


@pytest.mark.parametrize("line", LINES, ids=[line["id"] for line in LINES])
def test_worked_scenario(line: dict[str, Any]) -> None:
    query = line["q"]
    asked = next(key for key in ASK if key in query and (key != "attack" or "attack_after" not in query))
    got = ASK[asked](Scenario(line), query, line)
    expected = set(line["expect"]) if isinstance(got, set) else line["expect"]
    assert got == expected


def test_every_query_kind_is_asked() -> None:
    assert {key for line in LINES for key in line["q"]} <= {*ASK, "kind", "turn"}


def test_square_names() -> None:
    assert [name(0), name(5), name(30), name(35)] == ["a1", "f1", "a6", "f6"]
