"""The scenarios that the ledger tells in words (ids V), and rules that the worked positions do not reach."""

from __future__ import annotations

import itertools
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from oracle import Game, Oracle, Rules
from oracle.text import parse_pos
from support.places import DATA

LINES = {line["id"]: line for line in map(json.loads, (DATA / "scenarios-by-hand.jsonl").read_text().splitlines())}


def icons(*entries: str) -> dict[str, Any]:
    """'move 0 1' -> an icon; a fourth word is the group."""
    rows = []
    for entry in entries:
        kind, dx, dy, *group = entry.split()
        rows.append([kind, int(dx), int(dy), int(group[0]) if group else None])
    return {"icons": rows}


def tile(code: str, starting: dict[str, Any], other: dict[str, Any], *abilities: str, **more: Any) -> dict[str, Any]:
    return {
        "name": more.get("name", code),
        "code": code,
        "starting": starting,
        "other": other,
        "abilities": list(abilities),
        "linked_to": more.get("linked_to", []),
        "role": more.get("role"),
    }


CROSS = icons("move 0 1", "move 1 0", "move 0 -1", "move -1 0")
DIAGONALS = icons("move 1 1", "move 1 -1", "move -1 -1", "move -1 1")
RING = icons(*(f"move {dx} {dy}" for dx, dy in itertools.product((-1, 0, 1), repeat=2) if (dx, dy) != (0, 0)))
SIDEWAYS, LENGTHWAYS = icons("slide -1 0", "slide 1 0"), icons("slide 0 1", "slide 0 -1")
AREA = icons("hammer 0 3 1", "strike -1 3 1", "strike 1 3 1", "strike 0 4 1")
BLANK = icons()

TILES = [
    tile("Du", SIDEWAYS, LENGTHWAYS, role="duke"),
    tile("Fo", CROSS, DIAGONALS),
    tile("Pi", icons("move -1 1", "move 1 1"), icons("strike -1 2", "strike 1 2"), name="Pikeman"),
    tile("Kn", icons("jump -1 2", "jump 1 2", "jump -1 -2", "jump 1 -2"), icons("slide 0 1"), name="Knight"),
    tile("Se", DIAGONALS, CROSS),
    tile("Wi", RING, icons("jump 0 2")),
    tile("Or", DIAGONALS, BLANK, "divination"),
    tile("Dc", CROSS, CROSS, "summon"),
    tile("Es", CROSS, CROSS, "escape"),
    tile("Ra", CROSS, CROSS, "ransom"),
    tile("Ar", icons("noncapture_move 0 1"), AREA, "redeploy"),
    tile("En", CROSS, BLANK, "link", linked_to=["Ar", "Tr"]),
    tile("Tr", BLANK, icons("hammer 0 2"), "redeploy"),
    tile("Dd", icons("move 0 1", "dread 0 1", "dread 0 2", "dread 1 0"), CROSS),
    tile("Bl", BLANK, CROSS),
    tile("Cm", icons("command 0 1", "command 0 2"), CROSS),
]
EMPTY = {"duke": "Du", "starters": ["Fo", "Fo"], "bag": []}


def oracle_of(bag: tuple[str, ...] = (), pool: list[dict[str, str]] | None = None, **settings: Any) -> Oracle:
    army = {**EMPTY, "bag": list(bag)}
    return Oracle(Rules(TILES, [army, army], pool or [], settings))


def line_of(tiles: str, owner: str = "S", bags: str = "-/-", extras: str = "-", ply: int = 0) -> str:
    """'DUc1 fo'b3' -> a line: each word a tile with its marks, then its square."""
    board: dict[str, str] = {}
    for word in tiles.split():
        board[word[-2:]] = word[:-2]
    ranks = []
    for rank in "654321":
        text, empty = "", 0
        for column in "abcdef":
            if column + rank not in board:
                empty += 1
                continue
            text += (str(empty) if empty else "") + board[column + rank]
            empty = 0
        ranks.append(text + (str(empty) if empty else ""))
    return f"{'/'.join(ranks)} {owner} {bags} {extras} {ply}"


