"""Set-up, terrain, the Dragon, Flags and the other objectives."""

from __future__ import annotations

from fractions import Fraction

import pytest
from support.boards import Board

from workbench.duke.game import game_of, implied_settings, why
from workbench.tileset.compose import ComposeError

COUP = {"objective": "counting_coup"}
TROPHY = {"objective": "trophy_hunters"}
RIDER = {"objective": "dark_rider", "sets": ("base",)}
DRAGON = "dr=d3E;ph=?dragon"
HALF = Fraction(1, 2)
EXAMPLE = "5du/1pr4/6/6/6/3DU'2 S -/- dr=c4E 9"  # the Priest on b5 could push the Dragon onto d3
ROBIN = {"objective": "robin_hood", "sets": ("robin-hood",)}


# Set-up


@pytest.mark.rule("SETUP-1", "SETUP-1c")
def test_the_base_armies() -> None:
    start = Board.start(sets=("base",))
    assert start.bags == ("AsBoChDrFoGeKnLoMaPi3PrRaSeWi",) * 2
    both = Board.start(sets=("base",), enhanced="both")
    assert both.bags[0] == "AsBoChDcDrFoGeKnLoMaOrPi3PrRaSeWi"


@pytest.mark.rule("SETUP-2", "SETUP-3", "SETUP-4", "SETUP-5", "SETUP-6", "SETUP-7", "G-3")
def test_setting_up() -> None:
    start = Board.start(sets=("base",))
    assert start.turns == {"Du@c1", "Du@d1"}
    start.may_not("Du@b1", "SETUP-3")
    south = start.after("Du@c1")
    assert south.turns == {"Fo@b1,Fo@d1", "Fo@b1,Fo@c2", "Fo@d1,Fo@c2"}
    south.may_not("Fo@b1,Fo@b2", "SETUP-4")
    north = south.after("Fo@b1,Fo@c2")
    assert (north.owner, north.turns) == ("N", {"Du@c6", "Du@d6"})
    ready = north.after("Du@d6", "Fo@d5,Fo@e6")
    assert (ready.owner, ready.phase, ready.position.ply) == ("S", "", 0)
    assert ready.line.split()[0] == "3dufo1/3fo2/6/6/2FO3/1FODU3"


@pytest.mark.rule("SETUP-8", "SETUP-9", "COUP-1", "MTN-1", "FORT-1", "DRAGON-2")
def test_the_order_of_terrain_and_flags() -> None:
    board = Board.start(sets=("base",), terrain={"mountain": 1, "fort": 1, "dragon": True}, **COUP)
    board = board.after("Du@c1", "Fo@b1,Fo@c2", "Du@d6", "Fo@d5,Fo@e6")
    assert board.phase == "?mountain"
    assert set(board.chances.values()) == {Fraction(1, 30)}
    board = board.after("mt@a3")
    assert (board.phase, len(board.chances)) == ("?fort", 29)
    board = board.after("ft@a4")
    assert (board.phase, board.owner) == ("flag", "N")
    board.may("#a1", "#f6", "#a6")
    board.may_not("#c1", "COUP-1")
    board.may_not("#b2", "COUP-1")
    board = board.after("#f6", "#a1")
    assert board.phase == "?nest"
    assert {event[:3] for event in board.chances} == {"dr@"}
    assert {event[3:5] for event in board.chances} <= {"c3", "d3", "c4", "d4"}
    board = board.after("dr@d3E")
    assert (board.phase, board.owner, board.extras["dr"]) == ("", "S", "d3E")


@pytest.mark.rule("DRAGON-2")
def test_the_dragon_is_never_put_next_to_prey() -> None:
    board = Board("DUc1 FOc2 duc6 FOe3", extras="ph=?nest", terrain={"dragon": True})
    assert "dr@d3E" not in board.chances
    assert "dr@c3E" not in board.chances
    assert sum(board.chances.values()) == 1


# Mountain and Fort


@pytest.mark.rule("MTN-1", "MOVE-2", "MOVE-3", "SLIDE-1", "JSLIDE-2")
def test_a_mountain_stops_movement() -> None:
    board = Board("DUa2 PIc2 ASf4 FOb4 dud6", extras="mt=d2,d3,b5,f5")
    assert board.of("a2") == {"-b2"}
    board.may_not("c2-e4", "MOVE-2")
    board.may_not("b4-b5", "MOVE-3")
    board.may_not("f4-f6", "JSLIDE-2")
    Board("DUa1 XMc2 dud6", extras="mt=c3").may_not("c2-c3", "MOVE-3")


