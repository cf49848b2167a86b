"""The scenarios that are written for people (ids V), each put to the engine."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from support.boards import Board
from support.places import DATA

LINES = {line["id"]: line for line in map(json.loads, (DATA / "scenarios-by-hand.jsonl").read_text().splitlines())}
CODES = {
    "Duke": "Du", "Footman": "Fo", "Pikeman": "Pi", "Knight": "Kn", "Wizard": "Wi", "Ranger": "Ra",
    "Seer": "Se",
    "General": "Ge", "Priest": "Pr", "Champion": "Ch", "Marshall": "Ma", "Bowman": "Bo", "Dragoon": "Dr",
    "Assassin": "As", "Longbowman": "Lo", "AreaT": "Xa",
}  # fmt: skip
OBJECTIVES = {"coup": "counting_coup", "trophy": "trophy_hunters", "rider": "dark_rider"}
HALF = Fraction(1, 2)
V: dict[str, Callable[[dict[str, Any]], None]] = {}


def told(text: str) -> str:
    """'3,2' -> 'd3'."""
    x, y = text.split(",")
    return "abcdef"[int(x)] + str(int(y) + 1)


def board_of(line: dict[str, Any], owner: str = "S", extras: str = "", **settings: Any) -> Board:
    """The tiles, flags, terrain and Dragon of a line; a Duke that it leaves out stands in a corner."""
    words = []
    for text in line.get("tiles", []):
        number, name, square, side = text.split()
        code = CODES[name].lower() if number == "1" else CODES[name].upper()
        words.append(code + ("'" if side == "N" else "") + told(square))
    variant = line.get("variant")
    if variant:
        settings["objective"] = OBJECTIVES[variant]
    if variant == "rider":
        settings["sets"] = ("base",)
    if variant is None:
        corners = {"DU": "DUa1", "du": "dua6"}
        words += [corner for duke, corner in corners.items() if duke not in {word[:2] for word in words}]
    items = ["mt=" + told(text.split()[1]) for text in line.get("terrain", []) if text.startswith("Mountain")]
    if isinstance(line.get("dragon"), dict):
        dragon = line["dragon"]
        marks = ("!" if dragon.get("enraged") else "") + ("r" if dragon.get("reorient") else "")
        items.append(f"dr={told(dragon['sq'])}{dragon['facing']}{marks}")
    if "flags" in line:
        flags = dict(text.split() for text in line["flags"])
        items.append("fl=" + "/".join(told(flags[n]) if n in flags else "-" for n in "01"))
    if "captured_pikemen" in line:
        items.append(f"off=x:Pi{line['captured_pikemen']}/-")
    if extras:
        items.append(extras)
    return Board(" ".join(words), owner=owner, extras=";".join(items) or "-", **settings)


def bag_of(line: dict[str, Any]) -> str:
    codes = sorted((CODES[name], count) for name, count in line["bag"].items())
    return ("".join(code + (str(n) if n > 1 else "") for code, n in codes) or "-") + "/-"


def v(name: str) -> Callable[[Callable[[dict[str, Any]], None]], None]:
    def keep(check: Callable[[dict[str, Any]], None]) -> None:
        V[name] = check

    return keep


@v("V01")
def draft(line: dict[str, Any]) -> None:
    board = Board.start(sets=("base",), objective="dynastic_dispute")
    for name in line["picks"]:
        board = board.after(f"pick:{CODES[name]}")
    for bag, key in zip(board.bags, ("bag_first", "bag_second"), strict=True):
        assert bag + "/-" == bag_of({"bag": line["expect"][key]})
    ready = board.after("Du@c1", "Fo@b1,Fo@c2", "Du@d6", "Fo@c6,Fo@e6")
    assert ready.owner == "N"  # the second picker begins


@v("V03")
def passing(line: dict[str, Any]) -> None:
    board = board_of(line)
    after = board.after("d3#d2")
    assert after.extras["fl"] == "-/d2"
    assert after.line.split()[0] == board.line.split()[0]


@v("V04")
def carried_home(line: dict[str, Any]) -> None:
    assert board_of(line).after("d2-d1").end == ("S", "trophy")


@v("V05")
def passed_home(line: dict[str, Any]) -> None:
    assert board_of(line).after("d2#d1").end == ("S", "trophy")


@v("V06")
def a_point(line: dict[str, Any]) -> None:
    after = board_of(line).after("b3-a3")
    assert (after.extras["sc"], after.phase, after.owner) == ("1/0", "hop", "N")


@v("V07")
def no_point(line: dict[str, Any]) -> None:
    assert "sc" not in board_of(line).after("a3-b4").extras


@v("V08")
def placing_scores(line: dict[str, Any]) -> None:
    assert board_of(line, extras="ph=place:Pi").after("@b5").extras["sc"] == "1/0"


@v("V10")
def hop_options(line: dict[str, Any]) -> None:
    after = board_of(LINES["V06"]).after("b3-a3")
    expected = {"#-" if text == "stay" else f"#{told(text)}" for text in line["expect"]["hop_options"]}
    assert after.turns == expected


@v("V11")
def no_duke(line: dict[str, Any]) -> None:
    board = board_of(line)
    board.may_not("+", "COUP-7")
    assert board.end is None


@v("V13")
def at_rest(line: dict[str, Any]) -> None:
    assert board_of(line).of("d6") == set()
    assert not any(text.endswith("xd6") for text in board_of(line, owner="N").turns)


@v("V15")
def toll(line: dict[str, Any]) -> None:
    assert board_of(line, owner="N").after("d5xc3").end == ("N", "riders-toll")


@v("V16")
def no_turn(line: dict[str, Any]) -> None:
    """As the line has it where the dead game is played on; RIDER-9, which came later, makes it a draw."""
    assert board_of(line, **line["settings"]).end == ("N", "stuck")
    assert board_of(line).end == ("=", "rider-dead")


@v("V17")
def calm_capture(line: dict[str, Any]) -> None:
    board = board_of(line, extras="ph=?dragon")
    assert set(board.chances) == {"drxf3"}
    after = board.after("drxf3")
    assert (after.extras["dr"], after.extras["off"]) == ("f3Er", "t:Fo/-")


@v("V18")
def turns_round(line: dict[str, Any]) -> None:
    board = board_of(line, extras="ph=?dragon")
    assert set(board.chances) == {"dr=W"}
    assert "off" not in board.after("dr=W").extras


@v("V19")
def two_prey(line: dict[str, Any]) -> None:
    assert board_of(line, extras="ph=?dragon").chances == {"drxe3": HALF, "drxd4": HALF}


@v("V22")
def a_pair_of_three(line: dict[str, Any]) -> None:
    board = board_of(line, extras="ph=?dragon")
    assert {event.split("=")[0] for event in board.chances} == {"dr*d3,c4", "dr*d3,e5", "dr*c4,e5"}
    assert len(board.chances) == 6


@v("V23")
def behind_a_mountain(line: dict[str, Any]) -> None:
    assert not any(event.startswith("dr*") for event in board_of(line, extras="ph=?dragon").chances)


@v("V24")
def side_move(line: dict[str, Any]) -> None:
    board = board_of({**line, "tiles": [*line["tiles"], "1 Duke 5,5 S"]}, extras="ph=?dragon")
    assert set(board.chances) == {"dr-b4*d5=E", "dr-b4*d5=W"}


@v("V26")
def hands(line: dict[str, Any]) -> None:
    board = Board("DUc1 OR'f4 dud6", bags=bag_of(line), enhanced="both").after("f4?")
    assert {p.denominator for p in board.chances.values()} <= {10, 5}
    assert len([text for text in board.after("+KnSeWi").turns if text.startswith("Kn@b1")]) == 4


@v("V27")
def small_hand(line: dict[str, Any]) -> None:
    board = Board("DUc1 OR'f4 dud6", bags=bag_of(line), enhanced="both").after("f4?")
    assert board.chances == {"+KnSe": Fraction(1)}


@v("V29")
def ransom(line: dict[str, Any]) -> None:
    after = Board("DUa1 dud6", extras="off=x:Xe/x:Xr").after("$Xr:Xe-c1")
    assert (after.tile("c1"), after.bags, after.extras) == ("XE", ("-", "Xr"), {"np": "1"})


@v("V32")
def redeploy(line: dict[str, Any]) -> None:
    Board("DUc1 XA'c2 du'c5", bags=bag_of(line)).may_not("c2%", "GUARD-6")


@v("V34")
def no_stopper(line: dict[str, Any]) -> None:
    board = Board("DUc1 XL'f4 dub6", bags=bag_of(line))
    board.may("f4~")
    board.may_not("f4~+", "LINK-7")


@v("V35")
def first_come(line: dict[str, Any]) -> None:
    board = Board("DUc1 dud6", bags="Kn/Kn", extras="pool=Tr", sets=("siege-engines",))
    after = board.after("+Kn=Tr@c2")
    assert (after.tile("c2"), after.extras) == ("TR", {"box": "Kn/-"})
    assert not any(text.startswith("=") for text in after.after("+", "+Kn").turns)


@v("V36")
def both_dukes(line: dict[str, Any]) -> None:
    board = Board("DUd3 duc4", extras="dr=d2N!;ph=?dragon")
    assert {board.after(event).end for event in board.chances} == {("=", "both")}


@v("V37")
def repetition(line: dict[str, Any]) -> None:
    board = Board("DUc1 dud6")
    round_trip = ("c1-b1", "d6-e6", "b1-b2", "e6-e5", "b2-c2", "e5-d5", "c2-c1", "d5-d6")
    assert board.after(*round_trip).end is None
    assert board.after(*round_trip, *round_trip).end == ("=", "repetition")


@v("V38")
def empty_bag(line: dict[str, Any]) -> None:
    Board("DUc1 FOe2 dud6").may_not("+", "PLACE-4")


@v("V39")
def custom(line: dict[str, Any]) -> None:
    board = Board("DUc1 dud6", bags="Xb/-").after("+", "+Xb")
    assert board.turns == {"@b1", "@c2", "@d1"}


def _cases() -> list[Any]:
    marks = {key: pytest.mark.rule(*_rules(line["rule"])) for key, line in LINES.items()}
    return [pytest.param(key, marks=mark, id=key) for key, mark in marks.items()]


def _rules(text: str) -> list[str]:
    """The ids of a line; 'ENH-IV-2b' is a part of ENH-IV-2, C6 stands for what ENH-II-1 draws."""
    rules = [rule for rule in text.split(",") if rule != "C6"]
    return ["ENH-IV-2" if rule == "ENH-IV-2b" else rule for rule in rules]


@pytest.mark.parametrize("key", _cases())
def test_by_hand(key: str) -> None:
    assert key in V, f"{key} has no test: {LINES[key]}"
    V[key](LINES[key])