def extras(line: str) -> dict[str, str]:
    found = line.split(" ")[3]
    return dict(item.split("=", 1) for item in found.split(";")) if found != "-" else {}


def phase(line: str) -> str:
    return extras(line).get("ph", "")


def tile_at(line: str, square: str) -> Any:
    return parse_pos(line).board.get("abcdef".index(square[0]) + 6 * int(square[1]) - 6)


# --------------------------------------------------------------------------------------- V: draft and flags


@pytest.mark.rule("DYNASTY-2", "DYNASTY-3", "DYNASTY-4")
def test_v01_draft_of_the_rule_book() -> None:
    line = LINES["V01"]
    names = [*line["picks"], "Footman", "Duke"]
    codes = {name: name[:2] for name in names} | {"Priest": "Pr", "Pikeman": "Pi"}
    tiles = [tile(codes[name], CROSS, CROSS, name=name, role="duke" if name == "Duke" else None) for name in names]
    bag = [codes[name] for name in line["picks"]] + ["Pi", "Pi", "Fo"]
    army = {"duke": "Du", "starters": ["Fo", "Fo"], "bag": bag}
    game = Game(Oracle(Rules(tiles, [army, army], [], {"objective": "dynastic_dispute"})))
    for name in line["picks"]:
        assert phase(game.line) == "draft"
        game.step(f"pick:{codes[name]}")
    pos = parse_pos(game.line)
    expect = line["expect"]
    for owner, key in enumerate(("bag_first", "bag_second")):
        assert sorted(pos.bags[owner]) == sorted(
            codes[name] for name, count in expect[key].items() for _ in range(count)
        )
    assert [len(bag) for bag in pos.bags] == expect["sizes"]
    assert (pos.phase, pos.owner) == ("duke", 0)
    for text in ("Du@c1", "Fo@b1,Fo@c2", "Du@d6", "Fo@c6,Fo@e6"):
        game.step(text)
    assert (phase(game.line), parse_pos(game.line).owner) == ("", 1)


@pytest.mark.rule("FLAG-3", "TROPHY-6")
def test_v03_passing_a_flag_flips_nobody() -> None:
    oracle = oracle_of(objective="trophy_hunters")
    line = line_of("FO'd3 WId2 DUb1 dua6", extras="fl=-/d3")
    after = oracle.decisions(line)["d3#d2"]
    assert extras(after)["fl"] == "-/d2"
    assert after.split()[0] == line.split()[0]
    assert after.split()[1] == "N"


@pytest.mark.rule("TROPHY-7")
def test_v04_carrying_the_trophy_home_wins() -> None:
    oracle = oracle_of(objective="trophy_hunters")
    after = oracle.decisions(line_of("FOd2 DUb1 dua6", extras="fl=-/d2"))["d2-d1"]
    assert phase(after) == "over:S:trophy"
    assert after.endswith(" 1")


@pytest.mark.rule("TROPHY-7", "FLAG-3")
def test_v05_passing_the_trophy_home_wins() -> None:
    oracle = oracle_of(objective="trophy_hunters")
    after = oracle.decisions(line_of("FOd2 DUd1 dua6", extras="fl=-/d2"))["d2#d1"]
    assert phase(after) == "over:S:trophy"


@pytest.mark.rule("COUP-5", "COUP-6")
def test_v06_v10_a_point_and_the_hop() -> None:
    oracle = oracle_of(objective="counting_coup")
    line = line_of("FOb3 DUc1 dud6", extras="fl=f1/a4")
    after = oracle.decisions(line)["b3-a3"]
    assert extras(after)["sc"] == "1/0"
    assert (phase(after), after.split()[1]) == ("hop", "N")
    assert set(oracle.decisions(after)) == {"#c6", "#e6", "#d5", "#-"}
    assert parse_pos(oracle.decisions(after)["#c6"]).flags == (5, 32)


