"""Abilities, Link, blank sides, the pool and custom tiles."""

from __future__ import annotations

from fractions import Fraction

import pytest
from support.boards import Board
from support.tiles import make_set, tile_text

from workbench.duke.game import Game
from workbench.tileset.compose import ComposeError, compose
from workbench.tileset.settings import Settings

SIEGE = ("siege-engines",)
ENHANCED = {"enhanced": "both"}


@pytest.mark.rule("ENH-I-1", "FLIP-2")
def test_summon_brings_a_tile_to_the_duke_and_flips_him() -> None:
    board = Board("DUc1 DC'f4 FOb1 dub6", **ENHANCED)
    assert {text for text in board.turns if "^" in text} == {"f4^c2", "f4^d1"}
    after = board.after("f4^c2")
    assert (after.tile("c1"), after.tile("c2"), after.tile("f4")) == ("DU'", "DC'", "")
    Board("DUc1 FOf4 dub6", **ENHANCED).may_not("f4^c2", "ENH-I-1")


@pytest.mark.rule("ENH-I-2")
def test_summon_needs_another_free_square() -> None:
    board = Board("DUa1 DCa2 FOb1 dub6", **ENHANCED)
    assert not any("^" in text for text in board.turns)
    Board("DUa1 DCa2 dub6", **ENHANCED).may("a2^b1")
    Board("DUa1 DCf4 FOb1 dub6", **ENHANCED).may_not("f4^b1", "ENH-I-2")


@pytest.mark.rule("ENH-I-2", "A-0")
def test_a_summoned_tile_may_stay_by_a_setting() -> None:
    may = {**ENHANCED, "summon": "may"}
    stays = Board("DUa1 DCa2 FOb1 dub6", **may)
    after = stays.after("a2^a2")
    assert (after.tile("a1"), after.tile("a2")) == ("DU'", "DC")
    Board("DUa1 DCa2 FOb1 dub6", **ENHANCED).may_not("a2^a2", "ENH-I-2")
    two = Board("DUa1 XVc3 XVe3 dub6", summon="may")
    two.may("c3^c3", "e3^b1")
    two.may_not("e3^e3", "A-0")


@pytest.mark.rule("ENH-I-3", "FORT-6", "FLAG-5")
def test_summon_and_terrain() -> None:
    Board("DUc1 DCf4 dub6", extras="ft=c2", **ENHANCED).may_not("f4^c2", "ENH-I-2")
    flag = Board("DUc1 DCf4 dub6", extras="fl=f4/a6", objective="counting_coup", **ENHANCED)
    assert flag.after("f4^c2").extras["fl"] == "c2/a6"


@pytest.mark.rule("ENH-II-1", "SIEGE-4")
def test_divination() -> None:
    board = Board("DUc1 OR'f4 dud6", bags="KnPi2SeWi/-", **ENHANCED).after("f4?")
    assert board.phase == "?divine"
    assert board.tile("f4") == "OR"
    assert board.chances["+KnSeWi"] == Fraction(1, 10)
    assert board.chances["+KnPiSe"] == Fraction(1, 5)
    hand = board.after("+KnSeWi")
    assert {text for text in hand.turns if text.startswith("Kn@b1")} == {
        "Kn@b1", "Kn@b1-Se", "Kn@b1-SeWi", "Kn@b1-Wi",
    }  # fmt: skip
    settled = hand.after("Kn@b1-Se")
    assert settled.bags == ("Pi2Wi", "-")
    assert settled.extras["off"] == "o:Se/-"
    assert board.after("+KnPi2").turns >= {"Kn@b1", "Kn@b1-Pi", "Kn@b1-Pi2"}
    Board("DUc1 ORf4 dud6", bags="Kn/-", **ENHANCED).may_not("f4?", "ENH-II-1")


@pytest.mark.rule("ENH-II-2", "NOICON-3")
def test_divination_needs_a_bag_and_a_duke() -> None:
    two = Board("DUc1 OR'f4 dud6", bags="KnSe/-", **ENHANCED).after("f4?")
    assert two.chances == {"+KnSe": Fraction(1)}
    none = Board("DUc1 OR'f4 dud6", **ENHANCED)
    none.may("f4~")
    none.may_not("f4?", "ENH-II-2")
    Board("DUc1 OR'f4 dud6", bags="Kn/-", **ENHANCED).may_not("f4~", "NOICON-3")


