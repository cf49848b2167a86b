"""What icons do: moving, jumping, sliding, striking, commanding, area effects, flips and captures."""

from __future__ import annotations

import pytest
from support.boards import Board


@pytest.mark.rule("G-1", "G-2", "MOVE-1")
def test_icons_point_away_from_their_owner() -> None:
    assert Board("DUc1 KNd3 dud6").of("d3") == {"-c5", "-e5", "-c3", "-e3", "-d2", "-d1"}
    north = Board("DUc1 knd4 dud6", owner="N")
    assert north.of("d4") == {"-e2", "-c2", "-e4", "-c4", "-d5"}  # d6 holds its own Duke


@pytest.mark.rule("G-2", "ENH-V-5")
def test_a_turned_tile_turns_its_icons() -> None:
    assert Board("DUc1 XAb3 dud6").of("b3") >= {"-b4"}
    assert "-c3" in Board("DUc1 XA>b3 dud6").of("b3")
    assert "-b2" in Board("DUc1 XAvb3 dud6").of("b3")
    assert "-a3" in Board("DUc1 XA<b3 dud6").of("b3")
    assert "-d3" in Board("DUc1 xa>e3 dud6", owner="N").of("e3")


@pytest.mark.rule("G-3", "PLACE-2")
def test_kitty_corners_are_not_adjacent() -> None:
    board = Board("DUc2 dud6", bags="Kn/-").after("+", "+Kn")
    assert board.turns == {"@b2", "@d2", "@c1", "@c3"}


@pytest.mark.rule("MOVE-2", "G-4")
def test_a_move_needs_a_free_way() -> None:
    board = Board("DUa1 PIc2 FOd3 dud6")
    board.may("c2-a4")
    board.may_not("c2-e4", "MOVE-2")
    Board("DUa1 PIc2 dud6").may("c2-e4")


@pytest.mark.rule("MOVE-3", "MOVE-4", "G-10")
def test_a_move_ends_on_an_empty_square_or_an_enemy() -> None:
    board = Board("DUa1 FOc2 FOc3 fob2 dud6")
    board.may("c2xb2", "c2-d2", "c2-c1")
    board.may_not("c2-c3", "MOVE-3")
    assert board.after("c2xb2").extras["off"] == "-/x:Fo"


@pytest.mark.rule("JUMP-1", "JUMP-2")
def test_a_jump_leaps_everything_but_not_onto_friends() -> None:
    board = Board("DUa1 WI'c2 FOc3 fod3 FOe2 foe4 dud6")
    board.may("c2-c4", "c2xe4")
    board.may_not("c2-e2", "MOVE-3")
    after = board.after("c2xe4")
    assert (after.tile("d3"), after.tile("e4")) == ("fo", "WI")


@pytest.mark.rule("SLIDE-1")
def test_a_slide_goes_as_far_as_it_can() -> None:
    board = Board("DUc2 fo'f2 FOa2 dud6")
    assert board.of("c2") == {"-b2", "-d2", "-e2", "xf2"}
    Board("DUc2 FOd2 dud6").may_not("c2-e2", "MOVE-2")


@pytest.mark.rule("JSLIDE-1")
def test_a_jump_slide_always_leaps_the_first_square() -> None:
    free = Board("DUa1 ASc3 dud6")
    assert free.of("c3") == {"-c5", "-c6", "-e1"}  # a1 holds the own Duke
    leapt = Board("DUb1 ASc3 foc4 fod2 dud6")
    assert leapt.of("c3") == {"-c5", "-c6", "-e1", "-a1"}
    Board("DUa1 ASc5 dud6").may_not("c5-c6")
    Board("DUb1 ASc3 foc5 dud6").may_not("c3-c6", "MOVE-2")


@pytest.mark.rule("STRIKE-1", "FLIP-1")
def test_a_strike_captures_from_afar() -> None:
    board = Board("DUa1 BO'c3 FOb4 foc5 fod5 dud6")
    board.may("c3*c5")
    board.may_not("c3*b4", "STRIKE-1")
    board.may_not("c3*d4", "STRIKE-1")
    after = board.after("c3*c5")
    assert (after.tile("c3"), after.tile("c5")) == ("BO", "")
    assert after.extras["off"] == "-/x:Fo"