@pytest.mark.rule("COUP-5")
def test_v07_no_point_for_a_tile_that_stood_there() -> None:
    oracle = oracle_of(objective="counting_coup")
    after = oracle.decisions(line_of("WIa3 DUc1 dud6", extras="fl=f1/a4"))["a3-b4"]
    assert (phase(after), extras(after).get("sc")) == ("", None)


@pytest.mark.rule("COUP-5")
def test_v08_placing_scores() -> None:
    oracle = oracle_of(objective="counting_coup")
    line = line_of("DUc5 duf1", extras="fl=f6/b6;ph=place:Pi")
    assert extras(oracle.decisions(line)["@b5"])["sc"] == "1/0"
    assert "sc" not in extras(oracle.decisions(line)["@d5"])


@pytest.mark.rule("COUP-3")
def test_third_point_ends_the_game_before_the_hop() -> None:
    oracle = oracle_of(objective="counting_coup", terrain={"dragon": True})
    line = line_of("FOb3 DUc1 dud6", extras="dr=e3E;fl=f1/a4;sc=2/2")
    assert phase(oracle.decisions(line)["b3-a3"]) == "over:S:coup"


@pytest.mark.rule("COUP-7", "PLACE-4")
def test_v11_no_duke_no_draw_no_loss() -> None:
    oracle = oracle_of(objective="counting_coup")
    turns = oracle.decisions(line_of("FOc3 dud6", bags="Kn/-", extras="fl=f1/a4"))
    assert "+" not in turns
    assert phase(turns["c3-c4"]) == ""


# ----------------------------------------------------------------------------------------------- Dark Rider


def rider_oracle(**settings: Any) -> Oracle:
    armies = [{"duke": None, "starters": ["Pi"] * 4, "bag": []}, {"duke": None, "starters": ["Kn"], "bag": []}]
    return Oracle(Rules(TILES, armies, [], {"objective": "dark_rider", **settings}))


@pytest.mark.rule("RIDER-1")
def test_rider_set_up() -> None:
    game = Game(rider_oracle())
    assert len(game.options()) == 15
    game.step("Pi@a1,Pi@b1,Pi@c1,Pi@d1")
    assert len(game.options()) == 6
    game.step("Kn@c6")
    assert (phase(game.line), game.line.split()[1]) == ("", "N")


@pytest.mark.rule("RIDER-3")
def test_v13_a_pikeman_at_rest() -> None:
    oracle = rider_oracle()
    tiles = "PId6 PIb2 PIc4 kne4"
    assert set(oracle.decisions(line_of(tiles))) == {"b2-a3", "b2-c3", "c4-b5", "c4-d5"}
    assert "e4xd6" not in oracle.decisions(line_of(tiles, owner="N"))


@pytest.mark.rule("RIDER-6")
def test_v15_third_pikeman_captured() -> None:
    turns = rider_oracle().decisions(line_of("PIc3 PIf1 knd5", owner="N", extras="off=x:Pi2/-"))
    assert phase(turns["d5xc3"]) == "over:N:riders-toll"


@pytest.mark.rule("RIDER-7", "TURN-4")
def test_v16_no_turn_left_loses() -> None:
    line = line_of("PIe6 PId6 kna1", owner="N", extras="off=x:Pi2/-")
    assert phase(rider_oracle().decisions(line)["a1-b3"]) == "over:=:rider-dead"
    assert phase(rider_oracle(rider_dead="play_on").decisions(line)["a1-b3"]) == "over:N:stuck"
    drawn = rider_oracle(no_turn="draw", rider_dead="play_on").decisions(line)["a1-b3"]
    assert phase(drawn) == "over:=:stuck"


@pytest.mark.rule("RIDER-5", "RIDER-4")
def test_three_across_or_the_rider_taken() -> None:
    turns = rider_oracle().decisions(line_of("PIe6 PId6 PIb5 PIe1 knf2"))
    assert phase(turns["b5-c6"]) == "over:S:edge"
    assert phase(turns["e1xf2"]) == "over:S:rider"


# --------------------------------------------------------------------------------------------------- Dragon


def dragon_line(tiles: str, dragon: str, more: str = "") -> str:
    return line_of(tiles, extras=f"{more}dr={dragon};ph=?dragon")