@pytest.mark.rule("ENH-II-3")
def test_every_possible_hand_must_hold_a_safe_tile() -> None:
    threat = "DUc1 OR'f4 knd3 duf6"
    Board(threat, bags="Xd2Pi2/-", **ENHANCED).may("f4?")  # three of four tiles always hold a Dread tile
    Board(threat, bags="XdPi3/-", **ENHANCED).may_not("f4?", "ENH-II-3")


@pytest.mark.rule("ENH-II-4", "SIEGE-4")
def test_only_the_chosen_tile_of_a_hand_is_swapped() -> None:
    board = Board("DUc1 OR'f4 dub6", bags="GeKnSe/-", extras="pool=CaTr", sets=SIEGE, **ENHANCED)
    hand = board.after("f4?", "+GeKnSe")
    hand.may("Kn=@c2", "Kn@c2", "Ge=@c2", "Se@c2")
    hand.may_not("Se=@c2", "SIEGE-2")
    after = hand.after("Kn=@c2")
    assert after.tile("c2") == "TR"
    assert (after.extras["pool"], after.extras["box"], after.bags[0]) == ("Ca", "Kn/-", "GeSe")
    kept = hand.after("Se@c2")
    assert "no" not in kept.extras  # seen and returned is not declined


@pytest.mark.rule("ENH-III-1", "ENH-III-5")
def test_escape_costs_a_neighbour() -> None:
    board = Board("DUa1 XE'b4 FOb5 FOd4 dud6")
    assert {text for text in board.turns if "&" in text} == {"b4&b5-c1", "b4&b5-d1"}
    after = board.after("b4&b5-c1")
    assert (after.tile("c1"), after.tile("b5")) == ("XE", "")
    assert after.extras["off"] == "o:Fo/-"
    board.may_not("b4&d4-c1", "ENH-III-1")
    Board("DUa1 XEb4 FOb5 xda5 dud6", extras="held=a5").may("b4&b5-c1")
    Board("DUa1 XEb4 FOb5 xdb5 dud6".replace("FOb5 xdb5", "FOa4 xda5")).may_not("b4&a4-c1", "ENH-III-5")


@pytest.mark.rule("ENH-III-2")
def test_where_an_escape_lands() -> None:
    Board("DUa1 XEb4 FOb5 knc1 dud6").may("b4&b5xc1", "b4&b5-d1")
    Board("DUa1 XEb4 FOb5 FOc1 dud6").may_not("b4&b5-c1", "ENH-III-2")
    both = Board("DUa1 XEb4 FOb5 FOc1 KNd1 dud6")
    both.may("b4&b5-c1", "b4&b5-d1")
    assert both.after("b4&b5-d1").extras["off"] == "o:FoKn/-"


@pytest.mark.rule("ENH-III-3")
def test_the_escaping_tile_must_change_its_square() -> None:
    board = Board("DUa1 XEc1 FOd1 dud6")
    assert {text for text in board.turns if "&" in text} == {"c1&d1-d1"}
    board.may_not("c1&d1-c1", "ENH-III-3")
    friend = Board("DUa1 XEc1 FOd1 FOc2 dud6")
    friend.may("c1&c2-d1")  # both start squares are held by friends


@pytest.mark.rule("ENH-III-4", "FORT-6", "CUSTOM-6")
def test_what_stops_an_escape() -> None:
    Board("DUb3 XEb4 dud6").may_not("b4&b3-c1", "ENH-III-4")
    Board("DUc1 XEb4 FOb5 KNd1 dud6").may_not("b4&b5-c1", "ENH-III-4")
    for extras in ("mt=c1", "ft=c1", "dr=c1E"):
        Board("DUa1 XEb4 FOb5 dud6", extras=extras).may_not("b4&b5-c1", "ENH-III-4")
    flag = Board("DUa1 XEb4 FOb5 dud6", extras="fl=c1/f6", objective="counting_coup")
    assert flag.after("b4&b5-c1").extras["fl"] == "c1/f6"