@pytest.mark.rule("STRIKE-2", "G-8")
def test_mountains_and_forts_stop_strikes_by_their_ray() -> None:
    Board("DUa1 XXc2 fob4 dud6", extras="mt=c3").may_not("c2*b4", "STRIKE-2")
    Board("DUa1 XXc2 fob4 dud6", extras="ft=b3").may_not("c2*b4", "STRIKE-2")
    Board("DUa1 XXc2 foe4 dud6", extras="mt=c3,d2").may("c2*e4")  # only touched at their corners
    Board("DUa1 XXc2 foc4 dud6", extras="ft=c4").may_not("c2*c4", "STRIKE-2")
    Board("DUa1 XXc2 foc4 foc3 dud6", extras="ft=c2").may("c2*c4")
    Board("DUa1 XX'c2 fod5 dud6", extras="mt=d4").may_not("c2*d5", "STRIKE-2")


@pytest.mark.rule("STRIKE-3", "DEF-3", "G-6")
def test_defense_against_strikes() -> None:
    Board("DUa1 XXc2 xsc4 dud6").may_not("c2*c4", "DEF-2")
    Board("DUa1 XXd2 xsc4 dud6").may_not("d2*c4", "DEF-3")
    Board("DUa1 XXd2 xkc4 dud6").may("d2*c4")


@pytest.mark.rule("STRIKE-4", "FLAG-5")
def test_a_flag_under_a_struck_tile_stays() -> None:
    board = Board("DUa1 BO'c3 foc5 dud6", extras="fl=a6/c5", objective="counting_coup")
    assert board.after("c3*c5").extras["fl"] == "a6/c5"


@pytest.mark.rule("CMD-1", "CMD-4", "FLIP-1")
def test_command_moves_a_neighbour_and_flips_the_commander() -> None:
    board = Board("DUa1 GE'c3 FOb3 dud6")
    board.may("c3:b3-d3", "c3:b3-b2", "c3:b3-c2", "c3:b3-d2")
    assert not any(text in board.turns for text in ("c3:b3-b3", "c3:b3-c4"))
    after = board.after("c3:b3-d3")
    assert (after.tile("c3"), after.tile("d3"), after.tile("b3")) == ("GE", "FO", "")
    board.may_not("c3:d3-b3", "CMD-1")


@pytest.mark.rule("CMD-2", "DEF-5", "MTN-4")
def test_nothing_stops_a_command_on_its_way() -> None:
    board = Board("DUa1 GE'c3 FOb3 xsd3 dud6", extras="ft=d3")
    board.may("c3:b3xd3")
    Board("DUa1 GE'c3 FOb3 FOd3 dud6").may_not("c3:b3-d3", "CMD-2")
    Board("DUa1 GE'c3 FOb3 dud6", extras="mt=d3").may_not("c3:b3-d3", "CMD-2")
    Board("DUa1 GE'c3 FOb3 dud6", extras="dr=d3E").may_not("c3:b3-d3", "CMD-2")
    Board("DUa1 XCc2 FOc3 dud6", extras="mt=b3").may("c2:c3-c4")


@pytest.mark.rule("CMD-3", "ENH-V-7")
def test_who_can_be_commanded() -> None:
    Board("DUb3 GE'c3 dud6").may("c3:b3-d3")
    Board("DUa1 GE'c3 XAb3 dud6").may_not("c3:b3-d3", "ENH-V-7")
    Board("DUa1 GE'c3 FOb3 xdb4 dud6").may_not("c3:b3-d3", "CMD-3")
    Board("DUa1 GE'c3 FOb3 xdc4 dud6").may_not("c3:b3-d3", "DREAD-2")


@pytest.mark.rule("CMD-5")
def test_a_frozen_enemy_is_not_captured_by_command() -> None:
    Board("DUa1 GE'c3 FOb3 fod3 xdd4 dud6").may_not("c3:b3xd3", "CMD-5")
    Board("DUa1 GE'c3 FOb3 fod3 xde6 dud6").may("c3:b3xd3")


@pytest.mark.rule("CMD-6", "FLAG-5")
def test_a_commanded_tile_keeps_its_side_and_its_flag() -> None:
    board = Board("DUa1 GE'c3 FO'b3 dud6", extras="fl=b3/f6", objective="counting_coup")
    after = board.after("c3:b3-d3")
    assert after.tile("d3") == "FO'"
    assert after.extras["fl"] == "d3/f6"
    trophy = Board("DUa1 GE'c3 FO'b3 dud6", extras="fl=a6/d3", objective="trophy_hunters")
    assert trophy.after("c3:b3-d3").extras["fl"] == "a6/d3"
    assert trophy.after("c3:b3-d3", "d6-e6").after("d3-c4").extras["fl"] == "a6/c4"