def outcomes(oracle: Oracle, line: str) -> dict[str, tuple[Fraction, str]]:
    return {text: (probability, after) for probability, text, after in oracle.chance(line)}


@pytest.mark.rule("DRAGON-3", "DRAGON-4", "DRAGON-5")
def test_v17_calm_dragon_captures() -> None:
    found = outcomes(oracle_of(), dragon_line("FOf3 DUc1 dud6", "d3E"))
    assert set(found) == {"drxf3"}
    after = found["drxf3"][1]
    assert extras(after) == {"dr": "f3Er", "off": "t:Fo/-"}
    assert after.split()[1] == "N"
    assert after.endswith(" 1")


@pytest.mark.rule("DRAGON-3")
def test_v18_it_turns_round_first() -> None:
    found = outcomes(oracle_of(), dragon_line("FOf4 DUc1 dud6", "f3Er"))
    assert set(found) == {"dr=W"}
    assert extras(found["dr=W"][1]) == {"dr": "f3W"}


@pytest.mark.rule("DRAGON-3")
def test_v19_two_prey() -> None:
    found = outcomes(oracle_of(), dragon_line("FOe3 SEf3 wid4 DUa1 dua6", "d3E"))
    assert {text: p for text, (p, _) in found.items()} == {"drxe3": Fraction(1, 2), "drxd4": Fraction(1, 2)}


@pytest.mark.rule("DRAGON-12", "DRAGON-13")
def test_v22_a_pair_of_three() -> None:
    found = outcomes(oracle_of(), dragon_line("FOd3 foc4 see5 DUa1 dua6", "d2N!"))
    pairs = ("d3,c4", "d3,e5", "c4,e5")
    assert set(found) == {f"dr*{pair}={facing}" for pair in pairs for facing in "EW"}
    assert {p for p, _ in found.values()} == {Fraction(1, 6)}
    assert extras(found["dr*d3,c4=E"][1])["dr"] == "d2E"


@pytest.mark.rule("DRAGON-12", "MTN-3")
def test_v23_a_mountain_stops_its_strikes() -> None:
    found = outcomes(oracle_of(), dragon_line("foc4 sed5 DUa1 dua6", "d2N!", "mt=d3;"))
    assert not any(text.startswith("dr*") for text in found)


@pytest.mark.rule("DRAGON-12")
def test_v24_side_move_then_strike() -> None:
    found = outcomes(oracle_of(), dragon_line("sed5 DUa1 duf6", "a4N!"))
    assert set(found) == {"dr-b4*d5=E", "dr-b4*d5=W"}
    assert extras(found["dr-b4*d5=W"][1])["dr"] == "b4W"


@pytest.mark.rule("WIN-2")
def test_v36_both_dukes_in_one_act() -> None:
    found = outcomes(oracle_of(), dragon_line("DUd3 duc4", "d2N!"))
    assert {phase(after) for _, after in found.values()} == {"over:=:both"}


@pytest.mark.rule("WIN-2")
def test_one_duke_eaten() -> None:
    found = outcomes(oracle_of(), dragon_line("DUd4 dua6", "d3E"))
    assert phase(found["drxd4"][1]) == "over:N:eaten"


@pytest.mark.rule("DRAGON-9", "DRAGON-10", "DRAGON-11")
def test_pushes() -> None:
    oracle = oracle_of()
    turns = oracle.decisions(line_of("DUa3 dub6", extras="dr=c3Er"))
    assert extras(turns["a3>c3s"])["dr"] == "d3S!s"
    assert extras(turns["a3>c3o"])["dr"] == "d3N!s"
    assert phase(turns["a3>c3s"]) == "?dragon"
    after = oracle.decisions(line_of("DUa3 fod3 dub6", extras="dr=c3E"))["a3>c3"]
    assert phase(after) == "?facing"
    assert extras(after)["off"] == "-/t:Fo"
    assert set(outcomes(oracle, after)) == {"dr=E", "dr=W"}
    walled = oracle.decisions(line_of("DUa3 FOe1 fod3 dub6", extras="ft=d3;dr=c3E"))
    assert not any(text.startswith("a3>") for text in walled)