@pytest.mark.rule("MTN-2", "JUMP-3", "JUMP-2", "G-6")
def test_jumps_and_mountains() -> None:
    Board("DUa1 WI'c2 dud6", extras="mt=c3").may_not("c2-c4", "JUMP-3")
    Board("DUa1 WI'c2 dud6", extras="mt=c4").may_not("c2-c4", "JUMP-2")
    Board("DUa1 KNb2 dud6", extras="mt=b3").may("b2-c4")
    Board("DUa1 KNb2 dud6", extras="mt=b3,c3").may_not("b2-c4", "JUMP-3")


@pytest.mark.rule("MTN-3", "STRIKE-2")
def test_strikes_and_mountains() -> None:
    Board("DUa1 BO'd4 foc5 foe5 dud6", extras="mt=d5").may("d4*c5", "d4*e5")
    Board("DUa1 BO'd4 fod6 dub6", extras="mt=d5").may_not("d4*d6", "STRIKE-2")


@pytest.mark.rule("MTN-4", "MTN-5")
def test_command_and_placing_around_mountains() -> None:
    Board("DUa1 GE'c3 FOb3 dud6", extras="mt=c2").may("c3:b3-d3")
    Board("DUa1 GE'c3 FOb3 dud6", extras="mt=d3").may_not("c3:b3-d3", "CMD-2")
    Board("DUc1 dud6", bags="Kn/-", extras="mt=c2").after("+", "+Kn").may_not("@c2", "PLACE-2")


@pytest.mark.rule("FORT-1", "FORT-3", "FORT-4", "SLIDE-2")
def test_entering_and_passing_forts() -> None:
    board = Board("DUa2 dud6", extras="ft=c2")
    assert board.of("a2") == {"-b2", "-c2", "-d2", "-e2", "-f2"}
    Board("DUa2 foc2 dud6", extras="ft=c2").may("a2xc2")
    Board("DUa1 FOb2 dud6", extras="ft=b3").may("b2-b3")
    Board("DUa1 WI'b2 dud6", extras="ft=b3").may("b2-b4")
    Board("DUa1 FOb2 FOb3 dud6", extras="ft=b3").may_not("b2-b3", "MOVE-3")


@pytest.mark.rule("FORT-2", "JSLIDE-3", "JUMP-2")
def test_nobody_jumps_into_a_fort() -> None:
    Board("DUa1 WI'b2 fob4 dud6", extras="ft=b4").may_not("b2xb4", "FORT-2")
    Board("DUa1 ASc2 dud6", extras="ft=c4").may_not("c2-c4", "FORT-2")
    Board("DUa1 ASc2 dud6", extras="ft=c4").may("c2-c5")
    Board("DUa1 ASc2 dud6", extras="ft=c4", fort_jslide=True).may("c2-c4")


@pytest.mark.rule("FORT-5", "FORT-6", "FORT-7", "DREAD-1")
def test_a_fort_shelters() -> None:
    Board("DUa1 BO'c3 foc5 dud6", extras="ft=c5").may_not("c3*c5", "STRIKE-2")
    Board("DUa1 BO'c3 foc5 dud6", extras="ft=c3").may("c3*c5")
    Board("DUc1 dud6", bags="Kn/-", extras="ft=c2").after("+", "+Kn").may_not("@c2", "PLACE-2")
    assert Board("DUa1 FOc4 xdc5 dud6", extras="ft=c4").of("c4") != set()
    assert Board("DUa1 FOc4 xdc5 dud6", extras="ft=c5").of("c4") != set()


@pytest.mark.rule("FORT-8", "FORT-9")
def test_several_forts() -> None:
    board = Board("DUa2 dud6", extras="ft=b2,c2")
    board.may("a2-b2", "a2-c2", "a2-d2")


# Dragon


@pytest.mark.rule("DRAGON-1", "DRAGON-3", "DRAGON-5")
def test_a_calm_dragon_captures_what_it_reaches() -> None:
    board = Board("FOe3 SEf3 wid4 DUa1 dua6", extras=DRAGON)
    assert board.chances == {"drxe3": HALF, "drxd4": HALF}
    after = board.after("drxe3")
    assert (after.extras["dr"], after.extras["off"], after.owner) == ("e3E", "t:Fo/-", "N")
    assert Board("FOf3 DUa1 dua6", extras=DRAGON).chances == {"drxf3": Fraction(1)}
    west = Board("FOb3 foe3 DUa1 dua6", extras="dr=d3W;ph=?dragon")
    assert set(west.chances) == {"drxb3"}
    shut = Board("FOf3 DUa1 dua6", extras="mt=e3;" + DRAGON)
    assert set(shut.chances) == {"dr-"}


