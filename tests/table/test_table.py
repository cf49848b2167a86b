"""The table without a screen: what is asked and told, what answers mean, looking, hints, taking back, records."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.scripted_games import KINDS, brief

from workbench.bot_options import UnknownBot
from workbench.duke.game import IllegalTurn, Position, chance_outcomes, game_of, legal_turns, play
from workbench.duke.record import parse_record
from workbench.duke.text.turn_read import BadTurn
from workbench.table.asking import asked, forms, meaning_of, understand
from workbench.table.looking import NothingThere, find_targets, find_tile
from workbench.table.session import HUMAN, Table, require_player
from workbench.table.telling import ENDS, tell
from workbench.table.view import View, format_tiles
from workbench.words import Owner

LINE = "2fodu2/3fo2/6/3KN'2/2FO3/2DUFO2 S BoPi3/BoPi3 - 9"


def siege(phase: str) -> Position:
    line = f"2fodu2/3fo2/6/1TR4/2FO1EN'1/2DU3 S CaPi3/BoPi3 pool=BaBr;ph={phase} 9"
    return Position(line, sets=["siege-engines"])


def started(*turns: str, **settings: str) -> Position:
    position = game_of((), settings).start()
    for turn in turns:
        position = play(position, turn)
    return position


@pytest.mark.parametrize(
    ("make", "question"),
    [
        (lambda: started(), "Put your Duke on c1 or d1."),
        (lambda: started("Du@c1"), "Put your two Footmen beside the Duke, on two of b1, c2 and d1, as in: d1 c2"),
        (lambda: Position(LINE), "Act with a tile or draw a new tile (+)."),
        (lambda: Position(LINE.replace("- 9", "ph=place:Bo 9")), "Place your Bowman: b1."),
        (lambda: siege("place:Ge"), "Place your General: b1 or d1."),
        (
            lambda: siege("ask:Ma:e2"),
            "The search met your Marshall. Take the Battering Ram for it (=), or search on (!)?",
        ),
        (
            lambda: siege("place:Ma"),
            "Place your Marshall: b1 or d1; or swap it for the Battering Ram: =b1, =d1, =e1, =d2, =f2 or =e3.",
        ),
        (
            lambda: started(objective="dark_rider"),
            "Put your 4 Pikemen on your home edge, as in: a1 b1 c1 d1",
        ),
    ],
)
def test_what_is_asked(make: Callable[[], Position], question: str) -> None:
    assert asked(make()) == question


def test_nothing_is_asked_of_chance_or_at_the_end() -> None:
    assert asked(Position(LINE.replace("- 9", "ph=?draw 9"))) == ""
    assert asked(Position("3du2/6/6/6/6/6 N -/- ph=over:N:duke 3")) == ""


@pytest.mark.parametrize(
    ("line", "typed", "meant"),
    [
        (LINE, "D3 D5", "d3xd5"),
        (LINE, "d3 to d4", "d3-d4"),
        (LINE, "draw", "+"),
        (LINE, "c1-c5", "c1-c5"),  # no such turn: left as it is
        (LINE, "d3-d6", "d3xd6"),  # an enemy stands there: written as it should be, to be told why not
        (LINE, "hello", "hello"),
        (LINE.replace("- 9", "ph=place:Bo 9"), "b1", "@b1"),
        (LINE.replace("- 9", "ph=place:Bo 9"), "b1 c2", "b1 c2"),
        (LINE.replace("- 9", "ph=place:Bo 9"), "f6", "@f6"),  # not allowed: written as it should be
    ],
)
def test_what_is_meant(line: str, typed: str, meant: str) -> None:
    assert understand(Position(line), typed) == meant


@pytest.mark.parametrize("name", KINDS)
def test_every_turn_has_a_form_and_words_and_is_understood_in_brief(name: str) -> None:
    """Over the first decisions of each kind of game: nothing is left to the engine's own words."""
    position = KINDS[name].table().position
    for number in range(12):
        if position.is_over:
            return
        if position.is_chance:
            for outcome in chance_outcomes(position):
                assert outcome.event not in tell(position, outcome.event)
            position = chance_outcomes(position)[number % len(chance_outcomes(position))].position
            continue
        turns = legal_turns(position)
        assert {form.meaning for form in forms(position)} == {meaning_of(turn) for turn in turns}
        for turn in turns:
            assert not tell(position, turn).endswith(f": {turn}")
            assert understand(position, brief(position, turn)) == turn
        position = play(position, turns[(7 * number) % len(turns)])