@pytest.mark.rule("DRAGON-10b", "WIN-2")
def test_pushing_the_dragon_onto_the_duke() -> None:
    after = oracle_of().decisions(line_of("DUa3 dud3", extras="dr=c3E"))["a3>c3"]
    assert phase(after) == "over:S:eaten"
    assert extras(after)["dr"] == "d3Es"
    assert oracle_of().attack(line_of("DUa3 dud3", extras="dr=c3E"), 0)  # so it is a threat
    assert not oracle_of().attack(line_of("DUa3 dud3", extras="ft=d3;dr=c3E"), 0)


@pytest.mark.rule("DRAGON-11")
def test_it_skips_once_after_a_push() -> None:
    found = outcomes(oracle_of(), dragon_line("FOd4 DUa1 dua6", "d3N!s"))
    assert set(found) == {"dr-"}
    assert extras(found["dr-"][1])["dr"] == "d3N!"


@pytest.mark.rule("DREAD-1")
def test_the_dragon_spares_frozen_tiles() -> None:
    line = line_of("FOd4 ddd6 DUa1 duf1", extras="dr=d3E;ph=?dragon")
    assert set(outcomes(oracle_of(), line)) == {"dr-"}


# ------------------------------------------------------------------------------------------------ abilities


@pytest.mark.rule("ENH-II-1")
def test_v26_divination_hands_and_picks() -> None:
    oracle = oracle_of()
    line = line_of("DUc1 OR'f4 dud6", bags="KnPi2SeWi/-")
    after = oracle.decisions(line)["f4?"]
    assert phase(after) == "?divine"
    assert tile_at(after, "f4") == ("Or", 0, 0, 0)
    hands = outcomes(oracle, after)
    assert hands["+KnSeWi"][0] == Fraction(1, 10)
    assert hands["+KnPiSe"][0] == Fraction(2, 10)
    assert hands["+KnPi2"][0] == Fraction(1, 10)
    picks = [text for text in oracle.decisions(hands["+KnSeWi"][1]) if text.startswith("Kn@b1")]
    assert picks == ["Kn@b1", "Kn@b1-Se", "Kn@b1-SeWi", "Kn@b1-Wi"]
    equal = [text for text in oracle.decisions(hands["+KnPi2"][1]) if text.startswith("Kn@b1")]
    assert equal == ["Kn@b1", "Kn@b1-Pi", "Kn@b1-Pi2"]
    settled = oracle.decisions(hands["+KnSeWi"][1])["Kn@b1-Se"]
    assert settled.split()[2] == "Pi2Wi/-"
    assert extras(settled)["off"] == "o:Se/-"


@pytest.mark.rule("ENH-II-2")
def test_v27_a_small_bag_is_drawn_whole() -> None:
    oracle = oracle_of()
    after = oracle.decisions(line_of("DUc1 OR'f4 dud6", bags="KnSe/-"))["f4?"]
    assert {text: p for text, (p, _) in outcomes(oracle, after).items()} == {"+KnSe": Fraction(1)}


@pytest.mark.rule("NOICON-3", "ENH-II-2")
def test_an_oracle_without_a_bag_only_flips() -> None:
    turns = oracle_of().decisions(line_of("DUc1 OR'f4 dud6"))
    assert "f4~" in turns
    assert "f4?" not in turns


@pytest.mark.rule("ENH-IV-2", "ENH-IV-3")
def test_v29_ransom() -> None:
    oracle = oracle_of()
    line = line_of("DUa1 dud6", extras="off=x:Es/x:Ra")
    turns = oracle.decisions(line)
    after = turns["$Ra:Es-c1"]
    assert tile_at(after, "c1") == ("Es", 0, 0, 0)
    assert after.split()[2] == "-/Ra"
    assert "off" not in extras(after)
    assert "$Ra:Es-d1" in turns


