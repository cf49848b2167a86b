"""Turns and their limits, Guard, placing, winning, Dread and Defense."""

from __future__ import annotations

from fractions import Fraction

import pytest
from support.boards import Board

from workbench.duke.game import Position, legal_turns, play


@pytest.mark.rule("TURN-3", "GUARD-2")
def test_no_turn_may_expose_the_own_duke() -> None:
    board = Board(
        """
        .  .  .  du .  .
        .  .  .  .  .  .
        .  .  kn' .  .  .
        .  .  .  .  .  .
        .  .  FO .  .  .
        .  .  DU .  .  .
        """
    )
    board.may("c2-c3")
    board.may_not("c2-b2", "GUARD-2")
    board.may_not("c2-d2", "GUARD-2")
    board.may("c1-b1")


@pytest.mark.rule("GUARD-1")
@pytest.mark.parametrize(
    ("troops", "threat"),
    [
        ("DUa1 FOc5 duc6", True),  # Move
        ("DUa1 WI'c4 duc6", True),  # Jump
        ("DUa1 KN'c2 duc6", True),  # Slide
        ("DUa1 ASc2 duc6", True),  # Jump Slide
        ("DUa1 XMc4 duc6", True),  # Smash
        ("DUa1 BO'c4 duc6", True),  # Strike
        ("DUa1 XHc4 duc6", True),  # Hammer
        ("DUa1 GE'c5 FOb4 dud5", True),  # Command
        ("DUa1 XA'c3 duc6", True),  # area effect
        ("DUa1 XAc3 XLf1 duc6", True),  # Link chain
        ("DUa1 KN'c2 foc4 duc6", False),  # blocked
        ("DUa1 KN'c2 xdc3 duf6", False),
        ("DUa1 XNc5 duc6", False),  # non-capture
    ],
)
def test_what_threatens_a_duke(troops: str, threat: bool) -> None:
    assert Board(troops).attacks("S") is threat


@pytest.mark.rule("GUARD-1")
def test_arrivals_threaten_too() -> None:
    assert Board("DUa3 XEb4 FOb5 duc1", owner="N").attacks("S")
    assert not Board("DUa3 XEb4 FOd5 duc1", owner="N").attacks("S")
    assert Board("DUa3 duc1", owner="N", extras="off=x:Xe/x:Xr").attacks("S")
    assert not Board("DUa3 duc1", owner="N", extras="off=o:Xe/x:Xr").attacks("S")


@pytest.mark.rule("GUARD-1", "DEF-1", "DREAD-3")
def test_threats_respect_defense_and_dread() -> None:
    assert Board("DUa1 FOc5 duc6 xdb5").attacks("S")
    assert not Board("DUa1 FOc5 duc6 xdd5").attacks("S")  # its Dread to the right, seen from North, covers c5


@pytest.mark.rule("GUARD-3")
def test_guard_binds_every_kind_of_turn() -> None:
    attacked = "DUc1 knb3 FOe4 XAf1 XBf3 dud6"  # the Knight threatens c1 by a Jump
    board = Board(attacked, bags="Pi/-")
    for text in ("e4-e5", "f1>", "f3~", "f1%"):
        board.may_not(text)
    board.may_not("+", "GUARD-6")
    assert {text[:2] for text in board.turns} == {"c1"}
    Board(attacked, bags="Pi/-", guard="off").may("e4-e5", "f1>", "f3~", "+")


@pytest.mark.rule("GUARD-4", "WIN-1")
def test_capturing_the_duke_is_legal_whatever_it_exposes() -> None:
    board = Board("DUc1 kn'c4 FOd5 dud6")  # the Knight's slide hits c1 before and after
    after = board.after("d5xd6")
    assert after.end == ("S", "duke")
    # with the base set alone the engine judges a turn without playing it
    assert "d5xd6" in legal_turns(Position("3du2/3FO2/2kn'3/6/6/2DU3 S -/- - 9"))