@pytest.mark.rule("ENH-IV-1", "ENH-IV-2", "ENH-IV-3")
def test_ransom() -> None:
    board = Board("DUa1 dud6", extras="off=x:Xe/x:Xr")
    board.may("$Xr:Xe-c1", "$Xr:Xe-d1")
    after = board.after("$Xr:Xe-c1")
    assert after.tile("c1") == "XE"
    assert after.bags == ("-", "Xr")
    assert "off" not in after.extras
    paid = Board("DUa1 XEb4 dud6", extras="off=-/x:Xr")
    paid.may("b4&Xr-c1")
    assert paid.after("b4&Xr-c1").bags == ("-", "Xr")
    Board("DUa1 dud6", extras="off=x:Xe/x:Kn").may_not("$Kn:Xe-c1", "ENH-IV-1")


@pytest.mark.rule("A-0")
def test_of_two_evictions_with_one_result_the_first_is_kept() -> None:
    """Like tiles on both start squares: whichever is evicted, the board is the same."""
    escape = Board("DUa1 XE'b4 FOb5 XEc1 XEd1 dud6")
    escape.may("b4&b5-c1")
    escape.may_not("b4&b5-d1", "A-0")
    Board("DUa1 XE'b4 FOb5 XEc1 XE'd1 dud6").may("b4&b5-c1", "b4&b5-d1")
    Board("DUa1 XE'b4 FOb5 XEc1 XEd1 dud6", extras="ft=c1").may("b4&b5-d1")
    goods = "off=x:Xe/x:Xr"
    Board("DUa1 XEc1 XEd1 dud6", extras=goods).may_not("$Xr:Xe-d1", "A-0")
    Board("DUa1 XEc1 FOd1 dud6", extras=goods).may("$Xr:Xe-c1", "$Xr:Xe-d1")
    Board("DUa1 XE'b4 FOb5 XEc1 XEd1 dud6", extras="fl=b4/f6", objective="counting_coup").may("b4&b5-d1")
    Board("DUa1 XE'b4 FOb5 XEc1 XEd1 dud6", extras="fl=f6/e1", objective="counting_coup").may("b4&b5-d1")
    Board("DUa1 XEc1 XEd1 dud6", extras=f"fl=f6/b1;{goods}", objective="counting_coup").may("$Xr:Xe-d1")


@pytest.mark.rule("ENH-IV-4", "CAP-2")
def test_only_tiles_captured_by_the_opponent_are_ransom_goods() -> None:
    Board("DUa1 dud6", extras="off=x:Xe/t:Xr").may_not("$Xr:Xe-c1", "ENH-IV-1")
    Board("DUa1 dud6", extras="off=o:Xe/x:Xr").may_not("$Xr:Xe-c1", "ENH-IV-2")


@pytest.mark.rule("ENH-V-1", "ENH-V-2", "ENH-V-3")
def test_redeploy_swaps_a_tile_for_a_drawn_one() -> None:
    board = Board("DUc1 XA'>f3 dub6", bags="Kn/-")
    drawn = board.after("f3%")
    assert (drawn.phase, drawn.chances) == ("?redeploy:f3", {"+Kn": Fraction(1)})
    placing = drawn.after("+Kn")
    assert placing.turns == {"@b1", "@c2", "@d1"}
    after = placing.after("@d1")
    assert (after.tile("d1"), after.tile("f3"), after.bags) == ("KN", "", ("Xa", "-"))
    Board("DUc1 FOf3 dub6", bags="Kn/-").may_not("f3%", "ENH-V-1")
    Board("DUc1 XAf3 dub6").may_not("f3%")
    full = Board("DUa1 XAa2 FOb1 dub6", bags="Kn/-")
    full.may_not("a2%")  # its own square is not free yet


@pytest.mark.rule("ENH-V-4", "GUARD-6")
def test_redeploy_is_judged_after_the_lift() -> None:
    Board("DUc1 XA'c2 du'c5", bags="Kn/-").may_not("c2%", "GUARD-6")
    Board("DUc1 XA'c3 du'c5", bags="Kn/-").may("c3%")