@pytest.mark.rule("ENH-III-2", "ENH-III-4", "ENH-IV-2")
def test_escape_destinations() -> None:
    oracle = oracle_of(guard="off")
    turns = oracle.decisions(line_of("ESb4 FOb5 FOc1 KNd1 DUa1 dud6"))
    assert {text for text in turns if "&" in text} == {"b4&b5-c1", "b4&b5-d1"}
    assert extras(turns["b4&b5-d1"])["off"] == "o:FoKn/-"
    turns = oracle.decisions(line_of("ESb4 FOb5 FOc1 DUa1 dud6", extras="off=-/x:Ra"))
    assert {text for text in turns if "&" in text} == {"b4&b5-d1", "b4&Ra-d1"}
    turns = oracle.decisions(line_of("ESb4 FOb5 DUc1 knd1 dud6"))
    assert {text for text in turns if "&" in text} == {"b4&b5xd1"}


@pytest.mark.rule("ENH-V-2", "ENH-V-4")
def test_v32_redeploy_must_not_open_the_file() -> None:
    oracle = oracle_of()
    tiles = "DUc1 AR'c2 du'c5"
    assert "c2%" not in oracle.decisions(line_of(tiles, bags="Kn/-"))
    assert "c3%" in oracle.decisions(line_of("DUc1 AR'c3 du'c5", bags="Kn/-"))


@pytest.mark.rule("ENH-V-2", "TURN-5c")
def test_redeploy_returns_the_tile_and_is_no_progress() -> None:
    oracle = oracle_of()
    after = oracle.decisions(line_of("DUc1 AR'>f3 dub6", bags="Kn/-", extras="np=3", ply=9))["f3%"]
    assert phase(after) == "?redeploy:f3"
    drawn = outcomes(oracle, after)["+Kn"][1]
    assert phase(drawn) == "place:Kn:f3"
    placed = oracle.decisions(drawn)["@d1"]
    assert (tile_at(placed, "f3"), tile_at(placed, "d1")) == (None, ("Kn", 0, 0, 0))
    assert placed.split()[2] == "Ar/-"
    assert extras(placed) == {"np": "4"}


@pytest.mark.rule("ENH-V-5", "FLIP-2")
def test_rotation_right_and_left() -> None:
    turns = oracle_of().decisions(line_of("DUc1 ARf3 dub6"))
    assert tile_at(turns["f3>"], "f3") == ("Ar", 0, 0, 1)
    assert tile_at(turns["f3<"], "f3") == ("Ar", 0, 0, 3)


@pytest.mark.rule("LINK-6", "LINK-7", "NOICON-3")
def test_v34_no_stopper_no_call() -> None:
    turns = oracle_of().decisions(line_of("DUc1 EN'f4 dub6", bags="Kn5/-"))
    assert "f4~" in turns
    assert "f4~+" not in turns


SIEGE = [{"tile": "Tr", "replaces": "Kn"}]


@pytest.mark.rule("LINK-6", "SIEGE-4")
def test_link_search_with_a_pool() -> None:
    oracle = oracle_of(pool=SIEGE)
    line = line_of("DUc1 EN'f4 dub6", bags="ArKn2/-", extras="pool=Tr")
    after = oracle.decisions(line)["f4~+"]
    found = outcomes(oracle, after)
    assert (found["+Kn"][0], phase(found["+Kn"][1])) == (Fraction(2, 3), "ask:Kn:f4")
    assert phase(found["+Ar"][1]) == "place:Ar:L"
    answers = oracle.decisions(found["+Kn"][1])
    assert phase(answers["="]) == "place:Tr:L"
    assert extras(answers["="])["box"] == "Kn/-"
    refused = answers["!"]
    assert (phase(refused), extras(refused)["no"]) == ("?call:f4", "Kn/-")
    assert set(outcomes(oracle, refused)) == {"+Ar"}
    places = set(oracle.decisions(answers["="]))
    assert places == {"@b1", "@d1", "@c2", "@e4", "@f3", "@f5"}