@pytest.mark.rule("GUARD-5")
def test_the_own_duke_is_never_removed() -> None:
    Board("DUc3 GE'c2 XEb3 dud6", guard="off").may_not("b3&c3-c1", "ENH-III-4")
    Board("DUc4 XA'c1 fod4 dud6", guard="off").may_not("c1**c4,d4", "AREA-5")
    Board("KNa3 DUe3 RA'b2 dud6", extras="dr=d4E", guard="off").may_not("b2>d4")


@pytest.mark.rule("GUARD-6", "PLACE-4")
def test_a_draw_in_guard_must_always_find_a_safe_square() -> None:
    line_threat = "DUc1 FOa1 FOb1 kn'c5 duf6"
    Board(line_threat, bags="Pi/-").may("+")  # any tile on c2 blocks the file
    Board("DUc1 knb3 dud6", bags="Pi/-").may_not("+", "GUARD-6")  # nothing blocks a Jump
    after = Board(line_threat, bags="Pi/-").after("+", "+Pi")
    assert after.turns == {"@c2"}
    after.may_not("@d1", "GUARD-6")


@pytest.mark.rule("GUARD-6", "DREAD-3")
def test_a_dread_tile_may_answer_a_jump() -> None:
    threat = "DUc1 knd3 duf6"
    Board(threat, bags="Xd/-").may("+")
    Board(threat, bags="PiXd/-").may_not("+", "GUARD-6")
    assert Board(threat, bags="Xd/-").after("+", "+Xd").turns == {"@d1"}


@pytest.mark.rule("GUARD-7")
def test_only_the_final_position_counts() -> None:
    """The paid tile opens the rank to the Marshall, the escaping one closes it again."""
    board = Board("DU'a1 FOc1 XEc2 maf1 dud6")
    board.may("c2&c1-c1", "c2&c1-d1")
    board.may_not("c1-b2", "TURN-1")
    Board("DU'a1 FOc1 maf1 dud6").may("c1-b1", "c1-d1")
    Board("DU'a1 FO'c1 maf1 dud6").may_not("c1-b2", "GUARD-2")


@pytest.mark.rule("GUARD-8")
def test_guard_is_said_by_the_position() -> None:
    after = Board("DUa1 FOb4 dub6").after("b4-b5")
    assert not after.attacks("S")  # flipped: its other side does not reach b6
    assert Board("DUa1 FO'a4 dub6").after("a4-b5").attacks("S")


@pytest.mark.rule("GUARD-9", "TURN-4")
def test_mate() -> None:
    board = Board("DUa1 FOb1 knb6 duf6", owner="N")
    assert board.after("b6-a4").end == ("N", "mate")
    mated = Board("DUa1 FOb1 kn'a4 duf6")
    assert mated.end == ("N", "mate")
    assert mated.turns == set()


@pytest.mark.rule("TURN-4")
def test_no_legal_turn_outside_guard() -> None:
    walled_in = "DUa1 XGb1 due6"  # the Guardian has no icon to move with
    assert Board(walled_in).end == ("N", "stuck")
    assert Board(walled_in, no_turn="draw").end == ("=", "stuck")
    assert Board(walled_in, bags="Kn/-").end is None
    in_guard = Board("DUa1 XGb1 kn'a4 due6", no_turn="draw")
    assert in_guard.end == ("N", "mate")


ROUND = ("c1-b1", "d6-e6", "b1-b2", "e6-e5", "b2-c2", "e5-d5", "c2-c1", "d5-d6")


def phases(turns: tuple[str, ...], **settings: object) -> list[tuple[str, str] | None]:
    position = Board("DUc1 dud6", **settings).position
    found = []
    for turn in turns:
        position = play(position, turn)
        found.append(Board(position=position).end)
        if found[-1]:
            break
    return found


@pytest.mark.rule("TURN-5", "TURN-5b")
def test_the_third_occurrence_is_a_draw() -> None:
    ends = phases(ROUND * 3)
    assert (len(ends), ends[-1]) == (16, ("=", "repetition"))