@pytest.mark.rule("DRAGON-3", "DRAGON-4")
def test_at_the_border_it_turns_round_first() -> None:
    after = Board("FOf3 DUa1 dua6", extras=DRAGON).after("drxf3")
    assert after.extras["dr"] == "f3Er"
    turned = Board("FOf4 DUa1 dua6", extras="dr=f3Er;ph=?dragon")
    assert set(turned.chances) == {"dr=W"}
    assert turned.after("dr=W").extras["dr"] == "f3W"


@pytest.mark.rule("DRAGON-6", "MOVE-2", "JUMP-1", "STRIKE-2")
def test_the_dragon_as_an_obstacle() -> None:
    Board("DUa1 PIc2 dud6", extras="dr=d3E").may_not("c2-e4", "MOVE-2")
    Board("DUa1 WI'c2 dud6", extras="dr=c3E").may("c2-c4")
    Board("DUa1 WI'c2 dud6", extras="dr=c4E").may_not("c2-c4", "DRAGON-6")
    Board("DUa1 BO'c3 foc5 dud6", extras="dr=c4E").may("c3*c5")


@pytest.mark.rule("DRAGON-9", "DRAGON-10", "DRAGON-11")
def test_pushing_the_dragon() -> None:
    board = Board("DUa3 dub6", extras="dr=c3Er")
    assert {text for text in board.turns if ">" in text} == {"a3>c3s", "a3>c3o"}
    after = board.after("a3>c3s")
    assert (after.tile("c3"), after.extras["dr"], after.phase) == ("DU'", "d3S!s", "?dragon")
    assert board.after("a3>c3o").extras["dr"] == "d3N!s"
    board.may_not("a3>c3", "DRAGON-10")
    hit = Board("DUa3 fod3 dub6", extras="dr=c3E").after("a3>c3")
    assert (hit.phase, hit.extras["off"], hit.chances) == ("?facing", "-/t:Fo", {"dr=E": HALF, "dr=W": HALF})
    assert hit.after("dr=W").extras["dr"] == "d3Ws"
    assert Board("DUa3 fod3 dub6", extras="dr=c3E").after("a3>c3W").extras["dr"] == "d3Ws"
    Board("DUa3 dub6", extras="dr=f3E").may_not("a3>f3s", "DRAGON-9")
    Board("DUa3 fod3 dub6", extras="ft=d3;dr=c3E").may_not("a3>c3")
    Board("DUa3 fob3 dub6", extras="dr=c3E").may_not("a3>c3s", "MOVE-2")


@pytest.mark.rule("DRAGON-10b", "WIN-2")
def test_pushing_the_dragon_onto_the_enemy_duke_wins() -> None:
    after = Board("DUa3 dud3", extras="dr=c3E").after("a3>c3")
    assert after.end == ("S", "eaten")
    assert after.extras["dr"] == "d3Es"


@pytest.mark.rule("DRAGON-10b", "GUARD-1", "GUARD-2")
def test_a_push_onto_the_duke_is_a_threat() -> None:
    assert Board("DUa3 dud3", extras="dr=c3E").attacks("S")
    assert not Board("DUa3 dud4", extras="dr=c3E").attacks("S")
    assert not Board("DUa3 FOb3 dud3", extras="dr=c3E").attacks("S")  # the way is blocked
    assert not Board("DUa3 dud3", extras="dr=c3E!").attacks("S")  # enraged: nobody pushes it
    assert not Board("DUa3 dud3", extras="ft=d3;dr=c3E").attacks("S")  # not into a Fort with a troop
    assert not Board("DUa3 dud3", extras="dr=c3E", dragon_eats_duke="only_lost").attacks("S")
    given = game_of(("base",), implied_settings(EXAMPLE)).position(EXAMPLE)
    assert (why(given, "d1-d3").legal, why(given, "d1-d3").rule) == (False, "GUARD-2")


@pytest.mark.rule("DRAGON-10b", "LINK-5")
def test_a_linked_tile_may_push_it_there() -> None:
    assert Board("DUf1 XLa1 XOd1 dud4", extras="dr=d3E").attacks("S")
    assert not Board("DUf1 XL'a1 XOd1 dud4", extras="dr=d3E").attacks("S")


@pytest.mark.rule("WIN-2", "DRAGON-10b", "COUP-7")
def test_a_duke_that_is_only_lost() -> None:
    lost = {"dragon_eats_duke": "only_lost"}
    pushed = Board("DUa3 dud3 fof6", bags="-/Kn", extras="dr=c3E", **lost).after("a3>c3")
    assert (pushed.end, pushed.phase, pushed.extras["off"]) == (None, "?facing", "-/t:Du")
    north = pushed.after("dr=E").after("dr-")
    north.may_not("+", "COUP-7")
    eaten = Board("DUd4 FOa1 dub6", extras="dr=d3E;ph=?dragon", **lost).after("drxd4")
    assert (eaten.end, eaten.owner) == (None, "N")
    both = Board("FOa1 dud4", extras="dr=d3E;ph=?dragon", **lost).after("drxd4")
    assert both.end == ("=", "both")
    assert Board("FOa3 dud3 SEa4", extras="dr=c3E", **lost).end is None