@pytest.mark.rule("LINK-6")
def test_refusing_the_last_stopper_ends_the_turn() -> None:
    oracle = oracle_of(pool=SIEGE)
    line = line_of("DUc1 ENf4 dub6", bags="Fo/-", extras="pool=Tr;np=2;ph=ask:Kn:f4", ply=4)
    after = oracle.decisions(line)["!"]
    assert (phase(after), after.split()[1:3]) == ("", ["N", "FoKn/-"])
    assert extras(after)["np"] == "3"


@pytest.mark.rule("SIEGE-2", "SIEGE-3")
def test_v35_first_come_first_served() -> None:
    oracle = oracle_of(pool=SIEGE)
    line = line_of("DUc1 dud6", bags="-/Kn", extras="pool=Tr;ph=place:Kn")
    turns = oracle.decisions(line)
    swapped = turns["=@c2"]
    assert tile_at(swapped, "c2") == ("Tr", 0, 0, 0)
    assert extras(swapped) == {"box": "Kn/-"}
    theirs = oracle.decisions(swapped)["+"]
    offer = outcomes(oracle, theirs)["+Kn"][1]
    assert not any(text.startswith("=") for text in oracle.decisions(offer))
    assert extras(turns["@c2"]) == {"pool": "Tr", "no": "Kn/-"}


@pytest.mark.rule("PLACE-4")
def test_v38_an_empty_bag_offers_no_draw() -> None:
    assert "+" not in oracle_of().decisions(line_of("DUc1 FOe2 dud6"))


@pytest.mark.rule("CUSTOM-2")
def test_v39_a_custom_tile_is_just_a_bag_entry() -> None:
    oracle = oracle_of()
    found = outcomes(oracle, line_of("DUc1 dud6", bags="Bl/-", extras="ph=?draw"))
    assert set(oracle.decisions(found["+Bl"][1])) == {"@b1", "@d1", "@c2"}


# -------------------------------------------------------------------------------------- limits and the rest


ROUND = ("c1-b1", "d6-e6", "b1-b2", "e6-e5", "b2-c2", "e5-d5", "c2-c1", "d5-d6")


def play(line: str, turns: tuple[str, ...], **settings: Any) -> list[str]:
    """The phase after each turn; stops when the game is over."""
    game = Game(oracle_of(**settings), line)
    phases = []
    for text in turns:
        phases.append(phase(game.step(text)))
        if phases[-1]:
            break
    return phases


@pytest.mark.rule("TURN-5", "TURN-5b")
def test_v37_third_occurrence() -> None:
    phases = play(line_of("DUc1 dud6"), ROUND * 3)
    assert (len(phases), phases[-1]) == (16, "over:=:repetition")


@pytest.mark.rule("TURN-5")
@pytest.mark.parametrize(
    ("repetition", "no_progress", "max_turns", "reason"),
    [(2, 8, 8, "repetition"), (3, 8, 8, "no-progress"), (3, 0, 8, "max-turns"), (0, 9, 8, "max-turns")],
)
def test_order_of_the_limits(repetition: int, no_progress: int, max_turns: int, reason: str) -> None:
    phases = play(line_of("DUc1 dud6"), ROUND * 2, repetition=repetition, no_progress=no_progress, max_turns=max_turns)
    assert (len(phases), phases[-1]) == (8, f"over:=:{reason}")


@pytest.mark.rule("TURN-5")
def test_mate_comes_before_the_limits() -> None:
    line = line_of("DUa1 FOb1 knb6 duf6", owner="N", extras="np=7", ply=7)
    oracle = oracle_of(no_progress=8, max_turns=8)
    assert phase(oracle.decisions(line)["b6-a4"]) == "over:N:mate"
    assert phase(oracle.decisions(line)["f6-e6"]) == "over:=:no-progress"


@pytest.mark.rule("DREAD-1")
def test_held_lasts_until_the_owners_next_turn() -> None:
    oracle = oracle_of()
    line = line_of("DUa1 FOc3 KNd2 ddc4 fob3 duf6")
    after = oracle.decisions(line)["d2xc4"]
    assert extras(after)["held"] == "c3"
    theirs = oracle.decisions(after)
    assert "b3xc3" not in theirs
    assert "b3xc3" in oracle.decisions(after.replace(";held=c3", ""))
    mine = oracle.decisions(theirs["f6-e6"])
    assert "c3-c2" in mine