@given(st.text(max_size=12))
@settings(max_examples=200, deadline=None)
def test_any_text_is_a_legal_turn_or_left_to_be_explained(text: str) -> None:
    position = Position(LINE)
    meant = understand(position, text)
    if meant not in legal_turns(position):
        table = Table.from_position(position.game, position, (HUMAN, HUMAN), 1)
        with pytest.raises((IllegalTurn, BadTurn)):
            table.play(text)


def test_a_view_names_everything() -> None:
    line = "2fodu2/3fo2/6/3KN'2/2FO3/2DUFO2 S BoPi3/BoPi3 mt=a3;ft=c2;dr=d4W!;off=x:Pi2,t:Se/x:Kn 9"
    view = View.of(Position(line))
    assert (view.troops["d3"].name, view.troops["d3"].is_flipped, view.troops["d3"].mark) == ("Knight", True, "KN'")
    assert view.duke(Owner.NORTH) == "d6"
    assert (view.mountains, view.forts) == (("a3",), ("c2",))
    assert view.dragon is not None
    assert (view.dragon.square, view.dragon.looks, view.dragon.is_enraged) == ("d4", "west", True)
    assert view.lost[0] == {"opponent": {"Pi": 2}, "terrain": {"Se": 1}}
    assert format_tiles(game_of(), view.bags[0]) == "Bowman, 3 x Pikeman"
    after = View.of(play(Position(LINE), "d3xd5"))
    assert after.changed(View.of(Position(LINE))) == {"d3", "d5"}


def test_looking_at_tiles() -> None:
    position = Position(LINE)
    assert find_tile(position, "kn")[0].name == "Knight"
    assert find_tile(position, "longbowman")[0].code == "Lo"
    tile, standing = find_tile(position, "d6")
    assert standing is not None
    assert (tile.name, standing.owner) == ("Duke", Owner.NORTH)
    with pytest.raises(NothingThere, match="did you mean 'Knight'"):
        find_tile(position, "Knigth")
    with pytest.raises(NothingThere, match="no tile stands on a1"):
        find_targets(position, "a1")


def test_targets_are_the_legal_turns_of_a_tile() -> None:
    position = Position(LINE)
    mine = find_targets(position, "d3")
    assert not mine.is_supposed
    assert set(mine.turns) == {turn for turn in legal_turns(position) if turn.startswith("d3")}
    assert "d5" in mine.squares
    theirs = find_targets(position, "d6")
    assert theirs.is_supposed
    assert theirs.turns == tuple(t for t in legal_turns(Position(LINE.replace(" S ", " N "))) if t.startswith("d6"))
    in_hand = find_targets(Position(LINE.replace("- 9", "ph=place:Bo 9")), "d3")
    assert in_hand.is_supposed


def test_a_game_is_taken_back_saved_and_gone_on_with() -> None:
    from workbench.duke.record import format_record

    table = Table(game_of(), (HUMAN, "random"), 3)
    table.play("c1")
    table.play("b1 c2")
    while not table.waits_for_human:
        table.advance()
    before = table.position.line
    table.play("draw")
    table.advance()
    in_hand = table.position.line
    again = Table.from_record(parse_record(format_record(table.record())), (HUMAN, "random"), 3)
    assert again.position.line == in_hand
    assert again.undo()
    assert again.position.line == before
    table.play(legal_turns(table.position)[0])
    assert table.undo()
    assert table.position.line == in_hand
    assert table.last_changed()


def test_a_hint_changes_nothing() -> None:
    table = Table.from_position(game_of(), Position(LINE), (HUMAN, "random"), 1)
    before = table.position
    hint = table.hint("greedy")
    assert hint.turn in legal_turns(before)
    assert table.position is before
    assert table.recorder.steps == []
    assert table.hint("greedy") == hint
    assert table.adviser == "greedy"
    with pytest.raises(UnknownBot):
        table.hint("deep blue")


def test_a_tile_first_in_the_bag() -> None:
    table = Table.from_position(game_of(), Position(LINE), (HUMAN, HUMAN), 1)
    for code in ("Bo", "Pi"):
        kind = table.game.letters.type_of(code)
        assert kind is not None
        table.put_first(Owner.SOUTH, kind)
        bag = View.of(table.position).bags[0]
        table.play("+")
        assert table.go_on() == f"+{code}"
        assert View.of(table.position).bags[0] == bag - type(bag)([code])
        table.undo()
    with pytest.raises(ValueError, match="not in list"):
        table.put_first(Owner.SOUTH, 0)


def test_players_are_people_or_bots() -> None:
    assert require_player(HUMAN) == HUMAN
    assert require_player("search:depth=1") == "search:depth=1"
    with pytest.raises(UnknownBot, match="a person is 'human'"):
        require_player("nobody")


def test_every_end_has_words() -> None:
    from workbench.duke.board.state import REASONS

    assert set(REASONS[1:]) == set(ENDS)
