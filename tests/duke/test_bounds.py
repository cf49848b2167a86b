"""Every number that is read has a bound, checked before memory is taken: small inputs stay cheap or are refused."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from pydantic import ValidationError
from support.command import Runner

from workbench.duke import BadPosition, Position, play
from workbench.duke.game import game_of
from workbench.duke.record import MOST_ENTRIES, BadRecord, parse_record
from workbench.duke.text.position_read import LONGEST_LINE
from workbench.duke.text.turn_read import LONGEST_TURN, BadTurn
from workbench.sim.duke.plan import Plan
from workbench.tileset.settings import Settings

START = "6/6/6/6/6/6 S {bags} {extras} {ply}"
HUGE = ("129", "999", "999999999", "9" * 5000, "１２", "٣")


@contextmanager
def in_little_memory(most_mb: int = 50) -> Iterator[None]:
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < most_mb * 1_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("number", HUGE)
@pytest.mark.parametrize(
    "line",
    [
        START.format(bags="Pi{n}/-", extras="-", ply=0),
        START.format(bags="-/Fo{n}Pi{n}", extras="-", ply=0),
        START.format(bags="-/-", extras="off=x:Pi{n}/-", ply=0),
        START.format(bags="-/-", extras="box=Pi{n}/-", ply=0),
        START.format(bags="-/-", extras="front=Pi{n}/-", ply=0),
        START.format(bags="-/-", extras="pool=Pi{n}", ply=0),
        START.format(bags="-/-", extras="no=Pi{n}/-", ply=0),
        START.format(bags="-/-", extras="np={n}0000000000", ply=0),
        START.format(bags="-/-", extras="ph=divine:Pi{n}", ply=0),
        START.format(bags="-/-", extras="-", ply="{n}0000000000"),
    ],
)
def test_a_number_in_a_position_is_bounded(line: str, number: str) -> None:
    game = game_of()
    with in_little_memory(), pytest.raises(BadPosition):
        game.position(line.replace("{n}", number))


def test_the_position_of_the_trial_is_one_message(workbench: Runner) -> None:
    code, _, err = workbench("show", START.format(bags="Pi999999999/-", extras="-", ply=0))
    assert code == 2
    assert "South's bag: 'Pi999999999' counts more tiles than a bag can hold (128)" in err


@pytest.mark.parametrize("text", ["x" * (LONGEST_LINE + 1), "6/" * LONGEST_LINE, " ".join(["a"] * LONGEST_LINE)])
def test_a_long_line_is_not_taken_apart(text: str) -> None:
    with pytest.raises(BadPosition, match="characters"):
        game_of().position(text)


@pytest.mark.parametrize(
    "turn",
    ["Kn@c3-Pi999999999", "c1**" + ",".join(["c1"] * 5000), "c1~+" + "Kn!" * 5000, "%" * 5000 + "+", "x" * 10**6],
)
def test_a_turn_is_bounded(turn: str) -> None:
    position = game_of().start()
    with pytest.raises(BadTurn):
        play(position, "nonsense")  # what is compiled on first use does not count
    with in_little_memory(), pytest.raises(BadTurn) as error:
        play(position, turn)
    assert len(str(error.value)) < LONGEST_TURN + 200


@pytest.mark.parametrize(
    "body",
    [
        "9" * 5000 + " S Du@c1",
        "² S Du@c1",
        "0 S Du@c1\n" * (MOST_ENTRIES + 1),
    ],
)
def test_a_record_is_bounded(body: str) -> None:
    with in_little_memory(), pytest.raises(BadRecord):
        parse_record(f"duke game record 1\nsets: base\n\n{body}\n")


@pytest.mark.parametrize("make", [lambda path: path.mkdir(), lambda path: __import__("os").mkfifo(path)])
def test_a_record_is_an_ordinary_file_of_bounded_size(
    workbench: Runner, tmp_path: Path, make: Callable[[Path], None]
) -> None:
    make(tmp_path / "game.txt")
    code, _, err = workbench("replay", str(tmp_path / "game.txt"))
    assert code == 2
    assert "Traceback" not in err


@pytest.mark.parametrize("field", ["max_turns", "repetition", "no_progress"])
def test_house_rules_are_bounded(field: str, workbench: Runner) -> None:
    for value in (10**6, 10**18, 10**30):
        with pytest.raises(ValidationError):
            Settings.model_validate({field: value})
    code, _, err = workbench("show", "start", "-s", f"{field}=1{'0' * 17}")
    assert code == 2
    assert "less than or equal to" in " ".join(err.replace("│", " ").split())


@pytest.mark.parametrize(
    "plan",
    [
        {"games": 10**9 + 1},
        {"chunk": 100_001},
        {"seed": 2**32},
        {"sets": ["base"] * 61},
        {"sets": ["x" * 5000]},
        {"bots": [f"mcts:sims={n}" for n in range(1, 70)]},
        {"bots": ["mcts:sims=" + "1" * 300]},
        {"settings": {"max_turns": 0, "no_progress": 30_000}},
    ],
)
def test_a_plan_is_bounded(plan: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Plan.model_validate(plan)


def test_games_without_a_last_turn_end_by_lack_of_progress() -> None:
    """As before: only a long lull is refused, which could make games longer than a record can number."""
    assert Plan.model_validate({"settings": {"max_turns": 0}}).house_rules.no_progress == 100
    assert Position(game_of((), {"max_turns": 30_000}).start().line)


def test_a_legal_turn_in_other_letters_is_told_how_it_is_written() -> None:
    """Found by fuzzing records: it was neither legal nor refused by any rule."""
    with pytest.raises(BadTurn, match=r"'Du=@c1' is not how this turn is written: it is 'Du@c1'"):
        play(game_of().start(), "Du=@c1")