@pytest.mark.rule("ENH-V-5", "ENH-V-6")
def test_rotation_stays_through_moves_and_flips() -> None:
    board = Board("DUc1 XAb3 dud6")
    assert board.after("b3>").tile("b3") == "XA>"
    assert board.after("b3<").tile("b3") == "XA<"
    moved = board.after("b3>", "d6-e6", "b3-c3")
    assert moved.tile("c3") == "XA'>"
    assert Board("DUc1 XA<b3 dud6").after("b3>").tile("b3") == "XA"


@pytest.mark.rule("ENH-V-7", "CMD-3")
def test_a_redeploy_tile_is_not_commanded() -> None:
    Board("DUa1 GE'c3 XAb3 dud6").may_not("c3:b3-d3", "ENH-V-7")
    Board("DUa1 GE'c3 XA'b3 dud6").may_not("c3:b3-d3", "ENH-V-7")


@pytest.mark.rule("LINK-1", "LINK-3")
def test_link_needs_an_own_linked_tile() -> None:
    board = Board("DUa1 XLf1 XAc3 KNb5 xad5 dud6")
    board.may("f1~c3")
    board.may_not("f1~b5", "LINK-1")
    board.may_not("f1~d5", "LINK-3")
    assert not any(text.startswith("f1~") for text in Board("DUa1 XLf1 KNb5 dud6").turns)


@pytest.mark.rule("LINK-2", "LINK-4", "LINK-5")
def test_link_chains() -> None:
    board = Board("DUa1 XLf1 XAc1 foc4 dub6", bags="Kn/-")
    assert board.after("f1~c1").tile("c1") == "XA'"
    assert board.after("f1~c1").tile("f1") == "XL'"
    fired = board.after("f1~c1/c1**c4")
    assert (fired.tile("c1"), fired.tile("c4"), fired.tile("f1")) == ("XA", "", "XL'")
    assert board.after("f1~c1/c1>").tile("c1") == "XA>"
    assert board.after("f1~c1/c1%").phase == "?redeploy:c1"
    board.may_not("c1**c4")
    Board("DUa1 XL'f1 XAc1 foc4 dub6").may_not("f1~c1", "LINK-2")
    Board("DUa1 XLe1 XAc1 xde2 dub6").may_not("e1~c1", "DREAD-2")


@pytest.mark.rule("LINK-2", "ENH-II-1")
def test_a_linked_tile_divines_after_the_flip() -> None:
    board = Board("DUc1 XLf1 XOf4 dub6", bags="KnPi2Se/-")
    divined = board.after("f1~f4/f4?")
    assert (divined.phase, divined.tile("f1"), divined.tile("f4")) == ("?divine", "XL'", "XO")
    assert divined.chances["+KnPiSe"] == Fraction(1, 2)
    placed = divined.after("+KnPiSe").after("Kn@d1-Pi")
    assert (placed.tile("d1"), placed.tile("f4"), placed.bags[0]) == ("KN", "XO", "PiSe")
    Board("DUc1 XLf1 XO'f4 dub6", bags="Kn/-").may_not("f1~f4/f4?", "ENH-II-1")
    Board("DUc1 XLf1 XOf4 dub6").may_not("f1~f4/f4?", "ENH-II-2")
    Board("DUc1 XLf1 XAf4 dub6", bags="Kn/-").may_not("f1~f4/f4?", "ENH-II-1")


@pytest.mark.rule("LINK-2", "ENH-II-3", "LINK-5")
def test_divination_in_a_chain_keeps_guard() -> None:
    threat = "DUc1 XLf1 XOf4 knd3 duf6"
    Board(threat, bags="Xd2Pi2/-").may("f1~f4/f4?")
    Board(threat, bags="XdPi3/-").may_not("f1~f4/f4?", "ENH-II-3")


@pytest.mark.rule("A-0", "LINK-2")
def test_divinations_by_two_linked_tiles_are_one_turn() -> None:
    board = Board("DUc1 XLf1 XOa4 XOf4 dub6", bags="Kn/-")
    board.may("f1~a4/a4?")
    board.may_not("f1~f4/f4?", "A-0")