@pytest.mark.rule("TURN-5")
@pytest.mark.parametrize(
    ("repetition", "no_progress", "max_turns", "reason"),
    [(2, 8, 8, "repetition"), (3, 8, 8, "no-progress"), (3, 0, 8, "max-turns"), (0, 9, 8, "max-turns")],
)
def test_the_order_of_the_limits(repetition: int, no_progress: int, max_turns: int, reason: str) -> None:
    ends = phases(ROUND * 2, repetition=repetition, no_progress=no_progress, max_turns=max_turns)
    assert (len(ends), ends[-1]) == (8, ("=", reason))


@pytest.mark.rule("TURN-5")
def test_mate_on_the_last_turn_counts_as_mate() -> None:
    board = Board("DUa1 FOb1 knb6 duf6", owner="N", extras="np=7", ply=7, no_progress=8, max_turns=8)
    assert board.after("b6-a4").end == ("N", "mate")
    assert board.after("f6-e6").end == ("=", "no-progress")


@pytest.mark.rule("TURN-5b")
def test_the_history_tells_bags_and_held_apart() -> None:
    board = Board("DUc1 XAf3 dud6", bags="Kn/-")
    first = board.after("f3%+Kn@c2")
    assert first.bags == ("Xa", "-")
    assert first.extras.get("np") == "1"


@pytest.mark.rule("TURN-5c")
def test_progress() -> None:
    idle = {"extras": "np=9", "ply": 9}
    assert Board("DUc1 FOc3 foc4 dud6", **idle).after("c3xc4").extras.get("np") is None
    assert Board("DUc1 FOc3 foc4 dud6", **idle).after("c3-b3").extras["np"] == "10"
    assert Board("DUc1 dud6", bags="Kn/-", **idle).after("+Kn@c2").extras.get("np") is None
    assert Board("DUc1 XAf3 dud6", bags="Kn/-", **idle).after("f3%+Kn@c2").extras["np"] == "10"


@pytest.mark.rule("PLACE-1", "SETUP-10")
def test_the_draw_is_random_by_copies() -> None:
    board = Board("DUc1 dud6", bags="KnPi3/-").after("+")
    assert board.chances == {"+Kn": Fraction(1, 4), "+Pi": Fraction(3, 4)}


@pytest.mark.rule("PLACE-2", "G-7")
def test_where_a_new_tile_goes() -> None:
    board = Board("DUc2 FOb2 dud6", bags="Kn/-", extras="mt=c1;ft=d2").after("+", "+Kn")
    assert board.turns == {"@c3"}
    assert board.after("@c3").tile("c3") == "KN"
    Board("DUc2 dud6", bags="Kn/-", extras="dr=c3E").after("+", "+Kn").may_not("@c3", "PLACE-2")
    flags = Board("DUc2 dud6", bags="Kn/-", extras="fl=c3/f6", objective="counting_coup").after("+", "+Kn")
    flags.may_not("@c3", "PLACE-2")


@pytest.mark.rule("PLACE-3")
def test_a_new_tile_must_be_placed() -> None:
    board = Board("DUc2 FOb2 FOd2 FOc1 kn'c5 dud6", bags="Kn/-").after("+", "+Kn")
    assert board.turns == {"@c3"}  # although it can be captured there


@pytest.mark.rule("PLACE-4", "PLACE-5")
def test_when_drawing_is_possible() -> None:
    Board("DUc1 dud6").may_not("+", "PLACE-4")
    Board("DUa1 FOa2 FOb1 dud6", bags="Kn/-").may_not("+", "PLACE-5")
    surrounded = "DUa1 FOa2 FOb1 XLd3 dud6"
    Board(surrounded, bags="Xa/-").may("+")  # it may go next to the Link tile
    Board(surrounded, bags="KnXa/-").may_not("+", "PLACE-5")


@pytest.mark.rule("PLACE-5", "ENH-V-2", "ENH-II-2")
def test_a_surrounded_duke_is_not_a_matter_of_guard() -> None:
    for threat in ("", " knb3 FOa3"):  # whether or not the Duke is attacked as well
        surrounded = Board("DUc1 FOb1 FOd1 FOc2 XAf1 XO'f4 duf6" + threat, bags="Kn/-")
        surrounded.may_not("+", "PLACE-5")
        surrounded.may_not("f1%", "PLACE-5")
        surrounded.may_not("f4?", "ENH-II-2")
    Board("DUc1 FOb1 FOd1 knb3 FOa3 duf6", bags="Kn/-").may_not("+", "GUARD-6")
    Board("DUc1 XAf1 duf6").may_not("f1%", "ENH-V-2")