@pytest.mark.rule("DRAGON-11")
def test_it_skips_once_after_a_push() -> None:
    board = Board("FOd4 DUa1 dua6", extras="dr=d3N!s;ph=?dragon")
    assert set(board.chances) == {"dr-"}
    assert board.after("dr-").extras["dr"] == "d3N!"


@pytest.mark.rule("DRAGON-12", "DRAGON-13", "DRAGON-1")
def test_an_enraged_dragon_strikes() -> None:
    board = Board("FOd3 foc4 see5 DUa1 dua6", extras="dr=d2N!;ph=?dragon")
    pairs = ("d3,c4", "d3,e5", "c4,e5")
    assert set(board.chances) == {f"dr*{pair}={facing}" for pair in pairs for facing in "EW"}
    assert set(board.chances.values()) == {Fraction(1, 6)}
    assert board.after("dr*d3,c4=E").extras["dr"] == "d2E"


@pytest.mark.rule("DRAGON-12")
def test_or_moves_aside() -> None:
    board = Board("sed5 DUa1 duf6", extras="dr=a4N!;ph=?dragon")
    assert set(board.chances) == {"dr-b4*d5=E", "dr-b4*d5=W"}
    quiet = Board("DUa1 duf6", extras="dr=c4N!;ph=?dragon")
    assert quiet.chances == {"dr-b4": HALF, "dr-d4": HALF}
    assert quiet.after("dr-b4").extras["dr"] == "b4W!"
    taken = Board("FOb4 DUa1 duf6", extras="dr=a4N!;ph=?dragon")
    assert set(taken.chances) == {"drxb4=E", "drxb4=W"}


@pytest.mark.rule("DRAGON-14", "DRAGON-15")
def test_when_the_dragon_cannot_be_pushed() -> None:
    Board("DUa3 dub6", extras="dr=c3N!").may_not("a3>c3s", "DRAGON-14")
    Board("DUa3 dub6", extras="mt=c3;dr=c3E").may_not("a3>c3s")
    Board("DUa3 dub6", extras="ft=c3;dr=c3E").may("a3>c3s")
    Board("DUa1 ASc2 dub6", extras="ft=c4;dr=c4E").may_not("c2>c4s", "DRAGON-15")
    Board("DUa1 ASc2 dub6", extras="ft=c4;dr=c4E", fort_jslide=True).may("c2>c4s")


@pytest.mark.rule("GUARD-10", "WIN-2")
def test_the_dragon_is_not_the_opponent() -> None:
    board = Board("DUd5 dub6", extras="dr=d3E")
    board.may("d5-e5")
    eaten = Board("DUd4 dua6", extras=DRAGON).after("drxd4")
    assert eaten.end == ("N", "eaten")
    both = Board("DUd3 duc4", extras="dr=d2N!;ph=?dragon")
    assert {both.after(event).end for event in both.chances} == {("=", "both")}


# Flags


@pytest.mark.rule("FLAG-1", "FLAG-2", "COUP-2", "TROPHY-2")
def test_a_flag_is_picked_up_and_carried() -> None:
    board = Board("DUa1 FOc2 dud6", extras="fl=c3/f6", **COUP)
    after = board.after("c2-c3")
    assert after.extras["fl"] == "c3/f6"
    assert after.after("d6-e6", "c3-d4").extras["fl"] == "d4/f6"
    trophy = Board("DUa1 FOc2 dud6", extras="fl=a6/c3", **TROPHY).after("c2-c3")
    assert trophy.after("d6-e6", "c3-d4").extras["fl"] == "a6/d4"


@pytest.mark.rule("FLAG-3", "TROPHY-6")
def test_passing_a_flag_is_a_turn() -> None:
    board = Board("FO'd3 WId2 DUb1 dua6", extras="fl=f6/d3", **TROPHY)
    after = board.after("d3#d2")
    assert after.extras["fl"] == "f6/d2"
    assert (after.tile("d3"), after.tile("d2"), after.owner) == ("FO'", "WI", "N")
    board.may_not("d3#c3", "FLAG-3")
    board.may_not("d2#d3", "FLAG-3")


