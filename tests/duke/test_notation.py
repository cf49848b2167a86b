"""Positions and turns as text: reading, writing, and everything that can be wrong with them."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.boards import lab_game, line_of

from workbench.duke.board.state import OVER
from workbench.duke.game import game_of
from workbench.duke.text.lettering import Lettering
from workbench.duke.text.position_read import BadPosition, parse_state
from workbench.duke.text.position_write import PHASE_NAMES, format_state
from workbench.duke.text.turn_read import BadTurn, parse_candidates
from workbench.duke.text.whole_turns import join_whole, split_whole
from workbench.tileset.settings import Settings

TERRAIN = {"terrain": {"mountain": 3, "fort": 2, "dragon": True}}


def letters_of(sets: tuple[str, ...] = (), **settings: object) -> Lettering:
    return game_of(sets, settings).letters


SIEGE = letters_of(("siege-engines",), enhanced="both", **TERRAIN)
COUP = letters_of(("siege-engines",), enhanced="both", objective="counting_coup", **TERRAIN)
LAB = lab_game(Settings.model_validate(TERRAIN), ()).letters

ROUND_TRIPS = [
    (SIEGE, "2fodu2/3fo2/6/3KN'2/2FO3/2DUFO2 S BoPi3/BoPi3 - 9"),
    (SIEGE, "2trv.fodu1/3tr'<2/6/TR>BA>4/2FOv3/2DUFO2 N -/- - 0".replace("FOv3", "TRv3")),
    (SIEGE, "3du2/6/6/6/6/2DU3 S AsBoCh/- mt=c3,d4;ft=a2;dr=c4W!s;off=x:KnPi2,o:Fo/t:Kn;np=12 77"),
    (SIEGE, "3du2/6/6/6/6/2DU3 S Kn/- dr=f3Er;box=Kn/-;pool=BaTr;no=-/KnPr 3"),
    (COUP, "3du2/6/6/6/6/2DU3 S Kn/- fl=a1/f6;sc=1/2 3"),
    (COUP, "3du2/6/6/6/6/2DU3 S Kn/- fl=-/f6;ph=flag 0"),
    (SIEGE, "6/6/6/6/6/2DU3 S Fo/- ph=foot 0"),
    (SIEGE, "3du2/6/6/6/6/2DU3 S Kn/- ph=?draw 3"),
    (SIEGE, "3du2/6/6/TR5/6/2DU3 S Kn/- ph=?redeploy:a3 3"),
    (SIEGE, "3du2/6/6/TR5/6/2DU3 S -/- ph=place:Kn:a3 3"),
    (SIEGE, "3du2/6/6/6/6/2DU3 S -/- ph=place:Tr:L 3"),
    (SIEGE, "3du2/6/6/EN5/6/2DU3 S Kn/- pool=Tr;ph=ask:Kn:a3 3"),
    (SIEGE, "3du2/6/6/EN5/6/2DU3 S Kn/- pool=Tr;ph=?call:a3 3"),
    (SIEGE, "3du2/6/6/OR5/6/2DU3 S Kn/- ph=divine:KnPi2 3"),
    (COUP, "3du2/6/6/6/6/2DU3 N -/- fl=a1/f6;sc=1/0;ph=hop 3"),
    (COUP, "3du2/6/6/6/6/2DU3 S -/- dr=c4W;fl=a1/f6;ph=?facing:hop 3"),
    (SIEGE, "3du2/6/6/6/6/2DU3 S -/- dr=c4W;ph=?facing 3"),
    (SIEGE, "3du2/6/6/6/6/2DU3 S -/- dr=c4W;ph=?dragon 3"),
    (SIEGE, "3du2/6/6/6/6/6 N -/- off=x:Du/-;ph=over:N:duke 3"),
    (SIEGE, "3du2/6/6/6/6/2DU3 N -/- ph=over:=:no-progress 300"),
    (LAB, "3du2/6/2FO3/6/6/2DU3 N -/- held=c4;np=2 3"),
    (LAB, "3du2/6/2FO3/6/6/2DU3 S -/- frz=c4;ph=place:Xd 3"),
]


@pytest.mark.parametrize(("letters", "line"), ROUND_TRIPS)
def test_lines_survive_reading_and_writing(letters: Lettering, line: str) -> None:
    assert format_state(parse_state(line, letters)[0], letters) == line


def test_other_spellings_are_read() -> None:
    state = parse_state("3du2/6/6/6/TR^5/2DU3  S  -/-  -  0", SIEGE)
    assert format_state(state[0], SIEGE) == "3du2/6/6/6/TR5/2DU3 S -/- - 0"
    split = parse_state("111du2/6/6/6/6/2DU12 S PiPiPi/- - 0", SIEGE)
    assert format_state(split[0], SIEGE) == "3du2/6/6/6/6/2DU3 S Pi3/- - 0"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("3du2/6/6/6/6/2DU3 S -/- -", "five fields"),
        ("3du2/6/6/6/2DU3 S -/- - 0", "5 ranks"),
        ("3du3/6/6/6/6/2DU3 S -/- - 0", "rank 6: '3du3' fills 7 squares"),
        ("3du2/6/6/6/6/2DU2 S -/- - 0", "rank 1: '2DU2' fills 5 squares"),
        ("3du2/6/6/6/4QQ1/2DU3 S -/- - 0", "the code 'QQ'"),
        ("3du2/6/6/6/4Fo1/2DU3 S -/- - 0", "must be FO for South or fo for North"),
        ("3du2/6/6/6/4?1/2DU3 S -/- - 0", "cannot read '?1'"),
        ("3du2/6/6/6/6/DU1DU3 S -/- - 0", "South has two Dukes, on a1 and c1"),
        ("3du2/6/6/6/6/2FO3 S -/- - 0", "South has no Duke"),
        ("3du2/6/6/6/FO>5/2DU3 S -/- - 0", "a2: Footman cannot be turned"),
        ("3du2/6/6/6/6/2DU3 W -/- - 0", "'S' or 'N'"),
        ("3du2/6/6/6/6/2DU3 S Pi3 - 0", "bags: 'Pi3' must have two parts"),
        ("3du2/6/6/6/6/2DU3 S Du/- - 0", "never in a bag"),
        ("3du2/6/6/6/6/2DU3 S Pi0/- - 0", "counts no tile"),
        ("3du2/6/6/6/6/2DU3 S Kn100Pi100/- - 0", "holds 200 tiles; at most"),
        ("3du2/6/6/6/6/2DU3 S Pi200/- - 0", "more tiles than a bag can hold"),
        ("3du2/6/6/6/6/2DU3 S 3/- - 0", "not a run of codes"),
        ("3du2/6/6/6/6/2DU3 S -/- - x", "'x' is not a whole number"),
        ("3du2/6/6/6/6/2DU3 S -/- zz=1 0", "cannot read 'zz=1'"),
        ("3du2/6/6/6/6/2DU3 S -/- mt=a2;mt=a3 0", "'mt' is given twice"),
        ("3du2/6/6/6/6/2DU3 S -/- ft=a2;mt=a3 0", "the order is"),
        ("3du2/6/6/6/6/2DU3 S -/- mt=z9 0", "'z9' is not a square"),
        ("3du2/6/6/6/6/2DU3 S -/- mt=a2,a2 0", "a2 is named twice"),
        ("3du2/6/6/6/6/2DU3 S -/- mt=c1 0", "a troop stands on the Mountain c1"),
        ("3du2/6/6/6/6/2DU3 S -/- mt=a2;ft=a2 0", "two terrain tiles on a2"),
        ("3du2/6/6/6/6/2DU3 S -/- mt=a2,a3,a4,a5 0", "this game has 3 of them"),
        ("3du2/6/6/6/6/2DU3 S -/- dr=c1E 0", "Dragon's square c1"),
        ("3du2/6/6/6/6/2DU3 S -/- dr=c3Q 0", "is not a square, a facing"),
        ("3du2/6/6/6/6/2DU3 S -/- dr=c3E!r 0", "never has to reorient"),
        ("3du2/6/6/6/6/2DU3 S -/- fl=a1/f6 0", "no Flags"),
        ("3du2/6/6/6/6/2DU3 S -/- sc=1/0 0", "Counting Coup only"),
        ("3du2/6/6/6/6/2DU3 S -/- sc=7/0 0", "not a score"),
        ("3du2/6/6/6/6/2DU3 S -/- off=q:Kn/- 0", "must start with x:"),
        ("3du2/6/6/6/6/2DU3 S -/- pool=Kn 0", "Knight is not a pool tile"),
        ("3du2/6/6/6/6/2DU3 S -/- pool=Tr2 0", "Tr is named 2 times"),
        ("3du2/6/6/6/6/2DU3 S -/- no=Pi/- 0", "has no pool tile"),
        ("3du2/6/6/6/6/2DU3 S -/- held=a1 0", "no troop stands on a1"),
        ("3du2/6/6/6/6/2DU3 S -/- frz=c1 0", "only inside a turn"),
        ("3du2/6/6/6/6/2DU3 S Kn/- held=c1;ph=?draw 0", "only where a turn is to be opened"),
        ("3du2/6/6/6/6/2DU3 S -/- np=-1 0", "not a whole number"),
        ("3du2/6/6/6/6/2DU3 S -/- ph=nap 0", "'nap' is not a phase"),
        ("3du2/6/6/6/6/2DU3 S -/- ph=place 0", "'place' is not a phase"),
        ("3du2/6/6/6/6/2DU3 S -/- ph=place:Du 0", "never drawn"),
        ("3du2/6/6/6/6/2DU3 S -/- ph=?draw 0", "bag is empty"),
        ("3du2/6/6/6/6/2DU3 S Kn/- ph=?redeploy:a3 0", "no troop of South stands on a3"),
        ("3du2/6/6/FO5/6/2DU3 S Kn/- ph=?redeploy:a3 0", "Footman on a3 has no Redeploy"),
        ("3du2/6/6/6/6/2DU3 S -/- ph=?dragon 0", "no Dragon on the board"),
        ("3du2/6/6/6/6/2DU3 S -/- ph=hop 0", "another objective"),
        ("3du2/6/6/6/6/2DU3 S -/- ph=divine:KnPi3 0", "at most 3 tiles"),
        ("3du2/6/6/6/6/2DU3 S -/- ph=over:S:boredom 0", "'boredom' is not a reason"),
        ("3du2/6/6/6/6/2DU3 S -/- front=Kn/- 0", "belongs to a draft only"),
    ],
)
def test_faults(line: str, words: str) -> None:
    with pytest.raises(BadPosition) as error:
        parse_state(line, SIEGE)
    assert any(words in fault for fault in error.value.faults), error.value.faults


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("3du2/6/6/6/6/2DU3 S -/- ft=a1;fl=a1/f6 0", "lies on terrain"),
        ("3du2/6/6/6/6/2DU3 S -/- fl=a1/a1 0", "both Flags are on a1"),
        ("3du2/6/6/6/6/2DU3 S -/- fl=d6/a1 0", "may not hold South's Flag"),
    ],
)
def test_faults_of_flags(line: str, words: str) -> None:
    with pytest.raises(BadPosition, match=words):
        parse_state(line, COUP)


def test_all_faults_are_listed_at_once() -> None:
    with pytest.raises(BadPosition) as error:
        parse_state("3du2/6/6/6/QQ5/DU1DU3 X Du/Zz mt=z9;zz=1 -1", SIEGE)
    assert len(error.value.faults) == 8


@given(st.text(max_size=60))
def test_no_text_breaks_the_reader(text: str) -> None:
    with pytest.raises(BadPosition):
        parse_state(text, SIEGE)


@given(st.text("abcdefDUFOKN'>v<^.123456/?:;=-+SN ", max_size=80))
def test_no_near_miss_breaks_the_reader(text: str) -> None:
    line = f"3du2/6/6/6/6/2DU3 S -/- {text.replace(' ', '') or '-'} 0"
    with suppress(BadPosition):
        assert parse_state(line, SIEGE)[0]["ply"] == 0


WHOLE = [
    ("+Kn@d2", ["+", "+Kn", "@d2"]),
    ("+Kn=Tr@d2", ["+", "+Kn", "=@d2"]),
    ("c2%+Kn@d2", ["c2%", "+Kn", "@d2"]),
    ("c2~d4/d4%+Kn@d2", ["c2~d4/d4%", "+Kn", "@d2"]),
    ("c2?KnPi2:Kn@d2", ["c2?", "+KnPi2", "Kn@d2"]),
    ("c2?KnPi2:Kn@d2-Pi", ["c2?", "+KnPi2", "Kn@d2-Pi"]),
    ("c2?KnPi2:Kn=Tr@d2", ["c2?", "+KnPi2", "Kn=@d2"]),
    ("c2~d4/d4?KnPi2:Kn@d2-Pi", ["c2~d4/d4?", "+KnPi2", "Kn@d2-Pi"]),
    ("c2~+Tr@d2", ["c2~+", "+Tr", "@d2"]),
    ("c2~+Kn=Tr@d2", ["c2~+", "+Kn", "=", "@d2"]),
    ("c2~+Kn!Ge=Ca@d2", ["c2~+", "+Kn", "!", "+Ge", "=", "@d2"]),
    ("c2~+Kn!", ["c2~+", "+Kn", "!"]),
    ("a3>d3E", ["a3>d3", "dr=E"]),
    ("a3>d3s", ["a3>d3s"]),
    ("c2~d4/d4>e5W", ["c2~d4/d4>e5", "dr=W"]),
    ("c2~d4/d4**f5", ["c2~d4/d4**f5"]),
    ("Fo@b1,Fo@c2", ["Fo@b1,Fo@c2"]),
    ("dr-e3*c4=E", ["dr-e3*c4=E"]),
]


@pytest.mark.parametrize(("text", "steps"), WHOLE)
def test_whole_turns(text: str, steps: list[str]) -> None:
    assert split_whole(text) == steps
    assert join_whole(steps, SIEGE) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "c1",
        "c1-",
        "c1-c9",
        "c1=c2",
        "z1-z2",
        "c1-c2-c3",
        "++",
        "@",
        "#",
        "Kn@",
        "pick:",
        "c2~d4/",
        "c2**",
        "$Kn:Fo",
    ],
)
def test_texts_that_are_no_turns(text: str) -> None:
    state = parse_state("3du2/6/6/6/2FO3/2DU3 S Kn/- - 0", SIEGE)
    with pytest.raises(BadTurn):
        parse_candidates(text, state[0], SIEGE, lambda square, flipped: [])


def test_captures_are_written_with_an_x() -> None:
    state = parse_state("3du2/6/6/2fo3/2FO3/2DU3 S Kn/- - 0", SIEGE)
    with pytest.raises(BadTurn, match="write 'xc3'"):
        parse_candidates("c2-c3", state[0], SIEGE, lambda square, flipped: [])
    with pytest.raises(BadTurn, match="write '-d2'"):
        parse_candidates("c2xd2", state[0], SIEGE, lambda square, flipped: [])


def test_every_phase_has_a_name() -> None:
    assert len(PHASE_NAMES) == OVER + 1
    assert len(set(PHASE_NAMES)) == len(PHASE_NAMES)


def test_drawings_and_lists_give_the_same_line() -> None:
    drawing = """
        . . . du . .
        . . . . . .
        . . . . . .
        . . TR'v KN . .
        . . . . . .
        . . DU . . .
    """
    line = "3du2/6/6/2TR'v.KN2/6/2DU3 S -/- - 0"
    assert line_of(drawing) == line_of("dud6 TR'vc3 KNd3 DUc1") == line