@pytest.mark.rule("SMASH-1", "DEF-5")
def test_smash_ignores_defense_and_enters_forts() -> None:
    Board("DUa1 XMc2 xsc3 dud6").may("c2xc3")
    Board("DUa1 XMc2 dud6", extras="ft=c3").may("c2-c3", "c2-c4")
    Board("DUa1 XMc2 foc3 dud6").may_not("c2-c4", "MOVE-2")


@pytest.mark.rule("HAMMER-1", "FORT-5")
def test_hammer_reaches_into_forts_and_ignores_defense() -> None:
    Board("DUa1 XHc2 foc4 dud6", extras="ft=c4").may("c2*c4")
    Board("DUa1 XHc2 xsc4 dud6").may("c2*c4")


@pytest.mark.rule("HAMMER-2", "MTN-3")
def test_hammer_is_stopped_on_its_way() -> None:
    Board("DUa1 XHc2 foc4 dud6", extras="mt=c3").may_not("c2*c4", "HAMMER-2")
    Board("DUa1 XHc2 foc4 dud6", extras="ft=c3").may_not("c2*c4", "HAMMER-2")


@pytest.mark.rule("NCAP-1", "NCAP-3")
def test_non_capture_icons_never_capture() -> None:
    board = Board("DUa1 XNc2 foc3 foc4 dud6")
    board.may("c2-b3")
    board.may_not("c2xc3", "NCAP-1")
    board.may_not("c2xc4", "NCAP-1")
    Board("DUa1 XNc2 foc3 dud6").may("c2-c4")
    Board("DUa1 XNc2 dud6", extras="dr=c3E").may_not("c2-c3", "DRAGON-6")


@pytest.mark.rule("NCAP-2")
def test_non_capture_icons_pick_up_flags_and_enter_forts() -> None:
    board = Board("DUa1 XNc2 dud6", extras="fl=c3/f6", objective="counting_coup")
    assert board.after("c2-c3").extras["fl"] == "c3/f6"
    Board("DUa1 XNc2 dud6", extras="ft=c3").may("c2-c3")
    Board("DUa1 XNc2 dud6", extras="ft=c4").may_not("c2-c4", "FORT-2")


@pytest.mark.rule("NCAP-5")
def test_slides_without_capture() -> None:
    free = Board("XWb2 DUa1 duf6")
    assert free.of("b2") == {"-c2", "-d2", "-e2", "-f2", "-b4", "-b5", "-b6"}
    blocked = Board("XWb2 fob3 foe2 DUa1 duf6")
    assert blocked.of("b2") == {"-c2", "-d2", "-b4", "-b5", "-b6"}  # b3 is leapt
    blocked.may_not("b2xe2", "NCAP-1")
    Board("XWb2 fob4 DUa1 duf6").may_not("b2-b5", "MOVE-2")
    assert not Board("XWb2 DUa1 due2").attacks("S")
    dragon = Board("XWb2 DUa1 duf6", extras="dr=e2E")
    dragon.may("b2-d2")
    dragon.may_not("b2>e2s")
    dragon.may_not("b2-f2", "MOVE-2")
    assert "b2-b5" not in Board("XWb2 DUa1 duf6", extras="mt=b3").turns
    assert Board("XWb2 DUa1 duf6", extras="ft=b4").of("b2") >= {"-b5"}


@pytest.mark.rule("NCAP-4")
def test_non_capture_icons_are_no_threat() -> None:
    assert not Board("DUa1 XNc4 dua6 foc6").attacks("S")
    assert not Board("DUa1 XNc5 duc6").attacks("S")
    assert Board("DUa1 FOc5 duc6").attacks("S")


@pytest.mark.rule("AREA-1", "AREA-3", "AREA-6")
def test_an_area_effect_removes_all_it_hits() -> None:
    board = Board("DUa1 XA'c1 FOb4 foc4 fod4 foc5 dud6")
    assert {text for text in board.turns if "**" in text} == {"c1**b4,c4,d4,c5"}
    board.may_not("c1**c4", "AREA-1")
    after = board.after("c1**b4,c4,d4,c5")
    assert after.tile("c1") == "XA"
    assert after.extras["off"] == "o:Fo/x:Fo3"


@pytest.mark.rule("AREA-2")
def test_a_grouped_icon_is_not_used_alone() -> None:
    board = Board("DUa1 XA'c1 foc4 fod4 dud6")
    board.may_not("c1*c4", "TURN-1")
    assert {text for text in board.turns if text.startswith("c1*")} == {"c1**c4,d4"}