@pytest.mark.rule("FLAG-4")
def test_a_lying_flag_blocks_nothing() -> None:
    Board("DUa2 dud6", extras="fl=c2/f6", **TROPHY).may("a2-d2")
    Board("DUa1 BO'c3 foc5 dud6", extras="fl=c4/f6", **COUP).may("c3*c5")


@pytest.mark.rule("FLAG-5")
def test_a_flag_stays_where_its_holder_falls() -> None:
    board = Board("DUa1 FOc3 foc4 dud6 BO'c2", extras="fl=a6/c4", **COUP)
    board.may_not("c3xc4", "COUP-4")
    assert board.after("c2*c4").extras["fl"] == "a6/c4"
    taken = Board("DUa1 FOc3 foc4 dud6", extras="fl=a6/f1", **TROPHY)
    assert taken.after("c3xc4").extras["fl"] == "a6/f1"


@pytest.mark.rule("FLAG-6", "FLAG-8", "COUP-4")
def test_two_flags_never_meet() -> None:
    board = Board("DUa1 FOc3 dud6", extras="fl=c3/c4", **COUP)
    board.may_not("c3-c4", "COUP-4")


@pytest.mark.rule("FLAG-7")
def test_no_flag_in_a_fort() -> None:
    Board("DUa1 FOc3 dud6", extras="ft=c4;fl=c3/f6", **COUP).may_not("c3-c4", "FLAG-7")
    Board("DUa1 FOc3 FOc4 dud6", extras="ft=c4;fl=c3/f6", **COUP).may_not("c3#c4", "FLAG-7")
    Board("DUa1 GE'c3 FOb3 dud6", extras="ft=d3;fl=b3/f6", **COUP).may_not("c3:b3-d3", "FLAG-7")


@pytest.mark.rule("FLAG-8", "COUP-4", "TROPHY-3")
def test_every_arrival_respects_flags() -> None:
    Board("DUa2 dud6", extras="fl=f6/c2", **COUP).may_not("a2-d2", "COUP-4")
    Board("DUa1 WI'c2 dud6", extras="fl=f6/c3", **COUP).may("c2-c4")
    Board("DUa1 GE'c3 FOb3 dud6", extras="fl=f6/d3", **COUP).may_not("c3:b3-d3", "COUP-4")
    Board("DUa1 XEb4 FOb5 dud6", extras="fl=f6/c1", **COUP).may_not("b4&b5-c1", "COUP-4")
    trophy = Board("DUa2 dud6", extras="fl=c2/f6", **TROPHY)
    trophy.may("a2-d2")
    trophy.may_not("a2-c2", "TROPHY-3")
    Board("DUa2 foc2 dud6", extras="fl=c2/f6", **TROPHY).may_not("a2xc2", "TROPHY-3")


# Counting Coup


@pytest.mark.rule("COUP-5", "COUP-6")
def test_a_point_and_the_hop() -> None:
    board = Board("FOb3 DUc1 dud6", extras="fl=f1/a4", **COUP)
    after = board.after("b3-a3")
    assert (after.extras["sc"], after.phase, after.owner) == ("1/0", "hop", "N")
    assert after.turns == {"#c6", "#e6", "#d5", "#-"}
    assert after.after("#c6").extras["fl"] == "f1/c6"
    assert after.after("#-").extras["fl"] == "f1/a4"
    stays = Board("WIa3 DUc1 dud6", extras="fl=f1/a4", **COUP).after("a3-b4")
    assert "sc" not in stays.extras
    placed = Board("DUc5 duf1", bags="Pi/-", extras="fl=f6/b6", **COUP)
    assert placed.after("+Pi@b5").extras["sc"] == "1/0"
    assert "sc" not in placed.after("+Pi@d5").extras


@pytest.mark.rule("COUP-3", "WIN-3")
def test_three_points_win() -> None:
    board = Board("FOb3 DUc1 dud6", extras="dr=e3E;fl=f1/a4;sc=2/2", **COUP)
    assert board.after("b3-a3").end == ("S", "coup")


@pytest.mark.rule("COUP-6", "GUARD-10")
def test_the_hop_comes_before_the_dragon() -> None:
    board = Board("FOb3 DUc1 dud6", extras="dr=e3E;fl=f1/a4", **COUP)
    hop = board.after("b3-a3")
    assert hop.phase == "hop"
    assert (hop.after("#-").phase, hop.after("#-").owner) == ("?dragon", "S")


