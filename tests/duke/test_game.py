"""The Python face: positions as values, turns, chance, outcomes, explanations."""

from __future__ import annotations

import logging
import subprocess
import sys
from fractions import Fraction
from random import Random

import pytest
from support.boards import Board
from support.engine_nodes import chance, decisions, node_kind, start

from workbench.duke import (
    BadPosition,
    BadTurn,
    IllegalTurn,
    Outcome,
    Position,
    chance_outcomes,
    format_position,
    format_turn,
    game_of,
    legal_turns,
    outcome,
    parse_position,
    parse_turn,
    play,
    why,
)
from workbench.duke.board.packed import type_of
from workbench.duke.text.lettering import Lettering
from workbench.duke.text.position_write import format_state as write
from workbench.words import Owner

LINE = "2fodu2/3fo2/6/3KN'2/2FO3/2DUFO2 S BoPi3/BoPi3 - 9"


def test_five_lines_in_a_notebook() -> None:
    position = Position(LINE)
    assert "d3xd5" in legal_turns(position)
    after = play(position, "d3xd5")
    assert outcome(after) is None
    assert after.line == "2fodu2/3KN2/6/6/2FO3/2DUFO2 N BoPi3/BoPi3 off=-/x:Fo 10"


def test_positions_are_values() -> None:
    one, two = Position(LINE), Position(LINE)
    assert one == two
    assert len({one, two}) == 1
    assert one != play(one, "d3-d4")
    assert str(one) == LINE
    assert repr(one) == f"Position({LINE!r})"
    with pytest.raises(AttributeError):
        one.line = "x"
    before = one.line
    play(one, "d3-d4")
    one.state[0]["ply"] = 77
    assert (one.line, one.ply) == (before, 9)


def test_faults_are_all_listed() -> None:
    with pytest.raises(BadPosition) as error:
        Position("3du2/6/6/6/6/DU1DU3 S Du/- zz=1 0")
    assert len(error.value.faults) == 3


def test_sets_and_settings() -> None:
    siege = Position("3du2/6/6/6/TR5/2DU3 S -/- - 0", sets=("siege-engines",))
    assert "a2>" in legal_turns(siege)
    coup = Position("3du2/6/6/6/6/2DU3 S -/- fl=a1/f6 0", settings={"objective": "counting_coup"})
    assert legal_turns(coup)
    terrain = Position("3du2/6/6/6/6/2DU3 S -/- mt=c3;dr=d3E 0")  # the line brings its own terrain
    assert legal_turns(terrain)


def test_whole_turns_and_events_can_be_played() -> None:
    position = Position(LINE)
    assert play(position, "+Pi@b1").line == play(play(play(position, "+"), "+Pi"), "@b1").line
    with pytest.raises(BadTurn, match=r"cannot happen here; possible: \+Bo, \+Pi"):
        play(play(position, "+"), "+Kn")


def test_illegal_turns_carry_their_rule() -> None:
    with pytest.raises(IllegalTurn) as error:
        play(Position(LINE), "c1-c2")
    assert error.value.rule == "TURN-1"
    assert "Duke on c1" in error.value.words
    with pytest.raises(BadTurn):
        play(Position(LINE), "castle")
    with pytest.raises(IllegalTurn) as over:
        play(Position("3du2/6/6/6/6/6 N -/- ph=over:N:duke 3"), "d6-d5")
    assert "over" in over.value.words


def test_outcomes() -> None:
    mate = Position("5du/6/kn'5/6/6/DUFO4 S -/- - 0")
    assert outcome(mate) == Outcome(Owner.NORTH, "mate")
    assert legal_turns(mate) == ()
    draw = Position("3du2/6/6/6/6/2DU3 S -/- ph=over:=:max-turns 600")
    assert outcome(draw) == Outcome(None, "max-turns")


def test_chance_has_probabilities() -> None:
    drawn = play(Position(LINE), "+")
    assert drawn.is_chance
    assert legal_turns(drawn) == ()
    assert [(one.event, one.probability) for one in chance_outcomes(drawn)] == [
        ("+Bo", Fraction(1, 4)),
        ("+Pi", Fraction(3, 4)),
    ]
    assert chance_outcomes(Position(LINE)) == ()


def test_texts_and_packed_turns() -> None:
    position = parse_position(LINE)
    assert format_position(position) == LINE
    for text in legal_turns(position):
        assert format_turn(position, parse_turn(position, text)) == text
    with pytest.raises(IllegalTurn):
        parse_turn(position, "c1-c2")


@pytest.mark.parametrize(
    ("turn", "legal", "rule", "words"),
    [
        ("d3xd5", True, "SLIDE-1", "a Slide by the Knight on d3 (other side up); out of play: North's Foot"),
        ("c2-c3", True, "MOVE-3", "a Move by the Footman on c2"),
        ("+", True, "PLACE-4", "a tile is drawn"),
        ("c2-c4", False, "TURN-1", "nothing that does this"),
        ("a1-a2", False, "TURN-1", "no tile stands on a1"),
        ("c6-c5", False, "TURN-1", "belongs to the opponent"),
        ("c1-e1", False, "MOVE-2", "is blocked"),
        ("c2~", False, "NOICON-1", "shows icons"),
        ("c2^c3", False, "ENH-I-1", "Summon"),
    ],
)
def test_why(turn: str, legal: bool, rule: str, words: str) -> None:
    verdict = why(Position(LINE), turn)
    assert (verdict.legal, verdict.rule) == (legal, rule)
    assert words in verdict.words