@pytest.mark.rule("LINK-5", "GUARD-1")
def test_guard_looks_at_the_whole_chain() -> None:
    assert Board("DUa1 XLf1 XAc1 duc4").attacks("S")
    assert not Board("DUa1 XL'f1 XAc1 duc4").attacks("S")


@pytest.mark.rule("LINK-6", "SIEGE-4", "SIEGE-3")
def test_a_link_call_searches_the_bag() -> None:
    board = Board("DUc1 EN'f4 dub6", bags="CaKn2Pi/-", extras="pool=Tr", sets=SIEGE, **ENHANCED)
    called = board.after("f4~+")
    assert called.tile("f4") == "EN"
    assert called.chances == {"+Ca": Fraction(1, 3), "+Kn": Fraction(2, 3)}
    assert called.after("+Ca").phase == "place:Ca:L"
    asked = called.after("+Kn")
    assert (asked.phase, asked.turns) == ("ask:Kn:f4", {"=", "!"})
    taken = asked.after("=")
    assert taken.phase == "place:Tr:L"
    assert taken.extras["box"] == "Kn/-"
    refused = asked.after("!")
    assert (refused.phase, refused.extras["no"]) == ("?call:f4", "Kn/-")
    assert refused.chances == {"+Ca": Fraction(1)}
    assert board.after("f4~+Kn!Ca@f5").tile("f5") == "CA"


@pytest.mark.rule("LINK-6")
def test_refusing_the_last_stopper_ends_the_turn() -> None:
    board = Board("DUc1 EN'f4 dub6", bags="KnPi/-", extras="pool=Tr", sets=SIEGE, **ENHANCED)
    after = board.after("f4~+", "+Kn", "!")
    assert (after.phase, after.owner, after.bags[0]) == ("", "N", "KnPi")


@pytest.mark.rule("LINK-7", "NOICON-3")
def test_without_a_stopper_the_tile_only_flips() -> None:
    board = Board("DUc1 EN'f4 dub6", bags="Kn5/-", sets=SIEGE, **ENHANCED)
    board.may("f4~")
    board.may_not("f4~+", "LINK-7")
    Board("DUc1 EN'f4 dub6", bags="Tr/-", sets=SIEGE, **ENHANCED).may_not("f4~", "NOICON-3")


@pytest.mark.rule("LINK-8", "PLACE-2")
def test_a_linked_tile_may_go_next_to_its_link_tile() -> None:
    board = Board("DUa1 XLd4 duf6", bags="KnXa/-")
    near_duke = {"@a2", "@b1"}
    assert board.after("+", "+Kn").turns == near_duke
    assert board.after("+", "+Xa").turns == near_duke | {"@c4", "@e4", "@d3", "@d5"}
    no_duke = Board("XLd4 FOa1 duf6", bags="Xa/-", extras="fl=a6/f1", objective="counting_coup")
    no_duke.may_not("+", "COUP-7")


@pytest.mark.rule("NOICON-1", "NOICON-2")
def test_blank_sides_are_flipped() -> None:
    assert Board("DUc1 XBd4 dub6").after("d4~").tile("d4") == "XB'"
    Board("DUc1 XGd4 dub6").may_not("d4~", "NOICON-1")  # Defense is an icon too
    Board("DUc1 FOd4 dub6").may_not("d4~", "NOICON-1")


@pytest.mark.rule("SIEGE-1", "SIEGE-2", "SIEGE-3", "PLACE-6")
def test_a_drawn_tile_may_be_swapped_for_its_engine() -> None:
    drawn = Board("DUc1 dud6", bags="Kn/Kn", extras="pool=BaTr", sets=SIEGE, **ENHANCED).after("+", "+Kn")
    drawn.may("@c2", "=@c2")
    swapped = drawn.after("=@c2")
    assert swapped.tile("c2") == "TR"
    assert (swapped.extras["pool"], swapped.extras["box"]) == ("Ba", "Kn/-")
    theirs = swapped.after("+", "+Kn")
    assert not any(text.startswith("=") for text in theirs.turns)  # first come, first served
    kept = drawn.after("@c2")
    assert (kept.extras["pool"], kept.extras["no"]) == ("BaTr", "Kn/-")
    kept.after("+", "+Kn").may("=@c6")  # the other owner may still take it
    again = Board("DUc1 dud6", bags="Kn/-", extras="pool=Tr;no=Kn/-", sets=SIEGE, **ENHANCED)
    again.after("+", "+Kn").may_not("=@c2", "SIEGE-2")