@pytest.mark.rule("COUP-7", "TROPHY-4", "PLACE-4")
def test_no_duke_no_placing() -> None:
    for objective, extras in ((COUP, "fl=f1/a4"), (TROPHY, "fl=f1/a4")):
        board = Board("FOc3 DCa2 XAe1 OR'f5 dud6", bags="Kn/-", extras=extras, enhanced="both", **objective)
        board.may("c3-c4", "e1>")
        board.may_not("+", "COUP-7")
        board.may_not("e1%")
        assert not any("^" in text or "?" in text for text in board.turns)
    back = Board("FOc3 dud6", extras="fl=f1/a4;off=x:Xe/x:Xr", **COUP)
    back.may("$Xr:Xe-c1")


@pytest.mark.rule("COUP-8", "TROPHY-5")
def test_losing_all_troops_loses() -> None:
    board = Board("FOc3 DUa1 duc4", extras="fl=f1/a6", **COUP)
    assert board.after("c3xc4").end == ("S", "no-troops")
    trophy = Board("FOc3 DUa1 duc4", extras="fl=f6/a5", **TROPHY)
    assert trophy.after("c3xc4").end == ("S", "no-troops")
    eaten = Board("FOd4 duf6", extras="dr=d3E;fl=f1/a6;ph=?dragon", **COUP)
    assert eaten.after("drxd4").end == ("N", "no-troops")


@pytest.mark.rule("COUP-9")
def test_no_guard_in_coup() -> None:
    troops = "DUc1 du'd5 fof6"
    Board(troops, extras="fl=a1/a6", **COUP).may("c1-d1")
    Board(troops).may_not("c1-d1", "GUARD-2")


# Trophy Hunters


@pytest.mark.rule("TROPHY-1")
def test_each_puts_down_the_flag_he_hunts() -> None:
    board = Board("DUc1 FOb1 FOd1 dud6 foc6 foe6", owner="N", extras="ph=flag", **TROPHY)
    assert board.turns == {"#a1", "#e1", "#f1"}
    assert board.after("#a1").extras["fl"] == "a1/-"
    board.may_not("#a6", "TROPHY-1")


@pytest.mark.rule("TROPHY-7")
def test_bringing_the_trophy_home_wins() -> None:
    assert Board("FOd2 DUb1 dua6", extras="fl=f6/d2", **TROPHY).after("d2-d1").end == ("S", "trophy")
    assert Board("FOd2 DUd1 dua6", extras="fl=f6/d2", **TROPHY).after("d2#d1").end == ("S", "trophy")
    escaped = Board("XEb4 FOb5 DUa2 dud6", extras="fl=f6/b4", **TROPHY)
    assert escaped.after("b4&b5-c1").end == ("S", "trophy")


# Dark Rider


@pytest.mark.rule("RIDER-1", "RIDER-2", "SETUP-7")
def test_the_rider_is_set_up() -> None:
    start = Board.start(**RIDER)
    assert len(start.turns) == 15
    rider = start.after("Pi@a1,Pi@b1,Pi@c1,Pi@d1")
    assert rider.turns == {f"Kn@{file}6" for file in "abcdef"}
    ready = rider.after("Kn@c6")
    assert (ready.owner, ready.phase, ready.bags) == ("N", "", ("-", "-"))
    assert "+" not in ready.turns
    assert len(Board.start(rider_pikemen=3, **RIDER).turns) == 20
    assert Board.start(rider_tile="Ranger", **RIDER).after("Pi@a1,Pi@b1,Pi@c1,Pi@d1").turns >= {"Ra@a6"}


@pytest.mark.rule("RIDER-3", "G-12")
def test_a_pikeman_across_rests() -> None:
    troops = "PI'd6 PI'b2 knd4 PIa1"
    south = Board(troops, **RIDER)
    assert south.of("d6") == set()
    north = Board("PId6 PIb2 kn'd4", owner="N", **RIDER)
    assert not any(text.endswith("xd6") for text in north.turns)
    south.may_not("d6-d5", "RIDER-3")
    Board("PIf6 PIb2 kn'd4", owner="N", **RIDER).may_not("d4xf6", "RIDER-3")


@pytest.mark.rule("RIDER-4", "RIDER-5")
def test_how_the_pikemen_win() -> None:
    board = Board("PIe6 PId6 PIb5 PIe1 knf2", **RIDER)
    assert board.after("b5-c6").end == ("S", "edge")
    assert board.after("e1xf2").end == ("S", "rider")


@pytest.mark.rule("RIDER-6")
def test_how_the_rider_wins() -> None:
    board = Board("PIc3 PIf1 knd5", owner="N", extras="off=x:Pi2/-", **RIDER)
    assert board.after("d5xc3").end == ("N", "riders-toll")


@pytest.mark.rule("RIDER-7", "TURN-4")
def test_no_turn_left() -> None:
    stuck = Board("PIe6 PId6 kna1", owner="N", extras="off=x:Pi2/-", rider_dead="play_on", **RIDER)
    assert stuck.after("a1-b1").end == ("N", "stuck")