GAMES = [
    ((), {}),
    ((), {"enhanced": "both"}),
    (("siege-engines",), {"enhanced": "both"}),
    ((), {"terrain": {"mountain": 2, "fort": 2, "dragon": True}}),
    ((), {"objective": "counting_coup", "terrain": {"dragon": True}}),
    ((), {"objective": "trophy_hunters"}),
    ((), {"objective": "dark_rider", "terrain": {"dragon": True}}),
    ((), {"objective": "dynastic_dispute"}),
]


def tiles_of(line: str, letters: Lettering) -> dict[str, int]:
    """How many tiles of each type there are anywhere: board, bags, out of play, in hand, beside the board."""
    from workbench.duke.board.state import ASKING, DIVINING, PLACING
    from workbench.duke.text.position_read import parse_state as read
    from workbench.duke.text.position_write import troops_of

    s = read(line, letters, needs_dukes=False)[0]
    counts = [0] * len(letters.codes)
    for key in troops_of(s).values():
        counts[type_of(key)] += 1
    for owner in range(2):
        for kind in s["bag"][owner, : int(s["nbag"][owner])].tolist():
            counts[kind] += 1
    for kind in range(len(counts)):
        counts[kind] += int(s["off"][:, :, kind].sum())
        counts[kind] += int(s["boxed"][:, kind].sum() + s["front"][:, kind].sum())
        counts[kind] += int(s["pool"]) >> kind & 1
    if int(s["phase"]) in (PLACING, ASKING):
        counts[int(s["drawn"])] += 1
    if int(s["phase"]) == DIVINING:
        for kind in s["hand"][: int(s["nhand"])].tolist():
            counts[kind] += 1
    return {code: count for code, count in zip(letters.codes, counts, strict=True) if count}


@pytest.mark.parametrize(("sets", "settings"), GAMES)
def test_random_games_keep_their_invariants(sets: tuple[str, ...], settings: dict[str, object]) -> None:
    """Every line reads back as itself, no tile is lost, what comes next does not depend on the way here."""
    game = game_of(sets, settings)
    random = Random(7)
    position = game.start()
    setup_choices = True
    tiles: dict[str, int] | None = None
    for _ in range(160):
        if position.is_over:
            break
        again = game.position(position.line)
        assert again.line == position.line
        if position.is_chance:
            outcomes = chance_outcomes(position)
            assert sum(one.probability for one in outcomes) == 1
            assert len({one.event for one in outcomes}) == len(outcomes)
            lines = [{one.position.line for one in chance_outcomes(here)} for here in (position, again)]
            assert lines[0] == lines[1]
            position = random.choice(outcomes).position
        else:
            turns = legal_turns(position)
            assert len(set(turns)) == len(turns)
            assert set(turns) == set(legal_turns(again))
            position = play(position, random.choice(turns))
        phase = position.line.split()[3]
        setup_choices = setup_choices and position.ply == 0 and "ph=" in phase
        if not setup_choices:
            now = tiles_of(position.line, game.letters)
            assert tiles in (None, now), position.line
            tiles = now
        assert write(position.state[0], game.letters) == position.line


def test_nodes_for_comparisons() -> None:
    composition = game_of().composition
    first = start(composition)
    assert node_kind(first) == "decision"
    assert set(decisions(composition, first)) == {"Du@c1", "Du@d1"}
    drawn = decisions(composition, LINE)["+"]
    assert node_kind(drawn) == "chance"
    assert [event for _, event, _ in chance(composition, drawn)] == ["+Bo", "+Pi"]
    assert node_kind("6/6/6/6/6/6 S -/- ph=over:S:duke 1") == "over"


def test_the_package_does_not_load_the_engine() -> None:
    code = "import sys, workbench.duke; print('numba' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "False"


def test_the_first_run_says_that_it_compiles(caplog: pytest.LogCaptureFixture) -> None:
    from workbench.duke.board.compile_told import logged

    with caplog.at_level(logging.WARNING), logged("the rules engine") as tell:
        tell(1, 2)
    assert caplog.messages == ["compiling the rules engine, first run only; this takes about half a minute"]


@pytest.mark.rule("TURN-5b")
def test_history_travels_with_the_position() -> None:
    board = Board("DUc1 dud6", repetition=2)
    trip = ("c1-b1", "d6-e6", "b1-b2", "e6-e5", "b2-c2", "e5-d5", "c2-c1", "d5-d6")
    after = board.after(*trip)
    assert after.end == ("=", "repetition")
    # read from its text a position is its own first occurrence
    fresh = Board(position=board.position.game.position(board.after(*trip[:-1]).line))
    assert fresh.after(trip[-1]).end is None
