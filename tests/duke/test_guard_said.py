"""Guard is said (GUARD-8): positions, explanations and records mark it, and it changes nothing."""

from __future__ import annotations

import pytest

from workbench.duke.game import Position, play, why
from workbench.duke.record import GameRecord, Recorder, RecordLine, format_record, parse_record
from workbench.words import Owner

QUIET = "2fodu2/3fo2/6/3KN'2/2FO3/2DUFO2 S BoPi3/BoPi3 - 9"
JUMPS = "2fodu2/6/6/6/2FO1KN1/2DUFO2 S BoPi3/BoPi3 - 9"  # e2-d4 turns it over to the side that slides
THREAT = "2fodu2/6/6/3KN'2/2FO3/2DUFO2 N BoPi3/BoPi3 - 9"  # the Knight slides up the d file


@pytest.mark.rule("GUARD-8")
def test_a_position_knows_who_is_in_guard() -> None:
    assert Position(QUIET).in_guard is None
    assert Position(THREAT).in_guard is Owner.NORTH
    assert Position(THREAT.replace(" N ", " S ")).in_guard is None  # of the owner who is to move


@pytest.mark.rule("GUARD-8", "GUARD-3", "COUP-9")
def test_where_guard_is_not_in_force_nobody_is_in_guard() -> None:
    assert Position(THREAT, settings={"guard": "off"}).in_guard is None
    assert Position(THREAT, settings={"objective": "counting_coup"}).in_guard is None
    assert Position("3du2/6/6/6/6/6 N -/- ph=over:N:duke 3").in_guard is None


@pytest.mark.rule("GUARD-8")
def test_why_says_that_a_turn_gives_guard_or_must_answer_it() -> None:
    given = why(Position(JUMPS), "e2-d4")
    assert given.legal
    assert "it puts North in Guard (GUARD-8)" in given.words
    assert "Guard" not in why(Position(QUIET), "c2-c3").words
    ignored = why(Position(THREAT), "c6-b6")
    assert (ignored.legal, ignored.rule) == (False, "GUARD-2")
    assert "North is in Guard" in ignored.words
    assert ", by d3xd6 of the Knight" in ignored.words


@pytest.mark.rule("GUARD-2", "DRAGON-10b")
def test_why_names_the_turn_that_would_take_the_duke() -> None:
    pushed = why(Position("5du/1pr4/6/6/6/3DU'2 S -/- dr=c4E 9"), "d1-d3")
    assert (pushed.legal, pushed.rule) == (False, "GUARD-2")
    assert "afterwards the opponent could capture the own Duke, by b5>c4 of the Priest" in pushed.words
    hunted = {"objective": "trophy_hunters", "flag_guard": "on"}
    trophy = why(Position("3du2/fo5/6/6/3KN'2/2DU3 N -/- fl=a1/f6 9", settings=hunted), "a5-a4")
    assert ", by d2xd6 of the Knight; North is in Guard" in trophy.words


@pytest.mark.rule("GUARD-8")
def test_records_mark_the_turn() -> None:
    start = Position(JUMPS)
    recorder = Recorder(start.game, start, False, {})
    after = play(start, "e2-d4")
    recorder.add(start, "e2-d4")
    record = recorder.record(after)
    assert str(record.entries[0]) == "9 S e2-d4 guard"
    text = format_record(record)
    assert parse_record(text) == record
    assert [position.line for _, position in parse_record(text).positions()][-1] == after.line
    assert parse_record(text.replace(" guard", "")).entries[0] == RecordLine(9, "S", "e2-d4")


def test_a_turn_that_is_not_over_is_kept_step_by_step() -> None:
    start = Position(QUIET)
    recorder = Recorder(start.game, start, False, {})
    drawing = play(start, "+")
    recorder.add(start, "+")
    placing = play(drawing, "+Pi")
    recorder.add(drawing, "+Pi")
    record = recorder.record(placing)
    assert [str(entry) for entry in record.entries] == ["9 S +", "9 * +Pi"]
    *_, (_, last) = parse_record(format_record(record)).positions()
    assert last.line == placing.line
    assert isinstance(record, GameRecord)