@pytest.mark.rule("RIDER-9")
def test_a_game_that_nobody_can_win_is_a_draw() -> None:
    last = Board("PI'e5 PId6 kna1", extras="off=x:Pi2/-", **RIDER)
    assert last.after("e5-e6").end == ("=", "rider-dead")
    three = Board("PI'e5 PId6 kna1", extras="off=x:Pi/-", rider_pikemen=3, **RIDER)
    assert three.after("e5-e6").end == ("=", "rider-dead")
    ranger = Board("PI'e5 kna1".replace("kn", "ra"), extras="off=x:Pi2,t:Pi/-", rider_tile="Ranger", **RIDER)
    assert ranger.after("e5-e6").end == ("=", "rider-dead")
    eaten = Board("PId4 PIe6 knf1", owner="N", extras="dr=d3E;off=x:Pi2/-;ph=?dragon", **RIDER)
    assert eaten.after("drxd4").end == ("=", "rider-dead")
    third = Board("PI'e5 PId6 PIc6 kna1", extras="off=x:Pi/-", **RIDER)
    assert third.after("e5-e6").end == ("S", "edge")
    active = Board("PI'e5 PId6 PIc1 kna1", extras="off=x:Pi/-", **RIDER)
    assert active.after("e5-e6").end is None  # the one on c1 may still catch the rider


@pytest.mark.rule("RIDER-9")
@pytest.mark.parametrize("owner", "SN")
def test_a_position_that_nobody_can_win_is_a_draw_when_written_down(owner: str) -> None:
    dead = Board("PIc6 PId6 knd4", owner=owner, extras="off=x:Pi2/-", **RIDER)
    assert dead.end == ("=", "rider-dead")
    kept = Board("PIc6 PId6 knd4", owner=owner, extras="off=x:Pi2/-", rider_dead="play_on", **RIDER)
    assert kept.end == (("N", "stuck") if owner == "S" else None)


@pytest.mark.rule("RIDER-8", "DRAGON-5")
def test_the_dragon_counts_for_nobody() -> None:
    board = Board("PId4 PIa1 PIb1 knf6", extras="dr=d3E;off=x:Pi2/-;ph=?dragon", **RIDER)
    after = board.after("drxd4")
    assert (after.end, after.extras["off"]) == (None, "x:Pi2,t:Pi/-")
    eaten = Board("PIa1 PIb1 knd4", extras=DRAGON, **RIDER)
    assert eaten.after("drxd4").end == ("S", "rider")
    safe = Board("PId6 PIa1 knf1", extras="dr=d5E;ph=?dragon", **RIDER)
    assert set(safe.chances) == {"dr-"}


# Robin Hood


@pytest.mark.rule("ROBIN-1", "PACK-1")
def test_robin_hood_needs_his_set() -> None:
    start = Board.start(**ROBIN)
    assert start.turns == {"Rh@c1", "Rh@d1"}
    assert "SgSh" in start.bags[1]
    with pytest.raises(ComposeError, match="Prince John"):
        Board.start(sets=("base",), objective="robin_hood")


@pytest.mark.rule("ROBIN-2")
def test_dark_wins_by_robin_hood() -> None:
    board = Board("RHc1 foc2 pjd6", owner="N", **ROBIN)
    assert board.after("c2xc1").end == ("N", "duke")


@pytest.mark.rule("ROBIN-3", "COUP-7")
def test_light_must_remove_all_villains_in_play() -> None:
    john = Board("RHc1 FOd5 pjd6 sha5", bags="-/Kn", **ROBIN).after("d5xd6")
    assert john.end is None
    john.may_not("+", "COUP-7")
    assert Board("RHc1 FOd5 pjd6 foa5", **ROBIN).after("d5xd6").end == ("S", "villains")
    last = Board("RHc1 FOa4 sha5 fof6", extras="off=-/x:Pj", **ROBIN)
    assert last.after("a4xa5").end == ("S", "villains")
    bagged = Board("RHc1 FOd5 pjd6 foa5", bags="-/Sh", **ROBIN)
    assert bagged.after("d5xd6").end == ("S", "villains")  # what is in the bag is not in play
    eaten = Board("RHc1 pjd4 foa6", extras="dr=d3E;ph=?dragon", **ROBIN)
    assert eaten.after("drxd4").end == ("S", "villains")