@pytest.mark.rule("PLACE-6")
def test_a_new_tile_does_not_act() -> None:
    after = Board("DUc1 dud6", bags="Kn/-").after("+Kn@c2")
    assert (after.owner, after.tile("c2")) == ("N", "KN")


@pytest.mark.rule("WIN-1")
def test_capturing_the_duke_wins_at_once() -> None:
    board = Board("DUc1 FOd5 dud6", extras="dr=a6E")
    assert board.after("d5xd6").end == ("S", "duke")


@pytest.mark.rule("WIN-2b", "COUP-9", "GUARD-11")
def test_dukes_may_fall_in_coup_and_trophy() -> None:
    for objective in ("counting_coup", "trophy_hunters"):
        board = Board("DUc1 FOd5 dud6 foa5", extras="fl=a6/f1", objective=objective)
        after = board.after("d5xd6")
        assert after.end is None
        assert after.owner == "N"


@pytest.mark.rule("COUP-9", "GUARD-2", "GUARD-9")
def test_guard_may_bind_with_flags() -> None:
    exposed = "DUc1 FOf1 knb3 FOa3 dud6"
    for objective in ("counting_coup", "trophy_hunters"):
        Board(exposed, extras="fl=a6/f2", objective=objective).may("f1-e1")
        guarded = Board(exposed, extras="fl=a6/f4", objective=objective, flag_guard="on")
        guarded.may_not("f1-e1", "GUARD-2")
        guarded.may("a3xb3")
        Board(exposed, extras="fl=a6/f4", objective=objective, flag_guard="on", guard="off").may("f1-e1")
    mate = Board("DUa1 FOa2 FOb1 knb3", extras="fl=f6/f1", objective="counting_coup", flag_guard="on")
    assert mate.end == ("N", "mate")


@pytest.mark.rule("COUP-9", "COUP-4", "TURN-3")
def test_flags_and_winning_turns_count_for_guard() -> None:
    held = {"objective": "counting_coup", "flag_guard": "on"}
    assert Board("DUc1 knb3 dud6", extras="fl=a6/f1", **held).attacks("N")
    assert not Board("DUc1 knb3 dud6", extras="fl=c1/f1", **held).attacks("N")  # nobody enters the Flag's square
    third = Board("DUc1 FOa4 knb3 dud6", extras="fl=f6/a6;sc=2/0", **held)
    third.may("a4-a5")  # the third point ends the game
    Board("DUc1 FOa4 knb3 dud6", extras="fl=f6/a6;sc=1/0", **held).may_not("a4-a5", "GUARD-2")


@pytest.mark.rule("WIN-3")
def test_a_finished_game_has_no_turns() -> None:
    after = Board("DUc1 FOd5 dud6").after("d5xd6")
    assert legal_turns(after.position) == ()


# Dread


@pytest.mark.rule("DREAD-1", "DREAD-2", "G-12")
def test_a_covered_tile_is_frozen() -> None:
    board = Board("DUa1 FOc4 FOb4 xdc5 dud6")
    assert board.of("c4") == set()
    board.may_not("c4-d4", "DREAD-2")
    board.may_not("b4-c4", "MOVE-3")  # it still fills its square
    north = Board("DUa1 FOc4 xdc5 fob4 dud6", owner="N")
    north.may_not("b4xc4", "DREAD-2")


@pytest.mark.rule("DREAD-1")
def test_dukes_and_dread_tiles_are_immune() -> None:
    assert "-b4" in Board("DUc4 xdc5 duf6", guard="off").of("c4")
    assert "-b4" in Board("DUa1 XDc4 xdc5 duf6").of("c4")