@pytest.mark.rule("SIEGE-1", "SIEGE-5", "SETUP-1")
def test_the_pool_and_the_engines_in_the_bag() -> None:
    pool = Board.start(sets=SIEGE)
    assert pool.extras["pool"] == "BaBrCaEnTr"
    assert "Or" in pool.bags[0]
    in_bag = Board.start(sets=SIEGE, siege_mode="in_bag")
    assert "pool" not in in_bag.extras
    assert {code in in_bag.bags[0] for code in ("Ba", "Br", "Ca", "En", "Tr")} == {True}
    assert {code in in_bag.bags[0] for code in ("Kn", "Ge", "Pr", "Ma", "Or")} == {False}
    redeployed = Board("DUc1 TRf3 dub6", bags="Pi/-", sets=SIEGE, **ENHANCED).after("f3%+Pi@c2")
    assert redeployed.bags[0] == "Tr"


def _custom(**fields: object) -> Game:
    return Game(compose([make_set(tile_text("Mine", "Zz", **fields))], Settings()))


@pytest.mark.rule("CUSTOM-2", "CUSTOM-4")
def test_a_substitute_takes_the_place_in_the_bag() -> None:
    game = _custom(replaces="Knight")
    bag = game.start().line.split()[2].split("/")[0]
    assert "Zz" in bag
    assert "Kn" not in bag
    board = Board(position=game.position("3du2/6/6/6/6/2DU3 S Zz/- - 0")).after("+", "+Zz")
    assert board.turns == {"@b1", "@c2", "@d1"}


@pytest.mark.rule("CUSTOM-3")
def test_an_added_tile_is_one_more_in_the_bag() -> None:
    game = _custom()
    assert len(game.composition.armies[0].bag) == 17


@pytest.mark.rule("CUSTOM-6", "SETUP-1b")
def test_a_duke_never_leaves_the_board_by_an_ability() -> None:
    duke = Game(
        compose([make_set(tile_text("Boss", "Zz", role="duke", abilities="[redeploy, summon, escape]"))], Settings())
    )
    board = Board(position=duke.position("3zz2/6/6/6/6/2ZZ3 S Kn/- - 0"))
    board.may_not("c1%", "CUSTOM-6")
    board.may_not("c1^c2")
    board.may("c1>")
    two = make_set(tile_text("Boss", "Zz", role="duke"), tile_text("Chief", "Yy", role="duke"))
    with pytest.raises(ComposeError):
        compose([two], Settings())


@pytest.mark.rule("G-11")
def test_the_duke_is_a_role_not_a_name() -> None:
    game = Game(compose([make_set(tile_text("Boss", "Zz", role="duke"))], Settings()))
    board = Board(position=game.position("2fozz2/2FO3/6/6/6/2ZZ3 S -/- - 0"))
    assert board.attacks("S") is False
    assert Board(position=game.position("3zz2/3FO2/6/6/6/2ZZ3 S -/- - 0")).after("d5xd6").end == ("S", "duke")


@pytest.mark.rule("PACK-1")
def test_terrain_tiles_join_no_army() -> None:
    game = Game(compose([make_set(tile_text("Rock", "Zz", role="terrain"))], Settings()))
    assert "Rock" not in {tile.name for tile in game.composition.tiles}


@pytest.mark.rule("COUP-5", "ENH-III-1")
def test_two_escapes_stay_two_turns_when_only_one_makes_a_point() -> None:
    """Equal tiles that pay for each other end alike, but the one from c2 stood next to the enemy Flag already."""
    board = Board("DUf1 XEc1 XEc2 fod1 dud6", extras="fl=a1/d2", objective="counting_coup")
    assert {"c1&c2xd1", "c2&c1xd1"} <= set(board.turns)