@pytest.mark.rule("ROBIN-4", "GUARD-2")
def test_guard_protects_robin_hood_alone() -> None:
    light = Board("RHc1 FOf1 knb3 pjd6", **ROBIN)
    light.may_not("f1-f2", "GUARD-2")
    dark = Board("RHc1 KNc4 pjd6 fof6 shf5", owner="N", **ROBIN)
    assert dark.attacks("S")
    dark.may("f6-e6")
    hunt = Board("RHc1 FOd5 knb3 pjd6", **ROBIN)
    hunt.may("d5xd6")  # it wins, so it may leave Robin Hood in the open


# Dynastic Dispute


@pytest.mark.rule("DYNASTY-1", "DYNASTY-2", "DYNASTY-2b", "DYNASTY-3", "DYNASTY-4")
def test_the_draft() -> None:
    board = Board.start(sets=("base",), objective="dynastic_dispute")
    assert board.phase == "draft"
    assert len(board.turns) == 13
    assert not {"pick:Fo", "pick:Du"} & board.turns
    after = board.after("pick:Pi")
    assert (after.owner, after.extras["box"]) == ("N", "-/Pi3")
    after.may_not("pick:Pi", "DYNASTY-2")
    for code in ("Wi", "Ch", "Bo", "Se", "Pr", "Kn", "Ge", "Ma", "Lo", "As", "Dr", "Ra"):
        after = after.after(f"pick:{code}")
    assert (after.phase, after.owner) == ("duke", "S")
    assert after.bags == ("AsChFoKnMaPi3RaSe", "BoDrFoGeLoPrWi")
    ready = after.after("Du@c1", "Fo@b1,Fo@c2", "Du@d6", "Fo@c6,Fo@e6")
    assert (ready.phase, ready.owner) == ("", "N")


# Packs


@pytest.mark.rule("PACK-3", "SIEGE-1")
def test_heroes_may_be_drafted() -> None:
    pooled = Board.start(sets=("robert-e-howard",))
    assert (pooled.phase, "pool" in pooled.extras) == ("duke", True)
    board = Board.start(sets=("robert-e-howard",), howard="draft")
    assert (board.phase, board.owner, "pool" in board.extras) == ("draft", "S", False)
    heroes = [text.removeprefix("pick:") for text in sorted(board.turns)]
    assert len(heroes) == 4
    after = board.after("pick:Co")
    assert (after.owner, after.extras["box"]) == ("N", "Ch/-")
    assert "Co" in after.bags[0]
    assert "Ch" not in after.bags[0]
    assert "Ch" in after.bags[1]
    after.may_not("pick:Co", "DYNASTY-2")
    for code in (code for code in heroes if code != "Co"):
        owner = after.owner
        after = after.after(f"pick:{code}")
        assert owner != after.owner or after.phase == "duke"
    assert (after.phase, after.owner, "front" in after.extras) == ("duke", "S", False)
    assert Board(position=after.position).line == after.line
    with pytest.raises(ComposeError, match="two drafts"):
        Board.start(sets=("robert-e-howard",), howard="draft", objective="dynastic_dispute")


@pytest.mark.rule("PACK-4", "SETUP-1c")
def test_the_musketeers_start() -> None:
    usual = Board.start(sets=("musketeers",))
    assert usual.turns == {"Da@c1", "Da@d1"}
    light = usual.bags[0]
    assert all(code in light for code in ("At", "Po", "Am"))
    assert not any(code in light for code in ("Dc", "As", "Wi"))
    three = Board.start(sets=("musketeers",), musketeer_start="athos_aramis").after("Da@c1")
    assert "Fo3" in three.bags[0]
    assert "Po" in three.bags[0]
    assert {frozenset(text.replace(",", "@").split("@")[::2]) for text in three.turns} == {frozenset(("At", "Am"))}
    assert len(three.turns) == 6
    north = three.after(sorted(three.turns)[0]).after("Ri@c6")
    assert all(text.startswith("Fo@") for text in north.turns)
    with pytest.raises(ComposeError, match="musketeer_start"):
        Board.start(sets=("base",), musketeer_start="athos_aramis")


@pytest.mark.rule("PACK-5")
def test_each_army_chooses_its_city_troops() -> None:
    both = Board.start(sets=("city-troops",))
    assert ("Bn" in both.bags[0], "Bn" in both.bags[1]) == (True, True)
    some = Board.start(sets=("city-troops",), city_light="militia+Baron", city_dark="none")
    assert ("Bn" in some.bags[0], "Ch" in some.bags[0], "As" in some.bags[0]) == (True, False, True)
    assert some.bags[1] == "AsBoChDrFoGeKnLoMaPi3PrRaSeWi"
    assert all(text.startswith("Ml@") for text in some.after("Du@c1").turns)
    with pytest.raises(ComposeError, match="no City Troop 'Mayor'"):
        Board.start(sets=("city-troops",), city_dark="Mayor")