@pytest.mark.rule("A-0")
def test_equal_turns_are_listed_once() -> None:
    """Two linked tiles could do the same shot: the one whose square comes first is named."""
    oracle = oracle_of()
    turns = oracle.decisions(line_of("DUa1 ENf1 TRb2 TRb2 foc6 fob4 dud6"))
    assert "f1~b2/b2*b4" in turns
    single = oracle.decisions(line_of("DUa1 AR'c2 foc5 dua6"))
    assert "c2**c5" in single


@pytest.mark.rule("LINK-2", "LINK-4")
def test_link_chain_with_rotation_and_redeploy() -> None:
    oracle = oracle_of()
    turns = oracle.decisions(line_of("DUa1 ENf1 ARc3 dub6", bags="Kn/-"))
    assert tile_at(turns["f1~c3"], "c3") == ("Ar", 0, 1, 0)
    assert tile_at(turns["f1~c3/c3>"], "c3") == ("Ar", 0, 0, 1)
    assert phase(turns["f1~c3/c3%"]) == "?redeploy:c3"
    assert tile_at(turns["f1~c3/c3%"], "f1") == ("En", 0, 1, 0)


@pytest.mark.rule("ENH-I-1", "ENH-I-2")
def test_summon_flips_the_duke() -> None:
    after = oracle_of().decisions(line_of("DUc1 DCf4 dub6"))["f4^c2"]
    assert tile_at(after, "c1") == ("Du", 0, 1, 0)
    assert tile_at(after, "c2") == ("Dc", 0, 0, 0)


@pytest.mark.rule("SETUP-3", "SETUP-4", "SETUP-8", "COUP-1", "DRAGON-2")
def test_order_of_the_set_up_nodes() -> None:
    oracle = oracle_of(objective="counting_coup", terrain={"mountain": 1, "fort": 1, "dragon": True})
    game = Game(oracle)
    seen = []
    while phase(game.line):
        seen.append((phase(game.line), game.line.split()[1]))
        game.step(next(iter(game.options())))
    assert seen == [
        ("duke", "S"),
        ("foot", "S"),
        ("duke", "N"),
        ("foot", "N"),
        ("?mountain", "S"),
        ("?fort", "S"),
        ("flag", "N"),
        ("flag", "S"),
        ("?nest", "S"),
    ]
    assert game.line.endswith(" 0")


@pytest.mark.rule("TROPHY-1")
def test_each_player_puts_down_the_flag_he_hunts() -> None:
    oracle = oracle_of(objective="trophy_hunters")
    turns = oracle.decisions(line_of("DUc1 FOb1 FOd1 dud6 foc6 foe6", owner="N", extras="ph=flag"))
    assert set(turns) == {"#a1", "#e1", "#f1"}
    assert extras(turns["#a1"])["fl"] == "a1/-"


@pytest.mark.rule("COUP-5", "DRAGON-10")
def test_a_push_that_scores_leads_to_the_hop() -> None:
    oracle = oracle_of(objective="counting_coup")
    after = oracle.decisions(line_of("DUa3 fod3 dub6", extras="dr=c3E;fl=f1/c4"))["a3>c3"]
    assert phase(after) == "?facing:hop"
    turned = outcomes(oracle, after)["dr=W"][1]
    assert (phase(turned), turned.split()[1]) == ("hop", "N")
    assert phase(oracle.decisions(turned)["#-"]) == "?dragon"
    assert oracle.decisions(turned)["#-"].split()[1] == "S"


@pytest.mark.rule("AREA-5", "GUARD-5")
def test_area_on_ones_own_duke_is_illegal() -> None:
    turns = oracle_of().decisions(line_of("DUc5 AR'c2 foc6 dua1"))
    assert not any("**" in text for text in turns)


def test_every_line_by_hand_has_its_test() -> None:
    source = Path(__file__).read_text()
    assert [key for key in LINES if f"_v{key[1:].lower()}_" not in source] == []