@pytest.mark.rule("DREAD-1")
def test_a_freed_tile_stays_frozen_until_its_own_turn() -> None:
    after = Board("DUa1 FOc3 WIb5 xdc4 fob3 duf6").after("b5xc4")
    assert after.extras["held"] == "c3"
    after.may_not("b3xc3", "DREAD-2")
    mine = after.after("f6-d6")
    mine.may("c3-c2")
    assert "held" not in mine.extras


@pytest.mark.rule("DREAD-2")
def test_a_frozen_tile_neither_pays_nor_flips_nor_passes() -> None:
    Board("DUa1 XEc3 FOc4 xdc5 duf6").may_not("c3&c4-c1", "ENH-III-5")
    Board("DUa1 XBc4 xdc5 duf6").may_not("c4~", "DREAD-2")
    flag = Board("DUa1 FOc4 FOb4 xdc5 duf6", extras="fl=b4/f5", objective="counting_coup")
    flag.may_not("b4#c4")
    Board("DUa1 XAc4 xdc5 duf6", bags="Kn/-").may_not("c4>", "DREAD-2")


@pytest.mark.rule("DREAD-3")
def test_freezing_the_attacker_answers_guard() -> None:
    board = Board("DUc1 XD'd1 knd3 duf6")
    assert board.attacks("N")
    assert not Board("DUc1 XDd1 knd3 duf6").attacks("N")


@pytest.mark.rule("DREAD-4", "DREAD-5")
def test_dread_is_judged_by_the_face_now_up() -> None:
    assert Board("DUa1 FOc4 xdc5 dud6").of("c4") == set()
    assert Board("DUa1 FOc4 xd'c5 dud6").of("c4") != set()
    assert Board("DUa1 FOc4 xdb5 dud6").of("c4") != set()
    assert Board("DUb1 FOa5 xda6 dud6").of("a5") == set()


@pytest.mark.rule("DREAD-6", "DREAD-1")
def test_the_dragon_is_immune_and_spares_frozen_tiles() -> None:
    assert set(Board("FOd4 xdd5 DUa1 duf1", extras="dr=d3E;ph=?dragon").chances) == {"dr-"}
    assert set(Board("FOd4 xd'd5 DUa1 duf1", extras="dr=d3E;ph=?dragon").chances) == {"drxd4"}
    covered = Board("FOe3 xdd4 DUa1 duf1", extras="dr=d3E;ph=?dragon")
    assert set(covered.chances) == {"drxd4", "drxe3"}  # it acts although Dread covers its own square


# Defense


@pytest.mark.rule("DEF-1", "DEF-2")
def test_defense_stops_straight_captures_through_its_squares() -> None:
    board = Board("DUa1 FOc3 xsc4 duf6")
    board.may_not("c3xc4", "DEF-2")
    Board("DUa1 FOc5 xsc4 duf6").may("c5xc4")  # from behind
    Board("DUa1 KN'c1 xsc4 duf6").may_not("c1xc4", "DEF-2")
    Board("DUa1 xsc4 FOb4 duf6").may_not("b4xc4", "DEF-2")


@pytest.mark.rule("DEF-3", "G-6", "JUMP-3")
def test_a_bent_jump_needs_one_free_path() -> None:
    Board("DUa1 KNb2 xsc4 duf6").may_not("b2xc4", "DEF-3")
    Board("DUa1 KNb2 xkc4 duf6").may("b2xc4")
    Board("DUa1 KNb2 xkc4 duf6", extras="mt=b3").may_not("b2xc4")  # one path blocked, the other defended


@pytest.mark.rule("DEF-4")
def test_defense_protects_only_its_own_tile() -> None:
    board = Board("DUa1 FOc3 xsc4 fob3 duf6")
    board.may("c3xb3")


@pytest.mark.rule("DEF-5")
def test_what_ignores_defense() -> None:
    Board("DUa1 XMc3 xsc4 duf6").may("c3xc4")
    Board("DUa1 XEb4 FOb5 xsc1 duf6").may("b4&b5xc1")
    Board("DUa1 XCc3 FOc4 xsc5 duf6").may("c3:c4xc5")
    dragon = Board("xsd4 DUa1 duf1", extras="dr=d3E;ph=?dragon")
    assert set(dragon.chances) == {"dr-"}  # but the Dragon's own Move respects it