@pytest.mark.rule("AREA-3", "AREA-7")
def test_what_stops_members_of_a_group() -> None:
    shielded = Board("DUa1 XA'c1 xsb4 xsc4 fod4 dud6")
    assert {text for text in shielded.turns if "**" in text} == {"c1**c4,d4"}  # the Hammer member still hits
    friend = Board("DUa1 XA'c1 XS'b4 foc4 dud6")
    friend.may("c1**b4,c4")
    own_shield = Board("DUa1 XA'c1 XFc5 foc4 dud6")
    own_shield.may("c1**c4,c5")
    frozen = Board("DUa1 XA'c1 foc4 fod4 xdd5 dud6")
    frozen.may("c1**c4")


@pytest.mark.rule("AREA-4")
def test_an_area_effect_must_hit_something() -> None:
    Board("DUa1 XA'c1 dud6").may_not("c1**c4", "AREA-4")
    own = "DUa1 XA'c1 FOc4 dud6"
    Board(own).may("c1**c4")
    Board(own, area_needs="enemy_tile").may_not("c1**c4", "AREA-4")


@pytest.mark.rule("AREA-5", "GUARD-5")
def test_an_area_effect_never_hits_the_own_duke() -> None:
    Board("DUc4 XA'c1 fod4 dud6").may_not("c1**c4,d4", "AREA-5")
    assert not Board("DU'c4 XA'c1 dud4").attacks("S")
    assert Board("DUa1 XA'c1 dud4").attacks("S")


@pytest.mark.rule("FLIP-1", "FLIP-3")
def test_the_used_tile_flips_where_it_ends() -> None:
    assert Board("DUc1 KNd3 dud6").after("d3-c5").tile("c5") == "KN'"
    assert Board("DUc1 KN'd3 dua6").after("d3-d5").tile("d5") == "KN"
    after = Board("DUc1 KN'd3 dud6 fod5").after("d3-d4")
    assert not after.attacks("S")  # the slide that reached the file is gone with the flip


@pytest.mark.rule("FLIP-2", "PLACE-6")
def test_what_does_not_flip() -> None:
    assert Board("DUc1 dud6", bags="Kn/-").after("+Kn@c2").tile("c1") == "DU"
    assert Board("DUc1 XAb3 dud6").after("b3>").tile("b3") == "XA>"
    board = Board("DUc1 FOb3 FOb2 dud6", extras="fl=b3/f6", objective="counting_coup")
    assert board.after("b3#b2").tile("b3") == "FO"


@pytest.mark.rule("CAP-1", "CAP-2", "G-9")
def test_captured_tiles_are_kept_by_captor() -> None:
    board = Board("DUa1 FOc2 foc3 XEd2 dud6", extras="off=o:Kn/-")
    assert board.after("c2xc3").extras["off"] == "o:Kn/x:Fo"
    assert board.after("d2&c2-d1").extras["off"] == "o:FoKn/-"


@pytest.mark.rule("CAP-3")
def test_capturing_is_never_compulsory() -> None:
    Board("DUa1 FOc2 foc3 dud6").may("c2xc3", "c2-b2")


@pytest.mark.rule("STUCK-1")
def test_a_tile_without_a_usable_icon_just_stays() -> None:
    board = Board("DUa1 PIc6 dud6")
    assert board.of("c6") == set()


@pytest.mark.rule("G-5", "DEF-2")
def test_the_start_square_belongs_to_the_path() -> None:
    Board("DUa1 PR'a3 xfc5 dud6").may_not("a3xc5", "DEF-2")
    Board("DUa1 PRb4 xfc5 dud6").may("b4xc5")


@pytest.mark.rule("TURN-1", "TURN-2")
def test_one_icon_one_target_and_no_passing() -> None:
    board = Board("DUa1 FOc2 dud6")
    board.may_not("c2-c4", "TURN-1")
    board.may_not("b4-b5", "TURN-1")
    board.may_not("d6-d5", "TURN-1")
    assert board.turns == {"a1-b1", "a1-c1", "a1-d1", "a1-e1", "a1-f1", "c2-b2", "c2-d2", "c2-c3", "c2-c1"}


@pytest.mark.rule("A-0")
def test_equal_turns_are_listed_once() -> None:
    board = Board("DUa1 XTc3 foc1 dud6")
    assert sorted(board.of("c3")) == ["*c1", "-c5"]
    assert len([text for text in board.position.turns() if text.startswith("c3")]) == 2


@pytest.mark.rule("CUSTOM-1", "G-13")
def test_custom_tiles_play_like_any_other() -> None:
    Board("DUa1 XMc2 XBc4 dud6").may("c2-c3", "c4~")
